"""The kinds of limits that requests count against. A host that serves strangers enforces them."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, eq=False, slots=True)
class Limit:
    """Allows `burst` tokens at once, and `rate` a second in the long run. A costly request takes more than one."""

    burst: float
    rate: float


MOVES = Limit(60, 20)
READS = Limit(240, 40)
"""One token is about a millisecond of the event loop."""
TABLES = Limit(30, 0.2)
GUESTS = Limit(60, 0.2)
TOOLS = Limit(20, 2)
SAYS = Limit(8, 0.5)
LINKS = Limit(10, 0.05)
SHARES = Limit(40, 200 / 86_400)
"""Results that are shared, 1.5 kB each: 240 on the first day of a guest, and 200 on any other."""
ADOPTIONS = Limit(10, 0.05)
