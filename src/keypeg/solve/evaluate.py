"""Evaluate a strategy: grow its whole tree, over every code."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from time import perf_counter
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

import numpy as np

from keypeg.argument_types import checked
from keypeg.atlas.tree import Tree
from keypeg.deduce.evaluation import Evaluation
from keypeg.deduce.mark_ids import win_id
from keypeg.deduce.problem import EXACT_LIMIT, Problem
from keypeg.errors import Illegal
from keypeg.solve.compiled import is_plain
from keypeg.solve.position import Position, start
from keypeg.solve.strategy import Consistent, Strategy, Weighted
from keypeg.solve.trees import Branch, tree_of

if TYPE_CHECKING:
    from keypeg.solve._kernels.choose import Rating

R = TypeVar("R")

Progress = Callable[[int, int], None]
"""Called with the number of finished codes and the number of all codes."""


class Spread(Protocol):
    """Calls a function with each of many tuples of arguments, in threads or elsewhere; returns the results in order."""

    def __call__(self, work: Callable[..., R], items: Iterable[tuple[Any, ...]], /) -> Iterable[R]: ...


@checked
def evaluate(
    problem: Problem, strategy: Strategy, *, progress: Progress | None = None, spread: Spread | None = None
) -> Evaluation:
    """Return the exact strength of a strategy; `spread` runs the work elsewhere, as on a cluster."""
    began = perf_counter()
    tree = grow_tree(problem, strategy, progress=progress, spread=spread)
    return summary(tree, strategy.name, seconds=perf_counter() - began)


def summary(tree: Tree, by: str, *, seconds: float, proved: bool = False) -> Evaluation:
    """Return the evaluation of a tree; `proved` if no tree has a smaller total."""
    histogram = tree.histogram()
    codes = sum(histogram.values())
    total = sum(guesses * times for guesses, times in histogram.items())
    return Evaluation(by, codes, total, total / codes, max(histogram), histogram, proved, seconds)


@checked
def grow_tree(
    problem: Problem, strategy: Strategy, *, progress: Progress | None = None, spread: Spread | None = None
) -> Tree:
    """Grow the whole tree of a strategy. Raise Illegal for more than a million codes or guesses."""
    if not problem.is_exact:
        raise Illegal("space-too-large", codes=len(problem.codes), most=EXACT_LIMIT)
    if isinstance(strategy, Weighted | Consistent) and (spread or not is_plain(problem)):
        return grow_in_kernels(problem, strategy, progress, spread)
    return grow_by_asking(start(problem), strategy, progress)


def grow_in_kernels(
    problem: Problem, strategy: Weighted | Consistent, progress: Progress | None = None, spread: Spread | None = None
) -> Tree:
    """Grow the tree of a strategy that kernels implement: choose the first guess, then grow its cells in parallel."""
    from keypeg.solve._kernels.threads import in_threads

    top = start(problem)
    rating = rating_of(strategy, len(top.candidates))
    guess = choose_in_kernel(top, rating)
    after = top.after(guess)
    win = win_id(problem.holes)
    below = [node for mark, node in sorted(after.items()) if mark != win]
    by_size = sorted(range(len(below)), key=lambda at: -len(below[at].candidates))
    work = [(below[at], rating) for at in by_size]
    done = int(win in after)
    branches: dict[int, Branch] = {}
    for at, grown in zip(by_size, (spread or in_threads)(branch_below, work), strict=True):
        branches[at] = grown
        done += len(below[at].candidates)
        if progress:
            progress(done, len(top.candidates))
    parts = [(np.array([guess]), np.array([0]), np.array([-1]), np.array([win in after]))]
    parts += [branches[at] for at in range(len(below))]
    guesses, marks, depths, wins = (np.concatenate(column) for column in zip(*parts, strict=True))
    return tree_of(guesses.astype(np.int32), marks.astype(np.uint8), depths + 1, wins.astype(np.bool_))


def choose_in_kernel(node: Position, rating: Rating) -> int:
    """Return a strategy's guess at a position, chosen in a kernel."""
    from keypeg.solve._kernels.choose import choose
    from keypeg.solve._kernels.threads import pool_of

    pool = pool_of(node.problem)
    listing = node.distinct_guesses().astype(np.int32)
    with pool.worker() as worker:
        return int(choose(pool.arena, worker.book, worker.scratch, rating, node.candidates, listing))


def rating_of(strategy: Weighted | Consistent, codes: int) -> Rating:
    """Return a strategy as the numbers that kernels take, for sets of up to `codes` codes."""
    from keypeg.solve._kernels.choose import LEAST, Rating

    if isinstance(strategy, Consistent):
        return Rating(np.zeros(1, dtype=np.int64), LEAST, 0)
    return Rating(strategy.weights(codes), int(strategy.join), strategy.bonus)


def grown_branch(node: Position, strategy: Weighted) -> Branch:
    """Grow the branch of a strategy below a position, without kernels if compiling them does not pay."""
    if is_plain(node.problem):
        return branch_by_asking(node, strategy)
    return branch_below(node, rating_of(strategy, len(node.candidates)))


def branch_below(node: Position, rating: Rating) -> Branch:
    """Grow the branch of a strategy below a position in a kernel."""
    from keypeg.solve._kernels.choose import LEAST, SMALL
    from keypeg.solve._kernels.grow import grow
    from keypeg.solve._kernels.threads import pool_of

    pool = pool_of(node.problem)
    few = len(node.candidates) <= SMALL or rating.join == LEAST
    listing = np.empty(0, dtype=np.int32) if few else node.distinct_guesses().astype(np.int32)
    room = 2 * len(node.candidates)
    guesses, marks, depths, wins = (np.empty(room, dtype=np.int32) for _ in range(4))
    with pool.worker() as worker:
        order = node.candidates.copy()
        nodes = grow(pool.arena, worker.book, worker.scratch, rating, order, listing, guesses, marks, depths, wins)
    marks[0] = node.rows[-1][1] if node.rows else 0
    return guesses[:nodes], marks[:nodes], depths[:nodes], wins[:nodes]


def grow_by_asking(top: Position, strategy: Strategy, progress: Progress | None = None) -> Tree:
    """Grow the tree of any strategy, calling it once per node."""
    guesses, marks, depths, wins = branch_by_asking(top, strategy, progress)
    return tree_of(guesses, marks.astype(np.uint8), depths, wins.astype(np.bool_))


def branch_by_asking(top: Position, strategy: Strategy, progress: Progress | None = None) -> Branch:
    """Grow the branch of any strategy below a position, calling it once per node."""
    win = win_id(top.problem.holes)
    nodes: list[tuple[int, int, int, bool]] = []
    todo = [(top, top.rows[-1][1] if top.rows else 0, 0)]
    done = 0
    while todo:
        node, mark, depth = todo.pop()
        guess = strategy.choose(node)
        after = node.after(guess)
        if len(after) == 1 and win not in after:
            raise Illegal("strategy-stuck", strategy=strategy.name, guess=node.guesses.text(guess))
        nodes.append((guess, mark, depth, win in after))
        done += win in after
        if progress:
            progress(done, len(top.candidates))
        todo += [(below, m, depth + 1) for m, below in sorted(after.items(), reverse=True) if m != win]
    guesses, marks, depths, wins = (np.array(column, dtype=np.int32) for column in zip(*nodes, strict=True))
    return guesses, marks, depths, wins
