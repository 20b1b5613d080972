"""Measure loss and luck of every row of a board.

Everything follows from the worth of a position: the guesses that best play still needs on average. The loss of a guess
is how much worse the average over its marks is; its luck is how much better than that average its marks were. So for
every board: rows used + end = start + loss - luck, as long as each position has only one worth. That is why all boards
of a review share them, and why a guess that turns out better than the best known becomes the best: no loss is negative.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from keypeg.core import Board, Marks, Rules, rows_beside
from keypeg.deduce.mark_ids import id_of, win_id
from keypeg.deduce.placing import Placing, placing_of
from keypeg.deduce.problem import MarkedRows, Problem, problem_of
from keypeg.deduce.suggestion import Basis
from keypeg.review.results import BoardReview, RowReview, Value, contradictions
from keypeg.solve import Position, start, suggest
from keypeg.solve.position_worth import UNKNOWN, Worth, Worths


def measure_rows(problem: Problem, rows: MarkedRows, placing: Placing, seat: int, seconds: float) -> BoardReview:
    """Review one board."""
    (found,) = _measured(Worths(problem, placing), [(seat, rows)], seconds)
    return found


def start_value(rules: Rules, seat: int = 1) -> Value | None:
    problem = problem_of(rules, seat)
    return _value(Worths(problem).of(start(problem)), len(problem.codes)) if problem.is_exact else None


def measure_boards(rules: Rules, attempts: Sequence[Sequence[Board]], seconds: float) -> list[list[BoardReview]]:
    """Review the boards of every attempt, those of the same problem and with the same pegs together."""
    together: dict[tuple[Problem, Placing], list[tuple[int, int]]] = {}
    for number, boards in enumerate(attempts):
        for at, board in enumerate(boards):
            placing = placing_of(rules, rows_beside(rules, boards, board.breaker))
            together.setdefault((problem_of(rules, board.breaker), placing), []).append((number, at))
    found: dict[tuple[int, int], BoardReview] = {}
    for (problem, placing), places in together.items():
        marked = [(board.breaker, _marked(board)) for board in (attempts[number][at] for number, at in places)]
        found.update(zip(places, _measured(Worths(problem, placing), marked, seconds), strict=True))
    return [[found[number, at] for at in range(len(boards))] for number, boards in enumerate(attempts)]


def _marked(board: Board) -> MarkedRows:
    return [(row.guess, row.total) for row in board.rows if row.total is not None]


def _measured(worths: Worths, boards: Sequence[tuple[int, MarkedRows]], seconds: float) -> list[BoardReview]:
    """Review boards of one problem, given by seat and rows; look for proofs for `seconds` a board."""
    if not worths.problem.is_exact:
        return [_unmeasured(worths.problem, seat, rows) for seat, rows in boards]
    paths = [_path(worths.problem, rows) for _, rows in boards]
    steps = [step for path in paths for step in path]
    worths.prove((node for step in steps for node in (step.node, *step.cells.values())), seconds * len(boards))
    _settle(worths, steps)
    return [_board(worths, seat, rows, path) for (seat, rows), path in zip(boards, paths, strict=True)]


@dataclass(frozen=True, slots=True)
class _Step:
    """A guess from a position, and where it can lead, by mark id."""

    node: Position
    guess: int
    cells: dict[int, Position]

    def total(self, worths: Worths) -> int:
        """Return the guesses for all candidates together if this one is placed now."""
        win = win_id(worths.problem.holes)
        left = (worths.of(cell).total for mark, cell in self.cells.items() if mark != win)
        return len(self.node.candidates) + sum(left)


def _step(node: Position, guess: str) -> _Step:
    at = node.guesses.index(guess)
    return _Step(node, at, node.after(at))


def _path(problem: Problem, rows: MarkedRows) -> list[_Step]:
    """Return every row as a step from its position, up to the first whose marks no code fits."""
    node, path = start(problem), []
    for guess, marks in rows:
        step = _step(node, guess)
        path.append(step)
        found = step.cells.get(id_of(marks, problem.holes))
        if found is None:
            break
        node = found
    return path


def _settle(worths: Worths, steps: Sequence[_Step]) -> None:
    """Give every position the worth of the best guess known or played, small positions first.

    The worth of a position depends on that of its cells, so these have to be settled before.
    """
    groups: dict[Hashable, list[_Step]] = {}
    for step in sorted(steps, key=lambda step: len(step.node.candidates)):
        groups.setdefault(worths.key(step.node), []).append(step)
    for first, *others in groups.values():
        options = [first, *others]
        known = worths.of(first.node)
        short = worths.is_short(first.node) and not known.proved
        if short:
            options.append(_step(first.node, _suggested(worths, first.node)))
        best, total = min(((step.guess, step.total(worths)) for step in options), key=lambda pair: pair[1])
        # If pegs have run short, values that assume enough of them do not apply.
        if total < known.total or short:
            worths.settle(first.node, Worth(total, best, proved=False))


def _suggested(worths: Worths, node: Position) -> str:
    return suggest(worths.problem, node.texts, worths.placing).guess


def _board(worths: Worths, seat: int, rows: MarkedRows, path: Sequence[_Step]) -> BoardReview:
    problem = worths.problem
    reviewed: list[RowReview] = []
    node: Position | None = start(problem)
    begin = end = _value(worths.of(start(problem)), len(problem.codes))
    contradicted = None
    for number, (_, marks) in enumerate(rows, start=1):
        plain = _plain(problem, rows, number)
        step = path[number - 1] if node else None
        node = step.cells.get(id_of(marks, problem.holes)) if step else None
        if step and node:
            won = marks == Marks(problem.holes, 0)
            row, end = _row(worths, plain, step, None if won else node)
        else:
            contradicted = contradicted or number
            row = replace(plain, before=len(step.node.candidates) if step else 0, after=0)
        reviewed.append(row)
    broken = bool(rows) and contradicted is None and rows[-1][1] == Marks(problem.holes, 0)
    return BoardReview(seat, tuple(reviewed), broken, begin, end, contradicted)


def _row(worths: Worths, plain: RowReview, step: _Step, after: Position | None) -> tuple[RowReview, Value]:
    """Return a measured row and the value after it; `after` is None if it broke the code."""
    node, n = step.node, len(step.node.candidates)
    worth, total = worths.of(node), step.total(worths)
    if total == worth.total:
        best = plain.guess
    else:
        best = node.guesses.text(worth.guess) if worth.guess != UNKNOWN else _suggested(worths, node)
    left = worths.of(after) if after else Worth(0, UNKNOWN, proved=True)
    size = len(after.candidates) if after else 1
    win = win_id(worths.problem.holes)
    proved = worth.proved and all(worths.of(cell).proved for mark, cell in step.cells.items() if mark != win)
    row = replace(
        plain,
        before=n,
        after=size,
        best=best,
        loss=float(Fraction(total - worth.total, n)),
        luck=float(Fraction(total - n, n) - Fraction(left.total, size)),
        value_before=_value(worth, n),
        value_after=_value(left, size),
        basis=Basis.PROVED if proved else Basis.ESTIMATED,
    )
    return row, _value(left, size)


def _value(worth: Worth, codes: int) -> Value:
    return Value(worth.total / codes, Basis.PROVED if worth.proved else Basis.ESTIMATED)


def _plain(problem: Problem, rows: MarkedRows, number: int) -> RowReview:
    """Return what is known of a row without measuring."""
    guess, marks = rows[number - 1]
    against = contradictions(rows[: number - 1], guess)
    return RowReview(number, guess, marks, None, None, guess in problem.codes, against)


def _unmeasured(problem: Problem, seat: int, rows: MarkedRows) -> BoardReview:
    plain = tuple(_plain(problem, rows, number) for number in range(1, len(rows) + 1))
    broken = bool(rows) and rows[-1][1] == Marks(problem.holes, 0)
    return BoardReview(seat, plain, broken, None, None)
