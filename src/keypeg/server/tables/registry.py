"""The tables of this process: those in memory, and the one way in which any of them changes."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from secrets import token_urlsafe
from typing import ParamSpec, TypeVar

import msgspec
from sqlalchemy import Executable
from sqlalchemy.ext.asyncio import AsyncEngine

from keypeg import service
from keypeg.errors import Busy, Unknown
from keypeg.notation.versions import VERSION
from keypeg.server.server_time import ServerTime
from keypeg.server.store import tables as store
from keypeg.server.store.writer import Failed, Overtaken, Writer
from keypeg.server.tables.doorbell import Doorbells
from keypeg.server.tables.memory import LockedTable, TableMemory
from keypeg.server.tables.off_loop import OffLoop
from keypeg.service import Change, Entry, Plan, Setup, TableState
from keypeg.service.log import SEATED
from keypeg.service.table_state import LONG

P = ParamSpec("P")
T = TypeVar("T")

MOST_REMOVED, PAUSE = 200, 0.05
"""Tables that are removed at once, and the seconds until the next ones."""


class Tables:
    """All tables."""

    def __init__(self, engine: AsyncEngine, writer: Writer, doorbells: Doorbells, time: ServerTime) -> None:
        self._engine = engine
        self._writer = writer
        self._doorbells = doorbells
        self.off_loop = OffLoop()
        self.memory = TableMemory()
        self._loading: dict[str, asyncio.Task[LockedTable]] = {}
        self.process = writer.process
        self.time = time
        self.trusted = True
        """True while tables in memory are known to be the newest: not while other processes cannot be heard."""
        self.after: list[Callable[[LockedTable], None]] = []
        """Called after a change, and after loading, of a table that moves by itself: with computers or a clock."""
        self.on_long_load: Callable[[int], None] = lambda _moves: None
        """Called with the number of moves of a table that was read because somebody asked for it."""
        self.on_remove: Callable[[Sequence[str]], Sequence[Executable]] = lambda _ids: ()
        """Returns what to execute with the removal of tables, so that other processes are notified of it."""
        self.on_over: list[Callable[[TableState], Sequence[Executable]]] = []
        """Return what to store in the same transaction as the end of a match."""

    def held(self, id: str) -> Held:
        """Lock a table and bring it up to date."""
        return Held(self, id)

    async def lock(self, id: str) -> LockedTable:
        """Return a table that is locked and up to date; release its lock. `held` does that by itself."""
        while True:
            table = self.memory.get(id) or await self._load(id)
            await table.lock.acquire()
            try:
                if not table.dead and (self._is_current(table) or await self._bring_up_to_date(table)):
                    return table
            except BaseException:
                table.lock.release()
                raise
            table.lock.release()

    def _is_current(self, table: LockedTable) -> bool:
        """Return True if nobody has written to a table elsewhere, and the time took no step since it was last used."""
        self.time.follow()
        return self.trusted and table.version >= table.newest and table.stepped == self.time.stepped

    async def _bring_up_to_date(self, table: LockedTable) -> bool:
        """Read and write what is missing. False if another process did so first, and it has to be loaded again."""
        if (not self.trusted or table.version < table.newest) and await self._catch_up(table):
            self._run_after(table)
        self.time.follow()
        return table.stepped == self.time.stepped or await self._give_back(table)

    async def open(self, plan: Plan) -> LockedTable:
        """Open a new table."""
        self._writer.admit()
        agreed = msgspec.structs.replace(plan.agreed, version=VERSION)
        setup = Setup(token_urlsafe(16), plan.rules, agreed, token_urlsafe(16), self.time.now())
        table = LockedTable(setup, plan.chairs)
        table.stepped = self.time.stepped
        length = sum(action.text.count("\n") for action in plan.actions)
        entries = await self.work(length, service.open_table, table, plan, self.time.now())
        async with table.lock:
            self.memory.keep(table)
            await self._commit(table, entries, first=tuple(store.inserts(setup, plan.chairs)))
        self._announce(table)
        return table

    async def change(self, id: str, change: Callable[[TableState], Change[T]], seen: int | None = None) -> T:
        """Change a table, commit, and return the answer. `seen` is the version that the client has seen."""
        table = await self.lock(id)
        try:
            return await self.change_held(table, change, seen)
        finally:
            table.lock.release()

    async def change_held(
        self, table: LockedTable, change: Callable[[TableState], Change[T]], seen: int | None = None
    ) -> T:
        """Change a table whose lock is held already."""
        if seen is not None and seen > table.version:
            await self._catch_up(table)
        self._writer.admit()
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

    def has(self, id: str, version: int) -> bool:
        """Return True if a table is in memory with this version. It is not if writing that seemed to fail."""
        table = self.memory.peek(id)
        return table is not None and table.version >= version

    def note(self, id: str, version: int) -> bool:
        """Take note that another process has written a version. Return True if the table must be read at once.

        Others are read when somebody uses them: a table that moves by itself would miss its moment.
        """
        table = self.memory.peek(id)
        if table is None:
            return id in self._loading
        table.newest = max(table.newest, version)
        moves_itself = bool(table.table.players or table.table.clock)
        return moves_itself and table.version < version

    async def refresh(self, id: str) -> None:
        """Read what other processes have written to the log of a table in memory, and announce it."""
        loading = self._loading.get(id)
        table = await asyncio.shield(loading) if loading else self.memory.get(id)
        if table is None:
            return
        async with table.lock:
            if not table.dead and await self._catch_up(table):
                self._announce(table)

    async def on(self, table: LockedTable, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Do something that takes the longer the more moves a table has. Its lock must be held."""
        return await self.work(table.table.length, work, *args, **kwargs)

    async def work(self, length: int, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Do at once what is short, and the rest on a thread."""
        return work(*args, **kwargs) if length <= LONG else await self.off_loop.run(work, *args, **kwargs)

    def stop(self) -> None:
        """Drop the work that waits."""
        self.off_loop.stop()

    async def remove(self, ids: Sequence[str]) -> None:
        """Remove tables for good, some at a time: others write in between."""
        for at in range(0, len(ids), MOST_REMOVED):
            some = ids[at : at + MOST_REMOVED]
            await self.drop(some)
            await self._writer.write(None, also=[store.remove(some), *self.on_remove(some)])
            await self.drop(some)  # a computer may have read one again before it was gone
            await asyncio.sleep(PAUSE)

    async def drop(self, ids: Sequence[str]) -> None:
        """Drop tables from memory, also those that are being read."""
        for table in ids:
            if loading := self._loading.get(table):
                await asyncio.wait([loading])
            self.memory.forget(table)

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
                if entry.kind in SEATED:
                    also.append(store.update_seat(table.id, table.chair(entry.seat)))
                if entry is entries[-1] and table.over and not was_over:
                    also.append(store.mark_over(table.id))
                    also += (statement for each in self.on_over for statement in each(table))
                await self._writer.write(entry, first=first, also=also)
                first = ()
        except BaseException as error:
            self.memory.forget(table.id)
            if isinstance(error, Failed):
                raise Busy("database-away", seconds=2) from None
            raise

    def _announce(self, table: LockedTable) -> None:
        self._doorbells.ring(table.id, table.version)
        self.memory.weigh(table)
        self._run_after(table)

    def _run_after(self, table: LockedTable) -> None:
        if table.table.players or table.table.clock:
            for each in self.after:
                each(table)

    async def _load(self, id: str) -> LockedTable:
        """Load a table once, however many wait for it."""
        loading = self._loading.get(id)
        if loading is None:
            loading = self._loading[id] = asyncio.get_running_loop().create_task(self._read(id))
            loading.add_done_callback(self._loaded(id))
        return await asyncio.shield(loading)

    def _loaded(self, id: str) -> Callable[[asyncio.Task[LockedTable]], None]:
        def done(task: asyncio.Task[LockedTable]) -> None:
            del self._loading[id]
            if not task.cancelled():
                task.exception()  # those who wait for the table get it; there may be nobody left

        return done

    async def _read(self, id: str) -> LockedTable:
        stored = await store.load(self._engine, id)
        length = sum(1 + entry.text.count("\n") for entry in stored.entries)
        table = await self.work(length, _replayed, stored)
        if length > LONG:
            self.on_long_load(length)
        self._keep_step(table)
        table = self.memory.keep(table)
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
        try:
            entries, chairs = await store.newer(self._engine, table.id, table.version)
        except Unknown:
            self.memory.forget(table.id)
            raise
        if chairs is not None:
            table.chairs = chairs
        await self.work(len(entries), _replay, table, entries)
        if entries:
            self._keep_step(table)
        return bool(entries)


class Held:
    """A table for as long as its lock is held: `async with tables.held(id) as table`."""

    __slots__ = ("_id", "_table", "_tables")

    def __init__(self, tables: Tables, id: str) -> None:
        self._tables = tables
        self._id = id

    async def __aenter__(self) -> LockedTable:
        self._table = await self._tables.lock(self._id)
        return self._table

    async def __aexit__(self, *_: object) -> None:
        self._table.lock.release()


def _replayed(stored: store.Stored) -> LockedTable:
    """Return a table as its log says."""
    table = LockedTable(stored.setup, stored.chairs)
    _replay(table, stored.entries)
    return table


def _replay(table: LockedTable, entries: Sequence[Entry]) -> None:
    for entry in entries:
        table.replay(entry)
