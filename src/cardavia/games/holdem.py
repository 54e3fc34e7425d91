"""Texas Hold'em: what lies on its table. Hands are ranked by :mod:`cardavia.poker`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from cardavia import poker
from cardavia._core import Cards, Move
from cardavia.cards import Card
from cardavia.face import Fact


@dataclass(frozen=True, slots=True)
class Table:
    """What lies open at a table of Hold'em. Amounts are chips; tuples go by seat unless more is said."""

    button: int
    """Seat with the button (HE-2.1)."""
    small_blind_seat: int
    """Seat that posts the small blind."""
    big_blind_seat: int
    """Seat that posts the big blind."""
    small_blind: int
    """The small blind; a seat with less posts what it has (HE-2.3)."""
    big_blind: int
    """The big blind; also the least bet."""
    stacks: tuple[int, ...]
    """Chips behind."""
    bets: tuple[int, ...]
    """Put in in this round."""
    put_in: tuple[int, ...]
    """Put in in this hand."""
    in_hand: tuple[int, ...]
    """The seats that have not folded."""
    board: tuple[Card, ...]
    """The open cards, in the order dealt."""
    bet_to_call: int
    """The bet to match; 0 once the hand is over, as the next four."""
    full_raise: int
    """What a full raise adds to it at least (HE-3.3)."""
    to_call: int
    """What the seat to act has to add, no more than it has."""
    min_raise: int
    """The least total that it may bet or raise to; 0: it may not (HE-3.4)."""
    max_raise: int
    """The most: all that it has."""
    pots: tuple[int, ...]
    """Chips of each pot, the main pot first, as far as they are put in (HE-5.3)."""
    contenders: tuple[tuple[int, ...], ...]
    """For each pot the seats that can win it."""
    winners: tuple[tuple[int, ...], ...]
    """For each pot the seats that won it, once the hand is over."""
    places: tuple[int, ...]
    """Of seats that are out of the match, 1 the best; 0: still in (HE-5.4)."""
    shown: tuple[Cards, ...]
    """The hands that were shown, for four seats; no cards for a hand that was not, or for no seat."""


# ---- For display: what every face says (cardavia.face) ----

FIRST: Final = "button"
"""What the seat is that a deal begins with."""

LINES: Final[Mapping[str, str]] = {
    "refund": "{seat} got {amount} back, which nobody matched",
    "pot": "pot: {amount}",
    "share": "  {seat} won {amount}",
    "odd-chip": "  {seat} won {amount} more: an odd chip",
    "place": "{seat} finished in place {amount}",
}
"""What the lines of an account say, by code."""

TYPING: Final = """\
Amounts are totals for the round, with what you have in it already: raise 60 raises to 60. A call needs no amount."""
"""What is good to know about the text of moves, besides what holds for every game."""

_DOWNWARDS: Final = "AKQJT98765432"
_HAND_COUNTS: Final = 5


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
    """What a hand is together with the board: "two pair"; nothing before the flop."""
    together = cards + table.board
    return str(poker.category(together)) if len(together) >= _HAND_COUNTS else ""


def roles(table: Table) -> tuple[str, ...]:
    """Who has the button."""
    return tuple("button" if seat == table.button else "" for seat in range(len(table.stacks)))


def seats(table: Table) -> tuple[str, ...]:
    """The chips of each seat, and how it stands in the hand."""
    return tuple(_seat(table, seat) for seat in range(len(table.stacks)))


def _seat(table: Table, seat: int) -> str:
    stack, over = table.stacks[seat], bool(table.winners)
    if table.places[seat] and not stack:
        return f"out, place {table.places[seat]}"
    if over:
        return f"{stack} chips"
    if seat not in table.in_hand:
        return f"{stack} chips, folded"
    bet = f", bet {table.bets[seat]}" if table.bets[seat] else ""
    return f"{stack} chips{bet}" if stack else f"all-in{bet}"


def facts(table: Table) -> dict[str, Fact]:
    """What lies on the table besides, named."""
    known: dict[str, Fact] = {"board": table.board} if table.board else {}
    return {**known, "pot": str(sum(table.put_in)), "to call": f"{table.to_call} more" if table.to_call else "nothing"}
