"""The rules of Tractor, clause by clause (section TR of the house rules)."""

from __future__ import annotations

import json
import pickle
import random
from collections import Counter
from collections.abc import Sequence
from itertools import combinations, product
from math import comb
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

import cardavia
from cardavia import BadCards, BadOption, Cards, EventCode, IllegalMove, Kind, Match, Move, Random, Shape
from cardavia.games import tractor
from tests.chacha import shuffled
from tests.chance import assert_even
from tests.referee import tractor as referee
from tests.referee.tractor import PACK, RANKS, SUITS
from tests.tables.tractor import (
    GAME,
    SEATS,
    TRUMPS,
    TWO_PACKS,
    Table,
    bury_any,
    in_text_order,
    key_of,
    named,
    play,
    rest_of,
    set_up,
    texts,
)
from tests.walk import choose, viewers, walk

ALL_TRUMPS = (*SUITS, "NT")


def table(match: Match) -> tractor.Table:
    found: tractor.Table = match.table
    return found


def refusal(match: Match, move: str | Move) -> tuple[str, str]:
    """Code and rule with which a move is refused."""
    with pytest.raises(IllegalMove) as caught:
        match.play(move)
    return caught.value.code, caught.value.rule


def legal(match: Match) -> list[str]:
    """What may be played, cards alone; a pass is "-"."""
    return ["-" if move.kind == Kind.PASS else str(move.cards) for move in match.moves]


def lines(match: Match) -> list[tuple[str, int | None, int]]:
    assert match.deal_over and match.deal_result is not None
    return [(line.code, line.seat, line.amount) for line in match.deal_result.lines]


def amount_of(match: Match, code: str) -> int:
    """Of a line of the account; 0 when there is none."""
    return next((amount for each, _, amount in lines(match) if each == code), 0)


def finish(match: Match, rng: random.Random | Random) -> Match:
    """Plays a deal to its end by random moves."""
    while not match.deal_over:
        match.play(match.moves.sample(rng))
    return match


def captured(match: Match, attackers: bool) -> int:
    """The points in the tricks of one side."""
    side = (table(match).dealer + attackers) % 2
    return sum(table(match).points[seat] for seat in SEATS if seat % 2 == side)


def answers(hand: str, lead: str, trump: str = "S", level: str = "4") -> set[str]:
    return {str(move.cards) for move in tractor.follows(hand, lead, trump=trump, level=level)}


def sets_of(*cards: str) -> set[str]:
    """Sets of cards as their text is written."""
    return {str(Cards(each)) for each in cards}


# ---- 1. Aim and match ------------------------------------------------------------------------------------------------


def test_tr_1_partners_sit_opposite() -> None:
    assert GAME.players == 4 and GAME.sides == (0, 1, 0, 1) and GAME.direction == "counter-clockwise"


def test_tr_1_both_teams_start_at_level_2() -> None:
    assert GAME.options == {"levels": ("2", "2"), "dealer": None, "first_dealer": "first"}
    for seed in range(10):
        match = GAME.start(seed=seed)
        assert table(match).levels == ("2", "2") and table(match).level == "2" and match.scores == (2, 2, 2, 2)


def test_tr_1_the_dealers_team_defends_and_the_other_attacks() -> None:
    for seed in range(20):
        match = finish(GAME.start(seed=seed), random.Random(seed))
        assert amount_of(match, "captured") == captured(match, attackers=True)
        assert ("take-over" in [code for code, _, _ in lines(match)]) == (table(match).attackers >= 80)


def test_tr_1_the_first_team_to_rise_past_the_ace_wins_the_match() -> None:
    for seed in range(12):
        match, rng, deals = GAME.start(seed=seed, levels=("J", "T")), Random(seed), 0
        while not match.over:
            finish(match, rng)
            deals += 1
            assert match.deal == deals - 1
            assert match.over == (15 in match.scores)
            if not match.over:
                match.next_deal()
        winner = match.scores.index(15) % 2
        assert match.scores[winner] == match.scores[winner + 2] == 15 > match.scores[1 - winner]
        assert table(match).levels[winner] == "A" and match.log[-1].code == EventCode.MATCH_OVER
        assert "dealer" not in [code for code, _, _ in lines(match)]
        with pytest.raises(IllegalMove) as caught:
            match.next_deal()
        assert caught.value.code == "match-over"


# ---- 2. Deal ---------------------------------------------------------------------------------------------------------


def test_tr_2_two_packs_25_cards_each_and_8_in_the_kitty() -> None:
    assert texts(GAME.deck.pack) == TWO_PACKS and len(TWO_PACKS) == 108 and list(referee.PACK) == texts(GAME.deck.cards)
    for seed in range(20):
        match = GAME.start(seed=seed)
        for _ in range(3):
            assert match.hand_sizes == (25, 25, 25, 25) and len(match.stock) == 8
            dealt = [card for seat in SEATS for card in texts(match.hand(seat))] + texts(match.stock)
            assert Counter(dealt) == Counter(TWO_PACKS)
            finish(match, Random(seed)).next_deal()


def test_tr_2_the_cards_are_dealt_one_by_one_from_a_fair_shuffle() -> None:
    for seed in range(5):
        match = GAME.start(seed=seed)
        for deal in range(3):
            order = [TWO_PACKS[number] for number in shuffled(match.seed, 108, 108, deal)]
            assert [match.hand(seat) for seat in SEATS] == [Cards(order[seat:100:4]) for seat in SEATS]
            assert texts(match.stock) == order[100:]
            finish(match, Random(seed)).next_deal()


@pytest.mark.parametrize(("dealer", "level"), [(0, "5"), (1, "Q"), (2, "5"), (3, "Q")])
def test_tr_2_the_level_rank_is_the_level_of_the_dealers_team(dealer: int, level: str) -> None:
    match = GAME.start(seed=1, dealer=dealer, levels=("5", "Q"))
    assert table(match).level == level and match.scores == (5, 12, 5, 12)


def test_tr_2_in_later_deals_too() -> None:
    for seed in range(20):
        match = GAME.start(seed=seed)
        for _ in range(4):
            levels = table(finish(match, Random(seed))).levels
            if match.over:
                break
            match.next_deal()
            assert table(match).levels == levels and table(match).level == levels[table(match).dealer % 2]


# ---- 3. Declaring trump ----------------------------------------------------------------------------------------------

STRONG = ("2H 2H 2S BJ BJ RJ", "2C 2C RJ", "2D 2D", "2S")
"""Hands that can declare in many ways, none of the other level cards or jokers being left."""
KITTY = "3C 4C 5C 6C 7C 8C 9C TC"


def strong(*moves: str, **options: Any) -> Match:
    """A deal of those hands, whose kitty has neither jokers nor level cards."""
    return set_up(*STRONG, stock=KITTY, moves=moves, **options)


def test_tr_3_1_what_each_seat_may_declare() -> None:
    match = strong()
    assert match.phase == "declaring" and match.turn == 0
    assert legal(match) == ["-", "2H", "2S", "2H 2H", "BJ BJ"]
    assert {str(move) for move in match.moves} >= {"pass", "declare 2H 2H", "declare BJ BJ"}
    assert legal(play(match, "-")) == ["-", "2C", "2C 2C"]
    assert legal(play(match, "-")) == ["-", "2D", "2D 2D"]
    assert legal(play(match, "-")) == ["-", "2S"]


@pytest.mark.parametrize(
    ("declared", "strength", "trump"),
    [
        ("2H", 1, Shape.HEARTS),
        ("2S", 1, Shape.SPADES),
        ("2H 2H", 2, Shape.HEARTS),
        ("BJ BJ", 3, Shape.NOTRUMP),
    ],
)
def test_tr_3_1_any_strength_may_open(declared: str, strength: int, trump: Shape) -> None:
    match = strong(f"declare {declared}")
    assert table(match).strength == strength == referee.declaration_strength(declared.split(), "2")
    assert table(match).declarers == (0,) and str(table(match).declarations[0]) == f"declare {declared}"
    assert table(match).trump is None and match.turn == 1
    assert table(play(match, "-", "-", "-")).trump == trump


def test_tr_3_1_two_red_jokers_are_the_strongest() -> None:
    match = set_up("RJ RJ", "BJ BJ 2C 2C", moves=["declare RJ RJ"])
    assert table(match).strength == 4 and legal(match) == ["-"]
    assert refusal(match, "declare BJ BJ") == refusal(match, "declare 2C 2C") == ("too-weak", "TR-3.1")


def test_tr_3_1_only_a_higher_one_overcalls() -> None:
    match = strong("declare 2S")
    assert legal(match) == ["-", "2C 2C"]
    assert refusal(match, "declare 2C") == ("too-weak", "TR-3.1")
    play(match, "declare 2C 2C")
    assert legal(match) == ["-"] and refusal(match, "declare 2D 2D") == ("too-weak", "TR-3.1")
    assert legal(play(match, "-", "-")) == ["-", "BJ BJ"]
    play(match, "declare BJ BJ")
    assert legal(match) == ["-"] and table(match).declarers == (0, 1, 0)


def test_tr_3_1_no_level_card_of_another_rank_or_level_declares() -> None:
    match = set_up("2H 2H 5C 5C 5D", levels="5")
    assert set(sets_of("2H", "2H 2H")).isdisjoint(legal(match)) and {"5C", "5D", "5C 5C"} <= set(legal(match))
    assert refusal(match, "declare 2H") == refusal(match, "declare 2H 2H") == ("no-declaration", "TR-3.1")


def test_tr_3_1_one_joker_or_two_different_ones_are_no_declaration() -> None:
    match = set_up("BJ RJ 2C 2D")
    for cards in ("BJ", "RJ", "BJ RJ", "2C 2D", "2C BJ"):
        assert refusal(match, f"declare {cards}") == ("no-declaration", "TR-3.1")


def test_tr_3_1_the_dealer_speaks_first_and_nobody_out_of_turn() -> None:
    for dealer in SEATS:
        match = GAME.start(seed=5, dealer=dealer)
        for step in range(3):
            assert match.turn == (dealer + step) % 4
            for seat in SEATS:
                if seat != match.turn:
                    with pytest.raises(IllegalMove) as caught:
                        match.play("pass", seat=seat)
                    assert caught.value.code == "not-your-turn"
            match.play("pass")


def test_tr_3_1_a_seat_that_passed_may_speak_again_and_none_is_skipped() -> None:
    match = strong("-", "declare 2C", "-", "-")
    assert match.turn == 0 and legal(match) == ["-", "2H 2H", "BJ BJ"]
    play(match, "declare 2H 2H")
    assert [match.turn, *(play(match, "-").turn for _ in range(2))] == [1, 2, 3]


def test_tr_3_1_one_may_overcall_a_partner() -> None:
    match = strong("-", "-", "declare 2D", "-", "declare 2H 2H")
    assert table(match).declarers == (2, 0) and table(match).strength == 2


def test_tr_3_1_three_passes_are_needed_even_after_two_red_jokers() -> None:
    match = set_up("RJ RJ", moves=["declare RJ RJ"])
    for step in (1, 2, 3):
        assert match.phase == "declaring" and match.turn == step and legal(match) == ["-"]
        play(match, "-")
    assert match.phase == "burying" and table(match).trump == Shape.NOTRUMP


def test_tr_3_1_the_longest_declaring_has_four_declarations() -> None:
    hands = ("2H", "2C 2C RJ RJ", "BJ BJ", "")
    match = set_up(*hands, moves=["-", "declare 2C", "-", "-", "-"])
    assert match.phase == "burying"
    match = set_up(
        *hands, moves=["declare 2H", "declare 2C 2C", "declare BJ BJ", "-", "-", "declare RJ RJ", "-", "-", "-"]
    )
    assert table(match).declarers == (0, 1, 2, 1) and [str(move) for move in table(match).declarations] == [
        "declare 2H", "declare 2C 2C", "declare BJ BJ", "declare RJ RJ",
    ]  # fmt: skip
    assert table(match).trump == Shape.NOTRUMP and table(match).passes == 3 and table(match).dealer == 0


def test_tr_3_2_three_passes_in_a_row_settle_trump() -> None:
    match = strong("-", "-", "-", "declare 2S")
    for passes in range(3):
        assert table(match).passes == passes and match.phase == "declaring" and table(match).trump is None
        play(match, "-")
    assert match.phase == "burying" and table(match).trump == Shape.SPADES and table(match).passes == 3
    assert match.log[-1].code == EventCode.TRUMP and match.log[-1].seat == 3 == match.turn == table(match).dealer
    assert refusal(match, "declare 2H 2H") == ("must-bury", "TR-4")


def test_tr_3_2_passes_before_a_declaration_do_not_count() -> None:
    match = strong("-", "-", "declare 2D", "-", "-")
    assert match.phase == "declaring" and match.turn == 1 and table(match).passes == 2
    assert legal(match) == ["-", "2C 2C"]


@pytest.mark.parametrize(
    ("stock", "trump"),
    [
        ("3C 2H 4D 5D 6D 7D 8D 9D", Shape.CLUBS),
        ("2H 3C 4D 5D 6D 7D 8D 9D", Shape.HEARTS),  # a level card too
        ("BJ 9D 3C 4D 5D 6D 7D 8D", Shape.DIAMONDS),
        ("RJ BJ BJ RJ KS 4D 5D 6D", Shape.SPADES),
    ],
)
def test_tr_3_2_nobody_declares_and_the_kitty_gives_trump(stock: str, trump: Shape) -> None:
    for dealer in SEATS:
        match = set_up(stock=stock, dealer=dealer, moves=["-"] * 3)
        assert match.phase == "declaring" and table(match).passes == 3 and table(match).kitty == ()
        play(match, "-")
        assert match.phase == "burying" and match.turn == table(match).dealer == dealer  # the dealer stays
        assert table(match).trump == trump and table(match).passes == 4
        assert texts(table(match).kitty) == stock.split()  # in the order dealt


def test_tr_3_2_the_kitty_that_is_shown_is_known_to_all() -> None:
    stock = "3C 3C 4D 5D 6D 7D 8D RJ"
    match = set_up(stock=stock, dealer=2, moves=["-"] * 4)
    for viewer in viewers(match):
        view = match.view(viewer)
        assert view.known(2) == (match.hand(2) if viewer == 2 else Cards(stock))
        assert [(event.code, event.seat) for event in view.log[-2:]] == [(EventCode.BOTTOM, 2), (EventCode.TRUMP, 2)]
        assert view.log[-2].cards == Cards(stock) and view.log[-1].amount == 0
        assert view.table.shown[2] == Cards(stock)
    bury_any(match)
    for viewer in (-1, 0, 1, 3):
        assert match.view(viewer).known(2) == Cards() and match.view(viewer).table.shown[2] == Cards(stock)
        assert all(Cards(stock) <= all_of_dealer(match.view(viewer).sample(seed), 2) for seed in range(5))


def all_of_dealer(world: Match, dealer: int) -> Cards:
    """Hand and burial of the dealer, before anything is played: what the others do not hold."""
    cards = GAME.deck.pack
    for seat in SEATS:
        cards = cards if seat == dealer else cards - world.hand(seat)
    return cards


def test_tr_3_2_after_a_declaration_only_the_dealer_sees_the_kitty() -> None:
    match = strong("declare 2S", "-", "-", "-")
    assert table(match).kitty == () and Cards(KITTY) <= match.hand(0) and match.hand_sizes == (33, 25, 25, 25)
    for viewer in (-1, 1, 2, 3):
        assert match.view(viewer).known(0) == Cards("2S")
        assert all(event.cards != Cards(KITTY) for event in match.view(viewer).log)
    told = match.view(0).log[-2]
    assert (told.code, told.seat, told.cards) == (EventCode.HAND, 0, Cards(KITTY))


def test_tr_3_3_the_initial_dealer_is_drawn_evenly() -> None:
    counts = Counter(table(GAME.start(seed=seed)).opener for seed in range(4000))
    # Binomial(4000, 1/4): mean 1000, standard deviation 27.4.
    assert all(abs(counts[seat] - 1000) < 143 for seat in SEATS)


def test_tr_3_3_a_dealer_that_is_given_changes_no_card() -> None:
    for seed in range(20):
        drawn = GAME.start(seed=seed)
        for dealer in SEATS:
            match = GAME.start(seed=seed, dealer=dealer)
            assert table(match).opener == table(match).dealer == match.turn == dealer
            assert [match.hand(seat) for seat in SEATS] == [drawn.hand(seat) for seat in SEATS]


@pytest.mark.parametrize("opener", SEATS)
def test_tr_3_3_the_first_seat_to_declare_deals_and_an_overcall_does_not_move_that(opener: int) -> None:
    hands = ["", "", "", ""]
    hands[(opener + 1) % 4], hands[(opener + 2) % 4] = "2C", "2D 2D"
    match = set_up(*hands, dealer=opener, moves=["-"])
    assert table(match).dealer == opener
    play(match, "declare 2C")
    assert table(match).dealer == (opener + 1) % 4
    play(match, "declare 2D 2D", "-", "-", "-")
    assert match.turn == table(match).dealer == (opener + 1) % 4 and table(match).opener == opener
    assert table(match).trump == Shape.DIAMONDS and match.hand_sizes[(opener + 1) % 4] == 33


@pytest.mark.parametrize(("first_dealer", "dealer"), [("first", 0), ("final", 2), ("fixed", 3)])
def test_tr_3_3_who_deals_is_an_option(first_dealer: str, dealer: int) -> None:
    match = set_up("2H BJ BJ", "2S 2S", "RJ RJ", "", dealer=3, first_dealer=first_dealer)
    play(match, "-", "declare 2H", "declare 2S 2S", "-", "-", "declare BJ BJ", "-")
    assert table(match).dealer == {"final": 0}.get(first_dealer, dealer)
    play(match, "declare RJ RJ", "-", "-", "-")
    assert table(match).trump == Shape.NOTRUMP and match.turn == table(match).dealer == dealer


def test_tr_3_3_right_values_of_a_first_deal() -> None:
    calls = ["-", "declare 2H", "declare 2S 2S", "-", "declare BJ BJ", "-", "-", "declare RJ RJ", "-", "-", "-"]
    for first_dealer, dealer in (("first", 0), ("final", 2)):
        match = set_up("2H", "2S 2S", "RJ RJ", "BJ BJ", dealer=3, first_dealer=first_dealer, moves=calls)
        assert table(match).trump == Shape.NOTRUMP and table(match).dealer == dealer == match.turn


def test_tr_3_3_in_later_deals_declaring_fixes_trump_only() -> None:
    declared = 0
    for seed in range(80):
        for first_dealer in ("first", "final"):
            match = finish(GAME.start(seed=seed, first_dealer=first_dealer), Random(seed))
            if match.over:
                continue
            match.next_deal()
            dealer = table(match).dealer
            assert match.turn == table(match).opener == dealer
            while match.phase == "declaring":
                match.play(match.moves[-1])
            assert table(match).dealer == dealer == match.turn
            declared += dealer not in table(match).declarers and len(table(match).declarers) > 0
    assert declared > 10


def test_tr_3_3_the_level_rank_stays_when_the_deal_goes_to_the_other_team() -> None:
    match = set_up("", "5C", levels=("5", "9"), moves=["-", "declare 5C", "-", "-", "-"])
    assert table(match).dealer == 1 and table(match).level == "5" and table(match).levels == ("5", "9")


@pytest.mark.parametrize("value", [3, -1, "last", "", None, 1.0, True, ["first", "final"]])
def test_tr_3_3_other_words_are_no_option(value: Any) -> None:
    with pytest.raises(BadOption) as caught:
        GAME.start(first_dealer=value)
    assert caught.value.code == "option-out-of-range"


def test_tr_3_4_a_declared_card_is_shown() -> None:
    match = strong("declare 2H", "-", "-", "-")
    for viewer in (-1, 1, 2, 3):
        assert match.view(viewer).known(0) == Cards("2H") == table(match).shown[0]
    match = strong("-", "-", "declare 2D", "-", "-", "declare 2C 2C", "-")
    for viewer in (-1, 0, 3):
        view = match.view(viewer)
        assert view.known(1) == Cards("2C 2C") and view.known(2) == Cards("2D")
        for seed in range(10):
            world = view.sample(seed)
            assert world.hand(1).count("2C") == 2 and "2D" in world.hand(2)


def test_tr_3_4_a_pair_shown_after_one_of_it_is_two_cards() -> None:
    match = strong("declare 2H", "declare 2C 2C", "-", "-", "declare BJ BJ")
    assert match.view(3).known(0) == Cards("2H BJ BJ")
    match = set_up("2H 2H", "2C", moves=["-", "declare 2C", "-", "-", "declare 2H 2H"])
    assert match.view(3).known(0) == Cards("2H 2H") == table(match).shown[0]


def test_tr_3_4_a_shown_card_stays_known_until_it_is_played() -> None:
    match = strong("declare 2S", "declare 2C 2C", "-", "-", "-")
    bury_any(match, "2S")
    shown = table(match).shown[1]
    assert shown == Cards("2C 2C") and table(match).trump == Shape.CLUBS
    while match.turn != 1 or match.phase != "playing":
        match.play(match.moves[0])
    trumps = [str(move) for move in match.moves if "2C" in texts(move.cards)]
    if not trumps:  # nothing of it may be played yet
        match.play(match.moves[0])
        assert table(match).shown[1] == shown
    for _ in walk(match, random.Random(0), deals=1):
        left = Counter(["2C", "2C"])
        left -= Counter(card for event in match.log if event.seat == 1 and event.move is not None
                        and event.move.kind == Kind.PLAY for card in texts(event.move.cards))  # fmt: skip
        assert table(match).shown[1] == (Cards(left.elements()) if not match.deal_over else Cards())
        assert match.deal_over or match.view(3).known(1) == Cards(left.elements())


# ---- 4. Kitty --------------------------------------------------------------------------------------------------------


def test_tr_4_the_dealer_takes_the_kitty_and_buries_any_eight() -> None:
    match = strong("declare 2H", "-", "-", "-")
    assert match.turn == 0 and match.hand_sizes == (33, 25, 25, 25) and len(match.stock) == 0
    held = match.hand(0)
    assert Cards(KITTY) <= held
    rng = random.Random(0)
    for _ in range(20):
        cards = rng.sample(texts(held), 8)
        after = play(match.copy(), f"bury {' '.join(cards)}")
        assert after.hand(0) == held - Cards(cards) and after.hand_sizes == (25, 25, 25, 25)
        assert after.turn == 0 == table(after).leader and after.phase == "playing"


@pytest.mark.parametrize(
    ("hand", "stock", "number"),
    [
        (  # 33 different cards
            "2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AC 2D 3D 4D 5D 6D 7D 8D 9D TD JD QD KD",
            "AD 2H 3H 4H 5H 6H 7H 8H",
            13_884_156,
        ),
        (  # sixteen pairs and a card
            "2C 2C 3C 3C 4C 4C 5C 5C 6C 6C 7C 7C 8C 8C 9C 9C TC TC JC JC QC QC KC KC AC",
            "AC 2D 2D 3D 3D 4D 4D 5D",
            369_018,
        ),
    ],
)
def test_tr_4_how_many_burials_there_are(hand: str, stock: str, number: int) -> None:
    match = set_up(hand, stock=stock, moves=["declare 2C", "-", "-", "-"])
    moves, rng = match.moves, random.Random(1)
    assert len(moves) == number == referee.count_choices([*hand.split(), *stock.split()], 8)
    if number > 10**7:
        assert number == comb(33, 8)
    for place in (0, 1, number - 1, *(rng.randrange(number) for _ in range(300))):
        move = moves[place]
        assert move.kind == Kind.BURY and len(move.cards) == 8 and move in moves and move.cards <= match.hand(0)
        assert moves.index(move) == place == moves.index(moves.find(str(move)))
    assert moves[5:].index(moves[rng.randrange(5, number)]) >= 0
    assert len({moves.sample(Random(seed)) for seed in range(200)}) > 190
    with pytest.raises(IndexError):
        moves[number]


def test_tr_4_shown_cards_may_be_buried() -> None:
    match = strong("declare 2H 2H", "-", "-", "-")
    before = match.view(1)
    assert before.known(0) == Cards("2H 2H")
    buried = play(match.copy(), "bury 2H 2H 3C 4C 5C 6C 7C 8C")
    kept = play(match.copy(), "bury 3C 4C 5C 6C 7C 8C 9C TC")
    for viewer in (-1, 1, 2, 3):  # nobody can tell which it was
        assert buried.view(viewer) == kept.view(viewer)
        assert buried.view(viewer).known(0) == Cards() and buried.view(viewer).table.shown[0] == Cards("2H 2H")
        hands = [buried.view(viewer).sample(seed).hand(0).count("2H") for seed in range(200)]
        assert set(hands) == {0, 1, 2}


def test_tr_4_a_shown_card_is_in_the_dealers_hand_or_buried_until_it_is_played() -> None:
    match = strong("declare 2S", "-", "-", "-", "bury 3C 4C 5C 6C 7C 8C 9C TC")
    assert table(match).shown[0] == Cards("2S")
    for seed in range(30):
        assert "2S" in all_of_dealer(match.view(2).sample(seed), 0)
    play(match, "play 2S")
    assert table(match).shown[0] == Cards()


def test_tr_4_the_burial_is_hidden_but_from_the_dealer() -> None:
    match = strong("declare 2H", "-", "-", "-", "bury 3C 4C 5C 6C 7C 8C 9C TC")
    for viewer in viewers(match):
        told = [event for event in match.view(viewer).log if event.code in (EventCode.BURIED, EventCode.MOVE)]
        assert told[-1].code == EventCode.BURIED and told[-1].seat == 0 and told[-1].cards is None
        assert told[-1].amount == 8
        moves = [str(event.move) for event in told if event.move is not None and event.move.kind == Kind.BURY]
        assert moves == (["bury 3C 4C 5C 6C 7C 8C 9C TC"] if viewer == 0 else [])
        assert match.view(viewer).table.buried == Cards()
    world = match.view(0).sample(1)
    assert all_of_dealer(world, 0) == match.hand(0) + Cards(KITTY)


def test_tr_4_the_buried_cards_are_shown_when_the_deal_is_over() -> None:
    for seed in range(10):
        match = GAME.start(seed=seed)
        buried = Cards()
        for _ in walk(match, random.Random(seed), deals=1):
            assert table(match).buried == (buried if match.deal_over else Cards())
            if match.phase == "playing" and not buried:
                move = match.copy().undo()
                assert move is not None and move.kind == Kind.BURY
                buried = move.cards
        for viewer in viewers(match):
            shown = [event for event in match.view(viewer).log if event.code == EventCode.SHOWN]
            assert [(event.seat, event.cards) for event in shown] == [(table(match).dealer, buried)]


def test_tr_4_the_dealer_leads() -> None:
    match = strong("-", "declare 2C", "-", "-", "-")
    bury_any(match)
    assert match.turn == table(match).leader == table(match).dealer == 1 and table(match).leading is None


# ---- 5. Effective suits and power ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("trump", "level", "order"),
    [
        ("S", "4", "2S 3S 5S 6S 7S 8S 9S TS JS QS KS AS 4C=4D=4H 4S BJ RJ"),
        ("S", "A", "2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS AC=AD=AH AS BJ RJ"),
        ("C", "2", "3C 4C 5C 6C 7C 8C 9C TC JC QC KC AC 2D=2H=2S 2C BJ RJ"),
        ("NT", "7", "7C=7D=7H=7S BJ RJ"),
    ],
)
def test_tr_5_1_trumps_from_low_to_high(trump: str, level: str, order: str) -> None:
    groups = [group.split("=") for group in order.split()]
    cards = [card for group in groups for card in group]
    assert {card for card in PACK if tractor.effective_suit(card, trump, level) == "trump"} == set(cards)
    powers = [[tractor.power(card, trump, level) for card in group] for group in groups]
    assert all(len(set(group)) == 1 for group in powers)
    flat = [group[0] for group in powers]
    assert flat == sorted(flat) and len(set(flat)) == len(flat)


def test_tr_5_1_suits_and_powers_are_those_of_the_referee() -> None:
    for trump, level, card in product(ALL_TRUMPS, RANKS, PACK):
        suit = referee.effective_suit(card, trump, level)
        assert tractor.effective_suit(card, trump, level) == named([suit])[0]
        assert tractor.power(card, trump, level) == referee.power(card, trump, level)


@pytest.mark.parametrize(
    ("level", "order"),
    [("4", "2H 3H 5H 6H 7H 8H 9H TH JH QH KH AH"), ("2", "3D 4D 5D 6D 7D 8D 9D TD JD QD KD AD"), ("A", "2C 3C 4C KC")],
)
def test_tr_5_2_other_suits_are_ace_to_2_without_the_level_rank(level: str, order: str) -> None:
    cards = order.split()
    assert {tractor.effective_suit(card, "S", level) for card in cards} == {cards[0][1]}
    powers = [tractor.power(card, "S", level) for card in cards]
    assert powers == sorted(set(powers))
    if len(cards) == 12:
        assert powers == list(range(12))


def test_tr_5_2_points_never_matter() -> None:
    powers = {rank: tractor.power(rank + "H", "S", "2") for rank in "3456789TJQKA"}
    assert powers["6"] > powers["5"] and powers["J"] > powers["T"] and powers["A"] > powers["K"]


@pytest.mark.parametrize("trump", ["", "N", "XX", None, 4, "trump", Shape.TRACTOR])
def test_tr_5_what_is_no_trump(trump: Any) -> None:
    for call in (
        lambda: tractor.power("3C", trump, "2"),
        lambda: tractor.effective_suit("3C", trump, "2"),
        lambda: tractor.shape("3C", trump, "2"),
        lambda: tractor.leads("3C", trump, "2"),
        lambda: tractor.follows("3C", "3C", trump, "2"),
    ):
        with pytest.raises(BadOption) as caught:
            call()
        assert caught.value.code == "no-such-trump"


@pytest.mark.parametrize("level", ["", "1", "BJ", None, 2, "22"])
def test_tr_5_what_is_no_level(level: Any) -> None:
    for call in (
        lambda: tractor.power("3C", "C", level),
        lambda: tractor.effective_suit("3C", "C", level),
        lambda: tractor.shape("3C", "C", level),
        lambda: tractor.leads("3C", "C", level),
        lambda: tractor.follows("3C", "3C", "C", level),
    ):
        with pytest.raises(BadOption) as caught:
            call()
        assert caught.value.code == "no-such-level"


def test_tr_5_trump_and_level_are_read_as_they_are_written_elsewhere() -> None:
    for trump, letter in TRUMPS.items():
        for written in (letter, letter.lower(), Shape(trump)):
            assert tractor.power("TD", written, "10") == tractor.power("TD", letter, "T")
    with pytest.raises(BadCards):
        tractor.power("3C 4C", "S", "2")
    with pytest.raises(BadCards):
        tractor.effective_suit("1C", "S", "2")


# ---- 6. Leads --------------------------------------------------------------------------------------------------------

SINGLE, PAIR, TRACTOR = Shape.SINGLE, Shape.PAIR, Shape.TRACTOR


@pytest.mark.parametrize(
    ("cards", "trump", "level", "shape"),
    [
        # The right values of the issue.
        ("3H 3H 5H 5H", "S", "4", TRACTOR),
        ("AS AS 4H 4H", "S", "4", TRACTOR),
        ("4H 4H 4S 4S", "S", "4", TRACTOR),
        ("4S 4S BJ BJ", "S", "4", TRACTOR),
        ("BJ BJ RJ RJ", "S", "4", TRACTOR),
        ("4H 4H 4D 4D", "S", "4", None),
        ("4H 4D", "S", "4", None),
        ("AH AH 2H 2H", "S", "4", None),
        ("4H 4H BJ BJ", "NT", "4", TRACTOR),
        ("KS KS AH AH AS AS BJ BJ", "S", "A", TRACTOR),
        ("8S 8C", "S", "4", None),
        # The level gap.
        ("4H 4H 6H 6H", "S", "5", TRACTOR),
        ("4H 4H 5H 5H", "S", "5", None),
        ("3H 3H 4H 4H 6H 6H 7H 7H", "S", "5", TRACTOR),
        ("QH QH AH AH", "S", "K", TRACTOR),
        ("3H 3H 4H 4H", "S", "2", TRACTOR),
        ("2H 2H 3H 3H", "S", "A", TRACTOR),
        ("KH KH 2H 2H", "S", "A", None),
        ("AH AH 3H 3H", "S", "2", None),
        # Trumps.
        ("AS AS 4S 4S", "S", "4", None),  # the level pair of the trump suit never touches the ace
        ("4H 4H 4S 4S BJ BJ RJ RJ", "S", "4", TRACTOR),
        ("AS AS 4H 4H 4S 4S BJ BJ RJ RJ", "S", "4", TRACTOR),
        ("AS AS 4H 4H 4D 4D", "S", "4", None),
        ("4H 4H BJ BJ", "S", "4", None),
        ("4S 4S RJ RJ", "S", "4", None),
        ("3S 3S 5S 5S", "S", "4", TRACTOR),
        ("KS KS AS AS", "S", "4", TRACTOR),
        ("4H 4H 4D 4D BJ BJ", "NT", "4", None),
        ("4H 4H BJ BJ RJ RJ", "NT", "4", TRACTOR),
        ("4S 4S RJ RJ", "NT", "4", None),
        ("AS AS 4S 4S", "NT", "4", None),
        ("KS KS AS AS", "NT", "4", TRACTOR),
        # Suits do not mix.
        ("3H 3H 5D 5D", "S", "4", None),
        ("AH AH 4H 4H", "S", "4", None),
        ("AH AH 2S 2S", "S", "4", None),
        # Others.
        ("4D", "S", "4", SINGLE),
        ("RJ", "NT", "A", SINGLE),
        ("4D 4D", "S", "4", PAIR),
        ("RJ RJ", "S", "4", PAIR),
        ("BJ RJ", "S", "4", None),
        ("3H 3H 5H", "S", "4", None),
        ("3H 3H 5H 5H 6H", "S", "4", None),
        ("3H 3H 6H 6H", "S", "4", None),
        ("3H 5H 6H 7H", "S", "4", None),
        ("", "S", "4", None),
    ],
)
def test_tr_6_right_values_of_leads(cards: str, trump: str, level: str, shape: Shape | None) -> None:
    assert tractor.shape(cards, trump, level) == shape
    assert cards == "" or referee.shape(cards.split(), trump, level) == shape
    assert (shape is not None) == (
        str(Cards(cards)) in {str(move.cards) for move in tractor.leads(cards, trump, level)}
    )


def test_tr_6_a_tractor_of_four_at_level_a_is_one_lead() -> None:
    [longest] = [move for move in tractor.leads("KS KS AH AH AS AS BJ BJ", "S", "A") if move.length == 4]
    assert longest.shape == TRACTOR and longest.rank == "BJ" and len(longest.cards) == 8


def tractors(hands: list[list[str]], trump: str, level: str) -> set[str]:
    """All tractors that some hands of pairs hold."""
    found: set[str] = set()
    for pairs in hands:
        leads = tractor.leads(pairs * 2, trump, level)
        found |= {str(move.cards) for move in leads if move.shape == TRACTOR}
    return found


def test_tr_6_there_are_420_tractors_with_a_trump_suit_and_273_without() -> None:
    """A hand of the two packs holds at most 33 cards: so each suit by itself, and of the off-suit level pairs, which are
    never in one tractor, one at a time."""
    for trump, number in (("S", 420), ("H", 420), ("NT", 273)):
        suits: dict[str, list[str]] = {}
        for card in PACK:
            suits.setdefault(tractor.effective_suit(card, trump, "7"), []).append(card)
        levels = [card for card in suits["trump"] if card[0] == "7" and card[1] != trump]
        high = [card for card in suits.pop("trump") if card not in levels]
        found = tractors([*suits.values(), *([*high, level] for level in levels)], trump, "7")
        assert len(found) == number
        assert len(found) + 2 * len(PACK) == {420: 528, 273: 381}[number] == len(referee.leads(TWO_PACKS, trump, "7"))
        assert all(tractor.shape(cards, trump, "7") == TRACTOR for cards in found)


def test_tr_6_the_leads_of_both_packs_are_leads_to_the_core() -> None:
    for trump, level in (("S", "7"), ("NT", "7"), ("C", "A"), ("D", "2")):
        for cards in referee.leads(TWO_PACKS, trump, level):
            assert tractor.shape(list(cards), trump, level) == referee.shape(cards, trump, level)


@st.composite
def hands_of_pairs(draw: st.DrawFn, most: int = 33) -> list[str]:
    """A hand with many pairs, often of few suits."""
    suits = draw(st.sampled_from(["CDHS", "H", "S", "HS", "CS"]))
    kinds = [card for card in PACK if card[1] in suits or card[1] == "J"]
    chosen = draw(st.lists(st.sampled_from(kinds), unique=True, max_size=16))
    hand = [card for card in chosen for _ in range(draw(st.sampled_from([1, 2, 2, 2])))]
    return hand[:most]


@given(hand=hands_of_pairs(), trump=st.sampled_from(ALL_TRUMPS), level=st.sampled_from(RANKS))
def test_tr_6_the_leads_of_any_hand_are_those_of_the_referee(hand: list[str], trump: str, level: str) -> None:
    leads = tractor.leads(hand, trump, level)
    assert len(leads) == referee.count_leads(hand, trump, level) == len(set(leads))
    assert {tuple(sorted(texts(move.cards))) for move in leads} == referee.leads(hand, trump, level)
    assert [move.shape for move in leads] == [tractor.shape(move.cards, trump, level) for move in leads]


@given(
    cards=st.lists(st.sampled_from(TWO_PACKS), max_size=9),
    trump=st.sampled_from(ALL_TRUMPS),
    level=st.sampled_from(RANKS),
)
def test_tr_6_any_cards_are_what_the_referee_says(cards: list[str], trump: str, level: str) -> None:
    held = list((Counter(cards) & Counter(TWO_PACKS)).elements())
    pairs = list({card: 2 for card in cards})
    for each in (held, pairs * 2, pairs[:3] * 2, held[:2], held[:1]):
        expected = referee.shape(each, trump, level) if each else None
        assert tractor.shape(each, trump, level) == expected


def test_tr_6_leads_in_a_match() -> None:
    match = set_up("4S 3H 3H 5H 5H 6H BJ BJ AS AS 4H 4H", "4D", levels="4", moves=["declare 4S", "-", "-", "-"])
    bury_any(match, "4S 3H 3H 5H 5H 6H BJ BJ AS AS 4H 4H")
    for cards in ("3H", "3H 3H", "3H 3H 5H 5H", "AS AS 4H 4H", "BJ BJ"):
        move = play(match.copy(), f"play {cards}").copy().undo()
        assert move is not None and move.shape == tractor.shape(cards, "S", "4")
    for cards in ("3H 5H", "3H 3H 6H", "BJ BJ 4S", "AS AS BJ BJ", "3H 3H BJ BJ"):
        assert refusal(match, f"play {cards}") == ("no-combination", "TR-6")


def test_tr_6_leads_are_listed_singles_first_then_pairs_then_tractors() -> None:
    leads = tractor.leads("3H 3H 5H 5H 9C BJ BJ 4S 4S", "S", "4")
    assert [move.shape for move in leads] == [SINGLE] * 5 + [PAIR] * 4 + [TRACTOR] * 2
    assert [str(move.cards) for move in leads] == [
        "9C", "3H", "5H", "4S", "BJ", "3H 3H", "5H 5H", "4S 4S", "BJ BJ", "3H 3H 5H 5H", "4S 4S BJ BJ",
    ]  # fmt: skip


def test_tr_6_a_hand_has_at_most_33_cards() -> None:
    with pytest.raises(BadCards) as caught:
        tractor.leads(TWO_PACKS[:34], "S", "4")
    assert caught.value.code == "bad-hand"
    assert len(tractor.leads(TWO_PACKS[:33], "S", "4")) > 0 and len(tractor.leads("", "S", "4")) == 0


# ---- 7. Following ----------------------------------------------------------------------------------------------------


def test_tr_7_1_as_many_cards_as_led_of_the_suit_as_far_as_possible() -> None:
    assert answers("2H 3H AS RJ", "9H") == {"2H", "3H"}
    assert answers("2H 3C AS", "9H 9H") == sets_of("2H 3C", "2H AS")  # all of it if short
    assert answers("2H 3H 3C AS", "9H 9H TH TH") == sets_of("2H 3H 3C AS")
    assert answers("2H 3H 3C 4C AS", "9H 9H TH TH", level="5") == sets_of("2H 3H 3C 4C", "2H 3H 3C AS", "2H 3H 4C AS")
    assert answers("2H", "9H 9H") == set()


def test_tr_7_1_trumps_are_one_suit() -> None:
    assert answers("4H 2H AS BJ 3C", "9S") == {"4H", "AS", "BJ"}
    assert answers("4H 2H 3C", "9S") == {"4H"}
    assert answers("4H 2H 3C", "9H") == {"2H"}  # a level card is no heart
    assert answers("AS KS 4C 3C", "RJ", trump="NT") == {"4C"}


def test_tr_7_2_right_values() -> None:
    """A pair led, and Q Q, K K among the cards of the suit: a pair must be given, either."""
    assert answers("2H 3H QH QH KH KH", "9H 9H") == sets_of("QH QH", "KH KH")
    # Three pairs led, one pair of the suit and six singles: the pair and four of the suit.
    hand = "2D 3D 5D 6D 7D 8D QD QD 2C AC"
    found = answers(hand, "9D 9D TD TD JD JD")
    assert len(found) == 15 == comb(6, 4)
    assert found == sets_of(*(f"QD QD {' '.join(four)}" for four in combinations("2D 3D 5D 6D 7D 8D".split(), 4)))


def test_tr_7_2_pairs_need_not_be_consecutive() -> None:
    assert answers("2H 2H 7H 7H KH KH 9H", "3H 3H 5H 5H") == sets_of("2H 2H 7H 7H", "2H 2H KH KH", "7H 7H KH KH")
    assert answers("2H 2H 5H 5H AH", "7H 7H 8H 8H") == sets_of("2H 2H 5H 5H")
    assert answers("2H 2H 6H 7H", "8H 8H 9H 9H") == sets_of("2H 2H 6H 7H")


def test_tr_7_2_with_too_few_pairs_every_pair_is_played_and_the_rest_filled_from_the_suit() -> None:
    assert answers("2H 2H 5H 6H 7H 3C 3C", "8H 8H 9H 9H") == sets_of("2H 2H 5H 6H", "2H 2H 5H 7H", "2H 2H 6H 7H")
    assert answers("5H 6H 7H 3C 3C AS AS", "8H 8H") == sets_of("5H 6H", "5H 7H", "6H 7H")


def test_tr_7_2_two_level_cards_of_different_suits_are_no_pair() -> None:
    assert answers("4H 4D 4C 4C", "9S 9S") == sets_of("4C 4C")
    assert answers("4H 4D 5S", "9S 9S") == sets_of("4H 4D", "4H 5S", "4D 5S")


def test_tr_7_2_no_pair_is_owed_to_a_single_nor_from_another_suit() -> None:
    assert answers("2H 2H 5H", "9H") == {"2H", "5H"}
    assert answers("2H 3C 3C 5D", "9H 9H") == sets_of("2H 3C", "2H 5D")
    assert answers("3C 3C 5D 7D", "9H 9H") == sets_of("3C 3C", "3C 5D", "3C 7D", "5D 7D")


def test_tr_7_2_a_pair_that_fills_the_suit_up_counts() -> None:
    """Short in the suit: all of it is played, pairs or not."""
    assert answers("2H 2H 3H 9C AS", "5H 5H 6H 6H") == sets_of("2H 2H 3H 9C", "2H 2H 3H AS")


def test_tr_7_3_void_anything() -> None:
    hand = "3C 3C 5D AS RJ"
    assert answers(hand, "9H") == {"3C", "5D", "AS", "RJ"}
    assert answers(hand, "9H 9H") == sets_of("3C 3C", "3C 5D", "3C AS", "3C RJ", "5D AS", "5D RJ", "AS RJ")
    assert len(answers(hand, "9H 9H TH TH")) == 4


@given(
    hand=hands_of_pairs(most=25),
    lead=st.data(),
    trump=st.sampled_from(ALL_TRUMPS),
    level=st.sampled_from(RANKS),
)
def test_tr_7_the_answers_of_any_hand_are_those_of_the_referee(
    hand: list[str], lead: st.DataObject, trump: str, level: str
) -> None:
    first = lead.draw(st.integers(0, len(PACK) - 1))
    kinds = [*PACK, *PACK][first : first + 8]
    rest = [card for card in (Counter(TWO_PACKS) - Counter(hand)).elements() if card in kinds or card in ("BJ", "RJ")]
    leads = sorted(cards for cards in referee.leads(rest, trump, level) if len(cards) <= 6)
    if not leads:
        return
    led = lead.draw(st.sampled_from(leads))
    found = tractor.follows(hand, list(led), trump, level)
    if len(hand) < len(led):
        assert len(found) == 0
        return
    assert len(found) == referee.count_follows(hand, led, trump, level)
    if len(found) <= 100:
        assert {tuple(sorted(texts(move.cards))) for move in found} == referee.follows(hand, led, trump, level)
    else:
        places = [lead.draw(st.integers(0, len(found) - 1)) for _ in range(5)]
        assert all(referee.is_follow(hand, led, texts(found[place].cards), trump, level) for place in places)
        assert [found.index(found[place]) for place in places] == places


def test_tr_7_a_list_of_answers_is_a_sequence() -> None:
    hand = "3C 5C 6C 7C 8C 9C TC JC 2D 3D 5D 6D 7D 8D 9D TD JD QD KD AD AS KS QS JS TS"
    found = tractor.follows(hand, "9H 9H TH TH JH JH QH QH", "S", "4")
    assert len(found) == comb(25, 8) and found == tractor.follows(hand, Cards("9H 9H TH TH JH JH QH QH"), "S", "4")
    rng = random.Random(0)
    for place in (0, len(found) - 1, *(rng.randrange(len(found)) for _ in range(50))):
        assert found[place] in found and found.index(found[place]) == place == found[place:].index(found[place]) + place
        assert found[place - len(found)] == found[place] and found.count(found[place]) == 1
    part = found[100:200:7]
    assert len(part) == 15 and list(part) == [found[place] for place in range(100, 200, 7)]
    assert found[101] not in part and found[107] in part and "3C" not in found
    assert repr(part) == "<15 plays>" and hash(part) == hash(found[100:200:7]) and part != found
    for place in (len(found), -len(found) - 1):
        with pytest.raises(IndexError):
            found[place]
    with pytest.raises(ValueError):
        found.index(tractor.leads("9H", "S", "4")[0])


@pytest.mark.parametrize("lead", ["3C 5C", "", "3C 3C 5C", "3C 3C 6C 6C"])
def test_tr_7_what_is_no_lead_cannot_be_answered(lead: str) -> None:
    with pytest.raises(BadCards) as caught:
        tractor.follows("7C 7C 8C 8C", lead, "S", "4")
    assert (caught.value.code, caught.value.rule) == ("no-lead", "TR-6")


def test_tr_7_a_lead_may_be_a_move() -> None:
    lead = tractor.leads("9H 9H", "S", "4")[-1]
    assert {str(move.cards) for move in tractor.follows("2H 3H QH QH", lead, "S", "4")} == sets_of("QH QH")


def trick_of(
    *plays: str, trump: str = "S", level: str = "4", dealer: int = 0, buried: str = "", finish_it: bool = True
) -> Match:
    """A first trick of these plays, led by the dealer, each legal: whoever does not follow holds nothing of the suit led,
    and whoever gives no pair has none. With a trump suit nobody declares, and the kitty gives it."""
    led = referee.effective_suit(in_text_order(plays[0])[0], trump, level)
    pairs = len(in_text_order(plays[0])) // 2
    left = Counter(rest_of(plays, buried))
    kitty: list[str] = in_text_order(buried)
    if trump != "NT":
        first = next(card for card in [*kitty, *left] if card[1] == trump)
        if first in kitty:
            kitty.remove(first)
        else:
            left[first] -= 1
        kitty.insert(0, first)
    hands = [in_text_order(plays[(seat - dealer) % 4]) for seat in SEATS]
    if trump == "NT":
        hands[dealer] += [] if hands[dealer].count("RJ") == 2 else ["RJ", "RJ"]
        left["RJ"] = max(left["RJ"] - 2, 0)
    others = [(dealer + step) % 4 for step in (1, 2, 3)]
    free = sorted(left.elements(), key=lambda card: (referee.effective_suit(card, trump, level) != led, card))
    for card in free:
        suit = referee.effective_suit(card, trump, level)
        # To the dealer and the kitty first what the others must not have.
        places = [seat for seat in others if len(hands[seat]) < 25] if suit != led else []
        if suit != led and places:
            min((hands[seat] for seat in places), key=len).append(card)
        elif len(hands[dealer]) < 25:
            hands[dealer].append(card)
        elif len(kitty) < 8:
            kitty.append(card)
        else:
            min((hands[seat] for seat in places or others if len(hands[seat]) < 25), key=len).append(card)
    assert pairs >= 0 and [len(hand) for hand in hands] == [25] * 4
    match = set_up(*map(" ".join, hands), stock=" ".join(kitty), dealer=dealer, levels=level, first_dealer="fixed")
    match = play(match, *(["declare RJ RJ", "-", "-", "-"] if trump == "NT" else ["-"] * 4))
    assert table(match).trump == Shape({letter: name for name, letter in TRUMPS.items()}[trump])
    if buried:
        play(match, f"bury {buried}")
    else:
        bury_any(match, " ".join([plays[0], "RJ RJ"] if trump == "NT" else plays[:1]))
    return play(match, *(f"play {cards}" for cards in plays)) if finish_it else match


# ---- 8. Winning ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("trump", "level", "plays", "winner"),
    [
        ("S", "4", "9H; TH; 2H; JH", 3),
        ("S", "4", "AH; 2H; 2C; 3D", 0),  # another suit never wins
        ("S", "4", "AH; 2S; KH; 3S", 3),  # trump beats the suit led, the higher one the lower
        ("S", "4", "9H; 9H; TH; TH", 2),  # equal power: the earlier one
        ("S", "4", "AS; 4H; 4D; KS", 1),  # equal off-suit level cards: the earlier wins
        ("S", "4", "4D; 4H; 4S; 4S", 2),
        ("S", "4", "BJ; RJ; RJ; 4S", 1),
        ("S", "4", "RJ; RJ; BJ; BJ", 0),
        ("S", "4", "AH; 4C; 4D; 2S", 1),
        ("NT", "4", "9H; 4C; 4D; BJ", 3),
        ("NT", "4", "4C; 4D; 4H; 4S", 0),
        # Pairs.
        ("S", "4", "9H 9H; TH JH; KH AH; QH QH", 3),
        ("S", "4", "9H 9H; BJ RJ; 4S 4H; 2H 2H", 0),  # two unmatched high trumps never beat a pair
        ("S", "4", "AH AH; 2S 2S; KH KH; 3D 3D", 1),
        ("S", "4", "9H 9H; 2S 2S; 3S 3S; AS KS", 2),
        ("S", "4", "AS AS; 4H 4H; KS KS; 3S 3S", 1),  # a pair of off-suit level cards beats the pair of trump aces
        ("S", "4", "2S 2S; 4H 4D; 3S AS; 5S 6S", 0),  # two off-suit level cards of different suits beat no pair
        ("S", "4", "4H 4H; 4D 4D; AS AS; 4C 5S", 0),
        ("S", "4", "9H 9H; 4H 4D; 2C 2C; 3H TH", 0),
        ("S", "4", "9H 9H; 5D 5D; TH 2S; 3C 3C", 0),  # not all in trump
        # Tractors.
        ("S", "4", "3H 3H 5H 5H; 9H 9H TH TH; 6H 6H 8H 8H; AH AH QH QH", 1),
        ("S", "4", "3H 3H 5H 5H; AH AH QH QH; KH KH JH JH; 2H 2H 8H 8H", 0),
        ("S", "4", "9H 9H TH TH; 2S 2S 3S 3S; 5S 5S 6S 6S; RJ RJ 4S 4S", 2),
        ("S", "4", "9H 9H TH TH; 2S 2S 3S 3S; KS KS AS AS; BJ BJ RJ RJ", 3),
        ("S", "4", "9H 9H TH TH; AS AS 4H 4H; QS QS KS KS; 2C 2C 3C 3C", 1),
        ("S", "4", "9H 9H TH TH; 2S 2S 3S 5S; AH AH 2H 3H; RJ BJ 4S 4H", 0),
        ("S", "5", "3H 3H 4H 4H 6H 6H; 7H 7H 8H 8H 9H 9H; TH TH JH JH KH KH; 2S 2S 3S 3S 4S 4S", 3),
        ("NT", "4", "9H 9H TH TH; 4C 4C BJ BJ; KH KH AH AH; 2C 2C 3C 3C", 1),
    ],
)
def test_tr_8_right_values(trump: str, level: str, plays: str, winner: int) -> None:
    cards = [in_text_order(each) for each in plays.split("; ")]
    assert referee.trick_winner(cards, trump, level) == winner
    for dealer in (0, 3):
        match = trick_of(*plays.split("; "), trump=trump, level=level, dealer=dealer)
        seat = (dealer + winner) % 4
        assert table(match).tricks == tuple(int(each == seat) for each in SEATS)
        assert match.turn == table(match).leader == seat  # the winner leads
        assert match.log[-1].code == EventCode.TRICK and match.log[-1].seat == seat


def test_tr_8_the_table_shows_who_wins_so_far() -> None:
    match = trick_of("9H 9H", "TH TH", "2S 2S", "3C 3C", finish_it=False)
    for cards, leading in (("9H 9H", 0), ("TH TH", 1), ("2S 2S", 2)):
        play(match, f"play {cards}")
        assert table(match).leading == leading and table(match).leader == 0 and table(match).led_suit == "H"
    assert [move and str(move.cards) for move in table(match).trick] == ["9H 9H", "TH TH", "2S 2S", None]
    lead = table(match).trick[0]
    assert lead is not None and (lead.shape, lead.rank, lead.length) == (Shape.PAIR, "9", 1)
    play(match, "play 3C 3C")
    assert table(match).trick == (None,) * 4 and table(match).leading is None and table(match).led_suit is None


def test_tr_8_cards_that_are_no_combination_have_no_shape() -> None:
    match = trick_of("9H 9H", "TH JH", "2S 3S", "3C 3D")
    moves = [event.move for event in match.log if event.move is not None and event.move.kind == Kind.PLAY]
    assert [(move.shape, move.rank, move.length) for move in moves] == [(Shape.PAIR, "9", 1)] + [(None, None, 0)] * 3


# ---- What following tells --------------------------------------------------------------------------------------------


def test_tr_7_1_who_does_not_follow_is_void() -> None:
    match = trick_of("9H 9H", "TH 3C", "2S 2S", "3H TH", finish_it=False)
    play(match, "play 9H 9H")
    assert table(match).voids == ((), (), (), ())
    play(match, "play TH 3C", "play 2S 2S", "play 3H TH")
    assert table(match).voids == ((), ("H",), ("H",), ())
    for viewer in (-1, 0, 3):
        for seed in range(20):
            world = match.view(viewer).sample(seed)
            suits = [{tractor.effective_suit(card, "S", "4") for card in world.hand(seat)} for seat in (1, 2)]
            assert "H" not in suits[0] | suits[1]


def test_tr_7_2_who_gives_fewer_pairs_than_owed_has_none_left() -> None:
    match = trick_of("9H 9H TH TH", "JH JH 2H 3H", "AH 5H 6H 7H", "2S 2S 3S 3S")
    assert table(match).pairless == ((), ("H",), ("H",), ()) and table(match).voids == ((), (), (), ("H",))
    absent = {1: {"JH", "2H", "3H"}, 2: {"AH", "5H", "6H", "7H"}}
    for viewer in (-1, 0, 3):
        for seed in range(60):
            world = match.view(viewer).sample(seed)
            for seat, cards in absent.items():
                hearts = [card for card in texts(world.hand(seat)) if card[1] == "H" and card[0] != "4"]
                assert len(set(hearts)) == len(hearts) and not cards & set(hearts)


def test_tr_7_2_a_single_tells_nothing_of_pairs() -> None:
    match = trick_of("9H", "TH", "2H", "3H")
    assert table(match).pairless == table(match).voids == ((), (), (), ())


def test_tr_7_2_a_tractor_answered_by_a_pair_and_others_tells_that_there_is_no_second_pair() -> None:
    match = trick_of("9H 9H TH TH", "JH JH 2H 3H", "AH AH KH KH", "QH QH 8H 8H")
    assert table(match).pairless == ((), ("H",), (), ())


def test_tr_7_2_from_then_on_each_card_that_is_played_was_the_only_one() -> None:
    """A seat that has shown to have no pair of a suit plays a card of it, to a single trick or as a lead: no sample gives
    it the other one, nor a pair of that suit."""
    checked = 0
    for seed in range(60):
        match, rng = GAME.start(seed=seed, levels="4"), random.Random(seed)
        absent: list[set[str]] = [set(), set(), set(), set()]
        while not match.deal_over:
            seat, pairless, move = match.turn, table(match).pairless, choose(match.moves, rng)
            assert seat is not None
            if match.phase == "playing":
                trump = table(match).trump or Shape.NOTRUMP
                suits = {card: tractor.effective_suit(card, trump, "4") for card in set(texts(move.cards))}
                absent[seat] |= {card for card, suit in suits.items() if suit in pairless[seat]}
            match.play(move)
            if any(absent) and rng.random() < 0.3:
                world = match.view(rng.choice(range(-1, 4))).sample(rng.getrandbits(64))
                for seat in SEATS:
                    assert not absent[seat] & set(texts(world.hand(seat)))
                    checked += len(absent[seat])
    assert checked > 300


# ---- 9. Points -------------------------------------------------------------------------------------------------------


def test_tr_9_fives_tens_and_kings_are_200_in_all() -> None:
    assert referee.card_points(TWO_PACKS) == 200
    for seed in range(60):
        match = finish(GAME.start(seed=seed), Random(seed))
        buried = sum({"5": 5, "T": 10, "K": 10}.get(card.text[0], 0) for card in table(match).buried)
        assert sum(table(match).points) + buried == 200


@pytest.mark.parametrize(
    ("plays", "points"),
    [("9H; 5H; TH; KH", 25), ("5C; 5C; 5D; 5S", 20), ("KD KD; TD TD; 5D 5D; 2S 2S", 50), ("9H; 2H; AH; BJ", 0)],
)
def test_tr_9_what_cards_count(plays: str, points: int) -> None:
    match = trick_of(*plays.split("; "))
    assert sum(table(match).points) == points
    winner = table(match).leader
    assert winner is not None and table(match).points[winner] == points
    assert table(match).attackers == (points if winner in (1, 3) else 0)


def one_takes_all(seat: int, last: int, buried: str, dealer: int = 0, levels: Sequence[str] = ("4", "4")) -> Match:
    """A deal in which one seat, with spades for trump and nothing else, wins every trick, and the last with so many of its
    lowest trumps. If it is not the dealer, the dealer leads a heart to the first. The dealer buries these cards."""
    level = levels[dealer % 2]
    high = ["RJ", "RJ", "BJ", "BJ", *(level + suit for suit in "SHDC" for _ in range(2))]
    low = [rank + "S" for rank in RANKS if rank != level for _ in range(2)][:13]
    hands = [[heart] for heart in ("9H", "8H", "7H", "6H")]
    hands[seat] = high + low
    match = set_up(*map(" ".join, hands), stock=buried, dealer=dealer, levels=levels, first_dealer="fixed")
    while match.phase == "declaring":
        match.play(f"declare {level}S" if match.turn == seat and not table(match).declarers else "pass")
    assert match.turn == dealer and table(match).trump == Shape.SPADES
    match.play(f"bury {buried}")
    order = high + low[last:][::-1]
    if seat != dealer:
        match.play(f"play {hands[dealer][0]}")
    while not match.deal_over:
        if match.turn != seat:
            match.play(match.moves[0])
        elif table(match).leading is not None:
            match.play(f"play {order.pop()}")
        else:
            match.play(f"play {order.pop(0) if order else ' '.join(low[:last])}")
    assert table(match).tricks[seat] == sum(table(match).tricks) == 26 - last
    return match


POINTS_BURIED = "5D 5D TD TD KD KD 5H KH"
"""Cards to bury, of 65 points."""


@pytest.mark.parametrize(("last", "factor"), [(1, 2), (2, 4), (4, 8), (6, 12), (8, 16)])
def test_tr_9_the_last_trick_multiplies_the_kitty(last: int, factor: int) -> None:
    """Twice the number of cards that each seat played to it; after a tractor of two pairs, eight times."""
    match = one_takes_all(1, last, POINTS_BURIED)
    assert table(match).leader == 1 == table(match).leading
    final = table(match).trick[1]
    assert final is not None and (final.shape, final.length, len(final.cards)) == (
        {1: SINGLE, 2: PAIR}.get(last, TRACTOR), max(last // 2, 1), last,
    )  # fmt: skip
    assert lines(match)[:3] == [
        ("captured", None, 135),
        ("kitty", 1, 65 * factor),
        ("attackers", None, 135 + 65 * factor),
    ]
    assert table(match).attackers == 135 + 65 * factor and table(match).points == (0, 135, 0, 0)
    rise = (135 + 65 * factor - 80) // 40
    assert match.deal_result is not None and match.deal_result.points == (-rise, rise, -rise, rise)


@pytest.mark.parametrize("last", [1, 2, 4])
@pytest.mark.parametrize("seat", [0, 2])
def test_tr_9_if_the_defenders_win_the_last_trick_the_kitty_counts_nothing(seat: int, last: int) -> None:
    match = one_takes_all(seat, last, POINTS_BURIED)
    assert lines(match) == [
        ("captured", None, 0),
        ("attackers", None, 0),
        ("rise", 0, 3),
        ("rise", 2, 3),
        ("dealer", 2, 0),
    ]


def test_tr_9_a_kitty_without_points_is_worth_nothing() -> None:
    match = one_takes_all(3, 2, "3D 3D 6D 6D 7D 7D 8D 8D")
    assert lines(match)[:3] == [("captured", None, 200), ("kitty", 3, 0), ("attackers", None, 200)]


# ---- 10. Result ------------------------------------------------------------------------------------------------------


def deal_of(points: int, **options: Any) -> Match:
    """A deal in which the attackers got that many points."""
    if points == 0:
        return one_takes_all(options["dealer"], 1, "5D 5D TD TD 5C 5C TC TC", **{"levels": ("2", "2"), **options})
    for seed in range(20_000):
        match, rng = GAME.start(seed=seed, first_dealer="fixed", **options), Random(seed)
        if table(finish(match, rng)).attackers == points:
            return match
    raise AssertionError(f"no deal of {points} points")


@pytest.mark.parametrize(
    ("points", "rise", "takes_over"),
    [
        (0, 3, False), (5, 2, False), (35, 2, False), (40, 1, False), (75, 1, False), (80, 0, True), (115, 0, True),
        (120, 1, True), (155, 1, True), (160, 2, True), (195, 2, True), (200, 3, True),
    ],
)  # fmt: skip
def test_tr_10_right_values(points: int, rise: int, takes_over: bool) -> None:
    for dealer in (0, 3):
        match = deal_of(points, dealer=dealer)
        riser = (dealer + takes_over) % 2
        outcome = referee.outcome(("2", "2"), dealer, points)
        assert outcome.takeover == takes_over and outcome.rise[riser] == rise and outcome.rise[1 - riser] == 0
        assert match.deal_result is not None
        assert match.deal_result.points == tuple(rise if seat % 2 == riser else -rise for seat in SEATS)
        levels = ["2", "2"]
        levels[riser] = RANKS[rise]
        assert table(match).levels == tuple(levels) == outcome.levels
        following = (dealer + (1 if takes_over else 2)) % 4
        assert outcome.next_dealer == following
        assert (("take-over", following, 0) in lines(match)) == takes_over and lines(match)[-1] == (
            "dealer",
            following,
            0,
        )
        assert [seat for code, seat, _ in lines(match) if code == "rise"] == [
            seat for seat in SEATS if rise and seat % 2 == riser
        ]
        match.next_deal()
        assert table(match).dealer == table(match).opener == match.turn == following
        assert table(match).level == levels[following % 2] and table(match).levels == tuple(levels)


@pytest.mark.parametrize(
    ("levels", "dealer", "points", "after", "next_dealer", "winner"),
    [
        (("K", "5"), 2, 0, ("A", "5"), None, 0),  # a team at K that rises 3 has won
        (("K", "5"), 2, 5, ("A", "5"), None, 0),
        (("K", "5"), 2, 40, ("A", "5"), 0, None),
        (("A", "A"), 3, 120, ("A", "A"), None, 0),  # also as attackers
        (("A", "A"), 3, 115, ("A", "A"), 0, None),  # 80 to 115 are no rise
        (("A", "A"), 3, 75, ("A", "A"), None, 1),  # by any rise
        (("2", "2"), 0, 200, ("2", "5"), 1, None),
        (("Q", "A"), 0, 35, ("A", "A"), 2, None),
        (("Q", "A"), 0, 125, ("Q", "A"), None, 1),
    ],
)
def test_tr_10_levels_can_be_jumped_and_the_match_won(
    levels: tuple[str, str],
    dealer: int,
    points: int,
    after: tuple[str, str],
    next_dealer: int | None,
    winner: int | None,
) -> None:
    assert referee.outcome(levels, dealer, points)[2:] == (after, next_dealer, winner)
    match = deal_of(points, levels=levels, dealer=dealer)
    assert table(match).levels == after and match.over == (winner is not None)
    if winner is not None:
        assert match.scores == tuple(15 if seat % 2 == winner else RANKS.index(after[1 - winner]) + 2 for seat in SEATS)
        assert match.log[-1].code == EventCode.MATCH_OVER
    else:
        match.next_deal()
        assert table(match).dealer == next_dealer


def test_tr_10_the_log_tells_the_points() -> None:
    match = deal_of(120, dealer=0)
    told = [(str(event.code), event.seat, event.amount) for event in match.log[-6:]]
    assert told == [
        ("shown", 0, 0), ("deal-over", None, 0), ("points", 0, -1), ("points", 1, 1), ("points", 2, -1), ("points", 3, 1),
    ]  # fmt: skip


@pytest.mark.parametrize("value", ["1", "", 2, None, "BJ", ["2", "3", "4"], [], ("2", None)])
def test_tr_10_what_is_no_level_is_no_option(value: Any) -> None:
    with pytest.raises(BadOption) as caught:
        GAME.start(levels=value)
    assert caught.value.code == "option-out-of-range"


# ---- Text, records, views --------------------------------------------------------------------------------------------


def test_the_text_of_a_move_is_read_in_any_way_of_writing() -> None:
    match = set_up("2S 2S TH TH 9D")
    for text in ("declare 2S 2S", "DECLARE 2s2s", " declare  2S2S ", "declare 2♠ 2♠"):
        assert str(match.moves.find(text)) == "declare 2S 2S"
    play(match, "declare 2S", "-", "-", "-")
    bury_any(match, "2S 2S TH TH 9D")
    for text in ("play TH TH", "10h 10H", "thth", "T♥ TH", "play 10H TH"):
        assert str(match.moves.find(text)) == "play TH TH"
    assert match.moves.find("TH TH").symbols == "play T♥ T♥"


def test_a_play_may_leave_its_reading_out() -> None:
    match = bury_any(set_up("2S 3H 3H 4H 4H", moves=["declare 2S", "-", "-", "-"]), "2S 3H 3H 4H 4H")
    move = match.moves.find("3H 3H 4H 4H")
    assert (move.shape, move.rank, move.length) == (Shape.TRACTOR, "4", 2)
    load, (name, data) = cast("tuple[Any, tuple[str, bytes]]", move.__reduce__())
    assert match.copy().play(load(name, data[:1] + bytes(3) + data[4:])) == move


def test_levels_are_written_as_ranks_are() -> None:
    for levels in ("T", "10", "t", ["10", "T"]):
        assert table(GAME.start(seed=1, levels=levels)).levels == ("T", "T")
    assert table(GAME.start(seed=1, levels=["J"])).levels == ("J", "2")


def test_set_ups_may_leave_cards_open() -> None:
    match = GAME.start(seed=5, hands=["BJ BJ", None, "2S"], stock="RJ 5C", dealer=1)
    assert Cards("BJ BJ") <= match.hand(0) and "2S" in match.hand(2) and texts(match.stock)[:2] == ["RJ", "5C"]
    assert match.hand_sizes == (25, 25, 25, 25) and len(match.stock) == 8
    with pytest.raises(BadCards) as caught:
        GAME.start(hands=["3D 3D", "3D"])
    assert caught.value.code == "not-in-pack"


def test_a_whole_match_is_recorded_and_read_again() -> None:
    match, rng = GAME.start(seed=3, levels="Q"), random.Random(3)
    while not match.over:
        match.next_deal() if match.deal_over else match.play(choose(match.moves, rng))
    record = json.loads(match.to_json())
    assert record["options"] == {"levels": ["Q", "Q"], "dealer": None, "first_dealer": "first"}
    again = Match.from_json(match.to_json())
    assert again.position == match.position and again.log == match.log and again.scores == match.scores


def test_a_seat_that_cannot_declare_passes_as_one_that_does_not_want_to() -> None:
    """Nothing that the others are given tells them apart."""
    with_level = set_up("2H", "2C 2D 2H 2S BJ", stock=KITTY)
    hands = [texts(with_level.hand(seat)) for seat in SEATS]
    swapped = [[*hands[0]], [*hands[1]], [*hands[2]], [*hands[3]]]
    for card in ("2C", "2D", "2H", "2S"):
        other = next(each for each in swapped[2] if each[0] not in "2BR")
        swapped[1].remove(card)
        swapped[2].remove(other)
        swapped[1].append(other)
        swapped[2].append(card)
    without = set_up(*map(" ".join, swapped), stock=KITTY)
    for moves in ((), ("-",), ("-", "-")):
        here, there = play(with_level.copy(), *moves), play(without.copy(), *moves)
        for viewer in (-1, 0, 3):
            one, two = here.view(viewer), there.view(viewer)
            assert one == two and pickle.dumps(one) == pickle.dumps(two) and one.to_dict() == two.to_dict()


def test_declared_cards_are_dealt_where_they_were_shown_in_every_sample() -> None:
    """Each of the cards that is left is as likely in each place that is left, while trump is declared."""
    match = strong("declare 2H", "declare 2C 2C")
    view, draws, rounds = match.view(3), Random(5), 3000
    worlds = [view.sample(draws) for _ in range(rounds)]
    unseen = list(GAME.deck.pack - view.hand - Cards("2H 2C 2C"))
    counts: Counter[tuple[int, str]] = Counter()
    for world in worlds:
        counts.update((seat, card) for seat in (0, 1, 2) for card in texts(world.hand(seat)))
        counts.update((4, card) for card in texts(world.stock))
    for place, room in ((0, 24), (1, 23), (2, 25), (4, 8)):
        for card in set(texts(unseen)):
            copies = texts(unseen).count(card)
            known = {(0, "2H"): 1, (1, "2C"): 2}.get((place, card), 0)
            chance = room / len(unseen)
            spread = (rounds * copies * chance * (1 - chance)) ** 0.5
            assert abs(counts[place, card] - rounds * (known + copies * chance)) < 5.2 * spread + 1


def test_samples_fit_all_that_the_referee_knows() -> None:
    """Wherever a deal stands: by what the referee has taken down, and by going through all moves once more."""
    adapter, checked = Table(GAME), 0
    for seed in range(40):
        rng = random.Random(seed)
        match = GAME.start(seed=seed, **adapter.variant(rng))
        judge = adapter.referee(match)
        while not match.deal_over:
            move = choose(match.moves, rng)
            match.play(move)
            judge.play(key_of(move))
            if match.deal_over or rng.random() > 0.12:
                continue
            viewer = rng.choice(range(-1, 4))
            world = match.view(viewer).sample(rng.getrandbits(64))
            hands = [texts(world.hand(seat)) for seat in SEATS]
            seen = [card for hand in hands for card in hand] + [card for one in judge._record for card in one.cards]
            pile = list((Counter(TWO_PACKS) - Counter(seen)).elements())
            assert judge.fits(hands, pile, viewer if viewer >= 0 else None)
            assert judge.fits_by_replay(hands, pile)
            checked += 1
    assert checked > 300


def test_the_order_of_a_hidden_kitty_is_even() -> None:
    view = set_up(stock=KITTY).view(-1)
    draws = Random(2)
    firsts = [str(view.sample(draws).stock[0]) for _ in range(54 * 60)]
    assert_even(firsts, PACK)


def test_burials_are_drawn_evenly() -> None:
    match = set_up("2S", stock=KITTY, moves=["declare 2S", "-", "-", "-"])
    draws = Random(4)
    held = texts(match.hand(0))
    single = [card for card, copies in Counter(held).items() if copies == 1]
    drawn = Counter(card for _ in range(4000) for card in texts(match.moves.sample(draws).cards))
    # Of cards that are there once each is buried equally often.
    mean = sum(drawn[card] for card in single) / len(single)
    assert all(abs(drawn[card] - mean) < 5.2 * mean**0.5 for card in single)


def test_cards_of_a_hand_are_arranged_trumps_first() -> None:
    match = set_up("2S 4S 2H RJ BJ AS 3C AC KD", moves=["declare 2S", "-", "-", "-"])
    arranged = texts(tractor.arrange(Cards("2S 4S 2H RJ BJ AS 3C AC KD 2D AH"), table(match)))
    assert arranged == ["RJ", "BJ", "2S", "2D", "2H", "AS", "4S", "AH", "AC", "3C", "KD"]


def test_the_game_is_there() -> None:
    assert cardavia.game("tractor") is GAME and GAME.title == "Tractor"
    assert GAME.phases == ("declaring", "burying", "playing", "over")
