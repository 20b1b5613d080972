"""A transposition table: a hash table from sets of candidates to exact totals or lower bounds.

A set's key is the exclusive or of random 128-bit numbers, one per code, so that no collision is to be expected within
the age of the universe. Four neighbouring slots form a bucket, which evicts its smallest set when it is full.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from keypeg.solve._kernels.kernel import inner_kernel

EXACT, BOUND = np.int64(1), np.int64(2)
WAYS = 4


class Memo(NamedTuple):
    """`values[slot]` is exact or a bound as `kinds[slot]` says (0: empty); `guesses[slot]` reaches an exact one."""

    names: NDArray[np.uint64]
    caps: NDArray[np.uint64]
    keys: NDArray[np.uint64]
    values: NDArray[np.int32]
    kinds: NDArray[np.uint8]
    sizes: NDArray[np.int32]
    guesses: NDArray[np.int32]


def empty_memo(codes: int, bits: int) -> Memo:
    """Return an empty memo for 2^bits sets. The random numbers are always the same, so that results are too."""
    random = np.random.default_rng(20_06)
    slots = 2**bits
    return Memo(
        random.integers(0, 2**64, (codes, 2), dtype=np.uint64), random.integers(0, 2**64, 64, dtype=np.uint64),
        np.zeros((slots, 2), np.uint64), np.zeros(slots, np.int32), np.zeros(slots, np.uint8),
        np.zeros(slots, np.int32), np.zeros(slots, np.int32),
    )  # fmt: skip


@inner_kernel
def key_of(memo, codes, rows, cap):
    """Return the key of the codes `codes[rows]` with `cap` guesses left; 32 or more means no limit."""
    a = memo.caps[min(cap, 32)]
    b = np.uint64(0)
    for row in rows:
        code = np.uint32(codes[row])
        a ^= memo.names[code, 0]
        b ^= memo.names[code, 1]
    return a, b


@inner_kernel
def find(memo, a, b):
    """Return the slot of a key, or -1."""
    base = np.int64(a & np.uint64(memo.kinds.size - WAYS))
    for slot in range(base, base + WAYS):
        if memo.kinds[slot] and memo.keys[slot, 0] == a and memo.keys[slot, 1] == b:
            return slot
    return -1


@inner_kernel
def keep(memo, a, b, kind, value, size, guess):
    """Store a value; replace the same set's older entry or the smallest set of the bucket."""
    base = np.int64(a & np.uint64(memo.kinds.size - WAYS))
    place = base
    for slot in range(base, base + WAYS):
        if memo.kinds[slot] == 0 or (memo.keys[slot, 0] == a and memo.keys[slot, 1] == b):
            place = slot
            break
        if memo.sizes[slot] < memo.sizes[place]:
            place = slot
    memo.keys[place, 0], memo.keys[place, 1] = a, b
    memo.kinds[place], memo.values[place], memo.sizes[place], memo.guesses[place] = kind, value, size, guess


def remembered(memo: Memo, codes: NDArray[np.int32], cap: int) -> int:
    """Return the guess that reaches the exact value of a set of codes, or -1. Plain NumPy, as it is rarely called."""
    a, b = np.bitwise_xor.reduce(memo.names[codes], axis=0)
    a ^= memo.caps[min(cap, 32)]
    base = int(a) & (memo.kinds.size - WAYS)
    for slot in range(base, base + WAYS):
        if memo.kinds[slot] and memo.keys[slot, 0] == a and memo.keys[slot, 1] == b:
            return int(memo.guesses[slot]) if memo.kinds[slot] == EXACT else -1
    return -1
