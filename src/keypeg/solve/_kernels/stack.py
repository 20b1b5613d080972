"""The stack of frames of one thread's search, and lower bounds from sizes alone."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from keypeg.deduce.mark_ids import mark_count
from keypeg.solve._kernels.arena import Arena
from keypeg.solve._kernels.kernel import inner_kernel

NEVER = 2**30
"""More than any total: there is no tree within the cap."""

DEPTH = 24
"""More levels than any sensible tree has."""

NODES, BUDGET, STOPPED, BEAM, MARK_IDS, LOOKED, LOOKS = range(7)
# Indices of `control`: nodes opened and their limit, whether the search has stopped, whether it is a beam, the number
# of mark ids, marks looked at and their limit.

# Indices of a frame: the node's set and limits, then the progress of its guesses.
SIZE, LIMIT, CAP, MARKS, FOUND, PICK, BEST, GUESS, CELLS, CELL, TOTAL, FRAME = range(12)


class Stack(NamedTuple):
    """Buffers of one thread's search, by depth. Rows and counts are unsigned: Numba tests signed indices for wraps.

    `tells[depth + 1]` bounds from above the parts that each code of the node at `depth` has there as a guess.
    """

    seen: NDArray[np.uint64]
    parts: NDArray[np.uint8]
    picks: NDArray[np.int32]
    bounds: NDArray[np.int64]
    nodes: NDArray[np.uint32]
    rows: NDArray[np.uint32]
    tells: NDArray[np.uint8]
    sizes: NDArray[np.int64]
    starts: NDArray[np.int64]
    lows: NDArray[np.int64]
    looked: NDArray[np.int64]
    frames: NDArray[np.int64]
    names: NDArray[np.uint64]
    floor: NDArray[np.int32]
    estimates: NDArray[np.int64]
    widths: NDArray[np.int64]
    hopes: NDArray[np.float64]
    counts: NDArray[np.uint32]
    fill: NDArray[np.uint32]
    control: NDArray[np.int64]


def empty_stack(arena: Arena, codes: int) -> Stack:
    """Return an empty stack for sets of at most `codes` codes."""
    guesses = len(arena.code_of)
    holes = arena.rows.shape[0]
    ids = holes * holes + holes + 1
    return Stack(
        np.zeros(guesses, np.uint32 if ids <= 32 else np.uint64), np.zeros((DEPTH, guesses), np.uint8),
        np.zeros((DEPTH, guesses), np.int32), np.zeros((DEPTH, guesses), np.int64), np.zeros((DEPTH, codes), np.uint32),
        np.zeros((DEPTH, codes), np.uint32), np.zeros((DEPTH + 1, codes), np.uint8),
        np.zeros((DEPTH, 64), np.int64), np.zeros((DEPTH, 64), np.int64),
        np.zeros((DEPTH, 64), np.int64), np.zeros((DEPTH, 64), np.int64), np.zeros((DEPTH, FRAME), np.int64),
        np.zeros((DEPTH, 2), np.uint64),
        floors(mark_count(holes), codes), np.zeros(codes + 1, np.int64),
        np.zeros(codes + 1, np.int64), np.zeros(codes + 1), np.zeros(ids, np.uint32), np.zeros(ids, np.uint32),
        np.array([0, 0, 0, 0, ids, 0, 0], np.int64),
    )  # fmt: skip


def floors(marks: int, codes: int) -> NDArray[np.int32]:
    """Return `floors[b, n]`: the least total for n codes if no guess has more than b marks other than the win."""
    table = np.zeros((marks + 1, codes + 1), dtype=np.int32)
    for branches in range(marks + 1):
        depths = np.arange(1, codes + 1)
        if branches > 1:
            starts, room = [0], 1
            while starts[-1] + room < codes:
                starts.append(starts[-1] + room)
                room *= branches
            depths = np.repeat(depths[: len(starts)], np.diff([*starts, codes]))
        table[branches, 1:] = np.minimum(np.cumsum(depths), NEVER)
    return table


@inner_kernel
def capacity(branches, cap):
    """Return how many codes can be broken within `cap` guesses."""
    total, room = 0, 1
    for _ in range(cap):
        total += room
        room *= branches
        if total > 1 << 24:
            break
    return total
