"""A slow and plain referee of Tractor (Sheng Ji), written from the house rules (section TR) and from nothing else.

The game. Four seats, partners 0+2 (team 0) and 1+3 (team 1), two French packs: 25 cards each and a kitty of 8. The
seats declare trump in turn; the dealer takes the kitty, buries eight cards and leads. Singles, pairs and tractors
(consecutive pairs) are led and must be followed. The dealer's team defends, the attackers collect 5s, 10s and kings:
with 80 points they take over the deal. Levels rise; the first team past A wins the match. A Referee plays one deal.

Cards are texts: a rank ``23456789TJQKA`` and a suit ``CDHS`` (``TH``, ``2C``), the black joker ``BJ``, the red joker
``RJ``. There are two of each, so equal texts occur twice. A *level* is a rank text. *Trump* is a suit letter or
``"NT"``. An *effective suit* is a suit letter or ``"T"``, trump.
"Sorted" means sorted as Python sorts texts: ``tuple(sorted(cards))``.

Keys of moves: ``("pass",)``, ``("declare", cards)`` (one level card, two identical ones, ``("BJ", "BJ")`` or
``("RJ", "RJ")``), ``("bury", eight sorted cards)``, ``("play", sorted cards)``.

``table()``, all that lies open:

* ``phase``: "declare", "bury", "play" or "over"; ``turn``: the seat to act or None; ``hand_sizes``: per seat.
* ``levels``: of team 0 and team 1, as the deal began; ``level``: the level rank of this deal.
* ``dealer``: the dealer as things stand (in a first deal it moves with the declaration that makes it move);
  ``initial_dealer``: who spoke first; ``attackers``: the team that is not the dealer's, as things stand.
* ``calls``: every (seat, key) of the declaring; ``passes``: how many passes in a row just now, while it lasts, else 0;
  ``declarer`` and ``declared``: the standing declaration, seat and cards, or None and ();
  ``trump``: None until the declaring is over.
* ``kitty``: the eight cards in the order dealt once they are shown to all (TR-3.2), else ().
* ``points``: what the attackers have taken in tricks; the kitty bonus is in it when the deal is over.
* ``tricks``: how many are complete; ``tricks_won``: per seat.
* ``leader``: of the trick that runs, None before the play and when the deal is over;
  ``trick``: per seat the sorted cards, or None; ``lead_shape`` and ``lead_suit``: of its lead, or None;
  ``winning``: the seat that wins it so far, or None.
* ``last_trick``: (leader, cards per seat, winner, points) of the last complete trick, or None.
* ``buried``: the buried cards, sorted, when the deal is over (TR-4), else ().
* everything that ``known()`` tells.

``known()``, what all know about hidden cards (the derivation stands at ``Referee._learn``):

* ``holds``: per seat the sorted cards known to be in that hand.
* ``dealer_or_buried``: the sorted cards known to be in the dealer's hand or buried, from the burying on.
* ``voids``: per seat the effective suits of which it holds no card.
* ``no_pairs``: per seat the effective suits of which it holds no two identical cards (a void suit may be among them).
* ``absent``: per seat the cards of which it holds no copy, learnt together with ``no_pairs``.

``result()`` of a finished deal: ``points`` (per seat: the levels its team rose, negative for the other team),
``dealer``, ``attackers``, ``trick_points``, ``last_trick_winner``, ``last_trick_cards`` (per seat), ``kitty_points``,
``kitty_factor`` (0 when the defenders won the last trick), ``kitty_bonus``, ``attackers_points``, ``takeover``,
``rise`` (per team), ``old_levels``, ``levels``, ``next_dealer`` (None when the match is over), ``winner`` (team or
None).

Where section TR is silent, this referee decides as follows:

* TR-2: the level rank is the level of the initial dealer's team, fixed before the declaring, even if in a first deal
  with unequal levels (only an option can make them so) the deal goes to the other team.
* TR-10: the level of a team that has risen past A is still told as "A"; ``winner`` says the rest.
* TR-3.1: "overcall oneself" can't be put to the test: a seat speaks again only after three others have passed (trump is
  settled) or another seat has overcalled it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from math import comb
from typing import NamedTuple

RANKS = "23456789TJQKA"
SUITS = "CDHS"
JOKERS = ("BJ", "RJ")
SEATS = 4

# TR-2: two packs, 108 cards.
PACK: tuple[str, ...] = tuple([rank + suit for suit in SUITS for rank in RANKS] + list(JOKERS))
CARDS: Counter[str] = Counter({card: 2 for card in PACK})

# legal() refuses to list more moves than this.
LISTABLE = 1_000_000

Key = tuple[object, ...]
Cards = tuple[str, ...]
Layout = tuple[tuple[Cards, ...], Cards]  # four hands and the pile


class Play(NamedTuple):
    """One play of the record."""

    seat: int
    lead: Cards | None  # what it answers; None when it is a lead
    cards: Cards


def cards_of(key: Key) -> Cards:
    """The cards of a key that is no pass."""
    if len(key) == 2 and isinstance(key[1], tuple):
        return key[1]
    raise ValueError("TR: no such move")


def in_order(cards: Iterable[str]) -> Cards:
    """The cards as a key has them."""
    return tuple(sorted(cards))


def contains(hand: Iterable[str], cards: Iterable[str]) -> bool:
    """Whether the hand has all these cards, equal ones as often."""
    have = Counter(hand)
    return all(have[card] >= wanted for card, wanted in Counter(cards).items())


def without(hand: Iterable[str], cards: Iterable[str]) -> list[str]:
    """The hand without these cards, which it must have."""
    left = list(hand)
    for card in cards:
        left.remove(card)
    return left


def card_points(cards: Iterable[str]) -> int:
    """TR-9: 5s count 5, 10s and kings 10."""
    return sum({"5": 5, "T": 10, "K": 10}.get(card[0], 0) for card in cards)


def team(seat: int) -> int:
    """TR: partners 0+2 and 1+3."""
    return seat % 2


# Suits, power and shapes.


def check_trump(trump: str, level: str) -> None:
    """Raise ValueError unless these are a trump and a level."""
    if trump != "NT" and (len(trump) != 1 or trump not in SUITS):
        raise ValueError(f"TR-3.1: {trump!r} is no trump")
    if len(level) != 1 or level not in RANKS:
        raise ValueError(f"TR-2: {level!r} is no level")


def effective_suit(card: str, trump: str, level: str) -> str:
    """TR-5: "T" for every trump, else the suit of the card."""
    check_trump(trump, level)
    if card not in PACK:
        raise ValueError(f"TR-2: {card!r} is no card")
    # TR-5.1: jokers, level cards of every suit and the trump suit. Without trump suit: jokers and level cards.
    if card in JOKERS or card[0] == level or card[1] == trump:
        return "T"
    return card[1]


def power(card: str, trump: str, level: str) -> int:
    """TR-5: the power of a card within its effective suit; neighbours in power differ by one (TR-6).

    0 to 11 for the cards of a suit, the trump suit too, from low to high; 12 for a level card beside the trump suit; 13
    for the trump suit's level card, or every level card in no trump; 14 for a black joker, 15 for a red one.
    """
    effective_suit(card, trump, level)  # checks the arguments
    if card == "RJ":
        return 15
    if card == "BJ":
        return 14
    rank, suit = card[0], card[1]
    if rank == level:
        # TR-5.1. In no trump the level cards are all equal and next to the black jokers (TR-6).
        if trump == "NT" or suit == trump:
            return 13
        return 12
    # TR-5.1 and TR-5.2: A … 2 without the level rank.
    return RANKS.replace(level, "").index(rank)


def pairs_in(cards: Iterable[str]) -> list[str]:
    """TR-6 and TR-7.2: a pair is two identical cards. One text for each pair, sorted."""
    return sorted(card for card, copies in Counter(cards).items() if copies == 2)


def shape(cards: Sequence[str], trump: str, level: str) -> str | None:
    """TR-6: "single", "pair" or "tractor"; None for anything else."""
    suits = {effective_suit(card, trump, level) for card in cards}
    pairs = pairs_in(cards)
    if len(cards) == 1:
        return "single"
    if len(cards) == 2 and len(pairs) == 1:
        return "pair"
    # A tractor: two or more pairs and nothing else, in one effective suit, their powers a row of neighbours.
    if len(pairs) >= 2 and len(cards) == 2 * len(pairs) and len(suits) == 1:
        powers = sorted(power(card, trump, level) for card in pairs)
        if powers == list(range(powers[0], powers[0] + len(powers))):
            return "tractor"
    return None


def top(cards: Sequence[str], trump: str, level: str) -> int:
    """TR-8: the power of the highest card."""
    return max(power(card, trump, level) for card in cards)


def leads(hand: Sequence[str], trump: str, level: str) -> set[Cards]:
    """TR-6: everything that may be led from this hand."""
    found: set[Cards] = {(card,) for card in hand}
    rows: list[Cards] = [(card,) for card in pairs_in(hand)]  # a row of pairs, from low to high, one text for each
    while rows:
        found |= {in_order(row + row) for row in rows}
        rows = [
            row + (card,)
            for row in rows
            for card in pairs_in(hand)
            if effective_suit(card, trump, level) == effective_suit(row[0], trump, level)
            and power(card, trump, level) == power(row[-1], trump, level) + 1
        ]
    return found


def count_leads(hand: Sequence[str], trump: str, level: str) -> int:
    """How many leads a hand has, counted without listing them.

    The pairs of each suit are counted power by power; a tractor takes one pair of each power of an unbroken stretch.
    """
    total = len(set(hand))
    for suit in SUITS + "T":
        here = Counter(
            power(card, trump, level) for card in pairs_in(hand) if effective_suit(card, trump, level) == suit
        )
        ending = 0  # the pairs and tractors whose highest pair has the power at hand
        for strength in range(16):
            ending = here[strength] * (1 + ending)
            total += ending
    return total


# Choosing cards where some are there twice.


def choices(cards: Iterable[str], size: int) -> Iterator[Cards]:
    """Every different choice of so many cards, sorted."""
    held = sorted(Counter(cards).items())

    def take(start: int, wanted: int) -> Iterator[Cards]:
        if wanted == 0:
            yield ()
        elif start < len(held):
            card, copies = held[start]
            for number in range(min(copies, wanted), -1, -1):
                for others in take(start + 1, wanted - number):
                    yield (card,) * number + others

    return take(0, size)


def count_choices(cards: Iterable[str], size: int) -> int:
    """How many different choices of so many cards there are.

    Choose which of the twofold cards are taken twice; the rest are different cards out of all others.
    """
    copies = Counter(cards)
    twofold = sum(1 for number in copies.values() if number == 2)
    kinds = len(copies)
    return sum(comb(twofold, both) * comb(kinds - both, size - 2 * both) for both in range(size // 2 + 1))


# Following.


def _of_suit(cards: Iterable[str], suit: str, trump: str, level: str) -> list[str]:
    return [card for card in cards if effective_suit(card, trump, level) == suit]


def why_no_follow(hand: Sequence[str], lead: Sequence[str], cards: Sequence[str], trump: str, level: str) -> str:
    """TR-7: why the hand may not answer the lead with these cards; "" when it may."""
    if shape(lead, trump, level) is None:
        raise ValueError("TR-6: nobody can lead these cards")
    if not contains(hand, cards):
        return "TR-7.1: a seat plays cards that it holds"
    if len(cards) != len(lead):
        return "TR-7.1: as many cards as led"
    suit = effective_suit(lead[0], trump, level)
    held = _of_suit(hand, suit, trump, level)
    given = _of_suit(cards, suit, trump, level)
    # TR-7.1: follow as far as possible; all of it if short. TR-7.3: with nothing of the suit, anything.
    if len(given) != min(len(held), len(lead)):
        return "TR-7.1: follow the suit led as far as possible"
    # TR-7.2: as many pairs of the suit as possible, up to the number led; none is owed to a single.
    pairs_led = len(lead) // 2
    if len(pairs_in(given)) < min(len(pairs_in(held)), pairs_led):
        return "TR-7.2: give as many pairs of the suit as possible"
    return ""


def is_follow(hand: Sequence[str], lead: Sequence[str], cards: Sequence[str], trump: str, level: str) -> bool:
    """TR-7: whether the hand may answer the lead with these cards."""
    return why_no_follow(hand, lead, cards, trump, level) == ""


def follows(hand: Sequence[str], lead: Sequence[str], trump: str, level: str) -> set[Cards]:
    """TR-7: every answer to this lead: all that the suit allows, tried one by one."""
    suit = effective_suit(lead[0], trump, level)
    held = _of_suit(hand, suit, trump, level)
    if len(held) >= len(lead):
        tried = choices(held, len(lead))
    else:
        rest = without(hand, held)
        tried = (in_order((*held, *fill)) for fill in choices(rest, len(lead) - len(held)))
    return {cards for cards in tried if is_follow(hand, lead, cards, trump, level)}


def count_follows(hand: Sequence[str], lead: Sequence[str], trump: str, level: str) -> int:
    """How many answers to this lead there are, by formula, without listing or trying any."""
    suit = effective_suit(lead[0], trump, level)
    held = _of_suit(hand, suit, trump, level)
    pairs, pairs_led = len(pairs_in(held)), len(lead) // 2
    if len(held) < len(lead):
        # TR-7.1 and TR-7.3: all of the suit, and any fill.
        return count_choices(without(hand, held), len(lead) - len(held))
    if pairs_led == 0:
        return len(set(held))
    if pairs >= pairs_led:
        # TR-7.2: as many pairs as led fill the play: any of those held.
        return comb(pairs, pairs_led)
    # TR-7.2: every pair, and any of the suit's other cards, all different.
    return comb(len(held) - 2 * pairs, len(lead) - 2 * pairs)


def trick_winner(plays: Sequence[Sequence[str]], trump: str, level: str) -> int:
    """TR-8: which of the plays, in the order played, wins (also of a trick that still runs)."""
    lead = plays[0]
    led = effective_suit(lead[0], trump, level)
    best, best_value = 0, (led == "T", top(lead, trump, level))
    for place, cards in enumerate(plays):
        suits = {effective_suit(card, trump, level) for card in cards}
        # TR-8: the same shape and size, in the suit led or all in trump. (Whoever plays nothing but trump on another
        # suit is void in that suit: TR-7.1.)
        if len(cards) != len(lead) or shape(cards, trump, level) != shape(lead, trump, level):
            continue
        if suits != {led} and suits != {"T"}:
            continue
        # TR-8: trump beats the suit led, then the highest top card wins. TR-5.2: at equal power the earlier play.
        value = (suits == {"T"}, top(cards, trump, level))
        if value > best_value:
            best, best_value = place, value
    return best


# Levels.


class Outcome(NamedTuple):
    """TR-10: what a deal does to the match."""

    takeover: bool  # the attackers have 80 or more
    rise: tuple[int, int]  # per team
    levels: tuple[str, str]  # "A" also for a team past A
    next_dealer: int | None  # None when the match is over
    winner: int | None  # the team that has won the match


def outcome(levels: Sequence[str], dealer: int, attackers_points: int) -> Outcome:
    """TR-10: levels, next dealer and winner of the match after a deal with these points."""
    if attackers_points >= 80:
        takeover, riser, levels_up = True, 1 - team(dealer), (attackers_points - 80) // 40
    else:
        takeover, riser = False, team(dealer)
        levels_up = 3 if attackers_points == 0 else 2 if attackers_points < 40 else 1
    rise = (levels_up, 0) if riser == 0 else (0, levels_up)
    after = [RANKS.index(level) + up for level, up in zip(levels, rise, strict=True)]
    past_ace = [side for side in (0, 1) if after[side] > RANKS.index("A")]
    winner = past_ace[0] if past_ace else None
    told = [RANKS[min(place, RANKS.index("A"))] for place in after]
    next_dealer: int | None = (dealer + 1) % SEATS if takeover else (dealer + 2) % SEATS
    if winner is not None:
        next_dealer = None
    return Outcome(takeover, rise, (told[0], told[1]), next_dealer, winner)


# Declaring.


def declaration_strength(cards: Sequence[str], level: str) -> int:
    """TR-3.1: 1 to 4; 0 when the cards are no declaration."""
    if len(cards) == 1 and cards[0] in PACK and cards[0] not in JOKERS and cards[0][0] == level:
        return 1
    if len(cards) == 2 and cards[0] == cards[1]:
        if cards[0] == "RJ":
            return 4
        if cards[0] == "BJ":
            return 3
        if declaration_strength(cards[:1], level) == 1:
            return 2
    return 0


def declared_trump(cards: Sequence[str]) -> str:
    """TR-3.1: the suit of the level cards, or no trump."""
    return "NT" if cards[0] in JOKERS else cards[0][1]


class Referee:
    """One deal of Tractor, from the cards as they were dealt to the new levels."""

    turn: int | None  # the seat to act, None when the deal is over
    phase: str  # "declare", "bury", "play", "over"

    def __init__(
        self,
        hands: Sequence[Sequence[str]],
        kitty: Sequence[str],
        dealer: int,
        levels: Sequence[str] = ("2", "2"),
        first_deal: bool = False,
        first_dealer: str = "first",
    ) -> None:
        if [len(hand) for hand in hands] != [25] * SEATS or len(kitty) != 8:
            raise ValueError("TR-2: a deal is four hands of 25 cards and a kitty of 8")
        if Counter([card for hand in hands for card in hand] + list(kitty)) != CARDS:
            raise ValueError("TR-2: a deal holds each card of two packs")
        if dealer not in range(SEATS):
            raise ValueError("TR-3.1: the dealer is one of the four seats")
        if len(levels) != 2 or any(len(level) != 1 or level not in RANKS for level in levels):
            raise ValueError("TR-1: two levels, from 2 to A")
        if first_dealer not in ("first", "final"):
            raise ValueError("TR-3.3: the first dealer is the first or the final declarer")

        self._hands: list[list[str]] = [list(hand) for hand in hands]
        self._kitty: Cards = tuple(kitty)
        self._initial_dealer = dealer
        self._dealer = dealer
        self._levels: tuple[str, str] = (levels[0], levels[1])
        self._level: str = levels[team(dealer)]  # TR-2
        self._first_deal = first_deal
        self._first_dealer = first_dealer

        self._calls: list[tuple[int, Key]] = []
        self._passes = 0
        self._declarer: int | None = None
        self._declared: Cards = ()
        self._trump: str | None = None
        self._kitty_shown = False
        self._buried: Cards = ()

        self._leader: int | None = None
        self._trick: list[Cards | None] = [None] * SEATS
        self._record: list[Play] = []
        self._tricks_won = [0] * SEATS
        self._last_trick: tuple[int, tuple[Cards, ...], int, int] | None = None
        self._trick_points = 0  # of the attackers
        self._result: dict[str, object] | None = None

        self._voids: list[set[str]] = [set() for _ in range(SEATS)]
        self._no_pairs: list[set[str]] = [set() for _ in range(SEATS)]
        self._absent: list[set[str]] = [set() for _ in range(SEATS)]

        self.phase = "declare"
        self.turn = dealer  # TR-3.1, Reading: the (initial) dealer speaks first

    # Small facts.

    @property
    def hands(self) -> list[list[str]]:
        """What every seat holds now."""
        return [list(hand) for hand in self._hands]

    @property
    def pile(self) -> Cards:
        """The cards in no hand and not played: the kitty before it is taken, then what is buried; sorted."""
        return in_order(self._kitty) if self.phase == "declare" else self._buried

    @property
    def dealer(self) -> int:
        """The dealer as things stand."""
        return self._dealer

    @property
    def level(self) -> str:
        """TR-2: the level rank of this deal."""
        return self._level

    @property
    def trump(self) -> str | None:
        """A suit letter or "NT", None until it is settled."""
        return self._trump

    @property
    def _fixed_trump(self) -> str:
        if self._trump is None:
            raise ValueError("TR-3: trump is not settled")
        return self._trump

    @property
    def _attackers(self) -> int:
        """TR-1: the dealer's team defends, the other attacks."""
        return 1 - team(self._dealer)

    @property
    def _lead(self) -> Cards | None:
        return None if self._leader is None else self._trick[self._leader]

    def _plays_in_order(self) -> list[tuple[int, Cards]]:
        """The running trick as it was played."""
        if self._leader is None:
            return []
        seats = [(self._leader + step) % SEATS for step in range(SEATS)]
        return [(seat, cards) for seat in seats if (cards := self._trick[seat]) is not None]

    # Legal moves.

    def _declarations(self) -> list[Cards]:
        """TR-3.1: everything the seat to act may declare."""
        assert self.turn is not None
        hand = self._hands[self.turn]
        possible: list[Cards] = [(self._level + suit,) for suit in SUITS]
        possible += [(card, card) for card in [self._level + suit for suit in SUITS] + list(JOKERS)]
        standing = declaration_strength(self._declared, self._level)
        return [
            cards
            for cards in possible
            if contains(hand, cards) and declaration_strength(cards, self._level) > standing
        ]

    def count(self) -> int:
        """How many legal moves there are, without listing them."""
        if self.turn is None:
            return 0
        hand = self._hands[self.turn]
        if self.phase == "declare":
            return 1 + len(self._declarations())
        if self.phase == "bury":
            return count_choices(hand, 8)
        if self._lead is None:
            return count_leads(hand, self._fixed_trump, self._level)
        return count_follows(hand, self._lead, self._fixed_trump, self._level)

    def legal(self) -> set[Key]:
        """Every legal move; OverflowError when there are more than LISTABLE."""
        if self.turn is None:
            return set()
        if self.count() > LISTABLE:
            raise OverflowError(f"{self.count()} moves are too many to list: use is_legal() and count()")
        hand = self._hands[self.turn]
        if self.phase == "declare":
            return {("pass",)} | {("declare", cards) for cards in self._declarations()}
        if self.phase == "bury":
            return {("bury", cards) for cards in choices(hand, 8)}
        if self._lead is None:
            return {("play", cards) for cards in leads(hand, self._fixed_trump, self._level)}
        return {("play", cards) for cards in follows(hand, self._lead, self._fixed_trump, self._level)}

    def why_not(self, key: Key) -> str:
        """Which clause the move offends, in words; "" when it is legal."""
        if self.turn is None:
            return "TR-10: the deal is over"
        hand = self._hands[self.turn]
        if key == ("pass",):
            return "" if self.phase == "declare" else "TR-3.1: only while declaring may a seat pass"
        if len(key) != 2 or key[0] not in ("declare", "bury", "play") or not isinstance(key[1], tuple):
            return "TR: no such move"
        kind, cards = str(key[0]), cards_of(key)
        if any(card not in PACK for card in cards):
            return "TR-2: no such card"
        if cards != in_order(cards):
            return "TR: the cards of a key are sorted"
        if kind != self.phase:
            return {
                "declare": "TR-3.2: trump is settled",
                "bury": "TR-4: nobody buries now",
                "play": "TR-4: the play has not begun",
            }[kind]
        if kind == "declare":
            strength = declaration_strength(cards, self._level)
            if strength == 0:
                return "TR-3.1: no declaration"
            if not contains(hand, cards):
                return "TR-3.1: a seat declares with cards that it holds"
            if strength <= declaration_strength(self._declared, self._level):
                return "TR-3.1: only a stronger declaration overcalls"
            return ""
        if kind == "bury":
            if len(cards) != 8:
                return "TR-4: the dealer buries eight cards"
            return "" if contains(hand, cards) else "TR-4: the dealer buries cards that it holds"
        if self._lead is not None:
            return why_no_follow(hand, self._lead, cards, self._fixed_trump, self._level)
        if not contains(hand, cards):
            return "TR-6: a seat leads cards that it holds"
        return "" if shape(cards, self._fixed_trump, self._level) is not None else "TR-6: no single, pair or tractor"

    def is_legal(self, key: Key) -> bool:
        """Whether the seat to act may make this move."""
        return self.why_not(key) == ""

    def play(self, key: Key) -> None:
        """Make a move; an illegal one raises ValueError and changes nothing."""
        reason = self.why_not(key)
        if reason:
            raise ValueError(reason)
        assert self.turn is not None
        if key == ("pass",):
            self._pass(self.turn)
            return
        if key[0] == "declare":
            self._declare(self.turn, cards_of(key))
        elif key[0] == "bury":
            self._bury(self.turn, cards_of(key))
        else:
            self._play_cards(self.turn, cards_of(key))

    # Declaring.

    def _pass(self, seat: int) -> None:
        self._calls.append((seat, ("pass",)))
        self._passes += 1
        if self._declarer is not None and self._passes == 3:
            # TR-3.2: three passes in a row settle trump.
            self._settle_trump(declared_trump(self._declared))
        elif self._declarer is None and self._passes == 4:
            # TR-3.2: nobody declares: the kitty is shown; the dealer stays.
            self._kitty_shown = True
            self._settle_trump(next(card for card in self._kitty if card not in JOKERS)[1])
        else:
            self.turn = (seat + 1) % SEATS  # Reading: a seat that passed may speak again, none is skipped

    def _declare(self, seat: int, cards: Cards) -> None:
        self._calls.append((seat, ("declare", cards)))
        self._passes = 0
        # TR-3.3: the first declarer of the first deal becomes the dealer; by the option the last one.
        if self._first_deal and (self._declarer is None or self._first_dealer == "final"):
            self._dealer = seat
        self._declarer = seat
        self._declared = cards
        self.turn = (seat + 1) % SEATS

    def _settle_trump(self, trump: str) -> None:
        self._trump = trump
        self._passes = 0
        # TR-4: the dealer takes the kitty and buries.
        self._hands[self._dealer].extend(self._kitty)
        self.phase = "bury"
        self.turn = self._dealer

    def _bury(self, seat: int, cards: Cards) -> None:
        self._hands[seat] = without(self._hands[seat], cards)
        self._buried = cards
        # TR-4: and leads.
        self.phase = "play"
        self._leader = seat
        self.turn = seat

    # Play.

    def _play_cards(self, seat: int, cards: Cards) -> None:
        assert self._leader is not None
        self._record.append(Play(seat, self._lead, cards))
        self._learn(seat, self._lead, cards)
        self._hands[seat] = without(self._hands[seat], cards)
        self._trick[seat] = cards
        self.turn = (seat + 1) % SEATS
        if self.turn == self._leader:
            self._end_trick(self._leader)

    def _end_trick(self, leader: int) -> None:
        plays = self._plays_in_order()
        winner, best = plays[trick_winner([cards for _, cards in plays], self._fixed_trump, self._level)]
        in_seat_order = tuple(cards for _, cards in sorted(plays))
        points = sum(card_points(cards) for cards in in_seat_order)
        if team(winner) == self._attackers:
            self._trick_points += points  # TR-9
        self._tricks_won[winner] += 1
        self._last_trick = (leader, in_seat_order, winner, points)
        self._trick = [None] * SEATS
        if self._hands[winner]:
            self._leader = winner  # TR-8: the winner leads
            self.turn = winner
        else:
            self._leader = None
            self.turn = None
            self.phase = "over"
            self._settle(winner, len(best))

    def _settle(self, last_winner: int, last_cards: int) -> None:
        kitty_points = card_points(self._buried)
        # TR-9: twice the number of cards each seat played to the last trick, if the attackers won it.
        factor = 2 * last_cards if team(last_winner) == self._attackers else 0
        total = self._trick_points + kitty_points * factor
        after = outcome(self._levels, self._dealer, total)
        gain = after.rise[0] - after.rise[1]
        self._result = {
            "points": tuple(gain if team(seat) == 0 else -gain for seat in range(SEATS)),
            "dealer": self._dealer,
            "attackers": self._attackers,
            "trick_points": self._trick_points,
            "last_trick_winner": last_winner,
            "last_trick_cards": last_cards,
            "kitty_points": kitty_points,
            "kitty_factor": factor,
            "kitty_bonus": kitty_points * factor,
            "attackers_points": total,
            "takeover": after.takeover,
            "rise": after.rise,
            "old_levels": self._levels,
            "levels": after.levels,
            "next_dealer": after.next_dealer,
            "winner": after.winner,
        }

    def result(self) -> dict[str, object]:
        """The account of the finished deal."""
        if self._result is None:
            raise ValueError("TR-10: the deal is not over")
        return dict(self._result)

    def next_deal(self, hands: Sequence[Sequence[str]], kitty: Sequence[str]) -> Referee:
        """TR-10: a referee of the deal that follows, at the new levels and with the next dealer."""
        if self._result is None:
            raise ValueError("TR-10: the deal is not over")
        after = outcome(self._levels, self._dealer, int(str(self._result["attackers_points"])))
        if after.next_dealer is None:
            raise ValueError("TR-10: the match is over")
        return Referee(hands, kitty, after.next_dealer, after.levels)

    # What all know about hidden cards.

    def _learn(self, seat: int, lead: Cards | None, cards: Cards) -> None:
        """Take down what this play tells everybody about the cards that stay in the hand.

        Let S be the suit led, n the number of cards led, q the number of pairs led (0 for a single), f the cards of S
        in the answer, g the pairs of S in the answer, and P the pairs of S in the hand before it. From TR-7 follows:

        1. f < n: by TR-7.1 the hand was short in S and played all of it. So the seat is *void* in S from now on.
           (Whatever pairs it had are on the table; nothing more follows.)
        2. f = n and g < q: by TR-7.2 the seat gave every pair it had: P = g. So before this play it had no other pair
           of S:
           a. of S, no two identical cards are left in the hand (*no pair*, to the end of the deal: hands only shrink);
           b. a card of S that it played as one of the unmatched ones has no twin in the hand (*absent*), for with the
              twin it would have been one more pair.
        3. f = n and g = q: P is q or more. Nothing follows. With a single led q = 0, so nothing follows either.
        4. From 2a on, each further card of S that the seat plays or leads was the only one of its kind in the hand: it
           is *absent* too.

        Nothing follows from a lead as such (TR-6 compels nobody), from passing or declaring low (TR-3.1: nobody must
        declare), from the burying (TR-4: any eight), or from cards played on another suit (TR-7.1: filled freely;
        TR-7.2: no pair is owed from another suit). All of it speaks of the hand alone: a twin may be buried, or with
        anybody else.
        """
        trump = self._fixed_trump
        # 4, which covers leads and fills as well as answers.
        for card in cards:
            if effective_suit(card, trump, self._level) in self._no_pairs[seat]:
                self._absent[seat].add(card)
        if lead is None:
            return
        suit = effective_suit(lead[0], trump, self._level)
        given = _of_suit(cards, suit, trump, self._level)
        if len(given) < len(lead):
            self._voids[seat].add(suit)  # 1
        elif len(pairs_in(given)) < len(lead) // 2:
            self._no_pairs[seat].add(suit)  # 2a
            self._absent[seat].update(given)  # 2b; of a pair both cards are on the table, so it is absent as well

    def _played_by(self, seat: int) -> list[str]:
        return [card for play in self._record if play.seat == seat for card in play.cards]

    def _shown_by(self, seat: int) -> Counter[str]:
        """TR-3.4 and TR-3.2: the cards all have seen in this hand, or going into it with the kitty."""
        shown: Counter[str] = Counter()
        for declarer, key in self._calls:
            if declarer == seat and key != ("pass",):
                shown |= Counter(cards_of(key))  # the same card shown twice is one card: the larger number counts
        if self._kitty_shown and seat == self._dealer:
            shown += Counter(self._kitty)  # then nobody has declared
        return shown

    def _still_known(self, seat: int) -> Cards:
        """Of the cards shown with this seat, those that it has not played. Equal cards can't be told apart: each one
        played is taken for a shown one, for no more can be known."""
        return in_order((self._shown_by(seat) - Counter(self._played_by(seat))).elements())

    def known(self) -> dict[str, object]:
        """What all know about hidden cards; the words are explained at the head of this file."""
        over = self.phase == "over"
        in_doubt = self.phase == "play"  # TR-4, Reading: what the dealer showed may be buried
        holds = [
            () if in_doubt and seat == self._dealer else self._still_known(seat) for seat in range(SEATS)
        ]
        return {
            "holds": tuple(() if over else cards for cards in holds),
            "dealer_or_buried": self._still_known(self._dealer) if in_doubt else (),
            "voids": tuple(frozenset(suits) for suits in self._voids),
            "no_pairs": tuple(frozenset(suits) for suits in self._no_pairs),
            "absent": tuple(frozenset(cards) for cards in self._absent),
        }

    def _hand_fits(self, seat: int, hand: Sequence[str]) -> bool:
        """Whether the facts about this hand alone allow it."""
        if len(hand) != len(self._hands[seat]):
            return False
        # TR-4, Reading: from the burying on, what the dealer showed need not be in its hand.
        in_doubt = self.phase in ("play", "over") and seat == self._dealer
        if not in_doubt and not contains(hand, self._still_known(seat)):
            return False
        if any(card in self._absent[seat] for card in hand):
            return False
        if self._trump is None:
            return True
        pairs = {effective_suit(card, self._trump, self._level) for card in pairs_in(hand)}
        suits = {effective_suit(card, self._trump, self._level) for card in hand}
        return not (suits & self._voids[seat]) and not (pairs & self._no_pairs[seat])

    def fits(self, hands: Sequence[Sequence[str]], pile: Sequence[str], seat: int | None = None) -> bool:
        """Whether a full layout of the hidden cards agrees with everything all know.

        ``pile``: the cards in no hand: the kitty while the seats declare, nothing while the dealer buries, then the
        eight buried cards. With ``seat`` it must also agree with what this seat sees: its own hand, and as the dealer
        what it buried.
        """
        dealt = [card for hand in hands for card in hand] + list(pile)
        if len(hands) != SEATS or len(pile) != len(self.pile):
            return False
        if Counter(dealt) != Counter([card for hand in self._hands for card in hand] + list(self.pile)):
            return False
        if not all(self._hand_fits(place, hand) for place, hand in enumerate(hands)):
            return False
        if self.phase == "play" and not contains([*hands[self._dealer], *pile], self._still_known(self._dealer)):
            return False
        if self.phase == "over" and Counter(pile) != Counter(self._buried):
            return False  # TR-4: shown when the deal is over
        if seat is not None:
            if Counter(hands[seat]) != Counter(self._hands[seat]):
                return False
            if seat == self._dealer and self.phase == "play" and Counter(pile) != Counter(self._buried):
                return False
        return True

    def fits_by_replay(self, hands: Sequence[Sequence[str]], pile: Sequence[str]) -> bool:
        """The same as fits(hands, pile) by another way: is the whole public record legal from these cards?

        It takes the cards back to where they were when the play began and goes through the record with is_follow() and
        contains(). It knows nothing of the facts that _learn() takes down.
        """
        dealt = [card for hand in hands for card in hand] + list(pile)
        if len(hands) != SEATS or [len(hand) for hand in hands] != [len(hand) for hand in self._hands]:
            return False
        if len(pile) != len(self.pile):
            return False
        if Counter(dealt) != Counter([card for hand in self._hands for card in hand] + list(self.pile)):
            return False
        if self.phase == "over" and Counter(pile) != Counter(self._buried):
            return False
        before = [list(hand) + self._played_by(seat) for seat, hand in enumerate(hands)]
        # Declaring. The dealer's 25 cards are any 25 of its 33 that hold what it declared.
        pool = [list(hand) for hand in before]
        if self.phase != "declare":
            pool[self._dealer] += list(pile)
        for seat, key in self._calls:
            if key != ("pass",) and not contains(pool[seat], cards_of(key)):
                return False
        if self._kitty_shown and not contains(pool[self._dealer], self._kitty):
            return False
        # The play.
        for seat, lead, cards in self._record:
            if not contains(before[seat], cards):
                return False
            if lead is not None and not is_follow(before[seat], lead, cards, self._fixed_trump, self._level):
                return False
            before[seat] = without(before[seat], cards)
        return True

    def layouts(self, seat: int | None = None) -> Iterator[Layout]:
        """Every layout (sorted hands, sorted pile) that fits what this seat knows, or what all know; for small endings.

        Equal cards are not told apart: each layout comes once. ways() says how many layouts of 108 different cards it
        stands for.
        """
        fixed: dict[int, Cards] = {}
        if seat is not None:
            fixed[seat] = in_order(self._hands[seat])
        hidden = [card for hand in self._hands for card in hand] + list(self.pile)
        for cards in fixed.values():
            hidden = without(hidden, cards)

        def deal_out(place: int, left: list[str], hands: tuple[Cards, ...]) -> Iterator[Layout]:
            if place == SEATS:
                if self.fits(hands, left, seat):
                    yield hands, in_order(left)
            elif place in fixed:
                yield from deal_out(place + 1, left, (*hands, fixed[place]))
            else:
                for hand in choices(left, len(self._hands[place])):
                    if self._hand_fits(place, hand):
                        yield from deal_out(place + 1, without(left, hand), (*hands, hand))

        return deal_out(0, hidden, ())

    # The open table.

    def table(self) -> dict[str, object]:
        """All that lies open; the words are explained at the head of this file."""
        lead = self._lead
        plays = self._plays_in_order()
        winning: int | None = None
        if plays:
            winning = plays[trick_winner([cards for _, cards in plays], self._fixed_trump, self._level)][0]
        points = self._trick_points if self._result is None else self._result["attackers_points"]
        return {
            "phase": self.phase,
            "turn": self.turn,
            "hand_sizes": tuple(len(hand) for hand in self._hands),
            "levels": self._levels,
            "level": self._level,
            "dealer": self._dealer,
            "initial_dealer": self._initial_dealer,
            "attackers": self._attackers,
            "calls": tuple(self._calls),
            "passes": self._passes,
            "declarer": self._declarer,
            "declared": self._declared,
            "trump": self._trump,
            "kitty": self._kitty if self._kitty_shown else (),
            "points": points,
            "tricks": sum(self._tricks_won),
            "tricks_won": tuple(self._tricks_won),
            "leader": self._leader,
            "trick": tuple(self._trick),
            "lead_shape": None if lead is None else shape(lead, self._fixed_trump, self._level),
            "lead_suit": None if lead is None else effective_suit(lead[0], self._fixed_trump, self._level),
            "winning": winning,
            "last_trick": self._last_trick,
            "buried": self._buried if self.phase == "over" else (),
            **self.known(),
        }


def ways(hands: Sequence[Sequence[str]], pile: Sequence[str]) -> int:
    """How many layouts of cards that are all different (the two copies told apart) look like this one, up to a factor
    that is the same for all layouts of the same cards: 2 for each card whose two copies lie in different places."""
    places = [Counter(hand) for hand in hands] + [Counter(pile)]
    total: Counter[str] = Counter()
    for place in places:
        total += place
    number = 1
    for card, copies in total.items():
        if copies == 2 and not any(place[card] == 2 for place in places):
            number *= 2
    return number
