"""A deal in words, as the command line prints it: in ASCII, but for suit symbols where these can be shown.

What all games share is worded here; what is particular to one is asked of its :class:`Face`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise

from cardavia._core import Cards, Move
from cardavia.cards import Card
from cardavia.events import Event, EventCode
from cardavia.face import Fact
from cardavia.options import LEVELS
from cardavia.registry import Game
from cardavia.results import DealResult

_LABEL_WIDTH = 18
_BELOW = f"\n{'':{2 + _LABEL_WIDTH}}"
"""Goes on in the second column of the next line."""
_SHAPE_WIDTH = 17
_CARDS_IN_A_LINE = 20
_LEVELS = dict(enumerate(LEVELS, start=2))
_TRUMPS = ("clubs are trump", "diamonds are trump", "hearts are trump", "spades are trump", "there is no trump")
_STREETS = {1: "flop", 2: "turn", 3: "river"}
_SET_APART = (EventCode.STREET, EventCode.SHOWN)
_TOLD_BY_THE_ACCOUNT = (
    EventCode.REFUND,
    EventCode.POT,
    EventCode.DEAL_OVER,
    EventCode.POINTS,
    EventCode.OUT,
    EventCode.MATCH_OVER,
)
_LESS_THAN_THE_MOVE = (EventCode.LOCKED, EventCode.BURIED)


def can_show_suits(encoding: str | None) -> bool:
    """Whether an encoding has the suit symbols."""
    try:
        "♣♦♥♠".encode(encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def row(label: str, text: str) -> str:
    """A line of two columns."""
    return f"  {label:<{_LABEL_WIDTH}}{text}".rstrip()


def _is_told_elsewhere(event: Event, last: Event | None) -> bool:
    """Whether an event is told by the account, or says less than the move it came with: who sees a card being locked
    need not be told that one is."""
    seen = last is not None and last.code is EventCode.MOVE
    return event.code in _TOLD_BY_THE_ACCOUNT or (event.code in _LESS_THAN_THE_MOVE and seen)


class Words:
    """The words for one game.

    :param symbols: whether suits are shown as symbols
    :param you: the seat of the person who reads
    """

    def __init__(self, game: Game, *, symbols: bool, you: int | None = None) -> None:
        self._game = game
        self._face = game.face
        self._symbols = symbols
        self._you = you

    @property
    def typing(self) -> str:
        """What is good to know about the text of this game's moves."""
        return self._face.TYPING

    def seat(self, seat: int | None, table: object = None) -> str:
        """A seat, with its role when the table is given."""
        if seat is None:
            return "all"
        sides, you = self._game.sides, self._you
        name = f"seat {seat}" if you is None or sides[seat] != sides[you] else "you" if seat == you else "partner"
        role = self._face.roles(table)[seat] if table is not None else ""
        return f"{name} {role}".rstrip()

    def cards(self, cards: Cards, table: object) -> str:
        """Cards as they are held in the hand; of many, the lines from the second on are set below the second column."""
        arranged = self._face.arrange(cards, table)
        lines = -(-len(arranged) // _CARDS_IN_A_LINE) or 1
        cuts = [len(arranged) * i // lines for i in range(lines + 1)]
        return _BELOW.join(self._text(arranged[a:b]) for a, b in pairwise(cuts)) or "none"

    def move(self, move: Move, table: object) -> str:
        """A move; the cards of different shapes are set below each other."""
        if not move.length:
            return move.symbols if self._symbols else str(move)
        return f"{self._face.label(move):<{_SHAPE_WIDTH}} {self._text(self._core_first(move.cards, table))}"

    def meant(self, text: str, table: object) -> str:
        """The text of the move that a person means who types that."""
        return self._face.meant(text, table)

    def worth(self, cards: Cards, table: object) -> str:
        """What a hand comes to by now; may be empty."""
        return self._face.worth(cards, table)

    def facts(self, table: object) -> list[tuple[str, str]]:
        """What lies on the table: names and values."""
        return [(name, self._value(value, table)) for name, value in self._face.facts(table).items()]

    def seats(self, table: object) -> tuple[str, ...]:
        """What lies before each seat; may be empty."""
        return self._face.seats(table)

    def step(self, events: Sequence[Event], before: object, after: object) -> list[str]:
        """The lines that tell what a move led to. Who moved is called what it was before the move."""
        lines: list[str] = []
        last: Event | None = None
        for event in events:
            apart = event.code in _SET_APART and (last is None or last.code is not event.code)
            if apart and not (lines and lines[-1].endswith("\n")):
                lines.append("")
            if not _is_told_elsewhere(event, last):
                lines.append(self._event(event, before if event.code is EventCode.MOVE else after, last))
            last = event
        return lines

    def account(self, result: DealResult, table: object) -> list[str]:
        """The lines of an account, and the points."""
        lines = [self._line(line.code, line.seat, line.amount, table) for line in result.lines]
        points = [
            row(self.seat(seat, table), f"{number:<+8}{standing}")
            for seat, (number, standing) in enumerate(zip(result.points, self.seats(table), strict=True))
        ]
        return ["Account", *(f"  {line}" for line in lines), "Points", *points]

    def _event(self, event: Event, table: object, last: Event | None) -> str:
        who = self.seat(event.seat, table)
        match event.code:
            case EventCode.DEAL:
                return f"Deal {event.amount + 1}, {self._face.FIRST}: {self.seat(event.seat)}"
            case EventCode.HAND if event.cards is not None:
                takes = "takes " if last is not None and last.code is EventCode.MOVE else ""
                return row(who, f"{takes}{self.cards(event.cards, table)}")
            case EventCode.MOVE if event.move is not None:
                return row(who, self.move(event.move, table))
            case EventCode.REDEAL:
                return "Nobody bid: the cards are dealt anew\n"
            case EventCode.BOTTOM if event.cards is not None:
                return row("bottom cards", f"{self.cards(event.cards, table)}, to {who}\n")
            case EventCode.TRICK:
                return f"  the lead goes to {who}\n"
            case EventCode.BLIND | EventCode.ANTE:
                return row(who, f"{event.code} {event.amount}")
            case EventCode.STREET if event.cards is not None:
                return row(_STREETS[event.amount], self.cards(event.cards, table))
            case EventCode.SHOWN if event.cards is not None:
                shown = f"shown {self.cards(event.cards, table)}"
                return row(who, f"{shown}  {self.worth(event.cards, table)}".rstrip())
            case EventCode.SIGNAL:
                return row(who, f"{event.amount} UP")
            case EventCode.LOCKED:
                return row(who, "locked a card")
            case EventCode.BONUS:
                return row(who, f"a bomb for {event.amount} points")
            case EventCode.TRIBUTE if event.cards is not None:
                return row(who, f"gives {self.cards(event.cards, table)} as tribute to {self.seat(event.amount)}")
            case EventCode.CANCELLED if event.cards is not None:
                return row("no tribute", f"because of {self.cards(event.cards, table)}")
            case EventCode.PLACE:
                return row(who, f"finishes in place {event.amount}")
            case EventCode.CONTRACT:
                return f"  {self._line(event.code, event.seat, event.amount, table)}\n"
            case EventCode.DUMMY if event.cards is not None:
                return row(who, f"lays down {self.cards(event.cards, table)}")
            case EventCode.FOULED:
                return f"  nobody wins the trick: {who} leads again\n"
            case EventCode.TRUMP:
                return f"  {_TRUMPS[event.amount]}\n"
            case EventCode.BURIED:
                return row(who, f"lays {event.amount} cards face down")
            case EventCode.DECLARED if event.cards is not None:
                return row(who, f"shows {self.cards(event.cards, table)} for {event.amount} points")
            case EventCode.GIVEN if event.cards is not None:
                return row(who, f"gives the other side {self.cards(event.cards, table)}")
            case EventCode.RESTOCK:
                return f"  {event.amount} cards are shuffled into a new stock"
            case _:
                return row(str(event.code), who)

    def _line(self, code: str, seat: int | None, amount: int, table: object) -> str:
        said = self._face.LINES.get(code, code + ": {seat}, {amount}")
        return said.format(seat=self.seat(seat), amount=amount, level=_LEVELS.get(amount, ""), table=table)

    def _value(self, value: Fact, table: object) -> str:
        match value:
            case Move():
                return self.move(value, table)
            case Cards():
                return self.cards(value, table)
            case tuple():
                return self._text(value)
            case _:
                return value.replace("\n", _BELOW)

    def _core_first(self, cards: Cards, table: object) -> list[Card]:
        copies = Counter(card.rank for card in cards)
        return sorted(self._face.arrange(cards, table), key=lambda card: -copies[card.rank])

    def _text(self, cards: Iterable[Card]) -> str:
        return " ".join(card.symbol if self._symbols else card.text for card in cards)
