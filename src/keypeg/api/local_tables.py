"""The tables of a local host: their storage, a cache in memory, and the one place where they are changed."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from secrets import token_urlsafe
from typing import Any, Protocol, TypeVar

import msgspec
from msgspec import Struct, structs

from keypeg.api.own_tables import summary
from keypeg.api.tables import Plan, open_table
from keypeg.errors import Unknown
from keypeg.notation import rules as read_rules
from keypeg.notation.versions import VERSION
from keypeg.table import Agreed, Chair, Entry, Setup, Table
from keypeg.table.driver import Making

T = TypeVar("T")

ME = "me"
"""The id of everyone here."""
PREFIX = "device-"
"""The prefix of the ids of local tables. A server's ids have the same length, but never this prefix."""
MOST = 12
"""The most tables to keep in memory."""


class Stored(Struct, frozen=True):
    """A table with its log. In a commit, `entries` holds only the new ones; it is stored as a whole or not at all."""

    id: str
    rules: str
    agreed: Agreed
    seed: str
    created: float
    chairs: list[Chair]
    summary: dict[str, Any]
    """The table for lists (`OwnTable`), which the page reads without Python; an older version may differ."""
    entries: list[Entry]


class Overtaken(Exception):
    """Another tab has changed the stored log of the table first."""


class Storage(Protocol):
    """Stores tables on the device."""

    async def load(self, table: str) -> Stored | None:
        """Return a table with its whole log; None if there is none."""
        ...

    async def commit(self, change: Stored) -> None:
        """Store a table and its new entries; raise Overtaken if the stored log no longer ends before them."""
        ...

    async def remove(self, table: str) -> None:
        """Remove a table with its log."""
        ...


class MemoryStorage:
    """Stores tables as JSON in memory, for as long as the process runs."""

    def __init__(self) -> None:
        self.rows: dict[str, bytes] = {}
        self.log: dict[tuple[str, int], bytes] = {}

    async def load(self, table: str) -> Stored | None:
        if table not in self.rows:
            return None
        entries = [self.log[key] for key in sorted(self.log) if key[0] == table]
        row = msgspec.json.decode(self.rows[table])
        return msgspec.convert({**row, "entries": [msgspec.json.decode(entry) for entry in entries]}, Stored)

    async def commit(self, change: Stored) -> None:
        keys = [(change.id, entry.seq) for entry in change.entries]
        if any(key in self.log for key in keys):
            raise Overtaken
        self.rows[change.id] = msgspec.json.encode(structs.replace(change, entries=[]))
        self.log |= {key: msgspec.json.encode(entry) for key, entry in zip(keys, change.entries, strict=True)}

    async def remove(self, table: str) -> None:
        self.rows.pop(table, None)
        self.log = {key: entry for key, entry in self.log.items() if key[0] != table}


class Tables:
    """All tables, with one lock for all of them: there are few requests."""

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
        entries = open_table(table, plan, self._now())
        async with self._lock:
            self._keep(table, setup)
            await self._commit(table, entries)
        return table

    async def change(self, id: str, make: Making[T]) -> T:
        """Change a table, commit, and return the answer."""
        while True:
            async with self.held(id) as table:
                made = make(table, now=self._now())
                if not made.entries:
                    return made.answer
                try:
                    await self._commit(table, made.entries)
                except Overtaken:
                    continue  # another tab was quicker: retry on top of what it has stored
                return made.answer

    async def remove(self, id: str) -> None:
        """Remove a table that nobody has seen."""
        async with self._lock:
            self._live.pop(id, None)
            await self._storage.remove(id)

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
            await self._commit(table, table.resume(self._now()).entries)
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
    listed: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(summary(table, ME)))
    return listed
