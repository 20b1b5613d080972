"""Tables: make one, take a seat, get its View, play."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import replace
from time import monotonic
from zlib import crc32

import msgspec

from keypeg import service
from keypeg.api import moves as moves_api
from keypeg.api import records as records_api
from keypeg.api import seats as seats_api
from keypeg.api import tables as tables_api
from keypeg.api import view as view_api
from keypeg.api.limits import READS, TABLES
from keypeg.api.moves import Done
from keypeg.api.seats import Taken
from keypeg.api.tables import Made
from keypeg.errors import Unknown
from keypeg.server.compute.work import Work
from keypeg.server.http.request import Request, answers
from keypeg.server.tables.invites import FROM_LIST, table_link
from keypeg.server.tables.memory import LockedTable
from keypeg.service import Person
from keypeg.table import Table

ENCODE = msgspec.json.Encoder().encode
RECORD_BYTES = 8_000
"""Bytes of a record that cost as much as another table."""
VIEWED_MOVES = 100
"""Moves that are shown in a millisecond."""


@answers(tables_api.make_table)
async def make(request: Request) -> Made:
    guest = await request.guest_or_new()
    plan = service.new_table(request.asked, Person(guest.id, guest.name))
    plan = replace(plan, agreed=replace(plan.agreed, language=request.words.language))
    return _made(request, await request.services.tables.open(plan), guest.id, may_invite=True)


@answers(tables_api.rematch)
async def rematch(request: Request) -> Made:
    tables, wished = request.services.tables, request.asked
    who, opened = await request.guest_id(), ""
    async with tables.held(request.parameters.id) as table:
        plan = service.rematch(table, who, wished)
        if plan is not None:
            opened = (await tables.open(plan)).id
            await tables.change_held(
                table, lambda old: service.offer_rematch(old, who, wished, opened, tables.time.now())
            )
    async with tables.held(request.parameters.id) as table:
        offered = table.rematch
    assert offered is not None, "it was offered just now, or before"
    if opened and opened != offered.table:
        await tables.remove([opened])  # another process opened one first
    async with tables.held(offered.table) as again:
        return _made(request, again, who, may_invite=again.may_invite(again.seats_of(who)))


@answers(records_api.import_record)
async def import_record(request: Request) -> Made:
    services = request.services
    guest = await request.guest_or_new()
    record = request.asked.record
    await request.take(TABLES, len(record) / RECORD_BYTES)
    kind = Work.HINT if len(record) < RECORD_BYTES else Work.LONG_HINT
    plan = await services.pool.run(kind, guest.id, service.read_table, record, guest.id)
    return _made(request, await services.tables.open(plan), guest.id, may_invite=True)


def _made(request: Request, table: Table, who: str | None, *, may_invite: bool) -> Made:
    """Return what a guest needs to know about a new table."""
    base = request.base_url
    invite = request.services.invites.invite
    request.services.doorbells.greet(table.id, table.seats_of(who))
    invites = [invite(table.id, chair.seat, base) for chair in table.chairs if chair.kind == "open" and may_invite]
    return Made(table.id, table.version, list(table.seats_of(who)), invites, table_link(base, table.id))


@answers(seats_api.take_seat)
async def take_seat(request: Request) -> Taken:
    services, asked = request.services, request.asked
    guest = await request.guest_or_new()
    person = Person(guest.id, guest.name)
    async with services.tables.held(request.parameters.id) as table:
        seat, kind = services.invites.seat(table, asked.invite)
        listed = kind == FROM_LIST
        if seat in table.seats_of(guest.id):
            request.status = 200
        elif listed and table.chair(seat).kind == "open" and not await services.open_tables.has(table):
            raise Unknown("invite-unknown")
        taken = await services.tables.change_held(
            table, lambda now: service.take_seat(now, seat, person, asked, services.time.now(), listed=listed)
        )
        services.doorbells.greet(table.id, (seat,))
        return taken


@answers(view_api.view)
async def view(request: Request) -> bytes:
    services, asked = request.services, request.parameters
    who = await request.guest_id()
    async with services.tables.held(asked.id) as table:
        mine, seat = service.may_see(table, who, asked.seat)
        services.doorbells.greet(asked.id, mine)
        if asked.after is None or table.version > asked.after or not asked.wait:
            return await _view(request, table, seat, mine)
    loop = asyncio.get_running_loop()
    until = loop.time() + asked.wait
    with services.doorbells.listening(asked.id, mine) as listener:
        while True:
            async with services.tables.held(asked.id) as table:
                mine, seat = service.may_see(table, who, asked.seat)
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
        await request.take(READS, table.length / VIEWED_MOVES)
        cached = table.views[seat] = key, await services.tables.on(table, _encoded, request, table, seat, mine, away)
        services.tables.memory.weigh(table)
    tag = f'"{table.version}-{seat or 0}-{crc32(repr(key).encode()):08x}"'
    request.response_headers |= {"etag": tag, "cache-control": "private, no-cache", "vary": "cookie, authorization"}
    if request.header(b"if-none-match") == tag:
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
    base, invite = request.base_url, request.services.invites.invite
    return ENCODE(service.view(table, seat, mine, away, lambda open_seat: invite(table.id, open_seat, base)))


@answers(moves_api.move)
async def move(request: Request) -> Done:
    services, asked = request.services, request.asked
    began = monotonic()
    try:
        who = await request.guest_id()
        return await services.tables.change(
            request.parameters.id, lambda table: service.move(table, who, asked, services.time.now()), asked.version
        )
    finally:
        services.metrics.moved(monotonic() - began)


@answers(moves_api.undo)
async def undo(request: Request) -> Done:
    services, asked = request.services, request.asked
    who = await request.guest_id()
    return await services.tables.change(
        request.parameters.id, lambda table: service.undo(table, who, asked, services.time.now()), asked.version
    )


@answers(moves_api.claim)
async def claim(request: Request) -> Done:
    services, asked = request.services, request.asked
    who = await request.guest_id()
    away = services.doorbells.away
    return await services.tables.change(
        request.parameters.id,
        lambda table: service.claim(table, who, asked, away(table), services.time.now()),
        asked.version,
    )


@answers(moves_api.call_window)
async def call_window(request: Request) -> Done:
    services, asked = request.services, request.asked
    who = await request.guest_id()
    return await services.tables.change(
        request.parameters.id, lambda table: service.call_window(table, who, asked, services.time.now()), asked.version
    )


@answers(moves_api.say)
async def say(request: Request) -> Done:
    services, asked = request.services, request.asked
    who = await request.guest_id()
    return await services.tables.change(
        request.parameters.id, lambda table: service.say(table, who, asked, services.time.now())
    )
