"""A race for two codes: who breaks first, judged by the turns in which both may break."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from keypeg.core import Rules

WON, DRAWN, LOST = 1.0, 0.5, 0.0

Turns: TypeAlias = Mapping[int, float]
"""How likely, or how often, a code is broken in each turn of a round, counted from 1."""


@dataclass(frozen=True, slots=True)
class Odds:
    """The chances to win a round and to draw it."""

    win: float
    drawn: float


@dataclass(frozen=True, slots=True)
class Race:
    """How the turns of both sides decide a round. `first`: this side guesses first in each turn."""

    rules: Rules
    first: bool

    def result(self, mine: int, theirs: int) -> float:
        """Return the result of breaking in these turns; after its last row a board is full."""
        full = self.rules.most_rows + 1
        mine, theirs = min(mine, full), min(theirs, full)
        if mine != theirs:
            return WON if mine < theirs else LOST
        if mine == full or self.rules.together or self.rules.equal_turns:
            return DRAWN
        return WON if self.first else LOST

    def odds(self, mine: Turns, theirs: Turns) -> Odds:
        """Return the chances of a side, if neither sees what the other does."""
        all_ = sum(mine.values()) * sum(theirs.values())
        shares = {WON: 0.0, DRAWN: 0.0, LOST: 0.0}
        for turn, times in mine.items():
            for other, often in theirs.items():
                shares[self.result(turn, other)] += times * often / all_
        return Odds(shares[WON], shares[DRAWN])

    def worths(self, placed: int, theirs: Turns) -> tuple[float, ...]:
        """Return how much better than never it is to break with the next row, and with each row after it."""
        never = self._mean(self.rules.most_rows + 1, theirs)
        last = min(max(theirs) + 1, self.rules.most_rows)
        found = [self._mean(turn, theirs) - never for turn in range(placed + 1, last + 1)]
        while found and found[-1] <= 0:
            found.pop()
        return tuple(found)

    def _mean(self, mine: int, theirs: Turns) -> float:
        return sum(often * self.result(mine, turn) for turn, often in theirs.items()) / sum(theirs.values())
