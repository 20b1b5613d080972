"""The writer: every entry of every log, many in one transaction, durable before anybody hears of it."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from sqlalchemy import Executable, text
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from keypeg.server.schema import log

NOTIFY = text("SELECT pg_notify('keypeg', said) FROM unnest(CAST(:said AS text[])) AS said")
COLUMNS = [column.name for column in log.columns]
Row: TypeAlias = tuple[str, int, float, str, int, str, str, str | None]
MOST = 500
"""Entries in one transaction."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a table's log: what a seat did, and the moves of chance that followed at once."""

    table: str
    seq: int
    at: float
    kind: str
    seat: int
    text: str = ""
    then: str = ""
    key: str | None = None

    def row(self) -> Row:
        """In the order of the columns."""
        return self.table, self.seq, self.at, self.kind, self.seat, self.text, self.then, self.key


class Overtaken(Exception):
    """Another process has written this number of the log before."""


class Failed(Exception):
    """The database did not take it; nobody knows whether it is written."""


@dataclass(slots=True)
class Item:
    """What waits to be written: an entry, and what is to be changed with it."""

    entry: Entry | None
    first: Sequence[Executable]
    """Executed before the entry is written, in any case."""
    also: Sequence[Executable]
    """Executed after it, unless it was overtaken."""
    done: asyncio.Future[None] = field(default_factory=lambda: asyncio.get_running_loop().create_future())


class Writer:
    """Takes all that waits into one transaction, and acknowledges each when the transaction is durable."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._notifies = engine.dialect.name == "postgresql"
        dialect = postgresql if self._notifies else sqlite
        self._careful = dialect.insert(log).on_conflict_do_nothing().returning(log.c.table, log.c.seq)
        self._plain = str(log.insert().compile(dialect=engine.dialect))
        self._waiting: list[Item] = []
        self._more = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._task = asyncio.create_task(self._run(), name="writer")

    async def stop(self) -> None:
        """Write what waits, then end."""
        await asyncio.gather(*(item.done for item in self._waiting), return_exceptions=True)
        if self._task:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def write(
        self, entry: Entry | None, *, first: Sequence[Executable] = (), also: Sequence[Executable] = ()
    ) -> None:
        """Return when it is durable. Overtaken: nothing was written. Failed: it may be written or not."""
        item = Item(entry, first, also)
        self._waiting.append(item)
        self._more.set()
        await item.done

    async def _run(self) -> None:
        while True:
            await self._more.wait()
            items, self._waiting = self._waiting[:MOST], self._waiting[MOST:]
            if not self._waiting:
                self._more.clear()
            try:
                overtaken = await self._commit(items)
            except (SQLAlchemyError, OSError) as error:
                for item in items:
                    _settle(item, Failed(type(error).__name__))
                continue
            except asyncio.CancelledError:
                for item in items:
                    _settle(item, Failed("stopped"))
                raise
            for item in items:
                late = item.entry is not None and (item.entry.table, item.entry.seq) in overtaken
                _settle(item, Overtaken() if late else None)

    async def _commit(self, items: Sequence[Item]) -> set[tuple[str, int]]:
        """Write these in one transaction; the entries that were not taken because their number is."""
        async with self._engine.connect() as connection:
            for item in items:
                for statement in item.first:
                    await connection.execute(statement)
            rows = [item.entry.row() for item in items if item.entry]
            overtaken = await self._insert(connection, rows) if rows else set()
            for item in items:
                if item.entry is None or (item.entry.table, item.entry.seq) not in overtaken:
                    for statement in item.also:
                        await connection.execute(statement)
            if self._notifies:
                await _notify(connection, [row for row in rows if row[:2] not in overtaken])
            await connection.commit()
        return overtaken

    async def _insert(self, connection: AsyncConnection, rows: Sequence[Row]) -> set[tuple[str, int]]:
        """Write rows of the log; those whose number is taken are left out, and told."""
        if not self._notifies:
            # Nobody else writes to an SQLite of one's own, so the quickest way nearly always does.
            try:
                async with connection.begin_nested():
                    await connection.exec_driver_sql(self._plain, list(rows))
                return set()
            except IntegrityError:
                pass
        taken = await connection.execute(self._careful, [dict(zip(COLUMNS, row, strict=True)) for row in rows])
        return {row[:2] for row in rows} - {(table, seq) for table, seq in taken.all()}


async def _notify(connection: AsyncConnection, rows: Sequence[Row]) -> None:
    """Tell the other processes, at the moment of the commit: table and version, nothing else."""
    if rows:
        payloads = [f"{table} {seq}" for table, seq, *_ in rows]
        await connection.execute(NOTIFY, {"said": payloads})


def _settle(item: Item, problem: Exception | None) -> None:
    if item.done.done():
        return
    if problem is None:
        item.done.set_result(None)
    else:
        item.done.set_exception(problem)
