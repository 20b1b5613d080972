"""What every handler needs to know of a request: who asks, from where, and how to answer them."""

from __future__ import annotations

from typing import Any, TypeAlias

from litestar import Request, Response
from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie, State
from litestar.response import Response as Answer

from keypeg.errors import Forbidden
from keypeg.server.desk import Desk
from keypeg.server.identities import Guest
from keypeg.server.limits import GUESTS

Asking: TypeAlias = Request[Any, Any, State]
Connection: TypeAlias = ASGIConnection[Any, Any, Any, State]

PLAIN, SECURE = "keypeg", "__Host-keypeg"
BEARER = "bearer "
YEAR = 365 * 86_400


def desk_of(connection: Connection) -> Desk:
    desk: Desk = connection.app.state.desk
    return desk


def address(connection: Connection) -> str:
    """Where a request comes from, for counting."""
    return connection.client.host if connection.client else "?"


def base_url(connection: Connection) -> str:
    """The address under which this client reaches the server, for links."""
    public = desk_of(connection).settings.public_url
    return public.rstrip("/") if public else str(connection.base_url).rstrip("/")


async def guest_of(connection: Connection) -> Guest | None:
    """Who asks; None for somebody new. A token that is not known (any more) is refused where it is a bot's."""
    header = connection.headers.get("authorization", "")
    identities = desk_of(connection).identities
    if header.lower().startswith(BEARER):
        guest = await identities.find(header[len(BEARER) :].strip())
        if guest is None:
            raise Forbidden("token-unknown")
        return guest
    token = connection.cookies.get(cookie_name(connection))
    return await identities.find(token) if token else None


async def somebody(request: Asking) -> tuple[Guest, list[Cookie]]:
    """Who asks; somebody new becomes a guest, whose cookie goes with the answer."""
    guest = await guest_of(request)
    if guest:
        return guest, []
    desk = desk_of(request)
    desk.limits.take(GUESTS, address(request))
    guest, token = await desk.identities.new()
    return guest, [identity_cookie(request, token)]


def cookie_name(connection: Connection) -> str:
    """Browsers take the prefix `__Host-` only over https; on a home network there is none."""
    return SECURE if connection.scope["scheme"] in ("https", "wss") else PLAIN


def identity_cookie(connection: Connection, token: str) -> Cookie:
    name = cookie_name(connection)
    return Cookie(key=name, value=token, max_age=YEAR, path="/", httponly=True, samesite="lax", secure=name == SECURE)


def answer(content: Any, cookies: list[Cookie], status: int = 200) -> Response[Any]:
    return Answer(content=content, cookies=cookies, status_code=status, headers={"cache-control": "no-store"})
