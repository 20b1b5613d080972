"""Tables that are open to everyone on this server, and the refusal of people by their hosts."""

from __future__ import annotations

from functools import partial

from keypeg import service, wire
from keypeg.server.http.request import Request, Route
from keypeg.server.rate_limits import MOVES, TABLES, TOOLS
from keypeg.server.tables.invites import FROM_LIST
from keypeg.wire import api, parameters


async def open_tables(request: Request[None, None]) -> wire.OpenTables:
    services, base = request.services, request.base_url
    invite = partial(services.invites.invite, base=base, kind=FROM_LIST)
    return await services.open_tables.all(await request.guest_id(), lambda table, seat: invite(table, seat).link)


async def list_table(request: Request[parameters.AtTable, None]) -> wire.Done:
    return await request.services.open_tables.open(request.parameters.id, await request.guest_id())


async def unlist_table(request: Request[parameters.AtTable, None]) -> wire.Done:
    return await request.services.open_tables.close(request.parameters.id, await request.guest_id())


async def refuse(request: Request[parameters.AtTable, wire.NewRefusal]) -> wire.Done:
    services, asked = request.services, request.body
    who, table = await request.guest_id(), request.parameters.id
    done = await services.tables.change(
        table, lambda table: service.refuse(table, who, asked, services.time.now()), asked.version
    )
    services.open_tables.refused(table, asked.seat)
    return done


ROUTES = (
    Route(api.OPEN_TABLES, open_tables, TOOLS),
    Route(api.LIST_TABLE, list_table, TABLES),
    Route(api.UNLIST_TABLE, unlist_table, MOVES),
    Route(api.REFUSE, refuse, MOVES),
)
