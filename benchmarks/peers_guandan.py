"""Guandan beside OpenGuanDan, a simulator of the game for Python.

OpenGuanDan is in no package index, so it is not measured here: its figure was taken once and is a constant.
"""

from __future__ import annotations

from functools import partial

import ours
from peers_row import Row

OPENGUANDAN_DEALS = 33.0  # random deals per second
DEALT = ours.Hands(packs=2, cards=27)

ROWS = (
    Row(
        work="random Guandan deals, in C",
        peer="OpenGuanDan",
        package=None,
        unit="deals",
        floor=500,
        ours=ours.deals("guandan"),
        theirs=OPENGUANDAN_DEALS,
        notes=(partial(ours.moves_in_a_deal, "guandan"),),
    ),
    Row(
        work="the same, counted in moves",
        peer="-",
        package=None,
        unit="moves",
        floor=None,
        ours=ours.moves("guandan"),
        theirs=None,
    ),
    Row(
        work="random Guandan moves, from Python",
        peer="-",
        package=None,
        unit="moves",
        floor=None,
        ours=ours.steps("guandan"),
        theirs=None,
    ),
    Row(
        work="legal moves of 27 Guandan cards",
        peer="-",
        package=None,
        unit="calls",
        floor=None,
        ours=ours.leads("guandan", DEALT, level="2"),
        theirs=None,
        notes=(partial(ours.moves_of_a_hand, "guandan", DEALT, level="2"),),
    ),
    Row(
        work="the same, every move an object",
        peer="-",
        package=None,
        unit="calls",
        floor=None,
        ours=ours.leads("guandan", DEALT, level="2", use=list),
        theirs=None,
    ),
)
