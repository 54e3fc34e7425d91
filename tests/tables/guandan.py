"""Guandan as its tests see it."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations
from math import comb
from typing import Any, cast

import cardavia
from cardavia import BadCards, Cards, EventCode, IllegalMove, Kind, Match, Move, View
from cardavia.games import guandan
from tests.referee.guandan import (
    DECK_ORDER,
    LEVELS,
    Reading,
    Referee,
    class_of,
    in_deck_order,
    in_rank_order,
    power,
    rank_of,
    readings,
    return_cards,
)
from tests.tables import Adapter, Refusal
from tests.walk import beginning

SEATS = range(4)
PACK = sorted(DECK_ORDER * 2, key=DECK_ORDER.index)
LENGTHS = {"straight": 5, "straight-flush": 5, "tube": 3, "plate": 2, "joker-bomb": 2}
"""How many ranks in a row a combination has, where it is more than one."""

GAME = cardavia.game("guandan")


class Pick:
    """Takes cards from two packs or from a hand, so that they can be written as the rules write them: "333 44 5H BJ".
    Of a rank alone the hearts are taken last, so that no wild card is among them unless there are no others."""

    def __init__(self, cards: Iterable[str] = PACK) -> None:
        self._left = sorted(in_deck_order(cards), key=lambda card: card[1:] == "H")

    def __call__(self, text: str) -> str:
        taken = []
        for word in text.split():
            for wanted in [word] if word in DECK_ORDER else word:
                card = next(card for card in self._left if wanted in (card, rank_of(card)))
                self._left.remove(card)
                taken.append(card)
        return " ".join(taken)


def set_up(*hands: str, moves: Sequence[str] = (), seed: int = 0, **options: Any) -> Match:
    """A match with hands given as far as the test needs them, after some moves. Cards that are written with their suits
    are taken first. Seat 0 leads a first deal, unless it is said otherwise."""
    if options.get("previous") is None:
        options.setdefault("leader", 0)
    pick = Pick()
    named = [pick(" ".join(word for word in hand.split() if word in DECK_ORDER)) for hand in hands]
    ranks = [pick(" ".join(word for word in hand.split() if word not in DECK_ORDER)) for hand in hands]
    given = [f"{one} {other}" for one, other in zip(named, ranks, strict=True)]
    return play(GAME.start(seed=seed, hands=given, **options), *moves)


def play(match: Match, *moves: str) -> Match:
    """Plays these moves. "-" is a pass; "full-house 3: 333 44" and "333 44" are plays of such cards that are held."""
    for move in moves:
        match.play(text_of(match, move))
    return match


def text_of(match: Match, move: str) -> str:
    """The text of a move that is written so."""
    if move == "-":
        return "pass"
    assert match.turn is not None
    name, colon, cards = move.rpartition(":")
    return f"play {name}{colon} {Pick(texts(match.hand(match.turn)))(cards)}"


def cards_of(text: str) -> Cards:
    """Some cards: "333 44 5H BJ"."""
    return Cards(Pick()(text))


def texts(cards: Iterable[object]) -> list[str]:
    return [str(card) for card in cards]


def hands_dealt(match: Match) -> list[list[str]]:
    """The hands of the last deal as they were dealt, before any tribute."""
    return [texts(event.cards or ()) for event in match.log if event.code == EventCode.HAND][-4:]


def key_of(move: Move, level: str) -> Hashable:
    """What the referee calls a move in a deal at this level."""
    cards = texts(move.cards)
    if move.kind == Kind.RETURN:
        return ("return", *cards)
    if move.kind != Kind.PLAY:
        return (str(move.kind),)
    naturals = [card for card in cards if card != level + "H"]
    suit = naturals[0][1] if move.shape == "straight-flush" else None
    ranks = in_rank_order(map(rank_of, naturals))
    return ("play", str(move.shape), move.rank, ranks, len(cards) - len(naturals), suit)


@cache
def _strengths(level: str) -> Mapping[str, tuple[int, int]]:
    """How strong each card is as tribute (GD-3.1, 3.5); the wild one is not there."""
    return {
        card: (power(rank_of(card), level), -number) for number, card in enumerate(DECK_ORDER) if card != level + "H"
    }


class Open:
    """What everybody has seen of a deal: what was played, given and got, by whom."""

    def __init__(self, position: Match | View) -> None:
        table: guandan.Table = position.table
        self.table = table
        self.played = [Counter[str]() for _ in SEATS]
        self.given = [Counter[str]() for _ in SEATS]
        self.got = [Counter[str]() for _ in SEATS]
        events = list(position.log)
        begins = max((i for i, event in enumerate(events) if event.code == EventCode.DEAL), default=0)
        for event in events[begins:]:
            if event.move is not None and event.move.kind == Kind.PLAY:
                assert event.seat is not None
                self.played[event.seat].update(texts(event.move.cards))
        receivers = table.previous[: len(table.payers)]
        for payer, receiver, card in zip(table.payers, receivers, table.tribute, strict=True):
            self._move(str(card), payer, receiver)
        for payer, receiver, card in zip(table.payers, receivers, table.returned, strict=False):
            self._move(str(card), receiver, payer)

    def _move(self, card: str, giver: int, receiver: int) -> None:
        self.given[giver][card] += 1
        self.got[receiver][card] += 1

    def surely_dealt(self, seat: int) -> Counter[str]:
        """The cards that the seat was dealt beyond doubt: what it played or gave, unless that can be what it got."""
        return self.played[seat] + self.given[seat] - self.got[seat]

    def as_dealt(self, hands: Sequence[Iterable[str]]) -> list[list[str]] | None:
        """The hands of the seats before any tribute, when they are these now; None: that cannot be."""
        found = []
        for seat, hand in enumerate(hands):
            dealt = Counter(hand) + self.played[seat] + self.given[seat]
            if self.got[seat] - dealt:
                return None
            found.append(list((dealt - self.got[seat]).elements()))
        return found

    def allows(self, dealt: Sequence[Sequence[str]]) -> bool:
        """Whether hands that were dealt so lead to the tribute that all saw (GD-3)."""
        table = self.table
        if not table.previous:
            return True
        first, second, third, last = table.previous
        owing = (third, last) if (first + second) % 2 == 0 else (last,)
        if (sum(dealt[seat].count("RJ") for seat in owing) == 2) != bool(table.cancelled):
            return False
        strengths = _strengths(table.level)
        for payer, card in zip(table.payers, table.tribute, strict=True):
            if max((each for each in dealt[payer] if each in strengths), key=strengths.__getitem__) != str(card):
                return False
        for place, back in enumerate(texts(table.returned)):
            hand = [*dealt[table.previous[place]], str(table.tribute[place])]
            if rank_of(back) in ("J", "Q", "K", "A", "BJ", "RJ") and back not in return_cards(hand, table.level):
                return False
        return True


class Table(Adapter):
    """Core and referee of Guandan, side by side."""

    depth = 3
    matches = 60
    deals = 3

    def variant(self, rng: random.Random) -> Mapping[str, Any]:
        """Levels of all kinds, often the last ones; and after a deal of any outcome. Often with hands with which the
        tribute is cancelled, or that hold no card up to ten to give back."""
        levels = [rng.choice((*LEVELS, *"QKAAAA")) for _ in range(2)]
        if rng.random() < 0.25:
            return {"levels": levels, "level": rng.choice(levels), "leader": rng.randrange(4)}
        previous = rng.sample(SEATS, 4)
        hands = [""] * 4
        special = rng.randrange(4)
        if special == 0:
            high = [card for card in PACK if rank_of(card) in ("J", "Q", "K", "A", "BJ", "RJ")]
            hands[previous[0]] = " ".join(rng.sample(high, 27))
        elif special == 1:
            hands[previous[3]] = "RJ"
            hands[rng.choice(previous[2:])] += " RJ"
        return {"levels": levels, "previous": previous, "hands": hands}

    def counted(self, seed: int) -> Mapping[str, Any]:
        """A first deal, one with two tributes, one with a single tribute."""
        return (
            {"leader": 2},
            {"levels": ("J", "5"), "previous": (1, 3, 0, 2)},
            {"levels": ("A", "9"), "previous": (2, 3, 0, 1)},
        )[seed]

    # ---- The referee -----------------------------------------------------------------

    def referee(self, match: Match) -> Referee:
        table: guandan.Table = match.table
        return Referee(
            hands_dealt(match),
            leader=None if table.previous else table.leader,
            levels=table.levels,
            level=table.level,
            previous=table.previous or None,
        )

    def next_deal(self, referee: Referee, match: Match) -> Referee:
        return referee.next_deal(hands_dealt(match))

    def follow(self, referee: Referee, move: Move, match: Match) -> None:
        key = cast("tuple[object, ...]", self.key(move, match))
        referee.play(key, texts(move.cards) if move.kind == Kind.PLAY else None)

    def make(self, referee: Referee, key: Hashable) -> None:
        referee.play(cast("tuple[object, ...]", key))

    def legal(self, referee: Referee) -> set[Hashable]:
        return cast("set[Hashable]", referee.legal())

    def key(self, move: Move, match: Match) -> Hashable:
        return key_of(move, match.table.level)

    def same_moves(self, match: Match, referee: Referee) -> Any:
        for move in match.moves:
            assert move.length == (LENGTHS.get(str(move.shape), 1) if move.shape else 0)
        return super().same_moves(match, referee)

    def told(self, referee: Referee) -> dict[str, object]:
        table = cast("dict[str, Any]", referee.table())
        over = referee.deal_over
        result = cast("dict[str, Any]", referee.result()) if over else None
        levels = result["levels"] if result else table["levels"]
        tribute = table["tribute"]
        known = [list(cards) for cards in table["known"]]
        if table["cancelled"] and len(table["payers"]) == 1:  # GD-3.2: so all know who holds the red jokers
            (payer,) = table["payers"]
            known[payer] = ["RJ"] * referee.hand(payer).count("RJ")
        hands = [list(in_deck_order(referee.hand(seat))) for seat in SEATS]
        return {
            "level": table["level"],
            "levels": levels,
            "previous": table["previous"] or (),
            "places": table["places"],
            "payers": tuple(payer for payer, _, _ in tribute),
            "tribute": [card for _, _, card in tribute],
            "returned": [card for _, _, card in table["returns"]],
            "cancelled": int(table["cancelled"]),
            "leader": table["leader"],
            "leading": table["leading"],
            "passes": table["passes"],
            "cards": list(table["cards"]),
            "known": known,
            "known_to": [[hands[seat] if seat == viewer else known[seat] for seat in SEATS] for viewer in (-1, *SEATS)],
            "trick": table["trick"],
            "phase": {"return": "returning", "play": "playing"}.get(table["phase"], table["phase"]),
            "turn": referee.turn,
            "over": (over, referee.over),
            "hands": hands,
            "hand_sizes": table["hand_sizes"],
            "scores": tuple(LEVELS.index(levels[seat % 2]) + 2 for seat in SEATS),
            "points": result["points"] if result else None,
            "lines": self._lines(result) if result else None,
        }

    def _lines(self, result: Mapping[str, Any]) -> list[tuple[str, int, int]]:
        first = result["places"][0]
        lines = [("place", seat, place) for place, seat in enumerate(result["places"], 1)]
        lines += [("rise", first, result["rise"]), ("level", first, LEVELS.index(result["levels"][first % 2]) + 2)]
        if result["match_winner"] is not None:
            assert result["match_winner"] == first % 2
            lines.append(("match", first, 1))
        return lines

    def shown(self, match: Match) -> dict[str, object]:
        table: guandan.Table = match.table
        result = match.deal_result if match.deal_over else None
        views = [match.view(viewer) for viewer in (-1, *SEATS)]
        leading = None if table.leading is None else table.trick[table.leading]
        return {
            "level": table.level,
            "levels": table.levels,
            "previous": table.previous,
            "places": table.places,
            "payers": table.payers,
            "tribute": texts(table.tribute),
            "returned": texts(table.returned),
            "cancelled": table.cancelled,
            "leader": table.leader,
            "leading": table.leading,
            "passes": table.passes,
            "cards": texts(leading.cards) if leading is not None else [],
            "known": [texts(cards) for cards in table.known],
            "known_to": [[texts(view.known(seat)) for seat in SEATS] for view in views],
            "trick": tuple(None if act is None else self.key(act, match) for act in table.trick),
            "phase": match.phase,
            "turn": match.turn,
            "over": (match.deal_over, match.over),
            "hands": [texts(match.hand(seat)) for seat in SEATS],
            "hand_sizes": match.hand_sizes,
            "scores": match.scores,
            "points": result.points if result else None,
            "lines": [(line.code, line.seat, line.amount) for line in result.lines] if result else None,
        }

    # ---- Secrecy -------------------------------------------------------------------

    illegal = (
        "", "pass", "play", "return", "return 3C 3C", "bid 1", "pass 3C", "3X", "3C 3C", "3C 3C 3C", "BJ RJ",
        "BJ BJ RJ RJ", "single 3: 3C", "pair 3: 3C 3C", "single 4: 3C", "full-house 3: 3C 3C 3D 4C 4C",
        "TC JC QC KC AC", *DECK_ORDER, *(f"return {card}" for card in DECK_ORDER),
    )  # fmt: skip

    compared_deals = 1

    def dealt_anew(self) -> None:
        """When a deal is over only one hand is left, whose cards all know: nothing of it could be dealt differently."""
        return None

    def other_world(self, match: Match, viewer: int, rng: random.Random, tries: int = 50) -> Match | None:
        """The same match with cards exchanged, one against one, between hands that the viewer does not see; those that
        were shown stay, and so does what the tribute tells."""
        first, done = beginning(match)
        seen = Open(match)
        dealt = hands_dealt(first)
        hidden: list[tuple[int, int]] = []
        for seat in SEATS:
            fixed = seen.surely_dealt(seat)
            for index, card in enumerate(dealt[seat]):
                if seat != viewer and not fixed[card]:
                    hidden.append((seat, index))
                fixed[card] -= 1
        for _ in range(2 * len(hidden)):
            (one, i), (other, j) = rng.choice(hidden), rng.choice(hidden)
            exchanged = dealt[one][i] != dealt[other][j] and one != other
            dealt[one][i], dealt[other][j] = dealt[other][j], dealt[one][i]
            if exchanged and not seen.allows(dealt):
                dealt[one][i], dealt[other][j] = dealt[other][j], dealt[one][i]
        hands = [" ".join(hand) for hand in dealt]
        world = self.game.start(seed=rng.getrandbits(256), hands=hands, **self.drawn(first))
        for move in done:
            assert move is not None
            world.play(move)
        return world

    def drawn(self, first: Match) -> Mapping[str, Any]:
        table: guandan.Table = first.table
        fixed = {"previous": table.previous} if table.previous else {"leader": table.leader}
        return {"levels": table.levels, "level": table.level, **fixed}

    # ---- Samples --------------------------------------------------------------------

    def _open_places(self, view: View) -> tuple[list[str], list[int]]:
        """The cards that the viewer has not seen, and how many of them each seat holds."""
        seen = sum(Open(view).played, Counter[str]())
        for seat in SEATS:
            seen.update(texts(view.known(seat)))
        unseen = list((Counter(PACK) - seen).elements())
        return unseen, [view.hand_sizes[seat] - len(view.known(seat)) for seat in SEATS]

    def small_endings(self) -> Iterator[View]:
        """Of a first deal, and of deals in which tribute, cancelled or not, or a return says who cannot hold what."""
        for number, tribute in enumerate(("none", "single", "double", "one seat", "two seats", "return")):
            for viewer in (-1, number % 4, (number + 1) % 4):
                yield next(
                    view
                    for seed in range(300)
                    for view in self._ends(tribute, viewer, seed)
                    if self._is_small(view, tribute)
                )

    def _ends(self, tribute: str, viewer: int, seed: int) -> Iterator[View]:
        """The views of a deal in which jokers and level cards, about which the tribute tells most, are played last."""
        rng = random.Random(f"{tribute} {viewer} {seed}")
        first = rng.randrange(4)
        order = (0, 1, 2, 3) if tribute in ("single", "one seat") else (0, 2, 1, 3)  # else 1st and 2nd are partners
        previous = [(first + seat) % 4 for seat in order]
        hands = [""] * 4
        if tribute in ("one seat", "two seats"):
            hands[previous[3]] = "RJ"
            hands[previous[2 if tribute == "two seats" else 3]] += " RJ"
        if tribute == "return":
            high = [card for card in PACK if rank_of(card) in ("J", "Q", "K", "A", "BJ", "RJ")]
            hands[previous[0]] = " ".join(rng.sample(high, 27))
        options: dict[str, Any] = {} if tribute == "none" else {"previous": previous, "hands": hands}
        match = self.game.start(seed=rng.getrandbits(64), levels=rng.choice(LEVELS), **options)
        kept = {"BJ", "RJ", *(match.table.level + suit for suit in "CDHS")}
        while not match.deal_over:
            if tribute == "return" and any(rank_of(card) in LEVELS[:9] for card in texts(match.table.returned[:1])):
                return
            yield match.view(viewer)
            low = [move for move in match.moves if move.shape and not kept & set(texts(move.cards))]
            plays = [move for move in match.moves if move.shape == "single"]
            if low:
                match.play(max(low, key=lambda move: len(move.cards)))
            elif match.phase == "playing" and match.moves[0].kind != Kind.PASS:
                match.play(plays[0])
            else:
                match.play(match.moves[0] if match.phase == "playing" else rng.choice(list(match.moves)))

    def _is_small(self, view: View, tribute: str) -> bool:
        """Whether few layouts fit a view, and fewer than there would be had nothing been told."""
        unseen, open_places = self._open_places(view)
        ways, left = 1, len(unseen)
        for places in open_places:
            ways, left = ways * comb(left, places), left - places
        if not 6 <= ways <= 150 or tribute == "none":
            return 6 <= ways <= 150
        if tribute == "one seat":  # whose red jokers all know
            return len(view.table.known[view.table.previous[3]]) > 0
        if len(view.table.payers) != {"single": 1, "double": 2, "return": 2}.get(tribute, 0):
            return False
        fitting = len(self.layouts(view))
        return 2 <= fitting < (len(self.layouts(view, returns=False)) if tribute == "return" else ways)

    def layouts(self, view: View, returns: bool = True) -> list[Hashable]:
        """``returns``: whether the cards that were given back may tell something as well."""
        seen = Open(view)
        unseen, open_places = self._open_places(view)
        known = [texts(view.known(seat)) for seat in SEATS]

        def spread(seat: int, cards: list[int]) -> Iterator[list[list[str]]]:
            if seat == len(SEATS):
                yield []
                return
            for chosen in combinations(cards, open_places[seat]):
                hand = sorted(known[seat] + [unseen[i] for i in chosen])
                for rest in spread(seat + 1, [i for i in cards if i not in chosen]):
                    yield [hand, *rest]

        found: list[Hashable] = []
        for hands in spread(0, list(range(len(unseen)))):
            dealt = seen.as_dealt(hands)
            if dealt is not None and self._refereed(view, dealt, returns):
                found.append(tuple(tuple(hand) for hand in hands))
        return found

    def _refereed(self, view: View, dealt: Sequence[Sequence[str]], returns: bool) -> bool:
        """Whether the referee, too, sees the tribute that all have seen when these hands are dealt."""
        table: guandan.Table = view.table
        if not table.previous:
            return True
        referee = Referee(dealt, levels=(table.level,) * 2, previous=table.previous)
        told = cast("dict[str, Any]", referee.table())
        tribute = [(payer, card) for payer, _, card in told["tribute"]]
        if (
            tribute != list(zip(table.payers, texts(table.tribute), strict=True))
            or told["cancelled"] != table.cancelled
        ):
            return False
        for card in texts(table.returned) if returns else ():
            if not referee.is_legal(("return", card)):
                return False
            referee.play(("return", card))
        return True

    def layout(self, match: Match) -> Hashable:
        return tuple(tuple(sorted(texts(match.hand(seat)))) for seat in SEATS)

    # ---- Moves ----------------------------------------------------------------------

    def attempts(self, match: Match, rng: random.Random) -> Iterator[tuple[str, Hashable]]:
        yield "pass", ("pass",)
        assert match.turn is not None
        level = match.table.level
        hand = texts(match.hand(match.turn))
        for card in {*rng.sample(hand, min(len(hand), 3)), rng.choice(PACK)}:
            yield f"return {card}", ("return", card)
        leads = guandan.plays(match.hand(match.turn), level)
        for _ in range(2):
            lead = leads[rng.randrange(len(leads))]  # a combination, whatever lies on the table
            yield str(lead), key_of(lead, level)
            cards = texts(lead.cards)
            left = list((Counter(hand) - Counter(cards)).elements())
            cards.remove(rng.choice(cards))
            cards += [rng.choice(left)] if left and rng.random() < 0.7 else []
            if not cards:
                continue
            yield (
                f"play {lead.shape} {lead.rank}: {' '.join(cards)}",
                self._named(cards, str(lead.shape), str(lead.rank), level),
            )
            for reading in readings(cards, level):
                yield (
                    f"play {reading.shape} {reading.rank}: {' '.join(cards)}",
                    self._named(cards, reading.shape, reading.rank, level),
                )

    def _named(self, cards: Sequence[str], shape: str, rank: str, level: str) -> Hashable:
        reading = Reading(shape, rank, len(cards))
        return ("play", *class_of(cards, reading, level)) if reading in readings(cards, level) else ("play", "nothing")

    def check_sane(self, match: Match) -> None:
        table: guandan.Table = match.table
        assert set(table.levels) <= set(LEVELS) and table.level in LEVELS
        assert match.scores == tuple(LEVELS.index(table.levels[seat % 2]) + 2 for seat in SEATS)
        assert sorted(table.previous) in ([], [0, 1, 2, 3]) and len(set(table.places)) == len(table.places) <= 4
        assert len(table.payers) == len(table.tribute) >= len(table.returned)
        assert not (table.payers and table.cancelled)
        cards = Counter(str(card) for seat in SEATS for card in match.hand(seat))
        assert not cards - Counter(PACK)
        for seat in SEATS:
            assert len(match.hand(seat)) == match.hand_sizes[seat] and table.known[seat] <= match.hand(seat)
            if seat in table.places and seat != table.places[-1]:
                assert match.hand_sizes[seat] == 0

    def another_member(self, match: Match, move: Move, rng: random.Random) -> str:
        if move.kind != Kind.PLAY:
            return str(move)
        assert match.turn is not None
        wild = match.table.level + "H"
        held = [card for card in texts(match.hand(match.turn)) if card != wild]
        cards = texts(move.cards)
        for _ in range(10):
            rng.shuffle(held)
            left, chosen = list(held), []
            for card in cards:
                suit = card[1] if move.shape == "straight-flush" and card != wild else None
                alike = (other for other in left if rank_of(other) == rank_of(card) and suit in (None, other[1]))
                chosen.append(wild if card == wild else next(alike))
                if card != wild:
                    left.remove(chosen[-1])
            if move.shape != "straight" or wild in cards or len({card[1] for card in chosen}) > 1:
                break
        else:
            chosen = cards
        rng.shuffle(chosen)
        return f"play {move.shape} {move.rank}: {' '.join(chosen)}"

    def refusals(self) -> Iterator[Refusal]:
        start = set_up("3C 3D 4C 4D 5H 5S 6D 7D 8D KC KD KS", "9C 9D JJ BJ RJ", "66 AA", levels="5")
        pair = play(start.copy(), "33")
        yield Refusal("leader's pass", start, "pass", IllegalMove, "must-lead", "GD-4.1")
        stranger = next(card for card in DECK_ORDER if card not in texts(start.hand(0)))
        yield Refusal("card of another hand", start, f"play {stranger}", IllegalMove, "not-in-hand", "GD-4.1")
        yield Refusal("no combination", start, "play 3C 4C", IllegalMove, "no-combination", "GD-5.1")
        yield Refusal("triple with a single", start, "play KC KD KS 3C", IllegalMove, "no-combination", "GD-5.1")
        yield Refusal("red and black joker", pair, "play BJ RJ", IllegalMove, "no-combination", "GD-5.1")
        yield Refusal("two readings", start, "play 3C 3D 4C 4D 5H", IllegalMove, "which-reading", "GD-5.5")
        yield Refusal("not that rank", start, "play pair 4: 3C 3D", IllegalMove, "other-reading", "GD-5.5")
        yield Refusal("not that shape", start, "play bomb 3: 3C 3D", IllegalMove, "other-reading", "GD-5.5")
        yield Refusal("single on a pair", pair, "play RJ", IllegalMove, "other-kind", "GD-4.3")
        triple = set_up("333", "444 55", moves=["333"])
        full_house = text_of(triple, "444 55")
        yield Refusal("full house on a triple", triple, full_house, IllegalMove, "other-kind", "GD-4.3")
        nines = set_up("99", "66", moves=["99"])
        yield Refusal("lower pair", nines, text_of(nines, "66"), IllegalMove, "too-low", "GD-4.3")
        bombs = set_up("44444", "5555", moves=["44444"])
        yield Refusal("smaller bomb", bombs, text_of(bombs, "5555"), IllegalMove, "too-low", "GD-4.3")
        jokers = set_up("BJ BJ RJ RJ", "33333333", moves=["BJ BJ RJ RJ"])
        yield Refusal("bomb on four jokers", jokers, text_of(jokers, "33333333"), IllegalMove, "too-low", "GD-4.3")
        yield Refusal("return in play", start, "return 3C", IllegalMove, "not-returning", "GD-3.3")
        returning = set_up("7C 7D 8H AC KC", "2C 2C", "", "RJ", levels="8", previous=(0, 1, 2, 3))
        yield Refusal("pass while a card is due", returning, "pass", IllegalMove, "returning", "GD-3.3")
        yield Refusal("play while a card is due", returning, "play 7C", IllegalMove, "returning", "GD-3.3")
        yield Refusal("two cards back", returning, "return 7C 7D", IllegalMove, "one-card", "GD-3.3")
        yield Refusal("a wild card back", returning, "return 8H", IllegalMove, "not-returnable", "GD-3.3")
        yield Refusal("a king back", returning, "return KC", IllegalMove, "not-returnable", "GD-3.3")
        yield Refusal("another's card back", returning, "return 2C", IllegalMove, "not-in-hand", "GD-4.1")
        yield Refusal("nothing back", returning, "return", IllegalMove, "unreadable", "")
        yield Refusal("bid", start, "bid 1", IllegalMove, "unknown-kind", "")
        yield Refusal("a card three times", start, "play 3C 3C 3C", BadCards, "not-in-pack", "")
        yield Refusal("no card", start, "play 3C 1H", BadCards, "bad-card", "")
        yield Refusal("a rank alone", start, "play 3", BadCards, "bad-card", "")
        yield Refusal("a name without cards", start, "play pair 3:", IllegalMove, "unreadable", "")
        yield Refusal("a name without a colon", start, "play pair 3 3C 3D", IllegalMove, "unreadable", "")
        yield Refusal("a name without a rank", start, "play pair: 3C 3D", IllegalMove, "unreadable", "")
        yield Refusal("no move", start, "hello", BadCards, "bad-card", "")
        yield Refusal("no move at all", start, "", IllegalMove, "unreadable", "")
        yield Refusal("pass with cards", pair, "pass 3C", IllegalMove, "unreadable", "")
        yield Refusal("lead of another position", returning, start.moves[0], IllegalMove, "returning", "GD-3.3")
        yield Refusal("return of another position", start, returning.moves[0], IllegalMove, "not-returning", "GD-3.3")
        single = next(move for move in start.moves if move.shape == "single" and not move.cards <= pair.hand(1))
        yield Refusal("cards of another position", pair, single, IllegalMove, "not-in-hand", "GD-4.1")
        load, (name, data) = cast("tuple[Any, tuple[str, bytes]]", start.moves[0].__reduce__())
        yield Refusal(
            "play with an amount", start, load(name, data[:4] + b"\5" + data[5:]), IllegalMove, "stray-fields", ""
        )
