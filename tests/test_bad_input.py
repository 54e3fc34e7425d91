"""What is wrong is refused, with a documented error, a stable code and the clause that was broken; nothing changes."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

import cardavia
from cardavia import BadCards, BadOption, BadRecord, CardaviaError, Game, IllegalMove, Match
from cardavia import bots as bots_module
from tests.tables import Adapter
from tests.walk import played, positions, seats, some, walk

HUGE = 10**5000
"""A number that Python refuses to write."""


def type_name(value: object) -> str:
    return type(value).__name__


def whole(match: Match) -> tuple[object, ...]:
    return match.position, match.log, match.to_json(), [str(move) for move in match.moves[:50]]


@contextmanager
def refused(match: Match | None, error: type[CardaviaError], code: str, rule: str = "") -> Iterator[None]:
    """The block raises exactly this error, and leaves the match as it was."""
    before = whole(match) if match is not None else None
    with pytest.raises(CardaviaError) as caught:
        yield
    assert type(caught.value) is error, repr(caught.value)
    assert (caught.value.code, caught.value.rule) == (code, rule)
    assert isinstance(caught.value, ValueError)
    assert str(caught.value) and len(str(caught.value)) < 400
    assert rule in str(caught.value)
    assert match is None or whole(match) == before


# ---- The rules ----------------------------------------------------------------------------------


def test_each_broken_rule_has_its_code_and_clause(game: Game, adapter: Adapter) -> None:
    codes = set()
    for refusal in adapter.refusals():
        assert refusal.attempt not in refusal.match.moves, refusal.what
        for seat in (None, refusal.match.turn):
            with refused(refusal.match, refusal.error, refusal.code, refusal.rule):
                refusal.match.play(refusal.attempt, seat=seat)
        if isinstance(refusal.attempt, str):
            with refused(refusal.match, refusal.error, refusal.code, refusal.rule):
                refusal.match.moves.find(refusal.attempt)
            assert refusal.match.turn is not None
            with refused(refusal.match, refusal.error, refusal.code, refusal.rule):
                refusal.match.view(refusal.match.turn).moves.find(refusal.attempt)
        codes.add(refusal.code)
    assert len(codes) >= 5


def test_moves_of_other_positions_are_legal_or_refused(game: Game) -> None:
    """Every move that was legal once, tried in every later position: the core and its sequence agree on it."""
    for seed in range(6):
        rng = random.Random(seed)
        known: dict[str, Any] = {}
        for match in walk(game.start(seed=seed), rng):
            before = match.position
            for move in rng.sample(list(known.values()), min(len(known), 60)):
                legal = move in match.moves
                after = match.copy()
                if legal:
                    assert after.play(move) == move and after.position != before
                else:
                    with pytest.raises(IllegalMove) as caught:
                        after.play(move)
                    assert caught.value.code and after.position == before
            known |= {str(move): move for move in some(match.moves, rng)}
            assert match.position == before


# ---- Turns, ends, seats ----------------------------------------------------------------------------


def test_another_seats_turn(game: Game) -> None:
    for match in positions(game, range(10)):
        if match.turn is None:
            continue
        for seat in seats(match):
            if seat != match.turn:
                with refused(match, IllegalMove, "not-your-turn"):
                    match.play(match.moves[0], seat=seat)
                with refused(match, IllegalMove, "not-your-turn"):
                    match.play("no text is read when it is not your turn", seat=seat)
                with pytest.raises(IllegalMove):
                    match.view(seat).moves.find(str(match.moves[0]))


def test_playing_after_the_end(game: Game) -> None:
    match = game.start(seed=1)
    moves = []
    for _ in walk(match, random.Random(1), deals=1):
        moves += some(match.moves, random.Random(0))[:3]
    code = "match-over" if match.over else "deal-over"
    for move in moves:
        with refused(match, IllegalMove, code):
            match.play(move)
        with refused(match, IllegalMove, code):
            match.play(move, seat=0)
        assert move not in match.moves
    with pytest.raises(CardaviaError):
        match.play(str(moves[0]))


def test_next_deal_and_undo_out_of_place(game: Game) -> None:
    match = game.start(seed=0)
    with refused(match, IllegalMove, "nothing-to-undo"):
        match.undo()
    with refused(match, IllegalMove, "deal-not-over"):
        match.next_deal()
    over = game.start(seed=0)
    for _ in walk(over, random.Random(0), deals=1):
        pass
    if over.over:
        with refused(over, IllegalMove, "match-over"):
            over.next_deal()


WRONG_SEATS = [True, False, "0", "north", None, 1.0, 99, -2, -1, 2**31, 2**64, HUGE, -HUGE, [], object()]


@pytest.mark.parametrize("seat", WRONG_SEATS, ids=type_name)
def test_seats_that_there_are_not(game: Game, seat: Any) -> None:
    match = game.start(seed=0)
    with refused(match, BadOption, "no-such-seat"):
        match.hand(seat)
    with refused(match, BadOption, "no-such-seat"):
        match.view(0).known(seat)
    if seat is not None:
        with refused(match, BadOption, "no-such-seat"):
            match.play(match.moves[0], seat=seat)
    if seat != -1:
        with refused(match, BadOption, "no-such-seat"):
            match.view(seat)
    with refused(match, BadOption, "no-such-seat"):
        match.hand(game.players)
    with refused(match, BadOption, "no-such-seat"):
        match.view(game.players)


@pytest.mark.parametrize("move", [None, 0, b"pass", ["pass"], object()], ids=type_name)
def test_what_is_neither_a_move_nor_text(game: Game, move: Any) -> None:
    match = game.start(seed=0)
    with refused(match, IllegalMove, "unreadable"):
        match.play(move)
    with refused(match, IllegalMove, "unreadable"):
        match.moves.find(move)


# ---- Tables, options, bots, seeds ---------------------------------------------------------------------


WRONG_NAMES: list[Any] = [
    "",
    "no such table",
    "DOUDIZHU",
    "doudizhu\0",
    "\ud800",
    "x" * 10**6,
    None,
    5,
    [],
    b"doudizhu",
]


@pytest.mark.parametrize("name", WRONG_NAMES, ids=type_name)
def test_tables_and_bots_that_there_are_not(name: Any) -> None:
    with refused(None, BadOption, "no-such-game"):
        cardavia.game(name)
    with refused(None, BadOption, "no-such-bot"):
        bots_module.make(name)


WRONG_SEEDS = [-1, 2**256, HUGE, 1.5, "7", b"short", b"x" * 33, True, [1]]


@pytest.mark.parametrize("seed", WRONG_SEEDS, ids=type_name)
def test_seeds_of_a_wrong_size_or_type(game: Game, seed: Any) -> None:
    tries: list[Callable[[], object]] = [
        lambda: game.start(seed=seed),
        lambda: game.playouts(1, seed=seed),
        lambda: bots_module.make("random", seed=seed),
        lambda: game.start(seed=0).view(-1).sample(seed),
    ]
    for attempt in tries:
        with refused(None, BadOption, "bad-seed"):
            attempt()


def test_counts_of_playouts(game: Game) -> None:
    for deals in (-1, 1.0, "1", None, 2**63, HUGE):
        with refused(None, BadOption, "bad-count"):
            game.playouts(deals)  # type: ignore[arg-type]
    for threads in (0, -1, 1025, 1.0, "1", None, HUGE):
        with refused(None, BadOption, "bad-count"):
            game.playouts(1, threads=threads)  # type: ignore[arg-type]


# ---- Set-ups ----------------------------------------------------------------------------------------------


def one_of_each(game: Game) -> list[str]:
    return [card.text for card in game.deck.cards if card in game.deck.pack]


def test_hands_that_cannot_be_dealt(game: Game) -> None:
    cards = one_of_each(game)
    copies = game.deck.pack.count(cards[0])
    often = " ".join([cards[0]] * (copies + 1))
    for hands in ([often], [" ".join([cards[0]] * copies), cards[0]]):
        with pytest.raises(BadCards) as caught:
            game.start(hands=hands)
        assert caught.value.code in ("not-in-pack", "too-many-cards")
    undealt = len(game.start(seed=0).stock)
    with refused(None, BadCards, "not-in-pack" if undealt else "too-many-cards"):
        game.start(hands=[" ".join([cards[0]] * copies)], stock=cards[0])
    with refused(None, BadCards, "too-many-cards"):
        game.start(hands=[game.deck.pack])
    with refused(None, BadOption, "no-such-seat"):
        game.start(hands=[""] * (game.players + 1))
    with refused(None, BadCards, "too-many-cards"):
        game.start(stock=list(game.deck.pack)[: undealt + 1])


@pytest.mark.parametrize("hands", [5, "3C", {}, {"3C"}, list, object()], ids=type_name)
def test_hands_are_a_sequence(game: Game, hands: Any) -> None:
    with refused(None, BadOption, "bad-hands"):
        game.start(hands=hands)
    with refused(None, BadOption, "bad-hands"):
        game.start(hands=game.deck.pack)  # type: ignore[arg-type]


WRONG_CARDS = [5, 1.5, [5], [None], [["3C"]], ["no card"], "no card", b"3C", object()]


@pytest.mark.parametrize("hand", WRONG_CARDS, ids=type_name)
def test_hands_and_stock_are_cards(game: Game, hand: Any) -> None:
    with refused(None, BadCards, "bad-card"):
        game.start(hands=[hand])
    with refused(None, BadCards, "bad-card"):
        game.start(stock=hand)


def test_text_that_is_no_unicode_is_refused(game: Game) -> None:
    for attempt in (
        lambda: game.deck.parse("\ud800"),
        lambda: game.deck.card("\udfff"),
        lambda: game.start(hands=["\ud800"]),
        lambda: game.start(stock="\ud800"),
        lambda: game.start(seed=0).play("\ud800"),
        lambda: game.start(seed=0).moves.find("pass \ud800"),
    ):
        with refused(None, BadCards, "bad-text"):
            attempt()


def test_cards_of_another_deck_and_moves_of_another_game_are_refused(game: Game) -> None:
    for name in cardavia.game_names():
        other = cardavia.game(name)
        if other.deck.name != game.deck.name:
            with refused(None, BadCards, "other-deck"):
                game.start(hands=[other.deck.pack])
        if other is not game:
            match = game.start(seed=0)
            for move in other.start(seed=0).moves[:3]:
                assert move not in match.moves
                with refused(match, IllegalMove, "other-game"):
                    match.play(move)


# ---- Errors ------------------------------------------------------------------------------------------------


def test_errors_say_what_they_are() -> None:
    error = IllegalMove("a bid must exceed the highest bid", "bid-too-low", "DDZ-2.2")
    assert str(error) == "a bid must exceed the highest bid (DDZ-2.2)"
    assert (error.code, error.rule) == ("bid-too-low", "DDZ-2.2")
    assert str(BadCards("no card", "bad-card")) == "no card"
    for kind in (IllegalMove, BadCards, BadOption, BadRecord):
        assert issubclass(kind, CardaviaError) and issubclass(kind, ValueError)


def test_errors_are_pickled() -> None:
    import pickle

    with pytest.raises(CardaviaError) as caught:
        cardavia.game("x")
    again = pickle.loads(pickle.dumps(caught.value))
    assert type(again) is BadOption and (str(again), again.code, again.rule) == (
        str(caught.value),
        caught.value.code,
        caught.value.rule,
    )


def test_a_refused_sequence_of_calls_leaves_no_trace(game: Game) -> None:
    """A match that was pestered is the same as one that was not."""
    quiet, pestered = played(game, 11), game.start(seed=11)
    for _ in walk(pestered, random.Random(11)):
        for attempt in ("", "no", "play", "bid 99", "pass 3"):
            with pytest.raises(CardaviaError):
                pestered.play(attempt)
    assert whole(pestered) == whole(quiet)
