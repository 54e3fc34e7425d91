"""Tractor (Sheng Ji): what lies on its table, and its cards, leads and follows as functions.

>>> from cardavia.games import tractor
>>> tractor.shape("3H 3H 5H 5H", trump="S", level="4")
<Shape.TRACTOR: 'tractor'>
>>> tractor.effective_suit("4H", trump="S", level="4")
'trump'
>>> [str(play) for play in tractor.follows("2H 3H QH QH KH KH", "9H 9H", trump="S", level="4")]
['play QH QH', 'play KH KH']
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, overload

from cardavia import _core, tricks
from cardavia._core import Cards, Move
from cardavia.cards import Card
from cardavia.errors import BadCards, BadOption, shown
from cardavia.face import Fact
from cardavia.moves import Shape
from cardavia.options import level_number
from cardavia.registry import Given, cards_of

SUITS: Final = ("C", "D", "H", "S", "trump")
"""The effective suits (TR-5)."""

_TRUMPS: Final = (Shape.CLUBS, Shape.DIAMONDS, Shape.HEARTS, Shape.SPADES, Shape.NOTRUMP)
_TRUMP_TEXTS: Final = ("C", "D", "H", "S", "NT")


@dataclass(frozen=True, slots=True)
class Table:
    """What lies open at a table of Tractor. Tuples go by seat unless more is said; ranks are texts, "2" to "A"; suits are
    effective ones, of :data:`SUITS`."""

    dealer: int
    """The dealer's seat; while trump is being declared, as it stands (TR-3.3)."""
    opener: int
    """Seat that spoke first."""
    levels: tuple[str, str]
    """The level of each side, seats 0 and 2 first; raised once the deal is over; "A" also when past the ace."""
    level: str
    """The level rank of this deal (TR-2)."""
    trump: Shape | None
    """The trump suit, or ``Shape.NOTRUMP``; None until it is settled (TR-3)."""
    declarers: tuple[int, ...]
    """The seats that declared, in order."""
    declarations: tuple[Move | None, Move | None, Move | None, Move | None]
    """What they declared, in the same order; None behind the last."""
    strength: int
    """Of the last declaration, 1 to 4 (TR-3.1); 0 when there is none."""
    passes: int
    """Passes in a row, while trump is being declared and when that ended."""
    attackers: int
    """Points of the attackers so far; once the deal is over, with the kitty (TR-9)."""
    points: tuple[int, int, int, int]
    """Card points in the tricks that each seat has won."""
    tricks: tuple[int, int, int, int]
    """Tricks that each seat has won."""
    leader: int | None
    """Seat that leads or led the trick, once the deal is over the last one; None before the play."""
    leading: int | None
    """Seat whose play wins so far."""
    led_suit: str | None
    """Effective suit of the lead."""
    voids: tuple[tuple[str, ...], ...]
    """The suits of which play has shown that the seat has no card."""
    pairless: tuple[tuple[str, ...], ...]
    """The suits in which play has shown that the seat has no pair (TR-7.2)."""
    kitty: tuple[Card, ...]
    """The kitty, in the order dealt, if it was shown, because nobody declared (TR-3.2)."""
    shown: tuple[Cards, Cards, Cards, Cards]
    """Cards that were declared, or in a kitty that was shown, and that the seat has not played yet. The dealer may have
    buried them (TR-3.4, 4)."""
    buried: Cards
    """What the dealer buried, once the deal is over (TR-4)."""
    trick: tuple[Move | None, Move | None, Move | None, Move | None]
    """What each seat has played to the trick on the table; the last trick stays."""


# ---- Cards, leads and follows ----


def _trump_number(trump: Shape | str) -> int:
    word = str.__str__(trump).strip() if isinstance(trump, str) else ""
    for number, (letter, named) in enumerate(zip(_TRUMP_TEXTS, _TRUMPS, strict=True)):
        if word.upper() == letter or word.lower() == named:
            return number
    raise BadOption(f"trump is C, D, H, S or NT, or the shape of one, not {shown(trump)}", "no-such-trump")


def _card_number(card: Card | str) -> int:
    [number] = _core.parse_numbers("french", [card])
    return number


def effective_suit(card: Card | str, trump: Shape | str, level: str) -> str:
    """The suit that a card belongs to in the play: one of :data:`SUITS` (TR-5).

    :param trump: "C", "D", "H", "S", "NT" for no trump, or the :class:`~cardavia.Shape`, as ``table.trump`` has it
    :param level: the level rank, "2" to "A"
    :raises BadCards: for what is not one card
    :raises BadOption: "no-such-trump", "no-such-level"
    """
    return SUITS[_core.tractor_suit(_card_number(card), _trump_number(trump), level_number(level))]


def power(card: Card | str, trump: Shape | str, level: str) -> int:
    """The power of a card within its effective suit, from 0: the higher wins, equal ones too if played first, and pairs
    whose powers are neighbours are consecutive (TR-5, 6). The arguments are those of :func:`effective_suit`.

    Among trumps, level cards of other suits have 12, those of the trump suit or without trump 13, the jokers 14 and 15.
    """
    return _core.tractor_power(_card_number(card), _trump_number(trump), level_number(level))


def shape(cards: Given, trump: Shape | str, level: str) -> Shape | None:
    """What some cards are as a lead: a single, a pair, or a tractor of as many pairs as there are; None for what cannot be
    led (TR-6).

    :param trump: as for :func:`effective_suit`
    :param level: likewise
    :raises BadCards: for text that is no card
    :raises BadOption: "no-such-trump", "no-such-level"
    """
    return _core.tractor_shape(cards_of(cards), _trump_number(trump), level_number(level))


class Plays(Sequence[Move]):
    """The plays that a hand has: a sequence that is not listed until you ask, however long. Get one from :func:`leads` or
    :func:`follows`; its slices are such sequences too."""

    __slots__ = ("_given", "_places")

    def __init__(self, hand: Cards, lead: Cards | None, trump: int, level: int) -> None:
        self._given = hand, lead, trump, level
        self._places = range(_core.tractor_count(*self._given))

    def __len__(self) -> int:
        return len(self._places)

    @overload
    def __getitem__(self, index: int) -> Move: ...
    @overload
    def __getitem__(self, index: slice) -> Plays: ...
    def __getitem__(self, index: int | slice) -> Move | Plays:
        if isinstance(index, slice):
            part = Plays(*self._given)
            part._places = self._places[index]
            return part
        try:
            place = self._places[index]
        except IndexError:
            raise IndexError("there are not that many plays") from None
        return _core.tractor_nth(*self._given, place)

    def __contains__(self, move: object) -> bool:
        return _core.tractor_index(*self._given, move) in self._places

    def index(self, move: Move, start: int = 0, stop: int | None = None) -> int:
        """The place of a play, found without looking through the others.

        :raises ValueError: if it is not there
        """
        place = _core.tractor_index(*self._given, move)
        if place is None or place not in self._places[start:stop]:
            raise ValueError("the play is not there")
        return self._places.index(place)

    def count(self, move: Move) -> int:
        """How often a play is there: 0 or 1."""
        return int(move in self)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Plays):
            return NotImplemented
        return self._given == other._given and self._places == other._places

    def __hash__(self) -> int:
        return hash((self._given, self._places))

    def __repr__(self) -> str:
        return f"<{len(self)} plays>"


_MOST_HELD: Final = 33
"""The dealer's hand with the kitty."""


def _hand(cards: Given) -> Cards:
    hand = cards_of(cards)
    if len(hand) > _MOST_HELD:
        raise BadCards(f"a hand has at most {_MOST_HELD} cards, not {len(hand)}", "bad-hand")
    return hand


def leads(hand: Given, trump: Shape | str, level: str) -> Plays:
    """What a hand may lead: every card, every pair, every tractor (TR-6).

    :param hand: at most 33 cards
    :param trump: as for :func:`effective_suit`
    :param level: likewise
    :returns: a sequence of moves
    :raises BadCards: for text that is no card; "bad-hand" for more cards
    :raises BadOption: "no-such-trump", "no-such-level"
    """
    return Plays(_hand(hand), None, _trump_number(trump), level_number(level))


def follows(hand: Given, lead: Given | Move, trump: Shape | str, level: str) -> Plays:
    """What a hand may play to a lead (TR-7). A hand with fewer cards than were led has nothing.

    :param hand: at most 33 cards
    :param lead: the cards led, or the move
    :param trump: as for :func:`effective_suit`
    :param level: likewise
    :returns: a sequence of moves; there may be a great many
    :raises BadCards: for text that is no card; "bad-hand" for more cards; "no-lead" for cards that cannot be led
    :raises BadOption: "no-such-trump", "no-such-level"
    """
    led = cards_of(lead.cards if isinstance(lead, Move) else lead)
    if shape(led, trump, level) is None:
        raise BadCards(f"these cards cannot be led: {led}", "no-lead", "TR-6")
    return Plays(_hand(hand), led, _trump_number(trump), level_number(level))


# ---- For display: what every face says (cardavia.face) ----

FIRST: Final = "first to speak"
"""What the seat is that a deal begins with."""

LINES: Final[Mapping[str, str]] = {
    "captured": "the attackers won {amount} points in tricks",
    "kitty": "{seat} won the last trick: {amount} points more for what was buried",
    "attackers": "the attackers have {amount} points",
    "take-over": "they take over",
    "rise": "{seat} rises by {amount}",
    "dealer": "{seat} deals next",
}
"""What the lines of an account say, by code."""

TYPING: Final = """\
Cards alone will do: 2S declares or 4H 4H is played, and eight of them are buried, as it stands. A pair is twice the same
card; 3C 3C 4C 4C is a tractor. Jokers, the level cards of all suits and the trump suit are one suit, the trumps."""
"""What is good to know about the text of moves, besides what holds for every game."""

_SIDE_BY_SIDE: Final = ("trump", "S", "H", "C", "D")
_NAMES: Final = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades", "trump": "trumps"}


def arrange(cards: Cards, table: Table) -> list[Card]:
    """Cards as they are held in the hand: trumps first, each suit from the highest power down (TR-5)."""
    trump = table.trump or Shape.NOTRUMP

    def place(card: Card) -> tuple[int, int]:
        suit = effective_suit(card, trump, table.level)
        return _SIDE_BY_SIDE.index(suit), -power(card, trump, table.level)

    return sorted(cards, key=place)


def meant(text: str, table: Table) -> str:
    """The text of the move that a person means: cards alone are what the step is about."""
    if table.leader is not None:
        return text
    return tricks.said(text, "declare" if table.trump is None else "bury", "french")


def label(move: Move) -> str:
    """What a play is called: its shape."""
    return str(move.shape)


def worth(cards: Cards, table: Table) -> str:
    """What a hand comes to by now: nothing that could be said in a word."""
    return ""


def roles(table: Table) -> tuple[str, ...]:
    """Dealer, defender and attackers, once it is settled who deals (TR-1, 3)."""
    if table.trump is None:
        return "", "", "", ""
    names = ("dealer", "attacker", "defender", "attacker")
    return tuple(names[(seat - table.dealer) % len(names)] for seat in range(len(names)))


def seats(table: Table) -> tuple[str, ...]:
    """What each seat has won; once the deal is over the level of its side."""
    return tuple(_seat(table, seat) for seat in range(len(table.tricks)))


def _seat(table: Table, seat: int) -> str:
    if table.leader is None:
        return ""
    if table.buried:
        return f"level {table.levels[seat % 2]}"
    return f"{tricks.counted(table.tricks[seat])}, {table.points[seat]} points"


def facts(table: Table) -> dict[str, Fact]:
    """What lies on the table besides, named."""
    known: dict[str, Fact] = {
        "levels": f"seats 0 and 2 at {table.levels[0]}, seats 1 and 3 at {table.levels[1]}; this deal {table.level}"
    }
    declared = [move for move in table.declarations if move is not None]
    if table.trump is None:
        return {**known, "declared": declared[-1] if declared else "nothing yet"}
    known["trump"] = "none" if table.trump is Shape.NOTRUMP else table.trump.value
    if table.kitty:
        known["kitty"] = table.kitty
    if table.leader is None:
        return known
    known["attackers"] = f"{table.attackers} points"
    lead = table.trick[table.leader]
    if lead is not None and table.led_suit is not None and table.leading is not None:
        known["led"] = f"{lead.shape}, {_NAMES[table.led_suit]}"
        known["wins so far"] = table.trick[table.leading] or lead
    return known
