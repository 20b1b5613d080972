"""The puzzle of the day."""

from __future__ import annotations

from keypeg.api import daily as daily_api
from keypeg.api.daily import Daily, DailyArchive
from keypeg.api.tables import Made
from keypeg.server.http.request import Request, answers
from keypeg.server.tables.invites import table_link


@answers(daily_api.daily)
async def daily(request: Request) -> Daily:
    return await request.services.daily_status.of_day(await request.guest(), request.parameters.day)


@answers(daily_api.start_daily)
async def start(request: Request) -> Made:
    services = request.services
    guest = await request.guest_or_new()
    table = await services.daily_puzzles.start(guest, request.parameters.day)
    link = table_link(request.base_url, table.id)
    return Made(table.id, table.version, list(table.seats_of(guest.id)), [], link)


@answers(daily_api.daily_archive)
async def archive(request: Request) -> DailyArchive:
    return await request.services.daily_status.archive(await request.guest(), request.parameters.before)
