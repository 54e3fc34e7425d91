"""Options: numbers, seats and ranks, one or several of them."""

from __future__ import annotations

import struct
from typing import Any

import pytest

from cardavia import BadOption
from cardavia.options import Option, Options, rank_number

RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "T")


def option(count: int = 1, *, least: int = 0, initial: int = 0, seat: bool = False, ranks: bool = False) -> Option:
    """An option from `least` to 8."""
    return Option(
        "it", "rank" if ranks else "seat" if seat else "number", RANKS if ranks else (), count, 0, least, 8, initial
    )


def choice(least: int = 0) -> Option:
    """An option that is one of three words."""
    return Option("it", "choice", ("none", "some", "all"), 1, 0, least, 2, 0)


def written(one: Option, value: Any) -> tuple[int, ...]:
    """The numbers that the core gets."""
    into = bytearray(4 * one.count)
    one.write(one.read(value), into)
    return struct.unpack(f"<{one.count}i", into)


def test_defaults_are_what_callers_write() -> None:
    assert option(initial=3).default == 3
    assert option(2, initial=3).default == (3, 3)
    assert option(2, ranks=True, initial=3).default == ("5", "5")
    assert option(seat=True, least=-1, initial=-1).default is None
    assert option(4, seat=True, least=-1, initial=-1).default is None


@pytest.mark.parametrize(("given", "numbers"), [(5, (5, 5)), ([5], (5, 1)), ((5, 6), (5, 6))])
def test_several_are_one_for_all_or_a_list_that_may_end_early(given: Any, numbers: tuple[int, ...]) -> None:
    assert written(option(2, initial=1), given) == numbers


@pytest.mark.parametrize(
    ("given", "numbers"), [("5", (3, 3)), (" 5 ", (3, 3)), ("10", (8, 8)), ("t", (8, 8)), (["5", "T"], (3, 8))]
)
def test_ranks_are_texts_as_those_of_cards(given: Any, numbers: tuple[int, ...]) -> None:
    assert written(option(2, ranks=True), given) == numbers
    assert option(2, ranks=True).read(given) == tuple(RANKS[number] for number in numbers)


@pytest.mark.parametrize(("given", "word"), [("some", "some"), (" ALL ", "all"), (1, "some"), (0, "none")])
def test_choices_are_words_or_their_numbers(given: Any, word: str) -> None:
    assert choice().read(given) == word and choice().default == "none"
    assert written(choice(), given) == (("none", "some", "all").index(word),)


@pytest.mark.parametrize("given", ["most", "", 3, -1, True, 1.0, ["some"], b"some", None])
def test_what_is_no_choice_is_refused_with_the_words(given: Any) -> None:
    with pytest.raises(BadOption, match="none.*some.*all") as caught:
        choice().read(given)
    assert caught.value.code == "option-out-of-range"


def test_none_stands_for_all_of_several() -> None:
    assert written(option(4, seat=True, least=-1, initial=-1), None) == (-1, -1, -1, -1)
    assert written(option(4, seat=True, least=-1, initial=2), None) == (-1, -1, -1, -1)
    assert written(option(ranks=True, least=-1), None) == (-1,)


@pytest.mark.parametrize(
    ("one", "given", "message"),
    [
        (option(), "5", "it is a whole number from 0 to 8, not '5'"),
        (option(), None, "it is a whole number from 0 to 8, not None"),
        (option(), [5], "it is a whole number from 0 to 8, not [5]"),
        (option(), True, "it is a whole number from 0 to 8, not True"),
        (option(seat=True, least=-1), 9, "it is None or a seat from 0 to 8, not 9"),
        (option(ranks=True), 5, "it is a rank from 2 to T, not 5"),
        (option(ranks=True), "J", "it is a rank from 2 to T, not 'J'"),
        (option(ranks=True, least=-1), "", "it is None or a rank from 2 to T, not ''"),
        (option(2, ranks=True), [], "it has 1 to 2 ranks, not 0"),
        (option(2, seat=True), [1, 2, 3], "it has 1 to 2 seats, not 3"),
        (option(2, least=-1), [1, None], "it is None or a whole number from 0 to 8, not None"),
        (option(2), b"11", "it is a whole number from 0 to 8, not b'11'"),
    ],
)
def test_what_is_none_is_refused_in_words(one: Option, given: Any, message: str) -> None:
    with pytest.raises(BadOption) as caught:
        one.read(given)
    assert (str(caught.value), caught.value.code) == (message, "option-out-of-range")


def test_what_was_read_is_read_again_as_the_same() -> None:
    options = Options("Game", [option(2, ranks=True, initial=1)], 8)
    read = options.read({"it": "4"})
    assert options.read(read) == options.read({"it": ["4", "4"]}) == read == {"it": ("4", "4")}
    assert options.pack(read) == struct.pack("<2i", 2, 2)


def test_a_text_that_is_no_rank_has_no_number() -> None:
    for text in ("", "1", "11", "TT", "BJ", 5, None, b"5"):
        assert rank_number(text, RANKS) is None
