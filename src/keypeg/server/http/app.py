"""The ASGI application: match a request to its endpoint, decode it, call the handler, send the response."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Collection
from contextlib import suppress
from functools import partial
from time import monotonic
from typing import Any
from urllib.parse import parse_qsl, unquote_to_bytes

from keypeg.api.dispatch import Dispatcher, encoded
from keypeg.api.features import API, PREFIX
from keypeg.api.limits import READS
from keypeg.api.moves import move
from keypeg.errors import Busy, KeypegError, Malformed, Unknown
from keypeg.server.http.connections import OpenRequests
from keypeg.server.http.guard import HSTS, MOST_BODY, SAFE, SECURITY_HEADERS, Guard, most_body
from keypeg.server.http.previews import preview_of, with_head
from keypeg.server.http.proxies import FORWARDED, Proxies
from keypeg.server.http.request import HANDLERS, Headers, Message, Receive, Request, Scope, Send, headers_of
from keypeg.server.http.responses import (
    Respond,
    Response,
    error_response,
    header_line,
    method_response,
)
from keypeg.server.http.routes import bell, daily, docs, me, ops, shares, tables, tools  # noqa: F401 - they declare handlers
from keypeg.server.http.static_files import StaticFiles
from keypeg.server.logs import LOG
from keypeg.server.offline import FOLDER
from keypeg.server.services import Services, close_services, open_services
from keypeg.server.settings import Settings
from keypeg.server.store.database import AWAY
from keypeg.server.store.failures import code_of, reason_of
from keypeg.server.store.writer import Failed

OFFLINE = f"{FOLDER}/"
OFFERED = (*API.values(), *docs.ENDPOINTS)
"""All endpoints of the server: those of the API, and its description."""
REFUSED, AWAY_CODE = 4403, 1013
"""Codes for closing a WebSocket: not allowed, and try again later."""
ENDPOINT = "keypeg.endpoint"
"""The key in a scope for the path of its endpoint, without ids, which are secrets."""
FILE_COST, FILE_BYTES = 0.25, 500_000
"""The cost of a file of the page, and the bytes of it that cost one token more."""
TOKEN_BYTES = 8 * 1024
"""Bytes of a request, head or body, that cost one token."""
REFUSED_COST = 1.0
"""The cost of a request that is refused, on top of what it has paid."""
TOO_MANY, REST_SECONDS = "too-many", 1.0
"""The error of a client that has reached a limit, and how long it waits for that: no longer than it says."""
MOST_UNFINISHED = 64 * 2**20
"""Most bytes of bodies that are being received; beyond that, only short ones are."""
NO_CONTENT = (204, 304)
"""Statuses of responses that have no body, and so no length."""
MOST_FIELDS = 50
"""Most fields in a query string."""


class HungUp(Exception):
    """The client disconnected before a message could be sent."""


def make_app(settings: Settings, *, rest: float = REST_SECONDS) -> App:
    """Return the whole server as one ASGI application. Who has reached a limit waits `rest` seconds to hear of it."""
    return App(settings, rest)


class App:
    """Serves the API and the files of the page. `services` exist between startup and shutdown."""

    services: Services

    def __init__(self, settings: Settings, rest: float) -> None:
        self._settings = settings
        self._rest = rest
        self._guard = Guard(settings)
        self._requests = OpenRequests(settings)
        self._proxies = Proxies(settings)
        self._dispatcher = Dispatcher(OFFERED, HANDLERS)
        self._sockets = Dispatcher([bell.bell])
        self._files = StaticFiles()
        self._unfinished = 0
        """Bytes of bodies that are being received."""
        self._reading: set[asyncio.Task[Any]] = set()
        """The requests that change nothing, and may be broken off when the server stops."""
        self._stopping = False

    def stop(self) -> None:
        """Answer 503 to everyone who waits for a change or a review: clients ask again."""
        self._stopping = True
        for task in self._reading:
            task.cancel()

    def __call__(self, scope: Scope, receive: Receive, send: Send) -> Awaitable[None]:
        """Serve what any ASGI server asks for."""
        if scope["type"] == "http":
            return self.http(scope, receive, partial(_respond, send))
        if scope["type"] == "websocket":
            return self.websocket(scope, receive, send)
        return self._lifespan(receive, send)

    async def http(self, scope: Scope, receive: Receive, respond: Respond) -> None:
        """Answer a request."""
        headers = headers_of(scope)
        if not FORWARDED.isdisjoint(headers):
            self._proxies.apply(scope)
        try:
            self._guard.check(scope, headers, self._charge_head(scope))
            address = self._requests.enter(scope)
            try:
                response = await self._answer(scope, headers, receive)
            finally:
                self._requests.leave(address)
        except KeypegError as error:
            if error.slug == TOO_MANY:
                await asyncio.sleep(self._rest)  # reading requests only to refuse them would cost as much
            else:
                self.services.limits.owe(READS, REFUSED_COST)
            response = error_response(error, _language(headers))
            # The error and its frames may refer to each other: only the garbage collector would free the request.
            error.__traceback__ = None
        except asyncio.CancelledError:
            if not self._stopping:
                raise
            response = error_response(Busy("server-busy", seconds=2), _language(headers))
        except AWAY as error:
            self._note(error)
            response = error_response(Busy("database-away", seconds=2), _language(headers))
        except Exception as error:  # noqa: BLE001 - our own bug: the client gets an answer, the log the details
            LOG.error("a request met a bug", exc_info=error, **_asked(scope))
            response = error_response(Busy("server-failed", seconds=10), _language(headers))
        if response.status >= 500 and not self._stopping:
            LOG.error("a request failed", status=response.status, **_asked(scope))
        self.services.metrics.answered(response.status)
        body = b"" if scope["method"] == "HEAD" else response.body
        await respond(response.status, _head(response, secure=scope["scheme"] == "https"), body)

    def _charge_head(self, scope: Scope) -> int:
        """Let the client pay for the bytes of a head, and return their number. Raise Busy if it cannot."""
        size = len(scope["path"]) + len(scope["query_string"])
        size += sum([len(name) + len(value) for name, value in scope["headers"]])
        client = scope.get("client")
        self.services.limits.take(READS, None, str(client[0]) if client else "?", size / TOKEN_BYTES)
        return size

    async def _answer(self, scope: Scope, headers: Headers, receive: Receive) -> Response:
        """Respond; a request that changes nothing can be broken off by `stop`."""
        task = asyncio.current_task() if scope["method"] in SAFE else None
        if task is None:
            return await self._respond(scope, headers, receive)
        if self._stopping:
            raise Busy("server-busy", seconds=2)
        self._reading.add(task)
        try:
            return await self._respond(scope, headers, receive)
        finally:
            self._reading.discard(task)

    async def _respond(self, scope: Scope, headers: Headers, receive: Receive) -> Response:
        path = _path(scope)
        method = "GET" if scope["method"] == "HEAD" else scope["method"]
        if not f"{path}/".startswith("/api/"):
            if method != "GET":
                return method_response(method, ["GET"], _language(headers))
            return await self._page(path, scope, headers)
        endpoints, values = self._dispatcher.find(path.removeprefix(PREFIX))
        if not endpoints:
            raise Unknown("page-unknown")
        endpoint = endpoints.get(method)
        if endpoint is None:
            return method_response(method, endpoints, _language(headers))
        if scope["query_string"]:
            values = _query(scope["query_string"]) | values
        terms = endpoint.terms
        scope[ENDPOINT] = terms.path
        request = Request(self.services, scope, headers)
        if terms.by_guest:
            await request.take(terms.limit, terms.cost)
        else:
            request.take_of_address(terms.limit, terms.cost)
        request.parameters = endpoint.read_parameters(values)
        request.asked = endpoint.read_body(await self._read(receive, most_body(path)) if endpoint.takes_body else b"")
        request.status = terms.status
        request.response_headers["content-type"] = terms.media_type
        if terms.filename:
            request.response_headers["content-disposition"] = f'attachment; filename="{terms.filename}"'
        began = monotonic()
        try:
            answer = await self._dispatcher.answer(endpoint, request)
        finally:
            if endpoint is move:
                self.services.metrics.moved(monotonic() - began)
        return Response(request.status, request.response_headers, encoded(answer, terms.media_type), request.cookies)

    async def _read(self, receive: Receive, most: int) -> bytes:
        """Read a body. Refuse one that is too large, even if it does not declare its length, or when many are read."""
        parts: list[bytes] = []
        size = 0
        try:
            while True:
                message = await receive()
                part = message.get("body", b"")
                size += len(part)
                self._unfinished += len(part)
                if size > most:
                    raise Malformed("too-large", most=most)
                if size > MOST_BODY and self._unfinished > MOST_UNFINISHED:
                    raise Busy("server-busy", seconds=5)
                parts.append(part)
                if not message.get("more_body"):
                    return b"".join(parts)
        finally:
            self._unfinished -= size
            self.services.limits.owe(READS, size / TOKEN_BYTES)

    async def _page(self, path: str, scope: Scope, headers: Headers) -> Response:
        """Return a file of the page; for a screen, with a link preview for messengers in its head."""
        request = Request(self.services, scope, headers)
        offline = path.lstrip("/").startswith(OFFLINE)
        if offline or not self._files.is_screen(path):
            request.take_of_address(READS, FILE_COST)
            # Those for play offline are made on the first request, which takes a moment.
            respond = self._files.respond
            response = await asyncio.to_thread(respond, path, headers) if offline else respond(path, headers)
            self.services.limits.owe(READS, len(response.body) / FILE_BYTES)
            return response
        request.take_of_address(READS)
        preview = await preview_of(request, path)
        return self._files.respond(path, headers, lambda page: with_head(page, preview, request.base_url + path))

    async def websocket(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Ring the bell for a WebSocket."""
        with suppress(HungUp):
            await self._bell(scope, receive, partial(_tell, send))

    async def _bell(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = headers_of(scope)
        if not FORWARDED.isdisjoint(headers):
            self._proxies.apply(scope)
        try:
            self._guard.check(scope, headers, self._charge_head(scope))
            handlers, values = self._sockets.find(_path(scope).removeprefix(PREFIX))
            if not handlers:
                raise Unknown("page-unknown")
            request = Request(self.services, scope, headers)
            request.parameters = bell.bell.read_parameters(values)
            address = self._requests.enter(scope)
        except KeypegError as error:
            if error.slug != TOO_MANY:
                self.services.limits.owe(READS, REFUSED_COST)
            await send({"type": "websocket.close", "code": REFUSED, "reason": error.slug})
            return
        scope[ENDPOINT] = bell.bell.terms.path
        try:
            await bell.ring(request, receive, send)
        except AWAY as error:
            self._note(error)
            LOG.error("a request failed", status=AWAY_CODE, **_asked(scope))
            await send({"type": "websocket.close", "code": AWAY_CODE, "reason": "database-away"})
        finally:
            self._requests.leave(address)

    def _note(self, error: Exception) -> None:
        """Record that the database was away, unless the writer failed: it has recorded the reason itself."""
        if not isinstance(error, Failed):
            self.services.writer.health.failed(error)

    async def start(self) -> None:
        """Open the database and all services. Log why that fails."""
        try:
            self.services = await open_services(self._settings)
        except AWAY as error:
            LOG.critical("the server cannot start", reason=reason_of(error), error=code_of(error))
            raise
        except Exception as error:
            LOG.critical("the server cannot start", exc_info=error)
            raise

    async def close(self) -> None:
        """Close all services, and write what they still have to write."""
        await close_services(self.services)

    async def _lifespan(self, receive: Receive, send: Send) -> None:
        await receive()
        try:
            await self.start()
        except Exception as error:
            await send({"type": "lifespan.startup.failed", "message": type(error).__name__})
            raise
        await send({"type": "lifespan.startup.complete"})
        await receive()
        await self.close()
        await send({"type": "lifespan.shutdown.complete"})


def _head(response: Response, *, secure: bool) -> bytes:
    """Return all headers of a response as they are sent."""
    lines = [header_line(name, value) for name, value in response.headers.items()]
    lines += [f"set-cookie: {cookie}\r\n".encode("latin-1") for cookie in response.cookies]
    if response.status not in NO_CONTENT:
        lines.append(b"content-length: %d\r\n" % len(response.body))
    lines.append(ALL_SECURITY if SECURITY_HEADERS.keys().isdisjoint(response.headers) else _security(response.headers))
    if secure:
        lines.append(HSTS)
    return b"".join(lines)


def _security(own: Collection[str]) -> bytes:
    """Return the security headers, except those that a response sets itself."""
    return b"".join(header_line(name, value) for name, value in SECURITY_HEADERS.items() if name not in own)


ALL_SECURITY = _security(())


async def _respond(send: Send, status: int, head: bytes, body: bytes) -> None:
    """Send a response through any ASGI server."""
    lines = (line.partition(b": ") for line in head.split(b"\r\n")[:-1])
    headers = [(name, value) for name, _, value in lines]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


async def _tell(send: Send, message: Message) -> None:
    """Send a message to a WebSocket. If the client has gone, ASGI servers raise OSError, as a failing database does."""
    try:
        await send(message)
    except OSError:
        raise HungUp from None


def _path(scope: Scope) -> str:
    """Return the path. Refuse a path of the API that is not UTF-8, and any path with a null character.

    A link to a screen may have been cut off in the middle of a character: the page says so.
    """
    path: str = scope["path"]
    if "\x00" in path:
        raise Unknown("page-unknown")
    if "\ufffd" in path and f"{path}/".startswith("/api/"):
        try:
            unquote_to_bytes(scope["raw_path"]).decode()
        except UnicodeDecodeError as error:
            raise Malformed("request-unreadable", problem=str(error)) from None
    return path


def _query(text: bytes) -> dict[str, str]:
    try:
        read = parse_qsl(text.decode("latin-1"), keep_blank_values=True, errors="strict", max_num_fields=MOST_FIELDS)
        return dict(read)
    except ValueError as error:
        raise Malformed("request-unreadable", problem=str(error)) from None


def _asked(scope: Scope) -> dict[str, str]:
    """Return what may be logged about a request."""
    return {"method": scope.get("method", "WEBSOCKET"), "path": scope.get(ENDPOINT, "-")}


def _language(headers: Headers) -> str:
    return headers.get(b"accept-language", b"").decode("latin-1")
