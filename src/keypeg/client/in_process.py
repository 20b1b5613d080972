"""Send requests to a host in the same process, as httpx lets a client talk to an application."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from threading import Thread
from typing import Any, Protocol, TypeVar

import msgspec

from keypeg.client.request import Request

T = TypeVar("T")


class Host(Protocol):
    """A host that answers requests in this process, such as `keypeg.api.local.LocalHost`."""

    def ask(self, endpoint: Any, parameters: Any, body: Any) -> Coroutine[Any, Any, Any]:
        """Return the answer of an endpoint, or raise its error."""
        ...


class LocalTransport:
    """Runs a host on an event loop of its own, in a thread, so that its computers move while nobody asks."""

    def __init__(self, host: Host) -> None:
        self._host = host
        self._loop = asyncio.new_event_loop()
        self._thread = Thread(target=self._loop.run_forever, name="host", daemon=True)
        self._thread.start()

    def identify(self, token: str) -> None:
        """Do nothing: everyone in this process is the same person."""

    def send(self, request: Request[T]) -> T:
        answer: T = asyncio.run_coroutine_threadsafe(_ask(self._host, request), self._loop).result()
        return answer

    def close(self) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()


class AsyncLocalTransport:
    """Runs a host on the event loop of its caller."""

    def __init__(self, host: Host) -> None:
        self._host = host

    def identify(self, token: str) -> None:
        """Do nothing: everyone in this process is the same person."""

    async def send(self, request: Request[T]) -> T:
        return await _ask(self._host, request)

    async def close(self) -> None:
        """Do nothing: the host belongs to its caller."""


async def _ask(host: Host, request: Request[T]) -> T:
    endpoint, body = request.endpoint, request.body
    # Sent and read once, so that the limits of the fields hold here as well.
    checked = endpoint.read_body(msgspec.json.encode(body)) if endpoint.takes_body else None
    answer: T = await host.ask(endpoint, request.parameters, checked)
    return answer
