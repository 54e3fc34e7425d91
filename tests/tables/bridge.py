"""Bridge as its tests see it."""

from __future__ import annotations

import random
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from math import comb
from typing import Any, cast

import cardavia
from cardavia import BadCards, IllegalMove, Kind, Match, Move, View
from cardavia.games import bridge
from tests.referee.bridge import BIDS, DENOMINATIONS, PACK, SUITS, VULNERABILITIES, Key, Referee
from tests.tables import Adapter, Refusal
from tests.walk import beginning, choose, viewers

SEATS = range(4)
NAMES = {
    "clubs": "C",
    "diamonds": "D",
    "hearts": "H",
    "spades": "S",
    "notrump": "NT",
}
"""What the referee calls the denomination of a bid."""

GAME = cardavia.game("bridge")


def texts(cards: Iterable[object]) -> list[str]:
    return [str(card) for card in cards]


def key_of(move: Move) -> Key:
    """What the referee calls a move."""
    if move.kind == Kind.BID:
        return ("bid", move.amount, NAMES[str(move.shape)])
    if move.kind == Kind.PLAY:
        return ("play", str(move.cards))
    return (str(move.kind),)


def word_of(call: Key) -> str:
    """A call of the referee as it is commonly written."""
    return {"pass": "pass", "double": "X", "redouble": "XX"}.get(str(call[0])) or f"{call[1]}{call[2]}"


def text_of(call: str) -> str:
    """The text of the move that a call is: P, X, XX, 1C ... 7N."""
    return {"P": "pass", "X": "double", "XX": "redouble"}.get(call, f"bid {call}")


def set_up(
    *hands: str | Iterable[str] | None, calls: str = "", plays: str = "", seed: int = 0, **options: Any
) -> Match:
    """A match with the hands of N, E, S and W given as far as the test needs them, after calls ("1N P P X") and cards.
    What is left open is dealt at random."""
    match = GAME.start(seed=seed, hands=list(hands), **options)
    for call in calls.split():
        match.play(text_of(call))
    for card in plays.split():
        match.play(f"play {card}")
    return match


def hands_of(*suits: str) -> list[list[str]]:
    """Four hands, each as its suits from spades to clubs with dots between them, as they are commonly written."""
    return [
        [rank + suit for suit, ranks in zip("SHDC", hand.split("."), strict=True) for rank in ranks] for hand in suits
    ]


def played_by(table: bridge.Table) -> list[list[str]]:
    """The cards that each seat's hand has played, in order."""
    cards: list[list[str]] = [[], [], [], []]
    for trick in table.tricks:
        for place, card in enumerate(trick.cards):
            cards[(trick.leader + place) % 4].append(str(card))
    return cards


def shown_voids(table: bridge.Table) -> list[set[str]]:
    """The suits in which each seat has not followed."""
    voids: list[set[str]] = [set(), set(), set(), set()]
    for trick in table.tricks:
        led, *others = texts(trick.cards)
        for place, card in enumerate(others, 1):
            if card[1] != led[1]:
                voids[(trick.leader + place) % 4].add(led[1])
    return voids


def replayed(table: bridge.Table, held: Sequence[Sequence[str]], played: Sequence[str]) -> Referee:
    """A referee of a deal with the calls of a table, in which these cards were played, by the seats that the table
    says, and those are held now. ValueError where that was not legal."""
    dealt = [list(hand) for hand in held]
    for number, card in enumerate(played):
        dealt[(table.leaders[number // 4] + number) % 4].append(card)
    calls = {word_of(call): call for call in (*BIDS, ("pass",), ("double",), ("redouble",))}
    referee = Referee(dealt, table.dealer, table.vulnerability)
    for word in table.calls:
        referee.play(calls[word])
    for card in played:
        referee.play(("play", card))
    return referee


class Table(Adapter):
    """Core and referee of Bridge, side by side."""

    opening = ("bid 2H", "pass", "pass", "pass")
    golden: Mapping[str, Any] = {"vulnerability": "ew", "dealer": 3}
    golden_deals = 1

    depth = 6

    def variant(self, rng: random.Random) -> Mapping[str, Any]:
        """Any dealer and vulnerability; often with a long suit or two, so that hands are void early."""
        options: dict[str, Any] = {"dealer": rng.randrange(4), "vulnerability": rng.choice(VULNERABILITIES)}
        if rng.random() < 0.5:
            suits, hands = rng.sample(SUITS, 4), [""] * 4
            for seat in rng.sample(SEATS, rng.randrange(1, 4)):
                hands[seat] = " ".join(rank + suits[seat] for rank in rng.sample("23456789TJQKA", rng.randrange(7, 14)))
            options["hands"] = hands
        return options

    def counted(self, seed: int) -> Mapping[str, Any]:
        """The last two with long suits."""
        hands: tuple[list[str], ...] = ([], ["AS KS QS JS TS 9S 8S"], ["", "", "2C 3C 4C 5C 6C 7C 8C 9C"])
        return {"dealer": seed, "hands": hands[seed]}

    # ---- The referee -----------------------------------------------------------------

    def referee(self, match: Match) -> Referee:
        table: bridge.Table = match.table
        return Referee([texts(match.hand(seat)) for seat in SEATS], table.dealer, table.vulnerability)

    def follow(self, referee: Referee, move: Move, match: Match) -> None:
        referee.play(key_of(move))

    def make(self, referee: Referee, key: Hashable) -> None:
        referee.play(cast(Key, key))

    def legal(self, referee: Referee) -> set[Hashable]:
        legal = referee.legal()
        assert len(legal) == referee.count()
        return cast("set[Hashable]", legal)

    def key(self, move: Move, match: Match) -> Hashable:
        return key_of(move)

    def told(self, referee: Referee) -> dict[str, object]:
        table = cast("dict[str, Any]", referee.table())
        over, tricks = referee.over, list(table["tricks"])
        result = cast("dict[str, Any]", referee.result()) if over else None
        leader, lying = table["leader"], []
        if leader is not None:
            lying = [card for place in SEATS if (card := table["trick"][(leader + place) % 4]) is not None]
            tricks += [(leader, tuple(lying), None)] if lying else []
        level, denomination = table["bid"] or (0, None)
        named = f"{level}{denomination}{' ' * (table['doubled'] > 0)}{'X' * table['doubled']}"
        return {
            "phase": {"auction": "bidding", "play": "playing"}.get(table["phase"], table["phase"]),
            "turn": table["turn"],
            "hand": table["turn"] if table["phase"] == "auction" else table["hand_to_play"],
            "dealer": table["dealer"],
            "vulnerability": table["vulnerability"],
            "calls": tuple(map(word_of, table["calls"])),
            "bid": (level, denomination, table["doubled"], table["bidder"]),
            "declarer": (table["declarer"], table["dummy"]),
            "contract": f"{named} by {'NESW'[table['declarer']]}" if table["declarer"] is not None else None,
            "dummy_hand": list(table["dummy_hand"] or ()),
            "leader": leader,
            "trick": lying,
            "tricks": [(leader, list(cards), winner) for leader, cards, winner in tricks],
            "leaders": tuple(leader for leader, _, _ in tricks),
            "winners": tuple(winner for _, _, winner in tricks if winner is not None),
            "won": table["sides"],
            "hand_sizes": table["hand_sizes"],
            "hands": [list(hand) for hand in referee.hands],
            "known": [[list(referee.sees(viewer).get(seat, ())) for seat in SEATS] for viewer in (-1, *SEATS)],
            "over": (over, over),
            "points": result["points"] if result else None,
            "scores": result["points"] if result else (0, 0, 0, 0),
            "lines": self._lines(result) if result else None,
        }

    def _lines(self, result: Mapping[str, Any]) -> list[tuple[str, int | None, int]]:
        seat, lines = result["declarer"], result["lines"]
        if seat is None:
            return [("passed-out", None, 0)]
        bid = BIDS.index(("bid", result["level"], result["denomination"])) + 1
        parts = [
            ("trick-points", lines["contract"]),
            ("overtricks", lines["overtricks"]),
            ("part-score" if lines["bonus"] == 50 else "game", lines["bonus"]),
            ("small-slam" if result["level"] == 6 else "grand-slam", lines["slam"]),
            ("insult", lines["insult"]),
            ("undertricks", lines["undertricks"]),
        ]
        return [
            ("contract", seat, bid + 35 * result["doubled"]),
            ("tricks", seat, result["tricks"]),
            *((code, seat, amount) for code, amount in parts if amount),
        ]

    def shown(self, match: Match) -> dict[str, object]:
        table: bridge.Table = match.table
        result = match.deal_result if match.deal_over else None
        views = [match.view(viewer) for viewer in (-1, *SEATS)]
        assert texts(table.played) == [card for trick in table.tricks for card in texts(trick.cards)]
        return {
            "phase": match.phase,
            "turn": match.turn,
            "hand": table.hand,
            "dealer": table.dealer,
            "vulnerability": table.vulnerability,
            "calls": table.calls,
            "bid": (table.level, table.denomination and NAMES[table.denomination], table.doubled, table.bidder),
            "declarer": (table.declarer, table.dummy),
            "contract": None if table.contract is None else str(table.contract),
            "dummy_hand": texts(table.dummy_hand),
            "leader": table.leader,
            "trick": texts(table.trick),
            "tricks": [(trick.leader, texts(trick.cards), trick.winner) for trick in table.tricks],
            "leaders": table.leaders,
            "winners": table.winners,
            "won": table.won,
            "hand_sizes": match.hand_sizes,
            "hands": [texts(match.hand(seat)) for seat in SEATS],
            "known": [[texts(view.known(seat)) for seat in SEATS] for view in views],
            "over": (match.deal_over, match.over),
            "points": result.points if result else None,
            "scores": match.scores,
            "lines": [(line.code, line.seat, line.amount) for line in result.lines] if result else None,
        }

    # ---- Secrecy -------------------------------------------------------------------

    illegal = (
        "", "pass", "double", "redouble", "bid", "bid 1", "bid 0C", "bid 8C", "bid 1C", "bid 1NT", "bid 4S", "bid 7NT",
        "bid 1X", "pass 2C", "double 1", "play", "play 2C 3C", "play RJ", "lock 2C", "fold",
        *(f"play {card}" for card in PACK),
    )  # fmt: skip

    compared_deals = 1

    def dealt_anew(self) -> None:
        """A match is one deal."""
        return None

    def other_world(self, match: Match, viewer: int, rng: random.Random, tries: int = 50) -> Match | None:
        """The same match with cards that have not been played exchanged, one against one, between hands that the viewer
        does not see, none of them into a hand that has shown to be void in its suit."""
        first, done = beginning(match)
        table: bridge.Table = match.table
        played, voids = played_by(table), shown_voids(table)
        seen = {viewer, table.dummy if table.played else None}
        held = [texts(match.hand(seat)) for seat in SEATS]
        hidden = [(seat, index) for seat in SEATS if seat not in seen for index in range(len(held[seat]))]
        for _ in range(3 * len(hidden)):
            (one, i), (other, j) = rng.choice(hidden), rng.choice(hidden)
            if held[one][i][1] not in voids[other] and held[other][j][1] not in voids[one]:
                held[one][i], held[other][j] = held[other][j], held[one][i]
        world = self.game.start(
            seed=rng.getrandbits(256),
            hands=[" ".join(held[seat] + played[seat]) for seat in SEATS],
            **self.drawn(first),
        )
        for move in done:
            assert move is not None
            world.play(move)
        return world

    def drawn(self, first: Match) -> Mapping[str, Any]:
        table: bridge.Table = first.table
        return {"dealer": table.dealer, "vulnerability": table.vulnerability}

    # ---- Samples --------------------------------------------------------------------

    def unseen(self, view: View) -> tuple[list[str], list[int]]:
        """The cards that the viewer has not seen, and how many of them each seat holds."""
        table: bridge.Table = view.table
        seen = {*texts(table.played), *(card for seat in SEATS for card in texts(view.known(seat)))}
        unseen = [card for card in PACK if card not in seen]
        return unseen, [view.hand_sizes[seat] - len(view.known(seat)) for seat in SEATS]

    def small_endings(self) -> Iterator[View]:
        """For a spectator, declarer, dummy, and each defender: where the voids that have shown exclude some layouts,
        and where they exclude none."""
        roles = ("spectator", "declarer", "left", "dummy", "right")
        wanted = {(role, void) for role in roles for void in (False, True)}
        for seed in range(2000):
            rng = random.Random(seed)
            match = self.game.start(seed=seed, **(self.variant(rng) if seed % 2 else {}))
            while not match.deal_over:
                match.play(choose(match.moves, rng))
                table: bridge.Table = match.table
                if table.declarer is None or len(table.played) < 36:
                    continue
                for viewer in viewers(match):
                    role = roles[0 if viewer < 0 else 1 + (viewer - table.declarer) % 4]
                    if not wanted & {(role, False), (role, True)}:
                        continue
                    case = (role, self._void_tells(match.view(viewer)))
                    if case in wanted:
                        wanted.remove(case)
                        yield match.view(viewer)
                        break  # at most one of each position
            if not wanted:
                return
        raise AssertionError(f"no endings found for {wanted}")

    def _void_tells(self, view: View) -> bool | None:
        """Whether voids exclude layouts; None when there are too many or too few."""
        unseen, places = self.unseen(view)
        ways, left = 1, len(unseen)
        for each in places:
            ways, left = ways * comb(left, each), left - each
        if not 6 <= ways <= 140:
            return None
        fitting = len(self.layouts(view))
        return None if fitting < 2 else fitting < ways

    def layouts(self, view: View) -> list[Hashable]:
        unseen, places = self.unseen(view)
        known = [texts(view.known(seat)) for seat in SEATS]

        def spread(seat: int, cards: Sequence[str]) -> Iterator[list[list[str]]]:
            if seat == 4:
                yield []
                return
            for chosen in combinations(cards, places[seat]):
                for rest in spread(seat + 1, [card for card in cards if card not in chosen]):
                    yield [sorted([*known[seat], *chosen]), *rest]

        return [tuple(map(tuple, hands)) for hands in spread(0, unseen) if self._refereed(view, hands)]

    def _refereed(self, view: View, hands: Sequence[Sequence[str]]) -> bool:
        """Whether all cards played would have been legal with these hands."""
        try:
            replayed(view.table, hands, texts(view.table.played))
        except ValueError:
            return False
        return True

    def layout(self, match: Match) -> Hashable:
        return tuple(tuple(sorted(texts(match.hand(seat)))) for seat in SEATS)

    # ---- Moves ----------------------------------------------------------------------

    def attempts(self, match: Match, rng: random.Random) -> Iterator[tuple[str, Hashable]]:
        for kind in ("pass", "double", "redouble"):
            yield kind, (kind,)
        for _ in range(3):
            level, denomination = rng.randrange(9), rng.choice(DENOMINATIONS)
            yield f"bid {level}{denomination}", ("bid", level, denomination)
        cards = {rng.choice(PACK), *(rng.choice(held) for seat in SEATS if (held := texts(match.hand(seat))))}
        for card in cards:
            yield f"play {card}", ("play", card)
        yield f"play {' '.join(rng.sample(PACK, 2))}", ("play", "two")

    def check_sane(self, match: Match) -> None:
        """The referee comes to the same position by the same calls and cards."""
        referee = replayed(match.table, [texts(match.hand(seat)) for seat in SEATS], texts(match.table.played))
        assert self.shown(match) == self.told(referee)

    def refusals(self) -> Iterator[Refusal]:
        hands = hands_of("AKQ.AKQ.AKQ.AKQJ", "JT9.JT9.JT98.T98", "876.876.765.7654", "5432.5432.432.32")
        start = set_up(*hands)  # South calls first
        club = set_up(*hands, calls="1C")
        partner = set_up(*hands, calls="1C P")
        doubled = set_up(*hands, calls="1C X")
        top = set_up(*hands, calls="7N")
        lead = set_up(*hands, calls="P P 1N P P P")  # by North; East leads
        dummy = set_up(*hands, calls="P P 1N P P P", plays="JS")  # South is dummy, North acts
        third = set_up(*hands, calls="P P 1N P P P", plays="JS 8S")
        fourth = set_up(*hands, calls="P P 1N P P P", plays="JS 8S 2S")
        yield Refusal("bid of nothing", start, "bid 0C", IllegalMove, "no-such-bid", "BR-2")
        yield Refusal("bid of eight", start, "bid 8C", IllegalMove, "no-such-bid", "BR-2")
        yield Refusal("bid without a denomination", start, "bid 1", IllegalMove, "no-such-bid", "BR-2")
        yield Refusal("the same bid", club, "bid 1C", IllegalMove, "bid-too-low", "BR-2")
        yield Refusal("a lower bid", set_up(*hands, calls="2C"), "bid 1NT", IllegalMove, "bid-too-low", "BR-2")
        yield Refusal("a bid over the highest", top, "bid 7NT", IllegalMove, "bid-too-low", "BR-2")
        yield Refusal("opening double", start, "double", IllegalMove, "no-double", "BR-2")
        yield Refusal("double of a pass", set_up(*hands, calls="P"), "double", IllegalMove, "no-double", "BR-2")
        yield Refusal("double of partner", partner, "double", IllegalMove, "no-double", "BR-2")
        yield Refusal("double of a double", doubled, "double", IllegalMove, "no-double", "BR-2")
        yield Refusal("opening redouble", start, "redouble", IllegalMove, "no-redouble", "BR-2")
        yield Refusal("redouble of a bid", club, "redouble", IllegalMove, "no-redouble", "BR-2")
        friend = set_up(*hands, calls="1C X P")
        yield Refusal("redouble by the doubler's partner", friend, "redouble", IllegalMove, "no-redouble", "BR-2")
        yield Refusal("card in the auction", start, "play 8S", IllegalMove, "bidding", "BR-2")
        yield Refusal("pass after the auction", lead, "pass", IllegalMove, "not-bidding", "BR-2")
        yield Refusal("bid after the auction", dummy, "bid 7NT", IllegalMove, "not-bidding", "BR-2")
        yield Refusal("double after the auction", third, "double", IllegalMove, "not-bidding", "BR-2")
        yield Refusal("redouble after the auction", third, "redouble", IllegalMove, "not-bidding", "BR-2")
        yield Refusal("two cards", lead, "play JS TS", IllegalMove, "one-card", "BR-3")
        yield Refusal("another's card", lead, "play 5S", IllegalMove, "not-in-hand", "BR-3")
        yield Refusal("declarer's own card at dummy's turn", dummy, "play AS", IllegalMove, "not-in-hand", "BR-3")
        yield Refusal("another suit from dummy", dummy, "play 8H", IllegalMove, "must-follow", "BR-3")
        yield Refusal("another suit of a defender", third, "play 5H", IllegalMove, "must-follow", "BR-3")
        yield Refusal("dummy's card at declarer's turn", fourth, "play 7S", IllegalMove, "not-in-hand", "BR-3")
        yield Refusal("a card that lies in the trick", fourth, "play JS", IllegalMove, "not-in-hand", "BR-3")
        yield Refusal("call", start, "call", IllegalMove, "unknown-kind", "")
        yield Refusal("fold", lead, "fold", IllegalMove, "unknown-kind", "")
        yield Refusal("bid of nothing at all", start, "bid", IllegalMove, "unreadable", "")
        yield Refusal("bid in a suit that there is not", start, "bid 1Z", IllegalMove, "unreadable", "")
        yield Refusal("pass with a card", start, "pass 8S", IllegalMove, "unreadable", "")
        yield Refusal("play of nothing", lead, "play", IllegalMove, "unreadable", "")
        yield Refusal("no move at all", lead, "", IllegalMove, "unreadable", "")
        yield Refusal("no card", lead, "play 1S", BadCards, "bad-card", "")
        yield Refusal("no move", lead, "hello", BadCards, "bad-card", "")
        yield Refusal("a joker", lead, "play RJ", BadCards, "not-in-pack", "")
        yield Refusal("a card twice", lead, "play JS JS", BadCards, "not-in-pack", "")
        yield Refusal("bid of another position", club, start.moves[1], IllegalMove, "bid-too-low", "BR-2")
        yield Refusal("double of another position", start, club.moves[-1], IllegalMove, "no-double", "BR-2")
        yield Refusal("card of another position", third, lead.moves[0], IllegalMove, "not-in-hand", "BR-3")
        yield Refusal("card of the future", start, lead.moves[0], IllegalMove, "bidding", "BR-2")
        load, (name, data) = cast("tuple[Any, tuple[str, bytes]]", start.moves[0].__reduce__())
        yield Refusal("pass with an amount", start, load(name, data[:4] + b"\5" + data[5:]), IllegalMove,
                      "stray-fields", "")  # fmt: skip
        load, (name, data) = cast("tuple[Any, tuple[str, bytes]]", lead.moves[0].__reduce__())
        yield Refusal("play with a shape", lead, load(name, data[:1] + b"\1" + data[2:]), IllegalMove,
                      "stray-fields", "")  # fmt: skip
