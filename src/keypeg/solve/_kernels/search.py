"""Branch and bound for the least total of guesses over a set of codes.

V(S) = min over guesses of |S| + sum of V(cells). The size of a cell is enough for a lower bound: one code is broken by
the first guess, as many by the second as a guess can have other marks, and so on. If every cell can be finished within
two guesses, that bound is 3|S| - parts, less one if the guess may be the code; it needs no histogram, only the number
of different marks, which is counted for all guesses of a table at once.
"""

from __future__ import annotations

import numpy as np

from keypeg.solve._kernels.kernel import inner_kernel, kernel
from keypeg.solve._kernels.marks import greatest
from keypeg.solve._kernels.memo import BOUND, EXACT, find, keep, key_of
from keypeg.solve._kernels.pick import best_inside, cells_of, parts_of, pick_guesses, rate, useful
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
    LOOKED,
    LOOKS,
    MARKS,
    NEVER,
    NODES,
    PICK,
    SIZE,
    STOPPED,
    TOTAL,
    capacity,
)
from keypeg.solve._kernels.table import fill_table

BLOCK = 1024
"""The number of guesses to look at before checking whether the rest can be skipped."""

MORE = 1.2
"""A factor on a cell's share: searching the cell again costs more than raising its bound slightly too far."""

LEARN = 0.1
"""The learning rate with which `hopes[size]` follows the values found."""


@inner_kernel
def settle(stack, table, memo, rows, limit, cap, marks, depth):
    """Return what the set's size, a candidate that tells all apart, or the memo proves: (value, whether exact, known).

    `depth` is the depth of the set itself. `known` is 1 if the value is exact or the memo has a bound, so that looking
    at the guesses would prove nothing new. A candidate found at the top is stored in the memo, because the caller asks
    for the guess.
    """
    n = rows.size
    if n <= 2 or cap < 2 or (n > marks + 1 and n > capacity(marks, cap)):
        return np.int64(2 * n - 1 if n <= min(2, cap) else NEVER), True, 1
    floor = np.int64(stack.floor[marks, n])
    if floor >= limit:
        return floor, False, 0
    if n <= marks + 2:
        # If a candidate tells all apart, or all but two, no guess can do better. Most small sets end here.
        most, inside = best_inside(table.inside, table.size[0], rows, stack.tells[depth])
        if most == n or (most == n - 1 and cap >= 3):
            value = np.int64(3 * n - most - 1)
            if depth == 0:
                a, b = key_of(memo, table.codes, rows, cap)
                keep(memo, a, b, EXACT, value, n, np.int64(table.ids[table.own[inside]]))
            return value, True, 1
        floor = max(floor, np.int64(2 * n))
        if floor >= limit:
            return floor, False, 0
    a, b = key_of(memo, table.codes, rows, cap)
    slot = find(memo, a, b)
    if slot >= 0:
        return max(floor, np.int64(memo.values[slot])), memo.kinds[slot] == EXACT, 1
    return floor, False, 0


@inner_kernel
def look(stack, table, memo, rows, low, limit, cap, marks, parts, whole):
    """Return what the parts of all guesses prove: (value, whether it is exact, the most parts of a guess).

    Guesses with many parts on the whole table come first; unless `whole`, stop once the remaining ones cannot have more
    parts here than the best. Writes the parts of every guess looked at into `parts`.
    """
    n = rows.size
    reach = table.reach
    # The guesses left out have at most this many parts, too few to get below the limit.
    most = most_inside = min(max(np.int64(3 * n - limit - 1), 0), 64)
    width = reach[min(max(3 * n - limit, 0), 65)]
    seen = np.int64(0)
    while seen < width:
        hi = width if whole else min(width, seen + BLOCK)
        rate(table, rows, seen, hi, stack.seen, parts)
        most = max(most, greatest(parts[seen:hi]))
        seen = hi
        if not whole:
            width = min(width, reach[min(most + 1, 65)])
    stack.control[LOOKED] += seen * n
    for row in rows:
        own = table.own[row]
        if own < seen:
            most_inside = max(most_inside, np.int64(parts[own]))
        elif most_inside < most and own < reach[min(most, 65)]:
            most_inside = max(most_inside, parts_of(table, rows, own))
    a, b = key_of(memo, table.codes, rows, cap)
    if most == n:
        best = 0
        while parts[best] < n:
            best += 1
        keep(memo, a, b, EXACT, np.int64(2 * n), n, np.int64(table.ids[best]))
        return np.int64(2 * n), True, most
    bound = min(3 * n - most_inside - 1, 3 * n - most)
    bound = max(bound, np.int64(stack.floor[min(marks, most), n]))
    if bound >= low:
        keep(memo, a, b, BOUND, np.int64(bound), n, np.int64(-1))
    return max(bound, low), False, most


@inner_kernel
def open_node(arena, stack, table, memo, depth):
    """Answer the node at this depth at once, or list its guesses; return (whether answered, value)."""
    frame = stack.frames[depth]
    n, limit, cap, marks = frame[SIZE], frame[LIMIT], frame[CAP], frame[MARKS]
    rows = stack.nodes[depth, :n]
    parts = stack.parts[depth]
    value, exact, _ = settle(stack, table, memo, rows, limit, cap, marks, depth)
    if exact or value >= limit:
        return True, value
    value, exact, most = look(stack, table, memo, rows, value, limit, cap, marks, parts, depth >= 0)
    if exact or value >= limit:
        return True, value
    stack.control[NODES] += 1
    if stack.control[NODES] > stack.control[BUDGET]:
        stack.control[STOPPED] = 1
        return True, value
    frame[MARKS] = min(most, marks)
    width = useful(table, n, limit)
    for row in rows:
        own = table.own[row]
        # Guesses that cannot stay below the limit have fewer parts than the last one that can.
        stack.tells[depth + 1, row] = parts[own] if own < width else 3 * n - limit - 1
    a, b = key_of(memo, table.codes, rows, cap)
    stack.names[depth, 0], stack.names[depth, 1] = a, b
    frame[FOUND] = pick_guesses(arena, stack, table, rows, limit, depth, frame[MARKS], width)
    frame[BEST], frame[GUESS], frame[PICK], frame[TOTAL], frame[CELLS] = limit, -1, -1, NEVER, 0
    return False, np.int64(0)


@inner_kernel
def look_at_cells(stack, table, memo, depth, kinds):
    """Raise the bounds of the current guess's cells, in two stages, until they add up to a refutation.

    The first stage calls `settle`, the second `look`; the biggest cells come first, because they add most. The frame
    keeps the cells still to be opened and the total so far.
    """
    frame = stack.frames[depth]
    n, marks, cap, best = frame[SIZE], frame[MARKS], frame[CAP] - 1, frame[BEST]
    sizes, starts = stack.sizes[depth], stack.starts[depth]
    lows, looked = stack.lows[depth], stack.looked[depth]
    parts = stack.parts[depth + 1]
    frame[CELL], frame[CELLS] = 0, 0
    total = np.int64(n)
    for c in range(kinds):
        total += stack.floor[marks, sizes[c]]
    for c in range(kinds - 1, -1, -1):
        if total >= best:
            frame[TOTAL] = total
            return
        size, start = sizes[c], starts[c]
        if size <= 2 and size <= cap:
            sizes[c] = 0
            continue
        low = np.int64(stack.floor[marks, size])
        rows = stack.rows[depth, start : start + size]
        value, exact, looked[c] = settle(stack, table, memo, rows, best - total + low, cap, marks, depth + 1)
        total += value - low
        lows[c] = value
        if exact:
            sizes[c] = 0
    for c in range(kinds - 1, -1, -1):
        if total >= best:
            frame[TOTAL] = total
            return
        size, low = sizes[c], lows[c]
        if size == 0 or looked[c]:
            continue
        rows = stack.rows[depth, starts[c] : starts[c] + size]
        limit = best - total + low
        # `depth < 0` is False; passing a literal would compile the function once more.
        value, exact, _ = look(stack, table, memo, rows, low, limit, cap, marks, parts, depth < 0)
        total += value - low
        lows[c] = value
        if exact:
            sizes[c] = 0
    kept = 0
    for c in range(kinds):
        if sizes[c]:
            sizes[kept], starts[kept], lows[kept] = sizes[c], starts[c], lows[c]
            kept += 1
    frame[TOTAL], frame[CELLS] = total, kept


@inner_kernel
def share_of(stack, depth, c):
    """Return how far to raise the bound of cell c: its share of the amount still missing to refute the current guess.

    Shares are proportional to how much each bound can probably rise. No limit is far above the expected value, since a
    search with a loose limit has to look at many guesses; if a limit was too low, the cell is searched again.
    """
    frame = stack.frames[depth]
    sizes, lows, hopes = stack.sizes[depth], stack.lows[depth], stack.hopes
    missing = frame[BEST] - frame[TOTAL]
    if stack.control[BEAM] == 1:
        return missing
    gaps = 0.0
    for other in range(frame[CELLS]):
        gaps += max(hopes[sizes[other]] - lows[other], 0.5)
    gap = max(hopes[sizes[c]] - lows[c], 0.5)
    most = min(missing, np.int64(MORE * gap) + 2 + sizes[c] // 16)
    if frame[CELLS] == 1:
        return most
    return min(most, max(np.int64(1), np.int64(np.ceil(MORE * missing * gap / gaps))))


@inner_kernel
def descend(stack, depth):
    """Write the frame of the cell that the node at this depth opens next."""
    frame, below = stack.frames[depth], stack.frames[depth + 1]
    c = frame[CELL]
    size, start = stack.sizes[depth, c], stack.starts[depth, c]
    below[SIZE], below[CAP], below[MARKS] = size, frame[CAP] - 1, frame[MARKS]
    below[LIMIT] = stack.lows[depth, c] + share_of(stack, depth, c)
    for i in range(size):
        stack.nodes[depth + 1, i] = stack.rows[depth, start + i]


@inner_kernel
def take(stack, depth, value):
    """Update the node at this depth with the value of the cell that was opened; if it is exact, the cell is done."""
    frame = stack.frames[depth]
    sizes, starts, lows, hopes = stack.sizes[depth], stack.starts[depth], stack.lows[depth], stack.hopes
    c = frame[CELL]
    exact = value < stack.frames[depth + 1, LIMIT]
    if value > sizes[c] * (frame[CAP] - 1):
        value = np.int64(NEVER)  # A tree within the cap cannot need that many guesses, so there is none.
    if value < NEVER and (exact or value > hopes[sizes[c]]):
        hopes[sizes[c]] += LEARN * (value - hopes[sizes[c]])
    frame[TOTAL] += value - lows[c]
    lows[c] = value
    if exact:
        frame[CELLS] -= 1
        for other in range(c, frame[CELLS]):
            sizes[other], starts[other], lows[other] = sizes[other + 1], starts[other + 1], lows[other + 1]
    else:
        frame[CELL] += 1
    if frame[CELL] >= frame[CELLS]:
        frame[CELL] = 0


@inner_kernel
def advance(stack, table, memo, depth):
    """Continue the node at this depth until a cell has to be opened (at depth + 1) or all guesses are done."""
    frame = stack.frames[depth]
    n = frame[SIZE]
    sizes, starts = stack.sizes[depth], stack.starts[depth]
    while True:
        if stack.control[LOOKED] > stack.control[LOOKS]:
            stack.control[STOPPED] = 1
            return True, np.int64(0)
        if frame[TOTAL] < frame[BEST]:
            if frame[CELLS]:
                descend(stack, depth)
                return False, np.int64(0)
            frame[BEST], frame[GUESS] = frame[TOTAL], table.ids[stack.picks[depth, frame[PICK]]]
        frame[PICK] += 1
        pick = frame[PICK]
        if pick == frame[FOUND]:
            break
        if stack.bounds[depth, pick] >= frame[BEST]:
            continue
        kinds = cells_of(
            stack, table, stack.nodes[depth, :n], stack.picks[depth, pick], stack.rows[depth], sizes, starts
        )
        look_at_cells(stack, table, memo, depth, kinds)
    kind = BOUND if frame[GUESS] < 0 else EXACT
    keep(memo, stack.names[depth, 0], stack.names[depth, 1], kind, frame[BEST], n, frame[GUESS])
    return True, frame[BEST]


@inner_kernel
def climb(arena, stack, table, memo):
    """Search below the frame at the top; see `search`."""
    depth = np.int64(0)  # a literal would compile everything below twice
    while True:
        answered, value = open_node(arena, stack, table, memo, depth)
        if stack.control[STOPPED]:
            return value, False
        if not answered:
            answered, value = advance(stack, table, memo, depth)
        while answered:
            if stack.control[STOPPED]:
                return value, False
            if depth == 0:
                return value, True
            depth -= 1
            take(stack, depth, value)
            answered, value = advance(stack, table, memo, depth)
        depth += 1


@kernel
def search(arena, book, table, stack, memo, hopes, codes, may_open, limit, cap, budget):
    """Return V of these codes (ascending) if it is less than `limit`, otherwise a lower bound of at least `limit`.

    `cap` is the number of guesses left; `may_open[guess]` is 0 for guesses to skip at the top, because a symmetry of
    the set maps them to lesser ones; `hopes[n]` is the usual total of n codes. Returns (value, whether the search
    finished): it stops after `budget` nodes, or once it has looked at as many marks as that many nodes of this size
    have, and then the value is meaningless. Uses an explicit stack of frames, because Numba cannot load a recursive
    function from its cache.
    """
    holes = arena.rows.shape[0]
    stack.control[NODES], stack.control[BUDGET], stack.control[STOPPED] = 0, budget, 0
    stack.control[LOOKED] = 0
    stack.control[LOOKS] = min(budget, 1 << 20) * codes.size * may_open.size
    if budget > 1 << 20:
        stack.control[LOOKS] = 1 << 62
    fill_table(arena, book, table, stack.seen, codes, may_open)
    top = stack.frames[0]
    top[SIZE], top[LIMIT], top[CAP] = codes.size, limit, cap
    top[MARKS] = holes * (holes + 3) // 2 - 1
    for i in range(codes.size):
        stack.nodes[0, i] = i
        stack.tells[0, i] = 255
        stack.hopes[i + 1] = hopes[i + 1]
    return climb(arena, stack, table, memo)
