"""The tables of this process: those in memory, and the single path by which any of them changes."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace
from secrets import token_urlsafe
from typing import ParamSpec, TypeVar

from sqlalchemy import Executable
from sqlalchemy.ext.asyncio import AsyncEngine

from keypeg.api.tables import Plan, open_table
from keypeg.errors import Busy, Unknown
from keypeg.notation.versions import version_of
from keypeg.server.server_time import ServerTime
from keypeg.server.store import tables as store
from keypeg.server.store.kept import KeptStore
from keypeg.server.store.writer import Failed, Overtaken, Writer
from keypeg.server.tables.doorbell import Doorbells
from keypeg.server.tables.memory import LockedTable, TableMemory
from keypeg.server.tables.off_loop import OffLoop
from keypeg.table import Entry, Kept, Setup, Table
from keypeg.table.driver import Making
from keypeg.table.log import SEATED
from keypeg.table.table import LONG

P = ParamSpec("P")
T = TypeVar("T")

MOST_REMOVED, PAUSE = 200, 0.05
"""Tables that are removed at once, and the pause in seconds before the next ones."""


class Tables:
    """Loads, changes and removes tables."""

    def __init__(self, engine: AsyncEngine, writer: Writer, doorbells: Doorbells, time: ServerTime) -> None:
        self._engine = engine
        self._writer = writer
        self._doorbells = doorbells
        self.off_loop = OffLoop()
        self.memory = TableMemory()
        self._loading: dict[str, asyncio.Task[LockedTable]] = {}
        self._loads_long = asyncio.Lock()
        """Held while a long log is read and replayed: many at once would take more memory than all tables may."""
        self.store = KeptStore(engine, writer, time.now)
        """The data of features."""
        self.process = writer.process
        self.time = time
        self.trusted = True
        """True while notifications of other processes arrive; without them every use of a table reads its log."""
        self.cuts = 0
        """The number of times that notifications came back after a cut: a table read before may be out of date."""
        self.after: list[Callable[[LockedTable], None]] = []
        """Called after a table that moves by itself, because it has computers or a clock, was changed or loaded."""
        self.on_long_load: Callable[[int], None] = lambda _moves: None
        """Called with the number of moves of a long table that a request has loaded."""
        self.on_remove: Callable[[Sequence[str]], Sequence[Executable]] = lambda _ids: ()
        """Returns the statements to execute along with the removal of tables, which notify other processes."""
        self.on_over: list[Callable[[Table], Sequence[Executable]]] = []
        """Each returns the statements to execute in the same transaction as the end of a match."""

    def held(self, id: str) -> Held:
        """Return a context manager that locks a table and brings it up to date."""
        return Held(self, id)

    async def lock(self, id: str) -> LockedTable:
        """Return a table that is locked and up to date. The caller must release its lock; `held` does so by itself."""
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

    def trust_again(self) -> None:
        """Trust notifications again after a cut, but read the log of every table once before its next use."""
        self.cuts += 1
        self.trusted = True

    def _is_current(self, table: LockedTable) -> bool:
        """Return True if no other process has written to a table, and the clock took no step since its last use."""
        self.time.follow()
        return self._has_all(table) and table.stepped == self.time.stepped

    def _has_all(self, table: LockedTable) -> bool:
        """Return True if no other process has written to a table since it was last read."""
        return self.trusted and table.cuts == self.cuts and table.version >= table.newest

    async def _bring_up_to_date(self, table: LockedTable) -> bool:
        """Read missing entries and correct the clock. Return False if another process was first: then load it again."""
        if not self._has_all(table) and await self._catch_up(table):
            self._announce(table)
        self.time.follow()
        return table.stepped == self.time.stepped or await self._give_back(table)

    async def open(self, plan: Plan) -> LockedTable:
        """Open a new table."""
        self._writer.admit()
        agreed = replace(plan.agreed, version=version_of(plan.rules))
        setup = Setup(token_urlsafe(16), plan.rules, agreed, token_urlsafe(16), self.time.now())
        table = LockedTable.hosted(setup, plan.chairs)
        table.stepped, table.cuts = self.time.stepped, self.cuts
        length = sum(action.text.count("\n") for action in plan.actions)
        entries = await self.work(length, open_table, table, plan, self.time.now())
        async with table.lock:
            self.memory.keep(table)
            await self._commit(table, entries, first=tuple(store.inserts(setup, plan.chairs)))
        self._announce(table)
        return table

    async def change(self, id: str, make: Making[T], seen: int | None = None) -> T:
        """Change a table, commit, and return the answer. `seen` is the version that the client has seen."""
        while True:
            table = await self.lock(id)
            try:
                if seen is not None and seen > table.version:
                    await self.read_newer(table)
                self._writer.admit()
                was_over = table.over
                made = make(table, now=self.time.now())
                if made.entries:
                    await self._commit(table, made.entries, kept=made.kept, was_over=was_over)
                    self._announce(table)
                return made.answer
            except Overtaken:
                continue  # another process was faster: make the change again, on top of what it has written
            finally:
                table.lock.release()

    async def read_newer(self, table: LockedTable) -> None:
        """Read what other processes have written to a table whose lock is held: a client has seen a newer version."""
        if await self._catch_up(table):
            self._announce(table)

    def has(self, id: str, version: int) -> bool:
        """Return True if a table is in memory with this version. It is not if writing the version seemed to fail."""
        table = self.memory.peek(id)
        return table is not None and table.version >= version

    def note(self, id: str, version: int) -> bool:
        """Record that another process has written a version. Return True if the table must be read at once.

        That is a table that moves by itself, which would miss its moment. Others are read when they are next used.
        """
        table = self.memory.peek(id)
        if table is None:
            return id in self._loading
        table.newest = max(table.newest, version)
        moves_itself = table.moves_itself
        return moves_itself and table.version < version

    async def refresh(self, id: str) -> None:
        """Read what other processes have written to the log of a table in memory, and announce it."""
        loading = self._loading.get(id)
        table = await asyncio.shield(loading) if loading else self.memory.get(id)
        if table is None:
            return
        async with table.lock:
            if not table.dead:
                await self.read_newer(table)

    async def on(self, table: LockedTable, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run work that takes longer the more moves a table has, on a thread if need be. Its lock must be held."""
        return await self.work(table.length, work, *args, **kwargs)

    async def work(self, length: int, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run work at once if `length` is small, or else on a thread."""
        return work(*args, **kwargs) if length <= LONG else await self.off_loop.run(work, *args, **kwargs)

    def stop(self) -> None:
        """Drop the queued work."""
        self.off_loop.stop()

    async def remove(self, ids: Sequence[str]) -> None:
        """Remove tables for good, in batches, so that others can write in between."""
        for at in range(0, len(ids), MOST_REMOVED):
            some = ids[at : at + MOST_REMOVED]
            await self.drop(some)
            await self._writer.write(None, also=[store.remove(some), *self.on_remove(some)])
            await self.drop(some)  # a computer may have loaded one again before it was gone
            await asyncio.sleep(PAUSE)

    async def drop(self, ids: Sequence[str]) -> None:
        """Drop removed tables from memory, including those that are being loaded, and their rooms."""
        for table in ids:
            if loading := self._loading.get(table):
                await asyncio.wait([loading])
            self.memory.forget(table)
            self._doorbells.drop(table)

    async def _commit(
        self,
        table: LockedTable,
        entries: Sequence[Entry],
        *,
        first: Sequence[Executable] = (),
        kept: Sequence[Kept] = (),
        was_over: bool = False,
    ) -> None:
        """Store entries that were applied already. If that fails, drop the table from memory."""
        missing = "guest-unknown" if first else "table-unknown"
        try:
            for entry in entries:
                also: list[Executable] = []
                if entry.kind in SEATED:
                    also.append(store.update_seat(table.id, table.chair(entry.seat)))
                if kept and entry is entries[-1]:
                    also += self.store.statements(kept)
                if entry is entries[-1] and table.over and not was_over:
                    also.append(store.mark_over(table.id))
                    also += (statement for each in self.on_over for statement in each(table))
                await self._writer.write(entry, first=first, also=also, missing=missing)
                first = ()
            self.store.announce(kept)
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
        if table.moves_itself:
            for each in self.after:
                each(table)

    async def _load(self, id: str) -> LockedTable:
        """Load a table, only once however many callers wait for it."""
        loading = self._loading.get(id)
        if loading is None:
            loading = self._loading[id] = asyncio.get_running_loop().create_task(self._read(id))
            loading.add_done_callback(self._loaded(id))
        return await asyncio.shield(loading)

    def _loaded(self, id: str) -> Callable[[asyncio.Task[LockedTable]], None]:
        def done(task: asyncio.Task[LockedTable]) -> None:
            del self._loading[id]
            if not task.cancelled():
                task.exception()  # retrieve it here too: the callers get it, but there may be none left

        return done

    async def _read(self, id: str) -> LockedTable:
        if await store.last_entry(self._engine, id) <= LONG:
            return await self._rebuild(id)
        async with self._loads_long:
            return await self._rebuild(id)

    async def _rebuild(self, id: str) -> LockedTable:
        cuts = self.cuts
        stored = await store.load(self._engine, id)
        length = sum(1 + entry.text.count("\n") for entry in stored.entries)
        table = LockedTable.hosted(stored.setup, stored.chairs)
        await self._replay(table, stored.entries, length)
        if length > LONG:
            self.on_long_load(length)
        self._keep_step(table)
        table.cuts = cuts
        table = self.memory.keep(table)
        self._run_after(table)
        return table

    async def _give_back(self, table: LockedTable) -> bool:
        """Give the players back a step of the clock, or the time in which no server ran. Return False if overtaken."""
        step = None if table.stepped is None else self.time.stepped - table.stepped
        table.stepped = self.time.stepped
        table.touched += step or 0.0
        if table.time_runs:
            try:
                await self._commit(table, table.resume(self.time.now(), step).entries)
            except Overtaken:
                return False
        return True

    def _keep_step(self, table: LockedTable) -> None:
        """Record whether the entries just read were written since the last step of the clock of this process."""
        table.stepped = self.time.stepped if self.time.is_ours(table.touched) else None

    async def _catch_up(self, table: LockedTable) -> bool:
        """Replay what other processes have written meanwhile. Return False if there was nothing."""
        cuts = self.cuts
        try:
            entries, chairs = await store.newer(self._engine, table.id, table.version)
        except Unknown:
            self.memory.forget(table.id)
            raise
        if chairs is not None:
            table.chairs = chairs
        await self._replay(table, entries, len(entries))
        table.cuts = cuts
        if entries:
            self._keep_step(table)
        return bool(entries)

    async def _replay(self, table: LockedTable, entries: Sequence[Entry], length: int) -> None:
        """Apply entries of the log: a long log in parts, so that work on other tables need not wait for all of it."""
        for at in range(0, len(entries), LONG):
            await self.work(length, _replay, table, entries[at : at + LONG])


class Held:
    """A context manager that holds the lock of a table: `async with tables.held(id) as table`."""

    __slots__ = ("_id", "_table", "_tables")

    def __init__(self, tables: Tables, id: str) -> None:
        self._tables = tables
        self._id = id

    async def __aenter__(self) -> LockedTable:
        self._table = await self._tables.lock(self._id)
        return self._table

    async def __aexit__(self, *_: object) -> None:
        self._table.lock.release()


def _replay(table: LockedTable, entries: Sequence[Entry]) -> None:
    for entry in entries:
        table.replay(entry)
