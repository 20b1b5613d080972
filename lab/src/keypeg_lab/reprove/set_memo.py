"""A transposition table for sets of codes. Sets are compared in full: the hash only says where to look."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

Codes = NDArray[np.int32]
"""The indices of codes, or places in such an array."""

FNV = np.uint64(1099511628211)
"""The factor of a simple hash."""


class Memo(NamedTuple):
    """Sets of codes with the bounds known for them. All are dropped at once when there is no room left."""

    slots: NDArray[np.int32]
    starts: NDArray[np.int64]
    values: NDArray[np.int32]
    exact: NDArray[np.uint8]
    codes: NDArray[np.int32]
    used: NDArray[np.int64]
    """The number of sets, and the number of codes in them."""


def empty_memo(bits: int = 20) -> Memo:
    """Return a memo for up to half of 2^bits sets."""
    sets = 2 ** (bits - 1)
    return Memo(
        np.full(2**bits, -1, dtype=np.int32),
        np.zeros(sets + 1, dtype=np.int64),
        np.zeros(sets, dtype=np.int32),
        np.zeros(sets, dtype=np.uint8),
        np.zeros(sets * 24, dtype=np.int32),
        np.zeros(2, dtype=np.int64),
    )


@njit(cache=True, nogil=True)
def slot_of(memo: Memo, codes: Codes) -> int:
    """Return the slot of a set, or the empty one where it belongs."""
    hashed = np.uint64(0)
    for code in codes:
        hashed = (hashed ^ np.uint64(code + 1)) * FNV
    slot = np.int64(hashed >> np.uint64(24)) & (len(memo.slots) - 1)
    while memo.slots[slot] >= 0:
        at = memo.slots[slot]
        start, end = memo.starts[at], memo.starts[at + 1]
        if end - start == len(codes) and same(memo.codes[start:end], codes):
            break
        slot = (slot + 1) & (len(memo.slots) - 1)
    return int(slot)


@njit(cache=True, nogil=True)
def remember(memo: Memo, codes: Codes, value: int, exact: bool) -> None:
    """Store a lower bound on the total of these codes; `exact` if it is attained."""
    slot = slot_of(memo, codes)
    at = np.int64(memo.slots[slot])
    if at < 0:
        if memo.used[0] == len(memo.values) or memo.used[1] + len(codes) > len(memo.codes):
            memo.slots[:] = -1
            memo.used[:] = 0
            slot = slot_of(memo, codes)
        at = memo.used[0]
        start = memo.used[1]
        memo.codes[start : start + len(codes)] = codes
        memo.used[0] += 1
        memo.used[1] += len(codes)
        memo.starts[at + 1] = memo.used[1]
        memo.slots[slot] = at
    memo.values[at] = value
    memo.exact[at] = exact


@njit(cache=True, nogil=True)
def same(one: NDArray[np.integer], two: NDArray[np.integer]) -> bool:
    """Return True if two arrays of one length are equal."""
    for at in range(len(one)):  # noqa: SIM110 # compiled
        if one[at] != two[at]:
            return False
    return True
