"""Measure marks a second on one core: the kernel and plain NumPy, in one run.

`python bench/solve_marks.py`
"""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter

import numpy as np

from keypeg.core.space import Space
from keypeg.deduce.mark_ids import win_id
from keypeg.solve import mark_tables
from keypeg.solve._kernels.marks import histograms
from keypeg.solve.layout import layout_of

SPACES = {
    "4x6": Space(4, "ROYGBP"),
    "4x10d": Space(4, "ROYGBPWNCD", distinct=True),
    "5x8d": Space(5, "ROYGBPWN", distinct=True),
    "5x8": Space(5, "ROYGBPWN"),
}


def best_of(times: int, work: Callable[[], object]) -> float:
    """Return the least seconds that the work took."""
    found = []
    for _ in range(times):
        began = perf_counter()
        work()
        found.append(perf_counter() - began)
    return min(found)


def main() -> None:
    print(f"{'space':8}{'kernel G/s':>12}{'NumPy G/s':>12}{'ratio':>8}")
    for name, space in SPACES.items():
        codes = layout_of(space)
        every = np.arange(len(codes))
        asked = every[:: max(1, len(codes) // 1000)]
        cells = np.zeros((len(asked), win_id(space.holes) + 1), np.int64)
        digits, needs = codes.digits[asked], codes.needs[asked]
        histograms(codes.rows, codes.counts, digits[:1], needs[:1], cells[:1])
        fast = best_of(5, lambda c=codes, d=digits, n=needs, out=cells: histograms(c.rows, c.counts, d, n, out))
        few = asked[:200]
        slow = best_of(2, lambda c=codes, e=every, f=few: mark_tables.cell_sizes(c, e, c, f))
        marks, plain_marks = len(asked) * len(codes) / fast / 1e9, len(few) * len(codes) / slow / 1e9
        print(f"{name:8}{marks:12.2f}{plain_marks:12.3f}{marks / plain_marks:8.1f}")


if __name__ == "__main__":
    main()
