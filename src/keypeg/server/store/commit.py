"""How a batch of entries gets onto disk in one transaction: SQLite on a thread of its own, PostgreSQL by its driver."""

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

NOTIFY = text("SELECT pg_notify('keypeg', said) FROM unnest(CAST(:said AS text[])) AS said")
COLUMNS = [column.name for column in log.columns]
Row: TypeAlias = tuple[str, int, float, str, int, str, str, str | None]
Numbers: TypeAlias = set[tuple[str, int]]
"""Lines of logs: a table, and the number of the line."""


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


@dataclass(slots=True)
class Item:
    """What waits to be written: an entry, and what is to be changed with it."""

    entry: Entry | None
    first: Sequence[Executable]
    """Executed before the entry is written, in any case."""
    also: Sequence[Executable]
    """Executed after it, unless it was overtaken."""
    done: asyncio.Future[None] = field(default_factory=lambda: asyncio.get_running_loop().create_future())


class Committer(Protocol):
    """Writes batches."""

    async def commit(self, items: Sequence[Item]) -> Numbers:
        """Write these in one transaction; the entries that were not taken, because their number is."""

    def close(self) -> None:
        """Let go of the database."""


class SqliteCommitter:
    """One hop to a thread for a whole batch: every statement by itself would cost one."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = for_writing(engine)
        self._thread = ThreadPoolExecutor(1, "writer")
        self._plain = str(log.insert().compile(dialect=self._engine.dialect))
        self._careful = sqlite.insert(log).on_conflict_do_nothing().returning(log.c.table, log.c.seq)

    async def commit(self, items: Sequence[Item]) -> Numbers:
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._commit, items)

    def close(self) -> None:
        self._thread.shutdown()
        self._engine.dispose()

    def _commit(self, items: Sequence[Item]) -> Numbers:
        rows = [item.entry.row() for item in items if item.entry]
        try:
            # Nobody else writes to an SQLite of one's own, so the quickest way nearly always does.
            with self._engine.begin() as connection:
                _execute(connection, [statement for item in items for statement in item.first])
                if rows:
                    connection.exec_driver_sql(self._plain, rows)
                _execute(connection, [statement for item in items for statement in item.also])
        except IntegrityError:
            with self._engine.begin() as connection:
                return _carefully(connection, items, rows, self._careful)
        return set()


class PostgresCommitter:
    """Other processes write too, and hear of it at the moment of the commit: table and version, nothing else."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._careful = postgresql.insert(log).on_conflict_do_nothing().returning(log.c.table, log.c.seq)

    async def commit(self, items: Sequence[Item]) -> Numbers:
        async with self._engine.begin() as connection:
            return await connection.run_sync(self._commit, items)

    def close(self) -> None:
        """The engine is others' too."""

    def _commit(self, connection: Connection, items: Sequence[Item]) -> Numbers:
        rows = [item.entry.row() for item in items if item.entry]
        overtaken = _carefully(connection, items, rows, self._careful)
        told = [f"{table} {seq}" for table, seq, *_ in rows if (table, seq) not in overtaken]
        if told:
            connection.execute(NOTIFY, {"said": told})
        return overtaken


def _carefully(connection: Connection, items: Sequence[Item], rows: Sequence[Row], insert: Executable) -> Numbers:
    """Leave out the entries whose number is taken, and all that goes with them."""
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
