"""The puzzle of the day: one code for everybody, for one UTC day; one table per guest and day."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from datetime import UTC, date, datetime
from hmac import digest as hmac
from itertools import islice

from sqlalchemy import Executable, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncEngine

from keypeg.core import Hide
from keypeg.errors import Malformed, Unknown
from keypeg.notation import move_text
from keypeg.notation import rules as read_rules
from keypeg.server.guests.daily_results import DailyResults
from keypeg.server.guests.identities import Guest
from keypeg.server.store.schema import daily
from keypeg.server.store.writer import Writer
from keypeg.server.tables.registry import Tables
from keypeg.service import Action, Agreed, Chair, Plan, TableState

RULES = "togo:rounds=1,parity=any,first=1"
"""One code of four colours out of eight, nine rows."""
MAKER, BREAKER = 1, 2


class DailyPuzzles:
    """The puzzles of all days since `first`, the first day of this server."""

    def __init__(self, secret: bytes, first: str, engine: AsyncEngine, writer: Writer, tables: Tables) -> None:
        self.first = first
        self.rules = read_rules(RULES)
        self.results = DailyResults(engine, self.rules)
        self._secret = secret
        self._writer = writer
        self._tables = tables
        self._starting: dict[str, asyncio.Lock] = {}
        self._insert = (postgresql if engine.dialect.name == "postgresql" else sqlite).insert
        tables.on_over.append(self._result)

    def code(self, day: str) -> str:
        """Return the code of a day. It follows from the server's secret, so nobody can know it before."""
        space = self.rules.codes[BREAKER - 1]
        number = int.from_bytes(hmac(self._secret, f"daily:{day}".encode(), "sha256")) % len(space)
        return next(islice(space, number, None))

    def checked(self, day: str | None) -> str:
        """Return a day as it is written, today if none is given; refuse one without a puzzle, or with one to come."""
        if day is None:
            return today()
        try:
            found = date.fromisoformat(day).isoformat()
        except ValueError:
            raise Malformed("day-unreadable", day=day, first=self.first) from None
        if not min(self.first, today()) <= found <= today():
            raise Malformed("day-unreadable", day=day, first=self.first)
        return found

    async def start(self, guest: Guest, day: str | None = None) -> TableState:
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

    async def _make(self, guest: Guest, day: str, *, again: bool) -> TableState:
        chairs = [Chair(MAKER, "computer", "perfect"), Chair(BREAKER, "person", guest=guest.id, name=guest.name)]
        hide = Action("move", MAKER, move_text(self.rules, Hide(self.code(day))))
        plan = Plan(self.rules, Agreed(watch=False, grace=None, daily=day), chairs, [hide])
        table = await self._tables.open(plan)
        row = {"guest": guest.id, "day": day, "table": table.id, "late": day != today()}
        insert = self._insert(daily).values(row)
        # A table that was begun and removed, because nobody touched it for months, makes room for another.
        keys = [daily.c.guest, daily.c.day]
        statement = insert.on_conflict_do_update(keys, set_=row) if again else insert.on_conflict_do_nothing()
        await self._writer.write(None, also=[statement])
        return table

    def _result(self, table: TableState) -> Sequence[Executable]:
        """Write the result of a table together with its last move."""
        if table.agreed.daily is None:
            return ()
        attempt = table.state.past[-1]
        assert attempt.verdict is not None
        solved, rows = bool(attempt.verdict.broke), len(attempt.boards[0].rows)
        return [update(daily).where(daily.c.table == table.id).values(solved=solved, rows=rows)]


def today() -> str:
    return datetime.now(UTC).date().isoformat()
