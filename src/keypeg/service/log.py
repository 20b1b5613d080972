"""The log of a table: what happened there, entry by entry. A transport commits entries; the service only makes them."""

from __future__ import annotations

from msgspec import Struct

from keypeg.api.endpoint import Change
from keypeg.core import Move

__all__ = ["PLAYED", "SEATED", "Action", "Change", "Entry"]
PLAYED = ("open", "import", "move", "undo")
"""The kinds of entries that change the match; the others are about who sits there, and what is said."""

SEATED = ("sit", "leave", "refuse")
"""The kinds of entries that seat a person or empty a seat."""


class Entry(Struct, frozen=True):
    """One line of a table's log: what a seat did, and the moves of chance that followed at once."""

    table: str
    seq: int
    at: float
    kind: str
    seat: int
    text: str = ""
    then: str = ""
    key: str | None = None


class Action(Struct, frozen=True):
    """A request by a seat, or by the table itself (0). With a key it is applied once, however often it is sent."""

    kind: str
    seat: int
    text: str = ""
    key: str | None = None
    move: Move | None = None
    """The move in `text`, if it has been parsed already."""

    @property
    def request(self) -> str:
        """The part that a repeated action with the same key must have in common."""
        return f"{self.kind} {self.text}"
