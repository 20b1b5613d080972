"""Find the least total of a set of codes by plain branch and bound, compiled by Numba.

Guesses are tried in the order of a lower bound from the sizes of their cells. A guess is pruned once the bounds of its
cells add up to the best total so far; as long as they do not, its cells are searched, smallest first.
"""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

from keypeg_lab.reprove.set_memo import Codes, Memo, remember, slot_of
from keypeg_lab.reprove.ways import WON, Told, Ways, told_apart

BLOCK = 512
"""The number of ways that are examined together."""


# Not cached: Numba 0.68 may crash in a recursive function that is loaded from its cache.
@njit(nogil=True)
def least_total(memo: Memo, codes: Codes, tried: Ways, told: Told, limit: int) -> int:
    """Return the least total of these codes if it is below the limit, else a lower bound that reaches the limit.

    `told` holds all ways in which guesses tell them apart, and `tried` those ways that are tried as the next guess.
    """
    n = len(codes)
    if n <= 2:
        return 2 * n - 1
    known = memo.slots[slot_of(memo, codes)]
    if known >= 0 and (memo.exact[known] or memo.values[known] >= limit):
        return int(memo.values[known])
    by_code = np.ascontiguousarray(told.ways.T)
    floors = np.array([floor(size, told.parts[0]) for size in range(n + 1)])
    bounds = _bounds(tried, floors)
    lows = np.empty(WON, dtype=np.int64)
    sure = np.empty(WON, dtype=np.bool_)
    best = limit
    for at in np.argsort(bounds, kind="mergesort"):
        total = bounds[at] >> 32
        if total >= best:
            break
        cells = _cells(tried[at])
        for cell in range(len(cells) - 1, -1, -1):
            size = len(cells[cell])
            lows[cell], sure[cell] = floors[size], size <= 2
            if not sure[cell]:
                low, sure[cell] = _low(memo, codes, by_code, told.parts, cells[cell])
                lows[cell] = max(low, floors[size])
            total += lows[cell] - floors[size]
            if total >= best:
                break
        for cell in range(len(cells)):
            if total >= best:
                break
            if not sure[cell]:
                places = cells[cell]
                below = told_apart(told.ways, places)
                total -= lows[cell]
                total += least_total(memo, codes[places], below.ways, below, best - total)
        best = min(best, total)
    remember(memo, codes, best, best < limit)
    return best


@njit(cache=True, nogil=True)
def floor(size: int, parts: int) -> int:
    """Return a lower bound on the total for this many codes if no guess splits them into more than `parts` parts.

    At most one code is found with one guess, `parts` codes with two guesses, `parts` squared with three, and so on.
    """
    total, found = 0, 0
    while found < size:
        total += size - found
        found = 1 if found == 0 else parts if found == 1 else found * parts
    return total


@njit(cache=True, nogil=True)
def _bounds(ways: Ways, floors: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return, by way, a lower bound from the sizes of its cells, and in the lower 32 bits how unequal these are."""
    found = np.empty(len(ways), dtype=np.int64)
    sizes = np.empty(WON + 1, dtype=np.int64)
    for at in range(len(ways)):
        sizes[:] = 0
        for cell in ways[at]:
            sizes[cell] += 1
        total, squares = np.int64(ways.shape[1]), np.int64(0)
        for size in sizes[:WON]:
            total += floors[size]
            squares += size * size
        found[at] = (total << 32) + squares
    return found


@njit(cache=True, nogil=True)
def _low(memo: Memo, codes: Codes, by_code: Ways, parts: NDArray[np.int32], places: Codes) -> tuple[int, bool]:
    """Return a lower bound on the total of the codes at these places, and True if it is attained."""
    known = memo.slots[slot_of(memo, codes[places])]
    if known >= 0 and memo.exact[known]:
        return int(memo.values[known]), True
    low, reached = _glance(by_code, parts, places)
    if known >= 0 and not reached:
        low = max(low, memo.values[known])
    return low, reached


@njit(cache=True, nogil=True)
def _glance(by_code: Ways, parts: NDArray[np.int32], places: Codes) -> tuple[int, bool]:
    """Return a lower bound as `_low` does, but from the numbers of parts alone, and True if it is attained."""
    n = len(places)
    inside, outside = 1, 1
    seen = np.empty(BLOCK, dtype=np.uint64)
    count = np.empty(BLOCK, dtype=np.uint64)
    for start in range(0, len(parts), BLOCK):
        if parts[start] <= inside or inside == n:
            break
        many = min(BLOCK, len(parts) - start)
        seen[:] = 0
        count[:] = 0
        for place in places:
            cells = by_code[place, start : start + many]
            for at in range(many):
                cell = np.uint64(cells[at])
                count[at] += np.uint64(1) - ((seen[at] >> cell) & np.uint64(1))
                seen[at] |= np.uint64(1) << cell
        for at in range(many):
            if seen[at] >> np.uint64(WON):
                inside = max(inside, int(count[at]))
            else:
                outside = max(outside, int(count[at]))
    # Ways that were not examined have no more parts than the best way inside.
    most = max(inside, outside)
    if inside == n:
        return 2 * n - 1, True
    if outside == n or inside == n - 1:
        return 2 * n, True
    # Either the first guess finds a code, which leaves one part less for the other codes, or it finds none.
    found = 2 * n - 1 + n - inside + max(0, n - 1 - (inside - 1) * most)
    missed = 2 * n + n - most + max(0, n - most * most)
    return min(found, missed), False


@njit(cache=True, nogil=True)
def _cells(way: Ways) -> list[Codes]:
    """Return the places of each cell, smallest cell first, except the cell of the guess itself."""
    sizes = np.zeros(WON + 1, dtype=np.int64)
    for cell in way:
        sizes[cell] += 1
    order = np.argsort(sizes[:WON], kind="mergesort")
    return [np.flatnonzero(way == cell).astype(np.int32) for cell in order if sizes[cell]]
