"""Time computers' moves on a device, by box and level: in Pyodide, and four times that for a slow processor.

`python bench/device_moves.py [MATCHES]` plays whole matches between computers of one level, in Node.js. Times are
processor times of all threads together, so a busy machine does not matter.
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from keypeg import boxes
from tests.pyodide.test_same_in_the_browser import in_browser

RATE = 4
EVERY = [box.id for box in boxes()] + [f"{box.id}+{variant}" for box in boxes() for variant in box.variants]


def main() -> None:
    """Print a line for every box and level that a device offers."""
    matches = sys.argv[1] if len(sys.argv) > 1 else "5"
    print(f"| rules | level | moves | median, ms | longest, ms | longest at {RATE}x, ms |\n|---|---|---|---|---|---|")
    for line in in_browser("tests.pyodide.moves", matches, *EVERY).splitlines():
        rules, level, moves, median, longest = line.split()
        times = [1000 * float(each) for each in (median, longest, str(RATE * float(longest)))]
        print(f"| `{rules}` | {level} | {moves} | " + " | ".join(f"{time:.1f}" for time in times) + " |")


if __name__ == "__main__":
    main()
