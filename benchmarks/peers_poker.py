"""Ranks of poker hands and equity beside OMPEval, pokerfast, pkrbot, eval7, PH Evaluator and treys.

OMPEval is the C++ evaluator inside pokerfast; its C function ranks an array in one call, as `poker.rank` does, but does not look
whether the cards are cards. From Python the work in C can be timed by such an array alone: a call that ranks many hands, without
the GIL.

What each of them asks for (cards, numbers, bytes) is made beforehand, unless a row says otherwise. pkrbot, eval7, PH Evaluator
and treys get the seven cards one by one, where `Cards` is the set already: see the row that makes the set too.
"""

from __future__ import annotations

import ctypes
import random
from collections.abc import Callable, Iterable
from itertools import count
from typing import TYPE_CHECKING, Any

from peers_row import Batch, Row, peer

if TYPE_CHECKING:
    import cardavia

SEED = 20
RANKS, SUITS = "23456789TJQKA", "cdhs"
HANDS = 1000  # random hands of seven cards: every call of a batch gets another one
ARRAY_HANDS = 1_000_000
PAIR = ("AhAs", "KdKc")
SAMPLES = 500_000


# Many random hands in one call


def random_array() -> Any:
    """Seven cards in each row, numbered as ours: 13 of each suit."""
    numpy = peer("numpy")
    keys = numpy.random.default_rng(SEED).random((ARRAY_HANDS, 52), dtype=numpy.float32)
    return numpy.argpartition(keys, 7, axis=1)[:, :7].astype(numpy.uint8)


def our_array() -> Batch:
    from cardavia import poker

    hands = random_array()
    return lambda: len(poker.rank(hands))


def ompeval_array() -> Batch:
    """By the library that pokerfast loads for itself: the package hands over hands as texts only, which takes far longer."""
    numpy = peer("numpy")
    path = peer("pokerfast.equity").find_library()
    if path is None:
        raise ModuleNotFoundError(name="OMPEval, a part of pokerfast,")
    library = ctypes.CDLL(path)
    library.pf_init()
    hands = random_array()
    hands = numpy.ascontiguousarray(hands % 13 * 4 + hands // 13)  # four of each rank
    ranks = numpy.empty(len(hands), dtype=numpy.uint16)

    def batch() -> int:
        pointers = [array.ctypes.data_as(ctypes.c_void_p) for array in (hands, ranks)]
        if library.pf_evaluate(pointers[0], len(hands), 7, pointers[1]) != 0:
            raise RuntimeError("OMPEval refuses the hands")
        return len(hands)

    return batch


def pokerfast_batch() -> Batch:
    evaluate = peer("pokerfast.equity").evaluate
    hands = random_hands()
    return lambda: len(evaluate(hands))


# One random hand in one call


def random_hands() -> list[list[str]]:
    """The hands of all sides, as card texts."""
    deck = [rank + suit for rank in RANKS for suit in SUITS]
    rng = random.Random(SEED)
    return [rng.sample(deck, 7) for _ in range(HANDS)]


def calls(rank: Callable[[Any], object], hands: Iterable[object]) -> Batch:
    """Rank the hands, one call each."""
    listed = list(hands)

    def batch() -> int:
        for hand in listed:
            rank(hand)
        return len(listed)

    return batch


def our_sets() -> list[cardavia.Cards]:
    import cardavia

    return [cardavia.Cards(" ".join(hand)) for hand in random_hands()]


def our_calls() -> Batch:
    from cardavia import poker

    return calls(poker.rank, our_sets())


def our_calls_by_card() -> Batch:
    """The set of cards is made in the call."""
    from cardavia import poker

    return calls(poker.rank, (list(cards) for cards in our_sets()))


def our_calls_by_text() -> Batch:
    from cardavia import poker

    return calls(poker.rank, (" ".join(hand) for hand in random_hands()))


def pkrbot_calls() -> Batch:
    pkrbot = peer("pkrbot")
    return calls(pkrbot.evaluate, ([pkrbot.Card(card) for card in hand] for hand in random_hands()))


def pkrbot_raw_calls() -> Batch:
    """By its call for those who keep hands as bytes: seven ranks and seven suits."""
    evaluate = peer("pkrbot").evaluate_raw
    hands = [
        (bytes(RANKS.index(card[0]) for card in hand), bytes(SUITS.index(card[1]) for card in hand))
        for hand in random_hands()
    ]

    def batch() -> int:
        for ranks, suits in hands:
            evaluate(ranks, suits, 7)
        return len(hands)

    return batch


def eval7_calls() -> Batch:
    eval7 = peer("eval7")
    return calls(eval7.evaluate, (tuple(eval7.Card(card) for card in hand) for hand in random_hands()))


def phevaluator_calls() -> Batch:
    """By card numbers, and by the function for seven cards: its quickest."""
    phevaluator = peer("phevaluator")
    evaluate = phevaluator.evaluate_7cards
    hands = [[phevaluator.Card.to_id(card) for card in hand] for hand in random_hands()]

    def batch() -> int:
        for hand in hands:
            evaluate(*hand)
        return len(hands)

    return batch


def phevaluator_text_calls() -> Batch:
    evaluate = peer("phevaluator").evaluate_7cards
    hands = random_hands()

    def batch() -> int:
        for hand in hands:
            evaluate(*hand)
        return len(hands)

    return batch


def treys_calls() -> Batch:
    treys = peer("treys")
    evaluate = treys.Evaluator().evaluate
    hands = [[treys.Card.new(card) for card in hand] for hand in random_hands()]
    hole_and_board = [(hand[:2], hand[2:]) for hand in hands]

    def batch() -> int:
        for hole, board in hole_and_board:
            evaluate(hole, board)
        return len(hole_and_board)

    return batch


# Equity of two hands before the flop


def our_exact_equity() -> Batch:
    from cardavia import poker

    def batch() -> int:
        poker.equity(PAIR)
        return 1

    return batch


def pokerfast_exact_equity() -> Batch:
    equity = peer("pokerfast.equity").equity

    def batch() -> int:
        equity(PAIR)
        return 1

    return batch


def our_exact_equities() -> str:
    from cardavia import poker

    return f"Cardavia: {' to '.join(format(each.equity, '.6f') for each in poker.equity(PAIR))}"


def pokerfast_exact_equities() -> str:
    return f"pokerfast: {' to '.join(format(each, '.6f') for each in peer('pokerfast.equity').equity(PAIR))}"


def our_sampled_equity() -> Batch:
    from cardavia import poker

    seeds = count(SEED)
    return lambda: poker.equity(PAIR, samples=SAMPLES, seed=next(seeds))[0].boards


def eval7_sampled_equity() -> Batch:
    eval7 = peer("eval7")
    hand = [eval7.Card(PAIR[0][:2]), eval7.Card(PAIR[0][2:])]
    other = eval7.HandRange(PAIR[1])

    def batch() -> int:
        eval7.py_hand_vs_range_monte_carlo(hand, other, [], SAMPLES)
        return SAMPLES

    return batch


ROWS = (
    Row(
        work="7-card ranks, an array of hands",
        peer="OMPEval (C++)",
        package="pokerfast",
        unit="hands",
        floor=1,
        least=100e6,
        ours=our_array,
        theirs=ompeval_array,
    ),
    Row(
        work="7-card ranks, an array of hands",
        peer="pokerfast (texts)",
        package="pokerfast",
        unit="hands",
        floor=None,
        ours=our_array,
        theirs=pokerfast_batch,
    ),
    Row(
        work="7-card rank, one call",
        peer="pkrbot",
        package="pkrbot",
        unit="calls",
        floor=1,
        ours=our_calls,
        theirs=pkrbot_calls,
    ),
    Row(
        work="7-card rank, one call",
        peer="pkrbot (bytes)",
        package="pkrbot",
        unit="calls",
        floor=None,
        ours=our_calls,
        theirs=pkrbot_raw_calls,
    ),
    Row(
        work="7-card rank, one call",
        peer="eval7",
        package="eval7",
        unit="calls",
        floor=None,
        ours=our_calls,
        theirs=eval7_calls,
    ),
    Row(
        work="7-card rank, one call",
        peer="PH Evaluator",
        package="phevaluator",
        unit="calls",
        floor=None,
        ours=our_calls,
        theirs=phevaluator_calls,
    ),
    Row(
        work="7-card rank, one call",
        peer="treys",
        package="treys",
        unit="calls",
        floor=None,
        ours=our_calls,
        theirs=treys_calls,
    ),
    Row(
        work="7-card rank, one call, of Card objects",
        peer="pkrbot",
        package="pkrbot",
        unit="calls",
        floor=None,
        ours=our_calls_by_card,
        theirs=pkrbot_calls,
    ),
    Row(
        work="7-card rank, one call, of text",
        peer="PH Evaluator",
        package="phevaluator",
        unit="calls",
        floor=None,
        ours=our_calls_by_text,
        theirs=phevaluator_text_calls,
    ),
    Row(
        work="exact equity, two hands, no board",
        peer="pokerfast (OMPEval)",
        package="pokerfast",
        unit="calls",
        floor=None,
        least=200,  # 5 ms
        ours=our_exact_equity,
        theirs=pokerfast_exact_equity,
        notes=(our_exact_equities, pokerfast_exact_equities),
    ),
    Row(
        work="sampled equity, two hands, no board",
        peer="eval7",
        package="eval7",
        unit="samples",
        floor=1,
        least=15e6,
        ours=our_sampled_equity,
        theirs=eval7_sampled_equity,
    ),
)
