"""Zheng Shangyou as its tests see it."""

from __future__ import annotations

import copy
import random
from collections import Counter
from collections.abc import Hashable, Iterator, Mapping, Sequence
from functools import cache
from math import comb
from typing import Any, cast

import cardavia
from cardavia import BadCards, Cards, IllegalMove, Kind, Match, Move, View
from cardavia.games import zhengshangyou
from tests.referee.zhengshangyou import (
    COMBINATIONS,
    NEEDED,
    PACK,
    PASS,
    Done,
    Fact,
    Key,
    Reading,
    Referee,
    beats,
    in_deck_order,
    in_table_order,
    readings,
)
from tests.tables import Adapter, Refusal
from tests.walk import beginning, choose

SEATS = range(3)
GAME = cardavia.game("zhengshangyou")


class Pick:
    """Takes cards from one pack, so that set-ups can be written as the rules write them: "333 44 3H". Of a rank alone
    the 3 of hearts is taken last."""

    def __init__(self) -> None:
        self._left = sorted(PACK, key=lambda card: (card == "3H", in_deck_order(PACK).index(card)))

    def __call__(self, text: str) -> str:
        taken = []
        for word in text.split():
            for wanted in [word] if word in PACK else word:
                card = next(card for card in self._left if wanted in (card, card[0]))
                self._left.remove(card)
                taken.append(card)
        return " ".join(taken)


def set_up(*hands: str, moves: Sequence[str] = (), seed: int = 0) -> Match:
    """A match with hands given as far as the test needs them, after some moves; "-" is a pass. Cards that are written
    with their suits are taken first."""
    pick = Pick()
    named = [pick(" ".join(word for word in hand.split() if word in PACK)) for hand in hands]
    ranks = [pick(" ".join(word for word in hand.split() if word not in PACK)) for hand in hands]
    given = [f"{one} {other}" for one, other in zip(named, ranks, strict=True)]
    return play(GAME.start(seed=seed, hands=given), *moves)


def play(match: Match, *moves: str) -> Match:
    """Plays these moves; "-" is a pass."""
    for move in moves:
        match.play("pass" if move == "-" else move)
    return match


def cards_of(ranks: str) -> Cards:
    """Some cards with these ranks; the 3 of hearts is the last of the threes."""
    return Cards(Pick()(ranks))


def ranks_of(cards: Cards) -> tuple[str, ...]:
    """The ranks of some cards from low to high."""
    return in_table_order(card.rank for card in cards)


def texts(cards: Cards) -> list[str]:
    return [str(card) for card in cards]


@cache
def _higher(table: Reading) -> list[tuple[tuple[str, int], ...]]:
    """How many cards of which ranks each combination needs that beats this one."""
    return [NEEDED[ranks] for reading, ranks in COMBINATIONS if beats(reading, table)]


def _had_to_pass(referee: Referee, facts: Sequence[Fact], hands: Sequence[Sequence[str]]) -> bool:
    """Whether these passes were all forced when the hands are these ones now (ZSY-3.2)."""
    for fact in facts:
        held = Counter(card[0] for card in hands[fact.seat])
        held.update(card[0] for done in referee.history[fact.move :] if done.seat == fact.seat for card in done.cards)
        if any(all(held[rank] >= number for rank, number in needed) for needed in _higher(fact.table)):
            return False
    return True


def _dealt_out(referee: Referee, viewer: int) -> Iterator[tuple[tuple[str, ...], ...]]:
    """Every way to deal out the cards that the viewer has not seen, whatever the passes say."""
    blind = copy.copy(referee)
    blind.fits = lambda hands, account=True: True  # type: ignore[method-assign]
    return blind.layouts(viewer)


class Table(Adapter):
    """Core and referee of Zheng Shangyou, side by side."""

    golden: Mapping[str, Any] = {
        "hands": ("3H 3C 3D 3S 5C 5D 5H 5S 6C 7C 2S", "4C 4D 4H 4S 9C 9D TC TD", "6D 6H 6S 7D 7H 7S QC QD QH QS")
    }

    def variant(self, rng: random.Random) -> Mapping[str, Any]:
        """Hands full of bombs, or of pairs in a row."""
        if rng.random() < 0.5:
            ranks = rng.sample("3456789TJQKA", 9)
            pick = Pick()
            return {"hands": [pick(" ".join(rank * (3 if rank == "A" else 4) for rank in ranks[i::3])) for i in SEATS]}
        low = rng.randrange(8)
        pick = Pick()
        return {"hands": [pick(" ".join(rank * 2 for rank in "3456789TJQK"[low - low % 4 :][:6])) for _ in range(2)]}

    # ---- The referee -----------------------------------------------------------------

    def referee(self, match: Match) -> Referee:
        return Referee([texts(match.hand(seat)) for seat in SEATS])

    def follow(self, referee: Referee, move: Move, match: Match) -> None:
        referee.play(cast(Key, self.key(move, match)), texts(move.cards))

    def make(self, referee: Referee, key: Hashable) -> None:
        referee.play(cast(Key, key))

    def legal(self, referee: Referee) -> set[Hashable]:
        return set(referee.legal())

    def key(self, move: Move, match: Match) -> Hashable:
        if move.kind == Kind.PLAY:
            return ("play", str(move.shape), move.rank, ranks_of(move.cards))
        return (str(move.kind),)

    def same_moves(self, match: Match, referee: Referee) -> Any:
        for move in match.moves:
            assert move.length == (len(set(ranks_of(move.cards))) if move.shape else 0)
        return super().same_moves(match, referee)

    def told(self, referee: Referee) -> dict[str, object]:
        table = cast("dict[str, Any]", referee.table())
        result = cast("dict[str, Any]", referee.result()) if referee.over else None
        hands = [in_deck_order(referee.hands[seat]) for seat in SEATS]
        known = [hands[seat] if referee.over else in_deck_order(table["known"][seat]) for seat in SEATS]
        return {
            "opener": table["opener"],
            "opened": int(not referee.opening),
            "leader": table["leader"],
            "leading": table["leading"],
            "passes": table["passes"],
            "answers": max(len(self._rounds(referee)[-1]) - 1, 0),
            "plays": table["plays"],
            "bonus": table["bonus"],
            "bonuses": tuple(self._earned(referee)),
            "trick": table["trick"],
            "shown": [hand if referee.over else [] for hand in hands],
            "known_to": [[hands[seat] if seat == viewer else known[seat] for seat in SEATS] for viewer in (-1, *SEATS)],
            "phase": "over" if referee.over else "playing",
            "turn": referee.turn,
            "over": (referee.over, referee.over),
            "hands": hands,
            "hand_sizes": table["hand_sizes"],
            "scores": result["points"] if result else (0, 0, 0),
            "points": result["points"] if result else None,
            "lines": self._lines(referee, result) if result else None,
        }

    def _rounds(self, referee: Referee) -> list[list[Done]]:
        """The plays of each round, without the passes; the last may go on."""
        rounds: list[list[Done]] = [[]]
        passes = 0
        for done in referee.history:
            passes = passes + 1 if done.key == PASS else 0
            if passes == 0:
                rounds[-1].append(done)
            elif passes == 2:
                rounds.append([])
        return rounds

    def _earned(self, referee: Referee) -> list[int]:
        """How many bombs of each seat have earned a bonus (ZSY-5.2)."""
        ended = self._rounds(referee)[: None if referee.over else -1]
        last = [plays[-1] for plays in ended if len(plays) > 1]
        return [sum(done.seat == seat and done.key[1] == "bomb" for done in last) for seat in SEATS]

    def _lines(self, referee: Referee, result: Mapping[str, Any]) -> list[tuple[str, int, int]]:
        lines = [("winner", result["winner"], 0)]
        for seat in SEATS:
            if seat != result["winner"]:
                lines.append(("cards", seat, -result["cards"][seat]))
                lines += [("doubled", seat, 1)] if result["doubled"][seat] else []
                lines += [("spade-two", seat, 10)] if result["two"][seat] else []
                lines += [("bombs-left", seat, -result["bombs"][seat])] if result["bombs"][seat] else []
        earned = self._earned(referee)
        return lines + [("bonus", seat, 20 * earned[seat]) for seat in SEATS if earned[seat]]

    def shown(self, match: Match) -> dict[str, object]:
        table: zhengshangyou.Table = match.table
        result = match.deal_result if match.deal_over else None
        views = [match.view(viewer) for viewer in (-1, *SEATS)]
        return {
            "opener": table.opener,
            "opened": table.opened,
            "leader": table.leader,
            "leading": table.leading,
            "passes": table.passes,
            "answers": table.answers,
            "plays": table.plays,
            "bonuses": table.bonuses,
            "bonus": tuple(30 * table.bonuses[seat] - 10 * sum(table.bonuses) for seat in SEATS),
            "trick": tuple(None if act is None else self.key(act, match) for act in table.trick),
            "shown": [texts(cards) for cards in table.shown],
            "known_to": [[texts(view.known(seat)) for seat in SEATS] for view in views],
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
        "", "pass", "play", "bid 1", "pass 3C", "3X", "3", "33", "333", "3333", "AAA", "KKKK", "34567", "3344",
        "334455", "play 333 4", "BJ", "2C", "AH", "3C 3C", "TJQKA", "3456789TJQKA", *in_deck_order(PACK),
    )  # fmt: skip

    def other_world(self, match: Match, viewer: int, rng: random.Random, tries: int = 50) -> Match | None:
        """The same match with cards exchanged, one against one, between hands that the viewer does not see, as long as
        the same moves stay legal, passes above all. None if no exchange was found."""
        first, done = beginning(match)
        moves = [move for move in done if move is not None]
        shown = {card for move in moves for card in texts(move.cards)}
        hands = [texts(first.hand(seat)) for seat in SEATS]
        hidden = [
            (seat, index)
            for seat in SEATS
            for index, card in enumerate(hands[seat])
            if seat != viewer and card not in shown and card != "3H" and not match.deal_over
        ]
        seats = sorted({seat for seat, _ in hidden})
        found = 0 if len(seats) > 1 else 1
        seed = rng.getrandbits(256)
        world = self._played(hands, moves, seed)
        for _ in range(tries if len(seats) > 1 else 0):
            (one, i), (other, j) = (
                rng.choice([place for place in hidden if place[0] == seat]) for seat in rng.sample(seats, 2)
            )
            hands[one][i], hands[other][j] = hands[other][j], hands[one][i]
            changed = self._played(hands, moves, seed)
            if changed is None:
                hands[one][i], hands[other][j] = hands[other][j], hands[one][i]
            else:
                world, found = changed, found + 1
            if found == 12:
                break
        return world if found else None

    def _played(self, hands: Sequence[Sequence[str]], moves: Sequence[Move], seed: int) -> Match | None:
        """A match with these hands after these moves; None when they are not legal."""
        world = self.game.start(seed=seed, hands=[" ".join(hand) for hand in hands])
        try:
            return play(world, *map(str, moves))
        except IllegalMove:
            return None

    # ---- Samples --------------------------------------------------------------------

    def small_endings(self) -> Iterator[View]:
        """For each viewer endings in which passes tell something: on single cards, on straights, on pairs in a row."""
        wanted = {(viewer, shape) for viewer in (-1, *SEATS) for shape in ("single", "straight", "pair-run")}
        wanted.remove((2, "pair-run"))  # hard to find
        for seed in range(10_000):
            rng = random.Random(seed)
            match = self.game.start(seed=seed, **(self.variant(rng) if seed % 2 else {}))
            passed: set[str] = set()
            found: View | None = None
            while not match.deal_over and found is None:
                for viewer, shape in sorted(wanted):
                    if found is None and shape in passed and self._is_small(match.view(viewer), shape):
                        wanted.remove((viewer, shape))
                        found = match.view(viewer)
                move = match.play(choose(match.moves, rng))
                to_beat = None if match.table.leading is None else match.table.trick[match.table.leading]
                if move.kind == Kind.PASS and to_beat is not None:
                    passed.add(str(to_beat.shape))
            if found is not None:
                yield found
            if not wanted:
                return
        raise AssertionError(f"no endings found for {wanted}")

    def _is_small(self, view: View, shape: str) -> bool:
        """Whether few layouts fit a view, and fewer than there would be without the passes on plays of that shape."""
        sizes = [view.hand_sizes[seat] - len(view.known(seat)) for seat in SEATS]
        ways = comb(sum(sizes), sizes[0]) * comb(sizes[1] + sizes[2], sizes[1])
        if not 6 <= ways <= 300:
            return False
        referee = self._refereed(view)
        facts = [fact for fact in referee.facts() if fact.seat != view.seat]
        others = [fact for fact in facts if fact.table.shape != shape]
        if len(others) == len(facts):
            return False
        open_to_all = [hands for hands in _dealt_out(referee, view.seat) if _had_to_pass(referee, others, hands)]
        fitting = sum(_had_to_pass(referee, facts, hands) for hands in open_to_all)
        return 2 <= fitting < len(open_to_all)

    def layouts(self, view: View) -> list[Hashable]:
        return list(self._refereed(view).layouts(view.seat))

    def _refereed(self, view: View) -> Referee:
        """A referee that has seen the same moves. It begins from the hands of one layout; of the hands that are hidden
        it looks at no more than at how large they are."""
        world = view.sample(0)
        moves = [(event.seat, event.move) for event in view.log if event.move is not None]
        dealt = [texts(world.hand(seat)) for seat in SEATS]
        for seat, move in moves:
            assert seat is not None
            dealt[seat] += texts(move.cards)
        referee = Referee(dealt)
        for _, move in moves:
            referee.play(cast(Key, self.key(move, world)), texts(move.cards))
        return referee

    def layout(self, match: Match) -> Hashable:
        return tuple(tuple(in_deck_order(texts(match.hand(seat)))) for seat in SEATS)

    def chance(self, view: View, seat: int, card: str) -> float:
        """All know who has the 3 of hearts; of the others each is as likely."""
        known = [texts(view.known(each)) for each in SEATS]
        if card in known[seat]:
            return 1.0
        rest = PACK.difference(*known)
        return (view.hand_sizes[seat] - len(known[seat])) / len(rest) if card in rest else 0.0

    # ---- Moves ----------------------------------------------------------------------

    def attempts(self, match: Match, rng: random.Random) -> Iterator[tuple[str, Hashable]]:
        yield "pass", PASS
        assert match.turn is not None
        hand = texts(match.hand(match.turn))
        opening = not match.table.opened
        leads = list(zhengshangyou.plays(set(hand) - {"3H"}))
        for lead in [rng.choice(leads) for _ in range(3)] if leads else []:  # whatever lies on the table
            for cards in (set(texts(lead.cards)), set(texts(lead.cards)) ^ {rng.choice(hand)}):
                read = readings(cards, opening=opening) if cards else []
                key = (
                    ("play", read[0].shape, read[0].rank, in_table_order(card[0] for card in cards)) if read else "none"
                )
                yield "play " + " ".join(cards), key

    def check_sane(self, match: Match) -> None:
        table: zhengshangyou.Table = match.table
        hands = [set(texts(match.hand(seat))) for seat in SEATS]
        assert sum(map(len, hands)) == len(set().union(*hands)) == sum(match.hand_sizes) and set().union(*hands) <= PACK
        assert sum(match.scores) == 0 and (match.deal_over or match.scores == (0, 0, 0))
        assert bool(table.opened) == any(table.plays) or sum(match.hand_sizes) == 48
        assert not match.over or min(match.hand_sizes) == 0

    def another_member(self, match: Match, move: Move, rng: random.Random) -> str:
        if move.kind != Kind.PLAY:
            return str(move)
        assert match.turn is not None
        held = texts(match.hand(match.turn))
        rng.shuffle(held)
        held.sort(key=lambda card: card != "3H" or bool(match.table.opened))
        chosen = []
        for card in move.cards:
            chosen.append(next(other for other in held if other[0] == card.rank))
            held.remove(chosen[-1])
        rng.shuffle(chosen)
        return "play " + " ".join(chosen)

    def refusals(self) -> Iterator[Refusal]:
        start = set_up("3H 3C 3D 3S 456789 99 2", "4 T 55 AAA", "6 8 QQ KK")
        yield Refusal("leader's pass", start, "pass", IllegalMove, "must-lead", "ZSY-3.2")
        yield Refusal("opening without the card", start, "play 4", IllegalMove, "no-three-of-hearts", "ZSY-2")
        yield Refusal("opening with another three", start, "play 3C", IllegalMove, "no-three-of-hearts", "ZSY-2")
        yield Refusal("no combination", start, "play 3H 4C", IllegalMove, "no-combination", "ZSY-4")
        yield Refusal("triple with a single", start, "play 3H 3C 3D 4C", IllegalMove, "no-combination", "ZSY-4")
        stranger = texts(start.hand(1))[0]
        yield Refusal("card of another hand", start, f"play 3H {stranger}", IllegalMove, "not-in-hand", "ZSY-3.1")
        yield Refusal("pass with a higher card", play(start.copy(), "3H"), "pass", IllegalMove, "must-beat", "ZSY-3.2")
        pair = play(start.copy(), "3H 3C")
        yield Refusal("single on a pair", pair, "play T", IllegalMove, "other-kind", "ZSY-3.1")
        straight = play(start.copy(), "3H 4 5 6 7 8")
        yield Refusal("pair on a straight", straight, "play 55", IllegalMove, "other-kind", "ZSY-3.1")
        queen = play(start.copy(), "3H", "T", "Q")
        yield Refusal("lower single", queen, "play 9", IllegalMove, "too-low", "ZSY-3.1")
        aces = play(start.copy(), "3H 3C 3D", "AAA")
        yield Refusal("pair on three aces", aces, "play QQ", IllegalMove, "too-low", "ZSY-3.1")
        yield Refusal("a rank too often", start, "play 44444", BadCards, "rank-not-held", "")
        yield Refusal("a card twice", start, "play 3H 3H", BadCards, "not-in-pack", "")
        yield Refusal("a card that is not there", start, "play 2C", BadCards, "not-in-pack", "")
        yield Refusal("a joker", start, "play RJ", BadCards, "not-in-pack", "")
        yield Refusal("bid", start, "bid 1", IllegalMove, "unknown-kind", "")
        yield Refusal("no card", start, "play 3C 1H", BadCards, "bad-card", "")
        yield Refusal("no move", start, "hello", BadCards, "bad-card", "")
        yield Refusal("no move at all", start, "", IllegalMove, "unreadable", "")
        yield Refusal("pass with cards", pair, "pass 3C", IllegalMove, "unreadable", "")
        yield Refusal("lead of another position", pair, start.moves[0], IllegalMove, "not-in-hand", "ZSY-3.1")
        load, (name, data) = cast("tuple[Any, tuple[str, bytes]]", start.moves[0].__reduce__())
        yield Refusal(
            "play with an amount", start, load(name, data[:4] + b"\5" + data[5:]), IllegalMove, "stray-fields", ""
        )
        strange = load(name, data[:2] + bytes([data[2] + 1]) + data[3:])
        yield Refusal("a reading that it has not", start, strange, IllegalMove, "other-reading", "ZSY-4")
