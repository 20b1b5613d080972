"""Estimate how many rows good breakers need for each code, so that a tricky codemaker can hide hard ones."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import lru_cache
from statistics import fmean

from keypeg.atlas import Tree, charted
from keypeg.deduce.code_table import table_of
from keypeg.deduce.late_import import has_numpy, late_import
from keypeg.deduce.problem import Problem

GROWN = 10_000
"""The most codes for which an expert's tree is grown."""


@lru_cache(maxsize=8)
def hardness(problem: Problem) -> dict[str, tuple[float, int]]:
    """Return, by code, the mean rows for codes of its pattern, then its own rows, each summed over all trees.

    The pattern comes first, because a breaker may rename holes and colours at will. Empty if there is no tree.
    """
    rows: Counter[str] = Counter()
    for tree in _trees(problem):
        rows.update(_rows_needed(problem, tree))
    by_pattern: dict[tuple[int, ...], list[int]] = defaultdict(list)
    for code, needed in rows.items():
        by_pattern[_pattern(code)].append(needed)
    means = {pattern: fmean(needed) for pattern, needed in by_pattern.items()}
    return {code: (means[_pattern(code)], needed) for code, needed in rows.items()}


def _pattern(code: str) -> tuple[int, ...]:
    """Return how often each colour of a code occurs, sorted, without the colours."""
    return tuple(sorted(Counter(code).values()))


def _rows_needed(problem: Problem, tree: Tree) -> dict[str, int]:
    text = table_of(problem.guesses).code
    rows: dict[str, int] = {}
    level, depth = range(1), 1
    while level:
        rows.update((text(tree.guesses[node]), depth) for node in level if tree.wins[node])
        level, depth = range(tree.first_child[level.start], tree.first_child[level.stop]), depth + 1
    return rows


def _trees(problem: Problem) -> Iterator[Tree]:
    """Yield the trees that the best player and an expert follow: they differ in which codes take them long."""
    chart = charted(problem.shape)
    if chart is not None:
        yield chart.tree
    if len(problem.codes) <= GROWN and has_numpy():
        grown: Tree = late_import("keypeg.players.search.best_guess:tree_of_expert")(problem)
        yield grown
