"""Pick the guesses of a table that are worth trying on a set, in order, and find their cells."""

from __future__ import annotations

import numpy as np

from keypeg.solve._kernels.kernel import inner_kernel
from keypeg.solve._kernels.marks import BITS, IDS, count_parts, popcount, see_row
from keypeg.solve._kernels.stack import BEAM, MARK_IDS
from keypeg.solve._kernels.table import partition_hash


@inner_kernel
def rate(tables, t, rows, lo, hi, seen, parts):
    """Count the parts of the guesses lo..hi of table t over these rows."""
    mine = seen[lo:hi]
    mine[:] = 0
    for row in rows:
        at = tables.starts[t] + row * tables.widths[t]
        see_row(tables.pool[at + lo : at + hi], mine)
    count_parts(mine, parts[lo:hi])


@inner_kernel
def parts_of(tables, t, rows, j):
    """Return the parts of guess j of table t over these rows."""
    width, start = tables.widths[t], tables.starts[t] + j
    seen = np.uint64(0)
    for row in rows:
        seen |= BITS[tables.pool[start + row * width]]
    return np.int64(popcount(seen))


@inner_kernel
def histogram_bound(stack, tables, t, rows, width, parts, marks, low, limit):
    """Return the least bound that sizes of cells give any of the first `width` guesses, at most the limit.

    Only guesses whose parts allow a lower one are counted; stops as soon as nothing is gained over `low`.
    """
    n = rows.size
    ids = stack.control[MARK_IDS]
    wide, start = tables.widths[t], tables.starts[t]
    cells = np.zeros(IDS, np.int64)
    for row in rows:
        if tables.own[t, row] < width:
            parts[tables.own[t, row]] += 1
    best = np.int64(limit)
    for j in range(width):
        least = 3 * n - np.int64(parts[j])
        if least >= best:
            continue
        for i in range(ids):
            cells[i] = 0
        for row in rows:
            cells[tables.pool[start + row * wide + j]] += 1
        bound = least
        for i in range(ids):
            if cells[i] > marks + 1:
                bound += stack.floor[marks, cells[i]] - 2 * cells[i] + 1
        if bound < best:
            best = bound
            if best <= low:
                break
    return max(best, low)


@inner_kernel
def useful(tables, t, n, limit):
    """Return how many guesses of table t, from the first on, can stay below the limit on n codes."""
    return tables.reach[t, min(max(3 * n - limit, 0), 65)]


@inner_kernel
def best_inside(tables, t, rows):
    """Return the row of the candidate with the most parts, and their number; stop at one that tells all codes apart."""
    width, start = tables.widths[t], tables.starts[t]
    most, best = 0, rows[0]
    for row in rows:
        own = start + tables.own[t, row]
        seen = np.uint64(0)
        for other in rows:
            seen |= BITS[tables.pool[own + other * width]]
        parts = np.int64(popcount(seen))
        if parts > most:
            most, best = parts, row
            if most == rows.size:
                break
    return most, best


@inner_kernel
def pick_guesses(stack, tables, t, rows, limit, depth, marks, useful_width):
    """Sort the guesses whose bound is below the limit, best first, into `stack.picks[depth]`; return their number.

    `stack.bounds[depth]` holds their bounds. Guesses that split the set alike are tried once. Best is the least bound,
    or in a beam the least estimate; a beam picks no more than its width.
    """
    n = rows.size
    width, start = tables.widths[t], tables.starts[t]
    parts = stack.parts[depth]
    for row in rows:
        if tables.own[t, row] < useful_width:
            parts[tables.own[t, row]] += 1
    need = 3 * n - limit + 1
    found = 0
    cells = np.zeros(IDS, np.int64)
    labels = np.empty(IDS, np.int64)
    column = np.empty(n, np.uint8)
    keys = np.empty(useful_width, np.int64)
    hashes = np.empty(useful_width, np.uint64)
    picked = np.empty(useful_width, np.int32)
    low = np.empty(useful_width, np.int64)
    beam, ids = stack.control[BEAM], stack.control[MARK_IDS]
    for j in range(useful_width):
        if parts[j] < need or (depth == 0 and tables.open[t, j] == 0):
            continue
        for i in range(ids):
            cells[i] = 0
        for i in range(n):
            column[i] = tables.pool[start + rows[i] * width + j]
            cells[column[i]] += 1
        bound, squares, kinds, estimate = n, 0, 0, 0
        for i in range(ids):
            size = cells[i]
            if size:
                bound += stack.floor[marks, size]
                squares += size * size
                estimate += stack.estimates[size]
                kinds += 1
        inside = parts[j] - kinds
        bound -= inside
        if bound < limit:
            value = partition_hash(column, n, tables.noise, labels)
            hashes[found] = value
            # Ten bits of the hash go into the key, so that guesses that split alike become neighbours.
            spread = min(squares * 2 + 1 - inside, (1 << 24) - 1)
            first = estimate - inside * stack.estimates[1] if beam else bound
            keys[found] = (first << 34) + (spread << 10) + np.int64(value & np.uint64(1023))
            low[found] = bound
            picked[found] = j
            found += 1
    order = np.argsort(keys[:found])
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
def cells_of(tables, t, rows, j, out, sizes, order):
    """Sort the rows by their mark under guess j into `out`, smallest cell first; return the number of cells.

    `sizes[c]` and the start `order[c]` describe cell c; the win is left out.
    """
    width, start = tables.widths[t], tables.starts[t]
    counts = np.zeros(IDS, np.int64)
    for row in rows:
        counts[tables.pool[start + row * width + j]] += 1
    starts = np.empty(IDS, np.int64)
    at = 0
    for mark in range(IDS):
        starts[mark] = at
        at += counts[mark]
    fill = starts.copy()
    own = -1
    for row in rows:
        mark = tables.pool[start + row * width + j]
        out[fill[mark]] = row
        fill[mark] += 1
        if tables.own[t, row] == j:
            own = mark
    kinds = 0
    for mark in range(IDS):
        size = counts[mark]
        if size == 0 or mark == own:
            continue
        place = kinds
        while place and sizes[place - 1] > size:
            sizes[place], order[place] = sizes[place - 1], order[place - 1]
            place -= 1
        sizes[place], order[place] = size, starts[mark]
        kinds += 1
    return kinds
