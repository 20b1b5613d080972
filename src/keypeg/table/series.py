"""Many matches between computers, side by side on all cores, and what they came to."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from multiprocessing import get_context
from time import perf_counter
from typing import TypeVar

from keypeg.core import Attempt, Move, Rules, View
from keypeg.errors import Illegal
from keypeg.notation import rules as read_rules
from keypeg.players import Computer, Level, read_player
from keypeg.solve import warm
from keypeg.table.saved import save, seat_seed
from keypeg.table.table import Table

Answer = TypeVar("Answer", bound=Move | None)

FEW = 8
"""Matches up to which it is not worth starting other processes."""


@dataclass(frozen=True, slots=True)
class SeatResult:
    """What one match came to for one seat."""

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


@dataclass(frozen=True, slots=True)
class MatchResult:
    """What one match came to, and its record where that was asked for."""

    number: int
    seats: tuple[SeatResult, ...]
    record: str | None


@dataclass(slots=True)
class Timed:
    """A computer, and how long it thinks."""

    player: Computer
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


def series(
    rules: Rules, players: Sequence[str], matches: int, seed: str, *, records: bool = False
) -> Iterator[MatchResult]:
    """The results of so many matches, in the order in which they finish. The same seed gives the same matches."""
    if len(players) != rules.seats:
        raise Illegal("seats-wrong", seats=rules.seats, given=len(players))
    good = any(read_player(name).level in (Level.EXPERT, Level.PERFECT) for name in players)
    ready = warm if good and not rules.split else _nothing
    ready()
    jobs = [(str(rules), tuple(players), number, seed, records) for number in range(1, matches + 1)]
    workers = len(os.sched_getaffinity(0))
    if workers == 1 or matches <= FEW:
        yield from (_match(*job) for job in jobs)
        return
    size = max(1, min(25, matches // (4 * workers)))
    chunks = [jobs[at : at + size] for at in range(0, matches, size)]
    # Threads of kernels do not survive a fork, so workers are started afresh.
    with ProcessPoolExecutor(workers, get_context("spawn"), initializer=ready) as pool:
        tasks = [pool.submit(_matches, chunk) for chunk in chunks]
        try:
            for task in as_completed(tasks):
                yield from task.result()
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def _nothing() -> None:
    """No kernel is needed by these players."""


def _matches(jobs: Sequence[tuple[str, tuple[str, ...], int, str, bool]]) -> list[MatchResult]:
    return [_match(*job) for job in jobs]


def _match(text: str, names: tuple[str, ...], number: int, seed: str, record: bool) -> MatchResult:
    rules, own = read_rules(text), f"{seed}/{number}"
    computers = {seat: read_player(name, seat_seed(own, seat)) for seat, name in enumerate(names, start=1)}
    timed = {seat: Timed(player) for seat, player in computers.items()}
    table = Table(rules, timed, seed=own)
    table.run()
    end, past = table.outcome, table.state.past
    assert end is not None, "computers play on until the match is over"
    seats = []
    for seat, player in timed.items():
        calls = [call.right for attempt in past for call in attempt.calls if call.seat == seat]
        seats.append(
            SeatResult(
                won=end.winner == seat,
                points=end.points[seat - 1],
                rounds=sum(_won(attempt, seat) for attempt in past),
                rows=tuple(rows for attempt in past for rows in _rows(attempt, seat)),
                calls=len(calls),
                wrong_calls=calls.count(False),
                moves=player.moves,
                seconds=player.seconds,
                slowest=player.slowest,
            )
        )
    saved = save(table, computers) if record else None
    return MatchResult(number, tuple(seats), saved)


def _won(attempt: Attempt, seat: int) -> bool:
    verdict = attempt.verdict
    return verdict is not None and not verdict.void and verdict.winners == (seat,)


def _rows(attempt: Attempt, seat: int) -> Iterator[int]:
    """The rows on the boards of a seat, if the attempt counts."""
    if attempt.verdict and not attempt.verdict.void:
        rows = [len(board.rows) for board in attempt.boards if board.breaker == seat]
        if rows:
            yield sum(rows)
