"""Find the smallest sets of rows that cannot all be true.

A set of rows is contradictory if every secret makes one of them wrong: if it *hits* every set of rows that some secret
would make wrong. So the smallest contradictory sets are the smallest hitting sets of those.

If one row is marked wrongly and the others truly, every contradictory set holds that row: the real secret fits all
others. Sets of rows are integers, row n the n-th bit.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

MOST_ROWS = 60
"""The most rows that the doctor accepts."""


def least_of(sets: Iterable[int]) -> list[int]:
    """Return those that contain no other of these, fewest rows first: what hits them hits all."""
    kept: list[int] = []
    for rows in sorted(set(sets), key=lambda rows: (rows.bit_count(), rows)):
        if not any(known & rows == known for known in kept):
            kept.append(rows)
    return kept


def smallest_hitting(sets: Sequence[int], most: int) -> list[int]:
    """Return the smallest sets of rows that hit all of these sets, at most `most`. None of the given may be empty."""
    needed = least_of(sets)
    if 0 in needed:
        raise ValueError("nothing hits a set without rows")
    for size in range(MOST_ROWS + 1):
        found = _hitting(needed, size, most)
        if found:
            return sorted(found, key=rows_of)
    raise AssertionError("all rows together hit every set")


def _hitting(sets: Sequence[int], size: int, most: int) -> set[int]:
    """Return up to `most` hitting sets of at most this size, given that there is none smaller."""
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
        # Every hitting set holds one of these rows; a row tried before is banned, so that no set is found twice.
        for row in rows_of(missed & ~banned):
            bit = 1 << (row - 1)
            extend(chosen | bit, banned, left - 1)
            banned |= bit

    extend(0, 0, size)
    return found


def rows_of(bits: int) -> tuple[int, ...]:
    """Return the numbers of these rows, from 1."""
    return tuple(at + 1 for at in range(bits.bit_length()) if bits >> at & 1)
