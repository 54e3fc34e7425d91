"""What the tests of betting games have in common: moves that are too many to be listed."""

from __future__ import annotations

import random
from collections.abc import Collection, Container, Hashable, Iterator
from typing import cast

from cardavia import Kind, Match


class Offer(Container[Hashable]):
    """The moves that a referee of a betting game offers: kinds with the least and the most total."""

    def __init__(self, moves: Collection[tuple[str, int, int]]) -> None:
        self.moves = moves

    def __contains__(self, key: object) -> bool:
        kind, amount = cast("tuple[str, int]", key)
        return any(kind == name and least <= amount <= most for name, least, most in self.moves)

    def __len__(self) -> int:
        return sum(most - least + 1 for _, least, most in self.moves)

    def listed(self) -> set[Hashable]:
        """One by one."""
        return {(name, amount) for name, least, most in self.moves for amount in range(least, most + 1)}


def offered(match: Match) -> list[tuple[str, int, int]]:
    """The same from the core, which has all totals of a bet or raise one after the other."""
    moves, found = match.moves, []
    for i in range(min(len(moves), 3)):
        if moves[i].kind in (Kind.BET, Kind.RAISE):
            assert moves[-1].kind == moves[i].kind and moves[-1].amount - moves[i].amount == len(moves) - 1 - i
            found.append((str(moves[i].kind), moves[i].amount, moves[-1].amount))
            break
        found.append((str(moves[i].kind), moves[i].amount, moves[i].amount))
    return found


def around(moves: Collection[tuple[str, int, int]], rng: random.Random) -> Iterator[tuple[str, Hashable]]:
    """Texts of bets that may be legal or not: at the ends of what is offered, and of the other kinds."""
    ends = {end + step for _, *both in moves for end in both for step in (-1, 0, 1)}
    ends |= {0, 1, rng.randrange(1, max(ends) + 2)}
    for kind in ("bet", "raise", "call"):
        for amount in sorted(ends):
            if amount > 0 or (amount == 0 and kind != "call"):
                yield f"{kind} {amount}", (kind, amount)
    yield from ((kind, (kind, 0)) for kind in ("check", "fold"))
