"""Optimal search: the first two guesses here, in threads, and everything below them in kernels."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock
from time import perf_counter

import numpy as np

from keypeg.atlas import charted
from keypeg.atlas.tree import Tree
from keypeg.deduce.evaluation import Evaluation
from keypeg.deduce.problem import EXACT_LIMIT, Problem
from keypeg.errors import Illegal
from keypeg.solve import start
from keypeg.solve.for_lab import NEVER, UNLIMITED, Task, opens_at, summary, tree_of, workers_for
from keypeg_lab.optimal.checkpoint import Checkpoint, Finding
from keypeg_lab.optimal.crew import Crew, Threads
from keypeg_lab.optimal.incumbent import Known, known_branches
from keypeg_lab.optimal.jobs import WHOLE, Best, Job
from keypeg_lab.optimal.opening import Opening
from keypeg_lab.optimal.read_tree import read_tree
from keypeg_lab.optimal.second_guess import Trial
from keypeg_lab.optimal.shares import Cell, targets

AT_ONCE, AT_ONCE_NODES = 1_700_000, 5_000
"""The largest product of codes and guesses for which one kernel call tries the whole problem, and its node budget."""


@dataclass(frozen=True, slots=True)
class Status:
    """The progress of a search: the best total so far, if any, the bound proved so far, and finished subproblems."""

    best: int | None
    bound: int
    finished: int


@dataclass(frozen=True, slots=True)
class Optimum:
    """A proved best tree (within the cap, if any), and its evaluation."""

    evaluation: Evaluation
    tree: Tree


def search_optimal(
    problem: Problem,
    *,
    within: int | None = None,
    checkpoint: Path | None = None,
    progress: Callable[[Status], None] | None = None,
    crew: Callable[[Trial], Crew] | None = None,
) -> Optimum:
    """Return the proved least total over all codes and a tree that reaches it; `within` caps the guesses for a code.

    With a `checkpoint` file finished subproblems survive Ctrl-C and are not searched again. A `crew` does
    the work: threads, unless another is given. If neither is given, small problems are tried as a whole first.
    """
    began = perf_counter()
    tree = None if checkpoint or crew else search_whole(problem, within, progress)
    if tree is None:
        tree = search_of(problem, within, checkpoint, progress).run(crew)
    return Optimum(summary(tree, "optimal", seconds=perf_counter() - began, proved=True), tree)


def search_whole(problem: Problem, within: int | None, progress: Callable[[Status], None] | None) -> Tree | None:
    """Return the best tree of a problem if one short call of a kernel finds it."""
    if len(problem.codes) * len(problem.guesses) > AT_ONCE:
        return None
    node, cap = start(problem), UNLIMITED if within is None else within
    workers = workers_for(problem)
    with workers.buffers() as buffers:
        task = Task(node.candidates, opens_at(node), cap=cap, budget=AT_ONCE_NODES)
        total, finished, _ = workers.search(buffers, task)
        if not finished:
            return None
        if total >= NEVER:
            raise Illegal("cap-too-small", within=cap)
        guesses, marks, depths, wins = workers.tree_below(buffers, node.candidates, cap)
    if progress:
        progress(Status(total, total, 1))
    return tree_of(guesses, marks.astype(np.uint8), depths, wins.astype(np.bool_))


def search_of(
    problem: Problem,
    within: int | None = None,
    checkpoint: Path | None = None,
    progress: Callable[[Status], None] | None = None,
) -> Search:
    """Return a search that has not started. Raise Illegal for more than a million codes or guesses."""
    if not problem.is_exact:
        raise Illegal("space-too-large", codes=len(problem.codes), most=EXACT_LIMIT)
    title = problem.shape if within is None else f"{problem.shape} within {within}"
    known = Checkpoint(title, checkpoint)
    return Search(Trial(problem, UNLIMITED if within is None else within, workers_for(problem), known), progress)


@dataclass(eq=False)
class Search:
    """A search: its openings, the best of them so far, and the bound of each."""

    trial: Trial
    progress: Callable[[Status], None] | None = None
    best: int = NEVER
    opening: Opening | None = None
    bounds: dict[int, int] = field(default_factory=dict)
    lows: dict[int, dict[int, int]] = field(default_factory=dict)
    """The bounds proved for the codes after an opening, by its guess and mark."""
    tried: list[Opening] = field(default_factory=list)
    branches: dict[int, Known] = field(default_factory=dict)
    """The incumbent branches after the first opening, by mark, which the search has to beat."""
    first: int = -1
    begin_with: Callable[[Opening, Trial], dict[int, Known]] = known_branches
    """Returns the branches of a tree that is known already, if any."""
    lock: Lock = field(default_factory=Lock)

    def run(self, crew: Callable[[Trial], Crew] | None = None) -> Tree:
        """Search to the end and return the tree."""
        self.trial.known.on_keep = self.tell
        try:
            with (crew or Threads)(self.trial) as workers:
                self.tried = self.openings()
                for opening in self.tried:
                    total = self.attempt(opening, workers)
                    self.bounds[opening.guess] = total
                    if total < self.best:
                        self.best, self.opening = total, opening
                    self.tell()
        finally:
            # Break the reference cycle, so that the buffers, a hundred megabytes, are freed at once.
            self.trial.known.on_keep = None
        if self.opening is None:
            raise Illegal("cap-too-small", within=self.trial.cap)
        return read_tree(self.trial, self.opening, self.branches if self.opening.guess == self.first else {})

    def openings(self) -> list[Opening]:
        """List the openings: the atlas's if it has a proved tree, then the others, the most promising first."""
        problem, floor = self.trial.problem, self.trial.floor
        chart = charted(problem.shape)
        found = [Opening(problem, int(guess), floor) for guess in start(problem).kinds()]
        best = chart.tree.guesses[0] if chart and chart.head.proved else None
        found.sort(key=lambda each: (each.guess != best, each.promise()))
        self.bounds = {each.guess: len(problem.codes) + sum(each.low(mark) for mark in each.marks) for each in found}
        self.first = found[0].guess
        self.branches = self.begin_with(found[0], self.trial)
        return found

    def attempt(self, opening: Opening, crew: Crew) -> int:
        """Return the total of an opening if it is less than the best, otherwise a bound."""
        cells = {
            mark: self.trial.cell(((opening.guess, mark),), n, opening.low(mark)) for mark, n in opening.marks.items()
        }
        codes = len(self.trial.problem.codes)
        if opening.guess == self.first:
            self.beat(opening, cells, crew)
        small = {mark: cell for mark, cell in cells.items() if self.trial.is_direct(opening, mark)}
        effort = 1
        while (total := codes + sum(cell.low for cell in cells.values())) < self.best:
            chosen = {mark: cell for mark, cell in (small or cells).items() if not cell.exact}
            if not chosen and not small:
                break
            limits = [cell.low + self.best - total for cell in chosen.values()]
            if not small:
                limits = targets(list(chosen.values()), self.best - total, effort)
                effort *= 2
            small = {}
            self.solve(opening, chosen, dict(zip(chosen, limits, strict=True)), crew)
        self.lows[opening.guess] = {mark: cell.low for mark, cell in cells.items()}
        return total

    def beat(self, opening: Opening, cells: dict[int, Cell], crew: Crew) -> None:
        """Search for branches better than the incumbents; incumbents that are not beaten are the best."""
        self.solve(opening, cells, {mark: known.total for mark, known in self.branches.items()}, crew)
        self.branches = {mark: known for mark, known in self.branches.items() if cells[mark].low >= known.total}
        for mark in self.branches:
            cells[mark].exact = True

    def solve(self, opening: Opening, cells: dict[int, Cell], limits: dict[int, int], crew: Crew) -> None:
        """Raise the bounds of the cells of an opening to their limits, or make them exact, all at the same time."""
        bests: dict[int, Best] = {}
        jobs: list[Job] = []
        for mark, cell in cells.items():
            limit = min(limits.get(mark, NEVER), NEVER)
            if not cell.exact and cell.low < limit:
                bests[mark] = Best(limit)
                ats = [WHOLE] if self.trial.is_direct(opening, mark) else opening.order(mark).tolist()
                jobs += [Job(opening, mark, at, bests[mark]) for at in ats]
        crew.do(jobs)
        for mark, best in bests.items():
            self.trial.known.keep(cells[mark].rows, Finding(best.value, best.guess >= 0, best.guess))
            cells[mark].raise_to(best.value, best.guess >= 0)

    def tell(self) -> None:
        """Report the progress."""
        if self.progress:
            with self.lock:
                best = None if self.best == NEVER else self.best
                bound = min(self.best, *self.bounds.values()) if self.bounds else 0
                self.progress(Status(best, bound, len(self.trial.known.findings)))
