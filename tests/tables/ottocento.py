"""Ottocento as its tests see it."""

from __future__ import annotations

import copy
import random
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from math import comb
from typing import Any, cast

import cardavia
from cardavia import BadCards, IllegalMove, Kind, Match, Move, View
from cardavia.games import ottocento
from tests.referee.ottocento import (
    CONTATORI,
    DECK,
    MOORS,
    NEVER_DISCARDED,
    SUITS,
    TRUMPS,
    Key,
    Referee,
    in_deck_order,
    team_of,
)
from tests.tables import Adapter, Refusal
from tests.walk import beginning, viewers

SEATS = range(4)
PHASES = {"discard": "discarding", "declare": "declaring", "play": "playing", "over": "over"}

GAME = cardavia.game("ottocento")


def texts(cards: Iterable[object]) -> list[str]:
    return [str(card) for card in cards]


def set_up(*hands: str, moves: Sequence[str] = (), seed: int = 0, dealer: int = 3) -> Match:
    """A match with hands given as far as the test needs them, after some moves: "-" is a pass. What is left open is dealt
    at random."""
    return play(GAME.start(seed=seed, hands=list(hands), dealer=dealer), *moves)


def play(match: Match, *moves: str) -> Match:
    """Plays these moves; "-" is a pass."""
    for move in moves:
        match.play("pass" if move == "-" else move)
    return match


def key_of(move: Move) -> Key:
    """What the referee calls a move."""
    if move.kind == Kind.DISCARD:
        return ("discard", tuple(texts(move.cards)))
    return ("play", str(move.cards)) if move.kind == Kind.PLAY else (str(move.kind),)


def text_of(key: Key) -> str:
    """The text of a move of the referee."""
    cards = key[1:] if key[0] == "play" else cast("tuple[str, ...]", key[1]) if len(key) > 1 else ()
    return " ".join((str(key[0]), *map(str, cards)))


class Table(Adapter):
    """Core and referee of Ottocento, side by side."""

    opening = ("discard 6d 7d",)
    golden_deals = 1

    depth = 9
    matches = 240
    deals = 1

    def variant(self, rng: random.Random) -> Mapping[str, Any]:
        """Any dealer. Often hands with much to declare, or one side that gets next to no trick."""
        dealer = rng.randrange(4)
        sizes = [17 if seat == dealer else 15 for seat in SEATS]
        special = rng.randrange(4)
        hands: list[list[str]] = [[], [], [], []]
        if special == 0:  # honours in few hands
            honours = [card for card in DECK if card in NEVER_DISCARDED or card[:-1] in ("Q", "C", "J", "A")]
            for card in dict.fromkeys([*honours, *TRUMPS[:6]]):
                seat = rng.choice((dealer, (dealer + 1) % 4, (dealer + 1) % 4, rng.randrange(4)))
                if len(hands[seat]) < 13:
                    hands[seat].append(card)
        elif special == 1:  # the trumps, and kings and queens, with one side
            side = rng.randrange(2)
            strong = [*TRUMPS, *(rank + suit for rank in "KQ" for suit in SUITS)]
            rng.shuffle(strong)
            for card in strong[: rng.randrange(24, 30)]:
                seat = rng.choice((side, side + 2))
                seat = seat if len(hands[seat]) < sizes[seat] else (seat + 2) % 4
                if len(hands[seat]) < sizes[seat]:
                    hands[seat].append(card)
            if rng.random() < 0.7:
                hands[1 - side].append("MATTO")
        elif special == 2:  # trumps and Matto that lie together
            cards = [*MOORS, *CONTATORI, "ANGEL", "WORLD", "SUN", "16", "15", "14"]
            hands[rng.randrange(4)] = rng.sample(cards, rng.randrange(6, 12))
        return {"dealer": dealer, "hands": [" ".join(hand) for hand in hands]}

    def counted(self, seed: int) -> Mapping[str, Any]:
        """After a discard that does not depend on the cards dealt by chance; the last two where there is something to
        declare, and the Matto."""
        hands = [""] * 4
        hands[seed] = "6d 7d"
        if seed:
            hands[seed] = "6d 7d Kd Kc Kb"
            hands[(seed + 1) % 4] = "ANGEL WORLD SUN MATTO Ad"
            hands[(seed + 3) % 4] = "MOOR1 MOOR2 MOOR3"
        return {"dealer": seed, "hands": hands}

    # ---- The referee -----------------------------------------------------------------

    def referee(self, match: Match) -> Referee:
        return Referee([texts(match.hand(seat)) for seat in SEATS], match.table.dealer)

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
        table, known = cast("dict[str, Any]", referee.table()), cast("dict[str, Any]", referee.known())
        over = table["phase"] == "over"
        result = cast("dict[str, Any]", referee.result()) if over else None
        hands = [list(hand) for hand in referee.hands]
        last = table["last_trick"] or ()
        return {
            "phase": PHASES[table["phase"]],
            "turn": table["turn"],
            "dealer": table["dealer"],
            "hands": hands,
            "hand_sizes": table["hand_sizes"],
            "asked": tuple(seat for seat in SEATS if table["declarations"][seat] is not None),
            "declared": table["declared_points"],
            "shown": [list(cards or ()) for cards in table["declarations"]],
            "leader": table["leader"],
            "trick": [card for _, card in table["trick"]],
            "suit_led": table["suit_led"],
            "last_trick": [card for _, card in last],
            "last_leader": last[0][0] if last else None,
            "last_winner": table["last_winner"],
            "won": table["tricks_by_seat"],
            "captured": table["captured_counts"],
            "voids": [[suit for suit in (*SUITS, "trump") if suit in suits] for suits in known["voids"]],
            "played": [list(cards) for cards in table["played"]],
            "known": [
                [hands[seat] if seat == viewer else list(known["shown"][seat]) for seat in SEATS]
                for viewer in (-1, *SEATS)
            ],
            "discards": list(table["discards"] or ()),
            "price": [result["price"]] if result and result["price"] else [],
            "piles": [list(pile) for pile in result["piles"]] if result else [[], []],
            "scores": result["points"] if result else (0, 0, 0, 0),
            "points": result["points"] if result else None,
            "lines": self._lines(referee, result) if result else None,
            "over": (over, over),
        }

    def _lines(self, referee: Referee, result: Mapping[str, Any]) -> list[tuple[str, int | None, int]]:
        lines: list[tuple[str, int | None, int]] = []
        for side in (0, 1):
            lines.append(("card-points", side, result["card_points"][side]))
            for code, name in (
                ("last-trick", "last_trick"),
                ("declarations", "declarations"),
                ("sets", "sets"),
                ("sequences", "sequences"),
            ):
                if result[name][side]:
                    lines.append((code, side, result[name][side]))
            lines.append(("total", side, result["totals"][side]))
        if result["price"] is not None:
            assert result["price_from"] == result["matto_team"]
            lines.append(("matto-price", result["matto_team"], DECK.index(result["price"])))
        if result["matto_lost"]:
            lines.append(("matto-lost", result["matto_team"], 0))
        if result["discards_lost"]:
            lines.append(("discards-lost", team_of(referee.dealer), 0))
        return lines

    def shown(self, match: Match) -> dict[str, object]:
        table: ottocento.Table = match.table
        result = match.deal_result if match.deal_over else None
        views = [match.view(viewer) for viewer in (-1, *SEATS)]
        played: list[list[str]] = [[], [], [], []]
        for place, card in enumerate(texts(table.played)):
            played[(table.leaders[place // 4] + place) % 4].append(card)
        assert table.winners[: len(table.leaders) - 1] == table.leaders[1:] and len(table.winners) == sum(table.won)
        assert (table.winners or (None,))[-1] == table.last_winner
        return {
            "phase": match.phase,
            "turn": match.turn,
            "dealer": table.dealer,
            "hands": [texts(match.hand(seat)) for seat in SEATS],
            "hand_sizes": match.hand_sizes,
            "asked": table.asked,
            "declared": table.declared,
            "shown": [texts(cards) for cards in table.shown],
            "leader": table.leader,
            "trick": texts(table.trick),
            "suit_led": table.suit_led,
            "last_trick": texts(table.last_trick),
            "last_leader": table.last_leader,
            "last_winner": table.last_winner,
            "won": table.won,
            "captured": table.captured,
            "voids": [list(suits) for suits in table.voids],
            "played": played,
            "known": [[texts(view.known(seat)) for seat in SEATS] for view in views],
            "discards": texts(table.discards),
            "price": texts(table.price),
            "piles": [texts(pile) for pile in table.piles],
            "scores": match.scores,
            "points": result.points if result else None,
            "lines": [(line.code, line.seat, line.amount) for line in result.lines] if result else None,
            "over": (match.deal_over, match.over),
        }

    # ---- Secrecy -------------------------------------------------------------------

    illegal = (
        "", "pass", "declare", "declare Kd", "declare Kd Kc Kb", "discard", "discard 6d", "discard 6d 7d", "discard Kd 6d",
        "discard 6d 6d", "discard MATTO ANGEL", "discard 6d 7d 8d", "pass 6d", "bid 1", "play", "play 6d 7d", "play 2H",
        "bury 6d 7d", "lock 6d", *DECK,
    )  # fmt: skip

    compared_deals = 1

    def __init__(self, game: cardavia.Game) -> None:
        super().__init__(game)
        self._last: tuple[bytes, list[Move | None], Referee] | None = None
        self._endings: dict[View, Referee] = {}

    def dealt_anew(self) -> None:
        """A match is one deal, and nothing is left undealt."""
        return None

    def refereed(self, match: Match) -> Referee:
        """A referee who has made the moves of a match; kept, for the next move."""
        first, done = beginning(match)
        start, before, referee = self._last or (b"", [], None)
        if referee is None or start != first.position or before != done[: len(before)]:
            referee, before = self.referee(first), []
        for move in done[len(before) :]:
            assert move is not None
            referee.play(key_of(move))
        self._last = first.position, done, referee
        return referee

    def other_world(self, match: Match, viewer: int, rng: random.Random, tries: int = 50) -> Match | None:
        """The same match with cards exchanged, one against one, that the viewer does not see: between hands, and what the
        dealer has discarded, as far as everything that is public allows it."""
        first, done = beginning(match)
        referee = self.refereed(match)
        dealer = referee.dealer
        away = list(referee._discards)
        places = [*map(list, referee.hands), away]
        unseen = [place for place in SEATS if place != viewer]
        if away and viewer != dealer and not referee.over:
            unseen.append(4)
        slots = [(place, index) for place in unseen for index in range(len(places[place]))]
        for _ in range(len(slots)):
            (one, i), (other, j) = rng.choice(slots), rng.choice(slots)
            places[one][i], places[other][j] = places[other][j], places[one][i]
            if one != other and not all(self._fits(referee, place, places[place]) for place in (one, other)):
                places[one][i], places[other][j] = places[other][j], places[one][i]
        played = [card for cards in referee._played for card in cards]
        hands = [[*places[seat], *(card for card in referee._played[seat])] for seat in SEATS]
        hands[dealer] += away
        assert len(played) + sum(map(len, places)) == len(DECK)
        world = self.game.start(
            seed=rng.getrandbits(256), hands=[" ".join(hand) for hand in hands], **self.drawn(first)
        )
        for move in done:
            assert move is not None
            world.play(text_of(("discard", in_deck_order(away))) if move.kind == Kind.DISCARD else move)
        return world

    def _fits(self, referee: Referee, place: int, cards: Sequence[str]) -> bool:
        if place == 4:
            return not NEVER_DISCARDED.intersection(cards)
        return referee._hand_fits(place, frozenset(cards))

    def drawn(self, first: Match) -> Mapping[str, Any]:
        return {"dealer": first.table.dealer}

    def same_move(self, move: Move, seat: int, viewer: int, world: Match) -> Move:
        """Nobody else sees what is discarded."""
        return world.moves[0] if move.kind == Kind.DISCARD and seat != viewer and len(world.moves) > 2 else move

    # ---- Samples --------------------------------------------------------------------

    nothing_lies_apart = False

    def small_endings(self) -> Iterator[View]:
        """For a spectator, the dealer and others: where voids, a declaration or what may be discarded exclude layouts,
        and where nothing does."""
        roles, facts = ("spectator", "dealer", "other"), ("void", "declared", "honour", "none")
        wanted = {(role, fact) for role in roles for fact in facts} - {("dealer", "honour")}  # it knows
        for seed in range(4000):
            rng = random.Random(seed)
            match = self.game.start(seed=seed, **self.variant(rng))
            referee = self.referee(match)
            while not match.deal_over:
                for viewer in viewers(match) if 0 < sum(match.hand_sizes) <= 12 else ():
                    role = "spectator" if viewer < 0 else "dealer" if viewer == referee.dealer else "other"
                    open_facts = {fact for each, fact in wanted if each == role}
                    cases = wanted & {(role, fact) for fact in self._telling(referee, viewer, open_facts)}
                    if cases:
                        wanted.remove(min(cases))
                        view = match.view(viewer)
                        self._endings[view] = copy.deepcopy(referee)
                        yield view
                        break  # at most one of each position
                move = self._choose(match, rng)
                match.play(move)
                referee.play(key_of(move))
            if not wanted:
                return
        raise AssertionError(f"no endings found for {wanted}")

    def _choose(self, match: Match, rng: random.Random) -> Move:
        """A move: who can declares, and what was declared, and what cannot be discarded, is often kept."""
        if match.phase == "declaring":
            return match.moves[-1]
        if match.phase == "discarding" or rng.random() < 0.2:
            return match.moves.sample(rng)
        shown = {card for cards in match.table.shown for card in texts(cards)} | NEVER_DISCARDED
        return min(match.moves, key=lambda move: (str(move.cards) in shown, rng.random()))

    def _telling(self, referee: Referee, viewer: int, facts: set[str]) -> set[str]:
        """Which of these facts excludes layouts of what the viewer does not see, "none" being that none does; nothing if
        the layouts are too many to be drawn often, or too few."""
        sizes = [0 if seat == viewer else len(referee.hands[seat]) for seat in SEATS]
        sizes.append(0 if viewer == referee.dealer else 2)
        number, left = 1, sum(sizes)
        for size in sizes:
            number, left = number * comb(left, size), left - size
        if not facts or not 4 <= number <= 500:
            return set()
        seat = viewer if viewer >= 0 else None
        fitting = sum(1 for _ in referee.layouts(seat))
        if not 8 <= fitting <= 300:
            return set()
        found = {"none"} if fitting == number else set()
        for fact in facts & {"void", "declared"}:
            free = copy.deepcopy(referee)
            if fact == "void":
                free._voids = [frozenset()] * 4
            else:
                free._declarations = [() for _ in SEATS]
            if sum(1 for _ in free.layouts(seat)) > fitting:
                found.add(fact)
        hidden = {card for place in SEATS if place != viewer for card in referee.hands[place]}
        if viewer != referee.dealer and hidden & NEVER_DISCARDED:
            found.add("honour")
        return found

    def layouts(self, view: View) -> list[Hashable]:
        """By the hands alone: the rest is discarded."""
        referee = self._endings[view]
        layouts = referee.layouts(view.seat if view.seat >= 0 else None)
        return [tuple(map(in_deck_order, hands)) for hands, _ in layouts]

    def layout(self, match: Match) -> Hashable:
        return tuple(tuple(texts(match.hand(seat))) for seat in SEATS)

    # ---- Moves ----------------------------------------------------------------------

    def attempts(self, match: Match, rng: random.Random) -> Iterator[tuple[str, Hashable]]:
        assert match.turn is not None
        hand = texts(match.hand(match.turn))
        for kind in ("pass", "declare"):
            yield kind, (kind,)
        for card in {rng.choice(DECK), *rng.sample(hand, min(2, len(hand)))}:
            yield f"play {card}", ("play", card)
        for cards in (rng.sample(hand, min(2, len(hand))), rng.sample(DECK, 2), rng.sample(DECK, 3)):
            yield f"discard {' '.join(cards)}", ("discard", in_deck_order(cards))
            yield f"declare {' '.join(cards)}", ("declare", in_deck_order(cards))
            yield f"play {' '.join(cards)}", ("play", cards[0] if len(cards) == 1 else in_deck_order(cards))

    def check_sane(self, match: Match) -> None:
        """The referee comes to the same position by the same moves, as far as they are known: what was declared is known,
        and of the discards, that the rest of the pack is not in sight."""
        table: ottocento.Table = match.table
        held = [texts(match.hand(seat)) for seat in SEATS]
        played: list[list[str]] = [[], [], [], []]
        for place, card in enumerate(texts(table.played)):
            played[(table.leaders[place // 4] + place) % 4].append(card)
        seen = {card for cards in (*held, *played) for card in cards}
        away = [card for card in DECK if card not in seen]
        dealt = [[*held[seat], *played[seat]] for seat in SEATS]
        dealt[table.dealer] += away
        referee = Referee(dealt, table.dealer)
        if match.phase != "discarding":
            referee.play(("discard", tuple(away)))
        for card in texts(table.played):
            self._declare(referee, table)
            referee.play(("play", card))
        if match.phase == "playing":
            self._declare(referee, table)
        assert self.shown(match) == self.told(referee)

    def _declare(self, referee: Referee, table: ottocento.Table) -> None:
        """The seat to act declares if it did; not when it has done so already."""
        if referee.phase == "declare":
            assert referee.turn is not None
            referee.play(("declare",) if table.shown[referee.turn] else ("pass",))

    def refusals(self) -> Iterator[Refusal]:
        hands = (
            "Kc Qc Cc Jc Ac 6c 7c 8c 9c 10c MATTO Kd 6d 7d 8d",
            "10b 9b 8b Jb Ab 16 15 14 13 12 11 10 9 8 7",
            "Ks Qs Cs Js 10s 9s 8s 7s 6s As 9d 10d Cb 6b 7b",
            "Kb Qb Ad Jd Cd Qd ANGEL WORLD SUN MOON 6 5 MOOR1 MOOR2 MOOR3 MOOR4 BEGATO",
        )
        start = set_up(*hands)
        asked = play(start.copy(), "discard MOOR1 5")
        second = play(asked.copy(), "-", "play Kc")
        lead = play(asked.copy(), "declare")
        follow, third = play(second.copy(), "-"), play(second.copy(), "-", "play 9", "-")
        # The first trick goes to seat 3 by the Angel; then coins are led, which seat 1 does not have.
        later = play(second.copy(), "-", "play 9", "-", "play Cb", "declare", "play ANGEL", "play Kb")
        followed = play(later.copy(), "play MATTO")
        yield Refusal("play before the discard", start, "play 5", IllegalMove, "must-discard", "OT-1")
        yield Refusal("pass before the discard", start, "pass", IllegalMove, "must-discard", "OT-1")
        yield Refusal("declaration before the discard", start, "declare", IllegalMove, "must-discard", "OT-1")
        yield Refusal("discard of one card", start, "discard 5", IllegalMove, "discard-two", "OT-1")
        yield Refusal("discard of three", start, "discard 5 6 SUN", IllegalMove, "discard-two", "OT-1")
        yield Refusal("discard of another's card", start, "discard 5 8d", IllegalMove, "not-in-hand", "OT-1")
        yield Refusal("discard of a king", start, "discard 5 Kb", IllegalMove, "honour", "OT-1")
        yield Refusal("discard of the Angel", start, "discard ANGEL 5", IllegalMove, "honour", "OT-1")
        yield Refusal("discard of the World", start, "discard 5 WORLD", IllegalMove, "honour", "OT-1")
        yield Refusal("discard of the Begato", start, "discard 5 BEGATO", IllegalMove, "honour", "OT-1")
        yield Refusal("a second discard", asked, "discard 6d 7d", IllegalMove, "not-discarding", "OT-1")
        yield Refusal("discard during the play", lead, "discard 6d 7d", IllegalMove, "not-discarding", "OT-1")
        yield Refusal("card before the declaration", asked, "play Kc", IllegalMove, "declare-first", "OT-2")
        yield Refusal("a part of what is held", asked, "declare Kc Qc Cc", IllegalMove, "declare-all", "OT-2")
        yield Refusal("declaration of nothing", second, "declare", IllegalMove, "nothing-to-declare", "OT-2")
        yield Refusal("a second declaration", lead, "declare", IllegalMove, "not-declaring", "OT-2")
        yield Refusal("pass after the declaration", lead, "pass", IllegalMove, "not-declaring", "OT-2")
        yield Refusal("two cards", lead, "play Kc Qc", IllegalMove, "one-card", "OT-3")
        yield Refusal("another's card", lead, "play Ks", IllegalMove, "not-in-hand", "OT-3")
        yield Refusal("a card that lies in the trick", follow, "play Kc", IllegalMove, "not-in-hand", "OT-3")
        yield Refusal("a card that was discarded", later, "play 5", IllegalMove, "not-in-hand", "OT-3")
        yield Refusal("another suit with a trump in hand", follow, "play 9b", IllegalMove, "must-trump", "OT-3")
        trumped = play(third.copy(), "play Cb", "-")
        yield Refusal("another suit, though void", trumped, "play Qb", IllegalMove, "must-trump", "OT-3")
        batons = play(followed.copy(), "play 10b")
        yield Refusal("another suit than the one led", batons, "play Ks", IllegalMove, "must-follow", "OT-3")
        suit_kept = play(followed.copy())
        yield Refusal("trump on a suit that is held", suit_kept, "play 16", IllegalMove, "must-follow", "OT-3")
        yield Refusal("bid", start, "bid 1", IllegalMove, "unknown-kind", "")
        yield Refusal("bury", start, "bury 5 6", IllegalMove, "unknown-kind", "")
        yield Refusal("fold", lead, "fold", IllegalMove, "unknown-kind", "")
        yield Refusal("play of nothing", lead, "play", IllegalMove, "unreadable", "")
        yield Refusal("discard of nothing", start, "discard", IllegalMove, "unreadable", "")
        yield Refusal("pass with a card", asked, "pass Kc", IllegalMove, "unreadable", "")
        yield Refusal("no move at all", lead, "", IllegalMove, "unreadable", "")
        yield Refusal("no card", lead, "play 5c", BadCards, "bad-card", "")
        yield Refusal("no move", lead, "hello", BadCards, "bad-card", "")
        yield Refusal("a card twice", start, "discard 5 5", BadCards, "not-in-pack", "")
        discard, card = asked.copy().undo(), second.copy().undo()
        assert discard is not None and card is not None
        yield Refusal("discard of another position", asked, discard, IllegalMove, "not-discarding", "OT-1")
        yield Refusal("card of another position", follow, card, IllegalMove, "not-in-hand", "OT-3")
        yield Refusal("card of the future", asked, card, IllegalMove, "declare-first", "OT-2")
        load, (name, data) = cast("tuple[Any, tuple[str, bytes]]", card.__reduce__())
        yield Refusal("with an amount", lead, load(name, data[:4] + b"\5" + data[5:]), IllegalMove, "stray-fields", "")
        yield Refusal("with a shape", lead, load(name, data[:1] + b"\1" + data[2:]), IllegalMove, "stray-fields", "")
        load, (name, data) = cast("tuple[Any, tuple[str, bytes]]", asked.moves[0].__reduce__())
        yield Refusal("pass that holds cards", asked, load(name, data[:8] + b"\1" + data[9:]), IllegalMove,
                      "stray-fields", "")  # fmt: skip
