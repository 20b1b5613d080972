"""Find the smallest sets of rows that cannot all be true.

A set of rows is contradictory if every secret makes one of them wrong. In other words, it *hits* (intersects) every
set of rows that some secret would make wrong, so the smallest contradictory sets are the minimum hitting sets of those.

If one row is marked wrongly and all others correctly, every contradictory set contains that row, because the real
secret fits the others. A set of rows is an integer whose n-th bit stands for row n.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

MOST_ROWS = 60
"""The most rows that the doctor accepts."""


def least_of(sets: Iterable[int]) -> list[int]:
    """Return the sets that contain no other of these sets, smallest first. Any set that hits them hits all."""
    kept: list[int] = []
    for rows in sorted(set(sets), key=lambda rows: (rows.bit_count(), rows)):
        if not any(known & rows == known for known in kept):
            kept.append(rows)
    return kept


def smallest_hitting(sets: Sequence[int], most: int) -> list[int]:
    """Return up to `most` of the smallest sets of rows that hit all of these sets, none of which may be empty."""
    needed = least_of(sets)
    if 0 in needed:
        raise ValueError("nothing hits a set without rows")
    for size in range(MOST_ROWS + 1):
        found = _hitting(needed, size, most)
        if found:
            return sorted(found, key=rows_of)
    raise AssertionError("all rows together hit every set")


def _hitting(sets: Sequence[int], size: int, most: int) -> set[int]:
    """Return up to `most` hitting sets of this size, given that there are no smaller ones."""
    found: set[int] = set()

    def extend(chosen: int, banned: int, left: int) -> None:
        if len(found) >= most:
            return
        missed = next((rows for rows in sets if not rows & chosen), None)
        if missed is None:
            found.add(chosen)
            return
        if not left:
            return
        # Every hitting set contains one of these rows. Ban each row once it is tried, so that no set is found twice.
        for row in rows_of(missed & ~banned):
            bit = 1 << (row - 1)
            extend(chosen | bit, banned, left - 1)
            banned |= bit

    extend(0, 0, size)
    return found


def rows_of(bits: int) -> tuple[int, ...]:
    """Return the numbers of these rows, from 1."""
    return tuple(at + 1 for at in range(bits.bit_length()) if bits >> at & 1)
