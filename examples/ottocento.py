"""Ottocento: combinations, and a bot that knows what they are worth: ``python examples/ottocento.py [SEED]``."""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Sequence
from itertools import combinations

import cardavia
from cardavia import Card, Cards, Game, Kind, Match, Move, View, bots
from cardavia.bots import Bot
from cardavia.games import ottocento
from cardavia.games.ottocento import Table

SEATS = range(4)
HAND = 15
SUIT_ORDERS = {
    **dict.fromkeys("sb", ["A", "6", "7", "8", "9", "10", "J", "C", "Q", "K"]),
    **dict.fromkeys("cd", ["10", "9", "8", "7", "6", "A", "J", "C", "Q", "K"]),
}
MATTO, FIRST_TRUMP = 61, 40


def rank(card: Card) -> int:
    """Its place in its suit or among the trumps, upwards; the Moors are one (OT-3)."""
    if card.suit is not None:
        return SUIT_ORDERS[card.suit].index(card.rank)
    return MATTO - (56 if card.rank.startswith("MOOR") else card.index)


def power(card: Card, led: str | None) -> int:
    """What a card is worth in a trick: trumps above the suit led, and nothing else; the Matto nothing."""
    if card.index == MATTO:
        return -1
    if card.index >= FIRST_TRUMP:
        return 100 + rank(card)
    return rank(card) if led is None or card.suit == led else -1


class Collector:
    """A bot that declares whatever it has, keeps what makes combinations, and takes tricks that hold them."""

    def choose(self, view: View) -> Move:
        """Whatever the step asks for."""
        if view.phase == "discarding":
            return max(view.moves, key=lambda move: self.kept(view.hand, move))
        if view.phase == "declaring":
            return view.moves[-1]
        return min(view.moves, key=lambda move: self.price(move, view))

    def kept(self, hand: Cards, move: Move) -> tuple[int, int]:
        """What the hand still comes to; then, that the discards leave a suit."""
        left = hand - move.cards
        return ottocento.points(left), -len({card.suit for card in left})

    def price(self, move: Move, view: View) -> tuple[float, int]:
        """A trick is worth the cards in it; who does not take it loses the card instead, unless the partner has it."""
        table: Table = view.table
        [card] = move.cards
        best = max((power(other, table.suit_led) for other in table.trick), default=-1)
        worth = float(ottocento.card_points([*table.trick, card]))
        takes = power(card, table.suit_led) >= best and card.index != MATTO
        partner = len(table.trick) >= 2 and power(table.trick[-2], table.suit_led) == best
        return (-worth if takes or partner else worth), rank(card)


def itemised(title: str, cards: Cards) -> None:
    """All combinations of some cards."""
    found = ottocento.combinations(cards)
    print(f"{title}: {found.points}")
    for each in found.items:
        filled = ", ".join(
            f"{contatore} {'is added' if card == 'added' else f'for {card}'}" for contatore, card in each.stands_for.items()
        )
        print(f"  {each.kind:9}{each.points:4}  {each.cards}{f'  ({filled})' if filled else ''}")
    print(f"  sets {found.set_points}{' doubled' if found.sets_doubled else ''}, ", end="")
    print(f"sequences {found.sequence_points}{' doubled' if found.sequences_doubled else ''}")


def hands(game: Game, count: int, seed: int) -> None:
    """What random hands of 15 cards can declare."""
    pack, chance = list(game.deck.pack), random.Random(seed)
    points = [ottocento.points(chance.sample(pack, HAND)) for _ in range(count)]
    print(f"of {count} hands {sum(number == 0 for number in points)} hold nothing; on average they declare ", end="")
    print(f"{sum(points) / count:.1f}, at most {max(points)}")


def best_pair(view: View) -> str:
    """Of all the pairs that the dealer may discard, those that keep the most."""
    kept = Counter(ottocento.points(view.hand - move.cards) for move in view.moves)
    most = max(kept)
    possible = sum(1 for _ in combinations(view.hand, 2))
    return f"{possible} pairs, {len(view.moves)} may be discarded, {kept[most]} keep {most} points"


def play_deal(match: Match, players: Sequence[Bot]) -> Match:
    """The bots play to the end."""
    while match.turn is not None:
        match.play(players[match.turn].choose(match.view(match.turn)))
    return match


def tell(match: Match) -> None:
    """Declarations, tricks, and the account."""
    table: Table = match.table
    print(f"seat {table.dealer} deals and discards {table.discards}")
    for seat, shown in enumerate(table.shown):
        if shown:
            print(f"seat {seat} declares {shown}: {table.declared[seat]}")
    for trick in table.tricks:
        print(f"  seat {trick.leader} leads {', '.join(str(card) for card in trick.cards)}: seat {trick.winner}")
    assert match.deal_result is not None
    for line in match.deal_result.lines:
        print(f"  side of seat {line.seat}: {line.code} {line.amount}")


def compare(game: Game, deals: int) -> None:
    """Collecting against chance, on either side."""
    won = gained = 0
    acts = Counter[Kind]()
    for seed in range(deals):
        collector, other, side = Collector(), bots.make("random", seed=seed), seed % 2
        players: list[Bot] = [collector if seat % 2 == side else other for seat in SEATS]
        match = play_deal(game.start(seed=seed), players)
        acts.update(event.move.kind for event in match.log if event.move is not None)
        won += match.scores[side] > 0
        gained += match.scores[side]
    print(f"collecting won {won} of {deals} deals, by {gained / deals:+.0f} points each; ", end="")
    print(f"{acts[Kind.DECLARE]} seats declared, {acts[Kind.PASS]} did not")


def main() -> None:
    """Combinations, a deal, and many."""
    game = cardavia.game("ottocento")
    seed = int(sys.argv[1]) if len(sys.argv) > 1 else 7

    print("Combinations\n")
    itemised("a hand", game.deck.parse("ANGEL WORLD MOON 16 15 13 BEGATO Kd Qd Jd Ad Kc Kb"))
    itemised("the whole pack", game.deck.pack)
    hands(game, 2000, seed)

    print("\nA deal: collecting (seats 0 and 2) against chance\n")
    match = game.start(seed=seed, dealer=2)
    print(best_pair(match.view(2)))
    chance = bots.make("random", seed=seed)
    tell(play_deal(match, [Collector(), chance, Collector(), chance]))

    print("\nMany deals\n")
    compare(game, 60)


if __name__ == "__main__":
    main()
