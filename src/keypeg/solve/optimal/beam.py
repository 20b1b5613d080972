"""Search that gives up proof for reach: at every position only the most promising guesses are tried.

What promises most is judged by what sets of each size have turned out to be worth, so every tree teaches the next
search. In small sets the beam is as wide as the table, which makes them exact.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import log2

import numpy as np
from numpy.typing import NDArray

from keypeg.atlas.tree import Tree

SCALE = 64
"""Estimates are integers in units of 1/64 guess."""


@dataclass(frozen=True, slots=True)
class Beam:
    """By size of a set: an estimate of its total, and how many guesses are tried; `opening`, if any, is the first."""

    estimates: NDArray[np.int64]
    widths: NDArray[np.int64]
    opening: int | None = None


def widths(codes: int, steps: dict[int, int]) -> NDArray[np.int64]:
    """The width for every size: `steps[n]` up to n codes, the last one beyond."""
    sizes = np.arange(codes + 1)
    tops = sorted(steps)
    return np.array([steps[top] for top in tops] + [steps[tops[-1]]])[np.searchsorted(tops, sizes)].astype(np.int64)


def estimates(tree: Tree, codes: int) -> NDArray[np.int64]:
    """What sets of every size are worth in a tree: means where there are many, and lines over log2 of the size."""
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
