"""A thread for slow work (replay, Views and records of long tables, QR codes), so as not to block the event loop."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


class OffLoop:
    """One thread, so that at most one long job at a time shares the interpreter with the event loop."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, "off-loop")

    async def run(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run `work` on the thread. Its arguments must not change meanwhile."""
        assert not kwargs, "arguments are given by position"
        return await asyncio.get_running_loop().run_in_executor(self._thread, work, *args)

    def stop(self) -> None:
        """Drop the queued work."""
        self._thread.shutdown(wait=False, cancel_futures=True)
