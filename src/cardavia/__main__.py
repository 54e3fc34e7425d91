"""The command line: ``python -m cardavia`` lets bots play, ``python -m cardavia play GAME`` seats a person.

Exit codes: 0 when all went well, also when the person left by ``quit`` or Ctrl-D; 1 when the output could not be
written; 2 for arguments that make no sense; 130 after Ctrl-C; 141 when whoever read the output has stopped reading.
"""

from __future__ import annotations

import argparse
import io
import os
import secrets
import sys
from collections.abc import Callable, Sequence
from typing import Never, TypeVar

import cardavia
from cardavia import bots
from cardavia.errors import CardaviaError
from cardavia.play import play
from cardavia.registry import Game
from cardavia.watch import recorded, told
from cardavia.words import can_show_suits

_T = TypeVar("_T")

_NOT_WRITTEN = 1
_INTERRUPTED = 130
_NOBODY_READS = 141


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> Never:
        """Says in one line what is wrong."""
        self.exit(2, f"{self.prog}: {message}; see --help\n")


def _argument(read: Callable[[str], _T]) -> Callable[[str], _T]:
    """Reads an argument; what the library refuses is said in its own words."""

    def checked(text: str) -> _T:
        try:
            return read(text)
        except CardaviaError as error:
            raise argparse.ArgumentTypeError(str(error)) from None

    return checked


def _bot(name: str) -> str:
    bots.make(name)
    return name


def _seed(text: str) -> int:
    try:
        seed = int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"a seed is a whole number from 0, not {text!r}") from None
    cardavia.Random(seed)
    return seed


def _fresh_seed() -> int:
    """Short enough to be typed."""
    return secrets.randbelow(2**48)


def _add_common(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--bot", metavar="NAME", type=_argument(_bot), default="random", help=f"one of: {', '.join(bots.names())}"
    )
    parser.add_argument(
        "--seed", metavar="N", type=_argument(_seed), help="the same seed, the same cards and bots; else fresh ones"
    )


def _watching() -> argparse.ArgumentParser:
    parser = _Parser(
        "cardavia",
        usage="%(prog)s [GAME ...] [--seed N] [--bot NAME] [--json]\n       %(prog)s play GAME [--seat N] ...",
        description="Lets bots play a deal of each game and tells it. With 'play', seats a person: play --help.",
        epilog=f"Games: {', '.join(cardavia.game_names())}.",
    )
    parser.add_argument(
        "games", metavar="GAME", nargs="*", type=_argument(cardavia.game), help="by default all of them"
    )
    _add_common(parser)
    parser.add_argument(
        "--json",
        action="store_true",
        help="JSON lines: for each deal one object with game, seed, bot, record, events and result",
    )
    parser.add_argument("--version", action="version", version=cardavia.__version__)
    return parser


def _playing() -> argparse.ArgumentParser:
    parser = _Parser("cardavia play", description="Seats a person at a table; bots play the other seats.")
    parser.add_argument(
        "game", metavar="GAME", type=_argument(cardavia.game), help=f"one of: {', '.join(cardavia.game_names())}"
    )
    parser.add_argument("--seat", metavar="N", type=int, default=0, help="yours, from 0, the default")
    _add_common(parser)
    return parser


def _symbols() -> bool:
    return can_show_suits(getattr(sys.stdout, "encoding", None))


def _watch(arguments: Sequence[str]) -> None:
    given = _watching().parse_args(arguments)
    games: list[Game] = given.games or [cardavia.game(name) for name in cardavia.game_names()]
    seed = _fresh_seed() if given.seed is None else given.seed
    for place, game in enumerate(games):
        if given.json:
            print(recorded(game, bot=given.bot, seed=seed))
            continue
        if place > 0:
            print("\n")
        for line in told(game, bot=given.bot, seed=seed, symbols=_symbols()):
            print(line)


def _play(arguments: Sequence[str]) -> None:
    parser = _playing()
    given = parser.parse_args(arguments)
    if not 0 <= given.seat < given.game.players:
        parser.error(f"{given.game.title} has the seats 0 to {given.game.players - 1}, not {given.seat}")
    seed = _fresh_seed() if given.seed is None else given.seed
    play(given.game, seat=given.seat, bot=given.bot, seed=seed, symbols=_symbols())


def _never_choke_on_text() -> None:
    """What a terminal cannot show or send becomes a stand-in, not an error."""
    for stream, errors in ((sys.stdin, "replace"), (sys.stdout, "backslashreplace")):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=errors)


def _stop_writing() -> None:
    """Keeps the interpreter from writing what is left, once more in vain, when it ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command line and returns its exit code.

    :param arguments: without the program's name; by default those of the process
    """
    arguments = sys.argv[1:] if arguments is None else arguments
    _never_choke_on_text()
    try:
        if arguments[:1] == ["play"]:
            _play(arguments[1:])
        else:
            _watch(arguments)
        print(end="", flush=True)  # so that a broken pipe shows here and not when the interpreter ends
    except KeyboardInterrupt:
        print()
        return _INTERRUPTED
    except BrokenPipeError:
        _stop_writing()
        return _NOBODY_READS
    except OSError as error:
        _stop_writing()
        print(f"cardavia: {error}", file=sys.stderr)
        return _NOT_WRITTEN
    return 0


if __name__ == "__main__":
    sys.exit(main())
