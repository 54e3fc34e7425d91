"""Dou Dizhu beside OpenSpiel, RLCard and DouZero.

The rules differ a little, so the notes count what each side did. OpenSpiel has no four with two attachments, and ends a deal when all three
pass, where we deal anew. RLCard has no auction. DouZero lets both jokers be attachments, and lists some moves twice.

DouZero asks for PyTorch, but its move generator needs NumPy alone: `pip install --no-deps douzero` is enough.
"""

from __future__ import annotations

import random
from functools import partial
from itertools import count, repeat
from typing import Any

import ours
import peers_openspiel as openspiel
from peers_row import Batch, Row, peer

SEED = 20
LANDLORD = ours.Hands(packs=1, cards=20)  # a landlord's hand
COPIES = 10_000
MIDDLE = 30  # moves into a deal, of some 60

# OpenSpiel deals by chance actions: first the place of the card that is turned face up, 0 to 50, then
# 51 cards, numbered from 51.
FACE_UP = 51
CARDS = range(51, 105)
CHANCE_ACTIONS = 52

load = openspiel.named("dou_dizhu")


# Random moves, stepped from Python: the dealing is timed too, but only the players' moves count


def openspiel_deal(game: Any, rng: random.Random) -> Any:
    """A dealt state. One shuffle is far cheaper than asking each of the 52 chance nodes for its outcomes."""
    cards = list(CARDS)
    rng.shuffle(cards)
    state = game.new_initial_state()
    state.apply_action(int(rng.random() * FACE_UP))
    for card in cards[:51]:
        state.apply_action(card)
    return state


def rlcard_steps() -> Batch:
    """By the environment, as RLCard is meant to be used: each step also builds the player's feature arrays."""
    env = peer("rlcard").make("doudizhu", config={"seed": SEED})
    rng = random.Random(SEED)

    def batch() -> int:
        moves = 0
        state, _ = env.reset()
        while not env.is_over():
            actions = list(state["legal_actions"])
            state, _ = env.step(actions[int(rng.random() * len(actions))])
            moves += 1
        return moves

    return batch


def rlcard_game_steps() -> Batch:
    """By the game below the environment: no feature arrays, as we build none either."""
    game = peer("rlcard").make("doudizhu", config={"seed": SEED}).game
    rng = random.Random(SEED)

    def batch() -> int:
        moves = 0
        state, _ = game.init_game()
        while not game.is_over():
            actions = state["actions"]
            state, _ = game.step(actions[int(rng.random() * len(actions))])
            moves += 1
        return moves

    return batch


# All moves that a hand of 20 cards may lead


def douzero_hands() -> list[list[int]]:
    """DouZero writes a hand as sorted ranks: 3 to 14 (ace), 17 (two), 20 and 30 (jokers)."""
    ranks = {rank: number for number, rank in enumerate("3456789TJQKA", 3)} | {"2": 17, "B": 20, "R": 30}
    return [sorted(ranks[card[0]] for card in hand) for hand in ours.random_hands(LANDLORD)]


def douzero_plays() -> Batch:
    generator = peer("douzero.env.move_generator").MovesGener
    hands = douzero_hands()

    def batch() -> int:
        for hand in hands:
            generator(hand).gen_moves()
        return len(hands)

    return batch


def douzero_moves_of_a_hand() -> str:
    generator = peer("douzero.env.move_generator").MovesGener
    listed = [[tuple(sorted(move)) for move in generator(hand).gen_moves()] for hand in douzero_hands()]
    mean = sum(len(moves) for moves in listed) / len(listed)
    distinct = sum(len(set(moves)) for moves in listed) / len(listed)
    return f"DouZero: {mean:.1f} moves of a hand, {distinct:.1f} of them distinct"


# A copy of a position in the middle of a deal


def our_copies() -> Batch:
    import cardavia

    game = cardavia.game("doudizhu")
    rng = cardavia.Random(SEED)
    for seed in count(SEED):
        match = game.start(seed=seed)
        for _ in range(MIDDLE):
            if match.over:
                break
            match.play(match.moves.sample(rng))
        if not match.over:
            break
    copy = match.copy

    def batch() -> int:
        for _ in repeat(None, COPIES):
            copy()
        return COPIES

    return batch


def openspiel_copies() -> Batch:
    game = load()
    rng = random.Random(SEED)
    while True:
        state = openspiel_deal(game, rng)
        for _ in range(MIDDLE):
            if state.is_terminal():
                break
            state.apply_action(rng.choice(state.legal_actions()))
        if not state.is_terminal():
            break
    clone = state.clone

    def batch() -> int:
        for _ in repeat(None, COPIES):
            clone()
        return COPIES

    return batch


ROWS = (
    Row(
        work="random Dou Dizhu deals, in C",
        peer="OpenSpiel (C++)",
        package="open_spiel",
        unit="deals",
        floor=5,
        ours=ours.deals("doudizhu"),
        theirs=openspiel.deals(load),
        notes=(
            partial(ours.moves_in_a_deal, "doudizhu"),
            partial(openspiel.moves_in_a_deal, load, CHANCE_ACTIONS),
        ),
    ),
    Row(
        work="the same, counted in moves",
        peer="OpenSpiel (C++)",
        package="open_spiel",
        unit="moves",
        floor=None,
        ours=ours.moves("doudizhu"),
        theirs=openspiel.moves(load, CHANCE_ACTIONS),
    ),
    Row(
        work="random Dou Dizhu moves, from Python",
        peer="OpenSpiel",
        package="open_spiel",
        unit="moves",
        floor=3,
        ours=ours.steps("doudizhu"),
        theirs=openspiel.steps(load, openspiel_deal),
    ),
    Row(
        work="random Dou Dizhu moves, from Python",
        peer="RLCard",
        package="rlcard",
        unit="moves",
        floor=100,
        ours=ours.steps("doudizhu"),
        theirs=rlcard_steps,
    ),
    Row(
        work="random Dou Dizhu moves, from Python",
        peer="RLCard (game only)",
        package="rlcard",
        unit="moves",
        floor=None,
        ours=ours.steps("doudizhu"),
        theirs=rlcard_game_steps,
    ),
    Row(
        work="legal moves of 20 Dou Dizhu cards",
        peer="DouZero",
        package="douzero",
        unit="calls",
        floor=20,
        ours=ours.leads("doudizhu", LANDLORD),
        theirs=douzero_plays,
        notes=(partial(ours.moves_of_a_hand, "doudizhu", LANDLORD), douzero_moves_of_a_hand),
    ),
    Row(
        work="the same, every move an object",
        peer="DouZero",
        package="douzero",
        unit="calls",
        floor=None,
        ours=ours.leads("doudizhu", LANDLORD, use=list),
        theirs=douzero_plays,
    ),
    Row(
        work="copy of a Dou Dizhu position",
        peer="OpenSpiel",
        package="open_spiel",
        unit="copies",
        floor=5,
        ours=our_copies,
        theirs=openspiel_copies,
    ),
)
