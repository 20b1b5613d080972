"""Let computers move: ask them in their turn, or if they may act out of turn, one after another at each table."""

from __future__ import annotations

import asyncio
import logging
from time import time

from keypeg.core import Move
from keypeg.errors import Conflict, KeypegError
from keypeg.players import Computer, Level
from keypeg.server.compute.pool import ComputePool
from keypeg.server.store.database import AWAY
from keypeg.server.tables.registry import Tables
from keypeg.service import TableState, play_for
from keypeg.table import answer

STOPPED: tuple[type[Exception], ...] = (KeypegError, *AWAY)
SLOW = (Level.EXPERT, Level.PERFECT)
LOG = logging.getLogger("keypeg.server")


class Computers:
    """Keeps tables with computers going. Everything follows from the log, so a restart loses nothing."""

    def __init__(self, tables: Tables, pool: ComputePool) -> None:
        self._tables = tables
        self._pool = pool
        self._running: dict[str, asyncio.Task[None]] = {}
        tables.after.append(self.wake)

    def wake(self, table: TableState) -> None:
        """Start asking the computers of a table, unless that is going on already."""
        may_ask = not self._pool.failed and not table.closed
        if table.id not in self._running and may_ask and table.table.asks_players:
            self._running[table.id] = asyncio.get_running_loop().create_task(self._run(table.id))

    async def stop(self) -> None:
        for task in list(self._running.values()):
            task.cancel()
        await asyncio.gather(*self._running.values(), return_exceptions=True)

    async def _run(self, id: str) -> None:
        try:
            await self._think(id)
        except STOPPED as error:
            self._running.pop(id, None)
            LOG.error("a computer stopped thinking: %s", error)

    async def _think(self, id: str) -> None:
        idle = -1
        while True:
            async with self._tables.held(id) as table:
                seen = table.version
                if table.closed or not table.table.asks_players or idle == seen:
                    # Before the lock is released: the next change wakes a new task.
                    self._running.pop(id, None)
                    return
                questions = table.table.due.questions
            hard = any(isinstance(each.player, Computer) and each.player.level in SLOW for each in questions)
            found = (await (self._pool.slow if hard else self._pool.quick)(answer, questions)).move
            if found is None:
                idle = seen
                continue
            try:
                await self._play(id, found, seen)
            except Conflict:
                continue  # somebody was quicker

    async def _play(self, id: str, chosen: tuple[int, Move], seen: int) -> None:
        await self._tables.change(id, lambda table: play_for(table, chosen, seen, time()))
