"""What a host supplies for a request: who asks, the tables, time to compute, and links.

There are three hosts: the server, the page in a browser without one, and a host in the process of its caller.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from keypeg import core
from keypeg.errors import Illegal

if TYPE_CHECKING:
    from keypeg.api.boxes import Rules

T = TypeVar("T")


class Call(Protocol):
    """A request that is being answered, with everything that its answer may need from the host."""

    parameters: Any
    """The struct of the parameters in path and query, or None."""
    asked: Any
    """The decoded body, or None."""

    async def compute(self, rules: core.Rules, work: Callable[..., T], *args: Any, long: bool = False) -> T:
        """Call a function about a position of these rules that may take seconds; `long` if it does so for any rules."""
        ...

    def offered(self, facts: Rules) -> Rules:
        """Return the facts of rules, limited to what this host offers."""
        ...


def needs_server() -> Illegal:
    """Return the refusal of a host that is not a server, where only a server can answer."""
    return Illegal("needs-server")
