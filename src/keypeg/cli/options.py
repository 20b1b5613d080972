"""Options that commands share."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from cyclopts import Parameter

from keypeg.core import Rules
from keypeg.errors import Unknown

Json: TypeAlias = Annotated[bool, Parameter(name="--json", negative=())]
Seat: TypeAlias = Annotated[int, Parameter(name="--seat")]
Effort: TypeAlias = Annotated[int, Parameter(name="--effort")]
Cluster: TypeAlias = Annotated[str | None, Parameter(name="--cluster")]


def seat_of(rules: Rules, seat: int) -> int:
    """Return the seat; Unknown if these rules do not have it."""
    if not 1 <= seat <= rules.seats:
        raise Unknown("seat-unknown", seat=seat, seats=rules.seats)
    return seat
