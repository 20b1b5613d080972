"""The tables of a device: those in memory, and the one way in which any of them changes."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from secrets import token_urlsafe
from typing import Any, TypeVar

import msgspec
from msgspec import structs

from keypeg import service
from keypeg.device.storage import Storage, Stored, Taken
from keypeg.errors import Unknown
from keypeg.notation import rules as read_rules
from keypeg.notation.versions import VERSION
from keypeg.service import Change, Entry, Plan, Setup, TableState

T = TypeVar("T")

ME = "me"
"""Who asks: everybody at this device."""
PREFIX = "device-"
"""How the ids of tables on a device begin; those of a server are as long, and do not."""
MOST = 12
"""Tables kept in memory."""


class Tables:
    """All tables. One request changes a table at a time: a device has few of them."""

    def __init__(self, storage: Storage, now: Callable[[], float]) -> None:
        self._storage = storage
        self._now = now
        self._live: dict[str, TableState] = {}
        self._setups: dict[str, Setup] = {}
        self._lock = asyncio.Lock()
        self.after: list[Callable[[TableState], None]] = []
        """Called after a change of a table, and after loading it."""

    @asynccontextmanager
    async def held(self, id: str) -> AsyncIterator[TableState]:
        """Lock the tables, and load one."""
        async with self._lock:
            table = self._live.get(id)
            while table is None:
                with suppress(Taken):  # another tab was quicker: load what it has stored
                    table = await self._load(id)
            yield table

    async def kept(self, id: str) -> Stored | None:
        """Return what is stored of a table, without replaying it."""
        return await self._storage.load(id)

    async def open(self, plan: Plan, name: str = "") -> TableState:
        """Open a new table, with a random id unless one is given."""
        agreed = structs.replace(plan.agreed, version=VERSION)
        name = name or PREFIX + token_urlsafe(16)[: 22 - len(PREFIX)]
        setup = Setup(name, plan.rules, agreed, token_urlsafe(16), self._now())
        table = TableState(setup, plan.chairs)
        entries = service.open_table(table, plan, self._now())
        async with self._lock:
            self._keep(table, setup)
            await self._commit(table, entries)
        return table

    async def change(self, id: str, change: Callable[[TableState], Change[T]]) -> T:
        """Change a table, commit, and return the answer."""
        while True:
            async with self.held(id) as table:
                made = change(table)
                if not made.entries:
                    return made.answer
                try:
                    await self._commit(table, made.entries)
                except Taken:
                    continue  # another tab was quicker: decide again, from what it has stored
                return made.answer

    async def _commit(self, table: TableState, entries: Sequence[Entry]) -> None:
        """Store entries that were applied already. If that fails the table is dropped from memory."""
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

    async def _load(self, id: str) -> TableState:
        stored = await self._storage.load(id)
        if stored is None:
            raise Unknown("table-unknown")
        setup = Setup(id, read_rules(stored.rules), stored.agreed, stored.seed, stored.created)
        table = TableState(setup, stored.chairs)
        for entry in stored.entries:
            table.replay(entry)
        self._keep(table, setup)
        if table.time_runs:
            # Nobody could play while the page was closed: no clock counts that.
            await self._commit(table, service.resume(table, self._now()).entries)
        elif stored.summary != _listed(table):
            await self._commit(table, ())  # an older version has listed it; this one may have closed it
        else:
            self._run_after(table)
        return table

    def _keep(self, table: TableState, setup: Setup) -> None:
        while len(self._live) >= MOST:
            oldest = next(iter(self._live))
            del self._live[oldest], self._setups[oldest]
        self._live[table.id], self._setups[table.id] = table, setup

    def _run_after(self, table: TableState) -> None:
        for each in self.after:
            each(table)


def _listed(table: TableState) -> dict[str, Any]:
    """Return the table as lists show it, in the form in which it is read back."""
    listed: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(service.summary(table, ME)))
    return listed
