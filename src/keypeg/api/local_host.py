"""The host for the people at one computer: tables in a storage, computers, and nobody elsewhere.

It answers in the process of its caller. In the browser, `keypeg.device` is this host in a web worker.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from typing import Any, TypeVar

from msgspec import structs

from keypeg import core
from keypeg.api import daily, identity, own_tables
from keypeg.api.boxes import Rules
from keypeg.api.dispatch import Dispatcher
from keypeg.api.endpoint import Endpoint
from keypeg.api.features import API
from keypeg.api.host import INVITE, needs_server
from keypeg.api.limits import Limit
from keypeg.api.local_daily import DailyPuzzles
from keypeg.api.local_tables import ME, LocalStore, MemoryStorage, Storage, Tables
from keypeg.api.seats import Person
from keypeg.api.tables import Invite, Made, Plan, made
from keypeg.errors import KeypegError
from keypeg.review import Review
from keypeg.review import review as review_match
from keypeg.table import Answer, Question, Table, answer
from keypeg.table.driver import Driver, Making

T = TypeVar("T")


class LocalHost:
    """All tables of one computer. Everyone there is the same person, and may hold several seats."""

    def __init__(
        self,
        storage: Storage | None = None,
        ring: Callable[[str, int, Sequence[int]], None] | None = None,
        now: Callable[[], float] = time.time,
    ) -> None:
        """Keep tables in a storage; without one, in memory. `ring` is called after every change of a table."""
        self._ring = ring
        self._rung: asyncio.Event | None = None
        """Is set, and replaced, when a table changes."""
        self.now = now
        self.notes: dict[str, dict[str, Any]] = {}
        """By feature: what it notes without storing it."""
        self.tables = Tables(storage or MemoryStorage(), now)
        self.driver = Driver(self.tables, self._ask, now, _tries_again)
        self.tables.after += [self.driver.wake, self._announce]
        self.dispatcher = Dispatcher(API.values(), HANDLERS)

    async def ask(self, endpoint: Endpoint[..., Any, T], parameters: Any, asked: Any) -> T:
        """Return the answer of an endpoint to decoded parameters and a decoded body."""
        answer: T = await self.dispatcher.answer(endpoint, LocalCall(self, parameters, asked))
        return answer

    async def stop(self) -> None:
        """Stop the computers and clocks. Everything is stored already."""
        await self.driver.stop()

    # What other local hosts do in another way

    def offered(self, facts: Rules) -> Rules:
        """Return the facts of rules, limited to what can be played here: nobody can be invited."""
        return structs.replace(facts, invites=False)

    def check(self, plan: Plan) -> None:
        """Refuse a table that cannot be played here."""
        if any(chair.kind == "open" for chair in plan.chairs):
            raise needs_server()

    async def compute(self, rules: core.Rules | None, work: Callable[..., T], *args: Any) -> T:
        """Call a function that may take seconds, about a position of these rules."""
        return await asyncio.to_thread(work, *args)

    async def think(self, rules: core.Rules, work: Callable[..., T], *args: Any) -> T:
        """Call a function that chooses the move of a computer."""
        return await asyncio.to_thread(work, *args)

    async def reviewed(self, rules: core.Rules, seen: core.State) -> Review:
        """Review a match."""
        return await self.compute(rules, review_match, seen)

    async def wait_for(self, id: str, after: int, seconds: float) -> None:
        """Wait until a table has a later version than this, but not for longer."""
        until = asyncio.get_running_loop().time() + seconds
        while True:
            rung = self._rung = self._rung or asyncio.Event()
            async with self.tables.held(id) as table:
                if table.version > after:
                    return
            try:
                async with asyncio.timeout_at(until):
                    await rung.wait()
            except TimeoutError:
                return

    async def _ask(self, table: Table, questions: tuple[Question, ...]) -> Answer:
        return await self.think(table.rules, answer, questions)

    def _announce(self, table: Table) -> None:
        if self._rung:
            self._rung.set()
            self._rung = None
        if self._ring:
            self._ring(table.id, table.version, [chair.seat for chair in table.chairs])


class LocalCall:
    """A request to a local host."""

    language = ""

    def __init__(self, host: LocalHost, parameters: Any, asked: Any) -> None:
        self.host = host
        self.parameters = parameters
        self.asked = asked

    @property
    def who(self) -> str:
        return ME

    @property
    def person(self) -> Person:
        return Person(ME)

    async def join(self) -> None:
        """Do nothing: nobody is new."""

    @property
    def address(self) -> str:
        return ""

    async def created(self, person: Person) -> float:
        return 0.0

    def notes(self, feature: str) -> dict[str, Any]:
        return self.host.notes.setdefault(feature, {})

    async def charge(self, limit: Limit, cost: float) -> None:
        """Charge nothing."""

    def held(self, id: str) -> AbstractAsyncContextManager[Table]:
        return self.host.tables.held(id)

    async def change(self, id: str, make: Making[T], seen: int | None = None) -> T:
        return await self.host.tables.change(id, make)

    async def open(self, plan: Plan) -> Table:
        self.host.check(plan)
        return await self.host.tables.open(plan)

    async def remove(self, id: str) -> None:
        await self.host.tables.remove(id)

    @property
    def now(self) -> float:
        return self.host.now()

    @property
    def store(self) -> LocalStore:
        return self.host.tables.store

    async def wait_for(self, id: str, after: int, seconds: float) -> None:
        await self.host.wait_for(id, after, seconds)

    def away(self, table: Table) -> Mapping[int, float]:
        return {}

    def greet(self, table: Table, seats: Sequence[int]) -> None:
        """Do nothing: everyone is here."""

    async def work(self, table: Table, work: Callable[..., T], *args: Any) -> T:
        return work(*args)

    async def compute(self, rules: core.Rules | None, work: Callable[..., T], *args: Any, long: bool = False) -> T:
        return await self.host.compute(rules, work, *args)

    async def reviewed(self, table: Table, state: core.State, seen: core.State) -> Review:
        return await self.host.reviewed(table.rules, seen)

    def offered(self, facts: Rules) -> Rules:
        return self.host.offered(facts)

    @property
    def lists_tables(self) -> bool:
        raise needs_server()

    def invites(self, table: Table, seats: Sequence[int], kind: str = INVITE) -> list[Invite]:
        return []

    def link(self, table: Table) -> str:
        return ""


def _tries_again(error: Exception) -> bool:
    """Return True if storing failed: there may be room later."""
    return isinstance(error, KeypegError) and error.slug == "storage-refused"


async def _daily(call: LocalCall) -> daily.Daily:
    return await _puzzles(call).of_day(call.parameters.day)


async def _start_daily(call: LocalCall) -> Made:
    return made(call, await _puzzles(call).start(call.parameters.day))


async def _daily_archive(call: LocalCall) -> daily.DailyArchive:
    return await _puzzles(call).archive(call.parameters.before)


def _puzzles(call: LocalCall) -> DailyPuzzles:
    return DailyPuzzles(call.host.tables, call.host.now())


async def _me(_: LocalCall) -> identity.Identity:
    return identity.Identity(known=True, name="")


async def _people(_: LocalCall) -> list[own_tables.Companion]:
    return []


HANDLERS: Mapping[Endpoint[..., Any, Any], Callable[[LocalCall], Awaitable[Any]]] = {
    daily.daily: _daily,
    daily.start_daily: _start_daily,
    daily.daily_archive: _daily_archive,
    identity.me: _me,
    own_tables.people: _people,
}
"""What local hosts answer in their own way."""
