"""Measure players of a split code: `python bench/mm44.py [DEALS]`, four seats; lots decide who begins.

Without a number, one player of every level also play together, and src/keypeg/players/measured_split.json is written.
"""

from __future__ import annotations

import json
import sys
from dataclasses import asdict
from pathlib import Path

from keypeg import rules
from keypeg.players import Level
from keypeg.players.measured import SPLIT_FILE, MeasuredSplit
from keypeg.table import series

SEATS = (
    ("expert", "club", "club", "club"),
    ("perfect", "expert", "expert", "expert"),
    ("club", "novice", "novice", "novice"),
)
SEED = "7"
HOME = Path(__file__).parents[1] / "src" / "keypeg" / "players" / SPLIT_FILE
MIXED = 2000
"""Deals played by one player of every level."""


def main() -> None:
    """Play, and print shares of wins, wrong calls and thinking times of the first seat."""
    deals = int(sys.argv[1]) if len(sys.argv) > 1 else 4000
    for names in SEATS:
        seats = [result.seats[0] for result in series(rules("mm44"), names, deals, SEED)]
        wins, calls = sum(seat.won for seat in seats), sum(seat.calls for seat in seats)
        wrong, moves = sum(seat.wrong_calls for seat in seats), sum(seat.moves for seat in seats)
        share = wins / deals
        width = 1.96 * (share * (1 - share) / deals) ** 0.5
        print(
            f"{' '.join(names)}: {deals} deals, first seat wins {share:.2%} ± {width:.2%}, {calls} calls, "
            f"{wrong} wrong, "
            f"{1000 * sum(seat.seconds for seat in seats) / moves:.2f} ms a question on average, "
            f"{1000 * max(seat.slowest for seat in seats):.0f} at most",
            flush=True,
        )

    if len(sys.argv) == 1:
        mixed()


def mixed() -> None:
    """Let one player of every level play together, and store how often each wins."""
    names = tuple(reversed(Level))
    results = list(series(rules("mm44"), names, MIXED, SEED))
    found = []
    for seat, level in enumerate(names):
        column = [result.seats[seat] for result in results]
        wins, calls = sum(each.won for each in column), sum(each.calls for each in column)
        found.append(MeasuredSplit("mm44", level, MIXED, wins, calls, sum(each.wrong_calls for each in column)))
        print(found[-1])
    HOME.write_text(json.dumps([asdict(each) for each in found], indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
