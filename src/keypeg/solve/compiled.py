"""Compile the kernels, which takes half a minute, and check whether that has been done."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from keypeg.core.space import Space
from keypeg.deduce.problem import Problem

NARROW = 5
"""The most holes whose marks fit masks of 32 bits; for more, kernels are compiled a second time."""


@lru_cache(maxsize=2)
def _is_cached(narrow: bool) -> bool:
    if not narrow:
        return False
    from keypeg.solve._kernels import grow, replay, search

    found = [
        any(Path(str(function.stats.cache_path)).glob(f"{name}.{name}-*.nbi"))
        for name, function in (("grow", grow.grow), ("replay", replay.replay), ("search", search.search))
    ]
    return all(found)


def is_ready(problem: Problem) -> bool:
    """Return True if the kernels for this problem are compiled."""
    return _is_cached(problem.holes <= NARROW)


def warm() -> None:
    """Compile every kernel, or load it from the cache; `make run` and the server do this early."""
    from keypeg.solve.evaluate import evaluate
    from keypeg.solve.optimal import search_optimal
    from keypeg.solve.strategy import ENTROPY

    space = Space(3, "ROYG")
    problem = Problem(space, space)
    evaluate(problem, ENTROPY)
    search_optimal(problem)
    _is_cached.cache_clear()
