"""A slow and plain referee of Zheng Shangyou (Run Fast preset), written from the rules (section ZSY) and nothing else.

Three players, each alone, 16 cards each, one deal. The holder of the 3 of hearts opens with a play that contains it.
Whoever can beat the table must. The first empty hand ends the deal; the losers pay for what they have left.

Cards are texts: a rank and a suit (``3H``, ``TC``, ``AS``, and one two: ``2S``). Suits never matter for what a play is
(ZSY-3.1), so ``readings`` and ``plays`` also take bare rank texts; only the 3 of hearts matters, in the opening.

Moves are known by their keys. There is one key for each reading and multiset of ranks (design.md section 3):

* ``("pass",)``
* ``("play", shape, rank, ranks)``: the shape's name (SHAPES), its rank (of a sequence the highest), and the ranks of
  all its cards as a tuple from low to high by ZSY-3.1 (3 … A, 2).

``table()``, all that lies open:

* ``opener``: the seat that held the 3 of hearts; ``leader``: the seat that led the present round, or is to lead it;
* ``leading``: the seat whose play is to be beaten (None: the turn is a leader's), ``to_beat``: the key of that play;
* ``trick``: for each seat the key of its last move in this round, or None;
* ``passes``: passes in a row; ``plays``: how often each seat has played; ``bonus``: what bombs have earned each seat
  so far (ZSY-5.2); ``hand_sizes``; ``played``: for each seat the cards it has played; ``known``: for each seat the
  cards that everybody knows to be in its hand; ``winner``: None until the deal is over.

``result()``, once the deal is over: ``winner``; ``points``: per seat, they sum to zero; and line by line, per seat
(the winner has 0 in all but the last): ``left``: cards left; ``doubled``: whether they count double; ``cards``: what is
paid for them; ``two``: what is paid for the 2 of spades; ``bombs``: what is paid for bombs left; ``bonus``: what the
bombs that were played have brought, all deal long.

Where section ZSY is silent, this referee decides as follows:

* ZSY-2: in the opening a key stands for the sets of cards that hold the 3 of hearts; its representative is the 3 of
  hearts and, as everywhere, the other cards first in deck order. Three opening 3s are a triple, two are a pair.
* ZSY-4: a bomb may be split: a pair of aces out of three, a straight through four of a rank, are ordinary plays.
* ZSY-4: four 3s in the opening are the heavenly bomb and nothing else; the plain bomb of 3s is a reading that
  ``readings`` and ``plays`` give, though no deal leads to it.
* ZSY-5: the account is open when the deal is over, the hands that are left are not: so what everybody can compute from
  the account (the 2 of spades, the number of bombs) is known as well. ``fits`` can be told to look away from it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

# ZSY-3.1, low to high: this is the order of strength and also the order in which a play's ranks are listed.
RANKS: tuple[str, ...] = ("3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A", "2")
# In deck order.
SUITS: tuple[str, ...] = ("C", "D", "H", "S")

# ZSY-4: sequences hold no 2, and the ace is high only.
SEQUENCE_RANKS: tuple[str, ...] = ("3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A")

# ZSY-2: the pack without the ace of hearts, and of the 2s only the 2 of spades.
PACK: frozenset[str] = frozenset(
    rank + suit for rank in RANKS for suit in SUITS if rank + suit not in ("AH", "2C", "2D", "2H")
)

OPENING_CARD = "3H"  # ZSY-2
SPADE_TWO = "2S"  # ZSY-5.1
HAND = 16  # ZSY-2: and so no play is larger
SEATS = 3

# ZSY-4.
SHAPES: tuple[str, ...] = ("single", "pair", "triple", "straight", "pair-run", "bomb", "heavenly-bomb")

PASS: tuple[str] = ("pass",)

Key = tuple[object, ...]
Play = tuple[str, str, tuple[str, ...]]  # shape, rank, ranks from low to high: a key without its "play"


class Reading(NamedTuple):
    """What some cards are as a combination."""

    shape: str
    rank: str  # of a sequence the highest
    length: int  # how many different ranks it has: 1 for all but sequences


class Done(NamedTuple):
    """One move that was made: what everybody saw."""

    seat: int
    key: Key
    cards: tuple[str, ...]  # empty for a pass


class Fact(NamedTuple):
    """ZSY-3.2: a seat passed, so it held nothing that beats what lay on the table."""

    seat: int
    table: Reading  # what lay on the table
    hand_size: int  # how many cards the seat held when it passed
    move: int  # which move of the history that was: the cards that the seat has played later, it held then


def rank_of(card: str) -> str:
    """The rank of a card (``3H``) or of a bare rank text (``3``)."""
    if card in RANKS:
        return card
    if card in PACK:
        return card[0]
    raise ValueError(f"ZSY-2: {card!r} is no card of the pack")


def strength(rank: str) -> int:
    """ZSY-3.1: a higher number for a higher rank."""
    return RANKS.index(rank)


def in_table_order(ranks: Iterable[str]) -> tuple[str, ...]:
    """The ranks from low to high."""
    return tuple(sorted(ranks, key=strength))


def in_deck_order(cards: Iterable[str]) -> list[str]:
    """Clubs 2 … A, diamonds, hearts, spades."""
    return sorted(cards, key=lambda card: (SUITS.index(card[1]), "23456789TJQKA".index(card[0])))


def copies_in_pack(rank: str) -> int:
    """ZSY-2: how many cards of this rank there are."""
    return sum(1 for card in PACK if card[0] == rank)


# ------------------------------------------------------------------------------------------------------ combinations


def _all_combinations() -> list[tuple[Reading, tuple[str, ...]]]:
    """ZSY-4: every combination that some hand can hold, with its ranks from low to high."""
    found: list[tuple[Reading, tuple[str, ...]]] = []
    for rank in RANKS:
        copies = copies_in_pack(rank)
        found.append((Reading("single", rank, 1), (rank,)))
        if copies >= 2:
            found.append((Reading("pair", rank, 1), (rank,) * 2))
        if rank == "A":
            # ZSY-4 Reading: three aces, all there are, are always a bomb and never a triple.
            found.append((Reading("bomb", rank, 1), (rank,) * 3))
        elif copies >= 3:
            found.append((Reading("triple", rank, 1), (rank,) * 3))
        if copies == 4:
            found.append((Reading("bomb", rank, 1), (rank,) * 4))
    for shape, each, shortest in (("straight", 1, 5), ("pair-run", 2, 2)):
        for start in range(len(SEQUENCE_RANKS)):
            for end in range(start + shortest, len(SEQUENCE_RANKS) + 1):
                core = SEQUENCE_RANKS[start:end]
                ranks = in_table_order(core * each)
                if len(ranks) <= HAND:
                    found.append((Reading(shape, core[-1], len(core)), ranks))
    return found


COMBINATIONS = _all_combinations()

# How many cards of each rank a combination needs, by its ranks.
NEEDED = {ranks: tuple((rank, ranks.count(rank)) for rank in dict.fromkeys(ranks)) for _, ranks in COMBINATIONS}

HEAVENLY = Reading("heavenly-bomb", "3", 1)  # ZSY-4: all four 3s as the opening play


def readings(cards: Iterable[str], opening: bool = False) -> list[Reading]:
    """Every way to read exactly these cards (or bare rank texts) as a combination; there is never more than one.

    With ``opening`` as the first play of a deal (ZSY-2): none without the 3 of hearts; four 3s are the heavenly bomb.
    """
    texts = list(cards)
    ranks = in_table_order(rank_of(text) for text in texts)
    if any(text in PACK and texts.count(text) > 1 for text in texts):
        return []  # ZSY-2: there is one of each card
    if opening and OPENING_CARD not in texts:
        return []
    found = [reading for reading, its_ranks in COMBINATIONS if its_ranks == ranks]
    if opening:
        return [HEAVENLY if reading == Reading("bomb", "3", 1) else reading for reading in found]
    return found


def beats(answer: Reading, table: Reading) -> bool:
    """ZSY-3.1: whether the answer may be played on what lies on the table."""
    if table.shape == "heavenly-bomb":
        return False  # ZSY-4: nothing beats it
    if answer.shape == "heavenly-bomb":
        raise ValueError("ZSY-4: the heavenly bomb opens a deal, it is never an answer")
    if answer.shape == "bomb" and table.shape != "bomb":
        return True  # ZSY-3.1: a bomb beats every ordinary combination
    # ZSY-3.1: the same kind and size, and higher. ZSY-4: bombs by rank alone: three aces are above every four.
    same_size = answer.shape == table.shape and answer.length == table.length
    return same_size and strength(answer.rank) > strength(table.rank)


def plays(hand: Iterable[str], beating: Reading | None = None) -> set[Play]:
    """Every different play that this hand holds (later than the opening), as (shape, rank, ranks from low to high).

    With ``beating`` only those that may be played on it. Passing is not among them. No play has more than 16 cards,
    also when more cards than that are given.
    """
    held = Counter(rank_of(card) for card in hand)
    found: set[Play] = set()
    for reading, ranks in COMBINATIONS:
        if beating is not None and not beats(reading, beating):
            continue
        if all(held[rank] >= needed for rank, needed in NEEDED[ranks]):
            found.add((reading.shape, reading.rank, ranks))
    return found


def openings(hand: Iterable[str]) -> set[Play]:
    """ZSY-2: every first play of a deal that this hand holds, as ``plays``; none if the 3 of hearts is not in it."""
    cards = list(hand)
    found: set[Play] = set()
    if OPENING_CARD not in cards:
        return found
    for shape, rank, ranks in plays(cards):
        if "3" in ranks:  # it can be played with the 3 of hearts as (one of) its 3s
            if (shape, rank) == ("bomb", "3"):
                shape = "heavenly-bomb"  # ZSY-4
            found.add((shape, rank, ranks))
    return found


def bombs_in(hand: Iterable[str]) -> int:
    """ZSY-5.1: how many bombs a hand holds: four of a rank, or all three aces."""
    held = Counter(rank_of(card) for card in hand)
    fours = sum(1 for rank in RANKS if held[rank] == 4)
    return fours + (1 if held["A"] == 3 else 0)


def reading_of(key: Key) -> Reading:
    """The reading that the key of a play speaks of."""
    kind, shape, rank, ranks = key
    assert kind == "play" and isinstance(shape, str) and isinstance(rank, str) and isinstance(ranks, tuple)
    return Reading(shape, rank, len(set(ranks)))


# ------------------------------------------------------------------------------------------------------ the deal


class Referee:
    """One deal of Zheng Shangyou: it is the whole match."""

    turn: int | None  # the seat to act, None when the deal is over
    over: bool
    hands: list[list[str]]  # what the seats hold now
    history: list[Done]  # every move that was made

    def __init__(self, hands: Sequence[Sequence[str]]) -> None:
        if [len(hand) for hand in hands] != [HAND] * SEATS:
            raise ValueError("ZSY-2: a deal is three hands of 16 cards")
        if {card for hand in hands for card in hand} != PACK:
            raise ValueError("ZSY-2: a deal holds each of the 48 cards once")
        self.hands = [in_deck_order(hand) for hand in hands]
        self.history = []
        self.over = False

        # ZSY-2: whoever holds the 3 of hearts leads.
        self._opener = next(seat for seat in range(SEATS) if OPENING_CARD in hands[seat])
        self.turn = self._opener
        self._leader = self._opener
        self._leading: int | None = None  # the seat whose play is to be beaten ...
        self._to_beat: Key | None = None  # ... and that play
        self._on_another: int | None = None  # the seat on whose cards that play was played; None: it was led
        self._trick: list[Key | None] = [None] * SEATS
        self._passes = 0
        self._plays = [0] * SEATS
        self._bonus = [0] * SEATS
        self._winner: int | None = None
        self._facts: list[Fact] = []

    # What may be done.

    @property
    def opening(self) -> bool:
        """Whether the first play of the deal is still to come."""
        return not self.history

    def legal(self) -> set[Key]:
        """The keys of every legal move of the seat to act."""
        if self.turn is None:
            return set()
        hand = self.hands[self.turn]
        if self.opening:
            return {("play", *play) for play in openings(hand)}  # ZSY-2
        if self._to_beat is None:
            return {("play", *play) for play in plays(hand)}  # ZSY-3.2: a leader can't pass
        answers = plays(hand, beating=reading_of(self._to_beat))
        # ZSY-3.2: whoever can beat the table must; passing is legal only if nothing does.
        if answers:
            return {("play", *play) for play in answers}
        return {PASS}

    def is_legal(self, key: Key) -> bool:
        return key in self.legal()

    def count(self) -> int:
        return len(self.legal())

    def key_of(self, cards: Iterable[str]) -> Key | None:
        """The key of the move that playing exactly these cards would be now; None if that is not legal."""
        chosen = list(cards)
        if self.turn is None or len(set(chosen)) != len(chosen) or not set(chosen) <= set(self.hands[self.turn]):
            return None
        for reading in readings(chosen, opening=self.opening):
            key = ("play", reading.shape, reading.rank, in_table_order(card[0] for card in chosen))
            if self.is_legal(key):
                return key
        return None

    def representative(self, key: Key) -> tuple[str, ...]:
        """The cards that are played for a key when no others are named: first in deck order, in the opening with the
        3 of hearts."""
        if self.turn is None or not self.is_legal(key):
            raise ValueError(f"ZSY-3: {key!r} is not legal")
        if key == PASS:
            return ()
        ranks = key[3]
        assert isinstance(ranks, tuple)
        chosen: list[str] = []
        for rank in sorted(set(ranks), key=strength):
            of_rank = in_deck_order(card for card in self.hands[self.turn] if card[0] == rank)
            if self.opening and rank == "3":
                of_rank.remove(OPENING_CARD)
                of_rank.insert(0, OPENING_CARD)  # ZSY-2
            chosen += of_rank[: ranks.count(rank)]
        return tuple(in_deck_order(chosen))

    # Doing it.

    def play(self, key: Key, cards: Iterable[str] | None = None) -> None:
        """Make a legal move for the seat to act, with its representative cards or with others of the same class.

        An illegal move raises ValueError and changes nothing.
        """
        seat = self.turn
        if seat is None:
            raise ValueError("ZSY-1: the deal is over")
        chosen = self.representative(key) if cards is None else tuple(cards)
        if key == PASS:
            legal = self.is_legal(PASS) and not chosen
        else:
            legal = self.key_of(chosen) == key
        if not legal:
            raise ValueError(f"ZSY-3: {key!r} is not legal with {' '.join(chosen) or 'no cards'}")
        if key == PASS:
            self._pass(seat)
        else:
            self._play(seat, key, tuple(in_deck_order(chosen)))

    def _pass(self, seat: int) -> None:
        assert self._to_beat is not None and self._leading is not None
        self._facts.append(Fact(seat, reading_of(self._to_beat), len(self.hands[seat]), len(self.history)))
        self.history.append(Done(seat, PASS, ()))
        self._trick[seat] = PASS
        self._passes += 1
        if self._passes < 2:
            self.turn = (seat + 1) % SEATS
            return
        # ZSY-3.2: after both others pass, the last player leads.
        self._settle_round()
        self._leader = self._leading
        self.turn = self._leading
        self._leading = None
        self._to_beat = None
        self._on_another = None
        self._trick = [None] * SEATS
        self._passes = 0

    def _play(self, seat: int, key: Key, cards: tuple[str, ...]) -> None:
        self.history.append(Done(seat, key, cards))
        for card in cards:
            self.hands[seat].remove(card)
        self._plays[seat] += 1
        assert self._leading != seat  # nobody answers himself: so every answer is played on another seat's cards
        self._on_another = self._leading
        self._leading = seat
        self._to_beat = key
        self._trick[seat] = key
        self._passes = 0
        if self.hands[seat]:
            self.turn = (seat + 1) % SEATS
            return
        # ZSY-1: the first empty hand wins and ends the deal. ZSY-5.2: its bomb is settled at once.
        self._settle_round()
        self._winner = seat
        self.over = True
        self.turn = None

    def _settle_round(self) -> None:
        """ZSY-5.2: a bomb that was played on another seat's cards, and is the last of the round, earns 20."""
        assert self._leading is not None and self._to_beat is not None
        # A led bomb earns nothing, nor does the heavenly bomb, which has a shape of its own and is always led.
        if reading_of(self._to_beat).shape == "bomb" and self._on_another is not None:
            for seat in range(SEATS):
                self._bonus[seat] += 20 if seat == self._leading else -10

    # What is open, and what is known.

    def played(self, seat: int) -> frozenset[str]:
        """The cards that a seat has played."""
        return frozenset(card for done in self.history if done.seat == seat for card in done.cards)

    def known(self, seat: int) -> frozenset[str]:
        """The cards that everybody knows to be in this hand: the opener's 3 of hearts, until it is played."""
        # ZSY-2: the opener is seen to be first to act.
        return frozenset([OPENING_CARD]) if seat == self._opener and self.opening else frozenset()

    def facts(self) -> list[Fact]:
        """ZSY-3.2: what every pass so far has told everybody."""
        return list(self._facts)

    def table(self) -> dict[str, object]:
        """The public record: what everybody at the table sees."""
        return {
            "opener": self._opener,
            "leader": self._leader,
            "leading": self._leading,
            "to_beat": self._to_beat,
            "trick": tuple(self._trick),
            "passes": self._passes,
            "plays": tuple(self._plays),
            "bonus": tuple(self._bonus),
            "hand_sizes": tuple(len(hand) for hand in self.hands),
            "played": tuple(self.played(seat) for seat in range(SEATS)),
            "known": tuple(self.known(seat) for seat in range(SEATS)),
            "winner": self._winner,
        }

    def fits(self, hands: Sequence[Iterable[str]], account: bool = True) -> bool:
        """Whether the seats could hold exactly these cards now, after all that everybody saw.

        It deals what the seats hold and what they have played, and plays the same moves again: each must be legal, a
        pass above all (ZSY-3.2), and the opener must be the same seat, by the 3 of hearts (ZSY-2). When the deal is
        over, the account must come out the same too, unless ``account`` is False.
        """
        held = [list(hand) for hand in hands]
        if [len(hand) for hand in held] != [len(hand) for hand in self.hands]:
            return False
        dealt = [[*held[seat], *self.played(seat)] for seat in range(SEATS)]
        if {card for hand in dealt for card in hand} != PACK:
            return False
        again = Referee(dealt)
        if again._opener != self._opener:
            return False
        for done in self.history:
            assert again.turn == done.seat
            try:
                again.play(done.key, done.cards)
            except ValueError:
                return False
        return not (self.over and account) or again.result() == self.result()

    def layouts(self, viewer: int, account: bool = True) -> Iterator[tuple[tuple[str, ...], ...]]:
        """All hands of all seats that fit what this seat sees (-1: a spectator), each a tuple in deck order.

        It goes through every way to deal the unseen cards out, so it is for small endings.
        """
        gone = {card for seat in range(SEATS) for card in self.played(seat)}
        hidden_seats = [seat for seat in range(SEATS) if seat != viewer]
        unseen = in_deck_order(PACK - gone - (set(self.hands[viewer]) if viewer >= 0 else set()))

        def deal_out(seats: list[int], cards: list[str]) -> Iterator[dict[int, list[str]]]:
            if not seats:
                yield {}
                return
            for hand in combinations(cards, len(self.hands[seats[0]])):
                for rest in deal_out(seats[1:], [card for card in cards if card not in hand]):
                    yield {seats[0]: list(hand), **rest}

        for hidden in deal_out(hidden_seats, unseen):
            hands = [hidden[seat] if seat in hidden else self.hands[seat] for seat in range(SEATS)]
            if self.fits(hands, account):
                yield tuple(tuple(in_deck_order(hand)) for hand in hands)

    # The end.

    def result(self) -> dict[str, object]:
        """ZSY-5: the account of a finished deal."""
        if self._winner is None:
            raise ValueError("ZSY-1: the deal is not over")
        left, doubled, cards, two, bombs = [0] * SEATS, [False] * SEATS, [0] * SEATS, [0] * SEATS, [0] * SEATS
        for seat in range(SEATS):
            if seat == self._winner:
                continue
            hand = self.hands[seat]
            # ZSY-5.1 and its Reading: the doubling touches the card points only.
            left[seat] = len(hand)
            doubled[seat] = self._plays[seat] == 0
            cards[seat] = -left[seat] * (2 if doubled[seat] else 1)
            two[seat] = -10 if SPADE_TWO in hand else 0
            bombs[seat] = -10 * bombs_in(hand)
        paid = [cards[seat] + two[seat] + bombs[seat] for seat in range(SEATS)]
        points = [paid[seat] + self._bonus[seat] for seat in range(SEATS)]
        points[self._winner] -= sum(paid)  # the winner gets the sum
        assert sum(points) == 0  # ZSY-5.3
        return {
            "winner": self._winner,
            "points": tuple(points),
            "left": tuple(left),
            "doubled": tuple(doubled),
            "cards": tuple(cards),
            "two": tuple(two),
            "bombs": tuple(bombs),
            "bonus": tuple(self._bonus),
        }
