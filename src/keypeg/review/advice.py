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
    """Tell whether a planned guess can still be the code."""
    EXPLAIN = "explain"
    """Tell which rows it contradicts, and how."""
    HINT = "hint"
    """Tell what to guess, in three grades."""


class Grade(StrEnum):
    """How much a hint gives away."""

    NUDGE = "nudge"
    """A hole or a colour."""
    GOOD = "good"
    """An informative guess that may be the code."""
    BEST = "best"
    """The best guess that the engine knows."""


@dataclass(frozen=True, slots=True)
class Contradiction:
    """A row that would have other marks, `would`, if the planned guess were the code.

    With a split code it may be a row of any seat. `would` is None if it depends on who holds which share; it is only
    certain that the row could not have the marks that it has.
    """

    seat: int
    board: int
    row: int
    guess: str
    would: Marks | None
    earned: Marks


@dataclass(frozen=True, slots=True)
class Check:
    """The result of a check: whether a planned guess or call can still be right."""

    move: Guess | Call
    possible: bool


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why a planned guess or call cannot be right, if so. Without reasons, only all rows together rule it out."""

    move: Guess | Call
    possible: bool
    no_code: bool = False
    """It is a legal guess but not a possible code, because all pegs of a code differ under these rules."""
    contradictions: tuple[Contradiction, ...] = ()


@dataclass(frozen=True, slots=True)
class Hint:
    """A hint on what to do next. A nudge names no move. With a split code it may be best to call, or to wait."""

    grade: Grade
    nudge: Nudge | None = None
    move: Guess | Call | None = None
    suggestion: Suggestion | None = None
    """The value of the best guess."""
    chance: float | None = None
    """With a split code: the chance that the likeliest call is right."""
    odds: Odds | None = None
    """If both seats break at once: the chances in this round as the boards stand, if both play well from now on."""
