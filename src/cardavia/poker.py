"""Poker hands: strength, category, best five, equity.

>>> from cardavia import poker
>>> poker.rank("AH KH QH JH TH 2C 3D"), poker.rank("7C 5D 4H 3S 2C")
(7462, 1)
>>> poker.category("9C 9D 9H KS KC 2D 3D")
<Category.FULL_HOUSE: 'full house'>
>>> poker.best_five("9C 9D 9H KS KC 2D 3D")
Cards('9C KC 9D 9H KS')
>>> [round(each.equity, 4) for each in poker.equity(["AH AS", "KD KC"])]
[0.8126, 0.1874]
"""

from __future__ import annotations

import itertools
import math
import operator
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, SupportsIndex, cast, overload

from cardavia import _core
from cardavia._core import Cards, Random
from cardavia.arrays import array_of, is_array
from cardavia.cards import Card
from cardavia.errors import BadCards, BadOption, shown
from cardavia.registry import Given, Seed, cards_of

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

Progress = Callable[[int, int], None]
"""Called now and then with how much is done and how much there is; what it raises ends the work."""

SAMPLES_AT_ONCE = 250_000
MOST_DEALS = 1_000_000
_MOST_PLAYERS = 10


class Category(StrEnum):
    """What a hand is, from low to high."""

    HIGH_CARD = "high card"
    PAIR = "pair"
    TWO_PAIR = "two pair"
    THREE_OF_A_KIND = "three of a kind"
    STRAIGHT = "straight"
    FLUSH = "flush"
    FULL_HOUSE = "full house"
    FOUR_OF_A_KIND = "four of a kind"
    STRAIGHT_FLUSH = "straight flush"


_CATEGORIES = tuple(Category)


@overload
def rank(cards: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint16]: ...
@overload
def rank(cards: Given) -> int: ...
def rank(cards: Given | npt.NDArray[np.uint8]) -> int | npt.NDArray[np.uint16]:
    """The strength of the best five of 5, 6 or 7 cards (HE-4): from 1 (7 5 4 3 2) to 7462 (a royal flush). Bigger is
    better, equal is a tie.

    :param cards: cards as text, :class:`~cardavia.Cards` or an iterable of cards; or a NumPy array of shape (n, 5),
        (n, 6) or (n, 7) and type uint8 with card numbers: ``card.index``, clubs 2 to A = 0 to 12, then diamonds,
        hearts, spades
    :returns: an int, or for an array an array of n uint16
    :raises BadCards: for anything else, a joker, or a card that comes twice
    """
    if type(cards) is Cards:
        return _core.poker_rank(cards)
    if is_array(cards):
        return _rank_array(cards)
    return _core.poker_rank(cards_of(cast(Given, cards)))


def _rank_array(given: object) -> npt.NDArray[np.uint16]:
    import numpy as np

    cards = array_of(given, "hands")
    if cards.ndim != 2 or cards.shape[1] not in (5, 6, 7) or cards.dtype != np.uint8:
        raise BadCards("an array of hands has the shape (n, 5), (n, 6) or (n, 7) and the type uint8", "bad-array")
    ranks = np.empty(len(cards), dtype=np.uint16)
    _core.poker_rank_array(np.ascontiguousarray(cards), ranks)
    return ranks


def category(cards: Given | SupportsIndex) -> Category:
    """What a hand, or a strength, is.

    :param cards: cards as for :func:`rank`, or a whole number that it gave, also one of NumPy
    :raises BadCards: for what is no hand of 5 to 7 cards, and no strength from 1 to 7462
    """
    if isinstance(cards, SupportsIndex) and not isinstance(cards, bool):
        return _CATEGORIES[_core.poker_category(_strength(cards))]
    return _CATEGORIES[_core.poker_category(rank(cast(Given, cards)))]


def _strength(number: SupportsIndex) -> int:
    try:
        return operator.index(number)
    except TypeError as error:  # an array has __index__, whatever is in it
        raise BadCards(f"this is no strength of a hand: {error}", "bad-rank") from None


def best_five(cards: Given) -> Cards:
    """The five of 5 to 7 cards that count. Where several choices are as strong, the one that is last in deck order.

    :raises BadCards: for what is no hand of 5 to 7 cards
    """
    return _core.poker_best_five(cards_of(cards))


@dataclass(frozen=True, slots=True)
class Equity:
    """How a hand did on many boards."""

    boards: int
    """Boards that were counted."""
    wins: int
    """Boards won alone."""
    ties: int
    """Boards shared with others."""
    equity: float
    """The part of the pots won, shared pots by parts: from 0 to 1."""

    @property
    def losses(self) -> int:
        """Boards lost."""
        return self.boards - self.wins - self.ties


def equity(
    hands: Iterable[Given | Iterable[Given]],
    board: Given = "",
    dead: Given = "",
    *,
    samples: int | None = None,
    seed: Seed = None,
    progress: Progress | None = None,
) -> tuple[Equity, ...]:
    """How 2 to 10 hands do against each other in Hold'em.

    Without ``samples`` every board that can still come is counted, exactly; that takes less than a millisecond for two
    hands. A range is counted hand by hand, each way to deal them equally likely.

    :param hands: a hand of two cards for each player, or a list of the hands that the player may hold
    :param board: 0 to 5 cards that lie
    :param dead: cards that cannot come
    :param samples: how many random deals to count instead
    :param seed: of the random deals
    :param progress: called with the number of deals (exact: of combinations of hands) done and in all
    :returns: an :class:`Equity` for each player
    :raises BadCards: for cards that are no hands, come twice, or leave no way to deal
    :raises BadOption: for a wrong number of samples, or ranges with more than a million combinations and no ``samples``
    """
    if isinstance(hands, (str, Cards)) or not isinstance(hands, Iterable):
        raise BadCards("hands is a list with the hand, or the hands, of each player", "bad-players")
    ranges = [_range(hand) for hand in itertools.islice(hands, _MOST_PLAYERS + 1)]
    if not 2 <= len(ranges) <= _MOST_PLAYERS:
        raise BadCards("an equity is that of 2 to 10 hands", "bad-players")
    lying, gone = cards_of(board), cards_of(dead)
    if samples is None:
        return _exact(ranges, lying, gone, progress)
    if not isinstance(samples, int) or isinstance(samples, bool) or not 0 < samples < 2**53:
        raise BadOption("the number of samples is a whole number from 1", "bad-count")
    total, random = _nothing(len(ranges)), Random(seed)
    for done in range(0, samples, SAMPLES_AT_ONCE):
        part = _core.poker_equity_sampled(ranges, lying, gone, min(SAMPLES_AT_ONCE, samples - done), random)
        total = tuple(map(sum, zip(total, part, strict=True)))
        if progress is not None:
            progress(min(done + SAMPLES_AT_ONCE, samples), samples)
    return _equities(total, len(ranges))


def _exact(ranges: list[list[Cards]], board: Cards, dead: Cards, progress: Progress | None) -> tuple[Equity, ...]:
    deals = math.prod(len(each) for each in ranges)
    if deals > MOST_DEALS:
        raise BadOption("these are more than a million combinations of hands: give samples", "too-many-hands")
    total = _nothing(len(ranges))
    for done, chosen in enumerate(itertools.product(*ranges), 1):
        if deals == 1 or _apart([*chosen, board, dead]):
            part = _core.poker_equity_exact(list(chosen), board, dead)
            total = tuple(map(sum, zip(total, part, strict=True)))
        if progress is not None:
            progress(done, deals)
    if total[0] == 0:
        raise BadCards("the ranges leave no way to deal", "no-deal")
    return _equities(total, len(ranges))


def _apart(sets: list[Cards]) -> bool:
    """Whether no card is in two of the sets."""
    cards = [card for cards in sets for card in cards]
    return len(set(cards)) == len(cards)


def _nothing(players: int) -> tuple[int, ...]:
    return (0,) * (1 + 3 * players)


def _equities(total: tuple[int, ...], players: int) -> tuple[Equity, ...]:
    return tuple(_equity(total[0], *total[1 + 3 * i : 4 + 3 * i]) for i in range(players))


def _equity(boards: int, wins: int, ties: int, shares: int) -> Equity:
    return Equity(boards, wins, ties, shares / (boards * _core.POKER_SHARES))


def _range(hand: Given | Iterable[Given]) -> list[Cards]:
    """The hands that a player may hold: one for a hand, all of them for a list of hands."""
    if isinstance(hand, (str, Cards)) or not isinstance(hand, Iterable):
        return [_hand(hand)]
    given: list[Given | Card] = list(itertools.islice(hand, MOST_DEALS + 1))
    if len(given) > MOST_DEALS:
        raise BadOption("a range has no more than a million hands", "too-many-hands")
    if len(given) == 2 and all(isinstance(card, Card) or _is_card(card) for card in given):
        return [_hand(given)]  # type: ignore[arg-type]
    return [_hand(each) for each in given]  # type: ignore[arg-type]


def _hand(given: Given) -> Cards:
    hand = cards_of(given)
    if len(set(hand)) != 2 or len(hand) != 2 or any(card.suit is None for card in hand):
        raise BadCards(f"a hand is two cards of the 52, not {shown(str(hand))}", "bad-hand")
    return hand


def _is_card(given: Iterable[object]) -> bool:
    """Whether a text is that of one card."""
    if not isinstance(given, str):
        return False
    try:
        return len(Cards(given)) == 1
    except BadCards:
        return False
