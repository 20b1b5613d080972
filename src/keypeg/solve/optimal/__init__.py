"""Find and prove the least total that any strategy reaches."""

from keypeg.solve.optimal.search import Optimum, Status, search_optimal

__all__ = ["Optimum", "Status", "search_optimal"]
