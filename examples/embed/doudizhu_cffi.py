"""What doudizhu.c does, through cffi: a module built from the text of cardavia.h and the library alone.

Run it with ``python doudizhu_cffi.py [SEED]``.
"""

from __future__ import annotations

import importlib.util
import re
import sys
import tempfile
from pathlib import Path
from typing import Any

from cffi import FFI  # type: ignore[import-untyped]

import cardavia

TEXT_SIZE = 256


def declarations(header: str) -> str:
    """What cffi can read of the header: all of it, but for what is addressed to the preprocessor and to C++."""
    header = re.sub(r"^#ifdef __cplusplus$.*?^#endif$", "", header, flags=re.MULTILINE | re.DOTALL)
    header = re.sub(r"^#.*$", "", header, flags=re.MULTILINE)
    return re.sub(r"\bCAV_API\b", "", header)


def build(folder: str) -> Any:
    """Compiles the module into a folder and imports it."""
    ffi = FFI()
    ffi.cdef(declarations(Path(cardavia.get_include(), "cardavia.h").read_text("utf-8")))
    ffi.set_source(
        "_cardavia_cffi",
        "#include <cardavia.h>",
        include_dirs=[cardavia.get_include()],
        extra_objects=[cardavia.get_library()],
    )
    spec = importlib.util.spec_from_file_location("_cardavia_cffi", ffi.compile(folder))
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Table:
    """A game as the C library sees it."""

    def __init__(self, module: Any, name: bytes) -> None:
        self.ffi, self.lib = module.ffi, module.lib
        self.game = self.lib.cav_game_find(name)

    def word(self, text: Any) -> str:
        """A constant text of the library."""
        return str(self.ffi.string(text).decode())

    def insist(self, error: Any) -> None:
        """Stops at an error."""
        if error:
            sys.exit(f"{self.word(error.code)}: {self.word(error.message)} {self.word(error.rule)}")

    def cards(self, cards: Any) -> str:
        """The text of cards."""
        text = self.ffi.new("char[]", TEXT_SIZE)
        deck = self.lib.cav_game_about(self.game).deck
        self.lib.cav_cards_format(deck, cards, self.lib.CAV_PLAIN, text, TEXT_SIZE)
        return self.word(text)

    def move(self, move: Any) -> str:
        """The text of a move, with its shape."""
        text = self.ffi.new("char[]", TEXT_SIZE)
        self.lib.cav_move_format(self.game, self.ffi.addressof(move), self.lib.CAV_PLAIN, text, TEXT_SIZE)
        shape = f" ({self.word(self.lib.cav_shape_name(move.shape))})" if move.shape else ""
        return self.word(text) + shape

    def event(self, event: Any) -> str:
        """The text of an event."""
        said = [self.word(self.lib.cav_event_name(event.code))]
        if event.seat >= 0:
            said.append(str(event.seat))
        if event.code == self.lib.CAV_EVENT_MOVE:
            said.append(self.move(event.move))
        elif event.move.cards.any:
            said.append(self.cards(event.move.cards))
        elif event.code == self.lib.CAV_EVENT_POINTS:
            said.append(f"{event.move.amount:+}")
        return " ".join(said)

    def tell(self, log: Any) -> None:
        """Prints what has happened, and makes room for what will."""
        for i in range(log.count):
            print(self.event(log.events[i]))
        log.count = 0

    def play(self, seed: bytes) -> Any:
        """Plays a deal with random moves; returns the last position."""
        ffi, lib = self.ffi, self.lib
        events = ffi.new("cav_event[]", lib.CAV_MAX_EVENTS)
        log = ffi.new("cav_log *", {"events": events, "capacity": lib.CAV_MAX_EVENTS})
        state, move, rng = ffi.new("cav_state *"), ffi.new("cav_move *"), ffi.new("cav_rng *")
        lib.cav_rng_init(rng, seed, 0)
        self.insist(lib.cav_game_start(self.game, ffi.NULL, seed, ffi.NULL, state, log))
        self.tell(log)
        while state.head.turn >= 0:
            self.insist(lib.cav_state_pick(state, rng, move))
            self.insist(lib.cav_state_play(state, move, log))
            self.tell(log)
        return state

    def print_table(self, state: Any) -> None:
        """What lies open at the end."""
        table = self.ffi.new("cav_doudizhu_table *")
        self.lib.cav_state_table(state, table)
        print(f"landlord {table.landlord}, bid {table.bid}, multiplier {table.multiplier}")

    def print_result(self, state: Any) -> None:
        """The account, line by line."""
        result = self.ffi.new("cav_result *")
        self.insist(self.lib.cav_state_result(state, result))
        for line in result.lines[0 : result.count]:
            print(self.word(line.code), line.seat, line.amount)


def main() -> None:
    """Builds the module in a folder of its own and plays a deal."""
    seed = int(sys.argv[1]) if len(sys.argv) > 1 else 7
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        table = Table(build(folder), b"doudizhu")
        state = table.play(seed.to_bytes(32, "little"))
        table.print_table(state)
        table.print_result(state)


if __name__ == "__main__":
    main()
