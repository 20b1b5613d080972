"""The description of the API, for machines and for people. It does not describe itself."""

from __future__ import annotations

import json
from functools import cache
from types import NoneType

from keypeg.server.http.api_page import STYLE, page
from keypeg.server.http.request import Request, Route
from keypeg.wire.endpoint import Endpoint
from keypeg.wire.openapi import FILE

CACHE = {"cache-control": "public, max-age=300"}


@cache
def _description() -> bytes:
    return FILE.read_bytes()


async def openapi(request: Request[None, None]) -> bytes:
    request.response_headers |= CACHE
    return _description()


async def docs(request: Request[None, None]) -> bytes:
    request.response_headers |= CACHE
    return page(json.loads(_description()), request.words).encode()


async def style(request: Request[None, None]) -> bytes:
    request.response_headers |= CACHE
    return STYLE.encode()


ROUTES = (
    Route(Endpoint("openapi", "GET", "/openapi.json", NoneType, NoneType, bytes, "The API for machines", ""), openapi),
    Route(
        Endpoint(
            *("docs", "GET", "/docs", NoneType, NoneType, bytes, "The API for people", ""),
            media_type="text/html; charset=utf-8",
        ),
        docs,
    ),
    Route(
        Endpoint(
            *("docs_style", "GET", "/docs.css", NoneType, NoneType, bytes, "Its style", ""),
            media_type="text/css; charset=utf-8",
        ),
        style,
    ),
)
