"""Play many matches between computers, on all cores."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing import active_children, get_context, parent_process
from threading import Thread
from time import perf_counter
from typing import TypeVar

from keypeg.core import Attempt, Move, Rules, View
from keypeg.cores import usable_cores
from keypeg.deduce.late_import import late_import
from keypeg.errors import Illegal, KeypegError
from keypeg.notation import rules as read_rules
from keypeg.players import Computer, Engine, Limits, close_engines, read_own_player
from keypeg.players.external.engine import USUAL
from keypeg.players.external.process import end_all
from keypeg.players.level import SEARCHING
from keypeg.table.events import Event, Failed
from keypeg.table.saved import ENGINE, save, seat_seed
from keypeg.table.table import Table

Answer = TypeVar("Answer", bound=Move | None)

FEW = 8
"""Matches up to which it is not worth starting other processes."""
MOST_FAULTS = 50
"""Codes that the players of a match may lose by failing; then it is broken off, or two that always fail never end."""


@dataclass(frozen=True, slots=True)
class Fault:
    """A code that a seat lost because its player failed."""

    round: int
    reason: KeypegError


@dataclass(frozen=True, slots=True)
class SeatResult:
    """The result of one match for one seat."""

    won: bool
    points: int
    rounds: int
    """Codes, or rounds of a race, that it won."""
    rows: tuple[int, ...]
    """The rows of every code that it broke, or had to leave."""
    calls: int
    wrong_calls: int
    moves: int
    seconds: float
    """How long it thought in all, and at most for one move."""
    slowest: float
    faults: tuple[Fault, ...] = ()


@dataclass(frozen=True, slots=True)
class MatchResult:
    """The result of one match, and its record if it was asked for."""

    number: int
    seats: tuple[SeatResult, ...]
    record: str | None


@dataclass(frozen=True, slots=True)
class Job:
    """A match to play."""

    rules: str
    players: tuple[str, ...]
    number: int
    seed: str
    limits: Limits
    record: bool


@dataclass(slots=True)
class Timed:
    """A computer whose time is taken."""

    player: Computer | Engine
    moves: int = 0
    seconds: float = 0.0
    slowest: float = 0.0

    def choose(self, view: View) -> Move:
        return self._timed(self.player.choose, view)

    def interject(self, view: View) -> Move | None:
        return self._timed(self.player.interject, view)

    def _timed(self, ask: Callable[[View], Answer], view: View) -> Answer:
        began = perf_counter()
        answer = ask(view)
        took = perf_counter() - began
        self.moves, self.seconds, self.slowest = self.moves + 1, self.seconds + took, max(self.slowest, took)
        return answer


def series(  # noqa: PLR0913
    rules: Rules,
    players: Sequence[str],
    matches: int,
    seed: str,
    *,
    limits: Limits = USUAL,
    records: bool = False,
) -> Iterator[MatchResult]:
    """Play matches and yield their results as they finish. The same seed gives the same matches.

    Engines have these limits, and end with the series, also if it is interrupted.
    """
    if len(players) != rules.seats:
        raise Illegal("seats-wrong", seats=rules.seats, given=len(players))
    named = [read_own_player(name) for name in players]
    good = any(isinstance(player, Computer) and player.level in SEARCHING for player in named)
    ready = _warm if good and not rules.split else _nothing
    ready()
    jobs = [Job(str(rules), tuple(players), number, seed, limits, record=records) for number in range(1, matches + 1)]
    workers = usable_cores()
    if workers == 1 or matches <= FEW:
        try:
            yield from map(_match, jobs)
        finally:
            close_engines()
        return
    size = max(1, min(25, matches // (4 * workers)))
    chunks = [jobs[at : at + size] for at in range(0, matches, size)]
    others = set(active_children())
    # Threads of kernels do not survive a fork, so workers are started afresh.
    with ProcessPoolExecutor(workers, get_context("spawn"), initializer=_prepare, initargs=(ready,)) as pool:
        # A worker inherits the mask: Ctrl-C would end it with a traceback during its imports.
        with _interrupts_blocked():
            tasks = [pool.submit(_matches, chunk) for chunk in chunks]
        try:
            for task in as_completed(tasks):
                yield from task.result()
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            for worker in set(active_children()) - others:
                worker.terminate()  # or we would wait until it has finished its matches
            raise


def _warm() -> None:
    """Load the kernels that these players need."""
    late_import("keypeg.solve:warm")()


def _nothing() -> None:
    """Load nothing: these players need no kernel."""


@contextmanager
def _interrupts_blocked() -> Iterator[None]:
    """Block Ctrl-C meanwhile. Windows cannot."""
    if sys.platform == "win32":
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _prepare(ready: Callable[[], None]) -> None:
    """Make a worker ready. Ctrl-C is for its parent, which ends it; its engines must not outlive it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if sys.platform != "win32":
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    signal.signal(signal.SIGTERM, _leave)
    Thread(target=_leave_with_parent, daemon=True).start()
    ready()


def _leave_with_parent() -> None:
    """End with the parent: one that was killed cannot end its workers."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        _leave(signal.SIGTERM, None)


def _leave(number: int, _frame: object) -> None:
    end_all()
    os._exit(128 + number)


def _matches(jobs: Sequence[Job]) -> list[MatchResult]:
    return [_match(job) for job in jobs]


def _match(job: Job) -> MatchResult:
    own = f"{job.seed}/{job.number}"
    players = {
        seat: read_own_player(name, seat_seed(own, seat), job.limits) for seat, name in enumerate(job.players, start=1)
    }
    timed = {seat: Timed(player) for seat, player in players.items()}
    table = Table(read_rules(job.rules), timed, seed=own)
    faults: list[tuple[int, Fault]] = []

    def listen(event: Event) -> None:
        if isinstance(event, Failed):
            faults.append((event.seat, Fault(table.view(None).round, event.reason)))

    table.listen(listen)
    try:
        while len(faults) < MOST_FAULTS and table.step():
            pass
        for seat, player in players.items():
            if isinstance(player, Engine):
                table.headers[f"{ENGINE}{seat}"] = " ".join(player.name.split())
    finally:
        for player in players.values():
            if isinstance(player, Engine):
                player.close()
    seats = (
        _seat(table, seat, player, tuple(fault for failed, fault in faults if failed == seat))
        for seat, player in timed.items()
    )
    return MatchResult(job.number, tuple(seats), save(table, players) if job.record else None)


def _seat(table: Table, seat: int, player: Timed, faults: tuple[Fault, ...]) -> SeatResult:
    end, past = table.outcome, table.state.past
    calls = [call.right for attempt in past for call in attempt.calls if call.seat == seat]
    return SeatResult(
        won=end is not None and end.winner == seat,
        points=table.view(None).points[seat - 1],
        rounds=sum(_won(attempt, seat) for attempt in past),
        rows=tuple(rows for attempt in past for rows in _rows(attempt, seat)),
        calls=len(calls),
        wrong_calls=calls.count(False),
        moves=player.moves,
        seconds=player.seconds,
        slowest=player.slowest,
        faults=faults,
    )


def _won(attempt: Attempt, seat: int) -> bool:
    verdict = attempt.verdict
    return verdict is not None and not verdict.void and verdict.winners == (seat,)


def _rows(attempt: Attempt, seat: int) -> Iterator[int]:
    """Return the number of rows on the boards of a seat, if the attempt counts."""
    if attempt.verdict and not attempt.verdict.void:
        rows = [len(board.rows) for board in attempt.boards if board.breaker == seat]
        if rows:
            yield sum(rows)
