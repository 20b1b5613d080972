"""Find and prove the least total that any strategy reaches."""

from keypeg.core import Space
from keypeg.solve import Problem
from keypeg_lab.optimal.search import Optimum, Status, search_of, search_optimal


def warm() -> None:
    """Compile the kernels that only this search needs, or load them from the cache. See `keypeg.solve.warm`."""
    space = Space(2, "ROYGBPWNCD")
    search_of(Problem(space, space)).run()


__all__ = ["Optimum", "Status", "search_optimal", "warm"]
