"""A clock for every seat. It never looks at the time itself: whoever holds the table says what time it is."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Clock:
    """So many seconds for each seat, and so many more for every move it makes."""

    seconds: float
    more: float = 0.0
    used: tuple[tuple[int, float], ...] = ()
    """By seat: seconds used, less those earned by moves."""
    at: float | None = None
    """Until when time has been counted; None before the first move."""

    def left(self, seat: int) -> float:
        """Seconds that this seat has left, by the last time told; never less than none."""
        return max(0.0, self.seconds - dict(self.used).get(seat, 0.0))

    def passed(self, running: Collection[int], now: float) -> Clock:
        """The clock at this time, while the match waited for these seats. Time never runs backwards."""
        if self.at is None or now <= self.at:
            return replace(self, at=now if self.at is None else self.at)
        used = dict(self.used)
        for seat in running:
            used[seat] = used.get(seat, 0.0) + now - self.at
        return replace(self, used=tuple(sorted(used.items())), at=now)

    def resumed(self, now: float) -> Clock:
        """The clock where the time until now is not counted: nobody could have moved."""
        return self if self.at is None else replace(self, at=max(now, self.at))

    def moved(self, seat: int) -> Clock:
        """The clock after a move of this seat."""
        used = dict(self.used)
        used[seat] = used.get(seat, 0.0) - self.more
        return replace(self, used=tuple(sorted(used.items())))
