"""Delete unused tables, guests and tokens, and expired links, once an hour.

Only time in which a server ran counts: while it was off, nobody could use anything, and a clock that was set proves
nothing. The gaps are stored in the database.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from time import monotonic

import msgspec
from sqlalchemy import Executable, delete, func, select
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from keypeg.errors import KeypegError
from keypeg.server.logs import LOG
from keypeg.server.server_time import ServerTime
from keypeg.server.store import schema
from keypeg.server.store.database import AWAY, dialect_of
from keypeg.server.store.schema import guests, log, meta, seats, tables, tokens
from keypeg.server.store.writer import Writer
from keypeg.server.tables.doorbell import Doorbells
from keypeg.server.tables.registry import MOST_REMOVED, Tables

DAY = 86_400.0
HOUR = 3600.0
MINUTE = 60.0
KEY = "retention"
FAILED: tuple[type[Exception], ...] = (KeypegError, *AWAY)


class Calendar(msgspec.Struct, frozen=True):
    """When a server last ran, and the gaps in which none did, the oldest first."""

    seen: float
    gaps: tuple[tuple[float, float], ...] = ()

    def at(self, now: float, ran: float) -> Calendar:
        """Return the calendar at `now`, after a server has run for `ran` seconds."""
        gaps = [(start, min(end, now)) for start, end in self.gaps if start < now]
        if now - self.seen - ran > HOUR:
            gaps.append((self.seen, now - ran))
        return Calendar(now, tuple(gaps))

    def before(self, seconds: float) -> float:
        """Return the moment since which servers have run for this long."""
        until = self.seen
        for start, end in reversed(self.gaps):
            if until - end >= seconds:
                break
            seconds -= max(0.0, until - end)
            until = start
        return until - seconds


class Retention:
    """Purges old data every hour, for the first time soon after startup."""

    def __init__(
        self, engine: AsyncEngine, writer: Writer, tables: Tables, doorbells: Doorbells, time: ServerTime
    ) -> None:
        self._engine = engine
        self._writer = writer
        self._tables = tables
        self._doorbells = doorbells
        self._time = time
        self._ran_since = monotonic()
        self._insert = dialect_of(engine).insert
        self._task: asyncio.Task[None] | None = None

    def start(self, keep_days: int, first: float = MINUTE) -> None:
        """Begin after `first` seconds."""
        self._task = asyncio.get_running_loop().create_task(self._run(keep_days, first))

    async def stop(self) -> None:
        if self._task:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def purge(self, days: int) -> int:
        """Delete everything that was not used for this many days; return the number of deleted tables."""
        before = await self._before(days)
        deleted = 0
        while ids := await self._old_tables(before):
            await self._tables.remove(ids)
            deleted += len(ids)
        has_seat = select(seats.c.guest).where(seats.c.guest == guests.c.id).exists()
        expired = delete(tokens).where(tokens.c.expires < self._time.now())
        unused = delete(tokens).where(tokens.c.seen < before)
        gone = delete(guests).where(guests.c.seen < before, ~has_seat)
        kept = delete(schema.kept).where(schema.kept.c.expires < self._time.now())
        await self._writer.write(None, also=[expired, unused, gone, kept])
        await self._writer.erase()
        return deleted

    async def _before(self, days: int) -> float:
        """Return the moment before which data is too old, and record that a server is running now."""
        self._time.follow()
        now, ran = self._time.now(), monotonic() - self._ran_since
        async with self._engine.connect() as connection:
            known = (await connection.execute(select(meta.c.value).where(meta.c.key == KEY))).scalar_one_or_none()
            seen = await _last_used(connection) if known is None else None
        noted = msgspec.json.decode(known, type=Calendar) if known else Calendar(min(now, seen or now))
        calendar = noted.at(now, ran)
        before = calendar.before(days * DAY)
        kept = Calendar(now, tuple(gap for gap in calendar.gaps if gap[1] > before))
        await self._writer.write(None, also=[self._note(kept)])
        self._ran_since += ran
        return before

    def _note(self, calendar: Calendar) -> Executable:
        value = msgspec.json.encode(calendar).decode()
        insert = self._insert(meta).values(key=KEY, value=value)
        noted: Executable = insert.on_conflict_do_update(index_elements=[meta.c.key], set_={"value": value})
        return noted

    async def _old_tables(self, before: float) -> Sequence[str]:
        last = select(func.max(log.c.at)).where(log.c.table == tables.c.id).scalar_subquery()
        query = select(tables.c.id).where(tables.c.created < before, last < before).limit(MOST_REMOVED)
        async with self._engine.connect() as connection:
            return [row.id for row in await connection.execute(query)]

    async def _run(self, keep_days: int, first: float) -> None:
        await asyncio.sleep(first)
        while True:
            try:
                deleted = await self.purge(keep_days)
                if deleted:
                    LOG.info("old tables were deleted", tables=deleted)
            except FAILED as error:
                LOG.warning("nothing old was deleted", error=type(error).__name__)
            self._doorbells.sweep()
            await asyncio.sleep(HOUR)


async def _last_used(connection: AsyncConnection) -> float | None:
    """Return when a database in which no calendar is stored yet was last used."""
    newest = [select(func.max(guests.c.seen)), select(func.max(tables.c.created))]
    found = [(await connection.execute(query)).scalar_one() for query in newest]
    return max((each for each in found if each is not None), default=None)
