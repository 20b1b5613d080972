"""Compile the kernels, which takes seconds, and decide when NumPy alone is faster than compiling them."""

from __future__ import annotations

from functools import lru_cache

from keypeg.core.space import Space
from keypeg.deduce.problem import Problem

NARROW = 5
"""The most holes for which a set of marks fits into a 32-bit mask; for more, kernels are compiled a second time."""

PLAIN = 10_000_000
"""The largest product of codes and guesses for which growing a tree in plain NumPy is faster than compiling kernels."""

ENOUGH = 100_000
"""More nodes than the search of a small problem opens."""


@lru_cache(maxsize=2)
def _is_compiled(narrow: bool) -> bool:
    if not narrow:
        return False
    from keypeg.solve._kernels import choose, grow
    from keypeg.solve._kernels.kernel import is_compiled

    return is_compiled(choose.choose) and is_compiled(grow.grow)


def is_ready(problem: Problem) -> bool:
    """Return True if the kernels that choose guesses and grow trees are compiled for this problem."""
    return _is_compiled(problem.holes <= NARROW)


def is_plain(problem: Problem) -> bool:
    """Return True if trees are grown without kernels: the problem is small, and its kernels are not compiled yet."""
    return len(problem.codes) * len(problem.guesses) <= PLAIN and not is_ready(problem)


def warm() -> None:
    """Compile every kernel of suggestions, or load it from the cache; `make run` and the server do this early."""
    from keypeg.solve.evaluate import grow_in_kernels
    from keypeg.solve.position import start
    from keypeg.solve.set_search import search_set
    from keypeg.solve.strategy import ENTROPY

    space = Space(2, "ROYGBPWNCD")  # Large enough to have both sets that are split and sets that are solved at once.
    problem = Problem(space, space)
    grow_in_kernels(problem, ENTROPY)
    searched = search_set(start(problem), None, ENOUGH)
    assert searched is not None, "its tables fit"
    assert searched.best is not None, "so that the kernel that replays the tree is compiled too"
    _is_compiled.cache_clear()
