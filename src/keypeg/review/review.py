"""Review a match: how much of every row was skill, and how much was luck."""

from __future__ import annotations

from collections.abc import Sequence

from keypeg.argument_types import checked
from keypeg.core import Attempt, Marks, State
from keypeg.deduce.late_import import has_numpy, late_import
from keypeg.deduce.placing import Placing
from keypeg.deduce.problem import Problem, checked_rows
from keypeg.notation import Record
from keypeg.review import without_engine
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
    attempts = [*state.past, *([state.now] if state.now else [])]
    if rules.split:
        splits: list[SplitReview] = late_import("keypeg.review.measure.split:review_split")(state)
        paired = zip(attempts, splits, strict=True)
        return Review(rules, None, tuple(_round(attempt, split=split) for attempt, split in paired))
    reviewed: list[list[BoardReview]]
    if has_numpy():
        measure = late_import("keypeg.review.measure.boards:measure_boards")
        reviewed = measure(rules, [attempt.boards for attempt in attempts], effort)
    else:
        reviewed = without_engine.measure_boards(rules, [attempt.boards for attempt in attempts])
    rounds = tuple(_round(attempt, boards=tuple(boards)) for attempt, boards in zip(attempts, reviewed, strict=True))
    first = next((board.start for each in rounds for board in each.boards if board.seat == 1), None)
    if first is None:
        start = late_import("keypeg.review.measure.boards:start_value") if has_numpy() else None
        first = start(rules, effort=effort) if start else without_engine.start_value(rules)
    return Review(rules, first, rounds)


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
    measure = late_import("keypeg.review.measure.boards:measure_rows")
    found: BoardReview = measure(problem, checked_rows(problem, rows), placing or Placing(), seat, effort)
    return found


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
