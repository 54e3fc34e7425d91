"""Dou Dizhu: what lies on its table, and its combinations as functions.

>>> from cardavia.games import doudizhu
>>> [str(reading.shape) for reading in doudizhu.readings("3C 3D 3H 4C 4D 4H 5C 5D")]
['airplane+singles']
>>> [str(play) for play in doudizhu.plays("3C 3D 4S 9C", beating="8H")]
['play 9C']
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from cardavia import climbing
from cardavia._core import Cards, Move, MoveList
from cardavia.cards import Card
from cardavia.face import Fact
from cardavia.registry import Given


@dataclass(frozen=True, slots=True)
class Table:
    """What lies open at a table of Dou Dizhu."""

    first_bidder: int
    """Seat that bid first (DDZ-2.2)."""
    redeals: int
    """How often three passes threw the deal in (DDZ-2.4)."""
    calls: tuple[int, ...]
    """The calls in order, from the first bidder: 0 a pass, 1 to 3 a bid."""
    bidder: int | None
    """Seat of the highest bid."""
    bid: int
    """The highest bid; 0 when there is none."""
    landlord: int | None
    """The landlord's seat once the bidding is over."""
    multiplier: int
    """Doubled by each bomb and rocket, and at the end by spring or reverse spring (DDZ-5.1, 5.2)."""
    bombs: int
    """Bombs and rockets played."""
    leader: int | None
    """Seat that leads or led the trick; None while the bidding lasts."""
    leading: int | None
    """Seat whose play is to be beaten; None when the seat to act leads."""
    passes: int
    """Passes in a row."""
    plays: tuple[int, int, int]
    """How often each seat has played cards."""
    bottom: Cards
    """The three bottom cards once they are turned up; they stay listed for the whole deal (DDZ-2.5)."""
    trick: tuple[Move | None, Move | None, Move | None]
    """What each seat did last in the trick on the table."""


def readings(cards: Given) -> list[Move]:
    """What some cards are: a list of one play, or of none when they are no combination (DDZ-4).

    :raises BadCards: for text that is no card
    """
    return climbing.readings("doudizhu", cards)


def plays(hand: Given, beating: Given | Move | None = None) -> MoveList:
    """The plays of a hand: one for each shape and multiset of ranks, with the cards that are first in deck order.

    :param hand: any cards
    :param beating: what lies on the table, as a move or as cards: then only what beats it (DDZ-3.1). Nothing beats
        cards that are no combination.
    :returns: a sequence of moves, without the pass
    :raises BadCards: for text that is no card
    :raises IllegalMove: for a move of another game
    """
    return climbing.plays("doudizhu", hand, beating)


# ---- For display: what every face says (cardavia.face) ----

FIRST: Final = "first to act"
"""What the seat is that a deal begins with."""

LINES: Final[Mapping[str, str]] = {
    "winner": "{seat} went out first",
    "bid": "{seat} became landlord with a bid of {amount}",
    "bombs": "bombs and rockets played: {amount}",
    "spring": "spring: no peasant played a card",
    "reverse-spring": "reverse spring: the landlord played only once",
    "multiplier": "multiplier: {amount}",
    "stake": "stake of each peasant, bid times multiplier: {amount}",
}
"""What the lines of an account say, by code."""

TYPING: Final = "Suits never matter, so ranks alone will do: 333 4, TJQKA, BJ RJ."
"""What is good to know about the text of moves, besides what holds for every game."""


def arrange(cards: Cards, table: Table) -> list[Card]:
    """Cards as they are held in the hand: from the highest rank down (DDZ-3.3)."""
    return climbing.downwards(cards, climbing.TWO_HIGH)


def meant(text: str, table: Table) -> str:
    """The text of the move that a person means."""
    return text


def label(move: Move) -> str:
    """What a play is called: its shape."""
    return str(move.shape)


def worth(cards: Cards, table: Table) -> str:
    """What a hand comes to by now: nothing that could be said in a word."""
    return ""


def roles(table: Table) -> tuple[str, ...]:
    """What each seat is in this deal; nothing before there is a landlord."""
    if table.landlord is None:
        return "", "", ""
    return tuple("landlord" if seat == table.landlord else "peasant" for seat in range(3))


def seats(table: Table) -> tuple[str, ...]:
    """What lies before each seat: nothing but the trick, which is told move by move."""
    return "", "", ""


def facts(table: Table) -> dict[str, Fact]:
    """What lies on the table besides, named."""
    if table.landlord is None:
        return {"highest bid": str(table.bid or "none")}
    return {
        "stake": f"bid {table.bid}, multiplier {table.multiplier}",
        "bottom cards": table.bottom,
        **climbing.to_beat(table),
    }
