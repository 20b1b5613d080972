"""What a device keeps of a table: what was agreed, who sits there, a summary for lists, and the log."""

from __future__ import annotations

from typing import Any, Protocol

from msgspec import Struct

from keypeg.service import Agreed, Chair, Entry


class Stored(Struct, frozen=True):
    """A table with its log. A commit holds the entries that are new, and is stored as a whole or not at all."""

    id: str
    rules: str
    agreed: Agreed
    seed: str
    created: float
    chairs: list[Chair]
    summary: dict[str, Any]
    """The table in lists (`wire.OwnTable`), which the page reads without Python; an older version may differ."""
    entries: list[Entry]


class Taken(Exception):
    """The number of an entry is taken: another tab was quicker."""


class Storage(Protocol):
    """Keeps tables on the device."""

    async def load(self, table: str) -> Stored | None:
        """Return a table with its whole log; None if there is none."""
        ...

    async def commit(self, change: Stored) -> None:
        """Store a table and its new entries; raise Taken if the number of one is taken."""
        ...
