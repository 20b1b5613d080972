"""For operators: health checks and metrics."""

from __future__ import annotations

from hmac import compare_digest
from ipaddress import ip_address
from typing import Literal

from keypeg import __version__
from keypeg.api import operation as operation_api
from keypeg.api.operation import Health
from keypeg.errors import Forbidden
from keypeg.server.http.request import BEARER, Request, answers


@answers(operation_api.health)
@answers(operation_api.ready)
async def health(request: Request) -> Health:
    services = request.services
    await services.writer.probe()
    database = services.writer.health.reason or "ok"
    if database != "ok":
        request.status = 503
    computers: Literal["ok", "failed"] = "failed" if services.pool.failed else "ok"
    status: Literal["ok", "degraded", "failing"] = "ok" if computers == "ok" else "degraded"
    return Health("failing" if database != "ok" else status, __version__, database, computers)


@answers(operation_api.live)
async def live(_: Request) -> Health:
    return Health("ok", __version__)


@answers(operation_api.metrics)
async def metrics(request: Request) -> bytes:
    settings = request.services.settings
    given, token = request.header(b"authorization")[len(BEARER) :], settings.metrics_token
    # Without a proxy, whoever connects from this machine is on it.
    here = not settings.behind_proxy and _is_loopback(request.client_address)
    if not (compare_digest(given.encode(), token.encode()) if token else here):
        raise Forbidden("metrics-not-yours")
    return request.services.metrics.text()


def _is_loopback(client: str) -> bool:
    try:
        return ip_address(client).is_loopback
    except ValueError:
        return False
