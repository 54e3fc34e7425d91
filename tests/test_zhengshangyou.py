"""The rules of Zheng Shangyou, clause by clause (section ZSY of the house rules).

Cards are written by their ranks, as the rules write them: "333 44 2"; of the threes the 3 of hearts comes last, unless
it is named: "3H". Where two combinations could not come from one pack the kernel ``zhengshangyou.plays`` is asked
instead of a match.
"""

from __future__ import annotations

import random
from collections import Counter
from itertools import permutations
from typing import Any, cast

import pytest

import cardavia
from cardavia import BadCards, Cards, EventCode, IllegalMove, Kind, Match, Move, Random
from cardavia.games import zhengshangyou
from tests.golden import leaves, leaves_of_referee
from tests.referee import zhengshangyou as referee
from tests.tables import adapter_of
from tests.tables.zhengshangyou import SEATS, cards_of, play, ranks_of, set_up, texts

GAME = cardavia.game("zhengshangyou")


def reading(ranks: str, *, opening: bool = False) -> tuple[str, str, int] | None:
    """Shape, rank and length of these cards; None when they are no combination."""
    found = zhengshangyou.readings(cards_of(ranks), opening=opening)
    assert len(found) <= 1
    return (str(found[0].shape), str(found[0].rank), found[0].length) if found else None


def beats(answer: str, table: str) -> bool:
    """Whether all these cards together may be played on those, later than the opening."""
    hand = cards_of(answer)
    return any(each.cards == hand for each in zhengshangyou.plays(hand, beating=cards_of(table)))


def refusal(match: Match, move: str) -> tuple[str, str]:
    """Code and rule with which a move is refused."""
    with pytest.raises(IllegalMove) as caught:
        match.play(move)
    return caught.value.code, caught.value.rule


def moves(match: Match) -> set[str]:
    """The ranks of all that can be played now, or "pass"."""
    return {"".join(ranks_of(move.cards)) or str(move) for move in match.moves}


def lines_of(match: Match) -> list[tuple[str, int | None, int]]:
    assert match.deal_result is not None
    return [(line.code, line.seat, line.amount) for line in match.deal_result.lines]


def points_of(match: Match) -> tuple[int, ...]:
    assert match.deal_over and match.deal_result is not None
    assert match.deal_result.points == match.scores and sum(match.scores) == 0
    return match.scores


# ---- 1. Aim ----------------------------------------------------------------------------------------------------------

GOES_OUT = ("3H 3C 3D 3S", "JJJJ", "QQQQ", "KKKK")
"""Sixteen cards that go out in four plays; as long as nobody has three aces, and it is said who has two of them."""

# Deals in which the first two hands are full, so that the third has the rest.
NO_BOMBS = ("3H 44 55 66 77 88 99 TT J", "2 J QQ KK A 33 4H 5H 6H 7H 8H 9H TH")
FIVES = ("3H 2 4C 4D 66 77 88 99 TT JJ", "5555 A 4H 6H 7H 8H 9H TH JH QQ KK")
FIVES_AND_NINES = ("3H 2 44 66 77 88 TT JJ QQ", "5555 A 4H 6H 7H 8H TH JH QH KK 33")
ANSWERS = ("3H 3C 44 55 66 77 88 2 A QQ", "55 66 77 88 99 TT KKKK")


def test_zsy_1_three_players_each_alone() -> None:
    assert GAME.players == 3 and GAME.sides == (0, 1, 2)


def test_zsy_1_the_first_empty_hand_wins_and_ends_the_deal() -> None:
    match = set_up(" ".join(GOES_OUT), "A", "AA")
    for number, cards in enumerate(GOES_OUT):
        assert not match.deal_over
        play(match, cards, *["-", "-"] * (number < 3))
    assert match.deal_over and match.over and match.turn is None and match.phase == "over" and len(match.moves) == 0
    assert match.hand_sizes == (0, 16, 16) and ("winner", 0, 0) in lines_of(match)
    assert [str(event.code) for event in match.log[-7:]] == [
        "shown", "shown", "deal-over", "points", "points", "points", "match-over"
    ]  # fmt: skip


def test_zsy_1_the_losers_hands_are_shown_at_the_end() -> None:
    """They are counted for all to see."""
    match = set_up(" ".join(GOES_OUT), "A", "AA")
    play(match, GOES_OUT[0], "-", "-", GOES_OUT[1], "-", "-", GOES_OUT[2], "-", "-")
    assert all(len(cards) == 0 for cards in match.table.shown)
    play(match, GOES_OUT[3])
    for viewer in (-1, *SEATS):
        view = match.view(viewer)
        assert view.table.shown == tuple(match.hand(seat) for seat in SEATS)
        assert [view.known(seat) for seat in SEATS] == [match.hand(seat) for seat in SEATS]
        shown = [(event.seat, event.cards) for event in view.log if event.code == EventCode.SHOWN]
        assert shown == [(1, match.hand(1)), (2, match.hand(2))]


# ---- 2. Deal ---------------------------------------------------------------------------------------------------------


def test_zsy_2_forty_eight_cards_and_sixteen_each() -> None:
    pack = [rank + suit for rank in "3456789TJQKA" for suit in "CDHS" if rank + suit != "AH"] + ["2S"]
    assert len(pack) == 48 and sorted(map(str, GAME.deck.pack)) == sorted(pack)
    for seed in range(50):
        match = GAME.start(seed=seed)
        hands = [texts(match.hand(seat)) for seat in SEATS]
        assert [len(hand) for hand in hands] == [16, 16, 16] == list(match.hand_sizes)
        assert sorted(hands[0] + hands[1] + hands[2]) == sorted(pack) and match.stock == ()


@pytest.mark.parametrize("card", ["AH", "2C", "2D", "2H", "BJ", "RJ"])
def test_zsy_2_cards_that_are_not_in_the_pack(card: str) -> None:
    with pytest.raises(BadCards):
        GAME.start(hands=[card])
    with pytest.raises(BadCards):
        GAME.start(seed=0).play(card)


def test_zsy_2_the_holder_of_the_three_of_hearts_leads() -> None:
    counts: Counter[int | None] = Counter()
    for seed in range(1500):
        match = GAME.start(seed=seed)
        assert "3H" in texts(match.hand(match.table.opener)) and match.turn == match.table.leader == match.table.opener
        counts[match.turn] += 1
    assert all(abs(counts[seat] - 500) < 95 for seat in SEATS)  # standard deviation 18.3
    for seat in SEATS:
        assert GAME.start(hands=["3H" if each == seat else "" for each in SEATS]).turn == seat


def test_zsy_2_the_first_play_must_contain_the_three_of_hearts() -> None:
    match = set_up("3H 3C 3D 44 55 66 7 8 A 2")
    for without in ("44", "3C", "3C 3D", "4", "A", "2", "4455", "445566"):
        assert refusal(match, without) == ("no-three-of-hearts", "ZSY-2")
    assert all("3H" in texts(move.cards) for move in match.moves)
    assert {"3", "33", "333", "34567", "345678", "3344", "334455", "33445566"} <= moves(match)
    for cards in ("3H", "3H 3D", "3H 3C", "333", "3H 4 5 6 7", "3H 3C 44 55"):
        after = match.copy()
        assert after.play(cards).kind == Kind.PLAY and after.table.opened
    assert not match.table.opened


def test_zsy_2_later_plays_need_no_certain_card() -> None:
    match = set_up(*NO_BOMBS, moves=["3H", "2", "-", "-"])
    assert match.turn == 1 and {"3", "4", "33", "456789T"} <= moves(match)
    assert play(match, "4H").table.leading == 1


def test_zsy_2_all_know_who_has_the_three_of_hearts_until_it_is_played() -> None:
    for seed in range(10):
        match = GAME.start(seed=seed)
        opener = match.table.opener
        for viewer in (-1, *SEATS):
            view = match.view(viewer)
            assert view.known(opener) == (match.hand(opener) if viewer == opener else Cards("3H"))
            assert all(len(view.known(seat)) == 0 for seat in SEATS if seat not in (viewer, opener))
        match.play(match.moves[0])
        assert len(match.view(-1).known(opener)) == 0


# ---- 3. Play ---------------------------------------------------------------------------------------------------------


def test_zsy_3_1_the_order_of_ranks() -> None:
    order = "3456789TJQKA2"
    for low, lower in enumerate(order):
        for high, higher in enumerate(order):
            assert beats(higher, lower) == (high > low)
    for low, lower in enumerate(order[:-1]):
        for high, higher in enumerate(order[:-1]):
            assert beats(higher * 2, lower * 2) == (high > low)


def test_zsy_3_1_suits_never_matter() -> None:
    for one, other in permutations(["5C", "5D", "5H", "5S"], 2):
        assert len(zhengshangyou.plays(one, beating=other)) == 0 and len(zhengshangyou.plays("6C", beating=other)) == 1
    flush, mixed = (zhengshangyou.readings(cards)[0] for cards in ("4C 5C 6C 7C 8C", "4C 5D 6H 7S 8C"))
    assert (flush.shape, flush.rank, flush.length) == (mixed.shape, mixed.rank, mixed.length) == ("straight", "8", 5)


def test_zsy_3_1_an_answer_is_of_the_same_kind_and_size() -> None:
    assert beats("55", "44") and not beats("555", "44") and not beats("5", "44")
    assert beats("56789", "45678") and not beats("56789T", "45678") and not beats("6789T", "456789")
    assert beats("5566", "4455") and not beats("556677", "4455") and not beats("5566", "445566")
    assert not beats("5566", "4444") and not beats("45678", "44")


def test_zsy_3_1_an_answer_is_higher() -> None:
    assert (
        not beats("45678", "45678") and not beats("45678", "56789") and not beats("44", "55") and not beats("44", "44")
    )
    assert beats("TJQKA", "9TJQK") and beats("KKAA", "QQKK") and beats("KKK", "QQQ")
    match = set_up(*NO_BOMBS, moves=["3H", "J", "Q"])
    assert refusal(match, "9") == ("too-low", "ZSY-3.1") == refusal(match, "J")


def test_zsy_3_1_a_refusal_says_what_is_wrong() -> None:
    match = set_up(*NO_BOMBS)
    assert refusal(match, "3H KC") == ("not-in-hand", "ZSY-3.1")
    play(match, "3H")
    assert refusal(match, "QQ") == ("other-kind", "ZSY-3.1") == refusal(match, "456789T")


@pytest.mark.parametrize("table", ["2", "AA", "KKK", "TJQKA", "KKAA", "3456789TJQKA", "33445566778899TT"])
def test_zsy_3_1_a_bomb_beats_every_ordinary_combination(table: str) -> None:
    assert beats("4444", table) and beats("AAA", table) and beats("KKKK", table)


def test_zsy_3_2_a_leader_cannot_pass() -> None:
    match = set_up(*NO_BOMBS)
    assert refusal(match, "pass") == ("must-lead", "ZSY-3.2") and "pass" not in moves(match)
    play(match, "3H", "2", "-", "-")
    assert refusal(match, "pass") == ("must-lead", "ZSY-3.2") and "pass" not in moves(match)


def test_zsy_3_2_who_can_beat_the_table_must() -> None:
    match = set_up(*NO_BOMBS, moves=["3H"])
    assert moves(match) == set("456789TJQKA2")
    assert refusal(match, "pass") == ("must-beat", "ZSY-3.2")
    assert refusal(play(match, "K"), "pass") == ("must-beat", "ZSY-3.2") and moves(match) == {"A"}
    assert moves(play(match, "A")) == {"pass"}


def test_zsy_3_2_passing_is_legal_only_if_nothing_beats_the_table() -> None:
    """Of all hands that a random deal leads to, by the referee's own look at them."""
    rng = random.Random(1)
    passes = 0
    for seed in range(60):
        match = GAME.start(seed=seed)
        while not match.deal_over:
            on_table = None if match.table.leading is None else match.table.trick[match.table.leading]
            if on_table is not None:
                assert match.turn is not None
                table = referee.Reading(str(on_table.shape), str(on_table.rank), on_table.length)
                can = bool(referee.plays(texts(match.hand(match.turn)), table))
                assert ("pass" in moves(match)) == (not can) and (len(match.moves) == 1 or can)
                passes += not can
            match.play(match.moves.sample(rng))
    assert passes > 500


def test_zsy_3_2_a_single_two_on_the_table_and_four_fives_must_bomb() -> None:
    match = set_up(*FIVES, moves=["3H", "A", "-"])
    assert moves(match) == {"2"}
    play(match, "2")
    assert moves(match) == {"5555"} and refusal(match, "pass") == ("must-beat", "ZSY-3.2")


def test_zsy_3_2_after_both_others_pass_the_last_player_leads() -> None:
    match = set_up(*NO_BOMBS, moves=["3H", "2"])
    assert (match.table.leader, match.table.leading, match.table.answers) == (0, 1, 1)
    play(match, "-")
    assert match.table.passes == 1 and match.turn == 0
    play(match, "-")
    assert match.turn == match.table.leader == 1 and match.table.leading is None and match.table.passes == 0
    assert match.table.trick == (None, None, None) and match.table.answers == 0
    assert match.log[-1].code == EventCode.TRICK and match.log[-1].seat == 1


def test_zsy_3_2_a_pass_does_not_shut_a_seat_out() -> None:
    """Who could not beat an ace has to beat what comes in the next round, and who passed on a bomb what is led then."""
    match = set_up(*FIVES, moves=["3H", "A", "-", "2", "5555", "-", "-"])
    assert match.turn == 1
    play(match, "4H")
    assert match.turn == 2 and "pass" not in moves(match) and {"6", "A"} <= moves(match)
    assert "pass" not in moves(play(match, "6"))


def test_zsy_3_2_what_a_pass_tells_is_kept_by_samples() -> None:
    """A seat that passed held nothing that beats the table: no higher card, no higher row, no bomb."""
    rng = Random(1)
    for seed in range(25):
        match = GAME.start(seed=seed)
        dealt = [texts(match.hand(seat)) for seat in SEATS]
        while not match.deal_over:
            match.play(match.moves.sample(rng))
            for viewer in (-1, *SEATS) if match.log[-1].code in (EventCode.MOVE, EventCode.TRICK) else ():
                world = match.view(viewer).sample(rng)
                hands = [
                    [*texts(world.hand(seat)), *(card for card in dealt[seat] if card not in texts(match.hand(seat)))]
                    for seat in SEATS
                ]
                again = GAME.start(hands=[" ".join(hand) for hand in hands])
                for event in match.log:
                    if event.move is not None:
                        again.play(event.move)
                assert again.view(viewer).position == match.view(viewer).position


# ---- 4. Combinations -------------------------------------------------------------------------------------------------


def test_zsy_4_the_combinations() -> None:
    assert reading("3") == ("single", "3", 1) and reading("2") == ("single", "2", 1)
    assert reading("33") == ("pair", "3", 1) and reading("AA") == ("pair", "A", 1)
    assert reading("333") == ("triple", "3", 1) and reading("KKK") == ("triple", "K", 1)
    assert reading("34567") == ("straight", "7", 5) and reading("3344") == ("pair-run", "4", 2)
    assert reading("4444") == ("bomb", "4", 1) and reading("AAA") == ("bomb", "A", 1)
    shapes = {str(each.shape) for each in zhengshangyou.plays(GAME.deck.pack - ["3H"])}
    assert shapes | {"heavenly-bomb"} == set(referee.SHAPES)


def test_zsy_4_a_straight_has_five_cards_or_more() -> None:
    assert reading("3456789TJQKA") == ("straight", "A", 12) and reading("456789") == ("straight", "9", 6)
    assert reading("TJQKA") == ("straight", "A", 5)
    for nothing in ("3456", "45679", "JQKA2", "TJQKA2", "A3456", "2 3 4 5 6", "QKA34"):
        assert reading(nothing) is None


def test_zsy_4_a_pair_run_has_two_pairs_or_more() -> None:
    assert reading("334455") == ("pair-run", "5", 3) and reading("3344") == ("pair-run", "4", 2)
    assert reading("QQKKAA") == ("pair-run", "A", 3) and reading("KKAA") == ("pair-run", "A", 2)
    assert reading("33445566778899TT") == ("pair-run", "T", 8)
    for nothing in ("3355", "33445", "AA33", "KKAA33", "AA2", "QQAA"):
        assert reading(nothing) is None
    with pytest.raises(BadCards):  # there is one 2
        GAME.start(hands=["AC AD 2S 2C"])


def test_zsy_4_no_attachments_and_no_airplanes() -> None:
    for nothing in ("3 4", "333 4", "333 44", "333444", "333444555", "4444 5", "4444 5 6", "4444 55 66"):
        assert reading(nothing) is None
    match = set_up("3H 3C 3D 4 55")
    assert refusal(match, "333 4") == ("no-combination", "ZSY-4") == refusal(match, "333 55")


def test_zsy_4_three_aces_are_always_a_bomb_above_every_four() -> None:
    assert reading("AAA") == ("bomb", "A", 1)
    assert beats("AAA", "KKK") and beats("AAA", "2") and beats("AAA", "KKKK") and beats("AAA", "4444")
    for rank in "3456789TJQK":
        assert not beats(rank * 4, "AAA") and beats("AAA", rank * 4)
    assert not any(each.shape == "triple" and each.rank == "A" for each in zhengshangyou.plays("AC AD AS"))


def test_zsy_4_bombs_compare_by_rank() -> None:
    assert beats("5555", "4444") and beats("KKKK", "QQQQ") and not beats("4444", "5555") and not beats("4444", "4444")


def test_zsy_4_four_threes_as_the_opening_play_are_the_heavenly_bomb_which_nothing_beats() -> None:
    assert reading("3333", opening=True) == ("heavenly-bomb", "3", 1)
    match = set_up("3H 3C 3D 3S", "4444 AAA", "KKKK")
    move = match.play("3333")
    assert (str(move.shape), move.rank, str(move)) == ("heavenly-bomb", "3", "play 3C 3D 3H 3S")
    assert moves(match) == {"pass"} and refusal(match, "4444") == ("too-low", "ZSY-3.1")
    assert refusal(match, "AAA") == ("too-low", "ZSY-3.1")
    play(match, "-")
    assert moves(match) == {"pass"}
    assert len(zhengshangyou.plays(GAME.deck.pack, beating=move)) == 0


def test_zsy_4_later_four_threes_are_the_lowest_bomb() -> None:
    assert reading("3333") == ("bomb", "3", 1) and reading("3333", opening=False) == ("bomb", "3", 1)
    assert beats("4444", "3333") and beats("AAA", "3333") and beats("3333", "2") and not beats("3333", "4444")


def test_zsy_4_a_bomb_may_be_split() -> None:
    match = set_up("3H 4444 5678 AAA 2")
    assert {"34567", "345678"} <= moves(match)
    found = {(str(each.shape), "".join(ranks_of(each.cards))) for each in zhengshangyou.plays("4C 4D 4H 4S AC AD AS")}
    assert found == {
        ("single", "4"), ("pair", "44"), ("triple", "444"), ("bomb", "4444"),
        ("single", "A"), ("pair", "AA"), ("bomb", "AAA"),
    }  # fmt: skip


def test_zsy_4_a_named_reading_has_to_be_the_one() -> None:
    match = set_up("3H 3C", "44")
    load, (name, data) = cast("tuple[Any, tuple[str, bytes]]", match.moves.find("3H 3C").__reduce__())
    for changed in (b"\1" + data[2:4], data[1:2] + bytes([data[2] ^ 1]) + data[3:4], data[1:3] + b"\7"):
        move = load(name, data[:1] + changed + data[4:])
        with pytest.raises(IllegalMove) as caught:
            match.play(move)
        assert (caught.value.code, caught.value.rule) == ("other-reading", "ZSY-4")


def as_referee(plays: Any) -> set[tuple[str, str, tuple[str, ...]]]:
    """The same form as the referee's; no play twice."""
    found = {(str(each.shape), str(each.rank), ranks_of(each.cards)) for each in plays}
    assert len(found) == len(plays)
    return found


def test_zsy_4_the_pack_holds_140_plays() -> None:
    plays = list(zhengshangyou.plays(GAME.deck.pack - ["3H"]))  # without it: it would be an opening
    whole = as_referee(plays) | {("triple", "3", ("3",) * 3), ("bomb", "3", ("3",) * 4)}
    assert whole == referee.plays(referee.PACK) and len(whole) == 140
    assert Counter(shape for shape, _, _ in whole) == {
        "single": 13, "pair": 12, "triple": 11, "straight": 36, "pair-run": 56, "bomb": 12
    }  # fmt: skip


def test_zsy_2_the_pack_holds_19_openings() -> None:
    openings = list(zhengshangyou.plays(GAME.deck.pack))
    assert as_referee(openings) == referee.openings(referee.PACK) and len(openings) == 19
    assert all("3H" in texts(each.cards) for each in openings)


def test_zsy_4_any_cards_are_read_as_the_referee_reads_them() -> None:
    """Random cards and, more telling, combinations with one card exchanged, added or taken away."""
    rng = random.Random(1)
    combinations = [list(ranks) for _, ranks in referee.COMBINATIONS]
    pack = sorted(referee.PACK)
    nothing = 0
    for _ in range(4000):
        ranks = rng.choice(combinations)
        left = rng.sample(pack, len(pack))
        cards = set()
        for rank in ranks:
            cards.add(left.pop(next(i for i, card in enumerate(left) if card[0] == rank)))
        for _ in range(rng.choice([0, 1, 1, 2])):
            cards ^= {rng.choice(pack)} if rng.random() < 0.6 or not cards else {rng.choice(sorted(cards))}
        for opening in (False, True):
            if opening and "3H" not in cards:
                continue
            core = [(str(r.shape), r.rank, r.length) for r in zhengshangyou.readings(cards, opening=opening)]
            plain = [tuple(r) for r in (referee.readings(cards, opening=opening) if cards else [])]
            assert core == plain, sorted(cards)
            nothing += not core
    assert 1000 < nothing < 3500  # both outcomes were tried


def test_zsy_3_1_answers_are_those_that_the_referee_finds() -> None:
    rng = random.Random(3)
    pack = sorted(referee.PACK - {"3H"})
    tables: dict[object, list[Move]] = {}
    for each in zhengshangyou.plays(GAME.deck.pack - ["3H"]):
        tables.setdefault((each.shape, each.length), []).append(each)
    answered = 0
    for _ in range(2000):
        hand, table = rng.sample(pack, rng.randint(1, 20)), rng.choice(rng.choice(list(tables.values())))
        (beating,) = referee.readings(texts(table.cards))
        plays = zhengshangyou.plays(hand, beating=table)
        assert as_referee(plays) == referee.plays(hand, beating)
        assert as_referee(zhengshangyou.plays(hand)) == referee.plays(hand)
        answered += len(plays) > 0
    assert answered > 300


def test_the_kernels_say_what_they_cannot_take() -> None:
    with pytest.raises(BadCards):
        zhengshangyou.readings("3X")
    assert zhengshangyou.readings("") == [] and len(zhengshangyou.plays("")) == 0
    assert zhengshangyou.readings("BJ") == [] and len(zhengshangyou.plays("3C 3D", beating="4C 5C")) == 0


# ---- 5. Score --------------------------------------------------------------------------------------------------------


def test_zsy_5_1_each_loser_pays_one_point_a_card_left_doubled_if_it_never_played() -> None:
    match = set_up("3H 2 JJJJ QQQQ KKKK 44", "A 33 4H 55 66 77 88 99 TT")
    play(match, "3H", "A", "-", "2", "-", "-", "JJJJ", "-", "-", "QQQQ", "-", "-", "KKKK", "-", "-", "44")
    assert match.table.plays == (6, 1, 0) and match.hand_sizes == (0, 15, 16)
    assert points_of(match) == (47, -15, -32)
    assert lines_of(match) == [("winner", 0, 0), ("cards", 1, 15), ("cards", 2, 32), ("doubled", 2, 1)]


def test_zsy_5_1_a_loser_who_never_played_with_a_bomb_and_the_spade_two_pays_52() -> None:
    """16 x 2 + 10 + 10: the doubling touches the card points only."""
    match = set_up("3H 3C 3D 3S JJJJ QQQQ KKKK", "7777 2 A 4C 4D 5C 5D 6C 6D 8C 8D 9C T")
    play(match, "3333", "-", "-", "JJJJ", "-", "-", "QQQQ", "-", "-", "KKKK")
    assert "2S" in texts(match.hand(1)) and match.hand_sizes == (0, 16, 16)
    assert points_of(match) == (84, -52, -32)
    assert lines_of(match) == [
        ("winner", 0, 0),
        ("cards", 1, 32), ("doubled", 1, 1), ("spade-two", 1, 10), ("bombs-left", 1, 10),
        ("cards", 2, 32), ("doubled", 2, 1),
    ]  # fmt: skip


def test_zsy_5_1_each_bomb_left_costs_ten_three_aces_too() -> None:
    match = set_up("3H 3C 3D 3S 44 55 66 77 88 99", "AAA 2 JJJJ 4H 5H 6H 7H 8H 9H TT")
    play(match, "3333", "-", "-", "445566778899")
    assert points_of(match) == (114, -62, -52)
    assert lines_of(match) == [
        ("winner", 0, 0),
        ("cards", 1, 32), ("doubled", 1, 1), ("spade-two", 1, 10), ("bombs-left", 1, 20),
        ("cards", 2, 32), ("doubled", 2, 1), ("bombs-left", 2, 20),
    ]  # fmt: skip


def test_zsy_5_1_the_winner_gets_the_sum() -> None:
    for seed in range(200):
        match = GAME.start(seed=seed)
        rng = random.Random(seed)
        while not match.deal_over:
            match.play(match.moves.sample(rng))
        paid = Counter[int | None]()
        for code, seat, amount in lines_of(match):
            if code in ("cards", "spade-two", "bombs-left"):
                paid[seat] += amount
        ((winner, _),) = [(seat, 0) for code, seat, _ in lines_of(match) if code == "winner"]
        assert winner is not None
        expected = [-paid[seat] for seat in SEATS]
        expected[winner] = sum(paid.values())
        bonuses = match.table.bonuses
        assert points_of(match) == tuple(expected[seat] + 30 * bonuses[seat] - 10 * sum(bonuses) for seat in SEATS)
        for seat in SEATS:
            hand = texts(match.hand(seat))
            doubled = 2 if match.table.plays[seat] == 0 else 1
            owed = len(hand) * doubled + 10 * ("2S" in hand) + 10 * referee.bombs_in(hand)
            assert paid[seat] == (0 if seat == winner else owed)


BOMBS = ("3H 3C 3D 3S 4444 5555 6666", "7777 8C 8D 9C 9D TC TD JC JD QC QD A 2")


def test_zsy_5_2_a_bomb_on_anothers_cards_that_nothing_beats_earns_twenty() -> None:
    """Settled when both others have passed; each of them pays 10."""
    match = set_up(*FIVES, moves=["3H", "A", "-", "2", "5555", "-"])
    assert match.table.bonuses == (0, 0, 0)
    play(match, "-")
    assert match.table.bonuses == (0, 1, 0)
    assert [(str(event.code), event.seat, event.amount) for event in match.log[-2:]] == [
        ("bonus", 1, 20),
        ("trick", 1, 0),
    ]
    while not match.deal_over:
        match.play(match.moves[0])
    assert ("bonus", 1, 20 * match.table.bonuses[1]) in lines_of(match)


def test_zsy_5_2_a_led_bomb_answered_and_bombed_over_earns_for_the_last_only() -> None:
    match = set_up(*BOMBS, moves=["3333", "-", "-", "4444"])
    assert moves(match) == {"7777"} and play(match, "7777").turn == 2
    assert moves(match) == {"KKKK"} and play(match, "KKKK").table.answers == 2
    play(match, "-")
    assert match.table.bonuses == (0, 0, 0)
    play(match, "-")
    assert match.table.bonuses == (0, 0, 1) and match.turn == 2
    told = [(event.seat, event.amount) for event in match.log if event.code == EventCode.BONUS]
    assert told == [(2, 20)]  # 10 from each other seat


def test_zsy_5_2_the_ways_through_the_deal_of_bombs() -> None:
    match = set_up(*BOMBS)
    adapter = adapter_of("zhengshangyou")
    counted = [7, 34, 132, 276]
    assert [leaves(match, depth) for depth in (1, 2, 3, 4)] == counted
    assert [leaves_of_referee(adapter, adapter.referee(match), depth) for depth in (1, 2, 3, 4)] == counted


def test_zsy_5_2_a_led_bomb_and_the_heavenly_bomb_earn_nothing() -> None:
    match = set_up(" ".join(GOES_OUT), "A", "AA")
    play(match, GOES_OUT[0], "-", "-", GOES_OUT[1], "-", "-", GOES_OUT[2], "-", "-", GOES_OUT[3])
    assert match.deal_over and match.table.bonuses == (0, 0, 0)
    assert not [event for event in match.log if event.code == EventCode.BONUS]


def test_zsy_5_2_a_response_bomb_that_is_bombed_over_earns_nothing_and_the_higher_one_twenty() -> None:
    match = set_up(*FIVES_AND_NINES, moves=["3H", "5555"])
    assert moves(match) == {"9999"}
    play(match, "9999", "-")
    assert match.table.bonuses == (0, 0, 0) and moves(match) == {"pass"}
    play(match, "-")
    assert match.table.bonuses == (0, 0, 1)


def test_zsy_5_2_at_once_if_the_bomb_empties_the_hand() -> None:
    match = set_up(*ANSWERS, moves=["3H 3C 44 55 66 77 88", "55 66 77 88 99 TT"])
    assert moves(match) == {"JJJJ"}
    play(match, "JJJJ", "-")
    assert moves(match) == {"KKKK"} and match.table.bonuses == (0, 0, 0)
    play(match, "KKKK")
    assert match.deal_over and match.table.bonuses == (0, 1, 0)
    # Seat 0 has the spade two and three cards left, seat 2 has twelve; both have played.
    assert points_of(match) == (-4 - 10 - 10, 4 + 10 + 12 + 20, -12 - 10)
    assert lines_of(match) == [
        ("winner", 1, 0), ("cards", 0, 4), ("spade-two", 0, 10), ("cards", 2, 12), ("bonus", 1, 20)
    ]  # fmt: skip


def test_zsy_5_3_all_points_sum_to_zero() -> None:
    tally = GAME.playouts(5000, seed=3)
    assert sum(tally.points) == 0
    for seed in range(100):
        match, rng = GAME.start(seed=seed), random.Random(seed)
        while not match.deal_over:
            match.play(match.moves.sample(rng))
        assert sum(points_of(match)) == 0


# ---- The text of moves -----------------------------------------------------------------------------------------------


def test_a_rank_alone_stands_for_the_first_such_card_that_is_held_and_not_named() -> None:
    match = set_up("3H 3C 3S 4H 4S", "3D", "2")
    assert match.moves.find("33 3H").cards == Cards("3H 3C 3S")
    assert match.moves.find("3H 3").cards == Cards("3H 3C")
    with pytest.raises(IllegalMove) as caught:
        match.moves.find("3")  # the 3 of clubs, which is no opening
    assert (caught.value.code, caught.value.rule) == ("no-three-of-hearts", "ZSY-2")
