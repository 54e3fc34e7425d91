"""A board of Bridge as a record tells it: what the formats :mod:`~cardavia.formats.pbn` and
:mod:`~cardavia.formats.lin` have in common.

A :class:`Board` holds what is told and nothing else. What is not told stays unknown: a text is ``""`` then, a number or
a seat None, a hand without cards. :meth:`Board.completed` adds what follows by the rules and refuses a board that
contradicts itself; :func:`to_match` plays it; :func:`from_match` makes one of a match or a view.

>>> import cardavia
>>> from cardavia.formats import boards
>>> match = cardavia.game("bridge").start(seed=7, dealer=0)
>>> for call in ["bid 1NT", "pass", "pass", "pass"]:
...     move = match.play(call)
>>> board = boards.from_match(match)
>>> board.contract, board.declarer, board.result
('1NT', 0, None)
>>> boards.to_match(board).table == match.table
True

Seats are counted N, E, S, W = 0, 1, 2, 3, as everywhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from cardavia import _core
from cardavia._core import Cards, Match, View
from cardavia.cards import Card
from cardavia.errors import BadOption, BadRecord, refused_at, shown
from cardavia.games import bridge
from cardavia.games.bridge import SEATS
from cardavia.registry import Seed, game

HAND: Final = 13
"""Cards of a hand, and tricks of a deal."""
SUITS: Final = "SHDC"
"""In the order of both formats."""
RANKS: Final = "AKQJT98765432"
"""From the highest down."""
VULNERABILITIES: Final = ("none", "ns", "ew", "both")
"""Who can be vulnerable, as the option of Bridge has it."""
PASSED_OUT: Final = "Pass"
"""The contract of a board that nobody bid on."""
SKIP: Final = "skip"
"""The call of a seat that was passed over."""
MOST_CALLS: Final = 319
"""The longest auction (BR-2)."""

_WORDS = frozenset((*bridge.CALLS, SKIP))
_CARDS = {card.text: card for card in _core.deck_cards("french") if card.suit}

Hands = tuple[Cards, Cards, Cards, Cards]
"""The cards of each seat."""


@dataclass(frozen=True, slots=True)
class Call:
    """One call of an auction."""

    text: str
    """A word of :data:`bridge.CALLS <cardavia.games.bridge.CALLS>`: ``"pass"``, ``"3NT"``, ``"X"``, ``"XX"``; or
    ``"skip"`` where a seat was passed over by mistake."""
    alert: bool = False
    """Whether it was alerted. PBN has no sign for that."""
    note: str | None = None
    """What is said about it: ``""`` for a note whose text is missing, None for none."""
    marks: tuple[str, ...] = ()
    """What else PBN says of it: ``"$1"``, a good call, and its other numbers; ``"^I"``, an insufficient bid."""


@dataclass(frozen=True, slots=True)
class Played:
    """One card that was played."""

    card: Card
    note: str | None = None
    """As of a call."""
    marks: tuple[str, ...] = ()
    """As of a call; ``"^R"`` is a revoke, ``"^L"`` a lead out of turn."""


Trick = tuple[Played | None, Played | None, Played | None, Played | None]
"""What each seat played, by seat; None for what is not told, or not played yet."""


@dataclass(frozen=True, slots=True)
class Tag:
    """A tag of PBN that a board has no field for."""

    name: str
    value: str = ""
    data: tuple[str, ...] = ()
    """The lines of its section, as they stand."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Board:
    """A board as it is told.

    :raises BadRecord: "bad-record" for values that no board has
    """

    event: str = ""
    site: str = ""
    date: str = ""
    """As it is written: ``"1998.04.02"``, with ``??`` for parts that are not known."""
    number: int | None = None
    names: tuple[str, str, str, str] = ("", "", "", "")
    """Of the players, by seat."""
    dealer: int | None = None
    """Seat."""
    vulnerability: str = ""
    """``"none"``, ``"ns"``, ``"ew"`` or ``"both"``."""
    hands: Hands = (Cards(), Cards(), Cards(), Cards())
    """The cards that each seat was dealt, as far as they are told."""
    scoring: str = ""
    """As it is written: ``"IMP"``."""
    auction: tuple[Call, ...] = ()
    """From the dealer on."""
    contract: str = ""
    """``"3NT"``, ``"4SX"``, ``"4SXX"``; ``"Pass"`` when passed out. Of a board that begins in the middle of the play,
    PBN tells the denomination alone: ``"S"``."""
    declarer: int | None = None
    """Seat."""
    result: int | None = None
    """Tricks that the declaring side took, also by a claim."""
    result_side: int | None = None
    """Where the declarer is not told, ``result`` may count the tricks of a side instead: 0 of N-S, 1 of E-W."""
    score: str = ""
    """As it is written: ``"NS 420"``."""
    leader: int | None = None
    """Seat that led to the first trick."""
    play: tuple[Trick, ...] = ()
    """The tricks, in order."""
    tags: tuple[Tag, ...] = ()
    """The other tags of PBN, in order. LIN leaves them out."""
    commands: tuple[tuple[str, str], ...] = ()
    """The other commands of LIN with their values, in order. PBN leaves them out."""

    def __post_init__(self) -> None:
        for seat in (self.dealer, self.declarer, self.leader):
            _check(seat is None or seat in range(4), "a seat is 0 to 3")
        _check(self.vulnerability in ("", *VULNERABILITIES), f"vulnerable are {', '.join(VULNERABILITIES)}")
        _check(self.result is None or self.result in range(HAND + 1), "a result is 0 to 13 tricks")
        _check(self.result_side is None or self.result_side in range(2), "a side is 0 or 1")
        _check(self.number is None or self.number >= 0, "the number of a board is 0 or more")
        _check(not self.contract or self.contract == read_contract(self.contract), "this is no contract")
        for call in self.auction:
            _check(call.text in _WORDS, f"this is no call: {shown(call.text)}")
        _check(len(self.names) == len(self.hands) == 4, "there are four seats")
        _check(all(len(hand) <= HAND for hand in self.hands), "a hand has 13 cards")
        _check_distinct([card for hand in self.hands for card in hand])
        _check(all(len(trick) == 4 for trick in self.play) and len(self.play) <= HAND, "there are 13 tricks of 4 cards")
        _check(not self.play or self.leader is not None, "somebody led")
        _check_distinct([played.card for trick in self.play for played in trick if played])

    def completed(self) -> Board:
        """This board with what follows by the rules: contract and declarer of an auction that is over (BR-2), the
        result of play that is told to its end (BR-3), a hand that is all that the others leave. The cards that a seat
        played join its hand.

        :raises BadRecord: "contradicts-itself" when two things that are told cannot both be true; the code of its rule
            for a call that is not legal
        """
        board = replace(self, hands=_completed_hands(self))
        if board.auction and board.dealer is not None:
            match = game("bridge").start(seed=0, dealer=board.dealer)
            _call(match, board.auction)
            if contract := match.table.contract:
                board = _agreed(board, contract=_contract_text(contract), declarer=contract.declarer)
            elif match.deal_over:
                board = _agreed(board, contract=PASSED_OUT)
        if board.contract == PASSED_OUT:
            played = board.declarer is not None or board.result or board.leader is not None
            _agree(not played, "a board that was passed out has no declarer, leader or tricks")
        return board if board.declarer is None else _with_result(board, board.declarer)


def _check(true: bool, message: str) -> None:
    if not true:
        raise BadRecord(message, "bad-record")


def _check_distinct(cards: list[Card]) -> None:
    _check(len(set(cards)) == len(cards), "a card is there twice")


# ---- What follows by the rules ---------------------------------------------------------


def passes_to_end(auction: Sequence[Call]) -> int:
    """How many passes in a row would end an auction (BR-2)."""
    passes = 0
    while passes < len(auction) and auction[-1 - passes].text == "pass":
        passes += 1
    return max((4 if passes == len(auction) else 3) - passes, 0)


def leaders(board: Board) -> list[int | None]:
    """Who led to each trick that was begun, and who leads after the last one (BR-3); None where it cannot be said."""
    trump = "" if board.contract == PASSED_OUT else board.contract.strip("1234567X")
    leading = [board.leader]
    for trick in board.play:
        leading.append(_winner(trick, leading[-1], trump))
    return leading


def _winner(trick: Trick, leader: int | None, trump: str) -> int | None:
    cards = [played.card for played in trick if played]
    if leader is None or not trump or len(cards) < 4:
        return None
    led = cards[leader].suit

    def power(seat: int) -> tuple[bool, bool, int]:
        card = cards[seat]
        return card.suit == trump, card.suit == led, -RANKS.index(card.rank)

    return max(range(4), key=power)


def with_fourth_hand(hands: Hands) -> Hands:
    """Hands with the cards that are left for the only one that is not full."""
    short = [seat for seat in range(4) if len(hands[seat]) < HAND]
    if len(short) != 1:
        return hands
    held = {card for seat in range(4) if seat != short[0] for card in hands[seat]}
    rest = Cards(card for card in _CARDS.values() if card not in held)
    return _four(rest if seat == short[0] else hands[seat] for seat in range(4))


def _four(hands: Iterable[Cards]) -> Hands:
    north, east, south, west = hands
    return north, east, south, west


def _completed_hands(board: Board) -> Hands:
    hands = [set(hand) for hand in board.hands]
    for trick in board.play:
        for hand, played in zip(hands, trick, strict=True):
            hand.update([played.card] if played else [])
    _agree(sum(map(len, hands)) == len(set().union(*hands)), "a seat played a card of another hand")
    _agree(max(map(len, hands)) <= HAND, "a seat played a card that it was not dealt")
    return with_fourth_hand(_four(map(Cards, hands)))


def _with_result(board: Board, declarer: int) -> Board:
    if board.leader is not None:
        board = _agreed(board, leader=(declarer + 1) % 4)
    side = declarer % 2
    if board.result is not None and board.result_side == 1 - side:
        board = replace(board, result=HAND - board.result)
    board = replace(board, result_side=None)
    winners = [winner % 2 for winner in leaders(board)[1:] if winner is not None]
    taken = winners.count(side)
    if len(winners) == HAND:
        return _agreed(board, result=taken)
    least, most = taken, HAND - winners.count(1 - side)
    _agree(board.result is None or least <= board.result <= most, f"the tricks played leave {least} to {most}")
    return board


def _agree(true: bool, message: str) -> None:
    if not true:
        raise BadRecord(message, "contradicts-itself")


def _agreed(board: Board, **facts: str | int | None) -> Board:
    """The board with what follows from the rest of it, if it does not tell something else."""
    for name, fact in facts.items():
        told = getattr(board, name)
        if told not in ("", None, fact):
            told, fact = (SEATS[told], SEATS[int(fact or 0)]) if name in ("declarer", "leader") else (told, fact)
            _agree(False, f"the {name} is told to be {told}, and is {fact} by the rest of the board")
    return replace(board, **facts)  # type: ignore[arg-type]


# ---- Matches ---------------------------------------------------------------------------


def to_match(board: Board, *, seed: Seed = None) -> Match:
    """The board as a match of Bridge, played as far as the board tells. Every call and card is checked as if it were
    played now.

    There are no claims in a match: it stands where the last card was played, and the result stays with the board.

    :param seed: as long as no card was played, cards that are not told are dealt from it: an int from 0, 32 bytes, or
        None for fresh entropy
    :raises BadRecord: with the code of its rule for a call or card that is not legal; "contradicts-itself" when two
        things that are told cannot both be true; "not-told" when dealer, vulnerability, cards or auction are missing
    """
    board = board.completed()
    if board.dealer is None or not board.vulnerability:
        raise _not_told("dealer and vulnerability have to be told")
    if board.play and min(map(len, board.hands)) < HAND:
        raise _not_told("the hands of a board that was played have to be told")
    match = game("bridge").start(seed=seed, hands=board.hands, dealer=board.dealer, vulnerability=board.vulnerability)
    _call(match, board.auction)
    if match.phase == "bidding" and (board.contract or board.play):
        raise _not_told("the auction that led to the contract has to be told")
    _play(match, board.play)
    return match


def from_match(position: Match | View) -> Board:
    """The board of a match, or what a view knows of it: of hands that it does not see, the cards that were played.

    :raises BadOption: "other-game" for another game than Bridge
    """
    if position.game.name != "bridge":
        raise BadOption(f"boards are of Bridge, not of {position.game.title}", "other-game")
    table: bridge.Table = position.table
    tricks = []
    for trick in table.tricks:
        cells: list[Played | None] = [None] * 4
        for place, card in enumerate(trick.cards):
            cells[(trick.leader + place) % 4] = Played(card)
        tricks.append(_trick(cells))
    return Board(
        dealer=table.dealer,
        vulnerability=table.vulnerability,
        hands=_four(position.known(seat) if isinstance(position, View) else position.hand(seat) for seat in range(4)),
        auction=tuple(map(Call, table.calls)),
        score=f"NS {position.scores[0]}" if position.deal_over else "",
        leader=table.leaders[0] if table.leaders else None,
        play=tuple(tricks),
    ).completed()


def _trick(cells: Iterable[Played | None]) -> Trick:
    north, east, south, west = cells
    return north, east, south, west


def _not_told(message: str) -> BadRecord:
    return BadRecord(message, "not-told")


def _call(match: Match, auction: Iterable[Call]) -> None:
    for number, call in enumerate(auction, 1):
        with refused_at(f"call {number} ({call.text})"):
            match.play(bridge.move_text(call.text))


def _play(match: Match, play: Iterable[Trick]) -> None:
    left = [list(trick) for trick in play]
    for number, trick in enumerate(left, 1):
        for _ in range(4):
            seat = match.table.hand
            played = None if seat is None else trick[seat]
            if played is None:
                break
            with refused_at(f"trick {number}, {SEATS[seat]} ({played.card})"):
                match.play(f"play {played.card}")
            trick[seat] = None
    if any(played for trick in left for played in trick):
        raise _not_told("a card is told behind one that is not")


# ---- Text ------------------------------------------------------------------------------


class Source:
    """The text of a record, and the places in it."""

    def __init__(self, text: str | bytes) -> None:
        if isinstance(text, bytes):
            text = _decoded(text)
        if not isinstance(text, str):
            raise BadRecord(f"a record is text, not {type(text).__name__}", "bad-record")
        self.text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")

    def bad(self, at: int, message: str) -> BadRecord:
        """A refusal that names line and column, both from 1."""
        line, column = self.text.count("\n", 0, at) + 1, at - self.text.rfind("\n", 0, at)
        return BadRecord(f"line {line}, column {column}: {message}", "bad-record")


def _decoded(data: bytes) -> str:
    """UTF-8 where it is that, else ISO 8859-1, which is what PBN asks for."""
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode("iso-8859-1")


class Dealing:
    """The hands of a board as they are read, card by card."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._hands: list[list[Card]] = [[], [], [], []]
        self._taken: set[Card] = set()

    def add(self, seat: int, suit: str, rank: str, at: int) -> None:
        """A card that stands at a place of the text.

        :raises BadRecord: if it is dealt already, or the hand is full
        """
        card = _card_of(suit, rank)
        if card in self._taken:
            raise self._source.bad(at, f"{card} is there twice")
        if len(self._hands[seat]) == HAND:
            raise self._source.bad(at, "a hand has 13 cards")
        self._taken.add(card)
        self._hands[seat].append(card)

    @property
    def hands(self) -> Hands:
        """What was added so far."""
        return _four(map(Cards, self._hands))


_CALLS = {"P": "pass", "PASS": "pass", "D": "X", "X": "X", "DBL": "X", "R": "XX", "XX": "XX", "RDBL": "XX"}
_BID = re.compile(r"([1-7])([CDHS]|NT?)", re.IGNORECASE | re.ASCII)


def read_call(text: str) -> str | None:
    """The call of a text as :attr:`Call.text` has it; None if it is none."""
    bid = _BID.fullmatch(text)
    return f"{bid[1]}{_denomination(bid[2])}" if bid else _CALLS.get(text.upper())


def read_contract(text: str) -> str | None:
    """The contract of a text as :attr:`Board.contract` has it; None if it is none."""
    if text.upper() == PASSED_OUT.upper():
        return PASSED_OUT
    if re.fullmatch("[CDHS]|NT?", text, re.IGNORECASE | re.ASCII):
        return _denomination(text)
    try:
        contract = bridge.Contract.parse(text)
    except BadOption:
        return None
    return None if contract.declarer is not None else _contract_text(contract)


def _contract_text(contract: bridge.Contract) -> str:
    return f"{contract.bid}{'X' * contract.doubled}"


def _denomination(text: str) -> str:
    return "NT" if text[0] in "Nn" else text.upper()


def read_card(text: str) -> Card | None:
    """The card of a text, its suit first; None if it is none."""
    suit, rank = text[:1].upper(), text[1:].upper()
    return _card_of(suit, rank) if suit in tuple(SUITS) and rank in (*RANKS, "10") else None


def _card_of(suit: str, rank: str) -> Card:
    """The card of a suit and a rank in either case, of which a ten may be ``10``."""
    return _CARDS[f"{'T' if rank == '10' else rank}{suit}".upper()]


def unwritable(message: str) -> BadRecord:
    """A refusal to write what a format has no way to write."""
    return BadRecord(message, "not-writable")
