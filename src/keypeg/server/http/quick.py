"""The short way for moves. The framework costs more than a move does, so this one request goes past it."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic

import msgspec

from keypeg import wire
from keypeg.errors import Busy, KeypegError, Malformed
from keypeg.server.http.asgi import Application, Receive, Scope, Send
from keypeg.server.http.error_responses import WRONG, body_of, headers_of, language_of
from keypeg.server.http.request import guest_by
from keypeg.server.services import Services
from keypeg.server.tables.move import make_move
from keypeg.wire.errors import status_of

START, END = "/api/v1/tables/", "/moves"
LENGTH = len(START) + 22 + len(END)
READ = msgspec.json.Decoder(wire.NewMove).decode
WRITE = msgspec.json.Encoder().encode
KIND, FRESH = (b"content-type", b"application/json"), (b"cache-control", b"no-store")


class Quick:
    """Answers moves itself, and hands everything else on."""

    def __init__(self, app: Application, services: Callable[[], Services]) -> None:
        self._app = app
        self._desk = services

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] != "POST" or len(scope["path"]) != LENGTH:
            await self._app(scope, receive, send)
            return
        path: str = scope["path"]
        if not (path.startswith(START) and path.endswith(END)):
            await self._app(scope, receive, send)
            return
        headers = dict(scope["headers"])
        extra: list[tuple[bytes, bytes]] = [KIND, FRESH]
        services, began = self._desk(), monotonic()
        try:
            done = await _move(services, path[len(START) : -len(END)], scope, headers, receive)
            status, body = 200, WRITE(done)
        except WRONG as wrong:
            error = wrong if isinstance(wrong, KeypegError) else Busy("database-away", seconds=2)
            language = language_of(headers.get(b"accept-language", b"").decode("latin-1"))
            status, body = status_of(error), body_of(error, language)
            extra.append((b"content-language", language.encode()))
            extra += [(name.encode(), value.encode()) for name, value in headers_of(error).items()]
        extra.append((b"content-length", str(len(body)).encode()))
        await send({"type": "http.response.start", "status": status, "headers": extra})
        await send({"type": "http.response.body", "body": body, "more_body": False})
        services.metrics.seconds.observe(monotonic() - began)


async def _move(services: Services, id: str, scope: Scope, headers: dict[bytes, bytes], receive: Receive) -> wire.Done:
    message = await receive()
    body = message.get("body", b"")
    while message.get("more_body"):
        message = await receive()
        body += message.get("body", b"")
    try:
        asked = READ(body)
    except msgspec.MsgspecError as error:
        raise (Malformed("request-unreadable", problem=str(error)) if body else Malformed("request-empty")) from None
    guest = await guest_by(
        services,
        headers.get(b"authorization", b"").decode("latin-1"),
        headers.get(b"cookie", b"").decode("latin-1"),
        secure=scope["scheme"] == "https",
    )
    return await make_move(services, id, asked, guest)
