"""Measure loss and luck of every row of a board.

Everything is derived from the value of a position: the guesses still needed on average, the same number wherever Keypeg
shows it. The loss of a guess is how many more guesses it needs than the suggested one. Its luck is how much better its
marks were than the average over all possible marks. So for every board:
rows used + end = start + loss - luck.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Protocol, TypeVar

from keypeg.core import Marks
from keypeg.deduce.problem import MarkedRows, Problem
from keypeg.deduce.suggestion import Basis, GuessValue
from keypeg.review.results import MOST_AGAINST, BoardReview, RowReview, Value, contradictions

P = TypeVar("P")


class Evaluator(Protocol[P]):
    """Evaluates the positions of one problem, which stand for the rows so far and the codes that fit them."""

    @property
    def start(self) -> P:
        """The position before any row."""
        ...

    def after(self, position: P, guess: str, marks: Marks) -> P | None:
        """Return the position after another row; None if no code fits it."""
        ...

    def value(self, position: P) -> Value:
        """Return the value of a position, with the suggested guess."""
        ...

    def worth(self, position: P, guess: str) -> Value:
        """Return the value of a position if this guess is placed now."""
        ...

    def suggested(self, position: P) -> Value:
        """Return the worth of the suggested guess, to compare others with."""
        ...


def review_board(problem: Problem, rows: MarkedRows, seat: int, evaluator: Evaluator[P]) -> BoardReview:
    """Review the rows of one board."""
    won = Marks(problem.holes, 0)
    reviews = [_unmeasured(problem, rows, number) for number in range(1, len(rows) + 1)]
    broken = bool(rows) and rows[-1][1] == won
    if not problem.is_exact:
        return BoardReview(seat, tuple(reviews), broken, None, None)
    at = evaluator.start
    start = end = _shown(evaluator.value(at))
    for index, (guess, marks) in enumerate(rows):
        before, after = evaluator.value(at), evaluator.after(at, guess, marks)
        if after is None:
            reviews[index] = replace(reviews[index], before=before.codes, after=0)
            reviews[index + 1 :] = [replace(later, before=0, after=0) for later in reviews[index + 1 :]]
            return BoardReview(seat, tuple(reviews), False, start, end, index + 1)
        left = GuessValue(guess, 1, 0, 0, Basis.PROVED) if marks == won else evaluator.value(after)
        reviews[index] = _measured(reviews[index], before, evaluator.worth(at, guess), evaluator.suggested(at), left)
        at, end = after, _shown(left)
    return BoardReview(seat, tuple(reviews), broken, start, end)


def _unmeasured(problem: Problem, rows: MarkedRows, number: int) -> RowReview:
    """Return what is known about a row without measuring it."""
    guess, marks = rows[number - 1]
    against = contradictions(rows[: number - 1], guess, MOST_AGAINST)
    return RowReview(number, guess, marks, None, None, guess in problem.codes, against)


def _measured(
    row: RowReview,
    before: Value,
    own: Value,
    suggested: Value,
    after: Value,
) -> RowReview:
    """Return a row with its loss and luck, given the values before and after it and those of two guesses."""
    # Where values are not proved, a guess may turn out better than the suggested one: it loses nothing.
    loss = Fraction(max(0, own.total - suggested.total), before.codes)
    luck = Fraction(before.total, before.codes) + loss - 1 - Fraction(after.total, after.codes)
    return replace(
        row,
        before=before.codes,
        after=after.codes,
        best=before.guess if loss else row.guess,
        loss=float(loss),
        luck=float(luck),
        value_before=_shown(before),
        value_after=_shown(after),
        basis=Basis.PROVED if before.proved and own.proved and after.proved else Basis.ESTIMATED,
    )


def _shown(value: Value) -> Value:
    """Return a value as a review shows it: proved or estimated."""
    return value if value.proved else replace(value, basis=Basis.ESTIMATED)
