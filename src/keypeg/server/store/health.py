"""Track whether the database works, judged by its last operation; each failure and recovery is logged once."""

from __future__ import annotations

import asyncio
import sqlite3
from collections import Counter
from contextlib import closing
from pathlib import Path
from time import monotonic

from keypeg.server.logs import LOG
from keypeg.server.store.database import open_read_only
from keypeg.server.store.failures import Reason, code_of, reason_of

FIRST, AGAIN = 5.0, 86_400.0
"""Seconds from startup to the first check of an SQLite file for damage, and from each check to the next."""


class DatabaseHealth:
    """The current failure of the database, if any. Damage stays until a restart: a write may touch only sound pages."""

    def __init__(self) -> None:
        self.reason: Reason | None = None
        self.failures: Counter[Reason] = Counter()
        self.judged = 0.0
        """When the database last worked or failed, on the monotonic clock."""
        self._checking: asyncio.Task[None] | None = None

    def failed(self, error: BaseException) -> None:
        """Record that the database failed with this error."""
        reason = reason_of(error)
        self.judged = monotonic()
        self.failures[reason] += 1
        if self.reason not in (reason, "damaged"):
            self.reason = reason
            LOG.error("the database fails", reason=reason, error=code_of(error))

    def worked(self) -> None:
        """Record that a write succeeded."""
        self.judged = monotonic()
        if self.reason not in (None, "damaged"):
            LOG.info("the database works again", reason=self.reason)
            self.reason = None

    def start(self, file: Path) -> None:
        """Start to check an SQLite file for damage, soon and then once a day."""
        self._checking = asyncio.get_running_loop().create_task(self._check(file))

    async def stop(self) -> None:
        if self._checking:
            self._checking.cancel()
            await asyncio.gather(self._checking, return_exceptions=True)

    async def _check(self, file: Path) -> None:
        await asyncio.sleep(FIRST)
        while True:
            try:
                await asyncio.to_thread(check_file, file)
            except sqlite3.Error as error:
                self.failed(error)
            await asyncio.sleep(AGAIN)


def check_file(file: Path) -> None:
    """Raise sqlite3.DatabaseError if this file is damaged."""
    with closing(open_read_only(file)) as read:
        found = read.execute("PRAGMA quick_check(1)").fetchone()
    if found != ("ok",):
        damage = sqlite3.DatabaseError(found[0])
        damage.sqlite_errorcode = sqlite3.SQLITE_CORRUPT
        raise damage
