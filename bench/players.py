"""Measure how strong and how quick the players are.

`python bench/players.py` breaks every code of these rules at every level and writes src/keypeg/players/measured.json.
If rules are named on the command line, it measures only those and writes nothing.
"""

from __future__ import annotations

import json
import sys
import time
from dataclasses import asdict
from pathlib import Path

from keypeg import rules
from keypeg.players import Level
from keypeg.players.measured import FILE, Measured, measure
from keypeg.solve import warm

RULES = ("4x6:first=1", "logic24:first=1", "logic24+blanks:first=1", "togo:first=1", "4x6d:first=1", "5x8d:first=1")
SEED = "7"
HOME = Path(__file__).parents[1] / "src" / "keypeg" / "players" / FILE


def main() -> None:
    """Measure, print and store."""
    warm()
    found: list[Measured] = []
    for text in sys.argv[1:] or RULES:
        for level in Level:
            start = time.perf_counter()
            found.append(measure(rules(text), level, SEED))
            last = found[-1]
            seconds = time.perf_counter() - start
            print(
                f"{text:24} {level:8} {last.codes:6} codes, total {last.total:6}, mean {last.mean:.4f}, "
                f"worst {last.worst:2}, unbroken {last.unbroken:4}, {1000 * seconds / last.total:.2f} ms a row",
                flush=True,
            )
    if not sys.argv[1:]:
        HOME.write_text(json.dumps([asdict(each) for each in found], indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
