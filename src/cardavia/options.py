"""The options of a game: what they may be, and how the core takes them."""

from __future__ import annotations

import struct
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from cardavia.errors import BadOption, shown

Value = int | str | None | Sequence[int | str]
"""A number or one of some words; a seat or a rank ("2" ... "A"), or None for none in particular; for an option that each
seat or side has, one for all or one for each."""

Sort = Literal["number", "seat", "rank", "choice"]
"""What an option is. A choice is one of some words, or its number, from 0."""


def rank_number(text: object, ranks: Sequence[str]) -> int | None:
    """The place of a rank among ranks; its text is read as that of a card is: in any case, 10 or T. None: it is none."""
    if not isinstance(text, str):
        return None
    plain = str.__str__(text).strip().upper()
    plain = "T" if plain == "10" else plain
    return ranks.index(plain) if plain in ranks else None


LEVELS = ("2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A")


def level_number(level: object) -> int:
    """The number of a level rank, from 0, which is the 2.

    :raises BadOption: "no-such-level" for anything but a rank from 2 to A
    """
    number = rank_number(level, LEVELS)
    if number is None:
        raise BadOption(f"a level is a rank from 2 to A, not {shown(level)}", "no-such-level")
    return number


@dataclass(frozen=True, slots=True)
class Option:
    """One option."""

    name: str
    sort: Sort
    words: tuple[str, ...]
    """Of a rank and of a choice: what its numbers are called, from 0; else empty."""
    count: int
    """How many numbers it has: 1, or one for each seat or side."""
    offset: int
    """Where the core has it, in bytes."""
    least: int
    """From which number; below 0: it may also be none."""
    most: int
    initial: int

    @property
    def default(self) -> Value:
        """What it is when it is not given."""
        if self.initial < 0:
            return None
        each = self.words[self.initial] if self.words else self.initial
        return (each,) * self.count if self.count > 1 else each

    def read(self, value: Value) -> Value:
        """A given value as plain numbers and texts.

        :raises BadOption: if it is none
        """
        if value is None and self.least < 0:
            return None
        if self.count == 1:
            return self._one(value)
        if not isinstance(value, Sequence) or isinstance(value, (str, bytes)):
            return (self._one(value),) * self.count
        if not 1 <= len(value) <= self.count:
            raise BadOption(f"{self.name} has 1 to {self.count} {self.sort}s, not {len(value)}", "option-out-of-range")
        return tuple(self._one(each) for each in value)

    def write(self, value: Value, into: bytearray) -> None:
        """Puts a value that was read where the core has it."""
        numbers = [-1 if value is None else self.initial] * self.count
        given = () if value is None else value if isinstance(value, tuple) else (value,)
        numbers[: len(given)] = [self.words.index(each) if self.words else each for each in given]
        struct.pack_into(f"<{self.count}i", into, self.offset, *numbers)

    def _one(self, value: object) -> int | str:
        number = self._number(value)
        if number is not None and max(self.least, 0) <= number <= self.most:
            return self.words[number] if self.words else number
        raise BadOption(f"{self.name} is {self._range}, not {shown(value)}", "option-out-of-range")

    def _number(self, value: object) -> int | None:
        """The number that a value stands for, which may be out of range; None: it is none."""
        if self.sort == "rank":
            return rank_number(value, self.words)
        if self.sort == "choice" and isinstance(value, str):
            word = str.__str__(value).strip().lower()
            return self.words.index(word) if word in self.words else None
        if isinstance(value, int) and not isinstance(value, bool):
            return int.__index__(value)  # the number itself, also of a class made from int
        return None

    @property
    def _range(self) -> str:
        """What it may be, in words."""
        if self.sort == "choice":
            return f"one of {', '.join(self.words)}"
        least = max(self.least, 0)
        first, last = (self.words[least], self.words[-1]) if self.words else (least, self.most)
        none = "None or " if self.least < 0 else ""
        wanted = "a whole number" if self.sort == "number" else f"a {self.sort}"
        return f"{none}{wanted} from {first} to {last}"


class Options:
    """The options of one game."""

    def __init__(self, title: str, known: Sequence[Option], size: int) -> None:
        self._title = title
        self._known = {option.name: option for option in known}
        self._size = size

    @property
    def defaults(self) -> dict[str, Value]:
        """What they are when they are not given."""
        return {name: option.default for name, option in self._known.items()}

    def read(self, given: Mapping[str, Value]) -> dict[str, Value]:
        """All options as plain numbers and texts, the defaults for those that are not given.

        :raises BadOption: for an unknown option, or a value out of its range
        """
        for name in given:
            if name not in self._known:
                raise BadOption(f"{self._title} has no option {shown(name)}", "no-such-option")
        return {
            name: option.read(given[name]) if name in given else option.default for name, option in self._known.items()
        }

    def pack(self, values: Mapping[str, Value]) -> bytes:
        """Options that were read as the bytes of the core's struct."""
        packed = bytearray(self._size)
        for name, option in self._known.items():
            option.write(values[name], packed)
        return bytes(packed)
