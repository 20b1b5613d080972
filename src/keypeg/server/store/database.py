"""Open the database, SQLite or PostgreSQL, and bring its schema up to date."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

from sqlalchemy import Column, Connection, Engine, MetaData, Table, Text, create_engine, delete, event, inspect, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DisconnectionError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import ConnectionPoolEntry

from keypeg.errors import Conflict, Malformed, Unknown
from keypeg.server.store.failures import reason_of
from keypeg.server.store.schema import SCHEMA, meta

BUSY = 10_000
"""Milliseconds to wait for a lock."""
PRAGMAS = (
    "journal_mode=WAL",
    "synchronous=FULL",
    "foreign_keys=ON",
    f"busy_timeout={BUSY}",
    "cache_size=-16000",
    "secure_delete=ON",
)
"""Durable at every commit; readers and the writer do not wait for each other; what is deleted is overwritten."""

VERSION = Table("alembic_version", MetaData(), Column("version_num", Text))
"""The table in which Alembic records the schema version."""

AWAY: tuple[type[Exception], ...] = (OSError, TimeoutError, SQLAlchemyError)
"""The exceptions that are raised if the database does not respond."""

DRIVERS = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+asyncpg", "postgres": "postgresql+asyncpg"}


def open_database(url: str) -> AsyncEngine:
    """Return an engine for this URL; it connects on first use."""
    parsed = read_url(url)
    driver = DRIVERS.get(parsed.get_backend_name())
    if driver is None:
        raise Malformed("database-unreadable")
    parsed = parsed.set(drivername=driver)
    logging.getLogger("aiosqlite").setLevel(logging.WARNING)  # below that it would log what is written: codes, tokens
    if driver == DRIVERS["sqlite"]:
        if parsed.database:
            _make_private(Path(parsed.database))
        engine = create_async_engine(parsed, pool_size=4, max_overflow=0, hide_parameters=True)
        event.listen(engine.sync_engine, "connect", _set_up_sqlite)
        return engine
    engine = create_async_engine(parsed, pool_size=8, max_overflow=8, hide_parameters=True)
    event.listen(engine.sync_engine, "checkout", _refuse_closed)
    return engine


def read_url(url: str) -> URL:
    """Read the address of a database; raise Malformed if it is none."""
    try:
        return make_url(url)
    except (ArgumentError, ValueError):  # a ValueError if its port is no number
        raise Malformed("database-unreadable") from None


def _make_private(file: Path) -> None:
    """Let nobody but the owner read this file; SQLite gives its journal the same mode."""
    with suppress(OSError):  # connecting will report what is wrong
        file.touch(mode=0o600)
        file.chmod(0o600)


def for_writing(engine: AsyncEngine) -> Engine:
    """Return a second engine for the same SQLite database, for the writer thread."""
    own = create_engine(engine.url.set(drivername="sqlite"), pool_size=1, max_overflow=0)
    event.listen(own, "connect", _set_up_sqlite)
    return own


def open_read_only(file: Path) -> sqlite3.Connection:
    """Open an SQLite file read-only, whatever its name: `#`, `?` and `%`, which are special in a URI, are escaped."""
    return sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True)


def _set_up_sqlite(connection: Any, _: ConnectionPoolEntry) -> None:
    cursor = connection.cursor()
    for pragma in PRAGMAS:
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _refuse_closed(connection: Any, *_: object) -> None:
    """Make the pool take another connection if the driver knows, without asking the server, that this one is closed."""
    if connection.driver_connection.is_closed():
        raise DisconnectionError


def failures(engine: AsyncEngine) -> tuple[type[Exception], ...]:
    """Return the exceptions that are raised if this database fails."""
    if engine.dialect.name != "postgresql":
        return OSError, SQLAlchemyError, sqlite3.Error
    driver = import_module("asyncpg")  # SQLite does not need it
    return OSError, SQLAlchemyError, driver.PostgresError, driver.InterfaceError, driver.InternalClientError


def dialect_of(engine: AsyncEngine) -> ModuleType:
    """Return SQLAlchemy's module for this database; its `insert` can skip or update rows that exist already."""
    return postgresql if engine.dialect.name == "postgresql" else sqlite


@asynccontextmanager
async def reached(engine: AsyncEngine) -> AsyncIterator[None]:
    """Use a database once, then dispose of its engine. Raise an error with a message if it cannot be reached."""
    try:
        yield
    except failures(engine) as error:
        reason, file = reason_of(error), engine.url.database or ""
        if reason == "damaged":
            raise Malformed("database-damaged", database=file) from None
        if reason == "full" and engine.dialect.name == "sqlite":
            raise Unknown("disk-full", file=file) from None
        cause = error.__cause__ or error
        raise Unknown("database-unreachable", reason=str(cause) or type(cause).__name__) from None
    finally:
        await engine.dispose()


async def prepare(engine: AsyncEngine) -> None:
    """Prepare the database for startup: upgrade SQLite; PostgreSQL must be up to date already."""
    async with reached(engine):
        await (upgrade if engine.dialect.name == "sqlite" else check)(engine)
        async with engine.begin() as connection:
            await connection.execute(delete(meta).where(meta.c.key == ""))  # deletes nothing, but needs permission to


async def schema_of(engine: AsyncEngine) -> str | None:
    """Return the schema version of this database; None if it has none yet."""
    async with engine.connect() as connection:
        return await connection.run_sync(_schema)


def _schema(connection: Connection) -> str | None:
    if not inspect(connection).has_table(VERSION.name):
        return None
    return connection.execute(select(VERSION.c.version_num)).scalar_one_or_none()


async def upgrade(engine: AsyncEngine) -> tuple[str | None, str]:
    """Upgrade the schema; return the old and the new version. Refuse a schema newer than this program."""
    before = await schema_of(engine)
    if before != SCHEMA:
        refuse_newer(before)
        async with engine.begin() as connection:
            await connection.run_sync(_migrate)
    return before, SCHEMA


async def check(engine: AsyncEngine) -> None:
    """Refuse a database whose schema is not that of this program."""
    found = await schema_of(engine)
    if found != SCHEMA:
        refuse_newer(found)
        raise Conflict("schema-old", found=found or "-", wanted=SCHEMA)


def refuse_newer(found: str | None) -> None:
    """Raise Conflict if a newer program has written this schema."""
    from keypeg.server.store.migrate import known  # noqa: PLC0415 - Alembic would take a fifth of the startup time

    if found is not None and found not in known():
        raise Conflict("schema-newer", found=found, wanted=SCHEMA)


def _migrate(connection: Connection) -> None:
    from keypeg.server.store.migrate import migrate  # noqa: PLC0415 - as above

    migrate(connection)
