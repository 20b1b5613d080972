"""The tables of a device: a cache in memory, and the one place where tables are changed."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from secrets import token_urlsafe
from typing import Any, TypeVar

import msgspec

from keypeg import service
from keypeg.device.storage import Overtaken, Storage, Stored
from keypeg.errors import Unknown
from keypeg.notation import rules as read_rules
from keypeg.notation.versions import VERSION
from keypeg.service import Plan
from keypeg.table import Change, Entry, Setup, Table

T = TypeVar("T")

ME = "me"
"""The guest id of everyone at this device."""
PREFIX = "device-"
"""The prefix of table ids on a device. A server's ids have the same length, but never this prefix."""
MOST = 12
"""The most tables to keep in memory."""


class Tables:
    """All tables, with one lock for all of them: a device has few requests."""

    def __init__(self, storage: Storage, now: Callable[[], float]) -> None:
        self._storage = storage
        self._now = now
        self._live: dict[str, Table] = {}
        self._setups: dict[str, Setup] = {}
        self._lock = asyncio.Lock()
        self.after: list[Callable[[Table], None]] = []
        """Functions to call after a table has been changed or loaded."""

    @asynccontextmanager
    async def held(self, id: str) -> AsyncIterator[Table]:
        """Lock the tables, and yield one of them, loaded if need be."""
        async with self._lock:
            table = self._live.get(id)
            while table is None:
                with suppress(Overtaken):  # another tab was quicker: load what it has stored
                    table = await self._load(id)
            yield table

    async def kept(self, id: str) -> Stored | None:
        """Return a table as it is stored, without replaying its log."""
        return await self._storage.load(id)

    async def open(self, plan: Plan, name: str = "") -> Table:
        """Open a new table, with a random id unless one is given."""
        agreed = replace(plan.agreed, version=VERSION)
        name = name or PREFIX + token_urlsafe(16)[: 22 - len(PREFIX)]
        setup = Setup(name, plan.rules, agreed, token_urlsafe(16), self._now())
        table = Table.hosted(setup, plan.chairs)
        entries = service.open_table(table, plan, self._now())
        async with self._lock:
            self._keep(table, setup)
            await self._commit(table, entries)
        return table

    async def change(self, id: str, change: Callable[[Table], Change[T]]) -> T:
        """Change a table, commit, and return the answer."""
        while True:
            async with self.held(id) as table:
                made = change(table)
                if not made.entries:
                    return made.answer
                try:
                    await self._commit(table, made.entries)
                except Overtaken:
                    continue  # another tab was quicker: retry on top of what it has stored
                return made.answer

    async def _commit(self, table: Table, entries: Sequence[Entry]) -> None:
        """Store entries that have been applied already. If that fails, drop the table from memory."""
        setup = self._setups[table.id]
        stored = Stored(
            *(setup.id, str(setup.rules), setup.agreed, setup.seed, setup.created, table.chairs),
            summary=_listed(table),
            entries=list(entries),
        )
        try:
            await self._storage.commit(stored)
        except BaseException:
            self._live.pop(table.id, None)
            raise
        self._run_after(table)

    async def _load(self, id: str) -> Table:
        stored = await self._storage.load(id)
        if stored is None:
            raise Unknown("table-unknown")
        setup = Setup(id, read_rules(stored.rules), stored.agreed, stored.seed, stored.created)
        table = Table.hosted(setup, stored.chairs)
        for entry in stored.entries:
            table.replay(entry)
        self._keep(table, setup)
        if table.time_runs:
            # Nobody could play while the page was closed, so no clock counts that time.
            await self._commit(table, service.resume(table, self._now()).entries)
        elif stored.summary != _listed(table):
            await self._commit(table, ())  # an older version made the summary; this one may have closed the table
        else:
            self._run_after(table)
        return table

    def _keep(self, table: Table, setup: Setup) -> None:
        while len(self._live) >= MOST:
            oldest = next(iter(self._live))
            del self._live[oldest], self._setups[oldest]
        self._live[table.id], self._setups[table.id] = table, setup

    def _run_after(self, table: Table) -> None:
        for each in self.after:
            each(table)


def _listed(table: Table) -> dict[str, Any]:
    """Return the summary of a table for lists, as the plain values that reading it back gives."""
    listed: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(service.summary(table, ME)))
    return listed
