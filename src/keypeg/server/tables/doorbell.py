"""Who waits at which table for something to happen, and who is there. Nothing secret passes here."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from time import time

LINGER = 20.0
"""Seconds that somebody counts as present after the last request: long-polls come one after another."""


@dataclass(slots=True)
class Room:
    """One table with people at it: who waits for its bell, who is there, and since when the others are not."""

    ears: set[asyncio.Event] = field(default_factory=set)
    lines: dict[int, int] = field(default_factory=dict)
    """By seat: how many connections are open."""
    seen: dict[int, float] = field(default_factory=dict)
    """By seat: when it was last heard of."""
    elsewhere: dict[str, tuple[frozenset[int], float]] = field(default_factory=dict)
    """By process: who is connected there, and when it said so."""
    version: int = 0

    def local(self, now: float) -> frozenset[int]:
        """Who is here by way of this process."""
        return frozenset(seat for seat, at in self.seen.items() if self.lines.get(seat, 0) > 0 or now - at < LINGER)

    def here(self, now: float) -> frozenset[int]:
        others = (seats for seats, at in self.elsewhere.values() if now - at < 3 * LINGER)
        return self.local(now).union(*others)


class Doorbells:
    """The rooms of all tables at which somebody is."""

    def __init__(self) -> None:
        self._rooms: dict[str, Room] = {}
        self._began = time()
        self.on_presence: Callable[[str, frozenset[int]], None] = lambda _table, _seats: None
        """Told when somebody came or left here, so that other processes hear of it."""

    def __len__(self) -> int:
        return sum(len(room.ears) for room in self._rooms.values())

    def room(self, table: str) -> Room:
        return self._rooms.setdefault(table, Room())

    def ring(self, table: str, version: int) -> None:
        """Tell everybody at this table that it has a new version."""
        room = self._rooms.get(table)
        if room:
            room.version = max(room.version, version)
            _wake(room)

    def ring_all(self) -> None:
        """After something may have been missed: everybody looks again."""
        for room in self._rooms.values():
            _wake(room)

    def here(self, table: str) -> frozenset[int]:
        room = self._rooms.get(table)
        return room.here(time()) if room else frozenset()

    def last_seen(self, table: str, seat: int) -> float:
        """When this seat was last heard of; where it never was, when this process began to listen."""
        room = self._rooms.get(table)
        return room.seen.get(seat, self._began) if room else self._began

    def greet(self, table: str, seats: tuple[int, ...]) -> None:
        """These seats have just asked for something, so they are here."""
        if seats:
            room, now = self.room(table), time()
            came = not room.here(now).issuperset(seats)
            room.seen.update(dict.fromkeys(seats, now))
            if came:
                self._presence(table, room)

    @contextmanager
    def listening(self, table: str, seats: tuple[int, ...]) -> Iterator[asyncio.Event]:
        """An event that is set at every ring; meanwhile these seats are here."""
        room, ear = self.room(table), asyncio.Event()
        came = self._came(room, seats)
        room.ears.add(ear)
        if came:
            self._presence(table, room)
        try:
            yield ear
        finally:
            room.ears.discard(ear)
            for seat in seats:
                room.lines[seat] -= 1
                room.seen[seat] = time()
            if seats:
                asyncio.get_running_loop().call_later(LINGER + 0.1, self._left, table)

    def meet(self, table: str, seats: frozenset[int], process: str) -> None:
        """Another process says who is connected to it."""
        room = self.room(table)
        room.elsewhere[process] = (seats, time())
        _wake(room)

    def local(self, table: str) -> frozenset[int]:
        """The seats that are here by way of this process."""
        room = self._rooms.get(table)
        return room.local(time()) if room else frozenset()

    def tables(self) -> list[str]:
        return list(self._rooms)

    def sweep(self) -> None:
        """Forget rooms where nobody has been for a day."""
        now = time()
        for table, room in list(self._rooms.items()):
            if not room.ears and all(now - at > 86_400 for at in room.seen.values()) and not room.elsewhere:
                del self._rooms[table]

    def _came(self, room: Room, seats: tuple[int, ...]) -> bool:
        before = room.here(time())
        for seat in seats:
            room.lines[seat] = room.lines.get(seat, 0) + 1
            room.seen[seat] = time()
        return not before.issuperset(seats)

    def _left(self, table: str) -> None:
        room = self._rooms.get(table)
        if room and not all(room.lines.get(seat) for seat in room.seen):
            self._presence(table, room)

    def _presence(self, table: str, room: Room) -> None:
        _wake(room)
        self.on_presence(table, self.local(table))


def _wake(room: Room) -> None:
    for ear in room.ears:
        ear.set()
