"""Grow a strategy's whole tree below a node."""

from __future__ import annotations

import numpy as np

from keypeg.solve._kernels.choose import choose, gather
from keypeg.solve._kernels.kernel import array_kernel, kernel
from keypeg.solve._kernels.marks import marks_of_all


@array_kernel
def split(arena, scratch, order, lo, hi, guess):
    """Sort the candidates order[lo:hi] by their mark, each cell still ascending; return the cell sizes by mark id."""
    n = hi - lo
    codes = order[lo:hi]
    gather(arena, codes, scratch.rows, scratch.counts)
    ids = scratch.ids[:n]
    marks_of_all(scratch.rows, scratch.counts, arena.guess_digits[guess], arena.guess_needs[guess], ids)
    cells = np.zeros(scratch.cells.size, np.int64)
    for i in range(n):
        cells[ids[i]] += 1
    ends = np.cumsum(cells)
    for i in range(n - 1, -1, -1):
        ends[ids[i]] -= 1
        scratch.moved[ends[ids[i]]] = codes[i]
    for i in range(n):
        codes[i] = scratch.moved[i]
    return cells


@kernel
def grow(arena, book, scratch, rating, order, listing, guesses, marks, depths, wins):
    """Grow the tree for the candidates in `order`, which is reordered, and write its nodes in preorder.

    Node k guesses `guesses[k]`, was reached by mark `marks[k]` (0 at the top) and lies `depths[k]` below the top;
    `wins[k]` is 1 if its guess may be the code. A non-empty `listing` restricts the guess at the top. Returns the
    number of nodes.
    """
    win = scratch.cells.size - 1
    nowhere = listing[:0]
    todo = np.empty((order.size + 1, 4), np.int64)
    todo[0, 0], todo[0, 1], todo[0, 2], todo[0, 3] = 0, order.size, 0, 0
    waiting, nodes = 1, 0
    while waiting:
        waiting -= 1
        lo, hi, depth, mark = todo[waiting]
        guess = choose(arena, book, scratch, rating, order[lo:hi], listing if depth == 0 else nowhere)
        guesses[nodes], marks[nodes], depths[nodes], wins[nodes] = guess, mark, depth, 1
        nodes += 1
        if hi - lo == 1 and arena.guess_of[order[lo]] == guess:
            continue
        cells = split(arena, scratch, order, lo, hi, guess)
        wins[nodes - 1] = cells[win]
        end = hi - cells[win]
        for identity in range(win - 1, -1, -1):
            if cells[identity]:
                todo[waiting, 0], todo[waiting, 1] = end - cells[identity], end
                todo[waiting, 2], todo[waiting, 3] = depth + 1, identity
                waiting += 1
                end -= cells[identity]
    return nodes
