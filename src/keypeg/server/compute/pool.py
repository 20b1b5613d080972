"""A pool of processes for work that would block the event loop."""

from __future__ import annotations

import asyncio
import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from multiprocessing import get_context, parent_process
from typing import ParamSpec, TypeVar

from keypeg.cores import usable_cores
from keypeg.errors import Busy
from keypeg.server.logs import LOG
from keypeg.solve import warm

P = ParamSpec("P")
T = TypeVar("T")

MOST_WAITING = 64
"""Questions of guests that may wait for an answer. Moves of computers are never refused."""


class ComputePool:
    """A few processes. Slow work leaves one of them free for quick work."""

    def __init__(self, processes: int | None = None) -> None:
        self._processes = processes or max(3, usable_cores())
        self._pool: ProcessPoolExecutor | None = None
        self.busy = 0
        """The number of jobs that run or wait for a process."""
        self._waiting = 0
        self._stopped = False
        self._ready: list[Future[None]] = []
        """By process: done once it has started."""
        self.failed = False
        """True if the processes could not start; they are not started again."""
        self._slow = asyncio.Semaphore(max(1, self._processes - 1))

    def start(self) -> None:
        """Start the processes in the background; each loads its kernels."""
        pool = self._pool = ProcessPoolExecutor(self._processes, get_context("spawn"), initializer=_begin)
        self._ready = []
        with suppress(BrokenProcessPool):
            for _ in range(self._processes):
                self._ready.append(pool.submit(_nothing))

    def stop(self) -> None:
        """End all processes at once, whatever they work on."""
        self._stopped = True
        if self._pool:
            # The pool itself forgets its processes, and waits for them, when it is shut down.
            processes = list((self._pool._processes or {}).values())  # noqa: SLF001
            self._pool.shutdown(wait=False, cancel_futures=True)
            for process in processes:
                process.terminate()
            self._pool = None

    def admit(self) -> None:
        """Refuse a question of a guest if too many wait for an answer already."""
        if self.busy + self._waiting > MOST_WAITING:
            raise Busy("too-many", seconds=5)

    async def slow(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run work that may take seconds."""
        self._waiting += 1
        try:
            await self._slow.acquire()
        finally:
            self._waiting -= 1
        try:
            return await self.quick(work, *args, **kwargs)
        finally:
            self._slow.release()

    async def quick(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run work of milliseconds. If its process dies, start another and try once more; then refuse."""
        assert not kwargs, "arguments are given by position"
        for _ in range(2):
            if self._stopped or self.failed:
                break
            if self._pool is None:
                self.start()
            pool = self._pool
            assert pool is not None
            self.busy += 1
            try:
                return await asyncio.get_running_loop().run_in_executor(pool, work, *args)
            except BrokenProcessPool:
                if self._pool is pool:
                    self._pool = None
                    self._give_up_unless_started()
            finally:
                self.busy -= 1
        if not self._stopped and not self.failed:
            LOG.error("a question ended two compute processes", work=work.__name__)
        raise Busy("compute-failed", seconds=60)

    def _give_up_unless_started(self) -> None:
        """Start no more processes if not even one of the last ones started: the next ones would fail like them."""
        started = (each.done() and not each.cancelled() and each.exception() is None for each in self._ready)
        if not self._stopped and not any(started):
            self.failed = True
            LOG.error("the compute processes cannot start: computers do not move, and nothing is computed for guests")


def _begin() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_the_server, daemon=True).start()
    warm()


def _end_with_the_server() -> None:
    """End with the server: one that is killed cannot stop its processes."""
    server = parent_process()
    assert server is not None, "thinkers are started by a server"
    server.join()
    os._exit(1)


def _nothing() -> None:
    """Do nothing, so that the pool starts one more process."""
