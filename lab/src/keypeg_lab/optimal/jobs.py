"""The jobs of a search, for threads and clusters: try one second guess after one mark, or solve a small cell whole."""

from __future__ import annotations

from dataclasses import dataclass, field
from threading import Lock

from keypeg.solve import start
from keypeg.solve.for_lab import opens_at
from keypeg_lab.optimal.opening import Opening
from keypeg_lab.optimal.second_guess import Trial

WHOLE = -1
"""The value of `Job.at` in a job that solves the whole cell."""


@dataclass(eq=False)
class Best:
    """The best total so far of the guesses at a position, initially the limit; shared by threads."""

    value: int
    guess: int = -1
    lock: Lock = field(default_factory=Lock)

    def offer(self, total: int, guess: int) -> None:
        """Take a total if it is better."""
        with self.lock:
            if total < self.value:
                self.value, self.guess = total, guess


@dataclass(frozen=True, slots=True)
class Job:
    """Try second guess number `at` of an opening after a mark; it has to beat `best`."""

    opening: Opening
    mark: int
    at: int
    best: Best

    @property
    def is_open(self) -> bool:
        """Return False if the sizes of its cells already refute the guess."""
        return self.at == WHOLE or bool(self.opening.bounds[self.at, self.mark] < self.best.value)


def total_of(trial: Trial, job: Job) -> tuple[int, int]:
    """Do a job: return a total with the guess that reaches it if it is below the best, otherwise a bound."""
    if job.at == WHOLE:
        node = start(trial.problem).after(job.opening.guess)[job.mark]
        found = trial.ask(node.candidates, opens_at(node), job.best.value, trial.cap - 1)
        return found.value, found.guess
    total = trial.attempt(job.opening, job.at, job.mark, lambda: job.best.value)
    return total, int(job.opening.seconds[job.at])
