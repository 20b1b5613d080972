"""The description of the API, for machines and for people."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import MediaType, Response, Router, get

from keypeg.server.http.api_page import STYLE, page
from keypeg.server.http.error_responses import language_of, words
from keypeg.server.http.openapi import describe
from keypeg.server.http.request import Asking

CACHE = {"cache-control": "public, max-age=300"}


def _said(request: Asking) -> dict[str, Any]:
    state = request.app.state
    if "description" not in state:
        state.description = describe(request.app)
    found: dict[str, Any] = state.description
    return found


@get("/openapi.json", include_in_schema=False, sync_to_thread=False)
def openapi(request: Asking) -> Response[bytes]:
    return Response(msgspec.json.encode(_said(request)), media_type="application/json", headers=CACHE)


@get("/docs", include_in_schema=False, sync_to_thread=False)
def docs(request: Asking) -> Response[str]:
    language = language_of(request.headers.get("accept-language", ""))
    return Response(page(_said(request), words(language)), media_type=MediaType.HTML, headers=CACHE)


@get("/docs.css", include_in_schema=False, sync_to_thread=False)
def style() -> Response[str]:
    return Response(STYLE, media_type="text/css", headers=CACHE)


ROUTER = Router("/", route_handlers=[openapi, docs, style])
