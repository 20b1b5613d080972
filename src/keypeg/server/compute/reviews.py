"""Review the match of a table once, however many people ask for it."""

from __future__ import annotations

from keypeg.core import State
from keypeg.review import Review, review
from keypeg.server.compute.pool import ComputePool
from keypeg.server.compute.work import Work
from keypeg.server.tables.memory import LockedTable
from keypeg.server.tables.registry import Tables


class Reviews:
    """Computes reviews in the pool, and keeps the last one of every table in memory."""

    def __init__(self, tables: Tables, pool: ComputePool) -> None:
        self._tables = tables
        self._pool = pool

    async def of(self, table: LockedTable, state: State, seen: State, owner: str) -> Review:
        """Return the review of `state`, the match of a table, limited to `seen`; it is computed on behalf of `owner`.

        Others who ask meanwhile wait. If it could not be computed for the first, it is tried for the next one.
        """
        async with table.reviewing:
            known = table.reviewed
            if known and known[0] is state:
                return known[1]
            found = await self._pool.run(Work.REVIEW, owner, review, seen)
            table.reviewed = state, found
            self._tables.memory.weigh(table)
            return found
