"""One Poker as its tests see it."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Hashable, Iterator, Mapping, Sequence
from itertools import permutations
from typing import Any, cast

import cardavia
from cardavia import BadCards, Cards, EventCode, IllegalMove, Kind, Match, Move, View
from cardavia.games import onepoker
from tests.betting import Offer, around, offered
from tests.referee.onepoker import UP, Referee
from tests.tables import Adapter, Refusal
from tests.walk import beginning

SEATS = (0, 1)
PACK = [rank + suit for suit in "CDHS" for rank in "23456789TJQKA"] * 2

GAME = cardavia.game("onepoker")


def is_up(card: str) -> bool:
    return card[0] in UP


def texts(cards: Cards) -> list[str]:
    return [str(card) for card in cards]


def set_up(*hands: str, draws: str = "", moves: Sequence[str] = (), **options: Any) -> Match:
    """A match with hands and the cards that are drawn later given as far as the test needs them, after some moves; "-"
    deals the next deal."""
    match = GAME.start(seed=options.pop("seed", 0), hands=list(hands), stock=draws, **options)
    for move in moves:
        if move == "-":
            match.next_deal()
        else:
            match.play(move)
    return match


def check_through(match: Match, rng: random.Random, until: Any) -> Match:
    """Plays on without a bet until something holds."""
    while not until(match):
        if match.deal_over:
            match.next_deal()
        elif match.phase == "locking":
            match.play(match.moves.sample(rng))
        else:
            match.play("check")
    return match


class History:
    """All cards of a match by deals: what each seat got, and what it locked."""

    def __init__(self, match: Match) -> None:
        self.got: list[list[list[str]]] = [[], []]
        self.locks: list[list[str]] = [[], []]
        self.restocked_in: int | None = None
        """The first deal that was dealt from a new stock."""
        deal = 0
        for event in match.log:
            if event.code == EventCode.DEAL:
                deal = event.amount
            elif event.code == EventCode.RESTOCK and self.restocked_in is None:
                self.restocked_in = deal
            elif event.code == EventCode.HAND:
                assert event.seat is not None and event.cards is not None
                self.got[event.seat].append(texts(event.cards))
            elif event.move is not None and event.move.kind == Kind.LOCK:
                assert event.seat is not None
                self.locks[event.seat] += texts(event.move.cards)
        self.finished = match.deal + match.deal_over
        self.fixed_from = self.finished + 1 if self.restocked_in is None else self.restocked_in
        """The first deal whose cards come from the seed."""

    def kept(self, seat: int) -> list[str]:
        """The card that a seat kept of each deal in which it has locked."""
        kept: list[str] = []
        for got, lock in zip(self.got[seat], self.locks[seat], strict=False):
            hand = [*kept[-1:], *got]
            hand.remove(lock)
            kept += hand
        return kept


class Table(Adapter):
    """Core and referee of One Poker, side by side."""

    golden: Mapping[str, Any] = {"chips": 300}
    golden_deals = 53

    def variant(self, rng: random.Random) -> Mapping[str, Any]:
        """Few chips, or so many that the stock is made anew, more than once."""
        most = rng.choice((3, 8, 30, 2000))
        return {"chips": [rng.randint(1 + most // 3, most) for _ in SEATS], "first": rng.randrange(2)}

    def counted(self, seed: int) -> Mapping[str, Any]:
        return {"chips": ((12, 16), 20, (23, 11))[seed], "first": seed % 2}

    # ---- The referee -----------------------------------------------------------------

    def referee(self, match: Match) -> Referee:
        referee = Referee(chips=1, first=match.table.first)
        referee._chips = list(match.scores)  # the house rules give both the same
        return self.next_deal(referee, match)

    def next_deal(self, referee: Referee, match: Match) -> Referee:
        drawn = [Counter(texts(match.hand(seat))) - Counter(referee.hand(seat)) for seat in SEATS]
        referee.deal([list(cards.elements()) for cards in drawn])
        return referee

    def follow(self, referee: Referee, move: Move, match: Match) -> None:
        card = str(move.cards) or None
        referee.play(str(move.kind), amount=move.amount, card=card)

    def make(self, referee: Referee, key: Hashable) -> None:
        kind, what = cast("tuple[str, Any]", key)
        if kind == "lock":
            referee.play(kind, card=what)
        else:
            referee.play(kind, amount=what)

    def legal(self, referee: Referee) -> set[Hashable]:
        if referee.table()["phase"] == "lock":
            return {(kind, card) for kind, card, _ in referee.moves()}
        return self._offer(referee).listed()

    def _offer(self, referee: Referee) -> Offer:
        return Offer(cast("set[tuple[str, int, int]]", referee.moves()))

    def key(self, move: Move, match: Match) -> Hashable:
        return (str(move.kind), str(move.cards) if move.kind == Kind.LOCK else move.amount)

    def same_moves(self, match: Match, referee: Referee) -> Any:
        if match.phase == "locking":
            return super().same_moves(match, referee)
        found, offer = offered(match), self._offer(referee)
        assert set(found) == offer.moves and len(found) == len(offer.moves)
        assert len(match.moves) == len(offer)
        return offer

    def told(self, referee: Referee) -> dict[str, object]:
        table = cast("dict[str, Any]", referee.table())
        result = cast("dict[str, Any]", referee.result()) if referee.deal_over else None
        betting = table["phase"] == "betting"
        chips, bets = table["chips"], table["bets"]
        first, winner = table["first"], result["winner"] if result else None
        owed = min(table["bet_to_call"] - bets[referee.turn], chips[referee.turn]) if referee.turn is not None else 0
        return {
            "first": first if result is None else 1 - first if winner is None else winner,
            "chips": chips,
            "bets": bets,
            "pot": table["pot"],
            "up": tuple(up for up, _ in table["up"]),
            "has_locked": tuple(seat for seat in SEATS if table["locked"][seat]),
            "folded": () if not result or result["folded"] is None else (result["folded"],),
            "bet_to_call": table["bet_to_call"] if betting else 0,
            "full_raise": table["full_raise"] if betting else 0,
            "to_call": owed,
            "range": (table["min_raise"] or 0, table["max_raise"] or 0),
            "winner": winner,
            "stock_size": referee.stock_size,
            "restocks": referee.restocks,
            "discards": sorted(referee.discards),
            "shown": tuple([card] if card else [] for card in table["shown"]),
            "hands": [sorted(referee.hand(seat)) for seat in SEATS],
            "known": [
                [sorted(referee.hand(seat)) if seat == viewer else [] for seat in SEATS] for viewer in (-1, 0, 1)
            ],
            "phase": {"lock": "locking"}.get(table["phase"], table["phase"]),
            "turn": referee.turn,
            "over": (referee.deal_over, referee.over),
            "scores": chips if result else tuple(chips[seat] + bets[seat] + 1 for seat in SEATS),
            "points": result["net"] if result else None,
            "lines": self._lines(result) if result else None,
        }

    def _lines(self, result: Mapping[str, Any]) -> list[tuple[str, int | None, int]]:
        lines: list[tuple[str, int | None, int]] = []
        if result["folded"] is not None:
            lines.append(("fold", result["folded"], 0))
        if result["refund"]:
            lines.append(("refund", *result["refund"]))
        lines.append(("pot", None, result["pot"]))
        if result["winner"] is None:
            lines += [("share", seat, result["pot"] // 2) for seat in SEATS]
        else:
            lines.append(("share", result["winner"], result["pot"]))
        return lines

    def shown(self, match: Match) -> dict[str, object]:
        table: onepoker.Table = match.table
        result = match.deal_result if match.deal_over else None
        views = [match.view(viewer) for viewer in (-1, 0, 1)]
        assert len(match.stock) == table.stock_size
        return {
            "first": table.first,
            "chips": table.chips,
            "bets": table.bets,
            "pot": table.pot,
            "up": table.up,
            "has_locked": table.has_locked,
            "folded": table.folded,
            "bet_to_call": table.bet_to_call,
            "full_raise": table.full_raise,
            "to_call": table.to_call,
            "range": (table.min_raise, table.max_raise),
            "winner": table.winner,
            "stock_size": table.stock_size,
            "restocks": table.restocks,
            "discards": sorted(texts(table.discards)),
            "shown": tuple(texts(cards) for cards in table.shown),
            "hands": [sorted(texts(match.hand(seat))) for seat in SEATS],
            "known": [[sorted(texts(view.known(seat))) for seat in SEATS] for view in views],
            "phase": match.phase,
            "turn": match.turn,
            "over": (match.deal_over, match.over),
            "scores": match.scores,
            "points": result.points if result else None,
            "lines": [(line.code, line.seat, line.amount) for line in result.lines] if result else None,
        }

    # ---- Secrecy -------------------------------------------------------------------

    illegal = (
        "", "pass", "bid 3", "play", "lock", "fold", "check", "call", "call 1", "bet", "bet 0", "bet 1", "bet 2",
        "bet 19", "bet 20", "raise", "raise 1", "raise 2", "raise 19", "raise 20", "raise -5", "fold 1", "lock 3C 3C",
        "lock 3C 4C", "lock BJ", *(f"lock {card}" for card in PACK[:52]),
    )  # fmt: skip

    compared_deals = 8

    def is_dealt_anew(self, match: Match) -> bool:
        return bool(match.table.restocks)

    def dealt_anew(self) -> Match:
        rng = random.Random(0)
        return check_through(
            GAME.start(seed=0, chips=1000), rng, lambda match: match.table.restocks and match.deal == 54
        )

    def other_world(self, match: Match, viewer: int, rng: random.Random, tries: int = 50) -> Match | None:
        """The same match to the viewer. A seat that it cannot look at is given another past: its locked cards were
        shown, but not which of its two they were, nor what it kept; only UP and DOWN have to come out. So the order in
        which it was dealt them changes, and what it holds, and the rest of the stock.

        Of a new stock the cards come from the seed, which stays then; and what each seat kept when it was made is known
        to the other. Before it, pasts change as ever; in it, which of two cards is locked.
        """
        first, played = beginning(match)
        history = History(match)
        hidden = [seat for seat in SEATS if seat != viewer]
        for _ in range(tries):
            made = self._other_pasts(history, hidden, rng)
            if made is None:
                continue
            got, locks = made
            options = {"chips": first.scores, "first": first.table.first}
            seed = match.seed if history.restocked_in is not None else rng.getrandbits(256)
            hands, stock = self._as_dealt(match, got, history.fixed_from, rng)
            world = self.game.start(seed=seed, hands=hands, stock=stock, **options)
            for move in played:
                if move is None:
                    world.next_deal()
                elif move.kind == Kind.LOCK:
                    assert world.turn is not None
                    world.play(f"lock {locks[world.turn].pop(0)}")
                else:
                    world.play(move)
            return world
        return None

    def _other_pasts(
        self, history: History, hidden: Sequence[int], rng: random.Random
    ) -> tuple[list[list[list[str]]], list[list[str]]] | None:
        """What each seat might as well have got, and locked."""
        got = [[list(cards) for cards in history.got[seat]] for seat in SEATS]
        locks = [list(history.locks[seat]) for seat in SEATS]
        kept = [history.kept(seat) for seat in SEATS]
        before = min(history.finished, history.fixed_from)  # finished deals whose cards can be changed
        shown = [history.locks[seat][: history.finished] for seat in SEATS]
        ends: dict[int, str] = {}
        pool: list[str] = []
        if history.restocked_in is None:
            seen = [card for seat in SEATS for card in shown[seat]]
            for seat in SEATS:
                if seat not in hidden:
                    seen = [card for each in history.got[seat] for card in each] + [
                        card for other in SEATS if other != seat for card in shown[other]
                    ]
            pool = list((Counter(PACK) - Counter(seen)).elements())
            rng.shuffle(pool)
        else:
            ends = {seat: kept[seat][before - 1] for seat in hidden}
            if len(hidden) == 2 and is_up(ends[0]) == is_up(ends[1]) and rng.random() < 0.5:
                ends = {0: ends[1], 1: ends[0]}

        def draw(up: bool) -> str:
            card = next(card for card in pool if is_up(card) == up)
            pool.remove(card)
            return card

        for seat in hidden:
            groups = [is_up(card) for card in kept[seat]]
            chain = [""] * before
            for j in reversed(range(before)):
                if j == before - 1:
                    chain[j] = ends[seat] if seat in ends else draw(groups[j])
                else:
                    # The card kept in deal j was locked in the next one, or it stayed and the new one was locked.
                    ways = [(shown[seat][j + 1], chain[j + 1])] if is_up(shown[seat][j + 1]) == groups[j] else []
                    ways += [(chain[j + 1], shown[seat][j + 1])] if groups[j + 1] == groups[j] else []
                    chain[j], new = rng.choice(ways)
                    got[seat][j + 1] = [new]
            if before:
                got[seat][0] = [shown[seat][0], chain[0]]
                rng.shuffle(got[seat][0])
            if history.restocked_in is None and len(got[seat]) > before:  # the deal that is being played
                got[seat][before] = [draw(is_up(card)) for card in self._drawn_like(history, seat)]
        for seat in hidden:  # what is locked in the last deal, and what came from a new stock
            hand: list[str] = []
            for j, cards in enumerate(got[seat]):
                hand += cards
                if j < len(locks[seat]):
                    if j >= history.finished:
                        locks[seat][j] = rng.choice(hand)
                    if locks[seat][j] not in hand:
                        return None
                    hand.remove(locks[seat][j])
        return got, locks

    def _drawn_like(self, history: History, seat: int) -> list[str]:
        """The cards that a seat got last: UP and DOWN of what it got instead have to come out the same."""
        return history.got[seat][-1]

    def _as_dealt(
        self, match: Match, got: Sequence[Sequence[Sequence[str]]], fixed_from: int, rng: random.Random
    ) -> tuple[list[str], list[str]]:
        """Hands and stock of the first deal from which these cards are drawn."""
        firsts = [event.seat for event in match.log if event.code == EventCode.DEAL]
        stock: list[str] = []
        for deal in range(1, min(match.deal + 1, fixed_from)):
            first = cast(int, firsts[deal])
            stock += [*got[first][deal], *got[1 - first][deal]]
        rest = list((Counter(PACK) - Counter(stock) - Counter([*got[0][0], *got[1][0]])).elements())
        rng.shuffle(rest)
        return [" ".join(got[seat][0]) for seat in SEATS], stock + rest

    def same_move(self, move: Move, seat: int, viewer: int, world: Match) -> Move:
        return world.moves[-1] if move.kind == Kind.LOCK and seat != viewer else move

    # ---- Samples --------------------------------------------------------------------

    nothing_lies_apart = False

    def small_endings(self) -> Iterator[View]:
        """Towards the end of the stock, before cards are locked and after; and in a new stock, where each seat knows
        what the other kept."""
        rng = random.Random(0)

        def locked(count: int) -> Any:
            return lambda match: match.table.stock_size == 2 and len(match.table.has_locked) == count

        def late(match: Match) -> bool:
            return match.table.stock_size == 2 and match.deal_over

        def renewed(match: Match) -> bool:
            return match.table.restocks == 1 and len(match.table.has_locked) == 2

        for seed, viewer in enumerate((0, 1, 0, 1)):
            match = check_through(GAME.start(seed=seed, chips=1000), rng, locked(0))
            yield match.view(viewer)
            yield check_through(match, rng, locked(1 + seed // 2)).view(viewer)
            yield check_through(match, rng, late).view(viewer)
            yield check_through(match, rng, renewed).view(viewer)
            yield check_through(match, rng, lambda match: match.deal_over).view(viewer)
        match = check_through(GAME.start(seed=9, chips=1000), rng, locked(0))
        yield match.view(-1)
        yield check_through(match, rng, late).view(-1)

    def layouts(self, view: View) -> list[Hashable]:
        """By hands and, while it is short, stock. The cards are told apart, also two of a kind."""
        table: onepoker.Table = view.table
        others = [seat for seat in SEATS if seat != view.seat]
        known = self._known_of_other(view)
        seen = Counter(texts(table.discards)) + Counter(texts(view.hand)) + Counter(known)
        for cards in table.shown:
            seen.update(texts(cards))
        if not view.deal_over:
            seen.update(self._own_lock(view))
        unseen = list((Counter(PACK) - seen).elements())
        # Hidden are the cards that a seat holds and, before it, the one that it has locked: in this order.
        each = 1 if view.deal_over else 2
        ups = [table.up[seat] - sum(map(is_up, texts(table.shown[seat]))) for seat in others]
        found: list[Hashable] = []
        for drawn in permutations(range(len(unseen)), each * len(others) - len(known)):
            lying = [*known, *(unseen[i] for i in drawn)]
            rest = [unseen[i] for i in range(len(unseen)) if i not in drawn]
            for order in [lying, lying[::-1]] if known and each == 2 else [lying]:
                hands = {seat: order[each * i : each * (i + 1)] for i, seat in enumerate(others)}
                if [sum(map(is_up, hands[seat])) for seat in others] == ups:
                    found += self._laid(view, hands, rest)
        return found

    def _laid(self, view: View, hidden: Mapping[int, Sequence[str]], rest: Sequence[str]) -> Iterator[Hashable]:
        """The layouts with these hidden cards and any order of the stock."""
        held = [hidden.get(seat, texts(view.hand))[-view.hand_sizes[seat] :] for seat in SEATS]
        for stock in permutations(rest) if len(rest) <= 4 else [()]:
            yield (tuple(sorted(held[0])), tuple(sorted(held[1])), tuple(stock))

    def _own_lock(self, view: View) -> list[str]:
        """The card that the viewer has locked in this deal."""
        if view.seat not in view.table.has_locked:
            return []
        moves = [event.move for event in view.log if event.seat == view.seat and event.move is not None]
        return texts([move for move in moves if move.kind == Kind.LOCK][-1].cards)

    def _known_of_other(self, view: View) -> list[str]:
        """The card that a seat knows the other to hold, or to have locked: when the stock was made anew it had seen
        all others. It is known until it is shown."""
        if view.seat < 0 or view.table.restocks != 1:
            return []
        left, known = Counter(PACK), None
        own: list[str] = []
        for event in view.log:
            if event.code == EventCode.SHOWN:
                assert event.cards is not None
                left -= Counter(texts(event.cards))
                if known is not None and event.seat != view.seat and str(event.cards) == known:
                    return []
            elif event.code == EventCode.HAND and event.cards is not None:
                own += texts(event.cards)
            elif event.move is not None and event.move.kind == Kind.LOCK:
                own.remove(str(event.move.cards))
            elif event.code == EventCode.RESTOCK:
                (known,) = (left - Counter(own)).elements()
        return [known] if known else []

    def layout(self, match: Match) -> Hashable:
        stock = tuple(map(str, match.stock)) if len(match.stock) <= 4 else ()
        hands = [tuple(sorted(texts(match.hand(seat)))) for seat in SEATS]
        return (hands[0], hands[1], stock)

    def chance(self, view: View, seat: int, card: str) -> float:
        rest = [str(each) for each in self.game.deck.pack - view.hand]
        alike = [each for each in rest if is_up(each) == is_up(card)]
        up: int = view.table.up[seat]
        return (up if is_up(card) else 2 - up) * alike.count(card) / len(alike)

    # ---- Moves ----------------------------------------------------------------------

    def attempts(self, match: Match, rng: random.Random) -> Iterator[tuple[str, Hashable]]:
        if match.phase == "betting":
            yield from around(offered(match), rng)
            for card in rng.sample(PACK, 3):
                yield f"lock {card}", ("lock", card)
            return
        assert match.turn is not None
        for card in {*texts(match.hand(0)), *texts(match.hand(1)), rng.choice(PACK)}:
            yield f"lock {card}", ("lock", card)
        for text in ("check", "bet 1", "fold", "call", "raise 2"):
            yield text, (text,)

    def check_sane(self, match: Match) -> None:
        table: onepoker.Table = match.table
        assert min(table.chips) >= 0 and 1 <= sum(match.scores)
        assert match.deal_over or all(table.chips[seat] + table.bets[seat] + 1 == match.scores[seat] for seat in SEATS)
        cards = Counter(texts(table.discards))
        for seat in SEATS:
            cards.update(texts(match.hand(seat)))
            cards.update(texts(table.shown[seat]))
            assert len(match.hand(seat)) == 2 - (seat in table.has_locked)
        cards.update(map(str, match.stock))
        assert not cards - Counter(PACK)
        assert sum(cards.values()) == 104 - (0 if match.deal_over else len(table.has_locked))

    def refusals(self) -> Iterator[Refusal]:
        start = set_up("3C 9D", "4C TD")
        one = set_up("3C 9D", "4C TD", moves=["lock 3C"])
        both = set_up("3C 9D", "4C TD", moves=["lock 3C", "lock 4C"])
        bet = set_up("3C 9D", "4C TD", moves=["lock 3C", "lock 4C", "bet 5"])
        yield Refusal("lock a stranger", start, "lock 4C", IllegalMove, "not-in-hand", "OP-3")
        yield Refusal("lock what is locked", one, "lock 3C", IllegalMove, "not-in-hand", "OP-3")
        yield Refusal("lock two cards", start, "lock 3C 9D", IllegalMove, "lock-one", "OP-3")
        yield Refusal("lock none", start, "lock", IllegalMove, "unreadable", "")
        yield Refusal("bet before locking", start, "bet 1", IllegalMove, "must-lock", "OP-3")
        yield Refusal("check before both have locked", one, "check", IllegalMove, "must-lock", "OP-3")
        yield Refusal("lock once more", both, "lock 9D", IllegalMove, "locked-already", "OP-3")
        yield Refusal("fold for nothing", both, "fold", IllegalMove, "nothing-to-pay", "OP-4")
        yield Refusal("call nothing", both, "call", IllegalMove, "nothing-to-pay", "OP-4")
        yield Refusal("check a bet", bet, "check", IllegalMove, "must-pay", "OP-4")
        yield Refusal("bet on a bet", bet, "bet 10", IllegalMove, "is-raise", "OP-4")
        yield Refusal("raise nothing", both, "raise 2", IllegalMove, "is-bet", "OP-4")
        yield Refusal("bet nothing", both, "bet 0", IllegalMove, "too-little", "OP-4")
        yield Refusal("less than a raise", bet, "raise 9", IllegalMove, "too-little", "OP-4")
        yield Refusal("more than there is", both, "bet 20", IllegalMove, "too-much", "OP-4")
        yield Refusal("raise over one's head", bet, "raise 20", IllegalMove, "too-much", "OP-4")
        yield Refusal("another call", bet, "call 4", IllegalMove, "other-call", "OP-4")
        all_in = set_up("3C 9D", "4C TD", chips=[10, 20], moves=["lock 3C", "lock 4C", "bet 9"])
        yield Refusal("raise an all-in", all_in, "raise 18", IllegalMove, "raising-closed", "OP-4")
        yield Refusal("pass", both, "pass", IllegalMove, "unknown-kind", "")
        yield Refusal("pass while locking", start, "pass", IllegalMove, "unknown-kind", "")
        yield Refusal("bid", start, "bid 1", IllegalMove, "unknown-kind", "")
        yield Refusal("play", start, "play 3C", IllegalMove, "unknown-kind", "")
        yield Refusal("bet without an amount", both, "bet", IllegalMove, "unreadable", "")
        yield Refusal("check with an amount", both, "check 1", IllegalMove, "unreadable", "")
        yield Refusal("no card", start, "lock 1C", BadCards, "bad-card", "")
        yield Refusal("a joker", start, "lock RJ", BadCards, "not-in-pack", "")
        yield Refusal("three of a card", start, "lock 3C 3C 3C", BadCards, "not-in-pack", "")
        yield Refusal("no move", start, "hello", BadCards, "bad-card", "")
        yield Refusal("no move at all", start, "", IllegalMove, "unreadable", "")
        yield Refusal("lock of another position", one, start.moves[0], IllegalMove, "not-in-hand", "OP-3")
        yield Refusal("bet of another position", start, both.moves[1], IllegalMove, "must-lock", "OP-3")
        yield Refusal("lock of the past", both, start.moves[0], IllegalMove, "locked-already", "OP-3")
        load, (name, data) = cast("tuple[Any, tuple[str, bytes]]", start.moves[0].__reduce__())
        strange = load(name, data[:4] + b"\5" + data[5:])
        yield Refusal("lock with an amount", start, strange, IllegalMove, "stray-fields", "")
