"""HTTP/1.1 over one connection: read requests with httptools, a few at a time, and write their responses."""

from __future__ import annotations

import asyncio
from collections import deque
from dataclasses import dataclass
from email.utils import formatdate
from functools import lru_cache, partial
from time import monotonic, time
from urllib.parse import unquote, urlsplit

import httptools

from keypeg.server.http.bell_connection import BellConnection
from keypeg.server.http.connections import FULL, STATUS_LINES, TOO_LARGE, TOO_SLOW, UNREADABLE, close
from keypeg.server.http.guard import MOST_HEADERS, has_body, most_body
from keypeg.server.http.peer import Peer, Serving
from keypeg.server.http.request import Message, Scope
from keypeg.server.logs import LOG

OVERHEAD = 4
"""How many times as long as the limit of a body may it be as sent, with the headers of its chunks."""
READ, MOST_WAITING, MOST_AHEAD = 4096, 32, 64 * 1024
"""Bytes of a connection parsed in one turn of the loop, and most pipelined requests, and bytes behind them, that may
wait for the response to the one before them."""
MOST_UNREAD = 64 * 1024
"""Bytes of a body that may wait for its handler before we receive more."""
MOST_LINES, MOST_TARGET = 128, 8 * 1024
"""Most headers of a request, and most bytes of its target."""
PIECE = 256 * 1024
"""Bytes of a response that are sent at once."""
CONTINUE = b"HTTP/1.1 100 Continue\r\n\r\n"


@dataclass(eq=False, slots=True)
class Exchange:
    """A request, whose body may still be arriving, and its response."""

    scope: Scope
    keep_alive: bool
    body: bytes = b""
    """What has arrived of the body since the handler asked for it."""
    is_whole: bool = False
    """True once all of the request has arrived."""
    arrived: asyncio.Event | None = None
    """What the handler waits for, if it does."""
    answered: bool = False


class HttpConnection(Peer):
    """A connection that takes one request, and few bytes, a turn, and reports what it is waiting for."""

    def __init__(self, serving: Serving) -> None:
        super().__init__(serving)
        self._parser: httptools.HttpRequestParser | None = httptools.HttpRequestParser(self)
        self._client: tuple[str, int] | None = None
        self._target = b""
        self._headers: list[tuple[bytes, bytes]] = []
        self._in_head = False
        self._received = 0
        """Bytes received so far of the head, or then of the body."""
        self._most = 0
        """The limit of `_received`; 0 between two requests."""
        self._last: Exchange | None = None
        """The request whose head was read last."""
        self._waiting: deque[Exchange] = deque()
        """Requests that wait for the response to the one before them."""
        self._bell: Scope | None = None
        """The request for a WebSocket with which HTTP ends here."""
        self._rest = b""
        """What was received but is not parsed yet."""
        self._due = False
        """True if more of it will be parsed soon."""
        self._deaf = False
        """True if nothing more is read as a request."""
        self._is_cut = False
        """True if the client may be sending something that we do not read."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        self.transport = transport
        peer = transport.get_extra_info("peername")
        if isinstance(peer, tuple):
            self._client = peer[0], peer[1]
        self._held = self._connections.enter(transport, self.finish, peer[0] if self._client else None)
        if self._held is None:
            self._deaf = True
            close(transport, FULL)

    def connection_lost(self, error: Exception | None) -> None:
        super().connection_lost(error)
        self._deaf, self._rest = True, b""
        self._waiting.clear()
        self._wake()
        self._parser = self._last = None  # they refer to this, and only the garbage collector would free them

    def finish(self) -> None:
        """Close the connection once the requests that have arrived are answered."""
        if self._last is None or self._last.answered:
            self.transport.close()
        else:
            self._last.keep_alive = False

    def data_received(self, data: bytes) -> None:
        """Parse the first piece, and the others in later turns. Ignore everything behind the last request."""
        if self._deaf:
            self._ignore(data)
            return
        self._rest += data
        if not self._due and not self._is_busy:
            self._parse()
        elif len(self._rest) > MOST_AHEAD and self._is_busy:
            close(self.transport, b"")
        else:
            self._pace()

    @property
    def _is_busy(self) -> bool:
        """True if the last request has been read, but not answered."""
        return self._last is not None and self._last.is_whole and not self._last.answered

    def _pace(self) -> None:
        """Receive more, unless enough waits to be parsed, or to be taken by a handler."""
        if not self._deaf and (self._rest or (self._last and len(self._last.body) > MOST_UNREAD)):
            self.transport.pause_reading()
        else:
            self.transport.resume_reading()

    def _parse(self) -> None:
        """Parse one piece; the next one in the next turn, or once the requests in this one are answered."""
        self._due = False
        if self._held is None or not self._rest or self._is_over:
            return
        piece, self._rest = self._rest[:READ], self._rest[READ:]
        self._feed(piece)
        if self._bell:
            bell = BellConnection(self._serving, self.transport, self._held)
            self.transport.set_protocol(bell)
            self._held = self._parser = None
            bell.open(self._bell, self._target)
            return
        if self._deaf:
            self._rest = b""
        elif len(self._waiting) > MOST_WAITING or (self._is_busy and len(self._rest) > MOST_AHEAD):
            close(self.transport, b"")
            return
        self._parse_soon()
        self._pace()
        if self._is_busy:  # a head that has begun behind this request need not be complete before its response
            self._connections.works(self._held)

    def _parse_soon(self) -> None:
        if self._rest and not self._due and not self._is_busy:
            self._due = True
            self._connections.soon(self._parse)

    def _feed(self, piece: bytes) -> None:
        assert self._parser
        before = self._most
        try:
            self._parser.feed_data(piece)
        except httptools.HttpParserUpgrade:
            pass  # known since the end of the head
        except httptools.HttpParserError:
            if not self._deaf:  # behind the last request of a connection may follow anything
                self._refuse(UNREADABLE)
            return
        if self._most and self._most == before and not self._deaf:  # the piece is all head, or all body
            self._received += len(piece)
            if self._received > self._most:
                self._refuse(TOO_LARGE) if self._in_head else self.transport.close()
        if self._in_head and self._is_too_large:
            self._refuse(TOO_LARGE)

    @property
    def _is_too_large(self) -> bool:
        return len(self._headers) > MOST_LINES or len(self._target) > MOST_TARGET

    def _refuse(self, said: bytes) -> None:
        """Answer what cannot be read, and close the connection."""
        if not self._is_over:
            self._deaf = self._is_cut = True
            self.transport.write(said)
            self._hang_up()
            self._wake()

    # What the parser calls:

    def on_message_begin(self) -> None:
        self._target, self._headers, self._in_head = b"", [], True
        self._received, self._most = 0, MOST_HEADERS
        if self._held:
            self._connections.waits(self._held, self._connections.timeouts.head, TOO_SLOW)

    def on_url(self, part: bytes) -> None:
        self._target += part

    def on_header(self, name: bytes, value: bytes) -> None:
        # What follows a chunked body could replace the headers of a proxy.
        if self._in_head:
            self._headers.append((name.lower(), value))

    def on_headers_complete(self) -> None:
        assert self._parser
        self._in_head = False
        if self._deaf or self._held is None:
            return
        if self._is_too_large:
            self._refuse(TOO_LARGE)
            return
        if not self._target.startswith(b"/"):
            self._take_host_from_target()
        self._connections.works(self._held, monotonic() + self._connections.timeouts.body, TOO_SLOW)
        version, upgrades = self._parser.get_http_version(), self._parser.should_upgrade()
        scope = self._scope(self._parser.get_method().decode("ascii"), version)
        self._received, self._most = 0, OVERHEAD * most_body(scope["path"])
        if upgrades and _is_for_a_bell(scope):
            self._bell, self._deaf = scope | {"type": "websocket", "scheme": "ws"}, True
            return
        exchange = Exchange(scope, version == "1.1" and self._parser.should_keep_alive() and not upgrades)
        if upgrades:
            # The parser takes the head for the whole request. What follows is in another protocol, or its body: read as
            # the next request, it would be one that a stranger puts before those of others whom a proxy serves.
            self._deaf = self._is_cut = True
        last, self._last = self._last, exchange
        if last is None or last.answered:
            self._start(exchange)
        else:
            self._waiting.append(exchange)

    def on_body(self, part: bytes) -> None:
        if self._last and not self._last.is_whole:
            self._last.body += part
            self._wake()

    def on_message_complete(self) -> None:
        self._most = 0
        if self._last is None or self._last.is_whole:
            return
        self._last.is_whole = True
        if not self._last.keep_alive:
            self._deaf = True
        self._wake()
        if self._held:
            self._connections.works(self._held)

    # Requests and their responses:

    def _take_host_from_target(self) -> None:
        """Let the host in a target such as `http://HOST/` replace the Host header, as RFC 9112 demands."""
        host = urlsplit(self._target).netloc
        if host:
            self._headers[:] = [(name, host if name == b"host" else value) for name, value in self._headers]

    def _scope(self, method: str, version: str) -> Scope:
        url = httptools.parse_url(self._target)
        path = url.path.decode("ascii")
        return {
            "type": "http",
            "scheme": "http",
            "http_version": version,
            "method": method,
            "path": unquote(path) if "%" in path else path,
            "raw_path": url.path,
            "query_string": url.query or b"",
            "root_path": "",
            "headers": self._headers,
            "client": self._client,
        }

    def _wake(self) -> None:
        """Wake the handler that waits for the rest of a body."""
        if self._last and self._last.arrived:
            self._last.arrived.set()

    def _start(self, exchange: Exchange) -> None:
        self._serving.run(self._serve(exchange))

    async def _serve(self, exchange: Exchange) -> None:
        try:
            await self._serving.app.http(
                exchange.scope, partial(self._receive, exchange), partial(self._respond, exchange)
            )
        except Exception as error:  # noqa: BLE001 - our own bug: the log gets the details
            LOG.error("a response met a bug", exc_info=error)
        finally:
            if not exchange.answered and not self._is_over:
                self.transport.close()

    async def _receive(self, exchange: Exchange) -> Message:
        """Return the next part of the body of a request."""
        if not (exchange.body or exchange.is_whole or exchange.arrived or self._is_over) and _waits(exchange.scope):
            self.transport.write(CONTINUE)
        while not (exchange.body or exchange.is_whole or self._is_over):
            exchange.arrived = asyncio.Event()
            await exchange.arrived.wait()
        if self._is_over:
            return {"type": "http.disconnect"}
        body, exchange.body = exchange.body, b""
        self._pace()
        return {"type": "http.request", "body": body, "more_body": not exchange.is_whole}

    async def _respond(self, exchange: Exchange, status: int, head: bytes, body: bytes) -> None:
        """Send a response in one write, or a large one in pieces, of which only one waits for a slow client."""
        if not await self._reads():
            return
        if not exchange.is_whole:  # nobody wants the rest, and parsing it could take long
            self._deaf, self._is_cut, exchange.keep_alive = True, True, False
        end = b"\r\n" if exchange.keep_alive else b"connection: close\r\n\r\n"
        self.transport.write(b"".join((STATUS_LINES[status], _date(int(time())), head, end, body[:PIECE])))
        for at in range(PIECE, len(body), PIECE):
            if not await self._reads():
                return
            self.transport.write(memoryview(body)[at : at + PIECE])
        exchange.answered = True
        if exchange.keep_alive:
            self._go_on()
        else:
            self._hang_up()

    def _go_on(self) -> None:
        """Start the next request, or wait for it."""
        if self._is_over or self._held is None:
            return
        if self._waiting:
            self._start(self._waiting.popleft())
            return
        self._parse_soon()
        self._pace()
        if not self._most:
            self._connections.waits(self._held, self._connections.timeouts.idle)
        elif self._in_head:
            self._connections.waits(self._held, self._connections.timeouts.head, TOO_SLOW)

    def _hang_up(self) -> None:
        self._rest = b""
        if self._is_cut:
            self._linger()
        else:
            self.transport.close()


def _is_for_a_bell(scope: Scope) -> bool:
    """Return True if this asks for a WebSocket and nothing else. One with a body is refused like any other upgrade."""
    asked = [value.strip().lower() for name, value in scope["headers"] if name == b"upgrade"]
    is_plain = scope["method"] == "GET" and scope["http_version"] == "1.1"
    return asked == [b"websocket"] and is_plain and not has_body(scope["headers"])


def _waits(scope: Scope) -> bool:
    """Return True if the client sends the body only when it is told to go on."""
    return any(name == b"expect" and value.lower() == b"100-continue" for name, value in scope["headers"])


@lru_cache(maxsize=1)
def _date(second: int) -> bytes:
    return f"date: {formatdate(second, usegmt=True)}\r\n".encode()
