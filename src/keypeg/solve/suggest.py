"""Suggest the next guess, list the best ones, and evaluate a given guess, all with the same evaluator."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from keypeg.argument_types import checked
from keypeg.deduce.mark_ids import marks_of
from keypeg.deduce.placing import Placing
from keypeg.deduce.problem import EXACT_LIMIT, Problem, checked_rows
from keypeg.deduce.suggestion import GuessValue, GuessWorth, Option, Suggestion
from keypeg.errors import Illegal
from keypeg.solve.best_options import best_options
from keypeg.solve.position import Position, allowed_guesses, position
from keypeg.solve.position_value import Evaluator

RowPairs = Sequence[tuple[str, tuple[int, int]]]
"""Guesses with their marks, as a pair or as Marks."""

MOST_TOP = 100
"""The most guesses that may be asked for."""


@checked
def suggest(
    problem: Problem, rows: RowPairs, placing: Placing | None = None, *, top: int = 1, effort: int = 1
) -> Suggestion:
    """Return the guess to place after these rows, and the best `top` guesses if several are asked for.

    `effort` multiplies the nodes that searches may open. Raise Illegal if no code fits, or no guess is legal.
    """
    evaluator = Evaluator(placing or Placing(), effort)
    if not 1 <= top <= MOST_TOP:
        raise Illegal("top-range", most=MOST_TOP)
    if not problem.is_exact:
        from keypeg.solve.suggest_by_sample import suggest_by_sample

        return suggest_by_sample(problem, checked_rows(problem, rows), evaluator.placing)
    node = playable(problem, rows, evaluator.placing)
    found = best_options(evaluator, node, top)
    best = option_of(node, found.best)
    return Suggestion(
        len(node.candidates),
        best.guess,
        best.is_candidate,
        best.expected,
        best.worst,
        best.basis,
        _partition(node, found.best.guess),
        tuple(option_of(node, each) for each in found.guesses) if top > 1 else (),
        found.complete if top > 1 else None,
    )


def suggested_guess(problem: Problem, rows: RowPairs, placing: Placing, effort: int = 1) -> str:
    """Return only the guess that `suggest` would return."""
    if not problem.is_exact:
        return suggest(problem, rows, placing, effort=effort).guess
    node = playable(problem, rows, placing)
    return node.guesses.text(Evaluator(placing, effort).value(node).guess)


@checked
def worth(
    problem: Problem, guess: str, rows: RowPairs, placing: Placing | None = None, *, effort: int = 1
) -> GuessWorth:
    """Return the worth of this guess after these rows, and how much worse it is than the suggested guess."""
    evaluator = Evaluator(placing or Placing(), effort)
    if not problem.is_exact:
        raise Illegal("space-too-large", codes=len(problem.codes), most=EXACT_LIMIT)
    checked_rows(problem, [(guess, (0, 0))])
    node = playable(problem, rows, evaluator.placing)
    wrong = evaluator.placing.rows(problem.guesses, [placed for placed, _ in rows]).refusal(guess)
    if wrong:
        raise wrong
    index = node.guesses.index(guess)
    found, best = evaluator.worth(node, index), evaluator.value(node)
    option = option_of(node, found)
    return GuessWorth(
        len(node.candidates),
        option.guess,
        option.is_candidate,
        option.expected,
        option.worst,
        option.basis,
        _partition(node, index),
        option_of(node, best),
        None if found.worst is None or best.worst is None else (found.total - best.total) / found.codes,
    )


def playable(problem: Problem, rows: RowPairs, placing: Placing) -> Position:
    """Return the position after these rows. Raise Illegal if no code fits, or no guess is legal."""
    node = position(problem, checked_rows(problem, rows))
    if len(node.candidates) == 0:
        raise Illegal("code-none-fits", rows=len(rows))
    allowed = allowed_guesses(node, placing)
    if allowed is not None and not allowed.any():
        raise Illegal("row-none-placeable")
    return node


def option_of(node: Position, value: GuessValue[int]) -> Option:
    """Return the value of a guess as an `Option`, which names the guess by its text."""
    inside = bool(node.may_be_code(np.array([value.guess]))[0])
    return Option(node.guesses.text(value.guess), inside, value.expected, value.worst, value.basis)


def _partition(node: Position, guess: int) -> dict[str, int]:
    """Return the number of candidates by the marks (as text) that they give the guess."""
    (cells,) = node.cells(np.array([guess]))
    marks = ((marks_of(identity, node.problem.holes), size) for identity, size in enumerate(cells.tolist()) if size)
    return {f"{exact},{near}": size for (exact, near), size in marks}
