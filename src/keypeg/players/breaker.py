"""Choose the next row on a board, at every level."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from random import Random

from keypeg.atlas.guide import guide, is_placeable
from keypeg.core import Guess, Legal, Move, View, legal_in, mark, rows_beside
from keypeg.core.fit import Undecided, any_fit, fitting, random_fit
from keypeg.deduce.bit_table import member
from keypeg.deduce.code_table import table_of
from keypeg.deduce.late_import import late_import
from keypeg.deduce.placing import Placing, placing_of
from keypeg.deduce.problem import MarkedRows, Problem, problem_of
from keypeg.players.disguise import disguise
from keypeg.players.level import SEARCHING, Level
from keypeg.players.one_step import best_one_step
from keypeg.players.seeded_random import for_attempt, for_move

FORGETS = 0.85
"""The chance that a novice overlooks a row on its board that is neither its best nor its latest."""


def next_guess(level: Level, view: View, seed: str, effort: int) -> Move:
    """Return the row to place. At least one must be legal."""
    board, seat = view.board, view.seat
    assert board is not None, "called only if this seat is to place a row"
    assert seat is not None, "a watcher places none"
    rows: MarkedRows = board.marked
    legal = legal_in(view).only(Guess)
    random = for_move(seed, view, "guess")
    problem = problem_of(view.rules, seat)
    last = view.rules.rows is not None and len(board.rows) == view.rules.rows - 1
    guess: str | None = None
    if level in SEARCHING:
        guess = _searched(level, view, problem, rows, seed, effort)
        if last and guess is not None and not _may_be_code(problem, rows, guess):
            guess = first_that_fits(problem, rows, legal) if level is Level.PERFECT else None
    if guess is None:
        # In the last row only the code itself helps, and in any other a row that may be right is never bad.
        fresh = _Fresh(legal, frozenset(row.guess for row in board.rows))
        if level is Level.NOVICE:
            # Where no row fits all that it remembers, a novice keeps to its best and latest row.
            guess = _any_that_fits(problem, _remembered(rows, random, FORGETS), fresh, random)
            rows = _remembered(rows, random, 1)
        guess = guess or _any_that_fits(problem, rows, fresh, random)
        return Guess(guess) if guess is not None else fresh.sample(random)
    return Guess(guess)


def _remembered(rows: MarkedRows, random: Random, forgets: float) -> MarkedRows:
    """Return the rows that a novice considers: the latest, those with the most marks or most exact, and some others."""
    if not rows:
        return rows
    most = max((exact + near, exact) for _, (exact, near) in rows)
    most_exact = max((exact, near) for _, (exact, near) in rows)
    return [
        row
        for row in rows
        if random.random() >= forgets or row == rows[-1] or (sum(row[1]), row[1].exact) == most or row[1] == most_exact
    ]


def _searched(  # noqa: PLR0913, PLR0917
    level: Level, view: View, problem: Problem, rows: MarkedRows, seed: str, effort: int
) -> str | None:
    """Return the guess of a level that searches; None if no code fits or no row is legal."""
    best = partial(_best, level, effort)
    placing = placing_of(view.rules, rows_beside(view.rules, view.boards, view.seat or 0))
    if level is Level.PERFECT and rows:
        # Only the opening is disguised. After that the guess is the one that Keypeg suggests for these rows everywhere,
        # unless another one wins the race for both codes more often.
        quicker = late_import("keypeg.players.search.race_guess:race_guess") if view.rules.all_break else None
        raced: str | None = quicker(view, problem, rows, placing) if quicker else None
        return raced or best(problem, rows, placing)
    names = disguise(problem.guesses, for_attempt(seed, view, "names"))
    found = best(problem, names.rows(rows), names.placing(placing))
    return names.guess(found) if found is not None else None


def _best(level: Level, effort: int, problem: Problem, rows: MarkedRows, placing: Placing) -> str | None:
    if level is Level.EXPERT:
        return best_one_step(problem, tuple(rows), placing)
    charted = guess_of_atlas(problem, rows, placing)
    if charted is not None:
        return charted
    # The search needs NumPy, so it is imported only where the atlas has no answer.
    best: str | None = late_import("keypeg.players.search.best_guess:best_by_search")(
        problem, tuple(rows), placing, effort
    )
    return best


def guess_of_atlas(problem: Problem, rows: MarkedRows, placing: Placing) -> str | None:
    """Return the proved guess after these rows, as a search would; None if there is none, or if pegs may run short."""
    charted = guide(problem, rows)
    return charted.guess if charted and charted.proved and is_placeable(problem, rows, placing) else None


def _may_be_code(problem: Problem, rows: MarkedRows, guess: str) -> bool:
    return guess in problem.codes and all(mark(guess, row) == marks for row, marks in rows)


TRIES, STEPS = 50, 2000
"""For spaces too large to list: how many codes to draw in search of a legal one, and pegs to try in search of each."""


@dataclass(frozen=True, slots=True)
class _Fresh:
    """The legal rows that are not on the board yet."""

    legal: Legal
    placed: frozenset[str]

    def __contains__(self, code: str | None) -> bool:
        return code is not None and code not in self.placed and Guess(code) in self.legal

    def sample(self, random: Random) -> Move:
        """Return a random one, or a row placed before if no other is found."""
        drawn = [self.legal.sample(random) for _ in range(TRIES)]
        return next((move for move in drawn if isinstance(move, Guess) and move.code not in self.placed), drawn[0])


def _any_that_fits(problem: Problem, rows: MarkedRows, fresh: _Fresh, random: Random) -> str | None:
    """Return a fresh code that fits these rows; each is equally likely unless there are too many to list."""
    if not problem.is_exact:
        for _ in range(TRIES):
            drawn = random_fit(problem.codes, rows, random, STEPS)
            if drawn in fresh:
                return drawn
        with suppress(Undecided):
            found = any_fit(problem.codes, rows)
            return found if found in fresh else None
        return None
    table = table_of(problem.codes)
    fitting = table.fitting(rows)
    for index in _shuffled(fitting.bit_count(), random):
        code = table.code(member(fitting, index))
        if code in fresh:
            return code
    return None


def first_that_fits(problem: Problem, rows: MarkedRows, legal: Legal) -> str | None:
    """Return the least legal code that fits: in the last row, where only the code itself helps, any will do."""
    return next((code for code in fitting(problem.codes, rows) if Guess(code) in legal), None)


def _shuffled(size: int, random: Random) -> Iterator[int]:
    """Yield the numbers below `size` in random order, without listing them."""
    moved: dict[int, int] = {}
    for left in range(size, 0, -1):
        at = random.randrange(left)
        yield moved.get(at, at)
        moved[at] = moved.get(left - 1, left - 1)
