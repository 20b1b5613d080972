"""The desk: every part of a running server, put together once and taken apart when it stops."""

from __future__ import annotations

from dataclasses import dataclass
from secrets import token_hex
from typing import TYPE_CHECKING

from sqlalchemy import select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncEngine

from keypeg.server import database
from keypeg.server.bell import Bells
from keypeg.server.clocks import Clocks
from keypeg.server.computers import Computers
from keypeg.server.daily import Puzzles
from keypeg.server.identities import Identities
from keypeg.server.limits import Limits
from keypeg.server.links import Links
from keypeg.server.metrics import Metrics
from keypeg.server.own import Belongings
from keypeg.server.schema import meta
from keypeg.server.settings import Settings
from keypeg.server.show import Shows
from keypeg.server.stats import Statistics
from keypeg.server.tables import Tables
from keypeg.server.thinking import Thinkers
from keypeg.server.upkeep import Upkeep
from keypeg.server.writer import Writer

if TYPE_CHECKING:
    from keypeg.server.bus import Bus


@dataclass(slots=True)
class Desk:
    """All services of one process."""

    settings: Settings
    engine: AsyncEngine
    writer: Writer
    bells: Bells
    tables: Tables
    identities: Identities
    links: Links
    shows: Shows
    limits: Limits
    thinkers: Thinkers
    computers: Computers
    clocks: Clocks
    puzzles: Puzzles
    belongings: Belongings
    statistics: Statistics
    metrics: Metrics
    upkeep: Upkeep
    bus: Bus | None


async def open_desk(settings: Settings) -> Desk:
    """Open the database, bring an own SQLite up to date, and start everything."""
    if settings.uses_sqlite and settings.database is None:
        settings.data_dir.mkdir(parents=True, exist_ok=True, mode=0o700)
    engine = database.open_database(settings.database_url)
    if settings.uses_sqlite:
        await database.upgrade(engine)
    else:
        await database.check(engine)
    secret = bytes.fromhex(await _secret(engine))
    writer, bells, links, thinkers = Writer(engine), Bells(), Links(secret), Thinkers(settings.thinkers)
    tables = Tables(engine, writer, bells)
    identities = Identities(engine, writer)
    belongings = Belongings(engine, writer, tables, identities)
    desk = Desk(
        settings=settings,
        engine=engine,
        writer=writer,
        bells=bells,
        tables=tables,
        identities=identities,
        links=links,
        shows=Shows(bells, links),
        limits=Limits(on=settings.limits),
        thinkers=thinkers,
        computers=Computers(tables, thinkers),
        clocks=Clocks(tables),
        puzzles=Puzzles(secret, engine, writer, tables),
        belongings=belongings,
        statistics=Statistics(engine, writer, tables, thinkers),
        metrics=Metrics(tables, bells, thinkers),
        upkeep=Upkeep(belongings, bells, settings.keep_days),
        bus=None if settings.uses_sqlite else _bus(settings, engine, tables, bells, identities),
    )
    writer.start()
    desk.upkeep.start()
    if desk.bus:
        desk.bus.start()
    if settings.thinkers != 0:
        thinkers.start()
    return desk


async def close_desk(desk: Desk) -> None:
    """Stop thinking, write what waits, and let go of the database."""
    desk.clocks.stop()
    await desk.upkeep.stop()
    if desk.bus:
        await desk.bus.stop()
    await desk.computers.stop()
    desk.thinkers.stop()
    await desk.writer.stop()
    await desk.engine.dispose()


def _bus(settings: Settings, engine: AsyncEngine, tables: Tables, bells: Bells, identities: Identities) -> Bus:
    from keypeg.server.bus import Bus  # noqa: PLC0415 - its driver is for those who have PostgreSQL

    return Bus(settings.database_url, engine, tables, bells, identities)


async def _secret(engine: AsyncEngine) -> str:
    """The secret of this installation, made when it is first asked for; all processes share it."""
    dialect = postgresql if engine.dialect.name == "postgresql" else sqlite
    async with engine.begin() as connection:
        await connection.execute(
            dialect.insert(meta).values(key="secret", value=token_hex(32)).on_conflict_do_nothing()
        )
        return str((await connection.execute(select(meta.c.value).where(meta.c.key == "secret"))).scalar_one())
