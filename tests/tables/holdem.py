"""Texas Hold'em as its tests see it."""

from __future__ import annotations

import random
from collections.abc import Hashable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any, cast

import cardavia
from cardavia import BadCards, Cards, DealResult, IllegalMove, Match, Move, View
from cardavia.games import holdem
from tests.betting import Offer, around, offered
from tests.referee.holdem import Referee
from tests.tables import Adapter, Places, Refusal

PACK = [rank + suit for suit in "CDHS" for rank in "23456789TJQKA"]
GAME = cardavia.game("holdem")


def texts(cards: Cards) -> tuple[str, ...]:
    return tuple(str(card) for card in cards)


def lines_of(result: DealResult | None) -> list[tuple[str, int | None, int]] | None:
    return [(line.code, line.seat, line.amount) for line in result.lines] if result else None


def set_up(
    *hands: str | None,
    board: str = "",
    burnt: str = "",
    moves: Sequence[str] = (),
    seed: int = 0,
    **options: Any,
) -> Match:
    """A match with hands, board and burnt cards given as far as the test needs them, after some moves. There are as many
    players as ``players`` says, or as there are stacks or hands. What is left open is dealt at random."""
    given = options.pop("stacks", None)
    players = options.pop("players", len(given) if isinstance(given, (tuple, list)) else len(hands) or 4)
    if given is not None:
        options["stacks"] = given
    known = set(texts(Cards(board))) | set(texts(Cards(burnt)))
    known.update(card for hand in hands if hand for card in texts(Cards(hand)))
    rest = [card for card in PACK if card not in known]
    random.Random(seed).shuffle(rest)
    lying, gone = in_order(board), in_order(burnt)
    stock: list[str] = []
    if lying or gone:
        lying += rest[: 5 - len(lying)]
        gone += rest[5 : 5 + 3 - len(gone)]
        stock = [gone[0], *lying[:3], gone[1], lying[3], gone[2], lying[4]]
    match = GAME.start(seed=seed, players=players, hands=list(hands), stock=" ".join(stock), **options)
    for move in moves:
        match.play(move)
    return match


def in_order(text: str) -> list[str]:
    """Cards in the order of their text."""
    text = text.upper().replace(" ", "")
    return [text[i : i + 2] for i in range(0, len(text), 2)]


class Table(Adapter):
    """Core and referee of Texas Hold'em, side by side."""

    golden: Mapping[str, Any] = {"stacks": (701, 999, 450, 1203), "small_blind": 7, "big_blind": 15}
    golden_deals = 100

    def variant(self, rng: random.Random) -> Mapping[str, Any]:
        """All numbers of players, odd stacks and blinds, one in three with most of the chips in the blinds."""
        players = rng.randrange(2, 5)
        big_blind = rng.choice((1, 2, 5, 20, 37))
        most = rng.choice((2, 10, 60)) * big_blind
        return {
            "players": players,
            "stacks": [rng.randint(1, most) for _ in range(players)],
            "small_blind": rng.randint(1, big_blind),
            "big_blind": big_blind,
            "first_button": rng.randrange(players),
        }

    def counted(self, seed: int) -> Mapping[str, Any]:
        """Few chips, and as many players as there can be."""
        stacks = ((16, 13), (11, 8, 13), (9, 6, 11, 7))[seed]
        return {"players": len(stacks), "stacks": stacks, "small_blind": 1, "big_blind": 2, "first_button": seed % 2}

    # ---- The referee -----------------------------------------------------------------

    def referee(self, match: Match) -> Referee:
        table: holdem.Table = match.table
        referee = Referee(
            players=len(table.stacks),
            stacks=self._stacks(match),
            small_blind=table.small_blind,
            big_blind=table.big_blind,
            first_button=table.button,
        )
        return self.next_deal(referee, match)

    def next_deal(self, referee: Referee, match: Match) -> Referee:
        referee.deal([texts(match.hand(seat)) for seat in range(len(match.hand_sizes))], self._stock(match))
        return referee

    def _stacks(self, match: Match) -> list[int]:
        """What each seat had before the blinds."""
        table: holdem.Table = match.table
        if not match.deal_over:
            return list(match.scores)
        assert match.deal_result is not None
        return [stack - points for stack, points in zip(table.stacks, match.deal_result.points, strict=True)]

    def _stock(self, match: Match) -> list[str]:
        """The stock of a deal that has just begun. Where nobody could bet, all of it has come already: then any cards
        stand for the burnt ones, which nobody has seen."""
        left = [str(card) for card in match.stock]
        if len(left) == 8:
            return left
        board = [str(card) for card in match.table.board]
        assert left == [] and len(board) == 5
        seen = {*board, *(card for seat in range(len(match.hand_sizes)) for card in texts(match.hand(seat)))}
        burnt = [card for card in PACK if card not in seen]
        return [burnt[0], *board[:3], burnt[1], board[3], burnt[2], board[4]]

    def follow(self, referee: Referee, move: Move, match: Match) -> None:
        referee.play(str(move.kind), move.amount)

    def make(self, referee: Referee, key: Hashable) -> None:
        kind, amount = cast("tuple[str, int]", key)
        referee.play(kind, amount)

    def legal(self, referee: Referee) -> set[Hashable]:
        return Offer(referee.moves()).listed()

    def key(self, move: Move, match: Match) -> Hashable:
        return (str(move.kind), move.amount)

    def same_moves(self, match: Match, referee: Referee) -> Offer:
        found, offer = offered(match), Offer(referee.moves())
        assert set(found) == offer.moves and len(found) == len(offer.moves)
        assert len(match.moves) == len(offer)
        return offer

    def told(self, referee: Referee) -> dict[str, object]:
        table = cast("dict[str, Any]", referee.table())
        seats = range(len(table["stacks"]))
        over = referee.deal_over
        result = cast("dict[str, Any]", referee.result()) if over else None
        dealt_in = [bool(referee._hands[seat]) for seat in seats]
        laid = [(pot["amount"], pot["eligible"]) for pot in result["pots"]] if result else table["pots"]
        least, most = table["min_raise"] or 0, table["max_raise"] or 0
        owed = min(table["to_call"], table["stacks"][referee.turn]) if referee.turn is not None else 0
        before = [stack + given for stack, given in zip(table["stacks"], table["contributions"], strict=True)]
        return {
            "button": table["button"],
            "blind_seats": (table["small_blind_seat"], table["big_blind_seat"]),
            "stacks": table["stacks"],
            "bets": table["bets"],
            "put_in": table["contributions"],
            "in_hand": tuple(seat for seat in seats if not table["folded"][seat]),
            "board": table["board"],
            "bet_to_call": 0 if over else table["bet_to_call"],
            "full_raise": 0 if over else table["full_raise"],
            "to_call": owed,
            "range": (least, most),
            "pots": tuple(chips for chips, _ in laid),
            "contenders": tuple(tuple(eligible) for _, eligible in laid),
            "winners": tuple(pot["winners"] for pot in result["pots"]) if result else (),
            "places": tuple(referee._places.get(seat, 0) for seat in seats),
            "shown": tuple(tuple(sorted(table["shown"].get(seat, ()))) for seat in seats),
            "known": [
                [
                    tuple(sorted(referee._hands[seat])) if seat == viewer or seat in table["shown"] else ()
                    for seat in seats
                ]
                for viewer in (-1, *seats)
            ],
            "phase": "over" if over else table["street"],
            "turn": referee.turn,
            "over": (over, referee.over),
            "hand_sizes": tuple(2 * dealt for dealt in dealt_in),
            "scores": result["stacks"] if result else tuple(before),
            "points": result["net"] if result else None,
            "lines": self._lines(referee, result) if result else None,
        }

    def _lines(self, referee: Referee, result: Mapping[str, Any]) -> list[tuple[str, int | None, int]]:
        lines: list[tuple[str, int | None, int]] = []
        if result["refund"]:
            lines.append(("refund", *result["refund"]))
        for pot in result["pots"]:
            lines.append(("pot", None, pot["amount"]))
            for seat in referee._clockwise_after(referee._button):
                odd = pot["odd"].count(seat)
                if pot["shares"].get(seat, 0) > odd:
                    lines.append(("share", seat, pot["shares"][seat] - odd))
                if odd:
                    lines.append(("odd-chip", seat, odd))
        lines += [("place", seat, place) for seat, place in sorted(result["places"].items()) if referee._hands[seat]]
        return lines

    def shown(self, match: Match) -> dict[str, object]:
        table: holdem.Table = match.table
        seats = range(len(table.stacks))
        result = match.deal_result if match.deal_over else None
        views = [match.view(viewer) for viewer in (-1, *seats)]
        return {
            "button": table.button,
            "blind_seats": (table.small_blind_seat, table.big_blind_seat),
            "stacks": table.stacks,
            "bets": table.bets,
            "put_in": table.put_in,
            "in_hand": table.in_hand,
            "board": tuple(str(card) for card in table.board),
            "bet_to_call": table.bet_to_call,
            "full_raise": table.full_raise,
            "to_call": table.to_call,
            "range": (table.min_raise, table.max_raise),
            "pots": table.pots,
            "contenders": table.contenders,
            "winners": table.winners,
            "places": table.places,
            "shown": tuple(tuple(sorted(texts(cards))) for cards in table.shown[: len(seats)]),
            "known": [[tuple(sorted(texts(view.known(seat)))) for seat in seats] for view in views],
            "phase": match.phase,
            "turn": match.turn,
            "over": (match.deal_over, match.over),
            "hand_sizes": match.hand_sizes,
            "scores": match.scores,
            "points": result.points if result else None,
            "lines": lines_of(result),
        }

    # ---- Secrecy -------------------------------------------------------------------

    illegal = (
        "", "pass", "bid 3", "play", "play 3C", "3C", "lock 3C", "fold", "check", "call", "call 20", "call 40", "bet",
        "bet 0", "bet 1", "bet 20", "bet 40", "raise", "raise 0", "raise 20", "raise 39", "raise 40", "raise 999",
        "raise 1000", "raise 1001", "raise -5", "raise 99999999999", "call 3C", "fold 1", "all-in",
    )  # fmt: skip

    def places(self, first: Match) -> Places:
        places = Places.of(first)
        stock = self._stock(first)
        return Places(places.hands, stock, [card for card in places.box if card not in stock])

    def hidden(self, first: Match, match: Match, viewer: int) -> list[tuple[int | None, int]]:
        if match.deal == 0:
            shown, board = match.table.shown, len(match.table.board)
        else:  # the deal is over: what was shown in it, the log tells
            shown, board = [Cards()] * len(first.hand_sizes), 0
            for event in match.log:
                if event.code == "shown" and event.cards is not None and event.seat is not None:
                    shown[event.seat] = event.cards
                if event.code == "street":
                    board = {1: 3, 2: 4, 3: 5}[event.amount]
                if event.code == "deal-over":
                    break
        open_places = (1, 2, 3, 5, 7)[:board]
        hidden: list[tuple[int | None, int]] = [(None, i) for i in range(8) if i not in open_places]
        for seat, size in enumerate(first.hand_sizes):
            if seat != viewer and not shown[seat]:
                hidden += [(seat, i) for i in range(size)]
        return hidden

    def drawn(self, first: Match) -> Mapping[str, Any]:
        table: holdem.Table = first.table
        return {
            "players": len(table.stacks),
            "stacks": self._stacks(first),
            "small_blind": table.small_blind,
            "big_blind": table.big_blind,
            "first_button": table.button,
        }

    # ---- Samples --------------------------------------------------------------------

    nothing_lies_apart = False

    def small_endings(self) -> Iterator[View]:
        """Of a river between two there are 990 hands that the other may hold; of a turn between three the same part of
        what is hidden is looked at. The cards of the stock come after it."""
        call = ["call", "check"]
        yield set_up(players=2, seed=1, moves=[*call, "check", "check", "check", "check"]).view(0)
        yield set_up(players=2, seed=3, moves=[*call, "check", "check"]).view(-1)
        yield set_up(players=3, seed=4, moves=["fold", *call, "check", "check"]).view(0)
        yield set_up(players=4, seed=5, moves=["call", "fold", *call, "check"]).view(2)

    def layouts(self, view: View) -> list[Hashable]:
        """By what seat 1 holds, which is hidden in all of them."""
        seen = {str(card) for card in view.table.board} | set(texts(view.hand))
        return [frozenset(two) for two in combinations([card for card in PACK if card not in seen], 2)]

    def layout(self, match: Match) -> Hashable:
        return frozenset(texts(match.hand(1)))

    # ---- Moves ----------------------------------------------------------------------

    def attempts(self, match: Match, rng: random.Random) -> Iterator[tuple[str, Hashable]]:
        return around(offered(match), rng)

    def check_sane(self, match: Match) -> None:
        table: holdem.Table = match.table
        seats = range(len(table.stacks))
        chips = sum(table.stacks) + (0 if match.deal_over else sum(table.put_in))
        assert chips == sum(match.scores) and min(table.stacks) >= 0
        assert sum(table.pots) + sum(
            line.amount for line in (match.deal_result.lines if match.deal_result else ()) if line.code == "refund"
        ) == sum(table.put_in)
        assert set(table.in_hand) <= {seat for seat in seats if match.hand_sizes[seat] == 2} and table.in_hand
        assert all(0 <= bet <= put_in for bet, put_in in zip(table.bets, table.put_in, strict=True))
        cards = [str(card) for seat in seats for card in match.hand(seat)] + [str(card) for card in table.board]
        assert len(set(cards)) == len(cards) and len(table.board) in (0, 3, 4, 5)

    def refusals(self) -> Iterator[Refusal]:
        start = set_up()  # seat 3 is first, seats 1 and 2 have the blinds
        flop = set_up(players=2, moves=["call", "check"])
        bet = set_up(players=2, moves=["call", "check", "bet 50"])
        yield Refusal("check a bet", start, "check", IllegalMove, "must-pay", "HE-3.2")
        yield Refusal("bet on a blind", start, "bet 40", IllegalMove, "is-raise", "HE-3.2")
        yield Refusal("fold for nothing", flop, "fold", IllegalMove, "nothing-to-pay", "HE-3.2")
        yield Refusal("call nothing", flop, "call", IllegalMove, "nothing-to-pay", "HE-3.2")
        yield Refusal("raise nothing", flop, "raise 40", IllegalMove, "is-bet", "HE-3.2")
        yield Refusal("another call", start, "call 19", IllegalMove, "other-call", "HE-3.2")
        yield Refusal("raise to the bet", bet, "raise 50", IllegalMove, "too-little", "HE-3.3")
        yield Refusal("less than a raise", bet, "raise 99", IllegalMove, "too-little", "HE-3.3")
        yield Refusal("raise below zero", bet, "raise -100", IllegalMove, "too-little", "HE-3.3")
        yield Refusal("less than a bet", flop, "bet 19", IllegalMove, "too-little", "HE-3.3")
        yield Refusal("bet of nothing", flop, "bet 0", IllegalMove, "too-little", "HE-3.3")
        yield Refusal("more than there is", flop, "bet 981", IllegalMove, "too-much", "HE-3.3")
        yield Refusal("raise over one's head", bet, "raise 981", IllegalMove, "too-much", "HE-3.3")
        closed = set_up(
            stacks=[200, 19, 200, 16], small_blind=1, big_blind=2, moves=["raise 16", "call", "raise 19", "call"]
        )
        yield Refusal("raise after a short all-in", closed, "raise 35", IllegalMove, "raising-closed", "HE-3.4")
        yield Refusal("all-in after one", closed, "raise 200", IllegalMove, "raising-closed", "HE-3.4")
        alone = set_up(stacks=[200, 50], moves=["call", "raise 50"])
        yield Refusal("raise against nobody", alone, "raise 100", IllegalMove, "raising-closed", "HE-3.4")
        yield Refusal("pass", start, "pass", IllegalMove, "unknown-kind", "")
        yield Refusal("bid", start, "bid 40", IllegalMove, "unknown-kind", "")
        yield Refusal("lock", start, f"lock {texts(start.hand(3))[0]}", IllegalMove, "unknown-kind", "")
        yield Refusal("play", start, f"play {texts(start.hand(3))[0]}", IllegalMove, "unknown-kind", "")
        yield Refusal("raise without an amount", start, "raise", IllegalMove, "unreadable", "")
        yield Refusal("raise to two amounts", start, "raise 40 60", IllegalMove, "unreadable", "")
        yield Refusal("fold with an amount", start, "fold 20", IllegalMove, "unreadable", "")
        yield Refusal("no move", start, "all-in", BadCards, "bad-card", "")
        yield Refusal("no move at all", start, "", IllegalMove, "unreadable", "")
        yield Refusal("move of another position", flop, start.moves[0], IllegalMove, "nothing-to-pay", "HE-3.2")
        yield Refusal("raise of another position", bet, start.moves[-1], IllegalMove, "too-much", "HE-3.3")
        yield Refusal("call of another position", bet, start.moves[1], IllegalMove, "other-call", "HE-3.2")
        stray = flop.moves[0].__reduce__()  # a check, made to hold cards
        load, (name, data) = cast("tuple[Any, tuple[str, bytes]]", stray)
        yield Refusal(
            "check with cards", flop, load(name, data[:8] + b"\1" + data[9:]), IllegalMove, "stray-fields", ""
        )
