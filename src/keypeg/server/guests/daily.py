"""The puzzle of the day: one code for everyone, for one UTC day; one table per guest and day."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from hmac import digest as hmac
from time import time

from sqlalchemy import Executable, update
from sqlalchemy.ext.asyncio import AsyncEngine

from keypeg.api.daily import BREAKER, DAILY_RULES, checked_day, daily_code, daily_end, daily_plan, day_of
from keypeg.api.seats import Person
from keypeg.errors import Unknown
from keypeg.notation import rules as read_rules
from keypeg.server.guests.daily_results import DailyResults
from keypeg.server.guests.identities import Guest
from keypeg.server.store.database import dialect_of
from keypeg.server.store.schema import daily
from keypeg.server.store.writer import Writer
from keypeg.server.tables.registry import Tables
from keypeg.table import Table


class DailyPuzzles:
    """The puzzles of all days since `first`, the first day of this server."""

    def __init__(self, secret: bytes, first: str, engine: AsyncEngine, writer: Writer, tables: Tables) -> None:
        self.first = first
        self.rules = read_rules(DAILY_RULES)
        self.results = DailyResults(engine, self.rules)
        self._secret = secret
        self._writer = writer
        self._tables = tables
        self._starting: dict[str, asyncio.Lock] = {}
        self._insert = dialect_of(engine).insert
        tables.on_over.append(self._result)

    def code(self, day: str) -> str:
        """Return the code of a day. It is derived from the server's secret, so nobody can know it in advance."""
        return daily_code(hmac(self._secret, f"daily:{day}".encode(), "sha256"))

    def checked(self, day: str | None) -> str:
        """Return a day in ISO format, by default today; refuse a day before the first puzzle or after today."""
        return checked_day(day, self.first, today())

    async def start(self, guest: Guest, day: str | None = None) -> Table:
        """Return the table of this guest for a day; make it on the first request."""
        day = self.checked(day)
        try:
            async with self._starting.setdefault(guest.id, asyncio.Lock()):
                found = await self.results.of(guest.id, day)
                if found is None or (found.table is None and found.solved is None):
                    made = await self._make(guest, day, again=found is not None)
                    found = await self.results.of(guest.id, day)
                    if found and found.table != made.id:
                        # Another process made one first; nobody gets the puzzle of a day twice.
                        await self._tables.remove([made.id])
        finally:
            self._starting.pop(guest.id, None)
        if found is None or found.table is None:
            raise Unknown("table-unknown")
        async with self._tables.held(found.table) as table:
            return table

    async def _make(self, guest: Guest, day: str, *, again: bool) -> Table:
        table = await self._tables.open(daily_plan(day, self.code(day), Person(guest.id, guest.name)))
        row = {"guest": guest.id, "day": day, "table": table.id, "late": day != today()}
        insert = self._insert(daily).values(row)
        # A table that was begun, and removed after months without use, makes room for another.
        keys = [daily.c.guest, daily.c.day]
        statement = insert.on_conflict_do_update(keys, set_=row) if again else insert.on_conflict_do_nothing()
        await self._writer.write(None, also=[statement])
        return table

    def _result(self, table: Table) -> Sequence[Executable]:
        """Return the statement that stores the result of a table, to be executed along with its last move."""
        guest = table.chair(BREAKER).guest
        if table.agreed.daily is None or guest is None:
            return ()
        solved, rows = daily_end(table)
        # By primary key: searching by table would scan the results of everyone, of all days.
        this = (daily.c.guest == guest) & (daily.c.day == table.agreed.daily) & (daily.c.table == table.id)
        return [update(daily).where(this).values(solved=solved, rows=rows)]


def today() -> str:
    return day_of(time())
