"""Compute something for a guest in another process, and charge for it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar

from keypeg.core import Rules
from keypeg.server.compute.work import Work, hint_work
from keypeg.server.http.request import Request
from keypeg.server.rate_limits import TOOLS

P = ParamSpec("P")
T = TypeVar("T")

LONG_COST = 4.0
"""The cost of a question that may take seconds, on top of the usual cost."""


async def hint(request: Request[Any, Any], rules: Rules, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Answer a question about a position of these rules."""
    kind = hint_work(rules)
    if kind is Work.LONG_HINT:
        await request.take(TOOLS, LONG_COST)
    return await request.services.pool.run(kind, await request.client(), work, *args, **kwargs)
