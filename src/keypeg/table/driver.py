"""Keep the tables of a host going: let computers move, and go on without people whose time is up."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager, suppress
from typing import Protocol, TypeVar

from keypeg.errors import Conflict, KeypegError
from keypeg.table.due import Answer, Question
from keypeg.table.log import Action, Change
from keypeg.table.table import Table

T = TypeVar("T")

FIRST_PAUSE, LONGEST_PAUSE = 1.0, 60.0
"""Seconds before the first retry, and at most, after a computer could not think or its move could not be stored."""


class Making(Protocol[T]):
    """A function that changes a table. The time is that of the change, once the table is locked."""

    def __call__(self, table: Table, /, *, now: float) -> Change[T]: ...


class Tables(Protocol):
    """The tables of a host, which loads and stores them."""

    def held(self, id: str) -> AbstractAsyncContextManager[Table]:
        """Return a context manager that locks a table and brings it up to date."""
        ...

    async def change(self, id: str, make: Making[T]) -> T:
        """Change a table, commit its entries, and return the answer."""
        ...


class Driver:
    """Drives the tables of one process. All state follows from their logs, so a restart loses nothing.

    The computers of a table are asked in a task of its own, and it is not locked while they think. One timer for each
    table goes off when people have had their time to call, when a person runs out of time, or after a failure.
    """

    def __init__(
        self,
        tables: Tables,
        ask: Callable[[Table, tuple[Question, ...]], Awaitable[Answer]],
        now: Callable[[], float],
        tries_again: Callable[[Exception], bool],
        failures: tuple[type[Exception], ...] = (KeypegError,),
    ) -> None:
        """Drive these tables; the host calls `wake` after every change. `ask` puts questions to computers.

        `failures` are the errors that asking and storing may raise. `tries_again` tells whether one may pass; what does
        not pass is reported by the next request.
        """
        self._tables = tables
        self._ask = ask
        self._now = now
        self._tries_again = tries_again
        self._failures = failures
        self._thinking: dict[str, asyncio.Task[None]] = {}
        self._waking: set[asyncio.Task[None]] = set()
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._pauses: dict[str, float] = {}
        """By table: the next pause, after a failure."""

    def wake(self, table: Table) -> None:
        """Let a table's computers move, unless they are being asked already, and set its timer."""
        self._cancel_timer(table.id)
        if table.over:
            return
        now = self._now()
        if table.id not in self._thinking and table.asks_players(now):
            self._thinking[table.id] = asyncio.create_task(self._watched(table.id, self._think))
        alarm = table.alarm(now)
        if alarm is not None:
            self._wake_in(table.id, max(0.0, alarm - now) + 0.01)

    async def idle(self) -> None:
        """Wait until no computer is thinking."""
        while self._thinking:
            await asyncio.gather(*self._thinking.values())

    async def stop(self) -> None:
        """Stop everything. The next process goes on."""
        for timer in self._timers.values():
            timer.cancel()
        tasks = [*self._thinking.values(), *self._waking]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _think(self, id: str) -> None:
        """Let the computers of a table move until it waits for people."""
        declined = -1
        while True:
            async with self._tables.held(id) as table:
                seen, now = table.version, self._now()
                if table.over or not table.asks_players(now) or seen == declined:
                    # While the lock is held, so that the next change, or the end of a call window, starts a new task.
                    del self._thinking[id]
                    self._pauses.pop(id, None)
                    if seen != declined:
                        self.wake(table)
                    return
                questions = table.due(now).questions
            chosen = (await self._ask(table, questions)).move
            if chosen is None:
                declined = seen
                continue
            with suppress(Conflict):  # someone else changed the table first
                await self._move(id, Action.of_move(table.rules, *chosen), seen)
            self._pauses.pop(id, None)

    async def _move(self, id: str, action: Action, seen: int) -> None:
        await self._tables.change(id, lambda table, *, now: table.apply(action, now, seen))

    async def _wake(self, id: str) -> None:
        """Go on without a person who is out of time, or else let computers move."""
        if not await self._tables.change(id, lambda table, *, now: table.time_up(now)):
            async with self._tables.held(id) as table:
                self.wake(table)

    async def _watched(self, id: str, work: Callable[[str], Awaitable[None]]) -> None:
        """Await work on a table. If it fails, try again after a pause, which grows."""
        try:
            await work(id)
        except self._failures as error:
            pause = self._pauses.pop(id, FIRST_PAUSE)
            if self._tries_again(error):
                self._pauses[id] = min(2 * pause, LONGEST_PAUSE)
                self._wake_in(id, pause)
        finally:
            if self._thinking.get(id) is asyncio.current_task():
                del self._thinking[id]

    def _wake_in(self, id: str, seconds: float) -> None:
        """Set the timer of a table, unless it goes off sooner."""
        loop, timer = asyncio.get_running_loop(), self._timers.get(id)
        if timer is None or timer.when() > loop.time() + seconds:
            self._cancel_timer(id)
            self._timers[id] = loop.call_later(seconds, self._start_waking, id)

    def _start_waking(self, id: str) -> None:
        self._timers.pop(id, None)
        task = asyncio.create_task(self._watched(id, self._wake))
        self._waking.add(task)
        task.add_done_callback(self._waking.discard)

    def _cancel_timer(self, id: str) -> None:
        timer = self._timers.pop(id, None)
        if timer:
            timer.cancel()
