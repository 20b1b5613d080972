"""Review the match of a table once, however many people ask for it."""

from __future__ import annotations

import asyncio

from keypeg.core import State
from keypeg.errors import Busy
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
        self._underway: dict[str, tuple[State, asyncio.Task[Review]]] = {}
        """By table: the state that is being reviewed, and the task that does it."""

    async def of(self, table: LockedTable, state: State, seen: State, owner: str) -> Review:
        """Return the review of `state`, the match of a table, limited to `seen`; it is computed on behalf of `owner`.

        Others who ask in the meantime get the same review, or the same failure. But if `owner` has too much queued
        already, the next one asks on their own behalf.
        """
        while True:
            known = table.reviewed
            if known and known[0] is state:
                return known[1]
            underway = self._underway.get(table.id)
            joins = underway is not None and underway[0] is state
            task = underway[1] if underway and joins else self._start(table, state, seen, owner)
            try:
                return await asyncio.shield(task)
            except Busy:
                if not joins:
                    raise

    def _start(self, table: LockedTable, state: State, seen: State, owner: str) -> asyncio.Task[Review]:
        task = asyncio.create_task(self._compute(table, state, seen, owner))
        self._underway[table.id] = state, task
        task.add_done_callback(lambda done: self._ended(table.id, done))
        return task

    async def _compute(self, table: LockedTable, state: State, seen: State, owner: str) -> Review:
        found = await self._pool.run(Work.REVIEW, owner, review, seen)
        table.reviewed = state, found
        self._tables.memory.weigh(table)
        return found

    def _ended(self, table: str, done: asyncio.Task[Review]) -> None:
        if table in self._underway and self._underway[table][1] is done:
            del self._underway[table]
        if not done.cancelled():
            done.exception()  # retrieve it here too: those who asked may have gone
