"""ChaCha with 20 rounds in plain Python, written from its definition (RFC 8439), to check the generator against."""

from __future__ import annotations

from collections.abc import Iterator

CONSTANTS = [int.from_bytes(b"expand 32-byte k"[i : i + 4], "little") for i in range(0, 16, 4)]


def words(data: bytes) -> list[int]:
    return [int.from_bytes(data[i : i + 4], "little") for i in range(0, len(data), 4)]


def block(state: list[int]) -> list[int]:
    """One block: sixteen words to sixteen words."""
    x = state.copy()

    def quarter(a: int, b: int, c: int, d: int) -> None:
        for one, other, shifted, by in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
            x[one] = (x[one] + x[other]) % 2**32
            mixed = x[shifted] ^ x[one]
            x[shifted] = (mixed << by | mixed >> (32 - by)) % 2**32

    for _ in range(10):
        for column in range(4):
            quarter(column, 4 + column, 8 + column, 12 + column)
        for column in range(4):
            quarter(column, 4 + (column + 1) % 4, 8 + (column + 2) % 4, 12 + (column + 3) % 4)
    return [(a + b) % 2**32 for a, b in zip(x, state, strict=True)]


def stream(key: bytes, use: int, number: int = 0, part: int = 0) -> Iterator[int]:
    """The words of a stream of the library: what they are for, number and part stand behind the block counter."""
    counter = 0
    while True:
        yield from block([*CONSTANTS, *words(key), counter, use, number, part])
        counter += 1


def shuffled(key: bytes, cards: int, dealt: int, deal: int = 0) -> list[int]:
    """The numbers of the cards that are dealt, in order: the last ones of a pack that is shuffled from its end on."""
    deals = 0
    numbers, pack = stream(key, deals, deal), list(range(cards))
    for left in range(cards, max(cards - dealt, 1), -1):
        chosen = next(numbers) * left >> 32  # once in a hundred million numbers one would be thrown away
        pack[left - 1], pack[chosen] = pack[chosen], pack[left - 1]
    return pack[cards - dealt :]
