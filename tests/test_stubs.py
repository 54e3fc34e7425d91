"""Types: the package is clean under ``mypy --strict``, and the stubs of the binding say what is there."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent


def run(tmp_path: Path, *args: str) -> str:
    """Runs a module of mypy on the sources, with a cache of its own; returns what it said when it found fault."""
    done = subprocess.run(
        [sys.executable, "-m", *args],
        capture_output=True,
        text=True,
        cwd=ROOT,
        env={**os.environ, "MYPYPATH": str(ROOT / "src"), "MYPY_CACHE_DIR": str(tmp_path)},
    )
    return done.stdout + done.stderr if done.returncode else ""


def test_the_package_is_strictly_typed(tmp_path: Path) -> None:
    assert run(tmp_path, "mypy", "--strict", "-p", "cardavia") == ""


def test_the_stubs_say_what_is_there(tmp_path: Path) -> None:
    allowed = str(Path(__file__).parent / "stubtest-allow.txt")
    assert run(tmp_path, "mypy.stubtest", "cardavia", "--allowlist", allowed) == ""
