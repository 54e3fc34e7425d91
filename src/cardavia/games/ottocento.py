"""Ottocento, the Bolognese tarot: what lies on its table, and its combinations and card points as functions.

>>> from cardavia.games import ottocento
>>> found = ottocento.combinations("ANGEL WORLD 16 15 BEGATO Kd Qd Cd")
>>> [(str(each.kind), each.length, each.points) for each in found.items]
[('tarocchi', 3, 18), ('coins', 4, 15), ('grande', 5, 20)]
>>> found.points, ottocento.points("ANGEL WORLD 16 15 BEGATO Kd Qd Cd")
(53, 53)
>>> ottocento.card_points("ANGEL Qd 7d")
Fraction(17, 2)
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from typing import TYPE_CHECKING, Final, Literal, cast, overload

from cardavia import _core, tricks
from cardavia._core import Cards, Move
from cardavia.arrays import array_of, is_array
from cardavia.cards import Card
from cardavia.errors import BadCards
from cardavia.face import Fact
from cardavia.registry import Given, cards_of
from cardavia.tricks import Trick, tricks_of

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

_DECK: Final = "bolognese"
SUITS: Final = ("d", "c", "b", "s", "trump")
"""The suits: coins, cups, batons, swords, trumps."""


@dataclass(frozen=True, slots=True)
class Table:
    """What lies open at a table of Ottocento. Tuples go by seat unless more is said; teams are seats 0 and 2, and seats 1
    and 3; suits are those of :data:`SUITS`."""

    dealer: int
    """The dealer's seat (OT-1)."""
    asked: tuple[int, ...]
    """The seats that have declared or declined (OT-2)."""
    declared: tuple[int, int, int, int]
    """Points that each seat has declared."""
    shown: tuple[Cards, Cards, Cards, Cards]
    """The cards that it showed, played or not."""
    leader: int | None
    """Seat that leads or led the trick being played; None before the play and once the deal is over."""
    trick: tuple[Card, ...]
    """The cards of that trick, from the leader's on."""
    suit_led: str | None
    """The suit that is to be followed; None also after the Matto alone (OT-3)."""
    last_trick: tuple[Card, ...]
    """The cards of the trick before, from its leader's on."""
    last_leader: int | None
    """Seat that led it."""
    last_winner: int | None
    """Seat that won it."""
    won: tuple[int, int, int, int]
    """Tricks that each seat has won."""
    captured: tuple[int, int]
    """How many cards each team has of tricks; the Matto is with the team that played it (OT-7)."""
    voids: tuple[tuple[str, ...], ...]
    """The suits that each seat has shown to have none of."""
    leaders: tuple[int, ...]
    """Who led each trick begun."""
    winners: tuple[int, ...]
    """Who won each trick played."""
    played: tuple[Card, ...]
    """All cards played, in order: four for each trick, from its leader's on."""
    discards: Cards
    """What the dealer discarded, once the deal is over."""
    price: Cards
    """The card that was given for the Matto, likewise; no cards when none was (OT-7)."""
    piles: tuple[Cards, Cards]
    """What each team ends with, likewise (OT-8)."""

    @property
    def tricks(self) -> tuple[Trick, ...]:
        """The tricks in order, the one being played last."""
        return tricks_of(self)


# ---- Combinations and card points ----


class CombinationKind(StrEnum):
    """What a combination is: a set of three or four equal cards (OT-5), or a sequence (OT-6)."""

    TAROCCHI = "tarocchi"
    """A set of Angel, World, Begato, Matto."""
    KINGS = "kings"
    QUEENS = "queens"
    KNIGHTS = "knights"
    JACKS = "jacks"
    COINS = "coins"
    """The sequence of that suit, as the next three."""
    CUPS = "cups"
    BATONS = "batons"
    SWORDS = "swords"
    ACES = "aces"
    """The sequence of aces."""
    MOORS = "moors"
    """The sequence of Moors."""
    GRANDE = "grande"
    """The sequence of trumps from the Angel down."""


_KINDS: Final = tuple(CombinationKind)
_SETS: Final = _KINDS[: _KINDS.index(CombinationKind.COINS)]


@dataclass(frozen=True, slots=True)
class Combination:
    """One combination."""

    kind: CombinationKind
    """What it is."""
    cards: Cards
    """The cards that count in it, with Begato and Matto where they do."""
    length: int
    """How many these are."""
    points: int
    """What it scores, before any doubling."""
    stands_for: Mapping[Card, Card | Literal["added"]] = field(hash=False)
    """In a sequence: the card that the Begato and the Matto each stand for, or "added" when it fills no place. Empty in a
    set, and when neither is held (OT-6.4)."""

    @property
    def is_set(self) -> bool:
        """Whether it is a set; else it is a sequence."""
        return self.kind in _SETS


@dataclass(frozen=True, slots=True)
class Combinations:
    """All combinations that some cards hold, and what they come to."""

    items: tuple[Combination, ...]
    """The combinations, in the order of :class:`CombinationKind`."""
    cards: Cards
    """All cards that count in any: what a declaration shows (OT-2)."""
    set_points: int
    """Points of the sets, doubled when there are three or more (OT-5)."""
    sequence_points: int
    """Points of the sequences, likewise (OT-6)."""
    sets_doubled: bool
    """Whether the sets are doubled."""
    sequences_doubled: bool
    """Whether the sequences are doubled."""
    points: int
    """Sets and sequences together."""


def combinations(cards: Given) -> Combinations:
    """The sets and sequences of a hand or a pile, one by one, with what Begato and Matto stand for in them (OT-5, 6).

    :raises BadCards: for text that is no card; "not-in-pack" for a card that comes twice
    """
    items, all_cards, set_points, sequence_points, sets_doubled, sequences_doubled, points = (
        _core.ottocento_combinations(cards_of(cards, _DECK))
    )
    return Combinations(
        tuple(
            Combination(_KINDS[kind], counted, length, worth, _stands_for(fillers))
            for kind, counted, length, worth, fillers in items
        ),
        all_cards,
        set_points,
        sequence_points,
        bool(sets_doubled),
        bool(sequences_doubled),
        points,
    )


_ALL: Final = _core.deck_cards(_DECK)
_CONTATORI: Final = _ALL[-2:]


def _stands_for(fillers: tuple[int, int]) -> dict[Card, Card | Literal["added"]]:
    """What is told of Begato and Matto; a number below 0: nothing; its own: it is added."""
    return {
        contatore: "added" if filled == contatore.index else _ALL[filled]
        for contatore, filled in zip(_CONTATORI, fillers, strict=True)
        if filled >= 0
    }


@overload
def points(cards: npt.NDArray[np.uint64]) -> npt.NDArray[np.int32]: ...
@overload
def points(cards: Given) -> int: ...
def points(cards: Given | npt.NDArray[np.uint64]) -> int | npt.NDArray[np.int32]:
    """What the combinations of some cards come to, doublings included: ``combinations(cards).points``, and no more.

    :param cards: cards as text, :class:`~cardavia.Cards` or an iterable of cards; or a NumPy array of shape (n,) and type
        uint64, each number a set of cards: bit ``card.index`` for each
    :returns: an int, or for an array an array of n int32
    :raises BadCards: for anything else; "not-in-pack" for a card that comes twice, or a bit above that of the Matto
    """
    if is_array(cards):
        return _points_array(cards)
    return _core.ottocento_points(cards_of(cast(Given, cards), _DECK))


def _points_array(given: object) -> npt.NDArray[np.int32]:
    import numpy as np

    cards = array_of(given, "sets of cards")
    if cards.ndim != 1 or cards.dtype != np.uint64:
        raise BadCards("an array of sets of cards has the shape (n,) and the type uint64", "bad-array")
    if np.any(cards >> np.uint64(len(_ALL))):
        raise BadCards("a set of cards has no bit above that of the Matto", "not-in-pack")
    points = np.empty(len(cards), dtype=np.int32)
    _core.ottocento_points_array(np.ascontiguousarray(cards), points)
    return points


def card_points(cards: Given) -> Fraction:
    """What cards are worth as such, half a point less for each included, exactly: 87 for the whole deck (OT-4).

    :raises BadCards: for text that is no card; "not-in-pack" for a card that comes twice
    """
    return Fraction(_core.ottocento_half_points(cards_of(cards, _DECK)), 2)


# ---- For display: what every face says (cardavia.face) ----

FIRST: Final = "dealer"
"""What the seat is that a deal begins with."""

LINES: Final[Mapping[str, str]] = {
    "card-points": "the side of {seat} has {amount} points in cards",
    "last-trick": "  {amount} for the last trick",
    "declarations": "  {amount} for what it declared",
    "sets": "  {amount} for the sets that it ends with",
    "sequences": "  {amount} for the sequences that it ends with",
    "total": "  {amount} together",
    "matto-price": "the side of {seat} gave {table.price} for the Matto",
    "matto-lost": "the side of {seat} won no trick and lost the Matto",
    "discards-lost": "the side of {seat} won no trick and lost the discards",
}
"""What the lines of an account say, by code."""

TYPING: Final = """\
Cards are A, 6 to 10, J, C, Q and K (jack, cavallo, queen, king) of d, c, b and s: coins, cups, batons and swords; and the
trumps ANGEL WORLD SUN MOON 16 ... 5 MOOR1 ... MOOR4 BEGATO; and MATTO. Two of them alone are discarded, as it stands."""
"""What is good to know about the text of moves, besides what holds for every game."""

_DOWNWARDS: Final = {
    **dict.fromkeys("sb", ("K", "Q", "C", "J", "10", "9", "8", "7", "6", "A")),
    **dict.fromkeys("cd", ("K", "Q", "C", "J", "A", "6", "7", "8", "9", "10")),
}
_SIDE_BY_SIDE: Final = (None, *_DOWNWARDS)
_NAMES: Final = {"d": "coins", "c": "cups", "b": "batons", "s": "swords", "trump": "trumps"}
_HAND: Final = 15


def arrange(cards: Cards, table: Table) -> list[Card]:
    """Cards as they are held in the hand: trumps and the Matto, then the suits, each from the highest down (OT-3)."""

    def place(card: Card) -> tuple[int, int]:
        down = card.index if card.suit is None else _DOWNWARDS[card.suit].index(card.rank)
        return _SIDE_BY_SIDE.index(card.suit), down

    return sorted(cards, key=place)


def meant(text: str, table: Table) -> str:
    """The text of the move that a person means: before anything else, cards alone are what is discarded."""
    return tricks.said(text, "discard", _DECK) if _before_play(table) else text


def label(move: Move) -> str:
    """What a move is called: its kind."""
    return str(move.kind)


def worth(cards: Cards, table: Table) -> str:
    """What the combinations of a whole hand come to, which can be declared (OT-2)."""
    if len(cards) < _HAND:
        return ""
    found = combinations(cards)
    return f"{', '.join(each.kind for each in found.items)}: {found.points}" if found.items else "no combination"


def roles(table: Table) -> tuple[str, ...]:
    """Who has dealt."""
    return tuple("dealer" if seat == table.dealer else "" for seat in range(len(table.won)))


def seats(table: Table) -> tuple[str, ...]:
    """What each seat has won, and what it has declared."""
    return tuple(_seat(table, seat) for seat in range(len(table.won)))


def _before_play(table: Table) -> bool:
    return table.leader is None and not table.played


def _seat(table: Table, seat: int) -> str:
    if _before_play(table):
        return ""
    declared = f", declared {table.declared[seat]}" if table.declared[seat] else ""
    return f"{tricks.counted(table.won[seat])}{declared}"


def facts(table: Table) -> dict[str, Fact]:
    """What lies on the table besides, named."""
    known: dict[str, Fact] = {}
    for seat, cards in enumerate(table.shown):
        left = [card for card in cards if card not in table.played]
        if left:
            known[f"seat {seat} has shown"] = Cards(left, deck=_DECK)
    if table.trick:
        known["trick"] = table.trick
        known["suit led"] = _NAMES[table.suit_led] if table.suit_led else "any"
    return known
