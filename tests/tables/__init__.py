"""What the tests have to be told about each game: one module per game, with one :class:`Adapter` in it.

A new game gets ``tests/tables/<game>.py`` with a subclass that is called ``Table``. All tests over all games, which
are most of them, then serve it as they are.
"""

from __future__ import annotations

import importlib
import random
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Container, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import cardavia
from cardavia import CardaviaError, Match, Move, View
from tests.walk import beginning, seats, walk


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
    """The places of the first deal: per seat its cards, and the stock, as texts; and what stays in the box."""

    hands: list[list[str]]
    stock: list[str]
    box: list[str]

    @classmethod
    def of(cls, first: Match) -> Places:
        """The places of a match that has just been dealt."""
        hands = [[str(card) for card in first.hand(seat)] for seat in seats(first)]
        stock = [str(card) for card in first.stock]
        box = Counter(map(str, first.game.deck.pack)) - Counter(stock) - Counter(sum(hands, []))
        return cls(hands, stock, list(box.elements()))

    def shuffled(self, hidden: Sequence[tuple[int | None, int]], rng: random.Random) -> Places:
        """The same with the cards of some places, each a seat (None: the stock) and an index, shuffled among them and
        those in the box."""
        hands, stock = [list(hand) for hand in self.hands], list(self.stock)
        cards = [stock[index] if seat is None else hands[seat][index] for seat, index in hidden]
        cards += self.box
        rng.shuffle(cards)
        for (seat, index), card in zip(hidden, cards, strict=False):
            (stock if seat is None else hands[seat])[index] = card
        return Places(hands, stock, cards[len(hidden) :])


class Adapter(ABC):
    """A game as its tests see it. ``referee`` is whatever ``tests/referee/<game>.py`` plays with."""

    def __init__(self, game: cardavia.Game) -> None:
        self.game = game

    stock_has_order: bool = True
    """Whether it matters in which order the undealt cards lie."""

    def variant(self, rng: random.Random) -> Mapping[str, Any]:
        """Options of some match, not the usual one."""
        return {}

    # ---- Core and referee, compared -----------------------------------------------

    opening: tuple[str, ...] = ()
    """Moves that lead from any start to where the counting of positions begins, with no chance after it."""
    golden: Mapping[str, Any] = {}
    """Options of the golden playthrough."""
    golden_deals: int = 2
    """How many deals it has."""

    depth: int = 5
    """How many moves deep positions are counted."""
    matches: int = 300
    """In how many matches core and referee are compared, unless it is a long campaign."""
    deals: int = 100
    """And in how many deals of a match that does not end before."""

    def counted(self, seed: int) -> Mapping[str, Any]:
        """Options of the match with that seed whose positions are counted."""
        return {}

    @abstractmethod
    def referee(self, match: Match) -> Any:
        """A referee of the deal that this match has just dealt."""

    def next_deal(self, referee: Any, match: Match) -> Any:
        """The referee of the next deal, which this match has just dealt: the same or another one."""
        return self.referee(match)

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
    def key(self, move: Move, match: Match) -> Hashable:
        """What the referee calls a move of the core, which is made in this deal: the same for all members of a class."""

    def same_moves(self, match: Match, referee: Any) -> Container[Hashable]:
        """Asserts that core and referee allow the same; returns the keys of it. To be overridden where the moves are
        too many to be listed: then what it returns need only know what is in it."""
        keys, legal = [self.key(move, match) for move in match.moves], self.legal(referee)
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

    def hidden(self, first: Match, match: Match, viewer: int) -> list[tuple[int | None, int]]:
        """The places of the first deal (as in :class:`Places`) whose cards the viewer cannot know by now: for
        :meth:`other_world`, unless that is written anew."""
        raise NotImplementedError

    def drawn(self, first: Match) -> Mapping[str, Any]:
        """Options of a match that was begun: its own, and those that fix what the seed drew besides the cards."""
        return {}

    compared_deals: int = 2
    """How many deals of a match are compared."""

    def places(self, first: Match) -> Places:
        """The places of a match that has just been dealt."""
        return Places.of(first)

    def is_dealt_anew(self, match: Match) -> bool:
        """Whether cards were dealt after the start, so that another seed would show."""
        return match.deal > 0

    def dealt_anew(self) -> Match | None:
        """A match in which cards were dealt after the start; None when there seems to be none."""
        for seed in range(400):
            match = self.game.start(seed=seed)
            for _ in walk(match, random.Random(seed)):
                pass
            if self.is_dealt_anew(match):
                return match
        return None

    def other_world(self, match: Match, viewer: int, rng: random.Random, tries: int = 50) -> Match | None:
        """The same match, move for move, with all that the viewer cannot know dealt differently, from another seed.

        Cards dealt after the start come from the seed alone; then only the cards of the first deal are dealt
        differently and the seed stays. None if no such deal was found in which all the moves are legal.
        """
        first, played = beginning(match)
        places = self.places(first)
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

    def same_move(self, move: Move, seat: int, viewer: int, world: Match) -> Move:
        """What the viewer would see as the same move of another seat, made in a world of other hidden cards."""
        return move

    # ---- Samples --------------------------------------------------------------------

    @abstractmethod
    def small_endings(self) -> Iterator[View]:
        """Some views that few layouts of the hidden cards fit."""

    @abstractmethod
    def layouts(self, view: View) -> list[Hashable]:
        """Every layout of the hidden cards that fits a view, one by one; those that look the same as often as they
        are there."""

    @abstractmethod
    def layout(self, match: Match) -> Hashable:
        """The layout of a full position, in the same form."""

    nothing_lies_apart: bool = True
    """Whether each card is in a hand, in the stock, or was seen by all."""

    def chance(self, view: View, seat: int, card: str) -> float:
        """At the start of a match, the chance that another seat holds a card that the viewer has not seen; of two
        copies, how many to expect."""
        rest = [str(each) for each in self.game.deck.pack - view.hand]
        return view.hand_sizes[seat] * rest.count(card) / len(rest)

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
