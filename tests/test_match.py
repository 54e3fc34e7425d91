"""Matches: how they start, go on, are copied and taken back."""

from __future__ import annotations

import copy
import random
import weakref
from collections import Counter
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import cardavia
from cardavia import BadOption, Cards, EventCode, Game, IllegalMove, Match
from tests.tables import Adapter
from tests.walk import beginning, choose, played, positions, seats, viewers, walk

SEEDS = range(30)


def whole(match: Match) -> tuple[object, ...]:
    """Everything that a match shows, to be compared."""
    return (
        match.position,
        match.hash,
        match.turn,
        match.phase,
        match.deal,
        match.deal_over,
        match.over,
        match.hand_sizes,
        [match.hand(seat) for seat in seats(match)],
        match.stock,
        match.scores,
        match.table,
        match.deal_result,
        match.log,
        len(match.moves),
        match.seed,
        [match.view(viewer) for viewer in viewers(match)],
        match.to_json(),
    )


# ---- Games ------------------------------------------------------------------------------


def test_what_there_is_to_know_about_a_game(game: Game) -> None:
    assert cardavia.game(game.name) is game
    assert game.name in cardavia.game_names() and game.title
    assert 2 <= game.players <= 4 and len(game.sides) == game.players
    assert game.direction in ("clockwise", "counter-clockwise")
    assert repr(game) == f"<Game {game.name}>"
    assert game.start(seed=0).phase in game.phases


def test_a_match_counts_its_cards(game: Game) -> None:
    for seed in SEEDS:
        for match in walk(game.start(seed=seed), random.Random(seed)):
            assert match.hand_sizes == tuple(len(match.hand(seat)) for seat in seats(match))
            assert match.game is game
            assert (match.turn is None) == match.deal_over == (len(match.moves) == 0)
            assert not match.over or match.deal_over
            assert match.phase in game.phases


# ---- Seeds --------------------------------------------------------------------------------


def test_a_match_is_its_seed_and_its_moves(game: Game) -> None:
    for seed in SEEDS:
        one, other = played(game, seed), played(game, seed)
        assert whole(one) == whole(other)


def test_other_seeds_deal_other_cards(game: Game) -> None:
    dealt = {str(game.start(seed=seed).hand(0)) for seed in range(300)}
    dealt |= {str(game.start(seed=2 ** (8 * byte)).hand(0)) for byte in range(1, 32)}
    assert len(dealt) > 300 if len(game.start(seed=0).hand(0)) > 4 else len(dealt) > 50


def test_a_seed_may_be_bytes(game: Game) -> None:
    for seed in (0, 1, 12345, 2**256 - 1):
        key = seed.to_bytes(32, "little")
        assert game.start(seed=seed).position == game.start(seed=key).position
        assert game.start(seed=seed).seed == key


def test_without_a_seed_every_match_differs(game: Game) -> None:
    assert len({game.start().seed for _ in range(20)}) == 20
    match = game.start()
    assert game.start(seed=match.seed).position == match.position


# ---- Set-ups --------------------------------------------------------------------------------


def dealt(match: Match) -> tuple[list[Cards], list[str]]:
    return [match.hand(seat) for seat in seats(match)], [str(card) for card in match.stock]


@given(seed=st.integers(0, 1000), other=st.integers(1001, 2000), data=st.data())
def test_cards_that_are_given_are_dealt(
    game: Game, adapter: Adapter, seed: int, other: int, data: st.DataObject
) -> None:
    source = game.start(seed=seed)
    hands, stock = dealt(source)
    given_hands = [data.draw(st.lists(st.sampled_from(list(hand)), unique=True)) if len(hand) else [] for hand in hands]
    given_stock = stock[: data.draw(st.integers(0, len(stock)))]
    match = game.start(seed=other, hands=given_hands, stock=given_stock, **adapter.drawn(source))
    now, undealt = dealt(match)
    for cards, hand in zip(given_hands, now, strict=True):
        assert Cards(cards, deck=game.deck.name) <= hand
    if adapter.stock_has_order:
        assert undealt[: len(given_stock)] == given_stock
    assert not Counter(given_stock) - Counter(undealt)
    assert [len(hand) for hand in now] == [len(hand) for hand in hands]
    whole_deal = Counter(undealt) + Counter(str(card) for hand in now for card in hand)
    assert whole_deal.total() == len(stock) + sum(map(len, hands))
    assert not whole_deal - Counter(map(str, game.deck.pack))


def test_a_whole_deal_can_be_given(game: Game, adapter: Adapter) -> None:
    for seed in range(10):
        source = game.start(seed=seed)
        hands, stock = dealt(source)
        for other in (seed, seed + 100):
            match = game.start(seed=other, hands=hands, stock=stock, **adapter.drawn(source))
            assert dealt(match) == (hands, stock)


def test_hands_are_given_in_many_forms(game: Game) -> None:
    hands, _ = dealt(game.start(seed=5))
    some = next(hand for hand in hands if len(hand))
    seat = hands.index(some)

    def with_hand(form: object) -> Match:
        return game.start(seed=6, hands=[form if i == seat else None for i in range(game.players)])  # type: ignore[misc]

    forms = [some, str(some), some.symbols, list(some), [str(card) for card in some], tuple(some), iter(some)]
    assert len({with_hand(form).position for form in forms}) == 1
    assert with_hand(some).hand(seat) == some


def test_an_empty_set_up_is_none(game: Game) -> None:
    plain = game.start(seed=9).position
    for hands in ([], [None] * game.players, [""] * game.players):
        assert game.start(seed=9, hands=hands, stock="").position == plain


# ---- Options -----------------------------------------------------------------------------------


def test_options_have_their_defaults(game: Game) -> None:
    options: dict[str, Any] = {**game.options}
    assert game.start(seed=4, **options).position == game.start(seed=4).position
    assert '"options"' in game.start(seed=4).to_json()


def test_options_are_checked(game: Game) -> None:
    for name in game.options:
        for value in ("x", 1.5, True, 10**9, -(10**9), 10**5000, [], object()):
            with pytest.raises(BadOption) as caught:
                game.start(**{name: value})  # type: ignore[arg-type]
            assert caught.value.code == "option-out-of-range" and name in str(caught.value)
    for name in ("no_such_option", "", "\ud800", "seed\0"):
        with pytest.raises(BadOption) as caught:
            game.start(**{name: 1})  # type: ignore[arg-type]
        assert caught.value.code == "no-such-option"


# ---- Going on -----------------------------------------------------------------------------------


def test_a_move_may_be_text_or_a_move_and_is_returned(game: Game) -> None:
    for match in positions(game, SEEDS):
        if match.deal_over:
            continue
        move = choose(match.moves, random.Random(0))
        one, other = match.copy(), match.copy()
        assert one.play(move) == move == other.play(str(move), seat=match.turn)
        assert whole(one) == whole(other)


def test_the_log_tells_every_move(game: Game) -> None:
    for seed in SEEDS:
        match = game.start(seed=seed)
        made = []
        for _ in walk(match, random.Random(seed)):
            # The log says whose card it is: dummy's, where in Bridge the declarer acts for it.
            made.append((getattr(match.table, "hand", match.turn), match.copy()))
        told = [event for event in match.log if event.code == EventCode.MOVE]
        after = [(seat, later) for (seat, now), (_, later) in pairwise(made) if not now.deal_over]
        assert [event.seat for event in told] == [seat for seat, _ in after]
        for event, (_, later) in zip(told, after, strict=True):
            assert event.move == later.undo()


def test_points_sum_to_zero_and_the_log_tells_them(game: Game) -> None:
    for seed in SEEDS:
        match = game.start(seed=seed)
        for _ in walk(match, random.Random(seed), deals=3):
            if match.deal_over:
                assert match.deal_result is not None
                assert sum(match.deal_result.points) == 0 and len(match.deal_result.points) == game.players
                codes = [event.code for event in match.log]
                assert EventCode.DEAL_OVER in codes and (EventCode.MATCH_OVER in codes) == match.over


def test_the_last_result_stays_while_the_next_deal_is_played(game: Game) -> None:
    for seed in range(10):
        match, last = game.start(seed=seed), None
        for _ in walk(match, random.Random(seed), deals=3):
            if match.deal_over:
                last = match.deal_result
            assert match.deal_result == last


def test_next_deal_waits_for_the_end_of_a_deal(game: Game) -> None:
    for match in positions(game, range(10)):
        before = whole(match)
        if match.deal_over and not match.over:
            after = match.copy()
            after.next_deal()
            assert after.deal == match.deal + 1 and not after.deal_over
            assert after.undo() is None and whole(after) == before
        else:
            with pytest.raises(IllegalMove) as caught:
                match.next_deal()
            assert caught.value.code == ("match-over" if match.over else "deal-not-over")
        assert whole(match) == before


# ---- Copies, undo ----------------------------------------------------------------------------------


def test_copies_are_independent(game: Game) -> None:
    for match in positions(game, SEEDS, each=1):
        before = whole(match)
        copies = [match.copy(), copy.copy(match), copy.deepcopy(match)]
        for other in copies:
            assert whole(other) == before
        if not match.deal_over:
            for i, other in enumerate(copies):
                other.play(match.moves[i % len(match.moves)])
            assert len({whole(other)[0] for other in copies}) >= min(len(match.moves), 3)
        copies[0].play(copies[0].moves[0]) if not copies[0].deal_over else None
        del copies
        assert whole(match) == before


def test_undo_and_play_again_give_the_same_bytes(game: Game) -> None:
    for seed in SEEDS:
        match = game.start(seed=seed)
        seen = []
        for _ in walk(match, random.Random(seed)):
            seen.append(whole(match))
        seen.pop()
        end = whole(match)
        moves = []
        while seen:
            moves.append(match.undo())
            assert whole(match) == seen.pop()
        for move in reversed(moves):
            if move is None:
                match.next_deal()
            else:
                match.play(move)
        assert whole(match) == end


def test_there_is_nothing_to_undo_at_the_start(game: Game) -> None:
    match = game.start(seed=0)
    before = whole(match)
    with pytest.raises(IllegalMove) as caught:
        match.undo()
    assert caught.value.code == "nothing-to-undo"
    assert whole(match) == before


def test_undo_of_a_copy_leaves_the_match(game: Game) -> None:
    match = played(game, 1)
    before = whole(match)
    first, moves = beginning(match)
    assert moves and whole(match) == before
    assert first.position == game.start(seed=1).position


def test_a_long_match_is_let_go_without_trouble(game: Game) -> None:
    """The past is a chain: letting go of a very long one must not recurse."""
    match = game.start(seed=0)
    for _ in range(100_000):
        if not match.deal_over:
            match.play(match.moves[0])
        elif not match.over:
            match.next_deal()
    copies = [match.copy() for _ in range(1000)]
    del match
    assert len({other.position for other in copies}) == 1


def test_a_match_can_be_referred_to_weakly(game: Game) -> None:
    match = game.start(seed=0)
    assert weakref.ref(match)() is match


# ---- Views --------------------------------------------------------------------------------------------


def test_a_view_shows_what_the_match_shows(game: Game) -> None:
    for match in positions(game, SEEDS):
        for viewer in viewers(match):
            view = match.view(viewer)
            assert view.seat == viewer and view.game is game
            shared = ("turn", "phase", "deal", "deal_over", "over", "hand_sizes", "scores", "table")
            for name in shared:
                assert getattr(view, name) == getattr(match, name), name
            if viewer >= 0:
                assert view.hand == match.hand(viewer) == view.known(viewer)
            else:
                assert len(view.hand) == 0
            for seat in seats(match):
                assert view.known(seat) <= match.hand(seat)
            assert view == match.view(viewer) and hash(view) == hash(match.view(viewer))
            assert len(view.moves) > 1000 or view.to_dict()["moves"] == [str(move) for move in view.moves]


def test_a_view_does_not_change_when_the_match_goes_on(game: Game) -> None:
    match = game.start(seed=2)
    kept = []
    for _ in walk(match, random.Random(2)):
        for viewer in viewers(match):
            view = match.view(viewer)
            kept.append((view, view.position, view.hash, view.to_dict(), view.log, view.table))
    del match
    for view, *before in kept:
        assert [view.position, view.hash, view.to_dict(), view.log, view.table] == before
