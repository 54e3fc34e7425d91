"""Bridge beside OpenSpiel.

OpenSpiel would not play the cards but take the result of a double-dummy solver; here it is told to play them.
"""

from __future__ import annotations

import random
from functools import partial
from typing import Any

import ours
import peers_openspiel as openspiel
from peers_row import Row

CARDS = 52  # dealt one by one, by chance actions

load = openspiel.named("bridge(use_double_dummy_result=false)")


def dealt(game: Any, rng: random.Random) -> Any:
    """A dealt state. One shuffle is far cheaper than asking each of the chance nodes for its outcomes."""
    state = game.new_initial_state()
    for card in rng.sample(range(CARDS), CARDS):
        state.apply_action(card)
    return state


ROWS = (
    Row(
        work="random Bridge deals, in C",
        peer="OpenSpiel (C++)",
        package="open_spiel",
        unit="deals",
        floor=5,
        ours=ours.deals("bridge"),
        theirs=openspiel.deals(load),
        notes=(partial(ours.moves_in_a_deal, "bridge"), partial(openspiel.moves_in_a_deal, load, CARDS)),
    ),
    Row(
        work="random Bridge moves, from Python",
        peer="OpenSpiel",
        package="open_spiel",
        unit="moves",
        floor=None,
        ours=ours.steps("bridge"),
        theirs=openspiel.steps(load, dealt),
    ),
)
