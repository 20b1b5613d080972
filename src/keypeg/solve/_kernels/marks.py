"""Mark one guess against many codes, and count the marks.

Every inner loop is a function over whole slices, or LLVM would not turn it into byte-wide vector code. A loop over
`array[lo + i]` keeps Numba's wrap-around test for negative indices and runs forty times slower.
"""

from __future__ import annotations

import numpy as np
from numba.extending import intrinsic

from keypeg.solve._kernels.kernel import inner_kernel, kernel

IDS = 80
"""More than any mark id, with up to eight holes."""

FEW = 5
"""The most holes for which ids are counted by comparison."""

BLOCK = 2048
"""Codes marked at a time: the block, its hole row and its count row stay in the first-level cache."""


@inner_kernel
def _set_both(row, colour, count, need, out):
    for i in range(row.size):
        there = count[i]
        out[i] = np.uint8(row[i] == colour) + (there if there < need else need)


@inner_kernel
def _add_both(row, colour, count, need, out):
    for i in range(row.size):
        there = count[i]
        out[i] = np.uint8(out[i] + np.uint8(row[i] == colour) + (there if there < need else need))


@inner_kernel
def _add_exact(row, colour, out):
    for i in range(row.size):
        out[i] = np.uint8(out[i] + np.uint8(row[i] == colour))


@inner_kernel
def mark_into(rows, counts, lo, hi, guess, needs, out):
    """Write the mark ids of `guess` against the codes lo..hi of a layout into `out[: hi - lo]`."""
    part = out[: hi - lo]
    for hole in range(rows.shape[0]):
        colour = guess[hole]
        row = rows[hole, lo:hi]
        if hole == 0:
            _set_both(row, colour, counts[colour, lo:hi], needs[hole], part)
        elif needs[hole] > 0:
            _add_both(row, colour, counts[colour, lo:hi], needs[hole], part)
        else:
            _add_exact(row, colour, part)


@inner_kernel
def count_into(ids, n, lanes):
    """Add the ids to a histogram of four lanes; four, because equal neighbours would wait for each other's store."""
    whole = n // 4 * 4
    for i in range(0, whole, 4):
        lanes[0, ids[i]] += 1
        lanes[1, ids[i + 1]] += 1
        lanes[2, ids[i + 2]] += 1
        lanes[3, ids[i + 3]] += 1
    for i in range(whole, n):
        lanes[0, ids[i]] += 1


@inner_kernel
def _times(ids, identity):
    """Count an id in a block; in 16 bits, because wider sums would not fill the vectors."""
    times = np.uint16(0)
    for i in range(ids.size):
        times = np.uint16(times + np.uint16(ids[i] == identity))
    return times


@inner_kernel
def _compare_into(ids, holes, cells):
    """Count the ids of a block by comparing all of them with one after another; the win is what is left over."""
    left = np.int64(ids.size)
    for common in range(holes + 1):
        for exact in range(min(common + 1, holes)):
            identity = holes * common + exact
            times = np.int64(_times(ids, np.uint8(identity)))
            cells[identity] += times
            left -= times
    cells[holes * holes + holes] += left


@inner_kernel
def histogram_into(rows, counts, n, guess, needs, ids, lanes, cells):
    """Write the cell sizes by mark id of `guess` over the first n codes of a layout into `cells`."""
    holes = rows.shape[0]
    cells[:] = 0
    # Comparing is faster than counting one by one if there are few marks to compare with.
    few = holes <= FEW
    if not few:
        lanes[:, :] = 0
    for lo in range(0, n, BLOCK):
        hi = min(n, lo + BLOCK)
        mark_into(rows, counts, lo, hi, guess, needs, ids)
        if few:
            _compare_into(ids[: hi - lo], holes, cells)
        else:
            count_into(ids, hi - lo, lanes)
    if not few:
        for i in range(cells.size):
            cells[i] = lanes[0, i] + lanes[1, i] + lanes[2, i] + lanes[3, i]


@kernel
def histograms(rows, counts, guesses, needs, cells):
    """Write the histogram of every guess over all codes of a layout into `cells[j, id]`."""
    ids = np.empty(BLOCK, np.uint8)
    lanes = np.zeros((4, cells.shape[1]), np.uint32)
    for j in range(guesses.shape[0]):
        histogram_into(rows, counts, rows.shape[1], guesses[j], needs[j], ids, lanes, cells[j])


@kernel
def marks_of_all(rows, counts, guess, needs, out):
    """Write the mark ids of one guess against the first codes of a layout, as many as `out` has room for."""
    for lo in range(0, out.size, BLOCK):
        hi = min(out.size, lo + BLOCK)
        mark_into(rows, counts, lo, hi, guess, needs, out[lo:hi])


def _places():
    """Return the bit number of every mark id. Eight holes reach id 72; from 64 on ids reuse bits of impossible ones."""
    places = np.arange(IDS, dtype=np.uint8)
    for identity, free in ((64, 1), (65, 2), (66, 3), (67, 4), (68, 5), (69, 6), (70, 7), (72, 10)):
        places[identity] = free
    return places


PLACES = _places()
BITS = np.uint64(1) << (PLACES % 64).astype(np.uint64)


@intrinsic
def bit_for(_typing, mark, mask):
    """Return the bit of a mark id as in BITS, or as 32 bits if `mask` has 32.

    Shifting a bit is faster than looking it up, and Numba itself would shift 64 bits even where 32 are enough.
    """

    def build(context, builder, _signature, arguments):
        kind = context.get_value_type(mask)
        identity = builder.zext(arguments[0], kind)
        if mask.bitwidth == 64:
            # Add 1 from 64 on, and 2 for 72: modulo 64 these are the bits of impossible ids.
            beyond = builder.lshr(identity, kind(6))
            last = builder.and_(builder.lshr(identity, kind(3)), beyond)
            identity = builder.and_(builder.add(identity, builder.add(beyond, last)), kind(63))
        return builder.shl(kind(1), identity)

    return mask(mark, mask), build


@inner_kernel
def see_row(ids, seen):
    """Set in every guess's mask, of 32 or 64 bits, the bit of the mark that it gets against one code."""
    for j in range(seen.size):
        seen[j] = seen[j] | bit_for(ids[j], seen[j])


@inner_kernel
def see_rows(one, two, three, four, seen):
    """Do the same as `see_row` for four codes, loading and storing every mask only once."""
    for j in range(seen.size):
        mask = seen[j]
        pair = bit_for(one[j], mask) | bit_for(two[j], mask)
        seen[j] = mask | pair | bit_for(three[j], mask) | bit_for(four[j], mask)


@intrinsic
def popcount(_typing, mask):
    """Count the bits of a mask: one instruction per vector if the machine has it."""
    return mask(mask), lambda _context, builder, _signature, arguments: builder.ctpop(arguments[0])


@inner_kernel
def count_parts(seen, parts):
    """Count the different marks of every guess."""
    for j in range(seen.size):
        parts[j] = popcount(seen[j])


@kernel
def greatest(parts):
    """Return the greatest of many bytes. (The method `max` of an array compares one at a time.)"""
    most = np.uint8(0)
    for j in range(parts.size):
        most = parts[j] if parts[j] > most else most
    return np.int64(most)
