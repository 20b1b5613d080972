"""The list of tables that are open to everyone on this server. A table whose host stays away is dropped."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from sqlalchemy import Executable, delete, select
from sqlalchemy.ext.asyncio import AsyncEngine

from keypeg.api.moves import Done
from keypeg.api.open_tables import OpenTables as SentOpenTables
from keypeg.api.open_tables import check_listing, is_listed, open_table_of
from keypeg.errors import Conflict, Forbidden, Unknown
from keypeg.server.store.database import dialect_of
from keypeg.server.store.schema import listed
from keypeg.server.store.writer import Writer
from keypeg.server.tables.doorbell import Doorbells
from keypeg.server.tables.registry import Tables
from keypeg.table import Table

MOST = 20
"""Most tables on the list."""


class OpenTables:
    """All open tables of this server, whichever process they were opened through."""

    def __init__(
        self, engine: AsyncEngine, writer: Writer, tables: Tables, doorbells: Doorbells, *, allowed: bool
    ) -> None:
        self._allowed = allowed
        self._engine = engine
        self._writer = writer
        self._tables = tables
        self._doorbells = doorbells

    async def all(self, who: str | None, link: Callable[[str, int], str]) -> SentOpenTables:
        """Return the list as `who` sees it; `link` makes the invite link to a seat."""
        found = []
        for kept, since in await self._kept():
            # Meanwhile it may have been deleted, or its host may have left.
            with suppress(Unknown):
                async with self._tables.held(kept) as table:
                    if table.vacant and self._stays(table):
                        found.append(open_table_of(table, who, since, link(kept, table.vacant[0])))
        return SentOpenTables(self._allowed, found)

    async def open(self, id: str, who: str | None) -> Done:
        """Put a table on the list, in place of any other table of the same guest."""
        if not self._allowed:
            raise Forbidden("open-tables-off")
        kept = {table for table, _ in await self._kept()}
        own = [table for table in kept - {id} if await self._is_host(table, who)]
        async with self._tables.held(id) as table:
            check_listing(table, who)
            if id not in kept and len(kept) - len(own) >= MOST:
                raise Conflict("open-tables-full", most=MOST)
            insert = dialect_of(self._engine).insert
            row = insert(listed).values(table=id, since=self._tables.time.now()).on_conflict_do_nothing()
            await self._write(delete(listed).where(listed.c.table.in_(own)), row)
            return Done(id, table.version)

    async def close(self, id: str, who: str | None) -> Done:
        """Take a table off the list."""
        async with self._tables.held(id) as table:
            if not table.may_invite(table.seats_of(who)):
                raise Forbidden("open-not-host")
            await self._write(delete(listed).where(listed.c.table == id))
            return Done(id, table.version)

    async def has(self, table: Table) -> bool:
        """Return True if a table is on the list, and would stay on it."""
        if not self._allowed or not self._stays(table):
            return False
        async with self._engine.connect() as connection:
            return (await connection.execute(select(listed).where(listed.c.table == table.id))).first() is not None

    async def _kept(self) -> list[tuple[str, float]]:
        """Return the tables on the list, newest first; drop those that are over, full, or without a host."""
        if not self._allowed:
            return []
        async with self._engine.connect() as connection:
            rows = (await connection.execute(select(listed).order_by(listed.c.since.desc()))).all()
        kept, gone = [], []
        for row in rows:
            try:
                async with self._tables.held(row.table) as table:
                    stays = self._stays(table)
            except Unknown:
                continue  # deleted just now, and its row with it
            if stays:
                kept.append((row.table, row.since))
            else:
                gone.append(row.table)
        if gone:
            await self._write(delete(listed).where(listed.c.table.in_(gone)))
        return kept

    def _stays(self, table: Table) -> bool:
        """Return True while a table may be on the list."""
        return is_listed(table, self._doorbells.away(table), self._tables.time.now())

    async def _is_host(self, id: str, who: str | None) -> bool:
        try:
            async with self._tables.held(id) as table:
                return table.may_invite(table.seats_of(who))
        except Unknown:
            return False  # deleted just now

    async def _write(self, *statements: Executable) -> None:
        await self._writer.write(None, also=list(statements), missing="table-unknown")
