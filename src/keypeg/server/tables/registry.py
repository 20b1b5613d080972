"""The tables: those in memory, those on disk, and the one way in which any of them changes."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from secrets import token_urlsafe
from time import time

import msgspec
from sqlalchemy import Executable, delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from keypeg.core import Rules
from keypeg.errors import Busy, Conflict, Illegal, Malformed, Unknown
from keypeg.notation import rules as read_rules
from keypeg.server.store import schema
from keypeg.server.store.writer import Entry, Failed, Overtaken, Writer
from keypeg.server.tables.doorbell import Doorbells
from keypeg.server.tables.table_state import Act, Agreed, Chair, Ground, TableState

MOST_LIVE = 2000
"""Tables kept in memory; others are read from their logs again when somebody comes back to them."""

Also = Callable[[TableState, Entry], Sequence[Executable]]


class Tables:
    """All tables."""

    def __init__(self, engine: AsyncEngine, writer: Writer, doorbells: Doorbells) -> None:
        self._engine = engine
        self._writer = writer
        self._doorbells = doorbells
        self._live: OrderedDict[str, TableState] = OrderedDict()
        self._began = time()
        self.trusted = True
        """Whether what is in memory is known to be the newest; not while other processes cannot be heard."""
        self.after: list[Callable[[TableState], None]] = []
        """Called with a table when a change of it is durable, or it has come into memory."""
        self.also: list[Also] = []
        """What else is to be written with an entry."""

    def __len__(self) -> int:
        return len(self._live)

    @asynccontextmanager
    async def held(self, id: str) -> AsyncIterator[TableState]:
        """The table, up to date and with its lock held."""
        while True:
            live = self._live.get(id)
            if live:
                self._live.move_to_end(id)
            else:
                live = await self._load(id)
            async with live.lock:
                if live.dead:
                    continue
                if not self.trusted:
                    await self._catch_up(live)
                if live.clock_runs and live.touched < self._began:
                    # Time in which no server was there to be played on is not counted.
                    await self._write(live, Act("resume", 0))
                yield live
                return

    async def make(self, rules: Rules, agreed: Agreed, chairs: Sequence[Chair], acts: Sequence[Act] = ()) -> TableState:
        """A new table, durable, with the first moves of chance made, and then these acts."""
        ground = Ground(token_urlsafe(16), rules, agreed, token_urlsafe(16), time())
        live = TableState(ground, chairs)
        first: list[Executable] = [
            insert(schema.tables).values(_table_row(ground)),
            *(insert(schema.seats).values(_seat_row(ground.id, chair)) for chair in chairs),
        ]
        async with live.lock:
            self._keep(live)
            vacant = " ".join(str(chair.seat) for chair in chairs if chair.kind == "open")
            opening = acts[0] if acts and acts[0].kind == "import" else Act("open", 0, vacant)
            await self._write(live, opening, first)
            for act in acts:
                if act is not opening:
                    await self._write(live, act)
        self._tell(live)
        return live

    async def do(self, live: TableState, act: Act, version: int | None = None) -> int:
        """Do something at a table whose lock is held; the version that shows it, when it is durable.

        The same key again gives the same answer; a version from before something that matters is refused.
        """
        before = answered(live, act)
        if before is not None:
            return before
        if version is not None:
            if version > live.version:
                await self._catch_up(live)
            if version > live.version:
                raise Malformed("version-unknown", version=live.version, seen=version)
            if version < live.material[act.seat]:
                raise Conflict("version-stale", version=live.version, seen=version)
        try:
            await self._write(live, act)
        except Overtaken:
            # Another process was quicker. If nothing that matters has changed, this still holds.
            async with self.held(live.id) as newer:
                return await self.do(newer, act, version)
        self._tell(live)
        return live.version

    async def seat(self, live: TableState, chair: Chair) -> int:
        """Seat somebody, or let them leave, at a table whose lock is held. Names and guests are not in the log."""
        if chair.guest and live.chair(chair.seat).kind != "open":
            raise Conflict("seat-taken", seat=chair.seat)
        live.chairs[chair.seat - 1] = chair
        try:
            await self._write(live, Act("sit" if chair.guest else "leave", chair.seat))
        except Overtaken:
            async with self.held(live.id) as newer:
                return await self.seat(newer, chair)
        self._tell(live)
        return live.version

    def hear(self, id: str, version: int) -> bool:
        """Another process has changed this table; whether it is in memory here, and behind."""
        live = self._live.get(id)
        return live is not None and live.version < version

    async def refresh(self, id: str) -> None:
        """Read what others have written to the log of a table in memory, and tell those who wait."""
        live = self._live.get(id)
        if live is None:
            return
        async with live.lock:
            if not live.dead and await self._catch_up(live):
                self._tell(live)

    def forget(self, id: str) -> None:
        """Drop a table from memory."""
        live = self._live.pop(id, None)
        if live:
            live.dead = True

    def in_memory(self) -> list[TableState]:
        return list(self._live.values())

    async def remove(self, ids: Sequence[str]) -> None:
        """Remove tables for good."""
        for table in ids:
            self.forget(table)
        await self._writer.write(None, also=[delete(schema.tables).where(schema.tables.c.id.in_(ids))])

    async def _write(self, live: TableState, act: Act, first: Sequence[Executable] = ()) -> None:
        before, was_over = live.shape(), live.over
        entry = live.entry(act, time())
        also: list[Executable] = [statement for each in self.also for statement in each(live, entry)]
        if live.over and not was_over:
            also.append(update(schema.tables).where(schema.tables.c.id == live.id).values(over=True))
        if act.kind in ("sit", "leave"):
            also.append(_seated(live.id, live.chair(act.seat)))
        try:
            await self._writer.write(entry, first=first, also=also)
        except BaseException as error:
            self.forget(live.id)
            if isinstance(error, Failed):
                raise Busy("database-away", seconds=2) from None
            raise
        live.settle(entry, before)

    def _tell(self, live: TableState) -> None:
        self._doorbells.ring(live.id, live.version)
        for each in self.after:
            each(live)

    def _keep(self, live: TableState) -> TableState:
        found = self._live.get(live.id)
        if found:
            return found
        self._live[live.id] = live
        if len(self._live) > MOST_LIVE:
            for each in list(self._live.values())[: MOST_LIVE // 10]:
                if not each.lock.locked():
                    del self._live[each.id]
        return live

    async def _load(self, id: str) -> TableState:
        tables, log = schema.tables, schema.log
        async with self._engine.connect() as connection:
            row = (await connection.execute(select(tables).where(tables.c.id == id))).one_or_none()
            if row is None:
                raise Unknown("table-unknown")
            seated = await _chairs(connection, id)
            entries = await connection.execute(select(log).where(log.c.table == id).order_by(log.c.seq))
            written = [Entry(*entry) for entry in entries.all()]
        agreed = msgspec.json.decode(row.agreed, type=Agreed)
        live = TableState(Ground(id, read_rules(row.rules), agreed, row.seed, row.created), seated)
        for entry in written:
            live.enter(entry)
        live = self._keep(live)
        for each in self.after:
            each(live)
        return live

    async def _catch_up(self, live: TableState) -> bool:
        """Enter what others have written meanwhile; whether there was anything."""
        newer = (schema.log.c.table == live.id) & (schema.log.c.seq > live.version)
        async with self._engine.connect() as connection:
            log = await connection.execute(select(schema.log).where(newer).order_by(schema.log.c.seq))
            entries = [Entry(*entry) for entry in log.all()]
            if any(entry.kind in ("sit", "leave") for entry in entries):
                live.chairs = await _chairs(connection, live.id)
        for entry in entries:
            live.enter(entry)
        return bool(entries)


async def _chairs(connection: AsyncConnection, id: str) -> list[Chair]:
    """Who sits at a table, as it is written."""
    seats = schema.seats
    rows = await connection.execute(select(seats).where(seats.c.table == id).order_by(seats.c.seat))
    return [Chair(row.seat, row.kind, row.player, row.guest, row.name) for row in rows]


def answered(live: TableState, act: Act) -> int | None:
    """The answer that this key has had before."""
    found = live.keys.get(f"{act.seat}:{act.key}") if act.key is not None else None
    if found is None:
        return None
    asked, version = found
    if asked != f"{act.kind} {act.text}":
        raise Conflict("key-used", version=live.version)
    return version


def seat_for(live: TableState, guest: str | None, asked: int | None) -> int:
    """The seat that a guest acts for: the one asked for, or the only one."""
    mine = live.seats_of(guest)
    if asked is not None:
        if asked not in mine:
            raise Illegal("seat-not-held", seat=asked)
        return asked
    if not mine:
        raise Illegal("seat-none")
    if len(mine) > 1:
        raise Malformed("seat-which", seats=", ".join(map(str, mine)))
    return mine[0]


def _table_row(ground: Ground) -> dict[str, object]:
    return {
        "id": ground.id,
        "created": ground.created,
        "rules": str(ground.rules),
        "agreed": msgspec.json.encode(ground.agreed).decode(),
        "seed": ground.seed,
        "over": False,
    }


def _seat_row(id: str, chair: Chair) -> dict[str, object]:
    return {
        "table": id,
        "seat": chair.seat,
        "kind": chair.kind,
        "player": chair.player,
        "guest": chair.guest,
        "name": chair.name,
    }


def _seated(id: str, chair: Chair) -> Executable:
    seats = schema.seats
    return (
        update(seats)
        .where(seats.c.table == id, seats.c.seat == chair.seat)
        .values(kind=chair.kind, guest=chair.guest, name=chair.name)
    )
