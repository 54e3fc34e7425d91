"""The generator: the same numbers from the same seed, each equally likely."""

from __future__ import annotations

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardavia import BadOption, Random
from tests.chacha import CONSTANTS, block, stream, words
from tests.chance import assert_even


def draw(random: Random, count: int = 20, bound: int = 2**64 - 1) -> list[int]:
    return [random.below(bound) for _ in range(count)]


def test_the_numbers_depend_on_the_seed_alone() -> None:
    assert draw(Random(1)) == draw(Random(1)) == draw(Random((1).to_bytes(32, "little")))
    assert draw(Random(1)) != draw(Random(2))
    assert draw(Random()) != draw(Random())
    assert draw(Random(2**256 - 1)) == draw(Random(b"\xff" * 32))


def test_the_plain_chacha_is_right() -> None:
    """The vector of RFC 8439, section 2.3.2."""
    state = [*CONSTANTS, *words(bytes(range(32))), 1, 0x09000000, 0x4A000000, 0]
    assert block(state)[:4] == [0xE4E7F110, 0x15593BD1, 0x1FDD0F50, 0xC47120A3]


CHOICES = 1
"""The use of a stream that choices are made from."""


@pytest.mark.parametrize("seed", [0, 1, 2**255 + 12345])
def test_the_numbers_are_chacha20(seed: int) -> None:
    numbers = stream(seed.to_bytes(32, "little"), CHOICES)
    random = Random(seed)
    for _ in range(100):
        # The bound takes the upper half of word * bound; with this one that is word - 1, and 0 for 0.
        assert random.below(2**32 - 1) == max(next(numbers) - 1, 0)


@given(st.integers(1, 2**64 - 1), st.integers(0, 2**256 - 1))
def test_numbers_stay_below_their_bound(bound: int, seed: int) -> None:
    assert all(0 <= number < bound for number in draw(Random(seed), 10, bound))


@pytest.mark.parametrize("bound", [1, 2, 3, 7, 100, 2**32 - 1, 2**32, 2**32 + 1, 3 * 2**62, 2**64 - 1])
def test_each_number_is_equally_likely(bound: int) -> None:
    classes = bound if bound <= 100 else 97
    assert_even((number * classes // bound for number in draw(Random(bound), 20_000, bound)), range(classes))


@pytest.mark.parametrize("bound", [3 * 2**30, 3 * 2**40])
def test_numbers_that_would_come_twice_are_drawn_again(bound: int) -> None:
    """Without that, every third number below such a bound would be twice as likely as its neighbours."""
    assert_even((number % 3 for number in draw(Random(1), 20_000, bound)), range(3))


def test_a_generator_is_pickled_with_its_place() -> None:
    random = Random(5)
    for _ in range(40):
        random.below(10)
        copy, other = (pickle.loads(pickle.dumps(random)) for _ in range(2))
        assert draw(copy, 5) == draw(other, 5)
    assert draw(pickle.loads(pickle.dumps(random))) == draw(random)


@pytest.mark.parametrize("bound", [0, -1, 2**64, 10**30, 1.0, "1", None])
def test_other_bounds_are_refused(bound: object) -> None:
    random = Random(1)
    with pytest.raises(BadOption) as caught:
        random.below(bound)  # type: ignore[arg-type]
    assert caught.value.code == "bad-bound"
    assert draw(random) == draw(Random(1))


OTHER_SEEDS = [-1, 2**256, b"", b"x" * 31, b"x" * 33, 1.0, "1", True, [1], memoryview(b"x" * 32)]


@pytest.mark.parametrize("seed", [*OTHER_SEEDS, pytest.param(10**5000, id="huge")])
def test_other_seeds_are_refused(seed: object) -> None:
    with pytest.raises(BadOption) as caught:
        Random(seed)  # type: ignore[arg-type]
    assert caught.value.code == "bad-seed"
