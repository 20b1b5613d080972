"""The description of the API, for machines and for people. It does not describe itself."""

from __future__ import annotations

import json
from functools import cache
from types import NoneType

from keypeg.server.http.api_page import STYLE, page
from keypeg.server.http.request import Request, Route
from keypeg.server.rate_limits import READS
from keypeg.wire.endpoint import Endpoint
from keypeg.wire.openapi import FILE
from keypeg.words import Words

CACHE = {"cache-control": "public, max-age=300"}


@cache
def _description() -> bytes:
    return FILE.read_bytes()


@cache
def _page(words: Words) -> bytes:
    return page(json.loads(_description()), words).encode()


async def openapi(request: Request[None, None]) -> bytes:
    request.response_headers |= CACHE
    return _description()


async def docs(request: Request[None, None]) -> bytes:
    words = request.words
    request.response_headers |= CACHE | {"content-language": words.language, "vary": "accept-language"}
    return _page(words)


async def style(request: Request[None, None]) -> bytes:
    request.response_headers |= CACHE
    return STYLE.encode()


ROUTES = (
    Route(
        Endpoint(
            "openapi", "GET", "/openapi.json", NoneType, NoneType, bytes, "Get the API description as OpenAPI", ""
        ),
        openapi,
        READS,
        2,
    ),
    Route(
        Endpoint(
            "docs",
            "GET",
            "/docs",
            NoneType,
            NoneType,
            bytes,
            "Get the API description as a page",
            "",
            media_type="text/html; charset=utf-8",
        ),
        docs,
        READS,
        2,
    ),
    Route(
        Endpoint(
            "docs_style",
            "GET",
            "/docs.css",
            NoneType,
            NoneType,
            bytes,
            "Get the style sheet of that page",
            "",
            media_type="text/css; charset=utf-8",
        ),
        style,
        READS,
    ),
)
