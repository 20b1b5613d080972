"""Run kernels in threads, each with its own buffers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import lru_cache
from queue import SimpleQueue
from typing import Any, TypeVar

from keypeg.cores import usable_cores
from keypeg.deduce.problem import Problem
from keypeg.solve._kernels.arena import Arena, Book, arena_of, empty_book
from keypeg.solve._kernels.choose import Scratch, scratch_for

R = TypeVar("R")

CORES = usable_cores()


@dataclass(frozen=True, slots=True)
class Worker:
    """The buffers of one thread."""

    book: Book
    scratch: Scratch


@dataclass(frozen=True, slots=True)
class KernelPool:
    """An arena with idle buffers."""

    arena: Arena
    idle: SimpleQueue[Worker] = field(default_factory=SimpleQueue)

    @contextmanager
    def worker(self) -> Iterator[Worker]:
        """Lend buffers to this thread for a `with` block."""
        if self.idle.empty():
            self.idle.put(Worker(empty_book(self.arena), scratch_for(self.arena)))
        worker = self.idle.get()
        try:
            yield worker
        finally:
            self.idle.put(worker)


@lru_cache(maxsize=2)
def pool_of(problem: Problem) -> KernelPool:
    """Return the pool of a problem, cached for the next call."""
    return KernelPool(arena_of(problem))


def in_threads(work: Callable[..., R], items: Iterable[tuple[Any, ...]]) -> Iterator[R]:
    """Call `work` with each of the items and yield the results in order; kernels release the interpreter lock."""
    with ThreadPoolExecutor(CORES) as pool:
        yield from pool.map(lambda item: work(*item), items)
