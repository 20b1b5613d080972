"""Identities: who one is here, a token for a bot, and the way to another device."""

from __future__ import annotations

from typing import Annotated

from litestar import Response, Router, delete, get, patch, post
from litestar.params import JSONBody, QueryParameter

from keypeg.errors import Unknown
from keypeg.server import wire
from keypeg.server.asking import Asking, address, answer, base_url, desk_of, guest_of, identity_cookie, somebody
from keypeg.server.limits import GUESTS, LINKS, TOOLS
from keypeg.server.routes.tables import clean


@get("/me", summary="Who you are here")
async def me(request: Asking) -> Response[wire.Identity]:
    guest = await guest_of(request)
    return answer(wire.Identity(guest is not None, guest.name if guest else ""), [])


@patch("/me", summary="Change your name")
async def rename(data: JSONBody[wire.Named], request: Asking) -> Response[wire.Identity]:
    guest, cookies = await somebody(request)
    await desk_of(request).identities.rename(guest, clean(data.name))
    return answer(wire.Identity(True, guest.name), cookies)


@post("/tokens", status_code=201, summary="A bearer token, for a bot")
async def token(data: JSONBody[wire.Named], request: Asking) -> Response[wire.Token]:
    desk = desk_of(request)
    desk.limits.take(GUESTS, address(request))
    _, made = await desk.identities.new(clean(data.name), kind="bearer")
    return answer(wire.Token(made), [], 201)


@post("/me/links", status_code=201, summary="A one-time link that takes your identity to another device")
async def link(request: Asking) -> Response[wire.MoveLink]:
    desk = desk_of(request)
    guest, cookies = await somebody(request)
    desk.limits.take(LINKS, guest.id)
    made = await desk.identities.another(guest, "link")
    return answer(wire.MoveLink(made, f"{base_url(request)}/me#{made}"), cookies, 201)


@post("/me/adopt", status_code=200, summary="Become who made this one-time link")
async def adopt(data: JSONBody[wire.Adopt], request: Asking) -> Response[wire.Identity]:
    desk = desk_of(request)
    desk.limits.take(LINKS, address(request))
    guest, made = await desk.identities.adopt(data.code)
    return answer(wire.Identity(True, guest.name), [identity_cookie(request, made)])


@get("/me/tables", summary="Your tables, the newest first")
async def own_tables(
    request: Asking,
    over: Annotated[bool | None, QueryParameter(description="Only those that are over, or only running ones.")] = None,
    before: Annotated[float | None, QueryParameter(description="Only those made before this time.")] = None,
) -> Response[wire.OwnTables]:
    desk = desk_of(request)
    guest = await guest_of(request)
    if guest is None:
        return answer(wire.OwnTables([], None), [])
    desk.limits.take(TOOLS, guest.id)
    return answer(await desk.belongings.tables(guest, over=over, before=before), [])


@get("/me/stats", summary="How you have played, box by box")
async def own_stats(request: Asking) -> Response[wire.Stats]:
    desk = desk_of(request)
    guest = await guest_of(request)
    if guest is None:
        return answer(wire.Stats([], 0), [])
    desk.limits.take(TOOLS, guest.id)
    return answer(await desk.statistics.told(guest), [])


@get("/me/data", summary="Everything that is stored about you")
async def own_data(request: Asking) -> Response[wire.OwnData]:
    desk = desk_of(request)
    guest = await guest_of(request)
    if guest is None:
        raise Unknown("guest-unknown")
    desk.limits.take(TOOLS, guest.id)
    return answer(await desk.belongings.data(guest, desk.puzzles), [])


@delete("/me", status_code=200, summary="Forget you: your name, your devices, and the tables that only you sat at")
async def forget(request: Asking) -> Response[wire.Deleted]:
    desk = desk_of(request)
    guest = await guest_of(request)
    if guest is None:
        raise Unknown("guest-unknown")
    tables = await desk.belongings.forget(guest)
    gone = identity_cookie(request, "")
    gone.max_age = 0
    return answer(wire.Deleted(tables), [gone])


ROUTER = Router(
    "/", route_handlers=[me, rename, token, link, adopt, own_tables, own_stats, own_data, forget], tags=["identity"]
)
