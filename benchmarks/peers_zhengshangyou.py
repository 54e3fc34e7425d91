"""Zheng Shangyou, which has no peer."""

from __future__ import annotations

from functools import partial

import ours
from peers_row import Row

ROWS = (
    Row(
        work="random Zheng Shangyou deals, in C",
        peer="-",
        package=None,
        unit="deals",
        floor=None,
        ours=ours.deals("zhengshangyou"),
        theirs=None,
        notes=(partial(ours.moves_in_a_deal, "zhengshangyou"),),
    ),
    Row(
        work="the same, counted in moves",
        peer="-",
        package=None,
        unit="moves",
        floor=None,
        ours=ours.moves("zhengshangyou"),
        theirs=None,
    ),
    Row(
        work="random Zheng Shangyou moves, from Python",
        peer="-",
        package=None,
        unit="moves",
        floor=None,
        ours=ours.steps("zhengshangyou"),
        theirs=None,
    ),
)
