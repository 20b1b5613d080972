"""The coach: check a planned guess, explain what it contradicts, and give hints.

Everything is derived from a View, so it uses nothing that its owner may not know. The table decides how much a seat may
ask for, and counts the uses.
"""

from __future__ import annotations

from keypeg.atlas.suggest import suggest_from_atlas
from keypeg.core import Call, Guess, Marks, Phase, View, code_refusal, legal_in, row_refusal, rows_beside
from keypeg.deduce.bit_table import members
from keypeg.deduce.code_table import CodeTable, table_from, table_of
from keypeg.deduce.late_import import has_numpy, late_import
from keypeg.deduce.placing import Placing, placing_of
from keypeg.deduce.problem import MarkedRows, Problem, problem_of
from keypeg.deduce.race import Odds
from keypeg.deduce.sample import best_of, strided
from keypeg.deduce.suggestion import Basis, Suggestion
from keypeg.errors import Illegal
from keypeg.players.breaker import first_that_fits
from keypeg.review import coach_split
from keypeg.review.advice import Check, Contradiction, Explanation, Grade, Hint
from keypeg.review.nudge import nudge_from, tally_of
from keypeg.review.results import contradictions


def check(view: View, move: Guess | Call) -> Check:
    """Check whether this guess can still be the code (of a split code: agree with all shares of the other seats)."""
    found = explain(view, move)
    return Check(move, found.possible)


def explain(view: View, move: Guess | Call) -> Explanation:
    """Return the rows that rule this guess out. Raise Illegal if the row itself is illegal."""
    seat = _breaker(view)
    _refuse(view, seat, move)
    if view.rules.split:
        return coach_split.explain(view, move)
    no_code = code_refusal(view.rules, seat, move.code) is not None
    rows = _rows(view, seat)
    wrong = tuple(
        Contradiction(seat, 1, against.row, rows[against.row - 1][0], against.would, against.earned)
        for against in contradictions(rows, move.code)
    )
    return Explanation(move, not no_code and not wrong, no_code, wrong)


def hint(view: View, grade: Grade) -> Hint:
    """Return what to do next. Raise Illegal if no code fits, or if the seat has no row to place."""
    seat = _breaker(view)
    if view.rules.split:
        return coach_split.hint(view, grade)
    if view.board is None:
        raise Illegal("coach-not-now", seat=seat)
    problem, rows = problem_of(view.rules, seat), _rows(view, seat)
    placing = placing_of(view.rules, rows_beside(view.rules, view.boards, seat))
    if grade is Grade.BEST:
        best = _suggested(problem, rows, placing)
        if best.is_candidate or len(rows) + 1 != view.rules.rows:
            return Hint(grade, move=Guess(best.guess), suggestion=best, odds=_odds(view, seat))
        code = first_that_fits(problem, rows, legal_in(view).only(Guess))
        if code is not None:
            return Hint(grade, move=Guess(code))
    if grade is Grade.NUDGE:
        fitting = tally_of(*_fitting(problem, rows))
        opening = 0 if rows else len(set(_suggested(problem, rows, placing).guess))
        return Hint(grade, nudge_from(problem.codes, rows, fitting, opening))
    good = _best_of_some(problem, rows, placing) if problem.is_exact else None
    return Hint(grade, move=Guess((good or _suggested(problem, rows, placing)).guess))


def _odds(view: View, seat: int) -> Odds | None:
    """Return the chances in a race for both codes; None if there is no race, or no engine to predict how it goes on."""
    other = view.rules.other(seat) if view.rules.all_break else None
    # On a real board, perhaps only the seat's own rows are known.
    if other is None or not has_numpy() or not view.boards_of(other):
        return None
    rows = [_rows(view, each) for each in (seat, other)]
    found: Odds | None = late_import("keypeg.review.measure.race:odds_after")(
        view.rules, seat, *rows, first=view.starter == seat
    )
    return found


def _suggested(problem: Problem, rows: MarkedRows, placing: Placing) -> Suggestion:
    """Return the atlas's suggestion, which needs no NumPy, if it is proved or there is no engine; else the engine's."""
    found: Suggestion | None = suggest_from_atlas(problem, rows, placing) if problem.is_exact else None
    if found is None and problem.is_exact and not has_numpy():
        found = _best_of_some(problem, rows, placing)
    if found is None or (found.basis is not Basis.PROVED and has_numpy()):
        found = late_import("keypeg.solve:suggest")(problem, rows, placing)
    return found


def _best_of_some(problem: Problem, rows: MarkedRows, placing: Placing) -> Suggestion | None:
    """Return the best of some codes that fit and may be placed, if there are any."""
    table, fitting = _fitting(problem, rows)
    indices, may = list(members(fitting)), placing.rows(problem.guesses, [guess for guess, _ in rows])
    some = [code for code in map(table.code, strided(indices, TRIED)) if code in may]
    if not some:
        return None
    guess = best_of(some, [table.code(index) for index in strided(indices, SAMPLE)], problem.codes)
    partition = table.partition(guess, fitting)
    return Suggestion(len(indices), guess, True, None, None, Basis.SAMPLED, partition)


def _breaker(view: View) -> int:
    """Return the owner of a View if it is breaking a code now; raise Illegal otherwise."""
    seat = view.seat
    if seat is None or not view.own_boards or seat in view.out:
        raise Illegal("coach-nothing-to-break", seat=seat or 0)
    if view.phase not in (Phase.GUESS, Phase.MARK, Phase.CALL):
        raise Illegal("coach-not-now", seat=seat)
    return seat


def _refuse(view: View, seat: int, move: Guess | Call) -> None:
    """Raise Illegal if the move would not be legal in the first place."""
    for kind in legal_in(view).kinds:
        if kind.move is type(move):
            wrong = kind.refusal(move)
            break
    else:
        wrong = row_refusal(view.rules, seat, move.code) if isinstance(move, Guess) else Illegal("coach-no-call")
    if wrong:
        raise wrong


def _rows(view: View, seat: int) -> list[tuple[str, Marks]]:
    """Return the marked rows on the board of this seat."""
    (board,) = view.boards_of(seat)
    return board.marked


SAMPLE, BLOCKS = 2000, 150
"""The size of a sample of codes, and the number of blocks to search for it in a space too large to list."""

TRIED = 60
"""The number of codes to try in search of a good guess."""


def _fitting(problem: Problem, rows: MarkedRows) -> tuple[CodeTable, int]:
    """Return the codes that fit, or many of them, as a table and a set of its codes."""
    if problem.is_exact:
        table, complete = table_of(problem.codes), True
        found = table.fitting(rows)
    else:
        searched = late_import("keypeg.solve.large_space:search_blocks")(problem.codes, rows, SAMPLE, BLOCKS)
        table, complete = table_from(problem.codes, searched.codes()), searched.complete
        found = table.every
    if not found:
        raise Illegal("code-none-fits", rows=len(rows)) if complete else Illegal("code-none-found", rows=len(rows))
    return table, found
