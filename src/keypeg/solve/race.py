"""Predict when good play breaks a code, and find the best guess in a race.

In a race, breaking the code with the n-th guess from here is worth the n-th of some values, and nothing after the last.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import accumulate

import numpy as np
from numpy.typing import NDArray

from keypeg.atlas.guide import guide
from keypeg.atlas.tree import Tree
from keypeg.core.marks import Marks, mark
from keypeg.deduce.mark_ids import id_of, mark_count, win_id
from keypeg.deduce.problem import Problem
from keypeg.solve.evaluate import branch_below, rating_of
from keypeg.solve.position import Position, position
from keypeg.solve.ranked_guesses import cell_sizes
from keypeg.solve.small_sets import settle
from keypeg.solve.strategy import ENTROPY_BONUS
from keypeg.solve.trees import tree_of

Values = tuple[float, ...]

TRIED = (16, 6, 3)
"""The number of guesses tried at the first step, at the second, and at every later one."""

MOST_TRIED, WORK = 200, 25_000_000
"""The first step tries up to `MOST_TRIED` guesses while these, times candidates times guesses, stay within `WORK`."""


def outlook(node: Position) -> Mapping[int, int]:
    """Count the codes broken by the n-th guess from here, by n: from the atlas, or by playing out a strategy."""
    found = guide(node.problem, node.texts) or settle(node)
    return found.broken if found else _strategy_below(node).histogram()


def guesses_needed(problem: Problem, rows: Sequence[tuple[str, Marks]], code: str) -> int | None:
    """Return how many more guesses good play needs for this code; None if it does not fit the rows."""
    if any(mark(code, guess) != marks for guess, marks in rows):
        return None
    placed = list(rows)
    while (found := guide(problem, placed)) is not None:
        placed.append((found.guess, mark(code, found.guess)))
        if found.guess == code:
            return len(placed) - len(rows)
    node = position(problem, placed)
    tree, at, needed = _strategy_below(node), 0, 1
    while (marks := mark(code, node.guesses.text(tree.guesses[at]))) != (problem.holes, 0):
        below = tree.child(at, id_of(marks, problem.holes))
        assert below is not None, "a tree of all codes that fit has a branch for this one"
        at, needed = below, needed + 1
    return len(placed) - len(rows) + needed


def _strategy_below(node: Position) -> Tree:
    guesses, marks, depths, wins = branch_below(node, rating_of(ENTROPY_BONUS, len(node.candidates)))
    return tree_of(guesses, marks.astype(np.uint8), depths, wins.astype(np.bool_))


def best_in_race(node: Position, values: Values, step: int = 0) -> tuple[int, float]:
    """Return the best guess that a narrow search finds, and its worth: the sum of the values of all codes."""
    n, holes = len(node.candidates), node.problem.holes
    inside = node.guess_of(node.candidates).astype(np.intp)
    if n <= 2 or len(values) < 2:
        return int(inside[0]), sum(values[:n])
    cells = node.cells(inside)
    parts = (cells > 0).sum(axis=1)
    if parts.max() == n:
        # A candidate that tells all others apart: nothing is worth more.
        return int(inside[parts.argmax()]), values[0] + (n - 1) * values[1]
    outside = np.setdiff1d(node.distinct_guesses(), inside)
    guesses, cells = np.append(inside, outside), np.concatenate([cells, cell_sizes(node, outside)])
    cells[:, win_id(holes)] = 0
    at_once = values[0] * (np.arange(len(guesses)) < n)
    bounds, estimates = _by_size(values[1:], mark_count(holes), n)
    most, likely = (table[cells].sum(axis=1) + at_once for table in (bounds, estimates))
    best, worth = int(guesses[most.argmax()]), float(most.max())
    if len(values) == 2:
        return best, worth
    worth = -1.0
    tried = TRIED[min(step, len(TRIED) - 1)]
    if step == 0:
        tried = max(tried, min(MOST_TRIED, WORK // (n * len(guesses))))
    for at in np.argsort(-likely, kind="stable")[:tried]:
        left = float(most[at])
        for found, cell in node.after(int(guesses[at])).items():
            if left <= worth:
                break
            if found != win_id(holes):
                same = len(cell.candidates) == n
                left += (0.0 if same else best_in_race(cell, values[1:], step + 1)[1]) - bounds[len(cell.candidates)]
        if left > worth:
            best, worth = int(guesses[at]), left
    return best, worth


@lru_cache(maxsize=256)
def _by_size(values: Values, marks: int, n: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return two arrays by cell size: an upper bound on the worth of a cell, and an estimate of it."""
    sizes = np.arange(n + 1, dtype=np.float64)
    reach = list(accumulate(float((marks - 1) ** step) for step in range(len(values))))
    most = [np.minimum(sizes, each) for each in reach]
    likely = [np.minimum(sizes, 1), *(1 + each * -np.expm1((1 - sizes) / each) for each in reach[1:])]
    likely = [np.where(sizes > 1, each, np.minimum(sizes, 1)) for each in likely]
    worth = np.array(values)
    bounds, estimates = (worth @ np.diff(np.stack([np.zeros(n + 1), *each]), axis=0) for each in (most, likely))
    return bounds, estimates
