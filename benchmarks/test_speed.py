"""Speed of what callers do most, for every game: python -m pytest benchmarks

Figures of different runs can't be compared on a busy machine; --benchmark-compare them on a quiet one, or see peers.py.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import cardavia
from cardavia import poker
from cardavia.games import aluette, bridge, doudizhu, guandan, ottocento, tractor

Benchmark = Callable[..., Any]

every_game = pytest.mark.parametrize("name", cardavia.game_names())


def middle(name: str) -> cardavia.Match:
    """A match some 20 moves into a deal, or halfway through where deals are shorter."""
    game, rng = cardavia.game(name), cardavia.Random(1)
    tally = game.playouts(1000, seed=1)
    depth = min(20, tally.moves // tally.deals // 2)
    for seed in range(100):
        match = game.start(seed=seed)
        for _ in range(depth):
            if not match.deal_over:
                match.play(match.moves.sample(rng))
        if not match.deal_over:
            return match
    raise AssertionError("no deal is that long")


@every_game
def test_random_deals_in_c(benchmark: Benchmark, name: str) -> None:
    """1,000 deals."""
    benchmark(cardavia.game(name).playouts, 1000, seed=1)


@every_game
def test_random_deal_stepped(benchmark: Benchmark, name: str) -> None:
    """One deal, move by move from Python."""
    game, rng = cardavia.game(name), cardavia.Random(1)

    def deal() -> None:
        match = game.start(seed=1)
        while not match.deal_over:
            match.play(match.moves.sample(rng))

    benchmark(deal)


@every_game
def test_start(benchmark: Benchmark, name: str) -> None:
    benchmark(cardavia.game(name).start, seed=1)


@every_game
def test_copy(benchmark: Benchmark, name: str) -> None:
    benchmark(middle(name).copy)


@every_game
def test_view(benchmark: Benchmark, name: str) -> None:
    match = middle(name)
    benchmark(match.view, match.turn)


@every_game
def test_table(benchmark: Benchmark, name: str) -> None:
    match = middle(name)
    benchmark(lambda: match.table)


@every_game
def test_sample(benchmark: Benchmark, name: str) -> None:
    view, rng = middle(name).view(0), cardavia.Random(1)
    benchmark(view.sample, rng)


@every_game
def test_record(benchmark: Benchmark, name: str) -> None:
    """To JSON and back."""
    match = middle(name)
    benchmark(lambda: cardavia.Match.from_json(match.to_json()))


def hands_of_twenty() -> list[cardavia.Cards]:
    cards, rng = list(cardavia.game("doudizhu").deck.pack), random.Random(1)
    return [cardavia.Cards(rng.sample(cards, 20)) for _ in range(100)]


def test_doudizhu_plays(benchmark: Benchmark) -> None:
    """The leads of 100 hands of 20 cards."""
    hands = hands_of_twenty()
    benchmark(lambda: [doudizhu.plays(hand) for hand in hands])


def test_doudizhu_answers(benchmark: Benchmark) -> None:
    """What beats a pair of sixes in 100 hands of 20 cards."""
    hands, pair = hands_of_twenty(), cardavia.Cards("6C 6D")
    benchmark(lambda: [doudizhu.plays(hand, beating=pair) for hand in hands])


def test_doudizhu_readings(benchmark: Benchmark) -> None:
    """100 plays read."""
    rng = random.Random(1)
    plays = [rng.choice(doudizhu.plays(hand)).cards for hand in hands_of_twenty()]
    benchmark(lambda: [doudizhu.readings(cards) for cards in plays])


def hands_of_guandan() -> list[cardavia.Cards]:
    cards, rng = list(cardavia.game("guandan").deck.pack), random.Random(1)
    return [cardavia.Cards(rng.sample(cards, 27)) for _ in range(100)]


def test_guandan_plays(benchmark: Benchmark) -> None:
    """The leads of 100 hands of 27 cards."""
    hands = hands_of_guandan()
    benchmark(lambda: [guandan.plays(hand, "2") for hand in hands])


def test_guandan_readings(benchmark: Benchmark) -> None:
    """100 plays read."""
    rng = random.Random(1)
    plays = [rng.choice(guandan.plays(hand, "2")).cards for hand in hands_of_guandan()]
    benchmark(lambda: [guandan.readings(cards, "2") for cards in plays])


def hands_of_seven() -> list[cardavia.Cards]:
    cards, rng = list(cardavia.game("holdem").deck.pack), random.Random(1)
    return [cardavia.Cards(rng.sample(cards, 7)) for _ in range(100)]


def test_poker_rank(benchmark: Benchmark) -> None:
    """100 hands of 7 cards."""
    hands = hands_of_seven()
    benchmark(lambda: [poker.rank(hand) for hand in hands])


def test_poker_rank_of_text(benchmark: Benchmark) -> None:
    """The same, as text."""
    hands = [str(hand) for hand in hands_of_seven()]
    benchmark(lambda: [poker.rank(hand) for hand in hands])


def test_poker_rank_of_an_array(benchmark: Benchmark) -> None:
    """100,000 hands of 7 cards."""
    hands = np.random.default_rng(1).random((100_000, 52)).argsort(axis=1)[:, :7].astype(np.uint8)
    benchmark(poker.rank, hands)


def test_poker_equity(benchmark: Benchmark) -> None:
    """Two hands on every board."""
    benchmark(poker.equity, ["AH AS", "KD KC"])


def test_poker_equity_of_samples(benchmark: Benchmark) -> None:
    """Two hands on 100,000 boards."""
    benchmark(poker.equity, ["AH AS", "KD KC"], samples=100_000, seed=1)


def test_bridge_score(benchmark: Benchmark) -> None:
    """Every contract with ten tricks, not vulnerable."""
    contracts = [bridge.Contract.of(number) for number in range(1, 106)]
    benchmark(lambda: [bridge.score(contract, 10, vulnerable=False) for contract in contracts])


def test_bridge_legal_calls(benchmark: Benchmark) -> None:
    """What may follow an auction of nine calls."""
    benchmark(bridge.legal_calls, "P 1H P 1S X XX 2C P 3C".split())


def test_aluette_trick_winner(benchmark: Benchmark) -> None:
    """100 tricks."""
    cards, rng = list(cardavia.game("aluette").deck.pack), random.Random(1)
    tricks = [rng.sample(cards, 4) for _ in range(100)]
    benchmark(lambda: [aluette.trick_winner(trick) for trick in tricks])


def burying() -> cardavia.Match:
    """A match of Tractor in which the dealer is to bury eight of 33 cards, in one of millions of ways."""
    match = cardavia.game("tractor").start(seed=1)
    while match.phase == "declaring":
        match.play(match.moves[0])
    return match


def test_tractor_burying_by_index(benchmark: Benchmark) -> None:
    """100 moves of millions, and the index of each."""
    moves, rng = burying().moves, random.Random(1)
    places = [rng.randrange(len(moves)) for _ in range(100)]
    benchmark(lambda: [moves.index(moves[place]) for place in places])


def test_tractor_follows(benchmark: Benchmark) -> None:
    """What 100 hands of 25 cards may play to two pairs, counted, and one of it."""
    cards, rng = list(cardavia.game("tractor").deck.pack), random.Random(1)
    hands, lead = [cardavia.Cards(rng.sample(cards, 25)) for _ in range(100)], cardavia.Cards("9H 9H TH TH")
    benchmark(lambda: [tractor.follows(hand, lead, trump="S", level="4")[0] for hand in hands])


def hands_of_ottocento() -> list[cardavia.Cards]:
    cards, rng = list(cardavia.game("ottocento").deck.pack), random.Random(1)
    return [cardavia.Cards(rng.sample(cards, 15), deck="bolognese") for _ in range(100)]


def test_ottocento_combinations(benchmark: Benchmark) -> None:
    """100 hands of 15 cards, one by one."""
    hands = hands_of_ottocento()
    benchmark(lambda: [ottocento.combinations(hand) for hand in hands])


def test_ottocento_points(benchmark: Benchmark) -> None:
    """The same, what they come to alone."""
    hands = hands_of_ottocento()
    benchmark(lambda: [ottocento.points(hand) for hand in hands])


def test_ottocento_points_of_an_array(benchmark: Benchmark) -> None:
    """100,000 hands of 15 cards."""
    chosen = np.random.default_rng(1).random((100_000, 62)).argsort(axis=1)[:, :15].astype(np.uint64)
    hands = np.bitwise_or.reduce(np.uint64(1) << chosen, axis=1)
    benchmark(ottocento.points, hands)
