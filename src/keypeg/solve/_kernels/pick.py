"""Pick the guesses of the table that are worth trying on a set, in order, and find their cells."""

from __future__ import annotations

import numpy as np

from keypeg.solve._kernels.alike import (
    count_times,
    find_alike,
    find_swaps,
    is_least_alike,
    is_least_swapped,
)
from keypeg.solve._kernels.arrange import sort_into
from keypeg.solve._kernels.kernel import inner_kernel
from keypeg.solve._kernels.marks import BITS, IDS, count_parts, popcount, see_row, see_rows
from keypeg.solve._kernels.stack import BEAM, MARK_IDS
from keypeg.solve._kernels.table import partition_hash

DOUBLES = 40
"""The most codes of a set in which guesses that split alike are tried once; in bigger ones there are hardly any."""

SWAPS_FROM = 9
"""The least codes of a node for which it pays to look for swaps that keep them."""

SPREAD = 32
"""Guesses are tried in the order of their bound plus the squares of their cells, divided by this."""


@inner_kernel
def rate(table, rows, lo, hi, seen, parts):
    """Count the parts of the guesses lo..hi over these rows."""
    width = table.size[1]
    mine = seen[lo:hi]
    mine[:] = 0
    whole = rows.size // 4 * 4
    for i in range(0, whole, 4):
        a, b, c, d = rows[i] * width, rows[i + 1] * width, rows[i + 2] * width, rows[i + 3] * width
        see_rows(
            table.by_code[a + lo : a + hi], table.by_code[b + lo : b + hi], table.by_code[c + lo : c + hi],
            table.by_code[d + lo : d + hi], mine,
        )  # fmt: skip
    for i in range(whole, rows.size):
        a = rows[i] * width
        see_row(table.by_code[a + lo : a + hi], mine)
    count_parts(mine, parts[lo:hi])


@inner_kernel
def parts_of(table, rows, j):
    """Return the parts of guess j over these rows."""
    column = table.by_guess[j * table.size[0] : (j + 1) * table.size[0]]
    seen = np.uint64(0)
    for row in rows:
        seen |= BITS[column[row]]
    return np.int64(popcount(seen))


@inner_kernel
def useful(table, n, limit):
    """Return how many guesses, from the first on, can stay below the limit on n codes."""
    return table.reach[min(max(3 * n - limit, 0), 65)]


@inner_kernel
def best_inside(by_guess, own, height, rows):
    """Return the most parts of a candidate, and its row; stop at one that tells all codes apart."""
    most, best = 0, rows[0]
    for row in rows:
        column = by_guess[own[row] * height : (own[row] + 1) * height]
        seen = np.uint64(0)
        for other in rows:
            seen |= BITS[column[other]]
        parts = np.int64(popcount(seen))
        if parts > most:
            most, best = parts, row
            if most == rows.size:
                break
    return most, best


@inner_kernel
def pick_guesses(arena, stack, table, rows, limit, depth, marks, useful_width):
    """Sort the guesses whose bound is below the limit, best first, into `stack.picks[depth]`; return their number.

    `stack.bounds[depth]` holds their bounds. In small sets guesses that split alike are tried once. Best is the least
    bound plus squares of cells, or in a beam the least estimate; a beam picks no more than its width.
    """
    n, height = rows.size, table.size[0]
    parts, floor = stack.parts[depth], stack.floor[marks]
    for row in rows:
        if table.own[row] < useful_width:
            parts[table.own[row]] += 1
    need = 3 * n - limit + 1
    found = 0
    cells = stack.counts
    labels = np.empty(np.int64(IDS), np.int64)
    column = np.empty(n, np.uint8)
    keys = np.empty(useful_width, np.int64)
    hashes = np.empty(useful_width, np.uint64)
    picked = np.empty(useful_width, np.int32)
    low = np.empty(useful_width, np.int64)
    beam, ids = stack.control[BEAM], stack.control[MARK_IDS]
    lesser = np.empty(arena.counts.shape[0], np.int64)
    swaps = np.empty((arena.digits.shape[1] ** 2, 4), np.int64)
    alike, swapped = False, np.int64(0)
    if n >= SWAPS_FROM:
        times = count_times(arena, table.codes, rows)
        alike = find_alike(arena, table.codes, rows, times, lesser)
        swapped = find_swaps(arena, table.codes, rows, times, lesser, swaps)
    for j in range(useful_width):
        if parts[j] < need or (depth == 0 and table.open[j] == 0):
            continue
        if alike and not is_least_alike(arena.guess_digits[table.ids[j]], lesser):
            continue
        if swapped and not is_least_swapped(arena.guess_digits[table.ids[j]], swaps, swapped):
            continue
        for i in range(ids):
            cells[i] = 0
        marked = table.by_guess[j * height : (j + 1) * height]
        for i in range(n):
            mark = marked[rows[i]]
            column[i] = mark
            cells[mark] += 1
        bound, squares, kinds, estimate = n, 0, 0, 0
        for i in range(ids):
            size = cells[i]
            if size:
                bound += floor[size]
                squares += size * size
                estimate += stack.estimates[size]
                kinds += 1
        inside = parts[j] - kinds
        bound -= inside
        if bound < limit:
            value = partition_hash(column, n, table.noise, labels) if n <= DOUBLES or beam else np.uint64(j)
            hashes[found] = value
            # Ten bits of the hash go into the key, so that guesses that split alike become neighbours.
            spread = min(squares * 2 + 1 - inside, (1 << 24) - 1)
            first = estimate - inside * stack.estimates[1] if beam else bound * SPREAD + squares
            keys[found] = (first << 34) + (spread << 10) + np.int64(value & np.uint64(1023))
            low[found] = bound
            picked[found] = j
            found += 1
    order = np.empty(found, np.int64)
    sort_into(order, keys)
    kept = 0
    widest = stack.widths[n] if beam else found
    for at in range(found):
        if kept == widest:
            break
        i = order[at]
        double = False
        back = at - 1
        while back >= 0 and keys[order[back]] == keys[i]:
            if hashes[order[back]] == hashes[i]:
                double = True
                break
            back -= 1
        if not double:
            stack.picks[depth, kept] = picked[i]
            stack.bounds[depth, kept] = low[i]
            kept += 1
    return kept


@inner_kernel
def cells_of(stack, table, rows, j, out, sizes, order):
    """Sort the rows by their mark under guess j into `out`, smallest cell first; return the number of cells.

    `sizes[c]` and the start `order[c]` describe cell c; the win is left out.
    """
    ids, counts, fill = stack.control[MARK_IDS], stack.counts, stack.fill
    column = table.by_guess[j * table.size[0] : (j + 1) * table.size[0]]
    for mark in range(ids):
        counts[mark] = 0
    for row in rows:
        counts[column[row]] += 1
    at = 0
    for mark in range(ids):
        fill[mark] = at
        at += counts[mark]
    for row in rows:
        mark = column[row]
        out[fill[mark]] = row
        fill[mark] += 1
    kinds = 0
    # The last id is the win.
    for mark in range(ids - 1):
        size = counts[mark]
        if size == 0:
            continue
        place = kinds
        while place and sizes[place - 1] > size:
            sizes[place], order[place] = sizes[place - 1], order[place - 1]
            place -= 1
        sizes[place], order[place] = size, fill[mark] - size
        kinds += 1
    return kinds
