"""Who is at a table at the moment, as its transport knows it."""

from __future__ import annotations

from dataclasses import dataclass

from keypeg.core import to_act
from keypeg.service.table_state import TableState


@dataclass(frozen=True, slots=True)
class Presence:
    """Since when each seat is away, in order of seats; None for who is here, and for seats without a person."""

    away_since: tuple[float | None, ...]

    def claim_from(self, table: TableState, seat: int) -> float | None:
        """Return from when on the match need not wait for a seat; None if it does not wait for it, or has to."""
        away, grace = self.away_since[seat - 1], table.agreed.grace
        waited = table.chair(seat).kind == "person" and seat in to_act(table.state)
        return away + grace if away is not None and waited and grace is not None else None


def everybody_here(table: TableState) -> Presence:
    """Return the presence at a table that all share one device for."""
    return Presence((None,) * table.rules.seats)
