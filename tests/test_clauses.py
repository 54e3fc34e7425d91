"""A clause of the rules can be followed from its code to its referee and its test."""

from __future__ import annotations

import re
from pathlib import Path

from cardavia import Game

ROOT = Path(__file__).parent.parent
CLAUSE = re.compile(r"\b([A-Z]{2,3})-(\d+(?:\.\d+)?)\b")


def clauses(*files: str) -> set[tuple[str, str]]:
    """The clauses that some files cite, such as ("DDZ", "4.3")."""
    return {(each[1], each[2]) for file in files for each in CLAUSE.finditer((ROOT / file).read_text())}


def test_every_clause_that_the_code_cites_has_a_test_of_its_name(game: Game) -> None:
    cited = clauses(f"csrc/games/{game.name}.c", f"src/cardavia/games/{game.name}.py", f"tests/referee/{game.name}.py")
    tests = (ROOT / f"tests/test_{game.name}.py").read_text()
    named = set(re.findall(r"def test_([a-z]+)_((?:\d+_)+)", tests))
    assert len(cited) >= 5
    missing = [
        f"{table}-{clause}"
        for table, clause in sorted(cited)
        if not any(
            table.lower() == name and number.startswith(clause.replace(".", "_") + "_") for name, number in named
        )
    ]
    assert missing == []
