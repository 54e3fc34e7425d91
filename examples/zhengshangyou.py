"""Zheng Shangyou: beating because one must, and who pays what: ``python examples/zhengshangyou.py [SEED]``."""

from __future__ import annotations

import sys
from collections.abc import Sequence

import cardavia
from cardavia import DealResult, Event, EventCode, Game, IllegalMove, Kind, Match, Move, View, bots
from cardavia.bots import Bot
from cardavia.games import zhengshangyou


class Shedding:
    """A bot that leads as many cards as it can, and answers with the lowest play that will do."""

    def choose(self, view: View) -> Move:
        """A move of the seat to act; the plays are listed upwards."""
        if view.table.leading is None:
            return max(view.moves, key=lambda move: len(move.cards))
        return view.moves[0]


def combinations() -> None:
    """What cards are, and what beats them: functions that need no match."""
    for cards in ("3C 3D 4C 4D", "TC JC QC KC AC", "JC QC KC AC 2S", "9C 9D 9H 9S", "AC AD AS", "3C 3D 3H 3S"):
        shapes = [reading.shape for reading in zhengshangyou.readings(cards)]
        print(f"{cards:16}{shapes[0] if shapes else 'nothing'}")
    [opening] = zhengshangyou.readings("3C 3D 3H 3S", opening=True)
    bombs = "4C 4D 4H 4S AC AD AS"
    print(f"four 3s as the first play: {opening.shape}, beaten by {len(zhengshangyou.plays(bombs, beating=opening))} bombs")
    answers = [str(play.cards) for play in zhengshangyou.plays(bombs, beating="KC KD KH KS")]
    print(f"of the bombs 4444 and AAA four kings are beaten by {', '.join(answers)}")


def must_beat(game: Game) -> None:
    """A 2 lies on the table. Seat 1 cannot beat it; seat 2 has nothing but a bomb that can, and so has to use it."""
    match = game.start(seed=1, hands=["3C 3D 3H 3S 2S", "5C 6D 8S TD QD KD", "7C 7D 7H 7S"])
    for move in ("3333", "pass", "pass", "2", "pass"):
        print(f"seat {match.turn}: {match.play(move)}")
    try:
        match.play("pass")
    except IllegalMove as error:
        print(f"may seat {match.turn} pass? no: {error}; it has {', '.join(map(str, match.moves))}")
    for move in ("7777", "pass", "pass"):
        match.play(move)
    for event in match.log:
        if event.code is EventCode.BONUS:
            print(f"nobody beats the bomb: seat {event.seat} gets {event.amount}")


def settle(game: Game) -> None:
    """Seat 0 leads nothing that can be beaten, so that nobody else plays a card."""
    match = game.start(
        seed=1,
        hands=["3C 3D 3H 3S KC KD KH KS AC AD AS 8C 9C TC JC QC", "7C 7D 7H 7S 2S", "4C 4D 4H 4S"],
    )
    while match.turn is not None:
        match.play({16: "3333", 12: "AAA", 9: "KKKK", 5: "89TJQ"}[len(match.hand(0))] if leads(match) else "pass")
    assert match.deal_result is not None
    account(match.deal_result)


def leads(match: Match) -> bool:
    """Whether the seat to act leads."""
    return match.table.leading is None


def account(result: DealResult) -> None:
    """How the points came about."""
    for line in result.lines:
        print(f"{line.code:12}{line.amount:3}  seat {line.seat}")
    print(f"points per seat: {result.points}")


def look(view: View) -> None:
    """What one seat knows. What passes have told of the others is in every sample."""
    print(f"seat {view.seat} holds {view.hand}")
    worlds = [view.sample(seed) for seed in range(200)]
    for seat, size in enumerate(view.hand_sizes):
        if seat != view.seat:
            aces = sum(card.rank in ("A", "2") for world in worlds for card in world.hand(seat)) / len(worlds)
            print(f"  seat {seat} has {size} cards, among them {aces:.1f} aces and 2s, as far as it knows")


def play_on(match: Match, players: Sequence[Bot], moves: int = 1000) -> None:
    """The bots play to the end of the deal, or some moves. Each is given the view of its seat, never the match."""
    while match.turn is not None and moves > 0:
        match.play(players[match.turn].choose(match.view(match.turn)))
        moves -= 1


def tell(log: Sequence[Event]) -> None:
    """The log in words: a line for each trick."""
    trick: list[str] = []
    for event in log:
        if event.move is not None and event.move.kind is Kind.PLAY:
            trick.append(f"seat {event.seat} {event.move.shape} {event.move.cards}")
        elif event.code in (EventCode.TRICK, EventCode.DEAL_OVER):
            print(", ".join(trick))
            trick.clear()


def compare(game: Game, deals: int) -> None:
    """How many points shedding makes of two that play at random, sitting in each seat in turn."""
    total = 0
    for seed in range(deals):
        seat = seed % game.players
        players: list[Bot] = [bots.make("random", seed=3 * seed + other) for other in range(game.players)]
        players[seat] = Shedding()
        match = game.start(seed=seed)
        play_on(match, players)
        total += match.scores[seat]
    print(f"{total / deals:+.1f} points a deal, in {deals} deals")


def main() -> None:
    """Reads some cards, shows two set-ups, and plays a deal and then many."""
    game = cardavia.game("zhengshangyou")
    seed = int(sys.argv[1]) if len(sys.argv) > 1 else 22

    print("Combinations\n")
    combinations()

    print("\nA bomb that has to be played\n")
    must_beat(game)

    print("\nWho pays what\n")
    settle(game)

    print(f"\n{game.title}: three that shed, some moves into a deal\n")
    match = game.start(seed=seed)
    players: list[Bot] = [Shedding(), Shedding(), Shedding()]
    play_on(match, players, moves=12)
    for seat in range(game.players):
        look(match.view(seat))

    print("\nThe whole deal\n")
    play_on(match, players)
    tell(match.log)
    assert match.deal_result is not None
    account(match.deal_result)
    assert Match.from_json(match.to_json()).position == match.position

    print("\nShedding against chance\n")
    compare(game, 300)


if __name__ == "__main__":
    main()
