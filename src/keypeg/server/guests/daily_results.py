"""Results of guests in the puzzles of the day: their own, their streaks, and how everyone did."""

from __future__ import annotations

from collections.abc import Collection
from datetime import date, timedelta

from msgspec import Struct
from sqlalchemy import ColumnElement, Select, and_, func, select
from sqlalchemy.ext.asyncio import AsyncEngine

from keypeg.api.daily import DailyMeans
from keypeg.api.own_data import Result
from keypeg.core import Rules
from keypeg.server.store.schema import daily, tables

UNBROKEN = "-"


class Found(Struct, frozen=True):
    """The result of a guest on a day; the table is None once it was removed."""

    day: str
    table: str | None
    rows: int | None
    solved: bool | None
    late: bool
    skill: int | None
    luck: float | None


class DailyResults:
    """Reads results. Those of puzzles begun after their day count neither for streaks nor for how everyone did."""

    def __init__(self, engine: AsyncEngine, rules: Rules) -> None:
        self._engine = engine
        self._rules = rules

    async def of(self, guest: str, day: str) -> Found | None:
        """Return the result of a guest on a day; None if they have not begun."""
        async with self._engine.connect() as connection:
            row = (await connection.execute(_found(guest).where(daily.c.day == day))).one_or_none()
        return Found(*row) if row else None

    async def between(self, guest: str, first: str, last: str) -> dict[str, Found]:
        """Return the results of a guest from one day to another, by day."""
        query = _found(guest).where(daily.c.day.between(first, last))
        async with self._engine.connect() as connection:
            return {row.day: Found(*row) for row in await connection.execute(query)}

    async def stored(self, guest: str) -> list[Result]:
        """Return all results that are stored for a guest."""
        kept = daily.c.day, daily.c.table, daily.c.rows, daily.c.solved, daily.c.late, daily.c.skill, daily.c.luck
        query = select(*kept).where(daily.c.guest == guest).order_by(daily.c.day)
        async with self._engine.connect() as connection:
            return [Result(*row) for row in await connection.execute(query)]

    async def counts(self, day: str) -> dict[str, int]:
        """Return how many guests broke the code of a day, by number of rows, and how many did not."""
        many = func.count().label("many")
        query = select(daily.c.solved, daily.c.rows, many).where(_counted(day)).group_by(daily.c.solved, daily.c.rows)
        counts = dict.fromkeys([*map(str, range(1, (self._rules.rows or 0) + 1)), UNBROKEN], 0)
        async with self._engine.connect() as connection:
            for row in await connection.execute(query):
                counts[str(row.rows) if row.solved else UNBROKEN] += row.many
        return counts

    async def means(self, day: str) -> DailyMeans | None:
        """Return the mean skill and luck of everyone on a day; None if nobody was measured."""
        measured = func.count(daily.c.skill), func.avg(daily.c.skill), func.avg(daily.c.luck)
        async with self._engine.connect() as connection:
            many, skill, luck = (await connection.execute(select(*measured).where(_counted(day)))).one()
        return DailyMeans(many, float(skill), float(luck)) if many else None

    async def streaks(self, guest: str, day: str) -> tuple[int, int]:
        """Return the streak of solved days that ends on this day or the one before, and the longest one, in days."""
        solved = daily.c.guest == guest, daily.c.solved, ~daily.c.late, daily.c.day <= day
        async with self._engine.connect() as connection:
            found = await connection.execute(select(daily.c.day).where(*solved))
            days = {date.fromisoformat(row.day) for row in found}
        best = max((_run(days, last) for last in days if last + timedelta(1) not in days), default=0)
        last = date.fromisoformat(day)
        return _run(days, last if last in days else last - timedelta(1)), best


def _found(guest: str) -> Select[str, str | None, int | None, bool | None, bool, int | None, float | None]:
    """Select results of a guest, in the order of `Found`."""
    columns = daily.c.day, tables.c.id, daily.c.rows, daily.c.solved, daily.c.late, daily.c.skill, daily.c.luck
    return select(*columns).outerjoin(tables, tables.c.id == daily.c.table).where(daily.c.guest == guest)


def _counted(day: str) -> ColumnElement[bool]:
    return and_(daily.c.day == day, daily.c.solved.is_not(None), ~daily.c.late)


def _run(days: Collection[date], last: date) -> int:
    length = 0
    while last - timedelta(length) in days:
        length += 1
    return length
