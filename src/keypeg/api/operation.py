"""For operators: the health and the metrics of a server."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from keypeg.api.endpoint import endpoint
from keypeg.api.host import needs_server
from keypeg.api.limits import READS


class Health(Struct, frozen=True):
    """The state of the server: `failing` while it cannot store anything, `degraded` while it cannot compute."""

    status: Literal["ok", "degraded", "failing"]
    version: str
    database: Literal["ok", "full", "read-only", "damaged", "disk", "away"] = "ok"
    """What is wrong with the database; `disk` is a read or write error."""
    computers: Literal["ok", "failed"] = "ok"
    """`ok` if computers can think and reviews can be made."""


PROMETHEUS = "text/plain; version=0.0.4; charset=utf-8"


@endpoint(
    "GET",
    "/health",
    "Check whether the server can play; 503 while its database is failing",
    "operation",
    READS,
    by_guest=False,
)
def health() -> Health:
    """Check whether the server can play; 503 while its database is failing."""
    raise needs_server()


@endpoint("GET", "/health/live", "Check whether the process responds", "operation", READS, by_guest=False)
def live() -> Health:
    """Check whether the process responds."""
    raise needs_server()


@endpoint("GET", "/health/ready", "Check whether the server can play, like /health", "operation", READS, by_guest=False)
def ready() -> Health:
    """Check whether the server can play, like /health."""
    raise needs_server()


@endpoint(
    "GET",
    "/metrics",
    "Get metrics for Prometheus; only from this machine, or with the operator’s token if one is set",
    "operation",
    READS,
    2,
    by_guest=False,
    media_type=PROMETHEUS,
)
def metrics() -> str:
    """Get metrics for Prometheus; only from this machine, or with the operator’s token if one is set."""
    raise needs_server()
