"""Evaluate and search on a Dask cluster, by cells and second guesses. Needs `keypeg[cluster]`."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from time import perf_counter
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from keypeg.atlas.tree import Tree
from keypeg.deduce.mark_ids import win_id
from keypeg.deduce.problem import Problem
from keypeg.errors import Illegal, Unknown
from keypeg.solve._kernels.stack import NEVER
from keypeg.solve.evaluate import summary
from keypeg.solve.optimal.beam import Beam
from keypeg.solve.optimal.checkpoint import Checkpoint
from keypeg.solve.optimal.search import Best, Optimum, Search
from keypeg.solve.optimal.workers import UNLIMITED, workers_for
from keypeg.solve.position import Position, start
from keypeg.solve.trees import Branch, tree_of

if TYPE_CHECKING:
    from distributed import Client

R = TypeVar("R")

SPLIT = 400
"""Cells with more codes are spread over the cluster guess by guess."""


@contextmanager
def connected(address: str, timeout: int = 10) -> Iterator[Cluster]:
    """Connect to the cluster at this address for the block; it has `timeout` seconds to answer."""
    try:
        from distributed import Client
    except ImportError as error:
        raise Illegal("cluster-missing") from error
    try:
        client = Client(address, timeout=timeout, set_as_default=False)
    except (OSError, ValueError) as error:
        raise Unknown("cluster-unreachable", address=address) from error
    with client:
        yield Cluster(client)


@dataclass(frozen=True, slots=True)
class Cluster:
    """A connected cluster. `spread` is what `evaluate` takes."""

    client: Client

    def spread(self, work: Callable[..., R], items: Iterable[tuple[Any, ...]], /) -> Iterator[R]:
        """Call `work` with each of the items on the workers; yield the results in their order."""
        futures = [self.client.submit(work, *item, pure=False) for item in items]
        for future in futures:
            yield future.result()

    def search_optimal(self, problem: Problem, *, within: int | None = None) -> Optimum:
        """Run `optimal.search_optimal` on the cluster."""
        began = perf_counter()
        tree = _Spread(self, Terms(problem, UNLIMITED if within is None else within, None)).run()
        return Optimum(summary(tree, "optimal", seconds=perf_counter() - began, proved=True), tree)

    def search_beam(self, problem: Problem, beam: Beam) -> Tree:
        """Run `optimal.search_beam` on the cluster."""
        return _Spread(self, Terms(problem, UNLIMITED, beam)).run()


@dataclass(frozen=True, slots=True)
class Terms:
    """The parameters of a search, as sent to a worker."""

    problem: Problem
    cap: int
    beam: Beam | None


_under_way: dict[bytes, Search] = {}
"""On a worker: the current search, so that its memo and findings last from task to task."""


def _search(terms: Terms) -> Search:
    key = pickle.dumps(terms)
    if key not in _under_way:
        _under_way.clear()
        budget = 2**60 if terms.beam else 4000
        known = Checkpoint(terms.problem.shape)
        _under_way[key] = Search(
            terms.problem, terms.cap, workers_for(terms.problem, terms.beam), known, None, 1, budget
        )
    return _under_way[key]


def solve_there(terms: Terms, node: Position, limit: int) -> tuple[int, Branch | None]:
    """On a worker: return V of a position with its tree if it is less than the limit, otherwise a bound."""
    search = _search(terms)
    finding = search.solve(node, limit)
    return finding.value, search.read(node) if finding.exact else None


def attempt_there(terms: Terms, node: Position, guess: int, limit: int) -> int:
    """On a worker: return the total of a guess if it is less than the limit, otherwise a bound."""
    return _search(terms).attempt(node, guess, Best(limit))


@dataclass(frozen=True, slots=True)
class _Spread:
    """One search on a cluster."""

    cluster: Cluster
    terms: Terms

    def run(self) -> Tree:
        search = _search(self.terms)
        top = start(self.terms.problem)
        best, best_guess, best_branches = NEVER, -1, dict[int, Branch]()
        for guess, bound in zip(*search.rank(top), strict=True):
            if bound < best:
                total, branches = self.opening(search, top, int(guess), best)
                if total < best:
                    best, best_guess, best_branches = total, int(guess), branches
        if best_guess < 0:
            raise Illegal("cap-too-small", within=self.terms.cap)
        win = win_id(self.terms.problem.holes)
        root = tuple(np.array([x], dtype=np.int32) for x in (best_guess, 0, 0, win in top.after(best_guess)))
        below = [(g, m, d + 1, w) for _, (g, m, d, w) in sorted(best_branches.items())]
        guesses, marks, depths, wins = (np.concatenate(column) for column in zip(root, *below, strict=True))
        return tree_of(guesses, marks.astype(np.uint8), depths, wins.astype(np.bool_))

    def opening(self, search: Search, top: Position, guess: int, best: int) -> tuple[int, dict[int, Branch]]:
        """Return the total of a first guess with the trees below it by mark, or a bound that reaches `best`."""
        cells, lows, total = search.cells(top, guess)
        small = [at for at, cell in enumerate(cells) if len(cell.candidates) <= SPLIT]
        work = [(self.terms, cells[at], best - total + lows[at]) for at in small]
        found = dict(zip(small, self.cluster.spread(solve_there, work), strict=True))
        total += sum(max(found[at][0], lows[at]) - lows[at] for at in small)
        for at, cell in enumerate(cells):
            if at not in found and total < best:
                found[at] = self.split(search, cell, best - total + lows[at])
                total += max(found[at][0], lows[at]) - lows[at]
        branches = {cells[at].rows[-1][1]: branch for at, (_, branch) in found.items() if branch is not None}
        return total, branches

    def split(self, search: Search, node: Position, limit: int) -> tuple[int, Branch | None]:
        """Solve a big cell: spread its guesses over the workers, most promising first, in waves."""
        best, best_guess = limit, -1
        order, bounds = search.rank(node)
        wave = max(1, sum(self.cluster.client.nthreads().values()))
        for lo in range(0, len(order), wave):
            tried = [int(g) for g, b in zip(order[lo : lo + wave], bounds[lo : lo + wave], strict=True) if b < best]
            totals = list(self.cluster.spread(attempt_there, [(self.terms, node, guess, best) for guess in tried]))
            for guess, total in zip(tried, totals, strict=True):
                if total < best:
                    best, best_guess = total, guess
        if best_guess < 0:
            return best, None
        cells, _, _ = search.cells(node, best_guess)
        solved = list(self.cluster.spread(solve_there, [(self.terms, cell, NEVER) for cell in cells]))
        by_mark = sorted(
            ((cell.rows[-1][1], branch) for cell, (_, branch) in zip(cells, solved, strict=True)),
            key=lambda pair: pair[0],
        )
        win = win_id(self.terms.problem.holes) in node.after(best_guess)
        root = tuple(np.array([x], dtype=np.int32) for x in (best_guess, node.rows[-1][1], 0, win))
        below = [(b[0], b[1], b[2] + 1, b[3]) for _, b in by_mark if b is not None]
        guesses, marks, depths, wins = (np.concatenate(column) for column in zip(root, *below, strict=True))
        return best, (guesses, marks, depths, wins)
