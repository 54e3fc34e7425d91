"""Our side of the rows that several tables have: random deals in C and stepped from Python, and the leads of hands."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from importlib import import_module
from itertools import count
from typing import TYPE_CHECKING, Any, NamedTuple

from peers_row import Batch, Row, Setup

if TYPE_CHECKING:
    import cardavia

SEED = 20
HANDS = 500  # random hands: every call of a batch gets another one


def deals(name: str) -> Setup:
    """Random deals of a game, played in C."""

    def setup() -> Batch:
        import cardavia

        game = cardavia.game(name)
        seeds = count(SEED)
        return lambda: game.playouts(1000, seed=next(seeds)).deals

    return setup


def moves(name: str) -> Setup:
    """The same, counted in moves."""

    def setup() -> Batch:
        import cardavia

        game = cardavia.game(name)
        seeds = count(SEED)
        return lambda: game.playouts(1000, seed=next(seeds)).moves

    return setup


def moves_in_a_deal(name: str) -> str:
    """How many moves a random deal has."""
    import cardavia

    tally = cardavia.game(name).playouts(20_000, seed=SEED)
    return f"Cardavia: {tally.moves / tally.deals:.1f} moves in a random deal, bids and passes included"


def alone(title: str, name: str) -> tuple[Row, ...]:
    """The rows of a table that has no peer."""
    return beside(title, name, peer="-", deals_of_peer=None, floor=None)


def beside(title: str, name: str, *, peer: str, deals_of_peer: float | None, floor: float | None) -> tuple[Row, ...]:
    """The same, where the deals per second of a peer are known that cannot be had here."""
    rows = (
        (f"random {title} deals, in C", "deals", deals(name)),
        ("the same, counted in moves", "moves", moves(name)),
        (f"random {title} moves, from Python", "moves", steps(name)),
    )
    first, *others = (
        Row(work=work, peer="-", package=None, unit=unit, floor=None, ours=setup, theirs=None)
        for work, unit, setup in rows
    )
    notes = (partial(moves_in_a_deal, name),)
    return replace(first, peer=peer, theirs=deals_of_peer, floor=floor, notes=notes), *others


def steps(name: str) -> Setup:
    """Random moves from Python. The dealing is timed too, but only the players' moves count."""

    def setup() -> Batch:
        import cardavia

        game = cardavia.game(name)
        seeds = count(SEED)
        rng = cardavia.Random(SEED)

        def batch() -> int:
            made = 0
            for _ in range(50):
                match = game.start(seed=next(seeds))
                while not match.deal_over:
                    match.play(match.moves.sample(rng))
                    made += 1
            return made

        return batch

    return setup


class Hands(NamedTuple):
    """Random hands of so many cards from so many French packs with their jokers."""

    packs: int
    cards: int


def random_hands(of: Hands) -> list[list[str]]:
    """The hands, as card texts; also for a peer."""
    pack = [rank + suit for suit in "CDHS" for rank in "23456789TJQKA"] + ["BJ", "RJ"]
    rng = random.Random(SEED)
    return [rng.sample(of.packs * pack, of.cards) for _ in range(HANDS)]


def leads(name: str, of: Hands, *, use: Callable[[Sequence[cardavia.Move]], Any] = len, **facts: str) -> Setup:
    """All that random hands may lead, as the function of the game's module gives it; counted, or put to another use."""

    def setup() -> Batch:
        import cardavia

        plays = import_module(f"cardavia.games.{name}").plays
        hands = [cardavia.Cards(hand) for hand in random_hands(of)]

        def batch() -> int:
            for hand in hands:
                use(plays(hand, **facts))
            return len(hands)

        return batch

    return setup


def moves_of_a_hand(name: str, of: Hands, **facts: str) -> str:
    """How many leads a random hand has."""
    plays = import_module(f"cardavia.games.{name}").plays
    mean = sum(len(plays(" ".join(hand), **facts)) for hand in random_hands(of)) / HANDS
    return f"Cardavia: {mean:.1f} moves of a hand"
