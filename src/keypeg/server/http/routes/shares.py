"""Share a result by a link, see one, and try its code."""

from __future__ import annotations

from keypeg import service, wire
from keypeg.server.guests.shares import picture_link, share_link
from keypeg.server.http.request import Request, Route
from keypeg.server.http.responses import words
from keypeg.server.rate_limits import READS, SHARES, TABLES, TOOLS
from keypeg.server.tables.invites import table_link
from keypeg.service import Person
from keypeg.wire import api, parameters

FOREVER = {"cache-control": "public, max-age=604800, immutable", "cross-origin-resource-policy": "cross-origin"}
"""A picture never changes, and other sites may show it beside the link."""


async def share(request: Request[parameters.AtSeat, None]) -> wire.SharedLink:
    services, asked, say = request.services, request.parameters, request.words
    who = await request.guest_id()
    async with services.tables.held(asked.id) as table:
        seat = service.shared_seat(table, who, asked.seat)
    told, found = service.shared_result(table, seat)
    share = services.shares.id_of(table, seat, say)
    if not await services.shares.has(share):
        await request.take(SHARES)
        await services.shares.store(table, seat, say, told)
    link = share_link(request.base_url, share)
    text = say.render_all(found.lines)
    return wire.SharedLink([*text, link], link, picture_link(request.base_url, share))


async def shared(request: Request[parameters.OfShare, None]) -> wire.SharedResult:
    return (await request.services.shares.find(request.parameters.share)).told


async def picture(request: Request[parameters.OfShare, None]) -> bytes:
    drawn = await request.services.shares.picture(request.parameters.share, words)
    request.response_headers |= FOREVER
    return drawn


async def same_code(request: Request[parameters.OfShare, None]) -> wire.Made:
    services, share = request.services, request.parameters.share
    guest = await request.guest_or_new()
    stored = await services.shares.find(share)
    async with services.tables.held(stored.table) as table:
        plan = service.same_code(table, stored.seat, share, Person(guest.id, guest.name))
    opened = await services.tables.open(plan)
    mine, link = list(opened.seats_of(guest.id)), table_link(request.base_url, opened.id)
    return wire.Made(opened.id, opened.version, mine, [], link)


ROUTES = (
    Route(api.SHARE, share, TOOLS),
    Route(api.SHARED, shared, READS, 2),
    Route(api.SHARED_PICTURE, picture, READS, 2, by_guest=False),
    Route(api.SAME_CODE, same_code, TABLES),
)
