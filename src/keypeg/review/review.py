"""Review a match: how much of every row was skill, and how much was luck."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from keypeg.argument_types import checked
from keypeg.core import Attempt, Board, Marks, Rules, State, rows_beside
from keypeg.deduce.late_import import has_numpy, late_import
from keypeg.deduce.placing import Placing, placing_of
from keypeg.deduce.problem import Problem, checked_rows, problem_of
from keypeg.notation import Record
from keypeg.review.loss_and_luck import Evaluator, review_board
from keypeg.review.plain_evaluator import PlainEvaluator
from keypeg.review.results import BoardReview, Review, RoundReview
from keypeg.review.split_results import SplitReview


@checked
def review(match: Record | State, *, effort: int = 1) -> Review:
    """Review a match, over or not, as far as its rows are marked. Looks at marks only, never at the code.

    `effort` multiplies the node budget of searches, as for a suggestion. Without the engine, more values are estimates,
    and a split code cannot be reviewed.
    """
    state = match.state if isinstance(match, Record) else match
    rules = state.rules
    if rules.split:
        splits: list[SplitReview] = late_import("keypeg.review.measure.split:review_split")(state)
        paired = zip(state.attempts, splits, strict=True)
        return Review(rules, None, tuple(_round(attempt, split=split) for attempt, split in paired))
    rounds = tuple(_round(attempt, boards=tuple(_boards(rules, attempt.boards, effort))) for attempt in state.attempts)
    start = next((board.start for each in rounds for board in each.boards if board.seat == 1), None)
    if start is None:
        problem = problem_of(rules)
        start = review_board(problem, (), 1, _evaluator(problem, placing_of(rules), effort)).start
    return Review(rules, start, rounds)


@checked
def review_rows(
    problem: Problem,
    rows: Sequence[tuple[str, Marks]],
    placing: Placing | None = None,
    *,
    seat: int = 1,
    effort: int = 1,
) -> BoardReview:
    """Review the rows of one board."""
    return review_board(problem, checked_rows(problem, rows), seat, _evaluator(problem, placing or Placing(), effort))


def _boards(rules: Rules, boards: Sequence[Board], effort: int) -> Sequence[BoardReview]:
    """Review the boards of an attempt, each by the codes that its breaker may face and the guesses it may place."""
    reviews = []
    for board in boards:
        problem = problem_of(rules, board.breaker)
        placing = placing_of(rules, rows_beside(rules, boards, board.breaker))
        reviews.append(review_board(problem, board.marked, board.breaker, _evaluator(problem, placing, effort)))
    if not rules.all_break or not has_numpy():
        return reviews
    with_odds: list[BoardReview] = late_import("keypeg.review.measure.race:with_odds")(rules, reviews)
    return with_odds


def _evaluator(problem: Problem, placing: Placing, effort: int) -> Evaluator[Any]:
    """Return the engine's evaluator if its libraries are there."""
    if not has_numpy():
        return PlainEvaluator(problem, placing)
    evaluator: Evaluator[Any] = late_import("keypeg.review.measure.evaluator:EngineEvaluator")(problem, placing, effort)
    return evaluator


def _round(attempt: Attempt, boards: tuple[BoardReview, ...] = (), split: SplitReview | None = None) -> RoundReview:
    verdict = attempt.verdict
    return RoundReview(
        attempt.round,
        attempt.code,
        void=verdict is not None and verdict.void,
        over=verdict is not None,
        erred=verdict.erred if verdict else (),
        codes=tuple((share.holder, share.code) for share in attempt.shares) if verdict else (),
        boards=boards,
        split=split,
    )
