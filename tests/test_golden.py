"""The pinned numbers and golden playthroughs of ``tests/golden.py``."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

import cardavia
from cardavia import Game, Match, Random
from tests.chacha import stream
from tests.golden import HASHES, LEAVES, SEEDS, leaves, leaves_of_referee, opened, trace_of
from tests.tables import Adapter
from tests.walk import beginning, positions


def test_behaviour_is_what_it_was(game: Game) -> None:
    """When this fails, the behaviour of the game changed: see ``tests/golden.py``."""
    assert game.playouts(1000, seed=0).hash == HASHES[game.name]


def test_every_game_is_pinned_and_no_other() -> None:
    names = list(cardavia.game_names())
    assert sorted(HASHES) == sorted(LEAVES) == sorted(names)
    assert sorted(path.stem for path in trace_of("any").parent.glob("*.json")) == sorted(names)


def test_playouts_are_matches_that_anybody_can_play(game: Game) -> None:
    """The tally, made again by the public interface: each match and each draw from a seed of its own."""
    seeds_of_matches = 2
    moves, total, points = 0, 0, [0] * game.players
    for number in range(20):
        words = stream((9).to_bytes(32, "little"), seeds_of_matches, number)
        seed = b"".join(next(words).to_bytes(4, "little") for _ in range(8))
        match, rng = game.start(seed=seed), Random(seed)
        while not match.deal_over:
            match.play(match.moves.sample(rng))
            moves += 1
        total += match.hash
        assert match.deal_result is not None
        points = [a + b for a, b in zip(points, match.deal_result.points, strict=True)]
    assert game.playouts(20, seed=9) == cardavia.Tally(20, moves, tuple(points), total % 2**64)


def test_the_hash_is_a_function_of_the_bytes_on_every_platform(game: Game) -> None:
    def hash_of(data: bytes) -> int:
        odd = 0x9E3779B97F4A7C15
        value = len(data) * odd % 2**64
        for at in range(0, len(data), 8):
            value = (value ^ int.from_bytes(data[at : at + 8], "little")) * odd % 2**64
            value ^= value >> 29
        return value

    for match in positions(game, range(10)):
        assert match.hash == hash_of(match.position)
        assert match.view(-1).hash == hash_of(match.view(-1).position)


# ---- Counting positions ---------------------------------------------------------------


def counts(depth: int) -> Iterator[tuple[int, int]]:
    return ((seed, plies) for seed in SEEDS for plies in range(1, depth + 1))


@pytest.mark.parametrize("seed", SEEDS)
def test_the_core_counts_the_pinned_positions(game: Game, adapter: Adapter, seed: int) -> None:
    match, _ = opened(game, adapter, seed)
    before = match.position
    assert [leaves(match, depth) for depth in range(1, adapter.depth + 1)] == LEAVES[game.name][seed]
    assert match.position == before


@pytest.mark.parametrize("seed", SEEDS)
def test_the_referee_counts_the_same(game: Game, adapter: Adapter, seed: int) -> None:
    _, referee = opened(game, adapter, seed)
    pinned = LEAVES[game.name][seed][:-1]
    assert [leaves_of_referee(adapter, referee, depth + 1) for depth in range(len(pinned))] == pinned


@pytest.mark.long
@pytest.mark.parametrize("seed", SEEDS)
def test_the_referee_counts_the_same_to_the_last(game: Game, adapter: Adapter, seed: int) -> None:
    _, referee = opened(game, adapter, seed)
    assert leaves_of_referee(adapter, referee, adapter.depth) == LEAVES[game.name][seed][-1]


# ---- Golden playthroughs ----------------------------------------------------------------


def test_a_golden_record_replays_to_its_log_and_position(game: Game) -> None:
    trace = json.loads(trace_of(game.name).read_text())
    match = Match.from_json(json.dumps(trace["record"]))
    assert [event.to_dict() for event in match.log] == trace["log"]
    assert match.position.hex() == trace["position"]
    assert match.deal_result is not None and list(match.deal_result.points) == trace["points"]
    assert [[line.code, line.seat, line.amount] for line in match.deal_result.lines] == trace["lines"]
    assert json.loads(match.to_json()) == trace["record"]


def test_the_referee_agrees_with_a_golden_playthrough(game: Game, adapter: Adapter) -> None:
    trace = json.loads(trace_of(game.name).read_text())
    match, played = beginning(Match.from_json(json.dumps(trace["record"])))
    referee = adapter.referee(match)
    for move in played:
        adapter.same_moves(match, referee)
        if move is None:
            match.next_deal()
            referee = adapter.next_deal(referee, match)
        else:
            adapter.follow(referee, match.play(move), match)
        assert adapter.shown(match) == adapter.told(referee)
    assert match.position.hex() == trace["position"]
