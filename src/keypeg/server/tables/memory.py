"""The tables in memory, as many as fit. They are a cache: the log of a table restores it."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Sequence

from keypeg.core import State
from keypeg.review import Review
from keypeg.service import Chair, Setup, TableState

MOST_BYTES = 128 * 2**20
"""Memory for tables, as estimated."""
TABLE_BYTES, MOVE_BYTES = 8_000, 800
"""Estimates: what a table takes, and what every move adds, or whatever else is in its log."""


class LockedTable(TableState):
    """A table in memory with its lock and its caches. Hold the lock to read or change it."""

    def __init__(self, setup: Setup, chairs: Sequence[Chair]) -> None:
        super().__init__(setup, chairs)
        self.lock = asyncio.Lock()
        self.stepped: float | None = None
        """The steps of the time that its clock has been corrected for; None if it was last touched before them."""
        self.newest = 0
        """The newest version that another process has written, as far as it was told."""
        self.dead = False
        """True once it was dropped: it may differ from what is stored."""
        self.reviewed: tuple[State, Review] | None = None
        """The last review, and the state that it is of."""
        self.views: dict[int | None, tuple[object, bytes]] = {}
        """By seat: its View as sent last, and everything that it depends on."""

    @property
    def bytes(self) -> int:
        """About how much memory it takes."""
        moves = max(self.version, self.table.length) * MOVE_BYTES * (2 if self.reviewed else 1)
        return TABLE_BYTES + moves + sum(len(view) for _, view in self.views.values())


class TableMemory:
    """Keeps tables up to a number of bytes, and drops those that were used least recently."""

    def __init__(self) -> None:
        self._tables: OrderedDict[str, LockedTable] = OrderedDict()
        self._weights: dict[str, int] = {}
        """By table: the bytes that it was last counted with."""
        self.bytes = 0
        """The sum of them."""

    def __len__(self) -> int:
        return len(self._tables)

    def get(self, id: str) -> LockedTable | None:
        """Return a table if it is in memory."""
        table = self._tables.get(id)
        if table:
            self._tables.move_to_end(id)
        return table

    def peek(self, id: str) -> LockedTable | None:
        """Return a table if it is in memory, without counting that as a use."""
        return self._tables.get(id)

    def all(self) -> list[LockedTable]:
        return list(self._tables.values())

    def keep(self, table: LockedTable) -> LockedTable:
        """Add a table; return the one that is there already, if one is."""
        found = self._tables.get(table.id)
        if found:
            return found
        self._tables[table.id] = table
        self.weigh(table)
        return table

    def weigh(self, table: LockedTable) -> None:
        """Count a table that has changed."""
        if self._tables.get(table.id) is not table:
            return
        weight = table.bytes
        self.bytes += weight - self._weights.get(table.id, 0)
        self._weights[table.id] = weight
        if self.bytes > MOST_BYTES:
            self._drop_oldest()

    def forget(self, id: str) -> None:
        """Drop a table."""
        table = self._tables.pop(id, None)
        self.bytes -= self._weights.pop(id, 0)
        if table:
            table.dead = True

    def _drop_oldest(self) -> None:
        """Make room, a tenth of it at once, but keep the table that was used last."""
        for each in self.all()[:-1]:
            if self.bytes <= 0.9 * MOST_BYTES:
                return
            if not each.lock.locked():
                self.forget(each.id)
