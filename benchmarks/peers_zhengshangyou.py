"""Zheng Shangyou, which has no peer."""

from __future__ import annotations

import ours

ROWS = ours.alone("Zheng Shangyou", "zhengshangyou")
