"""`keypeg match`: many matches between computers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from math import isfinite
from pathlib import Path
from signal import SIGTERM, signal
from statistics import fmean
from time import perf_counter
from typing import Annotated

from cyclopts import Parameter

from keypeg.cli.files import make_folder, write_file
from keypeg.cli.intervals import mean_interval, share_interval
from keypeg.cli.options import Allowed, Json, whole_number
from keypeg.cli.output import answer, notice, sentence, words
from keypeg.cli.progress import progress_bar
from keypeg.core import Rules
from keypeg.errors import Malformed
from keypeg.notation import rules as read_rules
from keypeg.players import Limits, split_players
from keypeg.players.external.engine import USUAL
from keypeg.table import MatchResult, SeatResult, series
from keypeg.words import printable

NOTICES = 5
"""The number of engine failures that are printed one by one."""
PLAYERS = "novice, club, expert, perfect, +tricky, :errs=RATE, engine:COMMAND"
MOST = 1_000_000
"""The largest number of matches."""
LONGEST = 3600
"""The longest time for a move of an engine, in seconds."""


def match(
    rules: str,
    /,
    *,
    seats: Annotated[str, Parameter(name="--seats"), Allowed(PLAYERS)],
    matches: Annotated[int, Parameter(name="--matches", converter=whole_number), Allowed(f"1–{MOST:,}")] = 100,
    seed: Annotated[str, Parameter(name="--seed")] = "1",
    time: Annotated[float, Parameter(name="--time"), Allowed(f"0–{LONGEST}")] = USUAL.move,
    records: Annotated[Path | None, Parameter(name="--records")] = None,
    json: Json = False,
) -> None:
    """Play matches between computers."""
    found = read_rules(rules)
    names = split_players(seats)
    if matches < 1:
        raise Malformed("matches-too-few", matches=matches)
    if matches > MOST:
        raise Malformed("matches-too-many", most=MOST)
    if not (isfinite(time) and 0 < time <= LONGEST):
        raise Malformed("time-range", most=LONGEST)
    if records:
        make_folder(records)
    began = perf_counter()
    results: list[MatchResult] = []
    with progress_bar(str(found)) as bar, _ended_in_order():
        limits = Limits(move=time)
        told_of = 0
        for result in series(found, names, matches, seed, limits=limits, records=records is not None):
            results.append(result)
            for fault in [] if json else _faults(result):
                told_of += 1
                if told_of <= NOTICES:
                    notice(printable(fault))
            bar.codes(len(results), matches)
            if records and result.record:
                write_file(records / f"{result.number:0{len(str(matches))}}.txt", result.record)
    if told_of > NOTICES:
        notice(words().say("cli.match.more-faults", faults=told_of - NOTICES))
    # Sort the results, or sums of fractions would differ from run to run.
    results.sort(key=lambda result: result.number)
    data = _data(found, names, seed, results) | {"seconds": round(perf_counter() - began, 3)}
    answer(data, _lines(found, names, results), json=json)


@contextmanager
def _ended_in_order() -> Iterator[None]:
    """End workers and engines before this process on SIGTERM."""

    def end(number: int, _frame: object) -> None:
        raise SystemExit(128 + number)

    before = signal(SIGTERM, end)
    try:
        yield
    finally:
        signal(SIGTERM, before)


def _data(rules: Rules, names: Sequence[str], seed: str, results: Sequence[MatchResult]) -> dict[str, object]:
    columns = zip(*(result.seats for result in results), strict=True)
    return {
        "rules": str(rules),
        "matches": len(results),
        "seed": seed,
        "seats": [_seat(name, list(column)) for name, column in zip(names, columns, strict=True)],
        "undecided": _undecided(results),
    }


def _faults(result: MatchResult) -> Iterator[str]:
    """Yield a sentence for every failure of an engine in this match."""
    for seat, each in enumerate(result.seats, start=1):
        for fault in each.faults:
            yield words().say(
                "cli.match.fault", match=result.number, round=fault.round, seat=seat, problem=sentence(fault.reason)
            )


def _undecided(results: Sequence[MatchResult]) -> int:
    return sum(not any(seat.won for seat in result.seats) for result in results)


def _seat(name: str, results: Sequence[SeatResult]) -> dict[str, object]:
    rows = [float(row) for result in results for row in result.rows]
    points = [float(result.points) for result in results]
    wins = sum(result.won for result in results)
    moves = sum(result.moves for result in results)
    return {
        "player": name,
        "wins": wins,
        "points": sum(result.points for result in results),
        "ci95": share_interval(wins, len(results)),
        "points_mean": fmean(points),
        "points_ci95": mean_interval(points),
        "rows_mean": fmean(rows) if rows else None,
        "rows_ci95": mean_interval(rows),
        "rounds_won": sum(result.rounds for result in results),
        "calls": sum(result.calls for result in results),
        "wrong_calls": sum(result.wrong_calls for result in results),
        "moves": moves,
        "faults": [
            {"match": match, "round": fault.round, "error": fault.reason.slug, "message": sentence(fault.reason)}
            for match, result in enumerate(results, start=1)
            for fault in result.faults
        ],
        "move_seconds_mean": round(sum(result.seconds for result in results) / max(moves, 1), 6),
        "move_seconds_most": round(max(result.slowest for result in results), 6),
    }


def _lines(rules: Rules, names: Sequence[str], results: Sequence[MatchResult]) -> Iterator[str]:
    say = words().say
    yield say("cli.match", rules=str(rules), matches=len(results))
    for seat, name in enumerate(names):
        column = [result.seats[seat] for result in results]
        wins = sum(result.won for result in column)
        low, high = share_interval(wins, len(results))
        yield "  " + say(
            "cli.match.seat",
            seat=seat + 1,
            player=name,
            wins=wins,
            share=wins / len(results),
            low=low,
            high=high,
            points=sum(result.points for result in column),
        )
        rows = [row for result in column for row in result.rows]
        if rows:
            yield "    " + say("cli.match.rows", rows=fmean(rows))
        calls = sum(result.calls for result in column)
        if calls:
            yield "    " + say("cli.match.calls", calls=calls, wrong=sum(result.wrong_calls for result in column))
        faults = sum(len(result.faults) for result in column)
        if faults:
            yield "    " + say("cli.match.faults", faults=faults)
    yield "  " + say("cli.match.undecided", matches=_undecided(results))
