"""The tables in memory, as many as fit. They are a cache: a table can be restored from its log."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Sequence
from typing import Self

from keypeg.core import State
from keypeg.review import Review
from keypeg.table import Chair, Setup, Table

MOST_BYTES = 128 * 2**20
"""Memory for tables, in estimated bytes."""
TABLE_BYTES, MOVE_BYTES = 8_000, 800
"""Estimated bytes of a table, and of every move or other entry in its log."""


class LockedTable(Table):
    """A table in memory with its lock and its caches. Hold the lock to read or change it."""

    lock: asyncio.Lock
    stepped: float | None = None
    """The sum of clock steps that its clock was corrected for; None if it was last touched before those steps."""
    newest = 0
    """The newest version that another process has written, as far as this process was notified."""
    cuts = 0
    """The number of cuts of notifications before its log was last read."""
    dead = False
    """True once it was dropped from memory: it may differ from what is stored."""
    reviewed: tuple[State, Review] | None = None
    """The state that was reviewed last, and its review."""
    views: dict[int | None, tuple[object, bytes]]
    """By seat: everything that its View depends on, and the View as it was last sent."""

    @classmethod
    def hosted(cls, setup: Setup, chairs: Sequence[Chair]) -> Self:
        table = super().hosted(setup, chairs)
        table.lock, table.views = asyncio.Lock(), {}
        return table

    @property
    def bytes(self) -> int:
        """The memory that it takes, in estimated bytes."""
        moves = max(self.version, self.length) * MOVE_BYTES * (2 if self.reviewed else 1)
        return TABLE_BYTES + moves + sum(len(view) for _, view in self.views.values())


class TableMemory:
    """Keeps tables up to a number of bytes, and evicts the least recently used."""

    def __init__(self) -> None:
        self._tables: OrderedDict[str, LockedTable] = OrderedDict()
        self._weights: dict[str, int] = {}
        """By table: the bytes that were last counted for it."""
        self.bytes = 0
        """The sum of all weights."""

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
        """Add a table and return it; if it is in memory already, return that one instead."""
        found = self._tables.get(table.id)
        if found:
            return found
        self._tables[table.id] = table
        self.weigh(table)
        return table

    def weigh(self, table: LockedTable) -> None:
        """Count the bytes of a table again after a change, and evict others if there are too many."""
        if self._tables.get(table.id) is not table:
            return
        weight = table.bytes
        self.bytes += weight - self._weights.get(table.id, 0)
        self._weights[table.id] = weight
        if self.bytes > MOST_BYTES:
            self._drop_oldest()

    def forget(self, id: str) -> None:
        """Drop a table from memory."""
        table = self._tables.pop(id, None)
        self.bytes -= self._weights.pop(id, 0)
        if table:
            table.dead = True

    def _drop_oldest(self) -> None:
        """Free a tenth of the memory at once, but keep locked tables and the one that was used last."""
        for each in self.all()[:-1]:
            if self.bytes <= 0.9 * MOST_BYTES:
                return
            if not each.lock.locked():
                self.forget(each.id)
