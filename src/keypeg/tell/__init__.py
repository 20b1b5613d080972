"""Choose the sentence for every fact, as a message that the front end renders.

Import the sentences of the coach, the doctor, the review and shared results from their modules: these need
`keypeg.review`.
"""

from keypeg.tell.boxes import box_name, box_rules
from keypeg.tell.events import (
    call_message,
    counts_rows,
    heading_message,
    left_messages,
    move_message,
    outcome_message,
    phrase_message,
    points_message,
    share_message,
    verdict_messages,
    waiting_message,
)
from keypeg.tell.names import Names, level_message, level_name, seat_name, seat_names
from keypeg.tell.news import Narrator
from keypeg.tell.rows import answer_message, code_pegs, marks_message, peg_message, row_marks, row_message

__all__ = [
    "Names",
    "Narrator",
    "answer_message",
    "box_name",
    "box_rules",
    "call_message",
    "code_pegs",
    "counts_rows",
    "heading_message",
    "left_messages",
    "level_message",
    "level_name",
    "marks_message",
    "move_message",
    "outcome_message",
    "peg_message",
    "phrase_message",
    "points_message",
    "row_marks",
    "row_message",
    "seat_name",
    "seat_names",
    "share_message",
    "verdict_messages",
    "waiting_message",
]
