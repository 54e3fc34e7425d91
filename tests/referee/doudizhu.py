"""A slow and plain referee of Dou Dizhu, written from the rules (section DDZ) and from nothing else.

It exists to be compared, move for move, with the engine. So it prefers definitions to formulas: a combination is
described once, in words that follow DDZ-4, and both the classifier and the generator go through every core that the
description allows.

Cards are texts: a rank and a suit (``3C``, ``TH``, ``2S``), and the jokers ``BJ`` (black) and ``RJ`` (red). Suits
never matter for what a play is (DDZ-3.3), so most functions here also take bare rank texts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

# DDZ-3.3, low to high: this is the order of strength and also the order in which a play's ranks are listed.
RANKS: tuple[str, ...] = ("3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A", "2", "BJ", "RJ")
JOKERS: tuple[str, ...] = ("BJ", "RJ")
SUITS: tuple[str, ...] = ("C", "D", "H", "S")

# DDZ-4.2: the core of a chain holds no 2 and no joker, so the ace is the highest rank of a chain.
CHAIN_RANKS: tuple[str, ...] = ("3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A")

# DDZ-2.1: the pack of 54 cards.
PACK: frozenset[str] = frozenset(
    [rank + suit for rank in RANKS if rank not in JOKERS for suit in SUITS] + list(JOKERS)
)

# DDZ-2.1 and DDZ-2.5: the landlord's 17 + 3 cards. No hand is ever larger, so no play is.
LARGEST_HAND = 20

SEATS = 3


class Kind(NamedTuple):
    """What DDZ-4 says about one kind of combination (the rocket excepted: it has a core of its own)."""

    shape: str
    copies: int  # how many cards of each core rank
    shortest_chain: int  # the least number of consecutive core ranks; 0: no chain, the core is one rank
    wings_per_rank: int  # how many attachments for each core rank
    wing_size: int  # cards of one attachment: 1 for a single, 2 for a pair, 0 where there is none


KINDS: tuple[Kind, ...] = (
    Kind("single", 1, 0, 0, 0),  # DDZ-4.1
    Kind("pair", 2, 0, 0, 0),  # DDZ-4.1
    Kind("triple", 3, 0, 0, 0),  # DDZ-4.1
    Kind("triple+single", 3, 0, 1, 1),  # DDZ-4.1
    Kind("triple+pair", 3, 0, 1, 2),  # DDZ-4.1
    Kind("straight", 1, 5, 0, 0),  # DDZ-4.2
    Kind("pair-run", 2, 3, 0, 0),  # DDZ-4.2
    Kind("airplane", 3, 2, 0, 0),  # DDZ-4.2
    Kind("airplane+singles", 3, 2, 1, 1),  # DDZ-4.3
    Kind("airplane+pairs", 3, 2, 1, 2),  # DDZ-4.3
    Kind("four+singles", 4, 0, 2, 1),  # DDZ-4.4
    Kind("four+pairs", 4, 0, 2, 2),  # DDZ-4.4
    Kind("bomb", 4, 0, 0, 0),  # DDZ-3.4
)

# DDZ-4: the fourteen kinds.
SHAPES: tuple[str, ...] = (
    "single",
    "pair",
    "triple",
    "triple+single",
    "triple+pair",
    "straight",
    "pair-run",
    "airplane",
    "airplane+singles",
    "airplane+pairs",
    "four+singles",
    "four+pairs",
    "bomb",
    "rocket",
)


class Reading(NamedTuple):
    """One way to read a set of cards as a combination."""

    shape: str
    rank: str  # the main rank; of a chain its highest core rank (DDZ-3.3); of the rocket "RJ"
    length: int  # the number of core ranks of a chain; 1 for everything else


ROCKET = Reading("rocket", "RJ", 1)


def rank_of(card: str) -> str:
    """The rank of a card (``3C``) or of a bare rank text (``3``)."""
    if card in RANKS:
        return card
    if card in PACK:
        return card[0]
    raise ValueError(f"DDZ-2.1: {card!r} is no card of the pack")


def strength(rank: str) -> int:
    """DDZ-3.3: a higher number for a higher rank."""
    return RANKS.index(rank)


def in_table_order(ranks: Iterable[str]) -> tuple[str, ...]:
    """The ranks from low to high."""
    return tuple(sorted(ranks, key=strength))


def copies_in_pack(rank: str) -> int:
    """DDZ-2.1: four cards of each rank, and one of each joker."""
    return 1 if rank in JOKERS else 4


def _cores(kind: Kind) -> list[tuple[str, ...]]:
    """Every row of core ranks that a combination of this kind can have, each from low to high."""
    if kind.shortest_chain == 0:
        # One rank, which must exist often enough. So two jokers are no pair (DDZ-4.3, Reading).
        return [(rank,) for rank in RANKS if copies_in_pack(rank) >= kind.copies]
    # DDZ-4.2: consecutive ranks among those that a chain may hold.
    return [
        CHAIN_RANKS[start:end]
        for start in range(len(CHAIN_RANKS))
        for end in range(start + kind.shortest_chain, len(CHAIN_RANKS) + 1)
    ]


def _size(kind: Kind, core: tuple[str, ...]) -> int:
    """How many cards a combination of this kind with this core has, attachments included."""
    return len(core) * (kind.copies + kind.wings_per_rank * kind.wing_size)


# Every kind with every core it can have.
LAYOUTS: tuple[tuple[Kind, tuple[str, ...]], ...] = tuple((kind, core) for kind in KINDS for core in _cores(kind))


def _reading(kind: Kind, core: tuple[str, ...]) -> Reading:
    """DDZ-3.3: attachments never matter; a chain is known by its highest core rank (and DDZ-4: by its length)."""
    return Reading(kind.shape, core[-1], len(core))


def _attachments_are_legal(kind: Kind, core: tuple[str, ...], attached: Sequence[str]) -> bool:
    """Whether exactly these ranks may be attached to this core."""
    if len(attached) != len(core) * kind.wings_per_rank * kind.wing_size:
        return False
    for rank in attached:
        # DDZ-4.3 (wings), DDZ-4.4 Reading (four with two), DDZ-4.5 Reading (triple): never a card of a core rank.
        if rank in core:
            return False
    for rank in attached:
        if kind.wing_size == 1:
            # DDZ-4.3: singles may form pairs, but no rank occurs three times or more (no triple, no bomb).
            # DDZ-4.4: the two singles may be a pair. (They are two cards: a triple can't arise.)
            if attached.count(rank) > 2:
                return False
        if kind.wing_size == 2:
            # DDZ-4.1: a pair. DDZ-4.3: pair wings of distinct ranks. DDZ-4.4: two different pairs.
            # So each rank occurs exactly twice; a joker, of which there is one, never does (DDZ-4.3, Reading).
            if attached.count(rank) != 2:
                return False
    # DDZ-4.3 and DDZ-4.4: never both jokers.
    return not ("BJ" in attached and "RJ" in attached)


def readings(cards: Iterable[str]) -> list[Reading]:
    """Every way to read exactly these cards (or bare rank texts) as a combination; empty if there is none.

    DDZ-4.6 says that there is never more than one: this function does not rely on it, so that it can be checked.
    """
    texts = list(cards)
    ranks = in_table_order(rank_of(text) for text in texts)
    held = Counter(ranks)

    # DDZ-2.1: what the pack doesn't hold is no combination: five of a rank, or the same card twice.
    if any(count > copies_in_pack(rank) for rank, count in held.items()):
        return []
    if any(text not in RANKS and texts.count(text) > 1 for text in texts):
        return []

    found: list[Reading] = []
    for kind, core in LAYOUTS:
        if len(ranks) != _size(kind, core):
            continue
        if any(held[rank] < kind.copies for rank in core):
            continue
        if _attachments_are_legal(kind, core, _without(ranks, core, kind.copies)):
            found.append(_reading(kind, core))
    # DDZ-3.4: the rocket is both jokers.
    if ranks == JOKERS:
        found.append(ROCKET)
    return found


def _without(ranks: Iterable[str], core: tuple[str, ...], copies: int) -> list[str]:
    """What is left of the ranks when so many copies of every core rank are taken away."""
    left = list(ranks)
    for rank in core:
        for _ in range(copies):
            left.remove(rank)
    return left


def beats(answer: Reading, table: Reading) -> bool:
    """DDZ-3.1 and DDZ-3.4: whether the answer may be played on what lies on the table."""
    # DDZ-3.4: the rocket beats everything. (There is one rocket only: it never meets itself.)
    if table.shape == "rocket":
        return False
    if answer.shape == "rocket":
        return True
    # DDZ-3.4: bombs compare by rank, and a bomb beats every ordinary combination.
    # DDZ-4.4: a four with attachments is ordinary; it has a shape of its own, so nothing more is needed here.
    if answer.shape == "bomb" and table.shape == "bomb":
        return strength(answer.rank) > strength(table.rank)
    if answer.shape == "bomb":
        return True
    # DDZ-3.1: same kind, same chain length (and with it the same number of cards), higher main rank.
    return (
        answer.shape == table.shape
        and answer.length == table.length
        and strength(answer.rank) > strength(table.rank)
    )


def _choices_of_attachments(kind: Kind, core: tuple[str, ...], rest: list[str]) -> Iterator[tuple[str, ...]]:
    """Every different choice of legal attachments out of the cards that are left beside the core."""
    wings = len(core) * kind.wings_per_rank
    if wings == 0:
        yield ()
    elif kind.wing_size == 1:
        for singles in set(combinations(rest, wings)):
            if _attachments_are_legal(kind, core, singles):
                yield singles
    else:
        pair_ranks = [rank for rank in RANKS if rest.count(rank) >= 2]
        for chosen in combinations(pair_ranks, wings):
            pairs = chosen + chosen
            if _attachments_are_legal(kind, core, pairs):
                yield pairs


def plays(hand: Iterable[str], beating: Reading | None = None) -> set[tuple[str, tuple[str, ...]]]:
    """Every different play that this hand holds, as (shape, ranks of all its cards from low to high).

    With ``beating`` only the plays that may be played on it. Passing is not among them. No play has more cards than
    the largest hand, also when more cards than that are given.
    """
    ranks = in_table_order(rank_of(card) for card in hand)
    held = Counter(ranks)
    found: set[tuple[str, tuple[str, ...]]] = set()
    for kind, core in LAYOUTS:
        if any(held[rank] < kind.copies for rank in core):
            continue
        if _size(kind, core) > LARGEST_HAND:
            continue
        if beating is not None and not beats(_reading(kind, core), beating):
            continue
        rest = _without(ranks, core, kind.copies)
        for attached in _choices_of_attachments(kind, core, rest):
            found.add((kind.shape, in_table_order(core * kind.copies + attached)))
    if held["BJ"] and held["RJ"] and (beating is None or beats(ROCKET, beating)):
        found.add(("rocket", JOKERS))
    return found


class Referee:
    """One match of Dou Dizhu: the bidding, with its redeals, and the play of the one deal that is played."""

    def __init__(self, hands: Sequence[Sequence[str]], bottom: Sequence[str], first_bidder: int) -> None:
        self._redeals = 0
        self._start(hands, bottom, first_bidder)

    def deal(self, hands: Sequence[Sequence[str]], bottom: Sequence[str], first_bidder: int) -> None:
        """DDZ-2.4: deal anew inside the same match, after three passes without a bid."""
        if not self.redeal_due:
            raise ValueError("DDZ-2.4: the cards are dealt anew only after three passes with no bid")
        self._start(hands, bottom, first_bidder)
        self._redeals += 1

    def _start(self, hands: Sequence[Sequence[str]], bottom: Sequence[str], first_bidder: int) -> None:
        # DDZ-2.1: 17 cards each and 3 at the bottom, together the whole pack.
        if [len(hand) for hand in hands] != [17, 17, 17] or len(bottom) != 3:
            raise ValueError("DDZ-2.1: a deal is three hands of 17 cards and a bottom of 3")
        dealt = [card for hand in hands for card in hand] + list(bottom)
        if set(dealt) != PACK:
            raise ValueError("DDZ-2.1: a deal holds each of the 54 cards once")
        if first_bidder not in range(SEATS):
            raise ValueError("DDZ-2.2: the first bidder is one of the three seats")

        self._hands: list[list[str]] = [list(hand) for hand in hands]
        self._bottom: frozenset[str] = frozenset(bottom)
        self._first_bidder: int = first_bidder
        self._calls: list[int] = []
        self._bidder: int | None = None
        self._bid: int = 0
        self._landlord: int | None = None
        self._bombs: int = 0
        self._leader: int | None = None
        self._leading: int | None = None  # the seat whose play is to be beaten ...
        self._to_beat: Reading | None = None  # ... and that play
        self._trick: list[tuple[object, ...] | None] = [None, None, None]
        self._passes: int = 0
        self._plays: list[int] = [0, 0, 0]
        self._winner: int | None = None

        self.turn: int | None = first_bidder
        self.redeal_due: bool = False
        self.over: bool = False

    # What a seat holds and what it may do.

    def hand(self, seat: int) -> list[str]:
        """The cards that a seat holds now."""
        return list(self._hands[seat])

    def moves(self) -> set[tuple[object, ...]]:
        """Every legal move of the seat to act."""
        found: set[tuple[object, ...]] = set()
        if self.turn is None:
            return found
        if self._landlord is None:
            # DDZ-2.2: pass, or bid 1, 2 or 3, but more than the current bid.
            found.add(("pass",))
            for amount in (1, 2, 3):
                if amount > self._bid:
                    found.add(("bid", amount))
            return found
        # DDZ-3.1: a leader plays anything and can't pass; a follower passes or beats.
        if self._to_beat is not None:
            found.add(("pass",))
        for shape, ranks in plays(self._hands[self.turn], self._to_beat):
            found.add(("play", shape, ranks))
        return found

    def play(self, kind: str, *, amount: int = 0, cards: Sequence[str] = ()) -> None:
        """Make a move for the seat to act: "pass", "bid" with an amount, or "play" with cards.

        An illegal move raises ValueError with the clause it offends, and changes nothing.
        """
        if self.turn is None:
            if self.over:
                raise ValueError("DDZ-5.1: the deal is over")
            raise ValueError("DDZ-2.4: the cards must be dealt anew")
        if kind != "bid" and amount != 0:
            raise ValueError("DDZ-2.2: only a bid has an amount")
        if kind != "play" and len(cards) != 0:
            raise ValueError("DDZ-3.1: only a play has cards")

        if kind == "pass" and self._landlord is None:
            self._pass_in_bidding(self.turn)
        elif kind == "pass":
            self._pass_in_trick(self.turn)
        elif kind == "bid":
            self._make_bid(self.turn, amount)
        elif kind == "play":
            self._play_cards(self.turn, cards)
        else:
            raise ValueError(f"DDZ-3.1: {kind!r} is no move")

    # Bidding.

    def _pass_in_bidding(self, seat: int) -> None:
        self._calls.append(0)
        self._passes += 1
        if self._bidder is not None and self._passes == 2:
            # DDZ-2.3: two consecutive passes that follow a bid end the bidding.
            self._end_bidding(self._bidder)
        elif self._bidder is None and self._passes == 3:
            # DDZ-2.4: three passes with no bid.
            self.redeal_due = True
            self.turn = None
            self._passes = 0
        else:
            # DDZ-2.3 Reading: the turn goes round, also to a seat that passed before.
            self.turn = (seat + 1) % SEATS

    def _make_bid(self, seat: int, amount: int) -> None:
        if self._landlord is not None:
            raise ValueError("DDZ-2.3: the bidding has ended")
        if amount not in (1, 2, 3):
            raise ValueError("DDZ-2.2: a bid is 1, 2 or 3")
        if amount <= self._bid:
            raise ValueError("DDZ-2.2: a bid must exceed the current bid")
        self._calls.append(amount)
        self._passes = 0
        self._bidder = seat
        self._bid = amount
        if amount == 3:
            # DDZ-2.3: a bid of 3 ends the bidding at once.
            self._end_bidding(seat)
        else:
            self.turn = (seat + 1) % SEATS

    def _end_bidding(self, landlord: int) -> None:
        # DDZ-2.5: the bottom cards join the landlord's hand, and the landlord leads.
        self._landlord = landlord
        self._hands[landlord].extend(sorted(self._bottom))
        self._leader = landlord
        self._passes = 0
        self.turn = landlord

    # Play.

    def _pass_in_trick(self, seat: int) -> None:
        if self._leading is None:
            raise ValueError("DDZ-3.1: a leader can't pass")
        self._trick[seat] = ("pass",)
        self._passes += 1
        if self._passes == 2:
            # DDZ-3.2: after two consecutive passes the last player to have played leads again.
            self._leader = self._leading
            self.turn = self._leading
            self._leading = None
            self._to_beat = None
            self._trick = [None, None, None]
            self._passes = 0
        else:
            self.turn = (seat + 1) % SEATS

    def _play_cards(self, seat: int, cards: Sequence[str]) -> None:
        if self._landlord is None:
            raise ValueError("DDZ-2.3: the bidding has not ended")
        if len(set(cards)) != len(cards) or any(card not in self._hands[seat] for card in cards):
            raise ValueError("DDZ-3.1: a seat plays cards that it holds")
        possible = readings(cards)
        if not possible:
            raise ValueError("DDZ-4: these cards are no combination")
        if len(possible) > 1:
            raise AssertionError("DDZ-4.6: a set of cards has at most one reading")
        reading = possible[0]
        if self._to_beat is not None and not beats(reading, self._to_beat):
            raise ValueError("DDZ-3.1: the play does not beat what lies on the table")

        for card in cards:
            self._hands[seat].remove(card)
        self._plays[seat] += 1
        # DDZ-5.1: every bomb or rocket counts.
        if reading.shape == "bomb" or reading.shape == "rocket":
            self._bombs += 1
        self._trick[seat] = ("play", reading.shape, in_table_order(rank_of(card) for card in cards))
        self._leading = seat
        self._to_beat = reading
        self._passes = 0
        if not self._hands[seat]:
            # DDZ-5.1: the deal ends the moment a hand is empty.
            self._winner = seat
            self.over = True
            self.turn = None
        else:
            self.turn = (seat + 1) % SEATS

    # The end.

    def _spring(self) -> bool:
        """DDZ-5.2: the landlord wins and neither peasant ever played a card."""
        if not self.over or self._winner != self._landlord:
            return False
        return all(self._plays[seat] == 0 for seat in range(SEATS) if seat != self._landlord)

    def _reverse_spring(self) -> bool:
        """DDZ-5.2: a peasant wins and the landlord played exactly once."""
        if not self.over or self._landlord is None or self._winner == self._landlord:
            return False
        return self._plays[self._landlord] == 1

    def _multiplier(self) -> int:
        """DDZ-5.1 and DDZ-5.2: 1, doubled by every bomb or rocket and by a spring or reverse spring."""
        multiplier = 1
        for _ in range(self._bombs):
            multiplier *= 2
        if self._spring() or self._reverse_spring():
            multiplier *= 2
        return multiplier

    def points(self) -> tuple[int, int, int] | None:
        """DDZ-5.3: what each seat scores; None until the deal is over."""
        if not self.over:
            return None
        stake = self._bid * self._multiplier()
        landlord_wins = self._winner == self._landlord

        def score(seat: int) -> int:
            amount = 2 * stake if seat == self._landlord else stake
            # DDZ-1: the peasants win or lose together.
            wins = landlord_wins if seat == self._landlord else not landlord_wins
            return amount if wins else -amount

        return (score(0), score(1), score(2))

    def lines(self) -> dict[str, int]:
        """How the stake came about (DDZ-5); empty until the deal is over."""
        if not self.over:
            return {}
        return {
            "bid": self._bid,
            "bombs": self._bombs,
            "spring": int(self._spring()),
            "reverse-spring": int(self._reverse_spring()),
            "multiplier": self._multiplier(),
            "stake": self._bid * self._multiplier(),
        }

    def table(self) -> dict[str, object]:
        """The public record: what everybody at the table knows."""
        # DDZ-2.5: the bottom is turned up for all when the bidding has ended; from then on everybody knows that the
        # landlord has those cards, until they are played.
        bottom: frozenset[str] = frozenset()
        known: list[frozenset[str]] = [frozenset(), frozenset(), frozenset()]
        if self._landlord is not None:
            bottom = self._bottom
            known[self._landlord] = frozenset(card for card in self._bottom if card in self._hands[self._landlord])
        return {
            "first_bidder": self._first_bidder,
            "redeals": self._redeals,
            "calls": tuple(self._calls),
            "bidder": self._bidder,
            "bid": self._bid,
            "landlord": self._landlord,
            "bottom": bottom,
            "bombs": self._bombs,
            "multiplier": self._multiplier(),
            "leader": self._leader,
            "leading": self._leading,
            "trick": tuple(self._trick),
            "passes": self._passes,
            "plays": tuple(self._plays),
            "known": tuple(known),
        }
