"""Search all trees for the one with the lowest cost, where a code costs what its breaking turn costs.

This module tries first and second guesses, up to symmetry and in threads; kernels do the rest (`_turn_search`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from queue import SimpleQueue
from threading import Lock

import numpy as np
from numpy.typing import NDArray

from bench._turn_search import Costs, costs_of, glance, prepare, solve
from keypeg.cores import usable_cores
from keypeg.deduce.mark_ids import mark_count, win_id
from keypeg.deduce.problem import Problem
from keypeg.deduce.size_estimate import by_size
from keypeg.solve._kernels.arena import Arena, Book, arena_of, empty_book
from keypeg.solve._kernels.memo import Memo, empty_memo, remembered
from keypeg.solve._kernels.stack import NEVER, Stack, empty_stack
from keypeg.solve._kernels.table import Table, empty_table
from keypeg.solve.layout import Indices
from keypeg.solve.position import Position, start
from keypeg.solve.workers import SYMMETRIC_FROM
from keypeg_lab.optimal.checkpoint import RowIds
from keypeg_lab.optimal.opening import SPREAD, Opening
from keypeg_lab.optimal.shares import Cell, refute, targets
from keypeg_lab.optimal.two_rows import TwoRows

SMALL = 200
"""Sets of at most this many codes after one row are solved, instead of getting a share of what an opening misses."""

Buffers = tuple[Book, Table, Stack, Memo]


@dataclass(eq=False, slots=True)
class Branch(Cell):
    """The codes after a first guess and its mark, and the best second guess found."""

    opening: Opening
    guess: int = -1

    @property
    def mark(self) -> int:
        """The mark of the first guess."""
        return self.rows[0][1]


@dataclass(eq=False)
class BestTree:
    """A search for the cheapest tree.

    `by_turn` holds the costs of turns 1, 2, …: integers that never decrease. The last one also stands for never.
    """

    problem: Problem
    by_turn: list[int]
    threads: int = usable_cores()
    rows: int = 1
    """The number of codes in the largest set that a kernel searches."""
    known: dict[RowIds, tuple[int, bool]] = field(default_factory=dict)
    lock: Lock = field(default_factory=Lock)
    idle: SimpleQueue[Buffers] = field(default_factory=SimpleQueue)

    def __post_init__(self) -> None:
        codes, holes = len(self.problem.codes), self.problem.holes
        self.arena: Arena = arena_of(self.problem)
        self.costs: Costs = costs_of(self.by_turn, mark_count(holes) - 1, codes)
        self.win = win_id(holes)
        self.looks = self.costs.by_turn[5] > self.costs.by_turn[4]  # Otherwise a look at third guesses tells nothing.
        self.branches_most = self.costs.floor.shape[1] - 1
        self.every: NDArray[np.uint8] = np.ones(len(self.arena.code_of), dtype=np.uint8)
        self.best = NEVER
        self.branches: list[Branch] = []

    def run(self) -> int:
        """Return the lowest cost."""
        floor = self.costs.floor[3, -1]
        openings = [Opening(self.problem, int(each), floor) for each in start(self.problem).kinds()]
        self.rows = max(int(each.sizes[:, list(each.marks)].max()) for each in openings)
        openings.sort(key=lambda each: sum(n * n for n in each.marks.values()))
        for opening in openings:
            self.best = min(self.best, self.attempt(opening))
        return self.best

    def attempt(self, opening: Opening) -> int:
        """Return the cost of an opening if it is below the best so far, otherwise a lower bound that reaches it."""
        hit = int(self.costs.by_turn[1]) if self.arena.code_of[opening.guess] >= 0 else 0
        branches = [
            Branch(((opening.guess, mark),), n, self.low(opening, mark), False, self.hope(n, 2), opening)
            for mark, n in opening.marks.items()
        ]
        chosen, effort = [branch for branch in branches if branch.size <= SMALL], 1
        while (total := hit + sum(branch.low for branch in branches)) < self.best:
            todo = [branch for branch in chosen or branches if not branch.exact]
            if not todo and not chosen:
                self.branches = branches
                break
            missing = self.best - total
            limits = [branch.low + missing for branch in todo]
            if self.branches and not chosen:
                limits = targets(todo, missing, effort)
                effort *= 2
            chosen = []
            self.solve(dict(zip(todo, limits, strict=True)))
        return total

    def solve(self, limits: dict[Branch, int]) -> None:
        """Raise the bounds of branches to their limits, or make them exact."""

        def work(branch: Branch, at: int) -> None:
            value = self.second(branch, at, lambda: limits[branch])
            with self.lock:
                if value < limits[branch]:
                    limits[branch], branch.guess = value, int(branch.opening.seconds[at])

        with ThreadPoolExecutor(self.threads) as pool:
            jobs = [pool.submit(work, branch, at) for branch in limits for at in self.order(branch)]
            for job in jobs:
                job.result()
        for branch, limit in limits.items():
            branch.low, branch.exact = max(branch.low, limit), branch.guess >= 0

    def hope(self, n: int, turn: int) -> int:
        """Return the cost of n codes that is to be expected from experience."""
        cost = self.costs.by_turn
        return int(n * np.interp(turn - 1 + by_size(n, self.problem.holes) / n, np.arange(len(cost)), cost))

    def low(self, opening: Opening, mark: int) -> int:
        """Return the lower bound after this mark of an opening by cell sizes."""
        return int(max(self.bounds(opening, mark).min(), self.costs.floor[2, -1, opening.marks[mark]]))

    def bounds(self, opening: Opening, mark: int) -> NDArray[np.int64]:
        """Return the lower bound of each second guess by cell sizes; NEVER if the guess tells nothing."""
        sizes = opening.sizes[:, mark]
        tells = sizes[:, : self.win].max(axis=1) < opening.marks[mark]
        hits = sizes[:, self.win] * self.costs.by_turn[2]
        found: NDArray[np.int64] = np.where(tells, hits + opening.floor[sizes[:, : self.win]].sum(axis=1), NEVER)
        return found

    def order(self, branch: Branch) -> list[int]:
        """Return the indices of the second guesses, most promising first."""
        opening, mark, cost = branch.opening, branch.mark, self.costs.by_turn
        bounds = self.bounds(opening, mark)
        steepest = int(np.diff(cost).max())
        spread = (opening.sizes[:, mark].astype(np.float64) ** 2).sum(axis=1) * steepest / SPREAD
        found = np.argsort(bounds + spread, kind="stable")
        return [int(at) for at in found if bounds[at] < NEVER]

    def second(self, branch: Branch, at: int, limit: Callable[[], int]) -> int:
        """Return the cost of a second guess if it is below the limit, otherwise a lower bound."""
        opening, mark = branch.opening, branch.mark
        turned, sizes = opening.turned(at), opening.sizes[at, mark]
        total = int(sizes[self.win] * self.costs.by_turn[2])
        cells = []
        for other in np.flatnonzero(sizes[: self.win]).tolist():
            key, size = turned.key(mark, other), int(sizes[other])
            value, exact = self.known.get(key, (int(opening.floor[size]), False))
            cells.append(Cell(key, size, value, exact, self.hope(size, 3)))
            total += value
        cells.sort(key=lambda cell: cell.size)

        def ask(cell: Cell, below: int | None) -> int:
            value, exact = self.ask(turned.rows, cell, below)
            self.known[cell.rows] = (value, exact)
            return cell.raise_to(value, exact)

        for cell in reversed(cells):
            if total >= limit():
                return total
            if self.looks and cell.rows not in self.known:
                total += ask(cell, None)
        return refute(cells, total, limit, ask)

    def ask(self, rows: TwoRows, cell: Cell, below: int | None) -> tuple[int, bool]:
        """Return the lowest cost of the codes that fit two rows, or a lower bound, and True if it is exact.

        If `below` is None, look at the guesses without opening their cells.
        """
        one, two = cell.rows
        codes = rows.codes(one[1], two[1])
        opens = rows.opens(one[1], two[1]) if cell.size >= SYMMETRIC_FROM and below is not None else self.every
        return self.search(codes, opens, 3, below)

    def guess(self, codes: Indices, turn: int) -> int:
        """Return the best guess for more than two codes."""
        with self.buffers() as buffers:
            prepare(self.arena, *buffers[:3], codes, self.every)
            solve(self.arena, *buffers[2:0:-1], buffers[3], self.costs, len(codes), turn, NEVER, self.branches_most, 0)
            return remembered(buffers[3], codes, turn)

    def search(self, codes: Indices, opens: NDArray[np.uint8], turn: int, below: int | None) -> tuple[int, bool]:
        """Search a set of codes in a kernel."""
        with self.buffers() as (book, table, stack, memo):
            if below is None:
                value, exact = glance(self.arena, book, table, stack, memo, self.costs, codes, opens, turn)
                return int(value), bool(exact)
            prepare(self.arena, book, table, stack, codes, opens)
            value = solve(
                self.arena, stack, table, memo, self.costs, len(codes), turn, below,
                self.branches_most, 0,
            )  # fmt: skip
            return int(value), bool(value < below)

    @contextmanager
    def buffers(self) -> Iterator[Buffers]:
        """Lend a set of buffers to the calling thread."""
        if self.idle.empty():
            memo = empty_memo(len(self.problem.codes), 20)
            table, stack = empty_table(self.arena, self.rows), empty_stack(self.arena, self.rows)
            self.idle.put((empty_book(self.arena), table, stack, memo))
        found = self.idle.get()
        try:
            yield found
        finally:
            self.idle.put(found)

    def turns(self) -> dict[int, int]:
        """Count the codes of the best tree by the turn in which they are broken; 0: never, or too late to count."""
        found: Counter[int] = Counter()
        guesses = {branch.mark: branch.guess for branch in self.branches}
        for mark, node in start(self.problem).after(self.branches[0].opening.guess).items():
            if mark == self.win:
                found[1] += 1
                continue
            for other, cell in node.after(guesses[mark]).items():
                if other == self.win:
                    found[2] += 1
                else:
                    self.count(cell, 3, found)
        return {turn: times for turn, times in sorted(found.items()) if times}

    def count(self, node: Position, turn: int, found: Counter[int]) -> None:
        """Add the codes of a position to the counts by turn."""
        n = len(node.candidates)
        if n <= 2 or turn >= self.costs.last - 1:
            for later in range(n):
                counts = later < 2 and turn + later < self.costs.last
                found[turn + later if counts else 0] += 1
            return
        for mark, cell in node.after(self.guess(node.candidates, turn)).items():
            if mark == self.win:
                found[turn] += 1
            else:
                self.count(cell, turn + 1, found)
