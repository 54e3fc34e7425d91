"""Aluette as its tests see it."""

from __future__ import annotations

import random
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any, cast

import cardavia
from cardavia import BadCards, IllegalMove, Match, Move, View
from cardavia.games import aluette
from tests.referee.aluette import ORDER, PACK, Key, Referee
from tests.tables import Adapter, Places, Refusal
from tests.walk import choose, viewers

SEATS = range(4)
LETTERS = "SENW"
"""Seats 0 to 3 in records of who won the tricks; X is a fouled one."""

GAME = cardavia.game("aluette")


def texts(cards: Iterable[object]) -> list[str]:
    return [str(card) for card in cards]


def tricks_won_by(winners: str, seed: int = 0) -> list[list[str]]:
    """The cards, seat by seat, of tricks that go as said, with one letter for each. They differ from seed to seed."""
    rng = random.Random(seed)
    while True:
        left = list(PACK)
        tricks = [_trick(letter, left, rng) for letter in winners]
        if all(len(trick) == 4 for trick in tricks):
            return tricks


def _trick(letter: str, left: list[str], rng: random.Random) -> list[str]:
    """Takes a trick that goes as said from the cards that are left, mostly high ones; nothing where there is none."""
    ways: list[tuple[int, list[str], list[str]]] = []
    lower: list[str] = []
    for group in reversed(ORDER):
        highest = [card for card in group if card in left]
        for equal in (1,) if letter != "X" else (2, 3, 4):
            if equal <= len(highest) and 4 - equal <= len(lower):
                ways.append((equal, highest, lower))
        lower = lower + highest
    if not ways:
        return []
    equal, highest, lower = ways[-1 - int(len(ways) * rng.random() ** 2)]
    first, *others = rng.sample(highest, equal) + rng.sample(lower, 4 - equal)
    rng.shuffle(others)
    others.insert(LETTERS.index(letter) if letter != "X" else rng.randrange(4), first)
    for card in others:
        left.remove(card)
    return others


def set_up(
    tricks: Sequence[Sequence[str]] = (), *, hands: Sequence[str] = (), dealer: int = 3, seed: int = 0
) -> Match:
    """A match whose seats have these cards of tricks, seat by seat, or hands as far as the test needs them."""
    dealt = [" ".join(trick[seat] for trick in tricks) for seat in SEATS] if tricks else list(hands)
    return GAME.start(seed=seed, hands=dealt, dealer=dealer)


def play_tricks(match: Match, tricks: Sequence[Sequence[str]]) -> Match:
    """Each seat plays its card of every trick."""
    for trick in tricks:
        for _ in SEATS:
            assert match.turn is not None
            match.play(f"play {trick[match.turn]}")
    return match


def played_by(table: aluette.Table) -> list[list[str]]:
    """The cards that each seat has played, in order."""
    cards: list[list[str]] = [[], [], [], []]
    for trick in table.tricks:
        for place, card in enumerate(trick.cards):
            cards[(trick.leader + place) % 4].append(str(card))
    return cards


class Table(Adapter):
    """Core and referee of Aluette, side by side."""

    golden_deals = 5

    matches = 120
    deals = 5
    depth = 5

    def variant(self, rng: random.Random) -> Mapping[str, Any]:
        """Any first dealer; often without single high cards, so that many tricks are fouled, or with all of them in one
        hand."""
        options: dict[str, Any] = {"dealer": rng.randrange(4)}
        singles = [card for group in ORDER if len(group) == 1 for card in group]
        if rng.random() < 0.4:
            cards = [card for card in PACK if card not in singles]
            rng.shuffle(cards)
            options["hands"] = [" ".join(cards[9 * seat : 9 * seat + 9]) for seat in SEATS]
        elif rng.random() < 0.3:
            options["hands"] = [""] * rng.randrange(4) + [" ".join(singles)]
        return options

    # ---- The referee -----------------------------------------------------------------

    def referee(self, match: Match) -> Referee:
        table: aluette.Table = match.table
        return Referee([texts(match.hand(seat)) for seat in SEATS], table.dealer)

    def next_deal(self, referee: Referee, match: Match) -> Referee:
        start = cast("dict[str, Any] | None", referee.next_start())
        assert start is not None
        return Referee([texts(match.hand(seat)) for seat in SEATS], **start)

    def follow(self, referee: Referee, move: Move, match: Match) -> None:
        referee.play(("play", str(move.cards)))

    def make(self, referee: Referee, key: Hashable) -> None:
        referee.play(cast(Key, key))

    def legal(self, referee: Referee) -> set[Hashable]:
        return cast("set[Hashable]", referee.legal())

    def key(self, move: Move, match: Match) -> Hashable:
        return (str(move.kind), str(move.cards))

    def told(self, referee: Referee) -> dict[str, object]:
        table = cast("dict[str, Any]", referee.table())
        over = referee.deal_over
        result = cast("dict[str, Any]", referee.result()) if over else None
        leader, winners = table["leader"], table["winners"]
        lying = [card for place in SEATS if (card := table["trick"][(leader + place) % 4]) is not None]
        tricks = [
            (led, [cards[(led + place) % 4] for place in SEATS], winner) for led, cards, winner in table["tricks"]
        ]
        tricks += [(leader, lying, None)] if lying else []
        hands = [list(hand) for hand in referee.hands]
        return {
            "dealer": table["dealer"],
            "deal": (table["deal"], table["deal"] + over),
            "points": table["points"],
            "leader": None if over else leader,
            "trick": lying,
            "tricks": tricks,
            "winners": winners + (None,) * (9 - len(winners)),
            "won": table["won"],
            "known": [[hands[seat] if seat == viewer else list(table["known"][seat]) for seat in SEATS]
                      for viewer in (-1, *SEATS)],
            "hands": hands,
            "hand_sizes": table["hand_sizes"],
            "phase": "over" if over else "playing",
            "turn": referee.turn,
            "over": (over, referee.over),
            "scores": table["points"] * 2,
            "match_winner": referee.match_winner() if referee.over else None,
            "result": result["points"] if result else None,
            "lines": self._lines(result) if result else None,
        }  # fmt: skip

    def _lines(self, result: Mapping[str, Any]) -> list[tuple[str, int | None, int]]:
        lines: list[tuple[str, int | None, int]] = [("tricks", seat, won) for seat, won in enumerate(result["won"])]
        winner, scored = result["winner"], max(result["scored"])
        if result["fouled"]:
            lines.append(("fouled", None, result["fouled"]))
        if winner is not None:
            lines.append(("winner", winner, result["won"][winner]))
            lines.append(("mordienne" if result["mordienne"] else "point", winner, scored))
        return lines

    def shown(self, match: Match) -> dict[str, object]:
        table: aluette.Table = match.table
        result = match.deal_result if match.deal_over else None
        views = [match.view(viewer) for viewer in (-1, *SEATS)]
        ahead = table.points[0] - table.points[1]
        assert texts(table.played) == [card for trick in table.tricks for card in texts(trick.cards)]
        assert table.tricks_played == len(table.played) // 4 and table.leaders == tuple(
            trick.leader for trick in table.tricks
        )
        return {
            "dealer": table.dealer,
            "deal": (match.deal, table.deals_played),
            "points": table.points,
            "leader": table.leader,
            "trick": texts(table.trick),
            "tricks": [(trick.leader, texts(trick.cards), trick.winner) for trick in table.tricks],
            "winners": table.winners,
            "won": table.won,
            "known": [[texts(view.known(seat)) for seat in SEATS] for view in views],
            "hands": [texts(match.hand(seat)) for seat in SEATS],
            "hand_sizes": match.hand_sizes,
            "phase": match.phase,
            "turn": match.turn,
            "over": (match.deal_over, match.over),
            "scores": match.scores,
            "match_winner": None if not match.over or ahead == 0 else int(ahead < 0),
            "result": result.points if result else None,
            "lines": [(line.code, line.seat, line.amount) for line in result.lines] if result else None,
        }

    # ---- Secrecy -------------------------------------------------------------------

    illegal = (
        "", "pass", "bid 1", "double", "play", "play 3d 3c", "play 3d 3d", "play 10d", "play RJ", "play 2H", "lock 3d",
        "fold", *(f"play {card}" for card in PACK),
    )  # fmt: skip

    compared_deals = 1

    def dealt_anew(self) -> None:
        """When a deal is over all its cards have been played, but those that nobody was dealt."""
        return None

    def hidden(self, first: Match, match: Match, viewer: int) -> list[tuple[int | None, int]]:
        """Of a first deal: any card may be played at any time, so those played tell nothing of the others."""
        known = {*texts(match.table.played), *(texts(first.hand(viewer)) if viewer >= 0 else ())}
        return [
            (seat, index)
            for seat, hand in enumerate(Places.of(first).hands)
            for index, card in enumerate(hand)
            if card not in known
        ]

    def drawn(self, first: Match) -> Mapping[str, Any]:
        return {"dealer": first.table.dealer}

    # ---- Samples --------------------------------------------------------------------

    nothing_lies_apart = False

    def _hidden(self, view: View) -> tuple[list[str], list[int]]:
        """The cards that the viewer has not seen, twelve of them in nobody's hand; and how many each seat holds."""
        seen = {*texts(view.table.played), *texts(view.hand)}
        return [card for card in PACK if card not in seen], [
            0 if seat == view.seat else view.hand_sizes[seat] for seat in SEATS
        ]

    def small_endings(self) -> Iterator[View]:
        """In the last trick but one and the last, of the first deal and later ones, when a viewer misses one card or
        two; with the twelve that nobody holds that leaves many layouts."""
        wanted = {(viewer, missing): 2 for viewer in (-1, *SEATS) for missing in (1, 2)}
        for seed in range(200):
            rng = random.Random(seed)
            match = self.game.start(seed=seed)
            for _ in range(rng.randrange(4)):
                while not match.deal_over:
                    match.play(choose(match.moves, rng))
                match.next_deal()
            while not match.deal_over:
                for viewer in viewers(match):
                    case = (viewer, sum(self._hidden(match.view(viewer))[1]))
                    if wanted.get(case):
                        wanted[case] -= 1
                        yield match.view(viewer)
                        break  # at most one of each position
                match.play(choose(match.moves, rng))
            if not any(wanted.values()):
                return
        raise AssertionError(f"no endings found for {wanted}")

    def layouts(self, view: View) -> list[Hashable]:
        unseen, places = self._hidden(view)

        def spread(seat: int, cards: Sequence[str]) -> Iterator[list[list[str]]]:
            if seat == 4:
                yield []
                return
            own = texts(view.known(seat))
            for chosen in combinations(cards, places[seat]):
                for rest in spread(seat + 1, [card for card in cards if card not in chosen]):
                    yield [sorted([*own, *chosen]), *rest]

        return [tuple(map(tuple, hands)) for hands in spread(0, unseen)]

    def layout(self, match: Match) -> Hashable:
        return tuple(tuple(sorted(texts(match.hand(seat)))) for seat in SEATS)

    # ---- Moves ----------------------------------------------------------------------

    def attempts(self, match: Match, rng: random.Random) -> Iterator[tuple[str, Hashable]]:
        assert match.turn is not None
        for card in {rng.choice(PACK), *(rng.choice(held) for seat in SEATS if (held := texts(match.hand(seat))))}:
            yield f"play {card}", ("play", card)
        yield f"play {' '.join(texts(match.hand(match.turn))[:2])}", ("play", str(match.hand(match.turn)))
        yield "pass", ("pass",)

    def check_sane(self, match: Match) -> None:
        """A referee who is told the points of earlier deals comes to the same position by the same cards."""
        table: aluette.Table = match.table
        played = played_by(table)
        before = list(table.points)
        if match.deal_result is not None and match.deal_over:
            before = [table.points[team] - max(match.deal_result.points[team], 0) for team in (0, 1)]
        assert min(before) >= 0 and sum(before) <= 2 * match.deal
        dealt = [[*texts(match.hand(seat)), *played[seat]] for seat in SEATS]
        referee = Referee(dealt, table.dealer, match.deal, before)
        for card in texts(table.played):
            referee.play(("play", card))
        assert self.shown(match) == self.told(referee)

    def refusals(self) -> Iterator[Refusal]:
        start = set_up(hands=("3d Vc 9b", "3c Rs 9s", "2d", "2c"))
        second = set_up(hands=("3d Vc 9b", "3c Rs 9s", "2d", "2c"))
        second.play("play 3d")
        yield Refusal("another's card", start, "play 3c", IllegalMove, "not-in-hand", "AL-4")
        yield Refusal("a card that lies in the trick", second, "play 3d", IllegalMove, "not-in-hand", "AL-4")
        yield Refusal("a card of the one who led", second, "play Vc", IllegalMove, "not-in-hand", "AL-4")
        nobody = next(card for card in PACK if not any(card in texts(start.hand(seat)) for seat in SEATS))
        yield Refusal("a card that nobody was dealt", start, f"play {nobody}", IllegalMove, "not-in-hand", "AL-4")
        yield Refusal("two cards", start, "play 3d Vc", IllegalMove, "one-card", "AL-4")
        yield Refusal("one of them another's", start, "play 3d 3c", IllegalMove, "one-card", "AL-4")
        yield Refusal("pass", start, "pass", IllegalMove, "unknown-kind", "")
        yield Refusal("bid", start, "bid 1", IllegalMove, "unknown-kind", "")
        yield Refusal("double", second, "double", IllegalMove, "unknown-kind", "")
        yield Refusal("play of nothing", start, "play", IllegalMove, "unreadable", "")
        yield Refusal("no move at all", start, "", IllegalMove, "unreadable", "")
        yield Refusal("pass with a card", start, "pass 3d", IllegalMove, "unreadable", "")
        yield Refusal("no card", start, "play 3h", BadCards, "bad-card", "")
        yield Refusal("a ten", start, "play 10d", BadCards, "bad-card", "")
        yield Refusal("a rank alone", start, "play 3", BadCards, "bad-card", "")
        yield Refusal("no move", start, "hello", BadCards, "bad-card", "")
        yield Refusal("a card twice", start, "play 3d 3d", BadCards, "not-in-pack", "")
        yield Refusal("card of another position", second, start.moves[0], IllegalMove, "not-in-hand", "AL-4")
        load, (name, data) = cast("tuple[Any, tuple[str, bytes]]", start.moves[0].__reduce__())
        yield Refusal("play with an amount", start, load(name, data[:4] + b"\5" + data[5:]), IllegalMove,
                      "stray-fields", "")  # fmt: skip
