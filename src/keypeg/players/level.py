"""How well a computer plays, and how it hides codes."""

from __future__ import annotations

from enum import StrEnum

from keypeg.core import Rules


class Level(StrEnum):
    """How well a computer breaks codes."""

    NOVICE = "novice"
    """Considers its best and latest row and forgets most others; with a split code looks only at its own board."""
    CLUB = "club"
    """Places any row that may still be right; with a split code misses most rows of others, and calls when certain."""
    EXPERT = "expert"
    """Places the row that tells most; with a split code misses some rows of others; calls if waiting is no better."""
    PERFECT = "perfect"
    """Uses the atlas and optimal search, the other's progress in a race, and what others know of a split code."""


SEARCHING = (Level.EXPERT, Level.PERFECT)
"""The levels that search for a guess, which needs NumPy."""


class Hiding(StrEnum):
    """How a computer chooses the code that it hides."""

    FAIR = "fair"
    """Every code is equally likely."""
    TRICKY = "tricky"
    """Codes for which good breakers need more rows are more likely."""


def hidings(rules: Rules) -> tuple[Hiding, ...]:
    """Return the ways of hiding that make a difference: if no colour repeats, all codes are equally hard."""
    if rules.split or all(space.distinct for space in rules.codes):
        return (Hiding.FAIR,)
    return tuple(Hiding)
