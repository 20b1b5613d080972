"""List, export and delete everything stored about a guest."""

from __future__ import annotations

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncEngine

from keypeg import wire
from keypeg.server.guests.daily import DailyPuzzles
from keypeg.server.guests.identities import Guest, Identities
from keypeg.server.store import schema
from keypeg.server.tables.registry import Tables
from keypeg.service import leave, summary

PAGE = 20


class GuestData:
    """The tables and data of guests."""

    def __init__(self, engine: AsyncEngine, tables: Tables, identities: Identities) -> None:
        self._engine = engine
        self._tables = tables
        self._identities = identities

    async def tables(self, guest: Guest, *, over: bool | None, before: float | None) -> wire.OwnTables:
        """Return one page of the tables of a guest, newest first."""
        tables, seats = schema.tables, schema.seats
        query = select(tables.c.id, tables.c.created).join(seats).where(seats.c.guest == guest.id).distinct()
        if over is not None:
            query = query.where(tables.c.over == over)
        if before is not None:
            query = query.where(tables.c.created < before)
        async with self._engine.connect() as connection:
            rows = (await connection.execute(query.order_by(tables.c.created.desc()).limit(PAGE + 1))).all()
        shown = []
        for row in rows[:PAGE]:
            async with self._tables.held(row.id) as live:
                shown.append(summary(live, guest.id))
        return wire.OwnTables(shown, rows[PAGE - 1].created if len(rows) > PAGE else None)

    async def data(self, guest: Guest, puzzles: DailyPuzzles) -> wire.OwnData:
        """Return everything stored about a guest."""
        guests, tokens, seats = schema.guests, schema.tokens, schema.seats
        async with self._engine.connect() as connection:
            row = (await connection.execute(select(guests).where(guests.c.id == guest.id))).one()
            known = (await connection.execute(select(tokens).where(tokens.c.guest == guest.id))).all()
            held = await connection.execute(select(seats.c.table).where(seats.c.guest == guest.id).distinct())
            ids = [each.table for each in held]
        return wire.OwnData(
            name=row.name,
            created=row.created,
            seen=row.seen,
            tokens=[wire.OwnToken(token.kind, token.created, token.expires, token.seen) for token in known],
            tables=ids,
            daily=await puzzles.results.stored(guest.id),
        )

    async def forget(self, guest: Guest) -> int:
        """Delete a guest and the tables that only they sat at; elsewhere their seat stays without a name."""
        seats = schema.seats
        async with self._engine.connect() as connection:
            held = await connection.execute(select(seats.c.table).where(seats.c.guest == guest.id).distinct())
            ids = [row.table for row in held]
        alone = []
        for table in ids:
            async with self._tables.held(table) as live:
                if all(chair.guest in (guest.id, None) for chair in live.chairs):
                    alone.append(table)
                    continue
                await self._tables.change_held(live, lambda table: leave(table, guest.id, self._tables.time.now()))
        if alone:
            await self._tables.remove(alone)
        await self._identities.remove(guest)
        return len(alone)
