"""Identities: who one is here, a token for a bot, and the way to another device."""

from __future__ import annotations

from typing import Annotated

from litestar import Response, Router, delete, get, patch, post
from litestar.params import JSONBody, QueryParameter

from keypeg import wire
from keypeg.errors import Unknown
from keypeg.server.http.request import (
    Asking,
    address,
    answer,
    base_url,
    guest_of,
    identity_cookie,
    services_of,
    somebody,
)
from keypeg.server.http.routes.tables import clean
from keypeg.server.rate_limits import GUESTS, LINKS, TOOLS


@get("/me", summary="Who you are here")
async def me(request: Asking) -> Response[wire.Identity]:
    guest = await guest_of(request)
    return answer(wire.Identity(guest is not None, guest.name if guest else ""), [])


@patch("/me", summary="Change your name")
async def rename(data: JSONBody[wire.Named], request: Asking) -> Response[wire.Identity]:
    guest, cookies = await somebody(request)
    await services_of(request).identities.rename(guest, clean(data.name))
    return answer(wire.Identity(True, guest.name), cookies)


@post("/tokens", status_code=201, summary="A bearer token, for a bot")
async def token(data: JSONBody[wire.Named], request: Asking) -> Response[wire.Token]:
    services = services_of(request)
    services.limits.take(GUESTS, address(request))
    _, made = await services.identities.new(clean(data.name), kind="bearer")
    return answer(wire.Token(made), [], 201)


@post("/me/links", status_code=201, summary="A one-time link that takes your identity to another device")
async def link(request: Asking) -> Response[wire.MoveLink]:
    services = services_of(request)
    guest, cookies = await somebody(request)
    services.limits.take(LINKS, guest.id)
    made = await services.identities.another(guest, "link")
    return answer(wire.MoveLink(made, f"{base_url(request)}/me#{made}"), cookies, 201)


@post("/me/adopt", status_code=200, summary="Become who made this one-time link")
async def adopt(data: JSONBody[wire.Adopt], request: Asking) -> Response[wire.Identity]:
    services = services_of(request)
    services.limits.take(LINKS, address(request))
    guest, made = await services.identities.adopt(data.code)
    return answer(wire.Identity(True, guest.name), [identity_cookie(request, made)])


@get("/me/tables", summary="Your tables, the newest first")
async def own_tables(
    request: Asking,
    over: Annotated[bool | None, QueryParameter(description="Only those that are over, or only running ones.")] = None,
    before: Annotated[float | None, QueryParameter(description="Only those made before this time.")] = None,
) -> Response[wire.OwnTables]:
    services = services_of(request)
    guest = await guest_of(request)
    if guest is None:
        return answer(wire.OwnTables([], None), [])
    services.limits.take(TOOLS, guest.id)
    return answer(await services.guest_data.tables(guest, over=over, before=before), [])


@get("/me/stats", summary="How you have played, box by box")
async def own_stats(request: Asking) -> Response[wire.Stats]:
    services = services_of(request)
    guest = await guest_of(request)
    if guest is None:
        return answer(wire.Stats([], 0), [])
    services.limits.take(TOOLS, guest.id)
    return answer(await services.statistics.told(guest), [])


@get("/me/data", summary="Everything that is stored about you")
async def own_data(request: Asking) -> Response[wire.OwnData]:
    services = services_of(request)
    guest = await guest_of(request)
    if guest is None:
        raise Unknown("guest-unknown")
    services.limits.take(TOOLS, guest.id)
    return answer(await services.guest_data.data(guest, services.daily_puzzles), [])


@delete("/me", status_code=200, summary="Forget you: your name, your devices, and the tables that only you sat at")
async def forget(request: Asking) -> Response[wire.Deleted]:
    services = services_of(request)
    guest = await guest_of(request)
    if guest is None:
        raise Unknown("guest-unknown")
    tables = await services.guest_data.forget(guest)
    gone = identity_cookie(request, "")
    gone.max_age = 0
    return answer(wire.Deleted(tables), [gone])


ROUTER = Router(
    "/", route_handlers=[me, rename, token, link, adopt, own_tables, own_stats, own_data, forget], tags=["identity"]
)
