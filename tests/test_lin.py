"""Boards of Bridge as LIN: what is read back is what was written, endplay reads the same, and what is wrong with a text
is said with its place."""

from __future__ import annotations

import dataclasses
import io
import re
import time
from typing import Any
from urllib.parse import quote_plus

import pytest
from endplay.parsers import lin as peer_lin
from hypothesis import given, settings
from hypothesis import strategies as st

from cardavia import BadRecord, Cards
from cardavia.formats import boards, lin, pbn
from cardavia.formats.boards import Board, Call, Played, Tag
from tests.boards import (
    BRIDGE,
    SAYC,
    SEEDS,
    as_peer,
    board_of,
    edited,
    facts,
    makes_sense_or_is_refused,
    match_of,
    peer_facts,
    refused,
    replaced,
)


def one(text: str | bytes) -> Board:
    [board] = lin.loads(text)
    return board


def told_by_lin(board: Board) -> Board:
    """A board without what LIN does not tell."""
    over = board.play and None not in board.play[-1] and len(board.play) == 13
    return replaced(
        board, event="", site="", date="", scoring="", score="", contract="", declarer=None, tags=(),
        result=None if over else board.result,
    )  # fmt: skip


# ---- Round trip ----------------------------------------------------------------------


@pytest.mark.parametrize("seed", SEEDS)
def test_what_is_read_is_what_was_written(seed: int) -> None:
    match = match_of(seed)
    for position in (match, *(match.view(seat) for seat in range(-1, 4))):
        board = boards.from_match(position)
        assert one(lin.dumps([board])) == told_by_lin(board)
        assert one(lin.dumps([board])).completed() == replaced(board, score="")


TEXTS = st.text(st.characters(blacklist_characters="|\r", blacklist_categories=["Cs"]), max_size=9)


@given(st.data())
def test_whatever_a_board_tells_is_read_back(data: st.DataObject) -> None:
    board = told_by_lin(boards.from_match(match_of(data.draw(st.integers(0, 200)))))
    names = TEXTS.filter(lambda text: "," not in text)
    commands = st.tuples(st.sampled_from(["nt", "zz", "an", "st", "At", "Ah"]), TEXTS.filter(str.strip))
    board = replaced(
        board,
        number=data.draw(st.none() | st.integers(0, 999)),
        names=tuple(data.draw(names) for _ in range(4)),
        auction=tuple(
            dataclasses.replace(call, alert=data.draw(st.booleans()), note=data.draw(st.none() | TEXTS))
            for call in board.auction
        ),
        result=data.draw(st.none() | st.just(board.result)),
        commands=tuple(data.draw(st.lists(commands.filter(lambda told: not re.match(r"\s*board", told[1], re.I))))),
    )
    assert lin.loads(lin.dumps([board, board])) == [board, board]


def test_several_boards_are_written_one_a_line() -> None:
    told = [board_of(seed) for seed in SEEDS]
    text = lin.dumps(told)
    assert text.count("\n") == len(told)
    assert lin.loads(text) == [told_by_lin(board) for board in told]
    assert lin.loads(text.replace("\n", "")) == lin.loads(text)
    assert lin.dumps([]) == "" and lin.loads("") == []


def test_files_are_read_and_written() -> None:
    told = [told_by_lin(board_of(1)), told_by_lin(board_of(3))]
    file = io.StringIO()
    lin.dump(told, file)
    file.seek(0)
    assert lin.load(file) == told
    assert lin.load(io.BytesIO(file.getvalue().encode())) == told


def test_a_board_is_written_as_bbo_writes_it() -> None:
    assert lin.dumps([one(SAYC)]) == (
        "pn|Ann,Bob,Cid,Dee|st||md|3S37JQH59QAD8QC24K,S8H246JD569TJC36J,S4TKAH3TD7AC5789A,|ah|Board 9|sv|e|"
        "mb|1N|mb|p|mb|2C!|an|Stayman|mb|p|mb|2S|mb|p|mb|4S|mb|p|mb|p|mb|p|pg||"
        "pc|H7|pc|H5|pc|HJ|pc|HT|pg||pc|DJ|pc|DA|pc|D2|pc|D8|pg||mc|11|\n"
    )


@pytest.mark.parametrize(
    ("told", "words"),
    [
        ({"names": ("Smith, J.", "", "", "")}, "a name has a comma"),
        ({"names": ("a|b", "", "", "")}, "',,a|b,', the value of 'pn'"),
        ({"auction": (Call("1C", note="a|b"),)}, "'a|b', the value of 'an'"),
        ({"auction": (Call("skip"),)}, "passed over"),
        ({"commands": (("nt", "a|b"),)}, "'a|b', the value of 'nt'"),
        ({"commands": (("n|t", ""),)}, "the value of 'n|t'"),
        ({"result": 9, "result_side": 1}, "the tricks of a side"),
        ({"leader": 0, "play": ((None, Played(BRIDGE.deck.card("AS")), None, None),)}, "cards behind one"),
        ({"leader": 0, "play": ((Played(BRIDGE.deck.card("AS")), None, None, None),) * 1
          + ((Played(BRIDGE.deck.card("KS")), None, None, None),)}, "led by nobody knows whom"),
    ],
)  # fmt: skip
def test_what_lin_cannot_say_is_not_written(told: dict[str, Any], words: str) -> None:
    with pytest.raises(BadRecord, match=re.escape(words)) as error:
        lin.dumps([Board(**told)])
    assert error.value.code == "not-writable"


def test_what_only_pbn_has_is_left_out() -> None:
    board = one(SAYC)
    more = replaced(board, event="x", site="x", date="x", scoring="IMP", score="NS 1", tags=(Tag("Room"),))
    marked = tuple(dataclasses.replace(call, marks=("$1",)) for call in more.auction)
    assert one(lin.dumps([replaced(more, auction=marked)])) == board


# ---- What stands in a text -----------------------------------------------------------------


def test_a_board_is_read() -> None:
    board = one(SAYC)
    assert (board.number, board.names, board.dealer) == (9, ("Cid", "Dee", "Ann", "Bob"), 0)
    assert (board.vulnerability, board.result, board.leader) == ("ew", 11, 1)
    assert [call.text for call in board.auction] == ["1NT", "pass", "2C", "pass", "2S", "pass", "4S", *["pass"] * 3]
    assert board.auction[2] == Call("2C", alert=True, note="Stayman")
    assert not any(call.alert for call in board.auction if call.text != "2C")
    assert [[str(played and played.card) for played in trick] for trick in board.play] == [
        ["TH", "7H", "5H", "JH"], ["AD", "2D", "8D", "JD"],
    ]  # fmt: skip
    assert board.contract == "" and board.completed().contract == "4S"


@pytest.mark.parametrize(("digit", "dealer"), [("1", 2), ("2", 3), ("3", 0), ("4", 1), ("0", None), ("", None)])
def test_hands_go_south_west_north_east_whoever_deals(digit: str, dealer: int | None) -> None:
    board = one(f"md|{digit}SA,SK,SQ,SJ|")
    assert board.dealer == dealer
    assert board.hands == (Cards("QS"), Cards("JS"), Cards("AS"), Cards("KS"))


FULL = ["S23456789TJQKA", "H23456789TJQKA", "D23456789TJQKA", "C23456789TJQKA"]


@pytest.mark.parametrize(
    "hands",
    [
        ",".join(FULL),
        ",".join(FULL[:3]),
        ",".join(FULL[:3]) + ",",
        ",".join(["", *FULL[1:]]),
        ",".join(FULL).lower().replace("t", "10"),
        ",".join(f" {hand[::-1][-1:]}{hand[:0:-1]}\n" for hand in FULL),
    ],
)
def test_a_fourth_hand_is_what_the_others_leave(hands: str) -> None:
    spades, hearts, diamonds, clubs = (
        Cards(card for card in BRIDGE.deck.cards if card.suit == suit) for suit in "SHDC"
    )
    assert one(f"md|3{hands}|").hands == (diamonds, clubs, spades, hearts)


def test_hands_may_be_told_in_part() -> None:
    assert one("md|1SAKHQ,,SJS2CTD3|").hands == (Cards("JS 2S TC 3D"), Cards(), Cards("AS KS QH"), Cards())
    assert one(f"md|1{FULL[0]},{FULL[1]},DA|").hands[0] == Cards("AD")
    assert one("md||").hands == (Cards(),) * 4


@pytest.mark.parametrize(("letter", "vulnerable"), [("o", "none"), ("n", "ns"), ("e", "ew"), ("B", "both"), ("", "")])
def test_vulnerability_is_read(letter: str, vulnerable: str) -> None:
    assert one(f"md||sv|{letter}|").vulnerability == vulnerable


def test_calls_are_read() -> None:
    board = one("md|1|mb|p|mb|PASS!|mb|1c!|mb|d|mb|R|mb|3NT|mb|dbl|mb|xx!!|mb|7n|an||")
    assert board.auction == (
        Call("pass"), Call("pass", alert=True), Call("1C", alert=True), Call("X"), Call("XX"), Call("3NT"), Call("X"),
        Call("XX", alert=True), Call("7NT", note=""),
    )  # fmt: skip


def test_what_has_no_field_is_a_command() -> None:
    text = "st|small|nt|hello|pn|a,b,c,d|an|early|md|1|ah|Exercise 3|mb|p|an|one|an|two|At||sk||pg||"
    assert one(text).commands == (
        ("st", "small"), ("nt", "hello"), ("an", "early"), ("ah", "Exercise 3"), ("an", "two"), ("At", ""), ("sk", ""),
    )  # fmt: skip
    assert one(lin.dumps([one(text)])) == one(text)


@pytest.mark.parametrize(
    "text",
    [
        re.sub(r"\|(?=(pc|mb|pg|md|sv)\|)", "|\r\n", SAYC),
        SAYC.replace("pg||", ""),
        SAYC.replace("|pc|", "|pg||pc|"),
        SAYC.replace("pc|H", "PC| h").replace("mb|p", "MB| P "),
        SAYC.replace("mc|11|", "mc|11|mc|11|pg||"),
        f"{SAYC}\n\n \t",
        "\ufeff" + SAYC,
        "https://www.bridgebase.com/tools/handviewer.html?bbo=y&lin=" + quote_plus(SAYC.strip()) + "&v=3",
        "http://www.bridgebase.com/tools/handviewer.html?lin=" + SAYC.strip(),
    ],
    ids=range(9),
)
def test_one_board_can_be_written_in_several_ways(text: str) -> None:
    assert one(text) == one(SAYC)


def test_boards_begin_with_their_names_or_hands() -> None:
    assert [board.names[2] for board in lin.loads("pn|a|md|1|pn|b|md|1|mb|p|pn|c|pg||")] == ["a", "b", "c"]
    assert [board.dealer for board in lin.loads("md|1|mb|p|md|2|md|3|pn|a|mb|p|")] == [2, 3, 0]


# ---- Headers ------------------------------------------------------------------------------------------

MATCH = """\
vg|Cup,Final,I,17,18,Reds,3,Blues,0|
rs|4HN+1,3NTWX-2,PASS,nothing|
pn|S1,W1,N1,E1,S2,W2,N2,E2|pg||
qx|o17|md|3,,,|sv|o|pg||
qx|c17|md|3,,,|sv|o|mc|6|pg||
qx|o18|md|4,,,|sv|n|pn|a,b,c,d|pg||
qx|c18|md|4,,,|sv|n|pg||
"""


def test_the_header_tells_event_players_and_results() -> None:
    told = lin.loads(MATCH)
    assert [board.number for board in told] == [17, 17, 18, 18]
    assert {board.event for board in told} == {"Cup"}
    assert [board.names[0] for board in told] == ["N1", "N2", "c", "N2"]
    assert [(board.contract, board.declarer, board.result) for board in told] == [
        ("4H", 0, 11), ("3NTX", 3, 6), ("Pass", None, None), ("", None, None),
    ]  # fmt: skip
    assert [name for name, _ in told[0].commands] == ["vg", "rs", "pn", "qx"]
    assert [board.commands for board in told[1:]] == [(("qx", "c17"),), (("qx", "o18"),), (("qx", "c18"),)]


def test_headers_are_written_before_their_boards() -> None:
    told = lin.loads(MATCH)
    assert lin.loads(lin.dumps(told)) == told
    assert lin.loads(lin.dumps([*told, *told])) == [*told, *told]
    plain = lin.loads("pn|S1,W1,N1,E1,S2,W2,N2,E2|md|3|md|4|")
    assert [board.names[1] for board in plain] == ["E1", "E1"] and lin.loads(lin.dumps(plain)) == plain


@pytest.mark.parametrize("outcome", ["", "x", "4HN", "8HN=", "4HN+9", "1CN-9", "4H+1"])
def test_a_result_that_is_none_is_left_to_the_board(outcome: str) -> None:
    board = one(f"vg|Cup,,,1|rs|{outcome}|qx|o1|md|3|mc|5|")
    assert board.result == 5 and board.event == "Cup"
    assert one("vg|Cup|rs|4HN=|qx|o1|md|3|").contract == ""


# ---- Texts that are refused ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("marked", "words"),
    [
        ("§hello", "'hello'"),
        ("md|1|\n  §mb", "no value: 'mb'"),
        ("md|1|mb|§p", "the value of mb has no end"),
        ("§||", "no command: ''"),
        ("md|1|§m-b|p|", "no command: 'm-b'"),
        ("md|1|mb|§8C|", "no call: '8C'"),
        ("md|1|mb|§1C1D|", "no call"),
        ("md|1|mb|§|", "no call"),
        ("md|1|mb|§!|", "no call"),
        ("md|1|mb|§-|", "no call"),
        ("md|1|\nsv|§x|", "sv is o, n, e or b"),
        ("md|1|sv|o|sv|§n|", "sv tells something else than before"),
        ("md|1|mc|§14|", "tricks are claimed"),
        ("md|1|mc|§-1|", "tricks are claimed"),
        ("md|1|mc|5|mc|§6|", "mc tells something else than before"),
        ("md|1SAK,§QH|", "a hand is suits"),
        ("md|1SAK§x|", "a hand is suits"),
        ("md|§5SA|", "a hand is suits"),
        ("md|1SA,S§A|", "AS is there twice"),
        ("md|1S23456789TJQKAH§2|", "13 cards"),
        ("md|1SA,SK,SQ,SJ,§ST|", "four hands"),
        ("md|1SA,SK,SQ,SJ|pc|§S1|", "no card: 'S1'"),
        ("md|1SA,SK,SQ,SJ|pc|SA|pc|§SA|", "AS is there twice"),
        ("md|1SA,SK,SQ,SJ|pc|SA|pc|§S2|", "nobody can say who played this: no hand has 2S"),
        ("md|1SAT,SK,SQ,SJ|pc|SA|pc|§ST|", "S plays to this trick twice"),
        ("mb|1C|" * 319 + "mb|§1C|", "no auction is that long"),
    ],
)
def test_what_is_no_lin_is_refused(marked: str, words: str) -> None:
    refused(lin.loads, marked, words)
    refused(lin.loads, f"pn|a,b,c,d|\r\n{marked}", words)


@pytest.mark.parametrize("text", [None, 7, ["x"]])
def test_only_text_is_read(text: Any) -> None:
    with pytest.raises(BadRecord, match="a record is text"):
        lin.loads(text)


@pytest.mark.parametrize(
    ("old", "new", "code", "rule"),
    [
        ("mb|2S", "mb|1S", "bid-too-low", "BR-2"),
        ("pc|H5", "pc|C2", "must-follow", "BR-3"),
        ("pc|D8", "pc|S3", "must-follow", "BR-3"),
        ("pc|H7|pc|H5|pc|HJ|pc|HT", "pc|HJ|pc|HT|pc|H7|pc|H5", "contradicts-itself", ""),
        ("mc|11", "mc|13", "contradicts-itself", ""),
        ("sv|e|", "", "not-told", ""),
    ],
)
def test_what_cannot_be_played_is_refused(old: str, new: str, code: str, rule: str) -> None:
    assert old in SAYC
    with pytest.raises(BadRecord) as error:
        boards.to_match(one(SAYC.replace(old, new)))
    assert (error.value.code, error.value.rule) == (code, rule)


# ---- Any text ------------------------------------------------------------------------------------------------

SAMPLES = [SAYC, MATCH, lin.dumps([board_of(seed) for seed in range(4)])]
SCRAPS = ["|", "||", "\n", ",", "pn|", "md|", "mb|", "pc|", "mc|", "qx|o1|", "vg|a,,,1|", "rs|4HN=|", "an|x|", "!", "p",
          "1C", "SA", "H", "10", "3", "Board 1", "é", "\x00"]  # fmt: skip


@settings(max_examples=400)
@given(edited(SAMPLES, SCRAPS))
def test_edited_texts_are_read_or_refused(text: str) -> None:
    for board in makes_sense_or_is_refused(lin.loads, text):
        try:
            again = lin.loads(lin.dumps([board]))
        except BadRecord as error:
            assert error.code != "bad-record"
        else:
            assert facts_of(again) == facts_of([board])


def facts_of(told: list[Board]) -> list[tuple[object, ...]]:
    return [(board.number, board.names, board.dealer, board.vulnerability, board.auction, board.play) for board in told]


@pytest.mark.parametrize(
    "text",
    [
        "|" * 100_000,
        " " * 100_000 + "|",
        "a|" * 100_000,
        "md|" + "S" * 100_000 + "|",
        "md|" + "," * 100_000 + "|",
        "md|" + " " * 100_000 + "1|",
        "md|1|mb|1C|" + "an|x|" * 40_000,
        "mb|" + "!" * 100_000 + "|",
        "md||" * 10_000,
        "qx|o1|" * 20_000,
        "vg|,,,1|rs|" + "," * 100_000 + "|" + "qx|o1|md||" * 10_000,
        "https://x/?lin=" + "%7C" * 100_000,
    ],
    ids=lambda text: text[:14],
)
def test_no_text_takes_long(text: str) -> None:
    start = time.process_time()
    makes_sense_or_is_refused(lin.loads, text)
    assert time.process_time() - start < 10


# ---- Other programs ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", SEEDS)
def test_endplay_reads_what_we_write(seed: int) -> None:
    board = with_result(board_of(seed, names=("Ann", "Bob", "Cid", "Dee")))
    alerts = tuple(dataclasses.replace(call, alert=bool(place % 2)) for place, call in enumerate(board.auction))
    [other] = peer_lin.loads(lin.dumps([replaced(board, auction=alerts)]))
    assert peer_facts(other) == facts(board)
    assert [bid.alertable for bid in other.auction] == [call.alert for call in alerts]
    assert [other.info[name] for name in ("North", "East", "South", "West")] == list(board.names)
    if board.contract and board.contract != boards.PASSED_OUT:
        assert (other.contract.level, other.contract.declarer.abbr) == (int(board.contract[0]), "NESW"[board.declarer])


@pytest.mark.parametrize("seed", SEEDS)
def test_we_read_what_endplay_writes(seed: int) -> None:
    board = with_result(board_of(seed, names=("Ann", "", "Bob", "C. D.")))
    read = one(peer_lin.dumps([as_peer(board)]))
    assert facts(read.completed()) == facts(board)
    assert read.names == board.names
    if board.play:
        assert read.completed().result == board.result


def with_result(board: Board) -> Board:
    """A board whose play ends with a claim, if it is not played to its end: endplay wants that."""
    if board.declarer is None or board.result is not None:
        return board
    winners = [winner % 2 for winner in boards.leaders(board)[1:] if winner is not None]
    return replaced(board, result=winners.count(board.declarer % 2))


@pytest.mark.parametrize("seed", SEEDS)
def test_pbn_and_lin_tell_the_same(seed: int) -> None:
    board = board_of(seed)
    [through_lin] = lin.loads(lin.dumps(pbn.loads(pbn.dumps([board]))))
    [through_both] = pbn.loads(pbn.dumps([through_lin.completed()]))
    assert replaced(through_both, score=board.score) == board
