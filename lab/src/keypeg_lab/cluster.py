"""Evaluate and search on a Dask cluster. Needs `keypeg[cluster]`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from socket import create_connection
from types import TracebackType
from typing import TYPE_CHECKING, Any, TypeVar

from keypeg.atlas.tree import Tree
from keypeg.deduce.problem import Problem
from keypeg.errors import Illegal, Unknown
from keypeg.solve import Position
from keypeg.solve.for_lab import Beam, Branch, workers_for
from keypeg_lab.optimal.beam_search import BeamSearch, search_beam
from keypeg_lab.optimal.checkpoint import Checkpoint, Finding, RowIds
from keypeg_lab.optimal.jobs import WHOLE, Best, Job, total_of
from keypeg_lab.optimal.opening import Opening
from keypeg_lab.optimal.search import Optimum, Status, search_optimal
from keypeg_lab.optimal.second_guess import Trial

if TYPE_CHECKING:
    from distributed import Client

R = TypeVar("R")

SCHEDULER_PORT = 8786
"""The default port of a Dask scheduler."""
AHEAD = 2
"""The number of jobs to keep in flight per thread of the cluster."""

Findings = dict[RowIds, Finding]


@contextmanager
def connected(address: str, timeout: int = 10) -> Iterator[Cluster]:
    """Connect to the cluster at this address for a `with` block; it has `timeout` seconds to answer."""
    try:
        from distributed import Client
    except ImportError as error:
        raise Illegal("cluster-missing") from error
    try:
        _try_to_connect(address, timeout)
        client = Client(address, timeout=timeout, set_as_default=False)
    except (OSError, ValueError) as error:
        raise Unknown("cluster-unreachable", address=address) from error
    with client:
        yield Cluster(client)


def _try_to_connect(address: str, timeout: int) -> None:
    """Raise OSError or ValueError if nothing listens there: a Client that fails prints a traceback when it closes."""
    from distributed.comm.addressing import parse_address, parse_host_port
    from distributed.comm.registry import get_backend

    scheme, place = parse_address(address)
    get_backend(scheme)
    if scheme in ("tcp", "tls"):
        create_connection(parse_host_port(place, SCHEDULER_PORT), timeout).close()


@dataclass(frozen=True, slots=True)
class Cluster:
    """A connected cluster. Pass its `spread` to `evaluate`."""

    client: Client

    def spread(self, work: Callable[..., R], items: Iterable[tuple[Any, ...]], /) -> Iterator[R]:
        """Call `work` with each of the items on the workers; yield the results in order."""
        futures = [self.client.submit(work, *item, pure=False) for item in items]
        for future in futures:
            yield future.result()

    def search_optimal(
        self,
        problem: Problem,
        *,
        within: int | None = None,
        checkpoint: Path | None = None,
        progress: Callable[[Status], None] | None = None,
    ) -> Optimum:
        """Run `optimal.search_optimal` on the cluster, with the same checkpoints."""
        return search_optimal(problem, within=within, checkpoint=checkpoint, progress=progress, crew=self.crew)

    def crew(self, trial: Trial) -> ClusterCrew:
        """Return a crew of the cluster's workers for a search."""
        return ClusterCrew(self.client, trial)

    def search_beam(self, problem: Problem, beam: Beam, opening: int | None = None) -> Tree:
        """Run `optimal.beam_search` on the cluster, one worker for every cell of the opening."""

        def spread(problem: Problem, beam: Beam, nodes: list[Position]) -> list[Branch]:
            return list(self.spread(_branch_there, [(problem, beam, node) for node in nodes]))

        return search_beam(problem, beam, opening, spread)


class ClusterCrew:
    """The workers of a cluster. Every job is sent with the known findings on its cells, and returns the new ones."""

    def __init__(self, client: Client, trial: Trial) -> None:
        self.client, self.trial = client, trial

    def __enter__(self) -> ClusterCrew:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        pass

    def do(self, jobs: Sequence[Job]) -> None:
        from distributed import as_completed

        waiting = iter(jobs)
        room = AHEAD * max(1, sum(self.client.nthreads().values()))
        under_way: dict[Any, Job] = {}
        done = as_completed(loop=self.client.loop)
        while True:
            for job in waiting:
                if job.is_open:
                    future = self.client.submit(_job_there, *self._sent(job), pure=False)
                    under_way[future] = job
                    done.add(future)
                    if len(under_way) >= room:
                        break
            if not under_way:
                return
            future = next(done)
            job = under_way.pop(future)
            total, guess, found = future.result()
            job.best.offer(total, guess)
            for rows, finding in found.items():
                self.trial.known.keep(rows, finding)

    def _sent(self, job: Job) -> tuple[Terms, Sent]:
        """Return a job as two values that can be sent to a worker."""
        terms = Terms(self.trial.problem, self.trial.cap)
        known = {} if job.at == WHOLE else self.trial.findings_for(job.opening, job.at, job.mark)
        return terms, Sent(job.opening.guess, job.mark, job.at, job.best.value, known)


@dataclass(frozen=True, slots=True)
class Terms:
    """The parameters of a search, as sent to a worker."""

    problem: Problem
    cap: int


@dataclass(frozen=True, slots=True)
class Sent:
    """A job as sent to a worker, with the known findings on its cells."""

    guess: int
    mark: int
    at: int
    limit: int
    known: Findings


@lru_cache(maxsize=1)
def _trial(terms: Terms) -> Trial:
    """On a worker: return the current search, cached so that its kernels keep their memory from job to job."""
    return Trial(terms.problem, terms.cap, workers_for(terms.problem), Checkpoint(""))


@lru_cache(maxsize=16)
def _opening(terms: Terms, guess: int) -> Opening:
    return Opening(terms.problem, guess, _trial(terms).floor)


def _job_there(terms: Terms, sent: Sent) -> tuple[int, int, Findings]:
    """On a worker: do a job; return its total or bound, the guess, and the new findings."""
    # A worker may have several threads, so every job collects its findings separately and sends back all new ones.
    trial = replace(_trial(terms), known=Checkpoint("", findings=dict(sent.known)))
    total, second = total_of(trial, Job(_opening(terms, sent.guess), sent.mark, sent.at, Best(sent.limit)))
    found = {rows: finding for rows, finding in trial.known.findings.items() if sent.known.get(rows) != finding}
    return total, second, found


def _branch_there(problem: Problem, beam: Beam, node: Position) -> Branch:
    """On a worker: return the best branch of a beam below a position."""
    return BeamSearch(workers_for(problem, beam), beam).branch(node)
