"""The options of a game: what they may be, and how the core takes them."""

from __future__ import annotations

import struct
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from cardavia.errors import BadOption, shown

Value = int | None | Sequence[int]
"""A number; a seat, or None for "no seat in particular"; for an option that each seat has, one number for all or one
for each."""


@dataclass(frozen=True, slots=True)
class Option:
    """One option."""

    name: str
    is_seat: bool
    count: int
    """How many numbers it has: 1, or one for each seat."""
    offset: int
    """Where the core has it, in bytes."""
    least: int
    most: int
    initial: int

    @property
    def default(self) -> Value:
        """What it is when it is not given."""
        if self.count > 1:
            return (self.initial,) * self.count
        return None if self.is_seat and self.initial < 0 else self.initial

    def read(self, value: Value) -> Value:
        """A given value as plain numbers.

        :raises BadOption: if it is none
        """
        if self.count > 1 and isinstance(value, Sequence) and not isinstance(value, (str, bytes)):
            if not 1 <= len(value) <= self.count:
                raise BadOption(f"{self.name} has 1 to {self.count} numbers, not {len(value)}", "option-out-of-range")
            return tuple(self._number(each) for each in value)
        if value is None and self.is_seat and self.least < 0:
            return None
        number = self._number(value)
        return (number,) * self.count if self.count > 1 else number

    def write(self, value: Value, into: bytearray) -> None:
        """Puts a value that was read where the core has it."""
        numbers = [self.initial] * self.count
        if isinstance(value, Sequence):
            numbers[: len(value)] = value
        else:
            numbers[0] = -1 if value is None else value
        struct.pack_into(f"<{self.count}i", into, self.offset, *numbers)

    def _number(self, value: object) -> int:
        least = max(self.least, 0)
        if isinstance(value, int) and not isinstance(value, bool):
            number = int.__index__(value)  # the number itself, also of a class made from int
            if least <= number <= self.most:
                return number
        wanted = "None or a seat" if self.is_seat and self.least < 0 else "a whole number"
        raise BadOption(f"{self.name} is {wanted} from {least} to {self.most}, not {shown(value)}", "option-out-of-range")


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
        """All options as plain numbers, the defaults for those that are not given.

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
