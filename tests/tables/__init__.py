"""What the tests have to be told about each game: one module per game, with one :class:`Adapter` in it.

A new game gets ``tests/tables/<game>.py`` with a subclass that is called ``Table``. All tests over all games, which
are most of them, then serve it as they are.
"""

from __future__ import annotations

import importlib
import random
from abc import ABC, abstractmethod
from collections.abc import Container, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import cardavia
from cardavia import CardaviaError, Match, Move, View
from tests.walk import beginning


@dataclass(frozen=True)
class Refusal:
    """A move that must be refused, and how."""

    what: str
    match: Match
    attempt: str | Move
    error: type[CardaviaError]
    code: str
    rule: str


@dataclass(frozen=True)
class Places:
    """The places of the first deal: per seat its cards, and the stock, as texts."""

    hands: list[list[str]]
    stock: list[str]

    def shuffled(self, hidden: Sequence[tuple[int | None, int]], rng: random.Random) -> Places:
        """The same with the cards of some places, each a seat (None: the stock) and an index, shuffled among them."""
        hands, stock = [list(hand) for hand in self.hands], list(self.stock)
        cards = [stock[index] if seat is None else hands[seat][index] for seat, index in hidden]
        rng.shuffle(cards)
        for (seat, index), card in zip(hidden, cards, strict=True):
            (stock if seat is None else hands[seat])[index] = card
        return Places(hands, stock)


class Adapter(ABC):
    """A game as its tests see it. ``referee`` is whatever ``tests/referee/<game>.py`` plays with."""

    def __init__(self, game: cardavia.Game) -> None:
        self.game = game

    stock_has_order: bool = True
    """Whether it matters in which order the undealt cards lie."""

    # ---- Core and referee, compared -----------------------------------------------

    opening: tuple[str, ...] = ()
    """Moves that lead from any start to where the counting of positions begins, with no chance after it."""

    @abstractmethod
    def referee(self, match: Match) -> Any:
        """A referee of the deal that this match has just dealt."""

    @abstractmethod
    def follow(self, referee: Any, move: Move, match: Match) -> None:
        """The referee makes the move that has just led the match here; what was dealt after it, it is dealt too."""

    @abstractmethod
    def make(self, referee: Any, key: Hashable) -> None:
        """The referee makes a move of its own ``legal``."""

    @abstractmethod
    def legal(self, referee: Any) -> set[Hashable]:
        """The keys of all that the referee allows now; none when the deal is over."""

    @abstractmethod
    def key(self, move: Move) -> Hashable:
        """What the referee calls a move of the core: the same for all members of a class."""

    def same_moves(self, match: Match, referee: Any) -> Container[Hashable]:
        """Asserts that core and referee allow the same; returns the keys of it. To be overridden where the moves are
        too many to be listed: then what it returns need only know what is in it."""
        keys, legal = [self.key(move) for move in match.moves], self.legal(referee)
        assert set(keys) == legal
        assert len(keys) == len(legal) == len(match.moves)
        return legal

    @abstractmethod
    def told(self, referee: Any) -> dict[str, object]:
        """All that the referee has to say: what lies open, what is known of whom, hands, turn, result."""

    @abstractmethod
    def shown(self, match: Match) -> dict[str, object]:
        """The same from the core."""

    # ---- Secrecy -------------------------------------------------------------------

    illegal: tuple[str, ...] = ()
    """Texts to ask ``find`` for, most of them refused, so that the words of the refusals are compared as well."""

    @abstractmethod
    def hidden(self, first: Match, match: Match, viewer: int) -> list[tuple[int | None, int]]:
        """The places of the first deal (as in :class:`Places`) whose cards the viewer cannot know by now."""

    def drawn(self, first: Match) -> Mapping[str, int | None]:
        """Options that fix what the seed drew at the start besides the cards."""
        return {}

    def is_dealt_anew(self, match: Match) -> bool:
        """Whether cards were dealt after the start, so that another seed would show."""
        return match.deal > 0

    def other_world(self, match: Match, viewer: int, rng: random.Random, tries: int = 50) -> Match | None:
        """The same match, move for move, with all that the viewer cannot know dealt differently, from another seed.

        Cards dealt after the start come from the seed alone; then only the cards of the first deal are dealt
        differently and the seed stays. None if no such deal was found in which all the moves are legal.
        """
        first, played = beginning(match)
        places = Places(
            [[str(card) for card in first.hand(seat)] for seat in range(self.game.players)],
            [str(card) for card in first.stock],
        )
        hidden = self.hidden(first, match, viewer)
        seed = match.seed if self.is_dealt_anew(match) else rng.getrandbits(256)
        for _ in range(tries):
            other = places.shuffled(hidden, rng)
            hands = [" ".join(hand) for hand in other.hands]
            world = self.game.start(seed=seed, hands=hands, stock=other.stock, **self.drawn(first))
            try:
                for move in played:
                    if move is None:
                        world.next_deal()
                    else:
                        world.play(move)
            except cardavia.IllegalMove:
                continue
            return world
        return None

    # ---- Samples --------------------------------------------------------------------

    @abstractmethod
    def small_endings(self) -> Iterator[View]:
        """Some views that few layouts of the hidden cards fit."""

    @abstractmethod
    def layouts(self, view: View) -> list[Hashable]:
        """Every layout of the hidden cards that fits a view, one by one."""

    @abstractmethod
    def layout(self, match: Match) -> Hashable:
        """The layout of a full position, in the same form."""

    # ---- Moves ----------------------------------------------------------------------

    def attempts(self, match: Match, rng: random.Random) -> Iterator[tuple[str, Hashable]]:
        """Texts of moves, legal or not, that the seat to act might try; and what the referee would call each."""
        return iter(())

    def check_sane(self, match: Match) -> None:
        """Asserts that a position that came from elsewhere, and was accepted, does not contradict itself."""

    def another_member(self, match: Match, move: Move, rng: random.Random) -> str:
        """The text of any member of a move's class."""
        return str(move)

    @abstractmethod
    def refusals(self) -> Iterator[Refusal]:
        """Moves that break the rules, one for each way to break them."""


def adapter_of(name: str) -> Adapter:
    """The adapter of a game."""
    adapter: Adapter = importlib.import_module(f"tests.tables.{name}").Table(cardavia.game(name))
    return adapter
