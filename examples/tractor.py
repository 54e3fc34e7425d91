"""Tractor: what cards are worth, and a bot that never goes through all its moves: ``python examples/tractor.py [SEED]``."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Sequence

import cardavia
from cardavia import Card, Cards, EventCode, Game, Kind, Match, Move, Random, Shape, View, bots
from cardavia.bots import Bot
from cardavia.games import tractor
from cardavia.games.tractor import Table

POINTS = {"5": 5, "T": 10, "K": 10}
SEATS = range(4)
LOOKED_AT = 60
"""Of so many answers to a lead the bot takes the best; there may be a million."""


def points(cards: Iterable[Card]) -> int:
    """What cards count (TR-9)."""
    return sum(POINTS.get(card.rank, 0) for card in cards)


def strength(cards: Iterable[Card], table: Table) -> int:
    """What it costs to part with cards: their power, and much more for trumps."""
    trump = table.trump or Shape.NOTRUMP
    suits = [(tractor.effective_suit(card, trump, table.level), card) for card in cards]
    return sum(tractor.power(card, trump, table.level) + 15 * (suit == "trump") for suit, card in suits)


class Careful:
    """A bot that declares what it has most of, buries what is weak and counts nothing, leads pairs, and feeds its partner.

    :param seed: for the answers that it looks at where there are too many
    """

    def __init__(self, seed: int) -> None:
        self._chance = Random(seed)

    def choose(self, view: View) -> Move:
        """Whatever the step asks for."""
        steps = {"declaring": self.declare, "burying": self.bury}
        return steps.get(view.phase, self.play)(view)

    def declare(self, view: View) -> Move:
        """The weakest declaration of a suit of which it holds eight cards, or a pass."""
        passed, *declarations = view.moves
        for move in declarations:
            suit = next(iter(move.cards)).suit
            if suit is not None and sum(card.suit == suit for card in view.hand) >= 8:
                return move
        return passed

    def bury(self, view: View) -> Move:
        """The eight cheapest cards: one text, found among millions of moves."""
        cheap = sorted(view.hand, key=lambda card: (points([card]), strength([card], view.table)))
        return view.moves.find("bury " + " ".join(str(card) for card in cheap[:8]))

    def play(self, view: View) -> Move:
        """Leads its longest combination, of these the strongest; answers with what wins cheaply, or loses little."""
        table: Table = view.table
        if table.leading is None:
            return max(view.moves, key=lambda move: (len(move.cards), strength(move.cards, table)))
        few = len(view.moves) <= LOOKED_AT
        looked_at = list(view.moves) if few else [view.moves.sample(self._chance) for _ in range(LOOKED_AT)]
        partner_has_it = table.leading == (view.seat + 2) % 4
        return min(looked_at, key=lambda move: self.price(move, table, partner_has_it))

    def price(self, move: Move, table: Table, partner_has_it: bool) -> tuple[int, int]:
        """Points go to who has the trick; so they are welcome when that is the partner, or oneself."""
        good = partner_has_it or wins(move, table)
        return -points(move.cards) if good else points(move.cards), strength(move.cards, table)


def wins(move: Move, table: Table) -> bool:
    """Whether a play beats the one that wins so far (TR-8)."""
    best = table.trick[table.leading] if table.leading is not None else None
    if best is None or table.trump is None or (move.shape, move.length) != (best.shape, best.length):
        return False

    def place(play: Move) -> tuple[str, int]:
        assert table.trump is not None
        suits = {tractor.effective_suit(card, table.trump, table.level) for card in play.cards}
        return min(suits), max(tractor.power(card, table.trump, table.level) for card in play.cards)

    (suit, power), (best_suit, best_power) = place(move), place(best)
    return power > best_power if suit == best_suit else suit == "trump"


def show_cards() -> None:
    """The order of trumps, some leads, and how many answers there are to one."""
    trump, level = "S", "4"
    trumps = [card for card in cardavia.game("tractor").deck.cards if tractor.effective_suit(card, trump, level) == "trump"]
    downwards = sorted(trumps, key=lambda card: -tractor.power(card, trump, level))
    print(f"spades are trump, level {level}: {' '.join(str(card) for card in downwards)}")
    for text in ("3H 3H 5H 5H", "AS AS 4H 4H", "4H 4H 4S 4S", "BJ BJ RJ RJ", "4H 4H 4D 4D", "4H 4D", "AH AH 2H 2H"):
        print(f"  {text:12} {tractor.shape(text, trump, level) or 'nothing'}")
    hand = Cards("2C 3C 6C 7C 8C 9C JC QC 2D 3D 5D 6D 7D 8D 9D JD QD 3S 5S 6S 7S 8S 9S JS QS")
    answers = tractor.follows(hand, "9H 9H TH TH", trump, level)
    print(f"a hand without hearts has {len(answers)} answers to 9H 9H TH TH; the last is {answers[-1].cards}")


def play_deal(match: Match, players: Sequence[Bot]) -> Match:
    """The bots play to the end of the deal."""
    while match.turn is not None:
        match.play(players[match.turn].choose(match.view(match.turn)))
    return match


def tell(match: Match) -> None:
    """A deal: who declared what, the tricks, and the account."""
    table: Table = match.table
    for seat, move in zip(table.declarers, table.declarations, strict=False):
        print(f"seat {seat}: {move}")
    print(f"trump {table.trump}, level {table.level}, seat {table.dealer} deals and buries {table.buried}")
    trick: list[str] = []
    for event in match.log:
        if event.code is EventCode.MOVE and event.move is not None and event.move.kind is Kind.PLAY:
            trick.append(f"{event.seat}: {event.move.cards}")
        elif event.code is EventCode.TRICK:
            print(f"  {', '.join(trick)}; seat {event.seat} has it")
            trick.clear()
    assert match.deal_result is not None
    for line in match.deal_result.lines:
        print(f"  {line.code:10}{'' if line.seat is None else f'seat {line.seat} '}{line.amount}")
    print(f"levels {table.levels}")


def compare(game: Game, matches: int) -> None:
    """Matches from level 10 on: care against chance, on either side."""
    won = deals = 0
    lines = Counter[str]()
    for seed in range(matches):
        careful, other, side = Careful(seed), bots.make("random", seed=seed), seed % 2
        players: list[Bot] = [careful if seat % 2 == side else other for seat in SEATS]
        match = game.start(seed=seed, levels="T")
        while True:
            result = play_deal(match, players).deal_result
            assert result is not None
            lines.update(line.code for line in result.lines)
            deals += 1
            if match.over:
                break
            match.next_deal()
        won += match.scores[side] > match.scores[1 - side]
    print(f"care won {won} of {matches} matches against chance, of {deals / matches:.1f} deals on average")
    print(f"the attackers took over {lines['take-over']} times in {deals} deals, {lines['kitty']} times with the last trick")


def main() -> None:
    """Cards, a deal, and many."""
    game = cardavia.game("tractor")
    seed = int(sys.argv[1]) if len(sys.argv) > 1 else 22

    print("Cards\n")
    show_cards()

    print("\nA deal: care (seats 0 and 2) against chance\n")
    chance = bots.make("random", seed=seed)
    tell(play_deal(game.start(seed=seed, levels=["4", "9"]), [Careful(seed), chance, Careful(seed + 1), chance]))

    print("\nMany matches\n")
    compare(game, 8)


if __name__ == "__main__":
    main()
