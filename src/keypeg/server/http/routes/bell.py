"""The doorbell: a WebSocket that says which version a table has, and who is there. Nothing secret is on it."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect

from keypeg import wire
from keypeg.errors import KeypegError
from keypeg.server.http.request import address, guest_of, services_of
from keypeg.server.http.routes.tables import Id, may_see
from keypeg.server.rate_limits import READS

BEAT = 25.0
"""Seconds after which the bell is rung anyway, so that both sides know that the line is alive."""
REFUSED = 4404


@websocket("/tables/{id:str}/bell")
async def bell(id: Id, socket: WebSocket[Any, Any, Any]) -> None:
    """Say the version at once, whenever it changes, and every 25 seconds."""
    services = services_of(socket)
    try:
        services.limits.take(READS, address(socket))
        guest = await guest_of(socket)
        async with services.tables.held(id) as live:
            mine, _ = may_see(live, guest, None)
            version = live.version
    except KeypegError as error:
        await socket.accept()
        await socket.close(code=REFUSED, reason=error.slug)
        return
    await socket.accept()
    with services.doorbells.listening(id, mine) as ear:
        room = services.doorbells.room(id)
        room.version = max(room.version, version)
        ringing = asyncio.create_task(_ring(socket, id, ear))
        try:
            while True:
                await socket.receive_data("text")
        except WebSocketDisconnect:
            pass
        finally:
            ringing.cancel()
            await asyncio.gather(ringing, return_exceptions=True)


async def _ring(socket: WebSocket[Any, Any, Any], id: str, ear: asyncio.Event) -> None:
    bells = services_of(socket).doorbells
    while True:
        ear.clear()
        said = wire.Bell(id, bells.room(id).version, sorted(bells.here(id)))
        await socket.send_data(msgspec.json.encode(said).decode(), "text")
        try:
            await asyncio.wait_for(ear.wait(), BEAT)
        except TimeoutError:
            continue
