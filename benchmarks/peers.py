"""Cardavia beside other libraries, on this machine, now.

    python benchmarks/peers.py [--seconds S] [--only WORD] [--json FILE]

Each row is a piece of work that both sides do; the floor is the ratio, or the figure of ours, that we mean to keep. The peers come
with the `peers` extra; a library that is not installed leaves its figure out. A figure in parentheses is a constant, of a library that
cannot be had here. A new table is a module with `ROWS`, named in
`TABLES`.
"""

from __future__ import annotations

import argparse
import json
import platform
from collections.abc import Iterable, Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import peers_aluette
import peers_bridge
import peers_doudizhu
import peers_guandan
import peers_holdem
import peers_ottocento
import peers_poker
import peers_tractor
import peers_zhengshangyou
from peers_row import Result, Row, measure

TABLES: tuple[Sequence[Row], ...] = (
    peers_doudizhu.ROWS,
    peers_guandan.ROWS,
    peers_zhengshangyou.ROWS,
    peers_poker.ROWS,
    peers_holdem.ROWS,
    peers_bridge.ROWS,
    peers_aluette.ROWS,
    peers_tractor.ROWS,
    peers_ottocento.ROWS,
)

ABSENT = "not installed"


def main() -> None:
    parser = argparse.ArgumentParser(description="Cardavia beside other libraries, on this machine, now.")
    parser.add_argument("--seconds", type=float, default=2, metavar="S", help="time for each side of a row (default: 2)")
    parser.add_argument("--only", default="", metavar="WORD", help="only rows whose work or peer holds this word")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures to this file too")
    options = parser.parse_args()

    word = options.only.lower()
    rows = [row for table in TABLES for row in table if word in f"{row.work} {row.peer}".lower()]
    machine = f"Python {platform.python_version()}, {platform.system()} {platform.machine()}"
    versions = installed_versions(rows)
    print(", ".join([machine, *(f"{package} {number}" for package, number in versions.items())]))
    results = run(rows, options.seconds)
    if options.json is not None:
        record = {
            "machine": machine,
            "versions": versions,
            "seconds": options.seconds,
            "rows": [as_record(result) for result in results],
        }
        options.json.write_text(json.dumps(record, indent=2) + "\n", encoding="utf-8")


def installed_versions(rows: Iterable[Row]) -> dict[str, str]:
    """The versions of Cardavia and of the rows' peers, as far as they are installed."""
    versions = {}
    for package in dict.fromkeys(["cardavia", *(row.package for row in rows if row.package is not None)]):
        try:
            versions[package] = version(package)
        except PackageNotFoundError:
            continue
    return versions


def run(rows: Sequence[Row], seconds: float) -> list[Result]:
    """Measure the rows and print each as soon as it is there."""
    work_width = max((len(row.work) for row in rows), default=0)
    peer_width = max((len(row.peer) for row in rows), default=0)
    floor_width = max((len(floor_text(row)) for row in rows), default=0)

    def line(work: str, ours: str, peer: str, theirs: str, ratio: str, floor: str, met: str) -> str:
        return f"{work:{work_width}}  {ours:>17}  {peer:{peer_width}}  {theirs:>17}  {ratio:>7}  {floor:>{floor_width}}  {met}"

    print(line("work", "ours", "peer", "theirs", "ratio", "floor", "met"))
    results = []
    told: set[str] = set()
    for row in rows:
        result = measure(row, seconds)
        results.append(result)
        news = [note for note in result.notes if note not in told]
        told.update(news)
        print(
            line(
                row.work,
                rate_text(result.ours, row.unit),
                row.peer,
                theirs_text(result),
                ratio_text(result.ratio),
                floor_text(row),
                {True: "yes", False: "no", None: "-"}[result.met],
            ),
            *(f"    {note}" for note in news),
            sep="\n",
            flush=True,
        )
    return results


def rate_text(rate: float | None, unit: str) -> str:
    """Three digits and a unit: `24.4k deals/s`."""
    if rate is None:
        return ABSENT
    for scale, letter in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if rate >= scale:
            return f"{three_digits(rate / scale)}{letter} {unit}/s"
    return f"{three_digits(rate)} {unit}/s"


def theirs_text(result: Result) -> str:
    """The peer's figure: `24.4k deals/s`; one that was not measured now in parentheses."""
    if result.row.theirs is None:
        return "-"
    rate = rate_text(result.theirs, result.row.unit)
    return rate if callable(result.row.theirs) else f"({rate})"


def ratio_text(ratio: float | None) -> str:
    return "-" if ratio is None else f"{three_digits(ratio)} x"


def floor_text(row: Row) -> str:
    """What the row asks for: `1 x, 15M samples/s`."""
    texts = [] if row.floor is None else [ratio_text(row.floor)]
    if row.least is not None:
        texts.append(rate_text(row.least, row.unit))
    return ", ".join(texts) or "-"


def three_digits(number: float) -> str:
    return f"{number:.0f}" if number >= 100 else f"{number:.3g}"


def as_record(result: Result) -> dict[str, object]:
    row = result.row
    return {
        "work": row.work,
        "peer": row.peer,
        "unit": row.unit,
        "ours": result.ours,
        "theirs": result.theirs,
        "constant": isinstance(result.row.theirs, float),
        "ratio": result.ratio,
        "floor": row.floor,
        "least": row.least,
        "met": result.met,
        "notes": result.notes,
    }


if __name__ == "__main__":
    main()
