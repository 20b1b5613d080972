"""Measure loss and luck without the engine: proved where the atlas or a small set of codes allows, else estimated."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction

from keypeg.atlas.guide import guide, is_placeable
from keypeg.core import Board, Marks, Rules, rows_beside
from keypeg.deduce.bit_table import members
from keypeg.deduce.code_table import table_of
from keypeg.deduce.mark_ids import mark_count
from keypeg.deduce.placing import Placing, placing_of
from keypeg.deduce.problem import MarkedRows, Problem, problem_of
from keypeg.deduce.sample import strided
from keypeg.deduce.size_estimate import by_size
from keypeg.deduce.suggestion import Basis
from keypeg.review.results import MOST_AGAINST, BoardReview, RowReview, Value, contradictions

TRIED = 12
"""The number of codes to try in search of a best guess where nothing is proved."""


@dataclass(frozen=True, slots=True)
class Worth:
    """The total guesses needed for all codes of a position if `guess` is placed now."""

    guess: str
    codes: int
    total: int
    proved: bool

    @property
    def value(self) -> Value:
        return Value(self.total / self.codes, Basis.PROVED if self.proved else Basis.ESTIMATED)


@dataclass(slots=True)
class Values:
    """The worth of positions of one problem, cached."""

    problem: Problem
    placing: Placing
    _known: dict[tuple[int, tuple[str, ...]], Worth] = field(default_factory=dict)
    """By the codes that fit; and by the guesses placed, if those use up pegs."""

    def of(self, told: MarkedRows, placed: Sequence[str], left: int) -> Worth:
        """Return what a position is worth in which `left` are the codes that fit.

        `placed` are all guesses on the board, `told` only the rows that ruled out a code: the atlas has no others.
        """
        key = left, () if self.placing.supply is None else tuple(placed)
        if key not in self._known:
            self._known[key] = self._of(told, placed, left)
        return self._known[key]

    def of_guess(self, told: MarkedRows, placed: Sequence[str], left: int, guess: str) -> Worth:
        """Return what a position is worth if this guess is placed now."""
        n, total, proved = left.bit_count(), left.bit_count(), True
        for marks, cell in table_of(self.problem.codes).by_marks(guess, left).items():
            if marks.exact == self.problem.holes:
                continue
            found = self.of(told if cell == left else [*told, (guess, marks)], [*placed, guess], cell)
            total, proved = total + found.total, proved and found.proved
        return Worth(guess, n, total, proved)

    def _of(self, told: MarkedRows, placed: Sequence[str], left: int) -> Worth:
        table, n = table_of(self.problem.codes), left.bit_count()
        charted = guide(self.problem, told)
        if charted and charted.proved and is_placeable(self.problem, told, self.placing, placed):
            return Worth(charted.guess, n, sum(turn * times for turn, times in charted.broken.items()), True)
        codes = [table.code(index) for index in members(left)] if n <= mark_count(self.problem.holes) else []
        if codes:
            parts = {code: len(table.by_marks(code, left)) for code in codes}
            best = max(codes, key=lambda code: parts[code])
            # A code that tells all apart needs 2n - 1 in total, which is optimal; one that leaves a pair, one more.
            if parts[best] >= n - 1:
                most = min(n, 2 if parts[best] == n else 3)
                enough = self.placing.lasts(self.problem.guesses, placed, most)
                return Worth(best, n, 2 * n - (parts[best] == n), enough)
        tried = codes or [table.code(index) for index in strided(list(members(left)), TRIED)]
        return min((self._estimate(left, code) for code in tried), key=lambda worth: worth.total)

    def _estimate(self, left: int, guess: str) -> Worth:
        """Estimate what a guess is worth from the sizes of its cells alone."""
        cells = table_of(self.problem.codes).by_marks(guess, left)
        sizes = [cell.bit_count() for marks, cell in cells.items() if marks.exact < self.problem.holes]
        n, holes = left.bit_count(), self.problem.holes
        return Worth(guess, n, n + sum(by_size(size, holes) for size in sizes), False)


def start_value(rules: Rules, seat: int = 1) -> Value | None:
    """Return the value for a seat before its first row; None if there are too many codes."""
    problem = problem_of(rules, seat)
    return (
        Values(problem, placing_of(rules)).of([], [], table_of(problem.codes).every).value if problem.is_exact else None
    )


def measure_boards(rules: Rules, attempts: Sequence[Sequence[Board]]) -> list[list[BoardReview]]:
    """Review the boards of every attempt, each by the codes that its breaker may face and the guesses it may place."""
    return [[_measured(rules, boards, board) for board in boards] for boards in attempts]


def _measured(rules: Rules, boards: Sequence[Board], board: Board) -> BoardReview:
    problem, seat = problem_of(rules, board.breaker), board.breaker
    rows = [(row.guess, row.total) for row in board.rows if row.total is not None]
    plain = [
        RowReview(
            at + 1, guess, marks, None, None, guess in problem.codes, contradictions(rows[:at], guess, MOST_AGAINST)
        )
        for at, (guess, marks) in enumerate(rows)
    ]
    broken = bool(rows) and rows[-1][1].exact == problem.holes
    if not problem.is_exact:
        return BoardReview(seat, tuple(plain), broken, None, None)
    values, table = Values(problem, placing_of(rules, rows_beside(rules, boards, seat))), table_of(problem.codes)
    left = table.every
    begin = end = values.of([], [], left)
    told: list[tuple[str, Marks]] = []
    for at, (guess, marks) in enumerate(rows):
        after = table.by_marks(guess, left).get(marks, 0)
        if not after:
            plain[at] = replace(plain[at], before=left.bit_count(), after=0)
            plain[at + 1 :] = [replace(later, before=0, after=0) for later in plain[at + 1 :]]
            return BoardReview(seat, tuple(plain), False, begin.value, end.value, at + 1)
        placed = [row for row, _ in rows[:at]]
        before, own = values.of(told, placed, left), values.of_guess(told, placed, left, guess)
        won = marks == Marks(problem.holes, 0)
        if after != left:
            told.append((guess, marks))
        end = Worth(guess, 1, 0, True) if won else values.of(told, [*placed, guess], after)
        plain[at] = _measured_row(plain[at], before, own, end)
        left = after
    return BoardReview(seat, tuple(plain), broken, begin.value, end.value)


def _measured_row(row: RowReview, before: Worth, own: Worth, after: Worth) -> RowReview:
    """Return a row with its loss and luck. A guess that turns out better than the best known one loses nothing."""
    loss = Fraction(max(0, own.total - before.total), before.codes)
    luck = Fraction(before.total, before.codes) + loss - 1 - Fraction(after.total, after.codes)
    return replace(
        row,
        before=before.codes,
        after=after.codes,
        best=before.guess if loss else row.guess,
        loss=float(loss),
        luck=float(luck),
        value_before=before.value,
        value_after=after.value,
        basis=Basis.PROVED if before.proved and own.proved and after.proved else Basis.ESTIMATED,
    )
