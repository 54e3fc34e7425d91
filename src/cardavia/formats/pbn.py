"""Boards of Bridge in PBN (Portable Bridge Notation, https://www.tistis.nl/pbn), versions 1.0 to 2.1.

>>> from cardavia.formats import pbn
>>> [board] = pbn.loads('''
... [Board "1"]
... [Dealer "N"]
... [Vulnerable "None"]
... [Deal "N:.63.AKQ987.A9732 A8654.KQ5.T.QJT6 J973.J98742.3.K4 KQT2.AT.J6542.85"]
... [Declarer "?"]
... {PAR: 5D by N}
... [Auction "N"]
... 1D 1S =1= X 2S
... 3C AP
... [Note "1:five of them"]
... ''')
>>> board.hands[0]
Cards('2C 3C 7C 9C AC 7D 8D 9D QD KD AD 3H 6H')
>>> board.declarer, board.auction[1]
(None, Call(text='1S', alert=False, note='five of them', marks=()))

A :class:`~cardavia.formats.boards.Board` has what the text tells; see there for what can be done with it.

Read is the import format: comments and escaped lines anywhere, tags in any order and over several lines, a value ``?``
or none for what is not known, ``#`` and ``##`` for a value of the games before, names of tags and what the standard
defines in either case. The first of two equal tags counts. Beyond the standard, hands may repeat the letters of the
suits (``SAK.HQ.D.C432``) and write ``-`` for a void, and quotes within a value need no backslash. Irregular calls and
cards (``^I``, ``^S``, ``^R``, ``^L``) are kept; that declarer or result is irregular (``^``) is not. Comments are left
out, and so are notes that no call or card refers to.

Written is what the record has: the fifteen tags that the standard asks for, score, auction and play with their notes,
then the other tags.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import IO, Final

from cardavia._core import Cards
from cardavia.cards import Card
from cardavia.errors import BadRecord, shown
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
    Played,
    Source,
    Tag,
    Trick,
    passes_to_end,
    read_call,
    read_card,
    read_contract,
    unwritable,
)
from cardavia.games.bridge import SEATS

_VERSION = "2.1"
_PLAYERS = ("West", "North", "East", "South")
_FIELDS: Final = ("Event", "Site", "Date", "Board", *_PLAYERS, "Dealer", "Vulnerable", "Deal", "Scoring", "Declarer",
                  "Contract", "Result", "Score")  # fmt: skip
"""The tags without a section that have a field of their own, in the order of the standard."""
_SECTIONS = ("Auction", "Play", "Note")
_OWN = {name.lower() for name in (*_FIELDS, *_SECTIONS)}
_UNKNOWN = "?"
_MOST_LASTING, _LONGEST = 32, 1000
"""How much games may have from others, so that no text is much longer than it looks."""
_VULNERABLE = {"none": "none", "love": "none", "-": "none", "ns": "ns", "ew": "ew", "all": "both", "both": "both"}
_WRITTEN_VULNERABLE = dict(zip(("", *VULNERABILITIES), (_UNKNOWN, "None", "NS", "EW", "All"), strict=True))
_WRITTEN_CALLS = {"pass": "Pass", SKIP: "^S"}
_SUFFIXES = ("!", "?", "!!", "??", "!?", "?!")
"""What stands for ``$1`` to ``$6`` behind a call and for ``$7`` to ``$12`` behind a card."""


# ---- Reading: tags ---------------------------------------------------------------------


def load(file: IO[str] | IO[bytes]) -> list[Board]:
    """The boards of a file that is open for reading, as text or bytes; see :func:`loads`."""
    return loads(file.read())


def loads(text: str | bytes) -> list[Board]:
    """The boards of a text, in order. Bytes are read as UTF-8 if they are that, else as ISO 8859-1.

    :raises BadRecord: "bad-record", naming line and column, both from 1
    """
    source = Source(text)
    earlier = _Earlier(source)
    return [_Game(source, earlier.resolve(tags)).board() for tags in _games(source)]


@dataclass(slots=True)
class _Tag:
    """A tag as it is written."""

    name: str
    value: str
    """Between the quotes, with its backslashes."""
    at: int
    """Where the value begins."""
    words: list[tuple[int, str]] = field(default_factory=list)
    """What stands in its section, and where."""
    section: list[str] = field(default_factory=list)
    """All of that with the space between, but without comments."""

    @property
    def key(self) -> str:
        return self.name.lower()

    @property
    def data(self) -> tuple[str, ...]:
        """The lines of its section."""
        return tuple(line.rstrip() for line in "".join(self.section).split("\n") if line.strip())


_PART = re.compile(
    r"""
      (?P<escape> ^%[^\n]* )                         # a line for other programs
    | (?P<empty>  ^[^\S\n]*(?:\n|\Z) )               # ends a game
    | (?P<space>  [^\S\n]+|\n )
    | (?P<comment> ;[^\n]*|\{[^}]*\} )
    | (?P<tag>    \[\s*+(?P<name>\w+)\s*+"(?P<value>(?:[^"\\\n]|\\[^\n]|"(?!\s*+\]))*+)"\s*+\] )
    | (?P<word>   "[^"\n]*"|[^\s;{\["]+|" )
    """,
    re.VERBOSE | re.MULTILINE | re.ASCII,
)


def _games(source: Source) -> Iterator[list[_Tag]]:
    """The tags of each game."""
    tags: list[_Tag] = []
    at = 0
    while at < len(source.text):
        found = _PART.match(source.text, at)
        if not found:
            raise source.bad(at, "this comment has no end" if source.text[at] == "{" else 'a tag is [Name "value"]')
        part, text = found.lastgroup, found[0]
        if part == "empty" and tags:
            yield tags
            tags = []
        elif part == "tag":
            tags.append(_Tag(found["name"], found["value"], found.start("value")))
        elif part == "word" and not tags:
            raise source.bad(at, f"a game begins with a tag, not with {shown(text)}")
        elif part == "word":
            tags[-1].words.append((at, text))
            tags[-1].section.append(text)
        elif part == "space" and tags:
            tags[-1].section.append(text)
        at = found.end()
    if tags:
        yield tags


class _Earlier:
    """What a game may refer to of those before it."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._last: dict[str, str] = {}
        """The last value of each tag, by key."""
        self._lasting: dict[str, _Tag] = {}
        """The tags that games have if they say nothing else (``##``)."""

    def resolve(self, tags: list[_Tag]) -> list[_Tag]:
        """The tags of the next game, each with its value; of equal ones but notes the first."""
        own: dict[str, _Tag] = {}
        for place, tag in enumerate(tags):
            own.setdefault(tag.key if tag.key != "note" else f"note {place}", tag)
        for tag in own.values():
            self._resolve(tag)
        resolved = [*own.values()]
        resolved += [_Tag(tag.name, tag.value, tag.at) for key, tag in self._lasting.items() if key not in own]
        self._last.update((tag.key, tag.value) for tag in resolved)
        return resolved

    def _resolve(self, tag: _Tag) -> None:
        refers, lasts = tag.value == "#", tag.value.startswith("##")
        if not lasts:
            self._lasting.pop(tag.key, None)
        if not (refers or lasts):
            return
        if tag.name.title() in _SECTIONS:
            raise self._source.bad(tag.at, f"{tag.name} has no value of another game")
        if refers and tag.key not in self._last:
            raise self._source.bad(tag.at, f"no game before has a tag {tag.name}")
        if lasts:
            tag.value, tag.at = tag.value[2:], tag.at + 2
            self._lasting[tag.key] = tag
        else:
            tag.value = self._last[tag.key]
        if tag.value == "#" or tag.value.startswith("##"):
            raise self._source.bad(tag.at, "this value would refer to another one")
        if len(tag.value) > _LONGEST or len(self._lasting) > _MOST_LASTING:
            raise self._source.bad(
                tag.at, f"games have up to {_MOST_LASTING} values of {_LONGEST} characters in common"
            )


# ---- Reading: a game -------------------------------------------------------------------

_HAND = re.compile(r"\S+")
_RANK = re.compile(r"10|[AKQJT2-9]", re.IGNORECASE)
_RESULT = re.compile(r"\^?\s*(?:(NS|EW)\s*)?([0-9]{1,2})\s*(?:(NS|EW)\s*([0-9]{1,2})\s*)?", re.IGNORECASE)
_NOTE = re.compile(r"([0-9]{1,4})\s*:(.*)", re.DOTALL)
_TOKEN = re.compile(r"\^[A-Za-z]|=[0-9]{1,4}=|\$[0-9]{1,4}|[!?]{1,2}|[-+*]|[A-Za-z0-9]+")


@dataclass(slots=True)
class _Item:
    """A call, a card or a place that is left open, with what is said about it."""

    at: int
    text: str
    note: str | None = None
    marks: list[str] = field(default_factory=list)


class _Game:
    """Reads one game."""

    def __init__(self, source: Source, tags: list[_Tag]) -> None:
        self._source = source
        self._tags = {tag.key: tag for tag in tags if tag.key != "note"}
        self._notes = self._read_notes(tags)

    def board(self) -> Board:
        """The board that the tags tell."""
        for name in _FIELDS:
            tag = self._tags.get(name.lower())
            if tag and tag.words:
                at, word = tag.words[0]
                raise self._source.bad(at, f"{tag.name} has no section, so that {shown(word)} cannot stand here")
        west, north, east, south = map(self._text, _PLAYERS)
        declarer = self._seat("Declarer")
        result, side = self._result(declarer)
        auction, caller = self._auction()
        play, leader = self._play(declarer)
        return Board(
            event=self._text("Event"),
            site=self._text("Site"),
            date=self._text("Date"),
            number=self._number(),
            names=(north, east, south, west),
            dealer=self._dealer(caller),
            vulnerability=self._vulnerability(),
            hands=self._deal().hands,
            scoring=self._text("Scoring"),
            auction=auction,
            contract=self._contract(),
            declarer=declarer,
            result=result,
            result_side=side,
            score=self._text("Score"),
            leader=leader,
            play=play,
            tags=tuple(
                Tag(tag.name, _unescaped(tag.value), tag.data) for key, tag in self._tags.items() if key not in _OWN
            ),
        )

    # -- Values

    def _value(self, name: str) -> tuple[str, int]:
        """A value as it is written, and where; "" if it is not told."""
        tag = self._tags.get(name.lower())
        return (tag.value, tag.at) if tag and tag.value != _UNKNOWN else ("", 0)

    def _bad(self, at: int, message: str) -> BadRecord:
        return self._source.bad(at, message)

    def _text(self, name: str) -> str:
        return _unescaped(self._value(name)[0])

    def _number(self) -> int | None:
        value, at = self._value("Board")
        if value and not re.fullmatch(r"[0-9]{1,9}", value):
            raise self._bad(at, f"the number of a board is no {shown(value)}")
        return int(value) if value else None

    def _seat(self, name: str) -> int | None:
        value, at = self._value(name)
        letter = value.removeprefix("^").upper() if name == "Declarer" else value.upper()
        if value and letter not in tuple(SEATS):
            raise self._bad(at, f"{name} is N, E, S or W, not {shown(value)}")
        return SEATS.index(letter) if value else None

    def _dealer(self, caller: int | None) -> int | None:
        """The dealer, who calls first."""
        dealer = self._seat("Dealer")
        if dealer is not None and caller not in (None, dealer):
            raise self._bad(self._value("Auction")[1], "the auction begins with another seat than the dealer")
        return caller if dealer is None else dealer

    def _vulnerability(self) -> str:
        value, at = self._value("Vulnerable")
        if value and value.lower() not in _VULNERABLE:
            raise self._bad(at, f"Vulnerable is None, NS, EW or All, not {shown(value)}")
        return _VULNERABLE[value.lower()] if value else ""

    def _contract(self) -> str:
        value, at = self._value("Contract")
        contract = read_contract(value) if value else ""
        if contract is None:
            raise self._bad(at, f"this is no contract: {shown(value)}")
        return contract

    def _result(self, declarer: int | None) -> tuple[int | None, int | None]:
        """Tricks, and the side that took them if they are not declarer's."""
        value, at = self._value("Result")
        if not value:
            return None, None
        found = _RESULT.fullmatch(value)
        if not found or int(found[2]) > HAND:
            raise self._bad(at, f"this is no result: {shown(value)}")
        side, tricks = found[1] and found[1].upper(), int(found[2])
        if found[3] and (not side or found[3].upper() == side or tricks + int(found[4]) != HAND):
            raise self._bad(at, f"the sides do not share 13 tricks: {shown(value)}")
        if side is None:
            return tricks, None
        if declarer is None:
            return tricks, int(side == "EW")
        return (tricks if declarer % 2 == int(side == "EW") else HAND - tricks), None

    # -- Cards

    def _deal(self) -> Dealing:
        value, at = self._value("Deal")
        dealing = Dealing(self._source)
        if not value:
            return dealing
        first = re.match(r"\s*([NESW])\s*:", value, re.IGNORECASE)
        if not first:
            raise self._bad(at, "a deal begins with the seat of its first hand and a colon")
        hands = list(_HAND.finditer(value, first.end()))
        if len(hands) != len(SEATS):
            raise self._bad(at, f"a deal has four hands, not {len(hands)}")
        for place, hand in enumerate(hands):
            if hand[0] != "-":
                self._hand(dealing, (SEATS.index(first[1].upper()) + place) % 4, hand[0], at + hand.start())
        return dealing

    def _hand(self, dealing: Dealing, seat: int, text: str, at: int) -> None:
        suits = text.split(".")
        if len(suits) != len(SUITS):
            raise self._bad(at, f"a hand has four suits with points between, not {shown(text)}")
        for letter, cards in zip(SUITS, suits, strict=True):
            place = int(cards[:1].upper() == letter)
            if cards[place:] == "-":
                place = len(cards)
            while place < len(cards):
                card = _RANK.match(cards, place)
                if not card:
                    raise self._bad(at + place, f"this is no rank: {shown(cards[place])}")
                dealing.add(seat, letter, card[0], at + place)
                place = card.end()
            at += len(cards) + 1

    # -- Sections

    def _read_notes(self, tags: list[_Tag]) -> dict[tuple[str, int], str]:
        """The notes by section and number; the first of its number counts."""
        notes: dict[tuple[str, int], str] = {}
        section = None
        for tag in tags:
            if tag.key in ("auction", "play"):
                section = tag.key
            elif tag.key == "note":
                found = _NOTE.fullmatch(tag.value)
                if not found or section is None:
                    raise self._bad(tag.at, "a note is a number, a colon and its text, behind an auction or a play")
                if tag.words:
                    raise self._bad(tag.words[0][0], "a note has no section")
                notes.setdefault((section, int(found[1])), _unescaped(found[2]))
        return notes

    def _items(self, name: str) -> Iterator[_Item]:
        """The calls or cards of a section, each with the notes and marks that go with it."""
        tag = self._tags.get(name.lower())
        item: _Item | None = None
        before: list[str] = []
        for at, token in self._tokens(tag) if tag else ():
            if token[0] == "^" and token.upper() != "^S":
                before.append(token.upper())
            elif token[0] not in "=$!?":
                if item:
                    yield item
                item, before = _Item(at, token, marks=before), []
            elif item is None or item.text in "-+*" or before:
                raise self._bad(at, f"{shown(token)} stands behind no call or card")
            elif token[0] == "=":
                if item.note is not None:
                    raise self._bad(at, "this call or card has a note already")
                item.note = self._notes.get((name.lower(), int(token[1:-1])), "")
            elif token[0] == "$":
                item.marks.append(f"${int(token[1:])}")
            else:
                item.marks.append(f"${_SUFFIXES.index(token) + (1 if name == 'Auction' else 7)}")
        if item:
            yield item
        if before and tag:
            raise self._bad(tag.words[-1][0], f"{shown(before[-1])} stands before no call or card")

    def _tokens(self, tag: _Tag) -> Iterator[tuple[int, str]]:
        for at, word in tag.words:
            place = 0
            while place < len(word):
                token = _TOKEN.match(word, place)
                if not token:
                    raise self._bad(at + place, f"this cannot stand in a section {tag.name}: {shown(word[place:])}")
                yield at + place, token[0]
                place = token.end()

    def _auction(self) -> tuple[tuple[Call, ...], int | None]:
        """The calls, and who made the first one if that is told."""
        caller = self._seat("Auction")
        calls: list[Call] = []
        ended = ""
        for item in self._items("Auction"):
            if item.text in "-+*":
                if item.text != "-" or calls or ended:
                    ended = item.text
                elif caller is not None:
                    caller = (caller + 1) % 4
                continue
            if ended:
                raise self._bad(item.at, f"a call stands behind {shown(ended)}")
            if item.text.upper() == "AP":
                passes = passes_to_end(calls)
                calls += [Call("pass")] * (passes - 1)
                calls += [Call("pass", note=item.note, marks=tuple(item.marks))] * min(passes, 1)
            else:
                calls.append(Call(self._call(item), note=item.note, marks=tuple(item.marks)))
            if len(calls) > MOST_CALLS:
                raise self._bad(item.at, "no auction is that long")
        return tuple(calls), caller

    def _call(self, item: _Item) -> str:
        call = SKIP if item.text.upper() == "^S" else read_call(item.text)
        if call is None:
            raise self._bad(item.at, f"this is no call: {shown(item.text)}")
        return call

    def _play(self, declarer: int | None) -> tuple[tuple[Trick, ...], int | None]:
        """The tricks by seat, and who led."""
        leader = self._seat("Play")
        first = leader if leader is not None or declarer is None else (declarer + 1) % 4
        tricks: list[list[Played | None]] = []
        cells, seen, ended = 0, set[Card](), ""
        for item in self._items("Play"):
            if ended == "*" or (ended == "+" and cells % 4 == 0 and item.text != "*"):
                raise self._bad(item.at, f"nothing stands behind {shown(ended)}")
            if item.text in "+*":
                ended = item.text
            if item.text == "*":
                continue
            if cells % 4 == 0:
                tricks.append([None] * 4)
            if len(tricks) > HAND:
                raise self._bad(item.at, "13 tricks are played")
            if item.text not in "-+":
                card = self._card(item)
                if first is None:
                    raise self._bad(item.at, "nobody can say who played this: neither leader nor declarer is told")
                if card in seen:
                    raise self._bad(item.at, f"{card} is there twice")
                seen.add(card)
                tricks[-1][(first + cells) % 4] = Played(card, item.note, tuple(item.marks))
            cells += 1
        while tricks and not any(tricks[-1]):
            tricks.pop()
        return tuple((north, east, south, west) for north, east, south, west in tricks), first if tricks else leader

    def _card(self, item: _Item) -> Card:
        card = read_card(item.text)
        if card is None:
            raise self._bad(item.at, f"this is no card: {shown(item.text)}")
        return card


def _unescaped(value: str) -> str:
    """A value without the backslashes before quotes and backslashes."""
    return re.sub(r'\\(["\\])', r"\1", value)


# ---- Writing ---------------------------------------------------------------------------


def dump(boards: Iterable[Board], file: IO[str]) -> None:
    """Writes boards to a file that is open for text; see :func:`dumps`."""
    file.write(dumps(boards))


def dumps(boards: Iterable[Board]) -> str:
    """Boards as text, one game after the other. What it reads back as are these boards, but for their alerts and
    commands of LIN.

    What follows by the rules but is not told is not written; take :meth:`Board.completed
    <cardavia.formats.boards.Board.completed>` of a board for that.

    :raises BadRecord: "not-writable" for what PBN has no way to write: a value over several lines, one that reads as
        unknown (``?``) or as that of another game (``#``); a tag that has a field of its own
    """
    return "\n".join([f"% PBN {_VERSION}\n", *map(_written, boards)])


def _written(board: Board) -> str:
    nobody = board.contract == PASSED_OUT and board.declarer is None
    values = {
        "Event": _told(board.event),
        "Site": _told(board.site),
        "Date": _told(board.date),
        "Board": _UNKNOWN if board.number is None else str(board.number),
        **{name: _told(board.names[SEATS.index(name[0])]) for name in _PLAYERS},
        "Dealer": _letter(board.dealer),
        "Vulnerable": _WRITTEN_VULNERABLE[board.vulnerability],
        "Deal": _written_deal(board),
        "Scoring": _told(board.scoring),
        "Declarer": "" if nobody else _letter(board.declarer),
        "Contract": board.contract or _UNKNOWN,
        "Result": _written_result(board),
    }
    if board.score:
        values["Score"] = _told(board.score)
    lines = [_tag(name, value) for name, value in values.items()]
    if board.auction:
        lines += _section(_tag("Auction", _letter(board.dealer)), *_written_auction(board))
    if board.leader is not None:
        lines += _section(_tag("Play", SEATS[board.leader]), *_written_play(board))
    for tag in board.tags:
        lines += _written_tag(tag)
    return "".join(f"{line}\n" for line in lines)


def _tag(name: str, value: str) -> str:
    if "\n" in value or "\r" in value:
        raise unwritable(f"the value of {name} goes over several lines")
    escaped = re.sub(r'"|\\(?=["\\]|\Z)', r"\\\g<0>", value)
    return f'[{name} "{escaped}"]'


def _told(text: str) -> str:
    """A text, where none is unknown."""
    if text == _UNKNOWN:
        raise unwritable("a ? reads as unknown")
    return _unreferring(text) or _UNKNOWN


def _unreferring(text: str) -> str:
    if text == "#" or text.startswith("##"):
        raise unwritable(f"{shown(text)} reads as the value of another game")
    return text


def _letter(seat: int | None) -> str:
    return _UNKNOWN if seat is None else SEATS[seat]


def _written_deal(board: Board) -> str:
    if not any(board.hands):
        return _UNKNOWN
    first = board.dealer or 0
    hands = [_written_hand(board.hands[(first + place) % 4]) for place in range(4)]
    return f"{SEATS[first]}:{' '.join(hands)}"


def _written_hand(hand: Cards) -> str:
    if not hand:
        return "-"
    held = {card.text for card in hand}
    return ".".join("".join(rank for rank in RANKS if rank + suit in held) for suit in SUITS)


def _written_result(board: Board) -> str:
    if board.result is None:
        return "" if board.contract == PASSED_OUT else _UNKNOWN
    return str(board.result) if board.result_side is None else f"{('NS', 'EW')[board.result_side]} {board.result}"


def _section(tag: str, rows: list[str], notes: dict[str, int]) -> list[str]:
    return [tag, *rows, *(_tag("Note", f"{number}:{note}") for note, number in notes.items())]


def _rows(items: Iterable[str]) -> list[str]:
    items = list(items)
    return [" ".join(items[at : at + 4]) for at in range(0, len(items), 4)]


def _annotated(text: str, item: Call | Played, notes: dict[str, int]) -> str:
    """A call or card with what is said about it; its note gets a number."""
    before = [mark for mark in item.marks if mark[0] == "^"]
    behind = [mark for mark in item.marks if mark[0] != "^"]
    if item.note is not None:
        behind.insert(0, f"={notes.setdefault(item.note, len(notes) + 1)}=")
    return " ".join([*before, text, *behind])


def _written_auction(board: Board) -> tuple[list[str], dict[str, int]]:
    notes: dict[str, int] = {}
    calls = [_annotated(_WRITTEN_CALLS.get(call.text, call.text), call, notes) for call in board.auction]
    return _rows(calls) + (["*"] if passes_to_end(board.auction) else []), notes


def _written_play(board: Board) -> tuple[list[str], dict[str, int]]:
    notes: dict[str, int] = {}
    columns = [((board.leader or 0) + place) % 4 for place in range(4)]
    cells = [trick[seat] for trick in board.play for seat in columns]
    texts = [_annotated(f"{cell.card.suit}{cell.card.rank}", cell, notes) if cell else "-" for cell in cells]
    return _rows(texts) + (["*"] if len(board.play) < HAND or None in cells else []), notes


def _written_tag(tag: Tag) -> list[str]:
    if not re.fullmatch(r"\w+", tag.name, re.ASCII) or tag.name.lower() in _OWN:
        raise unwritable(f"a tag cannot have the name {shown(tag.name)} here")
    text = "\n".join([_tag(tag.name, _unreferring(tag.value)), *tag.data])
    try:
        read = [other.data for game in _games(Source(text)) for other in game]
    except BadRecord:
        read = []
    if read != [tag.data]:
        raise unwritable(f"the section {tag.name} would be read as something else")
    return text.split("\n")
