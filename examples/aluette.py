"""Aluette: a bot that takes what it can get cheaply against chance: ``python examples/aluette.py [SEED]``."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Sequence

import cardavia
from cardavia import Card, Game, Match, Move, View, bots
from cardavia.bots import Bot
from cardavia.games import aluette
from cardavia.games.aluette import Table
from cardavia.tricks import Trick

NAMES = {
    "3d": "Monsieur",
    "3c": "Madame",
    "2d": "le Borgne",
    "2c": "la Vache",
    "9c": "Grand Neuf",
    "9d": "Petit Neuf",
    "2b": "Deux de Chêne",
    "2s": "Deux d'Écrit",
}
SEATS = range(4)


def beats(card: Card, other: Card) -> bool:
    """Whether a card is higher than another (AL-3)."""
    return card != other and aluette.trick_winner([card, other]) == 0


class Thrifty:
    """A bot that takes tricks with the least card that will do. What counts are the tricks of a player, not of a side
    (AL-5); so it takes them from its partner too."""

    def choose(self, view: View) -> Move:
        """Leads its highest card; follows with the least that takes the trick as it stands, else with the lowest."""
        table: Table = view.table
        upwards = sorted(view.moves, key=lambda move: strength(only(move)))
        if not table.trick:
            return upwards[-1]
        return next((move for move in upwards if takes(only(move), table.trick)), upwards[0])


def only(move: Move) -> Card:
    """The card of a move."""
    [card] = move.cards
    return card


def takes(card: Card, trick: Sequence[Card]) -> bool:
    """Whether a card would take the trick if no other came."""
    return aluette.trick_winner([*trick, card]) == len(trick)


def strength(card: Card) -> int:
    """How many cards of the pack a card beats."""
    return sum(beats(card, other) for other in cardavia.game("aluette").deck.cards)


def tell(trick: Trick) -> None:
    """One trick; the first eight cards of the order have names."""
    cards = ", ".join(NAMES.get(str(card), str(card)) for card in trick.cards)
    print(f"  seat {trick.leader} leads {cards}: {'fouled' if trick.winner is None else f'seat {trick.winner}'}")


def play_match(game: Game, players: Sequence[Bot], seed: int, *, tell_it: bool = False) -> tuple[Match, Counter[str]]:
    """A match of five deals; returns it, and how often each line of the accounts was there."""
    match, lines = game.start(seed=seed), Counter[str]()
    while True:
        while match.turn is not None:
            match.play(players[match.turn].choose(match.view(match.turn)))
        assert match.deal_result is not None
        for line in match.deal_result.lines:
            lines[line.code] += line.amount if line.code == "fouled" else 1
        if tell_it:
            print(f"deal {match.deal + 1}, seat {match.table.dealer} dealt")
            for trick in match.table.tricks:
                tell(trick)
            told = [f"{line.code} {line.amount}" for line in match.deal_result.lines if line.code != "tricks"]
            print(f"  tricks {match.table.won}, {', '.join(told)}; points {match.table.points}")
        if match.over:
            return match, lines
        match.next_deal()


def order(game: Game) -> None:
    """The cards from the highest down, equal ones together."""
    groups: dict[int, list[str]] = {}
    for card in game.deck.cards:
        groups.setdefault(strength(card), []).append(NAMES.get(str(card), str(card)))
    print("; ".join(", ".join(groups[rank]) for rank in sorted(groups, reverse=True)))


def compare(game: Game, matches: int) -> None:
    """How often thrift wins a match against chance, on either side, and what happened on the way."""
    outcomes, lines = Counter[str](), Counter[str]()
    for seed in range(matches):
        thrifty, other = Thrifty(), bots.make("random", seed=seed)
        side = seed % 2
        players: list[Bot] = [thrifty if seat % 2 == side else other for seat in SEATS]
        match, seen = play_match(game, players, seed)
        lines += seen
        gain = match.table.points[side] - match.table.points[1 - side]
        outcomes["won" if gain > 0 else "lost" if gain < 0 else "drawn"] += 1
    print(f"thrift: {', '.join(f'{outcomes[name]} {name}' for name in ('won', 'drawn', 'lost'))}")
    deals = 5 * matches
    print(f"in {deals} deals {lines['fouled'] / deals:.1f} fouled tricks each, {lines['mordienne']} times mordienne")


def main() -> None:
    """The order of the cards, a match, and then many."""
    game = cardavia.game("aluette")
    seed = int(sys.argv[1]) if len(sys.argv) > 1 else 22

    print("The cards from the highest down\n")
    order(game)

    print(f"\n{game.title}: thrift (seats 0 and 2) against chance\n")
    chance = bots.make("random", seed=seed)
    play_match(game, [Thrifty(), chance, Thrifty(), chance], seed, tell_it=True)

    print("\nMany matches\n")
    compare(game, 40)


if __name__ == "__main__":
    main()
