"""The rules of One Poker, clause by clause (section OP of the house rules)."""

from __future__ import annotations

import pickle
import random
from collections import Counter
from typing import Any

import pytest

from cardavia import BadCards, BadOption, Cards, EventCode, IllegalMove, Match, Random
from cardavia.games import onepoker
from tests.betting import offered
from tests.chance import assert_fits
from tests.tables.onepoker import GAME, PACK, SEATS, History, Table, check_through, is_up, set_up, texts
from tests.walk import walk

LOW, HIGH = "3C 9D", "4C TD"
"""Hands for tests in which the cards do not matter; locked are the threes and fours."""
LOCKED = ("lock 3C", "lock 4C")


def table(match: Match) -> onepoker.Table:
    found: onepoker.Table = match.table
    return found


def play(match: Match, *moves: str) -> Match:
    for move in moves:
        match.play(move)
    return match


def betting(*moves: str, **options: Any) -> Match:
    """A deal after locking, with some moves made."""
    return set_up(LOW, HIGH, moves=[*LOCKED, *moves], **options)


def asked(match: Match) -> tuple[int | None, list[str]]:
    """Who is to act, and what may be done: "bet 1-19" is a range."""
    if match.phase != "betting":
        return match.turn, [str(move) for move in match.moves]
    return match.turn, [
        kind if most == 0 else f"{kind} {most}" if least == most else f"{kind} {least}-{most}"
        for kind, least, most in offered(match)
    ]


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


def winner(first: str, second: str) -> int | None:
    """Whose locked card wins."""
    other = "5S"  # kept by both, and from the second pack by the other
    match = set_up(f"{first} {other}", f"{second} {other}", moves=[f"lock {first}", f"lock {second}", "check", "check"])
    return table(match).winner


# ---- 1. Match --------------------------------------------------------------------------------------------------------


def test_op_1_two_players_with_twenty_chips_and_two_packs_without_jokers() -> None:
    match = GAME.start(seed=0)
    assert match.scores == (20, 20) and GAME.players == 2
    cards = [*match.stock, *match.hand(0), *match.hand(1)]
    assert Counter(map(str, cards)) == Counter(PACK) and len(cards) == 104
    with pytest.raises(BadCards):
        GAME.start(hands=["RJ"])
    with pytest.raises(BadCards):
        GAME.start(hands=["3C 3C", "3C"])


def test_op_1_who_has_no_chips_loses() -> None:
    match = set_up("KC 3C", "5D 4D", moves=["lock KC", "lock 5D", "bet 19", "call"])
    assert match.over and match.scores == (40, 0) and points(match) == (20, -20)
    assert match.log[-1].code == EventCode.MATCH_OVER
    with pytest.raises(IllegalMove) as caught:
        match.next_deal()
    assert caught.value.code == "match-over"


def test_op_1_no_chips_are_counted_once_the_deal_is_settled() -> None:
    """Seat 1 has nothing left after its ante; it wins, and so the match goes on."""
    match = set_up("3C 9D", "KC 4D", chips=[20, 1], moves=["lock 3C", "lock KC"])
    assert match.deal_over and not match.over and match.scores == (19, 2)
    match.next_deal()
    assert table(match).chips == (18, 1)


# ---- 2. Deal ---------------------------------------------------------------------------------------------------------


def test_op_2_1_two_cards_each_and_an_ante_of_one() -> None:
    match = GAME.start(seed=1)
    assert match.hand_sizes == (2, 2)
    assert table(match).chips == (19, 19) and table(match).pot == 2 and table(match).bets == (0, 0)
    assert [(event.seat, event.amount) for event in match.log if event.code == EventCode.ANTE] == [(0, 1), (1, 1)]
    play(match, str(match.moves[0]))
    play(match, str(match.moves[0]), "check", "check")
    match.next_deal()
    assert match.hand_sizes == (2, 2) and sum(table(match).chips) == 38 and table(match).pot == 2


def test_op_2_1_seat_0_acts_first_in_the_first_deal() -> None:
    match = GAME.start(seed=1)
    assert match.turn == 0 and table(match).first == 0
    other = GAME.start(seed=1, first=1)
    assert other.turn == 1 and table(other).first == 1


@pytest.mark.parametrize(("cards", "first"), [(("KC", "5D"), 0), (("5C", "KD"), 1)])
def test_op_2_1_then_the_winner_of_the_last_deal(cards: tuple[str, str], first: int) -> None:
    for began in SEATS:
        locks = [f"lock {cards[began]}", f"lock {cards[1 - began]}"]
        match = set_up(f"{cards[0]} 9S", f"{cards[1]} 9S", first=began, moves=[*locks, "check", "check"])
        assert table(match).first == first  # of the next deal
        match.next_deal()
        assert match.turn == first


def test_op_2_1_also_when_the_other_folded() -> None:
    match = betting("bet 3", "fold")
    assert table(match).winner == 0
    match.next_deal()
    assert match.turn == 0
    match = betting("check", "bet 3", "fold")
    match.next_deal()
    assert match.turn == 1


def test_op_2_1_after_a_tie_the_other_seat() -> None:
    for began in SEATS:
        match = set_up(
            "KC 9S", "KD 9S", first=began, moves=[f"lock K{'CD'[began]}", f"lock K{'DC'[began]}", "check", "check"]
        )
        assert table(match).winner is None and points(match) == (0, 0)
        match.next_deal()
        assert match.turn == 1 - began


def test_op_2_2_everybody_is_told_how_many_cards_are_up_and_nothing_more() -> None:
    match = set_up("8C AD", "7C 2D")
    assert table(match).up == (2, 0)
    for viewer in (-1, 0, 1):
        assert match.view(viewer).table.up == (2, 0)
    told = [(event.seat, event.amount) for event in match.view(-1).log if event.code == EventCode.SIGNAL]
    assert told == [(0, 2), (1, 0)]


@pytest.mark.parametrize("rank", "23456789TJQKA")
def test_op_2_2_up_is_eight_to_ace_and_down_two_to_seven(rank: str) -> None:
    match = set_up(f"{rank}C {rank}D", f"{rank}H 2S")
    assert table(match).up == ((2, 1) if rank in "89TJQKA" else (0, 0))


def test_op_2_2_the_signal_stays_for_the_deal_and_is_given_anew_in_the_next() -> None:
    match = set_up("8C 3D", "7C 2D", draws="9C 4H")
    for move in ("lock 8C", "lock 7C", "bet 2", "call"):
        assert table(match).up == (1, 0)
        match.play(move)
    assert table(match).up == (1, 0)
    match.next_deal()  # seat 0 won: it drew the 9
    assert table(match).up == (1, 0) and match.hand(0) == Cards("3D 9C")


def test_op_2_2_others_learn_neither_which_card_was_locked_nor_its_group() -> None:
    """Whichever of its cards a seat locks, the view of the other is the same to the last byte."""
    for hand in ("3C 9D", "3C 4D", "9C TD"):
        one, other = (set_up(hand, HIGH, moves=[f"lock {card}"]) for card in hand.split())
        for moves in ((), ("lock 4C",), ("bet 2",)):
            play(one, *moves)
            play(other, *moves)
            for viewer in (-1, 1):
                here, there = one.view(viewer), other.view(viewer)
                assert here == there and pickle.dumps(here) == pickle.dumps(there)
                assert here.to_dict() == there.to_dict() and here.log == there.log
            assert one.view(0) != other.view(0)


def test_op_2_2_others_learn_not_whether_the_locked_card_was_kept_or_drawn() -> None:
    """A seat holds K and draws L, or holds L and draws K: when L is shown the other knows as little."""
    moves = ["lock 3C", "lock 4C", "check", "check", "-"]
    one = set_up("3C 9D", "4C TD", draws="QH JH", moves=moves)  # seat 1 was first to draw: seat 0 has 9D JH
    other = set_up("3C JH", "4C TD", draws="QH 9D", moves=moves)
    assert one.hand(0) == other.hand(0) == Cards("9D JH")
    for match in (one, other):
        assert match.turn == 1
        play(match, "lock QH", "lock 9D", "check", "check")
    for viewer in (-1, 1):
        assert one.view(viewer) == other.view(viewer)
        assert one.view(viewer).position == other.view(viewer).position


def test_op_2_2_that_a_seat_has_locked_everybody_sees() -> None:
    match = set_up(LOW, HIGH)
    assert table(match).has_locked == () and match.hand_sizes == (2, 2)
    match.play("lock 3C")
    view = match.view(1)
    assert view.table.has_locked == (0,) and view.hand_sizes == (1, 2)
    assert [(event.code, event.seat) for event in view.log][-1] == (EventCode.LOCKED, 0)
    assert not any(event.code == EventCode.MOVE for event in view.log)
    match.play("lock 4C")
    assert match.view(-1).table.has_locked == (0, 1)


def test_op_2_2_a_refused_lock_tells_the_other_seat_nothing() -> None:
    match = set_up(LOW, HIGH)
    for card in ("3C", "9D", "4C", "KS", "2H"):
        with pytest.raises(IllegalMove) as caught:
            match.view(1).moves.find(f"lock {card}")
        assert caught.value.code == "not-your-turn"


def test_op_2_3_cards_go_to_the_first_player_the_other_the_first_the_other() -> None:
    """The same shuffle with another first player: the hands change places, and the stock is the same."""
    for seed in range(20):
        one, other = (GAME.start(seed=seed, first=first) for first in SEATS)
        assert one.hand(0) == other.hand(1) and one.hand(1) == other.hand(0) and one.stock == other.stock


# ---- 3. Lock ---------------------------------------------------------------------------------------------------------


def test_op_3_the_first_player_locks_then_the_other_then_the_first_bets() -> None:
    for first in SEATS:
        match = set_up(LOW, HIGH, first=first)
        own = (LOW, HIGH)[first], (LOW, HIGH)[1 - first]
        assert asked(match) == (first, [f"lock {card}" for card in own[0].split()])
        match.play(f"lock {own[0][:2]}")
        assert asked(match) == (1 - first, [f"lock {card}" for card in own[1].split()])
        match.play(f"lock {own[1][:2]}")
        assert match.phase == "betting" and asked(match) == (first, ["check", "bet 1-19"])


def test_op_3_a_locked_card_leaves_the_hand_and_stays_locked() -> None:
    match = set_up(LOW, HIGH, moves=["lock 3C"])
    assert match.hand(0) == Cards("9D")
    assert refusal(match, "lock 9D") == ("not-in-hand", "OP-3")  # it is the other seat's turn to lock
    match.play("lock 4C")
    assert refusal(match, "lock 9D") == ("locked-already", "OP-3")


def test_op_3_nobody_bets_before_both_have_locked() -> None:
    match = set_up(LOW, HIGH)
    for _ in range(2):
        for move in ("check", "bet 1", "fold", "call", "raise 2"):
            assert refusal(match, move) == ("must-lock", "OP-3")
        match.play(match.moves[0])


def test_op_3_two_equal_cards_are_one_choice() -> None:
    match = set_up("KC KC", HIGH)
    assert asked(match) == (0, ["lock KC"])
    match.play("lock KC")
    assert match.hand(0) == Cards("KC")


def test_op_3_one_card_of_ones_own_is_locked() -> None:
    match = set_up(LOW, HIGH)
    assert refusal(match, "lock 4C") == ("not-in-hand", "OP-3")
    assert refusal(match, "lock 3C 9D") == ("lock-one", "OP-3")
    assert refusal(set_up("KC KC", HIGH), "lock KC KC") == ("lock-one", "OP-3")


# ---- 4. Betting ------------------------------------------------------------------------------------------------------


def test_op_4_check_or_bet() -> None:
    assert asked(betting()) == (0, ["check", "bet 1-19"])
    assert asked(betting("check")) == (1, ["check", "bet 1-19"])
    assert betting("check", "check").deal_over
    assert refusal(betting(), "fold") == ("nothing-to-pay", "OP-4")
    assert refusal(betting(), "call") == ("nothing-to-pay", "OP-4")


def test_op_4_call_raise_or_fold() -> None:
    assert asked(betting("bet 3")) == (1, ["fold", "call 3", "raise 6-19"])
    assert asked(betting("check", "bet 3")) == (0, ["fold", "call 3", "raise 6-19"])
    assert betting("bet 3", "call").deal_over
    assert refusal(betting("bet 3"), "check") == ("must-pay", "OP-4")


def test_op_4_the_least_bet_is_one_and_all_ones_own_chips_the_most() -> None:
    assert refusal(betting(), "bet 0") == ("too-little", "OP-4")
    assert refusal(betting(), "bet 20") == ("too-much", "OP-4")
    assert betting("bet 1").table.bets == (1, 0)
    assert betting("bet 19").table.bets == (19, 0)


def test_op_4_a_bet_may_exceed_what_the_other_has() -> None:
    match = betting(chips=[20, 5])
    assert asked(match) == (0, ["check", "bet 1-19"])
    play(match, "bet 19")
    assert asked(match) == (1, ["fold", "call 4"])
    play(match, "call")
    assert ("refund", 0, 15) in lines(match) and ("pot", None, 10) in lines(match)


def test_op_4_the_least_raise_adds_the_last_full_bet_or_raise() -> None:
    match = betting("bet 2")
    assert table(match).full_raise == 2 and asked(match)[1][-1] == "raise 4-19"
    play(match, "raise 7")  # by 5
    assert table(match).full_raise == 5 and asked(match) == (0, ["fold", "call 7", "raise 12-19"])
    play(match, "raise 12")
    assert asked(match) == (1, ["fold", "call 12", "raise 17-19"])
    assert refusal(match, "raise 16") == ("too-little", "OP-4")


def test_op_4_amounts_are_totals_for_the_round_without_the_ante() -> None:
    match = betting("bet 2", "raise 7", "raise 12")
    assert table(match).bets == (12, 7) and table(match).chips == (7, 12) and table(match).pot == 21


def test_op_4_all_in_may_be_short_on_a_call_and_on_a_raise() -> None:
    assert asked(betting("bet 9", chips=[20, 6])) == (1, ["fold", "call 5"])
    match = betting("bet 4", chips=[20, 7])
    assert asked(match) == (1, ["fold", "call 4", "raise 6"])
    play(match, "raise 6")
    assert table(match).full_raise == 4 and asked(match) == (0, ["fold", "call 6"])


def test_op_4_against_an_all_in_one_can_only_call_or_fold() -> None:
    match = betting("bet 9", chips=[10, 20])
    assert asked(match) == (1, ["fold", "call 9"])
    assert refusal(match, "raise 18") == ("raising-closed", "OP-4")
    assert asked(betting("bet 19")) == (1, ["fold", "call 19"])


def test_op_4_a_short_all_in_does_not_reopen_the_raising() -> None:
    match = betting("check", "bet 4", "raise 6", chips=[7, 20])
    assert asked(match) == (1, ["fold", "call 6"])
    assert refusal(match, "raise 10") == ("raising-closed", "OP-4")


def test_op_4_what_is_not_matched_returns() -> None:
    called = betting("bet 19", "call", chips=[20, 5])
    assert lines(called)[0] == ("refund", 0, 15)
    folded = betting("bet 12", "fold")
    assert lines(folded) == [("fold", 1, 0), ("refund", 0, 12), ("pot", None, 2), ("share", 0, 2)]
    raised = betting("bet 2", "raise 9", "fold")
    assert lines(raised) == [("fold", 0, 0), ("refund", 1, 7), ("pot", None, 6), ("share", 1, 6)]
    assert points(raised) == (-3, 3)
    assert (EventCode.REFUND, 1, 7) in [(event.code, event.seat, event.amount) for event in raised.log]


@pytest.mark.parametrize("chips", [[1, 20], [20, 1], [1, 1]])
def test_op_4_without_chips_after_the_ante_both_lock_and_nobody_bets(chips: list[int]) -> None:
    match = set_up("KC 9D", "4C TD", chips=chips, moves=["lock KC"])
    assert match.phase == "locking" and match.turn == 1
    play(match, "lock 4C")
    assert match.deal_over and [str(cards) for cards in table(match).shown] == ["KC", "4C"]
    assert points(match) == (1, -1) and lines(match) == [("pot", None, 2), ("share", 0, 2)]


# ---- 5. Showdown -----------------------------------------------------------------------------------------------------

RANKS = "23456789TJQKA"


def test_op_5_the_higher_rank_wins_but_the_deuce_beats_the_ace() -> None:
    for first in RANKS:
        for second in RANKS:
            expected = None if first == second else int(RANKS.index(first) < RANKS.index(second))
            if {first, second} == {"2", "A"}:
                expected = int(second == "2")
            assert winner(f"{first}C", f"{second}D") == expected, (first, second)


def test_op_5_suits_never_matter() -> None:
    assert {winner(f"K{one}", f"K{two}") for one in "CDHS" for two in "CDHS"} == {None}
    assert {winner(f"K{one}", f"Q{two}") for one in "CDHS" for two in "CDHS"} == {0}


def test_op_5_both_locked_cards_are_shown() -> None:
    match = betting("check", "check")
    assert table(match).shown == (Cards("3C"), Cards("4C"))
    shown = [(event.seat, str(event.cards)) for event in match.view(-1).log if event.code == EventCode.SHOWN]
    assert shown == [(0, "3C"), (1, "4C")]


def test_op_5_also_after_a_fold() -> None:
    match = betting("bet 5", "fold")
    for viewer in (-1, 0, 1):
        assert match.view(viewer).table.shown == (Cards("3C"), Cards("4C"))
    assert table(match).folded == (1,) and table(match).winner == 0  # though its three is lower


def test_op_5_the_kept_cards_are_not_shown() -> None:
    match = betting("bet 5", "call")
    for viewer in (-1, 0, 1):
        told = str(match.view(viewer).to_dict())
        assert ("9D" in told, "TD" in told) == (viewer == 0, viewer == 1)


def test_op_5_equal_ranks_split_an_even_pot() -> None:
    match = set_up("KC 9D", "KH TD", moves=["lock KC", "lock KH", "bet 7", "call"])
    assert lines(match) == [("pot", None, 16), ("share", 0, 8), ("share", 1, 8)]
    assert points(match) == (0, 0) and match.scores == (20, 20) and table(match).winner is None
    short = set_up("KC 9D", "KC TD", chips=[20, 6], moves=["lock KC", "lock KC", "bet 19", "call"])
    assert lines(short) == [("refund", 0, 14), ("pot", None, 12), ("share", 0, 6), ("share", 1, 6)]


def test_op_5_points_are_what_the_winner_gets_of_the_other() -> None:
    match = betting("bet 2", "raise 7", "call")
    assert points(match) == (-8, 8) and match.scores == (12, 28)
    assert [(event.seat, event.amount) for event in match.log if event.code == EventCode.POINTS] == [(0, -8), (1, 8)]


# ---- 6. Next deal ----------------------------------------------------------------------------------------------------


def test_op_6_the_locked_cards_are_discarded_the_others_kept_and_one_drawn() -> None:
    match = set_up(LOW, HIGH, draws="KC QC JC TC", moves=[*LOCKED, "check", "check"])
    assert len(table(match).discards) == 0 and table(match).stock_size == 100  # they still lie on the table
    match.next_deal()
    assert table(match).discards == Cards("3C 4C") and table(match).stock_size == 98
    assert match.hand(1) == Cards("TD KC") and match.hand(0) == Cards("9D QC")  # seat 1 won and draws first
    play(match, "lock KC", "lock QC", "check", "check").next_deal()
    assert match.hand(1) == Cards("TD JC") and match.hand(0) == Cards("9D TC")
    assert table(match).discards == Cards("3C 4C KC QC")


def test_op_6_the_discards_are_known_to_all() -> None:
    match = set_up(LOW, HIGH, moves=[*LOCKED, "check", "check", "-"])
    for viewer in (-1, 0, 1):
        assert match.view(viewer).table.discards == Cards("3C 4C")


def test_op_6_the_drawn_card_its_seat_alone_sees() -> None:
    match = set_up(LOW, HIGH, draws="KC QC", moves=[*LOCKED, "check", "check", "-"])
    for viewer, cards in ((-1, []), (0, ["QC"]), (1, ["KC"])):
        events = [event for event in match.view(viewer).log if event.code == EventCode.HAND][-1:]
        assert [str(event.cards) for event in events] == cards


def test_op_6_the_ante_is_paid_after_the_settling() -> None:
    match = betting("bet 18", "call")
    assert match.scores == (1, 39)
    match.next_deal()
    assert table(match).chips == (0, 38) and match.scores == (1, 39)


def renewed(seed: int = 0) -> Match:
    """A match at the beginning of the deal for which the stock was made anew."""
    rng = random.Random(seed)
    return check_through(GAME.start(seed=seed, chips=1000), rng, lambda match: match.table.restocks)


def test_op_6_when_fewer_than_two_cards_are_left_the_discards_become_a_new_stock() -> None:
    rng = random.Random(0)
    match = check_through(GAME.start(seed=0, chips=1000), rng, lambda match: match.deal == 50)
    assert table(match).stock_size == 0 and table(match).restocks == 0 and len(table(match).discards) == 100
    check_through(match, rng, lambda match: match.deal_over)
    kept = [texts(match.hand(seat)) for seat in SEATS]
    match.next_deal()
    assert table(match).restocks == 1 and table(match).stock_size == 100 and len(table(match).discards) == 0
    cards = Counter(map(str, match.stock))
    for seat in SEATS:
        assert set(kept[seat]) <= set(texts(match.hand(seat)))
        cards.update(texts(match.hand(seat)))
    assert cards == Counter(PACK)
    assert [event.amount for event in match.view(-1).log if event.code == EventCode.RESTOCK] == [102]


def test_op_6_it_is_made_anew_again_and_again() -> None:
    rng = random.Random(1)
    match = GAME.start(seed=1, chips=100_000)
    deals = []
    while table(match).restocks < 4:
        before = table(match).restocks
        check_through(match, rng, lambda match: match.deal_over).next_deal()
        if table(match).restocks > before:
            deals.append(match.deal)
    assert deals == [51, 102, 153, 204]  # 100 cards last for 50 deals, and 102 for 51


def test_op_6_a_new_stock_is_shuffled_from_the_seed() -> None:
    one, again = renewed(3), renewed(3)
    assert one.stock == again.stock and one.position == again.position
    assert Match.from_json(one.to_json()).stock == one.stock
    stock = [str(card) for card in one.stock]
    assert stock != sorted(stock) and stock != sorted(stock, reverse=True)
    places = []
    for seed in range(40):
        places += [number for number, card in enumerate(renewed(seed).stock) if card.rank == "A"]
    assert 35 < sum(places) / len(places) < 65


def test_op_6_after_it_each_seat_knows_what_the_other_kept_and_no_more() -> None:
    for seed in range(6):
        match = renewed(seed)
        history = History(match)
        for viewer in SEATS:
            other = 1 - viewer
            kept, hand = history.kept(other)[-1], texts(match.hand(other))
            worlds = [match.view(viewer).sample(number) for number in range(200)]
            assert all(kept in texts(world.hand(other)) for world in worlds)
            assert len({str(world.hand(other)) for world in worlds}) > 20
            assert all(sum(map(is_up, texts(world.hand(other)))) == sum(map(is_up, hand)) for world in worlds)


def test_op_6_after_it_a_spectator_knows_both_kept_cards_but_not_whose_they_are() -> None:
    """Unless one of them is UP and the other DOWN."""
    seen = Counter[str]()
    for seed in range(30):
        match = renewed(seed)
        history = History(match)
        kept = [history.kept(seat)[-1] for seat in SEATS]
        rng = Random(seed)
        worlds = [match.view(-1).sample(rng) for _ in range(400)]
        right = [all(kept[seat] in texts(world.hand(seat)) for seat in SEATS) for world in worlds]
        swapped = [all(kept[1 - seat] in texts(world.hand(seat)) for seat in SEATS) for world in worlds]
        assert all(one or other for one, other in zip(right, swapped, strict=True))
        if is_up(kept[0]) != is_up(kept[1]):
            assert all(right)
            seen["told by the signals"] += 1
        elif kept[0] != kept[1]:
            assert 130 < sum(right) < 270 and 130 < sum(swapped) < 270
            seen["either way"] += 1
    assert min(seen.values()) > 5 and len(seen) == 2


def test_op_6_a_card_that_was_kept_is_known_until_it_is_shown() -> None:
    tried = Counter[bool]()
    for seed in range(60):
        rng = random.Random(seed)
        match = renewed(seed)
        kept = History(match).kept(1)[-1]
        check_through(match, rng, lambda match: match.deal_over)
        shown = str(table(match).shown[1]) == kept
        worlds = [match.view(0).sample(number) for number in range(100)]
        held = Counter(str(world.hand(1)) for world in worlds)
        assert (len(held) > 10) if shown else (held == {kept: 100})
        tried[shown] += 1
    assert min(tried.values()) > 10


def test_a_spectators_samples_are_nearly_even_after_the_stock_was_made_anew() -> None:
    """Each fits what the spectator was told, and the hidden cards vary."""
    for seed in range(8):
        rng = random.Random(seed)
        match = renewed(seed)
        for _ in range(40):
            view = match.view(-1)
            worlds = [view.sample(number) for number in range(30)]
            assert all(world.view(-1).position == view.position for world in worlds)
            assert all(world.table.up == view.table.up for world in worlds)
            if not match.deal_over:
                match.play("check" if match.phase == "betting" else match.moves.sample(rng))
            else:
                match.next_deal()
        assert len({str([world.hand(0), world.hand(1)]) for world in worlds}) > 10


def test_samples_of_a_new_stock_are_even() -> None:
    """First the card that a seat has drawn from it, among all that the other has not seen."""
    match = renewed(5)
    view = match.view(0)
    kept = History(match).kept(1)[-1]
    drawn = str(match.hand(1) - Cards(kept))
    unseen = Counter(PACK) - Counter(texts(match.hand(0))) - Counter([kept])
    rng = Random(1)
    worlds = [view.sample(rng) for _ in range(20_000)]
    alike = {card: copies for card, copies in unseen.items() if is_up(card) == is_up(drawn)}
    assert_fits((str(world.hand(1) - Cards(kept)) for world in worlds), alike)
    # And a place of the stock: one of those cards is not in it.
    chances = {
        card: copies * (sum(alike.values()) - 1 if card in alike else sum(alike.values()))
        for card, copies in unseen.items()
    }
    for place in (0, 57, -1):
        assert_fits((str(world.stock[place]) for world in worlds), chances)


# ---- Options ---------------------------------------------------------------------------------------------------------


def test_chips_and_first_player_can_be_chosen() -> None:
    assert GAME.start(seed=0, chips=7).scores == (7, 7)
    assert GAME.start(seed=0, chips=(7, 9)).scores == (7, 9)
    assert GAME.start(seed=0, chips=[7]).scores == (7, 20)
    assert GAME.start(seed=0, chips=1, first=1).turn == 1


BAD_OPTIONS: list[tuple[dict[str, Any], str]] = [
    ({"chips": 0}, "option-out-of-range"),
    ({"chips": [20, 0]}, "option-out-of-range"),
    ({"chips": [20, 20, 20]}, "option-out-of-range"),
    ({"chips": []}, "option-out-of-range"),
    ({"chips": None}, "option-out-of-range"),
    ({"chips": "20"}, "option-out-of-range"),
    ({"chips": [True, 20]}, "option-out-of-range"),
    ({"chips": 100_000_001}, "option-out-of-range"),
    ({"first": 2}, "option-out-of-range"),
    ({"first": -1}, "option-out-of-range"),
    ({"first": None}, "option-out-of-range"),
    ({"players": 2}, "no-such-option"),
]


@pytest.mark.parametrize(("options", "code"), BAD_OPTIONS, ids=lambda value: str(value))
def test_other_options_are_refused(options: dict[str, Any], code: str) -> None:
    with pytest.raises(BadOption) as caught:
        GAME.start(seed=0, **options)
    assert caught.value.code == code


def test_all_chips_that_there_can_be_are_counted_right() -> None:
    most = 100_000_000
    match = set_up("KC 9D", "4C TD", chips=most, moves=["lock KC", "lock 4C", f"bet {most - 1}", "call"])
    assert match.over and match.scores == (2 * most, 0)


# ---- Many matches ----------------------------------------------------------------------------------------------------


def play_whole_matches(seeds: range) -> Counter[str]:
    """Plays matches with odd chips to their ends. What occurred, how often."""
    adapter, met = Table(GAME), Counter[str]()
    for seed in seeds:
        rng = random.Random(seed)
        options = adapter.variant(rng)
        match = GAME.start(seed=seed, **options)
        chips = sum(options["chips"])
        for _ in walk(match, rng, deals=20_000):
            now = table(match)
            if not match.deal_over:
                assert sum(now.chips) + now.pot == chips and min(now.chips) >= 0
                continue
            assert sum(now.chips) == chips and sum(points(match)) == 0
            found = lines(match)
            assert sum(amount for code, _, amount in found if code in ("share", "refund")) == now.pot
            assert sum(amount for code, _, amount in found if code in ("pot", "refund")) == now.pot
            met["ties"] += now.winner is None
            met["folds"] += bool(now.folded)
            met["refunds"] += any(code == "refund" for code, _, _ in found)
        assert match.over and 0 in match.scores
        met["matches"] += 1
        met["new stocks"] += table(match).restocks
    return met


def test_chips_are_kept_and_every_match_ends() -> None:
    met = play_whole_matches(range(1500))
    assert met["matches"] == 1500
    assert all(met[what] > 20 for what in ("ties", "folds", "refunds", "new stocks"))


@pytest.mark.long
def test_chips_are_kept_and_every_one_of_ten_thousand_matches_ends() -> None:
    assert play_whole_matches(range(10_000, 20_000))["matches"] == 10_000
