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
    *ours.beside("Guandan", "guandan", peer="OpenGuanDan", deals_of_peer=OPENGUANDAN_DEALS, floor=500),
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
