"""Timers that let a table go on without a person who has run out of time."""

from __future__ import annotations

import asyncio

from keypeg.errors import KeypegError
from keypeg.server.store.database import AWAY
from keypeg.server.tables.registry import Tables
from keypeg.service import TableState, time_up

STOPPED: tuple[type[Exception], ...] = (KeypegError, *AWAY)


class Clocks:
    """One timer for each table in memory whose clock runs."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        tables.after.append(self._schedule)

    def stop(self) -> None:
        for timer in self._timers.values():
            timer.cancel()
        for task in self._tasks:
            task.cancel()

    def _schedule(self, table: TableState) -> None:
        """Set the timer of a table to its deadline."""
        if table.table.clock is None or table.closed:
            return
        timer = self._timers.pop(table.id, None)
        if timer:
            timer.cancel()
        deadline = table.table.deadline
        if deadline is not None:
            loop = asyncio.get_running_loop()
            self._timers[table.id] = loop.call_later(
                max(0.0, deadline - self._tables.time.now()) + 0.01, self._up, table.id
            )

    def _up(self, id: str) -> None:
        self._timers.pop(id, None)
        task = asyncio.get_running_loop().create_task(self._take_code(id))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _take_code(self, id: str) -> None:
        try:
            async with self._tables.held(id) as table:
                if not await self._tables.change_held(table, lambda late: time_up(late, self._tables.time.now())):
                    self._schedule(table)
        except STOPPED:
            return  # changed, removed, or the database is unreachable: the next change or load sets the timer again
