"""A table of small numbers whose lines are selected, counted and partitioned in bulk.

A set of lines is a Python integer with bit i for line i. Set operations on integers run in C, so a few hundred of
them on tens of thousands of lines take a millisecond.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence


class BitTable:
    """Columns of bytes, all equally long."""

    def __init__(self, columns: Sequence[bytes], size: int) -> None:
        self.columns = columns
        self.every = (1 << size) - 1
        """All lines."""
        self._lines: dict[tuple[int, int], int] = {}

    def lines(self, column: int, value: int) -> int:
        """Return the lines that hold this value in this column."""
        key = column, value
        if key not in self._lines:
            digits = self.columns[column].translate(b"0" * value + b"1" + b"0" * (255 - value))
            self._lines[key] = int(digits[::-1], 2) if digits else 0
        return self._lines[key]


def by_count(sets: Iterable[int], within: int) -> list[int]:
    """Partition the lines `within` by the number of these sets that contain them."""
    found = [within]
    for hits in sets:
        found.append(0)
        for count in range(len(found) - 2, -1, -1):
            moved = found[count] & hits
            found[count] ^= moved
            found[count + 1] |= moved
    return found


def members(lines: int) -> Iterator[int]:
    """Yield the numbers of these lines, ascending."""
    digits = bin(lines)[:1:-1]
    at = digits.find("1")
    while at >= 0:
        yield at
        at = digits.find("1", at + 1)


def member(lines: int, index: int) -> int:
    """Return the line at this index of the set, from 0, without listing those before it."""
    width, first = lines.bit_length(), 0
    while width > 1:
        half = width // 2
        low = lines & ((1 << half) - 1)
        count = low.bit_count()
        if index < count:
            lines, width = low, half
        else:
            lines, width, first, index = lines >> half, width - half, first + half, index - count
    return first
