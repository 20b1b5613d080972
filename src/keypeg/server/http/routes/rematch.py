"""A rematch, and a record that becomes a table."""

from __future__ import annotations

from litestar import Response, Router, post
from litestar.params import JSONBody

from keypeg import wire
from keypeg.errors import Illegal
from keypeg.notation import rules as read_rules
from keypeg.server.compute import jobs
from keypeg.server.guests.identities import Guest
from keypeg.server.http.request import Asking, answer, base_url, guest_of, services_of, somebody
from keypeg.server.http.routes.tables import Id, clean
from keypeg.server.rate_limits import TABLES
from keypeg.server.tables.invites import table_link
from keypeg.server.tables.registry import seat_for
from keypeg.server.tables.rematch import rematch as arranged
from keypeg.server.tables.table_state import Act, Agreed, Chair, TableState


@post("/tables/{id:str}/rematch", status_code=200, summary="Play again with the same people; another begins")
async def rematch(id: Id, data: JSONBody[wire.NewRematch], request: Asking) -> Response[wire.Made]:
    services = services_of(request)
    guest = await guest_of(request)
    services.limits.take(TABLES, guest.id if guest else "?")
    async with services.tables.held(id) as live:
        seat = seat_for(live, guest.id if guest else None, data.seat)
        if not live.over or live.agreed.daily is not None:
            raise Illegal("rematch-not-yet")
        if live.rematch is None:
            made = await services.tables.make(*arranged(live, data))
            await services.tables.do(live, Act("rematch", seat, made.id))
        table = live.rematch.table if live.rematch else ""
    async with services.tables.held(table) as again:
        return answer(_made(again, guest, request), [])


@post("/records", status_code=201, summary="A record becomes a table of your own")
async def import_record(data: JSONBody[wire.NewRecord], request: Asking) -> Response[wire.Made]:
    services = services_of(request)
    guest, cookies = await somebody(request)
    services.limits.take(TABLES, guest.id)
    text, moves, names = await services.pool.slow(jobs.read, data.record)
    rules = read_rules(text)
    chairs = [Chair(seat, "person", None, guest.id, clean(names.get(seat, ""))) for seat in range(1, rules.seats + 1)]
    acts = [Act("import", 0, "\n".join(moves))] if moves else []
    live = await services.tables.make(rules, Agreed(grace=None), chairs, acts)
    return answer(_made(live, guest, request), cookies, 201)


def _made(live: TableState, guest: Guest | None, request: Asking) -> wire.Made:
    base = base_url(request)
    invites = services_of(request).invites.open_seats(live, base)
    seats = list(live.seats_of(guest.id if guest else None))
    return wire.Made(live.id, live.version, seats, invites, table_link(base, live.id))


ROUTER = Router("/", route_handlers=[rematch, import_record], tags=["tables"])
