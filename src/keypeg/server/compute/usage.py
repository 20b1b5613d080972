"""Track how much processor time each owner has used recently, so that those who used less go first."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic

HALVED = 60.0
"""Seconds after which used time counts half."""
NEGLIGIBLE = 0.001


class Usage:
    """Seconds of processor time that each owner's work has taken. They count less as time goes by."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._had: dict[str, tuple[float, float]] = {}
        """By owner: the seconds, and when they were counted."""

    def of(self, owner: str) -> float:
        """Return the seconds that this owner has used recently."""
        seconds, counted = self._had.get(owner, (0.0, 0.0))
        return seconds * 0.5 ** ((self._clock() - counted) / HALVED) if seconds else 0.0

    def add(self, owner: str, seconds: float) -> None:
        """Add the seconds that a job has taken, and drop owners whose usage is negligible."""
        self._had[owner] = (self.of(owner) + seconds, self._clock())
        self._had = {each: had for each, had in self._had.items() if self.of(each) > NEGLIGIBLE}
