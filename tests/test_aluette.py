"""The rules of Aluette, clause by clause (section AL of the house rules).

Seats 0 to 3 are S, E, N and W where the winners of tricks are written with a letter each; X is a fouled trick.
"""

from __future__ import annotations

import json
import pickle
import random
import struct
from collections import Counter
from itertools import combinations, permutations
from typing import Any

import pytest

from cardavia import BadCards, BadOption, BadRecord, Cards, EventCode, IllegalMove, Kind, Match, Random
from cardavia.games import aluette
from tests.chacha import shuffled
from tests.referee import aluette as referee
from tests.tables.aluette import GAME, LETTERS, SEATS, Table, play_tricks, set_up, texts, tricks_won_by
from tests.walk import choose, viewers, walk

PACK = [rank + suit for suit in "dcbs" for rank in "123456789VCR"]

ORDER = [
    "3d", "3c", "2d", "2c", "9c", "9d", "2b", "2s", "1d 1c 1b 1s", "Rd Rc Rb Rs", "Cd Cc Cb Cs", "Vd Vc Vb Vs", "9b 9s",
    "8d 8c 8b 8s", "7d 7c 7b 7s", "6d 6c 6b 6s", "5d 5c 5b 5s", "4d 4c 4b 4s", "3b 3s",
]  # fmt: skip
"""From high to low; cards that stand together are equal."""

HEIGHTS = {card: -place for place, group in enumerate(ORDER) for card in group.split()}


def table(match: Match) -> aluette.Table:
    found: aluette.Table = match.table
    return found


def refusal(match: Match, move: str) -> tuple[str, str]:
    """Code and rule with which a move is refused."""
    with pytest.raises(IllegalMove) as caught:
        match.play(move)
    return caught.value.code, caught.value.rule


def points(match: Match) -> tuple[int, ...]:
    assert match.deal_over and match.deal_result is not None
    return match.deal_result.points


def lines(match: Match) -> dict[str, tuple[int | None, int]]:
    """The account without the tricks of each seat."""
    assert match.deal_result is not None
    return {line.code: (line.seat, line.amount) for line in match.deal_result.lines if line.code != "tricks"}


def letters(match: Match) -> str:
    """Who has won the tricks."""
    winners = table(match).winners[: table(match).tricks_played]
    return "".join("X" if seat is None else LETTERS[seat] for seat in winners)


def won(winners: str, seed: int = 0, dealer: int = 3) -> Match:
    """A deal whose tricks went like this."""
    tricks = tricks_won_by(winners, seed)
    match = play_tricks(set_up(tricks, dealer=dealer, seed=seed), tricks)
    assert letters(match) == winners and match.deal_over
    return match


def finish(match: Match, rng: random.Random) -> Match:
    """Plays a deal to its end."""
    while not match.deal_over:
        match.play(match.moves.sample(rng))
    return match


# ---- 1. Match --------------------------------------------------------------------------------------------------------


def test_al_1_partners_sit_opposite() -> None:
    assert GAME.players == 4 and GAME.sides == (0, 1, 0, 1) and GAME.direction == "clockwise"


def test_al_1_a_match_is_five_deals_always() -> None:
    for seed in range(20):
        match, rng = GAME.start(seed=seed), random.Random(seed)
        for number in range(5):
            assert match.deal == table(match).deals_played == number
            finish(match, rng)
            assert table(match).deals_played == number + 1
            assert match.over == (number == 4)
            codes = [event.code for event in match.log]
            assert codes.count(EventCode.DEAL_OVER) == number + 1
            assert (EventCode.MATCH_OVER in codes) == match.over
            if not match.over:
                match.next_deal()
        with pytest.raises(IllegalMove) as caught:
            match.next_deal()
        assert caught.value.code == "match-over"


def test_al_1_more_points_win_and_equal_points_are_a_draw() -> None:
    outcomes = set()
    for seed in range(60):
        match, rng = won("XSXXXXEEE" if seed % 2 else "SENWSEXNW", seed), random.Random(seed)
        teams = [0, 0]
        while True:
            finish(match, rng)
            for team in (0, 1):
                teams[team] += max(points(match)[team], 0)
            assert match.scores == (teams[0], teams[1], teams[0], teams[1]) and table(match).points == tuple(teams)
            if match.over:
                break
            match.next_deal()
            assert match.scores == (teams[0], teams[1], teams[0], teams[1])
        ahead = referee.match_winner(table(match).points)
        assert ahead == (None if teams[0] == teams[1] else int(teams[1] > teams[0]))
        outcomes.add(ahead)
    assert outcomes == {0, 1, None}


def test_al_1_the_deal_moves_to_the_next_seat() -> None:
    for dealer in SEATS:
        match, rng = GAME.start(seed=dealer, dealer=dealer), random.Random(dealer)
        for number in range(5):
            assert table(match).dealer == (dealer + number) % 4
            assert match.turn == table(match).leader == (dealer + number + 1) % 4
            finish(match, rng)
            assert table(match).dealer == (dealer + number) % 4 and table(match).leader is None
            if number < 4:
                match.next_deal()


def test_al_1_the_first_dealer_is_drawn_evenly() -> None:
    assert GAME.options == {"dealer": None}
    counts = Counter(table(GAME.start(seed=seed)).dealer for seed in range(4000))
    # Binomial(4000, 1/4): mean 1000, standard deviation 27.4.
    assert all(abs(counts[seat] - 1000) < 143 for seat in SEATS)


def test_al_1_a_first_dealer_that_is_given_changes_no_card() -> None:
    for seed in range(20):
        drawn = GAME.start(seed=seed)
        for dealer in SEATS:
            match = GAME.start(seed=seed, dealer=dealer)
            assert table(match).dealer == dealer and match.turn == (dealer + 1) % 4
            assert [match.hand(seat) for seat in SEATS] == [drawn.hand(seat) for seat in SEATS]
    wrong: list[Any] = [-1, 4, "S", True, 1.0]
    for dealer in wrong:
        with pytest.raises(BadOption) as caught:
            GAME.start(dealer=dealer)
        assert caught.value.code == "option-out-of-range"


# ---- 2. Deal ---------------------------------------------------------------------------------------------------------


def test_al_2_forty_eight_cards() -> None:
    assert texts(GAME.deck.pack) == PACK == texts(GAME.deck.cards) and GAME.deck.name == "aluette"
    assert tuple(PACK) == referee.PACK


def test_al_2_nine_cards_each_and_twelve_stay_unseen() -> None:
    for seed in range(50):
        match, rng = GAME.start(seed=seed), random.Random(seed)
        assert match.hand_sizes == (9, 9, 9, 9) and len(match.stock) == 0
        dealt = [card for seat in SEATS for card in texts(match.hand(seat))]
        assert len(set(dealt)) == 36 and set(dealt) <= set(PACK)
        finish(match, rng)
        assert sorted(texts(table(match).played)) == sorted(dealt)
        shown = {card for event in match.log if event.cards is not None for card in texts(event.cards)}
        assert shown == set(dealt)  # of the others nobody is told


def test_al_2_three_rounds_of_three_cards() -> None:
    """In every deal of the match."""
    for seed in range(20):
        match = GAME.start(seed=seed)
        for deal in range(3):
            pack = [PACK[number] for number in shuffled(match.seed, 48, 36, deal)]
            packets = [pack[3 * number : 3 * number + 3] for number in range(12)]
            dealt = [Cards([card for packet in packets[seat::4] for card in packet], deck="aluette") for seat in SEATS]
            assert [match.hand(seat) for seat in SEATS] == dealt
            finish(match, random.Random(seed)).next_deal()


@pytest.mark.parametrize("dealer", SEATS)
def test_al_2_the_seat_after_the_dealer_leads(dealer: int) -> None:
    match = GAME.start(seed=1, dealer=dealer)
    assert match.turn == table(match).leader == (dealer + 1) % 4
    order = []
    for _ in SEATS:
        order.append(match.turn)
        match.play(match.moves[0])
    assert order == [(dealer + 1 + place) % 4 for place in SEATS]
    deal = next(event for event in match.log if event.code == EventCode.DEAL)
    assert deal.seat == (dealer + 1) % 4


def test_al_2_any_card_may_be_among_those_that_nobody_has() -> None:
    unseen: Counter[str] = Counter()
    for seed in range(1000):
        match = GAME.start(seed=seed)
        unseen.update(set(PACK) - {card for seat in SEATS for card in texts(match.hand(seat))})
    # Binomial(1000, 1/4): mean 250, standard deviation 13.7.
    assert all(abs(unseen[card] - 250) < 72 for card in PACK)


# ---- 3. Order --------------------------------------------------------------------------------------------------------


def test_al_3_the_order_of_all_pairs_of_cards() -> None:
    assert sorted(HEIGHTS) == sorted(PACK)
    for one, other in permutations(PACK, 2):
        expected = None if HEIGHTS[one] == HEIGHTS[other] else int(HEIGHTS[other] > HEIGHTS[one])
        assert aluette.trick_winner([one, other]) == expected == referee.trick_winner([one, other])


def test_al_3_eight_cards_stand_alone() -> None:
    """Monsieur, Madame, le Borgne, la Vache, Grand Neuf, Petit Neuf, Deux de Chene, Deux d'Ecrit."""
    singles = ["3d", "3c", "2d", "2c", "9c", "9d", "2b", "2s"]
    for place, card in enumerate(singles):
        lower = [other for other in PACK if other not in singles[: place + 1]]
        assert all(aluette.trick_winner([other, card]) == 1 for other in lower)
        assert all(aluette.trick_winner([other, card]) == 0 for other in singles[:place])


@pytest.mark.parametrize("group", [group for group in ORDER if len(group) > 2])
def test_al_3_the_cards_of_a_group_are_equal(group: str) -> None:
    for one, other in permutations(group.split(), 2):
        assert aluette.trick_winner([one, other]) is None


def test_al_3_threes_of_batons_and_swords_are_the_lowest() -> None:
    for three in ("3b", "3s"):
        assert all(aluette.trick_winner([three, other]) == 1 for other in PACK if other not in ("3b", "3s"))


def test_al_3_a_hand_is_arranged_from_high_to_low() -> None:
    arranged = aluette.arrange(GAME.deck.pack, table(GAME.start(seed=0)))
    heights = [HEIGHTS[str(card)] for card in arranged]
    assert heights == sorted(heights, reverse=True) and len(arranged) == 48


# ---- 4. Play ---------------------------------------------------------------------------------------------------------


def test_al_4_any_card_is_legal_always() -> None:
    for seed in range(10):
        for match in walk(GAME.start(seed=seed), random.Random(seed), deals=5):
            if match.turn is not None:
                assert [str(move.cards) for move in match.moves] == texts(match.hand(match.turn))
                assert {move.kind for move in match.moves} == {Kind.PLAY}


def test_al_4_no_other_move_is() -> None:
    match = set_up(hands=("3d Vc", "3c"))
    assert refusal(match, "play 3c") == ("not-in-hand", "AL-4")
    assert refusal(match, "play 3d Vc") == ("one-card", "AL-4")
    assert refusal(match, "pass") == ("unknown-kind", "")


@pytest.mark.parametrize(
    ("cards", "winner"),
    [
        ("Rs 2c 9d 1b", 1),
        ("3b 4d 5c 6s", 3),
        ("3d 3c 2d 2c", 0),
        ("1d 1c 1b 2s", 3),  # equal cards below the highest do not matter
        ("4d 4c Rd 4b", 2),
        ("8d 9b 8c 8s", 1),
        ("9b 9s 4d 5c", None),
        ("8c 9b 9s 3b", None),  # nines of batons and of swords
        ("9b 9s 9d 8c", 2),
        ("9b 9s 9d 9c", 3),
        ("1d 1c 1b 1s", None),
        ("1d 3b 1c 3s", None),
        ("Rd Rc 1d Rb", 2),
        ("Vd Cd Rd 1d", 3),
        ("Vd Cd Rd Rs", None),
        ("3b 3s 4d 4c", None),
        ("3b 3s", None),
        ("3b 3s 4d", 2),
        ("2b 2s 2d 2c", 2),
        ("3s 3b 3c 3d", 3),
        ("7d", 0),
    ],
)
def test_al_4_the_single_highest_card_takes_the_trick(cards: str, winner: int | None) -> None:
    assert aluette.trick_winner(cards) == winner == referee.trick_winner(cards.split())
    assert aluette.trick_winner(cards.upper()) == aluette.trick_winner(cards.split()) == winner


def test_al_4_of_194580_sets_of_four_cards_13430_are_fouled() -> None:
    cards = GAME.deck.cards
    fouled = total = 0
    for four in combinations(cards, 4):
        total += 1
        fouled += aluette.trick_winner(four) is None
    assert (total, fouled) == (194580, 13430)


def test_al_4_who_takes_a_trick_does_not_hang_on_its_order() -> None:
    rng = random.Random(0)
    for _ in range(300):
        cards = rng.sample(PACK, rng.randrange(1, 5))
        winner = aluette.trick_winner(cards)
        assert winner == referee.trick_winner(cards)
        for order in permutations(cards):
            assert aluette.trick_winner(order) == (None if winner is None else order.index(cards[winner]))


@pytest.mark.parametrize("cards", ["", "3d 3c 2d 2c 9c", [], ["3d"] * 2, "3d 4d 3d", PACK])
def test_al_4_what_is_no_trick(cards: Any) -> None:
    with pytest.raises(BadCards) as caught:
        aluette.trick_winner(cards)
    assert (caught.value.code, caught.value.rule) == ("no-trick", "AL-4")


@pytest.mark.parametrize("cards", ["3d KH", "10d", "RJ", [None], 5])
def test_al_4_what_is_no_card_of_the_deck(cards: Any) -> None:
    with pytest.raises(BadCards) as caught:
        aluette.trick_winner(cards)
    assert caught.value.code == "bad-card"


def test_al_4_the_winner_leads() -> None:
    for letter in LETTERS:
        tricks = tricks_won_by(letter * 9, seed=1)
        match = play_tricks(set_up(tricks, dealer=1), tricks[:1])
        seat = LETTERS.index(letter)
        assert match.turn == table(match).leader == seat and table(match).winners[0] == seat
        assert match.log[-1].code == EventCode.TRICK and match.log[-1].seat == seat
        assert table(match).won == tuple(int(other == seat) for other in SEATS)
        assert table(match).trick == () and table(match).tricks_played == 1


@pytest.mark.parametrize("dealer", SEATS)
def test_al_4_after_a_fouled_trick_the_same_leader_leads_again(dealer: int) -> None:
    tricks = tricks_won_by("XXNXXXXSX", seed=2)
    match = set_up(tricks, dealer=dealer)
    leader = (dealer + 1) % 4
    for number, trick in enumerate(tricks[:2]):
        play_tricks(match, [trick])
        assert table(match).winners[number] is None and match.turn == table(match).leader == leader
        assert match.log[-1].code == EventCode.FOULED and match.log[-1].seat == leader
        assert table(match).won == (0, 0, 0, 0)
    play_tricks(match, tricks[2:3])
    assert match.turn == 2
    play_tricks(match, tricks[3:7])
    assert match.turn == 2 and table(match).leaders == (leader,) * 3 + (2,) * 4
    assert table(match).winners == (None, None, 2, *[None] * 6)


def test_al_4_two_nines_foul_a_trick_and_the_leader_stays() -> None:
    match = set_up(hands=("4d", "9b", "5c", "9s"), dealer=1)
    for card in ("5c", "9s", "4d", "9b"):
        match.play(f"play {card}")
    assert table(match).winners[0] is None and match.turn == 2
    (trick,) = table(match).tricks
    assert (trick.leader, texts(trick.cards), trick.winner) == (2, ["5c", "9s", "4d", "9b"], None)


def test_al_4_all_nine_tricks_are_played() -> None:
    for winners in ("SSSSSSSSS", "XXXXXXXXX", "EEEEEENSW"):
        tricks = tricks_won_by(winners)
        match = set_up(tricks)
        for number in range(9):
            assert not match.deal_over and table(match).tricks_played == number
            play_tricks(match, tricks[number : number + 1])
        assert match.deal_over and match.turn is None and len(table(match).played) == 36
        assert match.phase == "over" and match.hand_sizes == (0, 0, 0, 0) and len(table(match).tricks) == 9


def test_al_4_the_trick_that_lies_on_the_table() -> None:
    match = set_up(hands=("4d", "9b", "5c", "9s"), dealer=1)
    match.play("play 5c")
    match.play("play 9s")
    assert texts(table(match).trick) == ["5c", "9s"] == texts(table(match).played)
    assert table(match).leader == 2 and table(match).leaders == (2,) and match.turn == 0
    (trick,) = table(match).tricks
    assert (trick.leader, texts(trick.cards), trick.winner) == (2, ["5c", "9s"], None)


def test_al_4_nobody_sees_another_hand_or_what_was_not_dealt() -> None:
    for seed in range(5):
        for match in walk(GAME.start(seed=seed), random.Random(seed)):
            for viewer in viewers(match):
                view = match.view(viewer)
                for seat in SEATS:
                    assert view.known(seat) == (match.hand(seat) if seat == viewer else Cards([], deck="aluette"))


def test_al_4_what_is_played_tells_nothing_of_other_cards() -> None:
    """Of a view in the middle of a deal each unseen card is as likely in each hand, or with the twelve."""
    match, rng = GAME.start(seed=4), random.Random(4)
    for _ in range(13):
        match.play(match.moves.sample(rng))
    view, rounds, draws = match.view(0), 3000, Random(5)
    unseen = sorted(set(PACK) - set(texts(view.hand)) - set(texts(table(match).played)))
    assert len(unseen) == 48 - 13 - view.hand_sizes[0]
    drawn: Counter[tuple[int, str]] = Counter()
    for _ in range(rounds):
        world = view.sample(draws)
        drawn.update((seat, card) for seat in SEATS for card in texts(world.hand(seat)) if seat)
    for seat in (1, 2, 3):
        chance = view.hand_sizes[seat] / len(unseen)
        spread = (rounds * chance * (1 - chance)) ** 0.5
        assert all(abs(drawn[seat, card] - rounds * chance) <= 5.2 * spread for card in unseen)


def test_al_4_cards_that_nobody_was_dealt_change_no_view() -> None:
    """Also when it is the highest card that lies there."""
    hands = ["3d Vc 9b 1d Rd Cd Vd 8d 7d", "3c Rs 9s 1c Rc Cc Cb 8c 7c", "2d 1b Rb Vb Vs 8b 7b 6d 6c"]
    worlds = [GAME.start(seed=seed, hands=[*hands, "2c 9c 9d 1s Cs 8s 7s 6b 5d"], dealer=3) for seed in (1, 2)]
    other = GAME.start(seed=3, hands=[*hands, "2c 9c 2b 2s Cs 8s 4d 4c 3b"], dealer=3)
    for match in (*worlds, other):
        for card in ("3d", "3c", "2d"):
            match.play(f"play {card}")
    for viewer in (-1, 0, 1, 2):
        one, two, three = (match.view(viewer) for match in (*worlds, other))
        assert one == two == three and pickle.dumps(one) == pickle.dumps(two) == pickle.dumps(three)
        assert one.to_dict() == three.to_dict() and one.log == three.log


# ---- 5. Score --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("winners", "winner", "amount"),
    [
        ("SENWSEXNW", "S", 1),  # two each: South had its second first
        ("SENWENWNW", "N", 1),  # three each: North had its third first
        ("XSENXWSSS", "S", 1),  # four, but not the last four
        ("EXWEWNNNX", "N", 1),  # the fouled last trick breaks it
        ("XXXXXXXXX", None, 0),
        ("EXNXXXSSS", "S", 2),  # mordienne
        ("SSSSSSSSS", "S", 2),  # the last nine
        ("XSSSSSSSS", "S", 2),
        ("ESSSSSSSS", "S", 2),
        ("SXSSSSSSS", "S", 1),
        ("SSSSSSSSX", "S", 1),
        ("SSSSSSSSE", "S", 1),
        ("XXXXXXXSS", "S", 2),  # two are enough
        ("XXXXXXSXS", "S", 1),  # fouled inside the run
        ("XXXXXXXXS", "S", 1),  # one is no run
        ("SXXXXXXXX", "S", 1),
        ("XXXXXXXEW", "E", 1),
        ("XXXXXXXWE", "W", 1),
        ("XXXXXSEES", "E", 1),  # partners or not, who had two first
        ("XXXXXSNNS", "N", 1),  # partners are compared as anyone
        ("XXXXXNSSN", "S", 1),
        ("NNSSXXXXX", "N", 1),
        ("EESSWWNNX", "E", 1),
        ("XEESSWWNN", "E", 1),  # not the last two of those who have as many
        ("EEESSSXXX", "E", 1),
        ("EESSSEXXX", "S", 1),
        ("EENNNWWWW", "W", 2),
        ("WENNNEEWW", "N", 1),
        ("EWSNXWEEE", "E", 1),  # four with the first: not the last four
        ("WWSNXSEEE", "E", 2),
        ("SSXXXNNNX", "N", 1),
        ("SSXXXXNNN", "N", 2),
        ("SSSXXXNNN", "S", 1),  # South had three first
    ],
)
def test_al_5_right_values(winners: str, winner: str | None, amount: int) -> None:
    assert referee.score(winners) == (winner, amount)
    for seed in range(3):
        match = won(winners, seed, dealer=seed)
        seat = None if winner is None else LETTERS.index(winner)
        ahead = 0 if seat is None else amount * (-1) ** seat
        assert points(match) == (ahead, -ahead, ahead, -ahead)
        assert table(match).points == (max(ahead, 0), max(-ahead, 0))
        assert match.scores == tuple(max(each, 0) for each in points(match))
        expected: dict[str, tuple[int | None, int]] = {}
        if "X" in winners:
            expected["fouled"] = (None, winners.count("X"))
        if seat is not None and winner is not None:
            expected |= {"winner": (seat, winners.count(winner))}
            expected["mordienne" if amount == 2 else "point"] = (seat, amount)
        assert lines(match) == expected
        assert match.deal_result is not None
        assert [line.amount for line in match.deal_result.lines if line.code == "tricks"] == [
            winners.count(letter) for letter in LETTERS
        ]


def test_al_5_any_winners_of_nine_tricks_score_as_the_referee_says() -> None:
    """Half of them such that one seat wins the last tricks. Of all 1,953,125 ways 3,749 give a seat two points."""
    rng = random.Random(0)
    scored: Counter[tuple[str | None, int]] = Counter()
    for number in range(1200):
        winners = "".join(rng.choice("SENWX") for _ in range(9))
        if number % 2:
            last = rng.randrange(1, 6)
            winners = winners[:-last] + rng.choice("SENW") * last
        winner, amount = referee.score(winners)
        match = won(winners, number, dealer=number % 4)
        assert table(match).points == tuple(amount * (winner in team) for team in (("S", "N"), ("E", "W")))
        scored[winner, amount] += 1
    assert set(scored) == {(letter, amount) for letter in LETTERS for amount in (1, 2)}


def test_al_5_the_log_tells_the_points() -> None:
    match = won("EXNXXXSSS")
    told = [(str(event.code), event.seat, event.amount) for event in match.log[-5:]]
    assert [code for code, _, _ in told] == ["deal-over", "points", "points", "points", "points"]
    assert [amount for _, _, amount in told[1:]] == [2, -2, 2, -2] and [seat for _, seat, _ in told[1:]] == [*SEATS]


def test_al_5_a_teams_points_are_only_what_it_won() -> None:
    """What the others lose in a deal is not taken from what they have."""
    match = won("EXNXXXSSS")
    match.next_deal()
    seen = {(2, 0)}
    for seed in range(40):
        later = finish(match.copy(), random.Random(seed))
        ahead = points(later)[0]
        assert table(later).points == (2 + max(ahead, 0), max(-ahead, 0))
        seen.add(table(later).points)
    assert len(seen) >= 3


def test_al_5_an_edited_position_has_no_more_points_than_its_deals_can_have_given() -> None:
    """Two each; of a deal that is over, what it gave as well."""
    begun = won("EXNXXXSSS")  # 2 : 0
    begun.next_deal()
    later = (finish(begun.copy(), random.Random(seed)) for seed in range(20))
    match = next(match for match in later if table(match).points == (2, 1))
    for over in (True, False):
        deals = 2 if over else 3
        if not over:
            match.next_deal()
        record = json.loads(match.view(-1).sample(0).to_json())
        data, scores = bytes.fromhex(record["position"]), struct.pack("<4i", 2, 1, 2, 1)
        assert data.count(scores) == 1
        for first in range(-1, 7):
            for second in range(-1, 7):
                for partner in (first, first + 1):
                    edited = data.replace(scores, struct.pack("<4i", first, second, partner, second))
                    before = (first, second - over)
                    fits = partner == first and min(before) >= 0 and sum(before) <= 2 * (deals - 1)
                    try:
                        read = Match.from_json(json.dumps({**record, "position": edited.hex()}))
                        assert fits and table(read).points == (first, second)
                    except BadRecord:
                        assert not fits


# ---- Text and records ------------------------------------------------------------------------------------------------


def test_the_text_of_a_card_is_read_in_any_case() -> None:
    match = set_up(hands=("3d Vc Cb Rs",))
    for text in ("play Vc", "vc", "VC", " PLAY  vC ", "play Vc "):
        assert str(match.moves.find(text)) == "play Vc"
    assert str(match.moves.find("cb")) == "play Cb" and str(match.moves.find("rs")) == "play Rs"


def test_a_record_has_all_five_deals() -> None:
    match = GAME.start(seed=3)
    while not match.over:
        match.next_deal() if match.deal_over else match.play(choose(match.moves, random.Random(match.deal)))
    record = json.loads(match.to_json())
    assert record["options"] == {"dealer": None} and [len(deal) for deal in record["deals"]] == [36] * 5
    again = Match.from_json(match.to_json())
    assert again.position == match.position and again.log == match.log and again.scores == match.scores


def test_set_ups_may_leave_cards_open() -> None:
    match = GAME.start(seed=5, hands=["3d 3c", None, "2d"], dealer=0)
    assert Cards("3d 3c", deck="aluette") <= match.hand(0) and Cards("2d", deck="aluette") <= match.hand(2)
    assert match.hand_sizes == (9, 9, 9, 9)
    with pytest.raises(BadCards) as caught:
        GAME.start(hands=["3d", "3d"])
    assert caught.value.code == "not-in-pack"
    with pytest.raises(BadCards) as caught:
        GAME.start(hands=[PACK[:10]])
    assert caught.value.code == "too-many-cards"


def test_the_adapter_finds_tricks_for_any_winners() -> None:
    for winners in ("XXXXXXXXX", "SSSSSSSSS", "SXEXNXWXS"):
        for seed in range(5):
            tricks = tricks_won_by(winners, seed)
            assert len({card for trick in tricks for card in trick}) == 36
            found = [referee.trick_winner(trick) for trick in tricks]
            assert found == [None if letter == "X" else LETTERS.index(letter) for letter in winners]
    assert Table(GAME).deals == 5
