"""Decode a server's response: return the answer to a call, or raise the error that the server sent."""

from __future__ import annotations

from contextlib import suppress

import httpx
import msgspec

from keypeg.client.calls import Answer, Call
from keypeg.errors import Field, KeypegError, Unknown
from keypeg.message import Message
from keypeg.wire.errors import kind_of

UNREACHABLE = (httpx.HTTPError, httpx.InvalidURL, RuntimeError)
"""The exceptions that httpx raises if a server cannot be reached, or the client is closed."""


def read_answer(call: Call[Answer], response: httpx.Response) -> Answer:
    """Return the answer to `call`; if the server sent an error instead, raise it as a KeypegError."""
    if not response.is_success:
        raise _error(response)
    try:
        return call.endpoint.read_response(response.content)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        raise _strange(response) from None


def unreachable(address: str, error: Exception) -> KeypegError:
    return Unknown("server-unreachable", address=address, reason=str(error))


def _error(response: httpx.Response) -> KeypegError:
    kind = kind_of(response.status_code)
    try:
        sent = response.json()
        slug, _ = sent.pop("error"), sent.pop("message", None)
    except (ValueError, KeyError, AttributeError):
        return _strange(response)
    if kind is None or not isinstance(slug, str):
        return _strange(response)
    return kind(slug, **{name: _field(value) for name, value in sent.items() if name.isidentifier()})


def _field(value: object) -> Field:
    with suppress(msgspec.ValidationError):
        return msgspec.convert(value, Message)
    return value if isinstance(value, int) else str(value)


def _strange(response: httpx.Response) -> KeypegError:
    return Unknown("server-strange", address=str(response.url), status=response.status_code)
