"""Tables: make one, take a seat, see it, play."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from typing import Annotated
from unicodedata import normalize

from litestar import Response, Router, get, post
from litestar.params import JSONBody, PathParameter, QueryParameter
from msgspec import UNSET

from keypeg import wire
from keypeg.core import Absent, Rules
from keypeg.errors import Forbidden, Illegal, Malformed
from keypeg.notation import move_text
from keypeg.notation import rules as read_rules
from keypeg.players import player_text, read_player
from keypeg.server.guests.identities import Guest
from keypeg.server.http.request import Asking, address, answer, base_url, guest_of, services_of, somebody
from keypeg.server.rate_limits import MOVES, READS, SAYS, TABLES
from keypeg.server.tables.invites import table_link
from keypeg.server.tables.move import make_move
from keypeg.server.tables.phrases import PHRASES
from keypeg.server.tables.registry import answered, seat_for
from keypeg.server.tables.table_state import Act, Agreed, Chair, TableState

Version = Annotated[int | None, QueryParameter(ge=0, le=2**31, description="Answer when there is a later version.")]
Wait = Annotated[float, QueryParameter(ge=0, le=55, description="Seconds to wait for one.")]
Seat = Annotated[int | None, QueryParameter(ge=1, le=9, description="Which of your seats, where you hold several.")]
PILED = re.compile(r"([\u0300-\u036f]{2})[\u0300-\u036f]+")
"""More than two marks on one letter; no language needs them."""
Id = Annotated[str, PathParameter(pattern="^[A-Za-z0-9_-]{22}$")]


@post("/tables", status_code=201, summary="Make a table")
async def make(data: JSONBody[wire.NewTable], request: Asking) -> Response[wire.Made]:
    services = services_of(request)
    guest, cookies = await somebody(request)
    services.limits.take(TABLES, guest.id)
    rules = read_rules(data.rules)
    chairs = chairs_of(rules, data.seats, guest, guest.name if data.name is UNSET else data.name)
    agreed = Agreed(coach=data.coach, clock=data.clock, grace=data.grace, watch=data.watch)
    live = await services.tables.make(rules, agreed, chairs)
    base = base_url(request)
    made = wire.Made(
        live.id,
        live.version,
        list(live.seats_of(guest.id)),
        services.invites.open_seats(live, base),
        table_link(base, live.id),
    )
    return answer(made, cookies, 201)


def chairs_of(rules: Rules, sitters: Sequence[wire.Sitter], guest: Guest, name: str) -> list[Chair]:
    """Who sits where at first. Seats that are not named: the maker, then open ones."""
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
    """A name on one line, without characters that are not seen, or that pile up over other lines."""
    seen = "".join(each if each.isprintable() else " " for each in normalize("NFC", name))
    return " ".join(PILED.sub(r"\1", seen).split())


@post("/tables/{id:str}/seats", status_code=201, summary="Take a seat")
async def take_seat(id: Id, data: JSONBody[wire.TakeSeat], request: Asking) -> Response[wire.Taken]:
    services = services_of(request)
    guest, cookies = await somebody(request)
    services.limits.take(TABLES, guest.id)
    async with services.tables.held(id) as live:
        seat = services.invites.seat(live, data.invite)
        chair = live.chair(seat)
        if chair.guest == guest.id:
            return answer(wire.Taken(id, seat, live.version), cookies)
        name = clean(guest.name if data.name is UNSET else data.name)
        version = await services.tables.seat(live, Chair(seat, "person", None, guest.id, name))
    return answer(wire.Taken(id, seat, version), cookies, 201)


@get("/tables/{id:str}/view", summary="See a table as you may, at once or when it changes")
async def view(
    id: Id, request: Asking, after: Version = None, wait: Wait = 0.0, seat: Seat = None
) -> Response[wire.View]:
    services = services_of(request)
    guest = await guest_of(request)
    services.limits.take(READS, guest.id if guest else address(request))
    async with services.tables.held(id) as live:
        mine, shown = may_see(live, guest, seat)
        services.doorbells.greet(id, mine)
        if after is None or live.version > after or not wait:
            return _shown(request, live, shown, mine)
    loop = asyncio.get_running_loop()
    until = loop.time() + wait
    with services.doorbells.listening(id, mine) as ear:
        while True:
            async with services.tables.held(id) as live:
                mine, shown = may_see(live, guest, seat)
                if live.version > after or loop.time() >= until:
                    return _shown(request, live, shown, mine)
            try:
                await asyncio.wait_for(ear.wait(), until - loop.time())
            except TimeoutError:
                continue
            ear.clear()


def may_see(live: TableState, guest: Guest | None, asked: int | None) -> tuple[tuple[int, ...], int | None]:
    """The seats of this guest, and the one whose View they get; a watcher has none."""
    mine = live.seats_of(guest.id if guest else None)
    if not mine and not live.agreed.watch:
        raise Forbidden("watch-not")
    if asked is None:
        return mine, mine[0] if mine else None
    if asked not in mine:
        raise Forbidden("seat-not-held", seat=asked)
    return mine, asked


def _shown(request: Asking, live: TableState, seat: int | None, mine: tuple[int, ...]) -> Response[wire.View]:
    services = services_of(request)
    services.computers.wake(live)
    body, tag = services.view_cache.sent(live, seat, mine, base_url(request))
    headers = {"etag": tag, "cache-control": "private, no-cache", "vary": "cookie, authorization"}
    if request.headers.get("if-none-match") == tag:
        return Response(content=None, status_code=304, headers=headers)  # type: ignore[arg-type]
    return Response(content=body, media_type="application/json", headers=headers)  # type: ignore[arg-type]


@post("/tables/{id:str}/moves", status_code=200, summary="Make a move")
async def move(id: Id, data: JSONBody[wire.NewMove], request: Asking) -> Response[wire.Done]:
    return answer(await make_move(services_of(request), id, data, await guest_of(request)), [])


@post("/tables/{id:str}/undo", status_code=200, summary="Take your last move back")
async def undo(id: Id, data: JSONBody[wire.NewUndo], request: Asking) -> Response[wire.Done]:
    services = services_of(request)
    guest = await guest_of(request)
    services.limits.take(MOVES, guest.id if guest else "?")
    async with services.tables.held(id) as live:
        seat = seat_for(live, guest.id if guest else None, data.seat)
        if live.agreed.daily is not None:
            raise Illegal("undo-not-allowed", seat=seat)
        version = await services.tables.do(live, Act("undo", seat, "", data.key), data.version)
    return answer(wire.Done(id, version), [])


@post("/tables/{id:str}/claims", status_code=200, summary="Claim the round from somebody who stays away")
async def claim(id: Id, data: JSONBody[wire.NewClaim], request: Asking) -> Response[wire.Done]:
    services = services_of(request)
    guest = await guest_of(request)
    async with services.tables.held(id) as live:
        seat = seat_for(live, guest.id if guest else None, data.seat)
        if data.absent > live.rules.seats or data.absent in live.seats_of(guest.id if guest else None):
            raise Illegal("claim-not", seat=data.absent)
        act = Act("move", 0, move_text(live.rules, Absent(data.absent)), f"{seat}:{data.key}")
        if answered(live, act) is None and not services.view_cache.may_claim(live, data.absent):
            raise Illegal("time-not-up", seat=data.absent)
        version = await services.tables.do(live, act, data.version)
    return answer(wire.Done(id, version), [])


@post("/tables/{id:str}/says", status_code=200, summary="Say a phrase")
async def say(id: Id, data: JSONBody[wire.NewSay], request: Asking) -> Response[wire.Done]:
    services = services_of(request)
    guest = await guest_of(request)
    if data.phrase not in PHRASES:
        raise Malformed("phrase-unknown", phrase=data.phrase, known=", ".join(PHRASES))
    services.limits.take(SAYS, guest.id if guest else "?")
    async with services.tables.held(id) as live:
        seat = seat_for(live, guest.id if guest else None, data.seat)
        version = await services.tables.do(live, Act("say", seat, data.phrase, data.key))
    return answer(wire.Done(id, version), [])


ROUTER = Router("/", route_handlers=[make, take_seat, view, move, undo, claim, say], tags=["tables"])
