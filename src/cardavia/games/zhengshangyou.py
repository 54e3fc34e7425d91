"""Zheng Shangyou: what lies on its table, and its combinations as functions.

>>> from cardavia.games import zhengshangyou
>>> [str(play.shape) for play in zhengshangyou.readings("AC AD AS")]
['bomb']
>>> [str(play) for play in zhengshangyou.plays("4C 5C 5D 5H 5S KC", beating="2S")]
['play 5C 5D 5H 5S']
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
    """What lies open at a table of Zheng Shangyou. Tuples go by seat."""

    opener: int
    """Seat that was dealt the 3 of hearts and leads first (ZSY-2)."""
    opened: int
    """1 once it has; else 0."""
    leader: int
    """Seat that leads or led the trick."""
    leading: int | None
    """Seat whose play is to be beaten; None when the seat to act leads."""
    passes: int
    """Passes in a row."""
    answers: int
    """Plays in the trick behind the lead."""
    plays: tuple[int, int, int]
    """How often each seat has played cards."""
    bonuses: tuple[int, int, int]
    """How many bombs of each seat have earned a bonus (ZSY-5.2)."""
    trick: tuple[Move | None, Move | None, Move | None]
    """What each seat did last in the trick on the table."""
    shown: tuple[Cards, Cards, Cards]
    """The cards left in each hand, once the deal is over."""


def readings(cards: Given, *, opening: bool = False) -> list[Move]:
    """What some cards are: a list of one play, or of none when they are no combination (ZSY-4).

    :param opening: whether they are the first play of the deal: then four threes are the heavenly bomb, else a bomb
    :raises BadCards: for text that is no card
    """
    return climbing.readings("zhengshangyou", cards, int(bool(opening)))


def plays(hand: Given, beating: Given | Move | None = None) -> MoveList:
    """The plays of a hand: one for each shape and multiset of ranks, with the cards that are first in deck order.

    A hand that leads and has the 3 of hearts opens: then only the plays that contain it (ZSY-2).

    :param hand: any cards of the 48
    :param beating: what lies on the table, as a move or as cards: then only what beats it (ZSY-3.1). Nothing beats cards
        that are no combination.
    :returns: a sequence of moves, without the pass
    :raises BadCards: for text that is no card
    :raises IllegalMove: for a move of another game
    """
    return climbing.plays("zhengshangyou", hand, beating)


# ---- For display: what every face says (cardavia.face) ----

FIRST: Final = "with the 3 of hearts"
"""What the seat is that a deal begins with."""

LINES: Final[Mapping[str, str]] = {
    "winner": "{seat} went out first",
    "cards": "{seat} paid {amount} for the cards left",
    "doubled": "  doubled, having played no card",
    "spade-two": "  {amount} more for the 2 of spades",
    "bombs-left": "  {amount} more for bombs in hand",
    "bonus": "{seat} got {amount} for bombs that nobody beat",
}
"""What the lines of an account say, by code."""

TYPING: Final = """\
Suits never matter, so ranks alone will do: 333, 34567, 3344. Who can beat the table must; a pass is for who cannot."""
"""What is good to know about the text of moves, besides what holds for every game."""


def arrange(cards: Cards, table: Table) -> list[Card]:
    """Cards as they are held in the hand: from the highest rank down (ZSY-3.1)."""
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
    """Nobody has a role; who opens is told when the deal begins."""
    return "", "", ""


def seats(table: Table) -> tuple[str, ...]:
    """What lies before each seat: nothing but the trick, which is told move by move."""
    return "", "", ""


def facts(table: Table) -> dict[str, Fact]:
    """What lies on the table besides, named."""
    opening: dict[str, Fact] = {} if table.opened else {"the first play": "must have the 3 of hearts in it"}
    return {**opening, **climbing.to_beat(table)}
