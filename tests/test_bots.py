"""Bots: they are given views, and answer with one of the view's moves."""

from __future__ import annotations

import pytest

from cardavia import CardaviaError, Game, bots
from tests.chance import assert_even
from tests.walk import decisions, viewers


@pytest.mark.parametrize("name", bots.names())
def test_a_bot_plays_a_match_to_its_end(game: Game, name: str) -> None:
    for seed in range(3):
        records = []
        for _ in range(2):  # the same seed makes the same choices
            match = game.start(seed=seed)
            seats = [bots.make(name, seed=number) for number in range(game.players)]
            while not match.over and match.deal < 20:
                if match.deal_over:
                    match.next_deal()
                    continue
                assert match.turn is not None
                view = match.view(match.turn)
                move = seats[match.turn].choose(view)
                assert move in view.moves
                match.play(move, seat=view.seat)
            records.append(match.to_json())
        assert records[0] == records[1]


@pytest.mark.parametrize("name", bots.names())
def test_a_bot_has_nothing_to_choose_out_of_turn(game: Game, name: str) -> None:
    match = game.start(seed=0)
    for viewer in viewers(match):
        if viewer != match.turn:
            with pytest.raises(CardaviaError) as caught:
                bots.make(name, seed=0).choose(match.view(viewer))
            assert caught.value.code == "no-moves"


def test_the_random_bot_is_even(game: Game) -> None:
    bot = bots.make("random", seed=1)
    match = next(match for match in decisions(game, range(50)) if 2 <= len(match.moves) <= 100)
    assert match.turn is not None
    view = match.view(match.turn)
    assert_even((bot.choose(view) for _ in range(40 * len(view.moves))), list(view.moves))
