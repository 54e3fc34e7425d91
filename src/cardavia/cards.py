"""One card of a deck."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Card:
    """One kind of card of a deck. Two cards of the same kind are equal, also when they come from two packs.

    ``str(card)`` is its text (``"TH"``), ``card.symbol`` the same with a suit symbol (``"T♥"``).
    """

    deck: str
    """Name of the deck."""
    index: int
    """Place in deck order, from 0."""
    text: str
    """Text that every parser of the library takes."""
    symbol: str
    """Text with a suit symbol."""
    rank: str
    """Text of the rank: ``"T"``, ``"BJ"``, ``"V"``, ``"MOOR1"``."""
    suit: str | None
    """``"C"``, ``"D"``, ``"H"`` or ``"S"``; in Aluette and Ottocento ``"d"``, ``"c"``, ``"b"`` or ``"s"``; None for a joker
    and for the trumps and the Matto of Ottocento."""

    def __str__(self) -> str:
        return self.text
