"""Make a table from another one, or from a record."""

from __future__ import annotations

from keypeg import wire
from keypeg.errors import Illegal
from keypeg.notation import rules as read_rules
from keypeg.server.compute import jobs
from keypeg.server.http.request import Request, Route
from keypeg.server.http.routes.tables import clean, made
from keypeg.server.rate_limits import TABLES
from keypeg.server.tables.registry import seat_for
from keypeg.server.tables.rematch import rematch as arranged
from keypeg.server.tables.table_state import Act, Agreed, Chair
from keypeg.wire import api


async def rematch(request: Request[api.AtTable, wire.NewRematch]) -> wire.Made:
    services = request.services
    who = await request.guest_id()
    services.limits.take(TABLES, who or "?")
    async with services.tables.held(request.parameters.id) as live:
        seat = seat_for(live, who, request.body.seat)
        if not live.over or live.agreed.daily is not None:
            raise Illegal("rematch-not-yet")
        if live.rematch is None:
            new = await services.tables.make(*arranged(live, request.body))
            await services.tables.do(live, Act("rematch", seat, new.id))
        table = live.rematch.table if live.rematch else ""
    async with services.tables.held(table) as again:
        return made(request, again, who)


async def import_record(request: Request[None, wire.NewRecord]) -> wire.Made:
    services = request.services
    guest = await request.guest_or_new()
    services.limits.take(TABLES, guest.id)
    text, moves, names = await services.pool.slow(jobs.read, request.body.record)
    rules = read_rules(text)
    chairs = [Chair(seat, "person", None, guest.id, clean(names.get(seat, ""))) for seat in range(1, rules.seats + 1)]
    acts = [Act("import", 0, "\n".join(moves))] if moves else []
    live = await services.tables.make(rules, Agreed(grace=None), chairs, acts)
    return made(request, live, guest.id)


ROUTES = (Route(api.REMATCH, rematch), Route(api.IMPORT_RECORD, import_record))
