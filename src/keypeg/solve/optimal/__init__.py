"""The least total that any strategy reaches, proved."""

from keypeg.solve.optimal.search import Optimum, Status, search_optimal

__all__ = ["Optimum", "Status", "search_optimal"]
