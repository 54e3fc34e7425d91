"""Matches and views as text."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Callable
from typing import Any, TypeVar

from cardavia import _core
from cardavia._core import Cards, Match, Move, View
from cardavia.cards import Card
from cardavia.errors import BadRecord, CardaviaError
from cardavia.registry import game

FORMAT = "cardavia-match"
VERSION = 1

_LISTED = 1000
"""A view lists its moves up to this many."""

_T = TypeVar("_T")


def to_json(match: Match) -> str:
    """The match as text: how it was started, and the moves of each deal."""
    deals: list[list[str]] = [[]]
    for move in match._played():
        if move is None:
            deals.append([])
        else:
            deals[-1].append(str(move))
    record: dict[str, object] = {"format": FORMAT, "version": VERSION, "game": match.game.name}
    if match._origin is None:
        record["position"] = match._first_position().hex()
    else:
        record["seed"] = match.seed.hex()
        record.update(match._origin)
    record["deals"] = deals
    return json.dumps(record)


def from_json(text: str | bytes) -> Match:
    """The match of a text that :func:`to_json` wrote. Every move is checked as if it were played now."""
    record = _parse(text)
    started = {"format", "version", "game", "seed", "options", "hands", "stock", "deals"}
    sampled = {"format", "version", "game", "position", "deals"}
    if record.get("format") != FORMAT or record.get("version") != VERSION or record["version"] is True:
        raise BadRecord(f"this is no {FORMAT} record of version {VERSION}", "bad-record")
    if set(record) not in (started, sampled):
        raise BadRecord("the record has other fields than it should have", "bad-record")
    match = _refusing("start", lambda: _start(record))
    for number, moves in enumerate(_list(record["deals"])):
        if number > 0:
            _refusing(f"deal {number}", match.next_deal)
        for place, move in enumerate(_list(moves)):
            _refusing(f"deal {number}, move {place}", lambda move=move: match.play(_text(move)))  # type: ignore[misc]
    return match


def _parse(text: str | bytes) -> dict[str, Any]:
    try:
        record = json.loads(text)
    except (ValueError, TypeError, RecursionError) as error:
        raise BadRecord(f"this is no JSON: {error}", "bad-record") from None
    if not isinstance(record, dict):
        raise BadRecord("a record is a JSON object", "bad-record")
    return record


def _start(record: dict[str, Any]) -> Match:
    table = game(_text(record["game"]))
    if "position" in record:
        match = _core.load_match(bytes.fromhex(_text(record["position"])))
        if match.game is not table:
            raise BadRecord("the position is one of another game", "bad-record")
        return match
    options = record["options"]
    if not isinstance(options, dict):
        raise BadRecord("options are a JSON object", "bad-record")
    return table.start(
        seed=bytes.fromhex(_text(record["seed"])),
        hands=[_text(hand) for hand in _list(record["hands"])],
        stock=_text(record["stock"]),
        **options,
    )


def _refusing(where: str, step: Callable[[], _T]) -> _T:
    """Turns whatever a step refuses into a BadRecord that says where."""
    try:
        return step()
    except CardaviaError as error:
        raise BadRecord(f"{where}: {error.args[0]}", error.code or "bad-record", error.rule) from error
    except (ValueError, TypeError) as error:
        raise BadRecord(f"{where}: {error}", "bad-record") from error


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise BadRecord(f"text is wanted, not {type(value).__name__}", "bad-record")
    return value


def _list(value: object) -> list[object]:
    if not isinstance(value, list):
        raise BadRecord(f"a list is wanted, not {type(value).__name__}", "bad-record")
    return value


def plain(value: object) -> object:
    """Plain values for JSON: cards and moves become text."""
    if isinstance(value, (Card, Cards, Move)):
        return str(value)
    if isinstance(value, tuple):
        return [plain(each) for each in value]
    if dataclasses.is_dataclass(value):
        return {field.name: plain(getattr(value, field.name)) for field in dataclasses.fields(value)}
    return value


def view_to_dict(view: View) -> dict[str, object]:
    """A view as plain values for JSON."""
    return {
        "game": view.game.name,
        "seat": view.seat,
        "deal": view.deal,
        "phase": view.phase,
        "turn": view.turn,
        "deal_over": view.deal_over,
        "over": view.over,
        "hand": str(view.hand),
        "hand_sizes": list(view.hand_sizes),
        "known": [str(view.known(seat)) for seat in range(len(view.hand_sizes))],
        "table": plain(view.table),
        "scores": list(view.scores),
        "deal_result": plain(view.deal_result),
        "move_count": len(view.moves),
        "moves": [str(move) for move in view.moves] if len(view.moves) <= _LISTED else None,
        "log": [event.to_dict() for event in view.log],
    }
