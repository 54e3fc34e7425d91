"""The words for moves: what a move does, and what its cards are read as."""

from enum import StrEnum


class Kind(StrEnum):
    """What a move does."""

    PASS = "pass"
    """Nothing, and the turn goes on."""
    BID = "bid"
    """It bids ``amount``."""
    PLAY = "play"
    """It plays ``cards``, which are read as ``shape``, ``rank`` and ``length``."""
    FOLD = "fold"
    """It gives the hand up."""
    CHECK = "check"
    """Nothing is to be paid, and nothing is bet."""
    CALL = "call"
    """It pays what it faces: ``amount`` is the seat's total for the round then."""
    BET = "bet"
    """It bets ``amount``, the total for the round."""
    RAISE = "raise"
    """It raises to ``amount``, the total for the round."""
    LOCK = "lock"
    """It lays ``cards``, one of them, face down."""
    RETURN = "return"
    """It gives ``cards``, one of them, back for a tribute."""


class Shape(StrEnum):
    """What the cards of a play are read as."""

    SINGLE = "single"
    PAIR = "pair"
    TRIPLE = "triple"
    TRIPLE_SINGLE = "triple+single"
    TRIPLE_PAIR = "triple+pair"
    STRAIGHT = "straight"
    PAIR_RUN = "pair-run"
    AIRPLANE = "airplane"
    AIRPLANE_SINGLES = "airplane+singles"
    AIRPLANE_PAIRS = "airplane+pairs"
    FOUR_SINGLES = "four+singles"
    FOUR_PAIRS = "four+pairs"
    BOMB = "bomb"
    ROCKET = "rocket"
    HEAVENLY_BOMB = "heavenly-bomb"
    FULL_HOUSE = "full-house"
    TUBE = "tube"
    PLATE = "plate"
    STRAIGHT_FLUSH = "straight-flush"
    JOKER_BOMB = "joker-bomb"
