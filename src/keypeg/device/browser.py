"""Connect a device to the browser: the web worker passes in JavaScript functions, and exchanges text with it."""

from __future__ import annotations

import pickle
from base64 import b64decode, b64encode
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec

from keypeg.api.local_tables import Overtaken, Stored
from keypeg.device.device import Device
from keypeg.errors import Illegal, KeypegError

Load = Callable[[str], Awaitable[str | None]]
Commit = Callable[[str], Awaitable[str]]
"""Returns `stored`, `taken` or `refused`."""
Remove = Callable[[str], Awaitable[None]]
Compute = Callable[[str], Awaitable[str | None]]
Ring = Callable[[str], None]


class BrowserStorage:
    """Store tables in the browser's database, through functions of the worker."""

    def __init__(self, load: Load, commit: Commit, remove: Remove) -> None:
        self._load = load
        self._commit = commit
        self._remove = remove

    async def load(self, table: str) -> Stored | None:
        text = await self._load(table)
        return msgspec.json.decode(text, type=Stored) if text else None

    async def commit(self, change: Stored) -> None:
        done = await self._commit(msgspec.json.encode(change).decode())
        if done == "taken":
            raise Overtaken
        if done != "stored":
            raise Illegal("storage-refused")

    async def remove(self, table: str) -> None:
        await self._remove(table)


class Worker:
    """The interface of the device for the web worker."""

    def __init__(self, load: Load, commit: Commit, remove: Remove, compute: Compute, ring: Ring) -> None:
        self._elsewhere = compute
        self._device = Device(
            BrowserStorage(load, commit, remove),
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
