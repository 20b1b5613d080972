"""What is done once in a while: tables that nobody touched for a long time are removed, empty rooms forgotten."""

from __future__ import annotations

import asyncio
import logging

from sqlalchemy.exc import SQLAlchemyError

from keypeg.errors import KeypegError
from keypeg.server.guests.guest_data import GuestData
from keypeg.server.tables.doorbell import Doorbells

LOG = logging.getLogger("keypeg.server")
HOUR = 3600.0
MINUTE = 60.0


class Retention:
    """Runs every hour, the first time soon after the start."""

    def __init__(self, guest_data: GuestData, doorbells: Doorbells, keep_days: int, first: float = MINUTE) -> None:
        self._guest_data = guest_data
        self._doorbells = doorbells
        self._days = keep_days
        self._first = first
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._task = asyncio.get_running_loop().create_task(self._run())

    async def stop(self) -> None:
        if self._task:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        await asyncio.sleep(self._first)
        while True:
            try:
                removed = await self._guest_data.purge(self._days)
                LOG.info("tables removed: %d", removed)
            except (SQLAlchemyError, OSError, KeypegError) as error:
                LOG.warning("nothing was tidied up: %s", type(error).__name__)
            self._doorbells.sweep()
            await asyncio.sleep(HOUR)
