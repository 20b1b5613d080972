"""What every handler needs to know of a request: who asks, from where, and how to answer them."""

from __future__ import annotations

from typing import Any, TypeAlias

from litestar import Request, Response
from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie, State
from litestar.response import Response as Answer

from keypeg.errors import Forbidden
from keypeg.server.addresses import lan_addresses
from keypeg.server.guests.identities import Guest
from keypeg.server.rate_limits import GUESTS
from keypeg.server.services import Services

Asking: TypeAlias = Request[Any, Any, State]
Connection: TypeAlias = ASGIConnection[Any, Any, Any, State]

PLAIN, SECURE = "keypeg", "__Host-keypeg"
BEARER = "bearer "
LOOPBACK = ("localhost", "127.0.0.1", "::1")
YEAR = 365 * 86_400


def services_of(connection: Connection) -> Services:
    services: Services = connection.app.state.services
    return services


def address(connection: Connection) -> str:
    """Where a request comes from, for counting."""
    return connection.client.host if connection.client else "?"


def base_url(connection: Connection) -> str:
    """The address under which this client reaches the server, for links; on a home network one that others reach."""
    settings = services_of(connection).settings
    if settings.public_url:
        return settings.public_url.rstrip("/")
    url = connection.base_url
    if settings.lan and url.hostname in LOOPBACK:
        for address in lan_addresses():
            return f"{url.scheme}://{address}:{url.port}" if url.port else f"{url.scheme}://{address}"
    return str(url).rstrip("/")


async def guest_of(connection: Connection) -> Guest | None:
    """Who asks; None for somebody new. A token that is not known (any more) is refused where it is a bot's."""
    headers, secure = connection.headers, connection.scope["scheme"] in ("https", "wss")
    return await guest_by(
        services_of(connection), headers.get("authorization", ""), headers.get("cookie", ""), secure=secure
    )


async def guest_by(services: Services, authorization: str, cookies: str, *, secure: bool) -> Guest | None:
    """The guest of these headers."""
    if authorization.lower().startswith(BEARER):
        guest = await services.identities.find(authorization[len(BEARER) :].strip())
        if guest is None:
            raise Forbidden("token-unknown")
        return guest
    name = SECURE if secure else PLAIN
    for each in cookies.split(";") if cookies else ():
        key, _, token = each.strip().partition("=")
        if key == name and token:
            return await services.identities.find(token.strip('"'))
    return None


async def somebody(request: Asking) -> tuple[Guest, list[Cookie]]:
    """Who asks; somebody new becomes a guest, whose cookie goes with the answer."""
    guest = await guest_of(request)
    if guest:
        return guest, []
    services = services_of(request)
    services.limits.take(GUESTS, address(request))
    guest, token = await services.identities.new()
    return guest, [identity_cookie(request, token)]


def cookie_name(connection: Connection) -> str:
    """Browsers take the prefix `__Host-` only over https; on a home network there is none."""
    return SECURE if connection.scope["scheme"] in ("https", "wss") else PLAIN


def identity_cookie(connection: Connection, token: str) -> Cookie:
    name = cookie_name(connection)
    return Cookie(key=name, value=token, max_age=YEAR, path="/", httponly=True, samesite="lax", secure=name == SECURE)


def answer(content: Any, cookies: list[Cookie], status: int = 200) -> Response[Any]:
    return Answer(content=content, cookies=cookies, status_code=status, headers={"cache-control": "no-store"})
