"""Boards of Bridge in LIN, the format of Bridge Base Online.

>>> from cardavia.formats import lin
>>> [board] = lin.loads(
...     "pn|Ann,Bob,Cid,Dee|st||md|3SQJ73HAQ95DQ8CK42,S8HJ642DJT965CJ63,SAKT4HT3DA7CA9875,|ah|Board 9|sv|e|"
...     "mb|1N|mb|p|mb|2C!|an|Stayman|mb|p|mb|2S|mb|p|mb|4S|mb|p|mb|p|mb|p|pg||pc|H7|pc|H5|pc|HJ|pc|HT|pg||mc|11|"
... )
>>> board.number, board.names[board.dealer], board.hands[1], board.result
(9, 'Cid', Cards('TC QC 2D 3D 4D KD 7H 8H KH 2S 5S 6S 9S'), 11)
>>> board.completed().contract, board.completed().declarer
('4S', 0)

A :class:`~cardavia.formats.boards.Board` has what the text tells; see there for what can be done with it. A fourth hand
that is not told is what the other three leave (``md|``).

A text has one board or several, and a header before them (``vg|``, ``rs|``, ``pn|`` with eight names): the boards get
event, players and results from it, and the first board has it among its commands. ``qx|o1|`` and ``qx|c1|`` begin
board 1 of the open and of the closed room. Whatever has no field of the record is kept as a command. There is no
published standard of LIN; what is read here is what its files have.

The address of a handviewer with its ``lin=`` can be read as well. Places in messages are those of the text in it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import IO, Final
from urllib.parse import unquote_plus

from cardavia._core import Cards
from cardavia.cards import Card
from cardavia.errors import shown
from cardavia.formats.boards import (
    HAND,
    MOST_CALLS,
    PASSED_OUT,
    RANKS,
    SKIP,
    SUITS,
    VULNERABILITIES,
    Board,
    Call,
    Dealing,
    Hands,
    Played,
    Source,
    leaders,
    read_call,
    read_card,
    read_contract,
    unwritable,
    with_fourth_hand,
)
from cardavia.games.bridge import SEATS

_SEATS: Final = tuple(map(SEATS.index, "SWNE"))
"""The seats in the order of the format, whoever deals. The digit of the dealer counts them from 1."""
_VULNERABLE = dict(zip("oneb", VULNERABILITIES, strict=True))
_WRITTEN_VULNERABLE = {told: letter for letter, told in _VULNERABLE.items()}
_WRITTEN_CALLS = {"pass": "p", "X": "d", "XX": "r"}
_LAYOUT = ("st", "rh", "pg")
"""Commands that say nothing when they have no value."""
_HEADER = ("vg", "rs", "pw", "mp", "bn")
"""Commands that stand before the boards they are about."""


# ---- Reading: commands -----------------------------------------------------------------


def load(file: IO[str] | IO[bytes]) -> list[Board]:
    """The boards of a file that is open for reading, as text or bytes; see :func:`loads`."""
    return loads(file.read())


def loads(text: str | bytes) -> list[Board]:
    """The boards of a text, in order. Bytes are read as UTF-8 if they are that, else as ISO 8859-1.

    :raises BadRecord: "bad-record", naming line and column, both from 1
    """
    source = Source(text)
    query = re.search(r"[?&]lin=([^&]*)", source.text) if re.match(r"\s*https?://", source.text) else None
    if query:
        source = Source(unquote_plus(query[1]))
    header = _Header()
    return [header.added_to(_Reader(source, commands).board()) for commands in _boards(source)]


@dataclass(frozen=True, slots=True)
class _Command:
    name: str
    value: str
    at: int
    """Where the value begins."""

    @property
    def key(self) -> str:
        return self.name.lower()


_NAME = re.compile(r"\w+", re.ASCII)


def _commands(source: Source) -> Iterator[_Command]:
    at, text = 0, source.text
    while (bar := text.find("|", at)) >= 0:
        name = text[at:bar].lstrip()
        begin, name = bar - len(name), name.rstrip()
        if not _NAME.fullmatch(name):
            raise source.bad(begin, f"this is no command: {shown(name)}")
        if (end := text.find("|", bar + 1)) < 0:
            raise source.bad(bar + 1, f"the value of {name} has no end")
        yield _Command(name, text[bar + 1 : end], bar + 1)
        at = end + 1
    if rest := text[at:].lstrip():
        raise source.bad(len(text) - len(rest), f"this command has no value: {shown(rest.rstrip())}")


def _boards(source: Source) -> Iterator[list[_Command]]:
    """The commands of each board; those of a header come with the first one."""
    board: list[_Command] = []
    keys: set[str] = set()
    for command in _commands(source):
        begun, named = keys & {"md", "mb", "pc"}, keys & {"pn", "mb", "pc"}
        if begun and (command.key in ("md", "qx", *_HEADER) or (command.key == "pn" and named)):
            yield board
            board, keys = [], set()
        keys.add(command.key)
        board.append(command)
    if board:
        yield board


# ---- Reading: a board ------------------------------------------------------------------

_TITLE = re.compile(r"\s*Board\s*(?P<number>[0-9]{1,9})\s*", re.IGNORECASE)
_LABEL = re.compile(r"\s*(?P<room>[oc])(?P<number>[0-9]{1,9})\s*", re.IGNORECASE)
_HELD = re.compile(r"(?P<suit>[SHDC])|(?P<rank>10|[AKQJT2-9])|(?P<end>,)|\s+", re.IGNORECASE)


class _Reader:
    """Reads one board."""

    def __init__(self, source: Source, commands: list[_Command]) -> None:
        self._source = source
        self._told: dict[str, _Command] = {}
        self._rest: list[tuple[str, str]] = []
        self._calls: list[Call] = []
        self._cards: dict[Card, int] = {}
        for command in commands:
            self._read(command)

    def board(self) -> Board:
        """The board that the commands tell."""
        title = _TITLE.fullmatch(self._value("ah")[0]) or _label(self._rest)
        board = Board(
            number=int(title["number"]) if title else None,
            names=_names(self._value("pn")[0].split(",")),
            dealer=self._dealer(),
            vulnerability=self._vulnerability(),
            hands=with_fourth_hand(self._hands()),
            auction=tuple(self._calls),
            result=self._result(),
            commands=tuple(self._rest),
        )
        return self._with_play(board)

    def _read(self, command: _Command) -> None:
        match command.key:
            case "mb":
                self._calls.append(self._call(command))
            case "an" if self._calls and self._calls[-1].note is None:
                self._calls[-1] = replace(self._calls[-1], note=command.value)
            case "pc":
                self._cards[self._card(command)] = command.at
            case "md" | "sv" | "mc":
                self._tell(command)
            case "pn" if command.value.count(",") < len(SEATS):
                self._tell(command)
            case "ah" if _TITLE.fullmatch(command.value):
                self._tell(command)
            case key if key not in _LAYOUT or command.value.strip():
                self._rest.append((command.name, command.value))

    def _tell(self, command: _Command) -> None:
        told = self._told.setdefault(command.key, command)
        if told.value != command.value:
            raise self._source.bad(command.at, f"{command.name} tells something else than before")

    def _value(self, key: str) -> tuple[str, int]:
        """A value, and where it is; "" if it is not told."""
        command = self._told.get(key)
        return (command.value, command.at) if command else ("", 0)

    def _vulnerability(self) -> str:
        value, at = self._value("sv")
        vulnerable = value.strip().lower()
        if vulnerable and vulnerable not in _VULNERABLE:
            raise self._source.bad(at, f"sv is o, n, e or b, not {shown(value)}")
        return _VULNERABLE[vulnerable] if vulnerable else ""

    def _result(self) -> int | None:
        value, at = self._value("mc")
        tricks = value.strip()
        if tricks and not (re.fullmatch(r"[0-9]{1,2}", tricks) and int(tricks) <= HAND):
            raise self._source.bad(at, f"0 to 13 tricks are claimed, not {shown(value)}")
        return int(tricks) if tricks else None

    def _call(self, command: _Command) -> Call:
        word = command.value.strip()
        text = read_call(word.rstrip("!"))
        if text is None:
            raise self._source.bad(command.at, f"this is no call: {shown(command.value)}")
        if len(self._calls) == MOST_CALLS:
            raise self._source.bad(command.at, "no auction is that long")
        return Call(text, alert=word.endswith("!"))

    # -- Cards

    def _dealer(self) -> int | None:
        digit = self._value("md")[0].lstrip()[:1]
        return _SEATS[int(digit) - 1] if digit in tuple("1234") else None

    def _hands(self) -> Hands:
        value, at = self._value("md")
        dealing, hand, suit = Dealing(self._source), 0, ""
        place = len(value) - len(value.lstrip())
        place += value[place : place + 1] in tuple("01234")
        while place < len(value):
            found = _HELD.match(value, place)
            if not found or (found["rank"] and not suit):
                raise self._source.bad(at + place, f"a hand is suits with their cards, not {shown(value[place:])}")
            if found["end"]:
                hand, suit = hand + 1, ""
            elif hand == len(_SEATS) and found[0].strip():
                raise self._source.bad(at + place, "there are four hands")
            elif found["rank"]:
                dealing.add(_SEATS[hand], suit, found["rank"], at + place)
            suit = found["suit"] or suit
            place = found.end()
        return dealing.hands

    def _card(self, command: _Command) -> Card:
        card = read_card(command.value.strip())
        if card is None:
            raise self._source.bad(command.at, f"this is no card: {shown(command.value)}")
        if card in self._cards:
            raise self._source.bad(command.at, f"{card} is there twice")
        return card

    def _with_play(self, board: Board) -> Board:
        """The board with the cards that were played, each by the seat that holds it."""
        owners = {card: seat for seat, hand in enumerate(board.hands) for card in hand}
        tricks: list[list[Played | None]] = []
        for number, (card, at) in enumerate(self._cards.items()):
            if number % 4 == 0:
                tricks.append([None] * 4)
            if card not in owners:
                raise self._source.bad(at, f"nobody can say who played this: no hand has {card}")
            if tricks[-1][owners[card]]:
                raise self._source.bad(at, f"{SEATS[owners[card]]} plays to this trick twice")
            tricks[-1][owners[card]] = Played(card)
        if not tricks:
            return board
        leader = owners[next(iter(self._cards))]
        return replace(board, leader=leader, play=tuple((n, e, s, w) for n, e, s, w in tricks))


def _names(told: list[str]) -> tuple[str, str, str, str]:
    """Names by seat."""
    south, west, north, east = [*told, "", "", "", ""][:4]
    return north, east, south, west


def _label(commands: Iterable[tuple[str, str]]) -> re.Match[str] | None:
    """The room and number that a board is labelled with."""
    found = [_LABEL.fullmatch(value) for name, value in commands if name.lower() == "qx"]
    return found[-1] if found else None


# ---- Reading: a header -----------------------------------------------------------------

_OUTCOME = re.compile(
    r"(?P<bid>[1-7](?:[CDHS]|NT?))(?P<doubled>X{0,2})(?P<declarer>[NESW])(?P<too>X{0,2})(?P<over>=|[-+][0-9]{1,2})",
    re.IGNORECASE,
)


class _Header:
    """What the header tells about the boards that follow."""

    def __init__(self) -> None:
        self._event = ""
        self._first: int | None = None
        self._names: list[str] = []
        self._outcomes: list[str] = []

    def added_to(self, board: Board) -> Board:
        """The board with what the header tells about it, where it does not tell that itself."""
        for name, value in board.commands:
            self._read(name.lower(), value)
        label = _label(board.commands)
        closed = label is not None and label["room"].lower() == "c"
        names = _names(self._names[4:8] if closed else self._names[:4])
        board = replace(board, event=self._event, names=board.names if any(board.names) else names)
        if label is None or self._first is None:
            return board
        place = 2 * (int(label["number"]) - self._first) + closed
        return _with_outcome(board, self._outcomes[place]) if 0 <= place < len(self._outcomes) else board

    def _read(self, key: str, value: str) -> None:
        fields = value.split(",")
        match key:
            case "vg":
                self._event = fields[0]
                first = fields[3].strip() if len(fields) > 3 else ""
                self._first = int(first) if re.fullmatch(r"[0-9]{1,9}", first) else None
                self._names, self._outcomes = [], []
            case "pn":
                self._names = fields
            case "rs":
                self._outcomes = fields


def _with_outcome(board: Board, text: str) -> Board:
    """The board with an outcome such as ``4HN+1``, ``3NSX-2`` or ``PASS``, if it is one."""
    if text.strip().upper() in ("P", "PASS"):
        return replace(board, contract=PASSED_OUT)
    found = _OUTCOME.fullmatch(text.strip())
    contract = read_contract(f"{found['bid']}{found['doubled'] or found['too']}") if found else None
    if not found or not contract:
        return board
    tricks = 6 + int(contract[0]) + int(found["over"].replace("=", "0"))
    told = replace(board, contract=contract, declarer=SEATS.index(found["declarer"].upper()))
    return replace(told, result=tricks) if board.result is None and 0 <= tricks <= HAND else told


# ---- Writing ---------------------------------------------------------------------------


def dump(boards: Iterable[Board], file: IO[str]) -> None:
    """Writes boards to a file that is open for text; see :func:`dumps`."""
    file.write(dumps(boards))


def dumps(boards: Iterable[Board]) -> str:
    """Boards as text, one a line. What it reads back as are these boards, without what LIN does not tell: site, date,
    scoring, score, contract and declarer, marks and notes of cards, tags of PBN; the event without its ``vg|`` command.

    :raises BadRecord: "not-writable" for text that LIN has no way to write: a bar; a name with a comma; a seat that was
        passed over; a card that is told behind one that is not. As for :meth:`Board.completed
        <cardavia.formats.boards.Board.completed>` for a board that contradicts itself
    """
    return "".join(f"{_written(board)}\n" for board in boards)


def _written(board: Board) -> str:
    full = board.completed() if board.play or board.result_side is not None else board
    told = [place for place, (name, _) in enumerate(board.commands, 1) if name.lower() in (*_HEADER, "qx", "pn")]
    before = told[-1] if told else 0
    commands = [
        *board.commands[:before],
        ("pn", _written_names(board)),
        ("st", ""),
        ("md", _written_deal(full)),
        *board.commands[before:],
        *([("ah", f"Board {board.number}")] if board.number is not None else []),
        *([("sv", _WRITTEN_VULNERABLE[board.vulnerability])] if board.vulnerability else []),
        *_written_auction(board),
        ("pg", ""),
        *_written_play(full),
    ]
    for name, value in commands:
        if not _NAME.fullmatch(name) or "|" in value:
            raise unwritable(f"LIN has no way to write {shown(value)}, the value of {shown(name)}")
    return "".join(f"{name}|{value}|" for name, value in commands)


def _written_names(board: Board) -> str:
    if any("," in name for name in board.names):
        raise unwritable("a name has a comma")
    return ",".join(board.names[seat] for seat in _SEATS)


def _written_deal(board: Board) -> str:
    """The dealer and the hands; of four full ones the last is left out."""
    hands = [_written_hand(board.hands[seat]) for seat in _SEATS]
    if min(map(len, board.hands)) == HAND:
        hands[-1] = ""
    return f"{'' if board.dealer is None else _SEATS.index(board.dealer) + 1}{','.join(hands)}"


def _written_hand(hand: Cards) -> str:
    if not hand:
        return ""
    held = {card.text for card in hand}
    return "".join(suit + "".join(rank for rank in RANKS[::-1] if rank + suit in held) for suit in SUITS)


def _written_auction(board: Board) -> Iterator[tuple[str, str]]:
    for call in board.auction:
        if call.text == SKIP:
            raise unwritable("LIN has no way to write a seat that was passed over")
        text = _WRITTEN_CALLS.get(call.text, call.text.replace("NT", "N"))
        yield "mb", f"{text}{'!' if call.alert else ''}"
        if call.note is not None:
            yield "an", call.note


def _written_play(board: Board) -> Iterator[tuple[str, str]]:
    """The cards in the order played, and a claim."""
    played = 0
    for trick, leader in zip(board.play, leaders(board), strict=False):
        cards = [] if leader is None else [trick[(leader + place) % 4] for place in range(4)]
        while cards and cards[-1] is None:
            cards.pop()
        if not cards or None in cards or played % 4:
            raise unwritable("LIN has no way to write cards behind one that is not told, or led by nobody knows whom")
        for card in cards:
            if card:
                yield "pc", f"{card.card.suit}{card.card.rank}"
        played += len(cards)
        if len(cards) == 4:
            yield "pg", ""
    if board.result is not None and played < 4 * HAND:
        if board.result_side is not None:
            raise unwritable("LIN has no way to write the tricks of a side that may not be the declaring one")
        yield "mc", str(board.result)
