"""What happened: the log of a match or a view."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cardavia._core import Cards, Move


class EventCode(StrEnum):
    """What an event says. The codes are stable; a front end words them in its own language."""

    DEAL = "deal"
    """A deal begins: ``seat`` acts first, ``amount`` is its number, from 0."""
    HAND = "hand"
    """``seat`` was dealt ``cards``. Only that seat sees it."""
    MOVE = "move"
    """``seat`` made ``move``."""
    REDEAL = "redeal"
    """Nobody bid: the cards are thrown in and dealt anew."""
    BOTTOM = "bottom"
    """``cards`` are turned up and join the hand of ``seat``."""
    TRICK = "trick"
    """``seat`` won the trick and leads."""
    POINTS = "points"
    """``seat`` gets ``amount`` points."""
    DEAL_OVER = "deal-over"
    """The deal ends; ``seat`` ended it."""
    MATCH_OVER = "match-over"
    """No deal follows."""


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened. What a code has no use for is None or 0."""

    code: EventCode
    """What happened; it says what the other fields mean."""
    seat: int | None = None
    """Whom it concerns."""
    amount: int = 0
    """A number of points, or of a deal."""
    cards: Cards | None = None
    """Cards that were dealt or turned up."""
    move: Move | None = None
    """The move that was made."""

    def to_dict(self) -> dict[str, object]:
        """The event as plain values for JSON: cards and moves as text, what is None left out."""
        values: dict[str, object] = {"code": str(self.code)}
        if self.seat is not None:
            values["seat"] = self.seat
        if self.code in (EventCode.DEAL, EventCode.POINTS):
            values["amount"] = self.amount
        if self.cards is not None:
            values["cards"] = str(self.cards)
        if self.move is not None:
            values["move"] = str(self.move)
        return values
