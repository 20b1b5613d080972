"""The call window: the time after a row in which people may call a split code before computers do.

Nothing in it depends on what a computer knows or wants: when it opens and ends follows from what everyone sees.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace

from keypeg.core import Phase, State

SECONDS = 6.0
"""The usual length."""
EXTENSION = 60.0
"""The seconds by which a person can extend a window, once, to enter a call."""
LONGEST = 600.0
"""The longest that can be agreed on, in seconds."""


@dataclass(frozen=True, slots=True)
class CallWindow:
    """It lasts `seconds`, or until all people have moved or gone on. It never reads the time: callers pass it in."""

    seconds: float | None = SECONDS
    """None for no limit, as in play by correspondence or line by line."""
    since: float | None = None
    """When it opened: at the last move."""
    extended: frozenset[int] = frozenset()
    """The seats that have extended it."""
    done: frozenset[int] = frozenset()
    """The seats that have gone on because they do not want to call."""

    @property
    def until(self) -> float | None:
        """The time at which it ends at the latest; None if it has no limit, or has not been told the time yet."""
        if self.seconds is None or self.since is None:
            return None
        return self.since + self.seconds + EXTENSION * len(self.extended)

    def opened(self, at: float | None) -> CallWindow:
        """Return the window that opens at `at`."""
        return CallWindow(self.seconds, at)

    def shifted(self, by: float) -> CallWindow:
        """Return the window after the system clock jumped by `by` seconds, which do not count."""
        return self if self.since is None else replace(self, since=self.since + by)

    def went_on(self, seat: int) -> CallWindow:
        """Return the window after a person said that they do not want to call."""
        return replace(self, done=self.done | {seat})

    def extended_by(self, seat: int) -> CallWindow:
        """Return the window after a person began to enter a call."""
        return replace(self, done=self.done - {seat}, extended=self.extended | {seat})

    def is_open(self, callers: Collection[int], now: float | None) -> bool:
        """Return True while computers wait for at least one of these people."""
        if self.done.issuperset(callers):
            return False
        return self.until is None or now is None or now < self.until


def callers(state: State, computers: Collection[int]) -> frozenset[int]:
    """Return the people who may call before computers do: none before the first row, or if no computer may call."""
    now = state.now
    if now is None or not computers or not state.rules.split or now.phase not in (Phase.GUESS, Phase.MARK):
        return frozenset()
    still_in = frozenset(now.still_in(state.rules))
    if still_in.isdisjoint(computers) or not any(board.rows for board in now.boards):
        return frozenset()
    return still_in.difference(computers)
