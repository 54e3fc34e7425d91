"""A slow and plain referee of Guandan, written from the house rules (section GD) and from nothing else.

Four seats, partners 0+2 (team 0) and 1+3 (team 1), two packs, 27 cards each. Whoever empties the hand first wins the
deal for its team, which rises 1, 2 or 3 levels; the level decides which rank is strong and which cards are wild. One
object of `Referee` is one deal: tribute, returns, play, and what the next deal starts from.

Cards are texts: rank and suit (``TH``, ``2C``), black joker ``BJ``, red joker ``RJ``. Equal texts occur twice, one of
each pack. Ranks and levels are the first letters: ``2 3 4 5 6 7 8 9 T J Q K A``. A *natural* card is one that is not
wild; the wild cards are the two hearts of the level rank, and they count as wild wherever they stand.

Keys of moves (`legal`, `is_legal`, `play`):

* ``("pass",)``
* ``("return", card)``: the card that a receiver of tribute gives back
* ``("play", shape, rank, naturals, wilds, suit)``: a reading, the ranks of its natural cards, low to high by `RANKS`
  (2 ... A, BJ, RJ), the number of its wild cards, and the suit of a straight flush (else None). `rank` is the main
  rank: of a full house that of the triple, of a sequence its top rank (A2345: 5; QQKKAA: A), of a lone wild, or of two,
  the level rank, of four jokers RJ.

`plays` and `class_of` give such keys without the leading "play".

A key does not say which suits are played: `play` takes the concrete cards too. Without them it takes those of the class
that come first in deck order.

`table()`, all that lies open:

* ``level``, ``levels`` (of both teams, before the deal), ``previous`` (places of the last deal, or None)
* ``phase``: "return", "play" or "over"
* ``tribute``: (payer, receiver, card) of each, that to the 1st first; ``returns``: (giver, receiver, card) of each
* ``cancelled``: no tribute, since the ``payers`` hold both red jokers; ``payers``: who owes tribute, () in a first deal
* ``leader``: the seat that leads or led this trick (None while returns are due)
* ``leading``: the seat whose play is to be beaten; ``to_beat``: the key of that play, without the leading "play";
  ``cards``: its cards in deck order
* ``trick``: of each seat what it did last in this trick: None, ("pass",) or ("play", ...)
* ``passes``: how many passes since the last play
* ``places``: the seats that are out, 1st first (four of them when the deal is over)
* ``hand_sizes``; ``known``: of each seat the cards, in deck order, that it surely still holds since all saw it get them

`result()`, once the deal is over:

* ``places``, ``winner`` (team), ``rise`` (3, 2 or 1, before the cap), ``points`` of each seat (+rise for the winners,
  -rise for the others)
* ``level`` of the deal, ``levels_before``, ``levels`` (after the deal), ``match_winner`` (team or None)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, combinations_with_replacement, product
from typing import NamedTuple

RANKS: tuple[str, ...] = ("2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A", "BJ", "RJ")
LEVELS: tuple[str, ...] = RANKS[:13]  # GD-1.2
JOKERS: tuple[str, ...] = ("BJ", "RJ")
SUITS: tuple[str, ...] = ("C", "D", "H", "S")
ORDINARY: tuple[str, ...] = tuple(rank + suit for suit in SUITS for rank in LEVELS)
DECK_ORDER: tuple[str, ...] = ORDINARY + JOKERS  # clubs 2 ... A, diamonds, hearts, spades, black joker, red joker

SEATS = 4
HAND = 27  # GD-2
WILDS = 2  # GD-2: the two hearts of the level rank

# GD-5.3: the ace is high or low, and nothing wraps: every sequence is a piece of this ladder.
LADDER: tuple[str, ...] = ("A", *LEVELS)

# GD-6
SHAPES: tuple[str, ...] = (
    "single",
    "pair",
    "triple",
    "full-house",
    "straight",
    "tube",
    "plate",
    "bomb",
    "straight-flush",
    "joker-bomb",
)

Key = tuple[str, str, tuple[str, ...], int, str | None]
"""Shape, main rank, ranks of the natural cards from low to high, number of wild cards, suit of a straight flush."""


class Reading(NamedTuple):
    """One way to read cards as a combination: all that an answer to it has to look at."""

    shape: str
    rank: str  # the main rank; of a sequence its top rank; of the joker bomb "RJ"
    size: int  # number of cards


# ------------------------------------------------------------------------------------------------------------- cards


def rank_of(card: str) -> str:
    return card if card in JOKERS else card[0]


def deck_index(card: str) -> int:
    return DECK_ORDER.index(card)


def in_deck_order(cards: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted(cards, key=deck_index))


def in_rank_order(ranks: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted(ranks, key=RANKS.index))


def is_wild(card: str, level: str) -> bool:
    """GD-2: the hearts of the level rank."""
    return card == level + "H"


def power(rank: str, level: str) -> int:
    """GD-4.2: a higher number for a stronger rank: red joker, black joker, level rank, A, K ... 2."""
    from_low = [other for other in LEVELS if other != level] + [level, "BJ", "RJ"]
    return from_low.index(rank)


def windows(length: int) -> list[tuple[str, ...]]:
    """GD-5.3: every row of so many consecutive ranks, the lowest first."""
    return [LADDER[start : start + length] for start in range(len(LADDER) - length + 1)]


# ------------------------------------------------------------------------------------------------------ combinations


def plain_reading(cards: Sequence[str]) -> Reading | None:
    """GD-5: what these cards are when none of them is wild. There is never more than one reading."""
    size = len(cards)
    counts = Counter(rank_of(card) for card in cards)
    if sorted(cards) == ["BJ", "BJ", "RJ", "RJ"]:
        return Reading("joker-bomb", "RJ", 4)  # GD-5.6
    if len(counts) == 1:
        (rank,) = counts
        if size == 1:
            return Reading("single", rank, 1)
        if size == 2:
            return Reading("pair", rank, 2)  # GD-5.2: two equal jokers too
        if rank in JOKERS:
            return None  # there are no three of them
        if size == 3:
            return Reading("triple", rank, 3)
        return Reading("bomb", rank, size)  # GD-5.6
    if size == 5 and sorted(counts.values()) == [2, 3]:
        # GD-5.2: triple and pair of different ranks; the pair may be two equal jokers.
        triple = next(rank for rank, count in counts.items() if count == 3)
        return None if triple in JOKERS else Reading("full-house", triple, 5)
    for shape, length, copies in (("straight", 5, 1), ("tube", 3, 2), ("plate", 2, 3)):
        for window in windows(length):
            if counts == {rank: copies for rank in window}:
                if shape == "straight" and len({card[1] for card in cards}) == 1:
                    shape = "straight-flush"  # GD-5.6: and then never a plain straight
                return Reading(shape, window[-1], size)
    return None


def readings(cards: Iterable[str], level: str) -> list[Reading]:
    """Every way to read exactly these cards as a combination; empty if there is none.

    This is the definition (GD-5.4), tried out: each wild card is replaced by each ordinary card.
    """
    texts = list(cards)
    if any(count > 2 for count in Counter(texts).values()):
        return []  # GD-2: two packs
    natural = [card for card in texts if not is_wild(card, level)]
    wilds = len(texts) - len(natural)
    if not natural:
        # GD-5.4: played alone, one wild is a single of the level rank and two are a pair of it.
        return {0: [], 1: [Reading("single", level, 1)], 2: [Reading("pair", level, 2)]}[wilds]
    found: set[Reading] = set()
    for replaced in combinations_with_replacement(ORDINARY, wilds):
        reading = plain_reading([*natural, *replaced])
        if reading is not None:
            found.add(reading)
    return sorted(found, key=lambda reading: (SHAPES.index(reading.shape), RANKS.index(reading.rank)))


def class_of(cards: Iterable[str], reading: Reading, level: str) -> Key:
    """The key of the move that these cards make when they are read so."""
    texts = list(cards)
    if reading not in readings(texts, level):
        raise ValueError(f"GD-5: {' '.join(texts)} can't be read as {reading}")
    natural = [card for card in texts if not is_wild(card, level)]
    suit = natural[0][1] if reading.shape == "straight-flush" else None
    ranks = in_rank_order(rank_of(card) for card in natural)
    return (reading.shape, reading.rank, ranks, len(texts) - len(natural), suit)


def reading_of(key: Key) -> Reading:
    shape, rank, naturals, wilds, _ = key
    return Reading(shape, rank, len(naturals) + wilds)


def bomb_class(reading: Reading) -> int:
    """GD-5.6: 0 for what is no bomb; a bomb of a higher class beats one of a lower, whatever their ranks."""
    order = ["bomb 4", "bomb 5", "straight-flush 5", "bomb 6", "bomb 7", "bomb 8", "bomb 9", "bomb 10", "joker-bomb 4"]
    if reading.shape not in ("bomb", "straight-flush", "joker-bomb"):
        return 0
    return 1 + order.index(f"{reading.shape} {reading.size}")


def beats(answer: Reading, table: Reading, level: str) -> bool:
    """GD-4.3 and GD-5.6: whether the answer may be played on what lies on the table."""
    if bomb_class(answer) != bomb_class(table):
        # A bomb beats what is none; of two bombs the one of the higher class wins.
        return bomb_class(answer) > bomb_class(table)
    # GD-4.3: the same kind and number of cards (of bombs: the same class) and a higher main rank.
    if answer.shape != table.shape:
        return False
    if answer.shape in ("straight", "tube", "plate", "straight-flush"):
        # GD-5.3: natural ranks. By its top rank: A2345 (top 5) is the lowest straight, TJQKA (top A) the highest.
        return LEVELS.index(answer.rank) > LEVELS.index(table.rank)
    return power(answer.rank, level) > power(table.rank, level)  # GD-4.2; two joker bombs never meet


def _with_wilds(rank: str, size: int, held: Counter[str], wilds: int) -> Iterator[tuple[int, int]]:
    """Every way to have so many of one rank, as (natural cards, wild cards), with no more wild cards than these."""
    for used in range(0, min(wilds, size) + 1):
        if rank in JOKERS and used > 0:
            continue  # GD-5.4: a wild card is no joker
        if held[rank] >= size - used:
            yield size - used, used


def _combinations(held: Counter[str], suits: dict[str, set[str]], wilds: int, level: str) -> Iterator[Key]:
    """Every combination in a hand of these natural ranks (held, and in which suits) and so many wild cards."""
    # GD-5.4: wild cards alone.
    if wilds >= 1:
        yield ("single", level, (), 1, None)
    if wilds >= 2:
        yield ("pair", level, (), 2, None)

    # GD-5.1, GD-5.6: cards of one rank, at least one of them natural.
    for rank in RANKS:
        for size in range(1, 11):
            shape = {1: "single", 2: "pair", 3: "triple"}.get(size, "bomb")
            for natural, used in _with_wilds(rank, size, held, wilds):
                if natural >= 1:
                    yield (shape, rank, (rank,) * natural, used, None)
    if held["BJ"] == 2 and held["RJ"] == 2:
        yield ("joker-bomb", "RJ", ("BJ", "BJ", "RJ", "RJ"), 0, None)

    # GD-5.2: triple and pair of different ranks. Two wild cards can be the whole pair, of whatever other rank.
    for triple in LEVELS:
        for natural, used in _with_wilds(triple, 3, held, wilds):
            if natural == 0:
                continue
            for pair in RANKS:
                if pair == triple:
                    continue
                for more, used_too in _with_wilds(pair, 2, held, wilds - used):
                    ranks = in_rank_order((triple,) * natural + (pair,) * more)
                    yield ("full-house", triple, ranks, used + used_too, None)

    # GD-5.3: tubes and plates: wild cards stand in for whatever is missing of each rank.
    for shape, length, copies in (("tube", 3, 2), ("plate", 2, 3)):
        for window in windows(length):
            for ways in product(*(list(_with_wilds(rank, copies, held, wilds)) for rank in window)):
                used = sum(way[1] for way in ways)
                if used <= wilds:
                    natural_ranks = [rank for rank, way in zip(window, ways, strict=True) for _ in range(way[0])]
                    yield (shape, window[-1], in_rank_order(natural_ranks), used, None)

    # GD-5.3, GD-5.6: straights and straight flushes: wild cards stand in at some places, held or not.
    for window in windows(5):
        for used in range(wilds + 1):
            for kept in combinations(window, 5 - used):
                if any(not suits[rank] for rank in kept):
                    continue
                ranks = in_rank_order(kept)
                for suit in SUITS:
                    if all(suit in suits[rank] for rank in kept):
                        yield ("straight-flush", window[-1], ranks, used, suit)
                # GD-5.6 Reading: five natural cards of one suit are no plain straight: some two must differ.
                if used > 0 or len(set().union(*(suits[rank] for rank in kept))) > 1:
                    yield ("straight", window[-1], ranks, used, None)


def plays(hand: Iterable[str], level: str, beating: Reading | None = None) -> set[Key]:
    """Every different play that this hand holds; with `beating` only those that may be played on it.

    Passing is not among them.
    """
    texts = list(hand)
    natural = [card for card in texts if not is_wild(card, level)]
    held = Counter(rank_of(card) for card in natural)
    suits: dict[str, set[str]] = {rank: set() for rank in RANKS}
    for card in natural:
        if card not in JOKERS:
            suits[card[0]].add(card[1])
    found = set(_combinations(held, suits, len(texts) - len(natural), level))
    if beating is not None:
        allowed = {reading: beats(reading, beating, level) for reading in {reading_of(key) for key in found}}
        found = {key for key in found if allowed[reading_of(key)]}
    return found


def members(hand: Iterable[str], key: Key, level: str) -> list[tuple[str, ...]]:
    """Every different choice of cards out of this hand that makes this move, each in deck order, the first first."""
    shape, _, ranks, wilds, suit = key
    texts = list(hand)
    natural = [card for card in texts if not is_wild(card, level)]
    if len(texts) - len(natural) < wilds:
        return []
    choices: list[set[tuple[str, ...]]] = []
    for rank, count in Counter(ranks).items():
        of_rank = in_deck_order(card for card in natural if rank_of(card) == rank and suit in (None, card[1]))
        choices.append(set(combinations(of_rank, count)))
    found: set[tuple[str, ...]] = set()
    for chosen in product(*choices):
        cards = [card for part in chosen for card in part]
        if shape == "straight" and wilds == 0 and len({card[1] for card in cards}) == 1:
            continue  # GD-5.6: that is a straight flush
        found.add(in_deck_order(cards + [level + "H"] * wilds))
    return sorted(found, key=lambda cards: [deck_index(card) for card in cards])


# ---------------------------------------------------------------------------------------------------------- the deal


def team_of(seat: int) -> int:
    """GD-1.1: partners sit opposite."""
    return seat % 2


def partner_of(seat: int) -> int:
    return (seat + 2) % SEATS


def tribute_card(hand: Iterable[str], level: str) -> str:
    """GD-3.1: the strongest card, the wild cards excepted; GD-3.5: of equally strong ones the first in deck order."""
    natural = in_deck_order(card for card in hand if not is_wild(card, level))
    strongest = max(power(rank_of(card), level) for card in natural)
    return next(card for card in natural if power(rank_of(card), level) == strongest)


def return_cards(hand: Iterable[str], level: str) -> set[str]:
    """GD-3.3: the cards one of which a receiver of tribute may give back."""
    natural = [card for card in hand if not is_wild(card, level)]
    # Reading: 2 ... 10 is the printed rank, so level cards of the other suits qualify.
    low = {card for card in natural if rank_of(card) in ("2", "3", "4", "5", "6", "7", "8", "9", "T")}
    if low:
        return low
    lowest = min(power(rank_of(card), level) for card in natural)
    return {card for card in natural if power(rank_of(card), level) == lowest}


class Referee:
    """One deal of Guandan, and how the match stands before and after it.

    `hands` are the four hands as dealt, before any tribute. `levels` are those of team 0 and team 1 before the deal.
    `previous` are the places of the last deal (seats, 1st to 4th), or None for a first deal, which takes a `leader`.
    `level` is that of the deal; without it, that of the team that won the last deal, or in a first deal the level that
    both teams have.
    """

    turn: int | None  # the seat to act; None when the deal is over
    deal_over: bool
    over: bool  # the match has ended with this deal
    hands: list[list[str]]

    def __init__(
        self,
        hands: Sequence[Sequence[str]],
        leader: int | None = None,
        levels: Sequence[str] = ("2", "2"),
        level: str | None = None,
        previous: Sequence[int] | None = None,
    ) -> None:
        # GD-2: two packs, 108 cards, 27 each.
        if [len(hand) for hand in hands] != [HAND] * SEATS:
            raise ValueError("GD-2: a deal is four hands of 27 cards")
        if Counter(card for hand in hands for card in hand) != Counter(DECK_ORDER * 2):
            raise ValueError("GD-2: a deal holds each of the 54 cards twice")
        if len(levels) != 2 or any(text not in LEVELS for text in levels):
            raise ValueError("GD-1.2: a level is one of 2 ... 9 T J Q K A for each team")
        if (previous is None) == (leader is None):
            raise ValueError("GD-2, GD-3: a first deal has a leader, a later one the places of the deal before it")
        if previous is not None and sorted(previous) != list(range(SEATS)):
            raise ValueError("GD-1.1: the places are the four seats")
        if leader is not None and leader not in range(SEATS):
            raise ValueError("GD-2: no such seat to lead")
        if level is None:
            if previous is not None:
                level = levels[team_of(previous[0])]  # GD-1.2
            elif levels[0] == levels[1]:
                level = levels[0]  # GD-1.2: in a match that begins at its beginning, 2
            else:
                raise ValueError("GD-1.2: a first deal between different levels must be told its level")
        if level not in LEVELS:
            raise ValueError("GD-1.2: no such level")

        self.hands = [list(hand) for hand in hands]
        self.turn = None
        self.deal_over = False
        self.over = False

        self._level: str = level
        self._levels: tuple[str, str] = (levels[0], levels[1])
        self._previous: tuple[int, ...] | None = None if previous is None else tuple(previous)

        self._payers: tuple[int, ...] = ()
        self._cancelled = False
        self._tribute: list[tuple[int, int, str]] = []  # payer, receiver, card; that to the 1st first
        self._returns: list[tuple[int, int, str]] = []  # giver, receiver, card; that of the 1st first
        self._known: list[Counter[str]] = [Counter() for _ in range(SEATS)]

        self._leader: int | None = None
        self._leading: int | None = None  # the seat whose play is to be beaten, ...
        self._to_beat: Key | None = None  # ... that play, ...
        self._cards: tuple[str, ...] = ()  # ... and its cards
        self._trick: list[tuple[object, ...] | None] = [None] * SEATS
        self._passed: set[int] = set()  # the seats that passed since the last play
        self._played: list[list[str]] = [[] for _ in range(SEATS)]
        self._places: list[int] = []
        self._legal: set[tuple[object, ...]] | None = None

        if self._previous is not None:
            self._take_tribute(self._previous)
        else:
            self._lead(leader)

    # ------------------------------------------------------------------------------------------------------- tribute

    def _take_tribute(self, places: tuple[int, ...]) -> None:
        first, second, third, last = places
        # GD-3.1: the last seat pays, its own partner too; where one team was 1st and 2nd, both opponents pay.
        double = team_of(first) == team_of(second)
        self._payers = (third, last) if double else (last,)
        # GD-3.2: both red jokers among what the payers hold.
        if sum(self.hands[seat].count("RJ") for seat in self._payers) == 2:
            self._cancelled = True
            self._lead(first)
            return
        card = {seat: tribute_card(self.hands[seat], self._level) for seat in self._payers}
        if not double:
            self._tribute = [(last, first, card[last])]
        else:
            strength = {seat: power(rank_of(card[seat]), self._level) for seat in self._payers}
            if strength[third] == strength[last]:
                to_first = (first + 1) % SEATS  # GD-3.1 Reading: the payer seated next after the 1st
            else:
                to_first = max(self._payers, key=lambda seat: strength[seat])
            (to_second,) = set(self._payers) - {to_first}
            self._tribute = [(to_first, first, card[to_first]), (to_second, second, card[to_second])]
        for payer, receiver, given in self._tribute:
            self._hand_over(payer, receiver, given)
        self.turn = first  # GD-3.3: the 1st returns before the 2nd

    def _hand_over(self, giver: int, receiver: int, card: str) -> None:
        """GD-3.5: openly."""
        self.hands[giver].remove(card)
        self.hands[receiver].append(card)
        self._forget(giver, card)
        self._known[receiver][card] += 1

    def _forget(self, seat: int, card: str) -> None:
        """A card has left a hand. It may be the one that was known (the two copies are alike), so none is any more."""
        if self._known[seat][card] > 0:
            self._known[seat][card] -= 1

    def _give_back(self, seat: int, card: str) -> None:
        payer = self._tribute[len(self._returns)][0]
        self._hand_over(seat, payer, card)
        self._returns.append((seat, payer, card))
        if len(self._returns) < len(self._tribute):
            self.turn = self._tribute[len(self._returns)][1]  # GD-3.3
        else:
            self._lead(self._returns[0][1])  # GD-3.4

    # ---------------------------------------------------------------------------------------------------------- moves

    def legal(self) -> set[tuple[object, ...]]:
        """Every legal move of the seat to act."""
        if self._legal is None:
            self._legal = self._find_legal()
        return set(self._legal)

    def _find_legal(self) -> set[tuple[object, ...]]:
        if self.turn is None:
            return set()
        hand = self.hands[self.turn]
        if self._leader is None:
            return {("return", card) for card in return_cards(hand, self._level)}  # GD-3.3
        if self._to_beat is None:
            return {("play", *key) for key in plays(hand, self._level)}  # GD-4.1: a leader must play
        return {("pass",)} | {("play", *key) for key in plays(hand, self._level, reading_of(self._to_beat))}

    def is_legal(self, key: tuple[object, ...]) -> bool:
        return key in self.legal()

    def count(self) -> int:
        return len(self.legal())

    def play(self, key: tuple[object, ...], cards: Sequence[str] | None = None) -> None:
        """Make a move. Of a play, `cards` are the concrete cards; without them, the first in deck order.

        An illegal move raises ValueError and changes nothing.
        """
        seat = self.turn
        if seat is None:
            raise ValueError("GD-6: the deal is over")
        if not self.is_legal(key):
            raise ValueError(f"GD-3.3, GD-4, GD-5: {key} is not legal for seat {seat}")
        if key[0] != "play":
            if cards is not None:
                raise ValueError(f"GD-4.1: {key} takes no cards")
            self._legal = None
            if key[0] == "return":
                self._give_back(seat, str(key[1]))
            else:
                self._pass(seat)
            return
        (what,) = (each for each in plays(self.hands[seat], self._level) if ("play", *each) == key)
        if cards is None:
            cards = members(self.hands[seat], what, self._level)[0]
        if not Counter(cards) <= Counter(self.hands[seat]):
            raise ValueError(f"GD-4.1: seat {seat} does not hold {' '.join(cards)}")
        if class_of(cards, reading_of(what), self._level) != what:
            raise ValueError(f"GD-5.5: {' '.join(cards)} is not the move {key}")
        self._legal = None
        self._play_cards(seat, what, in_deck_order(cards))

    def _play_cards(self, seat: int, key: Key, cards: tuple[str, ...]) -> None:
        for card in cards:
            self.hands[seat].remove(card)
            self._played[seat].append(card)
            self._forget(seat, card)
        self._leading = seat
        self._to_beat = key
        self._cards = cards
        self._trick[seat] = ("play", *key)
        self._passed = set()
        if not self.hands[seat]:
            self._places.append(seat)
        if len(self._places) == SEATS - 1:
            # GD-6: the third is out; the one left is 4th, and the last play is not answered.
            self._places.extend(set(range(SEATS)) - set(self._places))
            self.turn = None
            self.deal_over = True
            self.over = self.match_winner() is not None
        else:
            self.turn = self._next_with_cards(seat)

    def _pass(self, seat: int) -> None:
        assert self._leading is not None
        self._trick[seat] = ("pass",)
        self._passed.add(seat)
        # GD-4.1: all others that still hold cards, the partner of a seat that went out among them.
        others = {other for other in range(SEATS) if other != self._leading and self.hands[other]}
        if others != self._passed:
            self.turn = self._next_with_cards(seat)
        elif self.hands[self._leading]:
            self._lead(self._leading)
        elif self.hands[partner_of(self._leading)]:
            self._lead(partner_of(self._leading))
        else:
            self._lead(self._next_with_cards(self._leading))  # GD-4.1: counted from the seat that played last

    def _next_with_cards(self, seat: int) -> int:
        """GD-4.1: seats that are out are skipped."""
        for step in range(1, SEATS):
            other = (seat + step) % SEATS
            if self.hands[other]:
                return other
        raise AssertionError("GD-6: the deal ends before only one seat holds cards")

    def _lead(self, seat: int | None) -> None:
        self._leader = seat
        self._leading = None
        self._to_beat = None
        self._cards = ()
        self._trick = [None] * SEATS
        self._passed = set()
        self.turn = seat

    # ------------------------------------------------------------------------------------------------------- the end

    def rise(self) -> int:
        """GD-1.1: how many levels the winners rise, before the cap."""
        self._must_be_over()
        return {1: 3, 2: 2, 3: 1}[self._places.index(partner_of(self._places[0]))]

    def levels_after(self) -> tuple[str, str]:
        """GD-1.2: of team 0 and team 1; capped at A."""
        self._must_be_over()
        winner = team_of(self._places[0])
        after = list(self._levels)
        after[winner] = LEVELS[min(LEVELS.index(after[winner]) + self.rise(), len(LEVELS) - 1)]
        return (after[0], after[1])

    def match_winner(self) -> int | None:
        """GD-1.3: the team that has won the match with this deal."""
        self._must_be_over()
        winner = team_of(self._places[0])
        partner_is_last = self._places[3] == partner_of(self._places[0])
        if self._level == "A" and self._levels[winner] == "A" and not partner_is_last:
            return winner
        return None

    def next_start(self) -> dict[str, object]:
        """What the next deal starts from: arguments of its Referee beside the hands."""
        self._must_be_over()
        if self.over:
            raise ValueError("GD-1.3: the match is over")
        levels = self.levels_after()
        return {"levels": levels, "level": levels[team_of(self._places[0])], "previous": tuple(self._places)}

    def next_deal(self, hands: Sequence[Sequence[str]]) -> Referee:
        """The referee of the next deal of the match."""
        self._must_be_over()
        if self.over:
            raise ValueError("GD-1.3: the match is over")
        return Referee(hands, levels=self.levels_after(), previous=self._places)

    def _must_be_over(self) -> None:
        if not self.deal_over:
            raise ValueError("GD-6: the deal is not over")

    # ------------------------------------------------------------------------------------------------------- looking

    def hand(self, seat: int) -> list[str]:
        return list(self.hands[seat])

    def table(self) -> dict[str, object]:
        """All that lies open."""
        return {
            "level": self._level,
            "levels": self._levels,
            "previous": self._previous,
            "phase": "over" if self.deal_over else "return" if self._leader is None else "play",
            "payers": self._payers,
            "cancelled": self._cancelled,
            "tribute": tuple(self._tribute),
            "returns": tuple(self._returns),
            "leader": self._leader,
            "leading": self._leading,
            "to_beat": self._to_beat,
            "cards": self._cards,
            "trick": tuple(self._trick),
            "passes": len(self._passed),
            "places": tuple(self._places),
            "hand_sizes": tuple(len(hand) for hand in self.hands),
            "known": tuple(in_deck_order(known.elements()) for known in self._known),
        }

    def result(self) -> dict[str, object]:
        """How the deal was settled."""
        self._must_be_over()
        winner = team_of(self._places[0])
        return {
            "places": tuple(self._places),
            "winner": winner,
            "rise": self.rise(),
            "points": tuple(self.rise() if team_of(seat) == winner else -self.rise() for seat in range(SEATS)),
            "level": self._level,
            "levels_before": self._levels,
            "levels": self.levels_after(),
            "match_winner": self.match_winner(),
        }

    def could_be(self, hands: Sequence[Sequence[str]]) -> bool:
        """Whether the four seats might hold these hands now, for all that a spectator has seen.

        The deal is wound back to the cards as dealt, and tribute and returns are done again: the same cards must go
        the same ways. So this also knows that a payer has nothing stronger than its tribute, that payers who cancelled
        hold both red jokers, and that a receiver who returned a king had no card of 2 ... 10.
        """
        if [len(hand) for hand in hands] != [len(hand) for hand in self.hands]:
            return False
        dealt = [[*hand, *played] for hand, played in zip(hands, self._played, strict=True)]
        for giver, receiver, card in reversed(self._tribute + self._returns):
            if card not in dealt[receiver]:
                return False
            dealt[receiver].remove(card)
            dealt[giver].append(card)
        if Counter(card for hand in dealt for card in hand) != Counter(DECK_ORDER * 2):
            return False
        if self._previous is None:
            return True
        again = Referee(dealt, levels=self._levels, level=self._level, previous=self._previous)
        if again._tribute != self._tribute or again._cancelled != self._cancelled:
            return False
        for _, _, card in self._returns:
            if not again.is_legal(("return", card)):
                return False
            again.play(("return", card))
        return True
