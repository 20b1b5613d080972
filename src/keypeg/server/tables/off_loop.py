"""A thread for what takes long at long tables: replay, Views, records. The event loop goes on meanwhile."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


class OffLoop:
    """One thread, so that at most one long work at a time shares the interpreter with the event loop."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, "off-loop")

    async def run(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Do this on the thread. What it works on must not change meanwhile."""
        assert not kwargs, "arguments are given by position"
        return await asyncio.get_running_loop().run_in_executor(self._thread, work, *args)

    def stop(self) -> None:
        """Drop what waits."""
        self._thread.shutdown(wait=False, cancel_futures=True)
