"""Store tables and their seats in the database, and read them back with their log."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import msgspec
from sqlalchemy import Executable, delete, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from keypeg.errors import Unknown
from keypeg.notation import rules as read_rules
from keypeg.server.store.schema import log, seats, tables
from keypeg.table import Agreed, Chair, Entry, Setup
from keypeg.table.log import SEATED

PAGE = 500
"""Entries read per query."""


@dataclass(frozen=True, slots=True)
class Stored:
    """A table as it is stored."""

    setup: Setup
    chairs: list[Chair]
    entries: list[Entry]


async def load(engine: AsyncEngine, id: str) -> Stored:
    """Read a table with its whole log."""
    async with engine.connect() as connection:
        row = (await connection.execute(select(tables).where(tables.c.id == id))).one_or_none()
        if row is None:
            raise Unknown("table-unknown")
        chairs = await _chairs(connection, id)
        entries = await _entries(connection, id, 0)
    agreed = msgspec.json.decode(row.agreed, type=Agreed)
    return Stored(Setup(id, read_rules(row.rules), agreed, row.seed, row.created), chairs, entries)


async def last_entry(engine: AsyncEngine, id: str) -> int:
    """Return the number of the last entry in the log of a table; 0 if there is none."""
    async with engine.connect() as connection:
        last: int | None = await connection.scalar(select(func.max(log.c.seq)).where(log.c.table == id))
        return last or 0


async def newer(engine: AsyncEngine, id: str, version: int) -> tuple[list[Entry], list[Chair] | None]:
    """Read the entries after a version, and the chairs if they have changed. Raise Unknown if the table was removed."""
    async with engine.connect() as connection:
        found = await _entries(connection, id, version - 1)
        if not found:
            raise Unknown("table-unknown")
        entries = found[1:]
        changed = any(entry.kind in SEATED for entry in entries)
        return entries, await _chairs(connection, id) if changed else None


def inserts(setup: Setup, chairs: Sequence[Chair]) -> Iterator[Executable]:
    """Yield the statements that store a new table."""
    yield insert(tables).values(
        id=setup.id,
        created=setup.created,
        rules=str(setup.rules),
        agreed=msgspec.json.encode(setup.agreed).decode(),
        seed=setup.seed,
        over=False,
    )
    for chair in chairs:
        yield insert(seats).values(
            {
                "table": setup.id,
                "seat": chair.seat,
                "kind": chair.kind,
                "player": chair.player,
                "guest": chair.guest,
                "name": chair.name,
            }
        )


def update_seat(id: str, chair: Chair) -> Executable:
    """Return the statement that stores who sits at a seat now. Names and guests are not in the log."""
    this = (seats.c.table == id) & (seats.c.seat == chair.seat)
    return update(seats).where(this).values(kind=chair.kind, guest=chair.guest, name=chair.name)


def mark_over(id: str) -> Executable:
    """Return the statement that stores that a match is over."""
    return update(tables).where(tables.c.id == id).values(over=True)


def remove(ids: Sequence[str]) -> Executable:
    """Return the statement that removes tables with everything that belongs to them."""
    return delete(tables).where(tables.c.id.in_(ids))


async def _chairs(connection: AsyncConnection, id: str) -> list[Chair]:
    rows = await connection.execute(select(seats).where(seats.c.table == id).order_by(seats.c.seat))
    return [Chair(row.seat, row.kind, row.player, row.guest, row.name) for row in rows]


async def _entries(connection: AsyncConnection, id: str, version: int) -> list[Entry]:
    """Read entries page by page, so that the event loop can serve others in between."""
    entries: list[Entry] = []
    while True:
        query = select(log).where(log.c.table == id, log.c.seq > version).order_by(log.c.seq).limit(PAGE)
        page = [Entry(*row) for row in (await connection.execute(query)).all()]
        entries += page
        if len(page) < PAGE:
            return entries
        version = page[-1].seq
