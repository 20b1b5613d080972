"""A table of all codes of a space, or some of them, that marks a guess against all of them at once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import permutations

from keypeg.core import Marks, Space
from keypeg.deduce.bit_table import BitTable, by_count, members


class CodeTable(BitTable):
    """Codes in palette order. Sets of codes are integers: bit i stands for the i-th code; see `bit_table`."""

    def __init__(self, space: Space, columns: Sequence[bytes], size: int) -> None:
        super().__init__(columns, size)
        self.space = space
        self._at_least: dict[str, list[int]] = {}

    def code(self, index: int) -> str:
        """Return the code at this index."""
        return "".join(self.space.pegs[column[index]] for column in self.columns)

    def codes(self, chosen: int) -> list[str]:
        """List the chosen codes."""
        return [self.code(index) for index in members(chosen)]

    def with_peg(self, hole: int, peg: str) -> int:
        """Return the codes with this peg in this hole, counted from 0."""
        return self.lines(hole, self.space.pegs.index(peg))

    def with_at_least(self, peg: str) -> list[int]:
        """Return, by n, the codes in which this peg occurs at least n times."""
        if peg not in self._at_least:
            found = [self.every] + [0] * self.space.holes
            for hole in range(self.space.holes):
                here = self.with_peg(hole, peg)
                for times in range(hole + 1, 0, -1):
                    found[times] |= found[times - 1] & here
            self._at_least[peg] = found
        return self._at_least[peg]

    def by_marks(self, guess: str, within: int | None = None) -> dict[Marks, int]:
        """Partition the codes by the marks that they give this guess."""
        exact, common = self._exact_and_common(guess, self.every if within is None else within)
        return {
            Marks(hits, shared - hits): both
            for hits, of_exact in enumerate(exact)
            for shared, of_common in enumerate(common)
            if (both := of_exact & of_common)
        }

    def partition(self, guess: str, within: int | None = None) -> dict[str, int]:
        """Return how many codes give this guess each mark, by the marks as text."""
        cells = self.by_marks(guess, within)
        ordered = sorted(cells, key=lambda marks: (sum(marks), marks))
        return {f"{marks.exact},{marks.near}": cells[marks].bit_count() for marks in ordered}

    def fitting(self, rows: Iterable[tuple[str, Marks]]) -> int:
        """Return the codes that fit these rows exactly."""
        left = self.every
        for guess, (exact, near) in rows:
            if exact + near > self.space.holes:
                return 0
            by_exact, by_common = self._exact_and_common(guess, left)
            left = by_exact[exact] & by_common[exact + near]
        return left

    def _exact_and_common(self, guess: str, within: int) -> tuple[list[int], list[int]]:
        """Partition codes by their number of exact pegs, and by the number of pegs in common with the guess at all."""
        exact = by_count((self.with_peg(hole, peg) for hole, peg in enumerate(guess)), within)
        common = (
            self.with_at_least(peg)[times] for peg in dict.fromkeys(guess) for times in range(1, guess.count(peg) + 1)
        )
        return exact, by_count(common, within)


@lru_cache(maxsize=8)
def table_of(space: Space) -> CodeTable:
    """Return the table of all codes of a space, which must be few enough to list."""
    colours, size = len(space.pegs), len(space)
    if space.distinct:
        return CodeTable(space, _columns(b"".join(map(bytes, permutations(range(colours), space.holes))), space), size)
    columns = []
    for hole in range(space.holes):
        run = colours ** (space.holes - hole - 1)
        columns.append(b"".join(bytes([colour]) * run for colour in range(colours)) * colours**hole)
    return CodeTable(space, columns, size)


def table_from(space: Space, codes: Sequence[str]) -> CodeTable:
    """Return the table of these codes of a space."""
    return CodeTable(space, _columns(bytes(map(space.pegs.index, "".join(codes))), space), len(codes))


def _columns(digits: bytes, space: Space) -> list[bytes]:
    return [digits[hole :: space.holes] for hole in range(space.holes)]
