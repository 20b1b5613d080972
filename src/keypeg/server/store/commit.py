"""Commit a batch of log entries in one transaction: SQLite on a thread of its own, PostgreSQL by its driver."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Protocol, TypeAlias

from sqlalchemy import Connection, Executable, text
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine

from keypeg.server.store.database import for_writing
from keypeg.server.store.schema import log
from keypeg.service import Entry

NOTIFY = text("SELECT pg_notify('keypeg', item) FROM unnest(CAST(:news AS text[])) AS item")
COLUMNS = [column.name for column in log.columns]
Row: TypeAlias = tuple[str, int, float, str, int, str, str, str | None]
Numbers: TypeAlias = set[tuple[str, int]]
"""Log entries: the table, and the number of the entry."""


@dataclass(slots=True)
class Item:
    """What waits to be written: an entry, and the statements that belong to it."""

    entry: Entry | None
    first: Sequence[Executable]
    """Executed before the entry is written, always."""
    also: Sequence[Executable]
    """Executed after it, unless the entry was overtaken."""
    done: asyncio.Future[None] = field(default_factory=lambda: asyncio.get_running_loop().create_future())


class Committer(Protocol):
    """Commits batches."""

    async def commit(self, items: Sequence[Item]) -> Numbers:
        """Commit these in one transaction; return the entries left out because their number is taken."""

    def close(self) -> None:
        """Close the connection."""


class SqliteCommitter:
    """Hands a whole batch to its thread at once: every statement by itself would cost a switch."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = for_writing(engine)
        self._thread = ThreadPoolExecutor(1, "writer")
        self._plain = str(log.insert().compile(dialect=self._engine.dialect))
        self._skipping = sqlite.insert(log).on_conflict_do_nothing().returning(log.c.table, log.c.seq)

    async def commit(self, items: Sequence[Item]) -> Numbers:
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._commit, items)

    def close(self) -> None:
        self._thread.shutdown()
        self._engine.dispose()

    def _commit(self, items: Sequence[Item]) -> Numbers:
        rows = [_row(item.entry) for item in items if item.entry]
        try:
            # Only this process writes to its SQLite, so the plain insert nearly always succeeds.
            with self._engine.begin() as connection:
                _execute(connection, [statement for item in items for statement in item.first])
                if rows:
                    connection.exec_driver_sql(self._plain, rows)
                _execute(connection, [statement for item in items for statement in item.also])
        except IntegrityError:
            with self._engine.begin() as connection:
                return _insert_or_skip(connection, items, rows, self._skipping)
        return set()


class PostgresCommitter:
    """Skips entries that other processes have overtaken, and notifies them of the table and version, nothing else."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._skipping = postgresql.insert(log).on_conflict_do_nothing().returning(log.c.table, log.c.seq)

    async def commit(self, items: Sequence[Item]) -> Numbers:
        async with self._engine.begin() as connection:
            return await connection.run_sync(self._commit, items)

    def close(self) -> None:
        """Leave the engine open: others use it."""

    def _commit(self, connection: Connection, items: Sequence[Item]) -> Numbers:
        rows = [_row(item.entry) for item in items if item.entry]
        overtaken = _insert_or_skip(connection, items, rows, self._skipping)
        news = [f"{table} {seq}" for table, seq, *_ in rows if (table, seq) not in overtaken]
        if news:
            connection.execute(NOTIFY, {"news": news})
        return overtaken


def _row(entry: Entry) -> Row:
    """Return an entry in the order of the columns."""
    return entry.table, entry.seq, entry.at, entry.kind, entry.seat, entry.text, entry.then, entry.key


def _insert_or_skip(connection: Connection, items: Sequence[Item], rows: Sequence[Row], insert: Executable) -> Numbers:
    """Leave out the entries whose number is taken, and the statements that belong to them."""
    _execute(connection, [statement for item in items for statement in item.first])
    overtaken = {row[:2] for row in rows}
    if rows:
        taken = connection.execute(insert, [dict(zip(COLUMNS, row, strict=True)) for row in rows])
        overtaken -= {(table, seq) for table, seq in taken.all()}
    in_time = [item for item in items if not (item.entry and (item.entry.table, item.entry.seq) in overtaken)]
    _execute(connection, [statement for item in in_time for statement in item.also])
    return overtaken


def _execute(connection: Connection, statements: Sequence[Executable]) -> None:
    for statement in statements:
        connection.execute(statement)
