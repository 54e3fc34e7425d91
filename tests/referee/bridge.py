"""A slow and plain referee of Bridge, written from the rules (section BR) and from nothing else.

Contract bridge, one deal, duplicate scoring. Seats N, E, S, W are 0, 1, 2, 3; N and S (even) play against E and W
(odd). Thirteen cards each; an auction names the contract; then the declarer plays his own hand and dummy's for
thirteen tricks against the two others, and the deal is scored for one side and against the other.

Cards are texts: a rank ``23456789TJQKA`` and a suit ``CDHS``, as in ``TH`` or ``2C``.

Moves are keys: ``("pass",)``, ``("double",)``, ``("redouble",)``, ``("bid", level, denomination)`` with a level of 1
to 7 and a denomination ``"C" "D" "H" "S" "NT"``, and ``("play", card)``. Every call and every card is a move of its
own: no two keys mean the same.

Two seats matter while cards are played. ``hand_to_play`` is the seat whose hand the next card comes from: it goes
round the table. ``turn`` is the seat that acts: the same, but the declarer's seat when the card is dummy's (BR-3).

Who sees what. During the auction, and after it until the opening lead lies, each player sees their own hand and
nobody else's; the declarer doesn't see dummy's either. From the opening lead on everybody (spectators too) sees
dummy's cards. Dummy's own player doesn't see declarer's hand, no more than a defender does, and never acts; the
defenders don't see each other's. Calls, cards played, tricks and their winners are seen by all. A seat that didn't
follow suit has thereby shown all that it is void in the suit led. A deal passed out shows no card. See ``sees()``,
``known()``, ``voids()``, ``fits()``.

``table()``, what lies open before all:

* ``phase``: "auction", "play", "over"; ``turn`` and ``hand_to_play``, None where there is none (``hand_to_play`` is
  None in the auction)
* ``dealer``; ``vulnerability``: "none", "ns", "ew" or "both"
* ``calls``: the keys of all calls so far, the dealer's first
* ``bid``: (level, denomination) of the last bid, ``bidder``: its seat; None before the first bid
* ``doubled``: 0, or 1 when that bid stands doubled, 2 when redoubled
* ``declarer``, ``dummy``: None until the auction has ended, and when the deal is passed out. (From then on bid and
  doubled are the contract.)
* ``dummy_hand``: the cards that dummy still holds, None while they are not open
* ``leader``: the seat whose hand leads, or led, to the trick on the table; None in the auction and when all is over
* ``trick``: the cards of the unfinished trick, by seat, None for a seat that has not played to it
* ``tricks``: finished tricks, each (leader, (four cards in the order played), winner)
* ``won``: how many tricks each seat's hand has won; ``sides``: how many N-S and E-W have won
* ``hand_sizes``: cards in each hand; ``voids``: by seat, the suits it has shown itself void in
* ``known``: by seat, the cards that all know to be in that hand: dummy's when open, else none

``result()``, of a finished deal:

* ``points``: of each seat; ``ns``: of North-South
* ``level``, ``denomination``, ``doubled``, ``declarer``, ``dummy``: the contract; None (``doubled``: 0) when the deal
  was passed out
* ``vulnerable``: whether the declaring side is (BR-4: no other vulnerability counts); False when passed out
* ``tricks``: won by the declaring side (0 when passed out); ``over``: how many more than the contract needs, negative
  when it went down; 0 when passed out
* ``score``: of the declaring side; ``lines``: how it came about, see ``score_lines()``; they add up to ``score``

There is no next deal: a match is one deal.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

Key = tuple[str | int, ...]

RANKS = "23456789TJQKA"  # low to high
SUITS = "CDHS"
PACK: tuple[str, ...] = tuple(rank + suit for suit in SUITS for rank in RANKS)  # in deck order

SEATS = 4
NORTH, EAST, SOUTH, WEST = range(SEATS)

LEVELS: tuple[int, ...] = (1, 2, 3, 4, 5, 6, 7)
DENOMINATIONS: tuple[str, ...] = ("C", "D", "H", "S", "NT")  # BR-2: low to high
BIDS: tuple[Key, ...] = tuple(("bid", level, denomination) for level in LEVELS for denomination in DENOMINATIONS)

PASS: Key = ("pass",)
DOUBLE: Key = ("double",)
REDOUBLE: Key = ("redouble",)

VULNERABILITIES: tuple[str, ...] = ("none", "ns", "ew", "both")  # BR-1


def in_deck_order(cards: Sequence[str]) -> tuple[str, ...]:
    """The cards, clubs 2 … A first, then diamonds, hearts and spades."""
    return tuple(sorted(cards, key=PACK.index))


def dealt(pack: Sequence[str], dealer: int = SOUTH) -> list[list[str]]:
    """BR-1: the hands, when a shuffled pack is dealt one card at a time from the seat left of the dealer.

    With South as dealer card k goes to seat (3 + k) mod 4. The clause speaks of South alone; for another dealer we
    begin left of that one.
    """
    hands: list[list[str]] = [[], [], [], []]
    seat = (dealer + 1) % SEATS
    for card in pack:
        hands[seat].append(card)
        seat = (seat + 1) % SEATS
    return hands


def partner(seat: int) -> int:
    return (seat + 2) % SEATS


def same_side(seat: int, other: int) -> bool:
    return seat == other or seat == partner(other)


def is_vulnerable(seat: int, vulnerability: str) -> bool:
    """BR-1: whether the side of that seat is vulnerable."""
    if vulnerability == "both":
        return True
    if vulnerability == "ns":
        return seat in (NORTH, SOUTH)
    if vulnerability == "ew":
        return seat in (EAST, WEST)
    return False


# ------------------------------------------------------------------------------------------------------- the auction


def caller(index: int, dealer: int) -> int:
    """BR-1, BR-2: who makes the call with that index; the dealer calls first, then clockwise."""
    return (dealer + index) % SEATS


def _last_bid(calls: Sequence[Key]) -> int | None:
    """The index of the last bid, None if nobody has bid."""
    found = None
    for index, call in enumerate(calls):
        if call[0] == "bid":
            found = index
    return found


def _last_double(calls: Sequence[Key]) -> int | None:
    """The index of the double or redouble that stands; None if there is none. BR-2: a bid cancels both."""
    found = None
    for index, call in enumerate(calls):
        if call[0] == "bid":
            found = None
        elif call in (DOUBLE, REDOUBLE):
            found = index
    return found


def _may_double(calls: Sequence[Key], dealer: int) -> bool:
    """BR-2: only an opponents' undoubled last bid. Passes in between don't matter."""
    bid = _last_bid(calls)
    if bid is None or _last_double(calls) is not None:
        return False
    return not same_side(caller(bid, dealer), caller(len(calls), dealer))


def _may_redouble(calls: Sequence[Key], dealer: int) -> bool:
    """BR-2: only an opponents' double of one's own side's bid. Passes in between don't matter."""
    me = caller(len(calls), dealer)
    bid = _last_bid(calls)
    double = _last_double(calls)
    if bid is None or double is None or calls[double] != DOUBLE:
        return False
    return same_side(caller(bid, dealer), me) and not same_side(caller(double, dealer), me)


def _ended(calls: Sequence[Key]) -> bool:
    """BR-2: four initial passes, or three in a row after the last bid, double or redouble."""
    if all(call == PASS for call in calls):
        return len(calls) == 4
    return list(calls[-3:]) == [PASS, PASS, PASS]


def _legal_calls(calls: Sequence[Key], dealer: int) -> set[Key]:
    """The legal calls after calls that are known to be legal."""
    if _ended(calls):
        return set()
    found: set[Key] = {PASS}
    last = _last_bid(calls)
    for place, bid in enumerate(BIDS):
        if last is None or place > BIDS.index(calls[last]):  # BR-2: each above the last
            found.add(bid)
    if _may_double(calls, dealer):
        found.add(DOUBLE)
    if _may_redouble(calls, dealer):
        found.add(REDOUBLE)
    return found


def _check_auction(calls: Sequence[Key], dealer: int) -> None:
    if dealer not in range(SEATS):
        raise ValueError("BR-1: the dealer is one of the four seats")
    for index, call in enumerate(calls):
        if call not in _legal_calls(calls[:index], dealer):
            raise ValueError(f"BR-2: call {index + 1}, {call}, is not legal")


def legal_calls(calls: Sequence[Key], dealer: int = SOUTH) -> set[Key]:
    """BR-2: every legal call after these; none when they have ended the auction.

    ValueError if one of them is itself illegal.
    """
    _check_auction(calls, dealer)
    return _legal_calls(calls, dealer)


def auction_ended(calls: Sequence[Key], dealer: int = SOUTH) -> bool:
    """BR-2: whether these calls have ended the auction. ValueError if one of them is illegal."""
    _check_auction(calls, dealer)
    return _ended(calls)


def contract(calls: Sequence[Key], dealer: int = SOUTH) -> tuple[int, str, int] | None:
    """BR-2: (level, denomination, 0 / 1 doubled / 2 redoubled), as it is if the auction ends here; None without a bid.

    ValueError if one of the calls is illegal.
    """
    _check_auction(calls, dealer)
    return _contract(calls)


def _contract(calls: Sequence[Key]) -> tuple[int, str, int] | None:
    last = _last_bid(calls)
    if last is None:
        return None
    _, level, denomination = calls[last]
    assert isinstance(level, int) and isinstance(denomination, str)
    double = _last_double(calls)
    if double is None:
        return (level, denomination, 0)
    return (level, denomination, 1 if calls[double] == DOUBLE else 2)


def declarer(calls: Sequence[Key], dealer: int = SOUTH) -> int | None:
    """BR-2: the declarer, as it is if the auction ends here; None without a bid.

    The first of the side that made the last bid to have named its denomination; what the opponents named doesn't
    count. ValueError if one of the calls is illegal.
    """
    _check_auction(calls, dealer)
    return _declarer(calls, dealer)


def _declarer(calls: Sequence[Key], dealer: int) -> int | None:
    last = _last_bid(calls)
    if last is None:
        return None
    for index, call in enumerate(calls):
        if call[0] == "bid" and call[2] == calls[last][2] and same_side(caller(index, dealer), caller(last, dealer)):
            return caller(index, dealer)
    raise AssertionError("the last bid itself names its denomination")


# -------------------------------------------------------------------------------------------------------- the tricks


def playable(hand: Sequence[str], led: str | None) -> list[str]:
    """BR-3: the cards that may be played from a hand to a trick that this card was led to (None: the hand leads)."""
    if led is None:
        return list(hand)
    following = [card for card in hand if card[1] == led[1]]
    return following if following else list(hand)


def trick_winner(cards: Sequence[str], denomination: str) -> int:
    """BR-3: which of the cards, in the order played, takes the trick: highest trump, else highest of the suit led."""
    trumps = [card for card in cards if card[1] == denomination]  # no suit is called "NT"
    candidates = trumps if trumps else [card for card in cards if card[1] == cards[0][1]]
    best = max(candidates, key=lambda card: RANKS.index(card[0]))
    return list(cards).index(best)


# --------------------------------------------------------------------------------------------------------- the score


def score_lines(level: int, denomination: str, doubled: int, vulnerable: bool, tricks: int) -> dict[str, int]:
    """BR-4, line by line, for the declaring side. doubled: 0, 1 doubled, 2 redoubled. tricks: what declarer won, 0-13.

    The lines: ``contract`` (trick points of the contract, after doubling), ``overtricks``, ``bonus`` (game or
    part-score), ``slam``, ``insult`` (for making a doubled or redoubled contract), ``undertricks`` (negative).
    """
    if level not in LEVELS or denomination not in DENOMINATIONS:
        raise ValueError("BR-2: a contract is of level 1 to 7 in C, D, H, S or NT")
    if doubled not in (0, 1, 2):
        raise ValueError("BR-2: a contract is undoubled, doubled or redoubled")
    if tricks not in range(14):
        raise ValueError("BR-3: there are thirteen tricks")
    lines = {"contract": 0, "overtricks": 0, "bonus": 0, "slam": 0, "insult": 0, "undertricks": 0}
    needed = 6 + level

    if tricks < needed:
        for number in range(1, needed - tricks + 1):  # the first undertrick, the second ...
            if doubled == 0:
                penalty = 100 if vulnerable else 50  # 50 / 100 each
            elif vulnerable:
                penalty = 200 if number == 1 else 300  # vulnerable 200, then 300 each
            elif number == 1:
                penalty = 100  # doubled not vulnerable 100,
            elif number in (2, 3):
                penalty = 200  # then 200, 200,
            else:
                penalty = 300  # then 300 each
            if doubled == 2:
                penalty = penalty * 2  # redoubled twice
            lines["undertricks"] -= penalty
        return lines

    # Tricks 20 minors, 30 majors, NT 40 then 30; × 2 doubled, × 4 redoubled.
    for number in range(1, level + 1):
        if denomination == "C" or denomination == "D":
            value = 20
        elif denomination == "H" or denomination == "S":
            value = 30
        else:
            value = 40 if number == 1 else 30
        if doubled == 1:
            value = value * 2
        if doubled == 2:
            value = value * 4
        lines["contract"] += value

    # Overtricks: trick value; doubled 100 / 200 each; redoubled twice that.
    for _ in range(tricks - needed):
        if doubled == 0:
            value = 20 if denomination in ("C", "D") else 30  # the 40 of NT is for its first trick only
        else:
            value = 200 if vulnerable else 100
            if doubled == 2:
                value = value * 2
        lines["overtricks"] += value

    # Contract trick points (after doubling, without overtricks) ≥ 100: game 300 / 500 vulnerable, else 50.
    if lines["contract"] >= 100:
        lines["bonus"] = 500 if vulnerable else 300
    else:
        lines["bonus"] = 50

    # Small slam 500 / 750, grand 1000 / 1500 instead, only when bid, on top of the game.
    if level == 6:
        lines["slam"] = 750 if vulnerable else 500
    if level == 7:
        lines["slam"] = 1500 if vulnerable else 1000

    # Making doubled +50, redoubled +100.
    if doubled == 1:
        lines["insult"] = 50
    if doubled == 2:
        lines["insult"] = 100
    return lines


def score(level: int, denomination: str, doubled: int, vulnerable: bool, tricks: int) -> int:
    """BR-4: what the declaring side scores; the other side scores the opposite."""
    return sum(score_lines(level, denomination, doubled, vulnerable, tricks).values())


def all_scores() -> dict[tuple[int, str, int, bool, int], int]:
    """All 35 × 3 × 2 × 14 = 2,940 scores, by (level, denomination, doubled, vulnerable, tricks)."""
    return {
        (level, denomination, doubled, vulnerable, tricks): score(level, denomination, doubled, vulnerable, tricks)
        for level in LEVELS
        for denomination in DENOMINATIONS
        for doubled in (0, 1, 2)
        for vulnerable in (False, True)
        for tricks in range(14)
    }


# ---------------------------------------------------------------------------------------------------------- the deal


class Referee:
    """One deal of Bridge, from the first call to the score."""

    turn: int | None  # the seat to act, declarer's at dummy's turn; None when the deal is over
    hand_to_play: int | None  # the seat whose hand the next card comes from; None outside the play

    def __init__(self, hands: Sequence[Sequence[str]], dealer: int = SOUTH, vulnerability: str = "none") -> None:
        # BR-1: 52 cards, 13 each.
        if [len(hand) for hand in hands] != [13, 13, 13, 13]:
            raise ValueError("BR-1: a deal is four hands of 13 cards")
        if {card for hand in hands for card in hand} != set(PACK):
            raise ValueError("BR-1: a deal holds each of the 52 cards once")
        if dealer not in range(SEATS):
            raise ValueError("BR-1: the dealer is one of the four seats")
        if vulnerability not in VULNERABILITIES:
            raise ValueError("BR-1: vulnerable are none, ns, ew or both")

        self._dealt = tuple(in_deck_order(hand) for hand in hands)
        self._hands: list[list[str]] = [list(hand) for hand in self._dealt]
        self._dealer = dealer
        self._vulnerability = vulnerability
        self._calls: list[Key] = []
        self._phase = "auction"
        self._declarer: int | None = None
        self._dummy: int | None = None
        self._denomination: str | None = None
        self._leader: int | None = None
        self._trick: list[str] = []  # in the order played, from the leader on
        self._tricks: list[tuple[int, tuple[str, ...], int]] = []
        self._voids: list[set[str]] = [set(), set(), set(), set()]

        self.turn = dealer  # BR-1: the dealer calls first
        self.hand_to_play = None

    @property
    def over(self) -> bool:
        return self._phase == "over"

    @property
    def hands(self) -> list[tuple[str, ...]]:
        """The cards that each seat holds now, in deck order. For the one who checks; most of it is hidden."""
        return [in_deck_order(hand) for hand in self._hands]

    @property
    def dealt(self) -> list[tuple[str, ...]]:
        """The cards that each seat was dealt, in deck order."""
        return list(self._dealt)

    # Moves.

    def legal(self) -> set[Key]:
        """Every legal move of the seat to act."""
        if self._phase == "auction":
            return _legal_calls(self._calls, self._dealer)
        if self._phase == "play":
            assert self.hand_to_play is not None
            led = self._trick[0] if self._trick else None
            return {("play", card) for card in playable(self._hands[self.hand_to_play], led)}
        return set()

    def is_legal(self, key: Key) -> bool:
        return key in self.legal()

    def count(self) -> int:
        """How many moves are legal, without making the set of them."""
        if self._phase == "auction":
            last = _last_bid(self._calls)
            bids = 35 if last is None else 34 - BIDS.index(self._calls[last])
            can_double = _may_double(self._calls, self._dealer) or _may_redouble(self._calls, self._dealer)
            return 1 + bids + int(can_double)  # one never has both, a double and a redouble
        if self._phase == "play":
            assert self.hand_to_play is not None
            hand = self._hands[self.hand_to_play]
            following = sum(1 for card in hand if self._trick and card[1] == self._trick[0][1])
            return following if following > 0 else len(hand)
        return 0

    def play(self, key: Key) -> None:
        """Make a move for the seat to act. An illegal one raises ValueError and changes nothing."""
        if self._phase == "over":
            raise ValueError("BR-3: the deal is over")
        if not self.is_legal(key):
            clause = "BR-2" if self._phase == "auction" else "BR-3"
            raise ValueError(f"{clause}: {key} is not legal for seat {self.turn}")
        if self._phase == "auction":
            self._call(key)
        else:
            card = key[1]
            assert isinstance(card, str)
            self._play_card(card)

    def _call(self, call: Key) -> None:
        self._calls.append(call)
        if not _ended(self._calls):
            self.turn = caller(len(self._calls), self._dealer)
            return
        seat = _declarer(self._calls, self._dealer)
        if seat is None:
            # BR-2: four initial passes end the deal at 0.
            self._phase = "over"
            self.turn = None
            return
        named = _contract(self._calls)
        assert named is not None
        self._denomination = named[1]
        self._declarer = seat
        self._dummy = partner(seat)
        self._phase = "play"
        self._lead_from((seat + 1) % SEATS)  # BR-3: declarer's left-hand opponent leads

    def _lead_from(self, seat: int) -> None:
        self._leader = seat
        self._trick = []
        self._next_hand(seat)

    def _next_hand(self, seat: int) -> None:
        self.hand_to_play = seat
        # BR-3: declarer's seat acts at dummy's turn too.
        self.turn = self._declarer if seat == self._dummy else seat

    def _play_card(self, card: str) -> None:
        seat = self.hand_to_play
        assert seat is not None and self._leader is not None and self._denomination is not None
        if self._trick and card[1] != self._trick[0][1]:
            self._voids[seat].add(self._trick[0][1])  # BR-3: it would have had to follow suit
        self._hands[seat].remove(card)
        self._trick.append(card)
        if len(self._trick) < SEATS:
            self._next_hand((seat + 1) % SEATS)
            return
        winner = (self._leader + trick_winner(self._trick, self._denomination)) % SEATS
        self._tricks.append((self._leader, tuple(self._trick), winner))
        if len(self._tricks) < 13:
            self._lead_from(winner)
            return
        # BR-3: 13 tricks.
        self._trick = []
        self._leader = None
        self._phase = "over"
        self.turn = None
        self.hand_to_play = None

    # What is seen and known.

    @property
    def dummy_is_open(self) -> bool:
        """BR-3: dummy is open to all from the moment when the opening lead lies."""
        return self._dummy is not None and (len(self._trick) > 0 or len(self._tricks) > 0)

    def sees(self, seat: int) -> dict[int, tuple[str, ...]]:
        """The hands that a seat sees now, by seat. Seat -1 is a spectator."""
        seen: dict[int, tuple[str, ...]] = {}
        if seat in range(SEATS):
            seen[seat] = in_deck_order(self._hands[seat])
        if self.dummy_is_open:
            assert self._dummy is not None
            seen[self._dummy] = in_deck_order(self._hands[self._dummy])
        return seen

    def known(self) -> tuple[frozenset[str], ...]:
        """By seat, the cards that all know to be in that hand: dummy's once open."""
        open_hands = self.sees(-1)
        return tuple(frozenset(open_hands.get(seat, ())) for seat in range(SEATS))

    def voids(self) -> tuple[frozenset[str], ...]:
        """By seat, the suits in which it has shown itself void by not following suit.

        Nothing else counts here: not that an open dummy has none of a suit, nor that all thirteen have been played.
        """
        return tuple(frozenset(suits) for suits in self._voids)

    def played(self) -> list[tuple[int, str]]:
        """Every card played so far, with the seat whose card it is."""
        tricks = [(leader, cards) for leader, cards, _ in self._tricks]
        if self._leader is not None:
            tricks.append((self._leader, tuple(self._trick)))
        return [((leader + place) % SEATS, card) for leader, cards in tricks for place, card in enumerate(cards)]

    def unseen(self, seat: int) -> frozenset[str]:
        """The cards of which a seat (-1: a spectator) does not see where they are: not played and in no hand seen."""
        seen = {card for _, card in self.played()}
        for hand in self.sees(seat).values():
            seen.update(hand)
        return frozenset(PACK) - seen

    def fits(self, seat: int, hands: Sequence[Sequence[str]]) -> bool:
        """Whether these could be the four hands now, as far as a seat (-1: a spectator) can tell by the rules."""
        if [len(hand) for hand in hands] != [len(hand) for hand in self._hands]:
            return False
        if sorted(card for hand in hands for card in hand) != sorted(card for hand in self._hands for card in hand):
            return False
        for other, hand in self.sees(seat).items():
            if set(hands[other]) != set(hand):
                return False
        return not any(card[1] in self._voids[other] for other in range(SEATS) for card in hands[other])

    def table(self) -> dict[str, object]:
        """What lies open before all; the keys are described at the head of this file."""
        last = _last_bid(self._calls)
        named = _contract(self._calls)
        trick: list[str | None] = [None, None, None, None]
        for place, card in enumerate(self._trick):
            assert self._leader is not None
            trick[(self._leader + place) % SEATS] = card
        return {
            "phase": self._phase,
            "turn": self.turn,
            "hand_to_play": self.hand_to_play,
            "dealer": self._dealer,
            "vulnerability": self._vulnerability,
            "calls": tuple(self._calls),
            "bid": None if named is None else (named[0], named[1]),
            "bidder": None if last is None else caller(last, self._dealer),
            "doubled": 0 if named is None else named[2],
            "declarer": self._declarer,
            "dummy": self._dummy,
            "dummy_hand": self.sees(-1).get(self._dummy) if self._dummy is not None else None,
            "leader": self._leader,
            "trick": tuple(trick),
            "tricks": tuple(self._tricks),
            "won": tuple(sum(1 for _, _, winner in self._tricks if winner == seat) for seat in range(SEATS)),
            "sides": tuple(sum(1 for _, _, winner in self._tricks if winner % 2 == side) for side in (0, 1)),
            "hand_sizes": tuple(len(hand) for hand in self._hands),
            "voids": self.voids(),
            "known": self.known(),
        }

    # The end.

    def result(self) -> dict[str, object]:
        """BR-4: how the finished deal was scored; the keys are described at the head of this file."""
        if self._phase != "over":
            raise ValueError("BR-3: the deal is not over")
        named = _contract(self._calls)
        if named is None:
            # BR-2: four initial passes end the deal at 0.
            return {
                "points": (0, 0, 0, 0),
                "ns": 0,
                "level": None,
                "denomination": None,
                "doubled": 0,
                "declarer": None,
                "dummy": None,
                "vulnerable": False,
                "tricks": 0,
                "over": 0,
                "score": 0,
                "lines": {"contract": 0, "overtricks": 0, "bonus": 0, "slam": 0, "insult": 0, "undertricks": 0},
            }
        level, denomination, doubled = named
        seat = self._declarer
        assert seat is not None
        vulnerable = is_vulnerable(seat, self._vulnerability)  # BR-4: only the declaring side's counts
        tricks = sum(1 for _, _, winner in self._tricks if same_side(winner, seat))
        total = score(level, denomination, doubled, vulnerable, tricks)
        # BR-4: N-S and E-W opposite.
        points = tuple(total if same_side(other, seat) else -total for other in range(SEATS))
        return {
            "points": points,
            "ns": points[NORTH],
            "level": level,
            "denomination": denomination,
            "doubled": doubled,
            "declarer": seat,
            "dummy": self._dummy,
            "vulnerable": vulnerable,
            "tricks": tricks,
            "over": tricks - (6 + level),
            "score": total,
            "lines": score_lines(level, denomination, doubled, vulnerable, tricks),
        }

    def record(self) -> Mapping[str, object]:
        """BR-5: every call, every trick with its winner, and the score line by line (None until the deal is over).

        Calls are (seat, key); tricks are dicts of leader, plays and winner, where a play is (seat that acted, seat
        whose card it is, card). The unfinished trick comes last, with no winner. Dealt hands are not in it.
        """
        calls = tuple((caller(index, self._dealer), call) for index, call in enumerate(self._calls))
        tricks: list[dict[str, object]] = []
        shown: list[tuple[int, tuple[str, ...], int | None]] = list(self._tricks)
        if self._leader is not None and self._trick:
            shown.append((self._leader, tuple(self._trick), None))
        for leader, cards, winner in shown:
            plays = []
            for place, card in enumerate(cards):
                owner = (leader + place) % SEATS
                plays.append((self._declarer if owner == self._dummy else owner, owner, card))
            tricks.append({"leader": leader, "plays": tuple(plays), "winner": winner})
        return {
            "dealer": self._dealer,
            "vulnerability": self._vulnerability,
            "calls": calls,
            "tricks": tuple(tricks),
            "result": self.result() if self._phase == "over" else None,
        }
