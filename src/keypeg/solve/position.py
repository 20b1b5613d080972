"""A position: a problem, the rows placed so far, and the codes that still fit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from keypeg.core.marks import Marks
from keypeg.core.space import BLANK
from keypeg.deduce.mark_ids import id_of, marks_of
from keypeg.deduce.placing import Placing
from keypeg.deduce.problem import Problem, checked_rows
from keypeg.solve import mark_tables
from keypeg.solve.layout import Indices, Layout, guesses_of_codes, layout_of
from keypeg.solve.symmetry import kinds

SYMMETRIC_ABOVE = 2_000_000
"""The number of marks in a node above which it pays to look for symmetries first."""


@dataclass(frozen=True, eq=False)
class Position:
    """`rows` are (guess index, mark id) pairs; `candidates` are the indices of the codes that fit them, ascending."""

    problem: Problem
    rows: tuple[tuple[int, int], ...]
    candidates: Indices = field(repr=False)

    @property
    def codes(self) -> Layout:
        """The codes of the problem, by index."""
        return layout_of(self.problem.codes)

    @property
    def guesses(self) -> Layout:
        """The guesses of the problem, by index."""
        return layout_of(self.problem.guesses)

    @property
    def texts(self) -> list[tuple[str, Marks]]:
        """The rows as texts and marks."""
        return [(self.guesses.text(guess), marks_of(mark, self.problem.holes)) for guess, mark in self.rows]

    def guess_of(self, codes: NDArray[np.integer]) -> Indices:
        """Convert indices of codes into indices of the same codes as guesses."""
        found: Indices = guesses_of_codes(self.problem.codes, self.problem.guesses)[codes]
        return found

    def may_be_code(self, guesses: NDArray[np.integer]) -> NDArray[np.bool_]:
        """Return a mask of these guesses: True where the guess is a candidate."""
        return np.isin(guesses, self.guess_of(self.candidates))

    def distinct_guesses(self) -> NDArray[np.intp]:
        """Return the least guess of each kind, ascending, so that no two are known to be worth the same."""
        layout = self.guesses
        alive = np.arange(len(layout))
        live = np.array(self.codes.counts[:, self.candidates].any(axis=1))
        if not live.all():
            alive = _least_dead_colours(layout, live)
        if len(alive) * len(self.candidates) > SYMMETRIC_ABOVE:
            alive = np.intersect1d(alive, self.kinds(), assume_unique=True)
        return alive

    def kinds(self) -> NDArray[np.intp]:
        """Return the least guess of each kind up to the symmetries that fix the rows."""
        return kinds(self.problem.guesses, self.history)

    @property
    def history(self) -> tuple[tuple[int, ...], ...]:
        """The guesses of the rows, as colours by hole."""
        return tuple(tuple(self.guesses.digits[guess].tolist()) for guess, _ in self.rows)

    def cells(self, guesses: NDArray[np.integer]) -> NDArray[np.int64]:
        """Count the candidates by mark: one line per guess, one column per mark id."""
        return mark_tables.cell_sizes(self.codes, self.candidates, self.guesses, guesses)

    def after(self, guess: int) -> dict[int, Position]:
        """Return the positions after each mark that this guess may get, by mark id."""
        ids = mark_tables.mark_table(self.codes, self.candidates, self.guesses, np.array([guess]))[0]
        return {
            int(mark): Position(self.problem, (*self.rows, (guess, int(mark))), self.candidates[ids == mark])
            for mark in np.unique(ids)
        }


def start(problem: Problem) -> Position:
    """Return the position before any row."""
    return Position(problem, (), np.arange(len(problem.codes), dtype=np.int32))


def position(problem: Problem, rows: Sequence[tuple[str, tuple[int, int]]]) -> Position:
    """Return the position after these rows; it may have no candidates."""
    codes, guesses = layout_of(problem.codes), layout_of(problem.guesses)
    fits = np.ones(len(codes), dtype=np.bool_)
    placed = []
    for guess, marks in checked_rows(problem, rows):
        index = guesses.index(guess)
        mark = id_of(marks, problem.holes)
        fits &= mark_tables.mark_ids(codes.rows, codes.counts, guesses.digits[index], guesses.needs[index]) == mark
        placed.append((index, mark))
    return Position(problem, tuple(placed), np.flatnonzero(fits).astype(np.int32))


def allowed_guesses(node: Position, placing: Placing) -> NDArray[np.bool_] | None:
    """Return a mask of the guesses that may be placed after the rows of a position, or None if all may."""
    layout = node.guesses
    placed = [guess for guess, _ in node.rows]
    rows = placing.rows(layout.space, [layout.text(guess) for guess in placed])
    allowed = np.ones(len(layout), dtype=np.bool_)
    for colour, peg in enumerate(layout.space.pegs):
        if rows.left is not None and peg != BLANK:
            allowed &= layout.counts[colour] // layout.space.holes <= rows.left[peg]
    if rows.earlier:
        allowed[placed] = False
    return None if allowed.all() else allowed


def _least_dead_colours(layout: Layout, live: NDArray[np.bool_]) -> NDArray[np.intp]:
    """Return the guesses whose dead colours (those in no candidate) are the least that could be used in their place."""
    dead = np.flatnonzero(~live)
    fine = np.ones(len(layout), dtype=np.bool_)
    # If guesses may not repeat a colour, the n-th dead peg of a guess has to be the n-th dead colour.
    steps = np.zeros(len(layout), dtype=np.intp)
    names = np.append(dead, -1)
    for row in layout.rows:
        is_dead = ~live[row]
        fine &= ~is_dead | (row == names[np.minimum(steps, len(dead))])
        if layout.space.distinct:
            steps += is_dead
    return np.flatnonzero(fine)
