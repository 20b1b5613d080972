"""Let computers move: ask them in their turn, or if they may act out of turn, one after another at each table."""

from __future__ import annotations

import asyncio

from keypeg.core import Move
from keypeg.errors import Conflict, KeypegError
from keypeg.players import Computer, Level
from keypeg.server.compute.pool import ComputePool
from keypeg.server.logs import LOG
from keypeg.server.store.database import AWAY
from keypeg.server.tables.registry import Tables
from keypeg.service import TableState, play_for
from keypeg.table import answer

STOPPED: tuple[type[Exception], ...] = (KeypegError, *AWAY)
SLOW = (Level.EXPERT, Level.PERFECT)


class Computers:
    """Keeps tables with computers going. Everything follows from the log, so a restart loses nothing."""

    def __init__(self, tables: Tables, pool: ComputePool) -> None:
        self._tables = tables
        self._pool = pool
        self._running: dict[str, asyncio.Task[None]] = {}
        self._timers: dict[str, asyncio.TimerHandle] = {}
        """By table: wakes its computers when people have had their time to call."""
        tables.after.append(self.wake)

    def wake(self, table: TableState) -> None:
        """Start asking the computers of a table, unless that is going on already, or people may call first."""
        timer = self._timers.pop(table.id, None)
        if timer:
            timer.cancel()
        if self._pool.failed or table.closed:
            return
        now, window = self._tables.time.now(), table.table.window
        if table.table.asks_players(now):
            self._start(table.id)
        elif window and window.until is not None and table.table.window_open(now):
            loop = asyncio.get_running_loop()
            self._timers[table.id] = loop.call_later(window.until - now + 0.01, self._window_over, table.id)

    def _window_over(self, id: str) -> None:
        self._timers.pop(id, None)
        self._start(id)

    def _start(self, id: str) -> None:
        if id not in self._running:
            self._running[id] = asyncio.get_running_loop().create_task(self._run(id))

    async def stop(self) -> None:
        for timer in self._timers.values():
            timer.cancel()
        for task in list(self._running.values()):
            task.cancel()
        await asyncio.gather(*self._running.values(), return_exceptions=True)

    async def _run(self, id: str) -> None:
        try:
            await self._think(id)
        except STOPPED as error:
            self._running.pop(id, None)
            LOG.error(
                "a computer stopped thinking",
                error=error.slug if isinstance(error, KeypegError) else type(error).__name__,
            )

    async def _think(self, id: str) -> None:
        idle = -1
        while True:
            async with self._tables.held(id) as table:
                seen = table.version
                now = self._tables.time.now()
                if table.closed or not table.table.asks_players(now) or idle == seen:
                    # Before the lock is released: the next change, or the end of a call window, wakes a new task.
                    self._running.pop(id, None)
                    if idle != seen:
                        self.wake(table)
                    return
                questions = table.table.due(now).questions
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
        await self._tables.change(id, lambda table: play_for(table, chosen, seen, self._tables.time.now()))
