"""The puzzle of the day."""

from __future__ import annotations

from keypeg import wire
from keypeg.server.http.request import Request, Route
from keypeg.server.rate_limits import READS, TABLES
from keypeg.server.tables.invites import table_link
from keypeg.wire import api


async def daily(request: Request[api.OnDay, None]) -> wire.Daily:
    return await request.services.daily_puzzles.status(await request.guest(), request.parameters.day)


async def start(request: Request[None, None]) -> wire.Made:
    services = request.services
    guest = await request.guest_or_new()
    table = await services.daily_puzzles.start(guest)
    link = table_link(request.base_url, table.id)
    return wire.Made(table.id, table.version, list(table.seats_of(guest.id)), [], link)


ROUTES = (Route(api.DAILY, daily, READS, 4), Route(api.START_DAILY, start, TABLES))
