"""What the protocols for HTTP and for WebSockets share: one connection, its limits, and tasks for the application."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from math import inf
from time import monotonic
from typing import Any

from keypeg.server.http.app import App
from keypeg.server.http.connections import Connection, Connections, close

LINGER_SECONDS, MOST_IGNORED = 2.0, 1024 * 1024
"""How long, and up to how many bytes, we go on receiving what a client sends after our last word. If we closed the
connection at once, the system would reset it, and that word could be lost."""


class Serving:
    """An application, its connections, and the tasks in which it answers them."""

    def __init__(self, app: App, connections: Connections) -> None:
        self.app = app
        self.connections = connections
        self.loop = asyncio.get_running_loop()
        self.tasks: set[asyncio.Task[None]] = set()

    def run(self, work: Coroutine[Any, Any, None]) -> None:
        """Run this in a task of its own."""
        task = self.loop.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)


class Peer(asyncio.Protocol):
    """A connection to a client that may read slowly."""

    transport: asyncio.Transport

    def __init__(self, serving: Serving) -> None:
        self._serving = serving
        self._connections = serving.connections
        self._held: Connection | None = None
        """None if there was no room for it, and once it is closed."""
        self._drained: asyncio.Future[None] | None = None
        """Done once the client has read enough; None while nobody has to wait for that."""
        self._lingers = False
        """True if everything was said, and what is still received is ignored."""
        self._ignored = 0

    def connection_lost(self, _error: Exception | None) -> None:
        """Stop counting the connection, and wake those who wait for its client to read."""
        self.resume_writing()
        if self._held:
            self._connections.leave(self._held)
            self._held = None

    def pause_writing(self) -> None:
        self._drained = self._serving.loop.create_future()
        if self._held:
            self._held.unread_until = monotonic() + self._connections.timeouts.write

    def resume_writing(self) -> None:
        if self._held:
            self._held.unread_until = inf
        if self._drained:
            self._drained.set_result(None)
            self._drained = None

    @property
    def _is_over(self) -> bool:
        """True if nothing more can be said."""
        return self._lingers or self.transport.is_closing()

    async def _reads(self) -> bool:
        """Wait until the client has read what was sent; return False if nothing more can be said."""
        if self._drained:
            await asyncio.shield(self._drained)
        return not self._is_over

    def _linger(self) -> None:
        """Say that this was all, and wait a moment for the client to close the connection."""
        if self._held and not self._is_over:
            self._lingers = True
            self.transport.resume_reading()
            self.transport.write_eof()
            self._connections.waits(self._held, LINGER_SECONDS)

    def _ignore(self, data: bytes) -> None:
        self._ignored += len(data)
        if self._ignored > MOST_IGNORED:
            close(self.transport, b"")
