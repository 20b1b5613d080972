"""A request over HTTP: decoded, with its sender, with what it may cost, and with the headers of its response."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager
from typing import Any, TypeAlias, TypeVar
from urllib.parse import urlsplit

from keypeg.api.boxes import Rules as RulesFacts
from keypeg.api.endpoint import Endpoint
from keypeg.api.host import INVITE, Away, Store
from keypeg.api.limits import GUESTS, READS, TOOLS, Limit
from keypeg.api.seats import Person
from keypeg.api.tables import Invite
from keypeg.core import Rules, State
from keypeg.errors import Forbidden
from keypeg.review import Review
from keypeg.server.addresses import lan_addresses
from keypeg.server.compute.work import Work, hint_work
from keypeg.server.guests.identities import Guest
from keypeg.server.http.responses import language_of, words
from keypeg.server.rate_limits import paying_address, shared_address
from keypeg.server.services import Services
from keypeg.server.tables.invites import table_link
from keypeg.server.tables.memory import LockedTable
from keypeg.table import Table
from keypeg.words import Words

Scope: TypeAlias = dict[str, Any]
Message: TypeAlias = dict[str, Any]
Receive: TypeAlias = Callable[[], Awaitable[Message]]
Send: TypeAlias = Callable[[Message], Awaitable[None]]
Headers: TypeAlias = dict[bytes, bytes]

T = TypeVar("T")

PLAIN, SECURE = "keypeg", "__Host-keypeg"
BEARER = "bearer "
LOOPBACK = ("localhost", "127.0.0.1", "::1")
YEAR = 365 * 86_400
LONG_COST = 4.0
"""The cost of a question that may take seconds, on top of the usual cost."""


def headers_of(scope: Scope) -> Headers:
    """Return the headers by name: of several lines the last, but all cookies, which a proxy may send line by line."""
    headers = dict(scope["headers"])
    if len(headers) < len(scope["headers"]) and b"cookie" in headers:
        headers[b"cookie"] = b"; ".join(value for name, value in scope["headers"] if name == b"cookie")
    return headers


class Request:
    """One HTTP request, or the opening of a WebSocket. Handlers change `status` and `response_headers`."""

    __slots__ = (
        "_guest",
        "_headers",
        "_scope",
        "asked",
        "cookies",
        "parameters",
        "response_headers",
        "services",
        "status",
    )

    def __init__(self, services: Services, scope: Scope, headers: Headers) -> None:
        self.services = services
        self.parameters: Any = None
        self.asked: Any = None
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
    def client_address(self) -> str:
        """The address that the request comes from, for rate limits."""
        client = self._scope.get("client")
        return str(client[0]) if client else "?"

    @property
    def address(self) -> str:
        """What clients at one place share; empty without rate limits, which do not tell them apart either."""
        return paying_address()

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
        return words(self.language)

    async def take(self, limit: Limit, cost: float = 1.0) -> None:
        """Raise Busy if this guest, or all clients at this address together, have reached this limit."""
        try:
            guest = self._guest or await self.guest()
        except Forbidden:
            self.take_of_address(limit, cost)  # guessing tokens costs as well
            raise
        self.services.limits.take(limit, guest.id if guest else None, self.client_address, cost)

    def take_of_address(self, limit: Limit, cost: float = 1.0) -> None:
        """Raise Busy if all clients at this address together have reached this limit."""
        self.services.limits.take(limit, None, self.client_address, cost)

    # What endpoints need of their host (see keypeg.api.host.Call)

    @property
    def who(self) -> str | None:
        """The id of the guest, once `guest` has found them; None for someone new."""
        return self._guest.id if self._guest else None

    @property
    def person(self) -> Person:
        """The guest, once `guest_or_new` has made someone new one."""
        assert self._guest is not None, "a function that needs a person is called for a guest"
        return Person(self._guest.id, self._guest.name)

    @property
    def language(self) -> str:
        """The language of the client."""
        return language_of(self.header(b"accept-language"))

    async def created(self, person: Person) -> float:
        """Return when a guest was made."""
        return await self.services.identities.created(person.id)

    def notes(self, feature: str) -> dict[str, Any]:
        """Return the notes of a feature, which are stored nowhere."""
        return self.services.notes.setdefault(feature, {})

    @property
    def charge(self) -> Any:
        """The function that charges the guest and their address."""
        return self.take

    @property
    def held(self) -> Callable[[str], AbstractAsyncContextManager[Table]]:
        return self.services.tables.held

    @property
    def change(self) -> Any:
        """The function that changes a table; not a method, which would only hand on."""
        return self.services.tables.change

    @property
    def open(self) -> Any:
        """The function that opens a table."""
        return self.services.tables.open

    async def remove(self, id: str) -> None:
        await self.services.tables.remove([id])

    @property
    def now(self) -> float:
        """The time, in seconds since 1970."""
        return self.services.time.now()

    @property
    def store(self) -> Store:
        """The store for the data of features."""
        return self.services.tables.store

    async def wait_for(self, id: str, after: int, seconds: float) -> None:
        """Do nothing: the server has its own handler for Views, which waits."""

    @property
    def away(self) -> Away:
        return self.services.doorbells.away

    def greet(self, table: Table, seats: Sequence[int]) -> None:
        """Note that the guest is at these seats."""
        self.services.doorbells.greet(table.id, tuple(seats))

    @property
    def work(self) -> Any:
        """The function that works on a table, on a thread if it is long."""
        return self.services.tables.on

    async def compute(self, rules: Rules | None, work: Callable[..., T], *args: Any, long: bool = False) -> T:
        """Answer a question about a position of these rules, in another process."""
        kind = Work.HINT if rules is None else hint_work(rules)
        if kind is Work.LONG_HINT:
            await self.take(TOOLS, LONG_COST)
        return await self.services.pool.run(Work.LONG_HINT if long else kind, await self.client(), work, *args)

    async def reviewed(self, table: Table, state: State, seen: State) -> Review:
        """Return the review of the match of a table, which is computed once."""
        assert isinstance(table, LockedTable), "they all are, here"
        return await self.services.reviews.of(table, state, seen, await self.client())

    @property
    def lists_tables(self) -> bool:
        """True if the operator wants a list of open tables."""
        return self.services.settings.open_tables

    def invites(self, table: Table, seats: Sequence[int], kind: str = INVITE) -> list[Invite]:
        """Return invites to these seats, with links that reach this server."""
        base = self.base_url if seats else ""
        return [self.services.invites.invite(table, seat, base, kind) for seat in seats]

    def link(self, table: Table) -> str:
        """Return the URL of a table's page."""
        return table_link(self.base_url, table.id)

    def offered(self, facts: RulesFacts) -> RulesFacts:
        """Return the facts of rules as they are: a server offers everything."""
        return facts

    async def client(self) -> str:
        """Return the owner of what is computed for this request: a guest, or the address of someone new."""
        return await self.guest_id() or f"nobody at {shared_address(self.client_address)}"

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

    async def join(self) -> None:
        """Make someone new a guest."""
        await self.guest_or_new()

    async def guest_or_new(self) -> Guest:
        """Return the guest who sent this. Someone new becomes a guest, whose cookie is sent with the response."""
        guest = await self.guest()
        if guest is None:
            self.services.limits.take_alone(GUESTS, self.client_address)
            guest, token = await self.services.identities.new()
            self._guest = guest
            self.set_identity(token)
        return guest

    def set_identity(self, token: str) -> None:
        """Send a guest's cookie with the response; delete it if the token is empty."""
        secure = "; Secure" if self.secure else ""
        value, age = (token, YEAR) if token else ('""', 0)
        self.cookies.append(f"{self._cookie_name}={value}; HttpOnly; Max-Age={age}; Path=/; SameSite=lax{secure}")


Handler: TypeAlias = Callable[[Request], Awaitable[Any]]
HANDLERS: dict[Endpoint[..., Any, Any], Handler] = {}
"""The handlers of the endpoints that the server answers in its own way."""


def answers(endpoint: Endpoint[..., Any, T]) -> Callable[[Callable[[Request], Awaitable[T | bytes]]], Handler]:
    """Declare the handler of an endpoint; it returns the answer, or its encoded bytes."""

    def declare(handler: Callable[[Request], Awaitable[T | bytes]]) -> Handler:
        HANDLERS[endpoint] = handler
        return handler

    return declare
