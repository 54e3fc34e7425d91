"""Ways through a match, for tests that need many positions."""

from __future__ import annotations

import random
from collections.abc import Iterator

from cardavia import Game, IllegalMove, Kind, Match, Move, Moves, Shape, View

LISTED = 2000
"""Where there are more moves than that, tests look at some of them."""


def seats(position: Match | View) -> range:
    """The seats at the table: not always as many as the game has."""
    return range(len(position.hand_sizes))


def viewers(position: Match | View) -> range:
    """The seats, and before them a spectator."""
    return range(-1, len(position.hand_sizes))


def some(moves: Moves, rng: random.Random) -> list[Move]:
    """The moves; when they are very many, the first, the last, and some between."""
    if len(moves) <= LISTED:
        return list(moves)
    return [moves[0], moves[-1], *(moves[rng.randrange(len(moves))] for _ in range(50))]


def choose(moves: Moves, rng: random.Random) -> Move:
    """A move: each equally likely or, half of the time, first each sort of move equally likely, for rare ones. Where
    there is something to bet, always by sort, and often little of it: else all chips would be in at once. In an auction
    of Bridge often a pass or a low bid: else all contracts would be of seven."""
    if moves[-1].kind in (Kind.BET, Kind.RAISE):
        return _bet_or_not(moves, rng)
    if moves[-1].kind in (Kind.DOUBLE, Kind.REDOUBLE) or moves[-1].shape == Shape.NOTRUMP:
        return _bid_or_not(moves, rng)
    if rng.random() < 0.5 or len(moves) > LISTED:
        return moves.sample(rng)
    sorts: dict[tuple[object, object], list[Move]] = {}
    for move in moves:
        sorts.setdefault((move.kind, move.shape), []).append(move)
    return rng.choice(rng.choice(list(sorts.values())))


def _bet_or_not(moves: Moves, rng: random.Random) -> Move:
    amounts = next(i for i in range(len(moves)) if moves[i].kind == moves[-1].kind)
    sort = rng.randrange(amounts + 1)
    if sort < amounts:
        return moves[sort]
    return moves[amounts + int((len(moves) - amounts) * rng.random() ** rng.choice((1, 8, 30)))]


def _bid_or_not(moves: Moves, rng: random.Random) -> Move:
    last = moves[-1]
    if rng.random() < 0.5:
        return moves[0]
    if last.kind != Kind.BID and rng.random() < 0.5:
        return last
    return moves[1 + int((len(moves) - 1) * rng.random() ** rng.choice((1, 3, 8)))]


def walk(match: Match, rng: random.Random, deals: int = 2) -> Iterator[Match]:
    """Plays a match with random moves through that many deals. Gives it, itself and not a copy, at every decision and
    at the end of every deal."""
    while True:
        yield match
        if not match.deal_over:
            match.play(choose(match.moves, rng))
        elif match.over or match.deal + 1 >= deals:
            return
        else:
            match.next_deal()


def played(game: Game, seed: int, deals: int = 2) -> Match:
    """A match that was played through that many deals."""
    match = game.start(seed=seed)
    for _ in walk(match, random.Random(seed), deals):
        pass
    return match


def positions(game: Game, seeds: range, each: int = 3) -> Iterator[Match]:
    """Matches in random positions, ``each`` of every seed; ends of deals among them. Those of odd seeds are no usual
    ones, where the game has options for that."""
    from tests.tables import adapter_of

    for seed in seeds:
        rng = random.Random(seed)
        options = adapter_of(game.name).variant(random.Random(seed)) if seed % 2 else {}
        steps = [match.copy() for match in walk(game.start(seed=rng.getrandbits(256), **options), rng)]
        yield from rng.sample(steps, min(each, len(steps)))


def decisions(game: Game, seeds: range, each: int = 3) -> Iterator[Match]:
    """The same without ends of deals."""
    return (match for match in positions(game, seeds, each) if not match.deal_over)


def beginning(match: Match) -> tuple[Match, list[Move | None]]:
    """The match as it began, and what was done since: a move, or None for the next deal."""
    first, done = match.copy(), []
    while True:
        try:
            done.append(first.undo())
        except IllegalMove:
            return first, done[::-1]
