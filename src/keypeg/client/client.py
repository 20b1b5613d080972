"""The clients: one `call` for every endpoint, synchronous and asynchronous.

Every endpoint is also a method of its name: `client.move(table, "guess RYGB", version)` calls `keypeg.api.moves.move`.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterator
from functools import partial
from types import TracebackType
from typing import Any, TypeVar

from keypeg.api import daily, identity, own_tables
from keypeg.api.endpoint import Endpoint
from keypeg.api.features import API
from keypeg.api.view import View
from keypeg.api.view import view as get_view
from keypeg.client.in_process import AsyncLocalTransport, Host, LocalTransport
from keypeg.client.request import request

T = TypeVar("T")

PRESENT = 15.0
"""Seconds that a long poll waits. A client that polls this often counts as present at the table."""


class _Methods:
    """The endpoints as methods, and some of them under the names of earlier versions."""

    _transport: Any
    call: Callable[..., Any]

    def __init__(self, token: str | None) -> None:
        self.token = token

    def __getattr__(self, name: str) -> Callable[..., Any]:
        if name not in API:
            raise AttributeError(f"there is no endpoint {name}")
        return partial(self.call, API[name])

    def __dir__(self) -> list[str]:
        return sorted({*super().__dir__(), *API})

    @property
    def token(self) -> str | None:
        """The bearer token that every request carries."""
        return self._token

    @token.setter
    def token(self, token: str | None) -> None:
        self._token = token
        if token is not None:
            self._transport.identify(token)

    def tables(self, before: float | None = None) -> Any:
        """Return your tables, newest first; for the next page pass the `next` of this one."""
        return self.call(own_tables.own_tables, before=before)

    def begin_daily(self, day: str | None = None) -> Any:
        """Begin the puzzle of a day (default: today) or go on with it, and return its table."""
        return self.call(daily.start_daily, day)


class Client(_Methods):
    """One person or bot at one host. Without a token, a server recognises them by the cookie that it sets."""

    def __init__(self, host: str | Host, *, token: str | None = None, language: str = "en") -> None:
        """Connect to a server by its address, such as `https://keypeg.example`, or to a host in this process.

        Nothing is sent yet.
        """
        self.address = host.rstrip("/") if isinstance(host, str) else ""
        if isinstance(host, str):
            from keypeg.client.over_http import HttpTransport  # noqa: PLC0415 - a host in this process needs no httpx

            self._transport = HttpTransport(self.address, language)
        else:
            self._transport = LocalTransport(host)
        super().__init__(token)

    def __enter__(self) -> Client:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the connections. A pending long poll ends with an error."""
        self._transport.close()

    def call(self, endpoint: Endpoint[..., Any, T], *args: object, **fields: object) -> T:
        """Call an endpoint with the parameters of its path and query, then the fields of its body."""
        answer: T = self._transport.send(request(endpoint, *args, **fields))
        return answer

    def make_token(self, name: str = "") -> str:
        """Get a token from the server, and use it from now on. Save it to be the same person next time."""
        self.token = self.call(identity.token, name).token
        return self.token

    def watch(self, table: str, *, seat: int | None = None, wait: float = PRESENT) -> Iterator[View]:
        """Yield the View of a table at once and after every change, up to the View of the finished match."""
        view = self.call(get_view, table, seat=seat)
        yield view
        while view.outcome is None:
            later = self.call(get_view, table, seat=seat, after=view.version, wait=wait)
            if later.version > view.version:
                yield later
            view = later


class AsyncClient(_Methods):
    """One person or bot at one host. Without a token, a server recognises them by the cookie that it sets."""

    def __init__(self, host: str | Host, *, token: str | None = None, language: str = "en") -> None:
        """Connect to a server by its address, such as `https://keypeg.example`, or to a host in this process.

        Nothing is sent yet.
        """
        self.address = host.rstrip("/") if isinstance(host, str) else ""
        if isinstance(host, str):
            from keypeg.client.over_http import AsyncHttpTransport  # noqa: PLC0415 - as in Client

            self._transport = AsyncHttpTransport(self.address, language)
        else:
            self._transport = AsyncLocalTransport(host)
        super().__init__(token)

    async def __aenter__(self) -> AsyncClient:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Close the connections. A pending long poll ends with an error."""
        await self._transport.close()

    async def call(self, endpoint: Endpoint[..., Any, T], *args: object, **fields: object) -> T:
        """Call an endpoint with the parameters of its path and query, then the fields of its body."""
        answer: T = await self._transport.send(request(endpoint, *args, **fields))
        return answer

    async def make_token(self, name: str = "") -> str:
        """Get a token from the server, and use it from now on. Save it to be the same person next time."""
        self.token = (await self.call(identity.token, name)).token
        return self.token

    async def watch(self, table: str, *, seat: int | None = None, wait: float = PRESENT) -> AsyncIterator[View]:
        """Yield the View of a table at once and after every change, up to the View of the finished match."""
        view = await self.call(get_view, table, seat=seat)
        yield view
        while view.outcome is None:
            later = await self.call(get_view, table, seat=seat, after=view.version, wait=wait)
            if later.version > view.version:
                yield later
            view = later
