"""A slow and plain referee of Aluette (the Cow), written from the rules (section AL) and from nothing else.

Four players, partners opposite (seats 0+2 and 1+3), nine cards each out of 48, nine tricks. Any card may be played.
The single highest card takes the trick; a tie for highest fouls it. The player with most tricks wins a point, or two,
for the team. A match is five deals.

Cards are texts: a rank ``1`` - ``9`` ``V`` ``C`` ``R`` and a suit, ``d`` coins, ``c`` cups, ``b`` batons, ``s`` swords:
``3d`` ``Vc`` ``Cb`` ``Rs``.

Moves are known by their keys: ``("play", card)``.

``table()``, all that lies open:

* ``dealer``; ``deal``: 0 … 4; ``points``: of the two teams, as they are now (a finished deal is in them);
* ``leader``: the seat that led the present trick or is to lead it; ``trick``: for each seat its card in that trick or
  None; a trick is cleared with its fourth card;
* ``tricks``: every finished trick as (leader, the cards seat by seat, winner or None when fouled);
* ``winners``: the same, winners alone; ``won``: how many tricks each seat has;
* ``hand_sizes``; ``known``: for each seat the cards that everybody knows to be in its hand (AL: never any).

``result()``, once the deal is over: ``winner``: the seat that won the deal, or None; ``mordienne``; ``scored``: what
the two teams score in this deal; ``points``: per seat, they sum to zero: each seat of the winner's team gets what the
team scores and each other seat loses as much; ``won``: tricks per seat; ``fouled``: how many tricks were fouled.

Where section AL is silent, this referee decides as follows:

* AL-1: a team's points are those of all its deals; ``points`` per seat of a deal is only another way to say them.
* AL-4: after a fouled first trick the seat after the dealer leads again, as after any other.
"""

from __future__ import annotations

from collections.abc import Sequence

RANKS: tuple[str, ...] = ("1", "2", "3", "4", "5", "6", "7", "8", "9", "V", "C", "R")
# In deck order: coins, cups, batons, swords.
SUITS: tuple[str, ...] = ("d", "c", "b", "s")

# AL-2, in deck order.
PACK: tuple[str, ...] = tuple(rank + suit for suit in SUITS for rank in RANKS)

# AL-3, from high to low; the cards of a group are equal.
ORDER: tuple[tuple[str, ...], ...] = (
    ("3d",),  # Monsieur
    ("3c",),  # Madame
    ("2d",),  # le Borgne
    ("2c",),  # la Vache
    ("9c",),  # Grand Neuf
    ("9d",),  # Petit Neuf
    ("2b",),  # Deux de Chêne
    ("2s",),  # Deux d'Écrit
    ("1d", "1c", "1b", "1s"),
    ("Rd", "Rc", "Rb", "Rs"),
    ("Cd", "Cc", "Cb", "Cs"),
    ("Vd", "Vc", "Vb", "Vs"),
    ("9b", "9s"),
    ("8d", "8c", "8b", "8s"),
    ("7d", "7c", "7b", "7s"),
    ("6d", "6c", "6b", "6s"),
    ("5d", "5c", "5b", "5s"),
    ("4d", "4c", "4b", "4s"),
    ("3b", "3s"),
)

SEATS = 4
HAND = 9
TRICKS = 9
DEALS = 5  # AL-1

# The seats by letter, in order of play, for records of who won the tricks of a deal; X: a fouled trick.
LETTERS = "SENW"

Key = tuple[str, str]


def height(card: str) -> int:
    """AL-3: a higher number for a higher card, the same for cards that are equal."""
    for place, group in enumerate(ORDER):
        if card in group:
            return len(ORDER) - place
    raise ValueError(f"AL-2: {card!r} is no card of the pack")


def trick_winner(cards: Sequence[str]) -> int | None:
    """AL-4: the index of the single highest card; None if two or more tie for highest: the trick is fouled."""
    highest = max(height(card) for card in cards)
    those = [index for index, card in enumerate(cards) if height(card) == highest]
    return those[0] if len(those) == 1 else None


def seats_of(winners: str) -> list[int | None]:
    """Who won the tricks, from a text of one letter for each: S E N W are seats 0 … 3, X is a fouled trick."""
    return [None if letter == "X" else LETTERS.index(letter) for letter in winners]


def deal_winner(winners: Sequence[int | None]) -> int | None:
    """AL-5: the player with most tricks; of equals, who reached that number first; None if all were fouled."""
    most = max(winners.count(seat) for seat in range(SEATS))
    if most == 0:
        return None
    # Go through the tricks in order: the first to have that many has reached it first, and nobody has more.
    won = [0] * SEATS
    for winner in winners:
        if winner is not None:
            won[winner] += 1
            if won[winner] == most:
                return winner
    raise AssertionError("somebody has reached it")


def mordienne(winners: Sequence[int | None]) -> bool:
    """AL-5: whether the tricks of the deal's winner are exactly the last k of the nine, k >= 2."""
    winner = deal_winner(winners)
    if winner is None:
        return False
    tricks_of_winner = [number for number, seat in enumerate(winners) if seat == winner]
    # Reading: a fouled trick inside the run breaks it; one before it does not.
    return any(tricks_of_winner == list(range(TRICKS - k, TRICKS)) for k in range(2, TRICKS + 1))


def score(winners: str) -> tuple[str | None, int]:
    """AL-5: who wins a deal whose nine tricks went like this (``SENWSEXNW``), and how many points for the team."""
    if len(winners) != TRICKS:
        raise ValueError("AL-4: all nine tricks are played")
    seats = seats_of(winners)
    winner = deal_winner(seats)
    if winner is None:
        return (None, 0)
    return (LETTERS[winner], 2 if mordienne(seats) else 1)


def match_winner(points: Sequence[int]) -> int | None:
    """AL-1: the team with more points (0: seats 0+2, 1: seats 1+3); None: equal, a draw."""
    if points[0] == points[1]:
        return None
    return 0 if points[0] > points[1] else 1


class Referee:
    """One deal of Aluette; ``next_start`` says what the next one of the match begins with."""

    turn: int | None  # the seat to act, None when the deal is over
    deal_over: bool
    over: bool  # the match is over too: this was the fifth deal
    hands: list[list[str]]  # what the seats hold now
    stock: list[str]  # AL-2: the twelve cards that stay unseen, in deck order

    def __init__(
        self, hands: Sequence[Sequence[str]], dealer: int, deal: int = 0, points: Sequence[int] = (0, 0)
    ) -> None:
        dealt = [card for hand in hands for card in hand]
        if [len(hand) for hand in hands] != [HAND] * SEATS:
            raise ValueError("AL-2: four hands of nine cards")
        if len(set(dealt)) != len(dealt) or not set(dealt) <= set(PACK):
            raise ValueError("AL-2: different cards of the pack of 48")
        if dealer not in range(SEATS) or deal not in range(DEALS) or len(points) != 2:
            raise ValueError("AL-1: one of four seats deals, one of five deals is played, by two teams")
        self.hands = [sorted(hand, key=PACK.index) for hand in hands]
        self.stock = [card for card in PACK if card not in dealt]
        self.deal_over = False
        self.over = False

        self._dealer = dealer
        self._deal = deal
        self._points = list(points)
        self._leader = (dealer + 1) % SEATS  # AL-2
        self.turn = self._leader
        self._trick: list[str | None] = [None] * SEATS
        self._tricks: list[tuple[int, tuple[str | None, ...], int | None]] = []

    # What may be done, and doing it.

    def legal(self) -> set[Key]:
        """The keys of every legal move of the seat to act: AL-4: any card, always."""
        if self.turn is None:
            return set()
        return {("play", card) for card in self.hands[self.turn]}

    def is_legal(self, key: Key) -> bool:
        return key in self.legal()

    def count(self) -> int:
        return len(self.legal())

    def play(self, key: Key) -> None:
        """Play a card for the seat to act. An illegal move raises ValueError and changes nothing."""
        seat = self.turn
        if seat is None:
            raise ValueError("AL-4: the deal is over")
        if not self.is_legal(key):
            raise ValueError(f"AL-4: {key!r} is not legal: seat {seat} does not hold that")
        card = key[1]
        self.hands[seat].remove(card)
        self._trick[seat] = card
        self.turn = (seat + 1) % SEATS
        if None not in self._trick:
            self._end_trick()

    def _end_trick(self) -> None:
        cards = [card for card in self._trick if card is not None]  # seat by seat
        winner = trick_winner(cards)
        self._tricks.append((self._leader, tuple(cards), winner))
        self._trick = [None] * SEATS
        if winner is not None:
            self._leader = winner  # AL-4: the winner leads; of a fouled trick the same leader leads again
        self.turn = self._leader
        if len(self._tricks) == TRICKS:
            self._end_deal()

    def _end_deal(self) -> None:
        self.turn = None
        self.deal_over = True
        self.over = self._deal == DEALS - 1  # AL-1: five deals always
        scored = self._scored()
        self._points = [self._points[team] + scored[team] for team in (0, 1)]

    # What is open, and what is known.

    def winners(self) -> list[int | None]:
        """Who won each finished trick; None: fouled."""
        return [winner for leader, cards, winner in self._tricks]

    def known(self, seat: int) -> frozenset[str]:
        """The cards that everybody knows to be in this hand: none, as any card may be played at any time."""
        return frozenset()

    def table(self) -> dict[str, object]:
        """The public record: what everybody at the table sees."""
        return {
            "dealer": self._dealer,
            "deal": self._deal,
            "points": tuple(self._points),
            "leader": self._leader,
            "trick": tuple(self._trick),
            "tricks": tuple(self._tricks),
            "winners": tuple(self.winners()),
            "won": tuple(self.winners().count(seat) for seat in range(SEATS)),
            "hand_sizes": tuple(len(hand) for hand in self.hands),
            "known": tuple(self.known(seat) for seat in range(SEATS)),
        }

    # The end.

    def _scored(self) -> tuple[int, int]:
        """AL-5: what the two teams score in this deal."""
        winner = deal_winner(self.winners())
        if winner is None:
            return (0, 0)
        points = 2 if mordienne(self.winners()) else 1
        return (points, 0) if winner in (0, 2) else (0, points)

    def result(self) -> dict[str, object]:
        """AL-5: the account of a finished deal."""
        if not self.deal_over:
            raise ValueError("AL-4: all nine tricks are played first")
        winners = self.winners()
        scored = self._scored()
        ahead = scored[0] - scored[1]
        return {
            "winner": deal_winner(winners),
            "mordienne": mordienne(winners),
            "scored": scored,
            "points": (ahead, -ahead, ahead, -ahead),
            "won": tuple(winners.count(seat) for seat in range(SEATS)),
            "fouled": winners.count(None),
        }

    def next_start(self) -> dict[str, object] | None:
        """AL-1: what the next deal starts from (arguments of the constructor); None when the match is over."""
        if not self.deal_over:
            raise ValueError("AL-4: the deal is still being played")
        if self.over:
            return None
        return {"dealer": (self._dealer + 1) % SEATS, "deal": self._deal + 1, "points": tuple(self._points)}

    def match_winner(self) -> int | None:
        """AL-1: the team that has won the match (0: seats 0+2, 1: seats 1+3); None: a draw."""
        if not self.over:
            raise ValueError("AL-1: five deals are played first")
        return match_winner(self._points)
