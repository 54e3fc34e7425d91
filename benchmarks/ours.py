"""Our side of the rows that every table has: random deals in C, and stepped from Python."""

from __future__ import annotations

from itertools import count

from peers_row import Batch, Setup

SEED = 20


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
