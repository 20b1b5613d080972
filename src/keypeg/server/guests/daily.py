"""The puzzle of the day: one code for everybody, for one UTC day; one result per guest."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta
from hmac import digest as hmac
from itertools import islice

from sqlalchemy import Executable, Select, func, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncEngine

from keypeg import wire
from keypeg.core import Hide
from keypeg.errors import Malformed
from keypeg.notation import move_text
from keypeg.notation import rules as read_rules
from keypeg.server.guests.identities import Guest
from keypeg.server.store.schema import daily
from keypeg.server.store.writer import Writer
from keypeg.server.tables.registry import Tables
from keypeg.service import Action, Agreed, Chair, Plan, TableState

RULES = "togo:rounds=1,parity=any,first=1"
"""One code of four colours out of eight, nine rows."""
MAKER, BREAKER = 1, 2
UNBROKEN = "-"


class DailyPuzzles:
    """The puzzles of all days."""

    def __init__(self, secret: bytes, engine: AsyncEngine, writer: Writer, tables: Tables) -> None:
        self._secret = secret
        self._engine = engine
        self._writer = writer
        self._tables = tables
        self._rules = read_rules(RULES)
        self._starting: dict[str, asyncio.Lock] = {}
        self._insert = (postgresql if engine.dialect.name == "postgresql" else sqlite).insert
        tables.on_over.append(self._result)

    def code(self, day: str) -> str:
        """Return the code of a day. It follows from the server's secret, so nobody can know it before."""
        space = self._rules.codes[BREAKER - 1]
        number = int.from_bytes(hmac(self._secret, f"daily:{day}".encode(), "sha256")) % len(space)
        return next(islice(space, number, None))

    async def start(self, guest: Guest) -> TableState:
        """Return the table of this guest for today; make it on the first request."""
        day = today()
        async with self._starting.setdefault(guest.id, asyncio.Lock()):
            found = await self._result_of(guest, day)
            if found is None:
                made = await self._make(guest, day)
                found = await self._result_of(guest, day)
                if found and found.table != made.id:
                    # Another process made one first; nobody gets the puzzle of a day twice.
                    await self._tables.remove([made.id])
        self._starting.pop(guest.id, None)
        assert found is not None
        async with self._tables.held(found.table) as table:
            return table

    async def status(self, guest: Guest | None, day: str | None) -> wire.Daily:
        """Return the puzzle of a day, which must not be in the future, with the results of this guest and of all."""
        day = _checked(day)
        row = await self._result_of(guest, day) if guest else None
        done = row is not None and row.solved is not None
        streak, best = await self._streaks(guest, day) if guest else (0, 0)
        counts = await self._counts(day)
        return wire.Daily(
            day=day,
            rules=str(self._rules),
            ends=datetime.combine(date.fromisoformat(day) + timedelta(1), datetime.min.time(), UTC).timestamp(),
            table=row.table if row else None,
            rows=row.rows if row else None,
            solved=row.solved if row else None,
            streak=streak,
            best_streak=best,
            played=sum(counts.values()),
            distribution=counts if done else {},
        )

    async def results(self, guest: Guest) -> list[wire.Result]:
        """Return all results of this guest."""
        async with self._engine.connect() as connection:
            return [wire.Result(*row) for row in await connection.execute(_results(guest).order_by(daily.c.day))]

    async def _make(self, guest: Guest, day: str) -> TableState:
        chairs = [Chair(MAKER, "computer", "perfect"), Chair(BREAKER, "person", guest=guest.id, name=guest.name)]
        hide = Action("move", MAKER, move_text(self._rules, Hide(self.code(day))))
        plan = Plan(self._rules, Agreed(watch=False, grace=None, daily=day), chairs, [hide])
        table = await self._tables.open(plan)
        row = {"guest": guest.id, "day": day, "table": table.id}
        await self._writer.write(None, also=[self._insert(daily).values(row).on_conflict_do_nothing()])
        return table

    def _result(self, table: TableState) -> Sequence[Executable]:
        """Write the result of a table together with its last move."""
        if table.agreed.daily is None:
            return ()
        attempt = table.state.past[-1]
        assert attempt.verdict is not None
        solved, rows = bool(attempt.verdict.broke), len(attempt.boards[0].rows)
        return [update(daily).where(daily.c.table == table.id).values(solved=solved, rows=rows)]

    async def _result_of(self, guest: Guest, day: str) -> wire.Result | None:
        """Return the result of this guest on a day; None if they have not begun."""
        query = _results(guest).where(daily.c.day == day)
        async with self._engine.connect() as connection:
            row = (await connection.execute(query)).one_or_none()
        return wire.Result(*row) if row else None

    async def _counts(self, day: str) -> dict[str, int]:
        many = func.count().label("many")
        query = select(daily.c.solved, daily.c.rows, many).where(daily.c.day == day, daily.c.solved.is_not(None))
        counts = dict.fromkeys([*map(str, range(1, (self._rules.rows or 0) + 1)), UNBROKEN], 0)
        async with self._engine.connect() as connection:
            for row in await connection.execute(query.group_by(daily.c.solved, daily.c.rows)):
                counts[str(row.rows) if row.solved else UNBROKEN] += row.many
        return counts

    async def _streaks(self, guest: Guest, day: str) -> tuple[int, int]:
        """Return how many days in a row were solved, up to this day or the one before, and the most ever."""
        query = select(daily.c.day).where(daily.c.guest == guest.id, daily.c.solved, daily.c.day <= day)
        async with self._engine.connect() as connection:
            days = {date.fromisoformat(row.day) for row in await connection.execute(query)}
        best = max((_run(days, last) for last in days if last + timedelta(1) not in days), default=0)
        last = date.fromisoformat(day)
        return _run(days, last if last in days else last - timedelta(1)), best


def today() -> str:
    return datetime.now(UTC).date().isoformat()


def _results(guest: Guest) -> Select[str, str, int | None, bool | None]:
    """Select the results of a guest, in the order of `wire.Result`."""
    return select(daily.c.day, daily.c.table, daily.c.rows, daily.c.solved).where(daily.c.guest == guest.id)


def _run(days: set[date], last: date) -> int:
    length = 0
    while last - timedelta(length) in days:
        length += 1
    return length


def _checked(day: str | None) -> str:
    if day is None:
        return today()
    try:
        found = date.fromisoformat(day)
    except ValueError:
        raise Malformed("day-unreadable", day=day) from None
    if not date(2020, 1, 1) <= found <= datetime.now(UTC).date():
        raise Malformed("day-unreadable", day=day)
    return found.isoformat()
