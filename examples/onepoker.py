"""One Poker: a bot that counts cards against one that plays at random: ``python examples/onepoker.py [SEED]``."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence

import cardavia
from cardavia import Card, Event, EventCode, Game, Kind, Match, Move, View, bots
from cardavia.bots import Bot
from cardavia.games.onepoker import Table

UPWARDS = "23456789TJQKA"
UP = "89TJQKA"


def beats(card: Card, other: Card) -> bool:
    """Whether a locked card wins: the higher rank, but a 2 wins against an ace (OP-5)."""
    if {card.rank, other.rank} == {"2", "A"}:
        return card.rank == "2"
    return UPWARDS.index(card.rank) > UPWARDS.index(other.rank)


class Counting:
    """A bot that knows the cards that have not been seen, and takes the other to lock either of its cards alike."""

    def choose(self, view: View) -> Move:
        """Locks the card that wins more often; bets on it when that is more often than not."""
        table: Table = view.table
        if view.phase == "locking":
            return max(view.moves, key=lambda move: chance(view, move.cards))
        hopes = chance(view, locked_cards(view))
        if table.max_raise and hopes > 0.65:
            amount = min(max(table.bet_to_call + table.pot, table.min_raise), table.max_raise)
            return view.moves.find(f"{'raise' if table.bet_to_call else 'bet'} {amount}")
        if not table.to_call:
            return view.moves.find("check")
        pays = hopes * (table.pot + table.to_call) > table.to_call
        return view.moves.find("call" if pays else "fold")


def locked_cards(view: View) -> Iterable[Card]:
    """The card that the viewer has locked: it has left the hand, but the viewer's log still has the move."""
    own = [event.move for event in view.log if event.move is not None and event.move.kind is Kind.LOCK]
    return own[-1].cards


def chance(view: View, mine: Iterable[Card]) -> float:
    """How often a card wins against one of the other's, UP as often as the signal says; a tie is half a win."""
    [card] = mine
    table: Table = view.table
    unseen = view.game.deck.pack - table.discards - view.hand
    if card not in view.hand:
        unseen -= [card]
    up = table.up[1 - view.seat] / 2
    return up * wins(card, [each for each in unseen if each.rank in UP]) + (1 - up) * wins(
        card, [each for each in unseen if each.rank not in UP]
    )


def wins(card: Card, others: Sequence[Card]) -> float:
    """The part of the others that a card wins against."""
    won = sum(beats(card, other) + (card.rank == other.rank) / 2 for other in others)
    return won / len(others) if others else 0.0


def sampled(view: View, mine: Iterable[Card], worlds: int = 2000) -> float:
    """The same, asked of random worlds that fit the view instead of counted."""
    [card] = mine
    rng, won = cardavia.Random(1), 0.0
    for _ in range(worlds):
        hand = list(view.sample(rng).hand(1 - view.seat))
        won += wins(card, [hand[rng.below(len(hand))]])
    return won / worlds


def look(view: View) -> None:
    """What the seat to act holds and is told, and what it can make of that."""
    print(f"seat {view.seat} holds {view.hand} and is told that the other has {view.table.up[1 - view.seat]} UP")
    for move in view.moves:
        counted, guessed = chance(view, move.cards), sampled(view, move.cards)
        print(f"  {move}: wins {counted:.1%} by counting, {guessed:.1%} in samples")


def tell(log: Iterable[Event]) -> None:
    """A deal in words; of the last cards too, since the match sees all."""
    for event in log:
        if event.move is not None:
            print(f"  seat {event.seat}: {event.move}")
        elif event.code is EventCode.SHOWN:
            print(f"  seat {event.seat} shows {event.cards}")
        elif event.code in (EventCode.REFUND, EventCode.POT):
            print(f"  {event.amount} to seat {event.seat}{' again' if event.code is EventCode.REFUND else ''}")


def play_match(game: Game, players: Sequence[Bot], seed: int, *, tell_it: bool = False) -> Match:
    """A whole match, to the end or through a hundred deals. Each bot is given the view of its seat, never the match."""
    match, told = game.start(seed=seed), 0
    while True:
        if tell_it:
            print(f"deal {match.deal + 1}: chips {match.scores}, UP {match.table.up}")
        while match.turn is not None:
            match.play(players[match.turn].choose(match.view(match.turn)))
        if tell_it:
            tell(match.log[told:])
        told = len(match.log)
        if match.over or match.deal >= 99:
            return match
        match.next_deal()


def compare(game: Game, matches: int) -> None:
    """How often counting wins a match against chance, sitting in either seat."""
    won = 0
    for seed in range(matches):
        seat = seed % 2
        players: list[Bot] = [Counting(), bots.make("random", seed=seed)]
        match = play_match(game, players if seat == 0 else players[::-1], seed)
        won += match.scores[seat] > match.scores[1 - seat]
    print(f"counting wins {won} of {matches} matches")


def main() -> None:
    """Looks at a deal, plays a match, and then many."""
    game = cardavia.game("onepoker")
    seed = int(sys.argv[1]) if len(sys.argv) > 1 else 22

    print("What a seat knows\n")
    first = game.start(seed=seed)
    look(first.view(0))
    first.play(first.moves[0])
    look(first.view(1))

    print(f"\n{game.title}: counting (seat 0) against chance\n")
    match = play_match(game, [Counting(), bots.make("random", seed=seed)], seed, tell_it=True)
    print(f"{match.deal + 1} deals, chips {match.scores}")

    print("\nMany matches\n")
    compare(game, 200)


if __name__ == "__main__":
    main()
