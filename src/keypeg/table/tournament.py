"""Play many matches between computers, on all cores."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from time import perf_counter
from typing import TypeAlias, TypeGuard, TypeVar

from keypeg.argument_types import checked
from keypeg.boxes import add_box, added_boxes
from keypeg.core import Attempt, Move, Rules, View
from keypeg.cores import usable_cores
from keypeg.deduce.late_import import late_import
from keypeg.errors import Illegal, KeypegError, Malformed
from keypeg.notation import rules as read_rules
from keypeg.notation import salts_from
from keypeg.players import Computer, Engine, Limits, Player, check_hiding, close_engines, read_own_player
from keypeg.players.external.engine import USUAL
from keypeg.players.level import SEARCHING
from keypeg.players.player import Interjecting
from keypeg.table.events import Event, Failed
from keypeg.table.processes import can_travel, in_processes
from keypeg.table.saved import ENGINE, save
from keypeg.table.table import Table, seat_seed

Answer = TypeVar("Answer", bound=Move | None)
Seated: TypeAlias = str | Player | Callable[[str], Player]
"""The name of a player, a player, or a function that makes one from a seed."""

FEW = 8
"""The most matches for which it is not worth starting other processes."""
MOST_FAULTS = 50
"""A match is aborted when its players have lost this many codes by failing: two that always fail would never end."""


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
    """The number of rows for every code that it broke or had to give up on."""
    calls: int
    wrong_calls: int
    moves: int
    seconds: float
    """How long it thought in all; `slowest` is the longest that it thought about one move."""
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
    players: tuple[Seated, ...]
    number: int
    seed: str
    limits: Limits
    record: bool


@dataclass(slots=True)
class Timed:
    """A player whose thinking time is measured."""

    player: Player
    moves: int = 0
    seconds: float = 0.0
    slowest: float = 0.0

    def choose(self, view: View) -> Move:
        return self._timed(self.player.choose, view)

    def interject(self, view: View) -> Move | None:
        return self._timed(self.player.interject, view) if isinstance(self.player, Interjecting) else None

    def _timed(self, ask: Callable[[View], Answer], view: View) -> Answer:
        began = perf_counter()
        answer = ask(view)
        took = perf_counter() - began
        self.moves, self.seconds, self.slowest = self.moves + 1, self.seconds + took, max(self.slowest, took)
        return answer


@checked
def series(  # noqa: PLR0913
    rules: Rules | str,
    players: Sequence[Seated],
    matches: int,
    seed: str | int = "1",
    *,
    limits: Limits = USUAL,
    records: bool = False,
) -> Iterator[MatchResult]:
    """Return an iterator that plays matches on all cores and yields their results as they finish.

    A player is the name of a computer or engine, a Player that plays all matches, or a function that makes one from a
    seed, such as a class. The same seed gives the same matches. Engines get these limits, and end with the series.
    Players that other processes cannot import, such as those defined in a script or notebook, play in this one.
    """
    rules = read_rules(rules) if isinstance(rules, str) else rules
    if len(players) != rules.seats:
        raise Illegal("seats-wrong", seats=rules.seats, given=len(players))
    for player in players:
        if not isinstance(player, str) and not callable(player):
            _checked(player)
    named = [read_own_player(player) for player in players if isinstance(player, str)]
    for computer in named:
        check_hiding(rules, computer)
    good = any(isinstance(player, Computer) and player.level in SEARCHING for player in named)
    ready = _warm if good and not rules.split else _nothing
    numbers, seated = range(1, matches + 1), tuple(players)
    jobs = [Job(str(rules), seated, number, str(seed), limits, record=records) for number in numbers]
    return _played(jobs, ready)


def _played(jobs: Sequence[Job], ready: Callable[[], None]) -> Iterator[MatchResult]:
    ready()
    workers = usable_cores()
    if workers == 1 or len(jobs) <= FEW or not can_travel(jobs[0].players):
        try:
            yield from map(_match, jobs)
        finally:
            close_engines()
        return
    size = max(1, min(25, len(jobs) // (4 * workers)))
    chunks = [jobs[at : at + size] for at in range(0, len(jobs), size)]
    for results in in_processes(_matches, chunks, workers, partial(_prepare, ready, added_boxes())):
        yield from results


def _prepare(ready: Callable[[], None], boxes: Mapping[str, Mapping[str, object]]) -> None:
    """Prepare a worker: add the boxes that were added in this process, and call `ready`."""
    for name, data in boxes.items():
        add_box(name, data)
    ready()


def _warm() -> None:
    """Load the kernels that these players need."""
    late_import("keypeg.solve:warm")()


def _nothing() -> None:
    """Load nothing: these players need no kernel."""


def _matches(jobs: Sequence[Job]) -> list[MatchResult]:
    return [_match(job) for job in jobs]


def _match(job: Job) -> MatchResult:
    own = f"{job.seed}/{job.number}"
    players = {
        seat: _seated(player, seat_seed(own, seat), job.limits) for seat, player in enumerate(job.players, start=1)
    }
    timed = {seat: Timed(player) for seat, player in players.items()}
    table = Table(read_rules(job.rules), timed, seed=own, salt=salts_from(own) if job.record else None)
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


def _seated(player: Seated, seed: str, limits: Limits) -> Player:
    """Return the player of a match."""
    if isinstance(player, str):
        return read_own_player(player, seed, limits)
    if not _is_player(player) and callable(player):
        player = player(seed)
    return _checked(player)


def _is_player(value: object) -> TypeGuard[Player]:
    return not isinstance(value, type) and callable(getattr(value, "choose", None))


def _checked(player: object) -> Player:
    if not _is_player(player):
        raise Malformed("player-not-one", what=repr(player))
    return player


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
    return attempt.counts and attempt.verdict is not None and attempt.verdict.winners == (seat,)


def _rows(attempt: Attempt, seat: int) -> Iterator[int]:
    """Yield the number of rows on a seat's boards, if the attempt counts and the seat has any."""
    if attempt.counts:
        rows = [len(board.rows) for board in attempt.boards_of(seat)]
        if rows:
            yield sum(rows)
