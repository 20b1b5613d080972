"""The one lesson of a match for a player: the row that cost them most, or the call that they missed."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from keypeg.deduce.suggestion import Basis
from keypeg.message import Message, message
from keypeg.review import Review
from keypeg.tell.at_table import round_message
from keypeg.tell.names import Names
from keypeg.tell.review import split_messages
from keypeg.tell.rows import code_pegs

LITTLE = 0.05
"""A row that cost less than this would be shown with a loss of 0.0, and counts as best."""


def lesson_message(review: Review, names: Names, you: Collection[int]) -> Message | None:
    """Say which row cost the reader most, or which call they missed; None if there is nothing to say."""
    if review.rules.split:
        return _missed_call(review, names, you)
    own = [(each, board) for each in review.rounds if not each.void for board in each.boards if board.seat in you]
    rows = [(row.loss, each, row) for each, board in own for row in board.rows if row.loss is not None]
    if not rows:
        return None
    loss, each, row = max(rows, key=lambda found: found[0])
    if loss < LITTLE:
        proved = all(row.basis is Basis.PROVED for _, _, row in rows)
        return message("tell.lesson.best") if proved else None
    heading = round_message(review.rules, each.round, each.code)
    if len(own) == 1 or heading is None:
        return message("tell.lesson.cost", row=row.number, loss=loss)
    return message("tell.lesson.cost-in", round=heading, row=row.number, loss=loss)


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
