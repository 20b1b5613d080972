"""Branch and bound for the least total of guesses over a set of codes.

V(S) = min over guesses of |S| + sum of V(cells). The cells of a guess cannot be done sooner than their sizes allow:
one code by the first guess, as many by the second as a guess can have other marks, and so on. If every cell fits
into two guesses that bound is 3|S| - parts, less one if the guess may be the code; it needs no histogram, only the
number of different marks, which is counted for all guesses of a table at once.
"""

from __future__ import annotations

import numpy as np

from keypeg.solve._kernels.kernel import inner_kernel, kernel
from keypeg.solve._kernels.marks import greatest
from keypeg.solve._kernels.memo import BOUND, EXACT, find, keep, key_of
from keypeg.solve._kernels.pick import best_inside, cells_of, histogram_bound, parts_of, pick_guesses, rate, useful
from keypeg.solve._kernels.stack import (
    BEAM,
    BEST,
    BUDGET,
    CAP,
    CELL,
    CELLS,
    FOUND,
    GUESS,
    LIMIT,
    LOW,
    MARKS,
    NEVER,
    NODES,
    PICK,
    SIZE,
    STOPPED,
    TABLE,
    TOTAL,
    capacity,
)
from keypeg.solve._kernels.table import LEVELS, first_table, next_table

REBUILD = 20
"""The least codes of a set that gets a table of its own before its guesses are tried."""

FEW = 16
"""The least guesses for which that pays."""

BLOCK = 256
"""Guesses looked at before the best of them may end the look."""

BIG = 24
"""Cells with more codes are judged by the sizes of their own cells too before one is opened."""


@inner_kernel
def settle(stack, tables, memo, t, rows, limit, cap, marks):
    """Return what the size, the memo or a candidate that tells all apart proves, as (value, whether it is exact).

    The third value is 1 if the memo has a bound, so that another look would prove nothing new.
    """
    n = rows.size
    if n <= 2 or n > capacity(marks, cap) or cap < 2:
        return np.int64(2 * n - 1 if n <= min(2, cap) else NEVER), True, 1
    floor = np.int64(stack.floor[marks, n])
    if floor >= limit:
        return floor, False, 0
    a, b = key_of(memo, tables.codes[t], rows, cap)
    slot = find(memo, a, b)
    if slot >= 0:
        return max(floor, np.int64(memo.values[slot])), memo.kinds[slot] == EXACT, 1
    if n <= marks + 2:
        # A candidate tells all apart, or all but two: nothing can do better, and most small sets end here.
        most_inside, inside = best_inside(tables, t, rows)
        if most_inside == n or (most_inside == n - 1 and cap >= 3):
            value = 3 * n - most_inside - 1
            keep(memo, a, b, EXACT, np.int64(value), n, np.int64(tables.ids[t, tables.own[t, inside]]))
            return np.int64(value), True, 1
    return floor, False, 0


@inner_kernel
def look(stack, tables, memo, t, rows, low, limit, cap, marks, parts, whole):
    """Return what one look at all guesses proves: (value, whether it is exact, the most parts of a guess).

    Guesses with many parts on the whole table come first: unless `whole`, it stops once those left cannot have more
    parts here than the best. Writes the parts of every guess it has looked at into `parts`.
    """
    n = rows.size
    reach = tables.reach[t]
    # Guesses left out reach no more parts than this; that counts only if they cannot reach the limit.
    most = most_inside = min(max(np.int64(3 * n - limit - 1), 0), 64)
    width = reach[min(max(3 * n - limit, 0), 65)]
    seen = np.int64(0)
    while seen < width:
        hi = width if whole else min(width, seen + BLOCK)
        rate(tables, t, rows, seen, hi, stack.seen, parts)
        most = max(most, greatest(parts[seen:hi]))
        seen = hi
        if not whole:
            width = min(width, reach[min(most + 1, 65)])
    for row in rows:
        own = tables.own[t, row]
        if own < seen:
            most_inside = max(most_inside, np.int64(parts[own]))
        elif most_inside < most and own < reach[min(most, 65)]:
            most_inside = max(most_inside, parts_of(tables, t, rows, own))
    a, b = key_of(memo, tables.codes[t], rows, cap)
    if most == n:
        keep(memo, a, b, EXACT, np.int64(2 * n), n, np.int64(tables.ids[t, np.argmax(parts[:seen])]))
        return np.int64(2 * n), True, most
    bound = min(3 * n - most_inside - 1, 3 * n - most)
    bound = max(bound, np.int64(stack.floor[min(marks, most), n]))
    if bound >= low:
        keep(memo, a, b, BOUND, np.int64(bound), n, np.int64(-1))
    return max(bound, low), False, most


@inner_kernel
def open_node(stack, tables, memo, depth):
    """Answer the node at this depth at once, or list its guesses; return (whether answered, value)."""
    frame = stack.frames[depth]
    n, t, limit, cap, marks = frame[SIZE], frame[TABLE], frame[LIMIT], frame[CAP], frame[MARKS]
    rows = stack.nodes[depth, :n]
    parts = stack.parts[depth]
    value, exact, _ = settle(stack, tables, memo, t, rows, limit, cap, marks)
    if exact or value >= limit:
        return True, value
    value, exact, most = look(stack, tables, memo, t, rows, value, limit, cap, marks, parts, True)
    if exact or value >= limit:
        return True, value
    stack.control[NODES] += 1
    if stack.control[NODES] > stack.control[BUDGET]:
        stack.control[STOPPED] = 1
        return True, value
    width = useful(tables, t, n, limit)
    # A table of its own pays if many guesses are tried on its parts.
    many = stack.control[BEAM] == 1 or promising(parts[:width], 3 * n - limit) >= FEW
    if n >= REBUILD and many and 2 * n <= tables.heights[t] and t + 1 < LEVELS:
        next_table(tables, t, rows)
        t += 1
        frame[TABLE] = t
        for i in range(n):
            rows[i] = i
        width = useful(tables, t, n, limit)
        rate(tables, t, rows, np.int64(0), width, stack.seen, parts)
    frame[MARKS] = min(most, marks)
    a, b = key_of(memo, tables.codes[t], rows, cap)
    stack.names[depth, 0], stack.names[depth, 1] = a, b
    frame[FOUND] = pick_guesses(stack, tables, t, rows, limit, depth, frame[MARKS], width)
    frame[BEST], frame[GUESS], frame[PICK], frame[TOTAL] = limit, -1, -1, NEVER
    return False, np.int64(0)


@inner_kernel
def promising(parts, need):
    """Count the guesses with at least so many parts."""
    found = 0
    for j in range(parts.size):
        found += parts[j] >= need
    return found


@inner_kernel
def look_at_cells(stack, tables, memo, depth, kinds):
    """Look at the cells of the current guess, in stages, until their bounds add up to too much.

    First what is known or told at once, smallest first; then the number of parts, and for big cells the sizes of
    theirs, biggest first, because that adds most. The frame keeps the cells to be opened and the total so far.
    """
    frame = stack.frames[depth]
    n, t, marks, cap, best = frame[SIZE], frame[TABLE], frame[MARKS], frame[CAP] - 1, frame[BEST]
    sizes, starts = stack.sizes[depth], stack.starts[depth]
    lows, looked = stack.lows[depth], stack.looked[depth]
    parts = stack.parts[depth + 1]
    frame[CELL], frame[CELLS] = 0, 0
    total = np.int64(n)
    for c in range(kinds):
        total += stack.floor[marks, sizes[c]]
    left = 0
    for c in range(kinds):
        if total >= best:
            frame[TOTAL] = total
            return
        size, start = sizes[c], starts[c]
        if size <= 2 and size <= cap:
            continue
        low = np.int64(stack.floor[marks, size])
        rows = stack.rows[depth, start : start + size]
        value, exact, known = settle(stack, tables, memo, t, rows, best - total + low, cap, marks)
        total += value - low
        if not exact:
            sizes[left], starts[left], lows[left], looked[left] = size, start, value, known
            left += 1
    for c in range(left - 1, -1, -1):
        if total >= best:
            frame[TOTAL] = total
            return
        if looked[c]:
            continue
        size, low = sizes[c], lows[c]
        rows = stack.rows[depth, starts[c] : starts[c] + size]
        limit = best - total + low
        value, exact, most = look(stack, tables, memo, t, rows, low, limit, cap, marks, parts, size > BIG)
        if not exact and value < limit and size > BIG:
            width = useful(tables, t, size, limit)
            value = histogram_bound(stack, tables, t, rows, width, parts, min(marks, most), value, limit)
            if value > low:
                a, b = key_of(memo, tables.codes[t], rows, cap)
                keep(memo, a, b, BOUND, np.int64(value), size, np.int64(-1))
        total += value - low
        lows[c] = value
        if exact:
            sizes[c] = 0
    kept = 0
    for c in range(left):
        if sizes[c]:
            sizes[kept], starts[kept], lows[kept] = sizes[c], starts[c], lows[c]
            kept += 1
    frame[TOTAL], frame[CELLS] = total, kept


@inner_kernel
def advance(stack, tables, memo, depth):
    """Continue the node at this depth until a cell has to be opened (at depth + 1) or all guesses are done."""
    frame = stack.frames[depth]
    n, t = frame[SIZE], frame[TABLE]
    sizes, starts = stack.sizes[depth], stack.starts[depth]
    while True:
        if frame[TOTAL] < frame[BEST]:
            if frame[CELL] < frame[CELLS]:
                size, start = sizes[frame[CELL]], starts[frame[CELL]]
                frame[LOW] = stack.lows[depth, frame[CELL]]
                below = stack.frames[depth + 1]
                below[SIZE], below[TABLE], below[CAP], below[MARKS] = size, t, frame[CAP] - 1, frame[MARKS]
                below[LIMIT] = frame[BEST] - frame[TOTAL] + frame[LOW]
                for i in range(size):
                    stack.nodes[depth + 1, i] = stack.rows[depth, start + i]
                return False, np.int64(0)
            frame[BEST], frame[GUESS] = frame[TOTAL], tables.ids[t, stack.picks[depth, frame[PICK]]]
        frame[PICK] += 1
        pick = frame[PICK]
        if pick == frame[FOUND]:
            break
        if stack.bounds[depth, pick] >= frame[BEST]:
            continue
        kinds = cells_of(tables, t, stack.nodes[depth, :n], stack.picks[depth, pick], stack.rows[depth], sizes, starts)
        look_at_cells(stack, tables, memo, depth, kinds)
    kind = BOUND if frame[GUESS] < 0 else EXACT
    keep(memo, stack.names[depth, 0], stack.names[depth, 1], kind, frame[BEST], n, frame[GUESS])
    return True, frame[BEST]


@kernel
def search(arena, book, tables, stack, memo, codes, may_open, limit, cap, budget):
    """Return V of these codes (ascending) if it is less than `limit`, otherwise a bound proved to be at least that.

    `cap` is the number of guesses left; `may_open[guess]` is 0 for guesses that a symmetry of the set makes superfluous
    at the top. Returns (value, whether it was finished): it stops after `budget` nodes, and then the value means
    nothing. Uses an explicit stack of frames, because Numba cannot load a recursive function from its cache.
    """
    holes = arena.rows.shape[0]
    stack.control[NODES], stack.control[BUDGET], stack.control[STOPPED] = 0, budget, 0
    first_table(arena, book, tables, codes, may_open)
    top = stack.frames[0]
    top[SIZE], top[TABLE], top[LIMIT], top[CAP] = codes.size, 0, limit, cap
    top[MARKS] = holes * (holes + 3) // 2 - 1
    for i in range(codes.size):
        stack.nodes[0, i] = i
    depth = np.int64(0)  # a literal would compile everything below twice
    while True:
        answered, value = open_node(stack, tables, memo, depth)
        if stack.control[STOPPED]:
            return value, False
        if not answered:
            answered, value = advance(stack, tables, memo, depth)
        while answered:
            if depth == 0:
                return value, True
            depth -= 1
            stack.frames[depth, TOTAL] += value - stack.frames[depth, LOW]
            stack.frames[depth, CELL] += 1
            answered, value = advance(stack, tables, memo, depth)
        depth += 1
