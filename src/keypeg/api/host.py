"""What a host supplies for a request: who asks, the tables, time to compute, and links.

There are three hosts: the server, the page in a browser without one, and a host in the process of its caller.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias, TypeVar

from keypeg import core
from keypeg.api.limits import Limit
from keypeg.errors import Illegal
from keypeg.table import Kept, Table
from keypeg.table.driver import Making

if TYPE_CHECKING:
    from keypeg.api.boxes import Rules
    from keypeg.api.seats import Person
    from keypeg.api.tables import Invite, Plan
    from keypeg.review import Review

T = TypeVar("T")
INVITE, LISTED = "invite", "listed"
"""The kinds of invites: from the host of a table, and from the list of open tables."""
Away: TypeAlias = Callable[[Table], Mapping[int, float]]
"""Tells since when the people at the seats of a table are away; those who are here are left out."""


class Store(Protocol):
    """A small store for the data of features, so that none needs a database table of its own.

    Two processes that write the same key at once do not overwrite each other: the second gets a Conflict.
    """

    async def get(self, key: str) -> Kept | None:
        """Return what is kept under a key; None if nothing is, or it has expired."""
        ...

    async def under(self, prefix: str) -> list[Kept]:
        """Return everything whose key begins with this prefix, by key."""
        ...

    async def write(self, *kept: Kept) -> None:
        """Write all of these, or none. Raise Conflict if one has been written since it was read."""
        ...

    def listen(self, prefix: str, listener: Callable[[str], None]) -> None:
        """Call `listener` with every key under a prefix that is written, here or in another process."""
        ...


class Call(Protocol):
    """A request that is being answered, with everything that its answer may need from the host."""

    parameters: Any
    """The struct of the parameters in path and query, or None."""
    asked: Any
    """The decoded body, or None."""

    # Who asks

    @property
    def who(self) -> str | None:
        """The id of the person who asks; None for someone new."""
        ...

    @property
    def person(self) -> Person:
        """The person who asks. Someone new has become one before a function that needs a person is called."""
        ...

    async def join(self) -> None:
        """Make someone new a person."""
        ...

    @property
    def language(self) -> str:
        """The language of the person who asks."""
        ...

    @property
    def address(self) -> str:
        """Where the request comes from: an address, or the network that it shares; empty where nobody is elsewhere."""
        ...

    async def created(self, person: Person) -> float:
        """Return when a person first came."""
        ...

    def notes(self, feature: str) -> dict[str, Any]:
        """Return the notes of a feature, which this process keeps in memory and stores nowhere."""
        ...

    async def charge(self, limit: Limit, cost: float) -> None:
        """Charge for more than the endpoint costs; raise Busy if that is too much."""
        ...

    # Tables

    def held(self, id: str) -> AbstractAsyncContextManager[Table]:
        """Return a context manager that locks a table and brings it up to date."""
        ...

    async def change(self, id: str, make: Making[T], seen: int | None = None) -> T:
        """Change a table, commit the entries, and return the answer. `seen` is the version that the client has seen."""
        ...

    async def open(self, plan: Plan) -> Table:
        """Open a new table."""
        ...

    async def remove(self, id: str) -> None:
        """Remove a table that nobody has seen."""
        ...

    async def wait_for(self, id: str, after: int, seconds: float) -> None:
        """Wait until a table has a later version than this, but not for longer."""
        ...

    def away(self, table: Table) -> Mapping[int, float]:
        """Return since when the people at the seats of a table are away; those who are here are left out."""
        ...

    def greet(self, table: Table, seats: Sequence[int]) -> None:
        """Note that the person who asks is at these seats."""
        ...

    @property
    def now(self) -> float:
        """The time, in seconds since 1970."""
        ...

    @property
    def store(self) -> Store:
        """The store for the data of features."""
        ...

    # Computing

    async def work(self, table: Table, work: Callable[..., T], *args: Any) -> T:
        """Call a function that takes longer the more moves a table has. The table must be held."""
        ...

    async def compute(self, rules: core.Rules | None, work: Callable[..., T], *args: Any, long: bool = False) -> T:
        """Call a function about a position of these rules that may take seconds; `long` if it does for any rules."""
        ...

    async def reviewed(self, table: Table, state: core.State, seen: core.State) -> Review:
        """Return the review of `state`, the match of a table, limited to `seen`; it may take minutes."""
        ...

    # What this host offers

    def offered(self, facts: Rules) -> Rules:
        """Return the facts of rules, limited to what this host offers."""
        ...

    @property
    def lists_tables(self) -> bool:
        """True if there is a list of tables that anyone may join; raise an error where there is nobody else."""
        ...

    def invites(self, table: Table, seats: Sequence[int], kind: str = INVITE) -> list[Invite]:
        """Return invites to these seats; none where nobody else can come."""
        ...

    def link(self, table: Table) -> str:
        """Return the address of a table; empty where it has none."""
        ...


def needs_server() -> Illegal:
    """Return the refusal of a host that is not a server, where only a server can answer."""
    return Illegal("needs-server")
