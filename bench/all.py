"""Run every script beside this one: `python bench/all.py [SCRIPT…]`, with the machine's own speed beside each figure.

One pass is what plain NumPy takes to mark every code of 4x6 against every guess and to count the marks, on one core. It
is measured before each script, and stands behind every time as a ratio, so that figures of two machines compare.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from time import perf_counter

import numpy as np

from keypeg.core.space import Space
from keypeg.solve.layout import layout_of
from keypeg.solve.mark_tables import cell_sizes

FOLDER = Path(__file__).parent
UNITS = {"s": 1.0, "ms": 1e-3, "µs": 1e-6}
FIGURE = re.compile(r"(?<![\w.,])(\d[\d,]*\.?\d*) (?:(s|ms|µs)\b|moves/s)")
"""A time with its unit, or a number of moves a second."""


def main() -> int:
    """Run the scripts in turn, and print what they print; fail if one fails."""
    names = sys.argv[1:] or sorted(file.name for file in FOLDER.glob("[a-z]*.py") if file.name != Path(__file__).name)
    failed = False
    for name in names:
        seconds = one_pass()
        print(f"== bench/{name}; one NumPy pass: {1000 * seconds:.1f} ms", flush=True)
        with subprocess.Popen([sys.executable, str(FOLDER / name)], stdout=subprocess.PIPE, text=True) as script:
            for line in script.stdout or ():
                print(with_ratios(line.rstrip("\n"), seconds), flush=True)
        failed |= script.returncode != 0
    return failed


def one_pass() -> float:
    """Return the seconds of one pass, the least of nine."""
    codes = layout_of(Space(4, "ROYGBP"))
    every, taken = np.arange(len(codes)), []
    for _ in range(9):
        began = perf_counter()
        cell_sizes(codes, every, codes, every)
        taken.append(perf_counter() - began)
    return min(taken)


def with_ratios(line: str, seconds: float) -> str:
    """Put behind each time how many passes it takes, and behind each rate how many moves one pass takes."""

    def ratio(found: re.Match[str]) -> str:
        number, unit = float(found[1].replace(",", "")), found[2]
        if unit is None:
            return f"{found[0]} [{number * seconds:.3g} a pass]"
        return f"{found[0]} [{number * UNITS[unit] / seconds:.3g} passes]"

    return FIGURE.sub(ratio, line)


if __name__ == "__main__":
    sys.exit(main())
