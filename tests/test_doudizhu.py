"""The rules of Dou Dizhu, clause by clause (section DDZ of the house rules).

Cards are written by their ranks, as the rules write them: "333 44 BJ". Where two combinations that are compared could
not come from one pack (two players with three fours), the kernel ``doudizhu.plays`` is asked instead of a match.
"""

from __future__ import annotations

import random
from collections import Counter
from itertools import permutations

import pytest

import cardavia
from cardavia import Cards, EventCode, IllegalMove, Kind, Match, Move
from cardavia._core import MoveList
from cardavia.games import doudizhu
from tests.referee import doudizhu as referee
from tests.tables.doudizhu import SEATS, cards_of, ranks_of, set_up, texts

GAME = cardavia.game("doudizhu")


def reading(ranks: str) -> tuple[str, str, int] | None:
    """Shape, rank and length of these cards; None when they are no combination."""
    readings = doudizhu.readings(cards_of(ranks))
    assert len(readings) <= 1  # DDZ-4.6
    return (str(readings[0].shape), str(readings[0].rank), readings[0].length) if readings else None


def shape(ranks: str) -> str | None:
    """Only the shape."""
    found = reading(ranks)
    return found[0] if found else None


def beats(answer: str, table: str) -> bool:
    """Whether all these cards together may be played on those."""
    hand = cards_of(answer)
    return any(play.cards == hand for play in doudizhu.plays(hand, beating=cards_of(table)))


def plays_of(hand: str) -> set[tuple[str, tuple[str, ...]]]:
    """All plays of a hand, as shape and ranks."""
    return {(str(play.shape), ranks_of(play.cards)) for play in doudizhu.plays(cards_of(hand))}


def refusal(match: Match, move: str) -> tuple[str, str]:
    """Code and rule with which a move is refused."""
    with pytest.raises(IllegalMove) as caught:
        match.play(move)
    return caught.value.code, caught.value.rule


def bid(*calls: str, first_bidder: int = 0) -> Match:
    """A match after these calls."""
    match = GAME.start(seed=0, first_bidder=first_bidder)
    for call in calls:
        match.play(call)
    return match


def play(match: Match, *moves: str) -> Match:
    """Plays these moves; "-" is a pass."""
    for move in moves:
        match.play("pass" if move == "-" else move)
    return match


# ---- 1. Aim ----------------------------------------------------------------------------------------------------------

BOMBS_AND_RUN = "3333 4444 56789TJQK"
"""Seventeen cards that go out in three plays."""


def test_ddz_1_the_first_empty_hand_ends_the_deal() -> None:
    match = set_up(BOMBS_AND_RUN, bottom="A 2 RJ")
    play(match, "3333", "-", "-", "4444", "-", "-", "56789TJQKA", "-", "-", "2", "-", "-")
    assert not match.deal_over and match.hand_sizes == (1, 17, 17)
    play(match, "RJ")
    assert match.deal_over and match.over and match.turn is None
    assert match.phase == "over" and len(match.moves) == 0


def test_ddz_1_peasants_win_together_when_one_of_them_is_out() -> None:
    match = set_up("A", BOMBS_AND_RUN)
    play(match, "A", "3333", "-", "-", "4444", "-", "-", "56789TJQK")
    assert match.hand_sizes[1] == 0 and match.hand_sizes[2] == 17
    assert match.deal_result is not None
    assert match.deal_result.points[1] == match.deal_result.points[2] > 0 > match.deal_result.points[0]


# ---- 2. Deal and bidding ---------------------------------------------------------------------------------------------


def test_ddz_2_1_seventeen_cards_each_and_three_at_the_bottom() -> None:
    for seed in range(50):
        match = GAME.start(seed=seed)
        hands = [texts(match.hand(seat)) for seat in SEATS]
        assert [len(hand) for hand in hands] == [17, 17, 17] == list(match.hand_sizes)
        assert len(match.stock) == 3
        assert sorted([*hands[0], *hands[1], *hands[2], *map(str, match.stock)]) == sorted(referee.PACK)


def test_ddz_2_1_the_bottom_cards_lie_face_down() -> None:
    match = GAME.start(seed=1)
    assert len(match.table.bottom) == 0
    assert all(len(match.view(viewer).table.bottom) == 0 for viewer in (-1, 0, 1, 2))


def test_ddz_2_2_the_first_bidder_is_drawn_evenly() -> None:
    counts = Counter(GAME.start(seed=seed).turn for seed in range(3000))
    # Binomial(3000, 1/3): mean 1000, standard deviation 25.8.
    assert all(abs(counts[seat] - 1000) < 135 for seat in SEATS)


def test_ddz_2_2_a_seat_passes_or_bids_one_to_three() -> None:
    assert [str(move) for move in bid().moves] == ["pass", "bid 1", "bid 2", "bid 3"]


def test_ddz_2_2_seats_bid_in_turn() -> None:
    match = bid(first_bidder=2)
    turns = [match.turn]
    for call in ("pass", "bid 1", "pass", "bid 2"):
        match.play(call)
        turns.append(match.turn)
    assert turns == [2, 0, 1, 2, 0]
    assert match.table.first_bidder == 2 and match.table.calls == (0, 1, 0, 2)


def test_ddz_2_2_a_bid_exceeds_the_current_bid() -> None:
    match = bid("bid 2")
    assert [str(move) for move in match.moves] == ["pass", "bid 3"]
    assert refusal(match, "bid 2") == ("bid-too-low", "DDZ-2.2")
    assert refusal(match, "bid 1") == ("bid-too-low", "DDZ-2.2")
    assert refusal(match, "bid 4") == ("no-such-bid", "DDZ-2.2")
    assert refusal(bid(), "bid 0") == ("no-such-bid", "DDZ-2.2")


@pytest.mark.parametrize(
    ("calls", "landlord", "amount"),
    [
        ("0 1 0 0", 1, 1),
        ("1 2 3", 2, 3),
        ("0 1 2 3", 0, 3),
        ("1 2 0 0", 1, 2),
        ("3", 0, 3),
        ("0 3", 1, 3),
        ("1 0 0", 0, 1),
        ("1 0 2 0 0", 2, 2),
        ("0 0 1 0 2 0 3", 0, 3),
        ("0 0 1 0 0", 2, 1),
    ],
)
def test_ddz_2_3_bidding_ends_on_a_three_or_after_two_passes_that_follow_a_bid(
    calls: str, landlord: int, amount: int
) -> None:
    match = bid()
    for call in calls.split():
        assert match.phase == "bidding" and match.table.landlord is None
        match.play("pass" if call == "0" else f"bid {call}")
    assert match.phase == "playing"
    assert match.table.landlord == match.table.bidder == landlord
    assert match.table.bid == amount
    assert match.table.calls == tuple(map(int, calls.split()))
    assert refusal(match, "bid 3") == ("not-bidding", "DDZ-2.3")


def test_ddz_2_3_a_seat_that_passed_may_bid_later() -> None:
    match = bid("pass", "bid 1", "bid 2")
    assert match.turn == 0 and "bid 3" in [str(move) for move in match.moves]
    assert match.play("bid 3") and match.table.landlord == 0


def test_ddz_2_3_every_way_through_the_bidding() -> None:
    """All of them, against a list made from the words of the clause."""

    def ways(calls: tuple[int, ...]) -> list[tuple[int, ...]]:
        highest = max(calls, default=0)
        passes = next((i for i, call in enumerate(reversed(calls)) if call), len(calls))
        if highest == 3 or (highest and passes == 2) or passes == 3:
            return [calls]
        return [way for call in (0, 1, 2, 3) if call == 0 or call > highest for way in ways((*calls, call))]

    def reached(match: Match) -> list[tuple[int, ...]]:
        if match.phase != "bidding":
            return [match.table.calls]
        found: list[tuple[int, ...]] = []
        for move in match.moves:
            after = match.copy()
            after.play(move)
            found += [(0, 0, 0)] if after.table.redeals else reached(after)
        return found

    assert sorted(reached(bid())) == sorted(ways(()))


def test_ddz_2_4_three_passes_deal_anew_inside_the_same_match() -> None:
    match = bid("pass", "pass")
    before = [match.hand(seat) for seat in SEATS]
    match.play("pass")
    assert match.phase == "bidding" and not match.deal_over and match.deal == 0
    assert match.table.redeals == 1 and match.table.calls == () and match.table.bid == 0
    assert match.hand_sizes == (17, 17, 17)
    assert [match.hand(seat) for seat in SEATS] != before
    codes = [event.code for event in match.log]
    dealt = [EventCode.DEAL, *[EventCode.HAND] * 3]
    assert codes == [*dealt, *[EventCode.MOVE] * 3, EventCode.REDEAL, *dealt]


def test_ddz_2_4_the_new_first_bidder_is_drawn_evenly_also_when_the_first_was_chosen() -> None:
    counts: Counter[int | None] = Counter()
    for seed in range(1500):
        match = GAME.start(seed=seed, first_bidder=1)
        play(match, "-", "-", "-")
        counts[match.turn] += 1
        assert match.turn == match.table.first_bidder
    assert all(abs(counts[seat] - 500) < 95 for seat in SEATS)  # standard deviation 18.3


def test_ddz_2_4_there_is_no_limit_to_dealing_anew() -> None:
    match = bid()
    hands = set()
    for times in range(300):
        assert match.table.redeals == times
        hands.add(match.hand(0))
        play(match, "-", "-", "-")
    assert len(hands) == 300
    assert play(match, "bid 1", "-", "-").phase == "playing"


def test_ddz_2_5_the_bottom_cards_are_shown_and_join_the_landlord_who_leads() -> None:
    match = set_up(bottom="5QQ", bids=("pass", "bid 1", "bid 2"))
    before = match.hand(2)
    play(match, "-", "-")
    assert match.table.landlord == match.turn == match.table.leader == 2
    assert match.hand_sizes == (17, 17, 20)
    assert match.hand(2) == before + match.table.bottom
    assert ranks_of(match.table.bottom) == ("5", "Q", "Q")
    for viewer in (-1, 0, 1, 2):
        assert match.view(viewer).table.bottom == match.table.bottom
    (shown,) = [event for event in match.view(0).log if event.code == EventCode.BOTTOM]
    assert shown.seat == 2 and shown.cards == match.table.bottom


def test_ddz_2_5_everybody_knows_the_landlords_bottom_cards_until_they_are_played() -> None:
    match = set_up("5", "6", "7", bottom="5QQ")
    bottom = match.table.bottom
    left = sorted(texts(bottom))  # the five first
    for card in left.copy():
        assert all(match.view(viewer).known(0) == Cards(left) for viewer in (-1, 1, 2))
        assert all(len(match.view(viewer).known(seat)) == 0 for viewer, seat in ((-1, 1), (-1, 2), (1, 2), (2, 1)))
        assert match.view(0).known(0) == match.hand(0)
        play(match, f"play {card}", "-", "-")
        left.remove(card)
    assert all(len(match.view(viewer).known(0)) == 0 for viewer in (-1, 1, 2))
    assert match.table.bottom == bottom  # it stays listed


# ---- 3. Play ---------------------------------------------------------------------------------------------------------


def test_ddz_3_1_a_leader_plays_anything_and_cannot_pass() -> None:
    match = set_up("333 4445 6789T JJ 2 BJ", bottom="KKK")
    assert match.turn == 0 and refusal(match, "pass") == ("must-lead", "DDZ-3.1")
    shapes = {str(move.shape) for move in match.moves}
    assert {move.kind for move in match.moves} == {Kind.PLAY}
    assert shapes >= {"single", "pair", "triple", "triple+single", "triple+pair", "straight", "airplane"}


def test_ddz_3_1_a_follower_passes_or_beats() -> None:
    match = set_up("6", "3333 5 7 8", "99")
    play(match, "play 6")
    assert refusal(match, "play 5") == ("too-low", "DDZ-3.1")
    assert refusal(match, "play 33") == ("other-kind", "DDZ-3.1")
    for move in ("pass", "play 7", "play 8", "play 3333"):
        assert match.copy().play(move)


def test_ddz_3_1_an_answer_has_the_same_kind() -> None:
    assert beats("444", "333")
    assert not beats("444 5", "333") and not beats("444", "333 5")
    assert not beats("444 55", "333 6") and not beats("444 5", "333 66")
    assert not beats("444555", "3334445556")
    assert not beats("44 55 66", "345678") and not beats("444555", "334455")


@pytest.mark.parametrize(("answer", "table"), [("456789", "34567"), ("45678", "345678"), ("445566", "33445566")])
def test_ddz_3_1_an_answer_has_the_same_chain_length(answer: str, table: str) -> None:
    assert not beats(answer, table)


def test_ddz_3_1_an_answer_is_higher() -> None:
    assert beats("22", "AA") and not beats("222", "AA")
    assert not beats("55", "55") and not beats("44", "55")
    assert beats("45678", "34567") and not beats("34567", "34567")


def test_ddz_3_2_after_two_passes_the_last_player_leads() -> None:
    match = set_up("3", "4 5", "6")
    play(match, "3", "4")
    assert match.table.leading == 1 and match.table.leader == 0
    play(match, "-")
    assert match.table.passes == 1 and match.turn == 0
    play(match, "-")
    assert match.turn == match.table.leader == 1 and match.table.leading is None and match.table.passes == 0
    assert match.table.trick == (None, None, None)
    assert refusal(match, "pass") == ("must-lead", "DDZ-3.1")
    assert match.log[-1].code == EventCode.TRICK and match.log[-1].seat == 1
    assert play(match, "5").table.leading == 1


def test_ddz_3_2_a_pass_does_not_shut_a_seat_out() -> None:
    match = set_up("3 9", "4 5 T", "6")
    play(match, "3", "-", "6", "9", "T")
    assert match.table.leading == 1


def test_ddz_3_3_the_order_of_ranks() -> None:
    order = ["3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A", "2", "BJ", "RJ"]
    for low, lower in enumerate(order):
        for high, higher in enumerate(order):
            assert beats(higher, lower) == (high > low)


def test_ddz_3_3_suits_never_matter() -> None:
    for one, other in permutations(["5C", "5D", "5H", "5S"], 2):
        assert not doudizhu.plays(one, beating=other)
        assert doudizhu.plays("6C", beating=other)
    assert doudizhu.readings("3C 4C 5C 6C 7C")[0].shape == doudizhu.readings("3C 4D 5H 6S 7C")[0].shape == "straight"


def test_ddz_3_3_attachments_never_matter() -> None:
    assert beats("444 3", "333 2") and beats("444 55", "333 22")
    assert not beats("333 2", "444 3") and not beats("333 RJ", "444 5")
    assert beats("4444 3 5", "3333 2 A") and beats("555666 34", "333444 2 RJ")


def test_ddz_3_3_chains_compare_their_highest_core_rank() -> None:
    assert reading("TJQKA") == ("straight", "A", 5)
    assert reading("334455") == ("pair-run", "5", 3)
    assert reading("333444 AA") == ("airplane+singles", "4", 2)
    assert beats("444555 33", "333444 AA")


def test_ddz_3_4_a_bomb_beats_every_ordinary_combination() -> None:
    for table in ("A", "22", "AAA", "AAA 2", "AAA 22", "3456789TJQKA", "33445566", "JJJQQQKKK", "333444 56"):
        assert beats("5555", table)
    assert beats("8888", "22") and beats("3333", "RJ")
    assert beats("3333", "AAAA 5 6") and beats("3333", "AAAA 55 66")


def test_ddz_3_4_bombs_compare_by_rank() -> None:
    assert beats("4444", "3333") and beats("2222", "AAAA")
    assert not beats("3333", "4444") and not beats("AAAA", "2222")


def test_ddz_3_4_the_rocket_beats_everything() -> None:
    assert reading("BJ RJ") == ("rocket", "RJ", 2)
    for table in ("3", "22", "2222", "3333", "3456789TJQKA", "AAAA 55 66"):
        assert beats("BJ RJ", table)


@pytest.mark.parametrize("rocket", ["BJ RJ", "RJ BJ"])
def test_ddz_3_4_nothing_answers_the_rocket_in_whatever_order_it_was_given(rocket: str) -> None:
    match = set_up("BJ RJ", "2222 AAAA 3333")
    play(match, rocket)
    assert [str(move) for move in match.moves] == ["pass"]
    assert refusal(match, "play 2222") == ("too-low", "DDZ-3.1")
    assert len(doudizhu.plays(GAME.deck.pack, beating=rocket)) == 0
    assert len(doudizhu.plays(GAME.deck.pack, beating=reversed(rocket.split()))) == 0


# ---- 4. Combinations -------------------------------------------------------------------------------------------------


def test_ddz_4_the_fourteen_kinds() -> None:
    assert {str(play.shape) for play in doudizhu.plays(GAME.deck.pack)} == set(referee.SHAPES)
    assert len(referee.SHAPES) == 14


def test_ddz_4_airplanes_with_and_without_wings_never_answer_each_other() -> None:
    assert reading("333444555666") == ("airplane", "6", 4)
    assert reading("333444555789") == ("airplane+singles", "5", 3)
    assert not beats("444555666777", "333444555789")
    assert not beats("777888999 456", "333444555666")


@pytest.mark.parametrize(
    ("answer", "legal"),
    [
        ("444555666899", True),
        ("777888999TJQ", True),
        ("333444555KKA", False),  # the same core
        ("444555666", False),  # another kind
        ("444555666 3377 88", False),
        ("444555666777", False),
        ("3333", True),
    ],
)
def test_ddz_4_what_answers_333444555778(answer: str, legal: bool) -> None:
    assert reading("333444555778") == ("airplane+singles", "5", 3)
    assert beats(answer, "333444555778") == legal


def test_ddz_4_what_answers_444555666789() -> None:
    assert not beats("333444555JQK", "444555666789")
    assert beats("555666777JQK", "444555666789")


def test_ddz_4_1_single_pair_triple_and_a_triple_with_one() -> None:
    assert reading("3") == ("single", "3", 1)
    assert reading("RJ") == ("single", "RJ", 1)
    assert reading("33") == ("pair", "3", 1)
    assert reading("222") == ("triple", "2", 1)
    assert reading("333 4") == ("triple+single", "3", 1)
    assert reading("333 BJ") == ("triple+single", "3", 1)
    assert reading("AAA 22") == ("triple+pair", "A", 1)
    for nothing in ("34", "33 4", "3 BJ", "333 4 5", "333 BJ RJ"):
        assert reading(nothing) is None


def test_ddz_4_2_straights() -> None:
    assert reading("34567") == ("straight", "7", 5)
    assert reading("3456789TJQKA") == ("straight", "A", 12)
    for nothing in ("3456", "34568", "TJQKA2", "JQKA2", "A2345", "23456", "JQK BJ RJ", "QKA2 BJ"):
        assert reading(nothing) is None


def test_ddz_4_2_pair_runs() -> None:
    assert reading("33 44 55") == ("pair-run", "5", 3)
    assert reading("QQ KK AA") == ("pair-run", "A", 3)
    assert reading("33445566778899TTJJQQ") == ("pair-run", "Q", 10)
    for nothing in ("33 44", "33 44 66", "KK AA 22", "AA 22 33"):
        assert reading(nothing) is None


def test_ddz_4_2_airplanes() -> None:
    assert reading("333444") == ("airplane", "4", 2)
    assert reading("KKKAAA") == ("airplane", "A", 2)
    assert reading("333444555666777888") == ("airplane", "8", 6)
    for nothing in ("222333", "AAA222", "333555", "KKKAAA222"):
        assert reading(nothing) is None


def test_ddz_4_3_one_single_for_each_triple() -> None:
    assert reading("333444 56") == ("airplane+singles", "4", 2)
    assert shape("333444 5") is None and shape("333444 567") is None
    assert reading("333444555666777 89TJQ") == ("airplane+singles", "7", 5)


def test_ddz_4_3_one_pair_for_each_triple() -> None:
    assert reading("333444 5566") == ("airplane+pairs", "4", 2)
    assert reading("333444555666 77889922") == ("airplane+pairs", "6", 4)
    assert shape("333444 55") == "airplane+singles" and shape("333444 556") is None
    assert shape("333444 5567") is None and shape("333444 55 BJ RJ") is None


def test_ddz_4_3_single_wings_may_form_pairs() -> None:
    assert shape("333444 77") == "airplane+singles"
    assert shape("333444 55") == "airplane+singles" == shape("333 444 55")
    assert shape("AAAKKK 22") == "airplane+singles"
    assert shape("333444555666 7788") == "airplane+singles"


def test_ddz_4_3_wings_must_not_hold_a_triple() -> None:
    assert shape("333444555 777") is None
    assert shape("333444555666 7778") is None
    assert ("airplane+singles", ranks_of(cards_of("333444555777"))) not in plays_of("333444555777")


def test_ddz_4_3_wings_must_not_hold_a_bomb() -> None:
    assert shape("333444555666 7777") is None
    assert shape("333444555666 8888") is None


def test_ddz_4_3_wings_must_not_hold_both_jokers() -> None:
    assert shape("333444 BJ RJ") is None
    assert shape("333444555 6 BJ RJ") is None
    assert shape("333444 5 BJ") == "airplane+singles" == shape("333444 RJ 2")


def test_ddz_4_3_wings_must_not_hold_a_card_of_a_core_rank() -> None:
    assert shape("333444 35") is None
    assert shape("333444 4 5") is None
    assert shape("333444555666 999T") is None  # not 444555666 or 333444555 with what is left either


def test_ddz_4_3_pair_wings_are_of_distinct_ranks() -> None:
    assert shape("333444 7777") is None
    assert shape("33344 455") == "airplane+singles"
    assert shape("333444 55 66") == "airplane+pairs"


def test_ddz_4_3_wings_may_be_twos_or_one_joker() -> None:
    assert shape("333444 2 BJ") == "airplane+singles"
    assert shape("333444 22") == "airplane+singles"
    assert shape("333444 22 AA") == "airplane+pairs"


def test_ddz_4_3_a_hand_finds_wings_in_every_combination() -> None:
    # Three triples, a pair and a single: 69T of 6, 9, 9, T is among the wings, and so are 699 and 99T.
    found = {ranks for kind, ranks in plays_of("333444555 6 99 T") if kind == "airplane+singles" and len(ranks) == 12}
    core = ["3"] * 3 + ["4"] * 3 + ["5"] * 3
    assert found == {(*core, *wings) for wings in ("69T", "699", "99T")}


def test_ddz_4_2_a_straight_may_take_a_card_of_a_bomb() -> None:
    match = set_up("9999 TJQK", bottom="3 5 7")
    assert ("straight", ("9", "T", "J", "Q", "K")) in plays_of("9999 TJQK")
    assert play(match, "play 9 T J Q K").hand_sizes[0] == 15


def test_ddz_4_4_four_with_two_singles() -> None:
    assert reading("3333 4 5") == ("four+singles", "3", 1)
    assert reading("3333 44") == ("four+singles", "3", 1)  # a pair is two singles
    assert reading("3333 4 RJ") == ("four+singles", "3", 1)
    assert shape("3333 BJ RJ") is None
    assert shape("3333 4") is None and shape("3333 456") is None


def test_ddz_4_4_four_with_two_pairs() -> None:
    assert reading("3333 44 55") == ("four+pairs", "3", 1)
    assert reading("2222 33 AA") == ("four+pairs", "2", 1)
    assert shape("3333 4444") is None  # two different pairs are wanted
    assert shape("3333 44 5") is None and shape("3333 44 BJ RJ") is None


def test_ddz_4_4_with_attachments_it_is_no_bomb() -> None:
    assert beats("4444 5 6", "3333 7 8") and beats("4444 55", "3333 7 8")
    assert beats("4444 55 66", "3333 77 88")
    assert not beats("3333 7 8", "4444 5 6")
    for table in ("3", "33", "333", "333 4", "34567", "334455", "333444", "3333", "2222", "3333 55 66"):
        assert not beats("AAAA 7 8", table)
    assert not beats("AAAA 55 66", "3333 7 8") and not beats("4444 5 6", "BJ RJ")


def test_ddz_4_5_a_triples_attachment_is_never_of_its_rank() -> None:
    assert reading("3333") == ("bomb", "3", 1)
    assert not any(kind == "triple+single" for kind, _ in plays_of("3333"))


def test_ddz_4_6_no_set_of_cards_has_two_readings() -> None:
    assert shape("333444555666") == "airplane"
    assert shape("333444555777") is None
    assert shape("33334444") is None
    assert shape("33344455") == "airplane+singles"
    assert shape("33334455") == "four+pairs"


def test_ddz_4_6_the_pack_holds_24639_plays_each_with_one_reading() -> None:
    plays = list(doudizhu.plays(GAME.deck.pack))
    found = {(str(play.shape), ranks_of(play.cards)) for play in plays}
    assert len(plays) == len(found) == 24_639
    assert found == referee.plays(referee.PACK)
    assert len({ranks for _, ranks in found}) == 24_639  # no multiset of ranks twice
    for play in plays:
        assert doudizhu.readings(play.cards) == [play]
    for play in random.Random(0).sample(plays, 3000):
        (read,) = referee.readings(texts(play.cards))
        length = 2 if read.shape == "rocket" else read.length
        assert (read.shape, read.rank, length) == (str(play.shape), play.rank, play.length)


def test_ddz_4_6_any_cards_are_read_as_the_referee_reads_them() -> None:
    """Random cards and, more telling, combinations with one card exchanged, added or taken away."""
    rng = random.Random(1)
    plays = list(doudizhu.plays(GAME.deck.pack))
    pack = sorted(referee.PACK)
    nothing = 0
    for _ in range(4000):
        cards = set(texts(rng.choice(plays).cards)) if rng.random() < 0.9 else set(rng.sample(pack, rng.randint(1, 8)))
        for _ in range(rng.choice([0, 1, 1, 2])):
            change = rng.randrange(3)
            if change != 0 and len(cards) > 1:
                cards.remove(rng.choice(sorted(cards)))
            if change != 1:
                cards.add(rng.choice(pack))
        core = [(str(play.shape), play.rank, play.length) for play in doudizhu.readings(cards)]
        plain = [(r.shape, r.rank, 2 if r.shape == "rocket" else r.length) for r in referee.readings(cards)]
        assert core == plain, sorted(cards)
        nothing += not core
    assert 1000 < nothing < 3500  # both outcomes were tried


def test_ddz_4_a_lead_has_as_many_plays_as_the_referee_counts() -> None:
    rng = random.Random(2)
    pack = sorted(referee.PACK)
    counts = []
    for number in range(20_000):
        hand = rng.sample(pack, 20)
        counts.append(len(doudizhu.plays(hand)))
        if number < 500:
            assert plays_as_ranks(doudizhu.plays(hand)) == referee.plays(hand)
    # A wider generator is known to list 80.5 on average, and at most 401, over as many hands.
    assert 78 < sum(counts) / len(counts) < 80.5
    assert max(counts) < 600


def plays_as_ranks(plays: MoveList) -> set[tuple[str, tuple[str, ...]]]:
    """The same form as the referee's; no play twice."""
    found = {(str(play.shape), ranks_of(play.cards)) for play in plays}
    assert len(found) == len(plays)
    return found


def test_ddz_4_answers_are_those_that_the_referee_finds() -> None:
    rng = random.Random(3)
    pack = sorted(referee.PACK)
    plays = list(doudizhu.plays(GAME.deck.pack))
    by_shape: dict[object, list[Move]] = {}
    for each in plays:
        by_shape.setdefault(each.shape, []).append(each)
    for _ in range(600):
        hand, table = rng.sample(pack, rng.randint(1, 20)), rng.choice(rng.choice(list(by_shape.values())))
        (read,) = referee.readings(texts(table.cards))
        assert plays_as_ranks(doudizhu.plays(hand, beating=table)) == referee.plays(hand, read)


# ---- 5. End and score ------------------------------------------------------------------------------------------------


def lines_of(match: Match) -> dict[str, int]:
    assert match.deal_result is not None
    return {line.code: line.amount for line in match.deal_result.lines}


def test_ddz_5_1_every_bomb_and_rocket_doubles_at_once() -> None:
    match = set_up("3333 5", "6666 8", "BJ RJ", bottom="9TJ")
    assert match.table.multiplier == 1 and match.table.bombs == 0
    assert play(match, "3333").table.multiplier == 2
    assert play(match, "6666").table.multiplier == 4
    assert play(match, "BJ RJ").table.multiplier == 8
    assert match.table.bombs == 3


def test_ddz_5_1_four_with_attachments_doubles_nothing() -> None:
    match = set_up("3333 5 6", bottom="9TJ")
    assert play(match, "3333 5 6").table.multiplier == 1 and match.table.bombs == 0


SPRING = ("3333", "-", "-", "4444", "-", "-", "56789TJQKA", "-", "-", "2", "-", "-", "RJ")


def test_ddz_5_2_spring_doubles_once_more() -> None:
    match = play(set_up(BOMBS_AND_RUN, bottom="A 2 RJ"), *SPRING)
    assert match.table.multiplier == 8  # two bombs and the spring
    assert match.deal_result is not None and match.deal_result.points == match.scores == (48, -24, -24)
    assert lines_of(match) == {"winner": 0, "bid": 3, "bombs": 2, "spring": 1, "multiplier": 8, "stake": 24}


def test_ddz_5_2_no_spring_when_a_peasant_has_played() -> None:
    match = set_up(BOMBS_AND_RUN, "T", bottom="5 2 RJ")
    play(match, "5", "T", "-", "2", "-", "-", "3333", "-", "-", "4444", "-", "-", "56789TJQK", "-", "-", "RJ")
    assert match.deal_result is not None and match.deal_result.points == (24, -12, -12)
    assert "spring" not in lines_of(match)


REVERSE_SPRING = ("3", "5555", "-", "-", "6666", "-", "-", "789TJQKA", "-", "-", "2")


def test_ddz_5_2_reverse_spring_when_the_landlord_played_once() -> None:
    match = play(set_up("3", "5555 6666 789TJQKA 2"), *REVERSE_SPRING)
    assert match.deal_result is not None and match.deal_result.points == match.scores == (-48, 24, 24)
    lines = lines_of(match)
    assert lines == {"winner": 0, "bid": 3, "bombs": 2, "reverse-spring": 1, "multiplier": 8, "stake": 24}


def test_ddz_5_2_no_reverse_spring_when_the_landlord_played_twice() -> None:
    match = set_up("3 K", "5555 6666 789TJQKA 2", "Q")
    play(match, "3", "-", "Q", "K", "5555", *REVERSE_SPRING[2:])
    assert match.deal_result is not None and match.deal_result.points == (-24, 12, 12)
    assert "reverse-spring" not in lines_of(match)


@pytest.mark.parametrize("amount", [1, 2, 3])
@pytest.mark.parametrize("landlord", [0, 1, 2])
def test_ddz_5_3_stake_is_bid_times_multiplier_and_the_landlords_is_double(amount: int, landlord: int) -> None:
    hands = [""] * 3
    hands[landlord] = BOMBS_AND_RUN
    calls = (f"bid {amount}",) if amount == 3 else (f"bid {amount}", "pass", "pass")
    match = play(set_up(*hands, bottom="A 2 RJ", first_bidder=landlord, bids=calls), *SPRING)
    assert match.deal_result is not None
    stake = amount * 8
    assert match.deal_result.points == tuple(2 * stake if seat == landlord else -stake for seat in SEATS)
    assert sum(match.deal_result.points) == 0


def test_ddz_5_3_the_log_tells_the_points() -> None:
    match = play(set_up(BOMBS_AND_RUN, bottom="A 2 RJ"), *SPRING)
    told = [(str(event.code), event.seat, event.amount) for event in match.log[-5:]]
    assert told == [
        ("deal-over", 0, 0),
        ("points", 0, 48),
        ("points", 1, -24),
        ("points", 2, -24),
        ("match-over", None, 0),
    ]


# ---- The text of moves -----------------------------------------------------------------------------------------------


def test_a_rank_alone_stands_for_the_first_such_card_that_is_held_and_not_named() -> None:
    match = GAME.start(seed=0, hands=["3C 3D 3S 4H 9C", "3H 4C 4D 4S"], stock="5D", first_bidder=0)
    match.play("bid 3")
    assert match.moves.find("333 4").cards == Cards("3C 3D 3S 4H")
    assert match.moves.find("play 33 3D").cards == Cards("3C 3D 3S")
    assert str(match.moves.find("PLAY 3d")) == "play 3D"
    assert match.moves.find("333 4").symbols == "play 3♣ 3♦ 4♥ 3♠"  # in deck order
