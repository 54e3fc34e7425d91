"""The examples: they run, they are typed, and C, cffi and Python tell the same deal."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import cardavia
from cardavia import Event, EventCode, Match, Random

ROOT = Path(__file__).parent.parent
EXAMPLES = ROOT / "examples"
EMBED = EXAMPLES / "embed"
SEED = "11"
# The tools of the test extra lie beside the interpreter.
ENVIRONMENT = {**os.environ, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}


def run(*command: str | Path) -> str:
    """What a command prints; it must succeed."""
    ended = subprocess.run(
        [shutil.which(command[0], path=ENVIRONMENT["PATH"]) or command[0], *command[1:]],
        cwd=ROOT,
        env=ENVIRONMENT,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=120,
    )
    assert ended.returncode == 0, ended.stdout + ended.stderr
    return ended.stdout


@pytest.mark.parametrize("script", sorted(EXAMPLES.glob("*.py")), ids=lambda script: script.stem)
def test_a_script_prints_the_same_every_time(script: Path) -> None:
    first, again = (run(sys.executable, script) for _ in range(2))
    assert first == again
    assert len(first.splitlines()) > 20
    assert run(sys.executable, script, "5") != first


def test_every_game_has_an_example() -> None:
    assert {script.stem for script in EXAMPLES.glob("*.py")} == set(cardavia.game_names())


def test_package_and_examples_are_strictly_typed(tmp_path: Path) -> None:
    run(sys.executable, "-m", "mypy", "--strict", "--cache-dir", tmp_path, ROOT / "src" / "cardavia", EXAMPLES)


# ---- Embedding: the same deal from C, from cffi and from Python ----


def random_deal(seed: int) -> Match:
    """The deal that the embedding examples play."""
    match, rng = cardavia.game("doudizhu").start(seed=seed), Random(seed)
    while match.turn is not None:
        match.play(match.moves.sample(rng))
    return match


def told(event: Event) -> str:
    """An event as the embedding examples print it."""
    said = [str(event.code)]
    if event.seat is not None:
        said.append(str(event.seat))
    if event.move is not None:
        said.append(f"{event.move} ({event.move.shape})" if event.move.shape else str(event.move))
    elif event.cards is not None:
        said.append(str(event.cards))
    elif event.code is EventCode.POINTS:
        said.append(f"{event.amount:+}")
    return " ".join(said)


@pytest.fixture(scope="module")
def expected() -> str:
    match = random_deal(int(SEED))
    table, result = match.table, match.deal_result
    assert result is not None
    return "".join(
        f"{line}\n"
        for line in (
            *map(told, match.log),
            f"landlord {table.landlord}, bid {table.bid}, multiplier {table.multiplier}",
            *(f"{line.code} {-1 if line.seat is None else line.seat} {line.amount}" for line in result.lines),
        )
    )


def test_c_with_a_compiler_alone(tmp_path: Path, expected: str) -> None:
    compiler = shlex.split(os.environ.get("CC", "cc"))
    warnings = ("-std=c17", "-pedantic", "-Wall", "-Wextra", "-Wconversion", "-Werror")
    program = tmp_path / "doudizhu"
    include, library = f"-I{cardavia.get_include()}", cardavia.get_library()
    run(*compiler, *warnings, include, EMBED / "doudizhu.c", library, "-o", program)
    assert run(program, SEED) == expected


def test_c_with_cmake(tmp_path: Path, expected: str) -> None:
    prefix = Path(cardavia.get_include()).parent
    run(
        "cmake",
        "-G",
        "Ninja",
        "-S",
        EMBED,
        "-B",
        tmp_path,
        f"-DCMAKE_PREFIX_PATH={prefix}",
        "-DCMAKE_BUILD_TYPE=Release",
    )
    run("cmake", "--build", tmp_path)
    assert run(tmp_path / "doudizhu", SEED) == expected


def test_cffi(expected: str) -> None:
    assert run(sys.executable, EMBED / "doudizhu_cffi.py", SEED) == expected
