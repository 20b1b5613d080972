"""For operators: whether it works, and what it does."""

from __future__ import annotations

from hmac import compare_digest
from ipaddress import ip_address

from litestar import MediaType, Response, Router, get
from sqlalchemy import text

from keypeg import __version__, wire
from keypeg.errors import Forbidden
from keypeg.server.http.request import BEARER, Asking, address, answer, services_of


@get("/health", summary="Whether the server and its database answer")
async def health(request: Asking) -> Response[wire.Health]:
    async with services_of(request).engine.connect() as connection:
        await connection.execute(text("SELECT 1"))
    return answer(wire.Health("ok", __version__), [])


@get(
    "/metrics",
    media_type=MediaType.TEXT,
    summary="Counts of this process, for Prometheus; for this machine, or with the operator’s token",
)
async def metrics(request: Asking) -> Response[bytes]:
    services = services_of(request)
    token = services.settings.metrics_token
    given = request.headers.get("authorization", "")[len(BEARER) :]
    allowed = compare_digest(given.encode(), token.encode()) if token else _is_here(address(request))
    if not allowed:
        raise Forbidden("metrics-not-yours")
    return Response(services.metrics.text(), media_type="text/plain; version=0.0.4")


def _is_here(client: str) -> bool:
    try:
        return ip_address(client).is_loopback
    except ValueError:
        return False


ROUTER = Router("/", route_handlers=[health, metrics], tags=["operation"])
