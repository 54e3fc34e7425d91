"""Hold'em hands beside OpenSpiel, pokers, PokerKit and RLCard.

Four seats with 50 big blinds each. Except where a row says otherwise all sides choose among all legal moves, each as likely, raises
chip by chip, so that nearly every move is a raise and a hand is short. The notes count the moves: only those that seats with
chips make. The rules differ a little. pokers asks seats that are all in on every street; these moves are made, and timed, but not
counted. It lets one raise by nothing, and does not close raising after a short all-in; here it is kept to full raises. RLCard has
no chip by chip: its raises are half the pot, the pot and all in, and one may fold when there is nothing to pay.

pokers prints the outcome of every showdown. Its output goes to the null device here, which makes it as quick as it gets.
"""

from __future__ import annotations

import os
import random
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from itertools import count
from typing import Any

import ours
import peers_openspiel as openspiel
from peers_row import Batch, Row, peer

SEED = 20
SEATS, STACK, SMALL_BLIND, BIG_BLIND = 4, 1000, 10, 20
SMALL_SEAT, BIG_SEAT = 1, 2  # the button is seat 0


# Whole hands, played at random without Python


# Random moves, stepped from Python: the dealing is timed too, but only the players' moves count


# OpenSpiel: its universal poker, every raise a move


def openspiel_steps() -> Batch:
    play = _openspiel_hand()
    return lambda: sum(play() for _ in range(10))


def openspiel_moves_in_a_hand() -> str:
    play = _openspiel_hand()
    return f"OpenSpiel: {sum(play() for _ in range(2000)) / 2000:.1f} moves in a random hand"


def _openspiel_game() -> Any:
    chips = dict.fromkeys(range(SEATS), 0) | {SMALL_SEAT: SMALL_BLIND, BIG_SEAT: BIG_BLIND}
    return peer("pyspiel").load_game(
        "universal_poker",
        {
            "betting": "nolimit",
            "bettingAbstraction": "fullgame",
            "numPlayers": SEATS,
            "stack": " ".join([str(STACK)] * SEATS),
            "blind": " ".join(map(str, chips.values())),
            "firstPlayer": "4 2 2 2",  # by street, counted from 1
            "numRounds": 4,
            "numHoleCards": 2,
            "numBoardCards": "0 3 1 1",
            "numSuits": 4,
            "numRanks": 13,
        },
    )


def _openspiel_hand() -> Callable[[], int]:
    """A random hand, which returns how many moves the players made."""
    game = _openspiel_game()
    rng = random.Random(SEED)

    def play() -> int:
        moves = 0
        state = game.new_initial_state()
        while not state.is_terminal():
            actions = state.legal_actions()
            moves += not state.is_chance_node()  # cards are as likely as each other too
            state.apply_action(actions[int(rng.random() * len(actions))])
        return moves

    return play


# pokers: a state is stepped from Python, there is no other way; handing over many at once takes longer


def pokers_hands() -> Batch:
    play = _pokers_hand()
    seeds = count(SEED)

    def batch() -> int:
        with _silence():
            for _ in range(100):
                play(next(seeds))
        return 100

    return batch


def pokers_steps() -> Batch:
    play = _pokers_hand()
    seeds = count(SEED)

    def batch() -> int:
        with _silence():
            return sum(play(next(seeds))[0] for _ in range(100))

    return batch


def pokers_moves_in_a_hand() -> str:
    play = _pokers_hand()
    with _silence():
        tallies = [play(seed) for seed in range(5000)]
    moves, idle = (sum(column) / len(tallies) for column in zip(*tallies, strict=True))
    return f"pokers: {moves:.1f} moves in a random hand, and {idle:.1f} by seats that are all in"


def _pokers_hand() -> Callable[[int], tuple[int, int]]:
    """The hand of a seed, at random; returns how many moves it had, and how many more by seats that are all in.

    A state tells the kinds of moves, not the amounts. Reading the stacks from it at every move takes longer than
    keeping them here.
    """
    pokers = peer("pokers")
    fold, check, call = (pokers.Action(kind, 0) for kind in _pokers_kinds()[:3])
    raises_by = [pokers.Action(pokers.ActionEnum.Raise, amount) for amount in range(STACK + 1)]
    draw = random.Random(SEED).random

    def play(seed: int) -> tuple[int, int]:
        state = _pokers_deal(seed)
        stacks, bets = [STACK] * SEATS, [0] * SEATS
        for seat, blind in ((SMALL_SEAT, SMALL_BLIND), (BIG_SEAT, BIG_BLIND)):
            stacks[seat] -= blind
            bets[seat] = blind
        bet = full_raise = BIG_BLIND
        moves = idle = 0
        while not state.final_state:
            if state.min_bet < bet:  # a street is dealt
                bets = [0] * SEATS
                bet, full_raise = 0, BIG_BLIND
            seat = state.current_player
            to_call, stack = bet - bets[seat], stacks[seat]
            stay = call if bet else check
            if not stack:
                state = state.apply_action(stay)
                idle += 1
                continue
            most = stack - to_call  # to raise by; the least is a full raise, or all there is
            raises = max(most - full_raise + 1, 1) if most > 0 else 0
            others = 2 if to_call else 1
            choice = int(draw() * (others + raises))
            if choice >= others:
                amount = min(full_raise + choice - others, most)
                paid = to_call + amount
                bet += amount
                full_raise = max(full_raise, amount)
                action = raises_by[amount]
            elif choice == others - 1:
                paid = min(to_call, stack)
                action = stay
            else:
                paid = 0
                action = fold
            stacks[seat] -= paid
            bets[seat] += paid
            state = state.apply_action(action)
            moves += 1
        return moves, idle

    return play


def pokers_steps_by_kind() -> Batch:
    play = _pokers_hand_by_kind()
    seeds = count(SEED)

    def batch() -> int:
        with _silence():
            return sum(play(next(seeds)) for _ in range(100))

    return batch


def pokers_moves_in_a_hand_by_kind() -> str:
    play = _pokers_hand_by_kind()
    with _silence():
        mean = sum(play(seed) for seed in range(5000)) / 5000
    return f"pokers (by kind): {mean:.1f} moves in a random hand"


def _pokers_hand_by_kind() -> Callable[[int], int]:
    """The quickest way to move it: each kind of move as likely, every raise by the big blind; returns how many moves."""
    pokers = peer("pokers")
    actions = [pokers.Action(kind, 0) for kind in _pokers_kinds()]
    actions[-1] = pokers.Action(pokers.ActionEnum.Raise, BIG_BLIND)
    draw = random.Random(SEED).random

    def play(seed: int) -> int:
        state = _pokers_deal(seed)
        moves = 0
        while not state.final_state:
            kinds = state.legal_actions
            state = state.apply_action(actions[int(kinds[int(draw() * len(kinds))])])
            moves += 1
        return moves

    return play


def _pokers_kinds() -> list[Any]:
    """In the order of their numbers."""
    kinds = peer("pokers").ActionEnum
    return [kinds.Fold, kinds.Check, kinds.Call, kinds.Raise]


def _pokers_deal(seed: int) -> Any:
    return peer("pokers").State.from_seed(
        n_players=SEATS, button=0, sb=SMALL_BLIND, bb=BIG_BLIND, stake=STACK, seed=seed
    )


@contextmanager
def _silence() -> Iterator[None]:
    """What is printed below Python goes nowhere."""
    sys.stdout.flush()
    kept, null = os.dup(1), os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, 1)
    try:
        yield
    finally:
        os.dup2(kept, 1)
        os.close(kept)
        os.close(null)


# PokerKit


def pokerkit_hands() -> Batch:
    play = _pokerkit_hand()

    def batch() -> int:
        for _ in range(10):
            play()
        return 10

    return batch


def pokerkit_steps() -> Batch:
    play = _pokerkit_hand()
    return lambda: sum(play() for _ in range(10))


def pokerkit_moves_in_a_hand() -> str:
    play = _pokerkit_hand()
    return f"PokerKit: {sum(play() for _ in range(500)) / 500:.1f} moves in a random hand"


def _pokerkit_hand() -> Callable[[], int]:
    """A random hand, which returns how many moves it had; all but the moves is left to the library."""
    pokerkit = peer("pokerkit")
    game = pokerkit.NoLimitTexasHoldem(tuple(pokerkit.Automation), True, 0, (SMALL_BLIND, BIG_BLIND), BIG_BLIND)
    stacks = (STACK,) * SEATS
    rng = random.Random(SEED)
    random.seed(SEED)  # the library shuffles by the shared generator

    def play() -> int:
        state = game(stacks, SEATS)
        moves = 0
        while state.status:
            least = state.min_completion_betting_or_raising_to_amount
            raises = 0 if least is None else state.max_completion_betting_or_raising_to_amount - least + 1
            others = 2 if state.checking_or_calling_amount else 1
            choice = int(rng.random() * (others + raises))
            if choice >= others:
                state.complete_bet_or_raise_to(least + choice - others)
            elif choice == others - 1:
                state.check_or_call()
            else:
                state.fold()
            moves += 1
        return moves

    return play


# RLCard


def rlcard_hands() -> Batch:
    play = _rlcard_hand()

    def batch() -> int:
        for _ in range(10):
            play()
        return 10

    return batch


def rlcard_steps() -> Batch:
    play = _rlcard_hand()
    return lambda: sum(play() for _ in range(10))


def rlcard_game_steps() -> Batch:
    """By the game below the environment: no feature arrays, as we build none either."""
    game = _rlcard_environment().game
    rng = random.Random(SEED)

    def batch() -> int:
        moves = 0
        for _ in range(10):
            state, _ = game.init_game()
            while not game.is_over():
                actions = state["legal_actions"]
                state, _ = game.step(actions[int(rng.random() * len(actions))])
                moves += 1
        return moves

    return batch


def rlcard_moves_in_a_hand() -> str:
    play = _rlcard_hand()
    return f"RLCard: {sum(play() for _ in range(2000)) / 2000:.1f} moves in a random hand"


def _rlcard_hand() -> Callable[[], int]:
    """A random hand, which returns how many moves it had. By the environment, as RLCard is meant to be used: each step also
    builds the player's feature arrays."""
    env = _rlcard_environment()
    rng = random.Random(SEED)

    def play() -> int:
        moves = 0
        state, _ = env.reset()
        while not env.is_over():
            actions = list(state["legal_actions"])
            state, _ = env.step(actions[int(rng.random() * len(actions))])
            moves += 1
        return moves

    return play


def _rlcard_environment() -> Any:
    """Its blinds are 1 and 2: 50 big blinds again."""
    config = {"seed": SEED, "game_num_players": SEATS, "chips_for_each": 2 * STACK // BIG_BLIND}
    return peer("rlcard").make("no-limit-holdem", config=config)


ROWS = (
    Row(
        work="random Hold'em hands, in C",
        peer="pokers (Rust)",
        package="pokers",
        unit="hands",
        floor=20,
        ours=ours.deals("holdem"),
        theirs=pokers_hands,
        notes=(partial(ours.moves_in_a_deal, "holdem"), pokers_moves_in_a_hand),
    ),
    Row(
        work="random Hold'em moves, in C",
        peer="pokers (by kind)",
        package="pokers",
        unit="moves",
        floor=None,
        ours=ours.moves("holdem"),
        theirs=pokers_steps_by_kind,
        notes=(pokers_moves_in_a_hand_by_kind,),
    ),
    Row(
        work="random Hold'em hands, in C",
        peer="OpenSpiel (C++)",
        package="open_spiel",
        unit="hands",
        floor=None,
        ours=ours.deals("holdem"),
        theirs=openspiel.deals(_openspiel_game),
        notes=(openspiel_moves_in_a_hand,),
    ),
    Row(
        work="random Hold'em hands, in C",
        peer="PokerKit",
        package="pokerkit",
        unit="hands",
        floor=None,
        ours=ours.deals("holdem"),
        theirs=pokerkit_hands,
        notes=(pokerkit_moves_in_a_hand,),
    ),
    Row(
        work="random Hold'em hands, in C",
        peer="RLCard",
        package="rlcard",
        unit="hands",
        floor=None,
        ours=ours.deals("holdem"),
        theirs=rlcard_hands,
        notes=(rlcard_moves_in_a_hand,),
    ),
    Row(
        work="random Hold'em moves, from Python",
        peer="pokers",
        package="pokers",
        unit="moves",
        floor=None,
        ours=ours.steps("holdem"),
        theirs=pokers_steps,
    ),
    Row(
        work="random Hold'em moves, from Python",
        peer="OpenSpiel",
        package="open_spiel",
        unit="moves",
        floor=None,
        ours=ours.steps("holdem"),
        theirs=openspiel_steps,
    ),
    Row(
        work="random Hold'em moves, from Python",
        peer="PokerKit",
        package="pokerkit",
        unit="moves",
        floor=None,
        ours=ours.steps("holdem"),
        theirs=pokerkit_steps,
    ),
    Row(
        work="random Hold'em moves, from Python",
        peer="RLCard",
        package="rlcard",
        unit="moves",
        floor=None,
        ours=ours.steps("holdem"),
        theirs=rlcard_steps,
    ),
    Row(
        work="random Hold'em moves, from Python",
        peer="RLCard (game only)",
        package="rlcard",
        unit="moves",
        floor=None,
        ours=ours.steps("holdem"),
        theirs=rlcard_game_steps,
    ),
)
