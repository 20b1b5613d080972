"""A clock for every seat. It never reads the time: callers pass it in."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Clock:
    """Every seat has `seconds`, and gains `more` for every move that it makes."""

    seconds: float
    more: float = 0.0
    used: tuple[tuple[int, float], ...] = ()
    """By seat: seconds used, less those gained by moves."""
    at: float | None = None
    """The time up to which seconds are counted; None before the first move."""

    def left(self, seat: int) -> float:
        """Return the seconds that a seat had left at `at`, 0 or more."""
        return max(0.0, self.seconds - dict(self.used).get(seat, 0.0))

    def deadline(self, running: Collection[int]) -> float | None:
        """Return when the first of these seats runs out of time; None before the first move."""
        left = [self.left(seat) for seat in running]
        return self.at + min(left) if left and self.at is not None else None

    def late(self, running: Collection[int], now: float) -> int | None:
        """Return the seat that ran out of time first, if any of these has by `now`."""
        deadline = self.deadline(running)
        if deadline is None or now < deadline:
            return None
        return min(running, key=lambda seat: (self.left(seat), seat))

    def passed(self, running: Collection[int], now: float) -> Clock:
        """Return the clock at `now`, given that the match waited for these seats. Time never runs backwards."""
        if self.at is None or now <= self.at:
            return replace(self, at=now if self.at is None else self.at)
        used = dict(self.used)
        for seat in running:
            used[seat] = used.get(seat, 0.0) + now - self.at
        return replace(self, used=tuple(sorted(used.items())), at=now)

    def restarted(self, seat: int) -> Clock:
        """Return the clock with its full time for someone new at this seat. It does not run until the next move."""
        return replace(self, used=tuple(each for each in self.used if each[0] != seat), at=None)

    def resumed(self, now: float) -> Clock:
        """Return the clock without counting the time until `now`, in which nobody could move."""
        return self if self.at is None else replace(self, at=now)

    def shifted(self, by: float) -> Clock:
        """Return the clock after the system clock jumped by `by` seconds, which count for nobody."""
        return self if self.at is None else replace(self, at=self.at + by)

    def moved(self, seat: int) -> Clock:
        """Return the clock after a move of this seat."""
        used = dict(self.used)
        used[seat] = used.get(seat, 0.0) - self.more
        return replace(self, used=tuple(sorted(used.items())))
