"""The tables of this process: those in memory, and the one way in which any of them changes."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from secrets import token_urlsafe
from typing import TypeVar

import msgspec
from sqlalchemy import Executable
from sqlalchemy.ext.asyncio import AsyncEngine

from keypeg import service
from keypeg.core import State
from keypeg.errors import Busy
from keypeg.notation.versions import VERSION
from keypeg.review import Review
from keypeg.server.server_time import ServerTime
from keypeg.server.store import tables as store
from keypeg.server.store.writer import Failed, Overtaken, Writer
from keypeg.server.tables.doorbell import Doorbells
from keypeg.service import Chair, Change, Entry, Plan, Setup, TableState

T = TypeVar("T")

MOST_LOADED = 2000
"""Tables kept in memory; others are read from their logs again when somebody comes back to them."""


class LockedTable(TableState):
    """A table in memory with its lock and its caches. Hold the lock to read or change it."""

    def __init__(self, setup: Setup, chairs: Sequence[Chair]) -> None:
        super().__init__(setup, chairs)
        self.lock = asyncio.Lock()
        self.stepped: float | None = None
        """The steps of the time that its clock has been corrected for; None if it was last touched before them."""
        self.dead = False
        """True once it was dropped: it may differ from what is stored."""
        self.reviewed: tuple[State, Review] | None = None
        """The last review, and the state that it is of."""
        self.views: dict[int | None, tuple[object, bytes]] = {}
        """By seat: its View as sent last, and everything that it depends on."""


class Tables:
    """All tables."""

    def __init__(self, engine: AsyncEngine, writer: Writer, doorbells: Doorbells, time: ServerTime) -> None:
        self._engine = engine
        self._writer = writer
        self._doorbells = doorbells
        self._loaded: OrderedDict[str, LockedTable] = OrderedDict()
        self.time = time
        self.trusted = True
        """True while tables in memory are known to be the newest: not while other processes cannot be heard."""
        self.after: list[Callable[[LockedTable], None]] = []
        """Called after a change, and after loading, of a table that moves by itself: with computers or a clock."""
        self.on_over: list[Callable[[TableState], Sequence[Executable]]] = []
        """Return what to store in the same transaction as the end of a match."""

    def __len__(self) -> int:
        return len(self._loaded)

    @asynccontextmanager
    async def held(self, id: str) -> AsyncIterator[LockedTable]:
        """Lock a table and bring it up to date."""
        while True:
            table = self._loaded.get(id)
            if table:
                self._loaded.move_to_end(id)
            else:
                table = await self._load(id)
            async with table.lock:
                if table.dead:
                    continue
                if not self.trusted:
                    await self._catch_up(table)
                self.time.follow()
                if table.stepped != self.time.stepped and not await self._give_back(table):
                    continue
                yield table
                return

    async def open(self, plan: Plan) -> LockedTable:
        """Open a new table."""
        agreed = msgspec.structs.replace(plan.agreed, version=VERSION)
        setup = Setup(token_urlsafe(16), plan.rules, agreed, token_urlsafe(16), self.time.now())
        table = LockedTable(setup, plan.chairs)
        table.stepped = self.time.stepped
        async with table.lock:
            self._keep(table)
            entries = service.open_table(table, plan, self.time.now())
            await self._commit(table, entries, first=tuple(store.inserts(setup, plan.chairs)))
        self._announce(table)
        return table

    async def change(self, id: str, change: Callable[[TableState], Change[T]], seen: int | None = None) -> T:
        """Change a table, commit, and return the answer. `seen` is the version that the client has seen."""
        async with self.held(id) as table:
            return await self.change_held(table, change, seen)

    async def change_held(
        self, table: LockedTable, change: Callable[[TableState], Change[T]], seen: int | None = None
    ) -> T:
        """Change a table whose lock is held already."""
        if seen is not None and seen > table.version:
            await self._catch_up(table)
        was_over = table.over
        made = change(table)
        if not made.entries:
            return made.answer
        try:
            await self._commit(table, made.entries, was_over=was_over)
        except Overtaken:
            # Another process was quicker: decide again, from what it has written.
            return await self.change(table.id, change, seen)
        self._announce(table)
        return made.answer

    def is_behind(self, id: str, version: int) -> bool:
        """Return True if a table is in memory, but older than the version that another process has written."""
        table = self._loaded.get(id)
        return table is not None and table.version < version

    async def refresh(self, id: str) -> None:
        """Read what other processes have written to the log of a table in memory, and announce it."""
        table = self._loaded.get(id)
        if table is None:
            return
        async with table.lock:
            if not table.dead and await self._catch_up(table):
                self._announce(table)

    def forget(self, id: str) -> None:
        """Drop a table from memory."""
        table = self._loaded.pop(id, None)
        if table:
            table.dead = True

    def in_memory(self) -> list[LockedTable]:
        return list(self._loaded.values())

    async def remove(self, ids: Sequence[str]) -> None:
        """Remove tables for good."""
        for table in ids:
            self.forget(table)
        await self._writer.write(None, also=[store.remove(ids)])

    async def _commit(
        self,
        table: LockedTable,
        entries: Sequence[Entry],
        *,
        first: Sequence[Executable] = (),
        was_over: bool = False,
    ) -> None:
        """Store entries that were applied already. If that fails the table is dropped from memory."""
        try:
            for entry in entries:
                also: list[Executable] = []
                if entry.kind in ("sit", "leave"):
                    also.append(store.update_seat(table.id, table.chair(entry.seat)))
                if entry is entries[-1] and table.over and not was_over:
                    also.append(store.mark_over(table.id))
                    also += (statement for each in self.on_over for statement in each(table))
                await self._writer.write(entry, first=first, also=also)
                first = ()
        except BaseException as error:
            self.forget(table.id)
            if isinstance(error, Failed):
                raise Busy("database-away", seconds=2) from None
            raise

    def _announce(self, table: LockedTable) -> None:
        self._doorbells.ring(table.id, table.version)
        self._run_after(table)

    def _run_after(self, table: LockedTable) -> None:
        if table.table.players or table.table.clock:
            for each in self.after:
                each(table)

    def _keep(self, table: LockedTable) -> LockedTable:
        found = self._loaded.get(table.id)
        if found:
            return found
        self._loaded[table.id] = table
        if len(self._loaded) > MOST_LOADED:
            for each in list(self._loaded.values())[: MOST_LOADED // 10]:
                if not each.lock.locked():
                    del self._loaded[each.id]
        return table

    async def _load(self, id: str) -> LockedTable:
        stored = await store.load(self._engine, id)
        table = LockedTable(stored.setup, stored.chairs)
        for entry in stored.entries:
            table.replay(entry)
        self._keep_step(table)
        table = self._keep(table)
        self._run_after(table)
        return table

    async def _give_back(self, table: LockedTable) -> bool:
        """Give back to the players a step of the time, or the time in which no server ran. False if overtaken."""
        step = None if table.stepped is None else self.time.stepped - table.stepped
        table.stepped = self.time.stepped
        table.touched += step or 0.0
        if table.time_runs:
            try:
                await self._commit(table, service.resume(table, self.time.now(), step).entries)
            except Overtaken:
                return False
        return True

    def _keep_step(self, table: LockedTable) -> None:
        """Take note whether what was read was written in the time that runs here now."""
        table.stepped = self.time.stepped if self.time.is_ours(table.touched) else None

    async def _catch_up(self, table: LockedTable) -> bool:
        """Replay what others have written meanwhile. False if there was nothing."""
        entries, chairs = await store.newer(self._engine, table.id, table.version)
        if chairs is not None:
            table.chairs = chairs
        for entry in entries:
            table.replay(entry)
        if entries:
            self._keep_step(table)
        return bool(entries)
