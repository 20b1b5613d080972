"""Choose the guess of a one-step strategy at a node.

A strategy is given as numbers: `weights[size]` for every cell, joined by `join` (SUM, or PEAK for the greatest cell, or
SORTED for all cells from the greatest down; LEAST takes the least candidate whatever the cells), less `bonus` if the
guess may be the code. The lowest score wins; ties go to a candidate, then to the least guess.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from keypeg.solve._kernels.arena import Arena, live_colours, mark_by, page
from keypeg.solve._kernels.kernel import array_kernel, inner_kernel, kernel
from keypeg.solve._kernels.marks import BITS, BLOCK, count_parts, histogram_into, mark_into, see_row

SUM, PEAK, SORTED, LEAST = 0, 1, 2, 3

SMALL = 160
"""The most candidates for which marking one code against all guesses is faster than one guess against all codes."""

WORST = 2**62


class Rating(NamedTuple):
    """A strategy as numbers. `weights` must be convex from size 1 on, so that the number of parts bounds a score."""

    weights: NDArray[np.int64]
    join: int
    bonus: int


class Scratch(NamedTuple):
    """Buffers of one thread."""

    rows: NDArray[np.uint8]
    counts: NDArray[np.uint8]
    ids: NDArray[np.uint8]
    lanes: NDArray[np.uint32]
    cells: NDArray[np.int64]
    table: NDArray[np.uint8]
    seen: NDArray[np.uint64]
    parts: NDArray[np.uint8]
    bounds: NDArray[np.int64]
    inside: NDArray[np.int64]
    moved: NDArray[np.int32]


def scratch_for(arena: Arena) -> Scratch:
    """Return buffers for this arena."""
    holes, codes = arena.rows.shape
    ids = holes * holes + holes + 1
    mask = np.uint32 if ids <= 32 else np.uint64
    return Scratch(
        np.empty((holes, codes), np.uint8), np.empty((arena.counts.shape[0], codes), np.uint8),
        np.empty(max(codes, BLOCK), np.uint8), np.zeros((4, ids), np.uint32), np.zeros(ids, np.int64),
        np.empty((SMALL, BLOCK), np.uint8), np.zeros(BLOCK, mask), np.zeros(BLOCK, np.uint8),
        np.zeros(ids + 1, np.int64),
        np.zeros(codes, np.int64), np.empty(codes, np.int32),
    )  # fmt: skip


@inner_kernel
def splitting_candidate(arena, codes):
    """Return the first candidate that tells all others apart, as a guess, or -1. No guess can do better."""
    if codes.size > arena.rows.shape[0] * (arena.rows.shape[0] + 3) // 2:
        return -1
    for code in codes:
        guess = arena.guess_of[code]
        seen = np.uint64(0)
        told = True
        for other in codes:
            bit = BITS[mark_by(arena, other, guess)]
            if seen & bit:
                told = False
                break
            seen |= bit
        if told:
            return guess
    return -1


@inner_kernel
def score_of(cells, rating):
    """Return the score of a histogram under SUM or PEAK."""
    if rating.join == SUM:
        total = 0
        for size in cells:
            if size:
                total += rating.weights[size]
        return total
    peak = np.int64(0)
    for size in cells:
        peak = max(peak, size)
    return peak


@inner_kernel
def bounds_into(n, rating, bounds):
    """Write into `bounds[p]` the least score of n codes in p non-empty cells: that of cells as even as possible."""
    for p in range(1, bounds.size):
        size, more = n // p, n % p
        if rating.join == SUM:
            bounds[p] = (p - more) * rating.weights[size] + more * rating.weights[size + 1] if size else WORST
        else:
            bounds[p] = size + (more > 0)


@inner_kernel
def sort_down(cells):
    """Sort in place, greatest first."""
    for i in range(1, cells.size):
        size = cells[i]
        j = i
        while j and cells[j - 1] < size:
            cells[j] = cells[j - 1]
            j -= 1
        cells[j] = size


@inner_kernel
def compare(cells, best_cells):
    """Return -1, 0 or 1: which of two sorted lists comes first."""
    for i in range(cells.size):
        if cells[i] != best_cells[i]:
            return -1 if cells[i] < best_cells[i] else 1
    return 0


@kernel
def choose(arena, book, scratch, rating, codes, listing):
    """Return the strategy's guess for these candidates (ascending); a non-empty `listing` restricts a big node."""
    n = codes.size
    if n <= 2 or rating.join == LEAST:
        return arena.guess_of[codes[0]]
    split = splitting_candidate(arena, codes)
    if split >= 0:
        return split
    for code in codes:
        scratch.inside[code] = 1
    if n <= SMALL:
        best = choose_small(arena, book, scratch, rating, codes)
    else:
        if listing.size == 0:
            start, length = page(arena, book, live_colours(arena, codes))
            listing = book.ids[start : start + length]
        best = choose_big(arena, scratch, rating, codes, listing)
    for code in codes:
        scratch.inside[code] = 0
    return best


@inner_kernel
def gather(arena, codes, rows, counts):
    """Copy the layout of some codes into `rows` and `counts`."""
    for hole in range(rows.shape[0]):
        row, out = arena.rows[hole], rows[hole]
        for i in range(codes.size):
            out[i] = row[codes[i]]
    for colour in range(counts.shape[0]):
        row, out = arena.counts[colour], counts[colour]
        for i in range(codes.size):
            out[i] = row[codes[i]]


@array_kernel
def choose_big(arena, scratch, rating, codes, listing):
    """Choose by marking one guess after another against all codes."""
    n = codes.size
    gather(arena, codes, scratch.rows, scratch.counts)
    best, best_score = np.int64(-1), np.int64(WORST)
    best_inside = best >= 0
    best_cells = np.zeros(scratch.cells.size, np.int64)
    for guess in listing:
        histogram_into(
            scratch.rows, scratch.counts, n, arena.guess_digits[guess], arena.guess_needs[guess],
            scratch.ids, scratch.lanes, scratch.cells,
        )  # fmt: skip
        code = arena.code_of[guess]
        inside = code >= 0 and scratch.inside[code] == 1
        best, best_score, best_inside = keep_better(
            np.int64(guess), inside, scratch.cells, rating, best, best_score, best_inside, best_cells
        )
    return best


@inner_kernel
def keep_better(guess, inside, cells, rating, best, best_score, best_inside, best_cells):
    """Return the better of a guess and the best so far; update `best_cells` if whole lists are compared."""
    score = score_of(cells, rating) - (rating.bonus if inside else 0)
    if score > best_score:
        return best, best_score, best_inside
    order = -1 if score < best_score else 0
    if rating.join == SORTED:
        sort_down(cells)
        if order == 0:
            order = compare(cells, best_cells)
    if order < 0 or (order == 0 and inside and not best_inside):
        for i in range(cells.size):
            best_cells[i] = cells[i]
        return guess, score, inside
    return best, best_score, best_inside


@array_kernel
def choose_small(arena, book, scratch, rating, codes):
    """Choose by marking one code after another against all guesses; count cells only if their number can win."""
    n = codes.size
    start, length = page(arena, book, live_colours(arena, codes))
    bounds_into(n, rating, scratch.bounds)
    best, best_score = np.int64(-1), np.int64(WORST)
    best_inside = best >= 0
    best_cells = np.zeros(scratch.cells.size, np.int64)
    for lo in range(start, start + length, BLOCK):
        hi = min(start + length, lo + BLOCK)
        seen = scratch.seen[: hi - lo]
        seen[:] = 0
        for i in range(n):
            mark_into(book.rows, book.counts, lo, hi, arena.digits[codes[i]], arena.needs[codes[i]], scratch.table[i])
            see_row(scratch.table[i, : hi - lo], seen)
        count_parts(seen, scratch.parts)
        for j in range(hi - lo):
            bound = scratch.bounds[scratch.parts[j]] - rating.bonus
            if bound > best_score:
                continue
            guess = book.ids[lo + j]
            code = arena.code_of[guess]
            inside = code >= 0 and scratch.inside[code] == 1
            if bound == best_score and rating.join != SORTED and (best_inside or not inside):
                continue
            scratch.cells[:] = 0
            for i in range(n):
                scratch.cells[scratch.table[i, j]] += 1
            best, best_score, best_inside = keep_better(
                np.int64(guess), inside, scratch.cells, rating, best, best_score, best_inside, best_cells
            )
    return best
