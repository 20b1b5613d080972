"""Share a result by a link, see one, and try its code."""

from __future__ import annotations

from keypeg.api import shares as shares_api
from keypeg.api.limits import SHARES
from keypeg.api.seats import Person
from keypeg.api.shares import SharedLink, SharedResult, plan_same_code, shared_result, shared_seat
from keypeg.api.tables import Made
from keypeg.server.guests.shares import picture_link, share_link
from keypeg.server.http.request import Request, answers
from keypeg.server.http.responses import words
from keypeg.server.tables.invites import table_link

FOREVER = {"cache-control": "public, max-age=604800, immutable", "cross-origin-resource-policy": "cross-origin"}
"""A picture never changes, and other sites may show it beside the link."""


@answers(shares_api.share)
async def share(request: Request) -> SharedLink:
    services, asked, say = request.services, request.parameters, request.words
    who = await request.guest_id()
    async with services.tables.held(asked.id) as table:
        seat = shared_seat(table, who, asked.seat)
    told, found = shared_result(table, seat)
    share = services.shares.id_of(table, seat, say)
    if not await services.shares.has(share):
        await request.take(SHARES)
        await services.shares.store(table, seat, say, told)
    link = share_link(request.base_url, share)
    text = say.render_all(found.lines)
    return SharedLink([*text, link], link, picture_link(request.base_url, share))


@answers(shares_api.shared)
async def shared(request: Request) -> SharedResult:
    return (await request.services.shares.find(request.parameters.share)).told


@answers(shares_api.shared_picture)
async def picture(request: Request) -> bytes:
    drawn = await request.services.shares.picture(request.parameters.share, words)
    request.response_headers |= FOREVER
    return drawn


@answers(shares_api.same_code)
async def same_code(request: Request) -> Made:
    services, share = request.services, request.parameters.share
    guest = await request.guest_or_new()
    stored = await services.shares.find(share)
    async with services.tables.held(stored.table) as table:
        plan = plan_same_code(table, stored.seat, share, Person(guest.id, guest.name))
    opened = await services.tables.open(plan)
    mine, link = list(opened.seats_of(guest.id)), table_link(request.base_url, opened.id)
    return Made(opened.id, opened.version, mine, [], link)
