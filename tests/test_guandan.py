"""The rules of Guandan, clause by clause (section GD of the house rules).

Cards are written as the rules write them: "333 44 5H BJ"; a rank alone stands for a card that is not wild, as long as
there is one. Unless it is said otherwise the level is 2, whose hearts are wild. Where two combinations could not come
from two packs the kernel ``guandan.plays`` is asked instead of a match.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import permutations
from typing import Any, cast

import pytest

import cardavia
from cardavia import BadCards, BadOption, Cards, EventCode, IllegalMove, Kind, Match, Move, Random
from cardavia.games import guandan
from tests.referee import guandan as referee
from tests.referee.guandan import DECK_ORDER, LEVELS
from tests.tables import adapter_of
from tests.tables.guandan import LENGTHS, PACK, SEATS, cards_of, hands_dealt, key_of, play, set_up, text_of, texts
from tests.test_secrecy import compare_here
from tests.walk import walk

GAME = cardavia.game("guandan")


def readings(text: str, level: str = "2") -> set[str]:
    """All that these cards can be: "full-house K"."""
    found = [f"{reading.shape} {reading.rank}" for reading in guandan.readings(cards_of(text), level)]
    assert len(found) == len(set(found))
    return set(found)


def beats(answer: str, table: str, level: str = "2") -> bool:
    """Whether all these cards together may be played on those, which have one reading."""
    hand, (on_table,) = cards_of(answer), guandan.readings(cards_of(table), level)
    return any(play.cards == hand for play in guandan.plays(hand, level, beating=on_table))


def named(match: Match, text: str) -> Move:
    """The move of a text such as "full-house 3: 333 44"."""
    return match.moves.find(text_of(match, text))


def refusal(match: Match, move: str) -> tuple[str, str]:
    """Code and rule with which a move is refused."""
    with pytest.raises(IllegalMove) as caught:
        match.play(text_of(match, move) if move.split()[0] not in ("return", "pass") else move)
    return caught.value.code, caught.value.rule


def run(match: Match, rng: random.Random) -> Match:
    """Plays a deal to its end, at random."""
    while not match.deal_over:
        match.play(match.moves.sample(rng))
    return match


def ended(places: str, **options: Any) -> Match:
    """A deal that ended with these places: "0213", the first seat first."""
    wanted = tuple(map(int, places))
    for seed in range(2000):
        match = run(GAME.start(seed=seed, **options), random.Random(seed))
        if match.table.places == wanted:
            return match
    raise AssertionError(f"no deal ended {places}")


def given(match: Match) -> list[tuple[int, int, str]]:
    """The tribute by the log: who gave what to whom."""
    return [
        (cast(int, event.seat), event.amount, str(event.cards))
        for event in match.log
        if event.code == EventCode.TRIBUTE
    ]


def best_cards(level: str = "2", but: str = "") -> str:
    """All that is stronger than an ace, the wild cards apart: where another seat has them no payer has any."""
    cards = Counter(["BJ", "RJ", *(level + suit for suit in "CDS")] * 2)
    return " ".join((cards - Counter(but.split())).elements())


def power_of(card: str, level: str) -> int:
    return referee.power(referee.rank_of(card), level)


SINGLE = (0, 1, 2, 3)
"""Places after which seat 3 pays seat 0."""
DOUBLE = (0, 2, 1, 3)
"""Places after which seats 1 and 3 pay seats 0 and 2."""


# ---- 1. Aim and match ------------------------------------------------------------------------------------------------


def test_gd_1_1_partners_sit_opposite() -> None:
    assert GAME.players == 4 and GAME.sides == (0, 1, 0, 1)
    for seat in SEATS:
        assert referee.partner_of(seat) == (seat + 2) % 4 and referee.team_of(seat) == GAME.sides[seat]


@pytest.mark.parametrize("places", ["".join(map(str, places)) for places in permutations(range(4))])
def test_gd_1_1_the_team_of_the_first_rises_by_the_place_of_its_partner(places: str) -> None:
    match = ended(places)
    first = int(places[0])
    partner_is = places.index(str((first + 2) % 4)) + 1
    rise = {2: 3, 3: 2, 4: 1}[partner_is]
    levels = tuple(LEVELS[rise] if side == first % 2 else "2" for side in (0, 1))
    assert match.table.places == tuple(map(int, places)) and match.table.levels == levels and not match.over
    assert match.scores == tuple(2 + rise if seat % 2 == first % 2 else 2 for seat in SEATS)
    assert match.deal_result is not None
    assert match.deal_result.points == tuple(rise if seat % 2 == first % 2 else -rise for seat in SEATS)
    lines = [(line.code, line.seat, line.amount) for line in match.deal_result.lines]
    assert lines[:4] == [("place", int(seat), place) for place, seat in enumerate(places, 1)]
    assert lines[4:] == [("rise", first, rise), ("level", first, 2 + rise)]


def test_gd_1_1_the_log_tells_places_and_points() -> None:
    match = ended("1032")
    told = [(str(event.code), event.seat, event.amount) for event in match.log if event.code != EventCode.MOVE]
    assert [each for each in told if each[0] == "place"] == [
        ("place", 1, 1),
        ("place", 0, 2),
        ("place", 3, 3),
        ("place", 2, 4),
    ]
    assert told[-5:] == [("deal-over", 3, 0), ("points", 0, -2), ("points", 1, 2), ("points", 2, -2), ("points", 3, 2)]


def test_gd_1_1_the_places_of_a_last_deal_are_four_seats() -> None:
    wrong: list[Any] = [(0, 1, 2, 2), (0, 0, 0, 0), (0, 1), 0]
    for previous in wrong:
        with pytest.raises(BadOption) as caught:
            GAME.start(previous=previous)
        assert (caught.value.code, caught.value.rule) == ("bad-places", "GD-1.1")


def test_gd_1_2_both_teams_begin_at_two_and_the_first_deal_is_played_at_two() -> None:
    match = GAME.start(seed=0)
    assert match.table.levels == ("2", "2") and match.table.level == "2" and match.scores == (2, 2, 2, 2)
    assert LEVELS == ("2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A")


@pytest.mark.parametrize("places", ["0213", "1302", "0123", "3021", "2130"])
def test_gd_1_2_the_next_deal_is_played_at_the_level_of_the_team_that_won(places: str) -> None:
    match = ended(places, levels=("9", "5"), level="9")
    match.next_deal()
    team = int(places[0]) % 2
    assert match.table.level == match.table.levels[team] and match.deal == 1
    assert match.table.levels[1 - team] == ("9", "5")[1 - team]
    assert match.table.previous == tuple(map(int, places)) and match.table.places == ()


@pytest.mark.parametrize(
    ("level", "places"), [("J", "0213"), ("Q", "0213"), ("K", "0123"), ("K", "0132"), ("A", "0132")]
)
def test_gd_1_2_a_rise_is_capped_at_the_ace(level: str, places: str) -> None:
    match = ended(places, levels=(level, "3"), level="3")
    assert match.table.levels == ("A", "3") and not match.over
    assert match.deal_result is not None and match.deal_result.points[0] == 4 - places.index("2")


def test_gd_1_2_the_level_of_a_deal_that_is_set_up() -> None:
    assert GAME.start(levels=("5", "A"), previous=(1, 0, 2, 3)).table.level == "A"
    assert GAME.start(levels=("5", "A"), previous=(2, 0, 1, 3)).table.level == "5"
    assert GAME.start(levels=("7", "7")).table.level == "7" == GAME.start(levels="7").table.level
    assert GAME.start(levels=("5", "A"), level="A").table.level == "A"
    wrong: list[dict[str, Any]] = [
        {"levels": ("5", "A")},  # a first deal: it has to be said which
        {"levels": ("5", "A"), "level": "6"},
        {"levels": ("5", "A"), "level": "5", "previous": (1, 0, 2, 3)},
    ]
    for options in wrong:
        with pytest.raises(BadOption) as caught:
            GAME.start(**options)
        assert (caught.value.code, caught.value.rule) == ("which-level", "GD-1.2")


@pytest.mark.parametrize(
    ("levels", "level", "places", "after", "winner"),
    [
        (("A", "2"), "A", "0132", ("A", "2"), None),  # 1st and 4th
        (("A", "2"), "A", "0213", ("A", "2"), 0),  # 1st and 2nd
        (("A", "2"), "A", "0123", ("A", "2"), 0),  # 1st and 3rd
        (("A", "2"), "A", "1302", ("A", "5"), None),  # the other team wins
        (("A", "A"), "A", "1302", ("A", "A"), 1),  # both are at A
        (("A", "A"), "A", "2031", ("A", "A"), 0),
        (("A", "A"), "A", "3120", ("A", "A"), 1),
        (("A", "A"), "A", "3021", ("A", "A"), None),
        (("A", "K"), "A", "1302", ("A", "A"), None),  # it reaches A by this deal
        (("K", "2"), "K", "0213", ("A", "2"), None),
        (("A", "5"), "5", "0213", ("A", "5"), None),  # not a deal at A
        (("2", "2"), "2", "1032", ("2", "4"), None),
    ],
)  # fmt: skip
def test_gd_1_3_who_has_won_the_match(
    levels: tuple[str, str], level: str, places: str, after: tuple[str, str], winner: int | None
) -> None:
    match = ended(places, levels=levels, level=level)
    assert match.table.levels == after and match.over == (winner is not None)
    assert match.deal_result is not None
    won = [line for line in match.deal_result.lines if line.code == "match"]
    assert [(cast(int, line.seat) % 2, line.amount) for line in won] == ([] if winner is None else [(winner, 1)])
    if winner is None:
        match.next_deal()
        assert match.deal == 1 and match.table.level == after[int(places[0]) % 2]
    else:
        assert match.log[-1].code == EventCode.MATCH_OVER
        with pytest.raises(IllegalMove) as caught:
            match.next_deal()
        assert caught.value.code == "match-over"


def test_gd_1_3_a_match_from_two_goes_through_many_deals_to_the_ace() -> None:
    for seed in range(20):
        match, rng = GAME.start(seed=seed), random.Random(seed)
        while not run(match, rng).over:
            before = match.table.levels
            match.next_deal()
            assert match.table.levels == before
        team = match.table.places[0] % 2
        assert match.table.level == match.table.levels[team] == "A" and match.deal >= 5
        assert match.table.places[3] % 2 != team


# ---- 2. Deal ---------------------------------------------------------------------------------------------------------


def test_gd_2_two_packs_of_which_each_seat_is_dealt_twenty_seven_cards() -> None:
    for seed in range(30):
        match = GAME.start(seed=seed)
        hands = [texts(match.hand(seat)) for seat in SEATS]
        assert [len(hand) for hand in hands] == [27] * 4 == list(match.hand_sizes)
        assert sorted(sum(hands, [])) == sorted(DECK_ORDER * 2) and match.stock == ()


def test_gd_2_the_leader_of_the_first_deal_is_drawn_evenly() -> None:
    counts = Counter(GAME.start(seed=seed).turn for seed in range(3000))
    # Binomial(3000, 1/4): mean 750, standard deviation 23.7.
    assert set(counts) == set(SEATS) and all(abs(counts[seat] - 750) < 125 for seat in SEATS)


def test_gd_2_the_leader_can_be_said_in_a_first_deal() -> None:
    for leader in SEATS:
        match = GAME.start(seed=0, leader=leader)
        assert match.turn == match.table.leader == leader and match.phase == "playing"
    with pytest.raises(BadOption) as caught:
        GAME.start(leader=1, previous=SINGLE)
    assert (caught.value.code, caught.value.rule) == ("leader-by-tribute", "GD-3.4")


@pytest.mark.parametrize("level", LEVELS)
def test_gd_2_both_hearts_of_the_level_rank_are_wild(level: str) -> None:
    other = "7" if level != "7" else "8"
    assert readings(f"{other}C {level}H", level) == {f"pair {other}"}
    assert readings(f"{other}C {level}H {level}H", level) == {f"triple {other}"}
    for suit in "CDS":
        assert readings(f"{other}C {level}{suit}", level) == set()
    elsewhere = next(rank for rank in LEVELS if rank not in (level, other))
    assert readings(f"{other}C {elsewhere}H", level) == set()


def test_gd_2_each_deal_is_shuffled_anew() -> None:
    match = GAME.start(seed=3)
    for _ in range(4):
        run(match, random.Random(0)).next_deal()
        assert sum(match.hand_sizes) == 108
    assert len({str(event.cards) for event in match.log if event.code == EventCode.HAND}) == 20


# ---- 3. Tribute ------------------------------------------------------------------------------------------------------


def test_gd_3_1_there_is_no_tribute_in_a_first_deal() -> None:
    match = GAME.start(seed=1)
    assert match.phase == "playing" and given(match) == [] and match.table.previous == () and match.table.payers == ()


@pytest.mark.parametrize("previous", [(0, 1, 2, 3), (2, 1, 0, 3), (3, 2, 1, 0), (1, 2, 3, 0)])
def test_gd_3_1_the_last_gives_its_strongest_card_to_the_first(previous: tuple[int, ...]) -> None:
    hands = [""] * 4
    hands[previous[3]] = "BJ AC"
    hands[previous[1]] = "RJ RJ"
    match = set_up(*hands, previous=previous)
    assert match.table.payers == (previous[3],) and texts(match.table.tribute) == ["BJ"]
    assert given(match) == [(previous[3], previous[0], "BJ")]
    assert "BJ" in texts(match.hand(previous[0]))
    assert match.hand_sizes[previous[0]] == 28 and match.hand_sizes[previous[3]] == 26
    assert match.phase == "returning" and match.turn == previous[0] and match.table.leader is None


def test_gd_3_1_the_last_gives_to_its_own_partner_too() -> None:
    match = set_up("", best_cards(), "AS", previous=(0, 1, 3, 2))
    assert given(match) == [(2, 0, str(match.table.tribute[0]))] and match.table.payers == (2,)
    assert match.table.tribute[0].rank == "A"
    play_return(match)
    assert match.turn == 2 and match.hand_sizes == (27, 27, 27, 27)


def play_return(match: Match) -> str:
    """Gives the first card back that can be given."""
    return str(match.play(match.moves[0]).cards)


def test_gd_3_1_when_one_team_was_first_and_second_both_opponents_give_the_higher_card_to_the_first() -> None:
    for one, other, to_first in (("RJ", "BJ", 1), ("BJ", "RJ", 3), ("RJ", "2C", 1), ("2C", "BJ", 3)):
        match = set_up(best_cards(but=f"{one} {other}"), one, "", other, previous=DOUBLE)
        assert match.table.payers == (to_first, 4 - to_first) and match.hand_sizes == (28, 26, 28, 26)
        higher, lower = (one, other) if to_first == 1 else (other, one)
        assert given(match) == [(to_first, 0, higher), (4 - to_first, 2, lower)]


@pytest.mark.parametrize("first", SEATS)
@pytest.mark.parametrize("last", [1, 3])
def test_gd_3_1_equal_tributes_go_by_the_order_of_seats_after_the_first(first: int, last: int) -> None:
    second, near, far = (first + 2) % 4, (first + 1) % 4, (first + 3) % 4
    hands = [""] * 4
    hands[first] = best_cards()
    hands[near], hands[far] = "AS", "AC"
    previous = (first, second, *((far, near) if last == 1 else (near, far)))
    match = set_up(*hands, previous=previous)
    assert match.table.payers == (near, far)
    assert [(payer, receiver) for payer, receiver, _ in given(match)] == [(near, first), (far, second)]
    assert [card.rank for card in match.table.tribute] == ["A", "A"]


def test_gd_3_1_wild_cards_are_never_given() -> None:
    match = set_up(best_cards("K"), "", "", "KH KH AC", previous=SINGLE, levels="K")
    assert given(match) == [(3, 0, "AC")]
    assert texts(match.hand(3)).count("KH") == 2


def test_gd_3_1_the_level_is_that_of_the_deal_about_to_be_played() -> None:
    match = set_up(best_cards("7", but="7D"), "", "", "7D AC", previous=SINGLE, levels=("7", "4"))
    assert match.table.level == "7" and given(match) == [(3, 0, "7D")]
    match = set_up(best_cards("4"), "", "", "7D AC", previous=SINGLE, levels=("4", "7"))
    assert match.table.level == "4" and given(match) == [(3, 0, "AC")]


def test_gd_3_1_tribute_goes_by_the_cards_as_dealt() -> None:
    """Both give at once, before anything is given back."""
    for seed in range(30):
        match = GAME.start(seed=seed, previous=DOUBLE)
        dealt = hands_dealt(match)
        for payer, _, card in given(match):
            assert card == referee.tribute_card(dealt[payer], "2")


@pytest.mark.parametrize("previous", [SINGLE, (0, 1, 3, 2), DOUBLE])
def test_gd_3_2_both_red_jokers_in_one_hand_that_pays_cancel_the_tribute(previous: tuple[int, ...]) -> None:
    hands = [""] * 4
    hands[previous[3]] = "RJ RJ"
    match = set_up(*hands, previous=previous)
    assert match.table.cancelled and given(match) == [] and match.table.payers == () and match.table.tribute == ()
    assert match.phase == "playing" and match.turn == match.table.leader == 0 and match.hand_sizes == (27,) * 4
    (cancelled,) = [event for event in match.log if event.code == EventCode.CANCELLED]
    assert cancelled.cards == Cards("RJ RJ") and cancelled.seat is None
    assert all(cancelled in match.view(viewer).log for viewer in (-1, *SEATS))


def test_gd_3_2_two_payers_with_one_red_joker_each_cancel() -> None:
    match = set_up("", "RJ", "", "RJ", previous=DOUBLE)
    assert match.table.cancelled and match.turn == match.table.leader == 0 and given(match) == []
    assert match.table.known == (Cards(),) * 4


def test_gd_3_2_red_jokers_of_seats_that_pay_nothing_cancel_nothing() -> None:
    for hands, previous in (
        (("RJ RJ",), SINGLE),
        (("", "RJ RJ"), SINGLE),
        (("", "RJ", "", "RJ"), SINGLE),
        (("RJ", "RJ"), DOUBLE),
    ):
        match = set_up(*hands, previous=previous)
        assert not match.table.cancelled and len(given(match)) == (2 if previous == DOUBLE else 1)


def test_gd_3_2_that_one_payer_holds_both_red_jokers_is_known_until_they_are_played() -> None:
    match = set_up("3C", "", "", "RJ RJ", previous=SINGLE)
    for viewer in (-1, 0, 1, 2):
        assert match.view(viewer).known(3) == Cards("RJ RJ") == match.table.known[3]
    play(match, "3C", "-", "-", "RJ")
    assert match.table.known[3] == Cards("RJ") and match.view(0).known(3) == Cards("RJ")
    play(match, "-", "-", "-")
    assert "RJ" in texts(match.hand(3)) and match.turn == 3
    play(match, "RJ")
    assert match.table.known[3] == Cards()


def test_gd_3_2_of_two_payers_nobody_learns_who_holds_which_red_joker() -> None:
    rest = list((Counter(PACK) - Counter(["RJ", "RJ"])).elements())
    random.Random(5).shuffle(rest)
    views: list[object] = []
    for number in (0, 1, 2):  # of red jokers that seat 1 holds
        one, three = ["RJ"] * number + rest[54 : 81 - number], ["RJ"] * (2 - number) + rest[81 - number :]
        hands = [" ".join(hand) for hand in (rest[:27], one, rest[27:54], three)]
        match = GAME.start(seed=number, hands=hands, previous=DOUBLE)
        others = [match.view(viewer) for viewer in (-1, 0, 2)]
        assert match.table.cancelled and all(len(view.known(seat)) == 0 for view in others for seat in (1, 3))
        views.append([(view.position, view.to_dict(), view.log, view.hash) for view in others])
    assert views[0] == views[1] == views[2]


def test_gd_3_2_a_payer_with_one_red_joker_knows_where_the_other_is() -> None:
    match = set_up("", "RJ", "", "RJ", previous=DOUBLE)
    for seed in range(50):
        assert "RJ" in texts(match.view(1).sample(seed).hand(3))
        world = match.view(-1).sample(seed)
        assert sum(texts(world.hand(seat)).count("RJ") for seat in (1, 3)) == 2


def test_gd_3_3_the_receiver_gives_back_a_card_from_two_to_ten_that_is_not_wild() -> None:
    match = set_up("2C 5H 5C 5D TS JC QD KH AS", best_cards("5", but="5C 5D"), "", "AD", previous=SINGLE, levels="5")
    cards = {str(move.cards) for move in match.moves}
    hand = texts(match.hand(0))
    assert {move.kind for move in match.moves} == {Kind.RETURN} and match.turn == 0
    assert cards == {card for card in hand if card[0] in "23456789T" and card != "5H"}
    assert cards >= {"2C", "5C", "5D", "TS"}
    assert refusal(match, "return 5H") == ("not-returnable", "GD-3.3")
    assert refusal(match, "return JC") == ("not-returnable", "GD-3.3")
    assert refusal(match, "return AS") == ("not-returnable", "GD-3.3")
    assert refusal(match, "pass") == ("returning", "GD-3.3")
    match.play("return TS")
    assert texts(match.table.returned) == ["TS"] and "TS" in texts(match.hand(3)) and match.hand_sizes == (27,) * 4
    assert refusal(match, "return 2C") == ("not-returning", "GD-3.3")


def test_gd_3_3_level_cards_of_other_suits_qualify_by_their_printed_rank() -> None:
    match = set_up("5C 5D 5S JC QC", "", "", "RJ", previous=SINGLE, levels="5")
    cards = [str(move.cards) for move in match.moves]
    assert {"5C", "5D", "5S"} <= set(cards) and len(cards) == len(set(cards))


def test_gd_3_3_a_tribute_of_a_level_card_may_be_given_straight_back() -> None:
    match = set_up("3C", best_cards("9", but="9S"), "", "9S", previous=SINGLE, levels="9")
    assert given(match) == [(3, 0, "9S")]
    match.play("return 9S")
    assert texts(match.table.tribute) == texts(match.table.returned) == ["9S"]
    assert match.turn == 3 and "9S" in texts(match.hand(3)) and "9S" not in texts(match.hand(0))
    assert match.table.known == (Cards(), Cards(), Cards(), Cards("9S"))


HIGH = [card for card in PACK if referee.rank_of(card) in ("J", "Q", "K", "A", "BJ", "RJ")]


@pytest.mark.parametrize(
    ("level", "lowest"),
    [("J", "QC QD QH QS"), ("Q", "JC JD JH JS"), ("A", "JC JD JH JS"), ("2", "JC JD JH JS")],
)
def test_gd_3_3_a_receiver_without_such_a_card_gives_back_one_of_its_lowest_power(level: str, lowest: str) -> None:
    tribute = "RJ AC AD AS KC KD KS BJ BJ"
    match = set_up(
        " ".join((Counter(HIGH) - Counter(tribute.split())).elements()), "", "", tribute, previous=SINGLE, levels=level
    )
    assert given(match) == [(3, 0, "RJ")] and set(texts(match.hand(0))) <= set(HIGH)
    assert [str(move.cards) for move in match.moves] == lowest.split()
    assert refusal(match, "return KH") == ("not-returnable", "GD-3.3")
    match.play(match.moves[2])
    assert match.table.returned[0].text == lowest.split()[2] and match.turn == 3


def test_gd_3_3_the_tribute_just_received_may_be_the_only_card_to_give_back() -> None:
    low, high = " ".join(HIGH[:9]), " ".join(HIGH[9:])
    match = set_up(high, f"{low} 9C 9C 9D 9D 9S", "", "9S", previous=SINGLE, levels="9")
    assert given(match) == [(3, 0, "9S")]
    assert [str(move) for move in match.moves] == ["return 9S"]


def test_gd_3_3_the_return_card_is_the_receivers_choice_of_equals_too() -> None:
    match = set_up("3C 3C 3D 3S RJ", "3H 3H", "", "RJ", previous=SINGLE)
    assert [str(move) for move in match.moves if move.cards <= Cards("3C 3D 3S")] == [
        "return 3C",
        "return 3D",
        "return 3S",
    ]
    for card in ("3C", "3D", "3S"):
        assert match.copy().play(f"return {card}").cards == Cards(card)


def test_gd_3_3_the_first_gives_back_before_the_second_and_each_to_who_gave() -> None:
    match = set_up("3C 3D RJ", "RJ", "4C 4C", "BJ 3C", previous=DOUBLE)
    assert match.turn == 0 and match.table.payers == (1, 3)
    assert refusal(match, "return 4C") == ("not-in-hand", "GD-4.1")
    match.play("return 3D")
    assert match.turn == 2 and match.phase == "returning" and match.table.leader is None
    assert "3D" in texts(match.hand(1)) and match.hand_sizes == (27, 27, 28, 26)
    match.play("return 4C")
    assert (
        "4C" in texts(match.hand(3)) and match.hand_sizes == (27,) * 4 and texts(match.table.returned) == ["3D", "4C"]
    )


@pytest.mark.parametrize(("hands", "to_first"), [(("RJ", "RJ", "", "BJ"), 1), (("RJ", "BJ", "", "RJ"), 3)])
def test_gd_3_4_who_received_the_return_of_the_first_leads(hands: Sequence[str], to_first: int) -> None:
    match = set_up(*hands, previous=DOUBLE)
    play_return(match)
    assert match.turn == 2
    play_return(match)
    assert match.turn == match.table.leader == to_first and match.phase == "playing"
    assert refusal(match, "pass") == ("must-lead", "GD-4.1")


def test_gd_3_4_after_a_single_tribute_the_last_leads() -> None:
    for previous in ((0, 1, 2, 3), (0, 1, 3, 2), (3, 0, 1, 2)):
        hands = [""] * 4
        hands[previous[3]], hands[previous[1]] = "RJ", "RJ"
        match = set_up(*hands, previous=previous)
        play_return(match)
        assert match.turn == match.table.leader == previous[3]


def test_gd_3_5_tribute_and_return_are_public() -> None:
    match = set_up("3C 3D RJ", "BJ BJ", "4C", "RJ", previous=SINGLE)
    match.play("return 3D")
    for viewer in (-1, *SEATS):
        view = match.view(viewer)
        assert (
            texts(view.table.tribute) == ["RJ"] and texts(view.table.returned) == ["3D"] and view.table.payers == (3,)
        )
        told = [(str(event.code), event.seat, event.amount, str(event.cards or "")) for event in view.log]
        assert ("tribute", 3, 0, "RJ") in told
        assert [str(event.move) for event in view.log if event.move] == ["return 3D"]
        assert view.table.known == (Cards("RJ"), Cards(), Cards(), Cards("3D"))
        for seat, card in ((0, "RJ"), (3, "3D")):
            assert view.known(seat) == (match.hand(seat) if seat == viewer else Cards(card))


def test_gd_3_5_a_known_card_is_known_until_such_a_card_is_played() -> None:
    match = set_up("3C 3D 2C", "2D BJ BJ RJ", "", "RJ 3S 4C", previous=SINGLE)
    match.play("return 3D")
    play(match, "3D", "2C")
    assert match.table.known == (Cards("RJ"), Cards(), Cards(), Cards())
    play(match, "-", "-", "-", "RJ")
    assert match.table.known == (Cards(),) * 4


@pytest.mark.parametrize(
    ("hand", "first"),
    [("AC AD AS", "AC"), ("AS AH AD", "AD"), ("AS AH", "AH"), ("AS AS", "AS"), ("2S 2D AC", "2D"), ("BJ BJ 2C", "BJ")],
)
def test_gd_3_5_of_equally_strong_cards_the_first_in_deck_order_is_given(hand: str, first: str) -> None:
    rest = Counter([*best_cards().split(), *[f"A{suit}" for suit in "CDHS"] * 2]) - Counter(hand.split())
    match = set_up("", " ".join(rest.elements()), "", hand, previous=SINGLE)
    assert given(match) == [(3, 0, first)]


def test_gd_3_5_what_the_tribute_tells_of_hands_is_kept_by_samples() -> None:
    """A payer held nothing stronger, nor an equal card before it in deck order; and a receiver that gave back a card
    above ten held none up to ten."""
    match = set_up(f"{best_cards()} 3C", "AC AC", "", "AD", previous=SINGLE)
    assert given(match) == [(3, 0, "AD")]
    match.play("return 3C")
    for viewer in (-1, 1, 2):
        for seed in range(40):
            hand = texts(match.view(viewer).sample(seed).hand(3))
            assert not set(hand) & {"BJ", "RJ", "2C", "2D", "2S", "AC"}
    tribute = "RJ AC AD AS KC KD KS BJ BJ"
    high = " ".join((Counter(HIGH) - Counter(tribute.split())).elements())
    match = set_up(high, "", "", tribute, previous=SINGLE, levels="5")
    match.play("return JH")
    for viewer in (-1, 1, 2, 3):
        for seed in range(40):
            hand = texts(match.view(viewer).sample(seed).hand(0))
            assert not any(card[0] in "23456789T" and card != "5H" for card in hand)


def test_gd_3_5_a_receiver_that_gave_back_one_of_its_lowest_cards_held_none_lower() -> None:
    queens_up = [card for card in HIGH if card[0] != "J"]
    match = set_up(
        " ".join((Counter(queens_up) - Counter(["RJ"])).elements()), "", "", "RJ", previous=SINGLE, levels="5"
    )
    match.play("return QD")
    for viewer in (-1, 1, 2, 3):
        for seed in range(40):
            hand = texts(match.view(viewer).sample(seed).hand(0))
            assert all(power_of(card, "5") >= power_of("QD", "5") for card in hand if card != "5H")
            assert not any(card[0] in "23456789T" and card != "5H" for card in hand)


def test_gd_3_5_a_later_deal_shows_a_spectator_nothing_but_the_tribute() -> None:
    """Second deals from many seeds after the same first deal: where the same tribute was given, or none, all looks
    the same."""
    first = ended("0213", leader=0)
    hands = [" ".join(hand) for hand in hands_dealt(first)]
    moves = [event.move for event in first.log if event.move is not None]
    groups: dict[object, list[tuple[object, ...]]] = {}
    for seed in range(150):
        match = GAME.start(seed=seed, hands=hands, leader=0)
        for move in moves:
            match.play(move)
        match.next_deal()
        view = match.view(-1)
        shown = (view.position, view.hash, repr(view.table), repr(view.to_dict()), view.log, len(view.moves))
        groups.setdefault((given(match).__repr__(), match.table.cancelled), []).append((shown, match.position))
    same = [group for group in groups.values() if len(group) > 1]
    assert len(same) >= 3 and any(key[1] for key in groups if len(groups[key]) > 1)  # type: ignore[index]
    for group in same:
        assert len({repr(shown) for shown, _ in group}) == 1 and len({position for _, position in group}) == len(group)


@pytest.mark.parametrize(
    ("hands", "previous"),
    [
        (("", "", "", ""), SINGLE),
        (("", "", "", ""), (1, 0, 2, 3)),  # to its own partner
        (("", "", "", ""), DOUBLE),
        (("", "", "", "RJ RJ"), SINGLE),
        (("", "RJ", "", "RJ"), DOUBLE),
        (("", "RJ RJ", "", ""), DOUBLE),
        ((" ".join(HIGH[:27]), "", "", "RJ"), SINGLE),
    ],
    ids=["single", "partner", "double", "one-cancels", "two-cancel", "one-of-two-cancels", "high-return"],
)
def test_gd_3_5_nothing_else_of_the_hands_is_seen_after_tribute(
    hands: tuple[str, ...], previous: tuple[int, ...]
) -> None:
    """Hidden cards are exchanged in all ways that lead to the same tribute, while cards are returned and later."""
    adapter, rng = adapter_of("guandan"), random.Random(0)
    counts: Counter[str] = Counter()
    for seed in range(2):
        match = set_up(*hands, previous=previous, seed=seed, levels=("5", "J"))
        for step, _ in enumerate(walk(match, rng, deals=1)):
            if step < 4 or step % 25 == 0:
                counts += compare_here(adapter, match, rng)
    assert counts["found"] == counts["sought"] and counts["hidden"] >= 0.8 * counts["found"]


# ---- 4. Play ---------------------------------------------------------------------------------------------------------


def test_gd_4_1_a_leader_must_play_and_a_follower_may_pass() -> None:
    match = set_up("3C 4D", "5C")
    assert refusal(match, "pass") == ("must-lead", "GD-4.1")
    assert {move.kind for move in match.moves} == {Kind.PLAY}
    play(match, "3C")
    assert str(match.moves[0]) == "pass" and len(match.moves) > 1
    play(match, "-", "-", "-")
    assert match.turn == match.table.leader == 0 and match.table.leading is None


def test_gd_4_1_a_seat_plays_only_what_it_holds() -> None:
    match = set_up("3C 4C 4C", "3C", "5C 5C")
    assert match.moves.find("3C") and match.moves.find("4C 4C")
    for cards in ("3C 3C", "5C", "5C 5C", "3C 4C 5C"):
        with pytest.raises(IllegalMove) as caught:
            match.play(f"play {cards}")
        assert (caught.value.code, caught.value.rule) == ("not-in-hand", "GD-4.1")


def test_gd_4_1_when_all_others_have_passed_the_player_leads_again() -> None:
    match = set_up("3C", "4C", "5C 9C", "6C")
    play(match, "3C", "-", "5C", "-", "-")
    assert match.table.leading == 2 and match.table.passes == 2 and match.turn == 1
    play(match, "-")
    assert match.turn == match.table.leader == 2 and match.table.leading is None and match.table.passes == 0
    assert match.table.trick == (None,) * 4 and match.log[-1].code == EventCode.TRICK and match.log[-1].seat == 2


def test_gd_4_1_a_pass_does_not_shut_a_seat_out() -> None:
    match = set_up("3C 9D", "4C TC", "5C", "6C")
    play(match, "3C", "-", "5C", "6C", "9D", "TC")
    assert match.table.leading == 1 and match.turn == 2 and match.table.passes == 0


ROUNDS = ("33333333", "44444444", "55555555", "666")
"""Twenty-seven cards that go out in four plays."""
OUT = " ".join(ROUNDS)
OTHER_ROUNDS = ("77777777", "88888888", "99999999", "JJJ")
OTHER_OUT = " ".join(OTHER_ROUNDS)


def go_out(match: Match, rounds: Sequence[str] = ROUNDS) -> Match:
    """The seat to act leads all of its hand away, the others pass; after the last play nobody has acted yet."""
    passes = len([size for size in match.hand_sizes if size]) - 1
    for number, cards in enumerate(rounds):
        play(match, cards, *["-"] * (passes if number < len(rounds) - 1 else 0))
    return match


def test_gd_4_1_seats_that_are_out_are_skipped() -> None:
    match = go_out(set_up(OUT, "77", "88", "99"))
    assert match.hand_sizes[0] == 0 and match.table.places == (0,) and match.turn == 1
    play(match, "-", "-", "-")
    assert match.turn == 2
    assert [play(match, move).turn for move in ("88", "99", "-", "-")] == [3, 1, 2, 3]


def test_gd_4_1_when_the_last_player_is_out_the_partner_leads_once_all_have_passed() -> None:
    match = go_out(set_up(OUT))
    for turn in (1, 2, 3):
        assert match.turn == turn and match.table.leading == 0
        play(match, "-")
    assert match.turn == match.table.leader == 2 and match.table.leading is None


def test_gd_4_1_the_partner_of_a_seat_that_went_out_also_passes_or_plays_before_it_leads() -> None:
    match = go_out(set_up(OUT, "", "QQQ"))
    play(match, "-")
    assert match.turn == 2
    played = play(match.copy(), "QQQ")  # the partner may beat it as anybody else
    assert played.table.leading == 2 and played.turn == 3
    play(played, "-", "-")
    assert played.turn == 2 == played.table.leader


def test_gd_4_1_when_another_beats_the_last_play_of_a_seat_that_is_out_the_partner_has_no_claim() -> None:
    match = go_out(set_up(OUT, "QQQ", "", ""))
    play(match, "QQQ", "-", "-")
    assert match.turn == match.table.leader == 1


@pytest.mark.parametrize(("first", "second", "leads"), [(0, 2, 3), (2, 0, 1), (1, 3, 0), (3, 1, 2)])
def test_gd_4_1_when_the_partner_is_out_too_the_next_seat_from_the_last_player_leads(
    first: int, second: int, leads: int
) -> None:
    hands = [""] * 4
    hands[first], hands[second] = OUT, OTHER_OUT
    match = set_up(*hands, leader=first)
    go_out(match)
    play(match, "-", "-", "-")
    assert match.turn == second
    go_out(match, OTHER_ROUNDS)
    assert match.table.places == (first, second) and not match.deal_over and match.table.leading == second
    assert match.turn == leads
    play(match, "-", "-")
    assert match.turn == match.table.leader == leads and match.table.leading is None


def test_gd_4_1_next_counts_from_the_seat_that_played_last() -> None:
    """Not from the leader of the trick, nor from who passed last."""
    match = set_up(OUT, "", "KK " + "77777777 88888888 99999999 Q", "")
    go_out(match)
    play(match, "-", "-", "-")
    assert match.turn == 2
    play(match, "77777777", "-", "-", "88888888", "-", "-", "99999999", "-", "-", "KK", "-", "-", "Q")
    assert match.table.places == (0, 2) and match.turn == 3
    play(match, "-", "-")
    assert match.table.leader == 3


@pytest.mark.parametrize("level", LEVELS)
def test_gd_4_2_the_order_of_singles_and_groups(level: str) -> None:
    order = [rank for rank in LEVELS if rank != level] + [level]
    for low, lower in enumerate(order):
        for high, higher in enumerate(order):
            for number in (1, 2, 3, 4):
                one, other = (" ".join(rank + suit for suit in "CDSS"[:number]) for rank in (higher, lower))
                assert beats(one, other, level) == (high > low), (higher, lower, number)
    for rank in LEVELS:
        assert beats("BJ", f"{rank}C", level) and beats("RJ", f"{rank}C", level)
        assert not beats(f"{rank}C", "BJ", level) and not beats(f"{rank}C", "RJ", level)
        assert beats("BJ BJ", f"{rank}C {rank}D", level) and not beats(f"{rank}C {rank}D", "BJ BJ", level)
    assert beats("RJ", "BJ", level) and not beats("BJ", "RJ", level)
    assert beats("RJ RJ", "BJ BJ", level) and not beats("BJ BJ", "RJ RJ", level)


def test_gd_4_2_a_wild_card_alone_is_as_high_as_a_level_card() -> None:
    assert beats("5H", "AC", "5") and not beats("5H", "5C", "5") and not beats("5C", "5H", "5")
    assert not beats("5H", "BJ", "5") and beats("5H 5H", "AC AD", "5") and not beats("5C 5H", "5D 5S", "5")


def test_gd_4_2_suits_have_no_order() -> None:
    for one, other in permutations(("7C", "7D", "7H", "7S"), 2):
        assert not beats(one, other) and beats("8C", other)


def test_gd_4_3_an_answer_has_the_same_kind_and_number_of_cards() -> None:
    assert beats("44", "33") and not beats("444", "33") and not beats("4", "33")
    assert not beats("444 55", "333") and not beats("444", "333 55")
    assert not beats("3C 4D 5S 6C 7D", "333 44") and not beats("444 55", "3C 4D 5S 6C 7D")
    assert not beats("444555", "334455") and not beats("445566", "333444")


def test_gd_4_3_an_answer_is_higher() -> None:
    assert beats("445566", "334455") and not beats("334455", "334455") and not beats("334455", "445566")
    assert not beats("555", "555") and not beats("55533", "55544")


@pytest.mark.parametrize("table", ["3", "RJ", "AA", "RJ RJ", "KKK", "KKK AA", "TC JD QS KC AD", "QQKKAA", "KKKAAA"])
def test_gd_4_3_a_bomb_beats_what_is_none(table: str) -> None:
    assert beats("3333", table) and beats("3C 4C 5C 6C 7C", table) and beats("BJ BJ RJ RJ", table)


# ---- 5. Combinations -------------------------------------------------------------------------------------------------


def test_gd_5_1_all_combinations() -> None:
    assert {str(play.shape) for play in guandan.plays(GAME.deck.pack, "7")} == set(referee.SHAPES)
    assert readings("3") == {"single 3"} and readings("33") == {"pair 3"} and readings("333") == {"triple 3"}
    assert readings("333 44") == {"full-house 3"} and readings("3C 4D 5S 6C 7D") == {"straight 7"}
    assert readings("334455") == {"tube 5"} and readings("333444") == {"plate 4"} and readings("3333") == {"bomb 3"}
    assert readings("3C 4C 5C 6C 7C") == {"straight-flush 7"} and readings("BJ BJ RJ RJ") == {"joker-bomb RJ"}


@pytest.mark.parametrize(
    "cards",
    [
        "34", "3 BJ", "3334", "3344", "33345", "345", "3456", "34568", "3C 4D 5S 6C 7D 8D", "3344556677", "3344556",
        "333444555", "333444 56", "333444 5566", "333355", "3333 4", "33445", "BJ RJ", "BJ BJ RJ", "BJ BJ 3",
    ],
)  # fmt: skip
def test_gd_5_1_nothing_else_is_a_combination(cards: str) -> None:
    assert readings(cards) == set()


def test_gd_5_1_no_triple_with_a_single_and_no_winged_airplane() -> None:
    match = set_up("333 4 5")
    assert refusal(match, "333 4") == ("no-combination", "GD-5.1")
    assert readings("333444 5 6") == set() == readings("333444 55 66")


def test_gd_5_2_two_equal_jokers_are_a_pair() -> None:
    assert readings("BJ BJ") == {"pair BJ"} and readings("RJ RJ") == {"pair RJ"}
    assert readings("BJ RJ") == set() and beats("RJ RJ", "BJ BJ") and beats("BJ BJ", "AA")


def test_gd_5_2_the_pair_of_a_full_house_may_be_two_equal_jokers() -> None:
    assert readings("999 BJ BJ") == {"full-house 9"} == readings("999 RJ RJ")
    assert readings("999 BJ RJ") == set()


def test_gd_5_2_triple_and_pair_are_of_different_ranks() -> None:
    assert readings("33333") == {"bomb 3"}
    assert readings("KKK 2H 2H", "2") == {"full-house K", "bomb K"}


def test_gd_5_2_a_full_house_compares_by_its_triple() -> None:
    assert beats("55533", "AAAKK", "5") and not beats("AAAKK", "55533", "5")
    assert beats("444 33", "333 AA") and not beats("333 RJ RJ", "444 55") and not beats("333 44", "333 55")
    assert beats("222 33", "AAA KK", "2") and not beats("222 33", "AAA KK", "3")


def test_gd_5_3_the_ace_is_high_or_low_and_nothing_wraps() -> None:
    assert readings("AC 2D 3S 4C 5D") == {"straight 5"} and readings("TC JD QS KC AD") == {"straight A"}
    assert readings("AA2233") == {"tube 3"} and readings("AAA222") == {"plate 2"}
    assert readings("QQKKAA") == {"tube A"} and readings("KKKAAA") == {"plate A"}
    for nothing in ("KKAA22", "JC QD KS AC 2D", "QC KD AS 2C 3D", "KC AD 2S 3C 4D", "KKAA22", "AA22KK"):
        assert readings(nothing, "7") == set()


def test_gd_5_3_the_lowest_and_the_highest() -> None:
    tubes = ["AA2233", *("".join(2 * rank for rank in LEVELS[i : i + 3]) for i in range(11))]
    plates = ["AAA222", *("".join(3 * rank for rank in LEVELS[i : i + 2]) for i in range(12))]
    steps = ["A2345", *("".join(LEVELS[i : i + 5]) for i in range(9))]
    straights = [" ".join(rank + suit for rank, suit in zip(ranks, "CDSCD", strict=True)) for ranks in steps]
    assert (tubes[-1], plates[-1], steps[-1]) == ("QQKKAA", "KKKAAA", "TJQKA")
    for row in (tubes, plates, straights):
        for low, lower in enumerate(row):
            for high, higher in enumerate(row):
                assert beats(higher, lower, "7") == (high > low), (higher, lower)


def test_gd_5_3_sequences_use_natural_ranks() -> None:
    assert not beats("555666", "KKKAAA", "5") and beats("KKKAAA", "555666", "5")
    assert not beats("445566", "QQKKAA", "5") and beats("66 77 88", "55 66 77", "5")
    assert beats("55", "AA", "5") and not beats("AA", "55", "5")
    assert readings("3C 4D 5S 6C 7D", "5") == {"straight 7"}
    assert not beats("3C 4D 5S 6C 7D", "4C 5D 6S 7C 8D", "5")


def test_gd_5_3_a_straight_is_of_exactly_five_a_tube_of_three_pairs_a_plate_of_two_triples() -> None:
    assert readings("3C 4D 5S 6C") == set() == readings("3C 4D 5S 6C 7D 8S")
    assert readings("3344") == set() == readings("33445566") and readings("333444555") == set()


def test_gd_5_4_wild_cards_played_alone_are_level_cards() -> None:
    assert readings("5H", "5") == {"single 5"} and readings("5H 5H", "5") == {"pair 5"}
    assert readings("5H 5C", "5") == {"pair 5"} and readings("5H 5H 5C", "5") == {"triple 5"}
    hand = cards_of("5H 5H 5C 9C")
    keys = {key_of(play, "5") for play in guandan.plays(hand, "5")}
    assert ("play", "single", "5", (), 1, None) in keys and ("play", "single", "5", ("5",), 0, None) in keys
    assert ("play", "pair", "5", (), 2, None) in keys and ("play", "pair", "5", ("5",), 1, None) in keys


def test_gd_5_4_a_wild_card_is_no_joker() -> None:
    assert readings("BJ 5H", "5") == set() == readings("RJ 5H", "5") == readings("BJ 5H 5H", "5")
    assert readings("999 BJ 5H", "5") == set()
    assert readings("BJ BJ RJ 5H", "5") == set() == readings("BJ BJ RJ RJ 5H", "5") == readings("BJ RJ 5H 5H", "5")
    assert readings("BJ BJ K 5H", "5") == set() and readings("BJ BJ KK 5H", "5") == {"full-house K"}
    assert readings("BJ BJ K 5H 5H", "5") == {"full-house K"}


@pytest.mark.parametrize(
    ("cards", "level", "expected"),
    [
        ("3C 4C 5H 6C 7C", "5", {"straight 7", "straight-flush 7"}),
        ("3H 4H 5H 6H 7H", "5", {"straight 7", "straight-flush 7"}),
        ("3H 4H 5H 6H 7H", "9", {"straight-flush 7"}),
        ("AC 2C 5C 9H 9H", "9", {"straight 5", "straight-flush 5"}),
        ("AC KC 2C 9H 9H", "9", set()),
        ("KKK 9H 9H", "9", {"full-house K", "bomb K"}),
        ("KC KD KS KH KH", "K", {"full-house K", "bomb K"}),
        ("AAKK 9H", "9", {"full-house A", "full-house K"}),
        ("3344 9H", "9", {"full-house 3", "full-house 4"}),
        ("3333 9H", "9", {"bomb 3"}),
        ("33 44 9H 9H", "9", {"tube 4", "tube 5", "plate 4"}),
        ("33 44 5 9H", "9", {"tube 5"}),
        ("333 4 9H 9H", "9", {"plate 4"}),
        ("333 44 9H", "9", {"plate 4"}),
        ("3C 4D 5S 6C 9H", "9", {"straight 6", "straight 7"}),
        ("3C 4C 5C 6C 9H", "9", {"straight 6", "straight 7", "straight-flush 6", "straight-flush 7"}),
        ("3C 4C 5C 9H 9H", "9", {f"{shape} {top}" for shape in ("straight", "straight-flush") for top in "567"}),
        ("TC JC QC KC 9H", "9", {"straight A", "straight K", "straight-flush A", "straight-flush K"}),
        ("AC 2C 3C 4C 9H", "9", {"straight 5", "straight-flush 5"}),
        ("3 9H", "9", {"pair 3"}),
        ("3 9H 9H", "9", {"triple 3"}),
        ("33 9H 9H", "9", {"bomb 3"}),
        ("3 4 9H 9H", "9", set()),
        ("33 4 9H 9H", "9", {"full-house 3", "full-house 4"}),
        ("BJ BJ 3 9H 9H", "9", {"full-house 3"}),
        ("33333333 9H 9H", "9", {"bomb 3"}),
        ("AA22 9H 9H", "9", {"tube 3", "plate 2"}),
        ("KKAA 9H 9H", "9", {"tube A", "plate A"}),
        ("33 44 5 9H 9H", "9", set()),
    ],
)  # fmt: skip
def test_gd_5_4_what_cards_with_wild_ones_are(cards: str, level: str, expected: set[str]) -> None:
    assert readings(cards, level) == expected


def test_gd_5_4_two_pairs_and_two_wild_cards_stand_for_a_pair_below_or_above() -> None:
    assert readings("33 55 9H 9H", "9") == {"tube 5"} and readings("33 66 9H 9H", "9") == set()


def test_gd_5_5_each_reading_is_a_move_of_its_own() -> None:
    match = set_up("3C 3D 4C 4D 5H", levels="5")
    both = [move for move in match.moves if move.shape == "full-house" and move.cards == Cards("3C 3D 4C 4D 5H")]
    assert sorted(map(str, both)) == ["play full-house 3: 3C 4C 3D 4D 5H", "play full-house 4: 3C 4C 3D 4D 5H"]
    assert refusal(match, "33 44 5H") == ("which-reading", "GD-5.5")
    assert match.copy().play("full-house 3: 3C 3D 4C 4D 5H").rank == "3"
    assert match.copy().play("play full-house 4: 3C 3D 4C 4D 5H").rank == "4"
    assert refusal(match, "full-house 5: 33 44 5H") == ("other-reading", "GD-5.5")
    assert refusal(match, "tube 4: 33 44 5H") == ("other-reading", "GD-5.5")


def test_gd_5_5_cards_alone_will_do_when_only_one_of_their_readings_can_be_played() -> None:
    match = set_up("333 66", "4C 4D 5C 5D 9H", levels="9")
    play(match, "333 66")
    assert refusal(match.copy(), "44 55 9H") == ("which-reading", "GD-5.5")  # 444 and 555 both beat 333
    match = set_up("444 66", "4S 4S 5C 5D 9H", levels="9")
    play(match, "444 66")
    assert str(named(match, "44 55 9H")).startswith("play full-house 5:")
    match = set_up("KKK", "5H 6H 7H 8H 9H", levels="7", moves=["KKK"])
    assert str(named(match, "5H 6H 7H 8H 9H")).startswith("play straight-flush 9:")
    match = set_up("2C 3D 4S 5C 6D", "5H 6H 7H 8H 9H", levels="7", moves=["2C 3D 4S 5C 6D"])
    assert refusal(match, "5H 6H 7H 8H 9H") == ("which-reading", "GD-5.5")


def test_gd_5_5_copies_are_the_same_and_suits_are_different_cards() -> None:
    match = set_up("7C 7C 7D 7S", "2H 2H")
    found = [match.moves.find(cards) for cards in ("7C 7C", "7C 7D", "7D 7S", "7S 7C")]
    assert len(set(found)) == 4
    for move in found:
        assert match.copy().play(move).cards == move.cards
        assert match.moves.canonical(move) == found[0]
    assert [move for move in match.moves if move.shape == "pair" and move.rank == "7"] == found[:1]


def test_gd_5_5_the_sequence_has_one_move_of_each_class() -> None:
    """Of each reading, multiset of natural ranks, number of wild cards and, for straight flushes, suit."""
    match = set_up("3C 3D 4C 4D 4S 5H 6C 6D 7C 7D 8S", levels="5")
    keys = [key_of(move, "5") for move in match.moves]
    assert len(keys) == len(set(keys))
    for suit in "CD":
        assert ("play", "straight-flush", "7", ("3", "4", "6", "7"), 1, suit) in keys
    assert ("play", "straight", "7", ("3", "4", "6", "7"), 1, None) in keys
    flush = named(match, "straight-flush 7: 3C 4C 5H 6C 7C")
    straight = named(match, "straight 7: 3C 4C 5H 6C 7C")
    assert flush.cards == straight.cards and flush != straight
    other = named(match, "straight 7: 3D 4S 5H 6C 7D")
    assert match.moves.canonical(other) == match.moves.canonical(straight)
    assert match.moves.canonical(named(match, "straight-flush 7: 3D 4D 5H 6D 7D")) != flush


def test_gd_5_5_the_canonical_move_is_made_of_the_cards_first_in_deck_order() -> None:
    rng = random.Random(4)
    for _ in range(150):
        level = rng.choice(LEVELS)
        hand = [*rng.sample([card for card in PACK if card != level + "H"], 25), level + "H", level + "H"]
        for each in rng.sample(list(guandan.plays(hand, level)), 20):
            first = referee.members(hand, key_of(each, level)[1:], level)[0]  # type: ignore[index]
            assert texts(each.cards) == list(first), (level, str(each))


def test_gd_5_5_a_concrete_play_maps_to_its_canonical_move() -> None:
    match = set_up("3C 3D 4D 4S 5C 6S 7S", "2H 2H")
    other = named(match, "straight 7: 3D 4S 5C 6S 7S")
    canonical = match.moves.canonical(other)
    assert canonical in list(match.moves) and other not in list(match.moves) and other in match.moves
    assert key_of(canonical, "2") == key_of(other, "2") and canonical != other
    assert match.moves.canonical(canonical) == canonical
    with pytest.raises(IllegalMove) as caught:
        play(match.copy(), "3C").moves.canonical(other)
    assert caught.value.code in ("not-in-hand", "other-kind")


def test_gd_5_6_more_cards_beat_fewer_and_then_the_rank_counts() -> None:
    for number in range(4, 8):
        assert beats("3" * (number + 1), "A" * number, "7") and not beats("A" * number, "3" * (number + 1), "7")
        assert beats("4" * number, "3" * number, "7") and not beats("3" * number, "4" * number, "7")
    assert beats("7777", "AAAA", "7") and beats("777777", "AAAAAA", "7") and beats("3333333 9H", "AAAAAAA", "9")


def test_gd_5_6_bombs_of_nine_and_ten_are_made_with_wild_cards() -> None:
    assert readings("33333333 9H 9H", "9") == {"bomb 3"} == readings("33333333 9H", "9")
    assert beats("33333333 9H", "AAAAAAAA", "9") and beats("33333333 9H 9H", "44444444 9H", "9")
    (bomb,) = guandan.readings(cards_of("33333333 9H 9H"), "9")
    assert (bomb.shape, bomb.rank, bomb.length, len(bomb.cards)) == ("bomb", "3", 1, 10)
    assert readings("999999 9H 9H", "9") == {"bomb 9"}


def test_gd_5_6_a_straight_flush_beats_five_and_loses_to_six() -> None:
    flush = "3C 4C 5C 6C 7C"
    assert beats(flush, "9999 9") and beats(flush, "AAAAA") and beats(flush, "AAAA")
    assert beats("333333", flush) and not beats(flush, "333333")
    assert not beats("99999", flush) and beats("333333", "TC JC QC KC AC")


def test_gd_5_6_straight_flushes_compare_by_their_top_rank() -> None:
    lowest, highest = "AC 2C 3C 4C 5C", "TD JD QD KD AD"
    assert readings(lowest, "9") == {"straight-flush 5"} and readings(highest) == {"straight-flush A"}
    assert beats("2D 3D 4D 5D 6D", lowest, "9") and not beats(lowest, "2D 3D 4D 5D 6D", "9")
    assert beats(highest, "9S TS JS QS KS") and not beats("TC JC QC KC AC", highest)
    assert not beats("3D 4D 5D 6D 7D", "3C 4C 5C 6C 7C")  # an equal one does not beat it


def test_gd_5_6_four_jokers_beat_everything() -> None:
    assert beats("BJ BJ RJ RJ", "33333333 9H 9H", "9") and beats("BJ BJ RJ RJ", "TC JC QC KC AC")
    (four,) = guandan.readings("BJ BJ RJ RJ", "5")
    assert (four.shape, four.rank, four.length) == ("joker-bomb", "RJ", 2)
    assert len(guandan.plays(GAME.deck.pack, "5", beating=four)) == 0
    match = set_up("BJ BJ RJ RJ", "33333333", moves=["BJ BJ RJ RJ"])
    assert [str(move) for move in match.moves] == ["pass"]


def test_gd_5_6_the_rank_of_a_bomb_is_that_of_its_natural_cards() -> None:
    assert readings("333 5H", "5") == {"bomb 3"} and beats("444 5H", "3333", "5") and not beats("333 5H", "4444", "5")
    assert readings("555 5H", "5") == {"bomb 5"} and beats("555 5H", "AAAA", "5")


def test_gd_5_6_five_natural_cards_of_one_suit_in_a_row_are_never_a_straight() -> None:
    assert readings("3C 4C 5C 6C 7C") == {"straight-flush 7"} and readings("3C 4C 5C 6C 7D") == {"straight 7"}
    match = set_up("3C 4C 5C 6C 7C")
    assert refusal(match, "straight 7: 3C 4C 5C 6C 7C") == ("other-reading", "GD-5.5")


def test_gd_5_6_with_a_wild_card_both_readings_exist_even_at_its_own_place() -> None:
    assert readings("3H 4H 5H 6H 7H", "5") == {"straight 7", "straight-flush 7"}
    assert readings("3C 4D 5H 6C 7C", "5") == {"straight 7"}
    match = set_up("3H 4H 5H 6H 7H", levels="5")
    assert named(match, "straight 7: 3H 4H 5H 6H 7H").shape == "straight"
    assert named(match, "straight-flush 7: 3H 4H 5H 6H 7H").shape == "straight-flush"


# ---- What a hand can lead --------------------------------------------------------------------------------------------

CLUBS = [rank + "C" for rank in LEVELS]
SPADES = [rank + "S" for rank in LEVELS]


@pytest.mark.parametrize(
    ("hand", "level", "by_shape"),
    [
        (CLUBS, "5", {"single": 13, "straight-flush": 10}),
        ([*CLUBS, "5H"], "5", {"single": 14, "pair": 13, "straight": 50, "straight-flush": 60}),
        ([*CLUBS, "5H", "5H"], "5",
         {"single": 14, "pair": 14, "triple": 13, "straight": 150, "straight-flush": 160}),
        ([rank + "H" for rank in LEVELS], "5", 90),
        ([*CLUBS, *SPADES, "RJ"], "2", 69),
        ([*CLUBS, *CLUBS, "RJ"], "2", 49),
        ([*CLUBS, *SPADES[:-1], "5H", "5H"], "5",
         {"single": 14, "pair": 26, "triple": 25, "full-house": 420, "straight": 160, "tube": 108, "plate": 11,
          "bomb": 12, "straight-flush": 298}),
        (["3C", "3D", "4C", "4D", "2H"], "2", 11),
    ],
)  # fmt: skip
def test_gd_5_5_how_many_leads_there_are(hand: list[str], level: str, by_shape: dict[str, int] | int) -> None:
    plays = list(guandan.plays(hand, level))
    counts = Counter(str(play.shape) for play in plays)
    assert len(plays) == len({key_of(play, level) for play in plays})
    assert len(plays) == (by_shape if isinstance(by_shape, int) else sum(by_shape.values()))
    assert isinstance(by_shape, int) or counts == by_shape
    assert {key_of(play, level)[1:] for play in plays} == referee.plays(hand, level)  # type: ignore[index]


@pytest.mark.parametrize(("level", "total"), [("2", 32_926), ("T", 32_678), ("A", 33_248)])
def test_gd_5_5_two_hundred_hands_have_as_many_leads_as_the_referee_counts(level: str, total: int) -> None:
    count = 0
    for seed in range(50):
        pack = list(DECK_ORDER * 2)
        random.Random(seed).shuffle(pack)
        count += sum(len(guandan.plays(pack[first : first + 27], level)) for first in range(0, 108, 27))
    assert count == total


def test_gd_5_5_the_whole_pack_holds_the_plays_that_the_referee_finds() -> None:
    for level in ("2", "5", "A"):
        plays = list(guandan.plays(GAME.deck.pack, level))
        found = {key_of(play, level)[1:] for play in plays}  # type: ignore[index]
        assert len(found) == len(plays) and found == referee.plays(PACK, level)


def some_cards(rng: random.Random, level: str) -> list[str]:
    """A combination, often with a card exchanged, added or taken away; at times any cards."""
    if rng.random() < 0.1:
        return rng.sample(PACK, rng.randint(1, 10))
    hand = rng.sample(PACK, 27) if rng.random() < 0.8 else [*rng.sample(PACK, 15), level + "H", level + "H"]
    hand = list((Counter(hand) - (Counter(hand) - Counter(PACK))).elements())
    plays = guandan.plays(hand, level)
    shapes: dict[object, list[Move]] = {}
    for each in plays:
        shapes.setdefault(each.shape, []).append(each)
    cards = texts(rng.choice(rng.choice(list(shapes.values()))).cards)
    for _ in range(rng.choice([0, 0, 1, 1, 2])):
        change = rng.randrange(3)
        if change != 0 and len(cards) > 1:
            cards.remove(rng.choice(cards))
        if change != 1:
            cards.append(rng.choice([*PACK, level + "H", level + "H"]))
    return cards if not Counter(cards) - Counter(PACK) else some_cards(rng, level)


def test_gd_5_4_any_cards_are_read_as_the_referee_reads_them() -> None:
    rng = random.Random(1)
    counts: Counter[int] = Counter()
    for _ in range(800):
        level = rng.choice(LEVELS)
        cards = some_cards(rng, level)
        core = {(str(read.shape), read.rank, len(read.cards)) for read in guandan.readings(cards, level)}
        plain = {tuple(reading) for reading in referee.readings(cards, level)}
        assert core == plain, (level, sorted(cards))
        for read in guandan.readings(cards, level):
            assert read.length == LENGTHS.get(str(read.shape), 1) and read.cards == Cards(cards)
        counts[len(core)] += 1
    assert counts[0] > 100 and counts[1] > 300 and counts[2] > 20 and max(counts) > 2


def test_gd_4_3_answers_are_those_that_the_referee_finds() -> None:
    rng = random.Random(3)
    answered = 0
    for _ in range(1500):
        level = rng.choice(LEVELS)
        hand = rng.sample(PACK, rng.randint(1, 27))
        on_table = guandan.readings(some_cards(rng, level), level)
        if not on_table:
            continue
        table = rng.choice(on_table)
        beating = referee.Reading(str(table.shape), str(table.rank), len(table.cards))
        plays = list(guandan.plays(hand, level, beating=table))
        keys = {key_of(play, level)[1:] for play in plays}  # type: ignore[index]
        assert len(keys) == len(plays) and keys == referee.plays(hand, level, beating)
        answered += bool(plays)
    assert answered > 300


def test_the_kernels_say_what_they_cannot_take() -> None:
    for call in (
        lambda: guandan.plays("3C", "BJ"),
        lambda: guandan.readings("3C", "1"),
        lambda: guandan.plays("3C", ""),
    ):
        with pytest.raises(BadOption):
            cast(Callable[[], object], call)()
    with pytest.raises(BadCards):
        guandan.readings("3X", "5")
    with pytest.raises(IllegalMove) as caught:
        guandan.plays("3C", "5", beating="3C 3D 4C 4D 5H")
    assert caught.value.code == "which-reading"
    doudizhu = cardavia.game("doudizhu").start(seed=0)
    with pytest.raises(IllegalMove):
        guandan.plays("3C", "5", beating=doudizhu.moves[0])
    assert len(guandan.plays("3C 3D", "5", beating="3C 4C")) == 0  # nothing beats what is no combination
    assert len(guandan.plays("", "5")) == 0 and guandan.readings("", "5") == []


# ---- 6. End ----------------------------------------------------------------------------------------------------------


def test_gd_6_the_deal_ends_when_the_third_seat_is_out() -> None:
    match = set_up(OUT, "TTTTTTTT QQQQQQQQ KKKKKKKK AA A", OTHER_OUT, "")
    go_out(match)
    play(match, "-", "-", "-")
    assert match.turn == 2
    go_out(match, OTHER_ROUNDS)
    assert match.table.places == (0, 2) and not match.deal_over  # 1st and 2nd are partners, and play goes on
    play(match, "-", "-")
    assert match.turn == 3
    play(match, text_of_lowest(match))
    play(match, "TTTTTTTT", "-", "QQQQQQQQ", "-", "KKKKKKKK", "-", "AAA")
    assert match.deal_over and match.table.places == (0, 2, 1, 3) and match.turn is None and match.phase == "over"
    assert match.hand_sizes[3] > 0 and len(match.moves) == 0 and match.table.leading == 1  # it is not answered
    assert match.table.levels == ("5", "2")


def text_of_lowest(match: Match) -> str:
    """A single card of the hand that leads, the lowest."""
    move = next(move for move in match.moves if move.shape == "single")
    return str(move.cards)


def test_gd_6_bombs_score_nothing_by_themselves() -> None:
    """Three bombs and more are played, and the points are those of the places."""
    match = run(go_out(set_up(OUT, "TTTTTTTT QQQQQQQQ KKKKKKKK AAA", OTHER_OUT)), random.Random(0))
    assert match.deal_result is not None and match.table.places[0] == 0
    rise = 4 - match.table.places.index(2)
    assert match.deal_result.points == (rise, -rise, rise, -rise)
    assert {line.code for line in match.deal_result.lines} == {"place", "rise", "level"}


def test_gd_6_the_names_of_the_shapes() -> None:
    names = {str(play.shape) for play in guandan.plays(GAME.deck.pack, "2")}
    assert names == {
        "single", "pair", "triple", "full-house", "straight", "tube", "plate", "bomb", "straight-flush", "joker-bomb"
    }  # fmt: skip


# ---- Text, records ---------------------------------------------------------------------------------------------------


def test_a_play_names_its_combination() -> None:
    match = set_up("3C 3D 4C 4D 5H", levels="5")
    move = named(match, "full-house 3: 33 44 5H")
    assert str(move) == "play full-house 3: 3C 4C 3D 4D 5H" and move.symbols == "play full-house 3: 3♣ 4♣ 3♦ 4♦ 5♥"
    for text in ("full-house 3: 3c3d4c4d5h", "PLAY FULL-HOUSE 3 : 3C 3D 4C 4D 5H", str(move), move.symbols):
        assert match.moves.find(text) == move
    assert match.moves.find("single 5: 5H") == match.moves.find("5H") == match.moves.find("play 5h")
    assert str(match.moves.find("3C 3D")) == "play pair 3: 3C 3D"


def test_a_match_with_tribute_is_written_and_read() -> None:
    match = set_up("3C", "RJ", "4C", "BJ", previous=DOUBLE, levels=("J", "3"), moves=[])
    for _ in walk(match, random.Random(0), deals=2):
        again = Match.from_json(match.to_json())
        assert again.position == match.position and again.log == match.log and again.table == match.table


def test_a_sample_of_a_view_while_cards_are_returned_fits() -> None:
    match = set_up("3C", "RJ", "4C", "BJ", previous=DOUBLE)
    rng = Random(1)
    for _ in range(3):
        for viewer in (-1, *SEATS):
            world = match.view(viewer).sample(rng)
            assert world.view(viewer).position == match.view(viewer).position
            assert world.phase == match.phase and world.turn == match.turn
        if match.phase == "returning":
            play_return(match)
