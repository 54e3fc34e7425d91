"""The errors of the library. Each is a :class:`CardaviaError` and so a :class:`ValueError`."""

from collections.abc import Iterator
from contextlib import contextmanager


class CardaviaError(ValueError):
    """Something that the library refuses.

    ``code`` is stable and made for programs (``"not-in-hand"``); ``rule`` is the clause of the house rules that was
    broken (``"DDZ-3.1"``), or ``""`` when none applies. Whatever raised it changed nothing.
    """

    code: str
    rule: str

    def __init__(self, message: str, code: str = "", rule: str = "") -> None:
        super().__init__(message, code, rule)
        self.code = code
        self.rule = rule

    def __str__(self) -> str:
        message: str = self.args[0]
        return f"{message} ({self.rule})" if self.rule else message


class IllegalMove(CardaviaError):
    """The rules do not allow the move now."""


class BadCards(CardaviaError):
    """Text or cards that are not cards of the table."""


class BadOption(CardaviaError):
    """An unknown table, option or bot, or a value out of its range: also a seed, a seat, a count."""


class BadRecord(CardaviaError):
    """A record, pickle or position that was cut short, edited, or is none at all."""


@contextmanager
def refused_at(where: str) -> Iterator[None]:
    """Says of whatever is refused where it is, and makes a BadRecord of it."""
    try:
        yield
    except CardaviaError as error:
        raise BadRecord(f"{where}: {error.args[0]}", error.code, error.rule) from error


def shown(value: object) -> str:
    """A value as a message quotes it: short, and also when it refuses to be written."""
    try:
        text = repr(value)
    except Exception:
        return f"<{type(value).__name__}>"
    return text if len(text) <= 80 else f"{text[:77]}..."
