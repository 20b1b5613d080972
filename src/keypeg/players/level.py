"""How well a computer plays, and how it hides."""

from __future__ import annotations

from enum import StrEnum

from keypeg.core import Rules


class Level(StrEnum):
    """How well a computer breaks codes."""

    NOVICE = "novice"
    """Goes by its best and latest row and forgets most others; at a split code looks at its own board only."""
    CLUB = "club"
    """Places any row that may still be right; at a split code misses most rows of others, and calls when certain."""
    EXPERT = "expert"
    """Places the row that tells most; misses some rows of others at a split code, and calls if waiting is no better."""
    PERFECT = "perfect"
    """Uses the atlas and the optimal search; in a race also when the other breaks, at a split code what others know."""


SEARCHING = (Level.EXPERT, Level.PERFECT)
"""The levels that search for a guess, which needs NumPy."""


class Hiding(StrEnum):
    """How a computer chooses the code that it hides."""

    FAIR = "fair"
    """Every code is equally likely."""
    TRICKY = "tricky"
    """Codes that good breakers need more rows for come more often."""


def hidings(rules: Rules) -> tuple[Hiding, ...]:
    """Return the ways of hiding that make a difference: if no colour repeats, all codes are equally hard."""
    if rules.split or all(space.distinct for space in rules.codes):
        return (Hiding.FAIR,)
    return tuple(Hiding)
