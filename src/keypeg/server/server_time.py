"""The clock of a server process: it runs with the monotonic clock, and detects when the system's clock was set."""

from __future__ import annotations

from time import monotonic, time

from keypeg.server.logs import LOG

STEP = 2.0
"""Seconds by which the system's clock must differ before it counts as set. NTP slews both clocks alike."""
SKEW = 5.0
"""Seconds by which the clocks of two machines may differ."""


class ServerTime:
    """Tells the time in seconds since 1970. When the system's clock is set, it takes a step, and adds it to `stepped`.

    It also takes one when the computer wakes up from sleep, because the monotonic clock does not count that time.
    """

    def __init__(self) -> None:
        self._ahead = time() - monotonic()
        self.began = time()
        """The time since which it has run without a step."""
        self.stepped = 0.0
        """The sum of all steps, in seconds."""
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
        """Return True if a moment lies in the time that has run without a step in this process."""
        return self.began <= moment <= self.now() + SKEW
