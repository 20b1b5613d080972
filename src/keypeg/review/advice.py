"""The coach's levels, grades and answers, as data."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from keypeg.core import Call, Guess, Marks
from keypeg.deduce.race import Odds
from keypeg.deduce.suggestion import Suggestion
from keypeg.review.nudge import Nudge


class CoachLevel(StrEnum):
    """How much help a seat may ask for; each includes those before it."""

    OFF = "off"
    CHECK = "check"
    """Whether a planned guess can still be the code."""
    EXPLAIN = "explain"
    """Which row it contradicts, and how."""
    HINT = "hint"
    """What to guess, in three grades."""


class Grade(StrEnum):
    """How much a hint gives away."""

    NUDGE = "nudge"
    """A hole or a colour."""
    GOOD = "good"
    """A guess that may be the code, and tells much."""
    BEST = "best"
    """The best that the engine knows."""


@dataclass(frozen=True, slots=True)
class Contradiction:
    """A row that would have earned other marks if the planned guess were the code.

    Rows of a split code may be those of any seat. `would` is None if it depends on who holds what; it is only certain
    that the row could not have earned its marks.
    """

    seat: int
    board: int
    row: int
    guess: str
    would: Marks | None
    earned: Marks


@dataclass(frozen=True, slots=True)
class Check:
    """Whether a planned guess, or call, can still be right."""

    move: Guess | Call
    possible: bool


@dataclass(frozen=True, slots=True)
class Explanation:
    """Whether a planned guess can still be right, and why not. Without reasons, only all rows together rule it out."""

    move: Guess | Call
    possible: bool
    no_code: bool = False
    """It is a legal guess, but not a code of these rules, whose pegs all differ."""
    contradictions: tuple[Contradiction, ...] = ()


@dataclass(frozen=True, slots=True)
class Hint:
    """What to do next. A nudge names no move; at a split code the best may be to call, or to wait for other rows."""

    grade: Grade
    nudge: Nudge | None = None
    move: Guess | Call | None = None
    suggestion: Suggestion | None = None
    """The value of the best guess."""
    chance: float | None = None
    """At a split code: the chance that the likeliest call is right."""
    odds: Odds | None = None
    """Where both break at once: the chances in this round as both boards stand, if both go on well."""
