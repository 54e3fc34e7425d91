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
    """A deal begins: ``seat`` acts first (in Hold'em it has the button), ``amount`` is its number, from 0."""
    HAND = "hand"
    """``seat`` was dealt ``cards``. Only that seat sees it."""
    MOVE = "move"
    """``seat`` made ``move``."""
    REDEAL = "redeal"
    """Nobody bid: the cards are thrown in and dealt anew."""
    BOTTOM = "bottom"
    """``cards`` are turned up and join the hand of ``seat``."""
    TRICK = "trick"
    """The trick is over; ``seat`` leads: who won it, or, when that seat is out, who leads for it."""
    POINTS = "points"
    """``seat`` gets ``amount`` points."""
    DEAL_OVER = "deal-over"
    """The deal ends; ``seat`` ended it."""
    MATCH_OVER = "match-over"
    """No deal follows."""
    BLIND = "blind"
    """``seat`` posts ``amount`` as a blind."""
    ANTE = "ante"
    """``seat`` pays ``amount`` as an ante."""
    STREET = "street"
    """``cards`` are turned up: ``amount`` 1 is the flop, 2 the turn, 3 the river."""
    SHOWN = "shown"
    """``seat`` shows ``cards``."""
    REFUND = "refund"
    """``amount``, which nobody matched, goes back to ``seat``."""
    POT = "pot"
    """``seat`` wins ``amount`` of a pot."""
    OUT = "out"
    """``seat`` is out of the match, in the place ``amount``."""
    SIGNAL = "signal"
    """``amount`` of the cards that ``seat`` holds are UP."""
    LOCKED = "locked"
    """``seat`` locked a card."""
    RESTOCK = "restock"
    """``amount`` cards were shuffled into a new stock."""
    BONUS = "bonus"
    """``seat`` gets ``amount`` points for a bomb."""
    TRIBUTE = "tribute"
    """``seat`` gives ``cards``, one of them, as tribute; ``amount`` is the seat that gets it."""
    CANCELLED = "cancelled"
    """There is no tribute, because of ``cards``."""
    PLACE = "place"
    """``seat`` is out of the deal, in the place ``amount``, 1 the best."""
    CONTRACT = "contract"
    """The auction is over: ``seat`` declares; ``amount`` is the number of the contract, as ``bridge.Contract.of`` reads
    it."""
    DUMMY = "dummy"
    """``seat`` is dummy: ``cards``, its hand, lie open."""
    FOULED = "fouled"
    """Nobody has the trick; ``seat`` leads again."""
    TRUMP = "trump"
    """Trump is settled, and ``seat`` deals: ``amount`` 0 to 3 is clubs, diamonds, hearts or spades, 4 is no trump."""
    BURIED = "buried"
    """``seat`` laid ``amount`` cards face down and out of play."""
    DECLARED = "declared"
    """``seat`` shows ``cards``, those of its combinations, which score ``amount``."""
    GIVEN = "given"
    """``cards`` go from the pile of ``seat`` to the other team's."""


_WITH_AMOUNT = frozenset(
    {
        EventCode.DEAL,
        EventCode.POINTS,
        EventCode.BLIND,
        EventCode.ANTE,
        EventCode.STREET,
        EventCode.REFUND,
        EventCode.POT,
        EventCode.OUT,
        EventCode.SIGNAL,
        EventCode.RESTOCK,
        EventCode.BONUS,
        EventCode.TRIBUTE,
        EventCode.PLACE,
        EventCode.CONTRACT,
        EventCode.TRUMP,
        EventCode.BURIED,
        EventCode.DECLARED,
    }
)


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened. What a code has no use for is None or 0."""

    code: EventCode
    """What happened; it says what the other fields mean."""
    seat: int | None = None
    """Whom it concerns."""
    amount: int = 0
    """A number: of points, of chips, of cards, of a deal."""
    cards: Cards | None = None
    """Cards that were dealt or turned up."""
    move: Move | None = None
    """The move that was made."""

    def to_dict(self) -> dict[str, object]:
        """The event as plain values for JSON: cards and moves as text, what is None left out."""
        values: dict[str, object] = {"code": str(self.code)}
        if self.seat is not None:
            values["seat"] = self.seat
        if self.code in _WITH_AMOUNT:
            values["amount"] = self.amount
        if self.cards is not None:
            values["cards"] = str(self.cards)
        if self.move is not None:
            values["move"] = str(self.move)
        return values
