"""The poker kernel through Python: strengths, categories, best fives and equities (HE-4).

Strengths are compared with those of the referee, which knows nothing of the kernel; counts with those of the literature.
"""

from __future__ import annotations

import itertools
import math
import random
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given
from hypothesis import strategies as st

import cardavia
from cardavia import BadCards, BadOption, CardaviaError, Cards, poker
from cardavia.poker import Category, Equity
from tests.referee.holdem import best_five

DECK = cardavia.game("holdem").deck
PACK = [str(card) for card in DECK.pack]

COUNTS = {
    Category.STRAIGHT_FLUSH: 40,
    Category.FOUR_OF_A_KIND: 624,
    Category.FULL_HOUSE: 3_744,
    Category.FLUSH: 5_108,
    Category.STRAIGHT: 10_200,
    Category.THREE_OF_A_KIND: 54_912,
    Category.TWO_PAIR: 123_552,
    Category.PAIR: 1_098_240,
    Category.HIGH_CARD: 1_302_540,
}
"""Of all five-card hands."""

COUNTS_OF_SEVEN = {
    Category.STRAIGHT_FLUSH: 41_584,
    Category.FOUR_OF_A_KIND: 224_848,
    Category.FULL_HOUSE: 3_473_184,
    Category.FLUSH: 4_047_644,
    Category.STRAIGHT: 6_180_020,
    Category.THREE_OF_A_KIND: 6_461_620,
    Category.TWO_PAIR: 31_433_400,
    Category.PAIR: 58_627_800,
    Category.HIGH_CARD: 23_294_460,
}
"""Of all seven-card hands."""

FIRST_OF_CATEGORY = np.array(
    [next(rank for rank in range(1, 7463) if poker.category(rank) == each) for each in Category], dtype=np.uint16
)


def all_hands(size: int) -> Iterator[npt.NDArray[np.uint8]]:
    """All hands of that many cards, in parts: by their first two cards."""
    for first, second in itertools.combinations(range(52), 2):
        rest = np.array(list(itertools.combinations(range(second + 1, 52), size - 2)), dtype=np.uint8)
        if len(rest):
            start = np.tile(np.array([first, second], dtype=np.uint8), (len(rest), 1))
            yield np.hstack([start, rest.reshape(len(rest), size - 2)])


def categories(ranks: npt.NDArray[np.uint16]) -> Counter[Category]:
    """How many of the strengths are of each category."""
    numbers = np.searchsorted(FIRST_OF_CATEGORY, ranks, side="right") - 1
    counts = np.bincount(numbers, minlength=len(Category))
    return Counter(dict(zip(Category, map(int, counts), strict=True)))


def some_hand(rng: random.Random, size: int) -> list[str]:
    """Cards; every other time few suits or few ranks, so that much is made of them."""
    cards = rng.choice((PACK, [card for card in PACK if card[1] in "CD"], [card for card in PACK if card[0] in "9TJQ"]))
    return rng.sample(cards, size)


def type_name(value: object) -> str:
    return type(value).__name__


def numbers_of(cards: Sequence[str]) -> list[int]:
    return [PACK.index(card) for card in cards]


# ---- Strengths -------------------------------------------------------------------------------------------------------


def test_the_counts_of_all_five_card_hands() -> None:
    seen, found = set[int](), Counter[Category]()
    for hands in all_hands(5):
        ranks = poker.rank(hands)
        assert ranks.dtype == np.uint16 and ranks.shape == (len(hands),)
        found += categories(ranks)
        seen.update(np.unique(ranks).tolist())
    assert found == COUNTS and found.total() == 2_598_960
    assert seen == set(range(1, 7463))


@pytest.mark.long
def test_the_counts_of_all_seven_card_hands() -> None:
    found = Counter[Category]()
    for hands in all_hands(7):
        found += categories(poker.rank(hands))
    assert found == COUNTS_OF_SEVEN and found.total() == 133_784_560


def test_a_sample_of_seven_card_hands_has_the_categories_that_it_should() -> None:
    rng = np.random.default_rng(1)
    hands = rng.permuted(np.tile(np.arange(52, dtype=np.uint8), (400_000, 1)), axis=1)[:, :7]
    found = categories(poker.rank(hands))
    for each, count in COUNTS_OF_SEVEN.items():
        expected = 400_000 * count / 133_784_560
        assert abs(found[each] - expected) < 6 * expected**0.5, each


@pytest.mark.parametrize("size", [5, 6, 7])
def test_strengths_are_in_the_order_of_the_referee(size: int) -> None:
    rng = random.Random(size)
    hands = [some_hand(rng, size) for _ in range(3000)]
    ours = [poker.rank(" ".join(hand)) for hand in hands]
    theirs = [best_five(hand) for hand in hands]
    order = {strength: number for number, strength in enumerate(sorted(set(theirs)))}
    assert len(order) == len(set(ours)) > 500
    assert [sorted(set(ours)).index(rank) for rank in ours] == [order[strength] for strength in theirs]
    for rank, strength in zip(ours, theirs, strict=True):
        assert poker.category(rank) == list(Category)[strength[0]]


def test_the_ends_of_the_scale() -> None:
    assert poker.rank("7C 5D 4H 3S 2C") == 1
    assert {poker.rank(f"A{suit} K{suit} Q{suit} J{suit} T{suit} 2C 3D") for suit in "DHS"} == {7462}
    assert poker.rank("AC 2D 3H 4S 5C") < poker.rank("2C 3D 4H 5S 6C")
    assert poker.category(1) == Category.HIGH_CARD and poker.category(7462) == Category.STRAIGHT_FLUSH


def test_suits_do_not_matter_and_neither_does_the_order() -> None:
    rng = random.Random(0)
    for _ in range(300):
        hand = some_hand(rng, rng.randint(5, 7))
        suits = dict(zip("CDHS", rng.sample("CDHS", 4), strict=True))
        other = [card[0] + suits[card[1]] for card in hand]
        rng.shuffle(other)
        assert poker.rank(other) == poker.rank(hand)


FORMS: list[Callable[[list[str]], Any]] = [
    " ".join,
    "".join,
    lambda cards: " ".join(cards).lower(),
    lambda cards: Cards(cards).symbols,
    lambda cards: np.str_(" ".join(cards)),
    Cards,
    list,
    tuple,
    iter,
    lambda cards: [DECK.card(card) for card in cards],
    lambda cards: {DECK.card(card) for card in cards},
    lambda cards: (DECK.card(card) for card in cards),
]


@pytest.mark.parametrize("form", FORMS)
def test_cards_are_given_in_many_forms(form: Callable[[list[str]], Any]) -> None:
    rng = random.Random(1)
    for size in (5, 6, 7):
        hand = some_hand(rng, size)
        assert poker.rank(form(hand)) == poker.rank(Cards(hand))
        assert poker.category(form(hand)) == poker.category(Cards(hand))
        assert poker.best_five(form(hand)) == poker.best_five(Cards(hand))


@pytest.mark.parametrize("size", [5, 6, 7])
def test_an_array_of_hands_gives_the_same(size: int) -> None:
    rng = random.Random(size)
    hands = [some_hand(rng, size) for _ in range(2000)]
    array = np.array([numbers_of(hand) for hand in hands], dtype=np.uint8)
    assert poker.rank(array).tolist() == [poker.rank(hand) for hand in hands]


def test_an_array_may_lie_in_memory_as_it_likes() -> None:
    rng = np.random.default_rng(2)
    hands = rng.permuted(np.tile(np.arange(52, dtype=np.uint8), (600, 1)), axis=1)[:, :7].copy()
    ranks = poker.rank(hands)
    read_only = hands.copy()
    read_only.flags.writeable = False
    masked = np.ma.masked_array(hands)
    wide = np.zeros((600, 20), dtype=np.uint8)
    wide[:, 3:17:2] = hands
    for other in (np.asfortranarray(hands), read_only, wide[:, 3:17:2], hands.view(np.ndarray), masked):
        assert (poker.rank(other) == ranks).all()
    assert (poker.rank(hands[::-1]) == ranks[::-1]).all()
    assert (poker.rank(hands[::3]) == ranks[::3]).all()
    assert (poker.rank(hands[:, ::-1]) == ranks).all()
    assert not np.shares_memory(poker.rank(hands), hands)
    for size in (5, 6, 7):
        nothing = poker.rank(np.empty((0, size), dtype=np.uint8))
        assert nothing.shape == (0,) and nothing.dtype == np.uint16


BAD_ARRAYS: dict[str, Any] = {
    "one hand": np.arange(5, dtype=np.uint8),
    "no dimension": np.uint8(3),
    "three dimensions": np.zeros((2, 5, 1), dtype=np.uint8),
    "four cards": np.zeros((3, 4), dtype=np.uint8),
    "eight cards": np.tile(np.arange(8, dtype=np.uint8), (3, 1)),
    "no cards": np.zeros((3, 0), dtype=np.uint8),
    "signed": np.tile(np.arange(5, dtype=np.int8), (3, 1)),
    "wide": np.tile(np.arange(5), (3, 1)),
    "floating": np.tile(np.arange(5.0), (3, 1)),
    "bool": np.ones((3, 5), dtype=bool),
    "objects": np.tile(np.arange(5), (3, 1)).astype(object),
    "texts": np.array([["3C", "4C", "5C", "6C", "7C"]]),
    "records": np.zeros((3, 5), dtype=[("card", np.uint8)]),
}


@pytest.mark.parametrize("array", BAD_ARRAYS.values(), ids=BAD_ARRAYS)
def test_arrays_of_another_shape_or_type_are_refused(array: Any) -> None:
    with pytest.raises(BadCards) as caught:
        poker.rank(array)
    assert caught.value.code == "bad-array"


@pytest.mark.parametrize("size", [5, 6, 7])
@pytest.mark.parametrize("card", [0, 52, 53, 63, 64, 116, 255])
def test_an_array_with_a_hand_that_is_none_is_refused(size: int, card: int) -> None:
    """One card that is no card, or one that comes twice."""
    hands = np.tile(np.arange(size, dtype=np.uint8), (50, 1))
    for place in range(1, size):
        wrong = hands.copy()
        wrong[17, place] = card
        with pytest.raises(BadCards) as caught:
            poker.rank(wrong)
        assert caught.value.code == "bad-hand" and "1 of the hands" in str(caught.value)


def test_what_only_looks_like_an_array_is_refused() -> None:
    class Lying:
        @property
        def __array_interface__(self) -> Any:
            return {"shape": (1, 5), "typestr": "|u1", "data": None, "version": 3}

    class Empty:
        __array_interface__ = None

    class Nothing:
        __array_interface__: dict[str, object] = {}

    for value in (Lying(), Empty(), Nothing()):
        with pytest.raises(BadCards):
            poker.rank(value)  # type: ignore[call-overload]


BAD_HANDS: dict[str, Any] = {
    "none": "",
    "four": "3C 4C 5C 6C",
    "eight": "3C 4C 5C 6C 7C 8C 9C TC",
    "one twice": "3C 3C 4C 5C 6C",
    "one twice, seven": "3C 3C 4C 5C 6C 7C 8C",
    "a joker": "BJ 3C 4C 5C 6C",
    "jokers": "BJ RJ 3C 4C 5C",
    "text": "a full house",
    "more text": "AhKdQsJcTc!",
    "surrogate": "\ud800",
    "zero": "3C 4C 5C 6C 7C\0",
    "long": "3C " * 100_000,
    "number": 5,
    "float": 7462.0,
    "nothing": None,
    "bytes": b"3C4C5C6C7C",
    "numbers": [1, 2, 3, 4, 5],
    "nested": [["3C", "4C", "5C", "6C", "7C"]],
    "object": object(),
    "type": list,
    "cards of nothing": [None] * 5,
}


@pytest.mark.parametrize("hand", BAD_HANDS.values(), ids=BAD_HANDS)
def test_what_is_no_hand_is_refused(hand: Any) -> None:
    functions: list[Callable[[Any], object]] = [poker.rank, poker.best_five]
    if not isinstance(hand, int):
        functions.append(poker.category)
    for function in functions:
        with pytest.raises(BadCards) as caught:
            function(hand)
        assert caught.value.code and len(str(caught.value)) < 300


def test_endless_cards_are_refused() -> None:
    with pytest.raises(BadCards):
        poker.rank(itertools.repeat("3C"))
    with pytest.raises(BadCards):
        poker.equity(["AH AS", "KD KC"], dead=itertools.cycle(["3C", "4C"]))


# ---- Categories ------------------------------------------------------------------------------------------------------


def test_each_category_holds_the_classes_that_it_should() -> None:
    counts = Counter(poker.category(rank) for rank in range(1, 7463))
    assert list(counts) == list(Category)
    assert list(counts.values()) == [1277, 2860, 858, 858, 10, 1277, 156, 156, 10]


@pytest.mark.parametrize(
    ("cards", "category"),
    [
        ("AC KC QC JC TC", "straight flush"),
        ("5C 4C 3C 2C AC", "straight flush"),
        ("9C 9D 9H 9S 2C", "four of a kind"),
        ("9C 9D 9H KS KC 2D 3D", "full house"),
        ("9C 9D 9H KS KC KD 3D", "full house"),
        ("2C 7C 9C JC KC AD AH", "flush"),
        ("5C 4D 3H 2S AC", "straight"),
        ("AC KD QH JS TC 2D 3D", "straight"),
        ("QC KD AH 2S 3C", "high card"),
        ("9C 9D 9H KS 2C", "three of a kind"),
        ("9C 9D KH KS 2C 2D", "two pair"),
        ("9C 9D KH QS 2C", "pair"),
    ],
)
def test_hands_have_the_category_that_everybody_knows(cards: str, category: str) -> None:
    assert poker.category(cards) == category == Category(category)


def test_the_category_of_a_strength_may_be_asked_in_any_whole_number() -> None:
    for kind in (int, np.uint16, np.int64):
        assert poker.category(kind(7462)) is Category.STRAIGHT_FLUSH
    ranks = poker.rank(np.arange(7, dtype=np.uint8).reshape(1, 7))
    assert poker.category(ranks[0]) == Category.STRAIGHT_FLUSH


@pytest.mark.parametrize(
    "rank", [0, -1, 7463, 2**31, 2**64 + 1, 10**5000, True, np.arange(3), np.uint16(0), 1.0], ids=type_name
)
def test_what_is_no_strength_has_no_category(rank: Any) -> None:
    with pytest.raises(BadCards):
        poker.category(rank)


# ---- Best five -------------------------------------------------------------------------------------------------------


def test_the_best_five_are_five_of_the_cards_and_as_strong() -> None:
    rng = random.Random(3)
    for _ in range(1000):
        hand = some_hand(rng, rng.randint(5, 7))
        five = poker.best_five(hand)
        assert len(five) == 5 and five <= Cards(hand) and poker.rank(five) == poker.rank(hand)
        equal = [Cards(each) for each in itertools.combinations(hand, 5) if best_five(each) == best_five(hand)]
        # Of equal choices the later cards in deck order: the largest as a number whose bits are the cards.
        assert five == max(equal, key=lambda cards: sum(1 << card.index for card in cards))


# ---- Equity ----------------------------------------------------------------------------------------------------------


def by_hand(hands: Sequence[str], board: str = "", dead: str = "") -> tuple[Equity, ...]:
    """All boards one by one, ranked by the referee."""
    lying, held = board.split(), [hand.split() for hand in hands]
    taken = {*lying, *dead.split(), *itertools.chain(*held)}
    boards, wins, ties, shares = 0, [0] * len(held), [0] * len(held), [0.0] * len(held)
    for rest in itertools.combinations([card for card in PACK if card not in taken], 5 - len(lying)):
        boards += 1
        made = [best_five([*hand, *lying, *rest]) for hand in held]
        winners = [i for i, strength in enumerate(made) if strength == max(made)]
        for i in winners:
            (wins if len(winners) == 1 else ties)[i] += 1
            shares[i] += 1 / len(winners)
    return tuple(Equity(boards, wins[i], ties[i], shares[i] / boards) for i in range(len(held)))


def close(one: Sequence[Equity], other: Sequence[Equity]) -> bool:
    """The same counts, and equities but for rounding."""
    return len(one) == len(other) and all(
        (a.boards, a.wins, a.ties) == (b.boards, b.wins, b.ties) and math.isclose(a.equity, b.equity)
        for a, b in zip(one, other, strict=True)
    )


def test_aces_against_kings() -> None:
    aces, kings = poker.equity(["AH AS", "KD KC"])
    assert (aces.boards, aces.wins, aces.ties, aces.losses) == (1_712_304, 1_388_072, 6_538, 317_694)
    assert (kings.boards, kings.wins, kings.ties, kings.losses) == (1_712_304, 317_694, 6_538, 1_388_072)
    assert aces.equity == (1_388_072 + 6_538 / 2) / 1_712_304 and math.isclose(aces.equity + kings.equity, 1)


BOARDS = ["AC 7D 2H", "TC JC QC", "9D 9H 9S", "8C 9C TD JD", "2C 2D 3C 3D", "KC QC JC TC 2D"]


@pytest.mark.parametrize("board", BOARDS)
def test_equities_are_those_of_all_boards_one_by_one(board: str) -> None:
    rng = random.Random(board)
    for players in (2, 3, 4):
        left = [card for card in PACK if card not in board.split()]
        rng.shuffle(left)
        hands = [" ".join(left[2 * i : 2 * i + 2]) for i in range(players)]
        dead = " ".join(left[8:42]) if len(board.split()) == 3 else ""  # else it takes its time
        assert close(poker.equity(hands, board, dead), by_hand(hands, board, dead))


def test_equities_before_the_flop_are_those_of_all_boards_one_by_one() -> None:
    """With most of the pack dead, so that few boards are left."""
    rng = random.Random(5)
    for number in range(12):
        cards = rng.sample(PACK, 52) if number % 2 else sorted(PACK, key=lambda card: (card[1], rng.random()))
        hands = [" ".join(cards[i : i + 2]) for i in range(0, 2 * rng.randint(2, 6), 2)]
        dead = " ".join(cards[2 * len(hands) : 43])
        assert close(poker.equity(hands, dead=dead), by_hand(hands, dead=dead))
        lying = " ".join(cards[43 : 43 + number % 3])
        assert close(poker.equity(hands, lying, dead), by_hand(hands, lying, dead))


def test_ten_players_share_a_board() -> None:
    hands = ["2C 2D", "2H 2S", "3C 3D", "3H 3S", "4C 4D", "4H 4S", "5C 5D", "5H 5S", "6C 6D", "6H 6S"]
    found = poker.equity(hands, board="AC KD QH JS TC")
    assert all((each.boards, each.wins, each.ties, each.equity) == (1, 0, 1, 0.1) for each in found)


def test_equities_sum_to_one() -> None:
    rng = random.Random(6)
    for players in range(2, 11):
        cards = rng.sample(PACK, 2 * players)
        hands = [" ".join(cards[2 * i : 2 * i + 2]) for i in range(players)]
        found = poker.equity(hands)
        assert math.isclose(sum(each.equity for each in found), 1)
        assert len({each.boards for each in found}) == 1 and found[0].boards == math.comb(52 - 2 * players, 5)
        assert all(each.wins + each.ties + each.losses == each.boards and each.losses >= 0 for each in found)


@given(data=st.data())
def test_suits_and_seats_may_be_exchanged(data: st.DataObject) -> None:
    cards = data.draw(st.permutations(PACK))
    players = data.draw(st.integers(2, 4))
    lying = data.draw(st.integers(3, 5))
    hands, board = [cards[2 * i : 2 * i + 2] for i in range(players)], cards[20 : 20 + lying]
    suits = dict(zip("CDHS", data.draw(st.permutations("CDHS")), strict=True))
    order = data.draw(st.permutations(range(players)))

    def exchanged(cards: Sequence[str]) -> str:
        return " ".join(card[0] + suits[card[1]] for card in cards)

    found = poker.equity(hands, board)
    assert poker.equity([exchanged(hands[i]) for i in order], exchanged(board)) == tuple(found[i] for i in order)


def test_dead_cards_do_not_come() -> None:
    assert poker.equity(["AC AD", "KC KD"], "2C 3D 4H")[1].wins > 0
    assert poker.equity(["AC AD", "KC KD"], "2C 3D 4H", dead="KH KS")[1].wins == 0
    without, with_dead = poker.equity(["AC AD", "KC KD"]), poker.equity(["AC AD", "KC KD"], dead="2C")
    assert (without[0].boards, with_dead[0].boards) == (math.comb(48, 5), math.comb(47, 5))


def test_exactly_as_many_cards_as_a_board_needs_may_be_left() -> None:
    rest = [card for card in PACK if card not in ("AC", "AD", "KC", "KD")]
    assert poker.equity(["AC AD", "KC KD"], dead=" ".join(rest[:43]))[0].boards == 1
    with pytest.raises(BadCards) as caught:
        poker.equity(["AC AD", "KC KD"], dead=" ".join(rest[:44]))
    assert caught.value.code == "too-few-cards"
    assert poker.equity(["AC AD", "KC KD"], dead=" ".join(rest[:43]), samples=10)[0].boards == 10
    with pytest.raises(BadCards) as caught:
        poker.equity(["AC AD", "KC KD"], dead=" ".join(rest[:44]), samples=10)
    assert caught.value.code == "too-few-cards"


# ---- Ranges ----------------------------------------------------------------------------------------------------------


def summed(deals: Sequence[Sequence[Equity]]) -> tuple[Equity, ...]:
    """The equities of several deals, each with the weight of its boards."""
    boards = sum(deal[0].boards for deal in deals)
    return tuple(
        Equity(
            boards,
            sum(deal[i].wins for deal in deals),
            sum(deal[i].ties for deal in deals),
            sum(deal[i].equity * deal[i].boards for deal in deals) / boards,
        )
        for i in range(len(deals[0]))
    )


def test_a_range_is_counted_hand_by_hand() -> None:
    board = "7C 8C 2D"
    ranges = [["AC KC", "AH AD", "9C TC"], ["QH QD", "AC AS"]]
    deals = [
        poker.equity([one, two], board) for one in ranges[0] for two in ranges[1] if (one, two) != ("AC KC", "AC AS")
    ]
    assert len(deals) == 5 and close(poker.equity(ranges, board), summed(deals))
    with_one = poker.equity([ranges[0], "QH QD"], board)
    assert close(with_one, summed([poker.equity([one, "QH QD"], board) for one in ranges[0]]))


def test_a_hand_may_be_there_more_often_than_others() -> None:
    board = "7C 8C 2D 3H"
    once, twice = (
        poker.equity([["AC KC", "9D 9H"], "QH QD"], board),
        poker.equity([["AC KC", "AC KC", "9D 9H"], "QH QD"], board),
    )
    assert twice[0].boards * 2 == once[0].boards * 3 and twice[0].equity != once[0].equity


def test_hands_and_ranges_are_given_in_many_forms() -> None:
    cards = DECK.card
    board = "7C 8C 2D"
    plain = poker.equity(["AC KC", "QH QD"], board)
    forms: list[Any] = [
        ["ACKC", "qhqd"],
        [Cards("AC KC"), Cards("QH QD")],
        [["AC", "KC"], ("QH", "QD")],
        [[cards("AC"), cards("KC")], [cards("QH"), "QD"]],
        [["AC KC"], ["QH QD"]],
        [iter(["AC", "KC"]), iter(["QH QD"])],
        ({cards("AC"), cards("KC")}, {"QH QD"}),
        (hand for hand in ["AC KC", "QH QD"]),
    ]
    for form in forms:
        assert poker.equity(form, board) == plain
    for lying in (Cards(board), board.split(), [cards(card) for card in board.split()], board.lower()):
        assert poker.equity(["AC KC", "QH QD"], lying) == plain
    mixed: list[Any] = [[["AC", "KC"], Cards("QC JC")], "QH QD"]
    assert poker.equity([["AC KC", "QC JC"], "QH QD"], board) == poker.equity(mixed, board)


# ---- Samples ---------------------------------------------------------------------------------------------------------


def test_samples_come_near_the_exact_equity() -> None:
    cases: list[tuple[list[Any], str, str]] = [
        (["AH AS", "KD KC"], "", ""),
        (["AH KH", "QD QC", "7S 6S"], "8S 9S 2H", ""),
        (["AH KH", "QD QC"], "8S 9S 2H TC", "2C 2D"),
        ([["AH KH", "9C 9D"], ["QD QC", "AH AD"], "7S 6S"], "8S 8D 2H", ""),
    ]
    for hands, board, dead in cases:
        exact = poker.equity(hands, board, dead)
        drawn = poker.equity(hands, board, dead, samples=200_000, seed=1)
        for one, other in zip(exact, drawn, strict=True):
            assert other.boards == 200_000
            assert abs(one.equity - other.equity) < 5 * 0.5 / 200_000**0.5
            assert abs(one.wins / one.boards - other.wins / other.boards) < 5 * 0.5 / 200_000**0.5
            assert abs(one.ties / one.boards - other.ties / other.boards) < 5 * 0.5 / 200_000**0.5


def test_samples_depend_on_the_seed_alone() -> None:
    hands: list[Any] = [["AH KH", "9C 9D"], "QD QC"]
    for count in (1, 1000, poker.SAMPLES_AT_ONCE + 1):
        one = poker.equity(hands, samples=count, seed=7)
        assert one == poker.equity(hands, samples=count, seed=(7).to_bytes(32, "little"))
        assert one == poker.equity(hands, samples=count, seed=7, progress=lambda done, of: None)
        assert count == 1 or one != poker.equity(hands, samples=count, seed=8)
    assert poker.equity(hands, samples=1000) != poker.equity(hands, samples=1000)  # fresh entropy


def test_samples_are_drawn_on_where_the_last_part_ended() -> None:
    """A hundred samples are not the same hundred after each part."""
    count = poker.SAMPLES_AT_ONCE
    parts = poker.equity(["AH AS", "KD KC"], samples=2 * count, seed=1)
    alone = poker.equity(["AH AS", "KD KC"], samples=count, seed=1)
    assert parts[0].wins != 2 * alone[0].wins


@pytest.mark.parametrize(
    "samples", [0, -1, True, False, 1.0, 1000.5, "1000", 2**53, 10**5000, [], object()], ids=type_name
)
def test_numbers_of_samples_that_are_none(samples: Any) -> None:
    with pytest.raises(BadOption) as caught:
        poker.equity(["AH AS", "KD KC"], samples=samples)
    assert caught.value.code == "bad-count"


def test_seeds_that_are_none() -> None:
    for seed in (-1, 2**256, "7", 1.5, b"short", True):
        with pytest.raises(BadOption) as caught:
            poker.equity(["AH AS", "KD KC"], samples=10, seed=seed)  # type: ignore[arg-type]
        assert caught.value.code == "bad-seed"


# ---- Progress, threads -----------------------------------------------------------------------------------------------


def test_progress_is_told() -> None:
    told: list[tuple[int, int]] = []
    poker.equity(["AH AS", "KD KC"], progress=lambda done, of: told.append((done, of)))
    assert told == [(1, 1)]
    told.clear()
    poker.equity(
        [["AH AS", "QC QD"], ["KD KC", "AH AD"]], "2C 3C 4C", progress=lambda done, of: told.append((done, of))
    )
    assert told == [(1, 4), (2, 4), (3, 4), (4, 4)]  # the one that cannot be dealt as well
    told.clear()
    many = 2 * poker.SAMPLES_AT_ONCE + 5
    poker.equity(["AH AS", "KD KC"], samples=many, seed=0, progress=lambda done, of: told.append((done, of)))
    assert told == [(poker.SAMPLES_AT_ONCE, many), (2 * poker.SAMPLES_AT_ONCE, many), (many, many)]


@pytest.mark.parametrize("samples", [None, 10**12])
def test_an_exception_of_the_progress_ends_the_work(samples: int | None) -> None:
    class Enough(Exception):
        pass

    calls = []

    def stop(done: int, of: int) -> None:
        calls.append(done)
        if len(calls) == 3:
            raise Enough

    hands = [list(map(" ".join, itertools.combinations([f"{rank}{suit}" for suit in "CDHS"], 2))) for rank in "AKQ"]
    with pytest.raises(Enough):
        poker.equity(hands, samples=samples, seed=0, progress=stop)
    assert len(calls) == 3


@pytest.mark.parametrize("what", ["samples", "array"])
def test_other_threads_run_meanwhile(what: str) -> None:
    """One call of the core at a time would hold them all up, if it did not let go of the interpreter."""
    hands = np.tile(np.arange(7, dtype=np.uint8), (3_000_000, 1))
    work: dict[str, Callable[[], object]] = {
        "samples": lambda: poker.equity(["AH AS", "KD KC"], samples=poker.SAMPLES_AT_ONCE, seed=0),
        "array": lambda: poker.rank(hands),
    }
    started, ended = threading.Event(), threading.Event()

    def run() -> None:
        started.set()
        work[what]()
        ended.set()

    best = 0
    for _ in range(10):  # on a busy machine this thread may have to wait for other reasons
        started.clear()
        ended.clear()
        thread = threading.Thread(target=run)
        steps = 0
        thread.start()
        started.wait()
        while not ended.is_set():
            steps += 1
            time.sleep(0.0001)
        thread.join()
        best = max(best, steps)
        if best > 10:
            return
    assert best > 10


def test_many_threads_count_the_same() -> None:
    expected = poker.equity(["AH KH", "QD QC", "7S 6S"], samples=50_000, seed=3)
    found: list[object] = []
    threads = [
        threading.Thread(target=lambda: found.append(poker.equity(["AH KH", "QD QC", "7S 6S"], samples=50_000, seed=3)))
        for _ in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [expected] * 8


# ---- What is refused -------------------------------------------------------------------------------------------------

EVERY_HAND = list(map(" ".join, itertools.combinations(PACK, 2)))

BAD_EQUITIES: dict[str, tuple[Any, str, str, str]] = {
    "no hand": ([], "", "", "bad-players"),
    "one hand": (["AH AS"], "", "", "bad-players"),
    "eleven hands": ([f"{PACK[2 * i]} {PACK[2 * i + 1]}" for i in range(11)], "", "", "bad-players"),
    "endless hands": (itertools.repeat("AH AS"), "", "", "bad-players"),
    "one text": ("AH AS", "", "", "bad-players"),
    "cards": (Cards("AH AS"), "", "", "bad-players"),
    "a number": (5, "", "", "bad-players"),
    "nothing": (None, "", "", "bad-players"),
    "one card": (["AH", "KD KC"], "", "", "bad-hand"),
    "three cards": (["AH AS AD", "KD KC"], "", "", "bad-hand"),
    "no cards": (["", "KD KC"], "", "", "bad-hand"),
    "a card twice in a hand": (["AH AH", "KD KC"], "", "", "bad-hand"),
    "a card twice in a hand of a range": ([["AH AH", "AC AD"], "KD KC"], "", "", "bad-hand"),
    "three cards in a range": ([["AH AD", "AH AD AC"], "AH KC"], "", "", "bad-hand"),
    "a joker": (["BJ AH", "KD KC"], "", "", "bad-hand"),
    "jokers": (["BJ RJ", "KD KC"], "", "", "bad-hand"),
    "a card in two hands": (["AH AS", "AH KC"], "", "", "card-twice"),
    "a card in a hand and on the board": (["AH AS", "KD KC"], "AH 2C 3C", "", "card-twice"),
    "a dead card in a hand": (["AH AS", "KD KC"], "", "KD", "card-twice"),
    "a dead card on the board": (["AH AS", "KD KC"], "2C 3C 4C", "4C", "card-twice"),
    "six cards on the board": (["AH AS", "KD KC"], "2C 3C 4C 5C 6C 7C", "", "bad-board"),
    "a card twice on the board": (["AH AS", "KD KC"], "2C 2C 4C", "", "bad-board"),
    "a joker on the board": (["AH AS", "KD KC"], "RJ", "", "bad-board"),
    "a dead joker": (["AH AS", "KD KC"], "", "BJ", "bad-board"),
    "a dead card twice": (["AH AS", "KD KC"], "", "2C 2C", "bad-board"),
    "an empty range": ([[], "KD KC"], "", "", "no-deal"),
    "ranges that exclude each other": ([["AH AS", "AH AD"], ["AH KC", "AH QC"]], "", "", "no-deal"),
    "text for a hand": (["aces", "KD KC"], "", "", "bad-card"),
    "text for a board": (["AH AS", "KD KC"], "a flop", "", "bad-card"),
    "a number for a hand": ([5, "KD KC"], "", "", "bad-card"),
    "nothing for a hand": ([None, "KD KC"], "", "", "bad-card"),
    "bytes for a hand": ([b"AHAS", "KD KC"], "", "", "bad-card"),
    "lists of lists": ([[[["AH", "AS"]]], "KD KC"], "", "", "bad-card"),
}


@pytest.mark.parametrize("case", BAD_EQUITIES.values(), ids=BAD_EQUITIES)
def test_equities_that_there_are_not(case: tuple[Any, str, str, str]) -> None:
    hands, board, dead, code = case
    with pytest.raises(BadCards) as caught:
        poker.equity(hands, board, dead)
    assert caught.value.code == code


@pytest.mark.parametrize("case", BAD_EQUITIES.values(), ids=BAD_EQUITIES)
def test_nor_are_they_sampled(case: tuple[Any, str, str, str]) -> None:
    hands, board, dead, code = case
    with pytest.raises(BadCards) as caught:
        poker.equity(hands, board, dead, samples=10, seed=1)
    assert caught.value.code in (code, "no-deal", "bad-hand")


def test_more_than_a_million_combinations_need_samples() -> None:
    told: list[int] = []
    with pytest.raises(BadOption) as caught:
        poker.equity([EVERY_HAND, EVERY_HAND], progress=lambda done, of: told.append(done))
    assert caught.value.code == "too-many-hands" and not told
    with pytest.raises(BadOption) as caught:
        poker.equity([["AH AS"] * 1001, ["KD KC"] * 1000])
    assert caught.value.code == "too-many-hands"
    found = poker.equity([EVERY_HAND, EVERY_HAND], samples=50_000, seed=2)
    assert abs(found[0].equity - 0.5) < 0.02
    for endless in (itertools.repeat("AH AS"), itertools.cycle(EVERY_HAND)):
        with pytest.raises(BadOption) as caught:
            poker.equity([endless, "KD KC"], samples=10)
        assert caught.value.code == "too-many-hands"


def test_garbage_is_refused_with_an_error_of_ours() -> None:
    rng = random.Random(9)
    pieces = ["A", "H", "10", "♠", "AH", "KD", " ", ",", "\0", "é", "BJ", "1", "x", "\n", "ah"]
    for _ in range(3000):
        texts = ["".join(rng.choice(pieces) for _ in range(rng.randint(0, 8))) for _ in range(4)]
        calls: list[Callable[[], object]] = [
            lambda texts=texts: poker.rank("".join(texts)),  # type: ignore[misc]
            lambda texts=texts: poker.equity(texts[:2], texts[2], texts[3], samples=2),  # type: ignore[misc]
            lambda texts=texts: poker.equity([texts[:2], texts[2:]], samples=2),  # type: ignore[misc]
        ]
        for call in calls:
            try:
                call()
            except CardaviaError as error:
                assert isinstance(error, BadCards) and error.code
