"""Everything has a text form that reads back to the same value."""

from keypeg.notation.codes import (
    answers_text,
    marks_by_hole,
    marks_text,
    possible_marks,
    read_answers,
    read_code,
    read_marks,
    read_row,
    read_split_row,
    row_marks_text,
    row_text,
)
from keypeg.notation.moves import move_text, read_move, read_seat, seat_text
from keypeg.notation.record import Record, read_record, write_record
from keypeg.notation.rules import Choice, read_choice, rules
from keypeg.notation.views import outcome_text, result_text, view_lines, view_text

__all__ = [
    "Choice",
    "Record",
    "answers_text",
    "marks_by_hole",
    "marks_text",
    "move_text",
    "outcome_text",
    "possible_marks",
    "read_answers",
    "read_choice",
    "read_code",
    "read_marks",
    "read_move",
    "read_record",
    "read_row",
    "read_seat",
    "read_split_row",
    "result_text",
    "row_marks_text",
    "row_text",
    "rules",
    "seat_text",
    "view_lines",
    "view_text",
    "write_record",
]
