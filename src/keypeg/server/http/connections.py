"""Limit connections: timeouts for heads, bodies and silence, and their number per address and in all.

Their protocols report what they are waiting for, and one sweep a second closes those that wait too long: a timer for
every request and response would cost more.
"""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from http import HTTPStatus
from math import inf
from time import monotonic

from keypeg.errors import Busy
from keypeg.server.http.proxies import Proxies
from keypeg.server.http.request import Scope
from keypeg.server.rate_limits import shared_address
from keypeg.server.settings import Settings

PARSED_A_TURN = 4
"""How many connections may parse more of what they have received in one turn of the loop."""
MOST_FILES = 65_536
STATUS_LINES = {status.value: f"HTTP/1.1 {status.value} {status.phrase}\r\n".encode() for status in HTTPStatus}


def _answer(status: HTTPStatus, more: str = "") -> bytes:
    return STATUS_LINES[status] + f"connection: close\r\ncontent-length: 0\r\n{more}\r\n".encode()


TOO_SLOW = _answer(HTTPStatus.REQUEST_TIMEOUT)
TOO_LARGE = _answer(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE)
UNREADABLE = _answer(HTTPStatus.BAD_REQUEST)
FULL = _answer(HTTPStatus.SERVICE_UNAVAILABLE, "retry-after: 5\r\n")


@dataclass(frozen=True, slots=True)
class Timeouts:
    """How many seconds clients may take. Even one that reads nothing is gone 75 s after the last that it did."""

    head: float = 10.0
    """For the head of a request from its first byte, or for the first request from connecting."""
    body: float = 30.0
    idle: float = 65.0
    """Between two requests; longer than proxies keep idle connections by default."""
    write: float = 60.0
    """To read a response, also the last before a connection is closed."""
    ping: float = 30.0
    """Between two pings of a bell, whose client is gone if it sends nothing for twice as long."""
    sweep: float = 1.0
    """How often they are checked."""


USUAL = Timeouts()


@dataclass(eq=False, slots=True)
class Connection:
    """An open connection."""

    transport: asyncio.Transport
    finish: Callable[[], None]
    """Closes it, once the request that is being answered has its response."""
    address: str | None
    """None if it is a proxy's, which carries many clients."""
    until: float
    """When it is closed unless something happens."""
    late: bytes = b""
    """What is sent before closing."""
    unread_until: float = inf
    """When it is closed unless the client reads."""


class Connections:
    """All connections of this process."""

    def __init__(self, settings: Settings, most_files: float = inf, timeouts: Timeouts = USUAL) -> None:
        self.timeouts = timeouts
        self._limited = settings.limits
        self._most = min(settings.connections, max(16, most_files - 256))
        self._most_of_one = settings.connections_per_address
        self._proxies = Proxies(settings)
        self._open: dict[Connection, None] = {}
        self._waiting: dict[Connection, None] = {}
        """Connections that owe us a request, the longest-waiting first."""
        self._by_address: dict[str, set[Connection]] = {}
        self._timer: asyncio.TimerHandle | None = None
        self._soon: deque[Callable[[], None]] = deque()
        """What connections have still to parse, in turn."""
        self._turn: asyncio.Handle | None = None

    def __len__(self) -> int:
        return len(self._open)

    def enter(self, transport: asyncio.Transport, finish: Callable[[], None], host: str | None) -> Connection | None:
        """Register a new connection; return None if there are too many, and none of them can be closed."""
        loop = asyncio.get_running_loop()
        address = None if host is None or host in self._proxies else shared_address(host)
        if self._limited and not self._has_room(address):
            return None
        held = Connection(transport, finish, address, monotonic() + self.timeouts.head)
        self._open[held] = None
        self._waiting[held] = None
        if address is not None:
            self._by_address.setdefault(address, set()).add(held)
        if self._timer is None:
            self._timer = loop.call_later(self.timeouts.sweep, self._sweep)
        return held

    def leave(self, held: Connection) -> None:
        """Remove a connection."""
        self._open.pop(held, None)
        self._waiting.pop(held, None)
        others = self._by_address.get(held.address or "")
        if others:
            others.discard(held)
            if not others:
                del self._by_address[held.address or ""]

    def waits(self, held: Connection, seconds: float, late: bytes = b"") -> None:
        """Record that the client owes us a request, within `seconds`."""
        held.until, held.late = monotonic() + seconds, late
        self._waiting[held] = None

    def works(self, held: Connection, until: float = inf, late: bytes = b"") -> None:
        """Record that a request is being answered; its body must be complete at the time `until`."""
        held.until, held.late = until, late
        self._waiting.pop(held, None)

    def finish(self) -> None:
        """Let every connection end, as the server stops."""
        for held in list(self._open):
            held.finish()

    def abort(self) -> None:
        """Close every connection at once."""
        for held in list(self._open):
            held.transport.abort()

    def soon(self, parse: Callable[[], None]) -> None:
        """Call this in one of the next turns of the loop. Each parses only a little, so that others wait less."""
        self._soon.append(parse)
        if self._turn is None:
            self._turn = asyncio.get_running_loop().call_soon(self._take_turns)

    def _take_turns(self) -> None:
        loop = asyncio.get_running_loop()
        for _ in range(min(PARSED_A_TURN, len(self._soon))):
            loop.call_soon(self._soon.popleft())
        self._turn = loop.call_soon(self._take_turns) if self._soon else None

    def _has_room(self, address: str | None) -> bool:
        """Return True if there is room for one more connection. May close the one that has waited longest."""
        own = self._by_address.get(address or "", ())
        if len(own) >= self._most_of_one and not self._close_oldest(held for held in own if held in self._waiting):
            return False
        return len(self._open) < self._most or self._close_oldest(self._waiting)

    def _close_oldest(self, waiting: Iterable[Connection]) -> bool:
        """Close the first of these connections; return False if there is none."""
        held = next(iter(waiting), None)
        if held is None:
            return False
        self.leave(held)
        held.transport.abort()
        return True

    def _sweep(self) -> None:
        """Close the connections that have taken too long, and end those whose clients do not read the rest."""
        now = monotonic()
        for held in list(self._open):
            closing = held.transport.is_closing()
            if held.unread_until < now or (held.until < now and (closing or held.transport.get_write_buffer_size())):
                held.transport.abort()
            elif held.until < now:
                close(held.transport, held.late)
                held.until = now
            elif closing:
                held.until = min(held.until, now + self.timeouts.write)
        self._timer = asyncio.get_running_loop().call_later(self.timeouts.sweep, self._sweep) if self._open else None


class OpenRequests:
    """Counts open requests and bells by address, because the connections of a proxy carry those of many clients."""

    def __init__(self, settings: Settings) -> None:
        self._most = settings.connections_per_address if settings.limits else inf
        self._open: Counter[str] = Counter()

    def enter(self, scope: Scope) -> str:
        """Count a request, and return the address that it counts for. Raise Busy if that has too many."""
        client = scope.get("client")
        address = shared_address(client[0]) if client else ""
        if self._open[address] >= self._most:
            raise Busy("too-many", seconds=5)
        self._open[address] += 1
        return address

    def leave(self, address: str) -> None:
        """Stop counting a request."""
        self._open[address] -= 1
        if not self._open[address]:
            del self._open[address]


def close(transport: asyncio.Transport, said: bytes) -> None:
    """Send `said`, if it is not empty, and close the connection."""
    if not transport.is_closing():
        if said:
            transport.write(said)
        transport.close()


def raise_most_files() -> float:
    """Raise the limit of open files and connections as far as the system allows, and return it."""
    with suppress(ImportError, ValueError, OSError):
        import resource  # noqa: PLC0415 - Windows has none

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
        if soft < wanted:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        return float(max(soft, wanted))
    return inf
