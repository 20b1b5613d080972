"""A request as handlers see it: decoded, with its sender, and with the headers of its response."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeAlias, TypeVar
from urllib.parse import urlsplit

from keypeg.errors import Forbidden
from keypeg.server.addresses import lan_addresses
from keypeg.server.guests.identities import Guest
from keypeg.server.http.responses import language_of, words
from keypeg.server.rate_limits import GUESTS, READS, Limit, shared_address
from keypeg.server.services import Services
from keypeg.wire.endpoint import Endpoint
from keypeg.words import Words

Scope: TypeAlias = dict[str, Any]
Message: TypeAlias = dict[str, Any]
Receive: TypeAlias = Callable[[], Awaitable[Message]]
Send: TypeAlias = Callable[[Message], Awaitable[None]]
Headers: TypeAlias = dict[bytes, bytes]

P = TypeVar("P")
B = TypeVar("B")
T = TypeVar("T")

PLAIN, SECURE = "keypeg", "__Host-keypeg"
BEARER = "bearer "
LOOPBACK = ("localhost", "127.0.0.1", "::1")
YEAR = 365 * 86_400


def headers_of(scope: Scope) -> Headers:
    """Return the headers by name: of several lines the last, but all cookies, which a proxy may send line by line."""
    headers = dict(scope["headers"])
    if len(headers) < len(scope["headers"]) and b"cookie" in headers:
        headers[b"cookie"] = b"; ".join(value for name, value in scope["headers"] if name == b"cookie")
    return headers


class Request(Generic[P, B]):
    """One HTTP request, or the opening of a WebSocket. Handlers change `status` and `response_headers`."""

    __slots__ = (
        "_guest",
        "_headers",
        "_scope",
        "body",
        "cookies",
        "parameters",
        "response_headers",
        "services",
        "status",
    )

    def __init__(self, services: Services, scope: Scope, headers: Headers, parameters: P, body: B) -> None:
        self.services = services
        self.parameters = parameters
        self.body = body
        self.status = 200
        self.response_headers = {"cache-control": "no-store"}
        self.cookies: list[str] = []
        self._scope = scope
        self._headers = headers
        self._guest: Guest | None = None

    def header(self, name: bytes) -> str:
        """Return the value of a header; empty if it was not sent."""
        value = self._headers.get(name)
        return value.decode("latin-1") if value else ""

    @property
    def address(self) -> str:
        """The address that the request comes from, for rate limits."""
        client = self._scope.get("client")
        return str(client[0]) if client else "?"

    @property
    def secure(self) -> bool:
        return self._scope["scheme"] in ("https", "wss")

    @property
    def base_url(self) -> str:
        """The URL at which this client reaches the server, for links; with `lan`, one that others can reach."""
        settings = self.services.settings
        if settings.public_url:
            return settings.public_url.rstrip("/")
        scheme, host = self._scope["scheme"], self.header(b"host")
        if settings.lan:
            parts = urlsplit(f"//{host}")
            if parts.hostname in LOOPBACK:
                for address in lan_addresses():
                    return f"{scheme}://{address}:{parts.port}" if parts.port else f"{scheme}://{address}"
        return f"{scheme}://{host}{self._scope.get('root_path', '')}".rstrip("/")

    @property
    def words(self) -> Words:
        """The catalogue in the language of the client."""
        return words(language_of(self.header(b"accept-language")))

    async def take(self, limit: Limit, cost: float = 1.0) -> None:
        """Raise Busy if this guest, or all clients at this address together, have reached this limit."""
        try:
            guest = self._guest or await self.guest()
        except Forbidden:
            self.take_of_address(limit, cost)  # guessing tokens costs as well
            raise
        self.services.limits.take(limit, guest.id if guest else None, self.address, cost)

    def take_of_address(self, limit: Limit, cost: float = 1.0) -> None:
        """Raise Busy if all clients at this address together have reached this limit."""
        self.services.limits.take(limit, None, self.address, cost)

    async def client(self) -> str:
        """Return the owner of what is computed for this request: a guest, or the address of someone new."""
        return await self.guest_id() or f"nobody at {shared_address(self.address)}"

    @property
    def token(self) -> tuple[str, bool]:
        """The token that was sent, or "" if none was, and True if it is a bearer token."""
        authorization = self.header(b"authorization")
        if authorization[: len(BEARER)].lower() == BEARER:
            return authorization[len(BEARER) :].strip(), True
        token = self._cookie(self._cookie_name)
        # Before 0.2.1, the name had no port. Another server on this host may own that cookie, so it is never deleted.
        return token if token or self.secure else self._cookie(PLAIN), False

    @property
    def _cookie_name(self) -> str:
        """The name of a guest's cookie. Cookies ignore ports, so without one, two servers on a host would share it."""
        # Browsers accept the prefix `__Host-` only over HTTPS, which a home network does not have.
        if self.secure:
            return SECURE
        port = self.header(b"host").rpartition(":")[2]
        return f"{PLAIN}-{port}" if port.isdecimal() else f"{PLAIN}-80"

    def _cookie(self, name: str) -> str:
        for each in self.header(b"cookie").split(";"):
            key, _, token = each.strip().partition("=")
            if key == name and token:
                return token.strip('"')
        return ""

    async def guest(self) -> Guest | None:
        """Return the guest who sent this, or None for someone new. Raise Forbidden if a bearer token is unknown."""
        if self._guest is not None:
            return self._guest
        token, bearer = self.token
        identities = self.services.identities
        guest = identities.cached(token) if token else None
        if token and guest is None:
            self.take_of_address(READS)  # a query costs the same, whether or not the token is known
            guest = await identities.find(token)
        if bearer and guest is None:
            raise Forbidden("token-unknown")
        if guest and not bearer and (guest.noted or not self._cookie(self._cookie_name)):
            guest.noted = False
            self.set_identity(token)
        self._guest = guest
        return guest

    async def guest_id(self) -> str | None:
        """Return the id of the guest who sent this, or None for someone new."""
        guest = self._guest or await self.guest()
        return guest.id if guest else None

    async def guest_or_new(self) -> Guest:
        """Return the guest who sent this. Someone new becomes a guest, whose cookie is sent with the response."""
        guest = await self.guest()
        if guest is None:
            self.services.limits.take_alone(GUESTS, self.address)
            guest, token = await self.services.identities.new()
            self._guest = guest
            self.set_identity(token)
        return guest

    def set_identity(self, token: str) -> None:
        """Send a guest's cookie with the response; delete it if the token is empty."""
        secure = "; Secure" if self.secure else ""
        value, age = (token, YEAR) if token else ('""', 0)
        self.cookies.append(f"{self._cookie_name}={value}; HttpOnly; Max-Age={age}; Path=/; SameSite=lax{secure}")


@dataclass(frozen=True, slots=True)
class Route(Generic[P, B, T]):
    """An endpoint, its handler, which returns the response struct or the encoded body, and the cost of a request."""

    endpoint: Endpoint[P, B, T]
    handler: Callable[[Request[P, B]], Awaitable[T | bytes]]
    limit: Limit
    cost: float = 1.0
    by_guest: bool = True
    """False if a request counts only for its address, not for a guest."""
