"""One Poker: what lies on its table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from cardavia._core import Cards, Move
from cardavia.cards import Card
from cardavia.face import Fact


@dataclass(frozen=True, slots=True)
class Table:
    """What lies open at a table of One Poker. Amounts are chips; tuples go by seat."""

    first: int
    """Seat that acts first; once the deal is over, in the next (OP-2.1)."""
    chips: tuple[int, int]
    """Chips behind."""
    bets: tuple[int, int]
    """Put in in this deal, antes apart."""
    pot: int
    """Antes and bets."""
    up: tuple[int, int]
    """How many of the seat's two cards of this deal are UP: 8 to A (OP-2.2). The others are DOWN."""
    has_locked: tuple[int, ...]
    """The seats that have locked a card."""
    folded: tuple[int, ...]
    """The seat that has folded."""
    bet_to_call: int
    """The bet to match; 0 when there is no betting, as the next four."""
    full_raise: int
    """What a full raise adds to it at least (OP-4)."""
    to_call: int
    """What the seat to act has to add, no more than it has."""
    min_raise: int
    """The least total that it may bet or raise to; 0: it may not."""
    max_raise: int
    """The most: all that it has."""
    winner: int | None
    """Seat that won the deal, once it is over; None also for a tie."""
    stock_size: int
    """Cards that can still be drawn."""
    restocks: int
    """How often the stock was made anew (OP-6)."""
    discards: Cards
    """Cards thrown away since."""
    shown: tuple[Cards, Cards]
    """The locked cards, once the deal is over."""


# ---- For display: what every face says (cardavia.face) ----

FIRST: Final = "first to act"
"""What the seat is that a deal begins with."""

LINES: Final[Mapping[str, str]] = {
    "fold": "{seat} folded",
    "refund": "{seat} got {amount} back, which nobody matched",
    "pot": "pot: {amount}",
    "share": "  {seat} won {amount}",
}
"""What the lines of an account say, by code."""

TYPING: Final = """\
Name the card that you lock: lock 9S. UP is 8 to A, DOWN is 2 to 7. The higher card wins, but a 2 beats an ace.
Amounts are totals for the round, without the ante: raise 5 raises to 5. A call needs no amount."""
"""What is good to know about the text of moves, besides what holds for every game."""

_DOWNWARDS: Final = "AKQJT98765432"
_HAND: Final = 2


def arrange(cards: Cards, table: Table) -> list[Card]:
    """Cards as they are held in the hand: from the highest rank down."""
    return sorted(cards, key=lambda card: _DOWNWARDS.index(card.rank))


def meant(text: str, table: Table) -> str:
    """The text of the move that a person means."""
    return text


def label(move: Move) -> str:
    """What a move is called: its kind."""
    return str(move.kind)


def worth(cards: Cards, table: Table) -> str:
    """What a hand comes to by now: nothing that its cards do not say."""
    return ""


def roles(table: Table) -> tuple[str, ...]:
    """Nobody has a role; who acts first is told when the deal begins."""
    return "", ""


def seats(table: Table) -> tuple[str, ...]:
    """The chips of each seat, and what is told of its two cards."""
    return tuple(_seat(table, seat) for seat in range(len(table.chips)))


def _seat(table: Table, seat: int) -> str:
    parts = [f"{table.chips[seat]} chips"]
    if table.shown[seat]:
        return parts[0]
    if table.bets[seat]:
        parts.append(f"bet {table.bets[seat]}")
    if seat in table.has_locked:
        parts.append("locked")
    parts.append(f"{table.up[seat]} UP {_HAND - table.up[seat]} DOWN")
    return ", ".join(parts)


def facts(table: Table) -> dict[str, Fact]:
    """What lies on the table besides, named."""
    known: dict[str, Fact] = {"pot": str(table.pot)}
    if set(table.has_locked) == {0, 1}:
        known["to call"] = f"{table.to_call} more" if table.to_call else "nothing"
    return {**known, "stock": f"{table.stock_size} cards"}
