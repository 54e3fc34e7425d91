"""What the rows beside OpenSpiel share: random deals in C++, and moves stepped from Python."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import count
from typing import Any

from peers_row import Batch, Setup, peer

SEED = 20

Load = Callable[[], Any]
"""Loads a game."""


def named(name: str) -> Load:
    """The game of a name."""
    return lambda: peer("pyspiel").load_game(name)


def deals(load: Load) -> Setup:
    """Whole random deals."""

    def setup() -> Batch:
        evaluate = _evaluation(load, 0)

        def batch() -> int:
            for _ in range(100):
                evaluate()
            return 100

        return batch

    return setup


def moves(load: Load, chance: int) -> Setup:
    """The same, counted in moves; a deal has that many chance nodes besides."""

    def setup() -> Batch:
        evaluate = _evaluation(load, chance)
        return lambda: sum(evaluate() for _ in range(100))

    return setup


def moves_in_a_deal(load: Load, chance: int) -> str:
    """How many moves a random deal has."""
    evaluate = _evaluation(load, chance)
    mean = sum(evaluate() for _ in range(2000)) / 2000
    return f"OpenSpiel: {mean:.1f} moves in a random deal, bids and passes included"


def _evaluation(load: Load, chance: int) -> Batch:
    """One whole deal in C++, chance nodes and all, between uniformly random bots; returns how many moves it had.

    The package has no quicker way: dealing from Python and handing the rest to the rollouts of its tree search
    comes out the same.
    """
    pyspiel, game = peer("pyspiel"), load()
    bots = [pyspiel.make_uniform_random_bot(seat, SEED + seat) for seat in range(game.num_players())]
    seeds = count(SEED)

    def evaluate() -> int:
        state = game.new_initial_state()
        pyspiel.evaluate_bots(state, bots, next(seeds))
        return int(state.move_number()) - chance

    return evaluate


def steps(load: Load, deal: Callable[[Any, random.Random], Any]) -> Setup:
    """Random moves, stepped from Python. The dealing, by a function that returns a dealt state, is timed too, but only the
    players' moves count."""

    def setup() -> Batch:
        game, rng = load(), random.Random(SEED)

        def batch() -> int:
            made = 0
            for _ in range(20):
                state = deal(game, rng)
                while not state.is_terminal():
                    actions = state.legal_actions()
                    state.apply_action(actions[int(rng.random() * len(actions))])
                    made += 1
            return made

        return batch

    return setup
