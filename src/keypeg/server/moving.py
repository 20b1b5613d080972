"""A person's move: the one thing that everything else is there for."""

from __future__ import annotations

from keypeg.notation import move_text, read_move
from keypeg.server import wire
from keypeg.server.desk import Desk
from keypeg.server.identities import Guest
from keypeg.server.limits import MOVES
from keypeg.server.live import Act
from keypeg.server.tables import seat_for


async def make_move(desk: Desk, id: str, asked: wire.NewMove, guest: Guest | None) -> wire.Done:
    """Make a move for this guest; durable when it returns."""
    who = guest.id if guest else None
    desk.limits.take(MOVES, who or "?")
    async with desk.tables.held(id) as live:
        seat = seat_for(live, who, asked.seat)
        move = read_move(live.rules, asked.move)
        act = Act("move", seat, move_text(live.rules, move), asked.key, move)
        return wire.Done(id, await desk.tables.do(live, act, asked.version))
