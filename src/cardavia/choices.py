"""What a person can choose, and which choice is meant by what is typed."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from cardavia._core import Move, Moves
from cardavia.errors import CardaviaError, IllegalMove

FEW = 12
"""So many choices are listed without being asked for."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One move, or moves that differ by nothing but an amount which goes up one by one."""

    number: int
    """Of its first move among all, from 1."""
    first: Move
    last: Move

    @property
    def is_range(self) -> bool:
        """Whether it is more than one move."""
        return self.first != self.last

    @property
    def sort(self) -> str:
        """What it is called among others: its shape, or its kind."""
        return str(self.first.shape or self.first.kind)

    def covers(self, amount: int) -> bool:
        """Whether one of its moves has that amount."""
        return 0 < self.first.amount <= amount <= self.last.amount


def choices(moves: Moves) -> Iterator[Choice]:
    """The moves in order. Unless they are few, a range of amounts is one choice, found without going through it."""
    alone = len(moves) <= FEW
    at = 0
    while at < len(moves):
        last = at if alone else _end_of_range(moves, at)
        yield Choice(at + 1, moves[at], moves[last])
        at = last + 1


def few_choices(moves: Moves) -> list[Choice] | None:
    """The choices, or None when they are more than a few."""
    listed = list(islice(choices(moves), FEW + 1))
    return listed if len(listed) <= FEW else None


def _end_of_range(moves: Moves, start: int) -> int:
    first = moves[start]

    def is_beyond(place: int) -> bool:
        move = moves[place]
        return (move.kind, move.shape, move.amount) != (first.kind, first.shape, first.amount + place - start)

    if not first.amount or first.cards:
        return start
    return start + bisect(range(start + 1, len(moves)), False, key=is_beyond)


def understand(moves: Moves, text: str) -> Move:
    """The move that a person means. A bare number is a choice only while that is listed, and never when it could also
    be cards or an amount: then the person is asked to say more.

    :raises CardaviaError: if it is no legal move, or one of several
    """
    number = _number(text.removeprefix("#"))
    if text.startswith("#"):
        if number is None or not 0 < number <= len(moves):
            raise IllegalMove(f"the choices are #1 to #{len(moves)}", "no-such-index")
        return moves[number - 1]
    if number is None:
        return moves.find(text)
    listed = few_choices(moves) or []
    choice = next((each.first for each in listed if each.number == number and not each.is_range), None)
    amounts = [each.number - 1 + number - each.first.amount for each in listed if each.covers(number)]
    named = [*_found(moves, text), *(moves[place] for place in amounts)]
    others = [f"'{move}'" for move in named if move != choice]
    if choice is not None and not others:
        return choice
    if choice is None and not amounts:
        return moves.find(text)
    meanings = [f"choice #{number}"] * (choice is not None) + others
    raise IllegalMove(f"this could be {' or '.join(meanings)}: type that in full", "two-meanings")


def _number(text: str) -> int | None:
    digits = text.strip()
    return int(digits) if digits.isascii() and digits.isdigit() and len(digits) < 10 else None


def _found(moves: Moves, text: str) -> list[Move]:
    """The move that a text names as cards, if there is one."""
    try:
        return [moves.find(text)]
    except CardaviaError:
        return []
