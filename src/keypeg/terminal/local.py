"""A match at a table in this process: people at this terminal, computers beside them."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from threading import RLock

from keypeg.core import Move, View
from keypeg.errors import Illegal
from keypeg.table import Table, save


class LocalSession:
    """A match at a table in this process. Computers think in `step`."""

    def __init__(self, table: Table, names: Mapping[int, str]) -> None:
        self.table = table
        self.rules = table.rules
        self.names = names
        self.here = frozenset(range(1, table.rules.seats + 1)) - table.players.keys()
        self._lock = RLock()
        self._closed = False
        table.headers.setdefault("Date", datetime.now(UTC).astimezone().date().isoformat())
        for seat in sorted(self.here & names.keys()):
            table.headers.setdefault(f"Seat-{seat}", names[seat])

    def view(self, seat: int | None) -> View:
        if seat is not None and seat not in self.here:
            raise Illegal("seat-not-yours", seat=seat)
        return self.table.view(seat)

    def play(self, seat: int, move: Move) -> None:
        with self._lock:
            self.table.play(seat, move)

    def may_undo(self, seat: int) -> bool:
        with self._lock:
            return self.table.may_undo(seat, self.here)

    def undo(self, seat: int) -> None:
        with self._lock:
            self.table.undo(seat, self.here)

    def step(self) -> bool:
        with self._lock:
            return not self._closed and self.table.step()

    def record(self) -> str:
        with self._lock:
            return save(self.table)

    def close(self) -> None:
        self._closed = True
