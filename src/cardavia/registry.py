"""The games, and how to start one."""

from __future__ import annotations

import importlib
import threading
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import cast

from cardavia import _core
from cardavia._core import Cards, Match
from cardavia.cards import Card
from cardavia.decks import Deck
from cardavia.errors import BadOption, shown
from cardavia.face import Face
from cardavia.options import Option, Options, Value
from cardavia.results import Tally

Seed = int | bytes | None
Given = str | Iterable[Card | str]
"""Cards as a caller gives them: text, ``Cards``, or any iterable of cards or texts."""


def cards_of(given: Given, deck: str = "french") -> Cards:
    """The cards of a deck that a caller gives.

    :raises BadCards: for text that is no card, and cards of another deck
    """
    return given if isinstance(given, Cards) and given.deck == deck else Cards(given, deck=deck)


_DEALS_AT_ONCE = 8192
"""A thread looks this often whether it is to stop."""


class Game:
    """A game: what there is to know before it is played, and the way to start it. Get one from :func:`game`."""

    __slots__ = ("_number", "_about", "_deck", "_face", "_options")

    def __init__(self, number: int, about: _core.About) -> None:
        self._number = number
        self._about = about
        self._deck = Deck.of(about["pack"])
        known = [Option(**facts) for facts in about["options"]]
        self._options = Options(about["title"], known, about["options_size"])
        self._face = cast(Face, importlib.import_module(f"cardavia.games.{about['name']}"))

    @property
    def name(self) -> str:
        """``"doudizhu"``"""
        return self._about["name"]

    @property
    def title(self) -> str:
        """``"Dou Dizhu"``"""
        return self._about["title"]

    @property
    def players(self) -> int:
        """How many seats there are."""
        return self._about["players"]

    @property
    def sides(self) -> tuple[int, ...]:
        """The fixed side of each seat: partners have the same number. Where the sides are made in the deal (the
        landlord of Dou Dizhu) each seat has its own."""
        return self._about["sides"]

    @property
    def deck(self) -> Deck:
        """The cards that are dealt from."""
        return self._deck

    @property
    def direction(self) -> str:
        """``"clockwise"`` or ``"counter-clockwise"``. For display only: the next to act is always seat + 1."""
        return self._about["direction"]

    @property
    def phases(self) -> tuple[str, ...]:
        """The names that ``match.phase`` can have."""
        return self._about["phases"]

    @property
    def options(self) -> dict[str, Value]:
        """The options and their defaults."""
        return self._options.defaults

    @property
    def face(self) -> Face:
        """The module of the game: ``cardavia.games.doudizhu``."""
        return self._face

    def start(
        self,
        *,
        seed: Seed = None,
        hands: Sequence[Given | None] | None = None,
        stock: Given | None = None,
        **options: Value,
    ) -> Match:
        """Begins a match and deals the first deal.

        :param seed: all chance of the match: an int from 0, 32 bytes, or None for fresh entropy
        :param hands: cards that the seats are dealt in the first deal, per seat; None or fewer cards than a hand: the
            rest is dealt from the seed
        :param stock: the undealt cards, in order, from the first
        :param options: the game's own options; the defaults are in :attr:`options`
        :raises BadOption: for an unknown option, a value out of its range, a wrong seed
        :raises BadCards: for cards that the pack does not hold, or too many
        """
        values = self._options.read(options)
        key = _core.seed_bytes(seed)
        given = self._given_hands(hands)
        order = _core.parse_numbers(self.deck.name, stock) if stock is not None else []
        origin = {
            "options": values,
            "hands": [str(hand) for hand in given],
            "stock": " ".join(self.deck.cards[card].text for card in order),
        }
        return _core.start(self._number, self._options.pack(values), key, given, order, origin)

    def playouts(self, deals: int, *, seed: Seed = None, threads: int = 1, **options: Value) -> Tally:
        """Plays random deals in C, without the GIL, and adds them up. The sum does not depend on ``threads``.

        :param deals: how many; each is the first deal of a match of its own
        :param seed: what the seeds of all those matches come from: an int from 0, 32 bytes, or None for fresh entropy
        :param threads: how many threads share the work
        :param options: the game's own options, as for :meth:`start`
        :raises BadOption: for an unknown option, a wrong seed, a count below 0 or no thread
        """
        if not isinstance(deals, int) or isinstance(deals, bool) or not 0 <= deals < 2**63:
            raise BadOption("the number of deals is a whole number from 0", "bad-count")
        if not isinstance(threads, int) or isinstance(threads, bool) or not 1 <= threads <= 1024:
            raise BadOption("the number of threads is from 1 to 1024", "bad-count")
        packed, key = self._options.pack(self._options.read(options)), _core.seed_bytes(seed)
        stopped = threading.Event()

        def play(first: int, last: int) -> Tally:
            tally = Tally(0, 0, (0,) * self.players, 0)
            while first < last and not stopped.is_set():
                part = min(last - first, _DEALS_AT_ONCE)
                tally += _core.playouts(self._number, packed, key, first, part)
                first += part
            return tally

        if threads == 1:
            return play(0, deals)
        cuts = [deals * i // threads for i in range(threads + 1)]
        with ThreadPoolExecutor(threads) as pool:
            try:
                parts = pool.map(play, cuts, cuts[1:])
                return sum(parts, Tally(0, 0, (0,) * self.players, 0))
            except BaseException:
                stopped.set()  # Ctrl-C reaches this thread only
                raise

    def _given_hands(self, hands: Sequence[Given | None] | None) -> list[Cards]:
        if hands is None:
            return []
        if isinstance(hands, (str, Cards)) or not isinstance(hands, Sequence):
            raise BadOption("hands is a sequence with the cards of each seat", "bad-hands")
        if len(hands) > self.players:
            raise BadOption(f"the table has {self.players} seats, not {len(hands)}", "no-such-seat")
        return [Cards(hand if hand is not None else "", deck=self.deck.name) for hand in hands]

    def __reduce__(self) -> tuple[object, ...]:
        return game, (self.name,)

    def __repr__(self) -> str:
        return f"<Game {self.name}>"


def _load() -> tuple[Game, ...]:
    games: list[Game] = []
    while (about := _core.about(len(games))) is not None:
        games.append(Game(len(games), about))
    return tuple(games)


_GAMES = _load()


def game_number(number: int) -> Game:
    """The game of that number in the core."""
    return _GAMES[number]


def game_names() -> tuple[str, ...]:
    """The names of all games."""
    return tuple(game.name for game in _GAMES)


def game(name: str) -> Game:
    """The game of a name.

    :raises BadOption: when there is none
    """
    for each in _GAMES:
        if each.name == name:
            return each
    raise BadOption(f"there is no table {shown(name)}; there are {', '.join(game_names())}", "no-such-game")
