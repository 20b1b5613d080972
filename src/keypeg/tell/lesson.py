"""The one thing to say of a match to a player: the row that cost them most, praise, bad luck, or a missed call."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import NamedTuple

from keypeg.deduce.suggestion import Basis
from keypeg.message import Message, message
from keypeg.review import BoardReview, Review, RowReview
from keypeg.tell.at_table import round_message
from keypeg.tell.names import Names, seat_name
from keypeg.tell.review import split_messages
from keypeg.tell.rows import code_pegs

LITTLE = 0.05
"""A row that cost less than this would be shown with a loss of 0.0, and counts as best."""

COSTLY = 0.3
"""A row that cost less than this teaches nobody anything."""

FAST = 0.75
"""So many rows fewer than best play needs on average are praised."""

LUCKY = 0.5
"""A rival whose rows were so much better than expected was lucky."""


class Costly(NamedTuple):
    """The row that cost a player most."""

    at: int
    """The index of its round in the review."""
    board: int
    """The index of its board there."""
    row: RowReview
    loss: float


def costly_row(review: Review, you: Collection[int]) -> Costly | None:
    """Return the row that cost the reader most, however little; None if no row of theirs is measured."""
    rows = (
        Costly(at, index, row, row.loss)
        for at, each in enumerate(review.rounds)
        if not each.void
        for index, board in enumerate(each.boards)
        if board.seat in you
        for row in board.rows
        if row.loss is not None
    )
    return max(rows, key=lambda found: found.loss, default=None)


def lesson_message(review: Review, names: Names, you: Collection[int]) -> Message | None:
    """Say which row cost the reader most, praise them, or say that a rival was lucky or which call they missed.

    None if there is nothing to say: what a row cost is worth a word from COSTLY on.
    """
    if review.rules.split:
        return _missed_call(review, names, you)
    worst = costly_row(review, you)
    if worst is None:
        return None
    own = [board for each in review.rounds if not each.void for board in each.boards if board.seat in you]
    if worst.loss >= COSTLY:
        each = review.rounds[worst.at]
        heading = round_message(review.rules, each.round, each.code)
        if len(own) == 1 or heading is None:
            return message("tell.lesson.cost", row=worst.row.number, loss=worst.loss)
        return message("tell.lesson.cost-in", round=heading, row=worst.row.number, loss=worst.loss)
    if (praise := _fast(own)) is not None:
        return praise
    if (rival := _lucky_rival(review, own, you)) is not None:
        return message("tell.lesson.unlucky", who=seat_name(names, rival))
    proved = all(row.basis is Basis.PROVED for board in own for row in board.measured)
    return message("tell.lesson.best") if worst.loss < LITTLE and proved else None


def _fast(own: Sequence[BoardReview]) -> Message | None:
    """Praise a reader who broke all codes in clearly fewer rows than best play needs on average, if that is proved."""
    starts = [board.start for board in own if board.broken and board.start and board.start.basis is Basis.PROVED]
    rows, average = sum(len(board.rows) for board in own), sum(start.guesses for start in starts)
    if len(starts) < len(own) or average - rows < FAST:
        return None
    return message("tell.lesson.fast", rows=rows, average=average)


def _lucky_rival(review: Review, own: Sequence[BoardReview], you: Collection[int]) -> int | None:
    """Return the seat that needed fewer rows than the reader, by luck."""
    others = [board for each in review.rounds if not each.void for board in each.boards if board.seat not in you]
    seats = {board.seat for board in others}
    if len(seats) != 1 or not all(board.broken for board in others):
        return None
    mine = sum(len(board.rows) + (not board.broken) for board in own)
    fewer = sum(len(board.rows) for board in others) < mine
    return seats.pop() if fewer and sum(board.luck for board in others) >= LUCKY else None


def _missed_call(review: Review, names: Names, you: Collection[int]) -> Message | None:
    """Name the first call that the reader could have made and did not make."""
    for each in review.rounds:
        if each.split and not each.void:
            missed = [one for one in each.split.missed if one.seat in you]
            if missed and not missed[0].last:
                # Each board numbers its own rows; `after` counts the rows of all boards.
                return message("tell.lesson.call", code=code_pegs(missed[0].code), rows=missed[0].after)
            if missed:
                alone = replace(each.split, calls=(), missed=tuple(missed[:1]))
                return next(split_messages(names, alone, you, drawn=True), None)
    return None
