"""How long good breakers take for each code, from the engine's own trees: what a tricky codemaker goes by."""

from __future__ import annotations

from collections import Counter, defaultdict
from functools import lru_cache
from statistics import fmean

from keypeg.solve import STRATEGIES, Problem, Tree, grow_tree
from keypeg.solve.atlas import charted
from keypeg.solve.layout import layout_of
from keypeg.solve.ready import is_ready

GROWN = 10_000
"""Codes up to which a tree is grown where the atlas has none."""


@lru_cache(maxsize=8)
def hardness(problem: Problem) -> dict[str, tuple[float, int]]:
    """By code: the mean rows for codes of its pattern, then its own rows. Empty where the engine has no figures.

    The pattern comes first, because a breaker may name holes and colours as it likes.
    """
    rows = _rows_needed(problem)
    by_pattern: dict[tuple[int, ...], list[int]] = defaultdict(list)
    for code, needed in rows.items():
        by_pattern[_pattern(code)].append(needed)
    means = {pattern: fmean(needed) for pattern, needed in by_pattern.items()}
    return {code: (means[_pattern(code)], needed) for code, needed in rows.items()}


def _pattern(code: str) -> tuple[int, ...]:
    """How often its colours stand in a code, whichever they are."""
    return tuple(sorted(Counter(code).values()))


def _rows_needed(problem: Problem) -> dict[str, int]:
    tree = _tree(problem)
    if tree is None:
        return {}
    text = layout_of(problem.guesses).text
    rows: dict[str, int] = {}
    first, size, depth = 0, 1, 1
    while size:
        level = slice(first, first + size)
        codes = tree.guesses[level][tree.wins[level]]
        rows.update((text(int(code)), depth) for code in codes)
        first, size, depth = first + size, int(tree.children[level].sum()), depth + 1
    return rows


def _tree(problem: Problem) -> Tree | None:
    chart = charted(problem.shape)
    if chart is not None:
        return chart.tree
    if len(problem.codes) > GROWN or not is_ready(problem):
        return None
    return grow_tree(problem, STRATEGIES["entropy-bonus"])
