"""Bridge: a deal bid and played by bots, and then duplicate, two tables with the same cards:
``python examples/bridge.py [SEED]``."""

from __future__ import annotations

import sys
from collections.abc import Sequence

import cardavia
from cardavia import Card, Cards, Game, Match, Move, Random, View
from cardavia.bots import Bot
from cardavia.games import bridge
from cardavia.games.bridge import SEATS, Contract, Table

HONOURS = {"A": 4, "K": 3, "Q": 2, "J": 1}
UPWARDS = "23456789TJQKA"
PARTNER_HAS = {0: 5, 1: 13, 2: 11}
"""Points to expect from a partner who has bid never, once, or again."""


def points(hand: Cards) -> int:
    """What the honours of a hand count."""
    return sum(HONOURS.get(card.rank, 0) for card in hand)


def longest(hand: Cards) -> str:
    """The suit with the most cards; of two the higher."""
    return max("SHDC", key=lambda suit: sum(card.suit == suit for card in hand))


class Steady:
    """A bot that bids what it holds and plays the least card that wins."""

    def choose(self, view: View) -> Move:
        """A call or a card, by its own hand, dummy, and what has been called and played."""
        if view.phase == "bidding":
            return view.moves.find(bridge.move_text(self.call(view)))
        return min(view.moves, key=lambda move: self.price(move, view.table))

    def call(self, view: View) -> str:
        """Opens and supports with what the two hands should come to; stops at game, and never doubles."""
        table: Table = view.table
        mine, theirs = (called(table, seat) for seat in (view.seat, (view.seat + 2) % 4))
        together = points(view.hand) + PARTNER_HAS[min(len(theirs), 2)]
        if not (theirs or points(view.hand) >= 12) or mine:
            return "pass"
        known = theirs[-1][1:] if theirs else ""
        fits = known in ("S", "H") and sum(card.suit == known for card in view.hand) >= 3
        trump = known if fits else longest(view.hand)
        if together >= 25:
            wanted = f"4{trump}" if fits else "3NT"
        elif fits and together >= 22:
            wanted = f"3{trump}"
        else:
            wanted = f"{1 if not theirs else 2}{trump}"
        return wanted if wanted in bridge.legal_calls(table.calls) else "pass"

    def price(self, move: Move, table: Table) -> tuple[bool, int]:
        """Cheap is a card that wins the trick from the other side, or a low one."""
        [card] = move.cards
        contract, rank = table.contract, UPWARDS.index(card.rank)
        assert contract is not None
        if not table.trick:
            return False, -rank
        best = max(table.trick, key=lambda other: power(other, table.trick[0], contract))
        place = table.trick.index(best)
        side_has_it = (len(table.trick) - place) % 2 == 0
        wins = power(card, table.trick[0], contract) > power(best, table.trick[0], contract)
        return side_has_it == wins, rank


class Careless(Steady):
    """A bot that bids as steadily, but plays any card."""

    def __init__(self, seed: int) -> None:
        self._chance = Random(seed)

    def choose(self, view: View) -> Move:
        """The same call, or a card at random."""
        return super().choose(view) if view.phase == "bidding" else view.moves.sample(self._chance)


def called(table: Table, seat: int) -> list[str]:
    """The bids of a seat."""
    calls = table.calls[(seat - table.dealer) % 4 :: 4]
    return [call for call in calls if call[0].isdigit()]


def power(card: Card, led: Card, contract: Contract) -> int:
    """What a card is worth in a trick: trump above the suit led, and nothing else (BR-3)."""
    follows, trumps = card.suit == led.suit, card.suit == contract.denomination
    return (20 * trumps + UPWARDS.index(card.rank) + 1) if follows or trumps else 0


def scores() -> None:
    """The score of some contracts, which needs no match."""
    for text, tricks, vulnerable in (("3NT", 9, False), ("4S X", 11, True), ("7NT", 13, False), ("1NT XX", 0, False)):
        lines = bridge.score_lines(text, tricks, vulnerable)[2:]
        told = ", ".join(f"{line.code} {line.amount}" for line in lines)
        print(f"{text:7}{tricks:3} tricks{' vulnerable' if vulnerable else '':11}", end="")
        print(f"{bridge.score(text, tricks, vulnerable):6}: {told}")


def play_on(match: Match, players: Sequence[Bot]) -> Match:
    """The bots play to the end. Each is given the view of its seat; the declarer's is asked for dummy's cards too."""
    while match.turn is not None:
        match.play(players[match.turn].choose(match.view(match.turn)))
    return match


def tell(match: Match, dealt: Sequence[Cards]) -> None:
    """Hands, auction, tricks and account."""
    table: Table = match.table
    for seat, hand in enumerate(dealt):
        print(f"{SEATS[seat]}  {hand}  ({points(hand)} points)")
    print("auction from", SEATS[table.dealer], "on:", " ".join(table.calls))
    for number, trick in enumerate(table.tricks, start=1):
        assert trick.winner is not None
        cards = " ".join(str(card) for card in trick.cards)
        print(f"trick {number:2}: {SEATS[trick.leader]} leads {cards}, won by {SEATS[trick.winner]}")
    assert match.deal_result is not None
    for line in match.deal_result.lines:
        print(f"  {line.code:13}{Contract.of(line.amount, line.seat) if line.code == 'contract' else line.amount}")
    print(f"North and South: {match.scores[0]:+}")


def chance_of_making(view: View, worlds: int = 200) -> float:
    """How often the contract is made in worlds that fit what a seat knows, when all play steadily from here."""
    rng, made = Random(1), 0
    for _ in range(worlds):
        world = play_on(view.sample(rng), [Steady()] * 4)
        made += world.scores[world.table.declarer] > 0
    return made / worlds


def duplicate(game: Game, boards: int) -> None:
    """The same cards at two tables, with the sides changed: what is compared is the play alone."""
    won = total = 0
    for seed in range(boards):
        pair: list[Bot] = [Steady(), Careless(seed)]
        open_room = play_on(game.start(seed=seed, dealer=seed % 4), [pair[0], pair[1]] * 2)
        closed_room = play_on(game.start(seed=seed, dealer=seed % 4), [pair[1], pair[0]] * 2)
        gain = open_room.scores[0] + closed_room.scores[1]
        won += gain > 0
        total += gain
    print(f"who plays steadily wins {won} of {boards} boards, {total / boards:+.0f} points a board")


def main() -> None:
    """Scores, a deal, and many."""
    game = cardavia.game("bridge")
    seed = int(sys.argv[1]) if len(sys.argv) > 1 else 22

    print("Scores\n")
    scores()

    print("\nA deal, all steady\n")
    match = game.start(seed=seed, vulnerability="ns")
    dealt = [match.hand(seat) for seat in range(game.players)]
    players: list[Bot] = [Steady() for _ in dealt]
    while match.phase == "bidding" and match.turn is not None:
        match.play(players[match.turn].choose(match.view(match.turn)))
    played = play_on(match.copy(), players)
    tell(played, dealt)

    if match.turn is not None:
        print("\nBefore the opening lead\n")
        leader, declarer = match.view(match.turn), match.view(match.table.declarer)
        print(f"in the worlds of the leader {match.table.contract} is made in {chance_of_making(leader):.0%}")
        print(f"in those of the declarer in {chance_of_making(declarer):.0%}")

    print("\nDuplicate: steady against careless\n")
    duplicate(game, 100)


if __name__ == "__main__":
    main()
