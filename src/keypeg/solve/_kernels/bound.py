"""Prove a lower bound for a set of codes by looking once at every guess."""

from __future__ import annotations

from keypeg.solve._kernels.arena import live_colours, page
from keypeg.solve._kernels.kernel import kernel
from keypeg.solve._kernels.marks import BLOCK, count_parts, greatest, mark_into, see_row


@kernel
def bound_of(arena, book, scratch, floor, codes):
    """Return a total that no tree for these codes beats, from the most parts of a guess. See `floors` for `floor`."""
    n = codes.size
    if n <= 2:
        return 2 * n - 1
    for code in codes:
        scratch.inside[code] = 1
    start, length = page(arena, book, live_colours(arena, codes))
    most, most_inside = 0, 0
    for lo in range(start, start + length, BLOCK):
        hi = min(start + length, lo + BLOCK)
        seen = scratch.seen[: hi - lo]
        seen[:] = 0
        for code in codes:
            mark_into(book.rows, book.counts, lo, hi, arena.digits[code], arena.needs[code], scratch.ids)
            see_row(scratch.ids[: hi - lo], seen)
        parts = scratch.parts[: hi - lo]
        count_parts(seen, parts)
        most = max(most, greatest(parts))
        for j in range(hi - lo):
            if parts[j] > most_inside:
                code = arena.code_of[book.ids[lo + j]]
                if code >= 0 and scratch.inside[code]:
                    most_inside = parts[j]
    for code in codes:
        scratch.inside[code] = 0
    bound = min(3 * n - most_inside - 1, 3 * n - most)
    return max(bound, floor[min(most, floor.shape[0] - 2), n])
