"""Whether kernels can run at once, or would have to be compiled first, which takes half a minute."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from keypeg.core.space import Space
from keypeg.deduce.problem import Problem

NARROW = 5
"""Up to so many holes marks fit masks of 32 bits; beyond, kernels are compiled a second time."""


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
    """Whether the kernels for this problem are compiled."""
    return _is_cached(problem.holes <= NARROW)


def warm() -> None:
    """Compile every kernel, or load it where that has been done before; `make run` and the server do this early."""
    from keypeg.solve.evaluate import evaluate
    from keypeg.solve.optimal import search_optimal
    from keypeg.solve.strategy import ENTROPY

    space = Space(3, "ROYG")
    problem = Problem(space, space)
    evaluate(problem, ENTROPY)
    search_optimal(problem)
    _is_cached.cache_clear()
