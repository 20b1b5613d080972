"""Limit how often a client may do something, with token buckets."""

from __future__ import annotations

from dataclasses import dataclass
from time import monotonic

from keypeg.errors import Busy


@dataclass(frozen=True, slots=True)
class Limit:
    """`burst` at once, `rate` a second in the long run."""

    burst: float
    rate: float


MOVES = Limit(60, 20)
READS = Limit(240, 40)
TABLES = Limit(30, 0.2)
GUESTS = Limit(60, 0.2)
TOOLS = Limit(20, 2)
SAYS = Limit(8, 0.5)
LINKS = Limit(10, 0.05)

MOST = 100_000
"""Buckets kept; if there are more, full ones are dropped."""


class Limits:
    """Buckets by kind and client."""

    def __init__(self, *, on: bool = True) -> None:
        self._on = on
        self._buckets: dict[tuple[Limit, str], tuple[float, float]] = {}

    def take(self, limit: Limit, client: str) -> None:
        """Take one token, or raise Busy with the seconds to wait."""
        if not self._on:
            return
        now = monotonic()
        left, at = self._buckets.get((limit, client), (limit.burst, now))
        left = min(limit.burst, left + (now - at) * limit.rate) - 1
        if left < 0:
            raise Busy("too-many", seconds=int(-left / limit.rate) + 1)
        self._buckets[limit, client] = left, now
        if len(self._buckets) > MOST:
            self._forget(now)

    def _forget(self, now: float) -> None:
        self._buckets = {
            key: (left, at)
            for key, (left, at) in self._buckets.items()
            if left + (now - at) * key[0].rate < key[0].burst
        }
