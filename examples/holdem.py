"""A match of Texas Hold'em told by its pots, and questions about hands: ``python examples/holdem.py [SEED]``."""

from __future__ import annotations

import itertools
import sys
from collections.abc import Sequence

import cardavia
from cardavia import Cards, EventCode, Game, Match, Move, Random, View, poker
from cardavia.bots import Bot
from cardavia.formats import phh
from cardavia.games.holdem import Table


class Loose:
    """A bot that likes to see cards: it calls or checks, now and then raises a little, and folds when it gets dear."""

    def __init__(self, seed: int) -> None:
        self.rng = Random(seed)

    def choose(self, view: View) -> Move:
        """Mostly a call."""
        table: Table = view.table
        if table.max_raise and self.rng.below(4) == 0:
            return raise_to(view, table.min_raise + self.rng.below(3) * table.big_blind)
        if table.to_call > table.stacks[view.seat] // 4 and self.rng.below(3) > 0:
            return view.moves.find("fold")
        return call(view)


class Judge:
    """A bot that asks how often its hand would win against hands of which it knows nothing, and what that is worth."""

    def __init__(self, seed: int) -> None:
        self.rng = Random(seed)

    def choose(self, view: View) -> Move:
        """Raises with a good hand, calls when the pot pays for it."""
        table: Table = view.table
        chance, pot = self.chance(view), sum(table.put_in)
        if table.max_raise and chance > 1.6 / len(table.in_hand):
            return raise_to(view, table.bet_to_call + pot)
        return call(view) if chance * (pot + table.to_call) >= table.to_call else view.moves.find("fold")

    def chance(self, view: View) -> float:
        """The equity of the viewer's hand, from random deals: the others may hold any cards that it does not see."""
        table: Table = view.table
        unseen = view.game.deck.pack - view.hand - table.board
        anything = [Cards(hand) for hand in itertools.combinations(unseen, 2)]
        others = [anything] * (len(table.in_hand) - 1)
        return poker.equity([view.hand, *others], table.board, samples=400, seed=self.rng.below(2**32))[0].equity


def raise_to(view: View, amount: int) -> Move:
    """A bet of that amount or a raise to it, as near as the rules allow."""
    table: Table = view.table
    allowed = min(max(amount, table.min_raise), table.max_raise)
    return view.moves.find(f"{'raise' if table.bet_to_call else 'bet'} {allowed}")


def call(view: View) -> Move:
    """A call, or a check when there is nothing to pay."""
    return view.moves.find("call" if view.table.to_call else "check")


def text(cards: Sequence[object]) -> str:
    """Cards in the order that they were dealt."""
    return " ".join(map(str, cards))


def hands() -> None:
    """What seven cards are worth: functions that need no match."""
    for cards in ("AC AD KS KH 7D 7C 2S", "AS 2C 3D 4H 5C KC KD", "9H TH JH QH KH 9C 9D"):
        kind, strength = poker.category(cards), poker.rank(cards)
        print(f"{cards}  {kind:15} {strength:5}  the five that count: {poker.best_five(cards)}")


def all_in(game: Game) -> None:
    """Three seats are all-in before the flop, for different amounts: how their chances change, and who gets what."""
    match = game.start(
        players=3, stacks=[150, 400, 400], hands=["JC TC", "QH QS", "AD KD"], stock="2C 9C 8C KH 2D 3S 2H 7C"
    )
    for move in ("raise 150", "raise 400", "call"):
        print(f"seat {match.turn}: {match.play(move)}")
    table: Table = match.table
    shown = [table.shown[seat] for seat in table.in_hand]
    for street, size in {"preflop": 0, "flop": 3, "turn": 4, "river": 5}.items():
        board = table.board[:size]
        chances = [f"{each.equity:4.0%}" for each in poker.equity(shown, board)]
        print(f"{street:8} {text(board):15} {'  '.join(chances)}")
    tell_pots(match)


def tell_pots(match: Match) -> None:
    """A line for each pot of a hand that is over, and one for each seat that goes out of the match."""
    table: Table = match.table
    for amount, contenders, winners in zip(table.pots, table.contenders, table.winners, strict=True):
        hands = {seat: poker.category(table.shown[seat] + table.board) for seat in winners if table.shown[seat]}
        how = ", ".join(sorted(set(hands.values()))) or "uncontested"
        print(f"  a pot of {amount:4} for {len(contenders)}: to seat {' and '.join(map(str, winners))} ({how})")
    for line in match.deal_result.lines if match.deal_result else ():
        if line.code == "refund":
            print(f"  {line.amount} go back to seat {line.seat}")
        elif line.code == "place":
            print(f"  seat {line.seat} ends in place {line.amount}")


def play_hand(match: Match, players: Sequence[Bot]) -> None:
    """The bots play to the end of the hand. Each is given the view of its seat, never the match."""
    while match.turn is not None:
        match.play(players[match.turn].choose(match.view(match.turn)))


def play_match(game: Game, players: Sequence[Bot], seed: int, *, tell: bool = False) -> Match:
    """A whole match, to the end or through a hundred hands."""
    match = game.start(seed=seed)
    play_hand(match, players)
    while not match.over and match.deal < 100:
        if tell:
            print(f"hand {match.deal + 1}: board {text(match.table.board) or 'none'}, stacks {match.scores}")
            tell_pots(match)
        match.next_deal()
        play_hand(match, players)
    return match


def hand_histories(match: Match) -> None:
    """The last hand as a .phh record: what everybody saw, for other programs to read."""
    record = phh.dumps(match.view(-1))
    print(record, end="")
    again = phh.loads(phh.dumps(match))
    assert again.table.board == match.table.board and again.deal_over


def compare(game: Game, matches: int) -> None:
    """How a judge does among loose ones, sitting in each seat in turn."""
    won = 0
    for seed in range(matches):
        seat = seed % game.players
        players: list[Bot] = [Judge(seed) if each == seat else Loose(10 * seed + each) for each in range(game.players)]
        match = play_match(game, players, seed)
        won += match.scores[seat] == max(match.scores)
    print(f"the judge has most chips in {won} of {matches} matches; by chance it would be {matches // game.players}")


def main() -> None:
    """Plays a match, and looks at hands from several sides."""
    game = cardavia.game("holdem")
    seed = int(sys.argv[1]) if len(sys.argv) > 1 else 4

    print("Hands\n")
    hands()

    print("\nThree are all-in: jack ten, two queens, ace king\n")
    all_in(game)

    print(f"\n{game.title}: a judge (seat 0) among three loose ones\n")
    players: list[Bot] = [Judge(seed), *(Loose(seed + seat) for seat in range(1, game.players))]
    match = play_match(game, players, seed, tell=True)
    print(f"hand {match.deal + 1}, the last: stacks {match.scores}")
    tell_pots(match)
    moves = sum(event.code is EventCode.MOVE for event in match.log)
    print(f"{moves} moves in {match.deal + 1} hands")

    print("\nThe last hand as a record\n")
    hand_histories(match)

    print("\nMany matches\n")
    compare(game, 8)


if __name__ == "__main__":
    main()
