"""Divide the amount still missing to refute a guess among its cells, as limits for their searches.

A guess is refuted once the bounds of its cells add up to the total of a better one. Raising every bound by a share is
much less work than solving the biggest cells, so small cells are solved and the others get limits.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from keypeg_lab.optimal.checkpoint import RowIds

SOLVED = 24
"""Cells of up to this many codes are solved rather than given a share."""

MORE = 1.2
"""A factor on every share: searching a cell again costs more than raising its bound slightly too far."""


@dataclass(eq=False, slots=True)
class Cell:
    """The codes that fit some rows: their number, a bound on their total, whether it is exact, and the usual total."""

    rows: RowIds
    size: int
    low: int
    exact: bool
    hope: int

    @property
    def gap(self) -> int:
        """How much the bound can probably be raised."""
        return max(self.hope - self.low, 1)

    def raise_to(self, value: int, exact: bool) -> int:
        """Take a better bound; return by how much it is better."""
        more = max(value - self.low, 0)
        self.low += more
        self.exact = self.exact or exact
        return more


def refute(cells: Sequence[Cell], total: int, limit: Callable[[], int], solve: Callable[[Cell, int], int]) -> int:
    """Return the total of a guess if it is less than the limit, otherwise a bound that reaches the limit.

    `cells` come smallest first, and `total` includes their bounds; `solve(cell, limit)` raises a cell's bound to the
    limit, or makes it exact, and returns by how much it rose.
    """
    todo = deque(cell for cell in cells if not cell.exact)
    while todo and total < limit():
        cell = todo.popleft()
        missing = limit() - total
        gaps = cell.gap + sum(other.gap for other in todo)
        share = missing
        if todo and cell.size > SOLVED and gaps > missing:
            share = min(missing, int(MORE * missing * cell.gap / gaps) + 1)
        total += solve(cell, cell.low + share)
        if not cell.exact:
            todo.append(cell)
    return total


def targets(cells: Sequence[Cell], missing: int, effort: int) -> list[int]:
    """Return limits for cells searched at the same time: their shares of the missing amount, times `effort`."""
    gaps = sum(cell.gap for cell in cells)
    return [cell.low + min(missing, -(-missing * effort * cell.gap // gaps)) for cell in cells]
