"""Identities: who a guest is, tokens for bots, and the way to another device."""

from __future__ import annotations

from typing import Any

from keypeg import wire
from keypeg.errors import Unknown
from keypeg.server.guests.identities import Guest, token_id
from keypeg.server.http.request import Request, Route
from keypeg.server.rate_limits import GUESTS, LINKS, TOOLS
from keypeg.service import given_name
from keypeg.wire import api


async def me(request: Request[None, None]) -> wire.Identity:
    guest = await request.guest()
    return wire.Identity(guest is not None, guest.name if guest else "")


async def rename(request: Request[None, wire.Named]) -> wire.Identity:
    guest = await request.guest_or_new()
    await request.services.identities.rename(guest, given_name(request.body.name))
    return wire.Identity(True, guest.name)


async def token(request: Request[None, wire.Named]) -> wire.Token:
    request.services.limits.take(GUESTS, request.address)
    _, made = await request.services.identities.new(given_name(request.body.name), kind="bearer")
    return wire.Token(made)


async def link(request: Request[None, None]) -> wire.MoveLink:
    guest = await request.guest_or_new()
    request.services.limits.take(LINKS, guest.id)
    made = await request.services.identities.another(guest, "link")
    return wire.MoveLink(made, f"{request.base_url}/me#{made}")


async def adopt(request: Request[None, wire.Adopt]) -> wire.Identity:
    request.services.limits.take(LINKS, request.address)
    guest, made = await request.services.identities.adopt(request.body.code)
    request.set_identity(made)
    return wire.Identity(True, guest.name)


async def devices(request: Request[None, None]) -> list[wire.Device]:
    guest = await request.guest()
    return await _devices(request, guest) if guest else []


async def revoke(request: Request[api.WhichDevice, None]) -> list[wire.Device]:
    guest, device = await _known(request), request.parameters.device
    await request.services.identities.revoke(guest, device)
    if device == token_id(request.token[0]):
        request.set_identity("")
    return await _devices(request, guest)


async def _devices(request: Request[Any, None], guest: Guest) -> list[wire.Device]:
    request.services.limits.take(TOOLS, guest.id)
    this = token_id(request.token[0])
    return [
        wire.Device(each.id, each.kind, each.created, each.seen, each.expires, each.id == this)
        for each in await request.services.identities.tokens(guest)
    ]


async def own_tables(request: Request[api.OwnTablesPage, None]) -> wire.OwnTables:
    guest, asked = await request.guest(), request.parameters
    if guest is None:
        return wire.OwnTables([], None)
    request.services.limits.take(TOOLS, guest.id)
    return await request.services.guest_data.tables(guest, over=asked.over, before=asked.before)


async def stats(request: Request[None, None]) -> wire.Stats:
    guest = await request.guest()
    if guest is None:
        return wire.Stats([], 0)
    request.services.limits.take(TOOLS, guest.id)
    return await request.services.statistics.of_guest(guest)


async def own_data(request: Request[None, None]) -> wire.OwnData:
    services, guest = request.services, await _known(request)
    services.limits.take(TOOLS, guest.id)
    return await services.guest_data.data(guest, services.daily_puzzles)


async def forget(request: Request[None, None]) -> wire.Deleted:
    tables = await request.services.guest_data.forget(await _known(request))
    request.set_identity("")
    return wire.Deleted(tables)


async def _known(request: Request[Any, None]) -> Guest:
    guest = await request.guest()
    if guest is None:
        raise Unknown("guest-unknown")
    return guest


ROUTES = (
    Route(api.ME, me),
    Route(api.RENAME, rename),
    Route(api.TOKEN, token),
    Route(api.LINK, link),
    Route(api.ADOPT, adopt),
    Route(api.DEVICES, devices),
    Route(api.REVOKE, revoke),
    Route(api.OWN_TABLES, own_tables),
    Route(api.STATS, stats),
    Route(api.OWN_DATA, own_data),
    Route(api.FORGET_ME, forget),
)
