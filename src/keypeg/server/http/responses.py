"""Responses, including those to failed requests in the language of the client."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Sequence
from functools import lru_cache
from typing import NamedTuple, TypeAlias

import msgspec

from keypeg.api.errors import status_of
from keypeg.errors import Busy, KeypegError, Malformed
from keypeg.words import ENGLISH, Words, choose_language

Respond: TypeAlias = Callable[[int, bytes, bytes], Awaitable[None]]
"""Sends a whole response: status, encoded headers, body."""


class Response(NamedTuple):
    """A response to a request."""

    status: int
    headers: dict[str, str]
    body: bytes
    cookies: Sequence[str] = ()


def error_response(error: KeypegError, accept_language: str) -> Response:
    """Return the response to a request that failed with this error: `{error, message, …fields}`."""
    language = language_of(accept_language)
    headers = {"content-type": "application/json", "cache-control": "no-store", "content-language": language}
    if isinstance(error, Busy):
        headers["retry-after"] = str(error.fields["seconds"])
    body = {"error": error.slug, "message": words(language).render(error.message), **error.fields}
    return Response(status_of(error), headers, msgspec.json.encode(body))


def method_response(method: str, allowed: Collection[str], accept_language: str) -> Response:
    """Return the response to a method that this path does not support, or to OPTIONS."""
    methods = {*allowed, "OPTIONS"} | ({"HEAD"} if "GET" in allowed else set())
    allow = {"allow": ", ".join(sorted(methods))}
    if method == "OPTIONS":
        return Response(204, allow, b"")
    refused = error_response(Malformed("request-refused", problem="Method Not Allowed"), accept_language)
    return refused._replace(headers=refused.headers | allow)


def is_current(if_none_match: str, tag: str) -> bool:
    """Return True if a client has what this tag stands for. Proxies on the way may have marked its own as weak."""
    known = {each.strip().removeprefix("W/") for each in if_none_match.split(",")} if if_none_match else ()
    return tag in known or "*" in known


@lru_cache(maxsize=4096)
def header_line(name: str, value: str) -> bytes:
    """Return an encoded header line."""
    assert "\r" not in value, "a value is one line"
    assert "\n" not in value, "a value is one line"
    return f"{name}: {value}\r\n".encode("latin-1")


@lru_cache(maxsize=32)
def words(language: str) -> Words:
    """Return the catalogue of a language."""
    return Words(language)


@lru_cache(maxsize=64)
def language_of(header: str) -> str:
    """Return the language that suits an Accept-Language header best."""
    wishes = []
    for part in header[:200].split(","):
        tag, _, quality = part.strip().partition(";q=")
        try:
            wishes.append((-float(quality or 1), tag))
        except ValueError:
            continue
    for _, tag in sorted(wishes, key=lambda wish: wish[0]):
        language = choose_language(None, {"LANG": tag})
        if language != ENGLISH or tag.lower().startswith(ENGLISH):
            return language
    return ENGLISH
