"""Run the scripts of this folder, or those named, and relate their times to the speed of the machine.

`python bench/all.py [SCRIPT…]`. One pass is the time that plain NumPy takes to mark every code of 4x6 against every
guess and to count the marks, on one core. It is measured before each script, and every time is followed by its ratio to
one pass, so that figures of two machines can be compared.
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
    """Run the scripts one by one and print their output with ratios; fail if one of them fails."""
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
    """Add to each time its length in passes, and to each rate the number of moves in one pass."""

    def ratio(found: re.Match[str]) -> str:
        number, unit = float(found[1].replace(",", "")), found[2]
        if unit is None:
            return f"{found[0]} [{number * seconds:.3g} a pass]"
        return f"{found[0]} [{number * UNITS[unit] / seconds:.3g} passes]"

    return FIGURE.sub(ratio, line)


if __name__ == "__main__":
    sys.exit(main())
