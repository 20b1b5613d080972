"""The errors in the documented API: every request may be answered with one of them, always in the same shape."""

from __future__ import annotations

from litestar import Litestar
from litestar.handlers import HTTPRouteHandler
from litestar.openapi.datastructures import ResponseSpec
from litestar.routes import HTTPRoute

from keypeg import wire

MEANINGS = {
    400: "It cannot be read.",
    403: "It is not yours to do, or not from where you are.",
    404: "There is no such thing.",
    409: "It was overtaken by what happened meanwhile; where `version` is told, that is the current one.",
    413: "It is too large.",
    422: "It is against the rules, or out of turn.",
    429: "Too many requests; `Retry-After` says when to come again.",
    503: "The database does not answer; send it again after `Retry-After`, with the same key.",
}
ERRORS = {status: ResponseSpec(wire.Error, False, meaning) for status, meaning in MEANINGS.items()}


def document_errors(app: Litestar) -> None:
    """Name these errors at every request of the API."""
    for route in app.routes:
        if isinstance(route, HTTPRoute):
            for handler in route.route_handlers:
                _document(handler)


def _document(handler: HTTPRouteHandler) -> None:
    handler.responses = {**ERRORS, **(handler.responses or {})}
