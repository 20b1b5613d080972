"""The log of a table: what happened there, entry by entry. A transport commits entries; the service only makes them."""

from __future__ import annotations

from typing import Generic, TypeVar

from msgspec import Struct

from keypeg.core import Move

T = TypeVar("T")

PLAYED = ("open", "import", "move", "undo")
"""The kinds of entries that change the match; the others are about who sits there, and what is said."""

SEATED = ("sit", "leave", "refuse")
"""The kinds of entries after which somebody else sits at a seat, or nobody."""


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
    """What a seat, or the table itself (0), wants to do. With a key it is done once, however often it is sent."""

    kind: str
    seat: int
    text: str = ""
    key: str | None = None
    move: Move | None = None
    """The move that `text` says, if it was parsed already."""

    @property
    def request(self) -> str:
        """What a second action with the same key must equal."""
        return f"{self.kind} {self.text}"


class Change(Struct, Generic[T], frozen=True):
    """An answer, and the entries to commit before it is handed out.

    The table in memory is ahead of its log until then: a transport that cannot commit throws it away.
    """

    answer: T
    entries: tuple[Entry, ...] = ()
