"""How much thinking everybody has had lately, so that those who have had less go first."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic

HALVED = 60.0
"""Seconds after which what somebody has had counts half."""
NEGLIGIBLE = 0.001


class Usage:
    """By owner: the seconds of processor time that its work has taken. They count less as time goes by."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._had: dict[str, tuple[float, float]] = {}
        """By owner: the seconds, and when they were counted."""

    def of(self, owner: str) -> float:
        """Return what this owner has had lately."""
        seconds, counted = self._had.get(owner, (0.0, 0.0))
        return seconds * 0.5 ** ((self._clock() - counted) / HALVED) if seconds else 0.0

    def add(self, owner: str, seconds: float) -> None:
        """Count what work has taken, and forget those who have had next to nothing."""
        self._had[owner] = (self.of(owner) + seconds, self._clock())
        self._had = {each: had for each, had in self._had.items() if self.of(each) > NEGLIGIBLE}
