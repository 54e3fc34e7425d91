"""Guandan: wild cards, tribute, partners, and a match to the ace: ``python examples/guandan.py [SEED]``."""

from __future__ import annotations

import sys
from collections.abc import Sequence

import cardavia
from cardavia import EventCode, Game, IllegalMove, Kind, Match, Move, Shape, View, bots
from cardavia.bots import Bot
from cardavia.games import guandan
from cardavia.games.guandan import Table

BOMBS = (Shape.BOMB, Shape.STRAIGHT_FLUSH, Shape.JOKER_BOMB)


class Helpful:
    """A bot that leaves the trick to its partner, gets rid of many cards at a time, and keeps its bombs for opponents
    who have few cards left."""

    def choose(self, view: View) -> Move:
        """A move of the seat to act."""
        if view.phase == "returning":
            return view.moves[0]
        plays = [move for move in view.moves if move.kind is Kind.PLAY]
        plain = [move for move in plays if move.shape not in BOMBS]
        table: Table = view.table
        if table.leading is None:
            return max(plain or plays, key=lambda move: len(move.cards))
        if table.leading == partner(view.seat):
            return view.moves.find("pass")
        if plain:
            return plain[0]
        hurry = any(0 < view.hand_sizes[seat] <= 10 for seat in opponents(view.seat))
        return plays[0] if plays and hurry else view.moves.find("pass")


def partner(seat: int) -> int:
    """Partners sit opposite."""
    return (seat + 2) % 4


def opponents(seat: int) -> tuple[int, int]:
    """The seats on either side."""
    return (seat + 1) % 4, (seat + 3) % 4


def combinations() -> None:
    """What cards are at level 5, where the 5 of hearts is wild."""
    for cards in ("3C 3D 3H 5H", "3C 3D 4C 4D 5H", "AC 2C 3C 4C 5H", "KC KD KS 5H 5H", "5H 5H", "5H BJ"):
        named = [f"{reading.shape} {reading.rank}" for reading in guandan.readings(cards, level="5")]
        print(f"{cards:18}{' or '.join(named) or 'nothing'}")
    hand = "7C 7D 7H 7S AC AD 5C 5S 5H"
    answers = [f"{play.shape} {play.rank} ({play.cards})" for play in guandan.plays(hand, level="5", beating="KC KD")]
    print(f"a pair of kings is beaten by {', '.join(answers)}")


def set_up(game: Game, seed: int) -> Match:
    """A second deal: seats 1 and 3 were first and second in the last, so both others give tribute."""
    return game.start(seed=seed, levels=["2", "5"], previous=[1, 3, 2, 0], hands=["RJ", "RJ", "BJ"])


def tribute(match: Match) -> None:
    """Who gives what to whom is the rules' choice; what is given back is the receiver's."""
    for event in match.log:
        if event.code is EventCode.TRIBUTE:
            print(f"seat {event.seat} gives {event.cards} to seat {event.amount}")
        elif event.code is EventCode.CANCELLED:
            print(f"no tribute: the losers hold {event.cards}")
    while match.phase == "returning":
        seat, choices = match.turn, len(match.moves)
        print(f"seat {seat} may give back one of {choices} cards: {match.play(match.moves[0])}")
    print(f"seat {match.turn} leads")


def look(view: View) -> None:
    """What one seat knows: its own cards, and those that the tribute has shown."""
    print(f"seat {view.seat}, level {view.table.level}: {view.hand}")
    for seat in (*opponents(view.seat), partner(view.seat)):
        if view.known(seat):
            print(f"  knows that seat {seat} has {view.known(seat)}")


def name_a_reading(match: Match) -> None:
    """Two pairs and a wild card are two full houses, so the move has to say which."""
    cards = "3C 3D 4C 4D 5H"
    try:
        match.moves.find(cards)
    except IllegalMove as error:
        print(f"{cards}: {error}")
    for reading in guandan.readings(cards, level=match.table.level):
        print(f"{reading}: {'legal' if reading in match.moves else 'not legal'}")
    move = match.moves.find(f"full-house 4: {cards}")
    print(f"in the list it is {match.moves.canonical(move)}, at {match.moves.index(move)} of {len(match.moves)}")


def play_deal(match: Match, players: Sequence[Bot]) -> None:
    """The bots play to the end of the deal. Each is given the view of its seat, never the match."""
    while match.turn is not None:
        match.play(players[match.turn].choose(match.view(match.turn)))


def play_match(game: Game, players: Sequence[Bot], seed: int, *, tell: bool = False) -> Match:
    """A whole match, until a side has won at the ace."""
    match = game.start(seed=seed)
    while True:
        level = match.table.level
        play_deal(match, players)
        if tell:
            places = ", ".join(f"seat {seat}" for seat in match.table.places)
            print(f"deal {match.deal + 1:2} at {level}: {places}; levels {' and '.join(match.table.levels)}")
        if match.over:
            return match
        match.next_deal()


def teams(seed: int) -> list[Bot]:
    """Two helpful partners, seats 0 and 2, against two that play at random."""
    return [Helpful() if seat % 2 == 0 else bots.make("random", seed=4 * seed + seat) for seat in range(4)]


def main() -> None:
    """Reads some cards, looks at a deal with tribute, and plays matches."""
    game = cardavia.game("guandan")
    seed = int(sys.argv[1]) if len(sys.argv) > 1 else 22

    print("Combinations at level 5\n")
    combinations()

    print(f"\n{game.title}: a deal with tribute\n")
    match = set_up(game, seed)
    tribute(match)
    for seat in range(game.players):
        look(match.view(seat))

    print("\nA play that has to be named\n")
    name_a_reading(game.start(seed=seed, levels="5", leader=0, hands=["3C 3D 4C 4D 5H"]))

    print("\nA match, helpful partners (seats 0 and 2) against chance\n")
    match = play_match(game, teams(seed), seed, tell=True)
    assert match.deal_result is not None
    print(f"points of the last deal: {match.deal_result.points}; scores: {match.scores}")
    assert Match.from_json(match.to_json()).position == match.position

    print("\nMany matches\n")
    matches = [play_match(game, teams(number), number) for number in range(20)]
    won = sum(each.deal_result is not None and each.deal_result.points[0] > 0 for each in matches)
    print(f"helpful partners win {won} of {len(matches)}, in {sum(each.deal + 1 for each in matches)} deals")


if __name__ == "__main__":
    main()
