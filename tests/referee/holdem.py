"""A slow and plain referee of Texas Hold'em, no limit.

It is written from the house rules, section HE, and from nothing else. The clause behind each step is cited beside it
("HE-3.4"). It favours being easy to check over being fast: every question is answered from the state of the table,
nothing is cached, and all hands are ranked by trying each five cards out of seven.

Words used here:

* A seat is *out* when it had no chips as the hand began: it gets no cards and counts as folded.
* A seat is *in* (still in) when it was dealt into the hand and has not folded.
* A seat is *able* when it is in and still has chips behind: only such a seat can act.
* *bet*: what a seat has put in during this betting round. *contribution*: during this hand, all rounds together.

Where section HE is silent, this referee decides as follows:

* HE-1: each seat begins with at least one chip; 2 to 4 seats; 1 <= small blind <= big blind.
* HE-2.3: "has put in" is the contribution to this hand. The other seats meant are those still in. A seat whose posted
  small blind already covers an opponent all-in for less than that is thus not asked, though the bet to call is the
  full big blind.
* HE-2.3: a call is always up to the bet to call, also when no seat still in has put in that much (a short big blind);
  what nobody matched comes back by HE-5.2.
* HE-3.2: the move is named "bet" when the bet to call is 0 and "raise" when it is not. The big blind's option is thus
  "check" or "raise", although it has nothing to pay.
* HE-5.1: an uncontested winner takes one pot with everything in it; nothing is called a refund, since only HE-5.2
  speaks of returning chips.
* HE-5.3: winners and eligible seats are listed in rising seat order, pots from the lowest cut to the highest. Chips of
  folded seats above the highest cut (no sequence of legal moves leads there) would go with the last pot.
* HE-5.4: seats that go out in one hand share the better place when they began it with equal chips (3rd, 3rd). The
  last seat left gets place 1 when the match ends.
* After the hand, table() leaves bets, contributions, pots and all_in as they lay before settling (a refund is told by
  result() only); "stacks" is what each seat has after settling.
"""

from collections.abc import Sequence
from itertools import combinations

RANKS = "23456789TJQKA"
SUITS = "CDHS"
STREETS = ("preflop", "flop", "turn", "river")

HIGH_CARD = 0
ONE_PAIR = 1
TWO_PAIRS = 2
THREE_OF_A_KIND = 3
STRAIGHT = 4
FLUSH = 5
FULL_HOUSE = 6
FOUR_OF_A_KIND = 7
STRAIGHT_FLUSH = 8  # HE-4: suits are equal, so a royal flush is just the highest straight flush


def check_cards(cards: Sequence[str]) -> None:
    """Raise ValueError unless these are different cards of one French pack."""
    for card in cards:
        if len(card) != 2 or card[0] not in RANKS or card[1] not in SUITS:
            raise ValueError(f"HE-2.4: {card!r} is not a card")
    if len(set(cards)) != len(cards):
        raise ValueError("HE-2.4: the same card twice")


def strength_of_five(cards: Sequence[str]) -> tuple[int, ...]:
    """HE-4: the strength of exactly five cards. The first number is the kind of hand, the rest breaks ties."""
    ranks = sorted((RANKS.index(card[0]) + 2 for card in cards), reverse=True)  # 2 … 14, highest first

    flush = len({card[1] for card in cards}) == 1

    straight_high = 0  # 0: no straight
    if len(set(ranks)) == 5 and ranks[0] - ranks[4] == 4:
        straight_high = ranks[0]
    if ranks == [14, 5, 4, 3, 2]:  # HE-4: the ace plays low in A2345
        straight_high = 5

    # The ranks in groups: the larger group first, among equally large ones the higher rank first.
    groups = sorted(((ranks.count(rank), rank) for rank in set(ranks)), reverse=True)
    sizes = [size for size, rank in groups]
    by_group = [rank for size, rank in groups]

    if flush and straight_high:
        return (STRAIGHT_FLUSH, straight_high)
    if sizes == [4, 1]:
        return (FOUR_OF_A_KIND, *by_group)
    if sizes == [3, 2]:
        return (FULL_HOUSE, *by_group)
    if flush:
        return (FLUSH, *ranks)
    if straight_high:
        return (STRAIGHT, straight_high)
    if sizes == [3, 1, 1]:
        return (THREE_OF_A_KIND, *by_group)
    if sizes == [2, 2, 1]:
        return (TWO_PAIRS, *by_group)
    if sizes == [2, 1, 1, 1]:
        return (ONE_PAIR, *by_group)
    return (HIGH_CARD, *ranks)


def best_five(cards: Sequence[str]) -> tuple[int, ...]:
    """HE-4: the strength of the best five of 5 to 7 cards; a bigger tuple is the better hand, an equal one ties."""
    if not 5 <= len(cards) <= 7:
        raise ValueError("HE-4: a hand is judged from five to seven cards")
    check_cards(cards)
    return max(strength_of_five(five) for five in combinations(cards, 5))


class Referee:
    """One match of Texas Hold'em. Call deal() for each hand, then play() until deal_over."""

    turn: int | None  # the seat to act, None between hands
    deal_over: bool  # no hand is running (also True before the first one)
    over: bool  # the match has ended

    def __init__(
        self,
        players: int = 4,
        stacks: Sequence[int] | None = None,
        small_blind: int = 10,
        big_blind: int = 20,
        first_button: int = 0,
    ) -> None:
        if stacks is None:
            stacks = [1000] * players  # HE-1
        if not 2 <= players <= 4:
            raise ValueError("HE-1: two to four players")
        if len(stacks) != players or min(stacks) < 1:
            raise ValueError("HE-1: every player begins with chips")
        if not 1 <= small_blind <= big_blind:
            raise ValueError("HE-1: the small blind is at least 1 and at most the big blind")
        if not 0 <= first_button < players:
            raise ValueError("HE-2.1: no such seat for the first button")

        self._players = players
        self._stacks = list(stacks)
        self._small_blind = small_blind
        self._big_blind = big_blind

        self.turn = None
        self.deal_over = True
        self.over = False
        self._places: dict[int, int] = {}
        self._result: dict[str, object] | None = None

        # Set anew for each hand.
        self._hands_begun = 0
        self._button = first_button
        self._small_blind_seat = -1
        self._big_blind_seat = -1
        self._seats_dealt = 0  # how many seats were dealt into this hand (between hands: into the last one)
        self._start_stacks = list(stacks)  # chips before the blinds of this hand
        self._hands: list[tuple[str, ...]] = [() for _ in range(players)]
        self._stock: list[str] = []
        self._contributions = [0] * players
        self._folded = [False] * players
        self._all_in = [False] * players
        self._board: list[str] = []
        self._shown: dict[int, tuple[str, ...]] = {}

        # Set anew for each betting round.
        self._street = 0
        self._bets = [0] * players
        self._acted = [False] * players
        self._bet_to_call = 0
        self._full_raise = big_blind

    # ------------------------------------------------------------------------------------------------------ seats

    def _clockwise_after(self, seat: int) -> list[int]:
        """Every seat in order of play, beginning after this one and ending with it."""
        return [(seat + step) % self._players for step in range(1, self._players + 1)]

    def _next_with_chips(self, seat: int) -> int:
        """The next seat after this one that has chips."""
        for other in self._clockwise_after(seat):
            if self._stacks[other] > 0:
                return other
        raise AssertionError("somebody always has chips")

    def _seats_in(self) -> list[int]:
        return [seat for seat in range(self._players) if not self._folded[seat]]

    def _seats_able(self) -> list[int]:
        return [seat for seat in self._seats_in() if self._stacks[seat] > 0]

    # ------------------------------------------------------------------------------------------------------ the deal

    def _button_of_next_hand(self) -> int:
        if self._hands_begun == 0:
            return self._button  # HE-2.1: the first button is given
        following = self._next_with_chips(self._button)  # HE-2.2
        remaining = [seat for seat in range(self._players) if self._stacks[seat] > 0]
        if len(remaining) == 2 and self._seats_dealt > 2:
            # HE-2.2: the seat that posted the last big blind, full or short, does not post it again at once.
            for other in remaining:
                if other != following and other == self._big_blind_seat:
                    return other
        return following

    def deal(self, hands: Sequence[Sequence[str]], stock: Sequence[str]) -> None:
        """Begin the first or the next hand: move the button, post the blinds, and find who acts first.

        hands: two cards for each seat, none for a seat that is out. stock: the undealt cards in order; the burnt
        cards and the board come from its front. At least the eight cards of a whole board must be there.
        """
        if self.over:
            raise ValueError("HE-1: the match has ended")
        if not self.deal_over:
            raise ValueError("HE-3.1: the hand is still being played")
        if len(hands) != self._players:
            raise ValueError("HE-2.4: one hand for each seat")
        for seat in range(self._players):
            wanted = 2 if self._stacks[seat] > 0 else 0
            if len(hands[seat]) != wanted:
                raise ValueError(f"HE-2.4: seat {seat} gets {wanted} cards")
        if len(stock) < 8:
            raise ValueError("HE-2.4: the stock holds three burnt cards and the board")
        check_cards([card for hand in hands for card in hand] + list(stock))

        self._button = self._button_of_next_hand()
        self._hands_begun += 1
        self._result = None
        self.deal_over = False
        self._start_stacks = list(self._stacks)
        self._seats_dealt = sum(1 for stack in self._stacks if stack > 0)
        self._hands = [tuple(hand) for hand in hands]
        self._stock = list(stock)
        self._contributions = [0] * self._players
        self._folded = [stack == 0 for stack in self._stacks]  # seats that are out count as folded
        self._all_in = [False] * self._players
        self._board = []
        self._shown = {}
        self._street = 0
        self._begin_round()

        # HE-2.1: small blind, then big blind follow the button; heads-up the button posts the small blind.
        if self._seats_dealt == 2:
            self._small_blind_seat = self._button
        else:
            self._small_blind_seat = self._next_with_chips(self._button)
        self._big_blind_seat = self._next_with_chips(self._small_blind_seat)

        # HE-2.3: a player with less than the blind posts all-in; the bet to call stays the full blind, and with the
        # full raise of one blind the least raise-to is two blinds. HE-3.4: posting is no action.
        self._put_in(self._small_blind_seat, min(self._small_blind, self._stacks[self._small_blind_seat]))
        self._put_in(self._big_blind_seat, min(self._big_blind, self._stacks[self._big_blind_seat]))
        self._bet_to_call = self._big_blind

        # HE-3.1: the first seat after the big blind that can act; heads-up that is the button.
        self._go_on(self._big_blind_seat)

    # ------------------------------------------------------------------------------------------------------ rounds

    def _begin_round(self) -> None:
        self._bets = [0] * self._players
        self._acted = [False] * self._players
        self._bet_to_call = 0
        self._full_raise = self._big_blind  # HE-3.3: at the start of every round

    def _put_in(self, seat: int, chips: int) -> None:
        self._stacks[seat] -= chips
        self._bets[seat] += chips
        self._contributions[seat] += chips
        if self._stacks[seat] == 0:
            self._all_in[seat] = True

    def _next_to_act(self, after: int) -> int | None:
        """The next seat to be asked in this round, None when the round has ended."""
        able = self._seats_able()
        if len(able) == 1:
            # HE-2.3: the only seat able to act is not asked when it has put in as much as every other seat still in.
            others = [seat for seat in self._seats_in() if seat != able[0]]
            if all(self._contributions[able[0]] >= self._contributions[other] for other in others):
                return None
        for seat in self._clockwise_after(after):
            if seat in able:
                # HE-3.1: a round ends when every seat still in with chips has acted and matched.
                if not self._acted[seat] or self._bets[seat] < self._bet_to_call:
                    return seat
        return None

    def _go_on(self, after: int) -> None:
        """Find the next seat to act, dealing the board and settling when it is time to."""
        if len(self._seats_in()) == 1:
            self._settle_uncontested()
            return
        self.turn = self._next_to_act(after)
        while self.turn is None:
            if STREETS[self._street] == "river":
                self._settle_showdown()
                return
            # HE-3.5; HE-5.2: with no more betting possible this goes on until the board is complete.
            self._street += 1
            self._stock.pop(0)  # one card burnt
            for _ in range(3 if STREETS[self._street] == "flop" else 1):
                self._board.append(self._stock.pop(0))
            self._begin_round()
            self.turn = self._next_to_act(self._button)  # HE-3.1: later the first such seat after the button

    # ------------------------------------------------------------------------------------------------------ moves

    def _to_call(self) -> int:
        """What the seat to act must add to call, whether or not it has that much."""
        if self.turn is None:
            return 0
        return self._bet_to_call - self._bets[self.turn]

    def _raise_limits(self) -> tuple[int, int] | None:
        """The least and the most total that the seat to act may bet or raise to, None when it may not."""
        seat = self.turn
        if seat is None:
            return None

        # HE-3.4: it has not acted yet in this round, or what it faces is at least the full raise.
        if self._acted[seat] and self._to_call() < self._full_raise:
            return None

        # HE-3.4: another seat still in must have chips plus bet above the bet to call.
        others = [other for other in self._seats_in() if other != seat]
        if not any(self._stacks[other] + self._bets[other] > self._bet_to_call for other in others):
            return None

        most = self._stacks[seat] + self._bets[seat]
        if most <= self._bet_to_call:
            return None  # HE-3.2: it has no more than a call, perhaps a short one

        # HE-3.3: with no bet yet the bet to call is 0 and the full raise is the big blind, so this is the least bet
        # too. An all-in may be below the least amount.
        least = self._bet_to_call + self._full_raise
        return (min(least, most), most)

    def moves(self) -> set[tuple[str, int, int]]:
        """Every legal move as (kind, least total, most total); an empty set when nobody is to act."""
        found: set[tuple[str, int, int]] = set()
        if self.turn is None:
            return found
        if self._to_call() == 0:
            found.add(("check", 0, 0))  # HE-3.2: folding with nothing to pay is not offered
        else:
            found.add(("fold", 0, 0))
            total = min(self._bet_to_call, self._bets[self.turn] + self._stacks[self.turn])  # all-in if short
            found.add(("call", total, total))
        limits = self._raise_limits()
        if limits is not None:
            kind = "bet" if self._bet_to_call == 0 else "raise"
            found.add((kind, limits[0], limits[1]))
        return found

    def play(self, kind: str, amount: int = 0) -> None:
        """Make a move for the seat to act. amount: the total for the round, for a bet or raise.

        With a call the amount may be left out or be the total that moves() names; check and fold take none. An illegal
        move raises ValueError and changes nothing.
        """
        seat = self.turn
        if seat is None:
            raise ValueError("HE-3.1: no seat is to act")
        offered = {name: (least, most) for name, least, most in self.moves()}
        if kind not in offered:
            raise ValueError(f"{self._clause_against(kind)}: seat {seat} may not {kind}")
        least, most = offered[kind]
        if kind in ("bet", "raise"):
            if not least <= amount <= most:
                raise ValueError(f"HE-3.3: seat {seat} may {kind} {least} to {most}, not {amount}")
        elif amount not in (0, least):
            raise ValueError(f"HE-3.2: {kind} takes no amount")

        if kind == "fold":
            self._folded[seat] = True
        elif kind == "call":
            self._put_in(seat, least - self._bets[seat])
        elif kind in ("bet", "raise"):
            self._put_in(seat, amount - self._bets[seat])
            step = amount - self._bet_to_call
            if step >= self._full_raise:
                self._full_raise = step  # HE-3.3: a smaller all-in leaves it
            self._bet_to_call = amount
        self._acted[seat] = True  # HE-3.4: a check is an action
        self._go_on(seat)

    def _clause_against(self, kind: str) -> str:
        """The clause by which this kind of move is not offered."""
        if kind == "raise" and self._bet_to_call > 0:
            return "HE-3.4"
        return "HE-3.2"

    # ------------------------------------------------------------------------------------------------------ settling

    def _pots(self, contributions: Sequence[int]) -> list[tuple[int, tuple[int, ...]]]:
        """HE-5.3: the pots that these contributions make, as (chips, seats that can win them), lowest first."""
        seats_in = self._seats_in()
        cuts = sorted({contributions[seat] for seat in seats_in} - {0})  # cut only at amounts of seats still in
        pots: list[tuple[int, tuple[int, ...]]] = []
        below = 0
        for cut in cuts:
            chips = 0
            for contribution in contributions:  # folded chips stay in
                chips += min(contribution, cut) - min(contribution, below)
            if cut == cuts[-1]:
                # Chips of folded seats above the highest cut. No legal play leads there; they would go with this pot.
                chips += sum(max(contribution - cut, 0) for contribution in contributions)
            pots.append((chips, tuple(seat for seat in seats_in if contributions[seat] >= cut)))
            below = cut
        return pots

    def _share(self, chips: int, winners: Sequence[int]) -> tuple[dict[int, int], list[int]]:
        """HE-5.3: what each winner gets of a pot, and the seats that got an odd chip, in the order of getting it."""
        shares = {seat: chips // len(winners) for seat in winners}
        odd_chips = chips % len(winners)
        # One by one to the tied winners clockwise from the button's left, the button last.
        from_buttons_left = [seat for seat in self._clockwise_after(self._button) if seat in winners]
        odd = from_buttons_left[:odd_chips]
        for seat in odd:
            shares[seat] += 1
        return shares, odd

    def _settle_uncontested(self) -> None:
        """HE-5.1: all but one folded; that one wins at once, and nothing more is shown."""
        winner = self._seats_in()[0]
        self._finish(None, [(sum(self._contributions), (winner,), (winner,))])

    def _settle_showdown(self) -> None:
        """HE-5.2, HE-5.3, HE-5.4: show the hands and settle each pot by itself."""
        contributions = list(self._contributions)

        # HE-5.2: the part of the largest contribution above the second-largest (folded seats included) returns.
        refund: tuple[int, int] | None = None
        second_largest, largest = sorted(contributions)[-2:]
        if largest > second_largest:
            seat = contributions.index(largest)
            refund = (seat, largest - second_largest)
            contributions[seat] = second_largest

        # HE-5.4: the hands of all who did not fold are shown.
        self._shown = {seat: self._hands[seat] for seat in self._seats_in()}

        strengths = {seat: best_five([*self._hands[seat], *self._board]) for seat in self._seats_in()}
        settled: list[tuple[int, tuple[int, ...], tuple[int, ...]]] = []
        for chips, eligible in self._pots(contributions):
            best = max(strengths[seat] for seat in eligible)
            winners = tuple(seat for seat in eligible if strengths[seat] == best)
            settled.append((chips, eligible, winners))
        self._finish(refund, settled)

    def _finish(
        self, refund: tuple[int, int] | None, settled: Sequence[tuple[int, tuple[int, ...], tuple[int, ...]]]
    ) -> None:
        """Pay out, end the hand, and see who is out. settled: (chips, eligible seats, winners) of each pot."""
        if refund is not None:
            self._stacks[refund[0]] += refund[1]
        pots: list[dict[str, object]] = []
        for chips, eligible, winners in settled:
            shares, odd = self._share(chips, winners)
            for seat, share in shares.items():
                self._stacks[seat] += share
            pots.append({"amount": chips, "eligible": eligible, "winners": winners, "shares": shares, "odd": odd})

        self.turn = None
        self.deal_over = True
        self._place_those_out()
        self._result = {
            "refund": refund,
            "pots": pots,
            "net": tuple(self._stacks[seat] - self._start_stacks[seat] for seat in range(self._players)),
            "stacks": tuple(self._stacks),
            "places": dict(self._places),
        }

    def _place_those_out(self) -> None:
        """HE-1, HE-5.4: who has no chips is out; seats that go out in one hand place by their chips at its start."""
        left = [seat for seat in range(self._players) if self._stacks[seat] > 0]
        gone = [seat for seat in range(self._players) if self._stacks[seat] == 0 and self._start_stacks[seat] > 0]
        for seat in gone:
            ahead = [other for other in gone if self._start_stacks[other] > self._start_stacks[seat]]
            self._places[seat] = len(left) + len(ahead) + 1  # equal chips share the better place
        if len(left) == 1:
            self.over = True
            self._places[left[0]] = 1

    # ------------------------------------------------------------------------------------------------------ looking

    def table(self) -> dict[str, object]:
        """What lies on the table. The limits, to_call and turn speak of the seat to act."""
        if self._hands_begun == 0:
            raise ValueError("HE-2.4: no hand has been dealt yet")
        limits = self._raise_limits()
        return {
            "button": self._button,
            "small_blind_seat": self._small_blind_seat,
            "big_blind_seat": self._big_blind_seat,
            "stacks": tuple(self._stacks),
            "bets": tuple(self._bets),
            "contributions": tuple(self._contributions),
            "street": STREETS[self._street],
            "board": tuple(self._board),
            "to_call": self._to_call(),
            "bet_to_call": self._bet_to_call,
            "full_raise": self._full_raise,
            "min_raise": None if limits is None else limits[0],
            "max_raise": None if limits is None else limits[1],
            "folded": tuple(self._folded),
            "all_in": tuple(self._all_in),
            "pots": self._pots(self._contributions),
            "shown": dict(self._shown),
        }

    def result(self) -> dict[str, object]:
        """How the hand was settled, once deal_over. "places": the seats out of the match, at its end the last too."""
        if self._result is None:
            raise ValueError("HE-5: no hand has been settled")
        return dict(self._result)
