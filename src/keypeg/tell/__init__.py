"""Sentences that every front end tells in the same way, on top of the catalogues.

The coach, the doctor and the review are told by modules of their own, since they need the engine.
"""

from keypeg.tell.boxes import box_name, box_rules
from keypeg.tell.events import (
    call_words,
    counts_rows,
    heading_words,
    left_words,
    move_words,
    outcome_words,
    points_words,
    said_words,
    share_words,
    verdict_words,
    waits_words,
)
from keypeg.tell.names import Names, seat_name, seat_names
from keypeg.tell.news import Narrator
from keypeg.tell.rows import answer_words, code_words, marks_words, peg_words, row_marks_words, row_words

__all__ = [
    "Names",
    "Narrator",
    "answer_words",
    "box_name",
    "box_rules",
    "call_words",
    "code_words",
    "counts_rows",
    "heading_words",
    "left_words",
    "marks_words",
    "move_words",
    "outcome_words",
    "peg_words",
    "points_words",
    "row_marks_words",
    "row_words",
    "said_words",
    "seat_name",
    "seat_names",
    "share_words",
    "verdict_words",
    "waits_words",
]
