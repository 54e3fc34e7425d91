"""Whether numbers that were drawn are even."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Hashable, Iterable, Mapping
from typing import Any

DEVIATIONS = 5.2
"""Of a normal deviate: exceeded by chance once in ten million."""


def most_by_chance(classes: int) -> float:
    """What chi-square stays below when the counts of that many classes are off by chance (Wilson and Hilferty)."""
    freedom = classes - 1
    spread = 2 / (9 * freedom)
    return float(freedom * (1 - spread + DEVIATIONS * spread**0.5) ** 3)


def assert_fits(drawn: Iterable[Hashable], weights: Mapping[Any, int]) -> None:
    """Each class was drawn as often as its weight says, as far as chance allows; and nothing else was."""
    counts = Counter(drawn)
    assert set(counts) <= set(weights)
    each = sum(counts.values()) / sum(weights.values())
    assert each * min(weights.values()) >= 10, "too few draws to tell"
    chi_square = sum((counts[one] - each * weight) ** 2 / (each * weight) for one, weight in weights.items())
    assert len(weights) == 1 or chi_square < most_by_chance(len(weights))


def assert_even(drawn: Iterable[Hashable], classes: Collection[Hashable]) -> None:
    """Each class was drawn equally often, as far as chance allows; and nothing else was."""
    assert_fits(drawn, dict.fromkeys(classes, 1))
