"""Bots: anything with ``choose(view) -> Move`` is one. They are given views, never the match."""

from __future__ import annotations

from typing import Protocol

from cardavia._core import Move, Random, View
from cardavia.errors import BadOption, shown
from cardavia.registry import Seed


class Bot(Protocol):
    """Chooses a move from what its seat may know."""

    def choose(self, view: View) -> Move:
        """One of ``view.moves``."""
        ...


class RandomBot:
    """Plays any legal move, each equally likely.

    :param seed: int, 32 bytes, or None for fresh entropy
    """

    def __init__(self, seed: Seed = None) -> None:
        self._random = Random(seed)

    def choose(self, view: View) -> Move:
        """One of ``view.moves``, each equally likely.

        :raises IllegalMove: "no-moves" when it is not the viewer's turn
        """
        return view.moves.sample(self._random)


_BOTS = {"random": RandomBot}


def names() -> tuple[str, ...]:
    """The names that :func:`make` takes."""
    return tuple(_BOTS)


def make(name: str, *, seed: Seed = None) -> Bot:
    """The bot of a name.

    :raises BadOption: when there is none
    """
    if not isinstance(name, str) or name not in _BOTS:
        raise BadOption(f"there is no bot {shown(name)}; there are {', '.join(_BOTS)}", "no-such-bot")
    return _BOTS[name](seed)
