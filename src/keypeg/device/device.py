"""The local host in a browser: computers that choose the same move as on a server, and quickly; requests as text."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar
from urllib.parse import parse_qsl, unquote

import msgspec
from msgspec import structs

from keypeg import core
from keypeg.api.boxes import Rules
from keypeg.api.dispatch import encoded
from keypeg.api.endpoint import JSON
from keypeg.api.errors import status_of
from keypeg.api.host import needs_server
from keypeg.api.local_host import LocalCall, LocalHost
from keypeg.api.local_tables import Storage
from keypeg.api.tables import Plan
from keypeg.deduce.late_import import has_numpy
from keypeg.errors import Illegal, KeypegError, Malformed
from keypeg.notation import rules as read_rules
from keypeg.players import Hiding, read_player
from keypeg.players.without_engine import levels_without_engine
from keypeg.review import Review

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


class Device(LocalHost):
    """The local host of a page: it has no engine, and little time."""

    def __init__(
        self,
        storage: Storage,
        compute: Compute | None = None,
        ring: Callable[[str, int, Sequence[int]], None] | None = None,
        now: Callable[[], float] = time.time,
    ) -> None:
        super().__init__(storage, ring, now)
        self._elsewhere = compute

    async def answer(self, method: str, address: str, body: bytes = b"") -> Answer:
        """Answer a request; `address` is the part of the address after /api/v1, and may have a query."""
        try:
            path, _, query = address.partition("?")
            endpoints, values = self.dispatcher.find(path)
            if method not in endpoints:
                raise Malformed("request-refused", problem=f"{method} {path}")
            endpoint = endpoints[method]
            texts = {name: unquote(value) for name, value in values.items()} | dict(parse_qsl(query))
            call = LocalCall(self, endpoint.read_parameters(texts), endpoint.read_body(body))
            content = encoded(await self.dispatcher.answer(endpoint, call), endpoint.terms.media_type)
            return Answer(endpoint.terms.status, endpoint.terms.media_type, content)
        except KeypegError as error:
            if error.slug == "extra-missing":
                error = Illegal("needs-server")
            refused = {"error": error.slug, "message": str(error), **error.fields}
            return Answer(status_of(error), JSON, msgspec.json.encode(refused))

    def offered(self, facts: Rules) -> Rules:
        """Return the facts of rules, limited to what a device offers: the computers that play here, and no invites."""
        levels = list(levels_without_engine(read_rules(facts.text)))
        return structs.replace(facts, levels=levels, tricky=False, invites=False)

    def check(self, plan: Plan) -> None:
        """Refuse invites, and computers that need a server."""
        super().check(plan)
        for player in (read_player(chair.player) for chair in plan.chairs if chair.player and not plan.agreed.puzzle):
            if player.level not in levels_without_engine(plan.rules) or player.hiding is not Hiding.FAIR:
                raise needs_server()

    async def compute(self, rules: core.Rules | None, work: Callable[..., T], *args: Any) -> T:
        """Compute the answer to a question about these rules; refuse if they have too many codes for a device."""
        if rules is not None and _codes(rules) > MOST_CODES:
            raise needs_server()
        return await self._call(rules, MANY_CODES, work, *args)

    async def think(self, rules: core.Rules, work: Callable[..., T], *args: Any) -> T:
        """Choose the move of a computer. Those that play here are quick, unless there are very many codes."""
        return await self._call(rules, MOST_CODES, work, *args)

    async def reviewed(self, rules: core.Rules, seen: core.State) -> Review:
        """Review a match, unless it takes a server."""
        if rules.split and not has_numpy():
            raise Illegal("review-needs-server")  # without starting a second Python just to find that out
        try:
            return await super().reviewed(rules, seen)
        except Illegal as error:
            raise Illegal("review-needs-server") if error.slug == "needs-server" else error from None

    async def _call(self, rules: core.Rules | None, most: int, work: Callable[..., T], *args: Any) -> T:
        """Call a function: here if the rules have at most `most` codes, otherwise elsewhere."""
        if self._elsewhere is None or rules is None or _codes(rules) <= most:
            return work(*args)
        answer: T = await self._elsewhere(work, *args)
        return answer


def _codes(rules: core.Rules) -> int:
    return max(len(space) for space in rules.codes)
