"""Send requests over HTTP, and read the answers: those of the API, or the errors that the server sent instead."""

from __future__ import annotations

from contextlib import suppress
from typing import Any, TypeVar

import httpx
import msgspec

from keypeg.api.endpoint import JSON
from keypeg.api.errors import kind_of
from keypeg.api.features import PREFIX
from keypeg.client.request import Request
from keypeg.errors import Field, KeypegError, Unknown
from keypeg.message import Message

T = TypeVar("T")

TIMEOUT = 10.0
"""Seconds until a server that does not answer counts as unreachable."""
UNREACHABLE = (httpx.HTTPError, httpx.InvalidURL, RuntimeError)
"""The exceptions that httpx raises if a server cannot be reached, or the client is closed."""


class HttpTransport:
    """Sends the requests of a synchronous client."""

    def __init__(self, address: str, language: str) -> None:
        self._http = httpx.Client(base_url=f"{address}{PREFIX}", headers={"accept-language": language})

    def identify(self, token: str) -> None:
        """Send this token with every request."""
        self._http.headers["authorization"] = f"Bearer {token}"

    def send(self, request: Request[T]) -> T:
        try:
            response = self._http.request(**_sent(request))
        except UNREACHABLE as error:
            raise _unreachable(self._http.base_url, error) from None
        return _answer(request, response)

    def close(self) -> None:
        self._http.close()


class AsyncHttpTransport:
    """Sends the requests of an asynchronous client."""

    def __init__(self, address: str, language: str) -> None:
        self._http = httpx.AsyncClient(base_url=f"{address}{PREFIX}", headers={"accept-language": language})

    def identify(self, token: str) -> None:
        """Send this token with every request."""
        self._http.headers["authorization"] = f"Bearer {token}"

    async def send(self, request: Request[T]) -> T:
        try:
            response = await self._http.request(**_sent(request))
        except UNREACHABLE as error:
            raise _unreachable(self._http.base_url, error) from None
        return _answer(request, response)

    async def close(self) -> None:
        await self._http.aclose()


def _sent(request: Request[Any]) -> dict[str, Any]:
    """Return the arguments of `httpx.Client.request`."""
    endpoint = request.endpoint
    path, query = endpoint.write_parameters(request.parameters)
    return {
        "method": endpoint.terms.method,
        "url": path,
        "params": query,
        "content": msgspec.json.encode(request.body) if endpoint.takes_body else None,
        "headers": {"content-type": JSON} if endpoint.takes_body else {},
        "timeout": TIMEOUT + float(query.get("wait", 0)),
    }


def _answer(request: Request[T], response: httpx.Response) -> T:
    """Return the answer; if the server sent an error instead, raise it as a KeypegError."""
    if not response.is_success:
        raise _error(response)
    try:
        return request.endpoint.read_response(response.content)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        raise _strange(response) from None


def _unreachable(address: httpx.URL, error: Exception) -> KeypegError:
    return Unknown("server-unreachable", address=str(address), reason=str(error))


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
