"""One compute process, restarted if it dies, runs for too long or takes too much memory."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterable
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from multiprocessing import get_context, parent_process
from multiprocessing.process import BaseProcess
from pathlib import Path
from time import process_time
from types import FrameType
from typing import Any, NamedTuple

from keypeg.server.compute.work import Work
from keypeg.solve import warm
from keypeg.table.processes import ignore_interrupts, interrupts_blocked

GIVES_WAY = 10
"""Niceness of a process for reviews: on a busy core it gets a tenth. At 19 it would hardly get to start."""
MOST_MEMORY = 2**30
"""Bytes beyond which a process is replaced after a job: solving a million codes takes 600 MB, which it keeps for the
next question."""
MOST_SECONDS = 1800.0
"""Seconds of wall-clock time after which a process that does not stop by itself is ended."""

SECONDS_TO_END = 5.0
"""Seconds to wait for the end of a process that has died."""


class TooLong(Exception):
    """The work took more time than it may."""


class Died(Exception):
    """The process could not start, or died at work; the text says why."""


class Done(NamedTuple):
    """What the work returned, its processor time in seconds, and the memory of its process in bytes."""

    found: Any
    seconds: float
    memory: int


class ComputeProcess:
    """A process that runs one job at a time."""

    def __init__(self, takes: frozenset[Work], *, reserve: bool = False, gives_way: bool = False) -> None:
        self.takes = takes
        self.reserve = reserve
        self.owner: str | None = None
        """The owner of the job that runs now; None if idle."""
        self._gives_way = gives_way
        self._executor: ProcessPoolExecutor | None = None
        self._started: Future[None] | None = None

    def start(self) -> None:
        """Start the process in the background; it loads its kernels."""
        self._executor = ProcessPoolExecutor(
            1, get_context("spawn"), initializer=_begin, initargs=(GIVES_WAY if self._gives_way else 0,)
        )
        # The process inherits the signal mask. Otherwise Ctrl-C would end it with a traceback during its imports.
        with suppress(BrokenProcessPool), interrupts_blocked():
            self._started = self._executor.submit(warm)  # a job, not in `_begin`: so its error comes back

    @property
    def has_started(self) -> bool:
        """True if the process that was started last has become ready for work."""
        started = self._started
        return started is not None and started.done() and not started.cancelled() and started.exception() is None

    async def run(self, budget: float, work: Callable[..., Any], args: tuple[Any, ...]) -> Done:
        """Run `work`. Raise TooLong if it takes too long, or Died if the process cannot start or dies; both end it."""
        if self._executor is None:
            self.start()
        executor = self._executor
        assert executor is not None
        processes = list((executor._processes or {}).values())  # noqa: SLF001
        try:
            async with asyncio.timeout(MOST_SECONDS):
                await self._ready()
                done = await asyncio.wrap_future(executor.submit(_within, budget, work, args))
        except TimeoutError:
            self.end()
            raise TooLong from None
        except (TooLong, Died):
            self.end()
            raise
        except BrokenProcessPool as error:
            ended = self.end()
            if ended:
                await asyncio.to_thread(ended.join, SECONDS_TO_END)  # it learns how the process ended
            raise Died(_end_of(processes) or str(error)) from error
        if done.memory > MOST_MEMORY and self._executor is executor:  # it is None once the pool was stopped
            self.end()
            self.start()
        return done

    async def _ready(self) -> None:
        """Wait until the process is ready for work, or raise Died with what kept it."""
        assert self._started is not None, "the process was started"
        try:
            await asyncio.wrap_future(self._started)
        except BrokenProcessPool:
            raise
        except Exception as error:
            raise Died(f"{type(error).__name__}: {error}") from error

    def end(self) -> threading.Thread | None:
        """End the process at once, even in the middle of a job; the next job starts another.

        Return the thread that waits for its end: Python itself complains if it exits while that thread closes a pipe.
        """
        if self._executor is None:
            return None
        # The executor drops its references to its processes and its thread when it is shut down.
        processes = list((self._executor._processes or {}).values())  # noqa: SLF001
        waits: threading.Thread | None = self._executor._executor_manager_thread  # type: ignore[assignment]  # noqa: SLF001
        self._executor.shutdown(wait=False, cancel_futures=True)
        for process in processes:
            process.terminate()
        self._executor = None
        return waits


def _end_of(processes: Iterable[BaseProcess]) -> str:
    """Say how the first process that ended did so; "" if that is not known."""
    for each in processes:
        with suppress(ValueError):  # its executor has closed it already
            if each.exitcode:
                return f"signal {-each.exitcode}" if each.exitcode < 0 else f"exit status {each.exitcode}"
    return ""


def _begin(niceness: int) -> None:
    ignore_interrupts()
    if sys.platform != "win32":
        os.nice(niceness)
        signal.signal(signal.SIGPROF, _too_long)
    threading.Thread(target=_end_with_the_server, daemon=True).start()


def _within(budget: float, work: Callable[..., Any], args: tuple[Any, ...]) -> Done:
    """Run `work` for at most `budget` seconds of processor time; a running kernel finishes first."""
    began = process_time()
    if sys.platform == "win32":  # Windows has no such timer
        return Done(work(*args), process_time() - began, _memory())
    signal.setitimer(signal.ITIMER_PROF, budget, 1.0)  # again every second: Python ignores exceptions in destructors
    try:
        return Done(work(*args), process_time() - began, _memory())
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def _memory() -> int:
    """Return the current memory of this process in bytes; 0 if the system does not report it."""
    with suppress(OSError):
        return int(Path("/proc/self/statm").read_text("ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE")
    return 0


def _too_long(_number: int, _frame: FrameType | None) -> None:
    raise TooLong


def _end_with_the_server() -> None:
    """Exit when the server does: a server that is killed cannot stop its processes."""
    server = parent_process()
    assert server is not None, "compute processes are started by a server"
    server.join()
    os._exit(1)
