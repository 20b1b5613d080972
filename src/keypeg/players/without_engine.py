"""Find the levels that play without NumPy in the same way as with it."""

from __future__ import annotations

from keypeg.atlas import charted
from keypeg.core import Rules
from keypeg.deduce.placing import placing_of
from keypeg.deduce.problem import problem_of
from keypeg.players.level import Level
from keypeg.players.one_step import is_quick


def levels_without_engine(rules: Rules) -> tuple[Level, ...]:
    """Return the levels that choose the same moves without NumPy, each within a second on a slow device."""
    seats = rules.all_seats
    levels = [Level.NOVICE, Level.CLUB]
    if not rules.split and all(is_quick(problem_of(rules, seat)) for seat in seats):
        levels.append(Level.EXPERT)
    if not rules.split and all(_has_tree(rules, seat) for seat in seats):
        levels.append(Level.PERFECT)
    return tuple(levels)


def _has_tree(rules: Rules, seat: int) -> bool:
    """Return True if a proved tree plays for this seat: not in a race, and not where it could run out of pegs."""
    problem = problem_of(rules, seat)
    chart = charted(problem.shape)
    if chart is None or not chart.head.proved or rules.all_break:
        return False
    supply = placing_of(rules).supply
    return supply is None or min(supply.values()) >= problem.holes * chart.head.worst
