"""The time of a server process: it runs with the monotonic clock, and knows when the system's clock was set."""

from __future__ import annotations

from time import monotonic, time

from keypeg.server.logs import LOG

STEP = 2.0
"""Seconds by which the system's clock must differ before it counts as set. NTP slows and hastens both clocks alike."""
SKEW = 5.0
"""Seconds by which the clocks of two machines may differ."""


class ServerTime:
    """Seconds since 1970. When the system's clock is set it takes a step, and `stepped` tells by how much.

    A computer that sleeps takes one as well when it wakes up: the monotonic clock does not count that time.
    """

    def __init__(self) -> None:
        self._ahead = time() - monotonic()
        self.began = time()
        """Since when it runs without a step."""
        self.stepped = 0.0
        """Seconds, the sum of all steps."""
        self.steps = 0

    def now(self) -> float:
        return monotonic() + self._ahead

    def follow(self) -> None:
        """Take the step that the system's clock has taken, if it was set since the last call."""
        passed = monotonic()
        step = time() - passed - self._ahead
        if not -STEP < step < STEP:
            self._ahead += step
            self.stepped += step
            self.steps += 1
            self.began = passed + self._ahead
            LOG.warning("the clock was set; nobody's time ran for that", seconds=round(step, 3))

    def at(self, passed: float) -> float:
        """Return the time at which the monotonic clock showed `passed`."""
        return passed + self._ahead

    def is_ours(self, moment: float) -> bool:
        """Return True if a moment lies in the time that has run without a step since this process has begun."""
        return self.began <= moment <= self.now() + SKEW
