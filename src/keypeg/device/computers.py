"""Run the tables of a device: let computers move in their turn, and let clocks run out."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress

from keypeg.core import Rules
from keypeg.device.tables import Tables
from keypeg.errors import Conflict, KeypegError
from keypeg.service import TableState, play_for, time_up
from keypeg.table import answer
from keypeg.table.due import Answer, Question

Think = Callable[[Rules, Callable[[tuple[Question, ...]], Answer], tuple[Question, ...]], Awaitable[Answer]]

AGAIN = 5.0
"""Seconds until a computer retries after the browser could not store its move."""


class Computers:
    """Keep tables going. All state comes from the log, so a page that was closed goes on where it was."""

    def __init__(self, tables: Tables, think: Think, now: Callable[[], float]) -> None:
        self._tables = tables
        self._think = think
        self._now = now
        self._running: dict[str, asyncio.Task[None]] = {}
        self._timers: dict[str, asyncio.TimerHandle] = {}
        tables.after.append(self.wake)

    def wake(self, table: TableState) -> None:
        """Let the computers of a table move, or set a timer for the end of a call window or of a person's time."""
        timer = self._timers.pop(table.id, None)
        if timer:
            timer.cancel()
        if table.closed or table.over:
            return
        now, window, deadline = self._now(), table.table.window, table.table.deadline
        if table.table.asks_players(now):
            self._start(table.id)
            return
        until = window.until if window and table.table.window_open(now) else None
        times = [time for time in (until, deadline) if time is not None]
        if times:
            loop = asyncio.get_running_loop()
            self._timers[table.id] = loop.call_later(max(0.0, min(times) - now) + 0.01, self._start, table.id)

    async def idle(self) -> None:
        """Wait until no computer is thinking."""
        while self._running:
            await asyncio.gather(*self._running.values())

    def _start(self, id: str) -> None:
        if id not in self._running:
            self._running[id] = asyncio.ensure_future(self._run(id))

    async def _run(self, id: str) -> None:
        try:
            while await self._step(id):
                pass
        except KeypegError as error:
            # The table was removed, or closed by a newer version: its next request reports that. Or storing failed.
            if error.slug == "storage-refused":
                self._timers[id] = asyncio.get_running_loop().call_later(AGAIN, self._start, id)
        finally:
            self._running.pop(id, None)

    async def _step(self, id: str) -> bool:
        """Let one computer move, or go on without a person who is out of time; False if the table waits for people."""
        if await self._tables.change(id, lambda late: time_up(late, self._now())):
            return True
        async with self._tables.held(id) as table:
            now, seen, rules = self._now(), table.version, table.rules
            if table.closed or not table.table.asks_players(now):
                self._running.pop(id, None)
                self.wake(table)
                return False
            questions = table.table.due(now).questions
        found = (await self._think(rules, answer, questions)).move
        if found is None:
            return False
        with suppress(Conflict):  # someone else was quicker
            await self._tables.change(id, lambda table: play_for(table, found, seen, self._now()))
        return True
