"""The daily puzzle of a local host: its code is derived from the date, and it counts only here."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256

from keypeg.api.daily import (
    DAILY_RULES,
    Daily,
    DailyArchive,
    archive_days,
    archive_page,
    checked_day,
    daily_code,
    daily_end,
    daily_plan,
    day_before,
    day_of,
    end_of_day,
)
from keypeg.api.local_tables import ME, PREFIX, Overtaken, Tables
from keypeg.api.seats import Person
from keypeg.errors import Unknown
from keypeg.notation import rules as read_rules
from keypeg.table import Table
from keypeg.tell.daily import solved_message, state_message

FIRST = "2026-01-01"
MOST_STREAK = 400
SOLVED = solved_message(1, 1).key
"""The key of the status message in the summary of a solved puzzle."""


@dataclass(frozen=True, slots=True)
class Found:
    """The progress or the result on one day."""

    table: str | None
    rows: int | None
    solved: bool | None
    late: bool
    placed: int


class DailyPuzzles:
    """The puzzles of all days, each at a table of its own with an id made from the day."""

    def __init__(self, tables: Tables, now: float) -> None:
        self._tables = tables
        self._today = day_of(now)
        self._rules = read_rules(DAILY_RULES)

    async def start(self, day: str | None) -> Table:
        """Return the table of a day; make it on the first request."""
        day = checked_day(day, FIRST, self._today)
        try:
            async with self._tables.held(_id(day)) as table:
                return table
        except Unknown:
            pass
        # Anyone can compute the code with this program, so the result counts on this device only.
        code = daily_code(sha256(f"keypeg daily {day}".encode()).digest())
        try:
            return await self._tables.open(daily_plan(day, code, Person(ME)), _id(day))
        except Overtaken:
            return await self.start(day)  # another tab was quicker

    async def of_day(self, day: str | None) -> Daily:
        day = checked_day(day, FIRST, self._today)
        found = await self._found(day)
        before = await self._found(day_before(day))
        done = found is not None and found.solved is not None
        streak = await self._streak(day)
        return Daily(
            day=day,
            rules=str(self._rules),
            ends=end_of_day(day),
            table=found.table if found else None,
            rows=found.rows if found else None,
            solved=found.solved if found else None,
            streak=streak,
            best_streak=streak,
            played=int(done),
            distribution={},
            most=self._rules.most_rows,
            placed=found.placed if found else 0,
            late=found.late if found else day != self._today,
            skill=None,
            luck=None,
            means=None,
            pending=False,
            state=state_message(self._rules.most_rows, day == self._today, found, found.placed if found else 0),
            first=FIRST,
            yesterday=before.table if before and before.solved is not None else None,
        )

    async def archive(self, before: str | None) -> DailyArchive:
        """Return one page of the days before a day, latest first."""
        days = archive_days(checked_day(before, FIRST, self._today), FIRST)
        found = {day: await self._found(day) for day in days}
        return archive_page(days, FIRST, {day: each for day, each in found.items() if each})

    async def _found(self, day: str) -> Found | None:
        stored = await self._tables.kept(_id(day))
        if stored is None:
            return None
        status = stored.summary.get("status", {})
        if status.get("key") == SOLVED:
            # Since 0.2.0 the stored summary has the result, so that a year of puzzles need not be replayed.
            late = day_of(stored.created) != day
            return Found(stored.id, status["fields"]["row"], True, late, 0)
        try:
            async with self._tables.held(_id(day)) as table:
                late = day_of(table.created) != day
                if table.state.now is not None:
                    return Found(table.id, None, None, late, len(table.state.now.boards[0].rows))
                solved, rows = daily_end(table)
                return Found(table.id, rows, solved, late, 0)
        except Unknown:
            return None

    async def _streak(self, day: str) -> int:
        """Count the consecutive solved days, up to this day or the one before."""
        count, at = 0, day
        for step in range(MOST_STREAK):
            found = await self._found(at)
            if found and found.solved and not found.late:
                count += 1
            elif step:
                break
            at = day_before(at)
        return count


def _id(day: str) -> str:
    """Return the id of the table of a day. It is as long as the id of any other table."""
    return f"{PREFIX}of-day-{day.replace('-', '')}"
