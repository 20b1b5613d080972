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
from keypeg.errors import Conflict, Unknown
from keypeg.notation import rules as read_rules
from keypeg.notation.versions import version_of
from keypeg.table import Agreed, Chair, Entry, Kept, Setup, Table
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
    kept: list[Kept] = []
    """In a commit: data of features to store with it."""


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

    async def kept(self, prefix: str) -> list[Kept]:
        """Return the data of features whose keys begin with this prefix."""
        ...

    async def keep(self, kept: Sequence[Kept]) -> None:
        """Store data of features, all or none; raise Overtaken if some has been written since it was read."""
        ...


class MemoryStorage:
    """Stores tables as JSON in memory, for as long as the process runs."""

    def __init__(self) -> None:
        self.rows: dict[str, bytes] = {}
        self.log: dict[tuple[str, int], bytes] = {}
        self.data: dict[str, Kept] = {}
        """The data of features, by key."""

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
        await self.keep(change.kept)
        self.rows[change.id] = msgspec.json.encode(structs.replace(change, entries=[], kept=[]))
        self.log |= {key: msgspec.json.encode(entry) for key, entry in zip(keys, change.entries, strict=True)}

    async def remove(self, table: str) -> None:
        self.rows.pop(table, None)
        self.log = {key: entry for key, entry in self.log.items() if key[0] != table}
        self.data = {key: kept for key, kept in self.data.items() if kept.table != table}

    async def kept(self, prefix: str) -> list[Kept]:
        return [kept for key, kept in sorted(self.data.items()) if key.startswith(prefix)]

    async def keep(self, kept: Sequence[Kept]) -> None:
        if any(each.version != (self.data[each.key].version if each.key in self.data else 0) for each in kept):
            raise Overtaken
        for each in kept:
            self.data.pop(each.key, None)
            if each.data is not None:
                self.data[each.key] = replace(each, version=each.version + 1)


class LocalStore:
    """The store for the data of features (see `keypeg.api.host.Store`)."""

    def __init__(self, storage: Storage, now: Callable[[], float]) -> None:
        self._storage = storage
        self._now = now
        self._listeners: list[tuple[str, Callable[[str], None]]] = []

    async def get(self, key: str) -> Kept | None:
        return next((kept for kept in await self.under(key) if kept.key == key), None)

    async def under(self, prefix: str) -> list[Kept]:
        found = await self._storage.kept(prefix)
        return [kept for kept in found if kept.expires is None or kept.expires > self._now()]

    async def write(self, *kept: Kept) -> None:
        if kept:
            try:
                await self._storage.keep(await self._over_expired(kept))
            except Overtaken:
                raise stale(kept) from None
            self.announce(kept)

    async def _over_expired(self, kept: Sequence[Kept]) -> list[Kept]:
        """Return these with the versions of what has expired, which counts as absent."""
        stored = {each.key: each for one in kept if not one.version for each in await self._storage.kept(one.key)}
        gone = {key: each for key, each in stored.items() if each.expires is not None and each.expires <= self._now()}
        return [replace(one, version=gone[one.key].version) if one.key in gone else one for one in kept]

    def announce(self, kept: Sequence[Kept]) -> None:
        """Tell listeners that these were written."""
        for each in kept:
            for prefix, listener in self._listeners:
                if each.key.startswith(prefix):
                    listener(each.key)

    def listen(self, prefix: str, listener: Callable[[str], None]) -> None:
        self._listeners.append((prefix, listener))


def stale(kept: Sequence[Kept]) -> Conflict:
    """Return the error of a write that somebody else was quicker than."""
    return Conflict("version-stale", version=kept[0].version + 1, seen=kept[0].version)


class Tables:
    """All tables, with one lock for all of them: there are few requests."""

    def __init__(self, storage: Storage, now: Callable[[], float]) -> None:
        self._storage = storage
        self._now = now
        self.store = LocalStore(storage, now)
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
        agreed = replace(plan.agreed, version=version_of(plan.rules))
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
                    await self._commit(table, made.entries, made.kept)
                except Overtaken:
                    if await self._is_stale(made.kept):
                        raise stale(made.kept) from None
                    continue  # another tab was quicker: retry on top of what it has stored
                return made.answer

    async def remove(self, id: str) -> None:
        """Remove a table that nobody has seen."""
        async with self._lock:
            self._live.pop(id, None)
            await self._storage.remove(id)

    async def _is_stale(self, kept: Sequence[Kept]) -> bool:
        """Return True if data of a feature has been written since it was read: then the change cannot be repeated."""
        for one in kept:
            now = {each.key: each.version for each in await self._storage.kept(one.key)}
            if now.get(one.key, 0) != one.version:
                return True
        return False

    async def _commit(self, table: Table, entries: Sequence[Entry], kept: Sequence[Kept] = ()) -> None:
        """Store entries that have been applied already. If that fails, drop the table from memory."""
        setup = self._setups[table.id]
        stored = Stored(
            *(setup.id, str(setup.rules), setup.agreed, setup.seed, setup.created, table.chairs),
            summary=_listed(table),
            entries=list(entries),
            kept=list(kept),
        )
        try:
            await self._storage.commit(stored)
        except BaseException:
            self._live.pop(table.id, None)
            raise
        self.store.announce(kept)
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
