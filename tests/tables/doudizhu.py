"""Dou Dizhu as its tests see it."""

from __future__ import annotations

import random
from collections.abc import Hashable, Iterator, Mapping
from itertools import combinations
from math import comb
from typing import cast

from cardavia import BadCards, Cards, IllegalMove, Kind, Match, Move, Shape, View
from cardavia.games import doudizhu
from tests.referee.doudizhu import PACK, Referee, in_table_order, rank_of, readings
from tests.tables import Adapter, Refusal
from tests.walk import walk

SEATS = range(3)


class Pick:
    """Takes cards from one pack by their ranks, so that set-ups can be written as the rules write them: "333 44 BJ"."""

    def __init__(self) -> None:
        self._left = sorted(PACK)

    def __call__(self, ranks: str) -> str:
        taken = []
        for word in ranks.split():
            for rank in [word] if word in ("BJ", "RJ") else word:
                card = next(card for card in self._left if rank_of(card) == rank)
                self._left.remove(card)
                taken.append(card)
        return " ".join(taken)


def set_up(*hands: str, bottom: str = "", first_bidder: int = 0, bids: tuple[str, ...] = ("bid 3",)) -> Match:
    """A match with hands (and bottom cards) given by ranks, after some bids. What is left open is dealt at random."""
    import cardavia

    pick = Pick()
    given = [pick(hand) for hand in hands]
    match = cardavia.game("doudizhu").start(seed=0, hands=given, stock=pick(bottom), first_bidder=first_bidder)
    for bid in bids:
        match.play(bid)
    return match


def cards_of(ranks: str) -> Cards:
    """Some cards with these ranks."""
    return Cards(Pick()(ranks))


def ranks_of(cards: Cards) -> tuple[str, ...]:
    """The ranks of some cards from low to high."""
    return in_table_order(card.rank for card in cards)


def texts(cards: Cards) -> list[str]:
    return [str(card) for card in cards]


class Table(Adapter):
    """Core and referee of Dou Dizhu, side by side."""

    stock_has_order = False  # the three bottom cards are taken together
    opening = ("bid 3",)

    # ---- The referee -----------------------------------------------------------------

    def _dealt(self, match: Match) -> tuple[list[list[str]], list[str], int]:
        hands = [texts(match.hand(seat)) for seat in SEATS]
        return hands, [str(card) for card in match.stock], match.table.first_bidder

    def referee(self, match: Match) -> Referee:
        return Referee(*self._dealt(match))

    def follow(self, referee: Referee, move: Move, match: Match) -> None:
        referee.play(str(move.kind), amount=move.amount, cards=texts(move.cards))
        if referee.redeal_due:
            referee.deal(*self._dealt(match))

    def make(self, referee: Referee, key: Hashable) -> None:
        kind, *rest = cast("tuple[str, ...]", key)
        if kind == "bid":
            referee.play(kind, amount=cast(int, rest[0]))
        elif kind == "play":
            assert referee.turn is not None
            left, cards = referee.hand(referee.turn), []
            for rank in rest[1]:
                cards.append(next(card for card in left if rank_of(card) == rank))
                left.remove(cards[-1])
            referee.play(kind, cards=cards)
        else:
            referee.play(kind)

    def legal(self, referee: Referee) -> set[Hashable]:
        return set(referee.moves())

    def key(self, move: Move, match: Match) -> Hashable:
        if move.kind == Kind.BID:
            return ("bid", move.amount)
        if move.kind == Kind.PLAY:
            return ("play", str(move.shape), ranks_of(move.cards))
        return (str(move.kind),)

    def told(self, referee: Referee) -> dict[str, object]:
        lines, table = referee.lines(), referee.table()
        hands = [frozenset(referee.hand(seat)) for seat in SEATS]
        known = cast("tuple[frozenset[str], ...]", table["known"])
        return {
            **table,
            "known_to": [[hands[seat] if seat == viewer else known[seat] for seat in SEATS] for viewer in SEATS],
            "turn": referee.turn,
            "over": referee.over,
            "hands": hands,
            "hand_sizes": tuple(len(referee.hand(seat)) for seat in SEATS),
            "points": referee.points(),
            "scores": referee.points() or (0, 0, 0),
            "winners": [seat for seat in SEATS if not referee.hand(seat)],
            "lines": lines,
        }

    def shown(self, match: Match) -> dict[str, object]:
        table, result = match.table, match.deal_result
        views = {viewer: match.view(viewer) for viewer in (-1, *SEATS)}
        lines = {line.code: line for line in result.lines} if result else {}
        amounts = {"spring": 0, "reverse-spring": 0} | {code: line.amount for code, line in lines.items()}
        amounts.pop("winner", None)
        return {
            **{name: getattr(table, name) for name in type(table).__slots__},
            "bottom": frozenset(texts(table.bottom)),
            "trick": tuple(None if act is None else self.key(act, match) for act in table.trick),
            "known": tuple(frozenset(texts(views[-1].known(seat))) for seat in SEATS),
            "known_to": [[frozenset(texts(views[viewer].known(seat))) for seat in SEATS] for viewer in SEATS],
            "turn": match.turn,
            "over": match.over and match.deal_over,
            "hands": [frozenset(texts(match.hand(seat))) for seat in SEATS],
            "hand_sizes": match.hand_sizes,
            "points": result.points if result else None,
            "scores": match.scores,
            "winners": [lines["winner"].seat] if result else [],
            "lines": amounts if result else {},
        }

    # ---- Secrecy -------------------------------------------------------------------

    illegal = (
        "", "pass", "play", "bid", "bid 0", "bid 1", "bid 2", "bid 3", "bid 4", "bid -1", "bid 1 2", "pass 3C", "3X",
        "3", "33", "333", "3333", "345678", "3334", "play 333 4", "BJ RJ", "RJ", "3C 3C", "TJQKA", "3456789TJQKA",
        *sorted(PACK),
    )  # fmt: skip

    def hidden(self, first: Match, match: Match, viewer: int) -> list[tuple[int | None, int]]:
        known = set(texts(first.hand(viewer))) if viewer >= 0 else set()
        if match.table.redeals == 0:
            known.update(texts(match.table.bottom))
            for event in match.log:
                if event.move is not None:
                    known.update(texts(event.move.cards))
        places: list[tuple[int | None, str, int]] = [
            (seat, card, index) for seat in SEATS for index, card in enumerate(texts(first.hand(seat)))
        ]
        places += [(None, str(card), index) for index, card in enumerate(first.stock)]
        return [(seat, index) for seat, card, index in places if card not in known]

    def drawn(self, first: Match) -> Mapping[str, int | None]:
        return {"first_bidder": first.table.first_bidder}

    def is_dealt_anew(self, match: Match) -> bool:
        return bool(match.table.redeals)

    # ---- Samples --------------------------------------------------------------------

    def _open_places(self, view: View) -> tuple[list[str], list[int]]:
        """The cards that the viewer has not seen, and how many of them each seat holds."""
        seen = {card for seat in SEATS for card in texts(view.known(seat))}
        for event in view.log:
            if event.move is not None:
                seen.update(texts(event.move.cards))
        return sorted(PACK - seen), [view.hand_sizes[seat] - len(view.known(seat)) for seat in SEATS]

    def small_endings(self) -> Iterator[View]:
        wanted = {viewer: 2 for viewer in (-1, 0, 1, 2)}
        for seed in range(1000):
            match = self.game.start(seed=seed)
            for _ in walk(match, random.Random(seed)):
                for viewer in [viewer for viewer in wanted if wanted[viewer]]:
                    if match.phase == "bidding" or match.deal_over:
                        continue
                    view = match.view(viewer)
                    unseen, open_places = self._open_places(view)
                    ways = comb(len(unseen), open_places[0]) * comb(len(unseen) - open_places[0], open_places[1])
                    if 6 <= ways <= 60:
                        wanted[viewer] -= 1
                        yield view
                        break  # at most one of each position
            if not any(wanted.values()):
                return

    def layouts(self, view: View) -> list[Hashable]:
        unseen, open_places = self._open_places(view)
        known = [frozenset(texts(view.known(seat))) for seat in SEATS]
        found: list[Hashable] = []
        for first in combinations(unseen, open_places[0]):
            left = [card for card in unseen if card not in first]
            for second in combinations(left, open_places[1]):
                third = [card for card in left if card not in second]
                assert len(third) == open_places[2]
                found.append((known[0].union(first), known[1].union(second), known[2].union(third)))
        return found

    def layout(self, match: Match) -> Hashable:
        return tuple(frozenset(texts(match.hand(seat))) for seat in SEATS)

    # ---- Moves ----------------------------------------------------------------------

    def attempts(self, match: Match, rng: random.Random) -> Iterator[tuple[str, Hashable]]:
        yield "pass", ("pass",)
        yield from ((f"bid {amount}", ("bid", amount)) for amount in range(5))
        assert match.turn is not None
        hand = texts(match.hand(match.turn))
        leads = doudizhu.plays(match.hand(match.turn))
        for play in [leads[rng.randrange(len(leads))] for _ in range(3)]:  # combinations, whatever lies on the table
            yield str(play), self.key(play, match)
            cards = set(texts(play.cards)) ^ {rng.choice(hand)}
            read = readings(cards)
            shape = read[0].shape if read else "nothing"
            yield "play " + " ".join(cards), ("play", shape, in_table_order(rank_of(card) for card in cards))

    def check_sane(self, match: Match) -> None:
        table = match.table
        assert 0 <= table.bombs <= 14 and table.multiplier in (2**table.bombs, 2 * 2**table.bombs)
        bids = [call for call in table.calls if call]
        assert bids == sorted(set(bids)) and set(bids) <= {1, 2, 3} and table.bid == max(bids, default=0)
        if bids:
            assert table.bidder == (table.first_bidder + table.calls.index(table.bid)) % 3
        else:
            assert table.bidder is None and len(table.calls) < 3
        assert sum(match.scores) == 0 and sum(match.hand_sizes) <= 54

    def another_member(self, match: Match, move: Move, rng: random.Random) -> str:
        if move.kind != Kind.PLAY:
            return str(move)
        assert match.turn is not None
        held = texts(match.hand(match.turn))
        rng.shuffle(held)
        chosen = []
        for card in move.cards:
            chosen.append(next(other for other in held if rank_of(other) == card.rank))
            held.remove(chosen[-1])
        rng.shuffle(chosen)
        return "play " + " ".join(chosen)

    def refusals(self) -> Iterator[Refusal]:
        start = set_up(bids=())
        bid_2 = set_up(bids=("bid 2",))
        lead = set_up("3334445556789TJQK", "666 77 88 AAA", bottom="99T")
        yield Refusal("bid of nothing", start, "bid 0", IllegalMove, "no-such-bid", "DDZ-2.2")
        yield Refusal("bid of four", start, "bid 4", IllegalMove, "no-such-bid", "DDZ-2.2")
        yield Refusal("same bid", bid_2, "bid 2", IllegalMove, "bid-too-low", "DDZ-2.2")
        yield Refusal("lower bid", bid_2, "bid 1", IllegalMove, "bid-too-low", "DDZ-2.2")
        yield Refusal("play while bidding", start, str(start.hand(0))[:2], IllegalMove, "bidding", "DDZ-2.2")
        yield Refusal("bid after bidding", lead, "bid 3", IllegalMove, "not-bidding", "DDZ-2.3")
        yield Refusal("leader's pass", lead, "pass", IllegalMove, "must-lead", "DDZ-3.1")
        stranger = texts(lead.hand(1))[0]
        yield Refusal("card of another hand", lead, f"play {stranger}", IllegalMove, "not-in-hand", "DDZ-3.1")
        yield Refusal("no combination", lead, "play 3 4", IllegalMove, "no-combination", "DDZ-4")
        yield Refusal("triple as wings", lead, "play 333444555 999", IllegalMove, "no-combination", "DDZ-4")
        yield Refusal("a rank too often", lead, "play 3333", BadCards, "rank-not-held", "")
        yield Refusal("a card twice", lead, "play 3C 3C", BadCards, "not-in-pack", "")
        yield Refusal("no card", lead, "play 3C 1H", BadCards, "bad-card", "")
        yield Refusal("no move", lead, "hello", BadCards, "bad-card", "")
        yield Refusal("no move at all", lead, "", IllegalMove, "unreadable", "")
        yield Refusal("pass with cards", lead, "pass 3C", IllegalMove, "unreadable", "")
        answer = lead.copy()
        answer.play("play 99")
        yield Refusal("lower pair", answer, "play 77", IllegalMove, "too-low", "DDZ-3.1")
        yield Refusal("pair on a single", _after(lead, "play 3"), "play 66", IllegalMove, "other-kind", "DDZ-3.1")
        yield Refusal("single on a pair", answer, "play 6", IllegalMove, "other-kind", "DDZ-3.1")
        bombs = set_up("5555", "3333 4444", bottom="")
        yield Refusal("lower bomb", _after(bombs, "play 5555"), "play 4444", IllegalMove, "too-low", "DDZ-3.1")
        rocket = _after(set_up("BJ RJ", "3333"), "play BJ RJ")
        yield Refusal("bomb on the rocket", rocket, "play 3333", IllegalMove, "too-low", "DDZ-3.1")
        far = self.game.start(seed=1)
        far.play("bid 3")
        assert far.turn is not None and start.turn is not None
        yield Refusal("move of another position", start, far.moves[0], IllegalMove, "bidding", "DDZ-2.2")
        yield Refusal("bid of another position", lead, start.moves[1], IllegalMove, "not-bidding", "DDZ-2.3")
        single = next(move for move in far.moves if move.shape == Shape.SINGLE and move.cards <= lead.hand(1))
        yield Refusal("cards of another position", lead, single, IllegalMove, "not-in-hand", "DDZ-3.1")


def _after(match: Match, *moves: str) -> Match:
    later = match.copy()
    for move in moves:
        later.play(move)
    return later
