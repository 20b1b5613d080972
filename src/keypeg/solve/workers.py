"""The search kernels with their buffers, one set per thread."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from queue import SimpleQueue

import numpy as np
from numpy.typing import NDArray

from keypeg.deduce.mark_ids import mark_count
from keypeg.deduce.problem import Problem
from keypeg.deduce.size_estimate import by_size
from keypeg.solve._kernels.arena import Arena, Book, arena_of, empty_book
from keypeg.solve._kernels.choose import Scratch, scratch_for
from keypeg.solve._kernels.memo import Memo, empty_memo, remembered
from keypeg.solve._kernels.replay import replay
from keypeg.solve._kernels.search import search
from keypeg.solve._kernels.stack import BEAM, BUDGET, LOOKS, NEVER, Stack, empty_stack, floors
from keypeg.solve._kernels.table import Table, empty_table
from keypeg.solve.layout import Indices
from keypeg.solve.position import Position
from keypeg.solve.trees import Branch

TABLE_BYTES = 24_000_000
"""The largest table at the start of a kernel call; bigger sets are split first."""

LEAST_BITS, MOST_BITS = 17, 20
"""A memo has room for 2^17 to 2^20 sets: within these limits, one for every 32 to 64 marks of the problem."""

SYMMETRIC_FROM = 32
"""The number of codes from which on it pays to look for symmetries of their rows."""

UNLIMITED = 63
"""More guesses than any tree needs."""


@dataclass(frozen=True, slots=True)
class Beam:
    """By size of a set: an estimate of its total in 1/64 guesses, and how many guesses are tried. It proves nothing."""

    estimates: NDArray[np.int64]
    widths: NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Buffers:
    """The buffers of one thread."""

    book: Book
    table: Table
    stack: Stack
    memo: Memo
    scratch: Scratch


@dataclass(frozen=True, slots=True)
class Task:
    """A set of codes to solve; see the kernel. `opens` marks the guesses to try at the top."""

    codes: Indices
    opens: NDArray[np.uint8]
    limit: int = NEVER
    cap: int = UNLIMITED
    budget: int = 2**60


@dataclass(frozen=True, slots=True)
class Workers:
    """The search kernels for one problem, with buffers for every thread."""

    arena: Arena
    rows: int
    floors: NDArray[np.int32]
    hopes: NDArray[np.float64]
    beam: Beam | None
    idle: SimpleQueue[Buffers] = field(default_factory=SimpleQueue)
    all_buffers: list[Buffers] = field(default_factory=list)
    """All buffers, in use or idle."""

    @contextmanager
    def buffers(self) -> Iterator[Buffers]:
        """Lend buffers to this thread for a `with` block."""
        if self.idle.empty():
            self.all_buffers.append(self.new_buffers())
            self.idle.put(self.all_buffers[-1])
        buffers = self.idle.get()
        try:
            yield buffers
        finally:
            self.idle.put(buffers)

    def new_buffers(self) -> Buffers:
        codes = len(self.arena.guess_of)
        stack = empty_stack(self.arena, self.rows)
        if self.beam:
            stack.control[BEAM] = 1
            stack.estimates[:] = self.beam.estimates[: self.rows + 1]
            stack.widths[:] = self.beam.widths[: self.rows + 1]
        table = empty_table(self.arena, self.rows)
        # Fresh memory costs time at first touch: small problems get a memo that fits the cache.
        bits = min(max((codes * len(self.arena.code_of)).bit_length() - 6, LEAST_BITS), MOST_BITS)
        return Buffers(empty_book(self.arena), table, stack, empty_memo(codes, bits), scratch_for(self.arena))

    def search(self, buffers: Buffers, task: Task) -> tuple[int, bool, int]:
        """Return (value, whether finished, the guess that reaches an exact value or -1); see the kernel."""
        value, finished = search(
            self.arena, buffers.book, buffers.table, buffers.stack, buffers.memo, self.hopes,
            task.codes, task.opens, task.limit, task.cap, task.budget,
        )  # fmt: skip
        exact = finished and value < task.limit
        return int(value), bool(finished), self.remembered(buffers, task.codes, task.cap) if exact else -1

    def halt(self) -> None:
        """Stop running kernels at the next guess they look at, as if their budget were spent."""
        for buffers in self.all_buffers:
            buffers.stack.control[BUDGET] = buffers.stack.control[LOOKS] = -1

    def remembered(self, buffers: Buffers, codes: Indices, cap: int) -> int:
        """Return the best guess that the memo holds for a set of codes, or -1."""
        if len(codes) <= 2:
            return int(self.arena.guess_of[codes[0]])
        return remembered(buffers.memo, codes, cap)

    def tree_below(self, buffers: Buffers, codes: Indices, cap: int = UNLIMITED) -> Branch:
        """Return the optimal tree for a set of codes, in preorder; search again for sets that the memo has evicted."""
        size = 2 * len(codes)
        guesses, marks, depths, wins = (np.empty(size, dtype=np.int32) for _ in range(4))
        every = np.ones(len(self.arena.code_of), dtype=np.uint8)
        while True:
            order = codes.copy()
            nodes, lo, hi, depth = replay(self.arena, buffers.memo, order, cap, guesses, marks, depths, wins)
            if nodes >= 0:
                return guesses[:nodes], marks[:nodes], depths[:nodes], wins[:nodes]
            self.search(buffers, Task(order[lo:hi].copy(), every, cap=cap - depth))


def opens_at(node: Position) -> NDArray[np.uint8]:
    """Return, for every guess, 1 if it is to be tried at a position, 0 if a symmetry makes it redundant."""
    opens = np.ones(len(node.guesses), dtype=np.uint8)
    if len(node.candidates) >= SYMMETRIC_FROM:
        opens[:] = 0
        opens[node.kinds()] = 1
    return opens


def workers_for(problem: Problem, beam: Beam | None = None, rows: int | None = None) -> Workers:
    """Return the workers of a problem, for sets of up to `rows` codes or as many as tables allow."""
    arena = arena_of(problem)
    rows = min(len(problem.codes), rows or max(1, TABLE_BYTES // len(problem.guesses)))
    hopes = np.array([0, *(by_size(n, problem.holes) for n in range(1, rows + 1))], dtype=np.float64)
    return Workers(arena, rows, floors(mark_count(problem.holes), len(problem.codes)), hopes, beam)
