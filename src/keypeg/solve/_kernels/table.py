"""Tables: the marks of the guesses that matter against the codes of one set, deduplicated.

Two guesses that split a set alike split every part of it alike, so below that set one of them is enough: preferably
one that may be the code. Tables shrink quickly on the way down, which is what makes deep search affordable.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from keypeg.solve._kernels.arena import Arena, live_colours, page
from keypeg.solve._kernels.kernel import inner_kernel
from keypeg.solve._kernels.marks import BITS, IDS, mark_into

LEVELS = 12

SLOTS = 64
"""The least size of the hash table that finds equal columns."""

STRIP = 64
"""Columns turned into lines at a time: a cache line of each row."""


class Tables(NamedTuple):
    """A stack of tables. Table t has `codes[t]` and guesses `ids[t]`; code i has its marks from `starts + i·widths` on.

    Guesses with many parts come first: those with at least p are the first `reach[t, p]`.
    `own[t, i]` is the column of code i as a guess, `open[t, j]` is 1 if column j stands for a guess to be tried at the
    top, where symmetric guesses are tried once.
    """

    pool: NDArray[np.uint8]
    starts: NDArray[np.int64]
    widths: NDArray[np.int64]
    heights: NDArray[np.int64]
    reach: NDArray[np.int64]
    codes: NDArray[np.int32]
    ids: NDArray[np.int32]
    own: NDArray[np.int32]
    open: NDArray[np.uint8]
    noise: NDArray[np.uint64]
    hashes: NDArray[np.uint64]
    chain: NDArray[np.int32]
    owners: NDArray[np.int32]


def empty_tables(arena: Arena, codes: int) -> Tables:
    """Return empty tables; the first has at most `codes` codes."""
    guesses = len(arena.code_of)
    slots = max(SLOTS, 1 << (2 * guesses - 1).bit_length())
    return Tables(
        np.empty(2 * guesses * codes, np.uint8), np.zeros(LEVELS, np.int64), np.zeros(LEVELS, np.int64),
        np.zeros(LEVELS, np.int64), np.zeros((LEVELS, 66), np.int64),
        np.zeros((LEVELS, codes), np.int32), np.zeros((LEVELS, guesses), np.int32), np.zeros((LEVELS, codes), np.int32),
        np.zeros((LEVELS, guesses), np.uint8),
        np.random.default_rng(20_07).integers(0, 2**64, (codes, 64), dtype=np.uint64),
        np.zeros(guesses, np.uint64), np.zeros(slots, np.int32), np.zeros(guesses, np.int32),
    )  # fmt: skip


@inner_kernel
def partition_hash(column, n, noise, labels):
    """Return a number that two columns share if they split the n codes alike; 0 if they do not split them."""
    labels[:] = -1
    used = 0
    total = np.uint64(0)
    for i in range(n):
        mark = column[i]
        if labels[mark] < 0:
            labels[mark] = used
            used += 1
        total ^= noise[i, labels[mark]]
    return total if used > 1 else np.uint64(0)


@inner_kernel
def _fill(tables, t, marks, ids, rows_of, opens):
    """Make table t of these marks (one line a code, one column a guess), each kind of column once.

    Column j is the guess `ids[j]`, which is the code in row `rows_of[j]`, or none of them (-1). One long function on
    purpose: at every call Numba counts references to every array of a tuple.
    """
    n, width = marks.shape
    pool, chain, hashes, owners = tables.pool, tables.chain, tables.hashes, tables.owners
    new_ids, own, new_open, noise = tables.ids[t], tables.own[t], tables.open[t], tables.noise
    start = tables.starts[t]
    used = SLOTS
    while used < 2 * width:
        used *= 2
    for slot in range(used):
        chain[slot] = -1
    labels = np.empty(IDS, np.int64)
    column = np.empty((STRIP, n), np.uint8)
    source = np.empty(width, np.int32)
    parts = np.empty(width, np.int64)
    opened = np.empty(width, np.uint8)
    size = 0
    for lo in range(0, width, STRIP):
        hi = min(width, lo + STRIP)
        for i in range(n):
            for j in range(lo, hi):
                column[j - lo, i] = marks[i, j]
        for j in range(lo, hi):
            seen = np.uint64(0)
            kinds = 0
            value = np.uint64(0)
            for i in range(n):
                mark = column[j - lo, i]
                bit = BITS[mark]
                if seen & bit == 0:
                    seen |= bit
                    labels[mark] = kinds
                    kinds += 1
                value ^= noise[i, labels[mark]]
            if kinds == 1:
                continue
            slot = np.int64(value & np.uint64(used - 1))
            row = rows_of[j]
            # Keep two guesses that may both be the code: further down only one of them may still be a candidate.
            while chain[slot] >= 0 and (hashes[chain[slot]] != value or (row >= 0 and owners[chain[slot]] >= 0)):
                slot = (slot + 1) & (used - 1)
            at = chain[slot]
            if at < 0:
                at = size
                chain[slot] = size
                hashes[size] = value
                owners[size] = -1
                opened[size] = 0
                source[size] = j
                parts[size] = kinds
                size += 1
            opened[at] |= opens[j]
            if row >= 0:
                owners[at] = row
                source[at] = j
    reach = tables.reach[t]
    reach[:] = 0
    for at in range(size):
        reach[parts[at]] += 1
    for p in range(reach.size - 2, -1, -1):
        reach[p] += reach[p + 1]
    fill = reach.copy()
    order = np.empty(size, np.int32)
    for at in range(size):
        place = fill[parts[at] + 1]
        fill[parts[at] + 1] += 1
        order[place] = source[at]
        new_ids[place] = ids[source[at]]
        new_open[place] = opened[at]
        if owners[at] >= 0:
            own[owners[at]] = place
    for i in range(n):
        line = pool[start + i * size : start + (i + 1) * size]
        for j in range(size):
            line[j] = marks[i, order[j]]
    tables.widths[t], tables.heights[t] = size, n


@inner_kernel
def first_table(arena, book, tables, codes, may_open):
    """Make table 0, for these codes; `may_open[guess]` is 1 for guesses to be tried at the top."""
    n = codes.size
    start, length = page(arena, book, live_colours(arena, codes))
    marks = np.empty((n, length), np.uint8)
    row_of_code = np.full(arena.guess_of.size, -1, np.int32)
    for i in range(n):
        tables.codes[0, i] = codes[i]
        row_of_code[codes[i]] = i
        mark_into(
            book.rows, book.counts, start, start + length, arena.digits[codes[i]], arena.needs[codes[i]], marks[i]
        )
    ids = book.ids[start : start + length]
    rows_of = np.full(length, -1, np.int32)
    opens = np.empty(length, np.uint8)
    for j in range(length):
        code = arena.code_of[ids[j]]
        if code >= 0:
            rows_of[j] = row_of_code[code]
        opens[j] = may_open[ids[j]]
    tables.starts[0] = 0
    _fill(tables, np.int64(0), marks, ids, rows_of, opens)


@inner_kernel
def next_table(tables, t, rows):
    """Make table t + 1, for the codes in these rows of table t."""
    n = rows.size
    width, start = tables.widths[t], tables.starts[t]
    marks = np.empty((n, width), np.uint8)
    rows_of = np.full(width, -1, np.int32)
    for i in range(n):
        tables.codes[t + 1, i] = tables.codes[t, rows[i]]
        rows_of[tables.own[t, rows[i]]] = i
        at = start + rows[i] * width
        for j in range(width):
            marks[i, j] = tables.pool[at + j]
    tables.starts[t + 1] = start + width * tables.heights[t]
    _fill(tables, t + 1, marks, tables.ids[t, :width], rows_of, np.ones(width, np.uint8))
