"""Evaluate positions without the engine: proved where the atlas or a small set of codes allows, else estimated."""

from __future__ import annotations

from dataclasses import dataclass, replace

from keypeg.atlas.guide import guide, is_placeable
from keypeg.core import Marks
from keypeg.deduce.bit_table import members
from keypeg.deduce.code_table import table_of
from keypeg.deduce.mark_ids import mark_count
from keypeg.deduce.placing import Placing
from keypeg.deduce.problem import Problem
from keypeg.deduce.sample import strided
from keypeg.deduce.size_estimate import by_size
from keypeg.deduce.suggestion import Basis, GuessValue, told_apart
from keypeg.review.results import Value

TRIED = 12
"""The number of codes to try in search of a best guess where nothing is proved."""


@dataclass(frozen=True, slots=True)
class Known:
    """A position: the codes that fit, the rows that ruled out a code (the atlas has no others), and all guesses."""

    left: int
    telling: tuple[tuple[str, Marks], ...] = ()
    placed: tuple[str, ...] = ()


class PlainEvaluator:
    """Evaluates the positions of one problem under these placing rules."""

    def __init__(self, problem: Problem, placing: Placing) -> None:
        self._problem = problem
        self._placing = placing
        self._values: dict[tuple[int, tuple[str, ...]], Value] = {}
        """By the codes that fit; and by the guesses placed, if those use up pegs."""

    @property
    def start(self) -> Known:
        """The position before any row."""
        return Known(table_of(self._problem.codes).every)

    def after(self, position: Known, guess: str, marks: Marks) -> Known | None:
        """Return the position after another row; None if no code fits it."""
        left = table_of(self._problem.codes).by_marks(guess, position.left).get(marks)
        return _after(position, guess, marks, left) if left else None

    def value(self, position: Known) -> Value:
        """Return the value of a position with its best guess."""
        key = position.left, () if self._placing.supply is None else position.placed
        if key not in self._values:
            self._values[key] = self._from_atlas(position) or self._from_sizes(position)
        return self._values[key]

    def worth(self, position: Known, guess: str) -> Value:
        """Return the value of a position if this guess is placed now."""
        cells = table_of(self._problem.codes).by_marks(guess, position.left)
        cells.pop(Marks(self._problem.holes, 0), None)
        values = [self.value(_after(position, guess, marks, cell)) for marks, cell in cells.items()]
        total = position.left.bit_count() + sum(value.total for value in values)
        basis = Basis.PROVED if all(value.proved for value in values) else Basis.ESTIMATED
        return GuessValue(guess, position.left.bit_count(), total, None, basis)

    def suggested(self, position: Known) -> Value:
        """Return the worth of the suggested guess, to compare others with."""
        return self.value(position)

    def _from_atlas(self, position: Known) -> Value | None:
        """Return the value of a position that a proved tree has, if every guess of the tree can be placed."""
        charted = guide(self._problem, position.telling)
        if charted is None or not charted.proved:
            return None
        placeable = is_placeable(self._problem, position.telling, self._placing, position.placed)
        return charted if placeable else None

    def _from_sizes(self, position: Known) -> Value:
        """Return the value of a small set, or an estimate for some codes, from the sizes of their cells alone."""
        table, left, n = table_of(self._problem.codes), position.left, position.left.bit_count()
        codes = table.codes(left) if n <= mark_count(self._problem.holes) else []
        if codes:
            cells = {code: len(table.by_marks(code, left)) for code in codes}
            guess = max(codes, key=lambda code: cells[code])
            best = told_apart(guess, n, cells[guess], is_code=True)
            if best is not None and best.worst is not None:
                lasts = self._placing.lasts(self._problem.guesses, position.placed, best.worst)
                return best if lasts else replace(best, basis=Basis.ESTIMATED)
        tried = codes or [table.code(index) for index in strided(list(members(left)), TRIED)]
        return min((self._estimate(left, code) for code in tried), key=lambda value: value.total)

    def _estimate(self, left: int, guess: str) -> Value:
        """Estimate what a guess is worth from the sizes of its cells alone."""
        cells = table_of(self._problem.codes).by_marks(guess, left)
        sizes = [cell.bit_count() for marks, cell in cells.items() if marks.exact < self._problem.holes]
        n, holes = left.bit_count(), self._problem.holes
        return GuessValue(guess, n, n + sum(by_size(size, holes) for size in sizes), None, Basis.ESTIMATED)


def _after(position: Known, guess: str, marks: Marks, left: int) -> Known:
    telling = position.telling if left == position.left else (*position.telling, (guess, marks))
    return Known(left, telling, (*position.placed, guess))
