"""What the faces of the climbing games share: the doors to their combinations, and what lies on all their tables."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Protocol

from cardavia import _core
from cardavia._core import Cards, Move, MoveList
from cardavia.cards import Card
from cardavia.face import Fact
from cardavia.registry import Given, cards_of

TWO_HIGH: Final = ("3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A", "2", "BJ", "RJ")
"""The ranks upwards, where the two is above the ace."""


def readings(game: str, cards: Given, given: int = 0) -> list[Move]:
    """What some cards are in a game.

    :param given: what it has to know besides: the number of the level rank, or 1 for an opening
    """
    return _core.readings(game, cards_of(cards), given)


def plays(game: str, hand: Given, beating: Given | Move | None, given: int = 0) -> MoveList:
    """The plays of a hand in a game; with ``beating`` those that beat that move or those cards."""
    if not (beating is None or isinstance(beating, Move)):
        beating = cards_of(beating)
    return _core.plays(game, cards_of(hand), beating, given)


def downwards(cards: Cards, upwards: Sequence[str]) -> list[Card]:
    """Cards from the highest rank down."""
    return sorted(cards, key=lambda card: upwards.index(card.rank), reverse=True)


class _Trick(Protocol):
    """A table with a trick on it."""

    @property
    def leading(self) -> int | None: ...
    @property
    def trick(self) -> Sequence[Move | None]: ...


def to_beat(table: _Trick) -> dict[str, Fact]:
    """The play that is to be beaten, named; nothing when the seat to act leads."""
    play = None if table.leading is None else table.trick[table.leading]
    return {} if play is None else {"to beat": play}
