"""The facts of a table that a host stores: the terms agreed on, who sits where, and what never changes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from keypeg.core import Rules
from keypeg.table.call_window import SECONDS


@dataclass(slots=True)
class Chair:
    """A seat at a table, of a computer or a person, or open. A person's seat without a guest was left for good."""

    seat: int
    kind: Literal["person", "computer", "open"]
    player: str | None = None
    guest: str | None = None
    """The id of the person who holds the seat."""
    name: str = ""


@dataclass(frozen=True, slots=True)
class TimeLimit:
    """The time that each person has: `seconds`, and `more` for every move that they make."""

    seconds: float
    more: float = 0.0


@dataclass(frozen=True, slots=True)
class Agreed:
    """The terms agreed on when the table was made. They are stored as JSON, so the names of fields stay."""

    coach: Literal["off", "check", "explain", "hint"] = "off"
    clock: TimeLimit | None = None
    grace: float | None = 180.0
    watch: bool = True
    call_window: float | None = SECONDS
    """Seconds in which people may call a split code before computers do; None: until all have moved or gone on."""
    daily: str | None = None
    rematch_of: str | None = None
    makers: tuple[int, ...] | None = None
    """The seats of the person who made the table and may invite others; None: all seats that were not open at first."""
    same: str | None = None
    """The shared result whose code is tried again here, outside statistics."""
    language: str = ""
    """The language of the person who made the table, for the preview of its link."""
    version: int = 1
    """The version of the rules. Tables of version 1 were stored without it."""

    @property
    def puzzle(self) -> bool:
        """True if one person breaks a given code: nobody wins, and there is no undo."""
        return self.daily is not None or self.same is not None


@dataclass(frozen=True, slots=True)
class Setup:
    """The facts of a table that never change. The seed is secret: chance, computers and salts derive from it."""

    id: str
    rules: Rules
    agreed: Agreed
    seed: str
    created: float
