"""List, export and delete everything stored about a guest."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from statistics import fmean

from msgspec import structs
from sqlalchemy import Select, delete, select
from sqlalchemy.ext.asyncio import AsyncEngine

from keypeg.api.moves import Done
from keypeg.api.open_tables import PREFIX as LISTED
from keypeg.api.own_data import OwnData, OwnKept, OwnName, OwnShare, OwnToken
from keypeg.api.own_tables import Companion, OwnTable, OwnTables, summary
from keypeg.api.seats import leave
from keypeg.errors import Illegal, Unknown
from keypeg.server.guests.briefs import READ, Brief
from keypeg.server.guests.daily import DailyPuzzles
from keypeg.server.guests.identities import Guest, Identities
from keypeg.server.store import schema
from keypeg.server.store.database import dialect_of
from keypeg.server.store.writer import Writer
from keypeg.server.tables.registry import Tables

PAGE = 20


class GuestData:
    """Lists, exports and deletes the tables and other data of guests."""

    def __init__(self, engine: AsyncEngine, writer: Writer, tables: Tables, identities: Identities) -> None:
        self._engine = engine
        self._writer = writer
        self._tables = tables
        self._identities = identities

    async def tables(self, guest: Guest, *, over: bool | None, before: float | None) -> OwnTables:
        """Return one page of the tables of a guest that they have not dismissed, newest first."""
        tables, seats, dismissed, summaries = schema.tables, schema.seats, schema.dismissed, schema.summaries
        gone = select(dismissed.c.table).where(dismissed.c.guest == guest.id, dismissed.c.table == tables.c.id)
        query = select(tables.c.id, tables.c.created, summaries.c.boards).join(seats)
        query = query.outerjoin(summaries, summaries.c.table == tables.c.id)
        query = query.where(seats.c.guest == guest.id, ~gone.exists()).distinct()
        if over is not None:
            query = query.where(tables.c.over == over)
        if before is not None:
            query = query.where(tables.c.created < before)
        async with self._engine.connect() as connection:
            rows = (await connection.execute(query.order_by(tables.c.created.desc()).limit(PAGE + 1))).all()
        shown = []
        for row in rows[:PAGE]:
            async with self._tables.held(row.id) as live:
                shown.append(_measured(summary(live, guest.id), READ(row.boards) if row.boards else []))
        return OwnTables(shown, rows[PAGE - 1].created if len(rows) > PAGE else None)

    async def dismiss(self, guest: Guest, table: str) -> Done:
        """Take a table off the list of a guest who sits there."""
        async with self._tables.held(table) as live:
            if not live.seats_of(guest.id):
                raise Illegal("seat-none")
            version = live.version
        insert = dialect_of(self._engine).insert
        row = insert(schema.dismissed).values({"guest": guest.id, "table": table}).on_conflict_do_nothing()
        await self._writer.write(None, also=[row], missing="table-unknown")
        return Done(table, version)

    async def people(self, guest: Guest) -> list[Companion]:
        """Return the people a guest has played with, latest first, without nameless ones, who cannot be told apart."""
        tables, seats = schema.tables, schema.seats
        own = select(seats.c.table).where(seats.c.guest == guest.id)
        query = select(seats.c.guest, seats.c.name, tables.c.id, tables.c.created, tables.c.over).join(tables)
        query = query.where(seats.c.table.in_(own), seats.c.kind == "person", seats.c.guest.is_not(None))
        query = query.where(seats.c.guest != guest.id).order_by(tables.c.created.desc())
        found: dict[str, Companion] = {}
        async with self._engine.connect() as connection:
            for row in await connection.execute(query):
                known = found.get(row.guest)
                if known:
                    found[row.guest] = structs.replace(known, matches=known.matches + 1)
                elif row.name:
                    found[row.guest] = Companion(row.name, 1, row.created, row.id, row.over)
        return list(found.values())[:PAGE]

    async def data(self, guest: Guest, puzzles: DailyPuzzles) -> OwnData:
        """Return everything stored about a guest."""
        guests, tokens, seats = schema.guests, schema.tokens, schema.seats
        async with self._engine.connect() as connection:
            row = (await connection.execute(select(guests).where(guests.c.id == guest.id))).one_or_none()
            if row is None:
                raise Unknown("guest-unknown")  # deleted just now
            known = (await connection.execute(select(tokens).where(tokens.c.guest == guest.id))).all()
            own = seats.c.guest == guest.id
            held = select(seats.c.table, seats.c.seat, seats.c.name).where(own).order_by(seats.c.table, seats.c.seat)
            names = [OwnName(*each) for each in await connection.execute(held)]
            kept = select(schema.dismissed.c.table).where(schema.dismissed.c.guest == guest.id)
            gone = [each.table for each in await connection.execute(kept)]
            shares = [OwnShare(*each) for each in await connection.execute(_shares_of(guest))]
            stored = await connection.execute(select(schema.kept).where(schema.kept.c.owner == guest.id))
            features = [OwnKept(each.key, bytes(each.data), each.expires) for each in stored]
            on_list = schema.kept.c.key.startswith(LISTED) & schema.kept.c.table.in_(select(seats.c.table).where(own))
            listed = [str(each.table) for each in await connection.execute(select(schema.kept.c.table).where(on_list))]
        return OwnData(
            name=row.name,
            created=row.created,
            seen=row.seen,
            tokens=[OwnToken(token.kind, token.created, token.expires, token.seen) for token in known],
            tables=list(dict.fromkeys(name.table for name in names)),
            daily=await puzzles.results.stored(guest.id),
            dismissed=gone,
            seats=names,
            shares=shares,
            kept=features,
            listed=[table for table in listed if await self._is_host(table, guest)],
        )

    async def _is_host(self, table: str, guest: Guest) -> bool:
        with suppress(Unknown):  # deleted just now
            async with self._tables.held(table) as live:
                return live.may_invite(live.seats_of(guest.id))
        return False

    async def forget(self, guest: Guest) -> int:
        """Delete a guest, the results they shared, and the tables at which they were alone.

        At other tables their seat stays, without a name. Another device may make tables and take seats meanwhile: a
        guest is only deleted once they have none.
        """
        deleted = 0
        while not await self._identities.remove(guest):
            alone, with_others = await self._tables_of(guest)
            own = select(_shares_of(guest).subquery().c.id)
            await self._writer.write(None, also=[delete(schema.shares).where(schema.shares.c.id.in_(own))])
            for table in with_others:
                with suppress(Unknown):  # deleted just now
                    await self._tables.change(table, partial(leave, who=guest.id))
            await self._tables.remove(alone)
            deleted += len(alone)
        await self._writer.erase()
        return deleted

    async def _tables_of(self, guest: Guest) -> tuple[Sequence[str], Sequence[str]]:
        """Return the tables at which a guest is alone, and those where others sit as well."""
        seats = schema.seats
        own = select(seats.c.table).where(seats.c.guest == guest.id).distinct()
        others = seats.alias()
        shared = select(others).where(others.c.table == seats.c.table, others.c.guest != guest.id).exists()
        async with self._engine.connect() as connection:
            alone = (await connection.execute(own.where(~shared))).scalars().all()
            return alone, (await connection.execute(own.where(shared))).scalars().all()


def _shares_of(guest: Guest) -> Select[str, str, int, str]:
    """Select the results that a guest has shared, in the order of `OwnShare`."""
    seats, shares = schema.seats, schema.shares
    at_seat = (seats.c.table == shares.c.table) & (seats.c.seat == shares.c.seat)
    columns = shares.c.id, shares.c.table, shares.c.seat, shares.c.language
    return select(*columns).join(seats, at_seat).where(seats.c.guest == guest.id)


def _measured(table: OwnTable, boards: Sequence[Brief]) -> OwnTable:
    """Add the mean skill and luck of the guest's own boards, if exactly one seat is theirs."""
    own = [board for board in boards if [board.seat] == table.yours]
    skill = [board.skill for board in own if board.skill is not None]
    luck = [board.luck for board in own if board.luck is not None]
    return structs.replace(table, skill=round(fmean(skill)), luck=fmean(luck)) if skill and luck else table
