"""Measure loss and luck of every row of a board.

Everything is derived from the value of a position: the guesses still needed on average, the same number wherever Keypeg
shows it. The loss of a guess is how many more guesses it needs than the suggested one. Its luck is how much better its
marks were than the average over all possible marks. So for every board:
rows used + end = start + loss - luck.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from keypeg.core import Board, Marks, Rules, rows_beside
from keypeg.deduce.mark_ids import id_of
from keypeg.deduce.placing import Placing, placing_of
from keypeg.deduce.problem import MarkedRows, Problem, problem_of
from keypeg.deduce.suggestion import Basis
from keypeg.review.measure.race import with_odds
from keypeg.review.results import MOST_AGAINST, BoardReview, RowReview, Value, contradictions
from keypeg.solve import Position, start
from keypeg.solve.position import allowed_guesses
from keypeg.solve.position_value import Evaluator, GuessValue


def start_value(rules: Rules, seat: int = 1, effort: int = 1) -> Value | None:
    """Return the value for a seat before its first row; None if there are too many codes."""
    problem = problem_of(rules, seat)
    return _value(_found(Evaluator(placing_of(rules), effort), start(problem))) if problem.is_exact else None


def measure_boards(rules: Rules, attempts: Sequence[Sequence[Board]], effort: int) -> list[list[BoardReview]]:
    """Review the boards of every attempt, each by the codes that its breaker may face and the guesses it may place."""
    found = [[_measured_board(rules, boards, board, effort) for board in boards] for boards in attempts]
    return [with_odds(rules, boards) for boards in found] if rules.all_break else found


def _measured_board(rules: Rules, boards: Sequence[Board], board: Board, effort: int) -> BoardReview:
    placing = placing_of(rules, rows_beside(rules, boards, board.breaker))
    return measure_rows(problem_of(rules, board.breaker), _marked(board), placing, board.breaker, effort)


def _marked(board: Board) -> MarkedRows:
    return [(row.guess, row.total) for row in board.rows if row.total is not None]


def measure_rows(problem: Problem, rows: MarkedRows, placing: Placing, seat: int, effort: int) -> BoardReview:
    """Review one board."""
    evaluator = Evaluator(placing, effort)
    won = Marks(problem.holes, 0)
    plain = [_plain(problem, rows, number) for number in range(1, len(rows) + 1)]
    broken = bool(rows) and rows[-1][1] == won
    if not problem.is_exact:
        return BoardReview(seat, tuple(plain), broken, None, None)
    node = start(problem)
    begin = end = _value(_found(evaluator, node))
    for number, ((guess, marks), row) in enumerate(zip(rows, plain, strict=True), start=1):
        at = node.guesses.index(guess)
        after = node.after(at).get(id_of(marks, problem.holes))
        if after is None:
            plain[number - 1] = replace(row, before=len(node.candidates), after=0)
            plain[number:] = [replace(later, before=0, after=0) for later in plain[number:]]
            return BoardReview(seat, tuple(plain), False, begin, end, number)
        left = BROKEN if marks == won else _found(evaluator, after)
        best = _found(evaluator, node)
        able = _unless_stuck(evaluator, node)
        # A value estimated by size alone cannot be compared with the worth of a guess, which goes by its cells.
        rival = able.worth(node, best.guess) if best.worst is None else best
        measured = _measured_row(row, best, able.worth(node, at), rival, left)
        plain[number - 1] = replace(measured, best=node.guesses.text(best.guess)) if measured.loss else measured
        end = _value(left)
        node = after
    return BoardReview(seat, tuple(plain), broken, begin, end)


BROKEN = GuessValue(-1, 1, 0, 0, Basis.PROVED)
"""The value after a row that broke the code."""


def _measured_row(
    row: RowReview, before: GuessValue, own: GuessValue, rival: GuessValue, after: GuessValue
) -> RowReview:
    """Return a row with its loss and luck, but with its own guess as the best one.

    `own` is the value of that guess, and `rival` that of the suggested one.
    """
    # Where values are not proved, a guess may turn out better than the suggested one: it loses nothing.
    loss = Fraction(max(0, own.total - rival.total), before.codes)
    luck = Fraction(before.total, before.codes) + loss - 1 - Fraction(after.total, after.codes)
    proved = before.basis is own.basis is after.basis is Basis.PROVED
    return replace(
        row,
        before=before.codes,
        after=after.codes,
        best=row.guess,
        loss=float(loss),
        luck=float(luck),
        value_before=_value(before),
        value_after=_value(after),
        basis=Basis.PROVED if proved else Basis.ESTIMATED,
    )


def _found(evaluator: Evaluator, node: Position) -> GuessValue:
    """Return the value of a position; an estimate if no guess can be placed any more."""
    able = _unless_stuck(evaluator, node)
    found = able.value(node)
    return found if able is evaluator else replace(found, basis=Basis.HEURISTIC)


def _unless_stuck(evaluator: Evaluator, node: Position) -> Evaluator:
    """Return the evaluator, or one with enough pegs if no guess can be placed any more."""
    allowed = allowed_guesses(node, evaluator.placing)
    return evaluator if allowed is None or allowed.any() else Evaluator(effort=evaluator.effort)


def _value(found: GuessValue) -> Value:
    return Value(found.total / found.codes, Basis.PROVED if found.basis is Basis.PROVED else Basis.ESTIMATED)


def _plain(problem: Problem, rows: MarkedRows, number: int) -> RowReview:
    """Return what is known about a row without measuring it."""
    guess, marks = rows[number - 1]
    against = contradictions(rows[: number - 1], guess, MOST_AGAINST)
    return RowReview(number, guess, marks, None, None, guess in problem.codes, against)
