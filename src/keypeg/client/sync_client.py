"""A synchronous client for a Keypeg server."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import wraps
from types import TracebackType
from typing import Generic, ParamSpec, overload

import httpx

from keypeg import wire
from keypeg.client import calls
from keypeg.client.answers import UNREACHABLE, read_answer, unreachable
from keypeg.client.calls import PRESENT, Answer, Call
from keypeg.wire.api import PREFIX

P = ParamSpec("P")


class _Method(Generic[P, Answer]):
    """A descriptor that makes a method of a function: the method sends the Call that the function returns."""

    def __init__(self, call: Callable[P, Call[Answer]]) -> None:
        self._call = call

    @overload
    def __get__(self, client: None, kind: type[Client]) -> Callable[P, Call[Answer]]: ...
    @overload
    def __get__(self, client: Client, kind: type[Client]) -> Callable[P, Answer]: ...
    def __get__(self, client: Client | None, kind: type[Client]) -> Callable[P, Call[Answer]] | Callable[P, Answer]:
        if client is None:
            return self._call

        @wraps(self._call)
        def method(*args: P.args, **kwargs: P.kwargs) -> Answer:
            return client.send(self._call(*args, **kwargs))

        return method


class Client:
    """One person or bot at one server. Without a token, the server recognises them by the cookie that it sets."""

    def __init__(self, address: str, *, token: str | None = None, language: str = "en") -> None:
        """Connect to the server at `address`, such as `https://keypeg.example`. Nothing is sent yet."""
        self.address = address.rstrip("/")
        self._http = httpx.Client(base_url=f"{self.address}{PREFIX}", headers={"accept-language": language})
        self.token = token

    def __enter__(self) -> Client:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the connections. A pending long poll ends with an error."""
        self._http.close()

    # Identity

    @property
    def token(self) -> str | None:
        """The bearer token that every request carries."""
        return self._token

    @token.setter
    def token(self, token: str | None) -> None:
        self._token = token
        if token is not None:
            self._http.headers["authorization"] = f"Bearer {token}"

    def make_token(self, name: str = "") -> str:
        """Get a token from the server, and use it from now on. Save it to be the same person next time."""
        self.token = self.send(calls.make_token(name)).token
        return self.token

    me = _Method(calls.me)
    rename = _Method(calls.rename)
    tables = _Method(calls.tables)
    stats = _Method(calls.stats)

    # Boxes and rules

    boxes = _Method(calls.boxes)
    rules = _Method(calls.rules)

    # Tables

    make_table = _Method(calls.make_table)
    import_record = _Method(calls.import_record)
    take_seat = _Method(calls.take_seat)
    view = _Method(calls.view)
    move = _Method(calls.move)
    undo = _Method(calls.undo)
    claim = _Method(calls.claim)
    call_window = _Method(calls.call_window)
    say = _Method(calls.say)
    open_tables = _Method(calls.open_tables)
    list_table = _Method(calls.list_table)
    unlist_table = _Method(calls.unlist_table)
    refuse = _Method(calls.refuse)
    renew_invite = _Method(calls.renew_invite)
    coach = _Method(calls.coach)
    rematch = _Method(calls.rematch)
    record = _Method(calls.record)
    review = _Method(calls.review)

    def watch(self, table: str, *, seat: int | None = None, wait: float = PRESENT) -> Iterator[wire.View]:
        """Yield the View of a table at once and after every change, up to the View of the finished match."""
        view = self.view(table, seat=seat)
        yield view
        while view.outcome is None:
            later = self.view(table, seat=seat, after=view.version, wait=wait)
            if later.version > view.version:
                yield later
            view = later

    # The puzzle of the day

    daily = _Method(calls.daily)
    begin_daily = _Method(calls.begin_daily)

    def send(self, call: Call[Answer]) -> Answer:
        """Send any call of the API; see `keypeg.client.calls`."""
        try:
            response = self._http.request(**call.request)
        except UNREACHABLE as error:
            raise unreachable(str(self._http.base_url), error) from None
        return read_answer(call, response)
