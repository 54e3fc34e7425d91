"""Contract Bridge: what lies on its table, contracts, calls and the score as functions.

>>> from cardavia.games import bridge
>>> bridge.score("4S X", 11, vulnerable=True)
990
>>> bridge.legal_calls("7D X")
['pass', '7H', '7S', '7NT', 'XX']
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final, Self

from cardavia import _core
from cardavia._core import Cards, Move
from cardavia.cards import Card
from cardavia.errors import BadOption, IllegalMove, shown
from cardavia.face import Fact
from cardavia.moves import Shape
from cardavia.results import Line
from cardavia.tricks import Trick, tricks_of

SEATS: Final = "NESW"
"""A letter for each seat."""

DENOMINATIONS: Final = ("C", "D", "H", "S", "NT")
"""What can be trump, upwards: clubs, diamonds, hearts, spades, no trump."""

_BIDS: Final = tuple(f"{level}{denomination}" for level in range(1, 8) for denomination in DENOMINATIONS)

CALLS: Final = ("pass", *_BIDS, "X", "XX")
"""Every call, as it is commonly written; in the order of the core, which numbers them from 0."""

_TRICKS: Final = 13
_OTHER_WORDS: Final = {"P": "pass", "DBL": "X", "DOUBLE": "X", "RDBL": "XX", "REDOUBLE": "XX"}
_SYMBOLS: Final = str.maketrans("\u2663\u2666\u2665\u2660", "CDHS")
_BOUNDS: Final = ((1, 8), (0, 3), (0, len(SEATS)))
"""Of level, doubled and declarer."""
_CONTRACT: Final = re.compile(r"\s*([1-7])\s*([CDHS]|NT?)\s*(XX?)?(?:\s+BY\s+([NESW]))?\s*", re.IGNORECASE | re.ASCII)


@dataclass(frozen=True, slots=True)
class Contract:
    """A contract.

    >>> Contract.parse("4sx by w")
    Contract(level=4, denomination='S', doubled=1, declarer=3)
    >>> str(Contract(3, "NT"))
    '3NT'

    :raises BadOption: "no-such-contract" for any other value of a field
    """

    level: int
    """1 to 7: the tricks to be won above six."""
    denomination: str
    """What is trump: one of :data:`DENOMINATIONS`."""
    doubled: int = 0
    """1: doubled; 2: redoubled; 0: neither."""
    declarer: int | None = None
    """The declarer's seat, when it is known."""

    def __post_init__(self) -> None:
        numbers = [self.level, self.doubled, 0 if self.declarer is None else self.declarer]
        known = all(type(number) is int for number in numbers) and self.denomination in DENOMINATIONS
        if not known or not all(number in range(*bounds) for number, bounds in zip(numbers, _BOUNDS, strict=True)):
            raise _no_contract(f"{self.level} {self.denomination} {self.doubled} {self.declarer}")

    @classmethod
    def parse(cls, text: str) -> Self:
        """The contract of a text: ``3NT``, ``4S X``, ``7NT XX``, ``4sx``, with a declarer ``4S X by N``.

        :raises BadOption: "no-such-contract" for any other text, also for ``pass``, which is none
        """
        read = _CONTRACT.fullmatch(text.translate(_SYMBOLS)) if isinstance(text, str) else None
        if read is None:
            raise _no_contract(text)
        level, denomination, doubled, declarer = read.groups(default="")
        return cls(
            int(level),
            "NT" if denomination.upper().startswith("N") else denomination.upper(),
            len(doubled),
            SEATS.index(declarer.upper()) if declarer else None,
        )

    @classmethod
    def of(cls, number: int, declarer: int | None = None) -> Self:
        """The contract that the core has a number for, as in the ``contract`` event and line of the account.

        :raises BadOption: "no-such-contract" for any other number
        """
        if not isinstance(number, int) or not 1 <= number <= 3 * len(_BIDS):
            raise _no_contract(number)
        doubled, bid = divmod(number - 1, len(_BIDS))
        level, denomination = divmod(bid, len(DENOMINATIONS))
        return cls(level + 1, DENOMINATIONS[denomination], doubled, declarer)

    @property
    def bid(self) -> str:
        """The bid that it comes from: ``4S``."""
        return f"{self.level}{self.denomination}"

    def __str__(self) -> str:
        doubled = " " + "X" * self.doubled if self.doubled else ""
        declarer = f" by {SEATS[self.declarer]}" if self.declarer is not None else ""
        return f"{self.bid}{doubled}{declarer}"


def _no_contract(given: object) -> BadOption:
    return BadOption(f"this is no contract: {shown(given)}", "no-such-contract", "BR-4")


@dataclass(frozen=True, slots=True)
class Table:
    """What lies open at a table of Bridge. Seats 0 to 3 are North, East, South and West."""

    dealer: int
    """Seat that deals and calls first (BR-1)."""
    vulnerability: str
    """The sides that are vulnerable: "none", "ns", "ew" or "both" (BR-1)."""
    calls: tuple[str, ...]
    """The auction in order, from the dealer on: words of :data:`CALLS` (BR-2)."""
    level: int
    """Level of the last bid, which is the contract once the auction is over; 0 when there is none."""
    denomination: Shape | None
    """What the last bid named as trump."""
    doubled: int
    """1 when the last bid is doubled, 2 when it is redoubled, else 0."""
    bidder: int | None
    """Seat that made the last bid."""
    declarer: int | None
    """The declarer's seat; None while the auction lasts and when it was passed out (BR-2)."""
    dummy: int | None
    """Its partner."""
    dummy_hand: Cards
    """What dummy holds, once its hand lies open (BR-3)."""
    hand: int | None
    """Seat whose call or card is next. At dummy's turn it is dummy, though the declarer acts (BR-3)."""
    leader: int | None
    """Seat that leads or led the trick being played."""
    trick: tuple[Card, ...]
    """The cards of that trick, from the leader's on."""
    won: tuple[int, int]
    """Tricks won by North and South, and by East and West."""
    leaders: tuple[int, ...]
    """Who led each trick begun."""
    winners: tuple[int, ...]
    """Who won each trick played."""
    played: tuple[Card, ...]
    """All cards played, in order: four for each trick, from its leader's on."""

    @property
    def contract(self) -> Contract | None:
        """The contract, with its declarer; None while the auction lasts and when it was passed out."""
        if self.declarer is None or self.denomination is None:
            return None
        denomination = DENOMINATIONS[_TRUMPS.index(self.denomination)]
        return Contract(self.level, denomination, self.doubled, self.declarer)

    @property
    def tricks(self) -> tuple[Trick, ...]:
        """The tricks in order, the one being played last (BR-5)."""
        return tricks_of(self)

    def is_vulnerable(self, seat: int) -> bool:
        """Whether the side of a seat is vulnerable."""
        return self.vulnerability in ("both", _SIDES[seat % 2])


_TRUMPS: Final = (Shape.CLUBS, Shape.DIAMONDS, Shape.HEARTS, Shape.SPADES, Shape.NOTRUMP)
_SIDES: Final = ("ns", "ew")


def score(contract: Contract | str, tricks: int, vulnerable: bool) -> int:
    """The points of a contract for the declaring side; below zero when it went down (BR-4).

    :param contract: a contract, or its text: ``4S X``
    :param tricks: the tricks that the declaring side took, 0 to 13
    :param vulnerable: whether the declaring side is; the other side does not matter
    :raises BadOption: "no-such-contract" for what is no contract, or no number of tricks
    """
    return _scored(contract, tricks, vulnerable)[0]


def score_lines(contract: Contract | str, tricks: int, vulnerable: bool) -> tuple[Line, ...]:
    """The account of a contract, line by line, as in ``match.deal_result``; the seat is the declarer's.

    >>> [(line.code, line.amount) for line in score_lines("4S X", 11, vulnerable=True)[2:]]
    [('trick-points', 240), ('overtricks', 200), ('game', 500), ('insult', 50)]

    The arguments are those of :func:`score`.
    """
    return _scored(contract, tricks, vulnerable)[1]


def _scored(contract: Contract | str, tricks: int, vulnerable: bool) -> tuple[int, tuple[Line, ...]]:
    known = contract if isinstance(contract, Contract) else Contract.parse(contract)
    if not isinstance(tricks, int) or not 0 <= tricks <= _TRICKS:
        raise BadOption(f"the tricks are 0 to {_TRICKS}, not {shown(tricks)}", "no-such-contract", "BR-4")
    trump = DENOMINATIONS.index(known.denomination)
    points, lines = _core.bridge_score(known.level, trump, known.doubled, bool(vulnerable), tricks)
    return points, tuple(Line(code, known.declarer, amount) for code, amount in lines)


def legal_calls(auction: str | Iterable[str] = ()) -> list[str]:
    """The calls that may follow an auction, as words of :data:`CALLS`; none once it is over (BR-2).

    :param auction: the calls from the dealer on, one by one or in one text. Besides the words of :data:`CALLS`, in any
        case: ``P``, ``dbl``, ``double``, ``rdbl``, ``redouble``, ``1N``, suit symbols
    :raises IllegalMove: for an auction with a call that is none or was not legal; the message says which
    """
    words = auction.split() if isinstance(auction, str) else list(auction)
    legal = _core.bridge_legal_calls([CALLS.index(_call(word)) for word in words])
    return [call for number, call in enumerate(CALLS) if legal >> number & 1]


def move_text(call: str) -> str:
    """The text of the move that a call is: ``bid 1NT`` for ``1NT``, ``double`` for ``X``.

    :param call: as for :func:`legal_calls`
    :raises IllegalMove: "no-such-bid" for what is no call
    """
    known = _call(call)
    return {"pass": "pass", "X": "double", "XX": "redouble"}.get(known, f"bid {known}")


def _call(text: str) -> str:
    """A call as it stands in :data:`CALLS`."""
    word = text.strip().upper().translate(_SYMBOLS) if isinstance(text, str) else ""
    word = word + "T" if word.endswith("N") else word
    for call in (_OTHER_WORDS.get(word, word), word.lower()):
        if call in CALLS:
            return call
    raise IllegalMove(f"this is no call: {shown(text)}", "no-such-bid", "BR-2")


# ---- For display: what every face says (cardavia.face) ----

FIRST: Final = "dealer"
"""What the seat is that a deal begins with."""

LINES: Final[Mapping[str, str]] = {
    "passed-out": "passed out: nobody bid",
    "contract": "contract: {table.contract}",
    "tricks": "tricks won by the declaring side: {amount}",
    "trick-points": "  {amount} for the tricks of the contract",
    "overtricks": "  {amount} for overtricks",
    "game": "  {amount} for game",
    "part-score": "  {amount} for a part-score",
    "small-slam": "  {amount} for a small slam",
    "grand-slam": "  {amount} for a grand slam",
    "insult": "  {amount} for making it doubled",
    "undertricks": "  {amount} for undertricks",
}
"""What the lines of an account say, by code."""

TYPING: Final = """\
Calls can be typed as 1NT, 3s, x, xx, p. A card is named: KS. The declarer plays dummy's cards too."""
"""What is good to know about the text of moves, besides what holds for every game."""

_SIDE_NAMES: Final = {"none": "nobody", "ns": "N-S", "ew": "E-W", "both": "both sides"}


def meant(text: str, table: Table) -> str:
    """The text of the move that a person means: in the auction calls are known by their usual short names."""
    if table.declarer is not None:
        return text
    try:
        return move_text(text)
    except IllegalMove:
        return text


def arrange(cards: Cards, table: Table) -> list[Card]:
    """Cards as they are held in the hand: by suits, spades first, from the ace down."""
    return list(cards)[::-1]


def label(move: Move) -> str:
    """What a move is called: its kind."""
    return str(move.kind)


def worth(cards: Cards, table: Table) -> str:
    """What a hand comes to by now: nothing that could be said in a word."""
    return ""


def roles(table: Table) -> tuple[str, ...]:
    """Declarer and dummy; of other seats the letter."""
    names = {table.declarer: "declarer", table.dummy: "dummy"}
    return tuple(names.get(seat, letter) for seat, letter in enumerate(SEATS))


def seats(table: Table) -> tuple[str, ...]:
    """What lies before each seat: nothing but the trick, which is told move by move."""
    return "", "", "", ""


def facts(table: Table) -> dict[str, Fact]:
    """What lies on the table besides, named."""
    vulnerable: dict[str, Fact] = {"vulnerable": _SIDE_NAMES[table.vulnerability]}
    if table.contract is None:
        return {**vulnerable, "auction": _auction(table)}
    known: dict[str, Fact] = {"contract": str(table.contract), **vulnerable}
    known["tricks"] = f"N-S {table.won[0]}, E-W {table.won[1]}"
    if table.dummy_hand:
        known["dummy"] = table.dummy_hand
    if table.trick:
        known["trick"] = table.trick
    if table.hand is not None and table.hand == table.dummy:
        known["to play"] = "a card of dummy's"
    return known


def _auction(table: Table) -> str:
    """The calls in four columns, with a mark for the one that is to come."""
    calls = [*[""] * table.dealer, *table.calls, *["?"] * (table.hand is not None)]
    rows = [tuple(SEATS), *(calls[at : at + len(SEATS)] for at in range(0, len(calls), len(SEATS)))]
    return "\n".join("".join(f"{call:<6}" for call in row).rstrip() for row in rows)
