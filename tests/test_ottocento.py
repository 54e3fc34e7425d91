"""The rules of Ottocento, clause by clause (section OT of the house rules)."""

from __future__ import annotations

import json
import pickle
import random
from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from itertools import combinations
from math import comb
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import cardavia
from cardavia import BadCards, BadOption, Cards, EventCode, IllegalMove, Kind, Match, Random
from cardavia.games import ottocento
from tests.chacha import shuffled
from tests.referee import ottocento as referee
from tests.referee.ottocento import DECK, MOORS, NEVER_DISCARDED, SUITS, TRUMPS
from tests.tables.ottocento import GAME, SEATS, Table, key_of, play, set_up, texts
from tests.walk import choose, viewers, walk

CARDS = list(DECK)
NUMBERS = "16 15 14 13 12 11 10 9 8 7 6 5"


def table(match: Match) -> ottocento.Table:
    found: ottocento.Table = match.table
    return found


def cards_of(text: str | Iterable[str]) -> Cards:
    return Cards(text, deck="bolognese")


def refusal(match: Match, move: str) -> tuple[str, str]:
    """Code and rule with which a move is refused."""
    with pytest.raises(IllegalMove) as caught:
        match.play(move)
    return caught.value.code, caught.value.rule


def legal(match: Match) -> set[str]:
    """The cards that may be played."""
    assert match.phase == "playing"
    return {str(move.cards) for move in match.moves}


def lines(match: Match) -> list[tuple[str, int | None, int]]:
    assert match.deal_over and match.deal_result is not None
    return [(line.code, line.seat, line.amount) for line in match.deal_result.lines]


def amount_of(match: Match, code: str, team: int) -> int:
    """Of a line of a team's account; 0 when there is none."""
    return next((amount for each, seat, amount in lines(match) if (each, seat) == (code, team)), 0)


def totals(match: Match) -> tuple[int, int]:
    return amount_of(match, "total", 0), amount_of(match, "total", 1)


def finish(match: Match, rng: random.Random | Random) -> Match:
    """Plays a deal to its end by random moves."""
    while not match.deal_over:
        match.play(match.moves.sample(rng))
    return match


def follow_on(match: Match, *cards: str) -> Match:
    """Plays cards; whoever has not yet declared declines."""
    for card in cards:
        if match.phase == "declaring":
            match.play("pass")
        match.play(f"play {card}")
    return match


def discarded(match: Match, keep: Iterable[str] = ()) -> Match:
    """The dealer discards the last two cards that it may and that are not to be kept."""
    dealer = table(match).dealer
    cards = [card for card in texts(match.hand(dealer)) if card not in NEVER_DISCARDED and card not in set(keep)]
    return play(match, f"discard {' '.join(cards[-2:])}")


def place(hands: list[list[str]], barred: list[set[str]], sizes: list[int]) -> list[str]:
    """Fills hands up, each without the cards that are barred from it: those that fewest may have first."""
    left = [card for card in CARDS if not any(card in hand for hand in hands)]
    for card in sorted(left, key=lambda card: sum(card not in bars for bars in barred)):
        seats = [seat for seat in SEATS if card not in barred[seat] and len(hands[seat]) < sizes[seat]]
        hands[min(seats, key=lambda seat: (-len(barred[seat]), len(hands[seat])))].append(card)
    return [" ".join(hand) for hand in hands]


def trick_of(*cards: str, dealer: int = 3) -> Match:
    """A first trick of these cards, from the seat after the dealer on, each of them legal."""
    led = referee.suit_led(cards)
    hands: list[list[str]] = [[], [], [], []]
    barred: list[set[str]] = [set(), set(), set(), set()]
    for number, card in enumerate(cards):
        seat = (dealer + 1 + number) % 4
        hands[seat].append(card)
        if led is None or referee.suit_led(cards[:number]) is None:
            continue
        suit = referee.suit_of(card)
        if suit not in (led, None):
            barred[seat] |= {each for each in CARDS if referee.suit_of(each) == led}
        if suit not in (led, "trump", None):
            barred[seat] |= set(TRUMPS)
    sizes = [17 if seat == dealer else 15 for seat in SEATS]
    match = set_up(*place(hands, barred, sizes), dealer=dealer)
    return follow_on(discarded(match, cards), *cards)


# ---- 1. Deal ---------------------------------------------------------------------------------------------------------


def test_ot_1_the_pack() -> None:
    assert texts(GAME.deck.pack) == texts(GAME.deck.cards) == CARDS and len(CARDS) == 62
    assert GAME.deck.name == "bolognese" and len(TRUMPS) == 21
    assert GAME.players == 4 and GAME.sides == (0, 1, 0, 1) and GAME.direction == "counter-clockwise"


@pytest.mark.parametrize("dealer", SEATS)
def test_ot_1_the_dealer_gets_17_cards_and_the_others_15(dealer: int) -> None:
    for seed in range(10):
        match = GAME.start(seed=seed, dealer=dealer)
        assert match.hand_sizes == tuple(17 if seat == dealer else 15 for seat in SEATS)
        assert sorted(card for seat in SEATS for card in texts(match.hand(seat))) == sorted(CARDS)
        assert len(match.stock) == 0 and match.turn == dealer and match.phase == "discarding"


def test_ot_1_the_cards_come_from_a_fair_shuffle_five_by_five() -> None:
    for seed in range(8):
        match = GAME.start(seed=seed, dealer=seed % 4)
        order = [CARDS[number] for number in shuffled(match.seed, 62, 62)]
        packets = [order[at : at + 5] for at in range(0, 60, 5)]
        for seat in SEATS:
            mine = [card for packet in packets[(seat - seed - 1) % 4 :: 4] for card in packet]
            assert match.hand(seat) == cards_of(mine + order[60:] * (seat == seed % 4))


def test_ot_1_the_dealer_is_drawn_evenly() -> None:
    assert GAME.options == {"dealer": None}
    counts = Counter(table(GAME.start(seed=seed)).dealer for seed in range(4000))
    # Binomial(4000, 1/4): mean 1000, standard deviation 27.4.
    assert all(abs(counts[seat] - 1000) < 143 for seat in SEATS)
    wrong: list[Any] = [-1, 4, "S", True, 1.0]
    for dealer in wrong:
        with pytest.raises(BadOption) as caught:
            GAME.start(dealer=dealer)
        assert caught.value.code == "option-out-of-range"


def test_ot_1_the_dealer_discards_any_two_cards_that_are_no_honours() -> None:
    hand = "Kd Kc Qd Qc ANGEL WORLD BEGATO MATTO SUN MOON MOOR1 5 Ad Ac Ab 6d 7d"
    match = set_up("", "", "", hand)
    free = [card for card in hand.split() if card not in NEVER_DISCARDED]
    assert len(match.moves) == comb(len(free), 2) == comb(11, 2)
    found = [tuple(texts(move.cards)) for move in match.moves]
    assert set(found) == {referee.in_deck_order(pair) for pair in combinations(free, 2)}
    assert all(match.moves.index(move) == number for number, move in enumerate(match.moves))
    for card in sorted(NEVER_DISCARDED & set(hand.split())):
        assert refusal(match, f"discard {card} 6d") == ("honour", "OT-1")
    assert refusal(match, "discard 6d") == refusal(match, "discard 5 6d 7d") == ("discard-two", "OT-1")
    assert refusal(match, "discard 6d 8d") == ("not-in-hand", "OT-1")


def test_ot_1_of_seventeen_cards_without_an_honour_there_are_136_discards() -> None:
    match = set_up("", "", "", "6d 7d 8d 9d 10d 6c 7c 8c 9c 10c 6b 7b 8b 9b 10b 16 15")
    assert len(match.moves) == 136 == comb(17, 2)


def test_ot_1_the_discards_lie_face_down() -> None:
    match = GAME.start(seed=3, dealer=1)
    before = match.hand(1)
    move = match.play(match.moves[20])
    assert match.hand(1) == before - move.cards and match.hand_sizes == (15, 15, 15, 15)
    for viewer in viewers(match):
        told = [event for event in match.view(viewer).log if event.seat == 1][-1]
        assert (told.code, told.cards) == (EventCode.BURIED, None)
        made = [event.move for event in match.view(viewer).log if event.move is not None]
        assert made == ([move] if viewer == 1 else [])
        assert match.view(viewer).table.discards == cards_of("")
    for seed in range(30):  # the dealer knows, the others know that it is no honour
        assert all(not move.cards <= match.view(1).sample(seed).hand(seat) for seat in SEATS)
        world = match.view(2).sample(seed)
        held = {card for seat in SEATS for card in texts(world.hand(seat))}
        assert held >= NEVER_DISCARDED and len(held) == 60


def test_ot_1_the_seat_after_the_dealer_leads() -> None:
    for dealer in SEATS:
        match = discarded(GAME.start(seed=dealer, dealer=dealer))
        assert match.turn == table(match).leader == (dealer + 1) % 4


# ---- 2. Declaring ----------------------------------------------------------------------------------------------------


def test_ot_2_each_seat_declares_or_declines_before_its_first_card() -> None:
    for seed in range(10):
        match, rng, order = GAME.start(seed=seed, dealer=2), random.Random(seed), []
        for _ in walk(match, rng, deals=1):
            if match.phase == "declaring":
                assert match.turn is not None
                order.append((match.turn, len(table(match).played)))
                assert {move.kind for move in match.moves} <= {Kind.PASS, Kind.DECLARE}
                card = texts(match.hand(match.turn))[0]
                assert refusal(match.copy(), f"play {card}") == ("declare-first", "OT-2")
        assert order == [(3, 0), (0, 1), (1, 2), (2, 3)]


def test_ot_2_all_or_nothing() -> None:
    match = discarded(set_up("Kd Qd Cd Kc Kb ANGEL 9d 8d 7d 6d 10d 9c 8c 7c 6c"))
    assert [str(move) for move in match.moves] == ["pass", "declare"]
    for cards in ("Kd Kc Kb", "Kd Qd Cd", "Kd Qd Cd Kc Kb"):
        assert refusal(match, f"declare {cards}") == ("declare-all", "OT-2")
    play(match, "declare")
    assert table(match).shown[0] == cards_of("Kd Qd Cd Kc Kb") and table(match).declared[0] == 27
    assert refusal(match, "pass") == refusal(match, "declare") == ("not-declaring", "OT-2")


NOTHING = "Kd 10d 9d 8d Qc Jc 10c 9c Cb 10b 9b Qs 9s 15 14"
"""A hand without any combination."""


def test_ot_2_a_seat_with_nothing_has_the_step_and_can_only_decline() -> None:
    match = discarded(set_up(NOTHING))
    assert ottocento.combinations(NOTHING).points == 0
    assert match.phase == "declaring" and [str(move) for move in match.moves] == ["pass"]
    assert refusal(match, "declare") == ("nothing-to-declare", "OT-2")
    assert table(match).asked == ()
    play(match, "pass")
    assert match.phase == "playing" and match.turn == 0 and table(match).asked == (0,)


def test_ot_2_whoever_declines_shows_nothing() -> None:
    """Whether it could have declared or not looks the same to the others."""
    partners = {"Kc": "Qs", "Kb": "9s", "Qs": "Kc", "9s": "Kb"}
    one = set_up(" ".join(partners.get(card, card) for card in NOTHING.split()))
    assert ottocento.combinations(one.hand(0)).points == 17 + 10  # three kings, and those of cups
    dealt = [texts(one.hand(seat)) for seat in SEATS]
    two = set_up(*(" ".join(partners.get(card, card) for card in hand) for hand in dealt))
    assert sorted(texts(two.hand(0))) == sorted(NOTHING.split())
    others = [seat for seat in (1, 2, 3) if one.hand(seat) == two.hand(seat)]
    one, two = discarded(one, partners), discarded(two, partners)
    assert len(one.moves) == 2 and len(two.moves) == 1 and others
    for step in ("", "pass", "play 10d"):
        for match in (one, two):
            play(match, *[step] * bool(step))
        for viewer in (-1, *others):
            here, there = one.view(viewer), two.view(viewer)
            assert here == there and pickle.dumps(here) == pickle.dumps(there) and here.to_dict() == there.to_dict()
            assert here.log == there.log and here.known(0) == there.known(0) == cards_of("")


def test_ot_2_the_cards_that_count_are_shown_to_all() -> None:
    hand = "Kd Qd Jd Ad Kc Kb Qc 9d MATTO MOOR1 MOOR2 15 14 6c 7c"
    match = play(discarded(set_up(hand)), "declare")
    shown = cards_of("Kd Qd Jd Ad Kc Kb Qc MATTO MOOR1 MOOR2")
    assert table(match).shown[0] == shown == ottocento.combinations(hand).cards
    assert set(texts(shown)) == set(referee.combinations(hand.split()).shown)
    for viewer in viewers(match):
        view = match.view(viewer)
        assert view.known(0) == (match.hand(0) if viewer == 0 else shown)
        told = view.log[-1]
        assert (told.code, told.seat, told.cards) == (EventCode.DECLARED, 0, shown)
        assert told.amount == table(match).declared[0] == ottocento.combinations(shown).points
    play(match, "play MATTO")
    assert match.view(2).known(0) == shown - cards_of("MATTO") and table(match).shown[0] == shown


@pytest.mark.parametrize(
    ("hand", "shown"),
    [
        ("ANGEL WORLD SUN 16 15 13 12 Kd Qc 9d 8d 7d 6d 10d 9c", "ANGEL WORLD SUN 16 15"),  # up to where it ends
        ("ANGEL WORLD MOON 16 14 13 BEGATO Qc 9d 8d 7d 6d 10d 9c 8c", "ANGEL WORLD MOON 16 14 13 BEGATO"),
        ("Kd Kc Kb Qd 9d 8d 7d 6d 10d 9c 8c 7c 6c 5 6", "Kd Kc Kb"),  # a set alone
        ("Kd Kc Kb MATTO 9d 8d 7d 6d 10d 9c 8c 7c 6c 5 6", "Kd Kc Kb"),  # contatori only if a sequence scores
        ("Ad Ac MATTO BEGATO 9d 8d 7d 6d 10d 9c 8c 7c 6c 5 6", "Ad Ac MATTO BEGATO"),
        ("ANGEL WORLD BEGATO 9d 8d 7d 6d 10d 9c 8c 7c 6c 5 6 8", "ANGEL WORLD BEGATO"),
    ],
)
def test_ot_2_exactly_the_cards_of_scoring_combinations(hand: str, shown: str) -> None:
    match = play(discarded(set_up(hand)), "declare")
    assert table(match).shown[0] == cards_of(shown)
    assert set(referee.combinations(hand.split()).shown) == set(shown.split())


def test_ot_2_a_declaration_is_scored_from_the_fifteen_cards_in_hand() -> None:
    """The dealer's, too: what it has discarded does not count, and what was played by others before it neither."""
    hand = "Qd Qc Qb Kd Cd Ad 9d 8d 6c 7c 8c 9c 10c 6b 7b 8b 9b"
    match = set_up("", "", "", hand)
    kept = follow_on(play(match.copy(), "discard 6c 7c"), *self_chosen(match.copy(), "discard 6c 7c"))
    assert ottocento.combinations(hand).points == 29 and kept.phase == "declaring" and kept.turn == 3
    play(kept, "declare")
    assert table(kept).declared == (0, 0, 0, 29) and table(kept).shown[3] == cards_of("Kd Qd Cd Ad Qc Qb")
    broken = follow_on(play(match.copy(), "discard Qd Qc"), *self_chosen(match.copy(), "discard Qd Qc"))
    assert [str(move) for move in broken.moves] == ["pass"]


def self_chosen(match: Match, discard: str) -> list[str]:
    """The first legal card of each of the three seats before the dealer."""
    cards = []
    match.play(discard)
    for _ in range(3):
        match.play("pass")
        cards.append(str(match.play(match.moves[0]).cards))
    return cards


def test_ot_2_each_seats_by_itself_and_it_goes_to_the_team() -> None:
    match = set_up("Kd Qd Cd", "Kc Qc Cc", "Kb Qb Cb", "Ks Qs Cs")
    discarded(match, ["Ks", "Qs", "Cs"])
    while match.phase != "over":
        match.play("declare" if match.phase == "declaring" else match.moves[0])
    declared = table(match).declared
    for seat, suit in enumerate(SUITS):
        assert cards_of(f"K{suit} Q{suit} C{suit}") <= table(match).shown[seat]
        assert declared[seat] == referee.points(texts(table(match).shown[seat])) >= 10
    for team in (0, 1):  # two kings' sequences of a team are not put together
        assert amount_of(match, "declarations", team) == declared[team] + declared[team + 2]


def test_ot_2_the_shown_cards_score_the_same_as_the_whole_hand() -> None:
    for seed in range(300):
        options = Table(GAME).variant(random.Random(seed))
        match = discarded(GAME.start(seed=seed, **options))
        for seat in SEATS:
            found = ottocento.combinations(match.hand(seat))
            assert ottocento.combinations(found.cards).points == found.points
            assert ottocento.combinations(found.cards).items == found.items


def test_ot_2_a_sample_gives_nobody_more_than_it_declared() -> None:
    """Nobody who declared is given a card in a sample that would have counted as well."""
    checked = 0
    for seed in range(40):
        match, rng = GAME.start(seed=seed, **Table(GAME).variant(random.Random(seed))), random.Random(seed)
        dealt: list[set[str]] = [set(), set(), set(), set()]
        while not match.deal_over:
            seat = match.turn
            assert seat is not None
            move = match.play(match.moves[-1] if match.phase == "declaring" else match.moves.sample(rng))
            if move.kind == Kind.PLAY:
                dealt[seat].add(str(move.cards))
            if rng.random() < 0.1:
                world = match.view(rng.choice(range(-1, 4))).sample(rng.getrandbits(64))
                for shower in SEATS:
                    if table(match).shown[shower]:
                        whole = dealt[shower] | set(texts(world.hand(shower)))
                        assert referee.combinations(whole).shown == tuple(texts(table(match).shown[shower]))
                        checked += 1
    assert checked > 100


# ---- 3. Play ---------------------------------------------------------------------------------------------------------


def held(hand: str, led: str) -> Match:
    """Seat 1 has this hand and the lead of seat 0 to answer."""
    match = set_up(led, hand)
    return play(follow_on(discarded(match, [led]), led), "pass")


def test_ot_3_follow_the_suit_led() -> None:
    hand = "Kd 9d 8d MATTO 16 BEGATO Kc 9c 8c 7c 6c Kb 9b 8b 7b"
    match = held(hand, "Qd")
    assert legal(match) == {"Kd", "9d", "8d", "MATTO"}
    for card in ("16", "BEGATO", "Kc", "Kb"):
        assert refusal(match, f"play {card}") == ("must-follow", "OT-3")


def test_ot_3_if_void_trump_without_duty_to_overtrump() -> None:
    hand = "16 5 MOOR1 BEGATO MATTO Kc 9c 8c 7c 6c Kb 9b 8b 7b 6b"
    match = held(hand, "Qd")
    assert legal(match) == {"16", "5", "MOOR1", "BEGATO", "MATTO"}
    assert refusal(match, "play Kc") == ("must-trump", "OT-3")
    match = set_up(
        "Qd", "15 14 9c 8c 7c 6c 9b 8b 7b 6b 9s 8s 7s 6s 10s", "16 5 MOOR1 Kc 10c Jc Qc Kb 10b Ab Jb Ks As Js Qs"
    )
    assert legal(play(follow_on(discarded(match, ["Qd"]), "Qd", "15"), "pass")) == {"16", "5", "MOOR1"}


def test_ot_3_if_void_of_both_anything() -> None:
    hand = "Kc 9c 8c 7c 6c Kb 9b 8b 7b 6b Ks 9s 8s 7s 6s"
    assert legal(held(hand, "Qd")) == set(hand.split())
    assert legal(held(hand, "16")) == set(hand.split())


def test_ot_3_trump_led_is_followed_with_trumps() -> None:
    assert legal(held("BEGATO 5 Kd 9d 8d 7d 6d Kc 9c 8c 7c 6c Kb 9b 8b", "SUN")) == {"BEGATO", "5"}


def test_ot_3_the_matto_is_no_trump_and_obliges_to_nothing() -> None:
    """A seat void in the suit led whose only card like a trump is the Matto may play anything."""
    hand = "MATTO 9c 8c 7c 6c Kb 9b 8b 7b 6b Ks 9s 8s 7s 6s"
    assert legal(held(hand, "Qd")) == legal(held(hand, "16")) == set(hand.split())


def test_ot_3_the_matto_led_and_the_next_card_sets_the_suit() -> None:
    match = set_up("MATTO", "9c 8c Kb 16", "Kc 7c", "")
    follow_on(discarded(match, ["MATTO"]), "MATTO")
    play(match, "pass")
    assert legal(match) == set(texts(match.hand(1))) and table(match).suit_led is None
    for card, suit in (("9c", "c"), ("16", "trump"), ("Kb", "b")):
        after = play(match.copy(), f"play {card}", "pass")
        assert table(after).suit_led == suit
        held_by_2 = set(texts(after.hand(2)))
        of_suit = {each for each in held_by_2 if referee.suit_of(each) == suit}
        trumps = {each for each in held_by_2 if each in TRUMPS}
        assert legal(after) == (of_suit or trumps or held_by_2)


@pytest.mark.parametrize(
    ("cards", "winner"),
    [
        # Swords and batons: K Q C J 10 9 8 7 6 A; cups and coins: K Q C J A 6 7 8 9 10.
        ("10s 9s 8s As", 0),
        ("Js Cs Qs Ks", 3),
        ("Ab 6b 7b 8b", 3),
        ("10b Jb 9b Ab", 1),
        ("10d 9d 8d Ad", 3),
        ("Ad Jd 6d 7d", 1),
        ("10c 9c 8c 7c", 3),
        ("6c Ac 7c 10c", 1),
        # The suit led, or trump.
        ("9d Kc 10d MATTO", 0),
        ("9d Kc 10d 8d", 3),
        ("Kd 5 Qd 16", 3),
        ("Kd BEGATO Qd Cd", 1),
        ("Kd MOOR1 BEGATO 5", 3),
        # Trumps.
        ("ANGEL WORLD SUN MOON", 0),
        ("MOON SUN WORLD 16", 2),
        ("16 MOON 15 14", 1),
        ("5 6 7 8", 3),
        ("MOOR1 BEGATO 5 Kd", 2),
        ("BEGATO MOOR2 9d 8d", 1),
        # Of several Moors the last.
        ("MOOR4 MOOR1 9d 8d", 1),
        ("MOOR1 MOOR2 MOOR3 MOOR4", 3),
        ("MOOR4 MOOR3 BEGATO MOOR1", 3),
        ("MOOR1 5 MOOR2 BEGATO", 1),
        ("9d MOOR2 8d MOOR1", 3),
        # The Matto never wins.
        ("MATTO 10c 9d 9c", 3),
        ("MATTO 10c MOOR1 9c", 2),
        ("MATTO 9c Kc BEGATO", 3),
        ("10d MATTO Kc 9d", 3),
        ("9d 10d 8d MATTO", 2),
        ("MATTO 16 9d MOON", 3),
        ("BEGATO MATTO 9d 8d", 0),
    ],
)
def test_ot_3_who_wins_a_trick(cards: str, winner: int) -> None:
    order = cards.split()
    assert referee.trick_winner(order) == winner
    for dealer in (3, 1):
        match = trick_of(*order, dealer=dealer)
        seat = (dealer + 1 + winner) % 4
        assert table(match).winners == (seat,) and table(match).last_winner == seat
        assert match.turn == table(match).leader == seat  # and leads
        assert match.log[-1].code == EventCode.TRICK and match.log[-1].seat == seat
        assert texts(table(match).last_trick) == order and table(match).last_leader == (dealer + 1) % 4
        assert table(match).won == tuple(int(each == seat) for each in SEATS)


def test_ot_3_the_last_trick_is_no_exception() -> None:
    """The Matto may be kept for it, never wins it, and stays with its team."""
    found = Counter[str]()
    for seed in range(400):
        match, rng = GAME.start(seed=seed), random.Random(seed)
        while not match.deal_over:
            others = [move for move in match.moves if "MATTO" not in str(move)]
            match.play(rng.choice(others or list(match.moves)))
        last = texts(table(match).last_trick)
        if "MATTO" in last:
            at = last.index("MATTO")
            seat = ((table(match).last_leader or 0) + at) % 4
            assert table(match).last_winner != seat
            found["led" if at == 0 else "followed"] += 1
    assert found["led"] > 3 and found["followed"] > 30


def test_ot_3_all_fifteen_tricks_are_played() -> None:
    match = GAME.start(seed=5)
    for _ in walk(match, random.Random(5), deals=1):
        pass
    assert len(table(match).played) == 60 and sum(table(match).won) == 15 and len(table(match).tricks) == 15
    assert table(match).leader is None and table(match).trick == () and match.phase == "over"
    assert sorted([*texts(table(match).played), *texts(table(match).discards)]) == sorted(CARDS)
    for trick in table(match).tricks:
        assert trick.winner == (trick.leader + referee.trick_winner(texts(trick.cards))) % 4


def test_ot_3_who_does_not_follow_is_void() -> None:
    match = trick_of("Qd", "16", "9c", "MATTO")
    assert table(match).voids == ((), ("d",), ("d", "trump"), ())  # the Matto tells nothing
    for viewer in (-1, 0):
        for seed in range(30):
            world = match.view(viewer).sample(seed)
            suits = [{referee.suit_of(card) for card in texts(world.hand(seat))} for seat in SEATS]
            assert "d" not in suits[1] | suits[2] and "trump" not in suits[2]
    assert any("MATTO" not in texts(trick_of("Qd", "16", "9c", "Kd").view(0).sample(seed).hand(2)) for seed in range(5))


# ---- 4. Card points --------------------------------------------------------------------------------------------------


def test_ot_4_what_each_card_is_worth() -> None:
    values = {
        **dict.fromkeys(CARDS, 1),
        **{"Q" + suit: 4 for suit in SUITS},
        **{"C" + suit: 3 for suit in SUITS},
        **{"J" + suit: 2 for suit in SUITS},
        **dict.fromkeys(NEVER_DISCARDED, 5),
    }
    for card, value in values.items():
        assert ottocento.card_points(card) == value - Fraction(1, 2) == referee.card_points([card])


def test_ot_4_the_pack_is_87_points() -> None:
    assert ottocento.card_points(CARDS) == 87 and ottocento.card_points("") == 0
    assert ottocento.card_points("ANGEL Qd 7d") == Fraction(17, 2)
    for text in ("6d 6d", "Kd Kd"):
        with pytest.raises(BadCards) as caught:
            ottocento.card_points(text)
        assert caught.value.code in ("not-in-pack", "too-many-cards")


def test_ot_4_card_points_and_last_trick_are_93_in_every_deal() -> None:
    for seed in range(300):
        options = Table(GAME).variant(random.Random(seed)) if seed % 2 else {}
        match = finish(GAME.start(seed=seed, **options), Random(seed))
        sums = [
            sum(amount for code, seat, amount in lines(match) if code == name) for name in ("card-points", "last-trick")
        ]
        assert sums == [87, 6]
        winner = table(match).last_winner
        assert winner is not None and amount_of(match, "last-trick", winner % 2) == 6


# ---- 5. Sets ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "kind", "points"),
    [
        ("ANGEL WORLD BEGATO MATTO", "tarocchi", 36),
        ("ANGEL WORLD MATTO", "tarocchi", 18),
        ("ANGEL BEGATO MATTO", "tarocchi", 18),
        ("Kd Kc Kb Ks", "kings", 34),
        ("Kd Kc Ks", "kings", 17),
        ("Qd Qc Qb Qs", "queens", 28),
        ("Qc Qb Qs", "queens", 14),
        ("Cd Cc Cb Cs", "knights", 26),
        ("Cd Cb Cs", "knights", 13),
        ("Jd Jc Jb Js", "jacks", 24),
        ("Jd Jc Jb", "jacks", 12),
    ],
)
def test_ot_5_what_sets_score(cards: str, kind: str, points: int) -> None:
    found = ottocento.combinations(cards)
    [item] = [each for each in found.items if each.is_set]
    assert (item.kind, item.points, item.length, item.cards) == (kind, points, len(cards.split()), cards_of(cards))
    assert found.set_points == points and not found.sets_doubled and item.stands_for == {}
    assert ottocento.points(cards) == found.points == referee.points(cards.split())


@pytest.mark.parametrize(
    "cards", ["Kd Kc", "Kd Kc BEGATO MATTO", "Ad Ac Ab As", "10d 10c 10b 10s", "ANGEL WORLD SUN MOON"]
)
def test_ot_5_what_is_no_set(cards: str) -> None:
    """A contatore replaces nothing in a set."""
    assert ottocento.combinations(cards).set_points == 0


def test_ot_5_three_or_more_sets_double_the_sum_of_the_sets() -> None:
    two = "Qd Qc Qb Jd Jc Jb Js"
    assert ottocento.combinations(two).set_points == 14 + 24
    three = ottocento.combinations(two + " ANGEL WORLD MATTO")
    assert three.set_points == 2 * (14 + 24 + 18) and three.sets_doubled
    assert not three.sequences_doubled and three.sequence_points == 10  # Angel, World and the Matto
    five = ottocento.combinations("ANGEL WORLD BEGATO MATTO Kd Kc Kb Ks Qd Qc Qb Qs Cd Cc Cb Cs Jd Jc Jb Js")
    assert five.set_points == 2 * (36 + 34 + 28 + 26 + 24) == 296


# ---- 6. Sequences ----------------------------------------------------------------------------------------------------

ALL_TRUMPS = f"ANGEL WORLD SUN MOON {NUMBERS} MOOR1 MOOR2 MOOR3 MOOR4 BEGATO MATTO"

WORKED = [
    ("ANGEL WORLD SUN", 10),
    ("ANGEL MOON", 0),
    ("ANGEL MOON MATTO", 10),
    ("ANGEL BEGATO MATTO", 0),
    ("ANGEL WORLD MOON 16 15 13 BEGATO", 30),
    ("ANGEL SUN MOON 16 15 13 11 10 9 MATTO", 30),
    ("ANGEL WORLD SUN MOON 16 13 BEGATO MATTO", 30),
    ("ANGEL WORLD SUN MOON 15 13 12 BEGATO MATTO", 40),
    ("ANGEL WORLD 15 14 BEGATO MATTO", 25),
    ("ANGEL WORLD SUN 15 BEGATO", 20),
    (f"ANGEL WORLD SUN {NUMBERS} MOOR2 MOOR3", 80),
    ("Kd BEGATO MATTO", 0),
    ("Kc Qc Ac MATTO", 15),
    ("Kb Qb Cb Jb Ab", 20),
    ("Ks Qs Cs Js As BEGATO MATTO", 30),
    ("Kd Qd Ad", 0),
    ("Ab As MATTO", 10),
    ("MOOR1 MOOR2 MOOR3 MOOR4 BEGATO MATTO", 25),
    ("Kb Qb Cb Ks Qs Cs Kc Jc Cc", 60),
    ("ANGEL BEGATO MATTO Kb Qb Ks Qs Kc Qc", 90),
]
"""The rows of ottocento-sequences.md with one number: sequence points alone."""


@pytest.mark.parametrize(("cards", "points"), WORKED)
def test_ot_6_worked_values(cards: str, points: int) -> None:
    found = ottocento.combinations(cards)
    assert found.sequence_points == points == referee.combinations(cards.split()).sequence_points
    assert ottocento.points(cards) == found.points == found.set_points + points
    assert found.points == referee.points_by_search(cards.split())


def test_ot_6_worked_values_of_all_trumps() -> None:
    found = {str(item.kind): item.points for item in ottocento.combinations(ALL_TRUMPS).items}
    assert found == {"tarocchi": 36, "moors": 25, "grande": 105}


def test_ot_6_worked_values_with_sets() -> None:
    moors = ottocento.combinations("MOOR1 MOOR2 MOOR3 MOOR4 BEGATO MATTO")
    assert (moors.points, moors.set_points) == (25, 0)  # two tarocchi are no set
    three = ottocento.combinations("Kb Qb Cb Ks Qs Cs Kc Jc Cc")
    assert (three.set_points, three.sequences_doubled, three.sets_doubled) == (17 + 13, True, False)
    last = ottocento.combinations("ANGEL BEGATO MATTO Kb Qb Ks Qs Kc Qc")
    assert (last.sequence_points, last.set_points) == (90, 98)
    assert [item.points for item in last.items] == [18, 17, 14, 15, 15, 15]


def test_ot_6_the_whole_pack_is_worth_939_with_the_last_trick() -> None:
    found = ottocento.combinations(CARDS)
    assert (found.sequence_points, found.set_points) == (550, 296) and ottocento.card_points(CARDS) == 87
    assert found.points + ottocento.card_points(CARDS) + 6 == 939
    assert len(found.items) == 12 and found.sets_doubled and found.sequences_doubled


def test_ot_6_three_cards_10_and_5_for_each_more() -> None:
    for length in range(3, 15):
        cards = f"ANGEL WORLD SUN {NUMBERS}".split()[:length]
        assert ottocento.points(cards) == 10 + 5 * (length - 3)


def test_ot_6_three_or_more_sequences_double_the_sum_of_the_sequences() -> None:
    suits = ["Kd Qd Cd", "Kc Qc Jc", "Kb Cb Jb", "Ks Qs Cs Js As"]
    assert ottocento.combinations(" ".join(suits[:2])).sequence_points == 20
    assert ottocento.combinations(" ".join(suits[:3])).sequence_points == 60
    assert ottocento.combinations(" ".join(suits)).sequence_points == 2 * (10 + 10 + 10 + 20)
    found = ottocento.combinations("Kd Qd Jd Kc Qc Jc Kb Qb Jb")  # sets double by themselves
    assert found.sets_doubled and found.sequences_doubled and found.points == 2 * (17 + 14 + 12) + 60


def test_ot_6_1_all_128_of_a_suit_with_contatori() -> None:
    counts = Counter(
        suit_points(cards) for size in range(8) for cards in combinations("Kd Qd Cd Jd Ad BEGATO MATTO".split(), size)
    )
    assert counts == {0: 78, 10: 9, 15: 19, 20: 15, 25: 6, 30: 1}


def suit_points(cards: Iterable[str]) -> int:
    return sum(item.points for item in ottocento.combinations(cards).items if item.kind == "coins")


@pytest.mark.parametrize(
    ("cards", "points"),
    [
        ("Kd Qd Cd", 10),
        ("Kd Cd Jd", 10),
        ("Kd Qd Cd Jd", 15),
        ("Qd Cd Jd Ad", 0),  # a real king
        ("Qd Cd Jd MATTO", 0),
        ("Kd Jd", 0),
        ("Kd Jd BEGATO", 10),
        ("Kd Jd Ad BEGATO MATTO", 20),
        ("Kd Ad BEGATO MATTO", 0),  # at least one of queen, knight and jack real
        ("Kd Qd 10d", 0),
        ("Kd Qc Cd", 0),
    ],
)
def test_ot_6_1_a_real_king_and_two_of_queen_knight_jack(cards: str, points: int) -> None:
    assert suit_points(cards.split()) == points
    for suit, name in (("c", "cups"), ("b", "batons"), ("s", "swords")):
        moved = [
            card[:-1] + {"d": suit, "c": "d"}.get(card[-1], card[-1]) if card[-1] in "dc" else card
            for card in cards.split()
        ]
        found = ottocento.combinations(moved)
        assert [item.points for item in found.items if item.kind == name] == [points] * (points > 0)


@pytest.mark.parametrize(
    ("cards", "points"),
    [
        ("Ad Ac Ab", 10),
        ("Ad Ac Ab As", 15),
        ("Ad Ac", 0),
        ("Ad As BEGATO", 10),
        ("Ad As BEGATO MATTO", 15),
        ("Ad BEGATO MATTO", 0),  # at least two real
        ("Ad Ac Ab As BEGATO MATTO", 25),
        ("MOOR1 MOOR3 MOOR4", 10),
        ("MOOR1 MOOR2 MOOR3 MOOR4", 15),
        ("MOOR4 MOOR2", 0),
        ("MOOR4 MATTO BEGATO", 0),
        ("MOOR4 MOOR1 MATTO", 10),
    ],
)
def test_ot_6_2_aces_and_moors(cards: str, points: int) -> None:
    assert ottocento.combinations(cards).sequence_points == points


@pytest.mark.parametrize(
    ("cards", "points"),
    [
        ("WORLD SUN MOON 16 15", 0),  # a real Angel
        ("WORLD SUN MOON MATTO", 0),
        ("ANGEL WORLD SUN MOON", 15),
        ("ANGEL SUN MOON", 10),
        ("ANGEL WORLD MOON 16", 15),
        ("ANGEL WORLD SUN 16 15 13 12 11", 20),
        ("ANGEL WORLD SUN 15 14", 10),
        (f"ANGEL WORLD SUN MOON {NUMBERS}", 75),
        (f"ANGEL WORLD SUN MOON {NUMBERS} MOOR1", 80),
        (f"ANGEL WORLD SUN MOON {NUMBERS} MOOR1 MOOR2 MOOR3 MOOR4", 95 + 15),
        (f"ANGEL WORLD SUN MOON {NUMBERS.replace(' 5', '')} MOOR1 MOOR2", 70),  # not complete: no Moors
    ],
)
def test_ot_6_3_the_grande(cards: str, points: int) -> None:
    assert ottocento.combinations(cards).sequence_points == points


@pytest.mark.parametrize(
    ("cards", "length", "fillers"),
    [
        ("ANGEL WORLD SUN MOON 15 BEGATO", 6, {"BEGATO": "16"}),
        ("ANGEL WORLD SUN MOON 16 BEGATO MATTO", 7, {"BEGATO": "15", "MATTO": "added"}),  # never two in a row
        ("ANGEL WORLD SUN MOON 15 13 BEGATO MATTO", 8, {"BEGATO": "16", "MATTO": "14"}),
        ("ANGEL WORLD 16 14 BEGATO MATTO", 6, {"BEGATO": "SUN", "MATTO": "15"}),
        ("ANGEL SUN BEGATO", 3, {"BEGATO": "WORLD"}),
        ("ANGEL MOON MATTO", 3, {"MATTO": "WORLD"}),
        ("ANGEL WORLD SUN 15 MATTO", 5, {"MATTO": "16"}),  # a Moon that is simply left out is not filled
        (f"ANGEL WORLD SUN {NUMBERS} BEGATO MATTO", 17, {"BEGATO": "added", "MATTO": "added"}),
        (f"ANGEL WORLD SUN {NUMBERS.replace(' 5', '')} MOOR1 MATTO", 16, {"MATTO": "5"}),  # a filled 5
    ],
)
def test_ot_6_4_begato_and_matto_fill_places_or_are_added(cards: str, length: int, fillers: dict[str, str]) -> None:
    [grande] = [item for item in ottocento.combinations(cards).items if item.kind == "grande"]
    assert (grande.length, len(grande.cards)) == (length, length) and grande.points == 10 + 5 * (length - 3)
    assert {str(card): str(place) for card, place in grande.stands_for.items()} == fillers


def test_ot_6_4_a_contatore_serves_every_sequence() -> None:
    found = ottocento.combinations("Kd Qd MATTO Kc Jc Ad As MOOR1 MOOR2 ANGEL SUN")
    assert [str(item.kind) for item in found.items] == ["coins", "cups", "aces", "moors", "grande"]
    assert all("MATTO" in item.cards and len(item.stands_for) == 1 for item in found.items)
    assert found.sequence_points == 2 * (15 + 10 + 10 + 10 + 10)


def test_ot_6_4_other_cards_too_count_in_every_combination() -> None:
    found = ottocento.combinations("Kd Qd Cd Ad Ac Ab Kc Kb")
    assert {str(item.kind): item.points for item in found.items} == {"kings": 17, "coins": 15, "aces": 10}


def test_ot_6_3_the_grande_of_every_set_of_trumps() -> None:
    """Over all 2^21 sets of the trumps and the Matto that hold the Angel."""
    angel, sets = CARDS.index("ANGEL"), np.arange(2**21, dtype=np.uint64)
    bits = (sets << np.uint64(angel + 1)) | np.uint64(1 << angel)
    together = ottocento.points(bits).astype(np.int64)

    def held(card: str) -> Any:
        return (bits >> np.uint64(CARDS.index(card)) & np.uint64(1)).astype(np.int64)

    tarocchi = held("ANGEL") + held("WORLD") + held("BEGATO") + held("MATTO")
    moors, contatori = sum(held(card) for card in MOORS), held("BEGATO") + held("MATTO")
    moors = np.where((moors >= 2) & (moors + contatori >= 3), 5 * (moors + contatori - 1), 0)
    grande = together - 18 * np.maximum(tarocchi - 2, 0) - moors
    assert int(grande.sum()) == 37_712_160
    assert int(grande.min()) == 0 and int(grande.max()) == 105
    rng = random.Random(0)
    for _ in range(300):
        number = rng.randrange(2**21)
        cards = ["ANGEL", *(card for place, card in enumerate(CARDS[angel + 1 :]) if number >> place & 1)]
        length = referee.longest_by_search(cards, "grande")
        assert grande[number] == referee.sequence_points(length)


@given(cards=st.sets(st.sampled_from([*CARDS, *TRUMPS[:10], "MATTO", "BEGATO"])))
def test_ot_6_any_cards_hold_what_the_referee_says(cards: set[str]) -> None:
    found, told = ottocento.combinations(cards), referee.combinations(cards)
    assert [(str(item.kind), texts(item.cards), item.points) for item in found.items if item.is_set] == [
        (line.name, list(line.cards), line.points) for line in told.sets
    ]
    sequences = [item for item in found.items if not item.is_set]
    assert [(str(item.kind), set(texts(item.cards)), item.length, item.points) for item in sequences] == [
        (line.name, {*line.cards, *line.contatori}, line.length, line.points) for line in told.sequences
    ]
    assert (found.set_points, found.sequence_points) == (told.set_points, told.sequence_points)
    assert (found.sets_doubled, found.sequences_doubled) == (told.sets_doubled, told.sequences_doubled)
    assert found.points == told.total == ottocento.points(cards) and texts(found.cards) == list(told.shown)
    for item, line in zip(sequences, told.sequences, strict=True):
        fillers = {str(card): str(stands) for card, stands in item.stands_for.items()}
        assert set(fillers) == set(line.contatori)
        assert not {stands for stands in fillers.values() if stands != "added"} & cards
        if line.name == "grande":
            assert fillers == {**dict(line.fills), **dict.fromkeys(line.added, "added")}


def test_ot_6_points_of_arrays() -> None:
    rng = random.Random(1)
    sets = [rng.getrandbits(62) & rng.getrandbits(62) for _ in range(500)] + [0, 2**62 - 1]
    found = ottocento.points(np.array(sets, dtype=np.uint64))
    assert found.dtype == np.int32 and found.shape == (502,)
    for number, points in zip(sets, found, strict=True):
        assert points == referee.points(card for place, card in enumerate(CARDS) if number >> place & 1)
    assert len(ottocento.points(np.array([], dtype=np.uint64))) == 0
    for wrong in (np.zeros((2, 2), dtype=np.uint64), np.zeros(3, dtype=np.int64)):
        with pytest.raises(BadCards) as caught:
            ottocento.points(wrong)
        assert caught.value.code == "bad-array"
    with pytest.raises(BadCards) as caught:
        ottocento.points(np.array([2**62], dtype=np.uint64))
    assert caught.value.code == "not-in-pack"


@pytest.mark.parametrize("cards", ["Kd Kd", "5d", "KH", "RJ", [None], 5])
def test_ot_6_what_are_no_cards_of_one_pack(cards: Any) -> None:
    for call in (ottocento.combinations, ottocento.points, ottocento.card_points):
        with pytest.raises(BadCards) as caught:
            call(cards)
        assert caught.value.code in ("not-in-pack", "bad-card")


# ---- 7. Matto and discards at the end --------------------------------------------------------------------------------


def played_out(seed: int, **options: Any) -> Match:
    return finish(GAME.start(seed=seed, **options), Random(seed))


def piles_before(match: Match) -> list[set[str]]:
    """What each team captured in tricks, the Matto with the team that played it."""
    piles: list[set[str]] = [set(), set()]
    for trick in table(match).tricks:
        for number, card in enumerate(texts(trick.cards)):
            assert trick.winner is not None
            seat = (trick.leader + number) % 4 if card == "MATTO" else trick.winner
            piles[seat % 2].add(card)
    return piles


def matto_of(match: Match) -> tuple[int, int]:
    """The team that played the Matto, and the one that won that trick."""
    for trick in table(match).tricks:
        if "MATTO" in texts(trick.cards):
            assert trick.winner is not None
            return (trick.leader + texts(trick.cards).index("MATTO")) % 2, trick.winner % 2
    raise AssertionError("the Matto was not played")


def test_ot_7_the_matto_stays_with_the_team_that_played_it() -> None:
    kept = given = 0
    for seed in range(200):
        match = played_out(seed)
        team, taker = matto_of(match)
        lost = sum(table(match).won[team::2]) == 0
        assert (("matto-lost", team, 0) in lines(match)) == lost
        assert ("MATTO" in table(match).piles[team]) != lost
        assert len(table(match).price) == (1 if team != taker and not lost else 0)
        before = piles_before(match)
        assert table(match).captured == (len(before[0]), len(before[1]))
        kept, given = kept + (team == taker), given + len(table(match).price)
    assert kept > 30 and given > 30


def test_ot_7_the_price_is_a_card_of_one_point_that_its_team_captured_and_the_one_that_costs_least() -> None:
    costly = 0
    for seed in range(400):
        options = Table(GAME).variant(random.Random(seed)) if seed % 2 else {}
        match = played_out(seed, **options)
        if not table(match).price:
            continue
        team, taker = matto_of(match)
        assert team != taker
        [price] = texts(table(match).price)
        before = piles_before(match)
        captured = before[team] - {"MATTO"}
        ones = [card for card in CARDS if card in captured and referee.card_value(card) == 1]
        least = min(referee.card_value(card) for card in captured)
        possible = ones or [card for card in CARDS if card in captured and referee.card_value(card) == least]
        before[table(match).dealer % 2] |= set(texts(table(match).discards))
        margins = []
        for card in possible:
            mine, others = before[team] - {card}, before[1 - team] | {card}
            margins.append(referee.points(mine) - referee.points(others))
        assert price == possible[margins.index(max(margins))]  # of equals the first in deck order
        assert ("matto-price", team, CARDS.index(price)) in lines(match)
        told = [event for event in match.log if event.code == EventCode.GIVEN]
        assert [event.cards for event in told] == [table(match).price] and (told[0].seat or 0) % 2 == team
        costly += len(set(margins)) > 1
    assert costly > 20


@pytest.mark.parametrize(("trick", "price"), [("Jd Kd Qd Cd", "Jd"), ("Cd Kd Qd MOOR1", "MOOR1")])
def test_ot_7_without_a_card_of_one_point_the_captured_card_of_least_value_is_given(trick: str, price: str) -> None:
    """Team 1 wins this trick, the first one, and no other. Its dealer has discarded cards of one point: they cannot be
    given."""
    cards = trick.split()
    hands = [
        ["ANGEL", "WORLD", "SUN", "MOON", *NUMBERS.split()[:10], cards[0]],
        cards[1:2],
        cards[2:3],
        [cards[3], "MATTO"],
    ]
    barred: list[set[str]] = [set(), set(), set(), set()]
    if cards[3] == "MOOR1":
        barred[3] = {card for card in CARDS if card[-1] == "d"}
    match = discarded(set_up(*place(hands, barred, [15, 15, 15, 17]), dealer=3), cards)
    follow_on(match, *cards)
    while not match.deal_over:
        others = [move for move in match.moves if str(move.cards) != "MATTO"]
        match.play("pass" if match.phase == "declaring" else (others or list(match.moves))[0])
    assert sum(table(match).won[1::2]) == 1 and matto_of(match) == (1, 0)
    assert ottocento.card_points(table(match).discards) == 1  # two cards of one point, less half a point each
    assert table(match).price == cards_of(price) and ("matto-price", 1, CARDS.index(price)) in lines(match)
    kept = (cards_of(cards) - cards_of(price)) + table(match).discards + cards_of("MATTO")
    assert table(match).piles[1] == kept


def test_ot_7_the_piles_are_even() -> None:
    for seed in range(100):
        match = played_out(seed)
        assert [len(pile) % 2 for pile in table(match).piles] == [0, 0]
        assert sorted(texts(table(match).piles[0]) + texts(table(match).piles[1])) == sorted(CARDS)


STRONGEST = "ANGEL WORLD SUN MOON 16 15 14 13 12 11 10 9 8 7 6"
"""A hand that takes all tricks."""


def one_takes_all(matto: int, dealer: int, declare: bool = False) -> Match:
    """A deal in which seat 0 takes every trick; a seat that holds the Matto plays it last."""
    hands = [STRONGEST, "", "", ""]
    hands[matto] += " MATTO" if matto else ""
    match = set_up(*hands, dealer=dealer, seed=2)
    play(match, next(str(move) for move in match.moves if "5" not in str(move.cards).split()))
    while not match.deal_over:
        if match.phase == "declaring":
            match.play(match.moves[-1] if declare else match.moves[0])
            continue
        others = [move for move in match.moves if str(move.cards) != "MATTO"]
        match.play((others or list(match.moves))[0])
    assert table(match).won == (15, 0, 0, 0)
    return match


@pytest.mark.parametrize("dealer", [1, 3])
def test_ot_7_a_team_without_a_trick_loses_the_matto_and_the_discards_when_they_are_the_dealers(dealer: int) -> None:
    match = one_takes_all(matto=3, dealer=dealer)
    assert table(match).price == cards_of("") and table(match).captured == (59, 1)
    assert table(match).piles == (cards_of(CARDS), cards_of(""))
    assert lines(match) == [
        ("card-points", 0, 87), ("last-trick", 0, 6), ("sets", 0, 296), ("sequences", 0, 550), ("total", 0, 939),
        ("card-points", 1, 0), ("total", 1, 0), ("matto-lost", 1, 0), ("discards-lost", 1, 0),
    ]  # fmt: skip
    given = [(event.seat, event.cards) for event in match.log if event.code == EventCode.GIVEN]
    assert given == [(3, cards_of("MATTO")), (dealer, table(match).discards)]


@pytest.mark.parametrize("dealer", [0, 2])
def test_ot_7_the_discards_of_the_other_team_stay_with_it(dealer: int) -> None:
    if dealer == 0:
        match = set_up(STRONGEST + " 6d 7d", "", "", "MATTO", dealer=0, seed=2, moves=["discard 6d 7d"])
        while not match.deal_over:
            others = [move for move in match.moves if str(move.cards) != "MATTO"]
            match.play("pass" if match.phase == "declaring" else (others or list(match.moves))[0])
    else:
        match = one_takes_all(matto=3, dealer=dealer)
    codes = [code for code, _, _ in lines(match)]
    assert "matto-lost" in codes and "discards-lost" not in codes and totals(match) == (939, 0)


def test_ot_7_a_team_without_a_trick_keeps_its_declarations() -> None:
    match = one_takes_all(matto=3, dealer=3, declare=True)
    declared = table(match).declared
    assert amount_of(match, "declarations", 1) == declared[1] + declared[3] == totals(match)[1] > 0
    assert totals(match)[0] == 939 + declared[0] + declared[2]


def test_ot_7_the_winners_of_every_trick_keep_a_matto_of_their_own() -> None:
    match = one_takes_all(matto=2, dealer=3)
    assert [
        code for code, _, _ in lines(match) if code not in ("card-points", "last-trick", "sets", "sequences", "total")
    ] == ["discards-lost"]
    assert table(match).price == cards_of("") and totals(match) == (939, 0)


def test_ot_7_the_discards_can_never_be_given() -> None:
    """Nor is a discarded card of one point the price, however cheap."""
    for seed in range(300):
        match = played_out(seed)
        assert not set(texts(table(match).price)) & set(texts(table(match).discards))


def test_ot_7_the_discards_stay_face_down_until_the_deal_is_over() -> None:
    for seed in range(10):
        match = GAME.start(seed=seed)
        for _ in walk(match, random.Random(seed), deals=1):
            for viewer in viewers(match):
                view = match.view(viewer)
                assert (len(view.table.discards) == 2) == match.deal_over
        shown = [event for event in match.view(-1).log if event.code == EventCode.SHOWN]
        assert [(event.seat, event.cards) for event in shown] == [(table(match).dealer, table(match).discards)]


def test_ot_7_the_captured_cards_do_not_tell_the_discards() -> None:
    match = played_out(4)
    assert sum(table(match).captured) == 60


# ---- 8. Result -------------------------------------------------------------------------------------------------------


def fixed_deal() -> Match:
    """The deck dealt round; the dealer, seat 0, also has the Begato and the Matto."""
    hands = [CARDS[seat:60:4] for seat in SEATS]
    match = set_up(" ".join([*hands[0], "BEGATO", "MATTO"]), *(" ".join(hand) for hand in hands[1:]), dealer=0)
    assert len(match.moves) == 91
    return match


@pytest.mark.parametrize(("last", "expected"), [(False, (204, 232)), (True, (157, 516))])
def test_ot_8_right_values_of_a_fixed_deal(last: bool, expected: tuple[int, int]) -> None:
    """Whoever can declare does, and always the first or the last legal move in deck order is made."""
    match = fixed_deal()
    table_of_referee = referee.Referee([texts(match.hand(seat)) for seat in SEATS], 0)
    while not match.deal_over:
        if match.phase == "declaring":
            move = match.play(match.moves[-1])
            table_of_referee.play((str(move.kind),))
            continue
        moves = sorted(match.moves, key=lambda move: [card.index for card in move.cards])
        move = match.play(moves[-1 if last else 0])
        cards = tuple(texts(move.cards))
        table_of_referee.play(("discard", cards) if move.kind == Kind.DISCARD else ("play", cards[0]))
    assert totals(match) == expected == table_of_referee.result()["totals"]


def test_ot_8_totals_are_the_sums_of_their_lines_and_points_their_difference() -> None:
    for seed in range(150):
        match = played_out(seed, **(Table(GAME).variant(random.Random(seed)) if seed % 2 else {}))
        for team in (0, 1):
            pile = ottocento.combinations(table(match).piles[team])
            assert amount_of(match, "sets", team) == pile.set_points
            assert amount_of(match, "sequences", team) == pile.sequence_points
            assert amount_of(match, "card-points", team) == ottocento.card_points(table(match).piles[team])
            assert (
                amount_of(match, "declarations", team) == table(match).declared[team] + table(match).declared[team + 2]
            )
            parts = ("card-points", "last-trick", "declarations", "sets", "sequences")
            assert totals(match)[team] == sum(amount_of(match, code, team) for code in parts)
        ahead = totals(match)[0] - totals(match)[1]
        assert match.deal_result is not None
        assert match.deal_result.points == match.scores == (ahead, -ahead, ahead, -ahead)


def test_ot_8_each_declaration_and_each_pile_is_counted_by_itself() -> None:
    """Two sets in one hand and two in the partner's: nothing is doubled."""
    hands = [
        "Kd Kc Kb Jd Jc Jb 9d 8d 7d 6d 9c 8c 7c 6c 9b",
        "",
        "Qd Qc Qb Cd Cc Cb 8b 7b 6b 10b 9s 8s 7s 6s 10s",
        "",
    ]
    match = discarded(set_up(*hands, seed=4))
    while not match.deal_over:
        match.play(match.moves[-1])
    assert (table(match).declared[0], table(match).declared[2]) == (17 + 12, 14 + 13)
    assert amount_of(match, "declarations", 0) == 29 + 27


def test_ot_8_no_half_points_remain() -> None:
    for seed in range(60):
        match = played_out(seed)
        for pile in table(match).piles:
            assert ottocento.card_points(pile).denominator == 1


def test_ot_8_a_match_is_one_deal() -> None:
    match = played_out(1)
    assert match.over and match.log[-1].code == EventCode.MATCH_OVER
    with pytest.raises(IllegalMove) as caught:
        match.next_deal()
    assert caught.value.code == "match-over"


def test_ot_8_equal_totals_are_a_draw() -> None:
    """Such deals are rare; points and scores are zero then."""
    for seed in range(20_000):
        match, rng = GAME.start(seed=seed), Random(seed)
        while not match.deal_over:
            match.play(match.moves.sample(rng))
        if match.scores[0] == 0:
            assert totals(match)[0] == totals(match)[1] and match.deal_result is not None
            assert match.deal_result.points == (0, 0, 0, 0) and match.over
            return
    raise AssertionError("no draw was found")


# ---- Text, records, views --------------------------------------------------------------------------------------------


def test_the_text_of_a_card_is_read_in_any_case() -> None:
    match = discarded(set_up("Kd Cc 10b ANGEL MOOR1 16 6s", dealer=3), [])
    play(match, "pass")
    for text in ("play Kd", "kd", "KD", " PLAY  kD ", "play Kd "):
        assert str(match.moves.find(text)) == "play Kd"
    for text, card in (
        ("angel", "ANGEL"),
        ("Moor1", "MOOR1"),
        ("16", "16"),
        ("10B", "10b"),
        ("cc", "Cc"),
        ("6S", "6s"),
    ):
        assert str(match.moves.find(text)) == f"play {card}"


def test_a_record_is_read_again() -> None:
    match, rng = GAME.start(seed=3), random.Random(3)
    while not match.over:
        match.play(choose(match.moves, rng))
    record = json.loads(match.to_json())
    assert record["options"] == {"dealer": None} and [len(deal) for deal in record["deals"]] == [65]
    again = Match.from_json(match.to_json())
    assert again.position == match.position and again.log == match.log and again.scores == match.scores


def test_set_ups_may_leave_cards_open() -> None:
    match = GAME.start(seed=5, hands=["Kd ANGEL", None, "MATTO"], dealer=1)
    assert cards_of("Kd ANGEL") <= match.hand(0) and "MATTO" in match.hand(2)
    assert match.hand_sizes == (15, 17, 15, 15)
    with pytest.raises(BadCards) as caught:
        GAME.start(hands=["Kd", "Kd"])
    assert caught.value.code == "not-in-pack"
    with pytest.raises(BadCards) as caught:
        GAME.start(hands=[CARDS[:16]], dealer=1)
    assert caught.value.code == "too-many-cards"


def test_samples_fit_all_that_the_referee_knows() -> None:
    """Wherever a deal stands: by what the referee has taken down, and by going through all moves once more."""
    adapter, checked = Table(GAME), 0
    for seed in range(80):
        rng = random.Random(seed)
        match = GAME.start(seed=seed, **adapter.variant(rng))
        judge = adapter.referee(match)
        while not match.deal_over:
            move = match.moves[-1] if match.phase == "declaring" and rng.random() < 0.8 else choose(match.moves, rng)
            match.play(move)
            judge.play(key_of(move))
            if match.deal_over or rng.random() > 0.12:
                continue
            viewer = rng.choice(range(-1, 4))
            world = match.view(viewer).sample(rng.getrandbits(64))
            hands = [texts(world.hand(seat)) for seat in SEATS]
            seen = {card for cards in (*hands, *judge._played) for card in cards}
            away = [card for card in CARDS if card not in seen]
            assert judge.fits(hands, away) and judge.fits_by_replay(hands, away)
            assert viewer < 0 or hands[viewer] == texts(match.hand(viewer))
            assert viewer != judge.dealer or set(away) == set(judge._discards)
            checked += 1
    assert checked > 400


def test_discards_are_drawn_evenly_in_samples() -> None:
    """To a spectator each card that may be discarded is as likely to lie there."""
    match = discarded(GAME.start(seed=6, dealer=2))
    view, draws = match.view(-1), Random(1)
    counts = Counter[str]()
    for _ in range(4000):
        world = view.sample(draws)
        held = {card for seat in SEATS for card in texts(world.hand(seat))}
        counts.update(card for card in CARDS if card not in held)
    possible = [card for card in CARDS if card not in NEVER_DISCARDED]
    assert set(counts) <= set(possible) and sum(counts.values()) == 8000
    mean = 8000 / len(possible)
    assert all(abs(counts[card] - mean) < 5.2 * mean**0.5 for card in possible)


def test_a_hand_is_arranged_trumps_first() -> None:
    arranged = texts(
        ottocento.arrange(cards_of("Ad 6d Kd Ab 6b Kb MATTO BEGATO MOOR2 5 ANGEL"), table(GAME.start(seed=0)))
    )
    assert arranged == "ANGEL 5 MOOR2 BEGATO MATTO Kb 6b Ab Kd Ad 6d".split()


def test_the_game_is_there() -> None:
    assert cardavia.game("ottocento") is GAME and GAME.title == "Ottocento"
    assert GAME.phases == ("discarding", "declaring", "playing", "over")
