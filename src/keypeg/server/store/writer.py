"""Write log entries, many in one transaction, and acknowledge each when it is durable."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from secrets import token_hex
from time import monotonic
from types import ModuleType

from sqlalchemy import Executable
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine

from keypeg.errors import Busy, Unknown
from keypeg.server.logs import LOG
from keypeg.server.store.commit import Committer, Item, PostgresCommitter, SqliteCommitter
from keypeg.server.store.database import dialect_of, failures
from keypeg.server.store.failures import code_of
from keypeg.server.store.health import DatabaseHealth
from keypeg.server.store.schema import meta
from keypeg.table import Entry

MOST = 500
"""Most entries in one transaction."""
LONGEST, QUIET = 0.05, 3
"""Most seconds for which entries are gathered, and turns of the event loop without a new entry that end it.

After an answer to a client, it takes three turns until its next request is read, decided and written.
"""
RECENT, PATIENCE = 2.0, 3.0
"""Seconds for which the last result of the database stays valid, and the timeout of a probe."""
MOST_WAITING, MOST_BYTES = 4 * MOST, 16 * 2**20
"""Most entries in the queue, and most bytes of their texts; beyond that, changes are refused for the moment."""


class Overtaken(Exception):
    """Another process has written an entry with this number first."""


class Failed(ConnectionError):
    """The database failed; the entry may or may not have been written. Clients get the error `database-away`."""


class Contradicted(Exception):
    """A write refers to a row that has been removed in the meantime. Nothing was written."""


class Writer:
    """Commits all queued writes, one transaction at a time."""

    def __init__(self, engine: AsyncEngine) -> None:
        self.process = token_hex(4)
        """Names this process in notifications."""
        self._committer: Committer = (
            PostgresCommitter(engine, self.process) if engine.dialect.name == "postgresql" else SqliteCommitter(engine)
        )
        self._failures = failures(engine)
        self.health = DatabaseHealth()
        self._probe = _probe(dialect_of(engine))
        self._waiting: list[Item] = []
        self._bytes = 0
        """Bytes of the queued texts, without those being written."""
        self._loop = asyncio.get_running_loop()
        self._more = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._task = asyncio.create_task(self._run(), name="writer")

    async def stop(self) -> None:
        """Flush the queue, then stop."""
        await asyncio.gather(*(item.done for item in self._waiting), return_exceptions=True)
        if self._task:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        for item in self._waiting:
            _settle(item, Failed("stopped"))
        await self._committer.close()

    async def write(
        self,
        entry: Entry | None,
        *,
        first: Sequence[Executable] = (),
        also: Sequence[Executable] = (),
        missing: str = "guest-unknown",
        raising: type[Exception] | None = None,
    ) -> None:
        """Write an entry durably. Raise Overtaken or Busy if nothing was written, or Failed if that is not known.

        `missing` is the error to raise if what the write refers to has been removed in the meantime; `raising`
        Contradicted leaves it to the caller.
        """
        self.admit()
        item = Item(entry, first, also, self._loop.create_future())
        self._waiting.append(item)
        self._bytes += _size(item)
        self._more.set()
        try:
            await item.done
        except Contradicted:
            if raising is Contradicted:
                raise
            raise Unknown(missing) from None

    def admit(self) -> None:
        """Raise Busy if too much is queued already. Call this before the change is made in memory."""
        if len(self._waiting) >= MOST_WAITING or self._bytes >= MOST_BYTES:
            raise Busy("server-busy", seconds=1)

    async def erase(self) -> None:
        """Erase what was deleted from the journal as well. If that fails, the next sweep will do it."""
        with suppress(*self._failures):
            await self._committer.erase()

    async def probe(self) -> None:
        """Bring `health` up to date with a small write, unless a write worked or failed just now."""
        if monotonic() - self.health.judged < RECENT:
            return
        try:
            async with asyncio.timeout(PATIENCE):
                await self.write(None, also=[self._probe])
        except TimeoutError as error:
            self.health.failed(error)
        except (Failed, Busy):
            return  # the failure is recorded already, or others are writing

    async def _run(self) -> None:
        while True:
            await self._more.wait()
            if self._committer.gathers:
                await self._gather()
            items, self._waiting = self._waiting[:MOST], self._waiting[MOST:]
            self._bytes = sum(map(_size, self._waiting)) if self._waiting else 0
            if not self._waiting:
                self._more.clear()
            try:
                await self._write(items)
            except asyncio.CancelledError:
                for item in items:
                    _settle(item, Failed("stopped"))
                raise
            except Exception as error:  # noqa: BLE001 - our own bug: the callers get an answer, and others are written
                LOG.error("the writer met a bug", exc_info=error)
                for item in items:
                    _settle(item, Failed(type(error).__name__))

    async def _gather(self) -> None:
        """Wait while several clients write and new entries keep coming every few turns; a lone client need not wait."""
        quiet, until = 0, monotonic() + LONGEST
        while quiet < QUIET and 1 < len(self._waiting) < MOST and monotonic() < until:
            before = len(self._waiting)
            await asyncio.sleep(0)
            quiet = quiet + 1 if len(self._waiting) == before else 0

    async def _write(self, items: Sequence[Item]) -> None:
        """Commit a batch, and settle every item."""
        try:
            overtaken = await self._committer.commit(items)
        except IntegrityError as error:
            # One of them violates a constraint; the others must not fail with it.
            if len(items) == 1:
                LOG.warning("a write violated a constraint", error=code_of(error))
                _settle(items[0], Contradicted(type(error).__name__))
            else:
                for item in items:
                    await self._write([item])
        except self._failures as error:
            self.health.failed(error)
            for item in items:
                _settle(item, Failed(type(error).__name__))
        else:
            self.health.worked()
            for item in items:
                _settle(item, Overtaken() if item.is_among(overtaken) else None)


def _probe(dialect: ModuleType) -> Executable:
    """Return a statement that always writes the same row."""
    row = {"key": "probe", "value": ""}
    probe: Executable = dialect.insert(meta).values(row).on_conflict_do_update(index_elements=["key"], set_=row)
    return probe


def _size(item: Item) -> int:
    return len(item.entry.text) if item.entry else 0


def _settle(item: Item, problem: Exception | None) -> None:
    if item.done.done():
        return
    if problem is None:
        item.done.set_result(None)
    else:
        item.done.set_exception(problem)
