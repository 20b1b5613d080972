"""The stored form of a table on a device: the terms agreed on, the seats, a summary for lists, and the log."""

from __future__ import annotations

from typing import Any, Protocol

from msgspec import Struct

from keypeg.table import Agreed, Chair, Entry


class Stored(Struct, frozen=True):
    """A table with its log. In a commit, `entries` holds only the new ones; it is stored as a whole or not at all."""

    id: str
    rules: str
    agreed: Agreed
    seed: str
    created: float
    chairs: list[Chair]
    summary: dict[str, Any]
    """The table for lists (`OwnTable`), which the page reads without Python; an older version may differ."""
    entries: list[Entry]


class Overtaken(Exception):
    """Another tab has changed the stored log of the table first."""


class Storage(Protocol):
    """Stores tables on the device."""

    async def load(self, table: str) -> Stored | None:
        """Return a table with its whole log; None if there is none."""
        ...

    async def commit(self, change: Stored) -> None:
        """Store a table and its new entries; raise Overtaken if the stored log no longer ends before them."""
        ...
