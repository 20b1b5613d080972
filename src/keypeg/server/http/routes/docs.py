"""The description of the API, for machines and for people. It does not describe itself."""

from __future__ import annotations

import json
from functools import cache

from keypeg.api.endpoint import endpoint
from keypeg.api.limits import READS
from keypeg.api.openapi import FILE
from keypeg.server.http.api_page import STYLE, page
from keypeg.server.http.request import Request
from keypeg.words import Words

CACHE = {"cache-control": "public, max-age=300"}


@cache
def _description() -> bytes:
    return FILE.read_bytes()


@cache
def _page(words: Words) -> bytes:
    return page(json.loads(_description()), words).encode()


@endpoint("GET", "/openapi.json", "Get the API description as OpenAPI", "", READS, 2)
async def openapi(call: Request) -> bytes:
    call.response_headers |= CACHE
    return _description()


@endpoint("GET", "/docs", "Get the API description as a page", "", READS, 2, media_type="text/html; charset=utf-8")
async def docs(call: Request) -> bytes:
    words = call.words
    call.response_headers |= CACHE | {"content-language": words.language, "vary": "accept-language"}
    return _page(words)


@endpoint("GET", "/docs.css", "Get the style sheet of that page", "", READS, media_type="text/css; charset=utf-8")
async def style(call: Request) -> bytes:
    call.response_headers |= CACHE
    return STYLE.encode()


ENDPOINTS = (openapi, docs, style)
