"""The table of a search: the marks of the guesses that matter against the codes of one set.

Subsets are lists of rows of the same table: smaller tables for them would cost more than they save.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from keypeg.solve._kernels.arena import Arena, live_colours, page
from keypeg.solve._kernels.kernel import array_kernel, inner_kernel
from keypeg.solve._kernels.marks import PLACES, count_parts, mark_into, see_row

STRIP = 64
"""The number of columns transposed at a time: one cache line of each row."""


class Table(NamedTuple):
    """The marks of every guess (a column) against every code (a row), stored twice.

    Mark (i, j) is `by_code[i·width + j]` and `by_guess[j·height + i]`; `size` is (height, width). The rows are `codes`,
    the columns `ids`. Guesses with many parts come first: those with at least p are the first `reach[p]`.
    `own[i]` is the column of code i as a guess, `open[j]` is 1 if column j stands for a guess to be tried at the top,
    where only one of several symmetric guesses is tried. `inside[i·height + k]` is the bit number of the mark of code i
    as a guess against code k: kept small, since it is used most.
    """

    by_code: NDArray[np.uint8]
    by_guess: NDArray[np.uint8]
    size: NDArray[np.int64]
    reach: NDArray[np.int64]
    codes: NDArray[np.int32]
    ids: NDArray[np.int32]
    own: NDArray[np.int32]
    inside: NDArray[np.uint8]
    open: NDArray[np.uint8]
    noise: NDArray[np.uint64]


def empty_table(arena: Arena, codes: int) -> Table:
    """Return an empty table for at most `codes` codes."""
    guesses = len(arena.code_of)
    return Table(
        np.empty(guesses * codes, np.uint8), np.empty(guesses * codes, np.uint8), np.zeros(2, np.int64),
        np.zeros(66, np.int64), np.zeros(codes, np.int32), np.zeros(guesses, np.int32), np.zeros(codes, np.int32),
        np.empty(codes * codes, np.uint8), np.zeros(guesses, np.uint8),
        np.random.default_rng(20_07).integers(0, 2**64, (codes, 64), dtype=np.uint64),
    )  # fmt: skip


@inner_kernel
def partition_hash(column, n, noise, labels):
    """Return a hash of how a column splits the n codes, equal for columns that split alike; 0 if it does not split."""
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


@array_kernel
def fill_table(arena, book, table, seen, codes, may_open):
    """Fill the table for these codes; `may_open[guess]` is 1 for guesses to be tried at the top."""
    n = codes.size
    start, length = page(arena, book, live_colours(arena, codes))
    row_of_code = np.empty(arena.guess_of.size, np.int32)
    for code in range(row_of_code.size):
        row_of_code[code] = -1
    for i in range(n):
        code = codes[i]
        table.codes[i] = code
        row_of_code[code] = i
        line = table.by_code[i * length : (i + 1) * length]
        mark_into(book.rows, book.counts, start, start + length, arena.digits[code], arena.needs[code], line)
    parts = np.empty(length, np.uint8)
    seen[:length] = 0
    for i in range(n):
        see_row(table.by_code[i * length : (i + 1) * length], seen[:length])
    count_parts(seen[:length], parts)
    ids = book.ids[start : start + length]
    rows_of = np.empty(length, np.int32)
    opens = np.empty(length, np.uint8)
    for j in range(length):
        code = arena.code_of[ids[j]]
        rows_of[j] = row_of_code[code] if code >= 0 else -1
        opens[j] = may_open[ids[j]]
    source = np.empty(length, np.int32)
    size = 0
    for j in range(length):
        if parts[j] > 1:
            source[size] = j
            size += 1
    reach = table.reach
    reach[:] = 0
    for at in range(size):
        reach[parts[source[at]]] += 1
    for p in range(reach.size - 2, -1, -1):
        reach[p] += reach[p + 1]
    fill = np.empty(reach.size, np.int64)
    for p in range(reach.size):
        fill[p] = reach[p]
    holes, colours = book.rows.shape[0], book.counts.shape[0]
    rows, counts = np.empty((holes, size), np.uint8), np.empty((colours, size), np.uint8)
    for at in range(size):
        j = source[at]
        place = fill[parts[j] + 1]
        fill[parts[j] + 1] += 1
        table.ids[place] = ids[j]
        table.open[place] = opens[j]
        if rows_of[j] >= 0:
            table.own[rows_of[j]] = place
        for hole in range(holes):
            rows[hole, place] = book.rows[hole, start + j]
        for colour in range(colours):
            counts[colour, place] = book.counts[colour, start + j]
    # Marking the sorted guesses again is faster than moving their marks.
    for i in range(n):
        line = table.by_code[i * size : (i + 1) * size]
        mark_into(rows, counts, np.int64(0), size, arena.digits[codes[i]], arena.needs[codes[i]], line)
    by_code, by_guess = table.by_code, table.by_guess
    for lo in range(0, size, STRIP):
        hi = min(size, lo + STRIP)
        for i in range(n):
            at = i * size
            for j in range(lo, hi):
                by_guess[j * n + i] = by_code[at + j]
    for i in range(n):
        at = table.own[i] * n
        for k in range(n):
            table.inside[i * n + k] = PLACES[by_guess[at + k]]
    table.size[0], table.size[1] = n, size
