"""A person's move: the one thing that everything else is there for."""

from __future__ import annotations

from keypeg import wire
from keypeg.notation import move_text, read_move
from keypeg.server.guests.identities import Guest
from keypeg.server.rate_limits import MOVES
from keypeg.server.services import Services
from keypeg.server.tables.registry import seat_for
from keypeg.server.tables.table_state import Act


async def make_move(services: Services, id: str, asked: wire.NewMove, guest: Guest | None) -> wire.Done:
    """Make a move for this guest; durable when it returns."""
    who = guest.id if guest else None
    services.limits.take(MOVES, who or "?")
    async with services.tables.held(id) as live:
        seat = seat_for(live, who, asked.seat)
        move = read_move(live.rules, asked.move)
        act = Act("move", seat, move_text(live.rules, move), asked.key, move)
        return wire.Done(id, await services.tables.do(live, act, asked.version))
