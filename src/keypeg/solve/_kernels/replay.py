"""Read an optimal tree from the memo."""

from __future__ import annotations

import numpy as np

from keypeg.solve._kernels.choose import mark_one
from keypeg.solve._kernels.grow import split
from keypeg.solve._kernels.kernel import inner_kernel, kernel
from keypeg.solve._kernels.marks import BITS, popcount
from keypeg.solve._kernels.memo import EXACT, find, key_of
from keypeg.solve._kernels.stack import FEW_CODES


@inner_kernel
def telling_candidate(arena, codes, cap):
    """Return the candidate that the search takes without its memo: one that tells a few codes apart, or all but two."""
    n = codes.size
    most, best = np.int64(n - 2 if cap >= 3 else n - 1), np.int64(-1)
    if n <= FEW_CODES:
        for code in codes:
            seen = np.uint64(0)
            for other in codes:
                seen |= BITS[mark_one(arena, other, code)]
            parts = np.int64(popcount(seen))
            if parts > most:
                most, best = parts, np.int64(arena.guess_of[code])
    return best


@kernel
def replay(arena, scratch, memo, order, cap, guesses, marks, depths, wins):
    """Write the remembered tree for the codes in `order` (ascending; it is reordered) in preorder, as `grow` does.

    Returns (nodes, 0, 0, 0), or (-1, lo, hi, depth) if the memo has dropped the set order[lo:hi] at that depth.
    """
    win = scratch.cells.size - 1
    every = np.empty(arena.guess_of.size, np.int32)
    for i in range(every.size):
        every[i] = i
    todo = np.empty((order.size + 1, 4), np.int64)
    todo[0, 0], todo[0, 1], todo[0, 2], todo[0, 3] = 0, order.size, 0, 0
    waiting, nodes = 1, 0
    while waiting:
        waiting -= 1
        lo, hi, depth, mark = todo[waiting]
        if hi - lo <= 2:
            guess = arena.guess_of[order[lo]]
        else:
            guess = telling_candidate(arena, order[lo:hi], cap - depth)
            if guess < 0:
                a, b = key_of(memo, every, order[lo:hi], cap - depth)
                slot = find(memo, a, b)
                if slot < 0 or memo.kinds[slot] != EXACT:
                    return -1, lo, hi, depth
                guess = memo.guesses[slot]
        cells = split(arena, scratch, order, lo, hi, guess)
        guesses[nodes], marks[nodes], depths[nodes], wins[nodes] = guess, mark, depth, cells[win]
        nodes += 1
        end = hi - cells[win]
        for identity in range(win - 1, -1, -1):
            if cells[identity]:
                todo[waiting, 0], todo[waiting, 1] = end - cells[identity], end
                todo[waiting, 2], todo[waiting, 3] = depth + 1, identity
                waiting += 1
                end -= cells[identity]
    return nodes, 0, 0, 0
