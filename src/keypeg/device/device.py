"""Answer a request from the page: find its handler, decode the request, and encode the answer."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar
from urllib.parse import parse_qsl, unquote

import msgspec

from keypeg.api.dispatch import Dispatcher, encoded
from keypeg.api.endpoint import JSON
from keypeg.api.errors import status_of
from keypeg.api.features import API
from keypeg.core import Rules
from keypeg.device.handlers import HANDLERS, DeviceCall
from keypeg.device.storage import Storage
from keypeg.device.tables import Tables
from keypeg.errors import Illegal, KeypegError, Malformed
from keypeg.table import Answer as Chosen
from keypeg.table import Question, Table, answer
from keypeg.table.driver import Driver

T = TypeVar("T")

MANY_CODES = 5_000
"""With more codes than this, a question may take so long that it is computed elsewhere."""
MOST_CODES = 40_000
"""The most codes for which the device answers questions; with more, a server has to."""


class Compute(Protocol):
    """Calls a function elsewhere, such as in a worker that can be terminated."""

    async def __call__(self, work: Callable[..., Any], *args: Any) -> Any: ...


@dataclass(frozen=True, slots=True)
class Answer:
    """A response to the page, as over HTTP."""

    status: int
    media_type: str
    body: bytes


class Device:
    """The whole transport: tables, computers, and a handler for every request that needs no server."""

    def __init__(
        self,
        storage: Storage,
        compute: Compute | None = None,
        ring: Callable[[str, int, Sequence[int]], None] | None = None,
        now: Callable[[], float] = time.time,
    ) -> None:
        self._compute = compute
        self._ring = ring
        self.now = now
        self.tables = Tables(storage, now)
        self.driver = Driver(self.tables, self._ask, now, _tries_again)
        self.tables.after += [self.driver.wake, self._announce]
        self._dispatcher = Dispatcher(API.values(), HANDLERS)

    async def answer(self, method: str, address: str, body: bytes = b"") -> Answer:
        """Answer a request; `address` is the part of the address after /api/v1, and may have a query."""
        try:
            path, _, query = address.partition("?")
            methods, values = self._dispatcher.find(path)
            if method not in methods:
                raise Malformed("request-refused", problem=f"{method} {path}")
            endpoint = methods[method]
            texts = {name: unquote(value) for name, value in values.items()} | dict(parse_qsl(query))
            call = DeviceCall(self, endpoint.read_parameters(texts), endpoint.read_body(body))
            answer = await self._dispatcher.answer(endpoint, call)
            return Answer(endpoint.terms.status, endpoint.terms.media_type, encoded(answer, endpoint.terms.media_type))
        except KeypegError as error:
            if error.slug == "extra-missing":
                error = Illegal("needs-server")
            refused = {"error": error.slug, "message": str(error), **error.fields}
            return Answer(status_of(error), JSON, msgspec.json.encode(refused))

    async def help(self, rules: Rules, work: Callable[..., T], *args: Any) -> T:
        """Compute the answer to a question about these rules; refuse if they have too many codes for a device."""
        if max(len(space) for space in rules.codes) > MOST_CODES:
            raise Illegal("needs-server")
        return await self._call(rules, MANY_CODES, work, *args)

    async def _ask(self, table: Table, questions: tuple[Question, ...]) -> Chosen:
        """Ask computers. Those that play here are quick, unless there are very many codes."""
        return await self._call(table.rules, MOST_CODES, answer, questions)

    async def _call(self, rules: Rules, most: int, work: Callable[..., T], *args: Any) -> T:
        """Call a function: here if the rules have at most `most` codes, otherwise elsewhere."""
        if self._compute is None or max(len(space) for space in rules.codes) <= most:
            return work(*args)
        found: T = await self._compute(work, *args)
        return found

    def _announce(self, table: Table) -> None:
        if self._ring:
            self._ring(table.id, table.version, [chair.seat for chair in table.chairs])


def _tries_again(error: Exception) -> bool:
    """Return True if storing failed: there may be room later."""
    return isinstance(error, KeypegError) and error.slug == "storage-refused"
