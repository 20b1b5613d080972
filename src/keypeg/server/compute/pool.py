"""Share a few processes between all who want something computed: the most urgent first, and everybody as long."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from time import monotonic
from typing import Any, ParamSpec, TypeVar

from keypeg.cores import usable_cores
from keypeg.errors import Busy, Illegal
from keypeg.server.compute.process import ComputeProcess, TooLong
from keypeg.server.compute.usage import Usage
from keypeg.server.compute.work import BUDGET, Work, is_reserve, is_reviewer, takes
from keypeg.server.logs import LOG

P = ParamSpec("P")
T = TypeVar("T")

LEAST_PROCESSES = 4
MOST_WAITING, MOST_OF_ONE = 64, 6
"""Questions that may wait for a process: in all, and of one guest. Moves of computers are never refused."""
LITTLE = 5.0
"""Seconds of processor time, lately, up to which somebody may use the reserve: about two codes of a game with many."""
PAUSE = 60.0
"""Seconds until processes that could not start are tried again."""
ENDING = 5.0
"""Seconds that a server which stops waits for each process to end."""
TRIES = 2


@dataclass(eq=False, slots=True)
class Job:
    """What waits for a process, or runs in one."""

    kind: Work
    owner: str
    work: Callable[..., Any]
    args: tuple[Any, ...]
    tries: int = TRIES
    done: asyncio.Future[Any] = field(default_factory=lambda: asyncio.get_running_loop().create_future())


class ComputePool:
    """A few processes, and what waits for them."""

    def __init__(self, processes: int | None = None) -> None:
        number = processes or max(LEAST_PROCESSES, usable_cores())
        self._processes = [
            ComputeProcess(takes(at, number), reserve=is_reserve(at, number), gives_way=is_reviewer(at, number))
            for at in range(number)
        ]
        self._share = max(1, sum(map(_is_shared, self._processes)) // 2)
        """The number of processes that one owner may keep busy, beside those for reviews and for short moves."""
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
        """True for a minute after processes could not start."""
        return monotonic() < self._paused_until

    def start(self) -> None:
        """Start the processes in the background."""
        for process in self._processes:
            process.start()

    def stop(self) -> None:
        """End all processes at once, whatever they work on."""
        self._stopped = True
        for job in self._waiting:
            job.done.cancel()
        self._waiting.clear()
        ended = [process.end() for process in self._processes]
        for thread in filter(None, ended):
            thread.join(ENDING)

    async def run(self, kind: Work, owner: str, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run this in a process, for somebody. If its process dies, try once more in another; then refuse."""
        assert not kwargs, "arguments are given by position"
        self._admit(kind, owner)
        job = Job(kind, owner, work, args)
        self._waiting.append(job)
        self._dispatch()
        try:
            found: T = await asyncio.shield(job.done)
        except asyncio.CancelledError:
            if job in self._waiting:
                self._waiting.remove(job)
            raise
        return found

    def _admit(self, kind: Work, owner: str) -> None:
        """Refuse a question if too many wait already, and everything while no process starts."""
        if self._stopped or self.failed:
            raise Busy("compute-failed", seconds=int(PAUSE))
        if kind <= Work.LONG_MOVE:
            return
        questions = [job.owner for job in self._waiting if job.kind > Work.LONG_MOVE]
        if len(questions) >= MOST_WAITING or questions.count(owner) >= MOST_OF_ONE:
            raise Busy("too-many", seconds=5)

    def _dispatch(self) -> None:
        """Give every idle process what it takes."""
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
        """Return the most urgent job for a process; of equally urgent ones that of the owner who takes least.

        That owner has had little lately, and has little of this kind at hand. The process for short moves is for
        everybody, even for those who keep other processes busy.
        """
        working = Counter(each.owner for each in self._processes if _is_shared(each))
        has_had = {owner for owner, many in working.items() if many >= self._share} if _is_shared(process) else ()
        at_hand = Counter((job.owner, job.kind) for job in (*self._waiting, *self._running))
        fitting = (
            job
            for job in self._waiting
            if job.kind in process.takes
            and job.owner not in has_had
            and (not process.reserve or (at_hand[job.owner, job.kind] == 1 and self._used.of(job.owner) < LITTLE))
        )
        return min(
            fitting,
            key=lambda job: (job.kind, self._used.of(job.owner) * at_hand[job.owner, job.kind]),
            default=None,
        )

    async def _do(self, process: ComputeProcess, job: Job) -> None:
        seconds = 0.0
        try:
            if self._stopped:  # before the first step of this task; a new process would outlive the server's work
                raise asyncio.CancelledError
            done = await process.run(BUDGET[job.kind], job.work, job.args)
        except TooLong:
            seconds = BUDGET[job.kind]
            LOG.warning("work took too long, and was stopped", seconds=BUDGET[job.kind], work=job.work.__name__)
            _refuse(job, Illegal("compute-too-long"))
        except BrokenProcessPool:
            self._died(process, job)
        except asyncio.CancelledError:
            job.done.cancel()
            raise
        except Exception as error:  # noqa: BLE001 -- what the work raises is for those who asked
            _refuse(job, error)
        else:
            seconds = done.seconds
            if not job.done.done():
                job.done.set_result(done.found)
        finally:
            process.owner = None
            self._running.remove(job)
            self._used.add(job.owner, seconds)
            if not self._stopped:
                self._dispatch()

    def _died(self, process: ComputeProcess, job: Job) -> None:
        """Try once more, unless not even one process has started: the next would fail like them."""
        job.tries -= 1
        if self._stopped:
            job.done.cancel()
        elif not process.has_started and not any(each.has_started for each in self._processes):
            if not self.failed:
                LOG.error("the compute processes cannot start: computers wait, and nothing is computed for guests")
            self._paused_until = monotonic() + PAUSE
            for each in (job, *self._waiting):
                _refuse(each, Busy("compute-failed", seconds=int(PAUSE)))
            self._waiting.clear()
        elif job.tries:
            self._waiting.insert(0, job)
        else:
            LOG.error("a question ended two compute processes", work=job.work.__name__)
            _refuse(job, Busy("compute-failed", seconds=int(PAUSE)))


def _is_shared(process: ComputeProcess) -> bool:
    """Return True if one owner may keep only some processes like this busy."""
    return Work.LONG_MOVE in process.takes and Work.REVIEW not in process.takes


def _refuse(job: Job, problem: Exception) -> None:
    if not job.done.done():
        job.done.set_exception(problem)
