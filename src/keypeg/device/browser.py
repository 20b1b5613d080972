"""Connect a device to the browser: the web worker passes in JavaScript functions, and exchanges text with it."""

from __future__ import annotations

import pickle
from base64 import b64decode, b64encode
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Protocol

import msgspec

from keypeg.api.local_tables import Overtaken, Stored
from keypeg.device.device import Device
from keypeg.errors import Illegal, KeypegError
from keypeg.table import Kept

Compute = Callable[[str], Awaitable[str | None]]
Ring = Callable[[str], None]


class Database(Protocol):
    """The functions of the worker that read and write the browser's database; everything is JSON."""

    async def load(self, table: str) -> str | None: ...
    async def commit(self, change: str) -> str:
        """Return `stored`, `taken` or `refused`."""
        ...

    async def remove(self, table: str) -> None: ...
    async def kept(self, prefix: str) -> str: ...
    async def keep(self, kept: str) -> str:
        """Return `stored`, `taken` or `refused`."""
        ...


class BrowserStorage:
    """Stores tables in the browser's database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def load(self, table: str) -> Stored | None:
        text = await self._database.load(table)
        return msgspec.json.decode(text, type=Stored) if text else None

    async def commit(self, change: Stored) -> None:
        _check(await self._database.commit(msgspec.json.encode(change).decode()))

    async def remove(self, table: str) -> None:
        await self._database.remove(table)

    async def kept(self, prefix: str) -> list[Kept]:
        return msgspec.json.decode(await self._database.kept(prefix), type=list[Kept])

    async def keep(self, kept: Sequence[Kept]) -> None:
        _check(await self._database.keep(msgspec.json.encode(kept).decode()))


def _check(done: str) -> None:
    """Raise the error of a write that did not succeed."""
    if done == "taken":
        raise Overtaken
    if done != "stored":
        raise Illegal("storage-refused")


class Worker:
    """The interface of the device for the web worker."""

    def __init__(self, database: Database, compute: Compute, ring: Ring) -> None:
        self._elsewhere = compute
        self._device = Device(
            BrowserStorage(database),
            self._compute,
            lambda table, version, here: ring(
                msgspec.json.encode({"table": table, "version": version, "here": here}).decode()
            ),
        )

    async def ask(self, method: str, address: str, body: str) -> str:
        """Answer a request with `{status, body}` as JSON."""
        answer = await self._device.answer(method, address, body.encode())
        return msgspec.json.encode({"status": answer.status, "body": answer.body.decode()}).decode()

    async def _compute(self, work: Callable[..., Any], *args: Any) -> Any:
        """Call a function in the second worker, which runs the same Python and may be terminated."""
        done = await self._elsewhere(b64encode(pickle.dumps((work, args))).decode())
        if done is None:
            raise Illegal("needs-server")
        found = pickle.loads(b64decode(done))  # noqa: S301 - from our own worker
        if isinstance(found, KeypegError):
            raise found
        return found


def compute(packed: str) -> str:
    """Make a call that the first worker has pickled, and pickle its result or its KeypegError."""
    work, args = pickle.loads(b64decode(packed))  # noqa: S301 - from our own worker
    found: Any
    try:
        found = work(*args)
    except KeypegError as error:
        found = error
    return b64encode(pickle.dumps(found)).decode()
