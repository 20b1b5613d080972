"""The puzzle of the day."""

from __future__ import annotations

from keypeg import wire
from keypeg.server.http.request import Request, Route
from keypeg.server.rate_limits import READS, TABLES
from keypeg.server.tables.invites import table_link
from keypeg.wire import api, parameters


async def daily(request: Request[parameters.OnDay, None]) -> wire.Daily:
    return await request.services.daily_status.of_day(await request.guest(), request.parameters.day)


async def start(request: Request[parameters.OnDay, None]) -> wire.Made:
    services = request.services
    guest = await request.guest_or_new()
    table = await services.daily_puzzles.start(guest, request.parameters.day)
    link = table_link(request.base_url, table.id)
    return wire.Made(table.id, table.version, list(table.seats_of(guest.id)), [], link)


async def archive(request: Request[parameters.BeforeDay, None]) -> wire.DailyArchive:
    return await request.services.daily_status.archive(await request.guest(), request.parameters.before)


ROUTES = (
    Route(api.DAILY, daily, READS, 4),
    Route(api.START_DAILY, start, TABLES),
    Route(api.DAILY_ARCHIVE, archive, READS, 4),
)
