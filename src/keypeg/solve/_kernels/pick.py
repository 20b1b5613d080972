"""Pick the guesses of the table that are worth trying on a set, in order, and find their cells."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from keypeg.solve._kernels.alike import (
    count_times,
    find_alike,
    find_swaps,
    is_least_alike,
    is_least_swapped,
)
from keypeg.solve._kernels.arrange import sort_into
from keypeg.solve._kernels.kernel import array_kernel, inner_kernel
from keypeg.solve._kernels.marks import BITS, IDS, count_parts, popcount, see_row, see_rows
from keypeg.solve._kernels.stack import BEAM, MARK_IDS
from keypeg.solve._kernels.table import partition_hash

DOUBLES = 40
"""The largest set for which only one of the guesses that split it alike is tried; bigger sets have hardly any."""

SWAPS_FROM = 9
"""The number of codes in a node from which on it pays to look for symmetries of the set."""

SPREAD = 32
"""Guesses are tried in the order of their bound plus the sum of their squared cell sizes divided by this."""


class Listing(NamedTuple):
    """The guesses of a node with their bounds, sort keys and partition hashes, and buffers to compute one hash."""

    guesses: NDArray[np.int32]
    bounds: NDArray[np.int64]
    keys: NDArray[np.int64]
    hashes: NDArray[np.uint64]
    column: NDArray[np.uint8]
    labels: NDArray[np.int64]


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
    """Return how many guesses at the front of the table can stay below the limit on n codes."""
    return table.reach[min(max(3 * n - limit, 0), 65)]


@inner_kernel
def best_inside(inside, height, rows, tells):
    """Return the most parts of a candidate, and its row. Exact only if one tells all codes apart, or all but two.

    `tells[row]` is an upper bound on the parts of a candidate on these rows.
    """
    most, best = 0, rows[0]
    one, seen = np.uint64(1), np.uint64(0)
    for row in rows:
        if tells[row] + 1 < rows.size:
            continue
        first = np.uint64(row) * np.uint64(height)
        seen = np.uint64(0)
        for other in rows:
            seen |= one << np.uint64(inside[first + other])
        parts = np.int64(popcount(seen))
        if parts > most:
            most, best = parts, row
            if most == rows.size:
                break
    return most, best


@array_kernel
def pick_guesses(arena, stack, table, rows, limit, depth, marks, useful_width):
    """Sort the guesses whose bound is below the limit, best first, into `stack.picks[depth]`; return their number.

    `stack.bounds[depth]` holds their bounds. In small sets only one of the guesses that split alike is picked. The best
    has the least bound plus squared cell sizes, or in a beam the least estimate; a beam picks no more than its width.
    """
    lesser = np.empty(arena.counts.shape[0], np.int64)
    swaps = np.empty((arena.digits.shape[1] ** 2, 4), np.int64)
    alike, swapped = False, np.int64(0)
    if rows.size >= SWAPS_FROM:
        times = count_times(arena, table.codes, rows)
        alike = find_alike(arena, table.codes, rows, times, lesser)
        swapped = find_swaps(arena, table.codes, rows, times, lesser, swaps)
    listing = Listing(
        np.empty(useful_width, np.int32), np.empty(useful_width, np.int64), np.empty(useful_width, np.int64),
        np.empty(useful_width, np.uint64), np.empty(rows.size, np.uint8), np.empty(np.int64(IDS), np.int64),
    )  # fmt: skip
    found = list_guesses(arena, stack, table, rows, limit, depth, marks, listing, alike, lesser, swaps[:swapped])
    order = np.empty(found, np.int64)
    sort_into(order, listing.keys)
    widest = stack.widths[rows.size] if stack.control[BEAM] else found
    return keep_different(stack, depth, listing, order, widest)


@inner_kernel
def list_guesses(arena, stack, table, rows, limit, depth, marks, listing, alike, lesser, swaps):
    """List and count the guesses whose bound is below the limit, except those that a symmetry maps to lesser ones."""
    n, height, width = rows.size, table.size[0], listing.guesses.size
    parts, floor, cells, column = stack.parts[depth], stack.floor[marks], stack.counts, listing.column
    for row in rows:
        if table.own[row] < width:
            parts[table.own[row]] += 1
    need = 3 * n - limit + 1
    most = marks + 1
    found = 0
    beam, ids = stack.control[BEAM], stack.control[MARK_IDS]
    for j in range(width):
        if parts[j] < need or (depth == 0 and table.open[j] == 0):
            continue
        if alike and not is_least_alike(arena.guess_digits[table.ids[j]], lesser):
            continue
        if swaps.shape[0] and not is_least_swapped(arena.guess_digits[table.ids[j]], swaps):
            continue
        for i in range(ids):
            cells[i] = 0
        marked = table.by_guess[j * height : (j + 1) * height]
        # Codes in a cell beyond those that two guesses can break need a third. Most guesses are abandoned in mid-count.
        spare = np.int64(parts[j]) - need
        for row in rows:
            size = cells[marked[row]] + 1
            cells[marked[row]] = size
            if size > most:
                spare -= 1
                if spare < 0:
                    break
        if spare < 0:
            continue
        bound, squares, kinds, estimate = n, 0, 0, 0
        for i in range(ids):
            size = np.int64(cells[i])
            bound += floor[size]
            squares += size * size
            kinds += size > 0
        inside = parts[j] - kinds
        bound -= inside
        if bound >= limit:
            continue
        value = np.uint64(j)
        if n <= DOUBLES or beam:
            for i in range(n):
                column[i] = marked[rows[i]]
            value = partition_hash(column, n, table.noise, listing.labels)
        if beam:
            for i in range(ids):
                estimate += stack.estimates[cells[i]]
        # Ten bits of the hash go into the key, so that guesses that split alike become neighbours.
        spread = min(squares * 2 + 1 - inside, (1 << 24) - 1)
        first = estimate - inside * stack.estimates[1] if beam else bound * SPREAD + squares
        listing.keys[found] = (first << 34) + (spread << 10) + np.int64(value & np.uint64(1023))
        listing.hashes[found] = value
        listing.bounds[found] = bound
        listing.guesses[found] = j
        found += 1
    return found


@inner_kernel
def keep_different(stack, depth, listing, order, most):
    """Write the guesses of the listing as picks, in order, with only one of those that split alike; count them."""
    keys, hashes = listing.keys, listing.hashes
    kept = 0
    for at in range(order.size):
        if kept == most:
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
            stack.picks[depth, kept] = listing.guesses[i]
            stack.bounds[depth, kept] = listing.bounds[i]
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
        size = np.int64(counts[mark])
        if size == 0:
            continue
        place = kinds
        while place and sizes[place - 1] > size:
            sizes[place], order[place] = sizes[place - 1], order[place - 1]
            place -= 1
        sizes[place], order[place] = size, fill[mark] - size
        kinds += 1
    return kinds
