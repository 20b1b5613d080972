"""Beam search: big positions guess by guess in threads, everything below them in kernels. It proves nothing."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from keypeg.atlas.tree import Tree
from keypeg.deduce.mark_ids import win_id
from keypeg.deduce.problem import Problem
from keypeg.solve import Position, start
from keypeg.solve.for_lab import CORES, Beam, Branch, Task, Workers, joined, opens_at, total_of, tree_of, workers_for

Spread = Callable[[Problem, Beam, list[Position]], list[Branch]]


def search_beam(problem: Problem, beam: Beam, opening: int | None = None, spread: Spread | None = None) -> Tree:
    """Return the best tree that a beam finds below an opening, or below the most promising ones."""
    top = start(problem)
    search = BeamSearch(workers_for(problem, beam), beam)
    win = win_id(problem.holes)
    best: Branch | None = None
    for guess in search.rank(top) if opening is None else [opening]:
        after = top.after(int(guess))
        cells = sorted((cell for mark, cell in after.items() if mark != win), key=lambda cell: -len(cell.candidates))
        found = spread(problem, beam, cells) if spread else search.together(cells)
        branches = {cell.rows[-1][1]: branch for cell, branch in zip(cells, found, strict=True)}
        branch = joined(int(guess), 0, win in after, [branches[mark] for mark in sorted(branches)])
        if best is None or total_of(branch) < total_of(best):
            best = branch
    assert best is not None
    guesses, marks, depths, wins = best
    return tree_of(guesses, marks.astype(np.uint8), depths, wins.astype(np.bool_))


@dataclass(frozen=True, slots=True)
class BeamSearch:
    """A beam search with its kernels."""

    workers: Workers
    beam: Beam

    def together(self, nodes: list[Position]) -> list[Branch]:
        """Return the branches of some positions, found in threads."""
        with ThreadPoolExecutor(CORES) as pool:
            return list(pool.map(self.branch, nodes))

    def branch(self, node: Position) -> Branch:
        """Return the best branch of the beam below a position."""
        if len(node.candidates) <= self.workers.rows:
            with self.workers.buffers() as buffers:
                self.workers.search(buffers, Task(node.candidates, opens_at(node)))
                branch = self.workers.tree_below(buffers, node.candidates)
            branch[1][0] = node.rows[-1][1]
            return branch
        win = win_id(node.problem.holes)
        found = []
        for guess in self.rank(node):
            after = node.after(int(guess))
            below = [self.branch(cell) for mark, cell in sorted(after.items()) if mark != win]
            found.append(joined(int(guess), node.rows[-1][1], win in after, below))
        return min(found, key=total_of)

    def rank(self, node: Position) -> NDArray[np.intp]:
        """Return the guesses that the beam tries at a position, most promising first."""
        beam = self.beam
        guesses = np.flatnonzero(opens_at(node))
        cells = node.cells(guesses)
        inside = node.may_be_code(guesses)
        tells = inside | ((cells > 0).sum(axis=1) > 1)
        guesses, cells, inside = guesses[tells], cells[tells], inside[tells]
        hopes = beam.estimates[cells].sum(axis=1) - beam.estimates[1] * inside
        chosen: NDArray[np.intp] = guesses[np.lexsort((guesses, hopes))[: beam.widths[len(node.candidates)]]]
        return chosen
