"""The puzzle of the day."""

from __future__ import annotations

from typing import Annotated

from litestar import Response, Router, get, post
from litestar.params import QueryParameter

from keypeg import wire
from keypeg.server.http.request import Asking, answer, base_url, guest_of, services_of, somebody
from keypeg.server.rate_limits import TABLES
from keypeg.server.tables.invites import table_link

Day = Annotated[str | None, QueryParameter(max_length=10, description="YYYY-MM-DD; today unless said.")]


@get("/daily", summary="The puzzle of the day: yours, your streak, and how others did")
async def told(request: Asking, day: Day = None) -> Response[wire.Daily]:
    return answer(await services_of(request).daily_puzzles.told(await guest_of(request), day), [])


@post("/daily", status_code=200, summary="Begin today’s puzzle, or go on with it")
async def start(request: Asking) -> Response[wire.Made]:
    services = services_of(request)
    guest, cookies = await somebody(request)
    services.limits.take(TABLES, guest.id)
    live = await services.daily_puzzles.start(guest)
    link = table_link(base_url(request), live.id)
    return answer(wire.Made(live.id, live.version, list(live.seats_of(guest.id)), [], link), cookies)


ROUTER = Router("/", route_handlers=[told, start], tags=["daily"])
