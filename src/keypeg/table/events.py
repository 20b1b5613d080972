"""Events of a table, for its listeners. They hold no secrets: a listener reads its own View."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from keypeg.core import Outcome
from keypeg.errors import KeypegError


@dataclass(frozen=True, slots=True)
class Moved:
    """A seat, or the table (0), made a move of this kind."""

    seat: int
    move: str


@dataclass(frozen=True, slots=True)
class Settled:
    """A code is over: broken, given up, called or void. It is the newest of the View's past attempts."""

    round: int
    code: int
    void: bool


@dataclass(frozen=True, slots=True)
class Over:
    """The match is over."""

    outcome: Outcome


@dataclass(frozen=True, slots=True)
class Undone:
    """A seat took back its last move, and all moves after it."""

    seat: int


@dataclass(frozen=True, slots=True)
class Failed:
    """The player of a seat could not choose, for this reason, and has given up the code."""

    seat: int
    reason: KeypegError


@dataclass(frozen=True, slots=True)
class Coached:
    """A seat asked its coach: to `check`, to `explain`, or for a hint of a grade."""

    seat: int
    kind: str


Event: TypeAlias = Moved | Settled | Over | Undone | Failed | Coached
