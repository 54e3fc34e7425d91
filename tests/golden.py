"""What must not change: pinned numbers and golden playthroughs, in one place.

A number here that no longer fits means that the behaviour of a game changed: another move is legal, another card is
dealt for a seed, a position reads otherwise. Then old records no longer replay. Change a number only together with
the rule that it follows from.

``python -m tests.golden`` prints the numbers of all games; ``python -m tests.golden doudizhu 3173`` plays the match
with that seed by random moves and writes its trace to ``tests/traces/doudizhu.json``.
"""

from __future__ import annotations

import copy
import json
import random
import sys
from pathlib import Path
from typing import Any

import cardavia
from cardavia import Game, Match
from tests.tables import Adapter, adapter_of
from tests.walk import walk

HASHES = {
    "aluette": 16589946923213071750,
    "bridge": 7021553448323166867,
    "doudizhu": 16351099640123678341,
    "ottocento": 928781020705242008,
    "tractor": 8530792855978362090,
    "holdem": 17219592970140958059,
    "onepoker": 12754838388015232736,
    "zhengshangyou": 17583712692668519150,
    "guandan": 6164192156449937858,
}
"""``game.playouts(1000, seed=0).hash``: of the last positions of 1,000 random deals."""

LEAVES: dict[str, dict[int, list[int]]] = {
    "aluette": {
        0: [9, 81, 729, 6561, 52488],
        1: [9, 81, 729, 6561, 52488],
        2: [9, 81, 729, 6561, 52488],
    },
    "bridge": {
        0: [13, 44, 136, 308, 3696, 12050],
        1: [13, 91, 479, 652, 7824, 39444],
        2: [13, 55, 128, 666, 7992, 33638],
    },
    "doudizhu": {
        0: [42, 139, 470, 3368, 11636],
        1: [52, 129, 399, 2650, 11703],
        2: [120, 711, 998, 11963, 54620],
    },
    "ottocento": {
        0: [1, 15, 30, 90, 180, 556, 1112, 6448, 90272],
        1: [2, 30, 60, 224, 448, 1872, 3744, 13920, 194880],
        2: [2, 30, 30, 144, 288, 1016, 2032, 7280, 101920],
    },
    "tractor": {
        0: [25, 175, 955, 7347],
        1: [28, 115, 648, 2982],
        2: [26, 174, 1026, 6297],
    },
    "holdem": {
        0: [15, 62, 213, 630, 1442],
        1: [7, 55, 201, 549, 1363],
        2: [6, 32, 84, 411, 964],
    },
    "onepoker": {
        0: [2, 4, 48, 388, 956],
        1: [2, 4, 80, 628, 2360],
        2: [2, 4, 92, 336, 1740],
    },
    "zhengshangyou": {
        0: [4, 17, 61, 215, 444],
        1: [1, 9, 50, 190, 275],
        2: [9, 17, 41, 134, 282],
    },
    "guandan": {
        0: [66, 1166, 37411],
        1: [15, 255, 65688],
        2: [18, 3865, 27655],
    },
}
"""Of some seeds: how many positions there are 1, 2, 3 ... moves after the opening of the game's adapter, ways to the
same position counted apart. The referee counts them as well (the last with ``-m long``)."""

SEEDS = (0, 1, 2)


def leaves(match: Match, depth: int) -> int:
    """Counts the positions that many moves on, as the core sees it."""
    if depth == 1:
        return len(match.moves)
    count = 0
    for move in match.moves:
        match.play(move)
        count += leaves(match, depth - 1)
        match.undo()
    return count


def leaves_of_referee(adapter: Adapter, referee: Any, depth: int) -> int:
    """The same as the referee sees it, without help from the core."""
    moves = adapter.legal(referee)
    if depth == 1:
        return len(moves)
    count = 0
    for move in moves:
        after = copy.deepcopy(referee)
        adapter.make(after, move)
        count += leaves_of_referee(adapter, after, depth - 1)
    return count


def opened(game: Game, adapter: Adapter, seed: int) -> tuple[Match, Any]:
    """Core and referee after the opening."""
    match = game.start(seed=seed, **adapter.counted(seed))
    referee = adapter.referee(match)
    for move in adapter.opening:
        adapter.follow(referee, match.play(move), match)
    return match, referee


def trace_of(name: str) -> Path:
    """Where the golden playthrough of a game lies."""
    return Path(__file__).parent / "traces" / f"{name}.json"


def write_trace(match: Match) -> None:
    """Writes a playthrough: the record, what it led to, and one event of the log on each line."""
    assert match.deal_result is not None
    parts = {
        "record": json.loads(match.to_json()),
        "position": match.position.hex(),
        "points": match.deal_result.points,
        "lines": [[line.code, line.seat, line.amount] for line in match.deal_result.lines],
    }
    head = "".join(f"{json.dumps(name)}: {json.dumps(value)},\n" for name, value in parts.items())
    log = ",\n".join(json.dumps(event.to_dict()) for event in match.log)
    trace_of(match.game.name).write_text(f'{{{head}"log": [\n{log}\n]}}\n')


def main() -> None:
    if len(sys.argv) == 3:
        adapter = adapter_of(sys.argv[1])
        match = adapter.game.start(seed=int(sys.argv[2]), **adapter.golden)
        for _ in walk(match, random.Random(int(sys.argv[2])), adapter.golden_deals):
            pass
        write_trace(match)
        return
    for name in cardavia.game_names():
        game, adapter = cardavia.game(name), adapter_of(name)
        print(name, game.playouts(1000, seed=0).hash)
        for seed in SEEDS:
            match, _ = opened(game, adapter, seed)
            print(name, seed, [leaves(match, depth) for depth in range(1, adapter.depth + 1)])


if __name__ == "__main__":
    main()
