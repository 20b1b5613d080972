"""The least total of a set of codes, by plain branch and bound, compiled by Numba.

Guesses are tried in the order of a bound by the sizes of their cells. A guess is done with once bounds of its cells add
up to the best total so far; where they do not, its cells are searched, the smallest first.
"""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

from keypeg.reprove.set_memo import Codes, Memo, remember, slot_of
from keypeg.reprove.ways import WON, Told, Ways, told_apart

BLOCK = 512
"""Ways that are looked at together."""


# Not cached: Numba 0.68 may crash in a recursive function that comes from its cache.
@njit(nogil=True)
def least_total(memo: Memo, codes: Codes, tried: Ways, told: Told, limit: int) -> int:
    """Return the least total of these codes if it is below the limit, otherwise a bound that reaches the limit.

    `told` is how guesses tell them apart, and `tried` holds those ways that are tried now.
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
    """Return a total that no tree beats for this many codes if no guess tells them into more parts than that.

    One code is found by the first guess, as many as there are parts by two, as many for each of these by three.
    """
    total, found = 0, 0
    while found < size:
        total += size - found
        found = 1 if found == 0 else parts if found == 1 else found * parts
    return total


@njit(cache=True, nogil=True)
def _bounds(ways: Ways, floors: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the least total by the sizes of each way's cells, and in the lower 32 bits how unequal these are."""
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
    """Return a total that no tree beats for the codes at these places, and whether one reaches it."""
    known = memo.slots[slot_of(memo, codes[places])]
    if known >= 0 and memo.exact[known]:
        return int(memo.values[known]), True
    low, reached = _glance(by_code, parts, places)
    if known >= 0 and not reached:
        low = max(low, memo.values[known])
    return low, reached


@njit(cache=True, nogil=True)
def _glance(by_code: Ways, parts: NDArray[np.int32], places: Codes) -> tuple[int, bool]:
    """Return a total that no tree beats for the codes at these places, by parts alone, and whether one reaches it."""
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
    # Ways that were not looked at have no more parts than the best inside.
    most = max(inside, outside)
    if inside == n:
        return 2 * n - 1, True
    if outside == n or inside == n - 1:
        return 2 * n, True
    # The first guess finds a code and leaves one part fewer to be told apart, or it finds none.
    found = 2 * n - 1 + n - inside + max(0, n - 1 - (inside - 1) * most)
    missed = 2 * n + n - most + max(0, n - most * most)
    return min(found, missed), False


@njit(cache=True, nogil=True)
def _cells(way: Ways) -> list[Codes]:
    """Return the places of each cell but that of the guess itself, the smallest cell first."""
    sizes = np.zeros(WON + 1, dtype=np.int64)
    for cell in way:
        sizes[cell] += 1
    order = np.argsort(sizes[:WON], kind="mergesort")
    return [np.flatnonzero(way == cell).astype(np.int32) for cell in order if sizes[cell]]
