"""Whether numbers that were drawn are even."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Hashable, Iterable

DEVIATIONS = 5.2
"""Of a normal deviate: exceeded by chance once in ten million."""


def chi_square(counts: Iterable[int]) -> float:
    """How far the counts are from being equal."""
    seen = list(counts)
    expected = sum(seen) / len(seen)
    return sum((count - expected) ** 2 for count in seen) / expected


def most_by_chance(classes: int) -> float:
    """What :func:`chi_square` stays below when that many classes are equally likely (Wilson and Hilferty)."""
    freedom = classes - 1
    spread = 2 / (9 * freedom)
    return float(freedom * (1 - spread + DEVIATIONS * spread**0.5) ** 3)


def assert_even(drawn: Iterable[Hashable], classes: Collection[Hashable]) -> None:
    """Each class was drawn equally often, as far as chance allows; and nothing else was."""
    counts = Counter(drawn)
    assert set(counts) <= set(classes)
    assert sum(counts.values()) >= 10 * len(classes), "too few draws to tell"
    if len(classes) > 1:
        assert chi_square(counts[each] for each in classes) < most_by_chance(len(classes))
