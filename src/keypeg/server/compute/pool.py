"""Share a few processes fairly between owners: the most urgent jobs first, then those of the owner who used least."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from time import monotonic
from typing import Any, ParamSpec, TypeVar

from keypeg.cores import usable_cores
from keypeg.errors import Busy, Illegal
from keypeg.server.compute.process import ComputeProcess, Died, TooLong
from keypeg.server.compute.usage import Usage
from keypeg.server.compute.work import BUDGET, Work, is_reserve, is_reviewer, takes
from keypeg.server.logs import LOG
from keypeg.server.rate_limits import SHARED, paying_address

P = ParamSpec("P")
T = TypeVar("T")

LEAST_PROCESSES = 4
MOST_WAITING, MOST_AT_ADDRESS, MOST_OF_ONE = 64, 32, 6
"""Most questions that may be queued: in all, per address, and per guest. Reviews take minutes, so the first two count
them separately. Computers' moves are never refused."""
LITTLE = 5.0
"""Recent processor time in seconds up to which an owner may use the reserve: about two codes in a game with many."""
PAUSE = 60.0
"""Seconds before a retry if the processes could not start."""
ENDING = 5.0
"""Seconds that `stop` waits for each process to end."""
TRIES = 2


@dataclass(eq=False, slots=True)
class Job:
    """A call that is queued for a process or runs in one."""

    kind: Work
    owner: str
    work: Callable[..., Any]
    args: tuple[Any, ...]
    address: str = ""
    """The address of the client who asked; "" if none."""
    tries: int = TRIES
    done: asyncio.Future[Any] = field(default_factory=lambda: asyncio.get_running_loop().create_future())


class ComputePool:
    """A few processes and the queue of jobs for them."""

    def __init__(self, processes: int | None = None) -> None:
        number = processes or max(LEAST_PROCESSES, usable_cores())
        self._processes = [
            ComputeProcess(takes(at, number), reserve=is_reserve(at, number), gives_way=is_reviewer(at, number))
            for at in range(number)
        ]
        self._share = max(1, sum(map(_is_shared, self._processes)) // 2)
        """The number of processes that one owner may keep busy, not counting those for reviews and for short moves."""
        self._waiting: list[Job] = []
        self._running: list[Job] = []
        self._used = Usage()
        self._tasks: set[asyncio.Task[None]] = set()
        self._stopped = False
        self._paused_until = 0.0

    @property
    def busy(self) -> int:
        """The number of jobs that run or wait."""
        return len(self._waiting) + len(self._running)

    @property
    def failed(self) -> bool:
        """True for a minute after the processes could not start."""
        return monotonic() < self._paused_until

    def start(self) -> None:
        """Start the processes in the background."""
        for process in self._processes:
            process.start()

    def stop(self) -> None:
        """Cancel all queued jobs, and end all processes at once, even busy ones."""
        self._stopped = True
        for job in self._waiting:
            job.done.cancel()
        self._waiting.clear()
        ended = [process.end() for process in self._processes]
        for thread in filter(None, ended):
            thread.join(ENDING)

    async def run(self, kind: Work, owner: str, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run `work` in a process on behalf of `owner`. If the process dies, retry once in another, then raise Busy."""
        assert not kwargs, "arguments are given by position"
        address = paying_address()
        self._admit(kind, owner, address)
        job = Job(kind, owner, work, args, address)
        self._waiting.append(job)
        self._dispatch()
        try:
            found: T = await asyncio.shield(job.done)
        except asyncio.CancelledError:
            if job in self._waiting:
                self._waiting.remove(job)
            raise
        return found

    def _admit(self, kind: Work, owner: str, address: str) -> None:
        """Raise Busy if too many questions are queued already, and for any work while no process can start."""
        if self._stopped or self.failed:
            raise Busy("compute-failed", seconds=int(PAUSE))
        if kind <= Work.LONG_MOVE:
            return
        questions = [job for job in self._waiting if job.kind > Work.LONG_MOVE]
        alike = [job.address for job in questions if (job.kind is Work.REVIEW) == (kind is Work.REVIEW)]
        if (
            len(alike) >= MOST_WAITING
            or (address and alike.count(address) >= MOST_AT_ADDRESS)
            or [job.owner for job in questions].count(owner) >= MOST_OF_ONE
        ):
            raise Busy("too-many", seconds=5)

    def _dispatch(self) -> None:
        """Give every idle process its next job, if there is one for it."""
        for process in sorted(self._processes, key=lambda each: each.reserve):
            job = self._next(process) if process.owner is None else None
            if job:
                self._waiting.remove(job)
                self._running.append(job)
                process.owner = job.owner
                task = asyncio.get_running_loop().create_task(self._do(process, job))
                self._tasks.add(task)
                task.add_done_callback(self._tasks.discard)

    def _next(self, process: ComputeProcess) -> Job | None:
        """Return the next job for a process: the most urgent one, and among equals that of the owner who takes least.

        What an owner takes is their recent processor time, multiplied by their jobs of this kind that are queued or
        running. All owners at an address take at least as much as their number warrants if they were `SHARED` guests:
        one person could be any number of new guests. The process for short moves serves everyone, even owners who keep
        their share of the others busy.
        """
        working = Counter(each.owner for each in self._processes if _is_shared(each))
        has_had = {owner for owner, many in working.items() if many >= self._share} if _is_shared(process) else ()
        jobs = (*self._waiting, *self._running)
        owners = Counter((job.owner, job.kind) for job in jobs)
        places = Counter((job.address, job.kind) for job in jobs if job.address)

        def used(job: Job) -> float:
            return max(self._used.of(job.owner), self._used.of(job.address) / SHARED)

        def at_hand(job: Job) -> float:
            return max(owners[job.owner, job.kind], places[job.address, job.kind] / SHARED)

        fitting = (
            job
            for job in self._waiting
            if job.kind in process.takes
            and job.owner not in has_had
            and (not process.reserve or (at_hand(job) <= 1 and used(job) < LITTLE))
        )
        return min(fitting, key=lambda job: (job.kind, used(job) * at_hand(job)), default=None)

    async def _do(self, process: ComputeProcess, job: Job) -> None:
        seconds = 0.0
        try:
            if self._stopped:  # before this task's first step: a process started now would outlive the server
                raise asyncio.CancelledError
            done = await process.run(BUDGET[job.kind], job.work, job.args)
        except TooLong:
            seconds = BUDGET[job.kind]
            LOG.warning("work took too long, and was stopped", seconds=BUDGET[job.kind], work=job.work.__name__)
            _refuse(job, Illegal("compute-too-long"))
        except Died as error:
            self._died(process, job, str(error))
        except asyncio.CancelledError:
            job.done.cancel()
            raise
        except Exception as error:  # noqa: BLE001 -- the caller gets what the work raises
            _refuse(job, error)
        else:
            seconds = done.seconds
            if not job.done.done():
                job.done.set_result(done.found)
        finally:
            process.owner = None
            self._running.remove(job)
            for payer in {job.owner, job.address} - {""}:
                self._used.add(payer, seconds)
            if not self._stopped:
                self._dispatch()

    def _died(self, process: ComputeProcess, job: Job, why: str) -> None:
        """Retry the job once, unless no process has started at all: the next one would fail as well."""
        job.tries -= 1
        if self._stopped:
            job.done.cancel()
        elif not process.has_started and not any(each.has_started for each in self._processes):
            if not self.failed:
                LOG.error(
                    "the compute processes cannot start: computers wait, and nothing is computed for guests", why=why
                )
            self._paused_until = monotonic() + PAUSE
            for each in (job, *self._waiting):
                _refuse(each, Busy("compute-failed", seconds=int(PAUSE)))
            self._waiting.clear()
        elif job.tries:
            LOG.warning("a compute process ended, and another takes its work", why=why)
            self._waiting.insert(0, job)
        else:
            LOG.error("a question ended two compute processes", why=why, work=job.work.__name__)
            _refuse(job, Busy("compute-failed", seconds=int(PAUSE)))


def _is_shared(process: ComputeProcess) -> bool:
    """Return True if this process counts towards the number that one owner may keep busy."""
    return Work.LONG_MOVE in process.takes and Work.REVIEW not in process.takes


def _refuse(job: Job, problem: Exception) -> None:
    if not job.done.done():
        job.done.set_exception(problem)
