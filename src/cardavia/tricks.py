"""What the faces of the trick games share: tricks, one by one, and words for moves and tricks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Protocol

from cardavia._core import Cards
from cardavia.cards import Card
from cardavia.errors import BadCards

_SEATS = 4


@dataclass(frozen=True, slots=True)
class Trick:
    """One trick."""

    leader: int
    """Seat that led."""
    cards: tuple[Card, ...]
    """The cards in the order played, from the leader's on."""
    winner: int | None
    """Seat that won it; None while it is being played, and when nobody did."""


class _Table(Protocol):
    """A table that tells all tricks."""

    @property
    def leaders(self) -> Sequence[int]: ...
    @property
    def winners(self) -> Sequence[int | None]: ...
    @property
    def played(self) -> tuple[Card, ...]: ...


def tricks_of(table: _Table) -> tuple[Trick, ...]:
    """The tricks of a deal in order, the one being played last."""
    winners = table.winners[: len(table.leaders)]
    return tuple(
        Trick(leader, table.played[_SEATS * place : _SEATS * (place + 1)], winner)
        for place, (leader, winner) in enumerate(zip_longest(table.leaders, winners))
    )


def said(text: str, word: str, deck: str) -> str:
    """The text of a move that begins with a word. A person may leave that out: then the text is cards alone."""
    try:
        return f"{word} {text}" if Cards(text, deck=deck) else text
    except BadCards:
        return text


def counted(tricks: int) -> str:
    """A number of tricks in words."""
    return f"{tricks} trick{'s' * (tricks != 1)}"
