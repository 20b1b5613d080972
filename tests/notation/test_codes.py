"""Codes and rows as text."""

from __future__ import annotations

import pytest

from keypeg import Marks, read_record, rules, write_record
from keypeg.core import Row
from keypeg.notation import read_given_row, read_row
from keypeg.notation.codes import read_code, read_split_row, row_text
from tests.rules.matches import played


@pytest.mark.parametrize(
    ("text", "written", "code"),
    [
        ("togo", "royg", "ROYG"),
        ("togo", "1258", "ROBN"),
        ("togo", "r.", "R."),
        ("8x15", "123456789", "ROYGBPWNC"),
        ("logic24", "5y", "GY"),
    ],
)
def test_a_code_is_read_from_letters_of_any_case_and_digits(text: str, written: str, code: str) -> None:
    assert read_code(rules(text), written) == code


def test_a_row_may_stand_between_spaces() -> None:
    assert read_row(rules("togo"), " royg:1,2 ") == ("ROYG", Marks(1, 2))
    assert read_split_row(rules("mm44:seats=2"), " RRRRR:b/_ ") == (2, Row("RRRRR", (Marks(1, 0),)))
    assert read_split_row(rules("mm44:marks=counts"), " 4:RRRRR:1,2 ") == (4, Row("RRRRR", (Marks(1, 2),)))


def test_rows_of_a_split_code_name_the_answers_of_every_seat() -> None:
    deal = "table deal R.... .O... ..Y.. ...G."
    state = played("mm44:first=2", deal, "2 guess RRRRG")
    assert state.now
    assert [row_text(state.rules, board, row) for board in state.now.boards for row in board.rows] == ["RRRRG:b/_/-/w"]


def test_records_of_several_rounds_keep_every_mark_and_note() -> None:
    rounds = ["1 hide ROYG", "2 guess RBPW", "2 guess ROYG", "2 hide NWPB", "1 guess NBPW", "1 guess NWPB"]
    state = played("togo", "table draw 1", *rounds)
    record = write_record(state)
    assert record == (
        "Keypeg-Record: 2\nRules: togo\n\ntable draw 1\n\n"
        "round 1\n1 hide ROYG\n2 guess RBPW:1,0\n2 guess ROYG:4,0\n= 2 broke it in 2, adds 2 0\n\n"
        "round 2\n2 hide NWPB\n1 guess NBPW:2,2\n1 guess NWPB:4,0\n= 1 broke it in 2, adds 0 2\n"
        "over, points 2 2, draw\n"
    )
    assert read_record(record).state == state


def test_a_row_is_seat_1s_unless_said() -> None:
    handicap = rules("challenge:handicap=1")
    assert read_row(handicap, "ROYG:1,2") == ("ROYG", Marks(1, 2))
    assert read_given_row(handicap, "ROYG:3,1") == ("ROYG", Marks(3, 1))
    assert read_row(handicap, "ROYGB:1,2", 2) == ("ROYGB", Marks(1, 2))
