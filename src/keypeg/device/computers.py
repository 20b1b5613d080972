"""Let time pass at the tables of a device: computers move in their turn, and clocks run out."""

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
"""Seconds after which a computer moves again whose move the browser could not store."""


class Computers:
    """Keeps tables going. Everything follows from the log, so that a page that was closed goes on where it was."""

    def __init__(self, tables: Tables, think: Think, now: Callable[[], float]) -> None:
        self._tables = tables
        self._think = think
        self._now = now
        self._running: dict[str, asyncio.Task[None]] = {}
        self._timers: dict[str, asyncio.TimerHandle] = {}
        tables.after.append(self.wake)

    def wake(self, table: TableState) -> None:
        """Let the computers of a table move, or wait for the end of a call window or of somebody's time."""
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
        """Wait until no computer thinks."""
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
            # It was removed, or closed by a newer version, as the next request for it says; or it could not be stored.
            if error.slug == "storage-refused":
                self._timers[id] = asyncio.get_running_loop().call_later(AGAIN, self._start, id)
        finally:
            self._running.pop(id, None)

    async def _step(self, id: str) -> bool:
        """Let one computer move, or go on without somebody who is out of time. False if the table waits for people."""
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
        with suppress(Conflict):  # somebody was quicker
            await self._tables.change(id, lambda table: play_for(table, found, seen, self._now()))
        return True
