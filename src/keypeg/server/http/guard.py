"""Refuse requests with a foreign host or origin, or that are too large; define the security headers."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from ipaddress import ip_address
from urllib.parse import urlsplit

from keypeg.api.features import PREFIX
from keypeg.api.records import import_record
from keypeg.errors import Forbidden, Malformed
from keypeg.server.addresses import lan_addresses
from keypeg.server.http.request import Headers, Scope
from keypeg.server.settings import Settings

SAFE = ("GET", "HEAD", "OPTIONS")
MOST_BODY, MOST_RECORD = 16 * 1024, 256 * 1024
"""Most bytes in the body of a request, and in one with a record: the longest fits."""
RECORDS = f"{PREFIX}{import_record.terms.path}"
MOST_SHOWN = 40
"""Most characters of a header that an error repeats."""
MOST_DIGITS = 20
"""Most digits in its declared length: Python refuses to parse a number with thousands of them."""
MOST_HEADERS, MOST_COOKIES = 32 * 1024, 4 * 1024

CSP = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self' 'wasm-unsafe-eval'",  # Python in the browser, for play without a server
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
SECURITY_HEADERS = {
    "content-security-policy": CSP,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "x-frame-options": "DENY",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
}
"""Headers of every response that does not set its own."""
HOST = re.compile(r"(\[[0-9a-f:.]{2,45}\]|[a-z0-9._-]{0,253})(?::([0-9]{0,5}))?")
MOST_PORT = 65_535
HSTS = b"strict-transport-security: max-age=31536000\r\n"


class Guard:
    """Decides which requests are handled."""

    def __init__(self, settings: Settings) -> None:
        hosts, public_url = settings.hosts, settings.public_url
        host = settings.host.lower()
        self._hosts = {"localhost", "127.0.0.1", "[::1]", f"[{host}]" if ":" in host else host, *hosts}
        if settings.lan:
            self._hosts.update(lan_addresses())
        self._origin = None
        if public_url:
            parts = urlsplit(public_url)
            self._origin = f"{parts.scheme}://{parts.netloc}".lower()
            self._hosts.add(_host_name(parts.netloc.lower()) or "")
        self._any_address = settings.lan

    def check(self, scope: Scope, headers: Headers, size: int) -> None:
        """Refuse a request for another host, from a page of another site, or too large; its head has `size` bytes."""
        if headers.get(b"upgrade") and _asks_for_upgrade(scope["headers"]) and has_body(scope["headers"]):
            wish = headers[b"upgrade"].decode("latin-1")[:MOST_SHOWN]
            raise Malformed("upgrade-with-body", header=f"Upgrade: {wish}")
        host = headers.get(b"host", b"").decode("latin-1").lower()
        name = _host_name(host)
        if name is None or (len(headers) < len(scope["headers"]) and _hosts(scope) > 1):
            raise Malformed("request-unreadable", problem="Host")
        if not self._is_ours(name):
            raise Forbidden("host-foreign")
        if scope["type"] == "websocket" or scope["method"] not in SAFE:
            self._check_origin(scope, headers, host)
        if size > MOST_HEADERS:
            raise Malformed("too-large", most=MOST_HEADERS)
        if len(headers.get(b"cookie", b"")) > MOST_COOKIES:
            raise Malformed("cookies-too-large", most=MOST_COOKIES)
        length, most = headers.get(b"content-length", b"").strip(), most_body(scope["path"])
        if length and (len(length) > MOST_DIGITS or not length.isdigit() or int(length) > most):
            raise Malformed("too-large", most=most)

    def _is_ours(self, host: str) -> bool:
        if host in self._hosts:
            return True
        if not self._any_address:
            return False
        try:
            # On a home network people connect by IP address; a name that someone else chose could be rebound to it.
            return ip_address(host.strip("[]")).is_private
        except ValueError:
            return host.endswith(".local")

    def _check_origin(self, scope: Scope, headers: Headers, host: str) -> None:
        """Refuse requests that a page of another site makes a browser send."""
        origin = headers.get(b"origin")
        if origin is not None:
            said = origin.decode("latin-1").lower()
            schemes = {"ws": "http", "wss": "https"}
            scheme = schemes.get(scope["scheme"], scope["scheme"])
            if said not in (f"{scheme}://{host}", self._origin):
                raise Forbidden("origin-foreign")
        elif headers.get(b"sec-fetch-site", b"none") not in (b"same-origin", b"none"):
            raise Forbidden("origin-foreign")


def most_body(path: str) -> int:
    """Return the most bytes in the body of a request to this path."""
    return MOST_RECORD if path.startswith(RECORDS) and path.rstrip("/") == RECORDS else MOST_BODY


def has_body(headers: Iterable[tuple[bytes, bytes]]) -> bool:
    """Return True if these headers announce a body."""
    return any(
        name == b"transfer-encoding" or (name == b"content-length" and value.strip(b" \t0") != b"")
        for name, value in headers
    )


def _asks_for_upgrade(headers: Iterable[tuple[bytes, bytes]]) -> bool:
    lines = (value.lower().split(b",") for name, value in headers if name == b"connection")
    return any(token.strip() == b"upgrade" for tokens in lines for token in tokens)


@lru_cache(maxsize=64)
def _host_name(host: str) -> str | None:
    """Return a host without its port; None if it is not a host."""
    found = HOST.fullmatch(host)
    return found[1] if found and int(found[2] or 0) <= MOST_PORT else None


def _hosts(scope: Scope) -> int:
    """Return the number of Host headers. If there are two, a proxy may act on one, and we on the other."""
    return sum(name == b"host" for name, _ in scope["headers"])
