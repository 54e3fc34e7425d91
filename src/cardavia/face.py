"""What a game says of itself in Python: its module, ``cardavia.games.<name>``, is such a face."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol, TypeAlias

from cardavia._core import Cards, Move
from cardavia.cards import Card

Fact: TypeAlias = str | Cards | tuple[Card, ...] | Move
"""Something that lies on the table: words, cards, cards in a certain order, a move."""


class Face(Protocol):
    """The table of a game, and what is said of it for display. ``table`` is always the game's own ``Table``."""

    @property
    def Table(self) -> type[object]:  # noqa: N802
        """What lies open: a dataclass with the fields that the core names."""
        ...

    @property
    def FIRST(self) -> str:  # noqa: N802
        """What the seat is that a deal begins with: "first to act"."""
        ...

    @property
    def LINES(self) -> Mapping[str, str]:  # noqa: N802
        """What the lines of an account say, by code, with ``{seat}`` and ``{amount}`` to be filled in, or ``{level}`` for
        an amount that is a level: 2 to 14, which is the ace; ``{table}`` is the table."""
        ...

    @property
    def TYPING(self) -> str:  # noqa: N802
        """What is good to know about the text of moves, besides what holds for every game; may be empty."""
        ...

    def meant(self, text: str, table: Any) -> str:
        """The text of the move that a person means who types that: the same, unless the game has short words of its
        own."""
        ...

    def arrange(self, cards: Cards, table: Any) -> list[Card]:
        """Cards as they are held in the hand."""
        ...

    def label(self, move: Move) -> str:
        """What a move is called among others: "pair"."""
        ...

    def worth(self, cards: Cards, table: Any) -> str:
        """What a hand comes to by now: "two pair"; may be empty."""
        ...

    def roles(self, table: Any) -> tuple[str, ...]:
        """What each seat is in this deal: "landlord"; may be empty."""
        ...

    def seats(self, table: Any) -> tuple[str, ...]:
        """What lies before each seat: "980 chips, bet 20"; may be empty."""
        ...

    def facts(self, table: Any) -> Mapping[str, Fact]:
        """What lies on the table besides, named."""
        ...
