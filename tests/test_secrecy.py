"""Nobody sees what they must not: what a seat cannot know changes no byte of anything that it is given.

Each position of whole matches is built a second time with all that the viewer cannot know dealt differently, from
another seed, by the same moves. Whatever the view gives, in whatever form, has to be the same in both worlds.
"""

from __future__ import annotations

import gc
import json
import pickle
import random
import types
from collections.abc import Iterator
from typing import Any

import pytest

from cardavia import CardaviaError, Game, Match, Random, View, bots
from tests.tables import Adapter
from tests.walk import LISTED, positions, walk

FORMS_OF_THE_PAST = {"log", "to_dict", "json", "pickle", "equal", "deal_result"}
"""Forms that a sampled match, which has no past, cannot share with the view it was sampled from."""


def outcome(call: Any) -> tuple[str, ...]:
    """What a call gives, or how it is refused, word by word."""
    try:
        return ("gave", repr(call()))
    except CardaviaError as error:
        return (type(error).__name__, error.code, error.rule, str(error), repr(error.args))


def chosen(name: str, view: View) -> tuple[str, ...]:
    return outcome(lambda: bots.make(name, seed=5).choose(view))


def forms(view: View, illegal: tuple[str, ...]) -> dict[str, object]:
    """Everything that can be got out of a view."""
    found: dict[str, object] = {}
    for name in dir(view):  # every attribute that there is, also those that are still to come
        if not name.startswith("_") and not callable(getattr(view, name)):
            found[name] = repr(getattr(view, name))
    moves = view.moves
    listed = list(moves) if len(moves) <= LISTED else list(moves[:50])
    found |= {
        "position": view.position,
        "hash": (view.hash, hash(view)),
        "to_dict": view.to_dict(),
        "json": json.dumps(view.to_dict()),
        "repr": (repr(view), str(view)),
        "pickle": pickle.dumps(view),
        "moves": (len(moves), bool(moves), repr(moves), [(repr(m), m.symbols, m.rank, m.length) for m in listed]),
        "table": (repr(view.table), pickle.dumps(view.table)),
        "log": [(repr(event), repr(event.to_dict())) for event in view.log],
        "known": [str(view.known(seat)) for seat in range(view.game.players)],
        "hand": (str(view.hand), view.hand.symbols),
        "errors": [outcome(lambda text=text: moves.find(text)) for text in illegal],
        "nothing": outcome(lambda: moves[len(moves) :].sample(Random(1))),
        "sampled": [outcome(lambda seed=seed: moves.sample(Random(seed))) for seed in range(3)],
        "samples": [view.sample(seed).position for seed in range(2)],
        "bots": [chosen(name, view) for name in bots.names()],
    }
    return found


def differing(one: dict[str, object], other: dict[str, object]) -> list[str]:
    return [name for name in one.keys() | other.keys() if one.get(name) != other.get(name)]


def viewers(game: Game) -> Iterator[int]:
    return iter(range(-1, game.players))


def compare(game: Game, adapter: Adapter, seed: int) -> tuple[int, int, int]:
    """Compares two worlds at every step of one match, for every viewer. How often there was another world, how often it
    was looked for, and how often something was hidden in it."""
    rng = random.Random(seed)
    found = sought = hidden = 0
    for match in walk(game.start(seed=seed), rng):
        for viewer in viewers(game):
            world = adapter.other_world(match, viewer, rng)
            sought += 1
            if world is None:
                continue
            found += 1
            hidden += world.position != match.position
            here, there = match.view(viewer), world.view(viewer)
            assert differing(forms(here, adapter.illegal), forms(there, adapter.illegal)) == []
            assert here == there
    return found, sought, hidden


@pytest.mark.parametrize("seed", range(8))
def test_no_byte_of_a_view_depends_on_what_is_hidden(game: Game, adapter: Adapter, seed: int) -> None:
    found, sought, hidden = compare(game, adapter, seed)
    assert found >= 0.9 * sought and hidden >= 0.8 * found


@pytest.mark.long
@pytest.mark.parametrize("seed", range(100, 2100))
def test_no_byte_of_a_view_depends_on_what_is_hidden_in_two_thousand_matches(
    game: Game, adapter: Adapter, seed: int
) -> None:
    compare(game, adapter, seed)


def test_cards_dealt_anew_hide_what_was_thrown_in_before_them(game: Game, adapter: Adapter) -> None:
    """In matches whose cards were dealt more than once. There the seed stays, and only the first deal is permuted."""
    tried = 0
    for seed in range(400):
        match = game.start(seed=seed)
        for _ in walk(match, random.Random(seed)):
            if adapter.is_dealt_anew(match):
                compare(game, adapter, seed)
                tried += 1
                break
        if tried == 1:
            return
    assert tried or len(game.start(seed=0).stock) == 0, "no such match: nothing was tried"


def test_what_a_viewer_knows_is_all_that_a_sample_keeps(game: Game, adapter: Adapter) -> None:
    """A sampled world is another one that looks the same, also in late deals and after cards were dealt anew."""
    for match in positions(game, range(12)):
        for viewer in viewers(game):
            view = match.view(viewer)
            for seed in range(2):
                world = view.sample(seed)
                here, there = forms(view, adapter.illegal), forms(world.view(viewer), adapter.illegal)
                assert set(differing(here, there)) <= FORMS_OF_THE_PAST
                assert world.view(viewer).position == view.position
                assert world.seed != match.seed


def test_a_view_holds_neither_seed_nor_stock(game: Game) -> None:
    for match in positions(game, range(20)):
        for viewer in viewers(game):
            view = match.view(viewer)
            assert match.seed not in view.position and match.seed not in pickle.dumps(view)
            for name in ("seed", "stock", "undo", "copy", "to_json", "play", "view", "next_deal"):
                assert not hasattr(view, name)


def test_the_log_shows_a_hand_to_its_seat_alone(game: Game) -> None:
    for match in positions(game, range(20)):
        full = match.log
        for viewer in viewers(game):
            seen = match.view(viewer).log
            for event in full:
                mine = event.seat == viewer
                assert (event in seen) or (event.code == "hand" and not mine)
                assert not (event.code == "hand" and not mine and event in seen)


def test_nobody_but_the_seat_to_act_learns_how_many_moves_there_are(game: Game) -> None:
    for match in positions(game, range(20)):
        for viewer in viewers(game):
            if viewer != match.turn:
                view = match.view(viewer)
                assert len(view.moves) == 0 and view.to_dict()["move_count"] == 0
                if match.turn is not None:
                    texts = {outcome(lambda move=move: view.moves.find(str(move))) for move in match.moves[:300]}
                    assert {text[1] for text in texts} <= {"not-your-turn", "rank-not-held"}


def test_an_old_view_is_not_touched_by_later_play(game: Game, adapter: Adapter) -> None:
    match = game.start(seed=3)
    kept = [
        (view, forms(view, adapter.illegal))
        for _ in walk(match, random.Random(3))
        for view in [match.view(viewer) for viewer in viewers(game)]
    ][::7]
    while match.position != game.start(seed=3).position:
        match.undo()
    del match
    for view, before in kept:
        assert differing(forms(view, adapter.illegal), before) == []


def reachable(value: object) -> Iterator[object]:
    """All objects that can be reached from a value, through what it refers to and through its public attributes, but
    not through modules, classes, functions and games, which everybody has anyway."""
    known: set[int] = set()
    kept, left = [], [value]
    while left:
        each = left.pop()
        if id(each) in known or isinstance(each, (types.ModuleType, type, types.FunctionType, Game)):
            continue
        known.add(id(each))
        kept.append(each)  # so that no id is used twice
        yield each
        left += gc.get_referents(each)
        if type(each).__module__.startswith("cardavia"):
            left += [getattr(each, name) for name in dir(each) if not name.startswith("__")]


def test_a_view_leads_nowhere_near_the_match(game: Game) -> None:
    for match in positions(game, range(3)):
        for viewer in viewers(game):
            found = list(reachable(match.view(viewer)))
            assert len(found) > 10 and not any(isinstance(each, Match) for each in found)
            assert not any(isinstance(each, bytes) and match.seed in each for each in found)


def test_a_bot_is_given_a_view_and_cannot_reach_the_match(game: Game) -> None:
    class Snoop:
        def choose(self, view: View) -> Any:
            assert type(view) is View and not any(isinstance(each, Match) for each in reachable(view))
            for name in ("node", "_node", "match", "_match", "_origin", "_played", "_first_position", "__dict__"):
                assert not hasattr(view, name)
            return view.moves.sample(Random(1))

    match = game.start(seed=1)
    for _ in range(10):
        if match.turn is not None:
            match.play(Snoop().choose(match.view(match.turn)))
