"""The command line, run as people run it."""

from __future__ import annotations

import json
import os
import pty
import random
import re
import select
import signal
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

import cardavia
import cardavia.play
from cardavia import Cards, DealResult, EventCode, Game, IllegalMove, Match, Shape, View, poker
from cardavia.choices import FEW, choices, understand
from cardavia.games import aluette
from cardavia.play import Left, Person, last_acts
from cardavia.watch import make_bots
from cardavia.words import Words
from tests.walk import LISTED, played, positions, seats, viewers

PROMPT = "your move> "
TRUMPS = "ANGEL|WORLD|SUN|MOON|MOOR[1-4]|BEGATO|MATTO"
CARD = re.compile(rf"\b(?:[2-9TJQKA][CDHS]|BJ|RJ|(?:10|[1-9AJCQKVR])[dcbs]|{TRUMPS})\b")
AMOUNT = "(?:bid|call|bet|raise) \\d+(?:[CDHS]|NT)?|(?:re)?double|play .+"
LAID = "(?:lock|return) \\S+|bury .+|discard .+|declare(?: .+)?"
NAME = f"(?:{'|'.join(map(re.escape, Shape))})(?: (?:[2-9TJQKA]|[BR]J))?"
ACT = re.compile(rf"(pass|fold|check|{AMOUNT}|{LAID}|{NAME} +(.+))$")
SHORT: dict[str, dict[str, Any]] = {"guandan": {"levels": "A"}, "tractor": {"levels": "A"}}
"""Options that make long matches short."""



@dataclass
class Ran:
    """How a command ended."""

    code: int
    out: str
    err: str


def command(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "cardavia", *arguments]


def encoded(encoding: str) -> dict[str, str]:
    return {**os.environ, "PYTHONIOENCODING": encoding}


def run(*arguments: str, typed: str | bytes = "", encoding: str = "utf-8") -> Ran:
    """Runs a command to its end, with that on its standard input."""
    given = typed.encode() if isinstance(typed, str) else typed
    ended = subprocess.run(command(*arguments), input=given, capture_output=True, timeout=60, env=encoded(encoding))
    out, err = ended.stdout.decode(encoding), ended.stderr.decode()
    assert "Traceback" not in out + err
    return Ran(ended.returncode, out, err)


def said(out: str) -> list[str]:
    """What was printed, prompt by prompt."""
    return out.split(PROMPT)


# ---- Watching ----


def test_without_arguments_a_deal_of_every_game_is_told() -> None:
    ran = run()
    assert (ran.code, ran.err) == (0, "")
    for name in cardavia.game_names():
        assert f"{cardavia.game(name).title}, seed " in ran.out
    assert ran.out.count("\nAccount\n") == ran.out.count("\nPoints\n") == len(cardavia.game_names())


def test_a_seed_gives_the_same_deal_again(game: Game) -> None:
    first, again, other = (run(game.name, "--seed", seed).out for seed in ("5", "5", "6"))
    assert first == again
    assert first != other


def test_the_seed_that_is_told_gives_the_same_deal_again(game: Game) -> None:
    first = run(game.name).out
    seed = re.search(r"seed (\d+)", first)
    assert seed is not None
    assert run(game.name, "--seed", seed[1]).out == first


def test_a_game_is_told_alike_alone_and_among_others(game: Game) -> None:
    assert run(game.name, "--seed", "5").out in run("--seed", "5").out


def told_and_played(game: Game, seed: int) -> tuple[str, Match]:
    """A deal as it is told, and the match of its record."""
    out = run(game.name, "--seed", str(seed), encoding="ascii").out
    return out, Match.from_json(json.dumps(json.loads(run(game.name, "--seed", str(seed), "--json").out)["record"]))


@pytest.mark.parametrize("seed", range(3))
def test_a_deal_is_told_with_moves_and_account(game: Game, seed: int) -> None:
    out, match = told_and_played(game, seed)
    told = [move for line in out.splitlines() if (move := told_move(line))]
    assert told == [each for deal in json.loads(match.to_json())["deals"] for each in map(bare, deal)]
    assert told_points(out) == result_of(match).points


def test_a_deal_of_dou_dizhu_is_told_with_hands_and_tricks() -> None:
    out, match = told_and_played(cardavia.game("doudizhu"), 3)
    assert out.count("the lead goes to") == sum(event.code == "trick" for event in match.log)
    assert "  seat 0            RJ BJ 2D AC AD KC KH QC QH QS TH 9C 9D 5C 4D 4S 3D\n" in out


def test_a_hand_of_holdem_is_told_with_blinds_streets_and_showdown() -> None:
    out, match = told_and_played(cardavia.game("holdem"), 11)
    table = match.table
    assert "Deal 1, button: seat 0\n" in out
    assert "\n  seat 1            blind 10\n  seat 2            blind 20\n" in out
    streets = re.findall(r"^  (flop|turn|river) +(.+)$", out, re.MULTILINE)
    assert [name for name, _ in streets] == ["flop", "turn", "river"]
    assert Cards(" ".join(cards for _, cards in streets)) == Cards(table.board)
    shown = re.findall(r"^  seat (\d).{12}shown (.. ..)  (.+)$", out, re.MULTILINE)
    assert [int(seat) for seat, _, _ in shown] == list(table.in_hand) and len(shown) > 1
    for seat, cards, worth in shown:
        assert Cards(cards) == table.shown[int(seat)]
        assert worth == str(poker.category(Cards(cards) + table.board))


def test_a_deal_of_one_poker_is_told_with_signals_locks_and_showdown() -> None:
    out, match = told_and_played(cardavia.game("onepoker"), 3)
    for seat in (0, 1):
        [lock] = [event.move for event in match.log if event.seat == seat and event.move and event.move.kind == "lock"]
        assert f"\n  seat {seat}            {match.table.up[seat]} UP\n  seat {seat}            ante 1\n" in out
        assert f"\n  seat {seat}            lock {lock.cards}\n" in out
        assert f"\n  seat {seat}            shown {lock.cards}\n" in out
    assert "locked a card" not in out


def test_each_pot_and_each_odd_chip_has_its_line() -> None:
    """Three seats share the main pot, two the side pot; seat 2 folds its blind."""
    hands, stock = ["2C 3C", "2D 3D", None, "2H 3H"], "4C TS JS QS 4D KS 4H AS"
    match = cardavia.game("holdem").start(seed=1, hands=hands, stock=stock, stacks=[100, 100, 100, 21])
    for text in ("raise 21", "raise 60", "call", "fold", *["check"] * 6):
        match.play(text)
    words = Words(match.game, symbols=False, you=1)
    assert words.account(result_of(match), match.table) == [
        "Account",
        "  pot: 83",
        "    you won 27",
        "    you won 1 more: an odd chip",
        "    seat 3 won 27",
        "    seat 3 won 1 more: an odd chip",
        "    seat 0 won 27",
        "  pot: 78",
        "    you won 39",
        "    seat 0 won 39",
        "Points",
        "  seat 0 button     +6      106 chips",
        "  you               +7      107 chips",
        "  seat 2            -20     80 chips",
        "  seat 3            +7      28 chips",
    ]


def test_json_is_one_line_for_each_deal_that_can_be_replayed(game: Game) -> None:
    ran = run(game.name, game.name, "--seed", "5", "--json")
    assert (ran.code, ran.err) == (0, "")
    lines = ran.out.splitlines()
    assert len(lines) == 2 and lines[0] == lines[1]
    deal = json.loads(lines[0])
    assert {"game", "seed", "bot", "record", "events", "result"} == set(deal)
    assert (deal["game"], deal["seed"], deal["bot"]) == (game.name, 5, "random")
    match = Match.from_json(json.dumps(deal["record"]))
    assert match.deal_over
    assert [event.to_dict() for event in match.log] == deal["events"]
    assert match.deal_result is not None
    assert list(match.deal_result.points) == deal["result"]["points"]
    assert [line.code for line in match.deal_result.lines] == [line["code"] for line in deal["result"]["lines"]]


@pytest.mark.parametrize(
    "arguments",
    [
        "nosuch",
        "play",
        "play nosuch",
        "play doudizhu more",
        "play doudizhu --seat 3",
        "play doudizhu --seat -1",
        "play doudizhu --seat first",
        "play doudizhu --bot nosuch",
        "--bot nosuch",
        "--seed -1",
        "--seed 1.5",
        f"--seed {2**256}",
        "--seed " + "9" * 5000,
        "--nosuch",
    ],
)
def test_arguments_that_make_no_sense_get_one_line(arguments: str) -> None:
    ran = run(*arguments.split())
    assert ran.code == 2
    assert ran.out == ""
    assert ran.err.startswith("cardavia") and ran.err.count("\n") == 1


def test_help_and_version() -> None:
    assert run("--help").code == run("play", "--help").code == 0
    assert run("--version").out == f"{cardavia.__version__}\n"


def test_suits_are_symbols_where_they_can_be_shown() -> None:
    symbols, plain = (run("--seed", "3", encoding=encoding).out for encoding in ("utf-8", "ascii"))
    assert "\N{BLACK SPADE SUIT}" in symbols
    for letter, symbol in zip("CDHS", "\u2663\u2666\u2665\u2660", strict=True):
        symbols = re.sub(rf"(?<=[1-9TJQKA]){symbol}", letter, symbols)
    assert symbols == plain


@pytest.mark.parametrize("arguments", [[], ["--json"], ["play", "doudizhu"]])
def test_nobody_reads(arguments: list[str]) -> None:
    read, write = os.pipe()
    os.close(read)
    ended = subprocess.run(command(*arguments), stdout=write, stdin=subprocess.DEVNULL, stderr=subprocess.PIPE)
    os.close(write)
    assert (ended.returncode, ended.stderr) == (141, b"")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_a_full_disk_gets_one_line() -> None:
    with open("/dev/full", "wb") as full:
        ended = subprocess.run(command(), stdout=full, stderr=subprocess.PIPE, text=True)
    assert ended.returncode == 1
    assert ended.stderr.startswith("cardavia: ") and ended.stderr.count("\n") == 1


# ---- A person at the table ----


def told_move(line: str) -> str:
    """The move that a line tells, as its text without "play"; else nothing. A move is in the second column of a line
    that begins with a seat."""
    act = ACT.match(line[20:])
    if act is None or re.match(r"  (you|seat \d)", line) is None:
        return ""
    return bare(act[2] or act[1])


def told_points(out: str) -> tuple[int, ...]:
    """The points of the last account that was printed."""
    return tuple(map(int, re.findall(r"^.{20}([+-]\d+)\b", out.rpartition("\nPoints\n")[2], re.MULTILINE)))


def result_of(match: Match) -> DealResult:
    """The account of a deal that is over."""
    result = match.deal_result
    assert result is not None
    return result


def bare(move: str) -> str:
    """A move in one way of writing: cards in order of their texts, without "play" and the name of the combination."""
    cards = move.removeprefix("play ").rpartition(": ")[2]
    return " ".join(sorted(cards.split())) if CARD.match(cards) else move


def script(seed: int, length: int = 400) -> str:
    """Something to type: choices that are there, choices that are not, questions, nonsense."""
    rng = random.Random(seed)
    sensible = ["#1", "#2", "#3", "#5", "1", "2", "#20", "bid 1", "pass"]
    others = ["", "hint", "?", "? single", "hand", "table", "undo", "333 4", "play RJ BJ", "bid 9", "#0", "nonsense"]
    return "".join(f"{rng.choice(sensible if rng.random() < 0.7 else others)}\n" for _ in range(length))


def hidden_from(match: Match, seat: int) -> set[str]:
    """The cards that a seat must not know: other hands but for what was turned up or shown, and what is not dealt."""
    others = [card for other in seats(match) if other != seat for card in match.hand(other)]
    known = match.view(seat)
    return {card.text for card in (*others, *match.stock)} - {
        card.text for other in seats(match) for card in known.known(other)
    }


def replayed(out: str, match: Match, seat: int) -> Match:
    """Plays what was printed again, line by line; no line may show a card that is hidden from the seat then."""
    decisions: list[Match] = []
    answers = re.sub(rf"^{PROMPT}.*$", "", out, flags=re.MULTILINE)  # what the person typed is no secret
    for line in answers.splitlines():
        if line == "  taken back":
            match = decisions.pop()
        elif move := told_move(line):
            if match.turn == seat:
                decisions.append(match.copy())
            match.play(move)
        assert not set(CARD.findall(line)) & hidden_from(match, seat), line
    return match


@pytest.mark.parametrize("seed", range(6))
def test_a_person_plays_to_the_end_and_sees_no_hidden_card(seed: int) -> None:
    seat = seed % 3
    typed = script(seed) + "#1\n" * 300
    ran = run("play", "doudizhu", "--seat", str(seat), "--seed", str(seed), typed=typed, encoding="ascii")
    assert (ran.code, ran.err) == (0, "")
    match = replayed(ran.out, cardavia.game("doudizhu").start(seed=seed), seat)
    assert match.deal_over
    assert told_points(ran.out) == result_of(match).points
    assert len(set(CARD.findall(ran.out))) >= 20
    assert "  hint  " in ran.out and "  no: " in ran.out and "  taken back\n" in ran.out


class Sitting:
    """A person who types at random, in this process, so that each line can be held against what may be known."""

    def __init__(self, game: Game, seat: int, seed: int) -> None:
        self.rng = random.Random(seed)
        *players, adviser = make_bots("random", game.players + 1, seed=seed)
        self.seat = seat
        match, words = game.start(seed=seed, **SHORT.get(game.name, {})), Words(game, symbols=False, you=seat)
        self.person = Person(match, seat, players, adviser, words)
        self.lines: list[str] = []
        self._typed = 0
        self._one_pack = len(set(game.deck.pack)) == len(game.deck.pack)
        self._looked_at = b""
        self._visible: set[str] = set()
        self._hidden: set[str] = set()

    def ask(self, prompt: str) -> str:
        """Stands in for :func:`cardavia.play.ask`."""
        self._typed += 1
        view, commands = self.person.view, ["hint", "?", "hand", "table", "undo", "nonsense", "#999999"]
        if self._typed < 150 and self.rng.random() < 0.3:
            return self.rng.choice(commands)
        if prompt == "next deal> ":
            return ""
        assert prompt == PROMPT and view.turn == self.seat
        return self.rng.choice([str(view.moves.sample(self.rng)), f"#{self.rng.randint(1, min(3, len(view.moves)))}"])

    def print(self, line: str = "") -> None:
        """Stands in for ``print``."""
        self.lines.append(line)
        view = self.person.view
        if view.position != self._looked_at:
            self._looked_at, self._visible = view.position, visible_in(view)
            self._hidden = hidden_from(self.person._match, self.seat) if self._one_pack else set()
        bids = set(map(str, getattr(view.table, "calls", ())))  # those of Bridge read as cards do: 7H
        shown = set(CARD.findall(re.sub(r"bid \S+", "", line))) - bids
        assert shown <= self._visible, line
        assert not shown & self._hidden, line


def visible_in(view: View) -> set[str]:
    """The cards that a view has, in whatever form; of its log only those of this deal."""
    values = view.to_dict()
    begun = max(place for place, event in enumerate(values["log"]) if event["code"] == "deal")
    return set(CARD.findall(json.dumps({**values, "log": values["log"][begun:]})))


def test_a_person_sees_to_the_end_of_a_match_only_what_its_view_has(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    labels: set[str] = set()
    for seed in range(12):
        sitting = Sitting(game, seed % game.players, seed)
        monkeypatch.setattr(cardavia.play, "ask", sitting.ask)
        monkeypatch.setattr(cardavia.play, "print", sitting.print, raising=False)
        sitting.person.play_match()
        view, out = sitting.person.view, "\n".join(sitting.lines)
        assert view.over and view.deal_result is not None
        assert told_points(out) == view.deal_result.points
        assert out.count("\nAccount\n") > view.deal
        assert set(CARD.findall(out))
        labels |= {line[2:20].rstrip() for line in sitting.lines}
    assert {"hint", "taken back", "choices", "legal"} <= labels


def test_a_match_of_every_game_can_be_played_by_number(game: Game) -> None:
    for seat in range(1 if game.name in SHORT else game.players):
        ran = run("play", game.name, "--seat", str(seat), "--seed", "1", typed="#1\n\n" * 4000)
        assert (ran.code, ran.err) == (0, "")
        assert "\nAccount\n" in ran.out and ran.out.endswith("--seed 1\n")
        assert "You left" not in ran.out


def test_raises_are_shown_as_a_range_and_typed_as_an_amount() -> None:
    typed = "?\n? raise\n? bet\n100\n3\nraise 39\nraise 100\nquit\n"
    asked = said(run("play", "holdem", "--seed", "1", "--seat", "3", typed=typed).out)
    listed = "#1    fold\n                    #2    call 20\n                    #3    raise 40 to 1000\n"
    assert asked[0].endswith(f"  choices           {listed}")
    assert asked[1] == f"?\n                    {listed}"
    assert asked[2] == "? raise\n                    #3    raise 40 to 1000\n"
    assert "no legal move is called 'bet'" in asked[3]
    assert "no: this could be 'raise 100': type that in full\n" in asked[4]
    assert "no: this is no card of the deck: '3'\n" in asked[5]
    assert "no: this is less than the least bet or raise (HE-3.3)" in asked[6]
    assert asked[7].startswith("raise 100\n  you               raise 100\n")


def test_what_lies_on_a_table_of_holdem_is_shown_at_every_turn() -> None:
    asked = said(run("play", "holdem", "--seed", "2", "--seat", "2", typed="call\nquit\n", encoding="ascii").out)
    assert asked[1].endswith(
        """
  board             TH 7H 2D
  pot               3946
  to call           18 more
  seat 0 button     18 chips
  seat 1            all-in, bet 18
  you               18 chips
  seat 3            18 chips
  your hand (2)     TC 7D  two pair
  choices           #1    fold
                    #2    call 18
"""
    )


def test_one_poker_shows_ups_and_downs_and_who_has_locked_but_no_card_of_another() -> None:
    asked = said(run("play", "onepoker", "--seed", "5", typed="#1\ncheck\nquit\n", encoding="ascii").out)
    assert "  you               19 chips, 2 UP 0 DOWN\n  seat 1            19 chips, 2 UP 0 DOWN\n" in asked[0]
    assert "\n  you               lock JD\n  seat 1            locked a card\n" in asked[1]
    assert "  seat 1            19 chips, locked, 2 UP 0 DOWN\n" in asked[1]
    assert "  your hand (1)     KH\n  you locked        JD\n" in asked[1]
    assert "  choices           #1    check\n                    #2    bet 1 to 19\n" in asked[1]


def test_in_bridge_calls_are_typed_as_they_are_said_and_the_declarer_plays_dummys_cards() -> None:
    typed = "p\n1nt\nx\n7NT\nP\n2h\nquit\n"
    asked = said(run("play", "bridge", "--seat", "2", "--seed", "5", typed=typed, encoding="ascii").out)
    assert "  auction           N     E     S     W\n                                ?\n" in asked[0]
    assert "\n  you S             pass\n  seat 3 W          bid 7S\n  partner N         double\n" in asked[1]
    assert "                                pass  7S\n                    X     pass  ?\n" in asked[1]
    assert "no: a bid must be above the last bid (BR-2)" in asked[2]
    assert "no: only an undoubled last bid of the opponents can be doubled (BR-2)" in asked[3]
    assert "\n  you S             bid 7NT\n" in asked[4]
    dummy = "TS 9S 7S AH JH 2H 9D 7D 5D JC 8C 5C 3C"
    assert f"\n  contract: 7NT XX by S\n\n  seat 3 W          play 5H\n  partner dummy     lays down {dummy}\n" in asked[5]
    assert f"\n  dummy             {dummy}\n  trick             5H\n  to play           a card of dummy's\n" in asked[5]
    assert "\n  partner dummy     play 2H\n  seat 1 E          play 6H\n" in asked[6]


def test_aluette_shows_the_trick_and_what_is_highest_in_it() -> None:
    asked = said(run("play", "aluette", "--seat", "1", "--seed", "5", typed="#1\n" * 8 + "quit\n").out)
    shown = re.findall(r"^  trick +(.+)\n(?:  highest +(.+)\n)?", "".join(asked), re.MULTILINE)
    assert {bool(highest) for _, highest in shown} == {False, True}
    for cards, highest in shown:
        winner = aluette.trick_winner(cards)
        assert highest in ("", "none alone" if winner is None else cards.split()[winner])


def test_guandan_shows_partner_places_levels_and_what_a_play_is() -> None:
    out = run("play", "guandan", "--seed", "3", "--seat", "2", typed="? bomb\n" + "#1\n\n" * 300, encoding="ascii").out
    assert out.startswith("Guandan: you are seat 2, your partner is seat 0, bot random plays the others\n")
    assert "\nDeal 1, first to act: you\n" in out
    assert "\n                    #48   bomb 3            3C 3D 3D 3H 3H\n" in said(out)[1]
    assert "\n  partner           straight-flush 8  2H 2H 8S 5S 4S\n" in out and "\n  seat 0" not in out
    account = out.split("\nAccount\n")[1].split("\n\n")[0].splitlines()
    places = [re.fullmatch(r"  (you|partner|seat [13]) finished in place (\d)", line) for line in account[:4]]
    assert [place[2] for place in places if place] == ["1", "2", "3", "4"]
    assert re.fullmatch(r"  the side in place 1 rises by [123], but not above A", account[4])
    assert re.fullmatch(r"  it is at level [345] now", account[5])
    assert re.fullmatch(r"  (you|partner) \w{3} +[+-][123]      level [2345]", account[7])
    assert re.search(r"\n  (you|partner|seat [13]) +gives \S+ as tribute to (you|partner|seat [13])\n", out)
    assert re.search(r"\n  (you|partner|seat [13]) +return \S+\n", out)


def test_tractor_lists_none_of_millions_of_burials_and_takes_cards_alone() -> None:
    typed = "2D\n?\n? bury\n3C 6C 7C 8C JC KC AC\n3C 6C 7C 8C JC KC AC AC\n3C\nquit\n"
    asked = said(run("play", "tractor", "--seed", "2", typed=typed, encoding="ascii").out)
    assert "\n  declared          nothing yet\n" in asked[0]
    assert asked[1].startswith("2D\n  you               declare 2D\n")
    assert "\n  you dealer        takes 7D 3D KS KS AH TH AC 7C\n  diamonds are trump\n" in asked[1]
    assert "\n  your hand (33)    2D 2H AD TD 9D 7D 6D 5D 3D AS " in asked[1]  # trumps first
    assert asked[1].endswith("\n  choices           5905706 moves, too many to be listed: type the cards\n")
    assert asked[2] == "?\n  5905706 moves are too many to be listed; any of them can be typed\n"
    assert asked[3].count("bury 3C ") == 1000 and "among the first 1000 of 5905706 moves" in asked[3]
    assert asked[4].startswith("3C 6C 7C 8C JC KC AC\n  no: eight cards are buried (TR-4)\n")
    assert asked[5].startswith("3C 6C 7C 8C JC KC AC AC\n  you dealer        bury 3C 6C 7C 8C JC KC AC AC\n\n")
    assert "\n  partner defender  0 tricks, 0 points\n  seat 3 attacker   0 tricks, 0 points\n" in asked[5]
    assert "no: the hand does not hold these cards (TR-7.1)" in asked[6]  # now cards are played


def test_a_kitty_that_is_shown_and_what_was_buried_are_told() -> None:
    match = cardavia.game("tractor").start(seed=1, dealer=1, levels="A", stock="RJ 3S 4S 6S 7S 8S 9S TS")
    while match.phase == "declaring":
        match.play("pass")
    assert told_log(match)[-2:] == [
        "  bottom cards      RJ TS 9S 8S 7S 6S 4S 3S, to seat 1 dealer",
        "  spades are trump\n",
    ]
    match.play("bury RJ 3S 4S 6S 7S 8S 9S TS")
    assert told_log(match)[-1] == "  seat 1 dealer     bury 3S 4S 6S 7S 8S 9S TS RJ"
    seen = match.view(0)
    assert Words(match.game, symbols=False).step(seen.log[-1:], seen.table, seen.table) == [
        "  seat 1 dealer     lays 8 cards face down"
    ]
    while match.turn is not None:
        match.play(match.moves[0])
    assert "  seat 1 dealer     shown RJ TS 9S 8S 7S 6S 4S 3S" in told_log(match)




def told_log(match: Match) -> list[str]:
    """All that happened, in words."""
    return Words(match.game, symbols=False).step(match.log, match.table, match.table)


def test_tribute_that_is_cancelled_and_a_bomb_that_earns_are_told() -> None:
    guandan, zhengshangyou = cardavia.game("guandan"), cardavia.game("zhengshangyou")
    cancelled = guandan.start(seed=1, previous=[0, 1, 2, 3], hands=[None, None, None, "RJ RJ"])
    assert told_log(cancelled)[-1] == "  no tribute        because of RJ RJ"
    earned = zhengshangyou.start(seed=1, hands=["3C 3D 3H 3S 2S", "5C 6D 8S TD QD KD", "7C 7D 7H 7S"])
    for move in ("3333", "pass", "pass", "2", "pass", "7777", "pass", "pass"):
        earned.play(move)
    assert told_log(earned)[-2:] == ["  seat 2            a bomb for 20 points", "  the lead goes to seat 2\n"]


def test_no_cards_are_none() -> None:
    match = cardavia.game("guandan").start(seed=1)
    assert Words(match.game, symbols=False).cards(Cards(), match.table) == "none"


def test_a_hand_of_guandan_is_two_lines_with_the_wild_cards_last() -> None:
    game = cardavia.game("guandan")
    hand = "RJ BJ 5C 5D AC KD QC JC TC 9C 8C 7C 6C 4C 3C 2C 2D 3D 4D 6D 7D 8D 9D TD JD 5H 5H"
    match = game.start(seed=1, levels="5", hands=[hand])
    assert Words(game, symbols=False).cards(match.hand(0), match.table).splitlines() == [
        "RJ BJ 5C 5D AC KD QC JC JD TC TD 9C 9D",
        f"{' ' * 20}8C 8D 7C 7D 6C 6D 4C 4D 3C 3D 2C 2D 5H 5H",
    ]


def test_ottocento_takes_two_cards_alone_as_discards_and_asks_what_a_number_means() -> None:
    asked = said(run("play", "ottocento", "--seed", "2", "--seat", "1", typed="10d 8\npass\n6\nplay 6\nquit\n").out)
    assert asked[0].endswith("\n  choices           136 moves: discard 136\n                    ? lists all\n")
    assert asked[1].startswith("10d 8\n  you dealer        discard 10d 8\n")
    assert "\n  seat 0            declare\n  seat 0            shows Ks As Ab Kc Ac Kd for 27 points\n" in asked[1]
    assert "\n  seat 0 has shown  Ks As Ab Kc Ac Kd\n" in asked[1]
    assert "\n  trick             BEGATO 7 15\n  suit led          trumps\n" in asked[1]
    assert "\n  seat 0            0 tricks, declared 27\n" in asked[1]
    assert "\n  your hand (15)    SUN 12 10 6 MOOR1 MOOR2 Cs 8s 7s 6s Qb 7b Jc 8c 9c  no combination\n" in asked[1]
    assert asked[3].startswith("6\n  no: this could be choice #6 or 'play 6': type that in full\n")
    assert asked[4].startswith("play 6\n  you dealer        play 6\n")


def test_what_a_hand_can_declare_is_shown() -> None:
    match = cardavia.game("ottocento").start(seed=1, dealer=3, hands=["ANGEL WORLD SUN Kd Kc Kb 7d 6d 8d 9d 6c 7c 8c 9c 6b"])
    words = Words(match.game, symbols=False)
    assert words.worth(match.hand(0), match.table) == "kings, grande: 27"
    assert words.worth(match.hand(0) - "Kd", match.table) == ""




def test_between_deals_the_person_goes_on_or_back_or_leaves() -> None:
    typed = "#1\ncheck\nfold\nnonsense\nhelp\ntable\nundo\nfold\n\nquit\n"
    out = run("play", "onepoker", "--seed", "5", typed=typed).out
    between = out.split("next deal> ")
    assert len(between) == 6
    assert "Enter deals the next deal" in between[1]
    assert "leave the table" in between[2]
    assert "seat 1             1 in hand  21 chips" in between[3]
    assert between[4].startswith("undo\n  taken back\n") and "\n  you               fold\n" in between[4]
    assert "\nDeal 2, first to act: seat 1\n" in between[5]
    assert out.count("\nAccount\n") == 2
    left = run("play", "onepoker", "--seed", "5", typed="#1\ncheck\nfold\nquit\n").out
    assert left.endswith("next deal> quit\nYou left the table.\nThe same cards again: --seed 5\n")


def test_the_seed_is_told_only_at_the_end() -> None:
    out = run("play", "doudizhu", "--seed", "987654321", typed="#1\n#1\nquit\n").out
    assert "987654321" in out.splitlines()[-1]
    assert "987654321" not in "".join(out.splitlines()[:-1])


def test_a_seed_and_the_same_choices_give_the_same_match_again() -> None:
    first, again = (run("play", "doudizhu", "--seed", "4", typed=script(9)).out for _ in range(2))
    assert first == again


@pytest.mark.parametrize(
    "typed, hint",
    [
        ("bid 7", "a bid is 1, 2 or 3 (DDZ-2.2)"),
        ("#3", "you               bid 2"),
        ("3", "no: this could be choice #3 or 'bid 3': type that in full"),
        ("666", "the hand has no more cards of this rank"),
        ("6", "in the bidding a seat passes or bids (DDZ-2.2)"),
        ("#9", "the choices are #1 to #4"),
        ("#", "the choices are #1 to #4"),
        ("hello", "help says what can be typed"),
        ("\N{BLACK SPADE SUIT}\N{SNOWMAN}", "help says what can be typed"),
        ("9" * 3000, "no: "),
        ("play", "no: "),
    ],
)
def test_a_bad_input_gets_a_hint(typed: str, hint: str) -> None:
    ran = run("play", "doudizhu", "--seed", "6", typed=f"{typed}\n", encoding="utf-8")
    assert ran.code == 0
    answer = said(ran.out)[1]
    assert hint in answer
    if "no: " in answer:
        assert re.search(r"legal +#1 +pass\n +#2 +bid 1\n +#3 +bid 2\n +#4 +bid 3\n", answer)


def test_a_pass_of_the_leader_is_explained_and_the_legal_moves_are_counted_by_sort() -> None:
    answers = said(run("play", "doudizhu", "--seed", "6", typed="bid 3\npass\n? pair\n? nosuch\n").out)
    assert "no: a leader cannot pass (DDZ-3.1)" in answers[2]
    counted = re.search(r"legal +(\d+) moves: (.*)\n", answers[2])
    assert counted is not None
    assert int(counted[1]) == sum(int(each.split()[-1]) for each in counted[2].split(", "))
    pairs = re.search(r"pair (\d+)", counted[2])
    assert pairs is not None and answers[3].count(" pair ") == int(pairs[1])
    assert "no legal move is called 'nosuch'" in answers[4]


def test_bytes_that_are_no_text_are_no_trouble() -> None:
    ran = run("play", "doudizhu", "--seed", "6", typed=b"\xff\xfe\n\x00\n", encoding="ascii")
    assert ran.code == 0 and ran.out.count("  no: ") == 2


def test_undo_comes_back_to_the_last_decision() -> None:
    answers = said(run("play", "doudizhu", "--seed", "6", typed="undo\n#1\n#1\nundo\nundo\nundo\n").out)
    assert "you have decided nothing yet" in answers[1]
    first, second = (text[text.index("\n  highest bid") :] if "highest bid" in text else text for text in answers[:2])
    assert "  taken back\n" in answers[4] and "  taken back\n" in answers[5]
    assert answers[5].endswith(first)
    assert "you have decided nothing yet" in answers[6]


def test_table_hand_hint_and_help_change_nothing() -> None:
    typed = "bid 3\ntable\nhand\nhint\nhelp\n?\nquit\n"
    asked = said(run("play", "doudizhu", "--seed", "6", typed=typed).out)
    assert "you landlord      20 in hand" in asked[2]
    assert "bottom cards" in asked[2]
    assert "your hand (20)" in asked[3]
    assert re.match(r"hint\n  hint +\S", asked[4])
    assert "ranks alone will do" in asked[5]
    listed = re.findall(r"#(\d+)", asked[6])
    assert listed == [str(number) for number in range(1, len(listed) + 1)] and len(listed) > 12
    assert asked[7].startswith("quit\nYou left the table.\n")


@pytest.mark.parametrize("typed", ["", "quit\n", "QUIT\n", "#1"])
def test_leaving_is_no_failure(typed: str) -> None:
    ran = run("play", "doudizhu", "--seed", "6", typed=typed)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.endswith("You left the table.\nThe same cards again: --seed 6\n")


def test_ctrl_c_leaves_at_once() -> None:
    process = subprocess.Popen(
        command("play", "doudizhu", "--seed", "6"),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        # A shell that starts the tests in the background makes them deaf to it.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    assert process.stdout is not None
    out = b""
    while not out.endswith(PROMPT.encode()):
        out += process.stdout.read(1)
    process.send_signal(signal.SIGINT)
    rest, err = process.communicate(timeout=60)
    assert (process.returncode, rest.strip(), err) == (130, b"", b"")


def read_until(terminal: int, end: str, *, pressing: str = "") -> str:
    """What a terminal shows, up to some text or to the end of the program. Presses a key, again and again as people
    do: one that comes between the prompt and the reading of a line is lost."""
    out, patience = b"", 200
    while end.encode() not in out:
        if not select.select([terminal], [], [], 0.2)[0]:
            patience -= 1
            assert patience > 0, out
            os.write(terminal, pressing.encode())
            continue
        try:
            part = os.read(terminal, 1)
        except OSError:  # Linux says so when nobody holds the other end any more
            part = b""
        if not part:
            break
        out += part
    return out.decode().replace("\r\n", "\n")


@pytest.mark.parametrize("key, code", [("\x03", 130), ("\x04", 0)], ids=["Ctrl-C", "Ctrl-D"])
def test_in_a_terminal(key: str, code: int) -> None:
    child, terminal = pty.fork()
    if child == 0:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        os.execv(sys.executable, command("play", "doudizhu", "--seed", "6"))
    try:
        assert "highest bid" in read_until(terminal, PROMPT)
        os.write(terminal, b"#3\n")
        assert "you               bid 2\n" in read_until(terminal, PROMPT)
        rest = read_until(terminal, "never shown", pressing=key)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == code
    finally:
        os.close(terminal)  # which also ends a program that still waits
    assert "Traceback" not in rest and rest.endswith("\n")
    assert ("You left the table." in rest) == (code == 0)


def one_rank_after_another() -> Match:
    """Seat 1 answers a 3 with 4444 5555 6666 7777 8: ten moves, of which number 4 is a single 6."""
    match = cardavia.game("doudizhu").start(
        seed=1,
        first_bidder=0,
        hands=["3C 3D 3H 3S", "4C 4D 4H 4S 5C 5D 5H 5S 6C 6D 6H 6S 7C 7D 7H 7S 8C"],
    )
    match.play("bid 3")
    match.play("play 3C")
    return match


def test_a_number_that_could_be_cards_too_is_not_guessed() -> None:
    moves = one_rank_after_another().moves
    assert str(moves[3]) == "play 6C"
    with pytest.raises(IllegalMove, match="choice #4 or 'play 4C'") as raised:
        understand(moves, "4")
    assert raised.value.code == "two-meanings"
    assert str(understand(moves, "#4")) == "play 6C"
    assert str(understand(moves, "play 4")) == "play 4C"
    assert str(understand(moves, "1")) == "pass"
    assert str(understand(moves, "9")) == str(moves[8])


def test_a_bare_number_means_cards_where_the_choices_are_not_listed() -> None:
    match = cardavia.game("doudizhu").start(seed=1, first_bidder=0, hands=["3C 3D 3H 4S 5S"])
    match.play("bid 3")
    assert len(match.moves) > 12
    assert str(understand(match.moves, "333")) == "play 3C 3D 3H"
    assert str(understand(match.moves, "3")) == "play 3C"


def test_ranges_of_amounts_are_found_without_going_through_them() -> None:
    match = cardavia.game("holdem").start(seed=1, stacks=10**8)
    match.play("raise 5000")
    assert len(match.moves) > 10**7
    listed = list(choices(match.moves))
    assert [(each.number, str(each.first), str(each.last)) for each in listed] == [
        (1, "fold", "fold"),
        (2, "call 5000", "call 5000"),
        (3, "raise 9980", f"raise {10**8}"),
    ]
    assert [each.sort for each in listed] == ["fold", "call", "raise"]


def test_choices_cover_the_moves_in_order(game: Game) -> None:
    for match in positions(game, range(20)):
        moves = match.moves[:LISTED]
        listed = list(choices(moves))
        numbers = [each.number - 1 for each in listed]
        assert numbers == sorted(set(numbers)) and (numbers[:1] == [0]) == (len(moves) > 0)
        for each, after in zip(listed, [*numbers[1:], len(moves)][: len(listed)], strict=True):
            assert (each.first, each.last) == (moves[each.number - 1], moves[after - 1])
            assert not each.is_range or each.last.amount - each.first.amount == after - each.number
        if len(moves) <= FEW:
            assert [each.first for each in listed] == list(moves)


def test_an_amount_alone_is_not_guessed() -> None:
    """Few choices: check and bets of 1 to 4; so 2 is a choice, and an amount."""
    match = cardavia.game("onepoker").start(seed=1, chips=5)
    match.play(match.moves[0])
    match.play(match.moves[0])
    assert [str(move) for move in match.moves] == ["check", "bet 1", "bet 2", "bet 3", "bet 4"]
    for text, meanings in {"2": "choice #2 or 'bet 2'", "4": "choice #4 or 'bet 4'"}.items():
        with pytest.raises(IllegalMove, match=meanings):
            understand(match.moves, text)
    assert str(understand(match.moves, "#2")) == "bet 1"
    assert str(understand(match.moves, "5")) == "bet 4"
    match.play("bet 2")
    assert [str(move) for move in match.moves] == ["fold", "call 2", "raise 4"]
    assert str(understand(match.moves, "2")) == "call 2"
    with pytest.raises(IllegalMove, match="this could be 'raise 4'"):
        understand(match.moves, "4")


# ---- What the face of a game says for display ----


def test_a_face_arranges_the_same_cards(game: Game) -> None:
    face = game.face
    for match in positions(game, range(10)):
        for seat in seats(match):
            arranged = face.arrange(match.hand(seat), match.table)
            assert Cards(arranged, deck=game.deck.name) == match.hand(seat)


def test_a_face_has_something_to_say_of_every_seat(game: Game) -> None:
    face = game.face
    for match in positions(game, range(10)):
        assert len(face.roles(match.table)) == len(face.seats(match.table)) == len(match.hand_sizes)


def test_a_face_says_every_line_of_an_account(game: Game) -> None:
    lines = game.face.LINES
    for seed in range(200):
        match = played(game, seed)
        for line in result_of(match).lines:
            assert lines[line.code].format(seat="seat 0", amount=line.amount, level="2", table=match.table)


def test_everything_has_words_from_every_seat(game: Game) -> None:
    words = Words(game, symbols=False, you=0)
    for match in positions(game, range(10)):
        for seat in viewers(match):
            view = match.view(seat)
            told = words.step(view.log, view.table, view.table)
            assert not {line[2:20].strip() for line in told} & set(EventCode), "an event has no words"
            told += [words.move(move, view.table) for move in view.moves[:100]]
            told += [name + value for name, value in words.facts(view.table)]
            assert all(text.isascii() for text in told)


def test_the_last_acts_are_those_of_the_trick() -> None:
    match = one_rank_after_another()
    acts = last_acts(match.view(1).log)
    assert {seat: str(move) for seat, move in acts.items()} == {0: "play 3C"}
    match.play("play 8C")
    match.play("pass")
    match.play("pass")
    assert last_acts(match.view(1).log) == {}
