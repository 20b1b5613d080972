"""Read an optimal tree from the memo."""

from __future__ import annotations

import numpy as np

from keypeg.solve._kernels.arena import mark_by
from keypeg.solve._kernels.kernel import inner_kernel, kernel
from keypeg.solve._kernels.marks import BITS, popcount
from keypeg.solve._kernels.memo import EXACT, find, key_of


@inner_kernel
def telling_candidate(arena, codes, cap):
    """Return the candidate that the search takes without its memo, as it tells all (or all but two) apart; or -1."""
    n, holes = codes.size, arena.digits.shape[1]
    most, best = np.int64(n - 2 if cap >= 3 else n - 1), np.int64(-1)
    if n <= holes * (holes + 3) // 2 + 1:
        for code in codes:
            guess = arena.guess_of[code]
            seen = np.uint64(0)
            for other in codes:
                seen |= BITS[mark_by(arena, other, guess)]
            parts = np.int64(popcount(seen))
            if parts > most:
                most, best = parts, np.int64(guess)
    return best


@kernel
def replay(arena, memo, order, cap, guesses, marks, depths, wins):
    """Write the memo's tree for the codes in `order` (ascending; it is reordered) in preorder, as `grow` does.

    Returns (nodes, 0, 0, 0), or (-1, lo, hi, depth) if the memo has evicted the set order[lo:hi] at that depth.
    """
    holes = arena.digits.shape[1]
    win = holes * holes + holes
    every = np.empty(arena.guess_of.size, np.int32)
    for i in range(every.size):
        every[i] = i
    sizes, ends = np.empty(win + 1, np.int64), np.empty(win + 1, np.int64)
    ids, moved = np.empty(order.size, np.int32), np.empty(order.size, np.int32)
    los, his = np.empty(order.size + 1, np.int64), np.empty(order.size + 1, np.int64)
    levels, earned = np.empty(order.size + 1, np.int64), np.empty(order.size + 1, np.int64)
    los[0], his[0], levels[0], earned[0] = 0, order.size, 0, 0
    waiting, nodes = 1, 0
    while waiting:
        waiting -= 1
        lo, hi, depth, mark = los[waiting], his[waiting], levels[waiting], earned[waiting]
        codes = order[lo:hi]
        guess = np.int64(arena.guess_of[order[lo]])
        if codes.size > 2:
            guess = telling_candidate(arena, codes, cap - depth)
            if guess < 0:
                a, b = key_of(memo, every, codes, cap - depth)
                slot = find(memo, a, b)
                if slot < 0 or memo.kinds[slot] != EXACT:
                    return -1, lo, hi, depth
                guess = np.int64(memo.guesses[slot])
        for identity in range(win + 1):
            sizes[identity] = 0
        for i in range(codes.size):
            ids[i] = mark_by(arena, codes[i], guess)
            sizes[ids[i]] += 1
            moved[i] = codes[i]
        guesses[nodes], marks[nodes], depths[nodes], wins[nodes] = guess, mark, depth, sizes[win]
        nodes += 1
        end = hi - lo
        for identity in range(win, -1, -1):
            ends[identity] = end
            end -= sizes[identity]
            if sizes[identity] and identity < win:
                los[waiting], his[waiting] = lo + end, lo + end + sizes[identity]
                levels[waiting], earned[waiting] = depth + 1, identity
                waiting += 1
        for i in range(codes.size - 1, -1, -1):
            ends[ids[i]] -= 1
            codes[ends[ids[i]]] = moved[i]
    return nodes, 0, 0, 0
