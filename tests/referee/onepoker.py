"""A slow and plain referee of One Poker.

It is written from the house rules, section OP, and from nothing else. The clause behind each step is cited beside it
("OP-4").

The order between two deals (OP-6) and where it can be seen:

1. settle, 2. end of match: inside the play() that ends a deal. Then deal_over is True, chips and result() are settled,
   and `over` says whether the match has ended. The locked cards still lie on the table: they are not in `discards`.
3. both locked cards are discarded, 4. restock when the stock holds fewer than two cards, 5. each draws one card,
6. ante: inside the next deal(). After it, `discards` has every card discarded since the last restock (the seat that
   acted first in the last deal, then the other), `restocks` counts the restocks so far, and `stock_size` is what is
   left in the stock after the draw. A restock adds the discards to the stock and empties `discards`. After a match has
   ended nothing is discarded.
7. lock: the first play() calls.

The referee does not shuffle: it counts the stock and believes the cards that it is given, but refuses a third copy of
a card among the hands and discards (OP-1: two packs).

Where section OP is silent, this referee decides as follows:

* OP-3: the set of locking moves has one entry when both cards of a hand are the same card of the two packs.
* OP-3: hand(seat) is what the seat still holds: the kept card, then the drawn one; without the card it has locked.
* OP-4: a move is named "bet" when the bet to call is 0, else "raise".
* OP-4: "what is not matched returns" holds after a fold too: the part of a bet that the folder did not match is the
  refund, the rest is the pot.
* OP-2.2: the counts of UP and DOWN cards are those of the two-card hands; they stay as they were at the draw for the
  whole deal.
* After the deal, table() leaves bets and pot as they lay before settling; "chips" is what each seat has after it.
"""

from collections.abc import Sequence

RANKS = "23456789TJQKA"
SUITS = "CDHS"
UP = "89TJQKA"  # OP-2.2; the others, 2 … 7, are DOWN
ANTE = 1  # OP-2.1
LEAST_BET = 1  # OP-4


def beats(card: str, other: str) -> bool:
    """OP-5: whether the first card beats the second. Suits never matter, and equal ranks do not beat each other."""
    if card[0] == "2" and other[0] == "A":
        return True
    if card[0] == "A" and other[0] == "2":
        return False
    return RANKS.index(card[0]) > RANKS.index(other[0])


class Referee:
    """One match of One Poker. Call deal() for each deal, then play() until deal_over."""

    turn: int | None  # the seat to act, None between deals
    deal_over: bool  # no deal is running (also True before the first one)
    over: bool  # the match has ended
    stock_size: int  # cards left in the stock
    discards: list[str]  # every card discarded since the last restock
    restocks: int  # how often the stock was made anew

    def __init__(self, chips: int = 20, first: int = 0) -> None:
        if chips < 1:
            raise ValueError("OP-1: every player begins with chips")
        if first not in (0, 1):
            raise ValueError("OP-2.1: no such seat to act first")
        self.turn = None
        self.deal_over = True
        self.over = False
        self.stock_size = 104  # OP-1: two packs without jokers
        self.discards = []
        self.restocks = 0

        self._deals = 0
        self._chips = [chips, chips]
        self._first = first
        self._hands: list[list[str]] = [[], []]
        self._result: dict[str, object] | None = None
        self._last_winner: int | None = None  # of the last deal; None after a tie

        # Set anew for each deal.
        self._phase = "over"
        self._start_chips = [chips, chips]  # chips before the ante
        self._up = [(0, 0), (0, 0)]
        self._locked: list[str | None] = [None, None]
        self._shown: list[str | None] = [None, None]
        self._bets = [0, 0]
        self._acted = [False, False]
        self._bet_to_call = 0
        self._full_raise = LEAST_BET

    # ------------------------------------------------------------------------------------------------------ the deal

    def deal(self, drawn: Sequence[Sequence[str]]) -> None:
        """Begin the first or the next deal. drawn: for each seat two cards in the first deal, one card later."""
        if self.over:
            raise ValueError("OP-1: the match has ended")
        if not self.deal_over:
            raise ValueError("OP-6: the deal is still being played")
        wanted = 2 if self._deals == 0 else 1  # OP-2.1, OP-6
        if len(drawn) != 2 or len(drawn[0]) != wanted or len(drawn[1]) != wanted:
            raise ValueError(f"OP-2.1, OP-6: each seat draws {wanted} in this deal")

        # What the cards will be like after this draw, by the order of OP-6. Nothing is changed yet.
        discards = list(self.discards)
        stock_size = self.stock_size
        restocks = self.restocks
        for seat in (self._first, 1 - self._first):  # both locked cards are discarded (the seat first last time first)
            locked = self._locked[seat]
            if locked is not None:
                discards.append(locked)
        if stock_size < 2:  # its rest and all discards become the new stock
            stock_size += len(discards)
            discards = []
            restocks += 1
        hands = [[*self._hands[seat], *drawn[seat]] for seat in (0, 1)]
        stock_size -= 2 * wanted

        for card in [*drawn[0], *drawn[1]]:
            if len(card) != 2 or card[0] not in RANKS or card[1] not in SUITS:
                raise ValueError(f"OP-1: {card!r} is not a card")
            if [*hands[0], *hands[1], *discards].count(card) > 2:
                raise ValueError(f"OP-1: a third {card} in two packs")

        if self._deals > 0:
            # OP-2.1: the winner of the last deal acts first; after a tie the other seat than last time.
            self._first = 1 - self._first if self._last_winner is None else self._last_winner
        self._deals += 1
        self.discards = discards
        self.stock_size = stock_size
        self.restocks = restocks
        self._hands = hands
        self._result = None
        self.deal_over = False

        # OP-2.2: how many of the two cards are UP and how many DOWN.
        for seat in (0, 1):
            ups = sum(1 for card in hands[seat] if card[0] in UP)
            self._up[seat] = (ups, 2 - ups)

        # OP-2.1: each pays one chip ante. Whoever is in the match has one.
        self._start_chips = list(self._chips)
        for seat in (0, 1):
            self._chips[seat] -= ANTE

        self._locked = [None, None]
        self._shown = [None, None]
        self._bets = [0, 0]
        self._acted = [False, False]
        self._bet_to_call = 0
        self._full_raise = LEAST_BET
        self._phase = "lock"
        self.turn = self._first  # OP-3: the first player locks first

    def hand(self, seat: int) -> list[str]:
        """The cards that a seat still holds: two before it locks, one after."""
        return list(self._hands[seat])

    def locked_card(self, seat: int) -> str | None:
        """The card that a seat has locked in this deal, None before it does. For the one who checks; it is hidden."""
        return self._locked[seat]

    # ------------------------------------------------------------------------------------------------------ moves

    def _raise_limits(self) -> tuple[int, int] | None:
        """The least and the most total that the seat to act may bet or raise to, None when it may not."""
        seat = self.turn
        if seat is None or self._phase != "betting":
            return None
        if self._chips[1 - seat] == 0:
            return None  # OP-4: against an all-in one can only call or fold (so nothing is left to reopen either)
        most = self._bets[seat] + self._chips[seat]  # at most one's own chips, even beyond the other's
        if most <= self._bet_to_call:
            return None  # no more than a call, perhaps a short one
        least = self._bet_to_call + self._full_raise  # with no bet yet: the least bet, 1
        return (min(least, most), most)  # all-in may be short on a raise

    def moves(self) -> set[tuple[str, int | str, int]]:
        """Every legal move: ("lock", card, 0), or in the betting (kind, least total, most total)."""
        found: set[tuple[str, int | str, int]] = set()
        seat = self.turn
        if seat is None:
            return found
        if self._phase == "lock":
            for card in self._hands[seat]:
                found.add(("lock", card, 0))  # OP-3
            return found
        if self._bets[seat] == self._bet_to_call:
            found.add(("check", 0, 0))  # OP-4: folding with nothing to pay is not offered
        else:
            found.add(("fold", 0, 0))
            total = min(self._bet_to_call, self._bets[seat] + self._chips[seat])  # all-in may be short on a call
            found.add(("call", total, total))
        limits = self._raise_limits()
        if limits is not None:
            kind = "bet" if self._bet_to_call == 0 else "raise"
            found.add((kind, limits[0], limits[1]))
        return found

    def play(self, kind: str, *, amount: int = 0, card: str | None = None) -> None:
        """Make a move for the seat to act. card: with "lock" only. amount: the total for the round, for a bet or raise.

        With a call the amount may be left out or be the total that moves() names. An illegal move raises ValueError and
        changes nothing.
        """
        seat = self.turn
        if seat is None:
            raise ValueError("OP-3, OP-4: no seat is to act")
        if self._phase == "lock":
            if kind != "lock" or amount != 0:
                raise ValueError("OP-3: both lock a card before the betting")
            if card is None or card not in self._hands[seat]:
                raise ValueError(f"OP-3: seat {seat} does not hold {card}")
            self._lock(seat, card)
            return

        if kind == "lock":
            raise ValueError("OP-3: a locked card stays")
        if card is not None:
            raise ValueError("OP-4: no card goes with a move in the betting")
        offered = {name: (low, high) for name, low, high in self.moves()}
        if kind not in offered:
            raise ValueError(f"OP-4: seat {seat} may not {kind}")
        least, most = offered[kind]
        assert isinstance(least, int)
        if kind in ("bet", "raise"):
            if not least <= amount <= most:
                raise ValueError(f"OP-4: seat {seat} may {kind} {least} to {most}, not {amount}")
        elif amount not in (0, least):
            raise ValueError(f"OP-4: {kind} takes no amount")

        self._acted[seat] = True
        if kind == "fold":
            self._settle(seat)
            return
        if kind == "call":
            self._put_in(seat, least - self._bets[seat])
        elif kind in ("bet", "raise"):
            self._put_in(seat, amount - self._bets[seat])
            step = amount - self._bet_to_call
            if step >= self._full_raise:
                self._full_raise = step  # OP-4: the last full bet or raise; a short all-in leaves it
            self._bet_to_call = amount

        # OP-4: one round. It goes on while the other seat has not acted or has not matched (a short caller has no
        # chips, and the one who called it has matched already).
        other = 1 - seat
        if not self._acted[other] or self._bets[other] < self._bet_to_call:
            self.turn = other
        else:
            self._settle(None)

    def _lock(self, seat: int, card: str) -> None:
        self._hands[seat].remove(card)
        self._locked[seat] = card
        if self._locked[1 - seat] is None:
            self.turn = 1 - seat  # OP-3: then the other
            return
        if 0 in self._chips:
            self._settle(None)  # OP-4: no chips left after the ante: no betting, the cards are shown
            return
        self._phase = "betting"
        self.turn = self._first  # OP-3: the first player bets first

    def _put_in(self, seat: int, chips: int) -> None:
        self._chips[seat] -= chips
        self._bets[seat] += chips

    # ------------------------------------------------------------------------------------------------------ settling

    def _settle(self, folded: int | None) -> None:
        """OP-5: show both locked cards and pay the pot. folded: the seat that folded, None at a real showdown."""
        cards = self._locked
        assert cards[0] is not None and cards[1] is not None
        self._shown = list(cards)  # also after a fold

        # OP-4: what is not matched returns.
        matched = min(self._bets)
        refund: tuple[int, int] | None = None
        for seat in (0, 1):
            if self._bets[seat] > matched:
                refund = (seat, self._bets[seat] - matched)
                self._chips[seat] += self._bets[seat] - matched
        pot = 2 * (ANTE + matched)

        winner: int | None = None
        if folded is not None:
            winner = 1 - folded
        elif beats(cards[0], cards[1]):
            winner = 0
        elif beats(cards[1], cards[0]):
            winner = 1

        if winner is None:
            for seat in (0, 1):
                self._chips[seat] += pot // 2  # OP-5: the pot is even, since both paid the same
        else:
            self._chips[winner] += pot

        self.turn = None
        self.deal_over = True
        self.over = 0 in self._chips  # OP-1: who has no chips once a deal is settled loses
        self._phase = "over"
        self._last_winner = winner
        self._result = {
            "winner": winner,
            "folded": folded,
            "refund": refund,
            "pot": pot,
            "net": tuple(self._chips[seat] - self._start_chips[seat] for seat in (0, 1)),
        }

    # ------------------------------------------------------------------------------------------------------ looking

    def table(self) -> dict[str, object]:
        """What lies on the table. The limits speak of the seat to act."""
        if self._deals == 0:
            raise ValueError("OP-2.1: nothing has been dealt yet")
        limits = self._raise_limits()
        return {
            "first": self._first,
            "chips": tuple(self._chips),
            "bets": tuple(self._bets),
            "antes": (ANTE, ANTE),
            "pot": 2 * ANTE + sum(self._bets),
            "up": tuple(self._up),
            "locked": tuple(card is not None for card in self._locked),
            "shown": tuple(self._shown),
            "phase": self._phase,
            "bet_to_call": self._bet_to_call,
            "full_raise": self._full_raise,
            "min_raise": None if limits is None else limits[0],
            "max_raise": None if limits is None else limits[1],
        }

    def result(self) -> dict[str, object]:
        """How the deal was settled, once deal_over."""
        if self._result is None:
            raise ValueError("OP-5: no deal has been settled")
        return dict(self._result)
