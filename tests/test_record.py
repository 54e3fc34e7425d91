"""Matches and their parts as text and as pickles: what is read back is what was written, or it is refused."""

from __future__ import annotations

import json
import pickle
import random
import subprocess
import sys
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardavia import BadRecord, Game, Match, Random
from tests.tables import Adapter, adapter_of
from tests.walk import beginning, played, positions, viewers, walk

SEEDS = range(20)


def whole(match: Match) -> tuple[object, ...]:
    return match.position, match.log, match.deal_result, match.to_json(), repr(match)


def finish(match: Match, deals: int = 3) -> None:
    """Plays a match on to its end, or through that many deals."""
    for _ in walk(match, random.Random(0), deals=match.deal + deals):
        assert len(match.moves) == 0 or match.turn is not None
        assert match.view(-1).table == match.table


# ---- JSON ----------------------------------------------------------------------------


def test_a_record_replays_to_the_same_bytes_and_log(game: Game) -> None:
    for match in positions(game, SEEDS):
        text = match.to_json()
        assert whole(Match.from_json(text)) == whole(Match.from_json(text.encode())) == whole(match)


def test_a_record_holds_start_and_moves_and_nothing_else(game: Game) -> None:
    match = played(game, 3)
    record = json.loads(match.to_json())
    assert list(record) == ["format", "version", "game", "seed", "options", "hands", "stock", "deals"]
    assert (record["format"], record["version"], record["game"]) == ("cardavia-match", 1, game.name)
    assert record["seed"] == match.seed.hex() and record["options"] == json.loads(json.dumps(game.options))
    assert len(record["deals"]) == match.deal + 1
    moves = [str(event.move) for event in match.log if event.move is not None]
    assert [move for deal in record["deals"] for move in deal] == moves


def test_a_record_keeps_set_ups_and_options(game: Game) -> None:
    source = game.start(seed=1)
    hands = [list(source.hand(seat))[:3] for seat in range(game.players)]
    match = game.start(seed=2, hands=hands, stock=source.stock[:2])
    for _ in walk(match, random.Random(0)):
        pass
    assert whole(Match.from_json(match.to_json())) == whole(match)


def test_a_sampled_match_is_recorded_by_its_first_position(game: Game) -> None:
    for match in positions(game, SEEDS):
        sampled = match.view(-1).sample(1)
        finish(sampled)
        record = json.loads(sampled.to_json())
        assert list(record) == ["format", "version", "game", "position", "deals"]
        assert whole(Match.from_json(sampled.to_json())) == whole(sampled)


def test_undo_goes_back_through_a_record(game: Game) -> None:
    match = played(game, 4)
    again = Match.from_json(match.to_json())
    for _ in range(min(20, len(beginning(match)[1]))):
        assert again.undo() == match.undo()
        assert whole(again) == whole(match)


# ---- Pickles ---------------------------------------------------------------------------


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_everything_is_pickled(game: Game, protocol: int) -> None:
    def again(value: Any) -> Any:
        return pickle.loads(pickle.dumps(value, protocol))

    assert again(game) is game
    for match in positions(game, range(5)):
        assert whole(again(match)) == whole(match)
        for viewer in viewers(match):
            view = match.view(viewer)
            assert again(view) == view and again(view).position == view.position
            assert again(view).log == view.log and again(view).to_dict() == view.to_dict()
            assert again(view.hand) == view.hand
        assert again(match.table) == match.table and again(match.log) == match.log
        assert again(match.deal_result) == match.deal_result
        assert again(list(match.moves[:100])) == list(match.moves[:100])


READER = """
import pickle, sys
values = pickle.load(sys.stdin.buffer)
answer = [(str(value), repr(value), getattr(value, "position", None), getattr(value, "hash", None))
          for value in values[:-1]]
draws = [values[-1].below(1000) for _ in range(50)]
pickle.dump((answer, draws, pickle.dumps(values)), sys.stdout.buffer)
"""


def test_pickles_are_read_by_another_process(game: Game) -> None:
    match = played(game, 6)
    match.undo()
    rng = Random(9)
    rng.below(7)
    values = [game, match, match.view(-1), match.view(0), match.moves[0], match.hand(0), game.deck.cards[0], rng]
    done = subprocess.run([sys.executable, "-c", READER], input=pickle.dumps(values), capture_output=True, check=True)
    answer, draws, back = pickle.loads(done.stdout)
    assert answer == [
        (str(value), repr(value), getattr(value, "position", None), getattr(value, "hash", None))
        for value in values[:-1]
    ]
    assert draws == [rng.below(1000) for _ in range(50)]
    assert [str(value) for value in pickle.loads(back)[:-1]] == [str(value) for value in values[:-1]]


@pytest.mark.parametrize("what", ["moves", "play lists"])
def test_sequences_are_not_pickled(game: Game, what: str) -> None:
    from cardavia.games import doudizhu

    value = game.start(seed=0).moves if what == "moves" else doudizhu.plays("3C")
    with pytest.raises(TypeError):
        pickle.dumps(value)


# ---- Records that were cut short or edited ------------------------------------------------


def read(text: str | bytes, adapter: Adapter | None = None) -> bool:
    """Whether it is a record; then it holds a match that can be shown, written, read and played on."""
    try:
        match = Match.from_json(text)
    except BadRecord as error:
        assert error.code and str(error)
        return False
    assert whole(Match.from_json(match.to_json())) == whole(match)
    if adapter:
        adapter.check_sane(match)
    finish(match, adapter.compared_deals if adapter else 3)
    return True


def records(game: Game) -> list[str]:
    texts = [played(game, seed, deals=3).to_json() for seed in range(3)]
    source = game.start(seed=1)
    hands = [source.hand(seat) for seat in range(game.players)]
    texts.append(game.start(seed=2, hands=hands, **adapter_of(game.name).drawn(source)).to_json())
    texts.append(next(positions(game, range(8, 9))).view(-1).sample(2).to_json())
    return texts


def test_a_record_that_was_cut_short_is_refused(game: Game) -> None:
    for text in records(game):
        step = max(1, len(text) // 300)
        for end in range(0, len(text), step):
            assert not read(text[:end])


@given(data=st.data())
def test_a_text_that_was_edited_is_refused_or_a_match(game: Game, data: st.DataObject) -> None:
    text = data.draw(st.sampled_from(RECORDS.setdefault(game.name, records(game))))
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(text)))
        size = data.draw(st.sampled_from([0, 1, 1, 2, 5, 40]))
        new = data.draw(st.one_of(st.just(""), st.sampled_from(TOKENS), st.text(max_size=3)))
        text = text[:at] + new + text[at + size :]
    read(text)


RECORDS: dict[str, list[str]] = {}
TOKENS = [
    "0",
    "9",
    "null",
    "true",
    '"',
    "]",
    "}",
    "[]",
    "{}",
    ",",
    ":",
    '"pass"',
    "-1",
    "1e9",
    "\\u0000",
    "\\ud800",
    "f",
]

PLAIN = st.recursive(
    st.one_of(
        st.none(),
        st.booleans(),
        st.integers(-3, 300),
        st.integers(),
        st.floats(),
        st.text(max_size=8),
        st.sampled_from(["pass", "bid 3", "3C", "", "00" * 32, "doudizhu"]),
    ),
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(st.text(max_size=8), inner, max_size=4)),
    max_leaves=8,
)


@given(data=st.data())
def test_a_structure_that_was_edited_is_refused_or_a_match(game: Game, data: st.DataObject) -> None:
    record = json.loads(data.draw(st.sampled_from(RECORDS.setdefault(game.name, records(game)))))
    for _ in range(data.draw(st.integers(1, 3))):
        inside: Any = record
        while True:
            keys: list[Any] = list(inside) if isinstance(inside, dict) else list(range(len(inside)))
            if not keys:
                break
            key = data.draw(st.sampled_from(keys))
            if isinstance(inside[key], (dict, list)) and data.draw(st.booleans()):
                inside = inside[key]
                continue
            change = data.draw(st.sampled_from(["replace", "remove", "repeat", "swap"]))
            if change == "replace":
                inside[key] = data.draw(PLAIN)
            elif change == "remove":
                del inside[key]
            elif change == "swap":
                other = data.draw(st.sampled_from(keys))
                inside[key], inside[other] = inside[other], inside[key]
            elif isinstance(inside, list):
                inside.insert(key, inside[key])
            else:
                inside[data.draw(st.text(max_size=8))] = inside[key]
            break
    read(json.dumps(record))


def test_every_byte_of_a_recorded_position_is_checked(game: Game, adapter: Adapter) -> None:
    """A position from elsewhere is one that play can go on from, or it is refused."""
    accepted = 0
    for match in positions(game, range(4), each=2):
        record = json.loads(match.view(-1).sample(3).to_json())
        data = bytes.fromhex(record["position"])
        for at in range(len(data)):
            for value in (0, 1, data[at] ^ 1, data[at] ^ 0x80, 0xFF):
                changed = data[:at] + bytes([value]) + data[at + 1 :]
                accepted += changed != data and read(json.dumps({**record, "position": changed.hex()}), adapter)
        for size in range(0, len(data), 7):
            assert not read(json.dumps({**record, "position": data[:size].hex()}))
        assert not read(json.dumps({**record, "position": (data + bytes(8)).hex()}))
    assert accepted > 32  # the seed, for one, may be anything


@pytest.mark.parametrize(
    "text",
    [
        "", "null", "[]", "{}", "3", '"x"', "nonsense", "{", b"\xff\xfe", b"", "\ud800", "\0", "[" * 100_000,
        '{"a":' * 100_000, "1" * 10_000, "NaN", '{"format": "cardavia-match", "version": 1}',
    ],
    ids=lambda text: ascii(text)[:20],
)  # fmt: skip
def test_what_is_no_record_is_refused(text: str | bytes) -> None:
    with pytest.raises(BadRecord) as caught:
        Match.from_json(text)
    assert caught.value.code == "bad-record"


@pytest.mark.parametrize("value", [None, 3, [], {}, object(), 10**5000], ids=lambda value: type(value).__name__)
def test_what_is_no_text_is_refused(value: Any) -> None:
    with pytest.raises(BadRecord):
        Match.from_json(value)


def test_records_of_other_formats_and_versions_are_refused(game: Game) -> None:
    record = json.loads(game.start(seed=0).to_json())
    changes: list[dict[str, Any]] = [
        {"format": "other"}, {"version": 2}, {"version": "1"}, {"version": None}, {"version": True}, {"game": "no such game"},
        {"more": 1}, {"position": ""}, {"seed": "00"}, {"seed": None}, {"seed": "zz" * 32}, {"options": None},
        {"options": {"seed": 1}}, {"options": {"no": 1}}, {"hands": "3C"}, {"hands": [1]}, {"hands": [""] * 5},
        {"stock": None}, {"stock": 5}, {"deals": None}, {"deals": {}}, {"deals": [None]}, {"deals": [[None]]},
        {"deals": [["no move"]]}, {"deals": [[], []]}, {"deals": [[["pass"]]]},
    ]  # fmt: skip
    for change in changes:
        with pytest.raises(BadRecord):
            Match.from_json(json.dumps({**record, **change}))
    for name in record:
        with pytest.raises(BadRecord):
            Match.from_json(json.dumps({key: value for key, value in record.items() if key != name}))


def test_a_refusal_says_where_and_which_rule(game: Game) -> None:
    match = played(game, 5)
    record = json.loads(match.to_json())
    record["deals"][0].insert(2, "play")
    with pytest.raises(BadRecord, match="deal 0, move 2"):
        Match.from_json(json.dumps(record))
