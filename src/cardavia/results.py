"""The account of a deal, and of many."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the account of a deal."""

    code: str
    """A stable code, such as ``"spring"``; each game's page lists its codes."""
    seat: int | None
    """Whom it concerns; None: all."""
    amount: int
    """A number: of points, of bombs, a factor; the code says of what."""


@dataclass(frozen=True, slots=True)
class DealResult:
    """The account of a deal that is over."""

    points: tuple[int, ...]
    """Points per seat; they sum to zero."""
    lines: tuple[Line, ...]
    """How they came about, line by line."""


@dataclass(frozen=True, slots=True)
class Tally:
    """What many random deals came to."""

    deals: int
    """How many deals were played."""
    moves: int
    """How many moves they took, all together."""
    points: tuple[int, ...]
    """Sum of the points per seat."""
    hash: int
    """Sum of the hashes of the last positions, modulo 2**64: one number that says whether behaviour changed."""

    def __add__(self, other: Tally) -> Tally:
        return Tally(
            self.deals + other.deals,
            self.moves + other.moves,
            tuple(a + b for a, b in zip(self.points, other.points, strict=True)),
            (self.hash + other.hash) % 2**64,
        )
