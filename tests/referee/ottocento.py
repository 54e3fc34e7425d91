"""A slow and plain referee of Ottocento (Tarocco Bolognese), written from the rules (section OT) and nothing else.

Four seats, 0 and 2 against 1 and 3, play fifteen tricks with 62 cards. What counts is the cards that each team takes,
the last trick, the combinations declared from the hands and the combinations in the cards that each team ends with.

Cards are texts. Suited: a rank ``A 6 7 8 9 10 J C Q K`` (C is the knight) and a suit ``d c b s`` (coins, cups, batons,
swords): ``Kd``, ``10c``, ``Cb``. Trumps: ``ANGEL WORLD SUN MOON 16 15 ... 5 MOOR1 MOOR2 MOOR3 MOOR4 BEGATO``. The
``MATTO`` is of no suit and no trump. Rows of cards stand in deck order, except where something else is said.
*Team* 0 is the seats 0 and 2, team 1 the seats 1 and 3. *Suit led* is ``d c b s`` or ``trump``.

Moves (keys):

* ``("discard", (card, card))``: the dealer lays away two cards, named in deck order;
* ``("declare",)``: a seat declares all of its combinations; only when it has one. ``("pass",)``: it declines;
* ``("play", card)``. The four Moors are equal in rank and yet four cards: each is a move of its own.

The order of steps is: the dealer discards; then, from the seat after the dealer, each seat declares or declines and at
once plays its first card (OT-2: "before its first card"); then only cards are played.

``table()`` has these keys, all of them public:

* ``dealer``, ``turn`` (None when the deal is over), ``phase``: "discard", "declare", "play" or "over";
* ``hand_sizes``: per seat; ``discarded``: 0 or 2; ``discards``: None until the deal is over, then the two cards;
* ``declarations``: per seat None (has not had the step), () (declined) or the cards shown;
* ``declared_points``: per seat, what its declaration scores (0 without one);
* ``leader``: the seat that leads or led the trick on the table (None in the phases "discard" and "over");
* ``trick``: the cards on the table as (seat, card), in order of play; empty as soon as a trick is full;
* ``suit_led``: of the trick on the table, None while nothing or only the Matto lies there;
* ``last_trick``: the last full trick, as ``trick``; None before the first; ``last_winner``: the seat that won it;
* ``tricks``: tricks won per team; ``tricks_by_seat``;
* ``captured``: per team the cards from tricks, the Matto with the team that played it, without the discards, as they
  lay before OT-7 also when the deal is over; ``captured_counts``: their numbers;
* ``played``: per seat its cards in order of play.

``known()`` tells what else is public of hidden cards, in these keys: ``unseen`` (cards that were not played: they are
in a hand or discarded), ``shown`` (per seat the declared cards that it still holds), ``voids`` (per seat the suits,
among them "trump", that its plays showed it to be void of; void of "trump" says nothing of the Matto) and
``not_discarded`` (cards among the unseen that can't be discarded, so they are in a hand). These facts do not say all
that a declaration tells of cards that were *not* shown: ``fits(hands, discards)`` does.

``result()`` of a finished deal has these keys:

* ``totals``: per team; ``winner``: a team, None for a draw; ``points``: per seat, its team's total minus the other's;
* ``card_points``, ``last_trick``, ``declarations``, ``combinations``: per team, the four lines of a total (OT-8);
* ``sets``, ``sequences``: per team, the two parts of ``combinations``, doubled where that is due;
* ``declared_points``: per seat; ``tricks``: per team;
* ``matto_team``: the team that played the Matto; ``matto_trick_winner``: the team that won that trick;
* ``matto_lost``: whether its team had no trick and so lost it (OT-7);
* ``price``: the card given for the Matto, or None; ``price_from``: the team that gave it, or None;
* ``discards``: the two cards; ``discards_team``: the team that they end with; ``discards_lost``: whether they moved;
* ``piles``: per team the cards that it ends with.

Where section OT is silent, this referee decides as follows:

* OT-2: the steps of declaring stand between the first cards, as told above; so a later seat sees earlier first cards.
* OT-6.4: a contatore fills a place only where the count needs it (see Sequence); the Begato fills before the Matto, and
  places fill from the highest. Nothing in the points hangs on that.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence as Row
from fractions import Fraction
from itertools import combinations as choices
from itertools import product
from math import comb
from typing import NamedTuple

SEATS = 4
TRICKS = 15

# Deck order (head of the rules).
SUITS: tuple[str, ...] = ("d", "c", "b", "s")
RANKS: tuple[str, ...] = ("A", "6", "7", "8", "9", "10", "J", "C", "Q", "K")
NUMBERED: tuple[str, ...] = ("16", "15", "14", "13", "12", "11", "10", "9", "8", "7", "6", "5")
MOORS: tuple[str, ...] = ("MOOR1", "MOOR2", "MOOR3", "MOOR4")
TRUMPS: tuple[str, ...] = ("ANGEL", "WORLD", "SUN", "MOON", *NUMBERED, *MOORS, "BEGATO")  # OT-3; the Matto is none
SUITED: tuple[str, ...] = tuple(rank + suit for suit in SUITS for rank in RANKS)
DECK: tuple[str, ...] = (*SUITED, *TRUMPS, "MATTO")
TRUMP = "trump"  # the name of the trumps as a suit

SUIT_NAMES: dict[str, str] = {"d": "coins", "c": "cups", "b": "batons", "s": "swords"}

# OT-6.4. OT-5: the tarocchi.
CONTATORI: tuple[str, ...] = ("BEGATO", "MATTO")
TAROCCHI: tuple[str, ...] = ("ANGEL", "WORLD", "BEGATO", "MATTO")

# OT-3, from the highest.
LONG_SUIT: tuple[str, ...] = ("K", "Q", "C", "J", "10", "9", "8", "7", "6", "A")  # swords and batons
ROUND_SUIT: tuple[str, ...] = ("K", "Q", "C", "J", "A", "6", "7", "8", "9", "10")  # cups and coins

# OT-1: what the dealer never discards.
NEVER_DISCARDED: frozenset[str] = frozenset(
    ["Kd", "Kc", "Kb", "Ks", "ANGEL", "WORLD", "BEGATO", "MATTO"]
)

# OT-5: the cards of each set, and what three and four of them score.
SETS: tuple[tuple[str, tuple[str, ...], int, int], ...] = (
    ("tarocchi", TAROCCHI, 18, 36),
    ("kings", ("Kd", "Kc", "Kb", "Ks"), 17, 34),
    ("queens", ("Qd", "Qc", "Qb", "Qs"), 14, 28),
    ("knights", ("Cd", "Cc", "Cb", "Cs"), 13, 26),
    ("jacks", ("Jd", "Jc", "Jb", "Js"), 12, 24),
)

SEQUENCES: tuple[str, ...] = ("coins", "cups", "batons", "swords", "aces", "moors", "grande")  # OT-6: seven possible

Key = tuple[object, ...]
Layout = tuple[tuple[frozenset[str], ...], frozenset[str]]  # the cards in the four hands, and the discards


def in_deck_order(cards: Iterable[str]) -> tuple[str, ...]:
    """The cards in deck order."""
    return tuple(sorted(cards, key=DECK.index))


def suit_of(card: str) -> str | None:
    """The suit of a card: ``d c b s`` or ``trump``; None for the Matto, which has none (OT-3)."""
    if card == "MATTO":
        return None
    if card in TRUMPS:
        return TRUMP
    if card in SUITED:
        return card[-1]
    raise ValueError(f"OT-1: {card!r} is no card of the pack")


def team_of(seat: int) -> int:
    """The partners are 0 and 2, 1 and 3."""
    return seat % 2


# Card points.


def card_value(card: str) -> int:
    """OT-4: the value of a card before half a point is taken off."""
    if card in TAROCCHI:
        return 5
    if card not in SUITED:
        return 1
    return {"K": 5, "Q": 4, "C": 3, "J": 2}.get(card[:-1], 1)


def card_points(cards: Iterable[str]) -> Fraction:
    """OT-4: the card points, exactly: the values, minus half a point for every card."""
    return sum((card_value(card) - Fraction(1, 2) for card in cards), Fraction(0))


# Tricks.


def suit_led(trick: Row[str]) -> str | None:
    """The suit that the cards of a trick, in order of play, oblige to. None while there is no card but the Matto."""
    for card in trick:
        if card != "MATTO":
            return suit_of(card)  # OT-3: after a led Matto the next card's suit is the suit led
    return None


def beats(card: str, other: str, led: str) -> bool:
    """OT-3: whether a card beats another one that was played before it, in a trick where this suit was led."""
    if card == "MATTO":
        return False
    if other == "MATTO":
        return True
    if suit_of(card) == TRUMP and suit_of(other) == TRUMP:
        if card in MOORS and other in MOORS:
            return True  # of several Moors the last one played
        return TRUMPS.index(card) < TRUMPS.index(other)
    if suit_of(card) == TRUMP or suit_of(other) == TRUMP:
        return suit_of(card) == TRUMP
    if suit_of(card) == led and suit_of(other) == led:
        order = LONG_SUIT if led in ("s", "b") else ROUND_SUIT
        return order.index(card[:-1]) < order.index(other[:-1])
    return suit_of(card) == led


def trick_winner(trick: Row[str]) -> int:
    """The index of the card that wins (so far) among cards in order of play. The Matto alone wins nothing."""
    led = suit_led(trick)
    if led is None:
        raise ValueError("OT-3: the Matto never wins")
    best = 0
    for index in range(1, len(trick)):
        if beats(trick[index], trick[best], led):
            best = index
    return best


def follows(hand: Iterable[str], trick: Row[str]) -> set[str]:
    """OT-3: the cards of a hand that may be played to the cards that lie in the trick (none for a lead)."""
    held = set(hand)
    led = suit_led(trick)
    if led is None:
        return held  # a lead, or the first card after a led Matto
    of_suit = {card for card in held if suit_of(card) == led}
    of_trumps = {card for card in held if suit_of(card) == TRUMP}
    matto = held & {"MATTO"}  # it may always be played, and it never obliges
    if of_suit:
        return of_suit | matto
    if of_trumps:
        return of_trumps | matto
    return held


def void_shown(trick: Row[str], card: str) -> frozenset[str]:
    """What playing this card to the cards of a trick shows its seat to be void of: suits, among them "trump".

    The Matto may always be played (OT-3), so it shows nothing, and nobody is shown to lack it. A card of the suit led
    shows nothing. A trump on another suit shows a void of that suit. Any other card shows a void of the suit led and of
    trumps.
    """
    led = suit_led(trick)
    if led is None or card == "MATTO" or suit_of(card) == led:
        return frozenset()
    if suit_of(card) == TRUMP:
        return frozenset([led])
    return frozenset([led, TRUMP])


# Combinations.


class Set(NamedTuple):
    """Three or four of a kind (OT-5)."""

    name: str
    cards: tuple[str, ...]
    points: int


class Sequence(NamedTuple):
    """A sequence (OT-6). It has as many cards as there are real ones and contatori."""

    name: str
    cards: tuple[str, ...]  # the real cards in the order of the sequence, the contatori not among them
    fills: tuple[tuple[str, str], ...]  # (contatore, the card that it stands for)
    added: tuple[str, ...]  # the contatori that fill nothing: they add one each just the same
    points: int

    @property
    def contatori(self) -> tuple[str, ...]:
        """Every contatore of the sequence, which is every one that is held."""
        return tuple(contatore for contatore, _ in self.fills) + self.added

    @property
    def length(self) -> int:
        return len(self.cards) + len(self.contatori)


class Combinations(NamedTuple):
    """All that a set of cards scores by OT-5 and OT-6."""

    sets: tuple[Set, ...]  # in the order of OT-5
    sequences: tuple[Sequence, ...]  # in the order of SEQUENCES

    @property
    def sets_doubled(self) -> bool:
        return len(self.sets) >= 3  # OT-5

    @property
    def sequences_doubled(self) -> bool:
        return len(self.sequences) >= 3  # OT-6

    @property
    def set_points(self) -> int:
        """The sum of the sets, doubled where that is due."""
        return sum(line.points for line in self.sets) * (2 if self.sets_doubled else 1)

    @property
    def sequence_points(self) -> int:
        """The sum of the sequences, doubled where that is due."""
        return sum(line.points for line in self.sequences) * (2 if self.sequences_doubled else 1)

    @property
    def total(self) -> int:
        return self.set_points + self.sequence_points

    @property
    def shown(self) -> tuple[str, ...]:
        """OT-2: the cards that a seat shows when it declares: those that count in a scoring combination."""
        cards: set[str] = set()
        for line in self.sets:
            cards.update(line.cards)
        for sequence in self.sequences:
            cards.update(sequence.cards)
            cards.update(sequence.contatori)
        return in_deck_order(cards)


def sequence_points(length: int) -> int:
    """OT-6: 10 for three cards, and 5 for each more."""
    return 0 if length < 3 else 10 + 5 * (length - 3)


def _sequence(name: str, real: Row[str], contatori: Row[str], filled: Row[str]) -> Sequence:
    """The sequence of these real cards and all the contatori, which stand for the places in turn."""
    return Sequence(
        name,
        tuple(real),
        tuple(zip(contatori, filled)),
        tuple(contatori[len(filled) :]),
        sequence_points(len(real) + len(contatori)),
    )


def _suit_sequence(held: frozenset[str], suit: str) -> Sequence | None:
    """OT-6.1."""
    contatori = [card for card in CONTATORI if card in held]
    honours = [rank + suit for rank in ("Q", "C", "J")]
    real = [card for card in honours if card in held]
    missing = [card for card in honours if card not in held]
    if "K" + suit not in held:
        return None  # a real king ...
    if len(real) < 1 or len(real) + len(contatori) < 2:
        return None  # ... and two of queen, knight, jack, at least one of them real
    ace = [card for card in ["A" + suit] if card in held]  # the ace adds one
    needed = max(0, 2 - len(real))
    return _sequence(SUIT_NAMES[suit], ["K" + suit, *real, *ace], contatori, missing[:needed])


def _equal_cards(held: frozenset[str], name: str, cards: Row[str]) -> Sequence | None:
    """OT-6.2: the aces, or the Moors."""
    contatori = [card for card in CONTATORI if card in held]
    real = [card for card in cards if card in held]
    missing = [card for card in cards if card not in held]
    if len(real) < 2 or len(real) + len(contatori) < 3:
        return None  # three or more, at least two of them real
    needed = max(0, 3 - len(real))
    return _sequence(name, real, contatori, missing[:needed])


def _grande(held: frozenset[str]) -> Sequence | None:
    """OT-6.3 and OT-6.4: walk down as far as it goes, filling a missing place whenever that is allowed."""
    contatori = [card for card in CONTATORI if card in held]
    top = [card for card in ("WORLD", "SUN", "MOON") if card in held]
    if "ANGEL" not in held:
        return None  # a real Angel ...
    if len(top) < 1 or len(top) + len(contatori) < 2:
        return None  # ... and two of World, Sun, Moon, at least one real
    real = ["ANGEL", *top]
    filled: list[str] = []
    if len(top) == 1:
        # The contatore stands for one that does not touch 16: never for the Moon.
        filled.append("SUN" if "WORLD" in held else "WORLD")
    filled_before = False  # whether the place before was filled; a Moon that is left out is not
    complete = True
    for place in NUMBERED:
        if place in held:
            real.append(place)
            filled_before = False
        elif len(filled) < len(contatori) and not filled_before:
            filled.append(place)
            filled_before = True
        else:
            complete = False
            break
    if complete:
        real.extend(card for card in MOORS if card in held)  # OT-6.3, also after a filled 5
    return _sequence("grande", real, contatori, filled)


def combinations(cards: Iterable[str]) -> Combinations:
    """Every set and sequence in a number of cards (OT-5, OT-6), as they count in a declaration and in the end."""
    held = frozenset(cards)
    for card in held:
        if card not in DECK:
            raise ValueError(f"OT-1: {card!r} is no card of the pack")
    sets: list[Set] = []
    for name, members, three, four in SETS:
        real = tuple(card for card in members if card in held)  # a contatore replaces nothing in a set
        if len(real) >= 3:
            sets.append(Set(name, real, four if len(real) == 4 else three))
    possible = [_suit_sequence(held, suit) for suit in SUITS]
    possible.append(_equal_cards(held, "aces", ["A" + suit for suit in SUITS]))
    possible.append(_equal_cards(held, "moors", MOORS))
    possible.append(_grande(held))
    return Combinations(tuple(sets), tuple(line for line in possible if line is not None))


def points(cards: Iterable[str]) -> int:
    """What all the combinations in these cards score together, doublings included."""
    return combinations(cards).total


# A second way to the same points: try every way to use the contatori, and take the best.


def _places(name: str) -> list[str]:
    """The cards that a sequence can hold besides contatori, from the highest; a real one is needed for the first."""
    if name == "aces":
        return ["A" + suit for suit in SUITS]
    if name == "moors":
        return list(MOORS)
    if name == "grande":
        return ["ANGEL", "WORLD", "SUN", "MOON", *NUMBERED, *MOORS]
    suit = {long: short for short, long in SUIT_NAMES.items()}[name]
    return [rank + suit for rank in ("K", "Q", "C", "J", "A")]


def _length(name: str, held: frozenset[str], filled: frozenset[str], added: int) -> int:
    """How many cards the sequence has when just these places are filled and so many contatori added; 0: it is none."""
    places = _places(name)
    there = [card for card in places if card in held or card in filled]
    if name in ("aces", "moors"):
        real = [card for card in places if card in held]
        length = len(there) + added
        return length if len(real) >= 2 and length >= 3 else 0
    if places[0] not in held:
        return 0
    middle = places[1:4]  # queen, knight, jack; or World, Sun, Moon
    if len([card for card in middle if card in there]) < 2 or not any(card in held for card in middle):
        return 0
    if name != "grande":
        return len(there) + added
    for above, below in (("WORLD", "SUN"), ("SUN", "MOON")):
        if above in filled and below in filled:
            return 0  # two in a row, and the walk has not even begun
    length = 1 + len([card for card in middle if card in there])
    for above, below in zip(["MOON", *NUMBERED], NUMBERED):
        if below not in there or (above in filled and below in filled):
            return length + added
        length += 1
    return length + len([card for card in MOORS if card in there]) + added


def longest_by_search(cards: Iterable[str], name: str) -> int:
    """The greatest length of a sequence over every use of each contatore: added, or filling any one missing place."""
    held = frozenset(cards)
    count = len([card for card in CONTATORI if card in held])
    uses = [None, *(card for card in _places(name) if card not in held)]
    best = 0
    for use in product(uses, repeat=count):
        filled = [place for place in use if place is not None]
        if len(set(filled)) == len(filled):
            best = max(best, _length(name, held, frozenset(filled), count - len(filled)))
    return best


def points_by_search(cards: Iterable[str]) -> int:
    """The points once more, found by trying. Slow; it must equal points()."""
    held = frozenset(cards)
    sets = []
    for _, members, three, four in SETS:
        sets.append({3: three, 4: four}.get(len(held.intersection(members)), 0))
    sequences = [sequence_points(longest_by_search(held, name)) for name in SEQUENCES]
    total = 0
    for lines in (sets, sequences):
        scoring = [amount for amount in lines if amount > 0]
        total += sum(scoring) * (2 if len(scoring) >= 3 else 1)
    return total


# The deal.


class Referee:
    """The one deal of a match of Ottocento, from the cards as dealt (OT-1)."""

    hands: list[list[str]]  # what each seat holds now, in deck order
    turn: int | None  # the seat to act, None when the deal is over
    phase: str  # "discard", "declare", "play" or "over"

    def __init__(self, hands: Row[Row[str]], dealer: int) -> None:
        if dealer not in range(SEATS):
            raise ValueError("OT-1: the dealer is one of the four seats")
        if [len(hand) for hand in hands] != [17 if seat == dealer else 15 for seat in range(SEATS)]:
            raise ValueError("OT-1: a deal is 17 cards for the dealer and 15 for each of the others")
        dealt = [card for hand in hands for card in hand]
        if set(dealt) != set(DECK):
            raise ValueError("OT-1: a deal holds each of the 62 cards once")
        self.hands = [list(in_deck_order(hand)) for hand in hands]
        self.dealer = dealer
        self.turn = dealer
        self.phase = "discard"
        self.history: list[tuple[int, Key]] = []  # every move with its seat; the discard among them is not public

        self._discards: tuple[str, ...] = ()
        self._declarations: list[tuple[str, ...] | None] = [None] * SEATS
        self._leader: int | None = None
        self._trick: list[tuple[int, str]] = []
        self._last_trick: tuple[tuple[int, str], ...] | None = None
        self._last_winner: int | None = None
        self._tricks = [0] * SEATS
        self._captured: list[list[str]] = [[], []]
        self._played: list[list[str]] = [[] for _ in range(SEATS)]
        self._voids: list[frozenset[str]] = [frozenset()] * SEATS
        self._matto_team = -1
        self._matto_trick_winner = -1
        self._result: dict[str, object] | None = None

    @property
    def over(self) -> bool:
        return self.turn is None

    # Moves.

    def legal(self) -> set[Key]:
        """Every legal move of the seat to act."""
        if self.turn is None:
            return set()
        hand = self.hands[self.turn]
        if self.phase == "discard":
            allowed = [card for card in hand if card not in NEVER_DISCARDED]  # OT-1
            return {("discard", pair) for pair in choices(allowed, 2)}
        if self.phase == "declare":
            # OT-2: all or none; with no combination a seat can only decline.
            return {("pass",), ("declare",)} if combinations(hand).shown else {("pass",)}
        lying = [card for _, card in self._trick]
        return {("play", card) for card in follows(hand, lying)}

    def is_legal(self, key: Key) -> bool:
        return key in self.legal()

    def count(self) -> int:
        """How many legal moves there are, for the discards by a formula."""
        if self.phase == "discard":
            return comb(17 - len(NEVER_DISCARDED.intersection(self.hands[self.dealer])), 2)
        return len(self.legal())

    def play(self, key: Key) -> None:
        """Make a move for the seat to act. An illegal one raises ValueError and changes nothing."""
        seat = self.turn
        if seat is None:
            raise ValueError("OT-8: the deal is over")
        if not self.is_legal(key):
            clause = {"discard": "OT-1", "declare": "OT-2", "play": "OT-3"}[self.phase]
            raise ValueError(f"{clause}: seat {seat} may not {key!r}")
        self.history.append((seat, key))
        if self.phase == "discard":
            pair = key[1]
            assert isinstance(pair, tuple)
            self._discards = pair
            self.hands[seat] = [card for card in self.hands[seat] if card not in pair]
            self._leader = (self.dealer + 1) % SEATS  # OT-1
            self.turn = self._leader
            self.phase = "declare"
        elif self.phase == "declare":
            self._declarations[seat] = combinations(self.hands[seat]).shown if key == ("declare",) else ()
            self.phase = "play"  # the same seat plays its first card
        else:
            card = key[1]
            assert isinstance(card, str)
            self._play_card(seat, card)

    def _play_card(self, seat: int, card: str) -> None:
        self._voids[seat] |= void_shown([lying for _, lying in self._trick], card)
        self.hands[seat].remove(card)
        self._played[seat].append(card)
        self._trick.append((seat, card))
        if len(self._trick) == SEATS:
            self._end_trick()
        else:
            self.turn = (seat + 1) % SEATS
        if self.turn is not None:
            self.phase = "declare" if self._declarations[self.turn] is None else "play"

    def _end_trick(self) -> None:
        winner = self._trick[trick_winner([card for _, card in self._trick])][0]
        for seat, card in self._trick:
            if card == "MATTO":
                self._captured[team_of(seat)].append(card)  # OT-7: it stays with the team that played it
                self._matto_team = team_of(seat)
                self._matto_trick_winner = team_of(winner)
            else:
                self._captured[team_of(winner)].append(card)
        self._tricks[winner] += 1
        self._last_trick = tuple(self._trick)
        self._last_winner = winner
        self._trick = []
        self._leader = winner
        self.turn = winner
        if sum(self._tricks) == TRICKS:
            self._leader = None
            self.turn = None
            self.phase = "over"
            self._settle(winner)

    # The end.

    def _team_tricks(self) -> tuple[int, int]:
        return (self._tricks[0] + self._tricks[2], self._tricks[1] + self._tricks[3])

    def _declared_points(self) -> tuple[int, ...]:
        """OT-2: what each seat's declaration scores. The shown cards score the same as the whole hand."""
        return tuple(points(shown or ()) for shown in self._declarations)

    def _lines(self, piles: Row[Row[str]], last_winner: int) -> dict[str, tuple[int, int]]:
        """OT-8: the lines of the account, per team, when the teams end with these cards (an even number each)."""
        declared = self._declared_points()
        found = [combinations(pile) for pile in piles]
        lines: dict[str, list[int]] = {
            "card_points": [],
            "last_trick": [],
            "declarations": [],
            "combinations": [],
            "sets": [],
            "sequences": [],
            "totals": [],
        }
        for team in (0, 1):
            exact = card_points(piles[team])
            if exact.denominator != 1:
                raise AssertionError("OT-8: the piles are even, so no half points remain")
            lines["card_points"].append(int(exact))
            lines["last_trick"].append(6 if team == team_of(last_winner) else 0)  # OT-4
            lines["declarations"].append(declared[team] + declared[team + 2])
            lines["combinations"].append(found[team].total)
            lines["sets"].append(found[team].set_points)
            lines["sequences"].append(found[team].sequence_points)
            names = ("card_points", "last_trick", "declarations", "combinations")
            lines["totals"].append(sum(lines[name][team] for name in names))
        return {name: (amounts[0], amounts[1]) for name, amounts in lines.items()}

    def _settle(self, last_winner: int) -> None:
        """OT-7 and OT-8."""
        tricks = self._team_tricks()
        piles = [list(cards) for cards in self._captured]
        discards_team = team_of(self.dealer)
        matto_lost = False
        price: str | None = None
        price_from: int | None = None

        payer = self._matto_team
        if tricks[payer] == 0:
            # A team without any trick loses the Matto and pays nothing for it.
            matto_lost = True
            piles[payer].remove("MATTO")
            piles[1 - payer].append("MATTO")
        if tricks[discards_team] == 0:
            discards_team = 1 - discards_team
        piles[discards_team].extend(self._discards)

        if self._matto_trick_winner != payer and not matto_lost:
            price_from = payer
            price = self._price(payer, piles, last_winner)
            piles[payer].remove(price)
            piles[1 - payer].append(price)

        lines = self._lines(piles, last_winner)
        totals = lines["totals"]
        winner: int | None = None
        if totals[0] != totals[1]:
            winner = 0 if totals[0] > totals[1] else 1
        self._result = {
            **lines,
            "winner": winner,
            "points": tuple(totals[team_of(seat)] - totals[1 - team_of(seat)] for seat in range(SEATS)),
            "declared_points": self._declared_points(),
            "tricks": tricks,
            "matto_team": self._matto_team,
            "matto_trick_winner": self._matto_trick_winner,
            "matto_lost": matto_lost,
            "price": price,
            "price_from": price_from,
            "discards": self._discards,
            "discards_team": discards_team,
            "discards_lost": discards_team != team_of(self.dealer),
            "piles": tuple(in_deck_order(pile) for pile in piles),
        }

    def _price(self, payer: int, piles: Row[Row[str]], last_winner: int) -> str:
        """OT-7: the card that is given for the Matto."""
        captured = [card for card in self._captured[payer] if card != "MATTO"]  # in tricks: never the discards
        ones = [card for card in captured if card_value(card) == 1]
        if ones:
            possible = ones
        else:
            least = min(card_value(card) for card in captured)
            possible = [card for card in captured if card_value(card) == least]
        best: str | None = None
        best_margin = 0
        for card in in_deck_order(possible):  # of equals the first in deck order
            after = [list(pile) for pile in piles]
            after[payer].remove(card)
            after[1 - payer].append(card)
            totals = self._lines(after, last_winner)["totals"]
            margin = totals[payer] - totals[1 - payer]
            if best is None or margin > best_margin:
                best = card
                best_margin = margin
        assert best is not None  # a team with a trick captured three cards at least besides the Matto
        return best

    # Looking.

    def table(self) -> dict[str, object]:
        """The public record: what lies open before the players."""
        return {
            "dealer": self.dealer,
            "turn": self.turn,
            "phase": self.phase,
            "hand_sizes": tuple(len(hand) for hand in self.hands),
            "discarded": len(self._discards),
            "discards": self._discards if self.over else None,  # OT-7: face down until the deal is over
            "declarations": tuple(self._declarations),
            "declared_points": self._declared_points(),
            "leader": self._leader,
            "trick": tuple(self._trick),
            "suit_led": suit_led([card for _, card in self._trick]),
            "last_trick": self._last_trick,
            "last_winner": self._last_winner,
            "tricks": self._team_tricks(),
            "tricks_by_seat": tuple(self._tricks),
            "captured": tuple(in_deck_order(cards) for cards in self._captured),
            "captured_counts": tuple(len(cards) for cards in self._captured),
            "played": tuple(tuple(cards) for cards in self._played),
        }

    def result(self) -> dict[str, object]:
        """How the deal was settled, once it is over."""
        if self._result is None:
            raise ValueError("OT-8: the deal is not over")
        return dict(self._result)

    # What is publicly known of hidden cards.

    def _unseen(self) -> tuple[str, ...]:
        out = {card for cards in self._played for card in cards}
        if self.over:
            out.update(self._discards)  # they are turned up
        return tuple(card for card in DECK if card not in out)

    def known(self) -> dict[str, object]:
        """What is public of the cards in the hands and of the discards; see the head of this file."""
        unseen = self._unseen()
        shown = [
            tuple(card for card in self._declarations[seat] or () if card not in self._played[seat])
            for seat in range(SEATS)
        ]
        return {
            "unseen": unseen,
            "shown": tuple(shown),
            "voids": tuple(self._voids),
            "not_discarded": tuple(card for card in unseen if card in NEVER_DISCARDED),
        }

    def _hand_fits(self, seat: int, hand: frozenset[str]) -> bool:
        """Whether a seat can hold just these cards, by all that is public of this seat."""
        if len(hand) != len(self.hands[seat]):
            return False
        if any(suit_of(card) in self._voids[seat] for card in hand):
            return False  # a void stays, for no card comes back; the Matto is of no suit
        declared = self._declarations[seat]
        if declared:
            # OT-2: exactly those that count in a scoring combination were shown. So the hand that it declared from
            # holds them, and it holds no more that scores or that would have counted along.
            return combinations(hand.union(self._played[seat])).shown == declared
        return True  # whoever declined shows nothing

    def fits(self, hands: Row[Iterable[str]], discards: Iterable[str]) -> bool:
        """Whether a full layout of the cards that were not played agrees with all that is public.

        hands: what each of the four seats holds now. discards: the two cards (none before the dealer has discarded).
        When the deal is over the discards are public too.
        """
        layout = [frozenset(hand) for hand in hands]
        away = frozenset(discards)
        everything = [card for cards in layout for card in cards] + sorted(away)
        out = {card for cards in self._played for card in cards}
        if len(layout) != SEATS or in_deck_order(everything) != tuple(card for card in DECK if card not in out):
            return False
        if len(away) != len(self._discards) or away & NEVER_DISCARDED:
            return False  # OT-1
        if self.over and away != frozenset(self._discards):
            return False
        return all(self._hand_fits(seat, layout[seat]) for seat in range(SEATS))

    def fits_by_replay(self, hands: Row[Iterable[str]], discards: Iterable[str]) -> bool:
        """The same by a second way: deal that layout, make the same moves, and see whether the same lies open."""
        away = in_deck_order(discards)
        dealt = [[*hands[seat], *self._played[seat]] for seat in range(SEATS)]
        dealt[self.dealer].extend(away)
        try:
            other = Referee(dealt, self.dealer)
            for seat, key in self.history:
                if seat != other.turn:
                    return False
                other.play(("discard", away) if key[0] == "discard" else key)
        except ValueError:
            return False
        return other.table() == self.table()

    def layouts(self, seat: int | None = None) -> Iterator[Layout]:
        """Every layout that fits; with a seat, every one that fits what this seat knows too. For small endings only.

        A seat knows its own cards; the dealer also knows the discards.
        """
        fixed: dict[int, frozenset[str]] = {}
        unseen = [card for card in DECK if all(card not in cards for cards in self._played)]
        away: frozenset[str] | None = None
        if seat is not None:
            fixed[seat] = frozenset(self.hands[seat])
        if seat == self.dealer or self.over:
            away = frozenset(self._discards)
        for known in [*fixed.values(), away or frozenset()]:
            unseen = [card for card in unseen if card not in known]

        def deal(next_seat: int, left: list[str], hands: tuple[frozenset[str], ...]) -> Iterator[Layout]:
            if next_seat == SEATS:
                discards = frozenset(left) if away is None else away
                if self.fits(hands, discards):
                    yield (hands, discards)
                return
            if next_seat in fixed:
                yield from deal(next_seat + 1, left, (*hands, fixed[next_seat]))
                return
            for chosen in choices(left, len(self.hands[next_seat])):
                hand = frozenset(chosen)
                if self._hand_fits(next_seat, hand):
                    yield from deal(next_seat + 1, [card for card in left if card not in hand], (*hands, hand))

        yield from deal(0, unseen, ())
