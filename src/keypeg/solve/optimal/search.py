"""Optimal search: big positions guess by guess in threads, everything below them in kernels with a budget of nodes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event, Lock, Thread, current_thread
from time import perf_counter

import numpy as np
from numpy.typing import NDArray

from keypeg.atlas.tree import Tree
from keypeg.deduce.mark_ids import win_id
from keypeg.deduce.problem import EXACT_LIMIT, Problem
from keypeg.errors import Illegal
from keypeg.solve._kernels.stack import NEVER
from keypeg.solve._kernels.threads import CORES
from keypeg.solve.evaluate import Evaluation, summary
from keypeg.solve.optimal.beam import Beam
from keypeg.solve.optimal.checkpoint import Checkpoint, Finding
from keypeg.solve.optimal.workers import UNLIMITED, Task, Workers, opens_at, workers_for
from keypeg.solve.position import Position, start
from keypeg.solve.trees import Branch, tree_of

BUDGET = 4000
"""Nodes that a kernel opens before its position is split: a second or two."""


@dataclass(frozen=True, slots=True)
class Status:
    """Progress of a search: the best total so far, if any, the bound proved so far, and subproblems finished."""

    best: int | None
    bound: int
    finished: int


@dataclass(frozen=True, slots=True)
class Optimum:
    """A proved best tree (within the cap, if any), and its evaluation."""

    evaluation: Evaluation
    tree: Tree


class Stopped(Exception):
    """Raised in threads to stop the search."""


def search_optimal(
    problem: Problem,
    *,
    within: int | None = None,
    checkpoint: Path | None = None,
    progress: Callable[[Status], None] | None = None,
    budget: int = BUDGET,
) -> Optimum:
    """Return the proved least total over all codes and a tree that reaches it; `within` caps the guesses for a code.

    With a `checkpoint` file finished subproblems survive Ctrl-C and are not searched again.
    """
    if not problem.is_exact:
        raise Illegal("space-too-large", codes=len(problem.codes), most=EXACT_LIMIT)
    began = perf_counter()
    cap = UNLIMITED if within is None else within
    title = problem.shape if within is None else f"{problem.shape} within {within}"
    search = Search(problem, cap, workers_for(problem), Checkpoint(title, checkpoint), progress, CORES, budget)
    tree = search.run()
    return Optimum(summary(tree, "optimal", seconds=perf_counter() - began, proved=True), tree)


@dataclass(eq=False)
class Search:
    """A running search."""

    problem: Problem
    cap: int
    workers: Workers
    known: Checkpoint
    progress: Callable[[Status], None] | None
    threads: int
    budget: int
    stop: Event = field(default_factory=Event)
    lock: Lock = field(default_factory=Lock)
    status: Status = Status(None, 0, 0)

    def run(self) -> Tree:
        """Search to the end and return the tree; on Ctrl-C stop the running kernels first."""
        top = start(self.problem)
        threads: list[Thread] = []
        pool = ThreadPoolExecutor(self.threads, initializer=lambda: threads.append(current_thread()))
        try:
            finding = self.solve(top, NEVER, pool)
        except BaseException:
            self.stop.set()
            raise
        finally:
            pool.shutdown(wait=False, cancel_futures=True)
            self.join(threads)
        if finding.guess < 0:
            raise Illegal("cap-too-small", within=self.cap)
        guesses, marks, depths, wins = self.read(top)
        return tree_of(guesses, marks.astype(np.uint8), depths, wins.astype(np.bool_))

    def join(self, threads: Sequence[Thread]) -> None:
        """Wait for threads to end."""
        for thread in threads:
            while thread.is_alive():
                if self.stop.is_set():
                    self.workers.halt()  # repeatedly: a kernel that is only just starting would miss it
                thread.join(0.02)

    def solve(self, node: Position, limit: int, pool: ThreadPoolExecutor | None = None) -> Finding:
        """Return V of a position if it is less than `limit`, otherwise a bound; uses the threads of a pool, if any."""
        found = self.known.find(node.rows, limit)
        if found:
            return found
        if pool is None or node.rows:
            ask = (node, limit, self.budget)
            # Ctrl-C reaches the thread that owns the pool, which must not run a kernel itself.
            value, finished, guess = pool.submit(self.ask_kernel, *ask).result() if pool else self.ask_kernel(*ask)
            if finished:
                return self.keep(node, Finding(value, value < limit, guess))
        return self.keep(node, self.split(node, limit, pool))

    def ask_kernel(self, node: Position, limit: int, budget: int) -> tuple[int, bool, int]:
        """Return the kernel's answer within a budget; unfinished for a set that is too big for its tables."""
        if self.stop.is_set():
            raise Stopped
        if len(node.candidates) > self.workers.rows:
            return 0, False, -1
        with self.workers.buffers() as buffers:
            task = Task(node.candidates, opens_at(node), limit, self.left(node), budget)
            found = self.workers.search(buffers, task)
        if self.stop.is_set():
            raise Stopped
        return found

    def split(self, node: Position, limit: int, pool: ThreadPoolExecutor | None) -> Finding:
        """Try the guesses of a position one after another, or as many at a time as there are threads."""
        order, bounds = self.rank(node)
        best = Best(limit)
        if pool is None:
            for guess, bound in zip(order, bounds, strict=True):
                if bound < best.value:
                    best.offer(self.attempt(node, int(guess), best), int(guess))
        elif not node.rows:
            # Try the first guesses one by one, each with all threads: it has many cells, and the next needs its total.
            for guess, bound in zip(order, bounds, strict=True):
                self.tell(bound=min(int(bound), best.value))
                if bound < best.value:
                    best.offer(self.attempt_together(node, int(guess), best, pool), int(guess))
                    self.tell(best=best.value)
            self.tell(bound=best.value)
        else:
            work = [
                pool.submit(self.attempt_if, node, int(g), int(b), best) for g, b in zip(order, bounds, strict=True)
            ]
            for job in work:
                job.result()
        return Finding(best.value, best.guess >= 0, best.guess)

    def attempt_if(self, node: Position, guess: int, bound: int, best: Best) -> None:
        """Try a guess unless its bound has become too high while it waited."""
        if bound < best.value:
            best.offer(self.attempt(node, guess, best), guess)

    def attempt(self, node: Position, guess: int, best: Best) -> int:
        """Return the total of a guess if it is less than the best, otherwise a bound."""
        cells, lows, total = self.cells(node, guess)
        for glancing in (True, False):
            for at, cell in enumerate(cells):
                if total >= best.value:
                    return total
                limit = best.value - total + lows[at]
                value = self.ask_kernel(cell, limit, 0)[0] if glancing else self.solve(cell, limit).value
                value = max(value, lows[at])
                total += value - lows[at]
                lows[at] = value
        return total

    def attempt_together(self, node: Position, guess: int, best: Best, pool: ThreadPoolExecutor) -> int:
        """Try a guess with all threads: first, in parallel, the cells that a kernel finishes, then the others."""
        cells, lows, total = self.cells(node, guess)
        sums = Sum(total)

        def quick(at: int) -> bool:
            limit = best.value - sums.value + lows[at]
            if limit <= lows[at]:
                return True
            found = self.known.find(cells[at].rows, limit)
            if not found:
                value, finished, reply = self.ask_kernel(cells[at], limit, self.budget)
                if not finished:
                    return False
                found = self.keep(cells[at], Finding(value, value < limit, reply))
            sums.add(found.value - lows[at])
            return True

        done = list(pool.map(quick, range(len(cells))))
        for at, cell in enumerate(cells):
            if not done[at] and sums.value < best.value:
                value = self.solve(cell, best.value - sums.value + lows[at], pool).value
                sums.add(max(value, lows[at]) - lows[at])
        return sums.value

    def cells(self, node: Position, guess: int) -> tuple[list[Position], list[int], int]:
        """Return the cells of a guess, smallest first and without the win, their bounds by size, and their total."""
        win = win_id(self.problem.holes)
        cells = sorted((c for m, c in node.after(guess).items() if m != win), key=lambda c: len(c.candidates))
        lows = [int(self.workers.floors[-2, len(cell.candidates)]) for cell in cells]
        return cells, lows, len(node.candidates) + sum(lows)

    def rank(self, node: Position) -> tuple[NDArray[np.intp], NDArray[np.int64]]:
        """Return the guesses of a position, most promising first, and their bounds; in a beam only the first few."""
        beam = self.workers.beam
        guesses = np.flatnonzero(opens_at(node))
        if beam and beam.opening is not None and not node.rows:
            guesses = np.array([beam.opening])
        cells = node.cells(guesses)
        inside = node.may_be_code(guesses)
        bounds = len(node.candidates) + self.workers.floors[-2][cells].sum(axis=1) - inside
        alive = inside | ((cells > 0).sum(axis=1) > 1)
        guesses, bounds, spread = guesses[alive], bounds[alive], (cells[alive] ** 2).sum(axis=1)
        order = np.lexsort((guesses, spread, bounds))
        if beam:
            hopes = beam.estimates[cells[alive]].sum(axis=1) - beam.estimates[1] * inside[alive]
            order = np.lexsort((guesses, hopes))[: beam.widths[len(node.candidates)]]
        return guesses[order], bounds[order]

    def left(self, node: Position) -> int:
        return self.cap - len(node.rows)

    def keep(self, node: Position, finding: Finding) -> Finding:
        self.known.keep(node.rows, finding)
        self.tell()
        return finding

    def tell(self, best: int | None = None, bound: int = 0) -> None:
        with self.lock:
            old = self.status
            self.status = Status(old.best if best is None else best, max(old.bound, bound), len(self.known.findings))
            if self.progress:
                self.progress(self.status)

    def read(self, node: Position) -> Branch:
        """Return the tree below a solved position, in preorder."""
        found = self.known.findings.get(node.rows)
        if not (found and found.exact and found.guess >= 0):
            with self.workers.buffers() as buffers:
                branch = self.workers.tree_below(buffers, node.candidates, self.left(node))
            branch[1][0] = node.rows[-1][1]
            return branch
        after = node.after(found.guess)
        win = win_id(self.problem.holes)
        mark = node.rows[-1][1] if node.rows else 0
        parts = [tuple(np.array([x], dtype=np.int32) for x in (found.guess, mark, 0, win in after))]
        for identity, cell in sorted(after.items()):
            if identity != win:
                guesses, marks, depths, wins = self.read(cell)
                parts.append((guesses, marks, depths + 1, wins))
        guesses, marks, depths, wins = (np.concatenate(column) for column in zip(*parts, strict=True))
        return guesses, marks, depths, wins


@dataclass(eq=False)
class Best:
    """The best total so far of the guesses at a position, shared by threads."""

    value: int
    guess: int = -1
    lock: Lock = field(default_factory=Lock)

    def offer(self, total: int, guess: int) -> None:
        with self.lock:
            if total < self.value:
                self.value, self.guess = total, guess


@dataclass(eq=False)
class Sum:
    """A sum that threads add to."""

    value: int
    lock: Lock = field(default_factory=Lock)

    def add(self, amount: int) -> None:
        with self.lock:
            self.value += amount


def search_beam(problem: Problem, beam: Beam, threads: int = CORES) -> Tree:
    """Return the best tree that a beam finds; it proves nothing."""
    return Search(problem, UNLIMITED, workers_for(problem, beam), Checkpoint(""), None, threads, 2**60).run()
