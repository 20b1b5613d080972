"""A guest's identity, tokens for bots, devices, and own tables, statistics and data."""

from __future__ import annotations

from keypeg.api import identity as identity_api
from keypeg.api import own_data as own_data_api
from keypeg.api import own_tables as own_tables_api
from keypeg.api import stats as stats_api
from keypeg.api.identity import Device, Identity, MoveLink, Token
from keypeg.api.limits import ADOPTIONS, GUESTS, READS
from keypeg.api.moves import Done
from keypeg.api.own_data import Deleted, OwnData
from keypeg.api.own_tables import Companion, OwnTables
from keypeg.api.seats import given_name
from keypeg.api.stats import Stats
from keypeg.errors import Unknown
from keypeg.server.guests.identities import Guest, token_id
from keypeg.server.http.request import Request, answers

SUMMED_BOARDS = 25
"""Boards that are added up in a millisecond."""


@answers(identity_api.me)
async def me(request: Request) -> Identity:
    guest = await request.guest()
    return Identity(guest is not None, guest.name if guest else "")


@answers(identity_api.rename)
async def rename(request: Request) -> Identity:
    guest = await request.guest_or_new()
    await request.services.identities.rename(guest, given_name(request.asked.name))
    return Identity(True, guest.name)


@answers(identity_api.token)
async def token(request: Request) -> Token:
    request.services.limits.take_alone(GUESTS, request.client_address)
    _, made = await request.services.identities.new(given_name(request.asked.name), kind="bearer")
    return Token(made)


@answers(identity_api.link)
async def link(request: Request) -> MoveLink:
    guest = await request.guest_or_new()
    made = await request.services.identities.another(guest, "link")
    return MoveLink(made, f"{request.base_url}/me#{made}")


@answers(identity_api.adopt)
async def adopt(request: Request) -> Identity:
    request.services.limits.take_alone(ADOPTIONS, request.client_address)
    guest, made = await request.services.identities.adopt(request.asked.code)
    request.set_identity(made)
    return Identity(True, guest.name)


@answers(identity_api.devices)
async def devices(request: Request) -> list[Device]:
    guest = await request.guest()
    return await _devices(request, guest) if guest else []


@answers(identity_api.revoke_device)
async def revoke(request: Request) -> list[Device]:
    guest, device = await _known(request), request.parameters.device
    await request.services.identities.revoke(guest, device)
    if device == token_id(request.token[0]):
        request.set_identity("")
    return await _devices(request, guest)


async def _devices(request: Request, guest: Guest) -> list[Device]:
    this = token_id(request.token[0])
    return [
        Device(each.id, each.kind, each.created, each.seen, each.expires, each.id == this)
        for each in await request.services.identities.tokens(guest)
    ]


@answers(own_tables_api.own_tables)
async def own_tables(request: Request) -> OwnTables:
    guest, asked = await request.guest(), request.parameters
    if guest is None:
        return OwnTables([], None)
    return await request.services.guest_data.tables(guest, over=asked.over, before=asked.before)


@answers(stats_api.stats)
async def stats(request: Request) -> Stats:
    guest = await request.guest()
    if guest is None:
        return Stats([], [], None, 0)
    found = await request.services.statistics.of_guest(guest)
    request.services.limits.owe(READS, sum(game.rounds for game in found.games) / SUMMED_BOARDS)
    return found


@answers(own_tables_api.dismiss)
async def dismiss(request: Request) -> Done:
    return await request.services.guest_data.dismiss(await _known(request), request.parameters.id)


@answers(own_tables_api.people)
async def people(request: Request) -> list[Companion]:
    guest = await request.guest()
    return await request.services.guest_data.people(guest) if guest else []


@answers(own_data_api.own_data)
async def own_data(request: Request) -> OwnData:
    services, guest = request.services, await _known(request)
    return await services.guest_data.data(guest, services.daily_puzzles)


@answers(own_data_api.forget_me)
async def forget(request: Request) -> Deleted:
    tables = await request.services.guest_data.forget(await _known(request))
    request.set_identity("")
    return Deleted(tables)


async def _known(request: Request) -> Guest:
    guest = await request.guest()
    if guest is None:
        raise Unknown("guest-unknown")
    return guest
