"""Kernels that find the cheapest tree, where a code costs what its breaking turn costs.

Costs never decrease from turn to turn. V(S, t) = min over guesses of cost(t) if the guess is in S, plus the sum of
V(cells, t + 1). The search works like the one for the fewest guesses (`keypeg.solve._kernels.search`) and uses its
tables, but a set has another value in each turn. The number of its parts bounds a guess: each part breaks at most one
code in the next turn, and all other codes are broken later.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from keypeg.solve._kernels.alike import count_times, find_alike, find_swaps, is_least_alike, is_least_swapped
from keypeg.solve._kernels.arrange import sort_into
from keypeg.solve._kernels.kernel import array_kernel, inner_kernel, kernel
from keypeg.solve._kernels.marks import IDS, greatest
from keypeg.solve._kernels.memo import BOUND, EXACT, find, keep, key_of
from keypeg.solve._kernels.pick import (
    DOUBLES,
    SPREAD,
    SWAPS_FROM,
    Listing,
    best_inside,
    cells_of,
    keep_different,
    parts_of,
    rate,
)
from keypeg.solve._kernels.stack import MARK_IDS, NEVER, NODES
from keypeg.solve._kernels.table import fill_table, partition_hash

BLOCK = 1024
"""The number of guesses to look at before checking whether the rest can be skipped."""


class Costs(NamedTuple):
    """The cost of a code by turn, and `floor[turn, branches, n]`: the least that n codes can cost from a turn on.

    From turn `last` on, all turns cost the same. `branches` is the greatest number of marks that a guess can have,
    without the win.
    """

    by_turn: NDArray[np.int64]
    last: int
    floor: NDArray[np.int64]


def costs_of(by_turn: list[int], branches: int, codes: int) -> Costs:
    """Return the Costs for these costs of turns 1, 2, …; later turns cost as much as the last."""
    last = len(by_turn)
    costs = np.array([0, *by_turn, *[by_turn[-1]] * 4], dtype=np.int64)
    floor = np.zeros((last + 2, branches + 1, codes + 1), dtype=np.int64)
    for turn in range(1, last + 2):
        for many in range(branches + 1):
            each = np.full(codes, costs[-1])
            at, room = 0, 1
            for later in range(turn, last + 1):
                each[at : at + room] = costs[later]
                at, room = at + room, room * many
            floor[turn, many, 1:] = np.cumsum(each)
    return Costs(costs, last, floor)


@inner_kernel
def settle(table, memo, costs, rows, limit, turn, marks, tells, kept):
    """Return (value, True if exact) as proved by the size, by a candidate that tells all apart, or by the memo.

    With `kept`, store the answer even if it is found at once, because its guess will be asked for.
    """
    n, cost = rows.size, costs.by_turn
    if n <= 2 or turn >= costs.last - 1:
        return cost[turn] + (n - 1) * cost[turn + 1], True
    floor = costs.floor[turn, marks, n]
    if floor >= limit:
        return floor, False
    if n <= marks + 2:
        sooner, later = cost[turn + 1] - cost[turn], cost[turn + 2] - cost[turn + 1]
        most, inside = best_inside(table.inside, table.size[0], rows, tells)
        ideal = cost[turn] + (n - 1) * cost[turn + 1]
        if most == n or (most == n - 1 and later <= sooner):
            value = ideal + (n - most) * later
            if kept:
                a, b = key_of(memo, table.codes, rows, turn)
                keep(memo, a, b, EXACT, value, n, np.int64(table.ids[table.own[inside]]))
            return value, True
        # Either the guess is none of the codes, or one code is broken after the next turn.
        floor = max(floor, ideal + min(sooner, later))
        if floor >= limit:
            return floor, False
    a, b = key_of(memo, table.codes, rows, turn)
    slot = find(memo, a, b)
    if slot >= 0:
        return max(floor, np.int64(memo.values[slot])), memo.kinds[slot] == EXACT
    return floor, False


@inner_kernel
def least_parts(costs, n, turn, limit):
    """Return how many parts a guess must have to stay below the limit; 0 if parts do not matter."""
    cost = costs.by_turn
    sooner, later = cost[turn + 1] - cost[turn], cost[turn + 2] - cost[turn + 1]
    if later == 0:
        return np.int64(0)
    enough = n * cost[turn + 2] - limit - sooner
    return min(max(enough // later + 1, np.int64(0)), np.int64(65))


@inner_kernel
def look(stack, table, memo, costs, rows, low, limit, turn, marks, parts, whole):
    """Return what the parts of all guesses prove: (value, True if exact, the most parts of a guess).

    Guesses with many parts on the whole table come first. Unless `whole`, stop once the remaining guesses cannot have
    more parts here than the best one. Write the parts of every guess looked at into `parts`.
    """
    n, cost, reach = rows.size, costs.by_turn, table.reach
    sooner, later = cost[turn + 1] - cost[turn], cost[turn + 2] - cost[turn + 1]
    if later == 0:
        return low, False, marks  # Parts do not matter yet.
    worst = n * cost[turn + 2]
    enough = max(worst - limit, np.int64(-1))
    least = least_parts(costs, n, turn, limit)
    width, seen, most = reach[least], np.int64(0), max(least - 1, np.int64(0))
    while seen < width:
        hi = width if whole else min(width, seen + BLOCK)
        rate(table, rows, seen, hi, stack.seen, parts)
        most = max(most, greatest(parts[seen:hi]))
        seen = hi
        if not whole:
            width = 0 if most == n else min(width, reach[min(most + 1, 65)])
    best, most_inside, inside = np.int64(-1), np.int64(0), np.int64(-1)
    for row in rows:
        own = np.int64(table.own[row])
        found = np.int64(0)
        if own < seen:
            found = np.int64(parts[own])
        elif own < reach[min(most_inside + 1, 65)]:
            found = parts_of(table, rows, own)
        if found > most_inside:
            most_inside, inside = found, own
    score = max(enough, most * later, most_inside * later + sooner)
    a, b = key_of(memo, table.codes, rows, turn)
    if score > enough:
        # If nothing is left to tell apart, or nothing that costs more, the bound is reached.
        if score == most_inside * later + sooner and (most_inside >= n - 1 or turn == costs.last - 2):
            best = inside
        elif score == most * later and (most >= n - 1 or turn == costs.last - 2):
            best = np.int64(0)
            while parts[best] < most:
                best += 1
        if best >= 0:
            keep(memo, a, b, EXACT, worst - score, n, np.int64(table.ids[best]))
            return worst - score, True, most
    bound = max(worst - score, costs.floor[turn, min(marks, most), n])
    if bound > low:
        keep(memo, a, b, BOUND, bound, n, np.int64(-1))
    return max(bound, low), False, most


@array_kernel
def pick_guesses(arena, stack, table, costs, rows, limit, turn, depth, marks):
    """Sort the guesses whose bound is below the limit, best first, into `stack.picks[depth]`; return their number."""
    lesser = np.empty(arena.counts.shape[0], np.int64)
    swaps = np.empty((arena.digits.shape[1] ** 2, 4), np.int64)
    alike, swapped = False, np.int64(0)
    if rows.size >= SWAPS_FROM:
        times = count_times(arena, table.codes, rows)
        alike = find_alike(arena, table.codes, rows, times, lesser)
        swapped = find_swaps(arena, table.codes, rows, times, lesser, swaps)
    width = table.size[1]
    listing = Listing(
        np.empty(width, np.int32), np.empty(width, np.int64), np.empty(width, np.int64),
        np.empty(width, np.uint64), np.empty(rows.size, np.uint8), np.empty(np.int64(IDS), np.int64),
    )  # fmt: skip
    found = list_guesses(
        arena, stack, table, costs, rows, limit, turn, depth, marks, listing, alike, lesser, swaps[:swapped]
    )
    order = np.empty(found, np.int64)
    sort_into(order, listing.keys)
    return keep_different(stack, depth, listing, order, found)


@inner_kernel
def list_guesses(arena, stack, table, costs, rows, limit, turn, depth, marks, listing, alike, lesser, swaps):
    """List guesses with a bound below the limit, except those that a symmetry turns into lesser ones; count them."""
    n, cost, height = rows.size, costs.by_turn, table.size[0]
    sooner, later = cost[turn + 1] - cost[turn], cost[turn + 2] - cost[turn + 1]
    enough = max(n * cost[turn + 2] - limit, np.int64(-1))
    parts, floor, cells, column = stack.parts[depth], costs.floor[turn + 1, marks], stack.counts, listing.column
    steepest = max(later, cost[turn + 3] - cost[turn + 2])
    width = table.reach[least_parts(costs, n, turn, limit)]
    ids = stack.control[MARK_IDS]
    found = 0
    for j in range(width):
        if (later and np.int64(parts[j]) * later + sooner <= enough) or (depth == 0 and table.open[j] == 0):
            continue
        if alike and not is_least_alike(arena.guess_digits[table.ids[j]], lesser):
            continue
        if swaps.shape[0] and not is_least_swapped(arena.guess_digits[table.ids[j]], swaps):
            continue
        for i in range(ids):
            cells[i] = 0
        marked = table.by_guess[j * height : (j + 1) * height]
        for row in rows:
            cells[marked[row]] += 1
        # The last id is the win.
        bound, squares, biggest = np.int64(cells[ids - 1]) * cost[turn], np.int64(0), np.int64(0)
        for i in range(ids - 1):
            size = np.int64(cells[i])
            bound += floor[size]
            squares += size * size
            biggest = max(biggest, size)
        if bound >= limit or biggest == n:
            continue
        value = np.uint64(j)
        if n <= DOUBLES:
            for i in range(n):
                column[i] = marked[rows[i]]
            value = partition_hash(column, n, table.noise, listing.labels)
        # Guesses that split alike become neighbours by bits of their hash; a candidate comes before others.
        spread = min(squares * 2 + 1 - np.int64(cells[ids - 1]), np.int64((1 << 24) - 1))
        first = bound + squares * steepest // SPREAD
        listing.keys[found] = (first << 34) + (spread << 10) + np.int64(value & np.uint64(1023))
        listing.hashes[found] = value
        listing.bounds[found] = bound
        listing.guesses[found] = j
        found += 1
    return found


@inner_kernel
def look_at_cells(stack, table, memo, costs, kinds, hit, best, turn, marks, depth):
    """Return a bound for the current guess from looks at its cells, the biggest first, until it reaches `best`.

    Settled cells get size 0; the bounds of the others are in `stack.lows[depth]`.
    """
    sizes, starts, lows = stack.sizes[depth], stack.starts[depth], stack.lows[depth]
    parts, tells = stack.parts[depth + 1], stack.tells[depth + 1]
    total = hit
    for c in range(kinds):
        lows[c] = costs.floor[turn, marks, sizes[c]]
        total += lows[c]
    for looks in range(2):
        for c in range(kinds - 1, -1, -1):
            if total >= best:
                return total
            low, size = lows[c], sizes[c]
            if size == 0:
                continue
            rows = stack.rows[depth, starts[c] : starts[c] + size]
            limit = best - total + low
            if looks == 0:
                value, exact = settle(table, memo, costs, rows, limit, turn, marks, tells, depth < 0)
            else:
                value, exact, _ = look(stack, table, memo, costs, rows, low, limit, turn, marks, parts, depth < 0)
            total += value - low
            lows[c] = value
            if exact:
                sizes[c] = 0
    return total


@njit(nogil=True)
def solve(arena, stack, table, memo, costs, n, turn, limit, marks, depth):
    """Return the lowest cost of the node at this depth if below the limit, otherwise a lower bound that reaches it."""
    rows = stack.nodes[depth, :n]
    value, exact = settle(table, memo, costs, rows, limit, turn, marks, stack.tells[depth], depth == 0)
    if exact or value >= limit:
        return value
    value, exact, most = look(
        stack, table, memo, costs, rows, value, limit, turn, marks, stack.parts[depth], depth >= 0
    )
    if exact or value >= limit:
        return value
    stack.control[NODES] += 1
    least = least_parts(costs, n, turn, limit)
    for row in rows:
        own, tells = table.own[row], np.int64(stack.tells[depth, row])
        if least > 0:
            tells = min(tells, np.int64(stack.parts[depth, own]) if own < table.reach[least] else least - 1)
        stack.tells[depth + 1, row] = tells
    a, b = key_of(memo, table.codes, rows, turn)
    marks = min(most, marks)
    found = pick_guesses(arena, stack, table, costs, rows, limit, turn, depth, marks)
    best, guess = limit, np.int64(-1)
    win = stack.control[MARK_IDS] - 1
    for pick in range(found):
        if stack.bounds[depth, pick] >= best:
            continue
        j = np.int64(stack.picks[depth, pick])
        kinds = cells_of(stack, table, rows, j, stack.rows[depth], stack.sizes[depth], stack.starts[depth])
        hit = np.int64(stack.counts[win]) * costs.by_turn[turn]
        total = look_at_cells(stack, table, memo, costs, kinds, hit, best, turn + 1, marks, depth)
        for c in range(kinds - 1, -1, -1):
            if total >= best:
                break
            size = stack.sizes[depth, c]
            if size == 0:
                continue
            at = stack.starts[depth, c]
            for i in range(size):
                stack.nodes[depth + 1, i] = stack.rows[depth, at + i]
            low = stack.lows[depth, c]
            value = solve(arena, stack, table, memo, costs, size, turn + 1, low + best - total, marks, depth + 1)
            total += value - low
        if total < best:
            best, guess = total, np.int64(table.ids[j])
    keep(memo, a, b, BOUND if guess < 0 else EXACT, best, n, guess)
    return best


@kernel
def prepare(arena, book, table, stack, codes, may_open):
    """Make the table of a set of codes (ascending), and put them at the top of the stack."""
    fill_table(arena, book, table, stack.seen, codes, may_open)
    for i in range(codes.size):
        stack.nodes[0, i] = i
        stack.tells[0, i] = 255


@kernel
def glance(arena, book, table, stack, memo, costs, codes, may_open, turn):
    """Return a lower bound for a set of codes from one look at all guesses, and True if it is exact."""
    prepare(arena, book, table, stack, codes, may_open)
    marks, rows = np.int64(costs.floor.shape[1] - 1), stack.nodes[0, : codes.size]
    limit = np.int64(NEVER)
    value, exact = settle(table, memo, costs, rows, limit, turn, marks, stack.tells[0], codes.size == 0)
    if not exact:
        value, exact, _ = look(
            stack, table, memo, costs, rows, value, limit, turn, marks, stack.parts[0], codes.size == 0
        )
    return value, exact
