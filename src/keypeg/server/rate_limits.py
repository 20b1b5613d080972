"""Limit the rate of requests with token buckets: one for each guest, and one for all clients at an address."""

from __future__ import annotations

from contextvars import ContextVar
from functools import lru_cache
from ipaddress import IPv6Address, ip_network
from itertools import islice
from time import monotonic

from keypeg.api.limits import Limit
from keypeg.errors import Busy

SHARED = 8
"""How many times the limit of one guest applies to all clients at one address, such as a class at school."""


PAYER: ContextVar[tuple[str | None, str] | None] = ContextVar("payer", default=None)
"""The guest and the address that pay for the current request."""
MOST = 100_000
"""Most buckets kept. If there are more, full ones are dropped, and then the oldest."""


class Limits:
    """Buckets by kind and client."""

    def __init__(self, *, on: bool = True) -> None:
        self._on = on
        self._buckets: dict[tuple[Limit, str], tuple[float, float]] = {}

    def take(self, limit: Limit, guest: str | None, address: str, cost: float = 1.0) -> None:
        """Take tokens from the buckets of a guest and an address, or raise Busy with the seconds to wait."""
        if self._on:
            PAYER.set((guest, address))
            self._take_both(limit, guest, address, cost)

    def take_alone(self, limit: Limit, address: str) -> None:
        """Take a token from the bucket of an address that is only as large as one guest's."""
        if self._on:
            self._take(limit, shared_address(address), 1, 1.0, monotonic())

    def owe(self, limit: Limit, cost: float) -> None:
        """Charge the payer of the current request for the work that it caused; a shortfall becomes a debt."""
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
        needed = min(cost, burst / 2)
        if left < needed and not owed:  # a cost beyond half the burst may leave a debt
            raise Busy("too-many", seconds=int((needed - left) / rate) + 1)
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


def paying_address() -> str:
    """Return the address that pays for the current request, or "" outside a request or without limits."""
    payer = PAYER.get()
    return shared_address(payer[1]) if payer else ""


@lru_cache(maxsize=10_000)
def shared_address(address: str) -> str:
    """Return what clients at one place share: an IPv4 address, or the /64 network of an IPv6 address."""
    if ":" not in address:
        return address
    try:
        mapped = IPv6Address(address.partition("%")[0])
    except ValueError:
        return address
    return str(mapped.ipv4_mapped or ip_network((mapped, 64), strict=False))
