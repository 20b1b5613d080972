"""Moves: everything that a seat or the table can do."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, TypeAlias

from keypeg.core.marks import Marks

TABLE = 0
"""The seat number of the table itself, which makes the moves of chance."""


@dataclass(frozen=True, slots=True)
class Draw:
    """By the table: draw lots for the seat that begins."""

    name: ClassVar = "draw"
    seat: int


@dataclass(frozen=True, slots=True)
class Deal:
    """By the table: deal the shares of a split code, in seat order, each a code with one filled hole."""

    name: ClassVar = "deal"
    shares: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Hide:
    """The codemaker hides a code."""

    name: ClassVar = "hide"
    code: str


@dataclass(frozen=True, slots=True)
class Guess:
    """The codebreaker fills a row."""

    name: ClassVar = "guess"
    code: str


@dataclass(frozen=True, slots=True)
class Mark:
    """A holder marks the open row by hand: one pair of marks for each share it holds."""

    name: ClassVar = "mark"
    marks: tuple[Marks, ...]


@dataclass(frozen=True, slots=True)
class Call:
    """A seat says that it knows the split code, and fills its answer row."""

    name: ClassVar = "call"
    code: str


@dataclass(frozen=True, slots=True)
class Judge:
    """On a real board: a seat says whether a call agrees with its own share."""

    name: ClassVar = "judge"
    right: bool


@dataclass(frozen=True, slots=True)
class Pass:
    """A seat does not use its last chance to call."""

    name: ClassVar = "pass"


@dataclass(frozen=True, slots=True)
class Reveal:
    """On a real board: a holder shows its code or its shares at the end."""

    name: ClassVar = "reveal"
    shares: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Claim:
    """A breaker claims that its marks were wrong: the code is void."""

    name: ClassVar = "claim"


@dataclass(frozen=True, slots=True)
class Accept:
    """A breaker lets its break stand despite wrong marks."""

    name: ClassVar = "accept"


@dataclass(frozen=True, slots=True)
class GiveUp:
    """A seat gives up this code."""

    name: ClassVar = "give-up"


@dataclass(frozen=True, slots=True)
class Absent:
    """By the table: a seat that the match waits for has used up its time.

    The core has no clock, so the table decides when the time is up.
    """

    name: ClassVar = "absent"
    seat: int


Move: TypeAlias = Draw | Deal | Hide | Guess | Mark | Call | Judge | Pass | Reveal | Claim | Accept | GiveUp | Absent
