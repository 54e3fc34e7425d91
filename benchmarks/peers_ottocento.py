"""Ottocento, which has no peer."""

from __future__ import annotations

import random

import ours
from peers_row import Batch, Row

HANDS = 10_000


def combinations() -> Batch:
    """What the combinations of hands of 15 cards come to, in one array."""
    import numpy as np
    from cardavia.games import ottocento

    rng = random.Random(ours.SEED)
    hands = np.array([sum(1 << card for card in rng.sample(range(62), 15)) for _ in range(HANDS)], dtype=np.uint64)
    return lambda: len(ottocento.points(hands))


ROWS = (
    *ours.alone("Ottocento", "ottocento"),
    Row(
        work="combinations of 15 Ottocento cards, in C",
        peer="-",
        package=None,
        unit="counts",
        floor=None,
        ours=combinations,
        theirs=None,
        least=5e6,
    ),
)
