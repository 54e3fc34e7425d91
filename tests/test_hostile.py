"""Use that nobody should make of the library, and that must never bring the interpreter down.

Whatever is called, with whatever, ends in a result or in an ordinary exception. A SystemError is none: it says that the
binding broke a promise to the interpreter.
"""

from __future__ import annotations

import enum
import inspect
import itertools
import operator
import pickle
import random
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any, cast

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import cardavia
from cardavia import BadCards, BadOption, BadRecord, CardaviaError, Cards, Game, IllegalMove, Kind, Match, Random, _core
from cardavia import bots as bots_module
from tests.walk import decisions, played, positions, viewers, walk

CLASSES = sorted(
    {
        value
        for module in (cardavia, _core)
        for value in vars(module).values()
        if inspect.isclass(value) and value.__module__.startswith("cardavia")
    },
    key=lambda value: value.__qualname__,
)


def is_ordinary(error: BaseException) -> bool:
    return isinstance(error, Exception) and not isinstance(error, (SystemError, MemoryError))


def call(function: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
    """What a call gives, or the exception that it raises, if that is an ordinary one."""
    try:
        return function(*args, **kwargs)
    except Exception as error:
        if not is_ordinary(error):
            raise
        return error


ARGUMENTS: list[Any] = [
    0, 1, -1, 2**31, 2**63, 2**64, 2**70, -(2**70), 10**5000, True, 1.5, float("nan"), None, "", "3C", "pass", "bid 3",
    "\ud800", "\0", b"", b"\0" * 24, b"\0" * 112, bytes(32), [], [None], {}, (), object(), slice(None),
    slice(0, 2**70, -1), Ellipsis, len,
]  # fmt: skip


def exercise(value: object, change: bool = True) -> None:
    """Every attribute is read, every method called: without arguments, and with each one of a choice.

    ``change``: attributes are set and deleted as well.
    """
    skipped = {"__class__", "__init_subclass__", "__subclasshook__", "__del__", "__new__"}
    skipped.add("playouts")  # does what it is told: two thousand million deals
    if not change:
        skipped |= {"__init__", "__setattr__", "__delattr__", "__setstate__"}
    for name in dir(value):
        if name in skipped:
            continue
        attribute = call(getattr, value, name)
        if callable(attribute) and not isinstance(attribute, BaseException):
            call(attribute)
            for argument in [*ARGUMENTS, value]:
                call(attribute, argument)
            for pair in ((0, 0), (None, None), ("3C", "3C"), (2**70, -1), ("x", value)):
                call(attribute, *pair)
        if change:
            call(delattr, value, name)
            call(setattr, value, name, 5)
    for function in (repr, str, len, list, hash, bool, iter, reversed, vars, dir, sys.getsizeof, pickle.dumps):
        call(function, value)
    for name in ("add", "sub", "le", "eq", "contains", "getitem", "or_", "matmul"):
        function = getattr(operator, name)
        for other in [*ARGUMENTS, value]:
            call(function, value, other)
            call(function, other, value)


# ---- Objects that nobody made ---------------------------------------------------------------------


@pytest.mark.parametrize("cls", CLASSES, ids=lambda cls: cls.__qualname__)
def test_an_object_made_by_new_alone_can_be_used(cls: Any) -> None:
    value = call(cls.__new__, cls)
    if not isinstance(value, BaseException):
        exercise(value)
        exercise(call(cls.__new__, cls))


@pytest.mark.parametrize("cls", CLASSES, ids=lambda cls: cls.__qualname__)
def test_a_class_can_be_called_and_inherited_with_anything(cls: Any) -> None:
    call(cls)
    for argument in ARGUMENTS:
        call(cls, argument)
        call(cls, argument, argument)
    heir = call(type, "Heir", (cls,), {})
    if isinstance(heir, type):
        value = call(heir.__new__, heir)
        if not isinstance(value, BaseException):
            exercise(value)


def test_a_bare_match_is_a_match() -> None:
    match = Match.__new__(Match)
    assert match.turn is not None and len(match.moves) > 0
    for _ in walk(match, random.Random(0)):
        assert match.view(-1).table == match.table
    assert Match.from_json(match.to_json()).position == match.position


def test_everything_of_a_living_match_can_be_used(game: Game) -> None:
    match = played(game, 1)
    match.undo()
    values = [match.copy(), match.view(-1), match.view(0), match.moves, match.moves[0], match.hand(0), match.table]
    for value in [*values, match.log[0], match.deal_result, Random(1)]:
        exercise(value)
    for shared in (game, game.deck, game.deck.cards[0]):
        exercise(shared, change=False)
    unharmed = played(game, 1)
    unharmed.undo()
    assert match.position == unharmed.position and match.to_json() == unharmed.to_json()


@pytest.mark.parametrize("cls", [Cards, Match, cardavia.Move, cardavia.Moves, cardavia.View, Random])
def test_the_values_of_the_core_are_not_inherited(cls: type) -> None:
    with pytest.raises(TypeError):
        type("Heir", (cls,), {})


class LyingList(list[Any]):
    """A list that says it is empty."""

    def __len__(self) -> int:
        return 0


class Endless(list[Any]):
    """A list that gives its first item again and again, for longer than it says."""

    def __iter__(self) -> Iterator[Any]:
        return itertools.repeat(super().__getitem__(0), 10_000)


PAIR = Cards("AH AS")
FIVES = [Cards(), PAIR, Cards("BJ RJ 3C 4C 5C"), Cards("3C 4C 5C 6C 7C"), Cards("3C 3C 4C 5C 6C")]
HANDS: list[Any] = [[], [PAIR], [PAIR, Cards("KD KC")], [PAIR, PAIR], [PAIR, None], [Cards()] * 3, [PAIR] * 11]
HANDS += [LyingList([PAIR, Cards("KD KC")]), Endless([PAIR, Cards("KD KC")])]
CLIMBING = ["doudizhu", "zhengshangyou", "guandan", "holdem", "x"]
HELD = [
    Cards(),
    PAIR,
    Cards("3H 4H 5H 6H 7H 7H BJ BJ RJ RJ"),
    *(cardavia.game(name).deck.pack for name in CLIMBING[:3]),
]
NAMED = [
    getattr(_core, "_load_move")(name, bytes([kind, shape, rank, length]) + bytes(4) + cards)
    for name in CLIMBING[:3]
    for kind in (0, 3)
    for shape in (0, 1, 13, 16, 19, 20)
    for rank in (0, 12, 14, 255)
    for length in (0, 1, 255)
    for cards in (bytes(16), b"\6" + bytes(7) + b"\4" * (name == "guandan") + bytes(8 - (name == "guandan")))
]
"""Moves that no rule allows."""
ARRAYS: list[Any] = [
    *(np.zeros((3, each), dtype=np.uint8) for each in (0, 4, 5, 7, 8)),
    np.tile(np.arange(7, dtype=np.uint8), (3, 1)),
    np.tile(np.arange(7, dtype=np.uint8), (3, 1)).T,
    np.zeros((0, 5), dtype=np.uint8),
    np.zeros(3, dtype=np.uint16),
    np.zeros(0, dtype=np.uint16),
    np.zeros(2, dtype=np.uint16),
    np.zeros(6, dtype=np.uint16)[::2],
    np.zeros((3, 5), dtype=np.int64),
    bytes(35),
    bytearray(35),
    memoryview(bytes(35)).cast("B", (5, 7)),
    memoryview(bytearray(10)).cast("H"),
]


NUMBERS = [0, 1, 2, 4, 5, 7, 8, 13, 14, -1, 2**31 - 1, 2**70]
LONG_HAND = Cards("2C 2C 3C 3C 5C 5C 6C 6C 7C 7C 8C 8C 9C 9C TC TC JC JC QC QC KC KC AC AC 2D 2D 3D 3D 5D 5D 6D 6D RJ")
PLAYS: list[Any] = [[Cards(), LONG_HAND, Cards("4S BJ BJ"), Cards("Kc 10c", deck="bolognese")]]
PLAYS += [[None, Cards(), Cards("9H"), Cards("9H 9H TH TH"), Cards("9H TH"), LONG_HAND, 5], NUMBERS, NUMBERS]
TAROTS: list[Any] = [Cards(deck="bolognese"), Cards("Kd ANGEL MATTO", deck="bolognese"), Cards("RJ RJ"), Cards("BJ"), None]
SETS: list[Any] = [*ARRAYS, np.zeros(3, dtype=np.uint64), np.full(2, 2**64 - 1, dtype=np.uint64), np.zeros(0, np.uint64)]
SETS += [np.zeros(3, dtype=np.int32), np.zeros(2, dtype=np.int32), np.zeros(6, dtype=np.int32)[::2]]


FUNCTIONS = sorted(name for name, value in vars(_core).items() if callable(value) and not inspect.isclass(value))


@pytest.mark.parametrize("name", FUNCTIONS)
def test_the_functions_of_the_binding_can_be_called_with_anything(name: str) -> None:
    rng = random.Random(0)
    function = getattr(_core, name)
    call(function)
    for count in range(1, 7):
        for _ in range(400):
            call(function, *(rng.choice(ARGUMENTS) for _ in range(count)))
    # For what is checked by type before it is looked at: right types, wrong values.
    fitting: dict[str, list[Any]] = {
        "start": [[0, 1, -1, 99], [b"", bytes(4), b"\xff" * 4], [b"", bytes(32)], [[], [Cards()] * 9, [None]],
                  [[], [0] * 500, [-1], [300], [2**70]], [None, {}]],
        "playouts": [[0, 1, -1, 99], [b"", bytes(4), b"\x7f" * 4], [b"", bytes(32)], [0, 2**64 - 1], [0, 1, 2]],
        "readings": [CLIMBING, HELD, [0, 1, 12, 13, -1, 2**31 - 1, -(2**31)]],
        "plays": [CLIMBING, HELD, [None, *HELD, *NAMED], [0, 12, 13, -1, 2**31 - 1]],
        "poker_rank": [FIVES],
        "poker_best_five": [FIVES],
        "poker_rank_array": [ARRAYS, ARRAYS],
        "poker_equity_exact": [HANDS, [Cards(), Cards("3C 4C 5C 6C 7C 8C"), Cards("3C 3C")], [Cards(), Cards("AH"), None]],
        "poker_equity_sampled": [
            [[], [[]] * 2, [[PAIR], [Cards("KD KC")]], [HANDS] * 3, [LyingList([PAIR]), Endless([PAIR])], [[PAIR]] * 11],
            [Cards(), Cards("3C 3C"), None], [Cards(), Cards("AH")], [0, 1, 3, -1, 2**70], [Random(1), None],
        ],
        "bridge_score": [NUMBERS, NUMBERS, NUMBERS, [False, True, 2], NUMBERS],
        "bridge_legal_calls": [[[], [1, 36, 37], [35] * 400, [0] * 400, [255], [256], [-1], [None]]],
        "aluette_trick_winner": [[[], [0], [3, 1, 2, 0], [0, 0], [47, 48], [255] * 4, list(range(48)), [256], [None]]],
        "tractor_shape": [PLAYS[0], NUMBERS, NUMBERS],
        "tractor_suit": [NUMBERS, NUMBERS, NUMBERS],
        "tractor_power": [NUMBERS, NUMBERS, NUMBERS],
        "tractor_count": PLAYS,
        "tractor_nth": [*PLAYS, [0, 1, 10**6, 2**64 - 1, -1, 2**70]],
        "tractor_index": [*PLAYS, [None, *(match.moves[0] for match in TRIED[::5])]],
        "ottocento_combinations": [TAROTS],
        "ottocento_points": [TAROTS],
        "ottocento_half_points": [TAROTS],
        "ottocento_points_array": [SETS, SETS],
    }  # fmt: skip
    for args in itertools.product(*fitting.get(name, [])):
        call(function, *args)


# ---- Forged pickles ---------------------------------------------------------------------------------


def forge(data: st.DataObject, args: tuple[Any, ...]) -> tuple[Any, ...]:
    """The arguments of a pickle with some of them changed."""
    changed = list(args)
    for _ in range(data.draw(st.integers(1, 3))):
        i = data.draw(st.integers(0, len(changed) - 1))
        value = changed[i]
        if isinstance(value, bytes) and value and data.draw(st.integers(0, 9)):
            at = data.draw(st.integers(0, len(value) - 1))
            new = data.draw(st.binary(min_size=0, max_size=4))
            if data.draw(st.integers(0, 4)):
                new = (new + bytes(4))[: data.draw(st.sampled_from([1, 1, 1, 2, 4]))]
                changed[i] = value[:at] + new + value[at + len(new) :]
            else:
                changed[i] = value[:at] + new + value[at + 1 :]
        elif isinstance(value, str) and data.draw(st.integers(0, 4)):
            changed[i] = data.draw(st.sampled_from(["", "x", "french", "doudizhu", "3C", "3C " * 300, "\ud800"]))
        else:
            changed[i] = data.draw(st.sampled_from(ARGUMENTS))
    return tuple(changed)


def use(value: Any) -> None:
    """Uses what came out of a forged pickle as one would use the real thing."""
    for name in dir(value):
        if not name.startswith("_"):
            call(getattr, value, name)
    for function in (repr, str, hash, pickle.dumps):
        call(function, value)
    if isinstance(value, cardavia.View):
        assert pickle.loads(pickle.dumps(value)) == value
        value.to_dict()
        play_on(value.sample(1))
    elif isinstance(value, Match):
        play_on(value)
    elif isinstance(value, Random):
        assert all(0 <= value.below(10) < 10 for _ in range(40))
    elif isinstance(value, cardavia.Move):
        for match in TRIED:
            legal = value in match.moves
            copy = match.copy()
            outcome = call(copy.play, value)
            assert legal != isinstance(outcome, BaseException)
            assert not isinstance(outcome, BaseException) or isinstance(outcome, IllegalMove)
            if legal:
                assert outcome in match.moves and match.moves.find(str(outcome)) == outcome
                play_on(copy)


def play_on(match: Match) -> None:
    while not match.deal_over:
        match.play(match.moves[-1])  # a play whenever there is one
        assert len(match.view(0).moves) <= len(match.moves)
    for viewer in viewers(match):
        match.view(viewer).to_dict()
    if not match.over:
        match.next_deal()


TRIED = [match for name in cardavia.game_names() for match in decisions(cardavia.game(name), range(4), each=2)]


def originals(game: Game) -> list[Any]:
    values: list[Any] = [Random(1), game.deck.pack]
    for match in positions(game, range(4), each=3):
        values += [match, *(match.view(viewer) for viewer in viewers(match)), *match.moves[:3], *match.moves[-3:]]
        values.append(match.view(0).sample(1))
    return values


ORIGINALS: dict[str, list[Any]] = {}


@given(data=st.data())
def test_a_forged_pickle_is_refused_or_usable(game: Game, data: st.DataObject) -> None:
    value = data.draw(st.sampled_from(ORIGINALS.setdefault(game.name, originals(game))))
    function, args = value.__reduce__()
    try:
        forged = function(*forge(data, args))
    except CardaviaError as error:
        assert error.code
    except Exception as error:
        assert is_ordinary(error) and isinstance(error, (TypeError, ValueError))
    else:
        use(forged)


def test_a_view_with_a_seed_is_none(game: Game) -> None:
    for match in positions(game, range(3)):
        load, arguments = cast("tuple[Any, Any]", match.view(0).__reduce__())
        position, events = arguments
        at = match.position.index(match.seed)
        for byte in range(32):
            for seed in (match.seed, bytes(byte) + b"\1" + bytes(31 - byte)):
                with pytest.raises(BadRecord):
                    load(position[:at] + seed + position[at + 32 :], events)


def test_every_byte_of_a_views_position_is_checked(game: Game) -> None:
    for match in positions(game, range(3), each=1):
        for viewer in (-1, match.turn or 0):
            load, arguments = cast("tuple[Any, Any]", match.view(viewer).__reduce__())
            position, events = arguments
            for at in range(len(position)):
                for byte in (0, 0xFF, position[at] ^ 1):
                    outcome = call(load, position[:at] + bytes([byte]) + position[at + 1 :], events)
                    if not isinstance(outcome, BaseException):
                        use(outcome)


# ---- Texts, numbers and sequences that are not what they seem -----------------------------------------


class Text(str):
    """A text of a class of its own."""


def test_texts_of_classes_made_from_str_are_texts(game: Game) -> None:
    first = next(iter(game.deck.pack))

    class Word(enum.StrEnum):
        CARD = first.text

    match = game.start(seed=0)
    for text in (Text(match.moves[0]), np.str_(match.moves[0])):
        assert match.moves.find(text) == match.moves[0] == match.copy().play(text)
    for card in (Text(Word.CARD), np.str_(Word.CARD), Word.CARD):
        assert game.deck.card(card) == first
        assert game.deck.parse(card) == Cards([card], deck=Text(game.deck.name))
        game.start(hands=[card], seed=1)
    assert cardavia.game(Text(game.name)) is game
    assert Match.from_json(Text(match.to_json())).position == match.position


def test_a_kind_is_the_text_of_its_move() -> None:
    match = cardavia.game("doudizhu").start(seed=0)
    assert match.play(Kind.PASS).kind == Kind.PASS


def test_huge_texts_are_refused(game: Game) -> None:
    size = 5_000_000
    for text in (
        "3C" * size,
        " " * size,
        "x" * size,
        "pass" + " " * size,
        "bid " + "9" * size,
        "\0" * size,
        "♣" * size,
    ):
        assert isinstance(call(game.start(seed=0).moves.find, text), (CardaviaError, cardavia.Move))
        assert isinstance(call(game.deck.parse, text), (CardaviaError, Cards))
        assert isinstance(call(game.start, stock=text), (CardaviaError, Match))
        assert isinstance(call(Match.from_json, text), CardaviaError)


@pytest.mark.parametrize("text", ["\0", "pass\0", "\0pass", "bid 1\0", "3C\0", "3\0C"])
def test_a_zero_byte_does_not_end_a_text(game: Game, text: str) -> None:
    with pytest.raises(CardaviaError):
        game.start(seed=0).play(text)
    with pytest.raises(BadCards):
        game.deck.parse(text)


class Raising:
    """Raises whatever is asked of it."""

    def _refuse(self, *args: object) -> Any:
        raise RuntimeError("no")

    __index__ = __int__ = __len__ = __iter__ = __getitem__ = __bool__ = __lt__ = __le__ = __eq__ = _refuse
    __hash__ = __repr__ = __str__ = __contains__ = __getattr__ = __float__ = __bytes__ = _refuse


class LyingNumber(int):
    """A number that says yes to every comparison and gives nothing for bytes."""

    def __lt__(self, other: object) -> bool:
        return True

    __le__ = __gt__ = __ge__ = __eq__ = __lt__
    __hash__ = int.__hash__

    def to_bytes(self, *args: Any, **kwargs: Any) -> bytes:
        return b""

    def __index__(self) -> int:
        return 2**70

    __int__ = __index__


class LyingBytes(bytes):
    """Bytes that lie about how many they are."""

    def __len__(self) -> int:
        return {0: 32, 1: 24, 2: 112, 3: 400}.get(super().__len__(), 32)

    def __bytes__(self) -> bytes:
        return b"x"


HOSTILE: list[Any] = [
    Raising(),
    *[LyingNumber(number) for number in (0, 1, -1, 99, 2**40, -(2**40), 10**30)],
    *[LyingBytes(bytes(size)) for size in (0, 1, 2, 3, 24, 32)],
    LyingList(["3C"] * 5000),
    LyingList([""] * 5000),
    [Raising()] * 3,
    ["3C"] * 100_000,
    range(2**60),
]


@pytest.mark.parametrize("number", range(len(HOSTILE)))
def test_values_that_are_not_what_they_seem(game: Game, number: int) -> None:
    value = HOSTILE[number]
    match = game.start(seed=0)
    view, moves, rng = match.view(0), match.moves, Random(0)
    before = match.position
    for function in (
        match.play, match.hand, match.view, moves.find, moves.index, moves.count, moves.__contains__, moves.__getitem__,
        moves.sample, view.known, view.sample, rng.below, Random, Cards, game.deck.parse, game.deck.card, cardavia.game,
        Match.from_json, Cards("3C").count, Cards("3C").__contains__, Cards("3C").__le__, Cards("3C").__add__,
        bots_module.make, _core.load_match, _core.about,
    ):  # fmt: skip
        call(function, value)
    for name in ("seed", "hands", "stock", *game.options):
        call(game.start, **{name: value})
    call(game.start, hands=[value])
    call(game.start, hands=[[value]])
    call(match.copy().play, moves[0], seat=value)
    if not isinstance(value, int):
        call(game.playouts, value)
        call(game.playouts, 1, threads=value)
    call(lambda: moves[value:value])
    for name in ("_load_move", "_load_view", "_load_cards", "_load_random"):
        call(getattr(_core, name), value)
        call(getattr(_core, name), value, value)
        call(getattr(_core, name), game.name, value)
    call(cardavia.Card, value, value, value, value, value, value)
    call(Cards, [cardavia.Card(game.deck.name, value, "", "", "", None)])
    assert match.position == before


def test_seeds_that_lie_about_themselves_are_taken_at_their_worth(game: Game) -> None:
    """A seed shorter than it says would bring in bytes of whatever lies beside it."""
    assert game.start(seed=LyingNumber(3)).seed == game.start(seed=3).seed
    assert isinstance(call(game.start, seed=LyingBytes(32)), BadOption)


def test_endless_cards_are_refused(game: Game) -> None:
    card = game.deck.cards[0].text
    for endless in (itertools.repeat(card), itertools.cycle(game.deck.cards), iter(lambda: card, None)):
        with pytest.raises(BadCards) as caught:
            Cards(endless, deck=game.deck.name)
        assert caught.value.code == "too-many-cards"
    with pytest.raises(BadCards):
        game.start(stock=itertools.repeat(card))
    with pytest.raises(BadCards):
        game.start(hands=[itertools.cycle(game.deck.cards)])


def test_cards_whose_iterator_fails_stay_unmade() -> None:
    def cards() -> Iterator[str]:
        yield "3C"
        raise RuntimeError("no more")

    with pytest.raises(RuntimeError):
        Cards(cards())
    assert Cards("4C") + ["5C"] == Cards("4C 5C")


def test_a_seat_that_changes_the_match_while_it_is_looked_at(game: Game) -> None:
    """Python code that runs inside a call may take back the very move that the call is about."""

    class Seat(int):
        def __ge__(self, other: object) -> bool:  # called by comparisons that ask the seat
            with suppress(IllegalMove):
                while True:
                    match.undo()
            return True

        def __le__(self, other: object) -> bool:
            match.play(match.moves[0]) if not match.deal_over else None
            return True

        __gt__, __lt__ = __ge__, __le__

    for seed in range(200):
        match = game.start(seed=seed)
        match.play(match.moves[-1])
        for function in (lambda seat: match.play(match.moves[0], seat=seat), match.hand, match.view):
            call(function, Seat(seed % game.players))
            assert len(match.moves) > 0 or match.deal_over


def test_a_generator_that_changes_the_match_while_it_draws(game: Game) -> None:
    class Draws:
        def randrange(self, n: int) -> int:
            with suppress(IllegalMove):
                match.undo()
            return n - 1

    for match in decisions(game, range(10)):
        moves = match.moves
        last = moves[-1]
        assert moves.sample(Draws()) == last


@pytest.mark.parametrize("draw", [-1, 0, 10**30, -(10**30), 1.5, None, "0"], ids=str)
def test_a_generator_that_draws_nonsense(game: Game, draw: Any) -> None:
    class Draws:
        def integers(self, n: int) -> Any:
            return draw

    call(game.start(seed=0).moves.sample, Draws())


def test_nested_lists_are_no_cards(game: Game) -> None:
    nested: list[Any] = []
    for _ in range(100_000):
        nested = [nested]
    with pytest.raises(BadCards):
        Cards(nested)
    with pytest.raises(CardaviaError):
        game.start(hands=nested)


# ---- Interruption ---------------------------------------------------------------------------------------

INTERRUPTED = """
import signal, sys, cardavia
signal.signal(signal.SIGALRM, signal.default_int_handler)
signal.setitimer(signal.ITIMER_REAL, 0.3)
try:
    cardavia.game(sys.argv[1]).playouts(2**62, seed=0, threads=int(sys.argv[2]))
except KeyboardInterrupt:
    print("interrupted")
"""


@pytest.mark.skipif(sys.platform == "win32", reason="has no SIGALRM")
@pytest.mark.parametrize("threads", [1, 2])
def test_playouts_can_be_interrupted(game: Game, threads: int) -> None:
    command = [sys.executable, "-c", INTERRUPTED, game.name, str(threads)]
    done = subprocess.run(command, capture_output=True, timeout=60, text=True)
    assert done.stdout == "interrupted\n", done.stderr
