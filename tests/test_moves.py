"""Legal moves as a sequence: it behaves as the list that it need not be."""

from __future__ import annotations

import pickle
import random
from collections.abc import Callable, Sequence
from typing import Any, cast

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import cardavia
from cardavia import BadCards, BadOption, Game, IllegalMove, Kind, Move, Random, Shape
from cardavia.games import doudizhu, tractor
from tests.chance import assert_even
from tests.tables import Adapter
from tests.walk import LISTED, decisions, positions, some, viewers, walk

SEEDS = range(40)


def test_the_sequence_is_its_list(game: Game) -> None:
    for match in positions(game, SEEDS):
        moves = match.moves
        assert isinstance(moves, Sequence)
        assert bool(moves) == (len(moves) > 0) == (not match.deal_over)
        assert repr(moves) == f"<{len(moves)} moves>"
        if len(moves) > LISTED:
            continue
        listed = list(moves)
        assert len(listed) == len(moves) == len(set(listed))
        assert all(move in moves for move in listed)
        if len(listed) > 200:  # else this takes its time
            listed, moves = listed[-200:], moves[-200:]
        assert [moves[i] for i in range(len(moves))] == listed
        assert [moves[i - len(moves)] for i in range(len(moves))] == listed
        assert list(reversed(moves)) == listed[::-1]
        assert all(moves.index(move) == i and moves.count(move) == 1 for i, move in enumerate(listed))


def test_an_index_outside_the_sequence_is_an_index_error(game: Game) -> None:
    for match in positions(game, range(10)):
        moves = match.moves
        for index in (len(moves), -len(moves) - 1, 10**30, -(10**30)):
            with pytest.raises(IndexError):
                moves[index]
    wrong: list[Any] = ["0", 1.0, None]
    for index in wrong:
        with pytest.raises(TypeError):
            moves[index]


def test_what_is_no_move_of_the_position_is_not_in_it(game: Game) -> None:
    match = next(decisions(game, range(1)))
    moves = match.moves
    for stranger in (str(moves[0]), 0, None, moves, Move.__new__(Move)):
        assert stranger not in moves
        assert moves.count(stranger) == 0  # type: ignore[arg-type]
        with pytest.raises(ValueError):
            moves.index(stranger)  # type: ignore[arg-type]


def test_index_looks_between_bounds_as_a_list_does(game: Game) -> None:
    for match in decisions(game, range(10), each=1):
        moves = match.moves[:6]
        listed = list(moves)
        for start in range(-8, 9):
            for stop in range(-8, 9):
                for move in listed:
                    try:
                        found = listed.index(move, start, stop)
                    except ValueError:
                        with pytest.raises(ValueError):
                            moves.index(move, start, stop)
                    else:
                        assert moves.index(move, start, stop) == found


BOUNDS = st.one_of(st.none(), st.integers(-30, 30), st.integers(-(2**70), 2**70))
SLICES = st.builds(slice, BOUNDS, BOUNDS, BOUNDS.filter(lambda step: step != 0))


@settings(suppress_health_check=[HealthCheck.too_slow])
@given(slices=st.lists(SLICES, min_size=1, max_size=4), seed=st.integers(0, 10))
def test_slices_of_slices_are_those_of_the_list(game: Game, slices: list[slice], seed: int) -> None:
    match = next(decisions(game, range(seed, seed + 20)))
    moves = match.moves if len(match.moves) <= LISTED else match.moves[:LISTED]
    listed = list(moves)
    for cut in slices:
        moves, listed = moves[cut], listed[cut]
        assert len(moves) == len(listed) and list(moves) == listed
        assert [moves[i] for i in range(-len(listed), len(listed))] == listed * 2
        assert list(reversed(moves)) == listed[::-1]
        assert all((move in moves) == (move in listed) for move in some(match.moves, random.Random(seed))[:30])
        if listed:
            assert moves.sample(Random(seed)) in listed
            assert moves.sample(random.Random(seed)) in listed
        else:
            for rng in (Random(seed), random.Random(seed)):
                with pytest.raises(IllegalMove) as caught:
                    moves.sample(rng)
                assert caught.value.code == "no-moves"


def test_a_slice_holds_only_its_own_moves(game: Game) -> None:
    for match in decisions(game, range(10)):
        if len(match.moves) > 1:
            assert match.moves[0] not in match.moves[1:] and match.moves[-1] not in match.moves[:-1]
            assert match.moves[0] in match.moves[:] and match.moves[0] in match.moves[::-1]


def test_millions_of_moves_are_never_gone_through() -> None:
    """It would take minutes."""
    match = cardavia.game("tractor").start(seed=1)
    while match.phase == "declaring":
        match.play(match.moves[0])
    moves, rng = match.moves, random.Random(1)
    assert len(moves) > 9_000_000
    backwards, tenths = moves[::-1], moves[5::10]
    for place in (0, 5, len(moves) - 1, *(rng.randrange(len(moves)) for _ in range(300))):
        move = moves[place]
        assert move in moves and moves.index(move) == place and moves.count(move) == 1
        assert backwards[-1 - place] == move and backwards.index(move) == len(moves) - 1 - place
        assert (move in tenths) == (place % 10 == 5) == tenths.count(move)
        if place % 10 == 5:
            assert tenths.index(move) == place // 10
        with pytest.raises(ValueError):
            moves.index(move, place + 1)
    assert next(reversed(moves)) == moves[-1] == backwards[0] and next(iter(moves)) == moves[0]
    assert match.view(match.turn).moves.index(moves[10**6]) == 10**6  # type: ignore[arg-type]


# ---- Text ---------------------------------------------------------------------------


def test_the_text_of_every_legal_move_is_found_again(game: Game) -> None:
    rng = random.Random(0)
    for match in positions(game, SEEDS):
        texts = set()
        for move in some(match.moves, rng):
            for text in (str(move), move.symbols, str(move).lower(), str(move).upper(), f"  {move} "):
                assert match.moves.find(text) == move
            texts.add(str(move))
            assert repr(move) == f"<Move {move}>"
        assert len(texts) == len(set(some(match.moves, random.Random(0)))) or len(match.moves) > LISTED


def test_any_member_of_a_class_is_in_the_sequence_and_can_be_played(game: Game, adapter: Adapter) -> None:
    rng = random.Random(0)
    others = 0
    for match in decisions(game, SEEDS, each=10):
        for move in some(match.moves, rng):
            other = match.moves.find(adapter.another_member(match, move, rng))
            assert other in match.moves and adapter.key(other, match) == adapter.key(move, match)
            assert match.moves.canonical(other) == match.moves.canonical(str(other)) == move
            others += other != move
        place = match.moves.index(move)
        assert match.moves.index(other) == place and match.moves.count(other) == 1
        assert other in match.moves[place:] and other not in match.moves[:place]
        after = match.copy()
        assert after.play(other) == other
    if type(adapter).another_member is not Adapter.another_member:
        assert others > 100  # else nothing was tried


def test_the_canonical_move_of_a_listed_one_is_itself(game: Game) -> None:
    for match in decisions(game, range(20), each=10):
        for move in some(match.moves, random.Random(0))[:50]:
            assert match.moves.canonical(move) == move


def test_what_cannot_be_played_has_no_canonical_move(game: Game) -> None:
    match = next(decisions(game, range(1)))
    other = cardavia.game("holdem" if game.name == "doudizhu" else "doudizhu").start(seed=0).moves[0]
    wrong: list[Any] = ["", "nonsense", other, 5, None]
    for move in wrong:
        with pytest.raises((IllegalMove, BadCards)):
            match.moves.canonical(move)
        with pytest.raises(ValueError):
            match.moves.index(move)
        assert match.moves.count(move) == 0
    while match.turn is not None:
        last = match.play(match.moves[0])
    with pytest.raises(IllegalMove) as caught:
        match.moves.canonical(last)
    assert caught.value.code in ("deal-over", "match-over")


# ---- Moves as values ------------------------------------------------------------------


def test_moves_are_values(game: Game) -> None:
    for match in decisions(game, range(10)):
        twin = match.copy()
        for i, move in enumerate(some(match.moves, random.Random(0))[:100]):
            same = twin.moves.find(str(move)) if i % 2 else pickle.loads(pickle.dumps(move))
            assert same == move and hash(same) == hash(move) and same is not move
            assert isinstance(move.kind, Kind) and isinstance(move.shape, Shape | None)
            assert (move.rank is None) == (move.length == 0) and (move.shape is not None or move.length == 0)
            assert move != str(move) and move != None  # noqa: E711
            assert move.cards <= game.deck.pack


def test_a_play_may_leave_its_reading_out_and_gets_it_back(game: Game) -> None:
    """As a caller in C may: shape, rank and length are left zero when the cards have only one reading."""
    for match in decisions(game, range(20)):
        for move in some(match.moves, random.Random(0))[:50]:
            load, (name, data) = cast("tuple[Any, tuple[str, bytes]]", move.__reduce__())
            unread = load(name, data[:1] + bytes(3) + data[4:])
            if move.shape is None:
                continue
            assert unread.shape is None and unread.cards == move.cards and unread != move
            try:
                played = match.copy().play(unread)
            except IllegalMove:
                assert unread not in match.moves
            else:
                assert unread in match.moves and played.shape is not None and played in match.moves
                if len({other.shape for other in match.moves if other.cards == move.cards}) == 1:
                    assert played == move


def test_a_move_cannot_be_made_or_changed() -> None:
    with pytest.raises(TypeError):
        Move()
    move = cardavia.game("doudizhu").start(seed=0).moves[0]
    with pytest.raises(AttributeError):
        move.amount = 3  # type: ignore[misc]


def test_the_sequence_stays_what_it_was_when_the_match_goes_on(game: Game) -> None:
    match = game.start(seed=3)
    kept = []
    for _ in walk(match, random.Random(3)):
        moves = match.moves
        kept.append((moves, len(moves), [str(move) for move in moves[:50]]))
    del match
    for moves, count, texts in kept:
        assert len(moves) == count and [str(move) for move in moves[:50]] == texts


def test_a_views_moves_are_those_of_the_seat_to_act(game: Game) -> None:
    for match in positions(game, range(20)):
        for viewer in viewers(match):
            moves = match.view(viewer).moves
            if viewer == match.turn:
                assert len(moves) == len(match.moves) and list(moves[:200]) == list(match.moves[:200])
            else:
                assert len(moves) == 0 and not moves and list(moves) == []


# ---- Sampling -------------------------------------------------------------------------

GENERATORS: dict[str, Callable[[int], Any]] = {
    "cardavia": Random,
    "random": random.Random,
    "numpy": np.random.default_rng,
    "numpy-mt": lambda seed: np.random.Generator(np.random.MT19937(seed)),
}


@pytest.mark.parametrize("kind", GENERATORS)
def test_samples_are_even(game: Game, kind: str) -> None:
    rng = GENERATORS[kind](7)
    few = [match.moves for match in decisions(game, range(100)) if 2 <= len(match.moves) <= 100]
    assert len(few) > 10
    for moves in few[:10]:
        part = moves[::2]
        assert_even((moves.sample(rng) for _ in range(30 * len(moves))), list(moves))
        assert_even((part.sample(rng) for _ in range(30 * len(part))), list(part))


def test_samples_depend_on_the_generator_alone(game: Game) -> None:
    for match in decisions(game, range(20), each=1):
        for kind in GENERATORS.values():
            one, other = kind(1), kind(1)
            assert [match.moves.sample(one) for _ in range(5)] == [match.moves.sample(other) for _ in range(5)]


def test_what_is_no_generator_is_refused(game: Game) -> None:
    match = game.start(seed=0)
    for rng in (None, 5, "random", object()):
        with pytest.raises(BadOption) as caught:
            match.moves.sample(rng)  # type: ignore[arg-type]
        assert caught.value.code == "bad-random"


def test_there_is_nothing_to_sample_when_the_deal_is_over(game: Game) -> None:
    match = game.start(seed=0)
    for _ in walk(match, random.Random(0), deals=1):
        pass
    for rng in (Random(1), random.Random(1), np.random.default_rng(1)):
        with pytest.raises(IllegalMove) as caught:
            match.moves.sample(rng)
        assert caught.value.code == "no-moves"


# ---- The list that a kernel makes -------------------------------------------------------


def test_a_kernels_list_is_a_sequence() -> None:
    plays = doudizhu.plays("3C 3D 3H 4C 4D 4H 5C 6C 7C 8C 9C")
    listed = list(plays)
    assert isinstance(plays, Sequence) and len(plays) == len(listed) > 20
    assert [plays[i] for i in range(-len(listed), len(listed))] == listed * 2
    assert list(reversed(plays)) == listed[::-1] and plays[3:9:2] == listed[3:9:2]
    assert all(plays.index(play) == i and plays.count(play) == 1 and play in plays for i, play in enumerate(listed))
    assert plays == doudizhu.plays("3C 3D 3H 4C 4D 4H 5C 6C 7C 8C 9C") and plays != listed
    assert "3C" not in plays and plays.count(None) == 0
    for index in (len(plays), -len(plays) - 1, 10**30):
        with pytest.raises(IndexError):
            plays[index]
    with pytest.raises(ValueError):
        plays.index(doudizhu.plays("RJ")[0])


def test_the_plays_of_tractor_are_a_sequence_that_is_not_listed() -> None:
    hand = "2C 2C 3C 3C 4C 9C 2H 2H 3H 3H 4H 5H KS KS"
    for plays in (
        tractor.leads(hand, trump="S", level="4"),
        tractor.follows(hand, "9H 9H", trump="S", level="4"),
        tractor.follows(hand, "9D 9D TD TD", trump="S", level="4"),
    ):
        listed = list(plays)
        assert isinstance(plays, Sequence) and len(plays) == len(listed) == len(set(listed)) > 1
        assert repr(plays) == f"<{len(listed)} plays>"
        assert [plays[i] for i in range(-len(listed), len(listed))] == listed * 2
        assert list(reversed(plays)) == listed[::-1] and list(plays[-9:2:-3]) == listed[-9:2:-3]
        assert all(plays.index(play) == i and plays.count(play) == 1 and play in plays for i, play in enumerate(listed))
        part = plays[1::2]
        assert all((play in part) == (i % 2 == 1) for i, play in enumerate(listed))
        assert part.index(listed[1]) == 0 and plays[::2][:1] == plays[:1] != part and plays != listed
        assert hash(plays[::2][:1]) == hash(plays[:1])
        strangers: list[Any] = [None, "2C", 0, match_move("doudizhu"), match_move("tractor")]
        for stranger in strangers:
            assert stranger not in plays and plays.count(stranger) == 0
            with pytest.raises(ValueError):
                plays.index(stranger)
        with pytest.raises(ValueError):
            plays.index(listed[0], 1)
        for index in (len(plays), -len(plays) - 1, 10**30):
            with pytest.raises(IndexError):
                plays[index]
    many = tractor.follows(str(cardavia.game("tractor").start(seed=1).hand(0)), "9D 9D", trump="S", level="4")
    assert many[-1] in many


def match_move(name: str) -> Move:
    """Some move of a game, a pass."""
    return cardavia.game(name).start(seed=1).moves[0]
