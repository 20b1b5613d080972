"""How well a computer plays, in four steps that a person can feel."""

from __future__ import annotations

from enum import StrEnum


class Level(StrEnum):
    """From a beginner to the best there is."""

    NOVICE = "novice"
    """Forgets rows now and then, and so makes the same mistake twice; of a split code looks at its own board only."""
    CLUB = "club"
    """Any row that may still be right; of a split code misses some rows of others, and calls only when certain."""
    EXPERT = "expert"
    """The row that tells most; calls a split code when its chance would not be better after the next row."""
    PERFECT = "perfect"
    """The atlas and the optimal search; of a split code also what the others know."""


SEARCHING = (Level.EXPERT, Level.PERFECT)
"""The levels that search for a guess, which needs NumPy."""


class Hiding(StrEnum):
    """How a computer chooses the code that it hides."""

    FAIR = "fair"
    """Every code is equally likely."""
    TRICKY = "tricky"
    """Codes that good breakers take longer for come more often."""
