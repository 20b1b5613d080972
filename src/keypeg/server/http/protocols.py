"""uvicorn's protocols for HTTP and WebSockets, extended to report what their connection is waiting for."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from math import inf
from time import monotonic
from typing import Any
from urllib.parse import urlsplit

from uvicorn.protocols.http.flow_control import FlowControl
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
from keypeg.server.http.guard import MOST_HEADERS, has_body, most_body
from keypeg.server.http.responses import RESPOND

OVERHEAD = 4
"""How many times as long as the limit of a body may it be as sent, with the headers of its chunks."""
READ, MOST_WAITING, MOST_AHEAD = 4096, 32, 64 * 1024
"""Bytes of a connection parsed in one turn of the loop, and most pipelined requests, and bytes behind them, that may
wait for the response to the one before them."""
MOST_LINES, MOST_TARGET = 128, 8 * 1024
"""Most headers of a request, and most bytes of its target."""
PIECE = 256 * 1024
"""Bytes of a response that are sent at once."""
LINGER_SECONDS, MOST_IGNORED = 2.0, 1024 * 1024
"""How long, and up to how many bytes, we go on receiving what a client sends behind a request that we do not read to
its end. If we closed the connection at once, the system would reset it, and the response could be lost."""
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


class Reading(FlowControl):
    """Receives nothing more while bytes of the connection wait to be parsed, also if uvicorn is ready for them."""

    def __init__(self, transport: asyncio.Transport, waits: Callable[[], bool]) -> None:
        super().__init__(transport)
        self._waits = waits

    def resume_reading(self) -> None:
        if not self._waits():
            super().resume_reading()


class HttpConnection(HttpToolsProtocol):
    """An HTTP connection that reports what it is waiting for, and takes one request, and few bytes, a turn."""

    def __init__(self, *args: Any, connections: Connections, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._connections = connections
        self._held: Connection | None = None
        self._received = 0
        """Bytes received so far of the head, or then of the body."""
        self._most = 0
        """The limit of `_received`; 0 between two requests."""
        self._rest = b""
        """What was received but is not parsed yet."""
        self._due = False
        """True if more of it will be parsed soon."""
        self._deaf = False
        """True if nothing more may be read as a request: we cannot know where the next one begins."""
        self._ignored = 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.flow = Reading(transport, lambda: bool(self._rest))
        self._held = self._connections.enter(transport, self.client)
        if self._held is None:
            close(transport, FULL)

    def connection_lost(self, exc: Exception | None) -> None:
        self._rest = b""
        if self._held:
            self._connections.leave(self._held)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Parse the first piece, and the others in later turns. Ignore everything behind the last request."""
        if self._deaf:
            self._ignored += len(data)
            if self._ignored > MOST_IGNORED:
                close(self.transport, b"")
            return
        self._rest += data
        if not self._due and not self._busy:
            self._parse()
        elif len(self._rest) > MOST_AHEAD and self._busy:
            close(self.transport, b"")
        else:
            self.flow.pause_reading()

    @property
    def _busy(self) -> bool:
        """True if the last request has been read, but not answered."""
        cycle: RequestResponseCycle | None = self.cycle
        return cycle is not None and not cycle.more_body and not cycle.response_complete

    def _parse(self) -> None:
        """Parse one piece; the next one in the next turn, or once the requests in this one are answered."""
        self._due = False
        if self._held is None or self.transport.is_closing():
            return
        piece, self._rest = self._rest[:READ], self._rest[READ:]
        self._receive(piece)
        if self.transport.is_closing():
            return
        if self._deaf or self.transport.get_protocol() is not self:
            self._rest = b""
            self.flow.resume_reading()
        elif len(self.pipeline) > MOST_WAITING or (self._busy and len(self._rest) > MOST_AHEAD):
            close(self.transport, b"")
        elif self._rest:
            self.flow.pause_reading()
            self._parse_soon()
        elif not self._busy:
            self.flow.resume_reading()
        if self._busy:  # a head that has begun behind this request need not be complete before its response
            self._connections.works(self._held)

    def _parse_soon(self) -> None:
        if self._rest and not self._due and not self._busy:
            self._due = True
            self._connections.soon(self._parse)

    def _receive(self, data: bytes) -> None:
        before = self._most
        super().data_received(data)
        if self._most and self._most == before:  # the data is all head, or all body
            self._received += len(data)
            if self._received > self._most:
                close(self.transport, TOO_LARGE if self._most == MOST_HEADERS else b"")
        if self.headers and (len(self.headers) > MOST_LINES or len(self.url) > MOST_TARGET):
            close(self.transport, TOO_LARGE)

    def _should_upgrade(self) -> bool:
        """Return True if this is a request for a WebSocket. One with a body is refused like any other."""
        return not has_body(self.headers) and super()._should_upgrade()

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._received, self._most = 0, MOST_HEADERS
        if self._held:
            self._connections.waits(self._held, HEAD_SECONDS, TOO_SLOW)

    def on_headers_complete(self) -> None:
        if not self.url.startswith(b"/"):
            self._take_host_from_target()
        if self._held:
            self._connections.works(self._held, monotonic() + BODY_SECONDS, TOO_SLOW)
        super().on_headers_complete()
        self._received, self._most = 0, OVERHEAD * most_body(self.scope.get("path", ""))
        # uvicorn would add what follows a chunked body to the headers, where it would replace those of a proxy.
        self.headers = self.headers.copy()
        if self.parser.should_upgrade() and self._should_upgrade():
            return
        if not self.parser.should_keep_alive():  # not every uvicorn that is allowed looks at this
            self.cycle.keep_alive = False
        if self.parser.should_upgrade():
            # The parser takes the head for the whole request. What follows is in another protocol, or its body: read as
            # the next request, it would be one that a stranger puts before those of others whom a proxy serves.
            self._deaf, self.cycle.keep_alive = True, False

    def _take_host_from_target(self) -> None:
        """Let the host in a target such as `http://HOST/` replace the Host header, as RFC 9112 demands."""
        host = urlsplit(self.url).netloc
        if host:
            self.headers[:] = [(name, host if name == b"host" else value) for name, value in self.headers]

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:
        cycle.scope[RESPOND] = partial(self._respond, cycle)  # type: ignore[literal-required]
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
        if self._deaf:
            return
        if self._rest:
            self._parse_soon()
        self.flow.resume_reading()
        if self._held and not self._most:
            self._connections.waits(self._held, IDLE_SECONDS)
        elif self._held and self._most == MOST_HEADERS:
            self._connections.waits(self._held, HEAD_SECONDS, TOO_SLOW)

    async def _respond(self, cycle: RequestResponseCycle, status: int, head: bytes, body: bytes) -> None:
        """Send a response in one write, or a large one in pieces, of which only one waits for a slow client.

        uvicorn would inspect every header, and write twice.
        """
        if not await _reads(cycle):
            return
        if cycle.more_body:  # nobody wants the rest, and parsing it could take long
            self._deaf, cycle.keep_alive = True, False
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
            self._hang_up()
        cycle.on_response()

    def _hang_up(self) -> None:
        """Close the connection; if the client may still be sending, only for writing at first."""
        if not self._deaf or not self._held:
            self.transport.close()
            return
        self._rest = b""
        self.flow.resume_reading()
        self.transport.write_eof()
        self._connections.waits(self._held, LINGER_SECONDS)

    def pause_writing(self) -> None:
        if self._held:
            self._held.unread_until = monotonic() + WRITE_SECONDS
        super().pause_writing()

    def resume_writing(self) -> None:
        if self._held:
            self._held.unread_until = inf
        super().resume_writing()


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
