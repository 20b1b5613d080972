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
from keypeg.solve._kernels.pick import best_inside, cells_of, pick_guesses, rate, useful
from keypeg.solve._kernels.stack import (
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


@inner_kernel
def glance(stack, tables, memo, t, rows, limit, cap, marks, parts, name):
    """Return what one look at all guesses proves: (value, whether it is exact, the most parts of a guess).

    A value that is not exact is a proved bound. Writes the parts of every guess into `parts` unless the most parts are
    0, and the set's key into `name`.
    """
    n = rows.size
    if n <= 2 or n > capacity(marks, cap) or cap < 2:
        return np.int64(2 * n - 1 if n <= min(2, cap) else NEVER), True, 0
    floor = np.int64(stack.floor[marks, n])
    if floor >= limit:
        return floor, False, 0
    a, b = key_of(memo, tables.codes[t], rows, cap)
    name[0], name[1] = a, b
    slot = find(memo, a, b)
    if slot >= 0 and (memo.kinds[slot] == EXACT or memo.values[slot] >= limit):
        return np.int64(memo.values[slot]), memo.kinds[slot] == EXACT, 0
    if n <= marks + 2:
        # A candidate tells all apart, or all but two: nothing can do better, and most small sets end here.
        most_inside, inside = best_inside(tables, t, rows)
        if most_inside == n or (most_inside == n - 1 and cap >= 3):
            value = 3 * n - most_inside - 1
            keep(memo, a, b, EXACT, np.int64(value), n, np.int64(tables.ids[t, tables.own[t, inside]]))
            return np.int64(value), True, 0
    width = useful(tables, t, n, limit)
    rate(tables, t, rows, width, stack.seen, parts)
    # Guesses left out reach no more parts than this; that counts only if they cannot reach the limit.
    most = most_inside = max(np.int64(3 * n - limit - 1), 0)
    for row in rows:
        if tables.own[t, row] < width:
            most_inside = max(most_inside, np.int64(parts[tables.own[t, row]]))
    mine = parts[:width]
    most = max(most, greatest(mine))
    if most == n:
        keep(memo, a, b, EXACT, np.int64(2 * n), n, np.int64(tables.ids[t, np.argmax(mine)]))
        return np.int64(2 * n), True, most
    bound = min(3 * n - most_inside - 1, 3 * n - most)
    bound = max(bound, np.int64(stack.floor[min(marks, most), n]))
    if slot >= 0:
        bound = max(bound, np.int64(memo.values[slot]))
    else:
        keep(memo, a, b, BOUND, np.int64(bound), n, np.int64(-1))
    return np.int64(bound), False, most


@inner_kernel
def open_node(stack, tables, memo, depth):
    """Answer the node at this depth at once, or list its guesses; return (whether answered, value)."""
    frame = stack.frames[depth]
    n, t, limit, cap = frame[SIZE], frame[TABLE], frame[LIMIT], frame[CAP]
    rows = stack.nodes[depth, :n]
    parts = stack.parts[depth]
    value, exact, most = glance(stack, tables, memo, t, rows, limit, cap, frame[MARKS], parts, stack.names[depth])
    if exact or value >= limit:
        return True, value
    stack.control[NODES] += 1
    if stack.control[NODES] > stack.control[BUDGET]:
        stack.control[STOPPED] = 1
        return True, value
    if n >= REBUILD and 2 * n <= tables.heights[t] and t + 1 < LEVELS:
        next_table(tables, t, rows)
        t += 1
        frame[TABLE] = t
        for i in range(n):
            rows[i] = i
        rate(tables, t, rows, useful(tables, t, n, limit), stack.seen, parts)
    frame[MARKS] = min(most, frame[MARKS])
    frame[FOUND] = pick_guesses(stack, tables, t, rows, limit, depth, frame[MARKS], useful(tables, t, n, limit))
    frame[BEST], frame[GUESS], frame[PICK], frame[TOTAL] = limit, -1, -1, NEVER
    return False, np.int64(0)


@inner_kernel
def look_at_cells(stack, tables, memo, depth, kinds):
    """Look at the cells of the current guess, smallest first, until their bounds add up to too much.

    Cells that this settles are dropped; the frame keeps those to be opened and the total so far.
    """
    frame = stack.frames[depth]
    n, t, marks, cap = frame[SIZE], frame[TABLE], frame[MARKS], frame[CAP] - 1
    sizes, starts, lows = stack.sizes[depth], stack.starts[depth], stack.lows[depth]
    total = np.int64(n)
    for c in range(kinds):
        total += stack.floor[marks, sizes[c]]
    left = 0
    for c in range(kinds):
        if total >= frame[BEST]:
            break
        size = sizes[c]
        low = np.int64(stack.floor[marks, size])
        if size <= 2 and size <= cap:
            continue
        rows = stack.rows[depth, starts[c] : starts[c] + size]
        value, exact, _ = glance(
            stack,
            tables,
            memo,
            t,
            rows,
            frame[BEST] - total + low,
            cap,
            marks,
            stack.parts[depth + 1],
            stack.names[depth + 1],
        )
        total += value - low
        if not exact:
            sizes[left], starts[left], lows[left] = size, starts[c], value
            left += 1
    frame[TOTAL], frame[CELL], frame[CELLS] = total, 0, left


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
