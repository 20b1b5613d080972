"""A race between two sides, each with a code to break: who breaks first, given the turns in which each may break."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from keypeg.core import Rules

WON, DRAWN, LOST = 1.0, 0.5, 0.0

Turns: TypeAlias = Mapping[int, float]
"""By turn of a round, counted from 1: how likely it is, or how often it happens, that the code is broken in it."""


@dataclass(frozen=True, slots=True)
class Odds:
    """The chances of winning a round and of drawing it."""

    win: float
    drawn: float


@dataclass(frozen=True, slots=True)
class Race:
    """How the turns of both sides decide a round. `first`: this side guesses first in each turn."""

    rules: Rules
    first: bool

    def result(self, mine: int, theirs: int) -> float:
        """Return the result if the two sides break in these turns. A turn after the last row means never."""
        full = self.rules.most_rows + 1
        mine, theirs = min(mine, full), min(theirs, full)
        if mine != theirs:
            return WON if mine < theirs else LOST
        if mine == full or self.rules.together or self.rules.equal_turns:
            return DRAWN
        return WON if self.first else LOST

    def odds(self, mine: Turns, theirs: Turns) -> Odds:
        """Return this side's chances if neither side sees what the other does."""
        all_ = sum(mine.values()) * sum(theirs.values())
        shares = {WON: 0.0, DRAWN: 0.0, LOST: 0.0}
        for turn, times in mine.items():
            for other, often in theirs.items():
                shares[self.result(turn, other)] += times * often / all_
        return Odds(shares[WON], shares[DRAWN])

    def worths(self, placed: int, theirs: Turns) -> tuple[float, ...]:
        """Return how much breaking with the next row gains over never breaking, and with each row after it."""
        never = self._mean(self.rules.most_rows + 1, theirs)
        last = min(max(theirs) + 1, self.rules.most_rows)
        found = [self._mean(turn, theirs) - never for turn in range(placed + 1, last + 1)]
        while found and found[-1] <= 0:
            found.pop()
        return tuple(found)

    def _mean(self, mine: int, theirs: Turns) -> float:
        return sum(often * self.result(mine, turn) for turn, often in theirs.items()) / sum(theirs.values())
