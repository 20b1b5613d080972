"""Doorbells: wake clients that wait for a table to change, and track who is present. They carry nothing secret."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from math import inf
from time import monotonic

from keypeg.server.server_time import ServerTime
from keypeg.table import Table

LINGER = 7.0
"""Seconds that a seat counts as present after a request or a beat, to bridge the gap between two long polls."""
HEARD = 60.0
"""Seconds for which another process's report of who is connected to it stays valid."""
REMEMBERED, MOST_EMPTY = 86_400.0, 20_000
"""Seconds for which an empty room remembers who was there and when, and the most empty rooms that are kept."""


@dataclass(slots=True)
class Room:
    """The people at one table: who waits for its bell, who is connected, and when each was last seen."""

    events: set[asyncio.Event] = field(default_factory=set)
    connections: dict[int, int] = field(default_factory=dict)
    """By seat: the number of open connections."""
    seen: dict[int, float] = field(default_factory=dict)
    """By seat: when it sent its last request, on the monotonic clock, like all times here."""
    elsewhere: dict[str, tuple[frozenset[int], float]] = field(default_factory=dict)
    """By other process: the seats connected to it, and when it reported them."""
    heard: dict[int, float] = field(default_factory=dict)
    """By seat: when another process last reported it as present, or as having just left."""
    version: int = 0
    removed: bool = False
    """True once the table is gone: then the room goes with the last who listens."""

    def local(self, now: float) -> frozenset[int]:
        """Return the seats that are present through this process."""
        return frozenset(
            seat for seat, at in self.seen.items() if self.connections.get(seat, 0) > 0 or now - at < LINGER
        )

    def last(self) -> dict[int, float]:
        """Return when each seat was last present, through any process."""
        return {seat: max(self.seen.get(seat, -inf), self.heard.get(seat, -inf)) for seat in self.seen | self.heard}

    def here(self, now: float) -> frozenset[int]:
        others = (seats for seats, at in self.elsewhere.values() if now - at < HEARD)
        return self.local(now).union(*others)


class Doorbells:
    """The rooms of all tables with people at them."""

    def __init__(self, time: ServerTime) -> None:
        self._rooms: dict[str, Room] = {}
        self._time = time
        self.on_presence: Callable[[str, frozenset[int]], None] = lambda _table, _seats: None
        """Called when someone connects to this process or leaves it, to inform the other processes."""

    def __len__(self) -> int:
        return sum(len(room.events) for room in self._rooms.values())

    def room(self, table: str) -> Room:
        return self._rooms.setdefault(table, Room())

    def ring(self, table: str, version: int) -> None:
        """Wake everyone who waits at a table, because it has a new version."""
        room = self._rooms.get(table)
        if room:
            room.version = max(room.version, version)
            _wake(room)

    def ring_all(self) -> None:
        """Wake everyone at all tables, because a change may have been missed."""
        for room in self._rooms.values():
            _wake(room)

    def here(self, table: str) -> frozenset[int]:
        room = self._rooms.get(table)
        return room.here(monotonic()) if room else frozenset()

    def away(self, table: Table) -> dict[int, float]:
        """Return since when people have been away from a table, by seat; never from before the clock's last step."""
        here, room, now = self.here(table.id), self._rooms.get(table.id), self._time.now()
        earliest = max(self._time.began, table.touched if table.touched <= now else 0.0)
        seen = room.last() if room else {}
        return {
            chair.seat: max(earliest, self._time.at(seen[chair.seat])) if chair.seat in seen else earliest
            for chair in table.chairs
            if chair.kind == "person" and chair.seat not in here
        }

    def greet(self, table: str, seats: tuple[int, ...]) -> None:
        """Count seats as present, because they have just sent a request."""
        if seats:
            room, now = self.room(table), monotonic()
            came = not room.here(now).issuperset(seats)
            room.seen.update(dict.fromkeys(seats, now))
            if came:
                self.presence(table, room)

    @contextmanager
    def listening(self, table: str, seats: tuple[int, ...]) -> Iterator[Listener]:
        """Yield a listener, whose event every ring sets. These seats count as present until the context is left."""
        room = self.room(table)
        listener = Listener(self, table, room, seats)
        room.events.add(listener.event)
        listener.come()
        try:
            yield listener
        finally:
            room.events.discard(listener.event)
            listener.leave()
            if room.removed and not room.events:
                self._rooms.pop(table, None)

    def note_elsewhere(self, table: str, seats: frozenset[int], process: str) -> None:
        """Record which seats are connected to another process."""
        room, now = self.room(table), monotonic()
        before, at = room.elsewhere.get(process, (frozenset[int](), now))
        room.elsewhere[process] = (seats, now)
        room.heard.update(dict.fromkeys(seats | before if now - at < HEARD else seats, now))
        _wake(room)

    def local(self, table: str) -> frozenset[int]:
        """Return the seats at a table that are present through this process."""
        room = self._rooms.get(table)
        return room.local(monotonic()) if room else frozenset()

    def tables(self) -> list[str]:
        return list(self._rooms)

    def sweep(self) -> None:
        """Drop rooms that have been empty for a day, and those empty for longest if there are too many."""
        now = monotonic()
        empty: dict[str, float] = {}
        for table, room in self._rooms.items():
            room.elsewhere = {name: (seats, at) for name, (seats, at) in room.elsewhere.items() if now - at < HEARD}
            if not room.events and not room.here(now):
                empty[table] = max(room.last().values(), default=-inf)
        for number, table in enumerate(sorted(empty, key=empty.__getitem__, reverse=True)):
            if number >= MOST_EMPTY or now - empty[table] > REMEMBERED:
                del self._rooms[table]

    def drop(self, table: str) -> None:
        """Drop the room of a table that was removed, at once or with the last who listens there."""
        room = self._rooms.get(table)
        if room:
            room.removed = True
            _wake(room)
            if not room.events:
                del self._rooms[table]

    def left(self, table: str) -> None:
        """Announce who is present, some time after someone has left."""
        room = self._rooms.get(table)
        if room and not all(room.connections.get(seat) for seat in room.seen):
            self.presence(table, room)

    def presence(self, table: str, room: Room) -> None:
        """Tell everyone at a table, and the other processes, who is present."""
        _wake(room)
        self.on_presence(table, self.local(table))


class Listener:
    """A client that waits for the bell of a table on one connection.

    A connection may break without an error. So a client that sends a beat promises another one, and counts as away if
    that does not come.
    """

    def __init__(self, doorbells: Doorbells, table: str, room: Room, seats: tuple[int, ...]) -> None:
        self.event = asyncio.Event()
        self._doorbells, self._table, self._room, self._seats = doorbells, table, room, seats
        self._connected = False
        self._due: asyncio.TimerHandle | None = None

    def come(self) -> None:
        """Count these seats as connected."""
        before = self._room.here(monotonic())
        if not self._connected:
            self._connected = True
            for seat in self._seats:
                self._room.connections[seat] = self._room.connections.get(seat, 0) + 1
        self._see()
        if not before.issuperset(self._seats):
            self._doorbells.presence(self._table, self._room)

    def sit(self, seats: tuple[int, ...]) -> None:
        """Count these seats as connected in place of the previous ones: someone has sat down, or lost their seat."""
        if seats != self._seats:
            connected = self._connected
            if connected:
                self._disconnect()
            self._seats = seats
            if connected:
                self.come()

    def beat(self) -> None:
        """Count these seats as present, until the next beat is overdue."""
        self.rest()
        if self._seats:
            self._due = asyncio.get_running_loop().call_later(LINGER, self._disconnect)

    def rest(self) -> None:
        """Count these seats as present without beats, as long as the connection is open."""
        if self._due:
            self._due.cancel()
            self._due = None
        self.come()

    def leave(self) -> None:
        """Stop counting these seats as connected."""
        if self._due:
            self._due.cancel()
        if self._connected:
            self._see()
            self._disconnect()

    def _disconnect(self) -> None:
        """Count these seats as away once their last request or beat is too long ago, and announce that then."""
        self._connected = False
        for seat in self._seats:
            self._room.connections[seat] -= 1
        last = max((self._room.seen[seat] for seat in self._seats), default=None)
        if last is not None:
            wait = last + LINGER - monotonic()
            asyncio.get_running_loop().call_later(max(0.0, wait) + 0.1, self._doorbells.left, self._table)

    def _see(self) -> None:
        self._room.seen.update(dict.fromkeys(self._seats, monotonic()))


def _wake(room: Room) -> None:
    for event in room.events:
        event.set()
