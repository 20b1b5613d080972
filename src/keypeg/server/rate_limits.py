"""Limit how much a client may do, with token buckets: each guest by itself, and all who share an address together."""

from __future__ import annotations

from contextvars import ContextVar
from dataclasses import dataclass
from functools import lru_cache
from ipaddress import IPv6Address, ip_network
from itertools import islice
from time import monotonic

from keypeg.errors import Busy

SHARED = 8
"""How many times as much as one guest all who share an address may do, such as a class at school."""


@dataclass(frozen=True, eq=False, slots=True)
class Limit:
    """`burst` at once, `rate` a second in the long run. What costs more takes more than one."""

    burst: float
    rate: float


MOVES = Limit(60, 20)
READS = Limit(240, 40)
"""One of these is about a millisecond of the event loop."""
TABLES = Limit(30, 0.2)
GUESTS = Limit(60, 0.2)
TOOLS = Limit(20, 2)
SAYS = Limit(8, 0.5)
LINKS = Limit(10, 0.05)
ADOPTIONS = Limit(10, 0.05)

PAYER: ContextVar[tuple[str | None, str] | None] = ContextVar("payer", default=None)
"""The guest and the address that the request pays from that is being answered."""
MOST = 100_000
"""Buckets kept. If there are more, full ones are dropped, and then the oldest."""


class Limits:
    """Buckets by kind and client."""

    def __init__(self, *, on: bool = True) -> None:
        self._on = on
        self._buckets: dict[tuple[Limit, str], tuple[float, float]] = {}

    def take(self, limit: Limit, guest: str | None, address: str, cost: float = 1.0) -> None:
        """Take tokens of a guest, and of all at their address; raise Busy with the seconds to wait if they lack."""
        if self._on:
            PAYER.set((guest, address))
            self._take_both(limit, guest, address, cost)

    def take_alone(self, limit: Limit, address: str) -> None:
        """Take a token of a kind that all at an address share as if they were one."""
        if self._on:
            self._take(limit, shared_address(address), 1, 1.0, monotonic())

    def owe(self, limit: Limit, cost: float) -> None:
        """Charge the client that paid for the request for what it led to; a shortfall becomes a debt."""
        payer = PAYER.get()
        if self._on and payer:
            self._take_both(limit, *payer, cost, owed=True)

    def _take_both(self, limit: Limit, guest: str | None, address: str, cost: float, *, owed: bool = False) -> None:
        now = monotonic()
        if guest is not None:
            self._take(limit, guest, 1, cost, now, owed=owed)
        self._take(limit, shared_address(address), SHARED, cost, now, owed=owed)

    def _take(self, limit: Limit, client: str, times: int, cost: float, now: float, *, owed: bool = False) -> None:  # noqa: PLR0913
        """Take tokens from a bucket that is `times` as large as a guest's."""
        burst, rate = times * limit.burst, times * limit.rate
        left, at = self._buckets.get((limit, client), (burst, now))
        left = min(burst, left + (now - at) * rate)
        if left < min(cost, burst) and not owed:  # what costs more than all leaves a debt
            raise Busy("too-many", seconds=int((min(cost, burst) - left) / rate) + 1)
        self._buckets[limit, client] = left - cost, now
        if len(self._buckets) > MOST:
            self._forget(now)

    def _forget(self, now: float) -> None:
        """Drop full buckets, and then the oldest until half are left, so that this is rare."""
        kept = {
            key: (left, at)
            for key, (left, at) in self._buckets.items()
            if left + (now - at) * key[0].rate < key[0].burst
        }
        self._buckets = dict(islice(kept.items(), max(0, len(kept) - MOST // 2), None))


@lru_cache(maxsize=10_000)
def shared_address(address: str) -> str:
    """Return what clients at one place share: the address, or the network of an IPv6 address, which has many."""
    if ":" not in address:
        return address
    try:
        mapped = IPv6Address(address.partition("%")[0])
    except ValueError:
        return address
    return str(mapped.ipv4_mapped or ip_network((mapped, 64), strict=False))
