"""The core against the referee: the same moves, the same table, the same knowledge, the same account, at every step.

The whole campaign plays a million matches of each game; split it over as many processes as there are cores::

    pytest -m long -n auto tests/test_differential.py

``CARDAVIA_MATCHES`` sets another number of matches, ``CARDAVIA_FIRST`` the first seed.
"""

from __future__ import annotations

import os
import random

import pytest

from cardavia import Game, IllegalMove, Match
from tests.tables import Adapter
from tests.walk import choose, seats


def is_legal(match: Match, text: str) -> bool:
    try:
        move = match.moves.find(text)
    except IllegalMove:
        return False
    return move in match.moves


def compare(game: Game, adapter: Adapter, seed: int, deals: int) -> None:
    """Plays one random match side by side, through that many deals at most."""
    rng = random.Random(seed)
    match = game.start(seed=seed, **(adapter.variant(rng) if seed % 2 else {}))
    referee = adapter.referee(match)
    while True:
        assert adapter.shown(match) == adapter.told(referee)
        for viewer in seats(match):
            view = match.view(viewer)
            assert view.hand == match.hand(viewer) == view.known(viewer)
        if match.deal_over:
            assert len(match.moves) == 0 and adapter.legal(referee) == set()
            if match.over or match.deal + 1 == deals:
                return
            match.next_deal()
            referee = adapter.next_deal(referee, match)
        else:
            legal = adapter.same_moves(match, referee)
            for text, key in adapter.attempts(match, rng):
                assert is_legal(match, text) == (key in legal), text
            move = match.play(adapter.another_member(match, choose(match.moves, rng), rng))
            adapter.follow(referee, move, match)


def compare_all(game: Game, adapter: Adapter, seeds: range, deals: int) -> None:
    for seed in seeds:
        try:
            compare(game, adapter, seed, deals)
        except BaseException as error:
            error.add_note(f"in the match of {game.name} with seed {seed}")
            raise


PARTS = 6


@pytest.mark.parametrize("part", range(PARTS))
def test_core_and_referee_agree(game: Game, adapter: Adapter, part: int) -> None:
    compare_all(game, adapter, range(part, adapter.matches, PARTS), adapter.deals)


CHUNK, DEALS = 1000, 100
FIRST, MATCHES = int(os.environ.get("CARDAVIA_FIRST", 1_000)), int(os.environ.get("CARDAVIA_MATCHES", 1_000_000))


@pytest.mark.long
@pytest.mark.parametrize("first", range(FIRST, FIRST + MATCHES, CHUNK))
def test_core_and_referee_agree_on_a_million_matches(game: Game, adapter: Adapter, first: int) -> None:
    compare_all(game, adapter, range(first, min(first + CHUNK, FIRST + MATCHES)), DEALS)
