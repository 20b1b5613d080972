"""A device whose storage is in memory, for tests: it reads back what it wrote, as text."""

from __future__ import annotations

from typing import Any

import msgspec

from keypeg.api import local_tables
from keypeg.device import Device


class MemoryStorage(local_tables.MemoryStorage):
    """Keeps JSON, as a browser does."""

    def put(self, stored: dict[str, Any]) -> None:
        """Take what another version has stored."""
        row = dict(stored)
        self.log |= {(row["id"], each["seq"]): msgspec.json.encode(each) for each in row.pop("entries")}
        self.rows[row["id"]] = msgspec.json.encode(row)


class Page:
    """Asks a device as the page does."""

    def __init__(self, storage: MemoryStorage | None = None, **given: Any) -> None:
        self.storage = storage or MemoryStorage()
        self.device = Device(self.storage, **given)
        self._keys = 0

    async def get(self, address: str) -> Any:
        return await self._ask("GET", address)

    async def post(self, address: str, body: object) -> Any:
        return await self._ask("POST", address, msgspec.json.encode(body))

    async def move(self, table: str, text: str, seat: int | None = None) -> Any:
        """Make a move in answer to the newest View."""
        seen = await self.get(f"/tables/{table}/view")
        self._keys += 1
        body = {"move": text, "version": seen["version"], "key": str(self._keys), "seat": seat}
        return await self.post(f"/tables/{table}/moves", body)

    async def _ask(self, method: str, address: str, body: bytes = b"") -> Any:
        answer = await self.device.answer(method, address, body)
        await self.device.driver.idle()
        return msgspec.json.decode(answer.body) if "json" in answer.media_type else answer.body.decode()
