"""A device whose storage is a list of what was committed, for tests: it reads back what it wrote, as text."""

from __future__ import annotations

from typing import Any

import msgspec

from keypeg.device import Device, Overtaken, Stored


class MemoryStorage:
    """Keeps JSON, as a browser does."""

    def __init__(self) -> None:
        self.rows: dict[str, bytes] = {}
        self.log: dict[tuple[str, int], bytes] = {}

    def put(self, stored: dict[str, Any]) -> None:
        """Take what another version has stored."""
        row = dict(stored)
        self.log |= {(row["id"], each["seq"]): msgspec.json.encode(each) for each in row.pop("entries")}
        self.rows[row["id"]] = msgspec.json.encode(row)

    async def load(self, table: str) -> Stored | None:
        if table not in self.rows:
            return None
        entries = [self.log[key] for key in sorted(self.log) if key[0] == table]
        row = msgspec.json.decode(self.rows[table])
        return msgspec.convert({**row, "entries": [msgspec.json.decode(entry) for entry in entries]}, Stored)

    async def commit(self, change: Stored) -> None:
        keys = [(change.id, entry.seq) for entry in change.entries]
        if any(key in self.log for key in keys):
            raise Overtaken
        self.rows[change.id] = msgspec.json.encode(msgspec.structs.replace(change, entries=[]))
        self.log |= {key: msgspec.json.encode(entry) for key, entry in zip(keys, change.entries, strict=True)}


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
