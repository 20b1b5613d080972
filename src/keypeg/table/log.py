"""The log of a table: what happened there, entry by entry. Tables make entries, and hosts store them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

from keypeg.core import Move, Rules
from keypeg.notation import move_text

T = TypeVar("T")

PLAYED = ("open", "import", "move", "undo")
"""The kinds of entries that change the match; the others are about who sits there, and what is said."""

SEATED = ("sit", "leave", "refuse")
"""The kinds of entries that seat a person or empty a seat."""

LISTED = "listed"
"""The text of a "sit" entry whose person came from the list of open tables."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a table's log: what a seat did, and the moves of chance that followed at once."""

    table: str
    seq: int
    at: float
    kind: str
    seat: int
    text: str = ""
    then: str = ""
    key: str | None = None


@dataclass(frozen=True, slots=True)
class Action:
    """Something that a seat does, or the table itself (0). With a key it is done once, however often it is sent."""

    kind: str
    seat: int
    text: str = ""
    key: str | None = None
    move: Move | None = None
    """The move in `text`, if it has been parsed already."""

    @classmethod
    def of_move(cls, rules: Rules, seat: int, move: Move, key: str | None = None) -> Action:
        """Return the action of making a move."""
        return cls("move", seat, move_text(rules, move), key, move)

    @property
    def request(self) -> str:
        """The part that a repeated action with the same key must have in common."""
        return f"{self.kind} {self.text}"


@dataclass(frozen=True, slots=True)
class Kept:
    """Data of a feature in the small store of a host, under a key that begins with the name of the feature.

    It goes when its owner deletes what is stored about them, when its table is removed, and when it expires.
    """

    key: str
    data: bytes | None
    """None removes it."""
    owner: str | None = None
    """The id of a person."""
    table: str | None = None
    expires: float | None = None
    version: int = 0
    """How often it was written. It is only written if nobody else has since this was read; 0 if it was absent."""


@dataclass(frozen=True, slots=True)
class Change(Generic[T]):
    """An answer, and the entries to commit before sending it.

    Until then the table in memory is ahead of its log: a host that cannot commit must discard the table.
    """

    answer: T
    entries: tuple[Entry, ...] = ()
    kept: tuple[Kept, ...] = ()
    """Data of features to commit in the same transaction."""
