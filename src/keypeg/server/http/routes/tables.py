"""What the server adds to tables: invites that it checks, and Views that it caches."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from functools import partial
from zlib import crc32

import msgspec

from keypeg.api.host import LISTED
from keypeg.api.limits import READS
from keypeg.api.open_tables import is_open, refuse_back
from keypeg.api.records import SHOWN_MOVES
from keypeg.api.seats import Taken, sit_down, take_seat
from keypeg.api.view import may_see, view, view_of
from keypeg.errors import Unknown
from keypeg.server.http.request import Request, answers
from keypeg.server.http.responses import is_current
from keypeg.server.tables.memory import LockedTable

ENCODE = msgspec.json.Encoder().encode


@answers(take_seat)
async def take(request: Request) -> Taken:
    """Seat the guest, if their invite is one."""
    services, asked, name = request.services, request.asked, request.parameters.id
    await request.join()
    person = request.person
    async with services.tables.held(name) as table:
        seat, kind = services.invites.seat(table, asked.invite)
        listed = kind == LISTED
        if seat in table.seats_of(person.id):
            request.status = 200
        elif listed and table.chair(seat).kind == "open":
            if not await is_open(request, table):
                raise Unknown("invite-unknown")
            await refuse_back(request, name, seat, person)
    taken = await services.tables.change(name, partial(sit_down, seat=seat, person=person, asked=asked, listed=listed))
    services.doorbells.greet(name, (seat,))
    return taken


@answers(view)
async def answer_view(request: Request) -> bytes:
    services, asked = request.services, request.parameters
    async with services.tables.held(asked.id) as table:
        if asked.after is not None and asked.after > table.version:
            await services.tables.read_newer(table)
        mine, seat = may_see(table, request.who, asked.seat)
        services.doorbells.greet(asked.id, mine)
        if asked.after is None or table.version > asked.after or not asked.wait:
            return await _view(request, table, seat, mine)
    loop = asyncio.get_running_loop()
    until = loop.time() + asked.wait
    with services.doorbells.listening(asked.id, mine) as listener:
        while True:
            async with services.tables.held(asked.id) as table:
                mine, seat = may_see(table, request.who, asked.seat)
                if table.version > asked.after or loop.time() >= until:
                    return await _view(request, table, seat, mine)
            with suppress(TimeoutError):
                async with asyncio.timeout_at(until):
                    await listener.event.wait()
                listener.event.clear()


async def _view(request: Request, table: LockedTable, seat: int | None, mine: tuple[int, ...]) -> bytes:
    """Return a View as JSON, which is cached until something that it depends on changes."""
    services, base = request.services, request.base_url
    if table.players:
        services.driver.wake(table)
    away = services.doorbells.away(table)
    key = table.version, away, mine, base
    cached = table.views.get(seat)
    if not cached or cached[0] != key:
        await request.take(READS, table.length / SHOWN_MOVES)
        cached = table.views[seat] = key, await services.tables.on(table, _encoded, request, table, seat, mine, away)
        services.tables.memory.weigh(table)
    tag = f'"{table.version}-{seat or 0}-{crc32(repr(key).encode()):08x}"'
    request.response_headers |= {"etag": tag, "cache-control": "private, no-cache", "vary": "cookie, authorization"}
    if is_current(request.header(b"if-none-match"), tag):
        request.status = 304
        return b""
    return cached[1]


def _encoded(
    request: Request,
    table: LockedTable,
    seat: int | None,
    mine: tuple[int, ...],
    away: dict[int, float],
) -> bytes:
    return ENCODE(view_of(table, seat, mine, away, partial(request.invites, table)))
