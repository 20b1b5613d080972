"""The state of the puzzle of a day for a guest, and the archive of earlier ones."""

from __future__ import annotations

import asyncio
from functools import partial

from sqlalchemy import update

from keypeg.api.daily import BREAKER, Daily, DailyArchive, archive_days, archive_page, day_before, end_of_day
from keypeg.errors import KeypegError, Unknown
from keypeg.server.guests.daily import DailyPuzzles, today
from keypeg.server.guests.daily_results import Found
from keypeg.server.guests.identities import Guest
from keypeg.server.guests.stats import Statistics
from keypeg.server.store.schema import daily
from keypeg.server.store.writer import Writer
from keypeg.server.tables.registry import Tables
from keypeg.tell.daily import state_message

PATIENCE = 1.5
"""Seconds that a request waits for skill and luck; a later request gets them once they are known."""


class DailyStatus:
    """Collects what the page shows about puzzles of the day."""

    def __init__(self, puzzles: DailyPuzzles, writer: Writer, tables: Tables, statistics: Statistics) -> None:
        self._puzzles = puzzles
        self._results = puzzles.results
        self._writer = writer
        self._tables = tables
        self._statistics = statistics
        self._measuring: dict[str, asyncio.Task[None]] = {}
        """By table: the review of a result that is not measured yet."""

    async def stop(self) -> None:
        """Cancel the measurements in progress."""
        for task in self._measuring.values():
            task.cancel()
        await asyncio.gather(*self._measuring.values(), return_exceptions=True)

    async def of_day(self, guest: Guest | None, day: str | None) -> Daily:
        """Return the puzzle of a day, which must not be in the future, with this guest's result and everyone's."""
        day = self._puzzles.checked(day)
        found = await self._results.of(guest.id, day) if guest else None
        done = found is not None and found.solved is not None
        pending = guest is not None and found is not None and done and await self._is_pending(guest, found)
        if guest and done and not pending:
            found = await self._results.of(guest.id, day)
        placed = await self._placed(found) if found and not done else 0
        streak, best = await self._results.streaks(guest.id, day) if guest else (0, 0)
        counts = await self._results.counts(day)
        yesterday = await self._results.of(guest.id, day_before(day)) if guest else None
        rules = self._puzzles.rules
        return Daily(
            day=day,
            rules=str(rules),
            ends=end_of_day(day),
            table=found.table if found else None,
            rows=found.rows if found else None,
            solved=found.solved if found else None,
            streak=streak,
            best_streak=best,
            played=sum(counts.values()),
            distribution=counts if done else {},
            most=rules.most_rows,
            placed=placed,
            late=found.late if found else day != today(),
            skill=found.skill if found else None,
            luck=found.luck if found else None,
            means=await self._results.means(day) if done else None,
            pending=pending,
            state=state_message(rules.most_rows, day == today(), found, placed),
            first=self._puzzles.first,
            yesterday=yesterday.table if yesterday and yesterday.solved is not None else None,
        )

    async def archive(self, guest: Guest | None, before: str | None) -> DailyArchive:
        """Return one page of the days before a day, the latest first, each with the result of this guest."""
        days = archive_days(self._puzzles.checked(before), self._puzzles.first)
        found = await self._results.between(guest.id, days[-1], days[0]) if guest and days else {}
        return archive_page(days, self._puzzles.first, found)

    async def _placed(self, found: Found) -> int:
        """Return the number of rows placed so far at an unfinished table; 0 if the table is gone."""
        try:
            async with self._tables.held(found.table or "") as table:
                return len(table.state.now.boards[0].rows) if table.state.now else 0
        except Unknown:
            return 0

    async def _is_pending(self, guest: Guest, found: Found) -> bool:
        """Start to measure a result if necessary, wait for that briefly, and return True while it is not done."""
        if found.skill is not None or found.table is None or not found.rows:
            return False
        task = self._measuring.get(found.table)
        if task is None:
            task = self._measuring[found.table] = asyncio.create_task(self._measure(guest, found.day, found.table))
            task.add_done_callback(partial(self._measured, found.table))
        done, _ = await asyncio.wait([task], timeout=PATIENCE)
        return not done

    def _measured(self, table: str, _: asyncio.Task[None]) -> None:
        self._measuring.pop(table, None)

    async def _measure(self, guest: Guest, day: str, table: str) -> None:
        """Store the skill and the luck of a result, unless they cannot be computed now."""
        try:
            boards = await self._statistics.summary(table, guest.id)
        except KeypegError:
            return
        this = (daily.c.guest == guest.id) & (daily.c.day == day)
        for board in boards:
            if board.seat == BREAKER and board.skill is not None:
                measured = update(daily).where(this).values(skill=board.skill, luck=board.luck)
                await self._writer.write(None, also=[measured])
