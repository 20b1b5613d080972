"""Doorbells: wake up who waits for a table to change, and know who is there. Nothing secret passes here."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from time import monotonic

from keypeg.server.server_time import ServerTime
from keypeg.service import TableState

LINGER = 20.0
"""Seconds that somebody counts as present after a request: long-polls come one after another."""


@dataclass(slots=True)
class Room:
    """The people around one table: who waits for its bell, who is connected, and when each was last seen."""

    events: set[asyncio.Event] = field(default_factory=set)
    connections: dict[int, int] = field(default_factory=dict)
    """By seat: the number of open connections."""
    seen: dict[int, float] = field(default_factory=dict)
    """By seat: when it sent its last request, by the monotonic clock, as all times here."""
    elsewhere: dict[str, tuple[frozenset[int], float]] = field(default_factory=dict)
    """By other process: who is connected to it, and when it reported that."""
    version: int = 0

    def local(self, now: float) -> frozenset[int]:
        """Return who is here through this process."""
        return frozenset(
            seat for seat, at in self.seen.items() if self.connections.get(seat, 0) > 0 or now - at < LINGER
        )

    def here(self, now: float) -> frozenset[int]:
        others = (seats for seats, at in self.elsewhere.values() if now - at < 3 * LINGER)
        return self.local(now).union(*others)


class Doorbells:
    """The rooms of all tables with people at them."""

    def __init__(self, time: ServerTime) -> None:
        self._rooms: dict[str, Room] = {}
        self._time = time
        self.on_presence: Callable[[str, frozenset[int]], None] = lambda _table, _seats: None
        """Called when somebody came to or left this process, to inform the others."""

    def __len__(self) -> int:
        return sum(len(room.events) for room in self._rooms.values())

    def room(self, table: str) -> Room:
        return self._rooms.setdefault(table, Room())

    def ring(self, table: str, version: int) -> None:
        """Wake up everybody at a table that has a new version."""
        room = self._rooms.get(table)
        if room:
            room.version = max(room.version, version)
            _wake(room)

    def ring_all(self) -> None:
        """Wake up everybody, after a change may have been missed."""
        for room in self._rooms.values():
            _wake(room)

    def here(self, table: str) -> frozenset[int]:
        room = self._rooms.get(table)
        return room.here(monotonic()) if room else frozenset()

    def away(self, table: TableState) -> dict[int, float]:
        """Return since when people are away from a table, by seat; never from before the time took its last step."""
        here, room, now = self.here(table.id), self._rooms.get(table.id), self._time.now()
        earliest = max(self._time.began, table.touched if table.touched <= now else 0.0)
        seen = room.seen if room else {}
        return {
            chair.seat: max(earliest, self._time.at(seen[chair.seat])) if chair.seat in seen else earliest
            for chair in table.chairs
            if chair.kind == "person" and chair.seat not in here
        }

    def greet(self, table: str, seats: tuple[int, ...]) -> None:
        """Count seats as present that have just sent a request."""
        if seats:
            room, now = self.room(table), monotonic()
            came = not room.here(now).issuperset(seats)
            room.seen.update(dict.fromkeys(seats, now))
            if came:
                self._presence(table, room)

    @contextmanager
    def listening(self, table: str, seats: tuple[int, ...]) -> Iterator[asyncio.Event]:
        """Yield an event that every ring sets. Meanwhile these seats are present."""
        room, event = self.room(table), asyncio.Event()
        came = self._came(room, seats)
        room.events.add(event)
        if came:
            self._presence(table, room)
        try:
            yield event
        finally:
            room.events.discard(event)
            for seat in seats:
                room.connections[seat] -= 1
                room.seen[seat] = monotonic()
            if seats:
                asyncio.get_running_loop().call_later(LINGER + 0.1, self._left, table)

    def note_elsewhere(self, table: str, seats: frozenset[int], process: str) -> None:
        """Take note of who is connected to another process."""
        room = self.room(table)
        room.elsewhere[process] = (seats, monotonic())
        _wake(room)

    def local(self, table: str) -> frozenset[int]:
        """Return the seats that are here through this process."""
        room = self._rooms.get(table)
        return room.local(monotonic()) if room else frozenset()

    def tables(self) -> list[str]:
        return list(self._rooms)

    def sweep(self) -> None:
        """Drop rooms in which nobody has been for a day."""
        now = monotonic()
        for table, room in list(self._rooms.items()):
            if not room.events and all(now - at > 86_400 for at in room.seen.values()) and not room.elsewhere:
                del self._rooms[table]

    def _came(self, room: Room, seats: tuple[int, ...]) -> bool:
        before = room.here(monotonic())
        for seat in seats:
            room.connections[seat] = room.connections.get(seat, 0) + 1
            room.seen[seat] = monotonic()
        return not before.issuperset(seats)

    def _left(self, table: str) -> None:
        room = self._rooms.get(table)
        if room and not all(room.connections.get(seat) for seat in room.seen):
            self._presence(table, room)

    def _presence(self, table: str, room: Room) -> None:
        _wake(room)
        self.on_presence(table, self.local(table))


def _wake(room: Room) -> None:
    for event in room.events:
        event.set()
