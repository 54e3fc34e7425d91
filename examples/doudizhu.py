"""A deal of Dou Dizhu, and what can be asked about one: ``python examples/doudizhu.py [SEED]``."""

from __future__ import annotations

import sys
from collections.abc import Sequence

import cardavia
from cardavia import DealResult, Event, EventCode, Game, IllegalMove, Kind, Match, Move, Random, View, bots
from cardavia.bots import Bot
from cardavia.games import doudizhu


class Hasty:
    """A bot that gets rid of as many cards as it can. Anything with ``choose(view) -> Move`` is a bot."""

    def choose(self, view: View) -> Move:
        """The play of most cards; of several the one that is listed first, which is the lowest."""
        return max(view.moves, key=lambda move: len(move.cards))


def combinations() -> None:
    """What cards are, and what beats them: functions that need no match."""
    for cards in ("3C 3D 3H 4C 4D 4H 5S 7D", "3C 4D 5D 6H 7S", "9C 9D 9H 9S AC AD", "9C 9D 9H 9S BJ RJ", "BJ RJ"):
        shapes = [reading.shape for reading in doudizhu.readings(cards)]
        print(f"{cards:25}{shapes[0] if shapes else 'nothing'}")
    hand = "9C 9D JC JD JH 2S 2H BJ RJ"
    answers = [str(play.cards) for play in doudizhu.plays(hand, beating="TC TD")]
    print(f"a pair of tens is beaten by {', '.join(answers)}")


def bidding(match: Match) -> None:
    """The first to act bids 3; then a move that is not allowed, which changes nothing."""
    match.play("bid 3")
    print(f"seat {match.table.landlord} is landlord and turns up {match.table.bottom}")
    try:
        match.play("pass")
    except IllegalMove as error:
        print(f"may it pass now? no: {error}")


def look(view: View) -> None:
    """What one seat knows: its own cards, and of the others how many they hold and which of them all have seen."""
    print(f"seat {view.seat} holds {view.hand}")
    for seat, size in enumerate(view.hand_sizes):
        if seat != view.seat:
            print(f"seat {seat} holds {size} cards, among them {view.known(seat) or 'none that is known'}")


def chance_of_landlord(view: View, deals: int = 500) -> float:
    """How likely the viewer has to think that the landlord wins, if all play at random from here.

    Each sample is a whole position that fits what the viewer knows.
    """
    rng, won = Random(1), 0
    for _ in range(deals):
        match = view.sample(rng)
        while not match.deal_over:
            match.play(match.moves.sample(rng))
        won += match.scores[view.table.landlord] > 0
    return won / deals


def play_on(match: Match, players: Sequence[Bot]) -> None:
    """The bots play to the end of the deal. Each is given the view of its seat, never the match."""
    while match.turn is not None:
        match.play(players[match.turn].choose(match.view(match.turn)))


def tell(log: Sequence[Event]) -> None:
    """The log in words: the codes are stable, the words are yours. Here, a line for each trick."""
    trick: list[str] = []
    for event in log:
        if event.move is not None and event.move.kind is Kind.PLAY:
            trick.append(f"seat {event.seat} {event.move.shape} {event.move.cards}")
        elif event.code in (EventCode.TRICK, EventCode.DEAL_OVER):
            print(", ".join(trick))
            trick.clear()


def account(result: DealResult) -> None:
    """How the points came about."""
    for line in result.lines:
        print(f"{line.code:12}{line.amount:3}{'' if line.seat is None else f'  seat {line.seat}'}")
    print(f"points per seat: {result.points}")


def many_deals(game: Game) -> None:
    """Random deals in C. The sum is the same for any number of threads."""
    tally = game.playouts(20_000, seed=1, threads=2)
    print(
        f"{tally.deals:,} random deals of {tally.moves / tally.deals:.1f} moves each; points per seat: {tally.points}"
    )


def main() -> None:
    """Plays one deal and looks at it from several sides."""
    game = cardavia.game("doudizhu")
    match = game.start(seed=int(sys.argv[1]) if len(sys.argv) > 1 else 22)

    print("Combinations\n")
    combinations()

    print(f"\n{game.title}: the bidding\n")
    bidding(match)
    landlord = match.table.landlord
    players: list[Bot] = [
        Hasty() if seat == landlord else bots.make("random", seed=seat) for seat in range(game.players)
    ]

    print("\nWhat a peasant sees\n")
    look(match.view((landlord + 1) % game.players))
    for seat in range(game.players):
        print(f"seat {seat} gives the landlord a chance of {chance_of_landlord(match.view(seat)):.0%}")

    print("\nThe play, a hasty landlord against random peasants\n")
    play_on(match, players)
    tell(match.log)

    print("\nThe account\n")
    assert match.deal_result is not None
    account(match.deal_result)
    assert Match.from_json(match.to_json()).position == match.position

    print("\nMany deals\n")
    many_deals(game)


if __name__ == "__main__":
    main()
