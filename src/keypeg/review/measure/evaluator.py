"""Evaluate positions with the engine, as suggestions do."""

from __future__ import annotations

from keypeg.core import Marks
from keypeg.deduce.mark_ids import id_of
from keypeg.deduce.placing import Placing
from keypeg.deduce.problem import Problem
from keypeg.deduce.suggestion import Basis, GuessValue
from keypeg.review.results import Value
from keypeg.solve import Position, start
from keypeg.solve.position import allowed_guesses
from keypeg.solve.position_value import Evaluator


class EngineEvaluator:
    """Evaluates the positions of one problem under these placing rules; `effort` multiplies every budget."""

    def __init__(self, problem: Problem, placing: Placing, effort: int) -> None:
        self._problem = problem
        self._engine = Evaluator(placing, effort)

    @property
    def start(self) -> Position:
        """The position before any row."""
        return start(self._problem)

    def after(self, position: Position, guess: str, marks: Marks) -> Position | None:
        """Return the position after another row; None if no code fits it."""
        return position.after(position.guesses.index(guess)).get(id_of(marks, self._problem.holes))

    def value(self, position: Position) -> Value:
        """Return the value of a position; an estimate if no guess can be placed any more."""
        engine = self._unless_stuck(position)
        value = engine.value(position)
        return _with_text(position, value, value.basis if engine is self._engine else Basis.HEURISTIC)

    def worth(self, position: Position, guess: str) -> Value:
        """Return the value of a position if this guess is placed now."""
        value = self._unless_stuck(position).worth(position, position.guesses.index(guess))
        return _with_text(position, value, value.basis)

    def suggested(self, position: Position) -> Value:
        """Return the worth of the suggested guess, to compare others with."""
        value = self.value(position)
        # A value estimated by size alone cannot be compared with the worth of a guess, which goes by its cells.
        return value if value.worst is not None else self.worth(position, value.guess)

    def _unless_stuck(self, position: Position) -> Evaluator:
        """Return the evaluator, or one with enough pegs if no guess can be placed any more."""
        allowed = allowed_guesses(position, self._engine.placing)
        return self._engine if allowed is None or allowed.any() else Evaluator(effort=self._engine.effort)


def _with_text(position: Position, value: GuessValue[int], basis: Basis) -> Value:
    return GuessValue(position.guesses.text(value.guess), value.codes, value.total, value.worst, basis)
