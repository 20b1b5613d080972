"""The parameters of a beam search, which tries only the most promising guesses at every position and proves nothing.

Guesses are judged by the average worth of sets of each size in an earlier tree, so every tree improves the next
search. In small sets the beam is as wide as the table, which makes them exact.
"""

from __future__ import annotations

from math import log2

import numpy as np
from numpy.typing import NDArray

from keypeg.atlas.tree import Tree

SCALE = 64
"""Estimates are integers in units of 1/64 guess."""


def widths(codes: int, steps: dict[int, int]) -> NDArray[np.int64]:
    """Return the width for every size: `steps[n]` up to n codes, the last one beyond."""
    sizes = np.arange(codes + 1)
    tops = sorted(steps)
    return np.array([steps[top] for top in tops] + [steps[tops[-1]]])[np.searchsorted(tops, sizes)].astype(np.int64)


def estimates(tree: Tree, codes: int) -> NDArray[np.int64]:
    """Estimate the worth of sets of every size from a tree: means of similar sizes, interpolated over log2 of size."""
    worths = np.array(tree.worths, dtype=np.int64)
    points: list[tuple[float, float]] = []
    sizes, totals = worths[:, 0], worths[:, 1]
    lo = 3
    while lo <= codes:
        hi = lo
        while hi < codes and (hi < lo * 1.1 or ((sizes >= lo) & (sizes <= hi)).sum() < 8):
            hi += 1
        chosen = (sizes >= lo) & (sizes <= hi)
        if chosen.any():
            points.append((log2(sizes[chosen].mean()), float((totals[chosen] / sizes[chosen]).mean())))
        lo = hi + 1
    x, y = np.array([(0.0, 1.0), (1.0, 1.5), *points]).T
    means = np.interp(np.log2(np.arange(1, codes + 1)), x, np.maximum.accumulate(y))
    table = np.zeros(codes + 1, dtype=np.int64)
    table[1:] = np.rint(means * np.arange(1, codes + 1) * SCALE)
    return table
