"""Everything has a text form that reads back to the same value."""

from keypeg.notation.codes import (
    answers_by_seat,
    answers_text,
    given_marks,
    marks_by_hole,
    marks_text,
    possible_marks,
    read_answers,
    read_code,
    read_given_row,
    read_marks,
    read_row,
    read_split_row,
    row_marks_text,
    row_text,
)
from keypeg.notation.moves import move_text, read_move, read_seat, read_seen_move, seat_text
from keypeg.notation.position import position_lines, rules_lines
from keypeg.notation.position_reader import PositionReader
from keypeg.notation.record import Record, Seen, read_record, write_record
from keypeg.notation.rules import Choice, read_choice, rules
from keypeg.notation.seals import (
    Seal,
    Seals,
    hidden_by,
    new_salt,
    public_seals,
    salts_from,
    seal_text,
    seals_by_attempt,
)
from keypeg.notation.typed_rows import read_typed_row
from keypeg.notation.verify import Check, Checked, Finding, verify
from keypeg.notation.views import outcome_text, result_text, view_lines, view_text
from keypeg.notation.with_text import mark, new, play

__all__ = [
    "Check",
    "Checked",
    "Choice",
    "Finding",
    "PositionReader",
    "Record",
    "Seal",
    "Seals",
    "Seen",
    "answers_by_seat",
    "answers_text",
    "given_marks",
    "hidden_by",
    "mark",
    "marks_by_hole",
    "marks_text",
    "move_text",
    "new",
    "new_salt",
    "outcome_text",
    "play",
    "position_lines",
    "possible_marks",
    "public_seals",
    "read_answers",
    "read_choice",
    "read_code",
    "read_given_row",
    "read_marks",
    "read_move",
    "read_record",
    "read_row",
    "read_seat",
    "read_seen_move",
    "read_split_row",
    "read_typed_row",
    "result_text",
    "row_marks_text",
    "row_text",
    "rules",
    "rules_lines",
    "salts_from",
    "seal_text",
    "seals_by_attempt",
    "seat_text",
    "verify",
    "view_lines",
    "view_text",
    "write_record",
]
