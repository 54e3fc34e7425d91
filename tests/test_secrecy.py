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
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from cardavia import CardaviaError, Game, Match, Random, View, bots
from tests.tables import Adapter
from tests.walk import LISTED, choose, positions, seats, viewers, walk

FORMS_OF_THE_PAST = {"log", "to_dict", "json", "pickle", "equal", "deal_result"}
"""Forms that a sampled match, which has no past, cannot share with the view it was sampled from."""


FACE_DOWN = {"lock", "bury", "discard"}
"""Kinds of moves whose cards nobody else sees."""


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
        "known": [str(view.known(seat)) for seat in seats(view)],
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


def compare_here(adapter: Adapter, match: Match, rng: random.Random) -> Counter[str]:
    """Compares two worlds in one position, for every viewer. How often there was another world, how often it was looked
    for, and how often something was hidden in it."""
    counts: Counter[str] = Counter()
    for viewer in viewers(match):
        world = adapter.other_world(match, viewer, rng)
        counts["sought"] += 1
        if world is None:
            continue
        counts["found"] += 1
        counts["hidden"] += (world.position, world.log) != (match.position, match.log)
        here, there = match.view(viewer), world.view(viewer)
        assert differing(forms(here, adapter.illegal), forms(there, adapter.illegal)) == []
        assert here == there
    return counts


def compare(game: Game, adapter: Adapter, seed: int) -> Counter[str]:
    """Compares at every step of one match."""
    rng = random.Random(seed)
    counts: Counter[str] = Counter()
    options = adapter.variant(rng) if seed % 2 else {}
    for match in walk(game.start(seed=seed, **options), rng, deals=adapter.compared_deals):
        counts += compare_here(adapter, match, rng)
    return counts


@pytest.mark.parametrize("seed", range(8))
def test_no_byte_of_a_view_depends_on_what_is_hidden(game: Game, adapter: Adapter, seed: int) -> None:
    counts = compare(game, adapter, seed)
    assert counts["found"] >= 0.9 * counts["sought"] and counts["hidden"] >= 0.8 * counts["found"]


@pytest.mark.long
@pytest.mark.parametrize("seed", range(100, 2100))
def test_no_byte_of_a_view_depends_on_what_is_hidden_in_two_thousand_matches(
    game: Game, adapter: Adapter, seed: int
) -> None:
    compare(game, adapter, seed)


def test_cards_dealt_anew_hide_what_was_thrown_in_before_them(game: Game, adapter: Adapter) -> None:
    """In matches whose cards were dealt more than once. There the seed stays, and only the first deal is permuted."""
    match = adapter.dealt_anew()
    if match is None:
        assert len(game.start(seed=0).stock) == 0
        return
    counts: Counter[str] = Counter()
    for _ in range(30):
        if not adapter.is_dealt_anew(match):
            break
        counts += compare_here(adapter, match, random.Random(0))
        match.undo()
    assert counts["found"] > 0 and counts["hidden"] >= 0.8 * counts["found"]


def test_a_sampled_world_stays_the_same_until_it_shows_other_cards(game: Game, adapter: Adapter) -> None:
    """A match and a sample of it go on with the same moves. As long as no other cards are turned up they have to look
    the same to the viewer, whatever lies under the cards."""
    steps = 0
    for number, match in enumerate(positions(game, range(12))):
        for viewer in viewers(match):
            rng = random.Random(number)
            here, there = match.copy(), match.view(viewer).sample(number)
            past = len(here.view(viewer).log)
            while not here.deal_over:
                seat, move = here.turn, choose(here.moves, rng)
                assert seat is not None
                other = adapter.same_move(move, seat, viewer, there)
                if other not in there.moves:
                    break
                here.play(move)
                there.play(other)
                told, other_told = here.view(viewer).log[past:], there.view(viewer).log
                if told != other_told:
                    different = [(one, two) for one, two in zip(told, other_told, strict=False) if one != two]
                    assert different[0][0].code == different[0][1].code and different[0][0].cards is not None
                    break
                one, two = (forms(world.view(viewer), adapter.illegal) for world in (here, there))
                assert set(differing(one, two)) <= FORMS_OF_THE_PAST
                steps += 1
    assert steps > 50


def test_what_a_viewer_knows_is_all_that_a_sample_keeps(game: Game, adapter: Adapter) -> None:
    """A sampled world is another one that looks the same, also in late deals and after cards were dealt anew."""
    for match in positions(game, range(12)):
        for viewer in viewers(match):
            view = match.view(viewer)
            for seed in range(2):
                world = view.sample(seed)
                here, there = forms(view, adapter.illegal), forms(world.view(viewer), adapter.illegal)
                assert set(differing(here, there)) <= FORMS_OF_THE_PAST
                assert world.view(viewer).position == view.position
                assert world.seed != match.seed


def test_a_view_holds_neither_seed_nor_stock(game: Game) -> None:
    for match in positions(game, range(20)):
        for viewer in viewers(match):
            view = match.view(viewer)
            assert match.seed not in view.position and match.seed not in pickle.dumps(view)
            for name in ("seed", "stock", "undo", "copy", "to_json", "play", "view", "next_deal"):
                assert not hasattr(view, name)


def test_the_log_shows_a_hand_to_its_seat_alone(game: Game) -> None:
    for match in positions(game, range(20)):
        full = match.log
        for viewer in viewers(match):
            seen = match.view(viewer).log
            for event in full:
                face_down = event.code == "hand" or (event.move is not None and event.move.kind in FACE_DOWN)
                assert (event in seen) != (face_down and event.seat != viewer)


def test_nobody_but_the_seat_to_act_learns_how_many_moves_there_are(game: Game) -> None:
    for match in positions(game, range(20)):
        for viewer in viewers(match):
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
        for view in [match.view(viewer) for viewer in viewers(match)]
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
        for viewer in viewers(match):
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
