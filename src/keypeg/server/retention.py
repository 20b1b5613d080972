"""Delete what is too old, once an hour: tables that nobody touched, guests who are gone, links that expired."""

from __future__ import annotations

import asyncio
import logging
from time import time

from sqlalchemy import delete, func, select
from sqlalchemy.ext.asyncio import AsyncEngine

from keypeg.errors import KeypegError
from keypeg.server.store.database import AWAY
from keypeg.server.store.schema import guests, log, seats, tables, tokens
from keypeg.server.store.writer import Writer
from keypeg.server.tables.doorbell import Doorbells
from keypeg.server.tables.registry import Tables

LOG = logging.getLogger("keypeg.server")
DAY = 86_400.0
HOUR = 3600.0
MINUTE = 60.0
MOST = 500
"""Tables deleted at once."""
FAILED: tuple[type[Exception], ...] = (KeypegError, *AWAY)


class Retention:
    """Runs every hour, the first time soon after startup."""

    def __init__(self, engine: AsyncEngine, writer: Writer, tables: Tables, doorbells: Doorbells) -> None:
        self._engine = engine
        self._writer = writer
        self._tables = tables
        self._doorbells = doorbells
        self._task: asyncio.Task[None] | None = None

    def start(self, keep_days: int, first: float = MINUTE) -> None:
        """Begin after `first` seconds."""
        self._task = asyncio.get_running_loop().create_task(self._run(keep_days, first))

    async def stop(self) -> None:
        if self._task:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def purge(self, days: int) -> int:
        """Delete what nobody has touched for this number of days; return how many tables that were."""
        before = time() - days * DAY
        last = select(func.max(log.c.at)).where(log.c.table == tables.c.id).scalar_subquery()
        query = select(tables.c.id).where(tables.c.created < before, last < before).limit(MOST)
        async with self._engine.connect() as connection:
            ids = [row.id for row in await connection.execute(query)]
        if ids:
            await self._tables.remove(ids)
        has_seat = select(seats.c.guest).where(seats.c.guest == guests.c.id).exists()
        expired = delete(tokens).where(tokens.c.expires < time())
        gone = delete(guests).where(guests.c.seen < before, ~has_seat)
        await self._writer.write(None, also=[expired, gone])
        return len(ids)

    async def _run(self, keep_days: int, first: float) -> None:
        await asyncio.sleep(first)
        while True:
            try:
                LOG.info("tables deleted: %d", await self.purge(keep_days))
            except FAILED as error:
                LOG.warning("deleted nothing: %s", type(error).__name__)
            self._doorbells.sweep()
            await asyncio.sleep(HOUR)
