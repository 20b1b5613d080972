"""Perfect by the atlas alone: where a proved tree answers every position that its own player can come to."""

from __future__ import annotations

from keypeg.atlas import charted
from keypeg.atlas.guide import guide
from keypeg.core import Rules
from keypeg.deduce.placing import Placing, placing_of
from keypeg.deduce.problem import MarkedRows, Problem, problem_of
from keypeg.players.level import Level


def levels_without_engine(rules: Rules) -> tuple[Level, ...]:
    """Return the levels that play these rules without NumPy, and no other way than with it."""
    by_atlas = not rules.split and all(_has_tree(rules, seat) for seat in range(1, rules.seats + 1))
    return (Level.NOVICE, Level.CLUB, Level.PERFECT) if by_atlas else (Level.NOVICE, Level.CLUB)


def _has_tree(rules: Rules, seat: int) -> bool:
    """Return True if a proved tree plays for this seat: not in a race, and not where it could run out of pegs."""
    problem = problem_of(rules, seat)
    chart = charted(problem.shape)
    if chart is None or not chart.head.proved or rules.all_break:
        return False
    supply = placing_of(rules).supply
    return supply is None or min(supply.values()) >= problem.holes * chart.head.worst


def guess_of_atlas(problem: Problem, rows: MarkedRows, placing: Placing) -> str | None:
    """Return the proved guess after these rows, the one that a search would return; None if pegs are short."""
    found = guide(problem, rows)
    may = placing.rows(problem.guesses, [guess for guess, _ in rows])
    short = may.left is not None and min(may.left.values()) < problem.holes
    return found.guess if found and found.proved and not short and found.guess in may else None
