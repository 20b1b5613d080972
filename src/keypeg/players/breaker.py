"""Choose the next row on a board, at every level."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from keypeg.core import Guess, Legal, Move, View, legal_in, rows_beside
from keypeg.core.fit import random_fit
from keypeg.deduce.bit_table import member
from keypeg.deduce.code_table import table_of
from keypeg.deduce.late_import import late_import
from keypeg.deduce.placing import placing_of
from keypeg.deduce.problem import MarkedRows, Problem, problem_of
from keypeg.players.disguise import disguise
from keypeg.players.level import SEARCHING, Level
from keypeg.players.seeded_random import for_attempt, for_move

BEST = {Level.EXPERT: "best_one_step", Level.PERFECT: "best_by_search"}

FORGETS = 0.42
"""The chance that a novice overlooks a row on its board."""


def next_guess(level: Level, view: View, seed: str) -> Move:
    """Return the row to place. At least one must be legal."""
    board, seat = view.board, view.seat
    assert board is not None, "called only if this seat is to place a row"
    assert seat is not None, "a watcher places none"
    rows = [(row.guess, row.total) for row in board.rows if row.total is not None]
    legal = legal_in(view).only(Guess)
    random = for_move(seed, view, "guess")
    problem = problem_of(view.rules, seat)
    last = view.rules.rows is not None and len(board.rows) == view.rules.rows - 1
    guess: str | None = None
    if level in SEARCHING and not last:
        best = late_import(f"keypeg.players.search.best_guess:{BEST[level]}")
        names = disguise(problem.guesses, for_attempt(seed, view, "names"))
        placing = placing_of(view.rules, rows_beside(view.rules, view.boards, seat))
        found: str | None = best(problem, names.rows(rows), names.placing(placing))
        guess = names.guess(found) if found is not None else None
    if level is Level.NOVICE:
        rows = [row for row in rows if random.random() >= FORGETS]
    if guess is None:
        # In the last row only the code itself helps, and in any other a row that may be right is never bad.
        guess = _any_that_fits(problem, rows, legal, random)
    return Guess(guess) if guess is not None else legal.sample(random)


TRIES, STEPS = 50, 2000
"""In spaces too large to list: codes to draw in search of a legal one, and pegs to lay in search of each."""


def _any_that_fits(problem: Problem, rows: MarkedRows, legal: Legal, random: Random) -> str | None:
    """Return a legal code that fits these rows; each is equally likely unless there are too many to list."""
    if not problem.is_exact:
        # Many short searches find a code sooner than a long one with a bad start; the last one has no limit.
        codes = (random_fit(problem.codes, rows, random, steps) for steps in (*[STEPS] * TRIES, None))
        return next((code for code in codes if code is not None and Guess(code) in legal), None)
    table = table_of(problem.codes)
    fitting = table.fitting(rows)
    for index in _shuffled(fitting.bit_count(), random):
        code = table.code(member(fitting, index))
        if Guess(code) in legal:
            return code
    return None


def _shuffled(size: int, random: Random) -> Iterator[int]:
    """Yield the numbers below `size` in random order, without listing them."""
    moved: dict[int, int] = {}
    for left in range(size, 0, -1):
        at = random.randrange(left)
        yield moved.get(at, at)
        moved[at] = moved.get(left - 1, left - 1)
