"""The door: hosts, origins, sizes and headers, before anything else looks at a request."""

from __future__ import annotations

from collections.abc import Callable
from ipaddress import ip_address
from urllib.parse import urlsplit

from keypeg.errors import Busy, Forbidden, KeypegError, Malformed
from keypeg.server.addresses import lan_addresses
from keypeg.server.http.asgi import Application, Message, Receive, Scope, Send
from keypeg.server.http.error_responses import body_of, headers_of, language_of
from keypeg.server.services import Services
from keypeg.server.settings import Settings
from keypeg.wire.errors import status_of

SAFE = ("GET", "HEAD", "OPTIONS")
MOST_BODY = 256 * 1024
"""Bytes of a request: the longest record fits."""
MOST_HEADERS = 32 * 1024

CSP = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data: blob:",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "media-src 'self' data:",
        "form-action 'none'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
HEADERS = [
    (b"content-security-policy", CSP.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"x-frame-options", b"DENY"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=(), payment=(), usb=()"),
]
HSTS = (b"strict-transport-security", b"max-age=31536000")


class Guard:
    """Wraps the whole application."""

    def __init__(self, app: Application, settings: Settings, services: Callable[[], Services]) -> None:
        hosts, public_url = settings.hosts, settings.public_url
        self._app = app
        self._desk = services
        self._hosts = {"localhost", "127.0.0.1", "[::1]", settings.host.lower(), *hosts}
        if settings.lan:
            self._hosts.update(lan_addresses())
        self._origin = None
        if public_url:
            parts = urlsplit(public_url)
            self._origin = f"{parts.scheme}://{parts.netloc}".lower()
            self._hosts.add(_without_port(parts.netloc.lower()))
        self._any_address = settings.lan

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        headers = _headers(scope)
        try:
            self._check(scope, headers)
        except KeypegError as error:
            await refuse(scope, send, error, headers.get(b"accept-language", b"").decode("latin-1"))
            return
        if scope["type"] == "websocket":
            await self._app(scope, receive, send)
            return
        secure = scope["scheme"] == "https"

        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                self._desk().metrics.answered(message["status"])
                message["headers"] = [*message["headers"], *HEADERS, *([HSTS] if secure else [])]
            await send(message)

        if scope["method"] in SAFE or b"content-length" in headers:
            await self._app(scope, receive, sending)
            return
        read = 0

        async def receiving() -> Message:
            nonlocal read
            message = await receive()
            if message["type"] == "http.request":
                read += len(message["body"])
                if read > MOST_BODY:
                    raise Malformed("too-large", most=MOST_BODY)
            return message

        await self._app(scope, receiving, sending)

    def _check(self, scope: Scope, headers: dict[bytes, bytes]) -> None:
        host = headers.get(b"host", b"").decode("latin-1").lower()
        if not self._is_ours(_without_port(host)):
            raise Forbidden("host-foreign")
        if scope["type"] == "websocket" or scope["method"] not in SAFE:
            self._check_origin(scope, headers, host)
        if sum(len(name) + len(value) for name, value in scope["headers"]) > MOST_HEADERS:
            raise Malformed("too-large", most=MOST_HEADERS)
        length = headers.get(b"content-length")
        if length is not None and (not length.isdigit() or int(length) > MOST_BODY):
            raise Malformed("too-large", most=MOST_BODY)

    def _is_ours(self, host: str) -> bool:
        if host in self._hosts:
            return True
        if not self._any_address:
            return False
        try:
            # On a home network people come by address; a name that somebody else chose could be rebound to it.
            return ip_address(host.strip("[]")).is_private
        except ValueError:
            return host.endswith(".local")

    def _check_origin(self, scope: Scope, headers: dict[bytes, bytes], host: str) -> None:
        """Refuse what a page of another site makes a browser send."""
        origin = headers.get(b"origin")
        if origin is not None:
            said = origin.decode("latin-1").lower()
            schemes = {"ws": "http", "wss": "https"}
            scheme = schemes.get(scope["scheme"], scope["scheme"])
            if said not in (f"{scheme}://{host}", self._origin):
                raise Forbidden("origin-foreign")
        elif headers.get(b"sec-fetch-site", b"none") not in (b"same-origin", b"none"):
            raise Forbidden("origin-foreign")


async def refuse(scope: Scope, send: Send, error: KeypegError, wished: str) -> None:
    """Answer with an error, before a connection is accepted."""
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": 4429 if isinstance(error, Busy) else 4403, "reason": error.slug})
        return
    body = body_of(error, language_of(wished))
    extra = [(name.encode(), value.encode()) for name, value in headers_of(error).items()]
    kind = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status_of(error), "headers": [*kind, *extra, *HEADERS]})
    await send({"type": "http.response.body", "body": body, "more_body": False})


def _headers(scope: Scope) -> dict[bytes, bytes]:
    return dict(scope["headers"])


def _without_port(host: str) -> str:
    if host.startswith("["):
        return host.partition("]")[0] + "]"
    return host.partition(":")[0]
