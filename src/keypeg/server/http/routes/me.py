"""A guest's identity, tokens for bots, devices, and own tables, statistics and data."""

from __future__ import annotations

from typing import Any

from keypeg import wire
from keypeg.errors import Unknown
from keypeg.server.guests.identities import Guest, token_id
from keypeg.server.http.request import Request, Route
from keypeg.server.rate_limits import ADOPTIONS, GUESTS, LINKS, MOVES, READS, TOOLS
from keypeg.service import given_name
from keypeg.wire import api, parameters

SUMMED_BOARDS = 25
"""Boards that are added up in a millisecond."""


async def me(request: Request[None, None]) -> wire.Identity:
    guest = await request.guest()
    return wire.Identity(guest is not None, guest.name if guest else "")


async def rename(request: Request[None, wire.Named]) -> wire.Identity:
    guest = await request.guest_or_new()
    await request.services.identities.rename(guest, given_name(request.body.name))
    return wire.Identity(True, guest.name)


async def token(request: Request[None, wire.Named]) -> wire.Token:
    request.services.limits.take_alone(GUESTS, request.address)
    _, made = await request.services.identities.new(given_name(request.body.name), kind="bearer")
    return wire.Token(made)


async def link(request: Request[None, None]) -> wire.MoveLink:
    guest = await request.guest_or_new()
    made = await request.services.identities.another(guest, "link")
    return wire.MoveLink(made, f"{request.base_url}/me#{made}")


async def adopt(request: Request[None, wire.Adopt]) -> wire.Identity:
    request.services.limits.take_alone(ADOPTIONS, request.address)
    guest, made = await request.services.identities.adopt(request.body.code)
    request.set_identity(made)
    return wire.Identity(True, guest.name)


async def devices(request: Request[None, None]) -> list[wire.Device]:
    guest = await request.guest()
    return await _devices(request, guest) if guest else []


async def revoke(request: Request[parameters.WhichDevice, None]) -> list[wire.Device]:
    guest, device = await _known(request), request.parameters.device
    await request.services.identities.revoke(guest, device)
    if device == token_id(request.token[0]):
        request.set_identity("")
    return await _devices(request, guest)


async def _devices(request: Request[Any, None], guest: Guest) -> list[wire.Device]:
    this = token_id(request.token[0])
    return [
        wire.Device(each.id, each.kind, each.created, each.seen, each.expires, each.id == this)
        for each in await request.services.identities.tokens(guest)
    ]


async def own_tables(request: Request[parameters.OwnTablesPage, None]) -> wire.OwnTables:
    guest, asked = await request.guest(), request.parameters
    if guest is None:
        return wire.OwnTables([], None)
    return await request.services.guest_data.tables(guest, over=asked.over, before=asked.before)


async def stats(request: Request[None, None]) -> wire.Stats:
    guest = await request.guest()
    if guest is None:
        return wire.Stats([], [], None, 0)
    found = await request.services.statistics.of_guest(guest)
    request.services.limits.owe(READS, sum(game.rounds for game in found.games) / SUMMED_BOARDS)
    return found


async def dismiss(request: Request[parameters.AtTable, None]) -> wire.Done:
    return await request.services.guest_data.dismiss(await _known(request), request.parameters.id)


async def people(request: Request[None, None]) -> list[wire.Companion]:
    guest = await request.guest()
    return await request.services.guest_data.people(guest) if guest else []


async def own_data(request: Request[None, None]) -> wire.OwnData:
    services, guest = request.services, await _known(request)
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
    Route(api.ME, me, READS),
    Route(api.RENAME, rename, MOVES),
    Route(api.TOKEN, token, MOVES),
    Route(api.LINK, link, LINKS),
    Route(api.ADOPT, adopt, MOVES),
    Route(api.DEVICES, devices, TOOLS),
    Route(api.REVOKE, revoke, MOVES),
    Route(api.OWN_TABLES, own_tables, TOOLS),
    Route(api.DISMISS, dismiss, MOVES),
    Route(api.PEOPLE, people, TOOLS),
    Route(api.STATS, stats, TOOLS),
    Route(api.OWN_DATA, own_data, TOOLS),
    Route(api.FORGET_ME, forget, LINKS),
)
