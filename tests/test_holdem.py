"""The rules of Texas Hold'em, clause by clause (section HE of the house rules).

In most tests seat 0 has the button: with four players seat 1 posts the small blind, seat 2 the big one, and seat 3 acts
first.
"""

from __future__ import annotations

import random
from collections import Counter
from itertools import pairwise
from typing import Any

import pytest

from cardavia import BadCards, BadOption, Cards, EventCode, IllegalMove, Match, Random
from cardavia.games import holdem
from tests.betting import offered
from tests.chance import assert_even
from tests.referee.holdem import best_five
from tests.tables.holdem import GAME, PACK, Table, lines_of, set_up, texts
from tests.walk import walk

ROYAL = "AC KD QH JS TC"
"""A board that all who stay in share, whatever they hold."""


def table(match: Match) -> holdem.Table:
    found: holdem.Table = match.table
    return found


def play(match: Match, *moves: str) -> Match:
    for move in moves:
        match.play(move)
    return match


def asked(match: Match) -> tuple[int | None, list[str]]:
    """Who is to act, and what may be done: "raise 40-1000" is a range."""
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
    """The account without the places."""
    return [line for line in lines_of(match.deal_result) or [] if line[0] != "place"]


def blinds(match: Match) -> tuple[int, int, int]:
    """Button, small blind, big blind."""
    return table(match).button, table(match).small_blind_seat, table(match).big_blind_seat


def check_down(match: Match) -> Match:
    """Nobody bets any more."""
    while not match.deal_over:
        match.play(match.moves[0])
        assert match.log[-1].move is None or match.log[-1].move.kind == "check"
    return match


# ---- 1. Match --------------------------------------------------------------------------------------------------------


def test_he_1_four_players_with_a_thousand_chips_and_blinds_of_ten_and_twenty() -> None:
    match = GAME.start(seed=0)
    assert match.scores == (1000, 1000, 1000, 1000)
    assert table(match).stacks == (1000, 990, 980, 1000)
    assert (table(match).small_blind, table(match).big_blind) == (10, 20)
    assert sum(table(match).put_in) == 30  # no ante


def test_he_1_a_player_without_chips_is_out() -> None:
    match = set_up(None, "2C 7D", None, "AC AD", board="AH 8S 9S KD 3H", stacks=[1000, 500, 1000, 1000])
    play(match, "raise 500", "fold", "call", "fold")
    assert match.scores[1] == 0 and table(match).places == (0, 4, 0, 0)
    for _ in range(6):
        match.next_deal()
        assert match.hand_sizes == (2, 0, 2, 2) and len(match.hand(1)) == 0
        assert 1 not in blinds(match) and 1 not in table(match).in_hand and table(match).stacks[1] == 0
        assert all(event.seat != 1 for event in match.log if event.code == EventCode.POINTS and match.deal > 6)
        while not match.deal_over:
            assert match.turn != 1
            match.play(match.moves[0])


def test_he_1_the_match_ends_when_one_is_left() -> None:
    match = set_up("AC AD", "2C 7D", board="AH 8S 9S KD 3H", stacks=[1000, 400])
    play(match, "raise 1000", "call")
    assert match.over and match.scores == (1400, 0) and table(match).places == (1, 2)
    with pytest.raises(IllegalMove) as caught:
        match.next_deal()
    assert caught.value.code == "match-over"
    assert [event.code for event in match.log][-1] == EventCode.MATCH_OVER


def test_he_1_while_two_are_left_the_match_goes_on() -> None:
    match = set_up("AC AD", "2C 7D", board="AH 8S 9S KD 3H", stacks=[1000, 400, 300])
    play(match, "raise 1000", "call", "fold")
    assert match.deal_over and not match.over
    match.next_deal()
    assert match.hand_sizes == (2, 0, 2)


# ---- 2. Button and blinds --------------------------------------------------------------------------------------------


def test_he_2_1_seat_0_has_the_first_button_and_it_goes_round() -> None:
    match = GAME.start(seed=0)
    seen = []
    for _ in range(6):
        seen.append(blinds(match))
        play(match, "fold", "fold", "fold")
        match.next_deal()
    assert seen == [(0, 1, 2), (1, 2, 3), (2, 3, 0), (3, 0, 1), (0, 1, 2), (1, 2, 3)]


def test_he_2_1_the_button_skips_who_is_out() -> None:
    match = set_up("AC AD", "2C 7D", board="AH 8S 9S KD 3H", stacks=[1000, 400, 1000, 1000])
    play(match, "fold", "raise 500", "call", "fold")
    assert match.scores[1] == 0
    seen = []
    for _ in range(4):
        match.next_deal()
        seen.append(blinds(match))
        play(match, "fold", "fold")
    assert seen == [(2, 3, 0), (3, 0, 2), (0, 2, 3), (2, 3, 0)]


def test_he_2_1_heads_up_the_button_posts_the_small_blind() -> None:
    match = set_up(players=2)
    assert blinds(match) == (0, 0, 1) and table(match).bets == (10, 20)
    play(match, "fold").next_deal()
    assert blinds(match) == (1, 1, 0) and table(match).bets == (20, 10)


def test_he_2_1_the_log_tells_who_has_the_button_and_posts_what() -> None:
    match = GAME.start(seed=0, first_button=2)
    told = [(event.code, event.seat, event.amount) for event in match.log if event.code != EventCode.HAND]
    assert told == [(EventCode.DEAL, 2, 0), (EventCode.BLIND, 3, 10), (EventCode.BLIND, 0, 20)]


def knock_out(*stacks: int, loser: int, winner: int) -> Match:
    """A first hand, with the button on seat 0, in which one seat loses all to another, and the rest fold."""
    hands: list[str | None] = [None] * len(stacks)
    hands[winner], hands[loser] = "AC AD", "2C 7D"
    match = set_up(*hands, board="AH 8S 9S KD 3H", stacks=list(stacks))
    while not match.deal_over:
        assert match.turn is not None
        move = "fold"
        if match.turn in (winner, loser):
            move = str(match.moves[-1]) if match.moves[-1].kind == "raise" else "call"
        match.play(move)
    assert match.scores[loser] == 0
    return match


def next_blinds(match: Match) -> tuple[int, int, int]:
    match.next_deal()
    return blinds(match)


def test_he_2_2_three_left_and_the_button_goes_out() -> None:
    """Seat 1 would have the button; but then seat 2 would post the big blind twice. So seat 2 gets the button and posts
    the small blind, seat 1 the big one."""
    assert next_blinds(knock_out(500, 1000, 1000, loser=0, winner=1)) == (2, 2, 1)
    assert next_blinds(knock_out(500, 1000, 1000, loser=0, winner=2)) == (2, 2, 1)


def test_he_2_2_three_left_and_the_small_blind_goes_out() -> None:
    assert next_blinds(knock_out(1000, 500, 1000, loser=1, winner=0)) == (2, 2, 0)
    assert next_blinds(knock_out(1000, 500, 1000, loser=1, winner=2)) == (2, 2, 0)


def test_he_2_2_three_left_and_the_big_blind_goes_out() -> None:
    assert next_blinds(knock_out(1000, 1000, 500, loser=2, winner=0)) == (1, 1, 0)
    assert next_blinds(knock_out(1000, 1000, 500, loser=2, winner=1)) == (1, 1, 0)


def test_he_2_2_a_short_big_blind_counts_as_posted() -> None:
    match = set_up("2C 7D", "AC AD", "KC KD", board="AH 8S 9S TD 3H", stacks=[500, 1000, 15])
    play(match, "raise 500", "call")  # seat 2 was all-in with 15 of 20
    assert match.scores == (0, 1515, 0) and match.over
    match = set_up("2C 7D", "KC KD", "AC AD", board="AH 8S 9S TD 3H", stacks=[500, 1000, 15])
    play(match, "raise 500", "call")
    assert match.scores == (0, 1470, 45)
    assert next_blinds(match) == (2, 2, 1)


def test_he_2_2_two_of_four_go_out_at_once() -> None:
    """Left are seat 1, which would be next, and seat 2, which posted the big blind: it gets the button."""
    match = set_up("2C 7D", None, "AC AD", "2D 7C", board="AH 8S 9S KD 3H", stacks=[400, 1000, 1000, 300])
    play(match, "raise 300", "raise 400", "fold", "call")
    assert match.scores == (0, 990, 1710, 0)
    assert next_blinds(match) == (2, 2, 1)
    # Left are seats 0 and 3, and neither posted the big blind: the button goes to the next.
    match = set_up(None, "2C 7D", "2D 7C", "AC AD", board="AH 8S 9S KD 3H", stacks=[1000, 300, 400, 1000])
    play(match, "raise 400", "fold", "call", "call")
    assert match.scores == (1000, 0, 0, 1700)
    assert next_blinds(match) == (3, 3, 0)


def test_he_2_2_four_dealt_in_and_one_goes_out_needs_no_adjustment() -> None:
    assert next_blinds(knock_out(500, 1000, 1000, 1000, loser=0, winner=2)) == (1, 2, 3)
    assert next_blinds(knock_out(1000, 500, 1000, 1000, loser=1, winner=2)) == (2, 3, 0)
    assert next_blinds(knock_out(1000, 1000, 500, 1000, loser=2, winner=3)) == (1, 3, 0)


def test_he_2_2_a_match_that_starts_with_two_needs_no_adjustment() -> None:
    match = set_up(players=2)
    buttons = []
    for _ in range(6):
        buttons.append(table(match).button)
        play(match, "fold").next_deal()
    assert buttons == [0, 1, 0, 1, 0, 1]


def test_he_2_2_after_the_adjustment_the_button_alternates() -> None:
    match = knock_out(500, 1000, 1000, loser=0, winner=1)
    buttons = []
    for _ in range(4):
        match.next_deal()
        buttons.append(table(match).button)
        match.play("fold")
    assert buttons == [2, 1, 2, 1]


def test_he_2_3_a_short_big_blind_leaves_the_bet_to_call() -> None:
    match = set_up(stacks=[1000, 1000, 5, 1000])
    assert table(match).bets == (0, 10, 5, 0) and table(match).stacks[2] == 0
    assert (table(match).bet_to_call, table(match).full_raise) == (20, 20)
    assert asked(match) == (3, ["fold", "call 20", "raise 40-1000"])
    play(match, "call", "fold")
    assert table(match).to_call == 10  # the small blind completes to the full blind
    assert asked(match) == (1, ["fold", "call 20", "raise 40-1000"])


def test_he_2_3_a_short_small_blind_posts_all_in() -> None:
    match = set_up(stacks=[1000, 4, 1000, 1000])
    assert table(match).bets == (0, 4, 20, 0) and table(match).stacks[1] == 0
    play(match, "call", "call", "check")
    assert match.phase == "flop" and match.turn == 2  # the first after the button who can act


def test_he_2_3_who_alone_can_act_and_has_put_in_as_much_as_the_others_is_not_asked() -> None:
    for stacks, button in (([1000, 5], 0), ([4, 1000], 0), ([5, 1000], 1), ([1000, 10], 0)):
        match = set_up(stacks=stacks, first_button=button)
        assert match.deal_over and len(table(match).board) == 5, (stacks, button)
    # The big blind is not asked either when all others are all-in for less, or have folded.
    match = set_up(stacks=[12, 7, 1000])
    assert asked(match)[0] == 0
    play(match, "call")
    assert match.deal_over and len(table(match).board) == 5


def test_he_2_3_who_alone_can_act_and_has_put_in_less_is_asked() -> None:
    match = set_up("AC AD", "2C 7D", board="AH 8S 9S KD 3H", stacks=[1000, 15])
    assert asked(match) == (0, ["fold", "call 20"])  # the full blind, and no raise against nobody
    play(match, "call")
    assert lines(match) == [("refund", 0, 5), ("pot", None, 30), ("share", 0, 30)]
    fold = set_up(stacks=[1000, 15], moves=["fold"])
    assert points(fold) == (-10, 10)


def test_he_2_3_both_blinds_may_be_all_in() -> None:
    match = set_up(stacks=[10, 20])
    assert match.deal_over and match.phase == "over" and len(table(match).board) == 5
    match = set_up(stacks=[3, 1, 2])
    assert asked(match) == (0, ["fold", "call 3"])
    play(match, "call")
    assert match.deal_over


def test_he_2_3_a_whole_match_of_blinds_that_take_all_is_over_at_once_or_goes_on() -> None:
    ended = 0
    for seed in range(50):
        match = set_up(stacks=[30, 7], seed=seed, small_blind=50, big_blind=100)
        for _ in range(100):
            assert match.deal_over and match.turn is None
            if match.over:
                break
            match.next_deal()
        ended += match.over
        assert sorted(match.scores) == [0, 37]
    assert ended == 50


def test_he_2_4_cards_go_round_from_the_buttons_left() -> None:
    """The same shuffle dealt from another button: the hands move on with it, and the board is the same."""
    dealt = [GAME.start(seed=3, first_button=button) for button in range(4)]
    for button, match in enumerate(dealt):
        assert [match.hand((button + i) % 4) for i in range(4)] == [dealt[0].hand(i) for i in range(4)]
        assert match.stock == dealt[0].stock
    heads_up = [GAME.start(seed=3, players=2, first_button=button) for button in range(2)]
    assert heads_up[0].hand(1) == heads_up[1].hand(0)  # the big blind gets the first card


def test_he_2_4_burn_flop_burn_turn_burn_river_from_the_same_pack() -> None:
    match = set_up(players=2, seed=8)
    stock = [str(card) for card in match.stock]
    assert len(stock) == 8 and not {*stock} & {*texts(match.hand(0)), *texts(match.hand(1))}
    play(match, "call", "check")
    assert [str(card) for card in table(match).board] == stock[1:4]
    assert [str(card) for card in match.stock] == stock[4:]
    play(match, "check", "check")
    assert [str(card) for card in table(match).board] == [*stock[1:4], stock[5]]
    play(match, "check", "check")
    assert [str(card) for card in table(match).board] == [*stock[1:4], stock[5], stock[7]]
    assert match.stock == ()


def test_he_2_4_two_cards_each_and_a_fresh_shuffle_each_hand() -> None:
    match = GAME.start(seed=5)
    dealt = []
    for _ in range(20):
        hands = [texts(match.hand(seat)) for seat in range(4)]
        cards = [card for hand in hands for card in hand] + [str(card) for card in match.stock]
        assert [len(hand) for hand in hands] == [2, 2, 2, 2] and len(set(cards)) == 16 and {*cards} <= {*PACK}
        dealt.append(str(hands))
        play(match, "fold", "fold", "fold").next_deal()
    assert len(set(dealt)) == 20


def test_he_2_4_each_card_is_dealt_everywhere_alike() -> None:
    drawn = [GAME.start(seed=seed) for seed in range(1500)]
    for place in range(8):
        assert_even((str(match.stock[place]) for match in drawn), PACK)
    assert_even((card for match in drawn for card in texts(match.hand(2))), PACK)


def test_he_2_4_a_seat_that_is_out_gets_no_cards() -> None:
    match = knock_out(1000, 500, 1000, 1000, loser=1, winner=0)
    match.next_deal()
    assert match.hand_sizes == (2, 0, 2, 2)
    assert [event.seat for event in match.log if event.code == EventCode.HAND][-3:] == [0, 2, 3]


# ---- 3. Betting ------------------------------------------------------------------------------------------------------


def test_he_3_1_the_seat_after_the_big_blind_acts_first_and_later_the_one_after_the_button() -> None:
    match = GAME.start(seed=0)
    order = []
    for _ in range(8):
        order.append(match.turn)
        match.play("call" if "call" in asked(match)[1][1] else "check")
    assert order == [3, 0, 1, 2, 1, 2, 3, 0]


def test_he_3_1_heads_up_the_button_acts_first_before_the_flop_and_last_after_it() -> None:
    match = set_up(players=2)
    assert match.turn == 0
    play(match, "call")
    assert match.turn == 1
    play(match, "check")
    assert match.phase == "flop" and match.turn == 1
    play(match, "check")
    assert match.turn == 0


def test_he_3_1_the_big_blind_keeps_its_option() -> None:
    match = set_up(moves=["call", "call", "call"])
    assert match.phase == "preflop" and asked(match) == (2, ["check", "raise 40-1000"])
    raised = match.copy()
    play(match, "check")
    assert match.phase == "flop"
    play(raised, "raise 40")
    assert raised.phase == "preflop" and asked(raised) == (3, ["fold", "call 40", "raise 60-1000"])


def test_he_3_1_the_big_blind_has_no_option_more_in_a_raised_pot() -> None:
    match = set_up(moves=["raise 50", "call", "call", "call"])
    assert match.phase == "flop"


def test_he_3_1_seats_that_folded_or_are_all_in_are_passed_over() -> None:
    match = set_up(stacks=[1000, 300, 1000, 1000], moves=["call", "fold", "raise 300", "call", "call"])
    assert match.phase == "flop" and match.turn == 2  # seat 1 is all-in
    play(match, "check")
    assert match.turn == 3
    play(match, "check")
    assert match.phase == "turn" and match.turn == 2


def test_he_3_1_a_round_ends_when_all_have_acted_and_matched() -> None:
    match = set_up(moves=["call", "call", "call", "check", "check", "check", "bet 50", "raise 200", "fold", "fold"])
    assert match.phase == "flop" and match.turn == 3  # who bet and was raised
    play(match, "call")
    assert match.phase == "turn" and table(match).bets == (0, 0, 0, 0)
    assert table(match).put_in == (220, 20, 20, 220)


def test_he_3_2_with_nothing_to_pay_one_checks_or_bets() -> None:
    match = set_up(players=2, moves=["call", "check"])
    assert asked(match) == (1, ["check", "bet 20-980"])
    assert refusal(match, "fold") == ("nothing-to-pay", "HE-3.2")
    assert refusal(match, "call") == ("nothing-to-pay", "HE-3.2")


def test_he_3_2_else_one_folds_calls_or_raises() -> None:
    match = set_up(players=2, moves=["call", "check", "bet 100"])
    assert asked(match) == (0, ["fold", "call 100", "raise 200-980"])
    assert refusal(match, "check") == ("must-pay", "HE-3.2")
    assert refusal(match, "bet 200") == ("is-raise", "HE-3.2")


def test_he_3_2_a_short_call_is_all_in() -> None:
    match = set_up(stacks=[500, 1000, 1000], moves=["call", "call", "check", "bet 700"])
    assert match.turn == 2
    play(match, "fold")
    assert asked(match) == (0, ["fold", "call 480"])
    play(match, "call")
    assert match.deal_over and ("refund", 1, 220) in lines(match)


def test_he_3_2_a_call_may_be_named_with_its_amount_or_without() -> None:
    for text in ("call", "call 20", "CALL", " call  20 "):
        match = set_up(players=3)
        move = match.play(text)
        assert (str(move), move.kind, move.amount) == ("call 20", "call", 20)
    assert refusal(set_up(players=3), "call 30") == ("other-call", "HE-3.2")


def test_he_3_2_the_option_of_the_big_blind_is_a_raise_and_no_bet() -> None:
    match = set_up(players=2, moves=["call"])
    assert refusal(match, "bet 40") == ("is-raise", "HE-3.2")
    assert match.play("raise 40").amount == 40


def test_he_3_3_amounts_are_totals_for_the_round() -> None:
    match = set_up(moves=["raise 60", "fold", "raise 200"])
    assert table(match).bets == (0, 200, 20, 60) and table(match).stacks == (1000, 800, 980, 940)
    play(match, "fold", "call", "bet 100")
    assert table(match).bets == (0, 100, 0, 0) and table(match).put_in == (0, 300, 20, 200)


def test_he_3_3_the_least_bet_is_the_big_blind_and_all_in_may_be_less() -> None:
    assert asked(set_up(players=2, moves=["call", "check"])) == (1, ["check", "bet 20-980"])
    short = set_up(stacks=[1000, 35], moves=["call", "check"])
    assert asked(short) == (1, ["check", "bet 15"])


def test_he_3_3_a_raise_lifts_the_bet_by_the_last_full_raise_at_least() -> None:
    match = set_up()
    assert asked(match)[1][-1] == "raise 40-1000"
    play(match, "raise 60")  # by 40
    assert table(match).full_raise == 40 and asked(match)[1][-1] == "raise 100-1000"
    play(match, "raise 170")  # by 110
    assert table(match).full_raise == 110 and asked(match)[1][-1] == "raise 280-1000"
    play(match, "raise 280")  # by 110
    assert table(match).full_raise == 110 and asked(match)[1][-1] == "raise 390-1000"


def test_he_3_3_the_full_raise_starts_anew_in_each_round() -> None:
    match = set_up(players=2, moves=["raise 300", "call"])
    assert table(match).full_raise == 20 and asked(match) == (1, ["check", "bet 20-700"])
    play(match, "bet 200", "call")
    assert table(match).full_raise == 20 and asked(match) == (1, ["check", "bet 20-500"])


def test_he_3_3_after_an_all_in_bet_of_15_the_least_raise_is_to_35() -> None:
    match = set_up(stacks=[1000, 35, 1000], moves=["call", "call", "check", "bet 15"])
    assert table(match).full_raise == 20
    assert asked(match) == (2, ["fold", "call 15", "raise 35-980"])


def test_he_3_3_a_short_all_in_leaves_the_full_raise() -> None:
    match = set_up(stacks=[1000, 1000, 1000, 1000], moves=["raise 100"])
    assert table(match).full_raise == 80
    match = set_up(stacks=[140, 1000, 1000, 1000], moves=["raise 100", "raise 140"])
    assert table(match).full_raise == 80 and table(match).bet_to_call == 140
    assert asked(match) == (1, ["fold", "call 140", "raise 220-1000"])


def test_he_3_3_with_150_chips_facing_a_bet_of_100_all_in_is_legal() -> None:
    match = set_up(stacks=[170, 1000], moves=["call", "check", "bet 100"])
    assert asked(match) == (0, ["fold", "call 100", "raise 150"])
    assert refusal(match, "raise 149") == ("too-little", "HE-3.3")
    assert refusal(match, "raise 151") == ("too-much", "HE-3.3")
    play(match, "raise 150")
    assert table(match).stacks == (0, 880) and asked(match) == (1, ["fold", "call 150"])


def test_he_3_3_nobody_bets_more_than_he_has() -> None:
    match = set_up(players=2, moves=["call", "check"])
    assert refusal(match, "bet 981") == ("too-much", "HE-3.3")
    assert refusal(match, "bet 99999999999999999999") in (("too-much", "HE-3.3"), ("unreadable", ""))
    play(match, "bet 980")
    assert asked(match) == (0, ["fold", "call 980"])


def test_he_3_4_short_all_ins_do_not_reopen_the_raising() -> None:
    """Blinds 1/2; the button and the big blind have 200, the small blind 19, the first to act 16."""
    match = set_up(stacks=[200, 19, 200, 16], small_blind=1, big_blind=2)
    play(match, "raise 16", "call", "raise 19")
    assert asked(match) == (2, ["fold", "call 19", "raise 33-200"])  # has not acted: the full raise is still 14
    play(match, "call")
    assert asked(match) == (0, ["fold", "call 19"])
    assert refusal(match, "raise 33") == ("raising-closed", "HE-3.4")
    assert refusal(match, "raise 200") == ("raising-closed", "HE-3.4")
    assert (table(match).min_raise, table(match).max_raise) == (0, 0)


def test_he_3_4_short_all_ins_that_add_up_to_a_full_raise_reopen_it() -> None:
    match = set_up(stacks=[140, 180, 1000, 1000])
    play(match, "raise 100", "raise 140", "raise 180", "call")
    assert asked(match) == (3, ["fold", "call 180", "raise 260-1000"])


def test_he_3_4_one_chip_less_than_a_full_raise_does_not() -> None:
    match = set_up(stacks=[140, 179, 1000, 1000])
    play(match, "raise 100", "raise 140", "raise 179", "call")
    assert asked(match) == (3, ["fold", "call 179"])


def test_he_3_4_posting_a_blind_is_no_action_but_a_check_is() -> None:
    blind = set_up(stacks=[30, 1000, 1000], moves=["raise 30"])  # all-in, 10 above the big blind
    assert asked(blind) == (1, ["fold", "call 30", "raise 50-1000"])
    play(blind, "call")
    assert asked(blind) == (2, ["fold", "call 30", "raise 50-1000"])
    checked = set_up(stacks=[1000, 1000, 35], moves=["call", "call", "check", "check", "bet 15", "call"])
    assert asked(checked) == (1, ["fold", "call 15"])


def test_he_3_4_who_faces_a_full_raise_may_raise_again() -> None:
    match = set_up(moves=["raise 60", "fold", "fold", "raise 100"])
    assert asked(match) == (3, ["fold", "call 100", "raise 140-1000"])


def test_he_3_4_raising_needs_somebody_who_can_still_pay_more() -> None:
    match = set_up(stacks=[1000, 300, 200], moves=["call", "raise 300"])
    assert asked(match) == (2, ["fold", "call 200"])
    play(match, "call")
    assert asked(match) == (0, ["fold", "call 300"])  # both others are all-in
    one_more = set_up(stacks=[1000, 300, 301], moves=["call", "raise 300"])
    assert asked(one_more) == (2, ["fold", "call 300", "raise 301"])
    play(one_more, "call")
    assert asked(one_more) == (0, ["fold", "call 300", "raise 580-1000"])  # seat 2 has one chip left


def test_he_3_5_three_cards_then_one_then_one() -> None:
    match = set_up(players=2, board="2C 3D 4H 8S KC", burnt="AS AH AD", moves=["call", "check"])
    seen = []
    while not match.deal_over:
        seen.append((match.phase, " ".join(str(card) for card in table(match).board)))
        match.play("check")
    assert seen[::2] == [("flop", "2C 3D 4H"), ("turn", "2C 3D 4H 8S"), ("river", "2C 3D 4H 8S KC")]
    streets = [(event.amount, str(event.cards)) for event in match.log if event.code == EventCode.STREET]
    assert streets == [(1, "2C 3D 4H"), (2, "8S"), (3, "KC")]


# ---- 4. Hands --------------------------------------------------------------------------------------------------------


def showdown(board: str, *hands: str) -> list[int]:
    """The seats that win when all check."""
    match = set_up(*hands, board=board, moves=["call"] * (len(hands) - 1) + ["check"])
    return list(table(check_down(match)).winners[0])


@pytest.mark.parametrize(
    ("board", "hands", "winners"),
    [
        ("QD JD 9D KC 6D", ["7D 2C", "5D 2H"], [0]),  # the fifth card of the flush
        ("AC KD QH JS TC", ["2C 3D", "4C 5D"], [0, 1]),  # the board plays
        ("2C 3D 4H KS KD", ["AC 5D", "AH KH"], [0]),  # A2345
        ("2C 3D 4H 9S KD", ["AC 5D", "5C 6D"], [1]),  # is the lowest straight: the ace plays low
        ("QC KD AH 9S 8D", ["2C 3D", "4C 4D"], [1]),  # no straight goes round the corner
        ("AC AD KH QS JD", ["3C 2D", "5C 4D"], [0, 1]),  # the sixth and seventh card break no tie
        ("AC AD KH 9S 8D", ["QC 2D", "JC TD"], [0]),  # but the fifth does
        ("KC KD 8H 8S 3D", ["7C 7D", "AC 2D"], [1]),  # three pairs are two, and a fifth card
        ("KC KD KH 8S 8D", ["AC AD", "8C 2D"], [0]),  # full houses go by their threes, then their pairs
        ("KC KD KH 8S 3D", ["KS 2D", "AC AD"], [0]),
        ("TC JC QC 2D 3H", ["KC 9C", "AC 8C"], [0]),  # a straight flush is above a flush
        ("2C 7C 9C JC 4D", ["AC 3D", "KC QC"], [0]),
        ("5C 6C 7D 8D 2H", ["9H 3S", "9S 4S"], [0, 1]),  # suits are equal
    ],
)
def test_he_4_the_best_five_of_seven_win(board: str, hands: list[str], winners: list[int]) -> None:
    assert showdown(board, *hands) == winners
    assert showdown(board, *hands[::-1]) == sorted(1 - seat for seat in winners)


def test_he_4_the_usual_order_from_a_straight_flush_to_a_pair() -> None:
    """On the same board each hand beats the one after it."""
    board = "8D 8H JD QD 3S"
    ladder = ["9D TD", "8C 8S", "QH QS", "AD 2D", "TC 9C", "8C AS", "QC JC", "AC KC"]
    assert [best_five([*board.split(), *hand.split()])[0] for hand in ladder] == [8, 7, 6, 5, 4, 3, 2, 1]
    for better, worse in pairwise(ladder):
        if not set(better.split()) & set(worse.split()):
            assert showdown(board, better, worse) == [0] and showdown(board, worse, better) == [1]


# ---- 5. Settling -----------------------------------------------------------------------------------------------------


def test_he_5_1_who_is_left_alone_wins_at_once() -> None:
    match = set_up(moves=["fold", "fold", "fold"])
    assert match.deal_over and points(match) == (0, -10, 10, 0)
    assert len(table(match).board) == 0 and table(match).shown == (Cards(),) * 4
    assert lines(match) == [("pot", None, 30), ("share", 2, 30)]
    later = set_up(moves=["raise 100", "fold", "fold", "call", "bet 300", "fold"])
    assert points(later) == (0, -10, 110, -100)
    assert len(table(later).board) == 3 and not any(table(later).shown)


def test_he_5_1_nothing_is_called_a_refund_when_nobody_contests_the_pot() -> None:
    match = set_up(moves=["raise 500", "fold", "fold", "fold"])
    assert lines(match) == [("pot", None, 530), ("share", 3, 530)]
    assert EventCode.REFUND not in {event.code for event in match.log}


def test_he_5_2_all_in_before_the_flop_the_board_is_dealt_out() -> None:
    match = set_up("AC AD", "KC KD", board="2H 3H 4S 9D TC", players=2, moves=["raise 1000", "call"])
    assert match.deal_over and [str(card) for card in table(match).board] == ["2H", "3H", "4S", "9D", "TC"]
    assert [event.amount for event in match.log if event.code == EventCode.STREET] == [1, 2, 3]
    assert points(match) == (1000, -1000)


def test_he_5_2_what_nobody_matched_returns_first() -> None:
    match = set_up("2C 7D", "AC AD", board="AH 8S 9S KD 3H", stacks=[1000, 400], moves=["raise 1000", "call"])
    assert lines(match) == [("refund", 0, 600), ("pot", None, 800), ("share", 1, 800)]
    assert match.scores == (600, 800)


def test_he_5_2_the_second_largest_may_be_of_a_seat_that_folded() -> None:
    """Seat 3 put in 500 and folded. Of the 1,000 of seat 0 only 500 return, though seat 1 has matched but 300."""
    match = set_up("2C 7D", "AC AD", None, "5C 5D", board="AH 8S 9S KD 3H", stacks=[1000, 300, 1000, 1000])
    play(match, "raise 500", "raise 1000", "call", "fold", "fold")
    assert table(match).put_in == (1000, 300, 20, 500)
    assert lines(match) == [
        ("refund", 0, 500),
        ("pot", None, 920),
        ("share", 1, 920),
        ("pot", None, 400),
        ("share", 0, 400),
    ]
    assert points(match) == (-100, 620, -20, -500)


def test_he_5_3_side_pots_of_150_and_100() -> None:
    """Stacks 50/100/100, all-in; the two big hands tie for the best."""
    match = set_up("2C 7D", "AC KD", "AD KC", board="AH KH 9S 4D 3H", stacks=[50, 100, 100])
    play(match, "raise 50", "raise 100", "call")
    assert table(match).pots == (150, 100)
    assert table(match).contenders == ((0, 1, 2), (1, 2)) and table(match).winners == ((1, 2), (1, 2))
    assert match.scores == (0, 125, 125)
    assert lines(match) == [
        ("pot", None, 150),
        ("share", 1, 75),
        ("share", 2, 75),
        ("pot", None, 100),
        ("share", 1, 50),
        ("share", 2, 50),
    ]


def test_he_5_3_three_share_a_pot_of_35_as_12_12_11() -> None:
    """From the button's left: seat 1 has folded, so seats 2 and 3 get the odd chips, and the button none."""
    match = set_up(board=ROYAL, small_blind=5, big_blind=10, moves=["call", "call", "fold", "check"])
    check_down(match)
    assert table(match).pots == (35,) and table(match).winners == ((0, 2, 3),)
    assert match.scores == (1001, 995, 1002, 1002)
    assert lines(match) == [
        ("pot", None, 35),
        ("share", 2, 11),
        ("odd-chip", 2, 1),
        ("share", 3, 11),
        ("odd-chip", 3, 1),
        ("share", 0, 11),
    ]


def test_he_5_3_the_button_gets_an_odd_chip_last() -> None:
    match = set_up(board=ROYAL, first_button=2, small_blind=5, big_blind=10, moves=["fold", "call", "call", "check"])
    assert table(match).button == 2 and match.phase == "flop"
    check_down(match)
    assert match.scores == (1000, 1000, 1000, 1000)
    match = set_up(board=ROYAL, players=3, first_button=2, small_blind=5, big_blind=10, moves=["call", "fold", "check"])
    assert table(check_down(match)).winners == ((1, 2),)
    assert match.scores == (995, 1003, 1002)  # 25: seat 1 is nearer to the button's left


def test_he_5_3_odd_chips_go_anew_for_each_pot() -> None:
    """Seat 3 folds 25. Main pot 40 for three, side pot 57 for two: seat 1, left of the button, gets both odd chips."""
    match = set_up(board=ROYAL, stacks=[100, 100, 10, 100], small_blind=5, big_blind=10)
    play(match, "raise 25", "raise 40", "call", "fold")
    check_down(match)
    assert table(match).put_in == (40, 40, 10, 25)
    assert table(match).pots == (40, 75) and table(match).winners == ((0, 1, 2), (0, 1))
    assert [line for line in lines(match) if line[0] == "odd-chip"] == [("odd-chip", 1, 1), ("odd-chip", 1, 1)]
    assert match.scores == (60 + 13 + 37, 60 + 14 + 38, 13, 75)


def test_he_5_3_folded_chips_stay_in_and_folded_players_win_nothing() -> None:
    match = set_up("2C 7D", "AC AD", "KC KD", board="AH 8S 9S QD 3H", players=3, moves=["raise 100", "fold", "call"])
    assert table(match).put_in == (100, 10, 100)
    check_down(match)
    assert points(match) == (-100, -10, 110)  # the aces were folded


def test_he_5_3_a_pot_is_cut_only_at_amounts_of_seats_still_in() -> None:
    match = set_up(
        board=ROYAL, stacks=[1000, 1000, 1000, 1000], moves=["raise 60", "call", "raise 200", "fold", "fold", "call"]
    )
    check_down(match)
    assert table(match).put_in == (200, 200, 20, 60) and table(match).pots == (480,)


def test_he_5_3_pots_with_the_same_winners_are_not_merged() -> None:
    match = set_up("AC AD", "2C 7D", "KC KD", board="AH 8S 9S QD 3H", stacks=[1000, 200, 500])
    play(match, "raise 1000", "call", "call")
    assert table(match).pots == (600, 600) and table(match).winners == ((0,), (0,))
    assert lines(match) == [
        ("refund", 0, 500),
        ("pot", None, 600),
        ("share", 0, 600),
        ("pot", None, 600),
        ("share", 0, 600),
    ]


def test_he_5_3_four_stacks_make_three_side_pots_and_each_is_settled_by_itself() -> None:
    hands = ["JC JD", "AC AD", "KC KD", "QC QD"]
    match = set_up(*hands, board="2H 3H 4S 8D 9H", stacks=[400, 100, 200, 300], first_button=1)
    play(match, "raise 400", "call", "call", "call")
    assert table(match).pots == (400, 300, 200)
    assert table(match).contenders == ((0, 1, 2, 3), (0, 2, 3), (0, 3))
    assert table(match).winners == ((1,), (2,), (3,))
    assert match.scores == (100, 400, 300, 200)
    assert lines(match)[0] == ("refund", 0, 100)


def test_he_5_3_the_pots_lie_open_while_they_grow() -> None:
    match = set_up(stacks=[50, 1000, 1000, 1000], moves=["call", "raise 50", "call", "call", "call"])
    assert match.phase == "flop" and table(match).pots == (200,)
    play(match, "bet 100", "call")
    assert table(match).pots == (200, 200) and table(match).contenders == ((0, 1, 2, 3), (1, 2))


def test_he_5_3_points_are_what_the_stacks_changed_by() -> None:
    match = set_up("AC AD", "2C 7D", "KC KD", board="AH 8S 9S QD 3H", stacks=[1000, 200, 500])
    play(match, "raise 1000", "call", "call")
    assert points(match) == (700, -200, -500) and match.scores == (1700, 0, 0)
    assert [(event.seat, event.amount) for event in match.log if event.code == EventCode.POINTS] == [
        (0, 700),
        (1, -200),
        (2, -500),
    ]


def test_he_5_4_at_a_showdown_all_who_did_not_fold_show() -> None:
    hands = ["AC AD", "2C 7D", "KC KD", "QC QD"]
    match = set_up(*hands, board="AH 8S 9S JD 3H", moves=["call", "call", "fold", "check"])
    check_down(match)
    assert [str(cards) for cards in table(match).shown] == ["AC AD", "", "KC KD", "QC QD"]
    shown = [(event.seat, str(event.cards)) for event in match.log if event.code == EventCode.SHOWN]
    assert shown == [(0, "AC AD"), (2, "KC KD"), (3, "QC QD")]
    view = match.view(-1)
    assert [str(view.known(seat)) for seat in range(4)] == ["AC AD", "", "KC KD", "QC QD"]


def test_he_5_4_a_hand_that_wins_uncontested_stays_hidden_for_good() -> None:
    match = set_up("AC AD", "2C 7D", "KC KD", "QC QD", moves=["fold", "raise 60", "fold", "fold"])
    for _ in range(2):
        for viewer in (-1, 1, 2, 3):
            view = match.view(viewer)
            assert len(view.known(0)) == 0 and not any(view.table.shown)
            assert not any(event.cards and Cards("AC") <= event.cards for event in view.log)
        match.next_deal()
        play(match, "fold", "fold", "fold")


def test_he_5_4_burnt_and_undealt_cards_stay_hidden() -> None:
    match = set_up("AC AD", "KC KD", board="2H 3H 4S 9D TC", burnt="7C 7D 7H", players=2)
    play(match, "call", "check", "check", "check", "bet 50", "fold")
    for viewer in (-1, 0, 1):
        told = str(match.view(viewer).to_dict()) + str(match.view(viewer).log)
        assert not any(card in told for card in ("7C", "7D", "7H", "TC"))
    worlds = [match.view(0).sample(seed) for seed in range(300)]
    assert len({str(world.stock) for world in worlds}) > 200


def test_he_5_4_seats_that_go_out_in_one_hand_place_by_their_chips_at_its_start() -> None:
    match = set_up("2C 7D", "2D 7C", "AC AD", "2H 7S", board="AH 8S 9S KD 3H", stacks=[300, 400, 1000, 200])
    play(match, "raise 200", "raise 300", "raise 400", "call")
    assert match.over and table(match).places == (3, 2, 1, 4)
    outs = [(event.seat, event.amount) for event in match.log if event.code == EventCode.OUT]
    assert outs == [(0, 3), (1, 2), (3, 4)]
    assert [line for line in lines_of(match.deal_result) or [] if line[0] == "place"] == [
        ("place", 0, 3),
        ("place", 1, 2),
        ("place", 2, 1),
        ("place", 3, 4),
    ]


def test_he_5_4_equal_chips_share_the_better_place() -> None:
    match = set_up("2C 7D", "2D 7C", "AC AD", "2H 7S", board="AH 8S 9S KD 3H", stacks=[300, 300, 1000, 200])
    play(match, "raise 200", "raise 300", "call", "call")
    assert match.over and table(match).places == (2, 2, 1, 4)
    match = set_up("2C 7D", "2D 7C", "AC AD", "2H 7S", board="AH 8S 9S KD 3H", stacks=[300, 300, 1000, 1000])
    play(match, "fold", "raise 300", "call", "call")
    assert not match.over and table(match).places == (3, 3, 0, 0)
    match.next_deal()
    assert table(match).places == (3, 3, 0, 0)  # for the rest of the match


# ---- Options ---------------------------------------------------------------------------------------------------------


def test_players_stacks_blinds_and_button_can_be_chosen() -> None:
    match = GAME.start(seed=0, players=3, stacks=[50, 60, 70], small_blind=1, big_blind=3, first_button=2)
    assert match.scores == (50, 60, 70) and blinds(match) == (2, 0, 1) and table(match).bets == (1, 3, 0)
    assert GAME.start(seed=0, stacks=77).scores == (77, 77, 77, 77)
    assert GAME.start(seed=0, stacks=(77, 78)).scores == (77, 78, 1000, 1000)  # the others have the default
    assert GAME.start(seed=0, players=2, stacks=(77, 78, 79, 80)).scores == (77, 78)
    assert GAME.start(seed=0, small_blind=20).table.bets == (0, 20, 20, 0)  # equal blinds are possible


BAD_OPTIONS: list[tuple[dict[str, Any], str]] = [
    ({"players": 1}, "option-out-of-range"),
    ({"players": 5}, "option-out-of-range"),
    ({"players": None}, "option-out-of-range"),
    ({"players": [2, 3]}, "option-out-of-range"),
    ({"stacks": 0}, "option-out-of-range"),
    ({"stacks": []}, "option-out-of-range"),
    ({"stacks": [1000, 0, 1000, 1000]}, "option-out-of-range"),
    ({"stacks": [1000] * 5}, "option-out-of-range"),
    ({"stacks": [1000, None]}, "option-out-of-range"),
    ({"stacks": [1000, "1000"]}, "option-out-of-range"),
    ({"stacks": "1000"}, "option-out-of-range"),
    ({"stacks": b"11"}, "option-out-of-range"),
    ({"stacks": [1000, [1000]]}, "option-out-of-range"),
    ({"stacks": 100_000_001}, "option-out-of-range"),
    ({"stacks": {"0": 1000}}, "option-out-of-range"),
    ({"small_blind": 0}, "option-out-of-range"),
    ({"big_blind": 0}, "option-out-of-range"),
    ({"small_blind": -1}, "option-out-of-range"),
    ({"small_blind": 21}, "blinds-reversed"),
    ({"small_blind": 40, "big_blind": 20}, "blinds-reversed"),
    ({"big_blind": 5}, "blinds-reversed"),
    ({"first_button": 4}, "option-out-of-range"),
    ({"first_button": -1}, "option-out-of-range"),
    ({"players": 3, "first_button": 3}, "no-such-seat"),
    ({"ante": 1}, "no-such-option"),
]


@pytest.mark.parametrize(("options", "code"), BAD_OPTIONS, ids=lambda value: str(value))
def test_other_options_are_refused(options: dict[str, Any], code: str) -> None:
    with pytest.raises(BadOption) as caught:
        GAME.start(seed=0, **options)
    assert caught.value.code == code
    with pytest.raises(BadOption) as caught:
        GAME.playouts(1, seed=0, **options)
    assert caught.value.code == code


def test_cards_of_a_seat_that_is_not_there_are_refused() -> None:
    for hands in (["", "", "AC AD"], ["", "", "", "AC"]):
        with pytest.raises((BadCards, BadOption)):
            GAME.start(seed=0, players=2, hands=hands)
    assert GAME.start(seed=0, players=2, hands=["AC AD", None, None, ""]).hand(0) == Cards("AC AD")
    with pytest.raises(BadOption):
        GAME.start(seed=0, players=2).hand(2)
    with pytest.raises(BadOption):
        GAME.start(seed=0, players=2).view(2)


def test_all_chips_that_there_can_be_are_counted_right() -> None:
    most = 100_000_000
    match = set_up("2C 7D", "AC AD", "2D 7C", "2H 7S", board="AH 8S 9S KD 3H", stacks=most, moves=[f"raise {most}"])
    assert len(set_up(stacks=most).moves) == 2 + most - 40 + 1
    play(match, "call", "call", "call")
    assert match.over and match.scores == (0, 4 * most, 0, 0)
    assert points(match) == (-most, 3 * most, -most, -most)
    big = GAME.start(seed=0, small_blind=most, big_blind=most, stacks=most)
    assert asked(big) == (3, ["fold", f"call {most}"])


def test_scores_stand_still_while_a_hand_is_played() -> None:
    match = GAME.start(seed=4)
    for _ in walk(match, random.Random(4), deals=5):
        if not match.deal_over:
            before = [stack + put_in for stack, put_in in zip(table(match).stacks, table(match).put_in, strict=True)]
            assert match.scores == tuple(before)
        else:
            assert match.scores == table(match).stacks


def test_matches_of_fewer_players_are_shown_and_recorded() -> None:
    for players in (2, 3, 4):
        match = GAME.start(seed=players, players=players)
        for _ in walk(match, random.Random(players), deals=4):
            assert len(match.hand_sizes) == len(match.scores) == len(table(match).stacks) == players
            for viewer in range(-1, players):
                view = match.view(viewer)
                assert len(view.to_dict()["known"]) == players
                assert view.sample(1).view(viewer).position == view.position
        assert Match.from_json(match.to_json()).position == match.position


def test_hidden_cards_are_sampled_evenly_also_in_the_stock() -> None:
    """Before the river: the burnt card and the river, of 46 cards not seen."""
    view = set_up(players=2, seed=1, moves=["call", "check", "check", "check"]).view(0)
    seen = {*texts(view.hand), *(str(card) for card in view.table.board)}
    rng = Random(1)
    worlds = [view.sample(rng) for _ in range(30_000)]
    unseen = [card for card in PACK if card not in seen]
    assert len(unseen) == 46
    assert_even((str(world.stock[0]) for world in worlds), unseen)
    pairs = [(one, two) for one in unseen for two in unseen if one != two]
    assert_even(((str(world.stock[0]), str(world.stock[1])) for world in worlds), pairs)


# ---- Many matches ----------------------------------------------------------------------------------------------------


def play_whole_matches(seeds: range) -> Counter[str]:
    """Plays matches with random numbers of players, odd stacks and blinds to their ends. What occurred, how often."""
    adapter, met = Table(GAME), Counter[str]()
    for seed in seeds:
        rng = random.Random(seed)
        options = adapter.variant(rng)
        match = GAME.start(seed=seed, **options)
        chips = sum(options["stacks"])
        out: dict[int, int] = {}
        for _ in walk(match, rng, deals=20_000):
            now = table(match)
            if not match.deal_over:
                assert sum(now.stacks) + sum(now.put_in) == chips and min(now.stacks) >= 0
                continue
            assert sum(now.stacks) == sum(match.scores) == chips and sum(points(match)) == 0
            found = lines_of(match.deal_result) or []
            paid = sum(amount for code, _, amount in found if code in ("share", "odd-chip", "refund"))
            laid = sum(amount for code, _, amount in found if code in ("pot", "refund"))
            assert paid == laid == sum(now.put_in)
            places = {seat: place for seat, place in enumerate(now.places) if place}
            assert out.items() <= places.items() and (len(places) == len(now.places)) == match.over
            gone = len(places) - len(out) - match.over
            out = places
            met["eliminations in one hand"] += gone > 1
            met["shared places"] += len(set(places.values())) < len(places)
            met["side pots"] += len(now.pots) > 1
            met["odd chips"] += any(code == "odd-chip" for code, _, _ in found)
            met["refunds"] += found[0][0] == "refund"
            met["showdowns"] += any(now.shown)
            met["hands"] += 1
        assert match.over and sorted(match.scores)[:-1] == [0] * (len(match.scores) - 1)
        assert 1 in table(match).places
        met["matches"] += 1
    return met


def test_chips_are_kept_and_every_match_ends() -> None:
    met = play_whole_matches(range(1500))
    assert met["matches"] == 1500
    assert all(
        met[what] > 20 for what in ("side pots", "odd chips", "refunds", "showdowns", "eliminations in one hand")
    )
    assert met["shared places"] > 0


@pytest.mark.long
def test_chips_are_kept_and_every_one_of_ten_thousand_matches_ends() -> None:
    assert play_whole_matches(range(10_000, 20_000))["matches"] == 10_000


def test_playouts_of_fewer_players_give_the_other_seats_nothing() -> None:
    for players in (2, 3, 4):
        tally = GAME.playouts(500, seed=1, players=players)
        assert sum(tally.points) == 0 and tally.points[players:] == (0,) * (4 - players)
