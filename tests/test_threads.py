"""Threads change nothing: not the sums of playouts, not matches that are played side by side."""

from __future__ import annotations

import random
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from cardavia import Game, Match, Tally
from tests.walk import beginning, played, viewers, walk


@pytest.mark.parametrize("threads", [2, 3, 7])
def test_playouts_are_the_same_under_any_number_of_threads(game: Game, threads: int) -> None:
    for deals in (0, 1, 2, 6, 1000, 2500):
        assert game.playouts(deals, seed=4, threads=threads) == game.playouts(deals, seed=4)


def test_playouts_add_up(game: Game) -> None:
    tally = game.playouts(1000, seed=1)
    assert tally.deals == 1000 and tally.moves > 1000
    assert sum(tally.points) == 0 and len(tally.points) == game.players
    assert tally != game.playouts(1000, seed=2)
    assert game.playouts(0) == Tally(0, 0, (0,) * game.players, 0)
    assert tally + Tally(0, 0, (0,) * game.players, 0) == tally
    options: dict[str, Any] = {**game.options}
    assert game.playouts(1000, seed=1, **options) == tally
    assert game.playouts(1000).hash != game.playouts(1000).hash  # fresh entropy


def test_matches_in_threads_are_those_in_series(game: Game) -> None:
    seeds = range(40)
    alone = [played(game, seed).to_json() for seed in seeds]
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(lambda seed: played(game, seed).to_json(), seeds)) == alone


def test_copies_and_views_of_one_match_are_used_by_many_threads(game: Game) -> None:
    """Copies, views and move lists share their past; each thread goes on with its own."""
    match = played(game, 5)
    for _ in range(min(20, len(beginning(match)[1]) // 2)):
        match.undo()
    record, barrier = match.to_json(), threading.Barrier(6)

    def use(number: int, copy: Match) -> tuple[str, str]:
        rng = random.Random(number)
        barrier.wait()
        for _ in range(30):
            other = copy.copy()
            kept = [other.view(viewer) for viewer in viewers(other)] + [other.moves[:1]]
            for _ in walk(other, rng, deals=copy.deal + 1):
                kept.append(other.moves)
            while other.position != copy.position:
                other.undo()
            del kept
        for _ in walk(copy, random.Random(number), deals=copy.deal + 1):
            pass
        return copy.to_json(), other.to_json()

    with ThreadPoolExecutor(6) as pool:
        done = list(pool.map(use, range(6), [match.copy() for _ in range(6)]))
    assert match.to_json() == record and {other for _, other in done} == {record}
    for number, (json, _) in enumerate(done):
        again = Match.from_json(record)
        for _ in walk(again, random.Random(number), deals=again.deal + 1):
            pass
        assert json == again.to_json()
