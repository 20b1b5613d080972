"""A rematch, and a record that becomes a table."""

from __future__ import annotations

from litestar import Response, Router, post
from litestar.params import JSONBody

from keypeg.errors import Illegal
from keypeg.notation import rules as read_rules
from keypeg.server import jobs, wire
from keypeg.server.again import rematch as arranged
from keypeg.server.asking import Asking, answer, base_url, desk_of, guest_of, somebody
from keypeg.server.identities import Guest
from keypeg.server.limits import TABLES
from keypeg.server.links import table_link
from keypeg.server.live import Act, Agreed, Chair, Live
from keypeg.server.routes.tables import Id, clean
from keypeg.server.tables import seat_for


@post("/tables/{id:str}/rematch", status_code=200, summary="Play again with the same people; another begins")
async def rematch(id: Id, data: JSONBody[wire.NewRematch], request: Asking) -> Response[wire.Made]:
    desk = desk_of(request)
    guest = await guest_of(request)
    desk.limits.take(TABLES, guest.id if guest else "?")
    async with desk.tables.held(id) as live:
        seat = seat_for(live, guest.id if guest else None, data.seat)
        if not live.over or live.agreed.daily is not None:
            raise Illegal("rematch-not-yet")
        if live.rematch is None:
            made = await desk.tables.make(*arranged(live, data))
            await desk.tables.do(live, Act("rematch", seat, made.id))
        table = live.rematch.table if live.rematch else ""
    async with desk.tables.held(table) as again:
        return answer(_made(again, guest, request), [])


@post("/records", status_code=201, summary="A record becomes a table of your own")
async def import_record(data: JSONBody[wire.NewRecord], request: Asking) -> Response[wire.Made]:
    desk = desk_of(request)
    guest, cookies = await somebody(request)
    desk.limits.take(TABLES, guest.id)
    text, moves, names = await desk.thinkers.slow(jobs.read, data.record)
    rules = read_rules(text)
    chairs = [Chair(seat, "person", None, guest.id, clean(names.get(seat, ""))) for seat in range(1, rules.seats + 1)]
    acts = [Act("import", 0, "\n".join(moves))] if moves else []
    live = await desk.tables.make(rules, Agreed(grace=None), chairs, acts)
    return answer(_made(live, guest, request), cookies, 201)


def _made(live: Live, guest: Guest | None, request: Asking) -> wire.Made:
    base = base_url(request)
    invites = desk_of(request).links.invites(live, base)
    seats = list(live.seats_of(guest.id if guest else None))
    return wire.Made(live.id, live.version, seats, invites, table_link(base, live.id))


ROUTER = Router("/", route_handlers=[rematch, import_record], tags=["tables"])
