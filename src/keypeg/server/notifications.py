"""Notify other processes of changes with PostgreSQL's NOTIFY, over a connection that is reopened if it breaks.

A notification names a table and its version, a table that was removed, the seats connected to a process, a guest that
has changed, or a key of the store for features. It carries nothing secret, and nothing that must not get lost: after an
interruption, everything is read from the database.
"""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from contextlib import suppress
from typing import Any

import asyncpg
from sqlalchemy import ARRAY, Executable, Text, func, literal, select
from sqlalchemy.engine import make_url
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine

from keypeg.errors import KeypegError, Unknown
from keypeg.server.guests.identities import Identities
from keypeg.server.logs import LOG
from keypeg.server.tables.doorbell import HEARD, Doorbells
from keypeg.server.tables.registry import Tables

CHANNEL = "keypeg"
HERE, GUEST, GONE, KEPT = "here", "guest", "gone", "kept"
PULSE, PATIENCE = 5.0, 5.0
"""Seconds between tests of the connection, and its timeout: a cut cable raises no error."""
LEAST_PAUSE, MOST_PAUSE = 0.05, 2.0
AWAY: tuple[type[Exception], ...] = (
    OSError,
    TimeoutError,
    SQLAlchemyError,
    asyncpg.PostgresError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,  # the server has announced the end of the connection, which is not closed yet
)
FAILED: tuple[type[Exception], ...] = (*AWAY, KeypegError)


class Notifications:
    """Listens for changes by other processes, and notifies them of who is connected here."""

    def __init__(
        self, url: str, engine: AsyncEngine, tables: Tables, doorbells: Doorbells, identities: Identities
    ) -> None:
        self._address = make_url(url).set(drivername="postgresql").render_as_string(hide_password=False)
        self._engine = engine
        self._tables = tables
        self._doorbells = doorbells
        self._identities = identities
        self._process = tables.process
        self._tasks: set[asyncio.Task[None]] = set()
        self._present: dict[str, frozenset[int]] = {}
        """By table: the seats present here, if other processes have not been told yet."""
        self._changed = asyncio.Event()
        self.connections = 0
        """The number of times it has connected: more than one after an interruption."""
        tables.trusted = identities.trusted = False
        identities.on_change = lambda guest: [_notification(f"{GUEST} {guest}")]
        tables.on_remove = lambda ids: [_notification(*(f"{GONE} {table}" for table in ids))]
        tables.store.on_write = lambda keys: [_notification(*(f"{KEPT} {self._process} {key}" for key in keys))]
        doorbells.on_presence = self._notify_presence

    def start(self) -> None:
        self._do(self._listen())
        self._do(self._tell())
        self._do(self._repeat())

    async def stop(self) -> None:
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _listen(self) -> None:
        pause = LEAST_PAUSE
        while True:
            try:
                connection = await asyncpg.connect(self._address, timeout=PATIENCE)
            except AWAY:
                await asyncio.sleep(pause)
                pause = min(MOST_PAUSE, 2 * pause)
                continue
            pause = LEAST_PAUSE
            try:
                await self._handle_all(connection)
            except AWAY as error:
                LOG.warning("notifications were cut off", error=type(error).__name__)
            finally:
                self._tables.trusted = self._identities.trusted = False
                connection.terminate()

    async def _handle_all(self, connection: asyncpg.Connection) -> None:
        """Handle notifications until the connection ends."""
        cut = asyncio.Event()
        connection.add_termination_listener(lambda _: cut.set())
        await connection.add_listener(CHANNEL, lambda *received: self._handle(str(received[-1])))
        self.connections += 1
        await self._catch_up()
        while not cut.is_set():
            try:
                async with asyncio.timeout(PULSE):
                    await cut.wait()
            except TimeoutError:
                await connection.execute("SELECT 1", timeout=PATIENCE)

    async def _catch_up(self) -> None:
        """Bring all tables in memory up to date and wake everyone, because notifications may have been missed."""
        self._identities.drop_all()
        self._identities.trusted = True
        self._tables.trust_again()
        for live in self._tables.memory.all():
            with suppress(Unknown):
                await self._tables.refresh(live.id)
        self._doorbells.ring_all()

    def _handle(self, payload: str) -> None:
        word, _, rest = payload.partition(" ")
        if word == HERE:
            process, table, *seats = rest.split(" ")
            if process != self._process:
                self._doorbells.note_elsewhere(table, frozenset(map(int, seats)), process)
            return
        if word == GUEST:
            self._identities.drop(rest)
            return
        if word == GONE:
            self._do(self._tables.drop([rest]))
            return
        if word == KEPT:
            process, _, key = rest.partition(" ")
            if process != self._process:  # its own listeners have heard of it
                self._tables.store.heard(key)
            return
        number, _, process = rest.partition(" ")
        version = int(number)
        if process == self._process and self._tables.has(word, version):
            return  # the bell rang when this process wrote it
        if self._tables.note(word, version):
            self._do(self._tables.refresh(word))
        else:
            self._doorbells.ring(word, version)

    def _notify_presence(self, table: str, seats: frozenset[int]) -> None:
        self._present[table] = seats
        self._changed.set()

    async def _tell(self) -> None:
        """Tell other processes who is present, in order: one batch at a time, with all changes since the last one."""
        while True:
            await self._changed.wait()
            self._changed.clear()
            present, self._present = self._present, {}
            payloads = [
                " ".join([HERE, self._process, table, *map(str, sorted(seats))]) for table, seats in present.items()
            ]
            try:
                async with self._engine.begin() as connection:
                    await connection.execute(_notification(*payloads))
            except AWAY as error:  # the listener notices as well, and `_repeat` sends it again
                LOG.info("other processes were not notified", error=type(error).__name__)

    async def _repeat(self) -> None:
        """Repeat who is present, before other processes consider it outdated."""
        while True:
            await asyncio.sleep(HEARD / 3)
            for table in self._doorbells.tables():
                seats = self._doorbells.local(table)
                if seats:
                    self._notify_presence(table, seats)

    def _do(self, work: Coroutine[Any, Any, None]) -> None:
        """Run a coroutine in the background, and only log its failure: the listener notices an unreachable database."""

        async def run() -> None:
            try:
                await work
            except FAILED as error:
                LOG.info("what other processes wrote was not read", error=type(error).__name__)

        task = asyncio.get_running_loop().create_task(run())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def _notification(*payloads: str) -> Executable:
    """Return the statement that notifies other processes once it is committed."""
    return select(func.pg_notify(CHANNEL, func.unnest(literal(payloads, ARRAY(Text)))))
