"""Samples: full positions that fit all that a viewer knows, each equally likely, and good to play on."""

from __future__ import annotations

import pickle
import random
from collections import Counter
from math import gcd

import pytest

from cardavia import Cards, Game, Match, Random
from tests.chance import assert_fits
from tests.tables import Adapter
from tests.walk import positions, seats, viewers, walk


def test_a_sample_fits_what_the_viewer_knows(game: Game) -> None:
    rng = Random(1)
    for match in positions(game, range(60)):
        for viewer in viewers(match):
            view = match.view(viewer)
            world = view.sample(rng)
            again = world.view(viewer)
            assert again.position == view.position and again.hash == view.hash
            assert again.table == view.table and again.scores == view.scores and list(again.moves[:50]) == list(view.moves[:50])
            assert world.hand_sizes == view.hand_sizes == tuple(len(world.hand(seat)) for seat in seats(match))
            for seat in seats(match):
                assert view.known(seat) <= world.hand(seat)
            if viewer >= 0:
                assert world.hand(viewer) == view.hand


def test_a_sample_holds_the_cards_of_the_true_position_elsewhere(game: Game, adapter: Adapter) -> None:
    """Hands and stock together are the same cards as in truth: nothing is played twice or lost. Where some lie apart
    (in the box, burnt, face down) they are as many."""
    for match in positions(game, range(40)):
        truth = Counter(str(card) for seat in seats(match) for card in match.hand(seat))
        truth.update(str(card) for card in match.stock)
        for viewer in viewers(match):
            world = match.view(viewer).sample(3)
            cards = Counter(str(card) for seat in seats(match) for card in world.hand(seat))
            cards.update(str(card) for card in world.stock)
            assert cards == truth or not adapter.nothing_lies_apart
            assert cards.total() == truth.total() and not cards - Counter(map(str, game.deck.pack))


def test_samples_of_small_endings_are_even(game: Game, adapter: Adapter) -> None:
    rng, endings = Random(2), 0
    for view in adapter.small_endings():
        times = Counter(adapter.layouts(view))
        least = gcd(*times.values())
        weights = {layout: number // least for layout, number in times.items()}
        assert_fits((adapter.layout(view.sample(rng)) for _ in range(60 * sum(weights.values()))), weights)
        endings += 1
    assert endings >= 3


def test_in_samples_of_a_start_each_card_is_as_likely_as_it_should_be(game: Game, adapter: Adapter) -> None:
    """At the start of a match little more is known than one's own cards: a card of another hand may be any of the rest
    or, in some games, any of half of it."""
    match = game.start(seed=5)
    view = match.view(0)
    rest = [str(card) for card in game.deck.pack - view.hand]
    others = [seat for seat in range(1, game.players) if len(view.known(seat)) == 0 and match.hand_sizes[seat]]
    rng = Random(3)
    worlds = [view.sample(rng) for _ in range(2000)]
    for seat in others:
        drawn = Counter(str(card) for world in worlds for card in world.hand(seat))
        for card in set(rest):
            chances = 2000 * adapter.chance(view, seat, card)
            assert abs(drawn[card] - chances) <= 6 * chances**0.5


def test_a_sample_depends_on_the_view_and_the_generator_alone(game: Game) -> None:
    for match in positions(game, range(10)):
        view = match.view(0)
        again = pickle.loads(pickle.dumps(view))
        assert view.sample(4).position == view.sample(4).position == again.sample(Random(4)).position
        assert view.sample(4).seed != view.sample(5).seed
        rng = Random(4)
        assert view.sample(rng).position != view.sample(rng).position  # at least the seed differs
        assert view.sample(None).seed != view.sample(None).seed


def test_a_sampled_match_is_a_match(game: Game) -> None:
    """It has no past; but it plays on to the end, deals on, is written, read and pickled."""
    for match in positions(game, range(30)):
        for viewer in viewers(match):
            world = match.view(viewer).sample(viewer + 2)
            assert world.log == [] and (world.deal_result is None) == (not world.deal_over)
            for read in (Match.from_json(world.to_json()), pickle.loads(pickle.dumps(world)), world.copy()):
                assert read.position == world.position
            for _ in walk(world, random.Random(0), deals=world.deal + 2):
                assert world.view(-1).table == world.table
            assert world.deal_result is not None and sum(world.deal_result.points) == 0
            assert Match.from_json(world.to_json()).position == world.position


def test_sampling_changes_neither_view_nor_match(game: Game) -> None:
    for match in positions(game, range(10)):
        view, before = match.view(0), match.position
        shown = view.position
        for seed in range(3):
            world = view.sample(seed)
            for _ in walk(world, random.Random(seed)):
                pass
        assert match.position == before and view.position == shown


@pytest.mark.parametrize("viewer", [-1, 0])
def test_samples_of_many_worlds_differ(game: Game, viewer: int) -> None:
    view = game.start(seed=6).view(viewer)
    assert len({str([world.hand(seat) for seat in range(game.players)]) for world in map(view.sample, range(50))}) > 25


def test_cards_are_never_there_twice_in_a_sample(game: Game) -> None:
    for match in positions(game, range(20)):
        world = match.view(-1).sample(9)
        together = Cards([], deck=game.deck.name)
        for seat in seats(match):
            together = together + world.hand(seat)  # raises when a card is there too often
        assert together <= game.deck.pack
