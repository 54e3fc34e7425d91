"""Tractor as its tests see it."""

from __future__ import annotations

import copy
import json
import random
from collections import Counter
from collections.abc import Container, Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from math import comb, gcd
from typing import Any, cast

import cardavia
from cardavia import BadCards, IllegalMove, Kind, Match, Move, View
from cardavia.games import tractor
from tests.referee.tractor import (
    JOKERS,
    PACK,
    RANKS,
    SUITS,
    Cards,
    Key,
    Layout,
    Referee,
    card_points,
    choices,
    declaration_strength,
    effective_suit,
    in_order,
    pairs_in,
    power,
    shape,
    team,
    trick_winner,
    ways,
    without,
)
from tests.tables import Adapter, Refusal
from tests.walk import beginning, choose, viewers

SEATS = range(4)
TWO_PACKS = [card for card in PACK for _ in range(2)]
TRUMPS = {"clubs": "C", "diamonds": "D", "hearts": "H", "spades": "S", "notrump": "NT"}
"""What the referee calls a trump."""
PHASES = {"declare": "declaring", "bury": "burying", "play": "playing", "over": "over"}
LISTED = 150
"""Up to so many moves core and referee both list; of more they are counted, and some looked at."""

GAME = cardavia.game("tractor")


def texts(cards: Iterable[object]) -> list[str]:
    return [str(card) for card in cards]


def in_text_order(cards: str) -> list[str]:
    """Cards in the order of their text: "3H3H TC BJ"."""
    whole = cards.replace(" ", "")
    return [whole[at : at + 2] for at in range(0, len(whole), 2)]


def rest_of(hands: Sequence[str], stock: str = "") -> list[str]:
    """The cards of the two packs that these do not name."""
    named = Counter(in_text_order(" ".join(hands) + stock))
    return list((Counter(TWO_PACKS) - named).elements())


def set_up(*hands: str, stock: str = "", moves: Sequence[str] = (), seed: int = 0, **options: Any) -> Match:
    """A match with hands and kitty given as far as the test needs them, after some moves: "-" is a pass. Seat 0 speaks
    first, unless it is said otherwise. What is left open is dealt at random."""
    options.setdefault("dealer", 0)
    return play(GAME.start(seed=seed, hands=list(hands), stock=stock, **options), *moves)


def play(match: Match, *moves: str) -> Match:
    """Plays these moves; "-" is a pass."""
    for move in moves:
        match.play("pass" if move == "-" else move)
    return match


def bury_any(match: Match, keep: str = "") -> Match:
    """The dealer buries the first eight cards in deck order that are not to be kept."""
    assert match.turn is not None
    cards = list((Counter(texts(match.hand(match.turn))) - Counter(in_text_order(keep))).elements())
    return play(match, f"bury {' '.join(sorted(cards, key=PACK.index)[:8])}")


def key_of(move: Move) -> Key:
    """What the referee calls a move."""
    return ("pass",) if move.kind == Kind.PASS else (str(move.kind), in_order(texts(move.cards)))


def text_of(key: Key) -> str:
    """The text of a move of the referee."""
    return "pass" if key == ("pass",) else f"{key[0]} {' '.join(cast('tuple[str, ...]', key[1]))}"


def reading_of(cards: Sequence[str], trump: str, level: str) -> tuple[str | None, str | None, int]:
    """Shape, rank of the top card and length of a play, as the referee sees it."""
    found = shape(cards, trump, level)
    if found is None:
        return None, None, 0
    top = max(cards, key=lambda card: power(card, trump, level))
    return found, top if top in JOKERS else top[0], len(cards) // 2 if found == "tractor" else 1


def named(suits: Iterable[str]) -> list[str]:
    """Effective suits of the referee as the core calls them, in its order."""
    return [{"T": "trump"}.get(suit, suit) for suit in "CDHST" if suit in suits]


def option(match: Match, name: str) -> Any:
    """An option of a match that was not sampled."""
    return json.loads(match.to_json())["options"][name]


class Allowed(Container[Hashable]):
    """The legal moves where they are too many to be listed."""

    def __init__(self, referee: Referee) -> None:
        self._referee = referee

    def __contains__(self, key: object) -> bool:
        return self._referee.is_legal(cast(Key, key))


def any_answer(referee: Referee, rng: random.Random) -> Key:
    """Some legal burial or answer to a lead, made without listing the others."""
    assert referee.turn is not None
    hand, table = referee.hands[referee.turn], cast("dict[str, Any]", referee.table())
    if referee.phase == "bury":
        return ("bury", in_order(rng.sample(hand, 8)))
    trump, level, lead = table["trump"], table["level"], table["trick"][table["leader"]]
    suit = [card for card in hand if effective_suit(card, trump, level) == table["lead_suit"]]
    others = without(hand, suit)
    if len(suit) < len(lead):
        return ("play", in_order(suit + rng.sample(others, len(lead) - len(suit))))
    pairs = pairs_in(suit)
    chosen = rng.sample(pairs, min(len(pairs), len(lead) // 2))
    singles = without(suit, [card for card in chosen for _ in range(2)])
    return ("play", in_order([*chosen, *chosen, *rng.sample(singles, len(lead) - 2 * len(chosen))]))


class Table(Adapter):
    """Core and referee of Tractor, side by side."""

    depth = 4
    matches = 44
    deals = 2
    golden: Mapping[str, Any] = {"levels": ("Q", "T"), "first_dealer": "final"}
    golden_deals = 4

    def variant(self, rng: random.Random) -> Mapping[str, Any]:
        """Levels of all kinds, often the last ones. Often hands of pairs, so that there are tractors to lead and to
        answer; or of few suits, so that they are soon void; or a kitty that leaves next to nothing to be declared."""
        levels = [rng.choice((*RANKS, *"JQKAAAA")) for _ in range(2)]
        dealer = rng.choice((None, *SEATS))
        options: dict[str, Any] = {
            "levels": levels,
            "dealer": dealer,
            "first_dealer": rng.choice(("first", "final", "fixed")),
        }
        special = rng.randrange(7)
        if special < 4:
            options["hands"] = self._hands_of_pairs(rng, in_rows=special > 0)
        elif special == 4:
            options["hands"] = self._hands_of_suits(rng)
        elif special == 5 and dealer is not None:
            kept = [levels[dealer % 2] + suit for suit in SUITS] + list(JOKERS)
            options["stock"] = rng.sample([card for card in kept for _ in range(2)][: rng.choice((8, 9, 12))], 8)
        return options

    def _hands_of_suits(self, rng: random.Random) -> list[str]:
        """One to three seats that have most of a suit."""
        suits, seats = rng.sample(SUITS, 4), rng.sample(SEATS, rng.randrange(1, 4))
        hands = [[card for card in TWO_PACKS if card[1] == suit] for suit in suits]
        return [" ".join(rng.sample(hands[seat], rng.randrange(12, 25)) if seat in seats else "") for seat in SEATS]

    def _hands_of_pairs(self, rng: random.Random, in_rows: bool) -> list[str]:
        """Twelve pairs for each seat, mostly; ``in_rows``: many of them side by side."""
        pairs = list(PACK)
        if in_rows:
            rows = [pairs[at : at + 3] for at in range(0, len(pairs), 3)]
            rng.shuffle(rows)
            pairs = [card for row in rows for card in row]
        else:
            rng.shuffle(pairs)
        sizes = [rng.randrange(7, 13) for _ in SEATS]
        return [" ".join([card for card in pairs[13 * seat :][: sizes[seat]] for _ in range(2)]) for seat in SEATS]

    def counted(self, seed: int) -> Mapping[str, Any]:
        """After a burial that does not depend on the cards dealt by chance. One deal is the usual one, one full of pairs,
        one of long suits."""
        buried = "3C 4D 5H 6C 7D 8H 9C TD"
        hands = (
            [f"2S {buried}"],
            [f"2S {buried} JS JS QS QS KS KS AC AC", "3H 3H 4H 4H 6S 6S 7S 7S", "8S 8S 9S 9S TS TS", "9H 9H TH TH"],
            [f"2S {buried} JH JH QH QH", "KH KH AH 3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS", "6H 6H 7H 7H 9H TH 8D 8D 9D"],
        )
        return {"dealer": 0, "hands": hands[seed], "first_dealer": "fixed"}

    opening = ("declare 2S", "pass", "pass", "pass", "bury 3C 4D 5H 6C 7D 8H 9C TD")

    # ---- The referee -----------------------------------------------------------------

    def referee(self, match: Match) -> Referee:
        table: tractor.Table = match.table
        first_dealer = option(match, "first_dealer")
        return Referee(
            [texts(match.hand(seat)) for seat in SEATS],
            texts(match.stock),
            table.dealer,
            table.levels,
            first_deal=match.deal == 0 and first_dealer != "fixed",
            first_dealer="final" if first_dealer == "final" else "first",
        )

    def next_deal(self, referee: Referee, match: Match) -> Referee:
        return referee.next_deal([texts(match.hand(seat)) for seat in SEATS], texts(match.stock))

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

    def same_moves(self, match: Match, referee: Referee) -> Container[Hashable]:
        """Both ways: moves that the core lists, and moves that the referee allows."""
        moves, rng = match.moves, random.Random(match.hash)
        assert len(moves) == referee.count()
        if len(moves) <= LISTED:
            self._check_readings(list(moves), referee)
            return super().same_moves(match, referee)
        places = sorted({0, len(moves) - 1, *(rng.randrange(len(moves)) for _ in range(10))})
        some = [moves[place] for place in places]
        self._check_readings(some, referee)
        assert len({key_of(move) for move in some}) == len(some)
        assert all(referee.is_legal(key_of(move)) for move in some)
        for _ in range(10):
            answer = any_answer(referee, rng)
            assert referee.is_legal(answer) and moves.find(text_of(answer)) in moves
        return Allowed(referee)

    def _check_readings(self, moves: Sequence[Move], referee: Referee) -> None:
        for move in moves:
            read = (move.shape, move.rank, move.length)
            if move.kind == Kind.PLAY and referee.trump is not None:
                assert read == reading_of(texts(move.cards), referee.trump, referee.level)
            else:
                assert read == (None, None, 0)

    def told(self, referee: Referee) -> dict[str, object]:
        table = cast("dict[str, Any]", referee.table())
        over, trump, level = table["phase"] == "over", table["trump"], table["level"]
        result = cast("dict[str, Any]", referee.result()) if over else None
        levels = result["levels"] if result else table["levels"]
        calls = [(seat, key[1]) for seat, key in table["calls"] if key != ("pass",)]
        leader, trick, leading = table["leader"], table["trick"], table["winning"]
        if over:  # the last trick stays
            leader, trick, leading, _ = table["last_trick"]
        lying = [None if cards is None else (*reading_of(cards, trump, level), list(cards)) for cards in trick]
        led = trick[leader] if leader is not None else None
        known = [list(cards) for cards in table["holds"]]
        open_cards = [list(cards) for cards in known]
        if table["phase"] == "play":
            open_cards[table["dealer"]] = list(table["dealer_or_buried"])
        hands = [sorted(hand) for hand in referee.hands]
        return {
            "phase": PHASES[table["phase"]],
            "turn": table["turn"],
            "hand_sizes": table["hand_sizes"],
            "hands": hands,
            "kitty left": sorted(referee.pile) if table["phase"] == "declare" else [],
            "levels": levels,
            "level": level,
            "dealer": table["dealer"],
            "opener": table["initial_dealer"],
            "declarations": [(seat, list(cards)) for seat, cards in calls],
            "strength": declaration_strength(table["declared"], level),
            "passes": table["passes"] if table["phase"] == "declare" else 3 if calls else 4,
            "trump": trump,
            "kitty": list(table["kitty"]),
            "attackers": table["points"],
            "captured": self._captured(referee, result["trick_points"] if result else table["points"]),
            "tricks": table["tricks_won"],
            "leader": leader,
            "trick": lying,
            "leading": leading,
            "led_suit": None if led is None else named([effective_suit(led[0], trump, level)])[0],
            "voids": [named(self._void_suits(referee, seat)) for seat in SEATS],
            "pairless": [named(suits) for suits in table["no_pairs"]],
            "shown": open_cards,
            "known": [[hands[seat] if seat == viewer else known[seat] for seat in SEATS] for viewer in (-1, *SEATS)],
            "buried": list(table["buried"]),
            "scores": self._scores(levels, result["winner"] if result else None),
            "points": result["points"] if result else None,
            "lines": self._lines(result) if result else None,
            "over": (over, result is not None and result["winner"] is not None),
        }

    def _void_suits(self, referee: Referee, seat: int) -> set[str]:
        """The suits of which all can tell that the seat has no card: also those of which it lacks every card."""
        table = cast("dict[str, Any]", referee.table())
        voids = set(table["voids"][seat])
        if table["trump"] is not None:
            for suit in SUITS + "T":
                cards = {card for card in PACK if effective_suit(card, table["trump"], table["level"]) == suit}
                if cards and cards <= table["absent"][seat]:
                    voids.add(suit)
        return voids

    def _captured(self, referee: Referee, attackers: int) -> tuple[int, int]:
        """Card points in the tricks of the attackers, and in all."""
        table = cast("dict[str, Any]", referee.table())
        played = [card for one in referee._record for card in one.cards]
        lying = [card for cards in table["trick"] if cards is not None for card in cards]
        return attackers, card_points(played) - card_points(lying)

    def _scores(self, levels: Sequence[str], winner: int | None) -> tuple[int, ...]:
        standing = [RANKS.index(level) + 2 + (side == winner) for side, level in enumerate(levels)]
        return tuple(standing[team(seat)] for seat in SEATS)

    def _lines(self, result: Mapping[str, Any]) -> list[tuple[str, int | None, int]]:
        lines: list[tuple[str, int | None, int]] = [("captured", None, result["trick_points"])]
        if team(result["last_trick_winner"]) == result["attackers"]:
            lines.append(("kitty", result["last_trick_winner"], result["kitty_bonus"]))
        lines.append(("attackers", None, result["attackers_points"]))
        if result["takeover"]:
            lines.append(("take-over", (result["dealer"] + 1) % 4, 0))
        lines += [("rise", seat, rise) for seat in SEATS if (rise := result["rise"][team(seat)])]
        if result["next_dealer"] is not None:
            lines.append(("dealer", result["next_dealer"], 0))
        return lines

    def shown(self, match: Match) -> dict[str, object]:
        table: tractor.Table = match.table
        result = match.deal_result if match.deal_over else None
        views = [match.view(viewer) for viewer in (-1, *SEATS)]
        attackers = [seat for seat in SEATS if team(seat) != team(table.dealer)]
        return {
            "phase": match.phase,
            "turn": match.turn,
            "hand_sizes": match.hand_sizes,
            "hands": [sorted(texts(match.hand(seat))) for seat in SEATS],
            "kitty left": sorted(texts(match.stock)),
            "levels": table.levels,
            "level": table.level,
            "dealer": table.dealer,
            "opener": table.opener,
            "declarations": [
                (seat, texts(move.cards))
                for seat, move in zip(table.declarers, table.declarations, strict=False)
                if move is not None
            ],
            "strength": table.strength,
            "passes": table.passes,
            "trump": TRUMPS[table.trump] if table.trump is not None else None,
            "kitty": texts(table.kitty),
            "attackers": table.attackers,
            "captured": (sum(table.points[seat] for seat in attackers), sum(table.points)),
            "tricks": table.tricks,
            "leader": table.leader,
            "trick": [
                None if move is None else (move.shape, move.rank, move.length, sorted(texts(move.cards)))
                for move in table.trick
            ],
            "leading": table.leading,
            "led_suit": table.led_suit,
            "voids": [list(suits) for suits in table.voids],
            "pairless": [list(suits) for suits in table.pairless],
            "shown": [sorted(texts(cards)) for cards in table.shown],
            "known": [[sorted(texts(view.known(seat))) for seat in SEATS] for view in views],
            "buried": sorted(texts(table.buried)),
            "scores": match.scores,
            "points": result.points if result else None,
            "lines": [(line.code, line.seat, line.amount) for line in result.lines] if result else None,
            "over": (match.deal_over, match.over),
        }

    # ---- Secrecy -------------------------------------------------------------------

    illegal = (
        "", "pass", "declare", "declare 2C", "declare 2D 2D", "declare 2H", "declare 2S", "declare BJ BJ", "declare RJ RJ",
        "declare BJ RJ", "declare BJ", "declare 3C", "bury", "bury 3C", "bury 3C 3C 4C 4C 5C 5C 6C 6C", "bid 1", "play",
        "play 3C 3C", "play BJ BJ RJ RJ", "play 3C 3C 4C 4C", "play 3D 3D 4D 4D", "play KS KS AS AS", "play 3C 4D", "pass 3C",
        "3C 3C 3C", "lock 3C", "discard 3C", *PACK,
    )  # fmt: skip

    compared_deals = 1

    def __init__(self, game: cardavia.Game) -> None:
        super().__init__(game)
        self._last: tuple[bytes, list[Move | None], Referee] | None = None
        self._endings: dict[View, Referee] = {}

    def refereed(self, match: Match) -> Referee:
        """A referee of the first deal who has made the moves of it; kept, for the next move."""
        first, done = beginning(match)
        done = done[: done.index(None)] if None in done else done
        start, before, referee = self._last or (b"", [], None)
        if referee is None or start != first.position or before != done[: len(before)]:
            referee, before = self.referee(first), []
        for move in done[len(before) :]:
            assert move is not None
            referee.play(key_of(move))
        self._last = first.position, done, referee
        return referee

    def dealt_anew(self) -> Match | None:
        """Of a first deal that is over, it is left unknown which of the dealer's cards were the kitty."""
        for seed in range(100):
            match, rng = self.game.start(seed=seed), random.Random(seed)
            while not match.deal_over:
                match.play(choose(match.moves, rng))
            if match.table.declarers:
                match.next_deal()
                for _ in range(12):
                    match.play(choose(match.moves, rng))
                return match
        return None

    def other_world(self, match: Match, viewer: int, rng: random.Random, tries: int = 50) -> Match | None:
        """The same match with cards exchanged, one against one, that the viewer does not see: between hands, and what is
        buried, as far as the play allows it; and, if the viewer is not the dealer, between what the dealer was dealt and
        what it found in the kitty. None when the viewer knows all of that."""
        first, done = beginning(match)
        referee = self.refereed(match)
        table = cast("dict[str, Any]", referee.table())
        phase, dealer = table["phase"], table["dealer"]
        hands, pile = referee.hands, list(referee.pile)
        places = [*hands, pile]
        unseen = [
            place
            for place in range(5)
            if place != viewer and not (place == 4 and (phase == "over" or (phase == "play" and viewer == dealer)))
        ]
        slots = [(place, index) for place in unseen for index in range(len(places[place]))]
        for _ in range(min(len(slots), 20)):
            (one, i), (other, j) = rng.choice(slots), rng.choice(slots)
            if one == other or places[one][i] == places[other][j]:
                continue
            places[one][i], places[other][j] = places[other][j], places[one][i]
            if not self._fits(referee, places, {one, other}):
                places[one][i], places[other][j] = places[other][j], places[one][i]
        kitty = pile if phase == "declare" else self._kitty(first, referee, viewer, [*hands[dealer], *pile], rng)
        rng.shuffle(pile)
        if phase == "over" and (viewer == dealer or table["kitty"]):
            return None
        played = [referee._played_by(seat) for seat in SEATS]
        dealt = [hands[seat] + played[seat] for seat in SEATS]
        if phase != "declare":
            dealt[dealer] = without([*dealt[dealer], *pile], kitty)
        seed = match.seed if self.is_dealt_anew(match) else rng.getrandbits(256)
        world = self.game.start(
            seed=seed, hands=[" ".join(hand) for hand in dealt], stock=" ".join(kitty), **self.drawn(first)
        )
        for move in done:
            if move is None:
                world.next_deal()
            elif move.kind == Kind.BURY and world.deal == 0:
                world.play(text_of(("bury", in_order(pile))))
            else:
                world.play(move)
        return world

    def _fits(self, referee: Referee, places: Sequence[Sequence[str]], changed: set[int]) -> bool:
        """Whether places whose cards have changed agree with everything all know."""
        if not all(place == 4 or referee._hand_fits(place, places[place]) for place in changed):
            return False
        if referee.phase != "play" or not changed & {referee.dealer, 4}:
            return True
        loose = Counter(referee._still_known(referee.dealer))
        return not loose - Counter([*places[referee.dealer], *places[4]])

    def _kitty(self, first: Match, referee: Referee, viewer: int, held: list[str], rng: random.Random) -> list[str]:
        """A kitty that the dealer can have found, in some order."""
        table = cast("dict[str, Any]", referee.table())
        if table["kitty"]:
            return list(table["kitty"])
        kitty = texts(first.stock)
        if viewer != table["dealer"]:
            cards = [*held, *referee._played_by(table["dealer"])]
            shown = list(referee._shown_by(table["dealer"]).elements())
            kitty = rng.sample(without(cards, shown), 8)
        rng.shuffle(kitty)
        return kitty

    def drawn(self, first: Match) -> Mapping[str, Any]:
        table: tractor.Table = first.table
        return {"levels": table.levels, "dealer": table.opener, "first_dealer": option(first, "first_dealer")}

    def same_move(self, move: Move, seat: int, viewer: int, world: Match) -> Move:
        """Nobody else sees what is buried."""
        return (
            world.moves[0] if move.kind == Kind.BURY and seat != viewer and world.moves[0].kind == Kind.BURY else move
        )

    # ---- Samples --------------------------------------------------------------------

    nothing_lies_apart = False

    def small_endings(self) -> Iterator[View]:
        """For a spectator, the dealer and others: where voids, suits without pairs, or shown cards of which nobody knows
        whether the dealer has buried them, exclude layouts; and where nothing does."""
        wanted = {
            (role, fact) for role in ("spectator", "dealer", "other") for fact in ("void", "pairless", "shown", "none")
        }
        wanted -= {("dealer", "shown")}  # it knows
        for seed in range(3000):
            rng = random.Random(seed)
            match = self.game.start(seed=seed, **self.variant(rng))
            referee = self.referee(match)
            while not match.deal_over:
                for viewer in viewers(match) if 0 < sum(match.hand_sizes) <= 16 else ():
                    role = "spectator" if viewer < 0 else "dealer" if viewer == referee.dealer else "other"
                    cases = wanted & {(role, fact) for fact in self._telling(referee, viewer)}
                    if cases and self._is_small(referee, viewer):
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
        """A move of many cards that is no high trump, so that the end comes soon, and shown cards are often left."""
        if match.phase == "declaring":
            return match.moves[-1] if rng.random() < 0.6 else match.moves[0]
        kept = {*JOKERS, *(match.table.level + suit for suit in SUITS)}
        moves = [match.moves[rng.randrange(len(match.moves))] for _ in range(4)]
        return max(moves, key=lambda move: len(move.cards) - 3 * len(kept & set(texts(move.cards))))

    def _hidden(self, referee: Referee, viewer: int) -> list[list[str]]:
        """The cards of each hand that the viewer does not see, and those that are buried, if it does not know them."""
        hands = [[] if seat == viewer else hand for seat, hand in enumerate(referee.hands)]
        return [*hands, [] if viewer == referee.dealer else list(referee.pile)]

    def _telling(self, referee: Referee, viewer: int) -> set[str]:
        """What excludes layouts of the cards that the viewer does not see; "none": nothing does."""
        known, places = cast("dict[str, Any]", referee.known()), self._hidden(referee, viewer)
        cards = [card for place in places for card in place]
        trump, level = cast("str", referee.trump), referee.level
        pairs = {effective_suit(card, trump, level) for card in pairs_in(cards)}
        suits = {effective_suit(card, trump, level) for card in cards}
        facts = set()
        for seat in (seat for seat in SEATS if places[seat]):
            if suits & known["voids"][seat]:
                facts.add("void")
            lacks = known["absent"][seat] & set(cards)
            if (len(places[seat]) > 1 and pairs & known["no_pairs"][seat]) or lacks:
                facts.add("pairless")
        if known["dealer_or_buried"] and viewer != referee.dealer:
            facts.add("shown")
        return facts or {"none"}

    def _is_small(self, referee: Referee, viewer: int) -> bool:
        """Whether the layouts are few enough to be drawn often, but not too few."""
        sizes = [len(place) for place in self._hidden(referee, viewer)]
        number, left = 1, sum(sizes)
        for size in sizes:
            number, left = number * comb(left, size), left - size
        if not 10 <= number <= 3000:
            return False
        weights = [ways(hands, pile) for hands, pile in islice(self._layouts(referee, viewer), 251)]
        return len(weights) >= 10 and sum(weights) // gcd(*weights) <= 250

    def layouts(self, view: View) -> list[Hashable]:
        """By the hands alone: the rest is buried. Equal cards are dealt as two, so that a layout comes in many ways."""
        referee = self._endings[view]
        found: list[Hashable] = []
        for hands, pile in self._layouts(referee, view.seat):
            found += [hands] * ways(hands, pile)
        return found

    def _layouts(self, referee: Referee, viewer: int) -> Iterator[Layout]:
        """Every layout that fits, as the referee has them; but quickly also for the dealer, who knows what is buried."""
        places = self._hidden(referee, viewer)

        def spread(seat: int, left: list[str], hands: tuple[Cards, ...]) -> Iterator[Layout]:
            if seat == len(SEATS):
                pile = left or list(referee.pile)
                if referee.fits(hands, pile, viewer if viewer >= 0 else None):
                    yield hands, in_order(pile)
                return
            own = [in_order(referee.hands[seat])] if seat == viewer else choices(left, len(places[seat]))
            for hand in own:
                rest = left if seat == viewer else without(left, hand)
                yield from spread(seat + 1, rest, (*hands, hand))

        return spread(0, [card for place in places for card in place], ())

    def layout(self, match: Match) -> Hashable:
        return tuple(in_order(texts(match.hand(seat))) for seat in SEATS)

    # ---- Moves ----------------------------------------------------------------------

    def attempts(self, match: Match, rng: random.Random) -> Iterator[tuple[str, Hashable]]:
        assert match.turn is not None
        hand, table = texts(match.hand(match.turn)), match.table
        sets: list[list[str]] = [rng.sample(hand, 1)]
        pairs = pairs_in(hand)
        if match.phase == "declaring":
            yield "pass", ("pass",)
            yield f"bury {' '.join(hand[:8])}", ("bury", in_order(hand[:8]))
            sets += [[rng.choice(PACK)], [rng.choice(PACK)] * 2, ["BJ", "RJ"], rng.sample(hand, 2)]
            sets += [[table.level + suit] * copies for suit in rng.sample(SUITS, 2) for copies in (1, 2)]
        elif match.phase == "burying":
            sets += [rng.sample(hand, size) for size in (7, 8, 8, 9)] + [rng.sample(hand, 7) + [rng.choice(PACK)]]
        else:
            lead = table.trick[table.leader] if table.leading is not None else None
            size = len(lead.cards) if lead is not None else rng.choice((1, 2, 2, 4, 4, 6))
            sets += [rng.sample(hand, min(size, len(hand))) for _ in range(2)]
            for number in (size // 2, size // 2 + 1):
                if number <= len(pairs):
                    sets.append([card for card in rng.sample(pairs, number) for _ in range(2)])
            legal = texts(match.moves.sample(rng).cards)
            legal.remove(rng.choice(legal))
            sets += [[*legal, rng.choice(hand)], [*legal, rng.choice(PACK)]]
        kind = {"declaring": "declare", "burying": "bury", "playing": "play"}[match.phase]
        for cards in sets:
            if cards and max(Counter(cards).values()) <= 2:
                yield f"{kind} {' '.join(cards)}", (kind, in_order(cards))
        other = rng.choice(("declare", "bury", "play", "pass"))
        if other != kind:
            yield ("pass", ("pass",)) if other == "pass" else (f"{other} {hand[0]}", (other, (hand[0],)))

    def check_sane(self, match: Match) -> None:
        """A position may say that a seat with a pair has shown to have none: that does no harm."""
        table: tractor.Table = match.table
        assert set(table.levels) <= set(RANKS) and table.level in RANKS
        standing = [RANKS.index(level) + 2 for level in table.levels]
        assert all(score - standing[team(seat)] in (0, int(match.over)) for seat, score in enumerate(match.scores))
        held = [texts(match.hand(seat)) for seat in SEATS]
        assert tuple(map(len, held)) == match.hand_sizes
        assert not Counter([*sum(held, []), *texts(match.stock)]) - Counter(TWO_PACKS)
        assert (table.trump is None) == (match.phase == "declaring")
        if match.phase == "declaring":
            return
        trump = TRUMPS[table.trump or ""]
        for seat in SEATS:
            suits = {effective_suit(card, trump, table.level) for card in held[seat]}
            assert not set(table.voids[seat]) & set(named(suits))
        lying = [texts(move.cards) for move in table.trick if move is not None]
        assert len({len(cards) for cards in lying}) <= 1 and sum(table.points) + sum(map(card_points, lying)) <= 400
        if table.leading is not None:
            assert table.leader is not None
            order = [(table.leader + place) % 4 for place in SEATS]
            plays = [(seat, texts(move.cards)) for seat in order if (move := table.trick[seat]) is not None]
            assert [seat for seat, _ in plays] == order[: len(plays)]
            assert plays[trick_winner([cards for _, cards in plays], trump, table.level)][0] == table.leading

    def refusals(self) -> Iterator[Refusal]:
        hands = ("2S 2S 3H 3H 4H 4H 5H 6H JD JD", "2D BJ BJ 7H 7H 8H 9H 3C 9C", "RJ 2H 9S TS JS QS KS AS", "2C 2D")
        start = set_up(*hands)
        declared = set_up(*hands, moves=["declare 2S"])
        twice = set_up(*hands, moves=["declare 2S 2S", "-"])
        bury = set_up(*hands, moves=["declare 2S", "-", "-", "-"])
        lead = bury_any(bury.copy(), hands[0])
        single, pair = play(lead.copy(), "play 5H"), play(lead.copy(), "play 3H 3H")
        tractor_led = play(lead.copy(), "play 3H 3H 4H 4H")
        yield Refusal("play while declaring", start, "play 3H", IllegalMove, "declaring", "TR-3.1")
        yield Refusal("burial while declaring", start, "bury 3H", IllegalMove, "declaring", "TR-3.1")
        yield Refusal("declaration of nothing", start, "declare", IllegalMove, "no-declaration", "TR-3.1")
        yield Refusal("declaration of another rank", start, "declare 3H", IllegalMove, "no-declaration", "TR-3.1")
        yield Refusal("declaration of two suits", start, "declare 2S 2H", IllegalMove, "no-declaration", "TR-3.1")
        yield Refusal("declaration of one joker", declared, "declare BJ", IllegalMove, "no-declaration", "TR-3.1")
        yield Refusal("of a red joker and a black", declared, "declare BJ RJ", IllegalMove, "no-declaration", "TR-3.1")
        yield Refusal("declaration of three cards", start, "declare 2S 2S 2H", IllegalMove, "no-declaration", "TR-3.1")
        yield Refusal("another's card", start, "declare 2D", IllegalMove, "not-in-hand", "TR-3.1")
        yield Refusal("two of which one is held", declared, "declare 2D 2D", IllegalMove, "not-in-hand", "TR-3.1")
        yield Refusal("as strong as the last", declared, "declare 2D", IllegalMove, "too-weak", "TR-3.1")
        yield Refusal("weaker than the last", twice, "declare 2H", IllegalMove, "too-weak", "TR-3.1")
        yield Refusal("pass by the dealer who buries", bury, "pass", IllegalMove, "must-bury", "TR-4")
        yield Refusal("lead before the burial", bury, "play 3H", IllegalMove, "must-bury", "TR-4")
        yield Refusal("declaration after three passes", bury, "declare 2S 2S", IllegalMove, "must-bury", "TR-4")
        seven = "bury 2S 2S 3H 3H 4H 4H 5H"
        yield Refusal("seven cards", bury, seven, IllegalMove, "bury-eight", "TR-4")
        yield Refusal("nine cards", bury, f"{seven} 6H JD", IllegalMove, "bury-eight", "TR-4")
        yield Refusal("a card that is not held", bury, f"{seven} BJ", IllegalMove, "not-in-hand", "TR-4")
        yield Refusal("a second burial", lead, f"{seven} 6H", IllegalMove, "buried-already", "TR-4")
        yield Refusal("declaration during the play", lead, "declare 2S 2S", IllegalMove, "trump-settled", "TR-3.2")
        yield Refusal("pass during the play", pair, "pass", IllegalMove, "trump-settled", "TR-3.2")
        yield Refusal("another's card led", lead, "play BJ", IllegalMove, "not-in-hand", "TR-7.1")
        yield Refusal("two of which one is held", lead, "play 5H 5H 6H 6H", IllegalMove, "not-in-hand", "TR-7.1")
        yield Refusal("two single cards", lead, "play 5H 6H", IllegalMove, "no-combination", "TR-6")
        yield Refusal("three cards", lead, "play 3H 3H 4H", IllegalMove, "no-combination", "TR-6")
        yield Refusal("pairs of two suits", lead, "play 3H 3H JD JD", IllegalMove, "no-combination", "TR-6")
        yield Refusal("two cards to one", single, "play 7H 7H", IllegalMove, "other-size", "TR-7.1")
        yield Refusal("one card to two", pair, "play 7H", IllegalMove, "other-size", "TR-7.1")
        yield Refusal("another suit", single, "play 9C", IllegalMove, "must-follow", "TR-7.1")
        yield Refusal("trump on a suit that is held", single, "play BJ", IllegalMove, "must-follow", "TR-7.1")
        yield Refusal("half of another suit", pair, "play 7H 9C", IllegalMove, "must-follow", "TR-7.1")
        yield Refusal("a pair of trumps", pair, "play BJ BJ", IllegalMove, "must-follow", "TR-7.1")
        yield Refusal("two singles with a pair in hand", pair, "play 8H 9H", IllegalMove, "owes-pairs", "TR-7.2")
        yield Refusal("half of a pair", pair, "play 7H 8H", IllegalMove, "owes-pairs", "TR-7.2")
        yield Refusal("no pair to a tractor", tractor_led, "play 7H 8H 9H 3C", IllegalMove, "must-follow", "TR-7.1")
        yield Refusal("bid", start, "bid 1", IllegalMove, "unknown-kind", "")
        yield Refusal("discard", bury, "discard 3H", IllegalMove, "unknown-kind", "")
        yield Refusal("check", lead, "check", IllegalMove, "unknown-kind", "")
        yield Refusal("play of nothing", lead, "play", IllegalMove, "unreadable", "")
        yield Refusal("burial of nothing", bury, "bury", IllegalMove, "unreadable", "")
        yield Refusal("pass with a card", start, "pass 2S", IllegalMove, "unreadable", "")
        yield Refusal("no move at all", lead, "", IllegalMove, "unreadable", "")
        yield Refusal("no card", lead, "play 1S", BadCards, "bad-card", "")
        yield Refusal("no move", start, "hello", BadCards, "bad-card", "")
        yield Refusal("a third copy", lead, "play 3H 3H 3H", BadCards, "not-in-pack", "")
        declaration, burial, card = declared.copy().undo(), lead.copy().undo(), single.copy().undo()
        assert declaration is not None and burial is not None and card is not None
        yield Refusal("declaration of another position", declared, declaration, IllegalMove, "not-in-hand", "TR-3.1")
        yield Refusal("burial of another position", lead, burial, IllegalMove, "buried-already", "TR-4")
        yield Refusal("card of another position", single, card, IllegalMove, "not-in-hand", "TR-7.1")
        yield Refusal("card of the future", bury, card, IllegalMove, "must-bury", "TR-4")
        load, (name, data) = cast("tuple[Any, tuple[str, bytes]]", card.__reduce__())
        yield Refusal(
            "another rank", lead, load(name, data[:2] + b"\7" + data[3:]), IllegalMove, "other-reading", "TR-6"
        )
        yield Refusal(
            "another shape", lead, load(name, data[:1] + b"\2" + data[2:]), IllegalMove, "other-reading", "TR-6"
        )
        yield Refusal("with an amount", lead, load(name, data[:4] + b"\5" + data[5:]), IllegalMove, "stray-fields", "")
        load, (name, data) = cast("tuple[Any, tuple[str, bytes]]", burial.__reduce__())
        yield Refusal("burial with a shape", bury, load(name, data[:1] + b"\1" + data[2:]), IllegalMove,
                      "stray-fields", "")  # fmt: skip
        load, (name, data) = cast("tuple[Any, tuple[str, bytes]]", start.moves[0].__reduce__())
        yield Refusal("pass that holds cards", start, load(name, data[:8] + b"\1" + data[9:]), IllegalMove,
                      "stray-fields", "")  # fmt: skip
