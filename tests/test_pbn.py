"""Boards of Bridge as PBN: what is read back is what was written, endplay reads the same, and what is wrong with a text
is said with its place."""

from __future__ import annotations

import dataclasses
import io
import re
import time
from typing import Any

import pytest
from endplay.parsers import pbn as peer_pbn
from hypothesis import given, settings
from hypothesis import strategies as st

import cardavia
from cardavia import BadOption, BadRecord, Cards
from cardavia.formats import boards, lin, pbn
from cardavia.formats.boards import Board, Call, Played, Tag
from tests.boards import (
    BRIDGE,
    SAYC,
    SEEDS,
    any_board,
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

GAME = """\
% PBN 2.1
[Event "Friday"]
[Board "1"]
[West "Bob"]
[North "Cid"]
[East "Dee"]
[South "Ann"]
[Dealer "N"]
[Vulnerable "None"]
[Deal "N:AKT4.T3.A7.A9875 9652.K87.K432.QT QJ73.AQ95.Q8.K42 8.J642.JT965.J63"]
[Scoring "IMP"]
[Declarer "N"]
[Contract "4S"]
[Result "11"]
[Auction "N"]
1NT Pass 2C =1= Pass
2S  Pass 4S     AP
[Note "1:Stayman"]
[Play "E"]
H7 H5 H4 H3
*
"""


def one(text: str | bytes) -> Board:
    [board] = pbn.loads(text)
    return board


def left_by(board: Board, seat: int) -> Cards:
    """What the other hands leave for a seat, if they are full."""
    others = [hand for other, hand in enumerate(board.hands) if other != seat]
    return BRIDGE.deck.pack - sum(others, Cards())


def game(*tags: str, **told: str) -> str:
    """A game with some of the tags of GAME told otherwise, and others behind them."""
    text = GAME
    for name, value in told.items():
        text, found = re.subn(rf'(\[{name}) ".*"\]', rf'\1 "{value}"]', text)
        assert found
    return text + "".join(f"{tag}\n" for tag in tags)


def texts(calls: tuple[Call, ...]) -> list[str]:
    return [call.text for call in calls]


# ---- Round trip ----------------------------------------------------------------------


@pytest.mark.parametrize("seed", SEEDS)
def test_what_is_read_is_what_was_written(seed: int) -> None:
    match = match_of(seed)
    for position in (match, *(match.view(seat) for seat in range(-1, 4))):
        board = boards.from_match(position)
        assert pbn.loads(pbn.dumps([board])) == [board]


@given(st.lists(any_board(), max_size=3))
def test_whatever_a_board_tells_is_read_back(told: list[Board]) -> None:
    assert pbn.loads(pbn.dumps(told)) == told


def test_several_games_are_written_one_after_the_other() -> None:
    told = [board_of(seed) for seed in SEEDS]
    text = pbn.dumps(told)
    assert text.startswith("% PBN 2.1\n\n[Event ") and text.count("\n\n[Event ") == len(told)
    assert pbn.loads(text) == told
    assert pbn.dumps([]) == "% PBN 2.1\n" and pbn.loads(pbn.dumps([])) == []


def test_the_tags_that_the_standard_asks_for_come_first() -> None:
    names = re.findall(r"^\[(\w+)", pbn.dumps([one(GAME)]), re.MULTILINE)
    assert names[:15] == [
        "Event", "Site", "Date", "Board", "West", "North", "East", "South", "Dealer", "Vulnerable", "Deal", "Scoring",
        "Declarer", "Contract", "Result",
    ]  # fmt: skip
    assert names[15:] == ["Auction", "Note", "Play"]


def test_files_are_read_and_written() -> None:
    told = [board_of(1), board_of(3)]
    file = io.StringIO()
    pbn.dump(told, file)
    file.seek(0)
    assert pbn.load(file) == told
    assert pbn.load(io.BytesIO(file.getvalue().encode())) == told


@pytest.mark.parametrize("coding", ["utf-8", "utf-8-sig", "iso-8859-1"])
def test_bytes_are_utf_8_or_else_latin_1(coding: str) -> None:
    assert one('[Site "Köln"]'.encode(coding)).site == "Köln"


def test_alerts_and_commands_of_lin_are_left_out() -> None:
    [board] = lin.loads(SAYC)
    calls = tuple(dataclasses.replace(call, alert=False) for call in board.auction)
    board = replaced(board, commands=(("nt", "well"),))
    assert pbn.loads(pbn.dumps([board])) == [replaced(board, auction=calls, commands=())]


@pytest.mark.parametrize(
    ("told", "words"),
    [
        ({"event": "two\nlines"}, "Event goes over several lines"),
        ({"names": ("", "", "", "\r")}, "West goes over several lines"),
        ({"site": "?"}, "unknown"),
        ({"scoring": "#"}, "'#' reads as the value of another game"),
        ({"score": "##NS 50"}, "another game"),
        ({"auction": (Call("pass", note="two\nlines"),)}, "Note goes over several lines"),
        ({"tags": (Tag("Declarer", "N"),)}, "the name 'Declarer'"),
        ({"tags": (Tag("note", "1:x"),)}, "the name 'note'"),
        ({"tags": (Tag("", "x"),)}, "the name ''"),
        ({"tags": (Tag("Room", "#"),)}, "another game"),
        *(({"tags": (Tag("T", "x", (line,)),)}, "section T") for line in
          ["", " ", "a ", "a\nb", "[B \"x\"]", "[", "{", "a ; b", "% a"]),
    ],
)  # fmt: skip
def test_what_pbn_cannot_say_is_not_written(told: dict[str, Any], words: str) -> None:
    with pytest.raises(BadRecord, match=re.escape(words)) as refused:
        pbn.dumps([Board(**told)])
    assert refused.value.code == "not-writable"


# ---- What stands in a text -----------------------------------------------------------------


def test_a_game_is_read() -> None:
    board = one(GAME)
    assert (board.event, board.number, board.scoring, board.site) == ("Friday", 1, "IMP", "")
    assert board.names == ("Cid", "Dee", "Ann", "Bob")
    assert (board.dealer, board.vulnerability) == (0, "none")
    assert board.hands[2] == Cards("QS JS 7S 3S AH QH 9H 5H QD 8D KC 4C 2C")
    assert (board.contract, board.declarer, board.result, board.leader) == ("4S", 0, 11, 1)
    assert texts(board.auction) == ["1NT", "pass", "2C", "pass", "2S", "pass", "4S", "pass", "pass", "pass"]
    assert board.auction[2].note == "Stayman"
    assert [[played and str(played.card) for played in trick] for trick in board.play] == [["3H", "7H", "5H", "4H"]]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("\n", "\r\n"),
        ("\n", "\r"),
        ("% PBN 2.1", "\ufeff% PBN 2.1"),
        ("% PBN 2.1", "% EXPORT\n%\n  \n\n; a comment\n{ another\n\n[Event \"none\"]\n}\n"),
        ("[Dealer", "{PAR: EW 5DX -3 }\n[Dealer"),
        ("[Dealer", "{ one } ; two \" [Board \"2\"]\n%[Board \"3\"]\n[Dealer"),
        ('[Dealer "N"]', '[Dealer "N"] {over\nlines} ; and more'),
        ('[Dealer "N"]', '  [ dealer\t\n"n"\n]'),
        ('[Dealer "N"]', '[Dealer "N"]\n[Dealer "E"]'),
        ('[Dealer "N"]\n', ""),
        ('[Auction "N"]', '[Auction "?"]'),
        ('[Auction "N"]', '[Auction ""]'),
        ('[Auction "N"]\n', '[Auction "W"] - '),
        ('[Auction "N"]\n', '[Auction "E"]\n- - -\n'),
        ("None", "love"),
        ("None", "-"),
        ('"4S"', '"4s"'),
        ("1NT Pass", "1n P"),
        ("AP", "Pass\n pass P"),
        ("AP", "ap *"),
        ("2C =1= Pass", "2C=1=Pass"),
        ("2C =1= Pass", "2C {what?} =1= ; this\nPass"),
        ("1:Stayman", "1 :Stayman"),
        ('[Note "1', '[Note "2:not used"]\n[Note "01'),
        ("H7 H5 H4 H3\n*", "h7 H5\nH4 H3"),
        ("H7 H5 H4 H3\n*", "H7 H5 H4 H3\n- - - -\n+ *"),
        ('[Play "E"]', '[Play "?"]'),
        ("AKT4.T3", "SAK104.HT3"),
        (".A7.", ".DA7."),
        ("N:AKT4.T3.A7.A9875 9652.K87.K432.QT QJ73.AQ95.Q8.K42 8.J642.JT965.J63",
         "w:8.j642.JT965.J63  aKt4.T3.7A.C95A87\t9652.K87.K432.QT QJ73.AQ95.Q8.K42"),
        ('"11"', '"NS 11"'),
        ('"11"', '"EW 2"'),
        ('"11"', '"EW 2 NS 11"'),
        ('"11"', '"^11"'),
        ('[Declarer "N"]', '[Declarer "^N"]'),
    ],
)  # fmt: skip
def test_one_game_can_be_written_in_several_ways(old: str, new: str) -> None:
    assert old in GAME
    assert one(GAME.replace(old, new)) == one(GAME)


def test_an_empty_line_ends_a_game() -> None:
    both = pbn.loads('[Board "1"]\n \t\n\n[Board "2"]\n[Site "Rome"]\n%\n{\n\n}\n[Date "?"]\n \n')
    assert [(board.number, board.site) for board in both] == [(1, ""), (2, "Rome")]


@pytest.mark.parametrize("text", ["", "\n \n", "% PBN 1.0\n", "; nothing\n{ here }"])
def test_a_text_may_have_no_game(text: str) -> None:
    assert pbn.loads(text) == []


@pytest.mark.parametrize("name", ["Event", "Board", "West", "Dealer", "Vulnerable", "Deal", "Declarer", "Contract",
                                  "Result", "Auction", "Play", "Score"])  # fmt: skip
@pytest.mark.parametrize("value", ["?", ""])
def test_empty_and_question_mark_are_unknown(name: str, value: str) -> None:
    assert one(f'[{name} "{value}"]') == Board()


def test_a_missing_result_stays_unknown() -> None:
    assert one(GAME.replace('[Result "11"]\n', "")).result is None
    assert one(game(Result="?")).completed().result is None


def test_an_unknown_declarer_is_no_error() -> None:
    board = one(game(Declarer="?", Result="NS 11"))
    assert (board.declarer, board.result, board.result_side) == (None, 11, 0)
    assert board.completed() == one(GAME).completed()
    assert one(pbn.dumps([board])) == board


def test_values_hold_quotes_and_backslashes() -> None:
    assert one(r'[Event "say \"hi\" \\ \2R"]').event == r'say "hi" \ \2R'
    assert one('[Event "the "big" one"]').event == 'the "big" one'
    assert one(r'[Event "\""]').event == '"'


def test_other_tags_are_kept_with_their_sections() -> None:
    tags = (
        Tag("Room", "Open"),
        Tag("ScoreTable", r"Rank\3R;Names\10L", ('  1 "A; B"  -', "  2  C {x}".replace(" {x}", ""))),
        Tag("termination", "?"),
    )
    text = game(
        '[Room "Open"]',
        r'[ScoreTable "Rank\3R;Names\10L"]',
        '  1 "A; B"  - ;c',
        "%x",
        "  2  C{x}",
        " ",
    )
    text = text.rstrip("\n ") + '\n[termination "?"]\n[ROOM "Closed"]\nthis too\n'
    assert one(text).tags == tags


def test_a_tag_with_a_field_has_no_section() -> None:
    refused(pbn.loads, game().replace('[Board "1"]', '[Board "1"]\n§10'), "Board has no section")


# ---- Values of other games -----------------------------------------------------------------


def test_a_value_may_be_that_of_the_game_before() -> None:
    first, second, third = pbn.loads(
        '[Event "Cup"]\n[Room "Open"]\n[Deal "N:.63.AKQ987.A9732 - - -"]\n\n'
        '[Event "#"]\n[Room "#"]\n[Deal "#"]\n\n[event "#"]\n'
    )
    assert first == second
    assert (third.event, third.tags) == ("Cup", ())


def test_a_value_may_last_until_another_is_told() -> None:
    told = pbn.loads('[Event "##Cup"]\n[Room "##A"]\n\n[Board "2"]\n\n[Event "Final"]\n[room "#"]\n\n[Site "x"]\n\n'
                     '[Event "#"]\n')  # fmt: skip
    assert [board.event for board in told] == ["Cup", "Cup", "Final", "", "Final"]
    assert [board.tags for board in told] == [(Tag("Room", "A"),)] * 2 + [(Tag("room", "A"),), (), ()]


@pytest.mark.parametrize(
    ("marked", "words"),
    [
        ('[Event "§#"]', "no game before has a tag Event"),
        ('[Site "x"]\n\n[Event "§#"]', "no game before has a tag Event"),
        ('[Auction "N"]\n1C AP\n\n[Auction "§#"]', "no value of another game"),
        ('[Play "§##N"]', "no value of another game"),
        ('[Event "##§#"]', "refer"),
        ('[Event "##§##"]', "refer"),
        (f'[Event "{"x" * 1001}"]\n\n[Event "§#"]', "1000 characters"),
        ("".join(f'[T{number} "##x"]\n' for number in range(32)) + '[U "##§x"]', "32 values"),
    ],
)
def test_values_of_other_games_have_to_be_there(marked: str, words: str) -> None:
    refused(pbn.loads, marked, words)


# ---- Deals -------------------------------------------------------------------------------------


def test_hands_are_read_from_any_seat_with_voids() -> None:
    hands = one('[Deal "S:.AKQJ98.AKQJ.AKQ SA7.H764.D-.C98765432 - -.-.-.JT"]').hands
    assert hands == (Cards(), Cards("JC TC"), Cards("AH KH QH JH 9H 8H AD KD QD JD AC KC QC"), Cards(
        "AS 7S 7H 6H 4H 9C 8C 7C 6C 5C 4C 3C 2C"))  # fmt: skip


def test_the_deal_of_the_standard() -> None:
    deal = "N:.63.AKQ987.A9732 A8654.KQ5.T.QJT6 J973.J98742.3.K4 KQT2.AT.J6542.85"
    board = one(f'[Dealer "N"]\n[Deal "{deal}"]')
    assert [len(hand) for hand in board.hands] == [13] * 4
    assert f'[Deal "{deal}"]' in pbn.dumps([board])


def test_a_hand_that_is_what_the_others_leave_is_completed() -> None:
    deal = "N:.63.AKQ987.A9732 A8654.KQ5.T.QJT6 J973.J98742.3.K4 -"
    board = one(f'[Deal "{deal}"]')
    assert not board.hands[3]
    assert board.completed().hands[3] == Cards("KS QS TS 2S AH TH JD 6D 5D 4D 2D 8C 5C")


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ("§AKT4.T3.A7.A9875 - - -", "begins with the seat"),
        ("§N AKT4.T3.A7.A9875 - - -", "begins with the seat"),
        ("§Q:AKT4.T3.A7.A9875 - - -", "begins with the seat"),
        ("§N:AKT4.T3.A7.A9875 - -", "four hands, not 3"),
        ("§N:- - - - -", "four hands, not 5"),
        ("N:- §AKT4.T3.A7 - -", "four suits"),
        ("N:- §AKT4.T3.A7.A9.875 - -", "four suits"),
        ("N:- AKT4.T3.A§x.A9875 - -", "no rank: 'x'"),
        ("N:- AKT4.§ST3.A7.A9875 - -", "no rank: 'S'"),
        ("N:- AKT4.T3.A§-.A9875 - -", "no rank: '-'"),
        ("N:- AKT4.T3.A7.A9875 - 2..T§T. ", "TD is there twice"),
        ("N:- AKT4.T3.A7.A9875 - 2.§T.. ", "TH is there twice"),
        ("N:- AKT4.T32.A7.A987§5 - - ", "13 cards"),
    ],
)
def test_a_deal_that_is_none_is_refused(value: str, words: str) -> None:
    refused(pbn.loads, f'; a\n\n[Board "1"] [Deal "{value}"]', words)


# ---- Auctions -----------------------------------------------------------------------------------


def auction(calls: str, *tags: str) -> tuple[Call, ...]:
    return one("\n".join(['[Auction "N"]', calls, *tags])).auction


@pytest.mark.parametrize(
    ("calls", "expected"),
    [
        ("AP", "pass pass pass pass"),
        ("Pass AP", "pass pass pass pass"),
        ("1C AP", "1C pass pass pass"),
        ("1C pass AP", "1C pass pass pass"),
        ("1C p 1D x xx AP", "1C pass 1D X XX pass pass pass"),
        ("1C Dbl Rdbl 7NT", "1C X XX 7NT"),
        ("1C *", "1C"),
        ("1C +", "1C"),
        ("1C Pass - -", "1C pass"),
        ("1C ^S 1H", "1C skip 1H"),
        ("*", ""),
        ("Pass Pass Pass Pass AP", "pass pass pass pass"),
    ],
)
def test_calls_are_read(calls: str, expected: str) -> None:
    assert texts(auction(calls)) == expected.split()


def test_what_is_said_about_calls_is_kept() -> None:
    told = auction("1C! ^I 1C $21 =2=$7 X?? Pass =9= 1D!? $300", '[Note "2:"]', '[Note "2:a second one"]')
    assert told == (
        Call("1C", marks=("$1",)),
        Call("1C", note="", marks=("^I", "$21", "$7")),
        Call("X", marks=("$4",)),
        Call("pass", note=""),
        Call("1D", marks=("$5", "$300")),
    )


def test_notes_belong_to_the_section_before_them() -> None:
    board = one(GAME.replace("H5 ", "H5 =1= ").replace("*\n", '*\n[Room "Open"]\n[Note "1:from honours"]\n'))
    assert [call.note for call in board.auction if call.note] == ["Stayman"]
    assert board.play[0][2] == Played(BRIDGE.deck.card("5H"), note="from honours")


def test_equal_notes_are_written_once() -> None:
    text = pbn.dumps([Board(auction=(Call("1C", note="a"), Call("1D", note="b"), Call("1H", note="a")))])
    assert "1C =1= 1D =2= 1H =1=" in text and text.count("[Note ") == 2


@pytest.mark.parametrize(
    ("marked", "words"),
    [
        ("1C §8C", "no call: '8C'"),
        ("1C §1CPass", "no call"),
        ("1C §passing", "no call"),
        ("1C §/", "cannot stand in a section Auction: '/'"),
        ("1C §\"x\"", "cannot stand"),
        ("§=1= 1C", "behind no call"),
        ("1C *\n§!", "behind no call"),
        ("^I §$1 1C", "behind no call"),
        ("1C =1= §=1=", "a note already"),
        ("1C §^I", "before no call"),
        ("1C * §1D", "behind '*'"),
        ("1C + §1D", "behind '+'"),
        ("1C - §1D", "behind '-'"),
        ("1C §=1", "cannot stand"),
        ("1C §¡", "cannot stand"),
        ("AP " * 80 + "1C " * 315 + "§1C", "no auction is that long"),
    ],
)  # fmt: skip
def test_an_auction_that_is_none_is_refused(marked: str, words: str) -> None:
    refused(pbn.loads, f'[Dealer "N"] [Auction "N"]\n{marked}', words)


def test_the_dealer_calls_first() -> None:
    assert one('[Auction "S"]\n1C').dealer == 2
    refused(pbn.loads, '[Dealer "N"]\n[Auction "§E"]\n1C', "another seat than the dealer")


@pytest.mark.parametrize("marked", ['[Note "§1:x"]', '[Auction "N"]\n1C\n[Note "§x"]', '[Auction "N"]\n[Note "§:x"]'])
def test_a_note_has_a_number_and_a_section(marked: str) -> None:
    refused(pbn.loads, marked, "a note is a number, a colon and its text")


# ---- Play ------------------------------------------------------------------------------------------


def play(cards: str, leader: str = "N") -> list[list[str]]:
    board = one(f'[Play "{leader}"]\n{cards}')
    return [[str(played.card) if played else "-" for played in trick] for trick in board.play]


def test_cards_stand_in_columns_whoever_led() -> None:
    assert play("SA S2 S3 S4\nH2 H3", "W") == [["2S", "3S", "4S", "AS"], ["3H", "-", "-", "2H"]]
    assert play("SA S2 S3 S4\n- - H2 +", "W") == [["2S", "3S", "4S", "AS"], ["-", "2H", "-", "-"]]


@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        ("*", []),
        ("+", []),
        ("- - - -\n*", []),
        ("SA - S10 s3", [["AS", "-", "TS", "3S"]]),
        ("- - - - SA", [["-", "-", "-", "-"], ["AS", "-", "-", "-"]]),
        ("SA *", [["AS", "-", "-", "-"]]),
        ("SA + S3 *", [["AS", "-", "3S", "-"]]),
    ],
)
def test_unfinished_and_unknown_play_is_read(cards: str, expected: list[list[str]]) -> None:
    assert play(cards) == expected


def test_what_is_said_about_cards_is_kept() -> None:
    board = one('[Play "N"]\nSA! ^R S2?? =3= - ^L $9 {x} H3 \n[Note "3:a revoke"]'.replace("$9 {x} H3", "H3 $9"))
    card = BRIDGE.deck.card
    assert board.play == (
        (
            Played(card("AS"), marks=("$7",)),
            Played(card("2S"), note="a revoke", marks=("^R", "$10")),
            None,
            Played(card("3H"), marks=("^L", "$9")),
        ),
    )
    assert one(pbn.dumps([board])) == board


@pytest.mark.parametrize(
    ("marked", "words"),
    [
        ("SA §S1", "no card: 'S1'"),
        ("SA §AS", "no card: 'AS'"),
        ("SA §SAS2", "no card"),
        ("SA §SA", "AS is there twice"),
        ("SA §,", "cannot stand in a section Play"),
        ("SA * §S2", "nothing stands behind '*'"),
        ("SA S2 S3 +\n§S4", "nothing stands behind '+'"),
        ("- §=1=", "behind no call or card"),
        ("- " * 52 + "§-", "13 tricks"),
    ],
)
def test_play_that_is_none_is_refused(marked: str, words: str) -> None:
    refused(pbn.loads, f'[Contract "1C"]\n[Play "N"]\n{marked}', words)


def test_somebody_has_to_have_led() -> None:
    refused(pbn.loads, '[Play "?"]\n- §SA', "neither leader nor declarer")


# ---- Other tags ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "contract"),
    [("3NT", "3NT"), ("3N", "3NT"), ("4hx", "4HX"), ("7cXX", "7CXX"), ("4S X", "4SX"), ("pass", "Pass"), ("s", "S"),
     ("NT", "NT")],
)  # fmt: skip
def test_contracts_are_read(value: str, contract: str) -> None:
    assert one(f'[Contract "{value}"]').contract == contract


@pytest.mark.parametrize(
    ("marked", "words"),
    [
        ('[Contract "§8C"]', "no contract: '8C'"),
        ('[Contract "§4SXXX"]', "no contract"),
        ('[Contract "§4S by N"]', "no contract"),
        ('[Declarer "§X"]', "Declarer is N, E, S or W, not 'X'"),
        ('[Dealer "§NS"]', "Dealer is N, E, S or W"),
        ('[Dealer "§^N"]', "Dealer is N, E, S or W"),
        ('[Vulnerable "§n"]', "Vulnerable is None, NS, EW or All"),
        ('[Board "§-1"]', "the number of a board"),
        ('[Board "§1234567890"]', "the number of a board"),
        ('[Result "§14"]', "no result: '14'"),
        ('[Result "§+1"]', "no result"),
        ('[Result "§NS 9 EW 5"]', "do not share 13 tricks"),
        ('[Result "§NS 9 NS 4"]', "do not share 13 tricks"),
        ('[Result "§9 EW 4"]', "do not share 13 tricks"),
    ],
)
def test_values_that_are_none_are_refused(marked: str, words: str) -> None:
    refused(pbn.loads, f"\n\n{marked}", words)


# ---- The rules: what follows, what cannot be -------------------------------------------------------------


@pytest.mark.parametrize("seed", SEEDS)
def test_a_board_is_played_to_the_match_that_it_comes_from(seed: int) -> None:
    match = match_of(seed)
    again = boards.to_match(one(pbn.dumps([boards.from_match(match)])))
    assert (again.table, again.scores, again.turn) == (match.table, match.scores, match.turn)
    assert [event for event in again.log if event.move] == [event for event in match.log if event.move]


@pytest.mark.parametrize("seed", SEEDS)
def test_br_2_contract_declarer_and_result_are_completed(seed: int) -> None:
    match = match_of(seed)
    board = boards.from_match(match)
    bare = replaced(board, contract="", declarer=None, result=None)
    assert bare.completed() == board
    contract = match.table.contract
    if contract is not None:
        assert boards.read_contract(f"{contract.bid} {'X' * contract.doubled}") == board.contract
        assert board.declarer == contract.declarer
        assert board.result == (match.table.won[contract.declarer % 2] if match.deal_over else None)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_view_tells_the_cards_that_it_knows(seed: int) -> None:
    match = match_of(seed)
    whole = boards.from_match(match)
    for seat in range(-1, 4):
        board, view = boards.from_match(match.view(seat)), match.view(seat)
        assert (board.auction, board.play, board.contract) == (whole.auction, whole.play, whole.contract)
        for other in range(4):
            played = [trick[other] for trick in board.play]
            known = view.known(other) + [cell.card for cell in played if cell]
            assert board.hands[other] == known or board.hands[other] == whole.hands[other] == left_by(board, other)


@pytest.mark.parametrize("seat", range(-1, 4))
def test_a_board_of_a_view_does_not_depend_on_what_is_hidden(seat: int) -> None:
    match = match_of(8)
    told = {pbn.dumps([boards.from_match(match.view(seat).sample(number).view(seat))]) for number in range(9)}
    assert told == {pbn.dumps([boards.from_match(match.view(seat))])}


def test_a_claim_stays_with_the_board() -> None:
    board = one(GAME)
    match = boards.to_match(board)
    assert not match.deal_over and len(match.table.played) == 4
    assert boards.from_match(match) == replaced(
        board, event="", number=None, names=("",) * 4, scoring="", result=None,
        auction=tuple(dataclasses.replace(call, note=None) for call in board.auction),
    )  # fmt: skip


def test_unknown_cards_are_dealt_from_the_seed_before_the_play() -> None:
    text = '[Dealer "S"]\n[Vulnerable "All"]\n[Deal "N:- - AKQJT98765432... -"]\n[Auction "S"]\n7S'
    dealt = {boards.to_match(one(text), seed=seed).hand(0) for seed in range(5)}
    assert len(dealt) == 5
    match = boards.to_match(one(text), seed=1)
    assert (match.turn, match.table.calls, str(match.hand(2))[:5]) == (3, ("7S",), "2S 3S")


@pytest.mark.parametrize(
    ("told", "words"),
    [
        ({"contract": "4SX"}, "the contract is told to be 4SX, and is 4S by the rest"),
        ({"contract": "Pass"}, "told to be Pass"),
        ({"declarer": 2}, "the declarer is told to be S, and is N"),
        ({"leader": 3}, "the leader is told to be W, and is E"),
        ({"auction": (Call("pass"),) * 4}, "the contract is told to be 4S, and is Pass"),
        ({"auction": (), "contract": "Pass"}, "passed out"),
        ({"hands": (Cards("3S"), Cards("3H"), Cards(), Cards())}, "another hand"),
        ({"hands": (Cards("2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AC"), Cards(), Cards(), Cards())}, "not dealt"),
    ],
)
def test_a_board_that_contradicts_itself_is_refused(told: dict[str, Any], words: str) -> None:
    board = replaced(one(GAME), **told)
    for use in (Board.completed, boards.to_match):
        with pytest.raises(BadRecord, match=re.escape(words)) as refused:
            use(board)
        assert refused.value.code == "contradicts-itself"


@pytest.mark.parametrize("seed", [seed for seed in SEEDS if match_of(seed).table.declarer is not None])
def test_a_result_that_the_play_does_not_leave_is_refused(seed: int) -> None:
    match = match_of(seed)
    board, side = boards.from_match(match), match.table.declarer % 2
    taken, lost = match.table.won[side], match.table.won[1 - side]
    for result in range(14):
        told = replaced(board, result=result)
        if taken <= result <= 13 - lost:
            assert told.completed() == told
        else:
            with pytest.raises(BadRecord) as refused:
                told.completed()
            assert refused.value.code == "contradicts-itself"


@pytest.mark.parametrize(
    ("old", "new", "code", "rule", "words"),
    [
        ("2S  Pass", "1S Pass", "bid-too-low", "BR-2", "call 5 (1S)"),
        ("1NT Pass", "X 1NT", "no-double", "BR-2", "call 1 (X)"),
        ("AP", "AP Pass", "not-bidding", "BR-2", "call 11 (pass)"),
        ("Pass 2C", "^S 2C", "no-such-bid", "BR-2", "call 2 (skip)"),
        ("H7 H5", "C10 H5", "must-follow", "BR-3", "trick 1, S (5H)"),
        ("H7 H5 H4 H3\n*", "H7 H5 - H3\n*", "not-told", "", "behind one that is not"),
        ("H7 H5 H4 H3\n*", "H7 H5 H4 H3\n- SQ - -", "not-told", "", "behind one that is not"),
        ("H7 H5 H4 H3\n*", "H7 H5 H4 H3\nSA", "contradicts-itself", "", "another hand"),
        ('[Dealer "N"]', '[Dealer "N"]\n[Auction "N"]', "not-told", "", "auction"),
        ('[Auction "N"]', '[Auction "N"]\n1C *\n[Aucti "N"]', "not-told", "", "auction"),
        ('[Auction "N"]', '[Auction "N"]\n*\n[Aucti "N"]', "not-told", "", "auction"),
        ('[Dealer "N"]', '[Dealer "?"]\n[Auction "?"]', "not-told", "", "dealer"),
        ("None", "?", "not-told", "", "vulnerability"),
        ("9652.K87.K432.QT QJ73.AQ95.Q8.K42", "- -", "not-told", "", "hands"),
    ],
)
def test_what_cannot_be_played_is_refused_with_the_rule(old: str, new: str, code: str, rule: str, words: str) -> None:
    assert old in GAME
    with pytest.raises(BadRecord, match=re.escape(words)) as refused:
        boards.to_match(one(GAME.replace(old, new)))
    assert (refused.value.code, refused.value.rule) == (code, rule)


def test_a_board_is_passed_out() -> None:
    match = BRIDGE.start(seed=1)
    for _ in range(4):
        match.play("pass")
    board = boards.from_match(match)
    assert (board.contract, board.declarer, board.result, board.score) == ("Pass", None, None, "NS 0")
    text = pbn.dumps([board])
    assert '[Declarer ""]\n[Contract "Pass"]\n[Result ""]' in text
    assert boards.to_match(one(text)).deal_over


def test_only_boards_of_bridge_are_boards() -> None:
    with pytest.raises(BadOption) as refused:
        boards.from_match(cardavia.game("doudizhu").start(seed=1))
    assert refused.value.code == "other-game"


@pytest.mark.parametrize(
    ("told", "words"),
    [
        ({"dealer": 4}, "a seat"),
        ({"vulnerability": "all"}, "none, ns, ew, both"),
        ({"number": -1}, "number"),
        ({"result": 14}, "13 tricks"),
        ({"result_side": 2}, "side"),
        ({"contract": "4S X"}, "contract"),
        ({"auction": (Call("bid 1C"),)}, "no call: 'bid 1C'"),
        ({"names": ("",)}, "four seats"),
        ({"hands": (Cards("AS"), Cards("AS"), Cards(), Cards())}, "twice"),
        ({"hands": (Cards("AC 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AS"), Cards(), Cards(), Cards())}, "13 cards"),
        ({"play": ((None,) * 4,)}, "somebody led"),
        ({"play": ((None,) * 3,), "leader": 1}, "tricks of 4"),
        ({"play": ((None,) * 4,) * 14, "leader": 1}, "13 tricks"),
        ({"play": ((Played(BRIDGE.deck.card("AS")),) * 4,), "leader": 1}, "twice"),
    ],
)
def test_a_board_has_no_other_values(told: dict[str, Any], words: str) -> None:
    with pytest.raises(BadRecord, match=re.escape(words)) as refused:
        Board(**told)
    assert refused.value.code == "bad-record"


# ---- Any text ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("marked", "words"),
    [
        ("§hello", "begins with a tag, not with 'hello'"),
        ('[Event "x"]\n\n§hello', "begins with a tag"),
        ("\n§{ no end\n", "this comment has no end"),
        ('[Event "x"] §[Site x]', 'a tag is [Name "value"]'),
        ('§[Event "x\ny"]', "a tag is"),
        ('§[Event "x"', "a tag is"),
        (r'§[Event "x\"]', "a tag is"),
        ("§[", "a tag is"),
        ('§[Évent "x"]', "a tag is"),
    ],
)
def test_what_is_no_pbn_is_refused(marked: str, words: str) -> None:
    refused(pbn.loads, marked, words)
    refused(pbn.loads, marked.replace("\n", "\r\n"), words)


@pytest.mark.parametrize("text", [None, 7, ["x"]])
def test_only_text_is_read(text: Any) -> None:
    with pytest.raises(BadRecord, match="a record is text"):
        pbn.loads(text)


TEXTS = [GAME, pbn.dumps([board_of(seed) for seed in range(4)]), '[Event "##a"]\n\n[Event "#"]\n[T "x\\2R"]\n1 "2" 3\n']
SCRAPS = ['"', "#", "##", "\n", "\n\n", "[", "]", "{", "}", ";", "%", "\\", "-", "+", "*", "=1=", "$3", "!", "^R", "^S",
          "AP", "X", "SA", "10", "?", '[Play "N"]', '[Note "1:x"]', '[Auction "?"]', "NS", "é", "\x00"]  # fmt: skip


@settings(max_examples=400)
@given(edited(TEXTS, SCRAPS))
def test_edited_texts_are_read_or_refused(text: str) -> None:
    read = makes_sense_or_is_refused(pbn.loads, text)
    assert pbn.loads(pbn.dumps(read)) == read


@pytest.mark.parametrize(
    "text",
    [
        "{" * 100_000,
        "[" * 100_000,
        '[A "' + '" ' * 100_000,
        '[A "' + "\\" * 100_000,
        "[A" + " " * 100_000,
        '[A "x"]' + '"' * 100_001,
        '[A "x"]' + " " * 100_000 + "x",
        "%\n" * 100_000,
        "; \n" * 40_000,
        '[A "x"]\n' + "{\n" * 100_000,
        '[Auction "N"]\n' + "- " * 100_000,
        '[Auction "N"]\n1C' + "!" * 100_000,
        '[Auction "N"]\n1C' + "$1" * 100_000,
        '[Play "N"]\n' + "SA^" * 40_000,
        '[Deal "N:' + " " * 100_000 + '"]',
        '[Deal "N:- - - ' + "." * 100_000 + '"]',
        '[Board "' + "9" * 100_000 + '"]',
        "".join(f'[A{number} "##"]' for number in range(10_000)),
        '[A "##x"]' + "\n\n[B]" * 10_000,
    ],
    ids=lambda text: text[:14],
)
def test_no_text_takes_long(text: str) -> None:
    start = time.process_time()
    makes_sense_or_is_refused(pbn.loads, text)
    assert time.process_time() - start < 10


# ---- Another program ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", SEEDS)
def test_endplay_reads_what_we_write(seed: int) -> None:
    board = board_of(seed)
    [other] = peer_pbn.loads(pbn.dumps([board]))
    assert peer_facts(other) == facts(board)
    assert other.contract == as_peer(board).contract or board.result is None
    if board.declarer is not None:
        assert (other.contract.penalty, other.contract.declarer.abbr) == (
            as_peer(board).contract.penalty, "NESW"[board.declarer],
        )  # fmt: skip


@pytest.mark.parametrize("seed", SEEDS)
def test_we_read_what_endplay_writes(seed: int) -> None:
    board = board_of(seed, names=("Ann", "", "Bob", "C. D."))
    read = one(peer_pbn.dumps([as_peer(board)]))
    assert facts(read) == facts(board)
    assert read.names == board.names
    if board.contract:  # endplay has one for an auction that is not over, too
        assert (read.contract, read.declarer) == (board.contract, board.declarer)
    if board.result is not None:
        assert read.result == board.result
        assert boards.to_match(read).scores == boards.to_match(board).scores


def test_all_sorts_of_boards_are_compared() -> None:
    told = [board_of(seed) for seed in SEEDS]
    assert sum(board.result is not None for board in told) > 15
    assert sum(bool(board.play) and board.result is None for board in told) > 5
    assert {board.dealer for board in told} == {0, 1, 2, 3} and {board.vulnerability for board in told} == {
        *boards.VULNERABILITIES
    }
    assert {"", "Pass"} < {board.contract for board in told}
    assert sum("X" in board.contract for board in told) > 3
