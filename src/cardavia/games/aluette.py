"""Aluette, the Cow: what lies on its table, and who takes a trick as a function.

>>> from cardavia.games import aluette
>>> aluette.trick_winner("Rs 2c 9d 1b")
1
>>> aluette.trick_winner("9b 4d 9s 8c") is None
True
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cmp_to_key
from typing import Final

from cardavia import _core
from cardavia._core import Cards, Move
from cardavia.cards import Card
from cardavia.face import Fact
from cardavia.registry import Given
from cardavia.tricks import Trick, counted, tricks_of


@dataclass(frozen=True, slots=True)
class Table:
    """What lies open at a table of Aluette."""

    dealer: int
    """Seat that dealt (AL-1)."""
    deals_played: int
    """Deals of the match that are over, of five."""
    points: tuple[int, int]
    """Points of seats 0 and 2, and of seats 1 and 3, in the match."""
    leader: int | None
    """Seat that leads or led the trick being played; None once the deal is over."""
    trick: tuple[Card, ...]
    """The cards of that trick, from the leader's on."""
    tricks_played: int
    """Tricks played in this deal."""
    won: tuple[int, int, int, int]
    """Tricks that each seat has won: seats, not sides, are compared (AL-5)."""
    winners: tuple[int | None, ...]
    """For each of nine tricks who won it; None for a fouled one, and for one not played yet (AL-4)."""
    leaders: tuple[int, ...]
    """Who led each trick begun."""
    played: tuple[Card, ...]
    """All cards played, in order: four for each trick, from its leader's on."""

    @property
    def tricks(self) -> tuple[Trick, ...]:
        """The tricks in order, the one being played last."""
        return tricks_of(self)


def trick_winner(cards: Given) -> int | None:
    """Which card takes a trick: its place, from 0; None when two or more are equally high, so that it is fouled (AL-4).

    :param cards: one to four different cards, in the order played
    :raises BadCards: for text that is no card; "no-trick" for no cards, more than four, or one twice
    """
    return _core.aluette_trick_winner(_core.parse_numbers("aluette", cards))


# ---- For display: what every face says (cardavia.face) ----

FIRST: Final = "first to lead"
"""What the seat is that a deal begins with."""

LINES: Final[Mapping[str, str]] = {
    "tricks": "tricks won by {seat}: {amount}",
    "fouled": "fouled tricks: {amount}",
    "winner": "{seat} won the most, or of equals had so many first: {amount}",
    "point": "the side of {seat} gets {amount} point",
    "mordienne": "mordienne, the last tricks in a row: the side of {seat} gets {amount} points",
}
"""What the lines of an account say, by code."""

TYPING: Final = """\
Cards are 1 to 9, V, C and R (valet, cavalier, roi) of d, c, b and s: coins, cups, batons and swords. Any may be played.
From high: 3d 3c 2d 2c 9c 9d 2b 2s, aces, R, C, V, 9b and 9s, 8 to 4, 3b and 3s. Where two are highest, nobody wins."""
"""What is good to know about the text of moves, besides what holds for every game."""


def meant(text: str, table: Table) -> str:
    """The text of the move that a person means."""
    return text


def _compare(card: Card, other: Card) -> int:
    """Above 0 when the card is higher than the other, 0 when they are equal."""
    winner = trick_winner((card, other)) if card != other else None
    return 0 if winner is None else 1 if winner == 0 else -1


def arrange(cards: Cards, table: Table) -> list[Card]:
    """Cards as they are held in the hand: from the highest down (AL-3)."""
    return sorted(cards, key=cmp_to_key(_compare), reverse=True)


def label(move: Move) -> str:
    """What a move is called: its kind."""
    return str(move.kind)


def worth(cards: Cards, table: Table) -> str:
    """What a hand comes to by now: nothing that could be said in a word."""
    return ""


def roles(table: Table) -> tuple[str, ...]:
    """Who has dealt."""
    return tuple("dealer" if seat == table.dealer else "" for seat in range(len(table.won)))


def seats(table: Table) -> tuple[str, ...]:
    """How many tricks each seat has won."""
    return tuple(counted(won) for won in table.won)


def facts(table: Table) -> dict[str, Fact]:
    """What lies on the table besides, named."""
    first, second = table.points
    known: dict[str, Fact] = {"points": f"seats 0 and 2: {first}, seats 1 and 3: {second}"}
    if table.trick:
        known["trick"] = table.trick
    if len(table.trick) > 1:
        winner = trick_winner(table.trick)
        known["highest"] = "none alone" if winner is None else table.trick[winner : winner + 1]
    return known
