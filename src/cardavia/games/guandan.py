"""Guandan: what lies on its table, and its combinations as functions.

>>> from cardavia.games import guandan
>>> [f"{reading.shape} {reading.rank}" for reading in guandan.readings("3C 3D 4C 4D 5H", level="5")]
['full-house 3', 'full-house 4']
>>> [str(play) for play in guandan.plays("3C 3D 5C 9H", level="5", beating="KH")]
['play single 5: 5C']
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from cardavia import climbing
from cardavia._core import Cards, Move, MoveList
from cardavia.cards import Card
from cardavia.errors import IllegalMove
from cardavia.face import Fact
from cardavia.options import LEVELS, level_number
from cardavia.registry import Given

_JOKERS: Final = ("BJ", "RJ")
_PLACES: Final = ("1st", "2nd", "3rd", "4th")


@dataclass(frozen=True, slots=True)
class Table:
    """What lies open at a table of Guandan. Tuples go by seat unless more is said; ranks are texts, "2" to "A"."""

    levels: tuple[str, str]
    """The level of each side, seats 0 and 2 first; raised once the deal is over (GD-1.2)."""
    level: str
    """The level rank of this deal; its hearts are wild (GD-2)."""
    previous: tuple[int, ...]
    """The seats by their places in the last deal; empty in a first deal."""
    places: tuple[int, ...]
    """The seats that are out, in order; all four once the deal is over (GD-1.1)."""
    payers: tuple[int, ...]
    """The seats that gave tribute to the first and to the second of the last deal; empty when nobody did (GD-3.1)."""
    tribute: tuple[Card, ...]
    """The cards that they gave."""
    returned: tuple[Card, ...]
    """The cards that they got back, as far as they have (GD-3.3)."""
    cancelled: int
    """1: both red jokers cancelled the tribute (GD-3.2); else 0."""
    leader: int | None
    """Seat that leads or led the trick; None while cards are given back."""
    leading: int | None
    """Seat whose play is to be beaten; None when the seat to act leads."""
    passes: int
    """Passes since the last play."""
    known: tuple[Cards, Cards, Cards, Cards]
    """The cards that everybody knows a seat to hold, from the tribute (GD-3.5)."""
    trick: tuple[Move | None, Move | None, Move | None, Move | None]
    """What each seat did last in the trick on the table."""


def readings(cards: Given, level: str) -> list[Move]:
    """What some cards are: a list of plays, one for each combination that they can be (GD-5.5), or of none.

    :param cards: any cards of two packs
    :param level: the level rank, "2" to "A"; its hearts are wild (GD-5.4)
    :raises BadCards: for text that is no card
    :raises BadOption: for what is no level
    """
    return climbing.readings("guandan", cards, level_number(level))


def plays(hand: Given, level: str, beating: Given | Move | None = None) -> MoveList:
    """The plays of a hand: one for each combination, multiset of natural ranks and number of wild cards (of straight
    flushes also for each suit), with the cards that are first in deck order.

    :param hand: any cards of two packs
    :param level: the level rank, "2" to "A"; its hearts are wild (GD-5.4)
    :param beating: what lies on the table, as a move, or as cards that have one reading: then only what beats it
        (GD-4.3). Nothing beats cards that are no combination.
    :returns: a sequence of moves, without the pass
    :raises BadCards: for text that is no card
    :raises BadOption: for what is no level
    :raises IllegalMove: "which-reading" for cards to beat that have more than one reading; "other-game" for a move of
        another game
    """
    if not (beating is None or isinstance(beating, Move)) and len(readings(beating, level)) > 1:
        raise IllegalMove("the cards to beat have more than one reading: give one of them", "which-reading", "GD-5.5")
    return climbing.plays("guandan", hand, beating, level_number(level))


# ---- For display: what every face says (cardavia.face) ----

FIRST: Final = "first to act"
"""What the seat is that a deal begins with."""

LINES: Final[Mapping[str, str]] = {
    "place": "{seat} finished in place {amount}",
    "rise": "the side in place 1 rises by {amount}, but not above A",
    "level": "it is at level {level} now",
    "match": "it wins the match",
}
"""What the lines of an account say, by code."""

TYPING: Final = """\
Name the cards: 3C 3D 3H 5S 5S. Where they can be more than one thing, say which: full-house 3: 3C 3D 3H 5S 5S.
The hearts of the level rank are wild; they come last in your hand."""
"""What is good to know about the text of moves, besides what holds for every game."""


def arrange(cards: Cards, table: Table) -> list[Card]:
    """Cards as they are held in the hand: from the highest power down (GD-4.2), wild cards last."""
    upwards = (*(rank for rank in LEVELS if rank != table.level), table.level, *_JOKERS)
    held = climbing.downwards(cards, upwards)
    return sorted(held, key=lambda card: card.rank == table.level and card.suit == "H")


def meant(text: str, table: Table) -> str:
    """The text of the move that a person means."""
    return text


def label(move: Move) -> str:
    """What a play is called: its shape, and its rank, since cards can be more than one thing (GD-5.5)."""
    return f"{move.shape} {move.rank}"


def worth(cards: Cards, table: Table) -> str:
    """What a hand comes to by now: nothing that could be said in a word."""
    return ""


def roles(table: Table) -> tuple[str, ...]:
    """The place of each seat that is out."""
    return tuple(_PLACES[table.places.index(seat)] if seat in table.places else "" for seat in range(4))


def seats(table: Table) -> tuple[str, ...]:
    """The level of each seat's side once the deal is over; before that nothing but the trick, which is told move by
    move."""
    over = len(table.places) == len(_PLACES)
    return tuple(f"level {table.levels[seat % 2]}" if over else "" for seat in range(4))


def facts(table: Table) -> dict[str, Fact]:
    """What lies on the table besides, named."""
    known: dict[str, Fact] = {"level": f"{table.level}, its hearts are wild"}
    if table.levels[0] != table.levels[1]:
        known["levels"] = f"seats 0 and 2 at {table.levels[0]}, seats 1 and 3 at {table.levels[1]}"
    if table.tribute:
        known["tribute"] = table.tribute
    if table.returned:
        known["given back"] = table.returned
    return {**known, **climbing.to_beat(table)}
