"""Choose the guess in a race, where both seats break codes at the same time and the first to finish wins.

A seat knows the code that it hides, so it can work out how many more rows good play would need to break it. That gives
the turn by which the seat has to finish, and as soon as few codes are left, it chooses its guess for that turn.
"""

from __future__ import annotations

from functools import lru_cache

from keypeg.core import View
from keypeg.deduce.placing import Placing
from keypeg.deduce.problem import MarkedRows, Problem, problem_of
from keypeg.deduce.race import Race
from keypeg.solve.position import position
from keypeg.solve.race import Values, best_in_race, guesses_needed, outlook

FEW = 150
"""The most codes left for which the race is searched: with more, guesses hardly differ in the race."""

STRAY = 0.1
"""The chance that the other seat breaks one turn sooner than good play would, and the same for one turn later."""

SOONER = 0.002
"""The worth of one row less in itself, which decides if the race leaves a choice."""


def race_guess(view: View, problem: Problem, rows: MarkedRows, placing: Placing) -> str | None:
    """Return a guess that wins the round more often than the suggested one; None if there is no such guess."""
    seat = view.seat or 0
    other = view.rules.other(seat)
    board = next(iter(view.boards_of(other)), None)
    # Beside a real board only its owner knows the code; where pegs run short, guesses are searched in another way.
    if board is None or not view.own_codes or placing.supply is not None or placing.fresh:
        return None
    if not 2 < len(position(problem, rows).candidates) <= FEW:
        return None
    theirs = board.marked
    needed = guesses_needed(problem_of(view.rules, other), theirs, view.own_codes[0])
    if needed is None:
        return None
    worths = Race(view.rules, first=view.starter == seat).worths(len(rows), likely_turns(len(theirs), needed))
    return best_by_worths(problem, tuple(rows), worths)


def likely_turns(placed: int, needed: int) -> dict[int, float]:
    """Return the chances, by turn, that the other breaks its code then, from rows placed and rows still needed."""
    turn = placed + needed
    if needed == 1:
        return {turn: 1 - STRAY, turn + 1: STRAY}
    return {turn - 1: STRAY, turn: 1 - 2 * STRAY, turn + 1: STRAY}


@lru_cache(maxsize=4096)
def best_by_worths(problem: Problem, rows: tuple[tuple[str, tuple[int, int]], ...], worths: Values) -> str | None:
    """Return the best guess if breaking in each of the next rows is worth this much; None if good play is as good."""
    node = position(problem, rows)
    if not 2 < len(node.candidates) <= FEW or not worths:
        return None
    values = tuple(worth + SOONER * (len(worths) - at) for at, worth in enumerate(worths))
    guess, worth = best_in_race(node, values)
    usual = sum(values[row - 1] * times for row, times in outlook(node).items() if row <= len(values))
    return node.guesses.text(guess) if worth > usual + 1e-9 else None
