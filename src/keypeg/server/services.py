"""The services of one server process, built at startup and closed at shutdown."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from secrets import token_hex
from typing import TYPE_CHECKING, Any

from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncEngine

from keypeg.api.limits import READS
from keypeg.server.compute.computers import drive
from keypeg.server.compute.pool import ComputePool
from keypeg.server.compute.reviews import Reviews
from keypeg.server.guests.daily import DailyPuzzles, today
from keypeg.server.guests.daily_status import DailyStatus
from keypeg.server.guests.guest_data import GuestData
from keypeg.server.guests.identities import Identities
from keypeg.server.guests.shares import Shares
from keypeg.server.guests.stats import Statistics
from keypeg.server.metrics import Metrics
from keypeg.server.rate_limits import Limits
from keypeg.server.retention import Retention
from keypeg.server.server_time import ServerTime
from keypeg.server.settings import Settings
from keypeg.server.store import database
from keypeg.server.store.schema import guests, meta
from keypeg.server.store.writer import Writer
from keypeg.server.tables.doorbell import Doorbells
from keypeg.server.tables.invites import Invites
from keypeg.server.tables.off_loop import OffLoop
from keypeg.server.tables.registry import Tables
from keypeg.table.driver import Driver

if TYPE_CHECKING:
    from keypeg.server.notifications import Notifications


DRAWN = 400.0
"""Milliseconds in which a picture is drawn."""
LOADED_MOVES = 40
"""Moves that are read from a log in a millisecond."""


@dataclass(slots=True)
class Services:
    """All services of one process."""

    settings: Settings
    engine: AsyncEngine
    time: ServerTime
    writer: Writer
    doorbells: Doorbells
    tables: Tables
    identities: Identities
    invites: Invites
    limits: Limits
    pool: ComputePool
    reviews: Reviews
    driver: Driver
    daily_puzzles: DailyPuzzles
    daily_status: DailyStatus
    guest_data: GuestData
    statistics: Statistics
    shares: Shares
    notes: dict[str, dict[str, Any]]
    """By feature: what it notes without storing it."""
    qr_codes: OffLoop
    """Draws QR codes, which must not wait for work on long tables."""
    metrics: Metrics
    retention: Retention
    notifications: Notifications | None


async def open_services(settings: Settings) -> Services:
    """Open the database, upgrade it if it is SQLite, and start everything."""
    if settings.uses_sqlite and settings.database is None:
        settings.data_dir.mkdir(parents=True, exist_ok=True, mode=0o700)
    engine = database.open_database(settings.database_url)
    if settings.uses_sqlite:
        await database.upgrade(engine)
    else:
        await database.check(engine)
    secret = bytes.fromhex(await _secret(engine))
    writer, invites, pool = Writer(engine), Invites(secret), ComputePool(settings.thinkers)
    time = ServerTime()
    doorbells = Doorbells(time)
    tables, limits = Tables(engine, writer, doorbells, time), Limits(on=settings.limits)
    tables.on_long_load = lambda moves: limits.owe(READS, moves / LOADED_MOVES)
    identities = Identities(engine, writer)
    reviews = Reviews(tables, pool)
    statistics = Statistics(engine, writer, tables, reviews)
    puzzles = DailyPuzzles(secret, await _first_day(engine), engine, writer, tables)
    shares = Shares(secret, engine, writer)
    shares.on_draw = lambda: limits.owe(READS, DRAWN)
    services = Services(
        settings=settings,
        engine=engine,
        time=time,
        writer=writer,
        doorbells=doorbells,
        tables=tables,
        identities=identities,
        invites=invites,
        limits=limits,
        pool=pool,
        reviews=reviews,
        driver=drive(tables, pool),
        daily_puzzles=puzzles,
        daily_status=DailyStatus(puzzles, writer, tables, statistics),
        guest_data=GuestData(engine, writer, tables, identities),
        statistics=statistics,
        shares=shares,
        notes={},
        qr_codes=OffLoop(),
        metrics=Metrics(tables, doorbells, pool, writer.health, time),
        retention=Retention(engine, writer, tables, doorbells, time),
        notifications=None if settings.uses_sqlite else _notifications(settings, engine, tables, doorbells, identities),
    )
    writer.start()
    if settings.sqlite_file:
        writer.health.start(settings.sqlite_file)
    services.retention.start(settings.keep_days)
    if services.notifications:
        services.notifications.start()
    if settings.thinkers != 0:
        pool.start()
    return services


async def close_services(services: Services) -> None:
    """Stop all background work and the compute pool, flush the write queue, and close the database."""
    await services.driver.stop()
    await services.daily_status.stop()
    await services.statistics.stop()
    await services.retention.stop()
    if services.notifications:
        await services.notifications.stop()
    services.pool.stop()
    await services.writer.health.stop()
    services.tables.stop()
    services.qr_codes.stop()
    await services.writer.stop()
    await services.engine.dispose()


def _notifications(
    settings: Settings, engine: AsyncEngine, tables: Tables, doorbells: Doorbells, identities: Identities
) -> Notifications:
    from keypeg.server.notifications import Notifications  # noqa: PLC0415 - only PostgreSQL needs its driver

    return Notifications(settings.database_url, engine, tables, doorbells, identities)


async def _secret(engine: AsyncEngine) -> str:
    """Return the secret of this installation, made on first use; all processes share it."""
    return await _kept(engine, "secret", token_hex(32))


async def _first_day(engine: AsyncEngine) -> str:
    """Return the first day of this installation. Every day from then on has a puzzle.

    An installation that is older than this setting is taken to have begun with the oldest guest still stored.
    """
    async with engine.connect() as connection:
        oldest = (await connection.execute(select(func.min(guests.c.created)))).scalar_one_or_none()
    began = datetime.fromtimestamp(oldest, UTC).date().isoformat() if oldest else today()
    return await _kept(engine, "first-day", began)


async def _kept(engine: AsyncEngine, key: str, value: str) -> str:
    """Return the value stored under a key; on first use, store this value."""
    insert = database.dialect_of(engine).insert
    async with engine.begin() as connection:
        await connection.execute(insert(meta).values(key=key, value=value).on_conflict_do_nothing())
        return str((await connection.execute(select(meta.c.value).where(meta.c.key == key))).scalar_one())
