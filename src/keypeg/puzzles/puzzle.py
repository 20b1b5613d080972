"""A puzzle: rows, one question, and its right answers."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from keypeg.core import Marks, Rules


class Kind(StrEnum):
    """The question that a puzzle asks."""

    CODE = "code"
    """Which code is left?"""
    FITS = "fits"
    """Which of these codes may be the code?"""
    WRONG = "wrong"
    """Which row is marked wrongly?"""
    NEXT = "next"
    """Which row is best to place next?"""


@dataclass(frozen=True, slots=True)
class Puzzle:
    """Rows as a codebreaker sees them, and a question about them.

    `answers` are the right ones: the code, the options that fit, the number of the wrong row, or a best guess.
    """

    kind: Kind
    rules: Rules
    seed: str
    rows: tuple[tuple[str, Marks], ...]
    answers: tuple[str, ...]
    candidates: int
    """The number of codes that fit the rows, leaving out the wrong row if there is one."""
    options: tuple[str, ...] = ()
    """The codes to choose from, if the question is which of them fit."""
    expected: float | None = None
    """The guesses needed on average if a best row is placed, that row included."""


LEVELS = {"easy": "3x5", "medium": "logic24", "hard": "togo"}
"""Rules by difficulty."""
