"""Add up the points of a match, and find its winner."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from keypeg.core.rules import Rules
from keypeg.core.state import Attempt, State


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a match ended. `winner` is None for a draw, or if nobody broke the code."""

    points: tuple[int, ...]
    winner: int | None


def points(rules: Rules, past: Sequence[Attempt]) -> tuple[int, ...]:
    """Return each seat's points, rows or rounds won, whichever the rules count."""
    if not rules.rounds_won:
        return _sums(rules, past)
    won = [0] * rules.seats
    for _, attempts in groupby(past, key=lambda attempt: attempt.round):
        played = list(attempts)
        if counted(played) == rules.codes_a_round:
            winner = _best(_by_rows(rules, played))
            if winner is not None:
                won[winner - 1] += 1
    return tuple(won)


def outcome(state: State) -> Outcome | None:
    """Return how the match ended, or None while it runs."""
    if state.first is None or state.now is not None:
        return None
    return Outcome(points(state.rules, state.past), leader(state.rules, state.past))


def is_over(rules: Rules, past: Sequence[Attempt]) -> bool:
    """Return True if all rounds are played, including those added for a tie."""
    extra, within = divmod(counted(past), rules.codes_a_round)
    extra -= rules.rounds
    if extra < 0 or within:
        return False
    if not rules.tie_rounds:
        return True
    return extra % rules.tie_rounds == 0 and leader(rules, past) is not None


def leader(rules: Rules, past: Sequence[Attempt]) -> int | None:
    """Return the seat that is ahead of all others, or None if several are."""
    if rules.rounds_won:
        return _best([(-won,) for won in points(rules, past)])
    if rules.fewest_win:
        return _best(_by_rows(rules, past))
    return _best([(-total,) for total in points(rules, past)])


def counted(past: Sequence[Attempt]) -> int:
    """Count the attempts that are not void."""
    return sum(attempt.counts for attempt in past)


def _sums(rules: Rules, past: Sequence[Attempt]) -> tuple[int, ...]:
    adds = [attempt.verdict.adds for attempt in past if attempt.verdict]
    return tuple(sum(column) for column in zip(*adds, strict=True)) if adds else (0,) * rules.seats


def _by_rows(rules: Rules, past: Sequence[Attempt]) -> list[tuple[int, ...]]:
    """Return a sort key for each seat, the least being best: rows, preceded by unbroken codes if those decide."""
    sums = _sums(rules, past)
    if not rules.unbroken_decides:
        return [(rows,) for rows in sums]
    unbroken = [seat for attempt in past if attempt.verdict for seat in attempt.verdict.unbroken]
    return [(unbroken.count(seat), rows) for seat, rows in enumerate(sums, start=1)]


def _best(keys: list[tuple[int, ...]]) -> int | None:
    least = min(keys)
    return keys.index(least) + 1 if keys.count(least) == 1 else None
