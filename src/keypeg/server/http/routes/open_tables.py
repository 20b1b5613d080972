"""Tables that are open to everyone on this server."""

from __future__ import annotations

from functools import partial

from keypeg.api import open_tables as open_tables_api
from keypeg.api.moves import Done
from keypeg.api.open_tables import OpenTables
from keypeg.server.http.request import Request, answers
from keypeg.server.tables.invites import FROM_LIST


@answers(open_tables_api.open_tables)
async def open_tables(request: Request) -> OpenTables:
    services, base = request.services, request.base_url
    invite = partial(services.invites.invite, base=base, kind=FROM_LIST)
    return await services.open_tables.all(await request.guest_id(), lambda table, seat: invite(table, seat).link)


@answers(open_tables_api.list_table)
async def list_table(request: Request) -> Done:
    return await request.services.open_tables.open(request.parameters.id, await request.guest_id())


@answers(open_tables_api.unlist_table)
async def unlist_table(request: Request) -> Done:
    return await request.services.open_tables.close(request.parameters.id, await request.guest_id())
