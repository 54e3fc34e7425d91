"""The rules of Bridge, clause by clause (section BR of the house rules).

Seats 0 to 3 are North, East, South and West. South deals, unless it is said otherwise. Calls are written in short: 1C
to 7N, P for a pass, X for a double and XX for a redouble.
"""

from __future__ import annotations

import json
import pickle
import random
import struct
from collections.abc import Iterator, Sequence
from functools import cache
from math import comb
from typing import Any

import pytest
from endplay import types as peer

from cardavia import BadOption, BadRecord, Cards, EventCode, IllegalMove, Kind, Match, Random, Shape
from cardavia.games import bridge
from cardavia.games.bridge import CALLS, DENOMINATIONS, Contract
from tests.chacha import shuffled
from tests.chance import assert_even
from tests.referee import bridge as referee
from tests.tables.bridge import (
    GAME,
    SEATS,
    Table,
    hands_of,
    key_of,
    played_by,
    replayed,
    set_up,
    shown_voids,
    text_of,
    texts,
    word_of,
)
from tests.walk import choose, viewers, walk

N, E, S, W = SEATS
LETTERS = "NESW"
PACK = list(referee.PACK)

ORDERLY = [" ".join(PACK[(seat + 1) % 4 :: 4]) for seat in SEATS]
"""The hands when South deals a pack in deck order."""

UNEVEN = [
    "3C 5C 7C TC JC 6H AH 2S 3S 6S 7S TS QS",
    "6C AC 2D 4D 5D 7D 8D 9D TD AD 4S 9S KS",
    "2C 4C 9C QC 4H 5H 7H 9H KH 5S 8S JS AS",
    "8C KC 3D 6D JD QD KD 2H 3H 8H TH JH QH",
]

ONE_SUIT_EACH = hands_of("AKQJT98765432...", ".AKQJT98765432..", "..AKQJT98765432.", "...AKQJT98765432")

RUFFS = hands_of("5432.AKQJT9876..", "T9876.5432.AKQJ.", "AKQJ..T9876.5432", "..5432.AKQJT9876")
"""When West leads a club, North and East have none."""


def table(match: Match) -> bridge.Table:
    found: bridge.Table = match.table
    return found


def play(match: Match, *cards: str) -> Match:
    for card in cards:
        match.play(f"play {card}")
    return match


def finish(match: Match, at: int = 0) -> Match:
    """Plays on to the end: each time the first legal card in deck order, or the one at that place."""
    while not match.deal_over:
        match.play(match.moves[at])
    return match


def refusal(match: Match, move: str) -> tuple[str, str]:
    """Code and rule with which a move is refused."""
    with pytest.raises(IllegalMove) as caught:
        match.play(move)
    return caught.value.code, caught.value.rule


def points(match: Match) -> tuple[int, ...]:
    assert match.deal_over and match.deal_result is not None
    return match.deal_result.points


def lines(match: Match) -> list[tuple[str, int | None, int]]:
    assert match.deal_result is not None
    return [(line.code, line.seat, line.amount) for line in match.deal_result.lines]


def winners(match: Match) -> str:
    """Who has won the tricks, by letters."""
    return "".join(LETTERS[seat] for seat in table(match).winners)


# ---- 1. Deal ---------------------------------------------------------------------------------------------------------


def test_br_1_four_hands_of_thirteen_and_nothing_is_left() -> None:
    for seed in range(50):
        match = GAME.start(seed=seed)
        assert match.hand_sizes == (13, 13, 13, 13) and len(match.stock) == 0
        assert sorted(card for seat in SEATS for card in texts(match.hand(seat))) == sorted(PACK)
    assert GAME.players == 4 and GAME.sides == (0, 1, 0, 1) and GAME.direction == "clockwise"


def test_br_1_south_deals_and_calls_first_with_nobody_vulnerable() -> None:
    assert GAME.options == {"vulnerability": "none", "dealer": S}
    match = GAME.start(seed=1)
    assert match.phase == "bidding" and match.turn == S
    assert table(match).dealer == table(match).hand == S and table(match).vulnerability == "none"
    assert (table(match).calls, table(match).level, table(match).denomination) == ((), 0, None)
    assert (table(match).bidder, table(match).declarer, table(match).dummy) == (None, None, None)


@pytest.mark.parametrize("dealer", SEATS)
def test_br_1_one_card_at_a_time_from_the_dealers_left(dealer: int) -> None:
    """Card k of the pack, from 0, goes to seat (3 + k) mod 4 when South deals."""
    for seed in range(20):
        match = GAME.start(seed=seed, dealer=dealer)
        assert match.turn == dealer
        pack = [PACK[number] for number in shuffled(match.seed, 52, 52)]
        for seat in SEATS:
            assert match.hand(seat) == Cards(pack[(seat - dealer - 1) % 4 :: 4])
        assert [sorted(hand) for hand in referee.dealt(pack, dealer)] == [sorted(texts(match.hand(i))) for i in SEATS]


@pytest.mark.parametrize(("vulnerability", "sides"), [("none", ""), ("ns", "NS"), ("ew", "EW"), ("both", "NESW")])
def test_br_1_vulnerability_is_an_option(vulnerability: str, sides: str) -> None:
    number = ("none", "ns", "ew", "both").index(vulnerability)
    for given in (vulnerability, vulnerability.upper(), f" {vulnerability} ", number):
        match = GAME.start(seed=0, vulnerability=given)
        assert table(match).vulnerability == vulnerability
        assert [table(match).is_vulnerable(seat) for seat in SEATS] == [letter in sides for letter in LETTERS]
        assert json.loads(match.to_json())["options"] == {"vulnerability": vulnerability, "dealer": S}


@pytest.mark.parametrize("given", ["", "all", "N-S", "favourable", 4, -1, None, True, ["ns"], 1.0])
def test_br_1_there_is_no_other_vulnerability(given: Any) -> None:
    with pytest.raises(BadOption) as caught:
        GAME.start(seed=0, vulnerability=given)
    assert caught.value.code == "option-out-of-range"
    assert "none, ns, ew, both" in str(caught.value)


def test_br_1_a_match_is_one_deal() -> None:
    match = finish(set_up(*ORDERLY, calls="1N P P P"))
    assert match.over and match.deal == 0 and match.scores == points(match)
    with pytest.raises(IllegalMove) as caught:
        match.next_deal()
    assert caught.value.code == "match-over"


# ---- 2. Auction ------------------------------------------------------------------------------------------------------


def test_br_2_bids_go_up_by_level_and_in_it_from_clubs_to_no_trump() -> None:
    match = GAME.start(seed=0)
    levels, denominations = range(1, 8), ("C", "D", "H", "S", "NT")
    texts_of_bids = [f"bid {level}{denomination}" for level in levels for denomination in denominations]
    assert [str(move) for move in match.moves] == ["pass", *texts_of_bids]
    for number, text in enumerate(texts_of_bids):
        later = texts_of_bids[number:]
        assert [str(move) for move in match.moves if move.kind == Kind.BID] == later
        for lower in texts_of_bids[:number]:
            assert refusal(match, lower) == ("bid-too-low", "BR-2")
        move = match.play(text)
        assert (move.amount, f"{move.amount}{DENOMINATIONS[number % 5]}") == (number // 5 + 1, text[4:])
        assert move.shape == (Shape.CLUBS, Shape.DIAMONDS, Shape.HEARTS, Shape.SPADES, Shape.NOTRUMP)[number % 5]
        assert (table(match).level, table(match).denomination) == (move.amount, move.shape)
    assert refusal(match, "bid 7NT") == ("bid-too-low", "BR-2")


AUCTIONS = """\
S  P P P P                                                            passed out
S  P P P 1N P P P                                                     1NT by E
S  1C P P P                                                           1C by S
N  1H P 1S P 2H P 4H P P P                                            4H by N
E  1N X XX 2C X P P P                                                 2C X by N
S  P P 1C P P X P P XX P P P                                          1C XX by N
N  1C P 1S 2S P 4S P P P                                              4S by W
N  1H 2H 2S 3H 4H P P P                                               4H by N
W  1S P 2H P 2S P 3H P 4H P P P                                       4H by E
S  1N P 2D P 2H P 3N P P P                                            3NT by S
S  1N P 2H P 2S P 4S P P P                                            4S by S
N  1N P 2C P 2H P 3N P P P                                            3NT by N
N  1S P 2N P 3S P 4N P 5H P 6S P P P                                  6S by N
N  1C X XX P P 1D P P X P P P                                         1D X by E
E  1H X P P XX P P P                                                  1H XX by E
S  1D X XX 1S X 2S X P P XX P P P                                     2S XX by E
W  1N P P X P P XX P P 2C P P X P P P                                 2C X by N
S  7N X XX P P P                                                      7NT XX by S
S  7N P P P                                                           7NT by S
S  1C 1D 1H 1S 1N 2C 2D 2H 2S 2N 3C 3D 3H 3S 3N P P P                 3NT by S
"""


@pytest.mark.parametrize("row", AUCTIONS.splitlines())
def test_br_2_how_auctions_end(row: str) -> None:
    dealer, (calls, outcome) = row[0], [part.strip() for part in row[1:].split("  ") if part]
    match = set_up(dealer=LETTERS.index(dealer))
    for number, call in enumerate(calls.split()):
        assert match.phase == "bidding" and match.turn == table(match).hand == (LETTERS.index(dealer) + number) % 4
        assert table(match).declarer is None and table(match).contract is None
        before = bridge.legal_calls(calls.split()[:number])
        assert before == [word_of(key_of(move)) for move in match.moves]
        match.play(text_of(call))
    assert bridge.legal_calls(calls) == []
    assert len(table(match).calls) == len(calls.split())
    if outcome == "passed out":
        assert match.over and table(match).contract is None and table(match).declarer is None
        return
    assert match.phase == "playing" and str(table(match).contract) == outcome
    declarer = LETTERS.index(outcome[-1])
    assert table(match).declarer == declarer and table(match).dummy == (declarer + 2) % 4
    (told,) = [event for event in match.log if event.code == EventCode.CONTRACT]
    assert told.seat == declarer and Contract.of(told.amount, told.seat) == table(match).contract


ILLEGAL = [
    ("X", "no-double"),
    ("P X", "no-double"),
    ("1C P X", "no-double"),  # partner's bid
    ("1C X X", "no-double"),
    ("1C X P X", "no-double"),
    ("1C X XX X", "no-double"),
    ("1C X XX P X", "no-double"),
    ("7N P X", "no-double"),
    ("XX", "no-redouble"),
    ("P XX", "no-redouble"),
    ("1C XX", "no-redouble"),
    ("1C P XX", "no-redouble"),
    ("1C X P XX", "no-redouble"),  # the doubler's partner
    ("1C P P X P XX", "no-redouble"),  # the doubler itself
    ("1C X XX XX", "no-redouble"),
    ("1C X XX P XX", "no-redouble"),
    ("1C X 1D XX", "no-redouble"),  # the bid has cancelled the double
    ("1C X XX 1D XX", "no-redouble"),
    ("1C 1C", "bid-too-low"),
    ("1D 1C", "bid-too-low"),
    ("2C 1N", "bid-too-low"),
    ("7N P 1C", "bid-too-low"),
    ("1S X 1H", "bid-too-low"),
    ("1C P P P P", "not-bidding"),
    ("1C P P P X", "not-bidding"),
    ("1C P P P 1D", "not-bidding"),
    ("1C X P P P XX", "not-bidding"),
]


@pytest.mark.parametrize(("calls", "code"), ILLEGAL)
def test_br_2_calls_that_are_illegal_whoever_deals(calls: str, code: str) -> None:
    *before, last = calls.split()
    for dealer in SEATS:
        match = set_up(calls=" ".join(before), dealer=dealer)
        assert refusal(match, text_of(last)) == (code, "BR-2")
    assert (last + "T" if last[-1] == "N" else last) not in bridge.legal_calls(before)
    with pytest.raises(IllegalMove) as caught:
        bridge.legal_calls(calls)
    assert (caught.value.code, caught.value.rule) == (code, "BR-2")
    with pytest.raises(IllegalMove):
        bridge.legal_calls([*calls.split(), "P"])  # an auction with an illegal call in it


@pytest.mark.parametrize(
    "calls",
    [
        "P P P 1C", "1C P P X", "1C X P P XX", "1C X XX 1D X", "1C X XX P P 1D P P X", "1C 1N 2C X", "7N X", "7N X XX",
        "1C X 1D X", "1S P P 2S",
    ],
)  # fmt: skip
def test_br_2_calls_that_are_legal_though_they_may_not_look_it(calls: str) -> None:
    *before, last = calls.split()
    for dealer in SEATS:
        match = set_up(calls=calls, dealer=dealer)
        assert len(table(match).calls) == len(calls.split())
    assert last in bridge.legal_calls(before)


@pytest.mark.parametrize(
    ("calls", "count"),
    [
        ("", 36), ("P", 36), ("P P P", 36), ("1C", 36), ("1C P", 35), ("1C P P", 36), ("1C X", 36), ("1C X P", 35),
        ("1C X P P", 36), ("1C X XX", 35), ("1N", 32), ("1N P", 31), ("3N", 22), ("7N", 2), ("7N P", 1), ("7N X", 2),
        ("7N X P", 1), ("7N X XX", 1), ("7S X", 3), ("P P P P", 0), ("7N P P P", 0),
    ],
)  # fmt: skip
def test_br_2_how_many_calls_are_legal(calls: str, count: int) -> None:
    assert len(bridge.legal_calls(calls)) == count
    match = set_up(calls=calls)
    if count:
        assert len(match.moves) == count
    else:
        assert match.phase != "bidding"


def test_br_2_a_double_needs_the_opponents_undoubled_bid_and_passes_do_not_matter() -> None:
    for bid in ("1C", "3N", "7S"):
        for passes in range(3):
            legal = bridge.legal_calls([bid, *["P"] * passes])
            assert ("X" in legal) == (passes != 1) and "XX" not in legal
            after = bridge.legal_calls([bid, "X", *["P"] * passes])
            assert ("XX" in after) == (passes != 1) and "X" not in after
            late = bridge.legal_calls([bid, "P", "P", "X", *["P"] * passes])
            assert ("XX" in late) == (passes != 1) and "X" not in late
            redoubled = bridge.legal_calls([bid, "X", "XX", *["P"] * passes])
            assert "X" not in redoubled and "XX" not in redoubled


def test_br_2_a_bid_cancels_double_and_redouble() -> None:
    for calls, doubled in (("1C", 0), ("1C X", 1), ("1C X XX", 2)):
        match = set_up(calls=calls)
        assert table(match).doubled == doubled
        match.play("bid 1D")
        assert table(match).doubled == 0 and table(match).level == 1 and table(match).denomination == "diamonds"
        match.play("double")
        assert table(match).doubled == 1


def test_br_2_four_initial_passes_end_the_deal_at_nothing() -> None:
    match = set_up(calls="P P P")
    assert match.phase == "bidding" and match.turn == E
    match.play("pass")
    assert match.over and match.deal_over and match.phase == "over" and match.turn is None and len(match.moves) == 0
    assert points(match) == match.scores == (0, 0, 0, 0) and lines(match) == [("passed-out", None, 0)]
    assert table(match).calls == ("pass",) * 4 and table(match).tricks == () and table(match).hand is None
    assert match.hand_sizes == (13, 13, 13, 13)
    codes = [event.code for event in match.log]
    assert codes == ["deal", *["hand"] * 4, *["move"] * 4, "deal-over", *["points"] * 4, "match-over"]


def test_br_2_three_passes_end_the_auction_only_after_a_bid_double_or_redouble() -> None:
    for calls in ("1C", "1C X", "1C X XX", "P P P 1C", "P 1C P P X P P XX"):
        match = set_up(calls=calls)
        for _ in range(3):
            assert match.phase == "bidding"
            match.play("pass")
        assert match.phase == "playing"


def test_br_2_what_the_opponents_named_does_not_make_them_declarer() -> None:
    for dealer in SEATS:
        first = set_up(calls="1S 2S P P P", dealer=dealer)
        assert table(first).declarer == (dealer + 1) % 4
        partner = set_up(calls="1S 2S P 3S P P P", dealer=dealer)
        assert table(partner).declarer == (dealer + 1) % 4
        other = set_up(calls="1S P 2S 3S P P 4S P P P", dealer=dealer)
        assert table(other).declarer == dealer
        no_trump = set_up(calls="1S 1N P 2N P P P", dealer=dealer)
        assert table(no_trump).declarer == (dealer + 1) % 4


def test_br_2_the_longest_auction_has_319_calls() -> None:
    calls = ["P"] * 3
    for bid in CALLS[1:36]:
        calls += [bid, *"P P X P P XX P P".split()]
    match = set_up(calls=" ".join(calls))
    assert match.phase == "bidding" and [str(move) for move in match.moves] == ["pass"]
    match.play("pass")
    assert len(table(match).calls) == 319 and str(table(match).contract) == "7NT XX by E"
    assert Match.from_json(match.to_json()).position == match.position
    assert bridge.legal_calls([*calls, "P"]) == []


def test_br_2_how_many_sequences_of_calls_there_are() -> None:
    def count(match: Match, length: int) -> int:
        if match.phase != "bidding":
            return 0
        if length == 1:
            return len(match.moves)
        found = 0
        for move in match.moves:
            match.play(move)
            found += count(match, length - 1)
            match.undo()
        return found

    assert [count(set_up(), length) for length in range(1, 5)] == [36, 701, 9731, 107451]


def test_br_2_how_many_auctions_there_are() -> None:
    """What may follow depends on the last bid, on doubles and on passes since; so all auctions can be counted."""

    @cache
    def count(bid: int, doubled: int, passes: int) -> int:
        calls = [*[CALLS[bid]][: bid > 0], *["X"] * (doubled > 0), *["XX"] * (doubled > 1), *["P"] * passes]
        legal, found = bridge.legal_calls(calls), 0
        for call in legal:
            if call == "pass":
                found += count(bid, doubled, passes + 1)
            elif call in ("X", "XX"):
                found += count(bid, doubled + 1, 0)
            else:
                found += count(CALLS.index(call), 0, 0)
        return found if legal else 1

    assert count(0, 0, 0) == 128745650347030683120231926111609371363122697557 == 1 + 28 * (22**35 - 1) // 21


def test_br_2_random_auctions_are_those_of_the_referee() -> None:
    """Long ones, with many doubles."""
    rng = random.Random(0)
    ends = set()
    for _ in range(150):
        plain, calls = referee.Referee([hand.split() for hand in ORDERLY]), list[str]()
        while True:
            legal = bridge.legal_calls(calls)
            assert set(legal) == {word_of(key) for key in plain.legal() if key[0] != "play"}
            if not legal:
                break
            others = [call for call in legal if call in ("X", "XX")] or legal[1:4]
            calls.append(rng.choice(others) if others and rng.random() < 0.55 else "pass")
            plain.play(next(key for key in plain.legal() if word_of(key) == calls[-1]))
        match = set_up(*ORDERLY)
        for call in calls:
            match.play(bridge.move_text(call))
        assert (table(match).declarer, table(match).dummy) == (plain.table()["declarer"], plain.table()["dummy"])
        ends.add(len(calls))
    assert max(ends) > 40


def test_br_2_the_table_says_how_the_auction_stands() -> None:
    match = set_up(calls="P 1H X")
    assert table(match).calls == ("pass", "1H", "X") and table(match).bidder == W
    assert (table(match).level, table(match).denomination, table(match).doubled) == (1, Shape.HEARTS, 1)
    assert table(match).hand == match.turn == E and table(match).leader is None and table(match).contract is None


@pytest.mark.parametrize("text", ["1NT", "1nt", "1N", "1n", " bid 1 NT", "BID 1nt", "bid  1 n"])
def test_br_2_the_text_of_a_bid(text: str) -> None:
    match = GAME.start(seed=0)
    text = text if "bid" in text.lower() else f"bid {text}"
    move = match.moves.find(text)
    assert str(move) == "bid 1NT" == move.symbols and (move.amount, move.shape) == (1, "notrump")
    assert str(match.moves.find("bid 4s")) == "bid 4S" and match.moves.find("bid 4\u2660").symbols == "bid 4\u2660"


def test_br_2_calls_are_read_in_many_forms() -> None:
    for words, call in (
        (["pass", "P", "p", "Pass", " pass "], "pass"),
        (["X", "x", "dbl", "Double", "DBL"], "X"),
        (["XX", "xx", "rdbl", "ReDouble"], "XX"),
        (["1NT", "1N", "1n", "1nt"], "1NT"),
        (["4S", "4s", "4\u2660"], "4S"),
    ):
        kind = {"pass": "pass", "X": "double", "XX": "redouble"}.get(call, f"bid {call}")
        assert {bridge.move_text(word) for word in words} == {kind}
    assert bridge.legal_calls("1c x") == bridge.legal_calls(["1C", "dbl"]) == bridge.legal_calls(("1\u2663", "double"))
    assert bridge.legal_calls() == bridge.legal_calls("") == list(CALLS[:36])


@pytest.mark.parametrize(
    "call", ["0C", "8C", "1", "NT", "1Z", "XXX", "1CC", "bid 1C", "1 C", "", "play", None, 5, ["1C"]]
)
def test_br_2_what_is_no_call(call: Any) -> None:
    with pytest.raises(IllegalMove) as caught:
        bridge.legal_calls(["1C", call])
    assert (caught.value.code, caught.value.rule) == ("no-such-bid", "BR-2")
    with pytest.raises(IllegalMove):
        bridge.move_text(call)


# ---- Contracts -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "contract"),
    [
        ("3NT", Contract(3, "NT")),
        ("3nt", Contract(3, "NT")),
        ("3N", Contract(3, "NT")),
        ("4S X", Contract(4, "S", 1)),
        ("4sx", Contract(4, "S", 1)),
        ("4S xx", Contract(4, "S", 2)),
        ("7NTXX", Contract(7, "NT", 2)),
        ("1\u2663", Contract(1, "C")),
        (" 5 D X by N ", Contract(5, "D", 1, N)),
        ("2H by w", Contract(2, "H", 0, W)),
    ],
)
def test_the_text_of_a_contract(text: str, contract: Contract) -> None:
    assert Contract.parse(text) == contract == Contract.parse(str(contract))


@pytest.mark.parametrize(
    "text",
    [
        "", "pass", "P", "7NN XX", "0C", "8C", "1", "NT", "1Z", "4SXXX", "4S X X", "4S by", "4S by Q", "4S by NE",
        "4SbyN", "XX", "33NT", "4S4", "4S X by N by S", "4S \0", "\u0664S", "4\u017f", None, 5, b"3NT",
    ],
)  # fmt: skip
def test_what_is_no_contract_is_not_guessed_at(text: Any) -> None:
    with pytest.raises(BadOption) as caught:
        Contract.parse(text)
    assert (caught.value.code, caught.value.rule) == ("no-such-contract", "BR-4")
    with pytest.raises(BadOption):
        bridge.score(text, 9, vulnerable=False)


def test_all_contracts_have_a_text_and_a_number() -> None:
    bids = CALLS[1:36]
    numbers = []
    for doubled in range(3):
        for bid in bids:
            contract = Contract(int(bid[0]), bid[1:], doubled)
            assert contract.bid == bid and str(contract) == f"{bid} {'X' * doubled}".strip()
            numbers.append(contract)
            for declarer in SEATS:
                declared = Contract(contract.level, contract.denomination, doubled, declarer)
                assert str(declared) == f"{contract} by {LETTERS[declarer]}"
                assert Contract.parse(str(declared)) == declared
    assert [Contract.of(number) for number in range(1, 106)] == numbers
    for number in (0, 106, -1, 10**30, None, "1"):
        with pytest.raises(BadOption):
            Contract.of(number)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "fields",
    [(0, "C"), (8, "C"), (1, "N"), (1, "c"), (1, "clubs"), (1, "C", 3), (1, "C", -1), (1, "C", 0, 4), (1, "C", 0, -1)],
)
def test_a_contract_that_there_is_not_cannot_be_made(fields: Any) -> None:
    with pytest.raises(BadOption) as caught:
        Contract(*fields)
    assert caught.value.code == "no-such-contract"


# ---- 3. Play ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("dealer", SEATS)
def test_br_3_declarers_left_hand_opponent_leads(dealer: int) -> None:
    match = set_up(calls="1C P 1D P P P", dealer=dealer)
    declarer = table(match).declarer
    assert declarer == (dealer + 2) % 4
    assert match.turn == table(match).hand == table(match).leader == (declarer + 1) % 4
    assert len(match.moves) == 13 and {move.kind for move in match.moves} == {Kind.PLAY}


def test_br_3_dummy_is_open_to_all_when_the_lead_lies_and_not_before() -> None:
    match = set_up(*ORDERLY, calls="1N P P P")  # South declares, West leads
    dummy = match.hand(N)
    for viewer in viewers(match):
        view = match.view(viewer)
        assert len(view.known(N)) == (13 if viewer == N else 0) and len(view.table.dummy_hand) == 0
    play(match, "2C")
    for viewer in viewers(match):
        view = match.view(viewer)
        assert view.known(N) == view.table.dummy_hand == table(match).dummy_hand == dummy
        (shown,) = [event for event in view.log if event.code == EventCode.DUMMY]
        assert shown.seat == N and shown.cards == dummy
    play(match, "7C")
    for viewer in viewers(match):
        assert match.view(viewer).known(N) == match.view(viewer).table.dummy_hand == dummy - ["7C"]
    assert [event.cards for event in match.log if event.code == EventCode.DUMMY] == [dummy]


def test_br_3_nobody_sees_more_than_their_own_hand_and_dummy() -> None:
    for seed in range(6):
        for match in walk(GAME.start(seed=seed), random.Random(seed)):
            dummy = table(match).dummy if table(match).played else None
            for viewer in viewers(match):
                view = match.view(viewer)
                for seat in SEATS:
                    assert view.known(seat) == (match.hand(seat) if seat in (viewer, dummy) else Cards())


def test_br_3_dummys_player_does_not_see_declarers_hand() -> None:
    match = set_up(*ORDERLY, calls="1N P P P", plays="2C 7C")
    assert len(match.hand(S)) == 13
    assert len(match.view(N).known(S)) == len(match.view(E).known(S)) == 0 < len(match.view(S).known(N))


def test_br_3_declarer_acts_at_dummys_turn() -> None:
    match = set_up(*ORDERLY, calls="1N P P P", plays="2C")
    assert match.turn == S and table(match).hand == table(match).dummy == N
    assert [str(move.cards) for move in match.moves] == ["3C", "7C", "JC"]  # dummy's clubs
    assert list(match.view(S).moves) == list(match.moves) and len(match.view(N).moves) == 0
    with pytest.raises(IllegalMove) as caught:
        match.play("play 7C", seat=N)
    assert caught.value.code == "not-your-turn"
    assert refusal(match, "play 5C") == ("not-in-hand", "BR-3")  # it is in declarer's own hand
    match.play("play 7C", seat=S)
    assert match.log[-1].seat == N and match.log[-1].code == EventCode.MOVE  # it was dummy's card
    assert match.turn == table(match).hand == E
    play(match, "8C", "5C")
    assert match.log[-2].seat == S


def test_br_3_dummy_never_acts() -> None:
    for seed in range(20):
        for match in walk(GAME.start(seed=seed), random.Random(seed)):
            if match.phase == "playing":
                assert match.turn != table(match).dummy
                hand = table(match).hand
                assert match.turn == (table(match).declarer if hand == table(match).dummy else hand)
                assert hand is not None and all(move.cards <= match.hand(hand) for move in match.moves)


def test_br_3_dummy_leads_to_the_next_trick_when_it_has_won() -> None:
    match = set_up(*ORDERLY, calls="1N P P P", plays="2C JC 4C 5C")
    assert table(match).winners == (N,) and match.turn == S and table(match).hand == table(match).leader == N
    assert len(match.moves) == 12 and match.view(N).hand == match.hand(N)
    play(match, "2D")
    assert table(match).leaders == (W, N) and match.turn == E


def test_br_3_suit_is_followed_if_possible() -> None:
    match = set_up(*RUFFS, calls="1S P P P", plays="AC")
    assert len(match.moves) == 13  # dummy has no club: anything
    play(match, "AH")
    assert match.turn == E and len(match.moves) == 13
    play(match, "2H")
    assert [str(move.cards) for move in match.moves] == ["2C", "3C", "4C", "5C"]
    for card in ("AS", "TD"):
        assert refusal(match, f"play {card}") == ("must-follow", "BR-3")


@pytest.mark.parametrize(
    ("calls", "cards", "winner"),
    [
        ("1S P P P", "AC 2S TS 2C", "E"),  # two trumps: the higher
        ("1S P P P", "AC 5S KD 2C", "N"),
        ("1S P P P", "AC AH AD 2C", "W"),  # aces of other suits win nothing
        ("1S P P P", "6C AH AD 5C", "W"),
        ("1S P P P", "2D 2S KD TD", "N"),
        ("1N P P P", "6C 5S TS 5C", "W"),  # nothing is trump
        ("1N P P P", "2D AH JD TD", "E"),
        ("2D P P P", "6C 5S AD 2C", "E"),
        ("2D P P P", "6C 5S TS 2C", "W"),
        ("2H P P P", "7C 6H 5H 5C", "N"),
        ("2H P P P", "7C 5S 2H 5C", "E"),
    ],
)
def test_br_3_the_highest_trump_takes_the_trick_else_the_highest_of_the_suit_led(
    calls: str, cards: str, winner: str
) -> None:
    match = set_up(*RUFFS, calls=calls, plays=cards)
    assert winners(match) == winner and table(match).trick == ()
    assert table(match).won == ((1, 0) if winner in "NS" else (0, 1))
    assert table(match).leader == table(match).hand == LETTERS.index(winner)
    assert match.log[-1].code == EventCode.TRICK and match.log[-1].seat == LETTERS.index(winner)
    (trick,) = table(match).tricks
    assert (trick.leader, texts(trick.cards), trick.winner) == (W, cards.split(), LETTERS.index(winner))


def test_br_3_a_trick_lies_on_the_table_from_the_leader_on() -> None:
    match = set_up(*RUFFS, calls="1S P P P", plays="AC 2S TS")
    assert texts(table(match).trick) == ["AC", "2S", "TS"] == texts(table(match).played)
    (trick,) = table(match).tricks
    assert (trick.leader, texts(trick.cards), trick.winner) == (W, ["AC", "2S", "TS"], None)


def test_br_3_all_thirteen_tricks_are_played() -> None:
    """There are no claims."""
    match = set_up(*map(" ".join, ONE_SUIT_EACH), calls="7D P P P")
    for number in range(52):
        assert not match.deal_over and len(table(match).played) == number
        assert {move.kind for move in match.moves} == {Kind.PLAY}
        match.play(match.moves[0])
    assert match.over and table(match).won == (13, 0) and len(table(match).tricks) == 13
    assert match.hand_sizes == (0, 0, 0, 0) and table(match).dummy_hand == Cards()


DEALS = {"orderly": ORDERLY, "uneven": UNEVEN}

PLAYED = """\
orderly  1N P P P              first  SSSWWSNNSEESS   9   150
orderly  1N P P P              last   SSSSSSSSSSSSS  13   270
orderly  4S P P P              first  SSSWWSNNSESSS  10   420
orderly  4S P P P              last   SSSSSSSSSSSSS  13   510
orderly  P P 6H X P P P        first  SSSWWSNSSEESS   9  -500
orderly  P P 6H X P P P        last   SSSESSSSSSSSS  12  1210
orderly  1C P P X P P XX P P P first  SSSWWSNNSEESS   9   630
orderly  1C P P X P P XX P P P last   SSSSSSSSSWSSS  12  1230
uneven   1N P P P              first  WEWWWWWSSNEES   4  -150
uneven   1N P P P              last   NSSSNNNNEWWWW   8   120
uneven   4S P P P              first  WEWWWWWNSNESS   5  -250
uneven   4S P P P              last   ESSSNNNNEWWWW   7  -150
uneven   P P 6H X P P P        first  WEWWSNNSSSEWW   6 -1400
uneven   P P 6H X P P P        last   WNWSWSSSSEWWW   6 -1400
uneven   1C P P X P P XX P P P first  WESSNNNSSSEES   9   630
uneven   1C P P X P P XX P P P last   NSSSNNNNENSNN  12  1230
"""
"""Always the first or the last legal card in deck order: who wins the tricks, how many are the declaring side's, and
the points of N-S. The referee worked them out."""

VOIDS = {
    ("1N P P P", "first"): ["DH", "H", "D", "DS"],
    ("1N P P P", "last"): ["D", "HS", "DS", "HS"],
    ("4S P P P", "first"): ["DH", "H", "D", "DS"],
    ("4S P P P", "last"): ["D", "HS", "DS", "HS"],
    ("P P 6H X P P P", "first"): ["DH", "H", "DH", "DS"],
    ("P P 6H X P P P", "last"): ["DH", "HS", "D", "HS"],
    ("1C P P X P P XX P P P", "first"): ["DH", "CH", "CD", "CDS"],
    ("1C P P X P P XX P P P", "last"): ["D", "CHS", "DS", "CHS"],
}
"""The suits in which each hand of the uneven deal has not followed."""


@pytest.mark.parametrize("row", PLAYED.splitlines())
def test_br_3_deals_that_the_referee_worked_out(row: str) -> None:
    deal, *calls, which, tricks, won, score = row.split()
    match = finish(set_up(*DEALS[deal], calls=" ".join(calls)), {"first": 0, "last": -1}[which])
    declarer = table(match).declarer
    assert declarer is not None and winners(match) == tricks
    assert table(match).won[declarer % 2] == int(won) and points(match)[N] == int(score)
    if deal == "uneven":
        assert shown_voids(table(match)) == [set(suits) for suits in VOIDS[" ".join(calls), which]]


@pytest.mark.parametrize(
    ("deal", "calls", "counts"),
    [
        ("orderly", "1N P P P", [13, 42, 135, 432, 5184, 15696]),
        ("orderly", "4S P P P", [13, 42, 135, 432, 5184, 15696]),
        ("uneven", "1N P P P", [13, 87, 696, 7620, 91440, 597901]),
        ("uneven", "4S P P P", [13, 87, 696, 7620, 91440, 515870]),
    ],
)
def test_br_3_how_many_ways_to_play_there_are(deal: str, calls: str, counts: list[int]) -> None:
    def count(match: Match, depth: int) -> int:
        if depth == 1:
            return len(match.moves)
        found = 0
        for move in match.moves:
            match.play(move)
            found += count(match, depth - 1)
            match.undo()
        return found

    match = set_up(*DEALS[deal], calls=calls)
    assert [count(match, depth) for depth in range(1, 7)] == counts


def test_br_3_a_passed_out_deal_shows_no_card() -> None:
    match = set_up(calls="P P P P")
    for viewer in viewers(match):
        view = match.view(viewer)
        assert [len(view.known(seat)) for seat in SEATS] == [13 * (seat == viewer) for seat in SEATS]
        world = Table(GAME).other_world(match, viewer, random.Random(viewer))
        assert world is not None and world.hand((viewer + 1) % 4) != match.hand((viewer + 1) % 4)
        other = world.view(viewer)
        assert other == view and other.position == view.position and pickle.dumps(other) == pickle.dumps(view)
        assert other.to_dict() == view.to_dict() and other.log == view.log


def test_br_3_a_sample_keeps_what_voids_have_shown() -> None:
    """East has no club, and dummy sees it. So East's twelve cards are drawn from the 25 others that dummy does not see,
    and South's from the 24 that are left then."""
    match = set_up(*RUFFS, calls="1S P P P", plays="AC 2S TS 2C")
    view, rng, rounds = match.view(N), Random(1), 4000
    unseen = [card for card in PACK if card not in {"AC", "2S", "TS", "2C", *texts(view.hand)}]
    drawn: dict[tuple[int, str], int] = {}
    for _ in range(rounds):
        world = view.sample(rng)
        for seat in (E, S, W):
            for card in texts(world.hand(seat)):
                drawn[seat, card] = drawn.get((seat, card), 0) + 1
    assert len(unseen) == 36
    for card in unseen:
        chances = {E: 0.0, S: 0.5, W: 0.5} if card[1] == "C" else {E: 12 / 25, S: 13 / 50, W: 13 / 50}
        for seat, chance in chances.items():
            spread = (rounds * chance * (1 - chance)) ** 0.5
            assert abs(drawn.get((seat, card), 0) - rounds * chance) <= 5.2 * spread


def test_br_3_samples_are_even_where_voids_leave_few_layouts() -> None:
    """Declarer misses a heart and three clubs, and West has no heart: it holds two of the clubs."""
    hands = hands_of("AKQJT98765432...", ".KQJT98765432..2", ".A.AKQJT9876543.", "..2.AKQJT9876543")
    match = set_up(*hands, calls="1N P P P", plays="2D 2S KH AD AH 3C 3S QH")
    while max(match.hand_sizes) > 2:
        match.play(match.moves[-1 if match.turn == E else 0])
    assert [texts(match.hand(seat)) for seat in (E, W)] == [["2C", "2H"], ["KC", "AC"]]
    assert shown_voids(table(match))[W] == {"H", "D"}
    rng, view = Random(3), match.view(S)
    worlds = (view.sample(rng) for _ in range(1000))
    assert_even((str(world.hand(W)) for world in worlds), ["2C KC", "2C AC", "KC AC"])


def spreads(
    classes: Sequence[tuple[Sequence[int], int]], room: tuple[int, ...]
) -> Iterator[tuple[tuple[int, ...], int]]:
    """All ways to spread cards over hands with that room, when only some hands can hold those of a class: how many of
    the first class, of the second ... go to each hand; and in how many ways."""
    if not classes:
        yield (), 1
        return
    (seats, count), *rest = classes

    def split(seat: int, left: int) -> Iterator[tuple[tuple[int, ...], int]]:
        if seat == 4:
            if left == 0:
                yield (), 1
            return
        for here in range(min(left, room[seat]) + 1 if seat in seats else 1):
            for others, ways in split(seat + 1, left - here):
                yield (here, *others), ways * comb(left, here)

    for counts, ways in split(0, count):
        after = tuple(free - here for free, here in zip(room, counts, strict=True))
        for others, more in spreads(rest, after):
            yield (*counts, *others), ways * more


def test_br_3_samples_in_the_middle_of_a_deal_are_even() -> None:
    """Where two hidden hands have shown to be void of different suits, so that each can hold what the other can't. How
    many cards of each suit a hand gets on average is compared with all ways to spread them."""
    adapter, looked_at = Table(GAME), 0
    for seed in range(400):
        rng = random.Random(seed)
        match = GAME.start(seed=seed, **adapter.variant(rng))
        for call in ("bid 1NT", "pass", "pass", "pass"):
            match.play(call)
        while len(table(match).played) < 14 + seed % 8:
            match.play(match.moves.sample(rng))
        viewer = rng.choice([-1, N, E, S, W])
        view, voids = match.view(viewer), shown_voids(table(match))
        unseen, places = adapter.unseen(view)
        suits = {suit: sum(card[1] == suit for card in unseen) for suit in "CDHS"}
        told = [{suit for suit in voids[seat] if suits[suit]} for seat in SEATS if places[seat]]
        if not any(one - other and other - one for one in told for other in told):
            continue
        looked_at += 1
        seats = {suit: [seat for seat in SEATS if places[seat] and suit not in voids[seat]] for suit in suits}
        total, sums, squares = 0, [0] * 16, [0] * 16
        for counts, ways in spreads([(seats[suit], suits[suit]) for suit in suits], tuple(places)):
            total += ways
            for i, count in enumerate(counts):
                sums[i] += ways * count
                squares[i] += ways * count**2
        rounds, draws, found = 400, Random(seed), [0] * 16
        for _ in range(rounds):
            world = view.sample(draws)
            for i, (suit, seat) in enumerate((suit, seat) for suit in suits for seat in SEATS):
                if places[seat]:
                    found[i] += sum(str(card)[1] == suit for card in world.hand(seat))
        for i in range(16):
            mean = sums[i] / total
            deviation = (max(squares[i] / total - mean**2, 0) / rounds) ** 0.5
            assert abs(found[i] / rounds - mean) <= 5.2 * deviation + 1e-9, (seed, i)
        if looked_at == 10:
            return
    raise AssertionError(f"only {looked_at} positions found")


@pytest.mark.parametrize("plays", ["AC 5S KD 2C 6H 2H 3C 2D", "AC AH AD 2C KC KH 4H 3C"])
def test_br_3_an_edited_position_is_taken_only_if_suits_were_followed_in_it(plays: str) -> None:
    """A card of East's, held or played, is exchanged for one that West holds; the referee says what could be."""
    match = set_up(*RUFFS, calls="1S P P P", plays=plays).view(-1).sample(1)
    record = json.loads(match.to_json())
    held, played = [texts(match.hand(seat)) for seat in SEATS], texts(table(match).played)

    def parts(held: list[list[str]], played: list[str]) -> tuple[bytes, bytes]:
        numbers = [sum(1 << PACK.index(card) for card in hand) for hand in held]
        return struct.pack("<4Q", *numbers), bytes(map(PACK.index, played))

    data, before = bytes.fromhex(record["position"]), parts(held, played)
    assert data.count(before[0]) == data.count(before[1]) == 1
    taken = []
    for mine in [*held[E], *played_by(table(match))[E]]:
        for other in held[W]:
            exchanged = {mine: other, other: mine}
            now = [[exchanged.get(card, card) for card in hand] for hand in (*held, played)]
            after = parts(now[:4], now[4])
            edited = data.replace(before[0], after[0]).replace(before[1], after[1])
            try:
                plain: Any = replayed(table(match), now[:4], now[4])
                fits = [trick["winner"] for trick in plain.record()["tricks"]] == [*table(match).winners]
            except ValueError:
                fits = False
            try:
                assert Match.from_json(json.dumps({**record, "position": edited.hex()})).position == edited and fits
            except BadRecord:
                assert not fits
            taken.append(fits)
    assert 10 < sum(taken) < len(taken) - 10


# ---- 4. Score --------------------------------------------------------------------------------------------------------

SCORES = """\
1C =          70     70     20    0   50    0    0    0
1C +1         90     90     20   20   50    0    0    0
1C +6        190    190     20  120   50    0    0    0
1D +2        110    110     20   40   50    0    0    0
1H =          80     80     30    0   50    0    0    0
1H +3        170    170     30   90   50    0    0    0
1S +1        110    110     30   30   50    0    0    0
1NT =         90     90     40    0   50    0    0    0
1NT +1       120    120     40   30   50    0    0    0
1NT +2       150    150     40   60   50    0    0    0
1NT +6       270    270     40  180   50    0    0    0
2C =          90     90     40    0   50    0    0    0
2H =         110    110     60    0   50    0    0    0
2S +1        140    140     60   30   50    0    0    0
2NT =        120    120     70    0   50    0    0    0
2NT +1       150    150     70   30   50    0    0    0
3C =         110    110     60    0   50    0    0    0
3D =         110    110     60    0   50    0    0    0
3H =         140    140     90    0   50    0    0    0
3S =         140    140     90    0   50    0    0    0
3S +1        170    170     90   30   50    0    0    0
3NT =        400    600    100    0  300    0    0    0
3NT +1       430    630    100   30  300    0    0    0
3NT +3       490    690    100   90  300    0    0    0
4C =         130    130     80    0   50    0    0    0
4D +1        150    150     80   20   50    0    0    0
4H =         420    620    120    0  300    0    0    0
4S =         420    620    120    0  300    0    0    0
4S +1        450    650    120   30  300    0    0    0
4S +2        480    680    120   60  300    0    0    0
4NT =        430    630    130    0  300    0    0    0
5C =         400    600    100    0  300    0    0    0
5D =         400    600    100    0  300    0    0    0
5D +1        420    620    100   20  300    0    0    0
5H =         450    650    150    0  300    0    0    0
5NT =        460    660    160    0  300    0    0    0
6C =         920   1370    120    0  300  500    0    0
6D =         920   1370    120    0  300  500    0    0
6D +1        940   1390    120   20  300  500    0    0
6H =         980   1430    180    0  300  500    0    0
6S =         980   1430    180    0  300  500    0    0
6NT =        990   1440    190    0  300  500    0    0
6NT +1      1020   1470    190   30  300  500    0    0
7C =        1440   2140    140    0  300 1000    0    0
7D =        1440   2140    140    0  300 1000    0    0
7H =        1510   2210    210    0  300 1000    0    0
7S =        1510   2210    210    0  300 1000    0    0
7NT =       1520   2220    220    0  300 1000    0    0
1C X =       140    140     40    0   50    0   50    0
1C X +1      240    340     40  100   50    0   50    0
1NT X =      180    180     80    0   50    0   50    0
1NT X +1     280    380     80  100   50    0   50    0
2C X =       180    180     80    0   50    0   50    0
2D X =       180    180     80    0   50    0   50    0
2H X =       470    670    120    0  300    0   50    0
2S X =       470    670    120    0  300    0   50    0
2S X +1      570    870    120  100  300    0   50    0
2NT X =      490    690    140    0  300    0   50    0
3NT X =      550    750    200    0  300    0   50    0
3NT X +1     650    950    200  100  300    0   50    0
4H X =       590    790    240    0  300    0   50    0
4S X +1      690    990    240  100  300    0   50    0
5C X =       550    750    200    0  300    0   50    0
5D X +1      650    950    200  100  300    0   50    0
6S X =      1210   1660    360    0  300  500   50    0
7NT X =     1790   2490    440    0  300 1000   50    0
1C XX =      230    230     80    0   50    0  100    0
1D XX +1     430    630     80  200   50    0  100    0
1H XX =      520    720    120    0  300    0  100    0
1S XX =      520    720    120    0  300    0  100    0
1NT XX =     560    760    160    0  300    0  100    0
1NT XX +1    760   1160    160  200  300    0  100    0
1NT XX +6   1760   3160    160 1200  300    0  100    0
2C XX =      560    760    160    0  300    0  100    0
2H XX =      640    840    240    0  300    0  100    0
4S XX +1    1080   1480    480  200  300    0  100    0
7C XX =     1960   2660    560    0  300 1000  100    0
7NT XX =    2280   2980    880    0  300 1000  100    0
3NT -1       -50   -100      0    0    0    0    0  -50
3NT -2      -100   -200      0    0    0    0    0 -100
4S -1        -50   -100      0    0    0    0    0  -50
4S -3       -150   -300      0    0    0    0    0 -150
6NT -1       -50   -100      0    0    0    0    0  -50
7NT -13     -650  -1300      0    0    0    0    0 -650
1C X -1     -100   -200      0    0    0    0    0 -100
1NT X -1    -100   -200      0    0    0    0    0 -100
1NT X -2    -300   -500      0    0    0    0    0 -300
2S X -1     -100   -200      0    0    0    0    0 -100
2S X -2     -300   -500      0    0    0    0    0 -300
4S X -3     -500   -800      0    0    0    0    0 -500
4S X -4     -800  -1100      0    0    0    0    0 -800
4S X -5    -1100  -1400      0    0    0    0    0 -1100
5C X -3     -500   -800      0    0    0    0    0 -500
1NT X -7   -1700  -2000      0    0    0    0    0 -1700
7NT X -13  -3500  -3800      0    0    0    0    0 -3500
1NT XX -1   -200   -400      0    0    0    0    0 -200
1NT XX -2   -600  -1000      0    0    0    0    0 -600
3NT XX -1   -200   -400      0    0    0    0    0 -200
2S XX -3   -1000  -1600      0    0    0    0    0 -1000
4S XX -4   -1600  -2200      0    0    0    0    0 -1600
1NT XX -7  -3400  -4000      0    0    0    0    0 -3400
7NT XX -13  -7000  -7600      0    0    0    0    0 -7000
"""
"""Contract and result; the score not vulnerable and vulnerable; and how the first comes about: trick points,
overtricks, game or part-score, slam, for making it doubled, undertricks."""

ALL = [
    (level, denomination, doubled, vulnerable, tricks)
    for level in range(1, 8)
    for denomination in DENOMINATIONS
    for doubled in range(3)
    for vulnerable in (False, True)
    for tricks in range(14)
]


def scored(level: int, denomination: str, doubled: int, vulnerable: bool, tricks: int) -> int:
    return bridge.score(Contract(level, denomination, doubled), tricks, vulnerable=vulnerable)


@pytest.mark.parametrize("row", SCORES.splitlines())
def test_br_4_right_values(row: str) -> None:
    *contract, result, plain, vulnerable = row[:26].split()
    parts = list(map(int, row[26:].split()))
    text = " ".join(contract)
    tricks = 6 + int(text[0]) + (0 if result == "=" else int(result))
    assert bridge.score(text, tricks, vulnerable=False) == int(plain) == sum(parts)
    assert bridge.score(Contract.parse(text), tricks, vulnerable=True) == int(vulnerable)
    codes = {
        "trick-points": 0, "overtricks": 1, "game": 2, "part-score": 2, "small-slam": 3, "grand-slam": 3, "insult": 4,
        "undertricks": 5,
    }  # fmt: skip
    found = [0] * 6
    (named, number), (won, count), *account = [
        (line.code, line.amount) for line in bridge.score_lines(text, tricks, vulnerable=False)
    ]
    assert (named, won, count) == ("contract", "tricks", tricks) and Contract.of(number) == Contract.parse(text)
    for code, amount in account:
        assert amount and found[codes[code]] == 0
        found[codes[code]] = amount
        assert code != "game" or amount == 300
        assert code != "part-score" or amount == 50
    assert found == parts


def test_br_4_all_2940_scores_are_the_referees() -> None:
    scores = {facts: scored(*facts) for facts in ALL}
    assert len(scores) == 2940 and scores == referee.all_scores()


def test_br_4_all_2940_scores_are_those_of_another_program() -> None:
    denominations = {"C": peer.Denom.clubs, "D": peer.Denom.diamonds, "H": peer.Denom.hearts, "S": peer.Denom.spades,
                     "NT": peer.Denom.nt}  # fmt: skip
    penalties = (peer.Penalty.passed, peer.Penalty.doubled, peer.Penalty.redoubled)
    for level, denomination, doubled, vulnerable, tricks in ALL:
        contract = peer.Contract(
            level=level,
            denom=denominations[denomination],
            declarer=peer.Player.north,
            penalty=penalties[doubled],
            result=tricks - 6 - level,
        )
        other = contract.score(peer.Vul.ns if vulnerable else peer.Vul.none)
        assert scored(level, denomination, doubled, vulnerable, tricks) == other


def test_br_4_sums_over_all_scores() -> None:
    scores = {facts: scored(*facts) for facts in ALL}
    assert sum(scores.values()) == -2628190 and len(set(scores.values())) == 219
    assert 0 not in scores.values()  # nothing is scored only when the deal is passed out
    assert max(scores.values()) == 3160 == scores[1, "NT", 2, True, 13]
    assert [facts for facts, score in scores.items() if score == 3160] == [(1, "NT", 2, True, 13)]
    assert min(scores.values()) == -7600
    worst = [facts for facts, score in scores.items() if score == -7600]
    assert worst == [(7, each, 2, True, 0) for each in DENOMINATIONS]
    sums = {
        (doubled, vulnerable): sum(score for facts, score in scores.items() if facts[2:4] == (doubled, vulnerable))
        for doubled in range(3)
        for vulnerable in (False, True)
    }
    assert sums == {
        (0, False): -52520,
        (0, True): -137870,
        (1, False): -371350,
        (1, True): -414250,
        (2, False): -774700,
        (2, True): -877500,
    }


@pytest.mark.parametrize(
    ("doubled", "vulnerable", "points"),
    [
        (0, False, [50, 100, 150, 200, 250, 300, 350, 400, 450, 500, 550, 600, 650]),
        (0, True, [100, 200, 300, 400, 500, 600, 700, 800, 900, 1000, 1100, 1200, 1300]),
        (1, False, [100, 300, 500, 800, 1100, 1400, 1700, 2000, 2300, 2600, 2900, 3200, 3500]),
        (1, True, [200, 500, 800, 1100, 1400, 1700, 2000, 2300, 2600, 2900, 3200, 3500, 3800]),
        (2, False, [200, 600, 1000, 1600, 2200, 2800, 3400, 4000, 4600, 5200, 5800, 6400, 7000]),
        (2, True, [400, 1000, 1600, 2200, 2800, 3400, 4000, 4600, 5200, 5800, 6400, 7000, 7600]),
    ],
)
def test_br_4_undertricks(doubled: int, vulnerable: bool, points: list[int]) -> None:
    for denomination in DENOMINATIONS:
        assert [-scored(7, denomination, doubled, vulnerable, 13 - down) for down in range(1, 14)] == points
        assert [-scored(1, denomination, doubled, vulnerable, 7 - down) for down in range(1, 8)] == points[:7]


@pytest.mark.parametrize(
    ("doubled", "lowest"), [(0, (5, 5, 4, 4, 3)), (1, (3, 3, 2, 2, 2)), (2, (2, 2, 1, 1, 1))]
)
def test_br_4_game_is_a_hundred_trick_points_after_doubling(doubled: int, lowest: tuple[int, ...]) -> None:
    for denomination, level in zip(DENOMINATIONS, lowest, strict=True):
        for each in range(1, 8):
            made = bridge.score_lines(Contract(each, denomination, doubled), 6 + each, vulnerable=True)
            assert ("game" in [line.code for line in made]) == (each >= level)
            assert ("part-score" in [line.code for line in made]) == (each < level)


def test_br_4_overtricks_make_no_game_and_tricks_no_slam_that_was_not_bid() -> None:
    assert bridge.score("2S", 10, vulnerable=False) == 170 and bridge.score("3C", 11, vulnerable=False) == 150
    assert bridge.score("4S", 12, vulnerable=False) == 480 and bridge.score("3NT", 13, vulnerable=True) == 720
    assert bridge.score("5C", 13, vulnerable=False) == 440
    for tricks in (12, 13):
        codes = {line.code for line in bridge.score_lines("5D", tricks, vulnerable=True)}
        assert codes == {"contract", "tricks", "trick-points", "overtricks", "game"}
    codes = {line.code for line in bridge.score_lines("6D", 13, vulnerable=True)}
    assert "small-slam" in codes and "grand-slam" not in codes


@pytest.mark.parametrize(
    ("calls", "contract", "tricks", "score"),
    [
        ("P P 7S P P P", "7S by N", 13, 1510),
        ("P P 7N P P P", "7NT by N", 0, -650),
        ("P P 7N X P P P", "7NT X by N", 0, -3500),
        ("P P 7N X XX P P P", "7NT XX by N", 0, -7000),
        ("7D P P P", "7D by S", 13, 1440),
        ("P 7H X P P P", "7H X by W", 13, -1770),
        ("P 7C X P P P", "7C X by W", 13, -1630),
        ("P P P 7H P P P", "7H by E", 13, -1510),
    ],
)
def test_br_4_north_south_and_east_west_score_the_opposite(calls: str, contract: str, tricks: int, score: int) -> None:
    match = finish(set_up(*ONE_SUIT_EACH, calls=calls))
    declarer = table(match).declarer
    assert str(table(match).contract) == contract and declarer is not None
    assert table(match).won[declarer % 2] == tricks
    assert points(match) == match.scores == (score, -score, score, -score)
    told = [event.amount for event in match.log if event.code == EventCode.POINTS]
    assert told == list(points(match))


def test_br_4_only_the_declaring_sides_vulnerability_counts() -> None:
    for declarer, vulnerability, score in (
        (N, "none", -50), (N, "ew", -50), (N, "ns", -100), (N, "both", -100),
        (E, "none", 50), (E, "ns", 50), (E, "ew", 100), (E, "both", 100),
    ):  # fmt: skip
        for seed in range(500):
            rng = random.Random(seed)
            match = set_up(calls="4S P P P", dealer=declarer, vulnerability=vulnerability, seed=seed)
            while not match.deal_over:
                match.play(match.moves.sample(rng))
            if table(match).won[declarer % 2] == 9:
                break
        assert lines(match)[1:] == [("tricks", declarer, 9), ("undertricks", declarer, -abs(score))]
        assert points(match)[N] == score == -points(match)[E]


def test_br_4_the_account_of_a_deal_is_that_of_its_contract() -> None:
    doubled = set()
    for seed in range(60):
        rng = random.Random(seed)
        match = GAME.start(seed=seed, **Table(GAME).variant(rng))
        while not match.deal_over:
            match.play(choose(match.moves, rng))
        contract = table(match).contract
        if contract is None:
            assert points(match) == (0, 0, 0, 0) and lines(match) == [("passed-out", None, 0)]
            continue
        assert contract.declarer is not None and match.deal_result is not None
        tricks = table(match).won[contract.declarer % 2]
        vulnerable = table(match).is_vulnerable(contract.declarer)
        assert match.deal_result.lines == bridge.score_lines(contract, tricks, vulnerable)
        assert points(match)[contract.declarer] == bridge.score(contract, tricks, vulnerable)
        assert sum(amount for _, _, amount in lines(match)[2:]) == points(match)[contract.declarer]
        doubled.add(contract.doubled)
    assert doubled == {0, 1, 2}


@pytest.mark.parametrize("tricks", [-1, 14, 7.0, "9", None, 10**30])
def test_br_4_there_are_no_tricks_but_0_to_13(tricks: Any) -> None:
    with pytest.raises(BadOption) as caught:
        bridge.score("3NT", tricks, vulnerable=False)
    assert (caught.value.code, caught.value.rule) == ("no-such-contract", "BR-4")


# ---- 5. Record -------------------------------------------------------------------------------------------------------


def recorded(match: Match) -> dict[str, object]:
    """Calls and tricks as the log tells them, and the account."""
    calls, tricks, lying = [], [], list[tuple[int | None, str]]()
    for event in match.log:
        if event.code == EventCode.MOVE and event.move is not None:
            if event.move.kind == Kind.PLAY:
                lying.append((event.seat, str(event.move.cards)))
            else:
                calls.append((event.seat, key_of(event.move)))
        elif event.code == EventCode.TRICK:
            tricks.append((tuple(lying), event.seat))
            lying = []
    if lying:
        tricks.append((tuple(lying), None))
    return {"calls": tuple(calls), "tricks": tuple(tricks), "points": match.scores}


def refereed(record: Any) -> dict[str, object]:
    """The same of the referee's record."""
    tricks = [(tuple((owner, card) for _, owner, card in each["plays"]), each["winner"]) for each in record["tricks"]]
    result = record["result"]
    return {
        "calls": record["calls"],
        "tricks": tuple(tricks),
        "points": result["points"] if result else (0, 0, 0, 0),
    }


def test_br_5_the_log_has_every_call_and_every_trick_with_its_winner() -> None:
    adapter = Table(GAME)
    for seed in range(12):
        rng = random.Random(seed)
        match = GAME.start(seed=seed, **adapter.variant(rng))
        plain = adapter.referee(match)
        while not match.deal_over:
            adapter.follow(plain, match.play(choose(match.moves, rng)), match)
            if match.deal_over or rng.random() < 0.1:
                assert recorded(match) == refereed(plain.record())
                for viewer in viewers(match):  # all of it is seen by all
                    seen = [event for event in match.view(viewer).log if event.code != EventCode.HAND]
                    assert seen == [event for event in match.log if event.code != EventCode.HAND]


def test_br_5_a_log_from_the_deal_to_the_score() -> None:
    match = finish(set_up(*ONE_SUIT_EACH, calls="P 7C X P P P"))
    codes = [str(event.code) for event in match.log]
    trick = [*["move"] * 4, "trick"]
    assert codes == [
        "deal", *["hand"] * 4, *["move"] * 6, "contract", "move", "dummy", *["move"] * 3, "trick", *trick * 12,
        "deal-over", *["points"] * 4, "match-over",
    ]  # fmt: skip
    assert lines(match) == [
        ("contract", W, 31 + 35),
        ("tricks", W, 13),
        ("trick-points", W, 280),
        ("game", W, 300),
        ("grand-slam", W, 1000),
        ("insult", W, 50),
    ]


def test_br_5_a_record_is_calls_and_cards() -> None:
    match = set_up(*RUFFS, calls="P 1N X P P P", plays="2S", vulnerability="both")
    record = json.loads(match.to_json())
    assert record["deals"] == [["pass", "bid 1NT", "double", "pass", "pass", "pass", "play 2S"]]
    assert record["options"] == {"vulnerability": "both", "dealer": S}
    again = Match.from_json(json.dumps(record))
    assert again.log == match.log and again.position == match.position and table(again) == table(match)


@pytest.mark.parametrize(
    "fields",
    [(4.0, "S"), (True, "C"), ("4", "S"), (4, ["S"]), (4, "S", False), (4, "S", 0, 1.0), (0, "C"), (8, "C"), (1, "C", 3)],
)
def test_a_contract_of_other_than_whole_numbers_is_none(fields: tuple[Any, ...]) -> None:
    with pytest.raises(BadOption) as caught:
        Contract(*fields)
    assert caught.value.code == "no-such-contract"
