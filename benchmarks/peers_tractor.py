"""Tractor beside Tractor-RL, an environment of the game for Python.

Tractor-RL is in no package index, so it is not measured here: its figure was taken once and is a constant.
"""

from __future__ import annotations

import ours

TRACTOR_RL_DEALS = 130.0  # random deals per second

ROWS = ours.beside("Tractor", "tractor", peer="Tractor-RL", deals_of_peer=TRACTOR_RL_DEALS, floor=500)
