"""The chances of winning a round in which both seats break at once, judging by the rows on both boards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from keypeg.core import Marks, Rules
from keypeg.deduce.problem import MarkedRows, problem_of
from keypeg.deduce.race import Odds, Race, Turns
from keypeg.review.results import BoardReview
from keypeg.solve.position import position
from keypeg.solve.race import outlook


def odds_after(rules: Rules, seat: int, mine: MarkedRows, theirs: MarkedRows, *, first: bool) -> Odds | None:
    """Return the chances of a seat after these rows; None if no code fits, or there are too many.

    This assumes that all codes that fit a board are equally likely, and that both seats play well from now on.
    """
    turns = [_turns(rules, who, rows) for who, rows in ((seat, mine), (rules.other(seat), theirs))]
    own, other = turns
    return Race(rules, first).odds(own, other) if own and other else None


def _turns(rules: Rules, seat: int, rows: MarkedRows) -> Turns:
    problem = problem_of(rules, seat)
    if rows and rows[-1][1] == Marks(problem.holes, 0):
        return {len(rows): 1}
    if not problem.is_exact:
        return {}
    node = position(problem, rows)
    return {len(rows) + more: times for more, times in outlook(node).items()} if len(node.candidates) else {}


def with_odds(rules: Rules, boards: Sequence[BoardReview]) -> list[BoardReview]:
    """Add the chances to the rows of a round's boards, of which the first is guessed on first."""
    if len(boards) != 2:
        return list(boards)
    found = []
    for at, board in enumerate(boards):
        theirs = [(row.guess, row.marks) for row in boards[1 - at].rows]
        mine = [(row.guess, row.marks) for row in board.rows]
        # Where turns alternate, the second seat has not answered a row of the first yet.
        behind = 0 if rules.together or at else 1
        rows = tuple(
            replace(
                row,
                odds=odds_after(rules, board.seat, mine[: row.number], theirs[: row.number - behind], first=at == 0),
            )
            for row in board.rows
        )
        found.append(replace(board, rows=rows))
    return found
