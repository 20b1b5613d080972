"""For operators: health checks and metrics."""

from __future__ import annotations

from hmac import compare_digest
from ipaddress import ip_address
from typing import Literal

from keypeg import __version__, wire
from keypeg.errors import Forbidden
from keypeg.server.http.request import BEARER, Request, Route
from keypeg.server.rate_limits import READS
from keypeg.wire import api


async def health(request: Request[None, None]) -> wire.Health:
    services = request.services
    await services.writer.probe()
    database = services.writer.health.reason or "ok"
    if database != "ok":
        request.status = 503
    computers: Literal["ok", "failed"] = "failed" if services.pool.failed else "ok"
    status: Literal["ok", "degraded", "failing"] = "ok" if computers == "ok" else "degraded"
    return wire.Health("failing" if database != "ok" else status, __version__, database, computers)


async def live(_: Request[None, None]) -> wire.Health:
    return wire.Health("ok", __version__)


async def metrics(request: Request[None, None]) -> bytes:
    settings = request.services.settings
    given, token = request.header(b"authorization")[len(BEARER) :], settings.metrics_token
    # Without a proxy, whoever connects from this machine is on it.
    here = not settings.behind_proxy and _is_loopback(request.address)
    if not (compare_digest(given.encode(), token.encode()) if token else here):
        raise Forbidden("metrics-not-yours")
    return request.services.metrics.text()


def _is_loopback(client: str) -> bool:
    try:
        return ip_address(client).is_loopback
    except ValueError:
        return False


ROUTES = (
    Route(api.HEALTH, health, READS, by_guest=False),
    Route(api.READY, health, READS, by_guest=False),
    Route(api.LIVE, live, READS, by_guest=False),
    Route(api.METRICS, metrics, READS, 2, by_guest=False),
)
