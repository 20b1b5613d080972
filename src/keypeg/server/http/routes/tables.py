"""Tables: make one, take a seat, see it, play."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from time import monotonic
from typing import Any
from unicodedata import normalize

from msgspec import UNSET

from keypeg import wire
from keypeg.core import Absent, Rules
from keypeg.errors import Forbidden, Illegal, Malformed
from keypeg.notation import move_text, read_move
from keypeg.notation import rules as read_rules
from keypeg.players import player_text, read_player
from keypeg.server.guests.identities import Guest
from keypeg.server.http.request import Request, Route
from keypeg.server.rate_limits import MOVES, READS, SAYS, TABLES
from keypeg.server.tables.invites import table_link
from keypeg.server.tables.phrases import PHRASES
from keypeg.server.tables.registry import answered, seat_for
from keypeg.server.tables.table_state import Act, Agreed, Chair, TableState
from keypeg.wire import api

PILED = re.compile(r"([\u0300-\u036f]{2})[\u0300-\u036f]+")
"""More than two marks on one letter; no language needs them."""


async def make(request: Request[None, wire.NewTable]) -> wire.Made:
    services, asked = request.services, request.body
    guest = await request.guest_or_new()
    services.limits.take(TABLES, guest.id)
    rules = read_rules(asked.rules)
    chairs = chairs_of(rules, asked.seats, guest, guest.name if asked.name is UNSET else asked.name)
    agreed = Agreed(coach=asked.coach, clock=asked.clock, grace=asked.grace, watch=asked.watch)
    live = await services.tables.make(rules, agreed, chairs)
    return made(request, live, guest.id)


def made(request: Request[Any, Any], live: TableState, who: str | None) -> wire.Made:
    """Return what a guest needs to know of a table that was made."""
    base, seats = request.base_url, list(live.seats_of(who))
    invites = request.services.invites.open_seats(live, base)
    return wire.Made(live.id, live.version, seats, invites, table_link(base, live.id))


def chairs_of(rules: Rules, sitters: Sequence[wire.Sitter], guest: Guest, name: str) -> list[Chair]:
    """Return who sits where at first. Seats that are not named: the maker, then open ones."""
    if len(sitters) > rules.seats:
        raise Illegal("seats-wrong", seats=rules.seats, given=len(sitters))
    given = list(sitters)
    if not any(isinstance(sitter, wire.Me) for sitter in given) and len(given) < rules.seats:
        given.append(wire.Me())
    given += [wire.Open()] * (rules.seats - len(given))
    chairs = []
    for seat, sitter in enumerate(given, start=1):
        match sitter:
            case wire.Me(own):
                chairs.append(Chair(seat, "person", None, guest.id, clean(name if own is UNSET else own)))
            case wire.Open():
                chairs.append(Chair(seat, "open", None, None, ""))
            case wire.Computer(player):
                chairs.append(Chair(seat, "computer", player_text(read_player(player)), None, ""))
    return chairs


def clean(name: str) -> str:
    """Return a name on one line, without invisible characters and without marks piled over other lines."""
    seen = "".join(each if each.isprintable() else " " for each in normalize("NFC", name))
    return " ".join(PILED.sub(r"\1", seen).split())


async def take_seat(request: Request[api.AtTable, wire.TakeSeat]) -> wire.Taken:
    services, table, asked = request.services, request.parameters.id, request.body
    guest = await request.guest_or_new()
    services.limits.take(TABLES, guest.id)
    async with services.tables.held(table) as live:
        seat = services.invites.seat(live, asked.invite)
        if live.chair(seat).guest == guest.id:
            request.status = 200
            return wire.Taken(table, seat, live.version)
        name = clean(guest.name if asked.name is UNSET else asked.name)
        version = await services.tables.seat(live, Chair(seat, "person", None, guest.id, name))
    return wire.Taken(table, seat, version)


async def view(request: Request[api.AfterVersion, None]) -> bytes:
    services, asked = request.services, request.parameters
    who = await request.guest_id()
    services.limits.take(READS, who or request.address)
    async with services.tables.held(asked.id) as live:
        mine, shown = may_see(live, who, asked.seat)
        services.doorbells.greet(asked.id, mine)
        if asked.after is None or live.version > asked.after or not asked.wait:
            return _shown(request, live, shown, mine)
    loop = asyncio.get_running_loop()
    until = loop.time() + asked.wait
    with services.doorbells.listening(asked.id, mine) as ear:
        while True:
            async with services.tables.held(asked.id) as live:
                mine, shown = may_see(live, who, asked.seat)
                if live.version > asked.after or loop.time() >= until:
                    return _shown(request, live, shown, mine)
            try:
                await asyncio.wait_for(ear.wait(), until - loop.time())
            except TimeoutError:
                continue
            ear.clear()


def may_see(live: TableState, who: str | None, asked: int | None) -> tuple[tuple[int, ...], int | None]:
    """Return the seats of this guest, and the one whose View they get; a watcher has none."""
    mine = live.seats_of(who)
    if not mine and not live.agreed.watch:
        raise Forbidden("watch-not")
    if asked is None:
        return mine, mine[0] if mine else None
    if asked not in mine:
        raise Forbidden("seat-not-held", seat=asked)
    return mine, asked


def _shown(
    request: Request[api.AfterVersion, None], live: TableState, seat: int | None, mine: tuple[int, ...]
) -> bytes:
    services = request.services
    services.computers.wake(live)
    body, tag = services.view_cache.sent(live, seat, mine, request.base_url)
    request.response_headers |= {"etag": tag, "cache-control": "private, no-cache", "vary": "cookie, authorization"}
    if request.header(b"if-none-match") == tag:
        request.status = 304
        return b""
    return body


async def move(request: Request[api.AtTable, wire.NewMove]) -> wire.Done:
    services, table, asked = request.services, request.parameters.id, request.body
    began = monotonic()
    try:
        who = await request.guest_id()
        services.limits.take(MOVES, who or "?")
        async with services.tables.held(table) as live:
            seat = seat_for(live, who, asked.seat)
            read = read_move(live.rules, asked.move)
            act = Act("move", seat, move_text(live.rules, read), asked.key, read)
            return wire.Done(table, await services.tables.do(live, act, asked.version))
    finally:
        services.metrics.seconds.observe(monotonic() - began)


async def undo(request: Request[api.AtTable, wire.NewUndo]) -> wire.Done:
    services, table, asked = request.services, request.parameters.id, request.body
    who = await request.guest_id()
    services.limits.take(MOVES, who or "?")
    async with services.tables.held(table) as live:
        seat = seat_for(live, who, asked.seat)
        if live.agreed.daily is not None:
            raise Illegal("undo-not-allowed", seat=seat)
        return wire.Done(table, await services.tables.do(live, Act("undo", seat, "", asked.key), asked.version))


async def claim(request: Request[api.AtTable, wire.NewClaim]) -> wire.Done:
    services, table, asked = request.services, request.parameters.id, request.body
    who = await request.guest_id()
    async with services.tables.held(table) as live:
        seat = seat_for(live, who, asked.seat)
        if asked.absent > live.rules.seats or asked.absent in live.seats_of(who):
            raise Illegal("claim-not", seat=asked.absent)
        act = Act("move", 0, move_text(live.rules, Absent(asked.absent)), f"{seat}:{asked.key}")
        if answered(live, act) is None and not services.view_cache.may_claim(live, asked.absent):
            raise Illegal("time-not-up", seat=asked.absent)
        return wire.Done(table, await services.tables.do(live, act, asked.version))


async def say(request: Request[api.AtTable, wire.NewSay]) -> wire.Done:
    services, table, asked = request.services, request.parameters.id, request.body
    who = await request.guest_id()
    if asked.phrase not in PHRASES:
        raise Malformed("phrase-unknown", phrase=asked.phrase, known=", ".join(PHRASES))
    services.limits.take(SAYS, who or "?")
    async with services.tables.held(table) as live:
        seat = seat_for(live, who, asked.seat)
        return wire.Done(table, await services.tables.do(live, Act("say", seat, asked.phrase, asked.key)))


ROUTES = (
    Route(api.MAKE_TABLE, make),
    Route(api.TAKE_SEAT, take_seat),
    Route(api.VIEW, view),
    Route(api.MOVE, move),
    Route(api.UNDO, undo),
    Route(api.CLAIM, claim),
    Route(api.SAY, say),
)
