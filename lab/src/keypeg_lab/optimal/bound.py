"""Prove a lower bound on the total, three guesses deep, for problems too big to search to the end."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from keypeg.deduce.mark_ids import mark_count, win_id
from keypeg.deduce.problem import Problem
from keypeg.solve import Position, start
from keypeg.solve.for_lab import KernelPool, bound_of, floors, histograms, in_threads, pool_of

Floors = np.ndarray[tuple[int, int], np.dtype[np.int32]]


def lower_bound(problem: Problem, progress: Callable[[str, int], None] | None = None) -> int:
    """Return a total that no strategy beats. `progress` is called with every opening and the bound proved for it."""
    prover = Prover(problem)
    top = start(problem)
    best: int | None = None
    for guess, quick in prover.ranked(top):
        if best is not None and quick >= best:
            break
        bound = prover.deepened(top, guess, best)
        if progress:
            progress(top.guesses.text(guess), bound)
        best = bound if best is None else min(best, bound)
    assert best is not None
    return best


class Prover:
    """Proves bounds for positions of one problem."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self.pool: KernelPool = pool_of(problem)
        self.win = win_id(problem.holes)
        self.floors: Floors = floors(mark_count(problem.holes), len(problem.codes))

    def deepened(self, node: Position, guess: int, enough: int | None) -> int:
        """Return a lower bound on the total of a guess, two guesses deep in every cell. Stop once it is `enough`."""
        cells = [cell for mark, cell in node.after(guess).items() if mark != self.win]
        cells.sort(key=lambda cell: len(cell.candidates))
        total = len(node.candidates) + sum(int(self.floors[-2, len(cell.candidates)]) for cell in cells)
        for cell, value in zip(cells, in_threads(self.cell, [(cell,) for cell in cells]), strict=True):
            total += value - int(self.floors[-2, len(cell.candidates)])
            if enough is not None and total >= enough:
                break
        return total

    def cell(self, node: Position) -> int:
        """Return a lower bound for a position: the least, over all guesses, of the sum of their cells' bounds."""
        n = len(node.candidates)
        if n <= 2:
            return 2 * n - 1
        best: int | None = None
        for guess, quick in self.ranked(node):
            if best is not None and quick >= best:
                break
            total = n
            for mark, cell in sorted(node.after(guess).items(), key=lambda item: len(item[1].candidates)):
                if mark != self.win:
                    total += self.glance(cell)
            best = total if best is None else min(best, total)
        assert best is not None
        return best

    def glance(self, node: Position) -> int:
        """Return a lower bound for a position from one look at every guess."""
        with self.pool.worker() as worker:
            return int(bound_of(self.pool.arena, worker.book, worker.scratch, self.floors, node.candidates))

    def ranked(self, node: Position) -> list[tuple[int, int]]:
        """List the guesses of a position with the bound that the sizes of their cells give, least first."""
        layout = node.guesses
        guesses = node.kinds()
        cells = np.empty((len(guesses), self.win + 1), dtype=np.int64)
        rows, counts = node.codes.rows[:, node.candidates], node.codes.counts[:, node.candidates]
        histograms(rows, counts, layout.digits[guesses], layout.needs[guesses], cells)
        bounds = len(node.candidates) + self.floors[-2][cells].sum(axis=1) - cells[:, self.win]
        useful = (cells.max(axis=1) < len(node.candidates)) | (cells[:, self.win] > 0)
        pairs = zip(guesses[useful].tolist(), bounds[useful].tolist(), strict=True)
        return sorted(pairs, key=lambda pair: pair[1])
