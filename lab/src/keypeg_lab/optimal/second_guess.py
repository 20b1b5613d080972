"""Try second guesses: look at the cells of two rows, set limits for them, and search them in kernels."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from threading import Event

import numpy as np
from numpy.typing import NDArray

from keypeg.deduce.mark_ids import win_id
from keypeg.deduce.problem import Problem
from keypeg.deduce.size_estimate import by_size
from keypeg.solve import Position
from keypeg.solve.for_lab import SYMMETRIC_FROM, Indices, Task, Workers, bound_of
from keypeg_lab.optimal.checkpoint import Checkpoint, Finding, RowIds
from keypeg_lab.optimal.deeper import split
from keypeg_lab.optimal.opening import Opening
from keypeg_lab.optimal.shares import Cell, refute
from keypeg_lab.optimal.two_rows import TwoRows

LEAST_DIRECT, DIRECT = 60, 300
"""The most codes after one row that a kernel solves directly, depending on the number of second guesses."""


class Stopped(Exception):
    """Raised in threads to stop the search."""


@dataclass(eq=False)
class Trial:
    """The state shared by all threads of a search: kernels, findings and a stop event. `cap` is for the whole game.

    `looked` caches the bounds proved by `look`; they are recomputed too quickly to be worth keeping on disk.
    """

    problem: Problem
    cap: int
    workers: Workers
    known: Checkpoint
    stop: Event = field(default_factory=Event)
    looked: dict[RowIds, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        codes = len(self.problem.codes)
        self.win = win_id(self.problem.holes)
        self.floor: NDArray[np.int64] = self.workers.floors[-2].astype(np.int64)
        self.hopes = [0, *(by_size(n, self.problem.holes) for n in range(1, codes + 1))]

    def cell(self, rows: RowIds, size: int, low: int | None = None) -> Cell:
        """Return a cell with its best known bound."""
        floor = int(self.floor[size]) if low is None else low
        cell = Cell(rows, size, floor, size <= min(2, self.cap - len(rows)), self.hopes[size])
        cell.raise_to(self.looked.get(rows, 0), exact=False)
        found = self.known.findings.get(rows)
        if found:
            cell.raise_to(found.value, found.exact)
        return cell

    def is_direct(self, opening: Opening, mark: int) -> bool:
        """Return True if one kernel call should solve the codes after this mark, without trying second guesses here.

        Second guesses share cells with each other and with other openings; trying them here pays if they are few.
        """
        most = min(DIRECT, LEAST_DIRECT + 2 * len(opening.seconds), self.workers.rows)
        return opening.marks[mark] <= most

    def attempt(self, opening: Opening, at: int, mark: int, limit: Callable[[], int]) -> int:
        """Return the total of second guess `at` after this mark if it is less than the limit, otherwise a bound."""
        turned, sizes = opening.turned(at), opening.sizes[at, mark]
        total = int(opening.bounds[at, mark])
        cells = []
        for other in np.flatnonzero(sizes[: self.win]).tolist():
            cell = self.cell(turned.key(mark, other), int(sizes[other]))
            total += cell.low - int(self.floor[cell.size])
            if not cell.exact:
                cells.append(cell)
        cells.sort(key=lambda cell: cell.size)
        for cell in reversed(cells):
            if total >= limit():
                return total
            total += self.look(turned.rows, cell)
        return refute(cells, total, limit, lambda cell, low: self.solve(turned.rows, cell, low))

    def findings_for(self, opening: Opening, at: int, mark: int) -> dict[RowIds, Finding]:
        """Return the findings on the cells of second guess `at` after this mark."""
        turned = opening.turned(at)
        keys = [turned.key(mark, other) for other in np.flatnonzero(opening.sizes[at, mark]).tolist()]
        return {rows: self.known.findings[rows] for rows in keys if rows in self.known.findings}

    def look(self, rows: TwoRows, cell: Cell) -> int:
        """Raise the bound of a cell by looking at it, unless that was done before; return by how much it rose."""
        if cell.rows in self.looked or cell.rows in self.known.findings:
            return 0
        codes = rows.codes(cell.rows[0][1], cell.rows[1][1])
        with self.workers.buffers() as buffers:
            bound = bound_of(self.workers.arena, buffers.book, buffers.scratch, self.workers.floors, codes)
        self.looked[cell.rows] = int(bound)
        return cell.raise_to(int(bound), exact=False)

    def solve(self, rows: TwoRows, cell: Cell, limit: int) -> int:
        """Raise the bound of a cell to the limit, or make it exact; return by how much it rose."""
        found = self.known.find(cell.rows, limit)
        if not found:
            codes = rows.codes(cell.rows[0][1], cell.rows[1][1])
            if cell.size > self.workers.rows:
                found = split(self, Position(self.problem, cell.rows, codes), limit)
            else:
                every = np.ones(len(self.workers.arena.code_of), dtype=np.uint8)
                opens = rows.opens(cell.rows[0][1], cell.rows[1][1]) if cell.size >= SYMMETRIC_FROM else every
                found = self.ask(codes, opens, limit, self.cap - 2)
            self.known.keep(cell.rows, found)
        return cell.raise_to(found.value, found.exact)

    def ask(self, codes: Indices, opens: NDArray[np.uint8], limit: int, cap: int) -> Finding:
        """Search a set in a kernel. Raise Stopped if the search is being stopped."""
        if self.stop.is_set():
            raise Stopped
        with self.workers.buffers() as buffers:
            value, finished, guess = self.workers.search(buffers, Task(codes, opens, limit, cap))
        if not finished:
            raise Stopped
        return Finding(value, value < limit, guess)
