"""Make computer players move: ask them on their turn, or when they may act out of turn, one at a time at each table."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from keypeg.core import Move
from keypeg.errors import Conflict, KeypegError, Unknown
from keypeg.players import Computer
from keypeg.players.level import SEARCHING
from keypeg.server.compute.pool import ComputePool
from keypeg.server.compute.work import move_work
from keypeg.server.logs import LOG
from keypeg.server.store.database import AWAY
from keypeg.server.tables.registry import Tables
from keypeg.service import TableState, play_for
from keypeg.table import answer

STOPPED: tuple[type[Exception], ...] = (KeypegError, *AWAY)
NOBODY = "nobody"
"""Owner of the computing at all tables without people. As owners of their own, each would get as much as a guest."""
FIRST_PAUSE, LONGEST_PAUSE = 1.0, 60.0
"""Seconds before the first retry, and at most, after a computer could not think or its move could not be stored."""


class Computers:
    """Drives the computer players of all tables. All state follows from the log, so a restart loses nothing."""

    def __init__(self, tables: Tables, pool: ComputePool) -> None:
        self._tables = tables
        self._pool = pool
        self._running: dict[str, asyncio.Task[None]] = {}
        self._timers: dict[str, asyncio.TimerHandle] = {}
        """By table: the timer that wakes its computers once people have had their time to call, or after a failure."""
        self._pauses: dict[str, float] = {}
        """By table: the next pause, after a failure."""
        tables.after.append(self.wake)

    def wake(self, table: TableState) -> None:
        """Start asking a table's computers, unless they are being asked already or people may call first."""
        timer = self._timers.pop(table.id, None)
        if timer:
            timer.cancel()
        if table.closed:
            return
        now, window = self._tables.time.now(), table.table.window
        if table.table.asks_players(now):
            self._start(table.id)
        elif window and window.until is not None and table.table.window_open(now):
            loop = asyncio.get_running_loop()
            self._timers[table.id] = loop.call_later(window.until - now + 0.01, self._start_again, table.id)

    def _start_again(self, id: str) -> None:
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
        except Unknown:
            self._end(id)  # the table was deleted
        except STOPPED as error:
            LOG.error(
                "a computer could not move, and will try again",
                error=error.slug if isinstance(error, KeypegError) else type(error).__name__,
            )
            self._try_again(id)

    def _end(self, id: str) -> None:
        self._running.pop(id, None)
        self._pauses.pop(id, None)

    def _try_again(self, id: str) -> None:
        """Retry with growing pauses: a process may have been killed, or the database may be unreachable."""
        self._running.pop(id, None)
        pause = self._pauses.get(id, FIRST_PAUSE)
        self._pauses[id] = min(2 * pause, LONGEST_PAUSE)
        self._timers[id] = asyncio.get_running_loop().call_later(pause, self._start_again, id)

    async def _think(self, id: str) -> None:
        idle = -1
        while True:
            async with self._tables.held(id) as table:
                seen = table.version
                now = self._tables.time.now()
                if table.closed or not table.table.asks_players(now) or idle == seen:
                    # While the lock is held, so that the next change, or the end of a call window, starts a new task.
                    self._end(id)
                    if idle != seen:
                        self.wake(table)
                    return
                questions = table.table.due(now).questions
                owner = next((chair.guest for chair in table.chairs if chair.guest), NOBODY)
            searches = any(isinstance(each.player, Computer) and each.player.level in SEARCHING for each in questions)
            kind = move_work(table.rules, searches=searches)
            found = (await self._pool.run(kind, owner, answer, questions)).move
            if found is None:
                idle = seen
                continue
            with suppress(Conflict):  # someone else changed the table first
                await self._play(id, found, seen)
            self._pauses.pop(id, None)

    async def _play(self, id: str, chosen: tuple[int, Move], seen: int) -> None:
        await self._tables.change(id, lambda table: play_for(table, chosen, seen, self._tables.time.now()))
