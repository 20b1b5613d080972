"""uvicorn's protocols for HTTP and WebSockets, extended to report what their connection is waiting for."""

from __future__ import annotations

import asyncio
from functools import partial
from math import inf
from time import monotonic
from typing import Any

from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol, RequestResponseCycle
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import CloseCode

from keypeg.server.http.connections import (
    BODY_SECONDS,
    HEAD_SECONDS,
    IDLE_SECONDS,
    WRITE_SECONDS,
    Connection,
    Connections,
    close,
)
from keypeg.server.http.guard import MOST_BODY, MOST_HEADERS
from keypeg.server.http.responses import RESPOND

MOST_SENT = 4 * MOST_BODY
"""Most bytes of a body as sent, including chunk headers. A body larger than MOST_BODY is refused, but read."""

READ, MOST_WAITING = 4096, 32
"""Bytes parsed at once, and most pipelined requests of a connection that may wait for the one before them."""
PIECE = 256 * 1024
"""Bytes of a response that are sent at once."""
MOST_SAID = 16 * 1024
"""Most bytes that a client may send to a bell in a minute: pongs, beats, and the message that it leaves."""


def _answer(status: str, more: str = "") -> bytes:
    return f"HTTP/1.1 {status}\r\nconnection: close\r\ncontent-length: 0\r\n{more}\r\n".encode()


TOO_SLOW = _answer("408 Request Timeout")
TOO_LARGE = _answer("431 Request Header Fields Too Large")
UNREADABLE = _answer("400 Bad Request")
FULL = _answer("503 Service Unavailable", "retry-after: 5\r\n")


def protocols(connections: Connections) -> tuple[Any, Any]:
    """Return the factories of the protocols for HTTP and for WebSockets."""
    return partial(HttpConnection, connections=connections), partial(BellConnection, connections=connections)


class HttpConnection(HttpToolsProtocol):
    """An HTTP connection that reports what it is waiting for."""

    def __init__(self, *args: Any, connections: Connections, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._connections = connections
        self._held: Connection | None = None
        self._received = 0
        """Bytes received so far of the head, or then of the body."""
        self._most = 0
        """The limit of `_received`; 0 between two requests."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._held = self._connections.enter(transport, self.client)
        if self._held is None:
            close(transport, FULL)

    def connection_lost(self, exc: Exception | None) -> None:
        if self._held:
            self._connections.leave(self._held)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Parse piece by piece, and close a connection that pipelines too many requests."""
        for at in range(0, len(data), READ):
            if self._held is None or self.transport.is_closing() or self.transport.get_protocol() is not self:
                return
            self._receive(data[at : at + READ])
            if len(self.pipeline) > MOST_WAITING:
                close(self.transport, b"")

    def _receive(self, data: bytes) -> None:
        before = self._most
        super().data_received(data)
        if self._most and self._most == before:  # the data is all head, or all body
            self._received += len(data)
            if self._received > self._most:
                close(self.transport, TOO_LARGE if self._most == MOST_HEADERS else b"")

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._received, self._most = 0, MOST_HEADERS
        if self._held:
            self._connections.waits(self._held, HEAD_SECONDS, TOO_SLOW)

    def on_headers_complete(self) -> None:
        self._received, self._most = 0, MOST_SENT
        if self._held:
            self._connections.works(self._held, monotonic() + BODY_SECONDS, TOO_SLOW)
        super().on_headers_complete()
        # uvicorn would add what follows a chunked body to the headers, where it would replace those of a proxy.
        self.headers = self.headers.copy()

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:
        cycle.scope[RESPOND] = partial(_respond, cycle)  # type: ignore[literal-required]
        super()._start_asgi_task(cycle, app)

    def on_message_complete(self) -> None:
        self._most = 0
        if self._held:
            self._connections.works(self._held)
            if getattr(self.cycle, "response_complete", False):  # before a bell there is no cycle
                self._connections.waits(self._held, IDLE_SECONDS)
        super().on_message_complete()

    def on_response_complete(self) -> None:
        """Start the next request. uvicorn would set a timer after every response; one sweep serves all connections."""
        self.server_state.total_requests += 1
        if self.transport.is_closing():
            return
        if self.pipeline:
            self._start_asgi_task(*self.pipeline.pop())
            return
        self.flow.resume_reading()
        if self._held and not self._most:
            self._connections.waits(self._held, IDLE_SECONDS)

    def pause_writing(self) -> None:
        if self._held:
            self._held.unread_until = monotonic() + WRITE_SECONDS
        super().pause_writing()

    def resume_writing(self) -> None:
        if self._held:
            self._held.unread_until = inf
        super().resume_writing()


async def _respond(cycle: RequestResponseCycle, status: int, head: bytes, body: bytes) -> None:
    """Send a response in one write, or a large one in pieces, of which only one waits for a client that does not read.

    uvicorn would inspect every header, and write twice.
    """
    if not await _reads(cycle):
        return
    cycle.response_started = True
    cycle.waiting_for_100_continue = False
    ours = b"".join([b"%b: %b\r\n" % header for header in cycle.default_headers])
    end = b"\r\n" if cycle.keep_alive else b"connection: close\r\n\r\n"
    cycle.transport.write(b"".join((STATUS_LINE[status], ours, head, end, body[:PIECE])))
    for at in range(PIECE, len(body), PIECE):
        if not await _reads(cycle):
            return
        cycle.transport.write(memoryview(body)[at : at + PIECE])
    cycle.response_complete = True
    cycle.message_event.set()
    if not cycle.keep_alive:
        cycle.transport.close()
    cycle.on_response()


async def _reads(cycle: RequestResponseCycle) -> bool:
    """Wait until the client has read what was sent; return False if it is gone."""
    if cycle.flow.write_paused and not cycle.disconnected:
        await cycle.flow.drain()
    if cycle.transport.is_closing():  # of pipelined requests, uvicorn notifies only the last
        cycle.disconnected = True
    return not cycle.disconnected


class BellConnection(WebSocketsSansIOProtocol):
    """A WebSocket, whose connection was registered before the upgrade. uvicorn pings it, and closes it without a pong.

    A client has next to nothing to say. Pings in quick succession would cost as much as requests, and their pongs would
    fill memory if the client did not read them.
    """

    def __init__(self, *args: Any, connections: Connections, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._connections = connections
        self._held: Connection | None = None
        self._may_send = MOST_HEADERS + MOST_SAID
        """Bytes that the client may still send in this minute; the head of its request counts as well."""
        self._minute_ends = monotonic() + 60

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self._held = self._connections.find(self.transport)
        if self._held:
            self._connections.works(self._held)

    def data_received(self, data: bytes) -> None:
        if monotonic() > self._minute_ends:
            self._may_send, self._minute_ends = MOST_SAID, monotonic() + 60
        self._may_send -= len(data)
        super().data_received(data)
        if self.conn.handshake_exc:  # uvicorn would send nothing, and leave it open
            close(self.transport, b"".join(self.conn.data_to_send()) or UNREADABLE)
        if self._may_send < 0:
            close(self.transport, b"")

    def send_receive_event_to_app(self) -> None:
        """Close a bell that receives text that is not UTF-8. uvicorn would log it."""
        if self.curr_msg_data_type == "text" and not self.close_sent:
            try:
                b"".join(self.frames).decode()
            except UnicodeDecodeError:
                self.conn.send_close(CloseCode.INVALID_DATA)
                self.handle_parser_exception()
                return
        super().send_receive_event_to_app()

    def connection_lost(self, exc: Exception | None) -> None:
        if self._held:
            self._connections.leave(self._held)
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        if self._held:
            self._held.unread_until = monotonic() + WRITE_SECONDS
        super().pause_writing()

    def resume_writing(self) -> None:
        if self._held:
            self._held.unread_until = inf
        super().resume_writing()
