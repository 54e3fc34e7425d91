"""One hand of Hold'em as a ``.phh`` record (Poker Hand History, https://phh.readthedocs.io), variant ``NT``.

>>> import cardavia
>>> from cardavia.formats import phh
>>> match = cardavia.game("holdem").start(seed=7, players=3)
>>> for text in ["raise 60", "fold", "call", "check", "bet 120", "fold"]:
...     move = match.play(text)
>>> print(phh.dumps(match.view(2)), end="")
variant = "NT"
antes = [0, 0, 0]
blinds_or_straddles = [10, 20, 0]
min_bet = 20
starting_stacks = [1000, 1000, 1000]
actions = [
  "d dh p1 ????",
  "d dh p2 Jh3s",
  "d dh p3 ????",
  "p3 cbr 60",
  "p1 f",
  "p2 cc",
  "d db 4sTc4d",
  "p2 cc",
  "p3 cbr 120",
  "p2 f",
]
hand = 1
seats = [2, 3, 1]
seat_count = 3
finishing_stacks = [990, 940, 1070]
>>> phh.loads(phh.dumps(match)).log == match.log
True

What a record tells is what its position knows. ``dumps(match)`` has every hand: it is for a server's own files.
``dumps(match.view(-1))`` has what everybody saw, the hands of a showdown among it, and can be shared;
``dumps(match.view(seat))`` has the hand of that seat as well. The seed, undealt cards and burnt cards are in none.

``p1`` is the seat at the button's left, and the last player has the button. So with two players ``p1`` is the big
blind, though ``blinds_or_straddles`` always tells the small one first. Seats that are out of the match are left out;
``seats`` has the others, counted from 1.

What is read is no-limit Hold'em of two to four players with two blinds, no antes or straddles, whole chips, and a least
bet of one big blind. A record may end before its hand does. Cards that it leaves open (unknown ones, burnt ones, those
still to come) are dealt from a seed; but nothing is made up that decides a showdown: its board and hands have to be
told.

Programs differ in what the format leaves to them. Another one may refuse an action, miss one, or come to other stacks
where

- a big blind is short: here the bet to call stays the full blind, and the least raise is to two blinds (HE-2.3);
- two players post equal blinds: here the button acts first all the same (HE-3.1);
- a blind has its option while all others are out or all-in: here it is not asked (HE-2.3), and its check is read past;
- all-in raises were short: some let a seat raise again that may not here (HE-3.4);
- a pot leaves two odd chips or three: here they go one by one from the button's left (HE-5.3);
- a losing hand is mucked: here it is shown (HE-5.4), and read as if it had been.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice, takewhile
from typing import Any, Literal

from cardavia import _core
from cardavia._core import Match, Move, View
from cardavia.cards import Card
from cardavia.errors import BadOption, BadRecord, refused_at, shown
from cardavia.events import Event, EventCode
from cardavia.games.holdem import Table
from cardavia.moves import Kind
from cardavia.registry import Seed, game

_VARIANT = "NT"
_HOLE = 2
_BOARD = 5
_BURNT = (0, 4, 6)
"""Places of the stock that are burnt before flop, turn and river (HE-2.4)."""
_UNKNOWN = "??"

# ---- Writing ------------------------------------------------------------------------


def dumps(position: Match | View) -> str:
    """The current or last hand of a match, or what a view knows of it, as a record.

    For an earlier hand, take a copy of the match back to it with ``undo``.

    :raises BadOption: "other-game" for another game than Hold'em; "no-beginning" when the hand began as a sample
    """
    if position.game.name != "holdem":
        raise BadOption(f"hands of Hold'em have .phh records, those of {position.game.title} have none", "other-game")
    hand = _last_hand(position.log)
    table: Table = position.table
    stacks = _starting_stacks(hand, table)
    # p1 is at the button's left, so that heads-up it is the big blind; the blinds are told small first all the same.
    seats = [seat for seat in _from_the_left(table.button, len(stacks)) if stacks[seat] > 0]
    lines = [
        f'variant = "{_VARIANT}"',
        f"antes = {[0] * len(seats)}",
        f"blinds_or_straddles = {[table.small_blind, table.big_blind, *[0] * (len(seats) - 2)]}",
        f"min_bet = {table.big_blind}",
        f"starting_stacks = {[stacks[seat] for seat in seats]}",
        "actions = [",
        *(f'  "{action}",' for action in _actions(hand, table, seats)),
        "]",
        f"hand = {position.deal + 1}",
        f"seats = {[seat + 1 for seat in seats]}",
        f"seat_count = {len(stacks)}",
    ]
    if position.deal_over:
        lines.append(f"finishing_stacks = {[table.stacks[seat] for seat in seats]}")
    return "\n".join(lines) + "\n"


def _last_hand(log: list[Event]) -> list[Event]:
    for place in reversed(range(len(log))):
        if log[place].code is EventCode.DEAL:
            return log[place:]
    raise BadOption("the hand began as a sample: nobody knows how", "no-beginning")


def _starting_stacks(hand: list[Event], table: Table) -> list[int]:
    """What each seat had before the blinds; 0: it was out."""
    won = {event.seat: event.amount for event in hand if event.code is EventCode.POINTS}
    if won:
        return [stack - won.get(seat, 0) for seat, stack in enumerate(table.stacks)]
    return [stack + put_in for stack, put_in in zip(table.stacks, table.put_in, strict=True)]


def _from_the_left(button: int, seats: int) -> list[int]:
    return [(button + 1 + i) % seats for i in range(seats)]


def _actions(hand: list[Event], table: Table, seats: list[int]) -> list[str]:
    names: dict[int | None, str] = {seat: f"p{number}" for number, seat in enumerate(seats, 1)}
    seen = {event.seat: event.cards for event in hand if event.code is EventCode.HAND}
    dealt = [f"d dh {names[seat]} {_text(seen.get(seat)) or _UNKNOWN * _HOLE}" for seat in seats]
    open_hands = {event.seat: event.cards for event in hand if event.code is EventCode.SHOWN}
    showdown = [f"{names[seat]} sm {_text(open_hands[seat])}" for seat in seats if seat in open_hands]
    played = [event for event in hand if event.code in (EventCode.MOVE, EventCode.STREET)]
    # After an all-in the format has the hands shown before the rest of the board is dealt.
    rest = len(list(takewhile(lambda event: event.code is EventCode.STREET, reversed(played))))
    board = iter(table.board)
    acts = [_act(names[event.seat], event.move) if event.move else _street(board, event) for event in played]
    return dealt + acts[: len(acts) - rest] + showdown + acts[len(acts) - rest :]


def _act(name: str, move: Move) -> str:
    if move.kind in (Kind.BET, Kind.RAISE):
        return f"{name} cbr {move.amount}"
    return f"{name} {'f' if move.kind is Kind.FOLD else 'cc'}"


def _street(board: Iterator[Card], event: Event) -> str:
    """The cards of a street in the order dealt, which its event does not have."""
    return f"d db {_text(islice(board, len(event.cards or ())))}"


def _text(cards: Iterable[Card] | None) -> str:
    """Cards as the format has them: ``"AcTd"``."""
    return "".join(card.text[0] + card.text[1].lower() for card in cards or ())


# ---- Reading ------------------------------------------------------------------------


def loads(text: str, *, seed: Seed = None) -> Match:
    """The hand of a record as the first of a match, played as far as the record tells. Every action is checked as if it
    were made now.

    The seats of the match are in the order of the record's ``seats``, if these count upwards round the table; else
    ``p1`` is seat 0. Fields that say nothing about the play are not read.

    :param seed: what the record leaves open is dealt from it, and so are later hands: an int from 0, 32 bytes, or None
        for fresh entropy
    :raises BadRecord: saying which field, or which action, counted from 1. The code is that of the rule that the action
        breaks (``"raising-closed"``); "other-table" for what is not played here; "unknown-cards" for a showdown that
        the record does not decide; "other-stacks" when the stacks at its end are not ``finishing_stacks``; else
        "bad-record"
    :raises BadOption: for a wrong seed
    """
    key = _core.seed_bytes(seed)
    setup = _read_setup(_parse(text))
    actions = _read_actions(setup)
    known = _known_cards(setup, actions)
    replay = _Replay(setup, _start(setup, known, key))
    for action in actions:
        with refused_at(action.where):
            replay.play(action)
    replay.check_end(known)
    return replay.match


def _bad(message: str) -> BadRecord:
    return BadRecord(message, "bad-record")


def _other_table(message: str, rule: str = "") -> BadRecord:
    return BadRecord(message, "other-table", rule)


def _parse(text: str) -> dict[str, Any]:
    if not isinstance(text, str):
        raise _bad(f"a record is text, not {type(text).__name__}")
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise _bad(f"this is no TOML: {error}") from None


# -- Fields


@dataclass(frozen=True, slots=True)
class _Setup:
    """All fields that are read but for the actions as text. Tuples go by player, ``p1`` first."""

    small_blind: int
    big_blind: int
    stacks: tuple[int, ...]
    seats: tuple[int, ...]
    """The seat that each player has in the match."""
    finishing: tuple[int, ...] | None
    actions: tuple[str, ...]


def _read_setup(record: dict[str, Any]) -> _Setup:
    if (variant := _field(record, "variant")) != _VARIANT:
        raise _other_table(f"the variant {_VARIANT}, no-limit Hold'em, is played, not {shown(variant)}", "HE-1")
    stacks = _numbers(record, "starting_stacks")
    players = len(stacks)
    if not 2 <= players <= game("holdem").players:
        raise _other_table(f"two to four play, not {players}", "HE-1")
    if any(_numbers(record, "antes", players)):
        raise _other_table("antes are not played", "HE-1")
    small_blind, big_blind, *straddles = _numbers(record, "blinds_or_straddles", players)
    if any(straddles):
        raise _other_table("straddles are not played", "HE-1")
    if _whole("min_bet", _field(record, "min_bet")) != big_blind:
        raise _other_table("the least bet is the big blind: min_bet is another amount", "HE-3.3")
    actions = _list(record, "actions")
    if not all(isinstance(action, str) for action in actions):
        raise _bad("actions is a list of texts")
    return _Setup(
        small_blind=small_blind,
        big_blind=big_blind,
        stacks=stacks,
        seats=_read_seats(record, players),
        finishing=_numbers(record, "finishing_stacks", players) if "finishing_stacks" in record else None,
        actions=tuple(actions),
    )


def _read_seats(record: dict[str, Any], players: int) -> tuple[int, ...]:
    plain = tuple(range(players))
    if "seats" not in record:
        return plain
    numbers = _numbers(record, "seats", players)
    if len(set(numbers)) < players:
        raise _bad("seats has a number twice")
    seats = tuple(sorted(numbers).index(number) for number in numbers)
    upwards = all((seat + 1) % players == after for seat, after in zip(seats, seats[1:] + seats[:1], strict=True))
    return seats if upwards else plain


def _field(record: dict[str, Any], name: str) -> object:
    if name not in record:
        raise _bad(f"the field {name} is missing")
    return record[name]


def _list(record: dict[str, Any], name: str, size: int | None = None) -> list[Any]:
    value = _field(record, name)
    if not isinstance(value, list):
        raise _bad(f"{name} is a list, not {shown(value)}")
    if size is not None and len(value) != size:
        raise _bad(f"{name} has {len(value)} entries for {size} players")
    return value


def _numbers(record: dict[str, Any], name: str, size: int | None = None) -> tuple[int, ...]:
    return tuple(_whole(name, value) for value in _list(record, name, size))


def _whole(name: str, value: object) -> int:
    """A number, which may be written as a float."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise _bad(f"{name} has {shown(value)} where a number is wanted")
    if isinstance(value, float) and not value.is_integer():
        raise _other_table(f"{name} has {shown(value)}: numbers are whole here")
    return int(value)


# -- Actions

_Verb = Literal["hand", "board", "fold", "check or call", "bet or raise", "show", "muck"]


@dataclass(frozen=True, slots=True)
class _Action:
    """An action as it is written. What its verb has no use for is empty."""

    where: str
    """Its number and text, for messages."""
    verb: _Verb
    player: int = -1
    """Who acts or is dealt to, 0 for ``p1``; -1 for the board."""
    cards: tuple[str, ...] = ()
    amount: int = 0

    @property
    def known(self) -> list[str]:
        """Those of its cards that are told."""
        return [card for card in self.cards if card != _UNKNOWN]


_CARD = re.compile(r"[2-9TJQKA][cdhs]|\?\?")
_AMOUNT = re.compile(r"([0-9]{1,12})(?:\.([0-9]+))?")


def _read_actions(setup: _Setup) -> list[_Action]:
    actions = []
    for number, text in enumerate(setup.actions, 1):
        where = f"action {number} ({shown(text)})"
        # What follows a # is a comment on the action, and may stand alone.
        if words := text.partition("#")[0].split():
            with refused_at(where):
                actions.append(_read_action(where, words, len(setup.stacks)))
    return actions


def _read_action(where: str, words: list[str], players: int) -> _Action:
    match words:
        case ["d", "db", cards]:
            return _Action(where, "board", cards=_cards(cards))
        case ["d", "dh", player, cards]:
            return _Action(where, "hand", _player(player, players), _cards(cards))
        case [player, "f"]:
            return _Action(where, "fold", _player(player, players))
        case [player, "cc"]:
            return _Action(where, "check or call", _player(player, players))
        case [player, "cbr", amount]:
            return _Action(where, "bet or raise", _player(player, players), amount=_amount(amount))
        case [player, "sm"]:
            return _Action(where, "muck", _player(player, players))
        case [player, "sm", "-"]:
            return _Action(where, "show", _player(player, players))
        case [player, "sm", cards]:
            return _Action(where, "show", _player(player, players), _cards(cards))
    raise _bad("this is no action of no-limit Hold'em")


def _player(name: str, players: int) -> int:
    names = [f"p{number}" for number in range(1, players + 1)]
    if name not in names:
        raise _bad(f"there is no player {shown(name)}")
    return names.index(name)


def _cards(text: str) -> tuple[str, ...]:
    cards = tuple(text[i : i + 2] for i in range(0, len(text), 2))
    if not all(_CARD.fullmatch(card) for card in cards):
        raise _bad(f"these are no cards: {shown(text)}")
    return cards


def _amount(text: str) -> int:
    found = _AMOUNT.fullmatch(text)
    if not found:
        raise _bad(f"this is no amount: {shown(text)}")
    if (found[2] or "").strip("0"):
        raise _other_table(f"chips are whole here, not {shown(text)}")
    return int(found[1])


# -- Cards


@dataclass(frozen=True, slots=True)
class _Known:
    """The cards that a record tells, wherever it tells them: a hand may be unknown until it is shown."""

    hands: tuple[set[str], ...]
    """Per player."""
    board: list[str]


def _known_cards(setup: _Setup, actions: list[_Action]) -> _Known:
    known = _Known(tuple(set() for _ in setup.stacks), [])
    taken: set[str] = set()
    for action in actions:
        with refused_at(action.where):
            own = known.hands[action.player] if action.verb == "show" else set()
            if len(set(action.known)) < len(action.known) or taken & set(action.known) - own:
                raise _bad("a card is there twice")
            taken.update(action.known)
            if action.verb == "board":
                _learn_board(known.board, action)
            else:
                _learn_hand(known.hands[action.player], action)
    return known


def _learn_board(board: list[str], action: _Action) -> None:
    board.extend(action.known)
    if len(action.known) < len(action.cards):
        raise _bad("the cards of the board are open")
    if len(board) > _BOARD:
        raise _bad("the board has five cards")


def _learn_hand(hand: set[str], action: _Action) -> None:
    hand.update(action.known)
    if len(hand) > _HOLE or len(action.cards) > _HOLE:
        raise _bad("a hand has two cards, and shows no others")


def _start(setup: _Setup, known: _Known, key: bytes) -> Match:
    """The match before the first action. It is dealt twice: a draft puts the cards that are told where there is nothing
    between them, and the seed fills the rest; then the burnt cards, which no record tells, are put in their places."""
    players = [setup.seats.index(seat) for seat in range(len(setup.seats))]
    hands = [known.hands[player] for player in players]
    button = setup.seats[-1]
    holdem = game("holdem")
    with refused_at("start"):
        # The draft is played for other chips, so that no blind is all-in and ends the hand before its stock is read.
        draft = holdem.start(seed=key, hands=hands, stock=known.board, players=len(players), first_button=button)
        return holdem.start(
            seed=key,
            hands=[draft.hand(seat) for seat in range(len(players))],
            stock=_with_burnt(list(draft.stock), len(known.board)),
            players=len(players),
            stacks=[setup.stacks[player] for player in players],
            small_blind=setup.small_blind,
            big_blind=setup.big_blind,
            first_button=button,
        )


def _with_burnt(stock: list[Card], told: int) -> list[Card]:
    """The stock with its first cards, those of the board that are told, where the board lies."""
    board, others = iter(stock[:told]), iter(stock[told:])
    return [next(others) if place in _BURNT else next(board, None) or next(others) for place in range(len(stock))]


# -- Play


class _Replay:
    """Plays a record and minds what the match does by itself: there the dealer deals, and hands are shown, at once."""

    def __init__(self, setup: _Setup, match: Match) -> None:
        self.match = match
        self._setup = setup
        self._dealt = [0] * len(setup.stacks)
        self._turned = 0
        self._idle_option = False
        self._shown: list[int] = []
        self._mucked: list[_Action] = []

    @property
    def _table(self) -> Table:
        table: Table = self.match.table
        return table

    @property
    def _showdown(self) -> bool:
        return self.match.deal_over and len(self._table.in_hand) > 1

    def play(self, action: _Action) -> None:
        if action.verb == "hand":
            self._deal(action)
        elif min(self._dealt) < _HOLE:
            raise _bad("not all hands are dealt")
        elif action.verb == "board":
            self._turn(action)
        elif action.verb in ("show", "muck"):
            self._show(action)
        else:
            self._bet(action)

    def _deal(self, action: _Action) -> None:
        self._dealt[action.player] += len(action.cards)
        if self._dealt[action.player] > _HOLE:
            raise _bad("a hand has two cards")

    def _turn(self, action: _Action) -> None:
        self._turned += len(action.cards)
        if self._turned > len(self._table.board):
            raise _bad("no such card is due to be dealt")

    def _bet(self, action: _Action) -> None:
        table = self._table
        if self._is_idle_option(action):
            self._idle_option = True
            return
        if self._turned < len(table.board) and not self.match.deal_over:
            raise _bad("the board is not dealt")
        if action.verb == "fold":
            move = "fold"
        elif action.verb == "check or call":
            move = "call" if table.to_call else "check"
        else:
            move = f"{'raise' if table.bet_to_call else 'bet'} {action.amount}"
        self.match.play(move, seat=self._setup.seats[action.player])

    def _is_idle_option(self, action: _Action) -> bool:
        """Whether it is the check of a blind that is not asked here, since nobody else can act (HE-2.3)."""
        seat, table = self._setup.seats[action.player], self._table
        return (
            action.verb == "check or call"
            and self._showdown
            and seat in table.in_hand
            and table.put_in[seat] < self._setup.stacks[action.player]
            and not (self._idle_option or self._turned or self._shown or self._has_moved(seat))
        )

    def _has_moved(self, seat: int) -> bool:
        return any(event.code is EventCode.MOVE and event.seat == seat for event in self.match.log)

    def _show(self, action: _Action) -> None:
        if not self._showdown or self._setup.seats[action.player] not in self._table.in_hand:
            raise BadRecord("this is no showdown for the player", "bad-record", "HE-5.4")
        if action.player in self._shown:
            raise _bad("the player has shown or mucked")
        self._shown.append(action.player)
        if action.verb == "muck":
            self._mucked.append(action)

    def check_end(self, known: _Known) -> None:
        """Whether the hand ends as the record says, if it does."""
        if self._showdown:
            self._check_showdown(known)
        stacks = tuple(self._table.stacks[seat] for seat in self._setup.seats)
        if self._setup.finishing not in (None, stacks):
            raise BadRecord(f"the finishing stacks are {list(stacks)} here", "other-stacks", "HE-5")

    def _check_showdown(self, known: _Known) -> None:
        if len(known.board) < _BOARD:
            raise BadRecord("the board of the showdown is not told", "unknown-cards", "HE-5.2")
        for player, seat in enumerate(self._setup.seats):
            if seat in self._table.in_hand and len(known.hands[player]) < _HOLE:
                raise BadRecord(f"the hand that p{player + 1} shows is not told", "unknown-cards", "HE-5.4")
        paid = [event.seat for event in self.match.log if event.code is EventCode.POT]
        for action in self._mucked:
            if self._setup.seats[action.player] in paid:
                raise _other_table(f"{action.where}: the hand wins, and all are shown", "HE-5.4")
