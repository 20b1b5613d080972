"""Commit a batch of log entries in one transaction: SQLite on a thread of its own, PostgreSQL through its driver."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from importlib import import_module
from operator import itemgetter
from pathlib import Path
from typing import Any, Protocol, TypeAlias

from sqlalchemy import Connection, Executable, select
from sqlalchemy.dialects import sqlite
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from keypeg.server.store.database import BUSY, failures, for_writing
from keypeg.server.store.schema import log
from keypeg.table import Entry

PATIENCE = 500
"""Milliseconds for which moves wait while the journal is erased."""
COLUMNS = [column.name for column in log.columns]
INSERT_AND_NOTIFY = """
WITH written AS (
    INSERT INTO log ("table", seq, at, kind, seat, text, "then", key)
    SELECT * FROM unnest(
        $1::text[], $2::int[], $3::float8[], $4::text[], $5::int2[], $6::text[], $7::text[], $8::text[]
    )
    ON CONFLICT DO NOTHING RETURNING "table", seq
) SELECT "table", seq, pg_notify('keypeg', "table" || ' ' || seq || ' ' || $9::text) FROM written
"""
"""Insert the entries whose number is not taken, and notify other processes, in one statement for any number."""
Row: TypeAlias = tuple[str, int, float, str, int, str, str, str | None]
Numbers: TypeAlias = set[tuple[str, int]]
"""Log entries, each by its table and number."""


@dataclass(slots=True)
class Item:
    """A queued write: an entry, and the statements that belong to it."""

    entry: Entry | None
    first: Sequence[Executable]
    """Always executed, before the entry is written."""
    also: Sequence[Executable]
    """Executed after it, unless the entry was overtaken."""
    done: asyncio.Future[None]

    def is_among(self, numbers: Numbers) -> bool:
        """Return True if its entry is one of these."""
        return self.entry is not None and (self.entry.table, self.entry.seq) in numbers


class Committer(Protocol):
    """Commits batches."""

    gathers: bool
    """True if a few large batches cost less than many small ones while the event loop is busy."""

    async def commit(self, items: Sequence[Item]) -> Numbers:
        """Commit these in one transaction; return the entries left out because their number is taken."""

    async def erase(self) -> None:
        """Erase what was deleted from the journal as well, if that is ours to do and nobody is reading it."""

    async def close(self) -> None:
        """Close the connection."""


class SqliteCommitter:
    """Hands a whole batch to its thread at once: every single statement would cost a thread switch.

    So does every row while the event loop is busy, because the driver releases the interpreter lock for each.
    """

    gathers = True

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = for_writing(engine)
        self._file = Path(engine.url.database or "")
        self._opened = _identity(self._file)
        self._thread = ThreadPoolExecutor(1, "writer")
        self._plain = str(log.insert().compile(dialect=self._engine.dialect))
        self._skipping = sqlite.insert(log).on_conflict_do_nothing().returning(log.c.table, log.c.seq)

    async def commit(self, items: Sequence[Item]) -> Numbers:
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._commit_to_file, items)

    async def erase(self) -> None:
        await asyncio.get_running_loop().run_in_executor(self._thread, self._erase)

    def _erase(self) -> None:
        with self._engine.connect() as connection:
            connection.exec_driver_sql(f"PRAGMA busy_timeout={PATIENCE}")
            connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
            connection.exec_driver_sql(f"PRAGMA busy_timeout={BUSY}")

    async def close(self) -> None:
        self._thread.shutdown()
        self._engine.dispose()

    def _commit_to_file(self, items: Sequence[Item]) -> Numbers:
        """Commit a batch. Raise an error if the file was deleted or replaced: SQLite would go on writing to it.

        Nothing is written to a file that is gone, or the same move sent again would be found there and called stored.
        """
        self._check_file()
        overtaken = self._commit(items)
        self._check_file()
        return overtaken

    def _check_file(self) -> None:
        if _identity(self._file) != self._opened:
            gone = sqlite3.OperationalError("the file of the database was deleted or replaced")
            gone.sqlite_errorcode, gone.sqlite_errorname = sqlite3.SQLITE_CANTOPEN, "SQLITE_CANTOPEN"
            raise gone

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
    """Skips entries that another process has overtaken. Notifies the others of tables and versions, nothing else."""

    gathers = False

    def __init__(self, engine: AsyncEngine, process: str) -> None:
        self._engine = engine
        self._process = process
        """Sent with every notification, so that a process recognises its own."""
        self._contradictions = import_module("asyncpg").IntegrityConstraintViolationError  # SQLite does not need it
        self._connection: AsyncConnection | None = None
        """Kept open from one batch to the next."""

    async def commit(self, items: Sequence[Item]) -> Numbers:
        # In the same order everywhere, so that two processes that write to the same tables cannot deadlock.
        rows = sorted((_row(item.entry) for item in items if item.entry), key=itemgetter(0, 1))
        try:
            return await self._commit(await self._connected(), items, rows)
        except BaseException:
            await self._disconnect()
            raise

    async def erase(self) -> None:
        """Do nothing: PostgreSQL overwrites deleted rows and its journal by itself, in its own time."""

    async def close(self) -> None:
        await self._disconnect()

    async def _connected(self) -> AsyncConnection:
        if self._connection is not None and (await _driver(self._connection)).is_closed():
            await self._disconnect()
        if self._connection is None:
            self._connection = await self._engine.connect()
        return self._connection

    async def _disconnect(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            with suppress(*failures(self._engine)):
                await connection.close()

    async def _commit(self, connection: AsyncConnection, items: Sequence[Item], rows: Sequence[Row]) -> Numbers:
        if any(item.first or item.also for item in items):
            async with connection.begin():
                await _execute_all(connection, [statement for item in items for statement in item.first])
                overtaken = await self._insert(connection, rows)
                await _execute_all(connection, _statements_after(items, overtaken))
                return overtaken
        # A single statement is a transaction by itself, without round trips for BEGIN and COMMIT.
        return await self._insert(connection, rows)

    async def _insert(self, connection: AsyncConnection, rows: Sequence[Row]) -> Numbers:
        if not rows:
            return set()
        driver = await _driver(connection)
        try:
            written = await driver.fetch(INSERT_AND_NOTIFY, *map(list, zip(*rows, strict=True)), self._process)
        except self._contradictions as error:
            raise IntegrityError(None, None, error) from error
        return {row[:2] for row in rows} - {(table, seq) for table, seq, _ in written}


async def _driver(connection: AsyncConnection) -> Any:
    """Return asyncpg's own connection. It knows, without asking the server, whether it was closed."""
    return (await connection.get_raw_connection()).driver_connection


async def _execute_all(connection: AsyncConnection, statements: Sequence[Executable]) -> None:
    # The driver begins a transaction with the first statement that goes through SQLAlchemy.
    for statement in statements or [select(1)]:
        await connection.execute(statement)


def _identity(file: Path) -> tuple[int, int] | None:
    """Return what tells this file from any other of the same name; None if there is none."""
    try:
        found = file.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _row(entry: Entry) -> Row:
    """Return the values of an entry in the order of the columns."""
    return entry.table, entry.seq, entry.at, entry.kind, entry.seat, entry.text, entry.then, entry.key


def _insert_or_skip(connection: Connection, items: Sequence[Item], rows: Sequence[Row], insert: Executable) -> Numbers:
    """Insert the entries; skip and return those whose number is taken, and skip the statements that go with them."""
    _execute(connection, [statement for item in items for statement in item.first])
    overtaken = {row[:2] for row in rows}
    if rows:
        taken = connection.execute(insert, [dict(zip(COLUMNS, row, strict=True)) for row in rows])
        overtaken -= {(table, seq) for table, seq in taken.all()}
    _execute(connection, _statements_after(items, overtaken))
    return overtaken


def _statements_after(items: Sequence[Item], overtaken: Numbers) -> list[Executable]:
    """List the statements to execute after the entries, except those that go with overtaken ones."""
    return [statement for item in items if not item.is_among(overtaken) for statement in item.also]


def _execute(connection: Connection, statements: Sequence[Executable]) -> None:
    for statement in statements:
        connection.execute(statement)
