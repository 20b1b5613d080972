"""The database: SQLite in a file of its own unless the operator names PostgreSQL; its schema is that of the program."""

from __future__ import annotations

from importlib.resources import files
from typing import Any

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, event
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import ConnectionPoolEntry

from keypeg.errors import Conflict, Malformed

PRAGMAS = ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=10000", "cache_size=-16000")
"""Durable at every commit; readers and the writer do not wait for each other."""

DRIVERS = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+asyncpg", "postgres": "postgresql+asyncpg"}


def open_database(url: str) -> AsyncEngine:
    """An engine for this address; nothing is connected yet."""
    try:
        parsed = make_url(url)
    except ArgumentError:
        raise Malformed("database-unreadable") from None
    driver = DRIVERS.get(parsed.get_backend_name())
    if driver is None:
        raise Malformed("database-unreadable")
    parsed = parsed.set(drivername=driver)
    if driver == DRIVERS["sqlite"]:
        engine = create_async_engine(parsed, pool_size=4, max_overflow=0)
        event.listen(engine.sync_engine, "connect", _set_up_sqlite)
        return engine
    return create_async_engine(parsed, pool_size=8, max_overflow=8, pool_pre_ping=True)


def _set_up_sqlite(connection: Any, _: ConnectionPoolEntry) -> None:
    cursor = connection.cursor()
    for pragma in PRAGMAS:
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(files("keypeg.server") / "migrations"))
    config.set_main_option("path_separator", "os")
    return config


def newest() -> str:
    """The schema that this program works with."""
    head = ScriptDirectory.from_config(_config()).get_current_head()
    assert head is not None, "there is a first migration"
    return head


async def schema_of(engine: AsyncEngine) -> str | None:
    """The schema that this database has; None where it has none yet."""
    async with engine.connect() as connection:
        return await connection.run_sync(lambda sync: MigrationContext.configure(sync).get_current_revision())


async def upgrade(engine: AsyncEngine) -> tuple[str | None, str]:
    """Bring the schema up to date; what it was, and what it is. A schema newer than this program is refused."""
    before = await schema_of(engine)
    _refuse_newer(before)
    if before != newest():
        async with engine.begin() as connection:
            await connection.run_sync(_migrate)
    return before, newest()


async def check(engine: AsyncEngine) -> None:
    """Refuse a database whose schema is not that of this program."""
    found = await schema_of(engine)
    _refuse_newer(found)
    if found != newest():
        raise Conflict("schema-old", found=found or "-", wanted=newest())


def _refuse_newer(found: str | None) -> None:
    known = {script.revision for script in ScriptDirectory.from_config(_config()).walk_revisions()}
    if found is not None and found not in known:
        raise Conflict("schema-newer", found=found, wanted=newest())


def _migrate(connection: Connection) -> None:
    config = _config()
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
