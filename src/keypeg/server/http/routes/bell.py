"""The doorbell: a WebSocket that sends the version of a table and who is there. It carries nothing secret."""

from __future__ import annotations

import asyncio
from contextlib import suppress

import msgspec

from keypeg.api.endpoint import endpoint
from keypeg.api.fields import TableId
from keypeg.api.limits import READS
from keypeg.api.view import Bell, may_see
from keypeg.errors import KeypegError
from keypeg.server.http.request import Receive, Request, Send
from keypeg.server.store.database import AWAY
from keypeg.server.tables.doorbell import Listener

BEAT = 25.0
"""Seconds after which the bell rings anyway, so that both sides know that the connection is alive."""
BEATS, RESTS = "beat", "rest"
"""What a client may send: `beat` asks for the bell and promises another beat within seconds, `rest` ends that."""
UNKNOWN = 4404


@endpoint("WEBSOCKET", "/tables/{id}/bell", "Hear the bell", "tables", READS)
def bell(id: TableId) -> Bell:
    """Send the version of a table at once, and whenever it changes."""
    raise NotImplementedError


async def ring(request: Request, receive: Receive, send: Send) -> None:
    """Send the version at once, whenever it changes, in answer to a beat, and every 25 seconds."""
    services, table = request.services, request.parameters.id
    await receive()
    try:
        await request.take(READS)
        who = await request.guest_id()
        async with services.tables.held(table) as live:
            mine, _ = may_see(live, who, None)
            version = live.version
    except KeypegError as error:
        await send({"type": "websocket.accept"})
        await send({"type": "websocket.close", "code": UNKNOWN, "reason": error.slug})
        return
    await send({"type": "websocket.accept"})
    with services.doorbells.listening(table, mine) as listener:
        room = services.doorbells.room(table)
        room.version = max(room.version, version)
        token = request.token[0] if who else ""
        ringing = asyncio.create_task(_ring(request, send, listener, token))
        try:
            while (said := await receive())["type"] != "websocket.disconnect":
                await request.take(READS)
                if said.get("text") == BEATS:
                    listener.beat()
                    listener.event.set()
                elif said.get("text") == RESTS:
                    listener.rest()
        except KeypegError as error:
            await send({"type": "websocket.close", "code": UNKNOWN, "reason": error.slug})
        finally:
            ringing.cancel()
            await asyncio.gather(ringing, return_exceptions=True)


async def _ring(request: Request, send: Send, listener: Listener, token: str) -> None:
    doorbells, table, event = request.services.doorbells, request.parameters.id, listener.event
    while True:
        event.clear()
        try:
            token = await _look_again(request, listener, token)
        except KeypegError as error:
            await send({"type": "websocket.close", "code": UNKNOWN, "reason": error.slug})
            return
        rung = Bell(table, doorbells.room(table).version, sorted(doorbells.here(table)))
        await send({"type": "websocket.send", "text": msgspec.json.encode(rung).decode()})
        # Not wait_for: in Python 3.11 it swallows a cancellation that comes together with a ring.
        with suppress(TimeoutError):
            async with asyncio.timeout(BEAT):
                await event.wait()


async def _look_again(request: Request, listener: Listener, token: str) -> str:
    """Count a listener at the seats that they hold now; raise an error if they may not listen any more.

    Since they connected, they may have taken a seat, been refused, signed this device out, or deleted their data.
    Return their token, or "" once it belongs to nobody: then the database need not be asked again at every ring.
    """
    tables = request.services.tables
    table = tables.memory.peek(request.parameters.id)
    if table is None:
        return token  # it has not been used here since
    with suppress(*AWAY):
        guest = await request.services.identities.find(token) if token else None
        token = token if guest else ""
        if table.version < table.newest:
            async with tables.held(table.id) as table:
                pass
        mine, _ = may_see(table, guest.id if guest else None, None)
        listener.sit(mine)
    return token
