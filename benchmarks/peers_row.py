"""One row of the comparison with peers: the same work done by Cardavia and by another library, timed side by side.

Where a peer cannot be had its figure is a constant that was taken elsewhere, and ours is set against that.

Two libraries timed minutes apart on a busy machine say little about each other. Here they take turns within
one process (ours, theirs, ours, theirs ...), and the ratio is that of the two medians. Time is CPU time of the process: what
other processes take away counts for neither side, and a library that works in several threads pays for all of them.
"""

from __future__ import annotations

import gc
import importlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from statistics import median
from time import process_time
from typing import Any, TypeVar

T = TypeVar("T")

Batch = Callable[[], int]
"""Does some of the work, some milliseconds of it, and returns how many units that was."""

Setup = Callable[[], Batch]
"""Imports the library and prepares everything that is not to be timed. What it imports may be missing."""

ROUNDS = 5


@dataclass(frozen=True, slots=True)
class Row:
    """A piece of work that Cardavia and one peer both do, or Cardavia alone."""

    work: str
    peer: str
    package: str | None  # the peer's distribution, to print its version; None: it has none
    unit: str  # in the plural: figures are units per second
    floor: float | None  # ours / theirs must reach this; None: for information only
    ours: Setup
    theirs: Setup | float | None  # or a constant, in units per second; None: there is no peer
    least: float | None = None  # ours alone must reach this many units per second; None: whatever it is
    notes: Sequence[Callable[[], str]] = ()  # facts that are counted and not timed; each may need a library that is missing


@dataclass(frozen=True, slots=True)
class Result:
    """The figures of one row, in units per second; None where a library is not installed."""

    row: Row
    ours: float | None
    theirs: float | None
    notes: tuple[str, ...]

    @property
    def ratio(self) -> float | None:
        """Ours over theirs."""
        return None if self.ours is None or self.theirs is None else self.ours / self.theirs

    @property
    def met(self) -> bool | None:
        """Whether ratio and figure reach what the row asks for; None when it asks for nothing, or a figure is missing."""
        asked = ((self.ratio, self.row.floor), (self.ours, self.row.least))
        checks = [None if figure is None else figure >= floor for figure, floor in asked if floor is not None]
        if False in checks:
            return False
        return None if None in checks or not checks else True


def peer(module: str) -> Any:
    """Import a peer's module. Peers have no type stubs, so it comes as Any."""
    return importlib.import_module(module)


def measure(row: Row, seconds: float) -> Result:
    """Time both sides of a row in turns, for about `seconds` each."""
    notes: list[str] = []
    ours = _if_installed(row.ours, notes)
    theirs = _if_installed(row.theirs, notes) if callable(row.theirs) else None
    constant = None if callable(row.theirs) else row.theirs
    rates: dict[Batch, list[float]] = {batch: [] for batch in (ours, theirs) if batch is not None}
    with _settled_memory():
        for batch in rates:
            batch()  # warms up
        for _ in range(ROUNDS):
            for batch, figures in rates.items():
                figures.append(_rate(batch, seconds / ROUNDS))
    for note in row.notes:
        if (text := _if_installed(note, notes)) is not None:
            notes.append(text)
    return Result(
        row,
        None if ours is None else median(rates[ours]),
        constant if theirs is None else median(rates[theirs]),
        tuple(dict.fromkeys(notes)),
    )


def _if_installed(make: Callable[[], T], notes: list[str]) -> T | None:
    try:
        return make()
    except ModuleNotFoundError as error:
        notes.append(f"{error.name} is not installed")
        return None


def _rate(batch: Batch, seconds: float) -> float:
    """Units per second of one batch after another, until the time is up."""
    units = 0
    start = process_time()
    while True:
        units += batch()
        elapsed = process_time() - start
        if elapsed >= seconds:
            return units / elapsed


@contextmanager
def _settled_memory() -> Iterator[None]:
    """Let the garbage collector run, as it does for users, without making it walk what the setups have loaded."""
    gc.collect()
    gc.freeze()
    try:
        yield
    finally:
        gc.unfreeze()
