"""How long good breakers take for each code, from the engine's own trees: what a tricky codemaker goes by."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import lru_cache
from statistics import fmean

from keypeg.players.search.best_guess import ONE_STEP
from keypeg.solve import STRATEGIES, Problem, Tree, grow_tree
from keypeg.solve.atlas import charted
from keypeg.solve.compiled import is_ready
from keypeg.solve.layout import layout_of

GROWN = 10_000
"""Codes up to which the tree of an expert is grown."""


@lru_cache(maxsize=8)
def hardness(problem: Problem) -> dict[str, tuple[float, int]]:
    """By code: the mean rows for codes of its pattern, then its own rows, each added up over all trees there are.

    The pattern comes first, because a breaker may name holes and colours as it likes. Empty where there is no tree.
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
    """How often its colours stand in a code, whichever they are."""
    return tuple(sorted(Counter(code).values()))


def _rows_needed(problem: Problem, tree: Tree) -> dict[str, int]:
    text = layout_of(problem.guesses).text
    rows: dict[str, int] = {}
    first, size, depth = 0, 1, 1
    while size:
        level = slice(first, first + size)
        codes = tree.guesses[level][tree.wins[level]]
        rows.update((text(int(code)), depth) for code in codes)
        first, size, depth = first + size, int(tree.children[level].sum()), depth + 1
    return rows


def _trees(problem: Problem) -> Iterator[Tree]:
    """What the best player goes by, and what an expert does: they differ in which codes take them long."""
    chart = charted(problem.shape)
    if chart is not None:
        yield chart.tree
    if len(problem.codes) <= GROWN and is_ready(problem):
        yield grow_tree(problem, STRATEGIES[ONE_STEP])
