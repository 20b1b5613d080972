"""Run the jobs of a search: the interface, and its implementation with threads."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import Thread, current_thread
from types import TracebackType
from typing import Protocol

from keypeg.solve.for_lab import CORES
from keypeg_lab.optimal.jobs import Job, total_of
from keypeg_lab.optimal.second_guess import Trial


class Crew(Protocol):
    """Runs jobs, many at a time, within a `with` block."""

    def __enter__(self) -> Crew: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...

    def do(self, jobs: Sequence[Job]) -> None:
        """Run the jobs, starting them in order, and offer every total to its job's `best`."""


class Threads:
    """A crew of threads in this process. On Ctrl-C it stops their kernels."""

    def __init__(self, trial: Trial, count: int = CORES) -> None:
        self.trial = trial
        self.threads = threads = list[Thread]()
        self.pool = ThreadPoolExecutor(count, initializer=lambda: threads.append(current_thread()))

    def __enter__(self) -> Threads:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if error is not None:
            self.trial.stop.set()
        self.pool.shutdown(wait=False, cancel_futures=True)
        for thread in self.threads:
            while thread.is_alive():
                if self.trial.stop.is_set():
                    self.trial.workers.halt()  # repeatedly: a kernel that is only just starting would miss it
                thread.join(0.02)

    def do(self, jobs: Sequence[Job]) -> None:
        for future in [self.pool.submit(self.one, job) for job in jobs]:
            future.result()

    def one(self, job: Job) -> None:
        if job.is_open:
            job.best.offer(*total_of(self.trial, job))
