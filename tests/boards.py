"""Boards of Bridge for the tests of their formats: from matches, made up, and as endplay has them."""

from __future__ import annotations

import random
import string
from collections.abc import Callable
from typing import Any

import endplay.config
import pytest
from endplay import types as peer
from hypothesis import strategies as st

import cardavia
from cardavia import BadRecord, CardaviaError, Cards, Match
from cardavia.cards import Card
from cardavia.formats import boards
from cardavia.formats.boards import Board, Call, Played, Tag
from cardavia.games import bridge
from tests.walk import choose

endplay.config.use_unicode = False

BRIDGE = cardavia.game("bridge")
SEEDS = range(60)

SAYC = """\
pn|Ann,Bob,Cid,Dee|st||md|3SQJ73HAQ95DQ8CK42,S8HJ642DJT965CJ63,SAKT4HT3DA7CA9875,|ah|Board 9|sv|e|mb|1N|mb|p|mb|2C!|\
an|Stayman|mb|p|mb|2S|mb|p|mb|4S|mb|p|mb|p|mb|p|pg||pc|H7|pc|H5|pc|HJ|pc|HT|pg||pc|DJ|pc|DA|pc|D2|pc|D8|pg||mc|11|
"""
"""Board 9 in LIN: Cid, who dealt as North, declares four spades and claims eleven tricks."""


# ---- From matches ----


def match_of(seed: int) -> Match:
    """A match: every other one is over, the others stand anywhere."""
    rng = random.Random(seed)
    match = BRIDGE.start(seed=seed, dealer=rng.randrange(4), vulnerability=rng.choice(boards.VULNERABILITIES))
    for _ in range(1000 if seed % 2 else rng.randrange(1, 75)):
        if match.deal_over:
            break
        match.play(choose(match.moves, rng))
    return match


def board_of(seed: int, **told: Any) -> Board:
    return replaced(boards.from_match(match_of(seed)), number=seed, **told)


def replaced(board: Board, **told: Any) -> Board:
    """A board that tells some things otherwise."""
    return Board(**{**{name: getattr(board, name) for name in board.__dataclass_fields__}, **told})


# ---- Made up ----

TEXTS = st.text(st.characters(blacklist_characters="\r\n", blacklist_categories=["Cs"]), max_size=12) | st.sampled_from(
    ['"', "\\", '\\"', '"]', "a\\", '[Event "x"]', "{", "; %", "#1", "\\2R", "=1=", "é♠"]
)
NAMES = TEXTS.filter(lambda text: text not in ("?", "#") and not text.startswith("##"))
MARKS = st.tuples(st.lists(st.sampled_from(["^I", "^R", "^L"]), max_size=1), st.lists(st.integers(0, 99), max_size=2))
NOTES = st.none() | TEXTS
SEATS = st.none() | st.integers(0, 3)
LINES = st.text(string.ascii_letters + string.digits + ' "=$*!-\\', min_size=1, max_size=9).filter(
    lambda line: line.strip() and line == line.rstrip() and line.count('"') % 2 == 0
)


@st.composite
def decks(draw: st.DrawFn) -> list[Card]:
    deck = list(BRIDGE.deck.cards[:52])
    random.Random(draw(st.integers(0, 2**32))).shuffle(deck)
    return deck


@st.composite
def hands(draw: st.DrawFn) -> boards.Hands:
    deck = draw(decks())
    sizes = draw(st.lists(st.sampled_from([0, 1, 5, 12, 13]), min_size=4, max_size=4))
    north, east, south, west = [Cards(deck[13 * seat : 13 * seat + size]) for seat, size in enumerate(sizes)]
    return north, east, south, west


@st.composite
def calls(draw: st.DrawFn) -> Call:
    before, behind = draw(MARKS)
    text = draw(st.sampled_from([*bridge.CALLS, boards.SKIP]))
    return Call(text, note=draw(NOTES), marks=(*before, *(f"${mark}" for mark in behind)))


@st.composite
def tricks(draw: st.DrawFn) -> tuple[boards.Trick, ...]:
    """Up to 13 tricks, with some cards left out and something said about others."""
    cells: list[Played | None] = [Played(card) for card in draw(decks())[: 4 * draw(st.integers(0, 13))]]
    for place in draw(st.sets(st.integers(0, 51), max_size=6)):
        before, behind = draw(MARKS)
        if place < len(cells) and (cell := cells[place]):
            marked = Played(cell.card, draw(NOTES), (*before, *(f"${mark}" for mark in behind)))
            cells[place] = draw(st.sampled_from([None, marked]))
    if draw(st.booleans()):
        cells[-3:] = [None] * len(cells[-3:])
    made = [(cells[at], cells[at + 1], cells[at + 2], cells[at + 3]) for at in range(0, len(cells), 4)]
    while made and not any(made[-1]):
        made.pop()
    return tuple(made)


@st.composite
def any_board(draw: st.DrawFn) -> Board:
    """Any board that PBN can write, whether it makes sense or not."""
    declarer, play = draw(SEATS), draw(tricks())
    result = draw(st.none() | st.integers(0, 13))
    tags = draw(st.lists(st.sampled_from(["Room", "Table", "ScoreTable", "x_1"]), unique=True))
    return Board(
        event=draw(NAMES),
        site=draw(NAMES),
        date=draw(NAMES),
        number=draw(st.none() | st.integers(0, 10**9 - 1)),
        names=tuple(draw(NAMES) for _ in range(4)),
        dealer=draw(SEATS),
        vulnerability=draw(st.sampled_from(["", *boards.VULNERABILITIES])),
        hands=draw(hands()),
        scoring=draw(NAMES),
        auction=tuple(draw(st.lists(calls(), max_size=9))),
        contract=draw(st.sampled_from(["", boards.PASSED_OUT, "1C", "3NT", "4HX", "7SXX", "NT", "D"])),
        declarer=declarer,
        result=result,
        result_side=draw(st.sampled_from([0, 1])) if result is not None and declarer is None else None,
        score=draw(NAMES),
        leader=draw(st.integers(0, 3)) if play else draw(SEATS),
        play=play,
        tags=tuple(Tag(name, draw(NAMES | st.just("?")), tuple(draw(st.lists(LINES, max_size=2)))) for name in tags),
    )


# ---- Edited and hostile texts ----


@st.composite
def edited(draw: st.DrawFn, texts: list[str], scraps: list[str]) -> str:
    """A text with some of it replaced."""
    text = draw(st.sampled_from(texts))
    for _ in range(draw(st.integers(1, 4))):
        begin = draw(st.integers(0, len(text)))
        end = draw(st.sampled_from([begin, begin + 1, begin + 2, begin + 15, len(text)]))
        text = text[:begin] + draw(st.sampled_from(["", *scraps]) | st.text(max_size=3)) + text[end:]
    return text


def makes_sense_or_is_refused(loads: Callable[[str], list[Board]], text: str) -> list[Board]:
    """The boards of a text, if it has any: whatever is wrong with it or them is refused as such."""
    try:
        read = loads(text)
    except BadRecord as error:
        assert error.code == "bad-record" and "line " in str(error)
        return []
    for board in read:
        try:
            boards.to_match(board, seed=1)
        except CardaviaError as error:
            assert isinstance(error, BadRecord) and error.code
    return read


def refused(loads: Callable[[str], list[Board]], marked: str, words: str) -> None:
    """Refuses a text, which has a § at the place that the message names."""
    before = marked[: marked.index("§")]
    line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
    with pytest.raises(BadRecord) as error:
        loads(marked.replace("§", ""))
    assert str(error.value).startswith(f"line {line}, column {column}: ")
    assert words in str(error.value) and error.value.code == "bad-record"


# ---- As endplay has them ----

_VULNERABLE = {"": None, "none": peer.Vul.none, "ns": peer.Vul.ns, "ew": peer.Vul.ew, "both": peer.Vul.both}
_SEATS = (peer.Player.north, peer.Player.east, peer.Player.south, peer.Player.west)


def in_order(board: Board) -> list[str]:
    """The cards in the order played, suit first."""
    cards = []
    for trick, leader in zip(board.play, boards.leaders(board), strict=False):
        assert leader is not None
        cards += [trick[(leader + place) % 4] for place in range(4)]
    return [f"{played.card.suit}{played.card.rank}" for played in cards if played]


def as_peer(board: Board) -> peer.Board:
    """A board as endplay has it, made without its parsers."""
    deal = peer.Deal()
    for seat, hand in zip(_SEATS, board.hands, strict=True):
        for card in hand:
            deal[seat].add(peer.Card(f"{card.suit}{card.rank}"))
    made = peer.Board(
        deal,
        [peer.Bid(call.text, call.alert, call.note) for call in board.auction],
        [peer.Card(text) for text in in_order(board)],
        board.number,
        vul=_VULNERABLE[board.vulnerability],
        dealer=_SEATS[board.dealer or 0],
        contract=_peer_contract(board),
        claimed=bool(board.contract) and 0 < len(in_order(board)) < 52,
    )
    for seat, name in zip(_SEATS, board.names, strict=True):
        made.info[seat.name.title()] = name
    return made


def _peer_contract(board: Board) -> peer.Contract | None:
    if not board.contract:
        return None
    contract = peer.Contract(board.contract if board.declarer is None else _with_declarer(board))
    if board.declarer is not None and board.result is not None:
        contract.result = board.result - 6 - contract.level
    return contract


def _with_declarer(board: Board) -> str:
    bid = board.contract.rstrip("X")
    return f"{bid}{bridge.SEATS[board.declarer or 0]}{board.contract[len(bid) :]}"


def peer_facts(board: peer.Board) -> dict[str, object]:
    """What is compared of a board of endplay."""
    return {
        "hands": [Cards(f"{card.rank.abbr}{card.suit.abbr}" for card in board.deal[seat]) for seat in _SEATS],
        "auction": [_peer_call(bid) for bid in board.auction],
        "play": [f"{card.suit.abbr}{card.rank.abbr}" for card in board.play],
        "dealer": None if board.dealer is None else board.dealer.abbr,
        "vulnerability": board.vul,
        "number": board.board_num,
    }


def _peer_call(bid: peer.Bid) -> str:
    penalty = bid.as_penalty()
    return str(bid).rstrip("*!") if penalty is None else penalty.penalty.abbr.upper() or "pass"


def facts(board: Board) -> dict[str, object]:
    """The same of ours."""
    return {
        "hands": list(board.hands),
        "auction": [call.text for call in board.auction],
        "play": in_order(board),
        "dealer": None if board.dealer is None else bridge.SEATS[board.dealer],
        "vulnerability": _VULNERABLE[board.vulnerability],
        "number": board.number,
    }
