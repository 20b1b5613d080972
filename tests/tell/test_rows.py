"""Rows as sentences."""

from __future__ import annotations

from keypeg import Marks, rules
from keypeg.core import Board, Row
from keypeg.tell import code_pegs, marks_message, row_message, seat_name
from keypeg.words import PSEUDO, Words

ENGLISH = Words()


def test_a_row_says_its_colours_and_marks() -> None:
    board = Board(2, 1, (Row("ROYG", (Marks(0, 0),)), Row("RYBG", (Marks(2, 1),)), Row("RRRR", (None,))))
    togo = rules("togo")
    said = [ENGLISH.render(row_message(togo, board, number, {})) for number in (1, 2, 3)]
    assert said == [
        "Row 1: red, orange, yellow, green: nothing.",
        "Row 2: red, yellow, blue, green: 2 exact, 1 near.",
        "Row 3: red, red, red, red: not marked yet.",
    ]


def test_where_all_break_a_row_says_whose_it_is() -> None:
    board = Board(2, 1, (Row("ROYGB", (Marks(1, 0),)),))
    assert ENGLISH.render(row_message(rules("challenge"), board, 1, {2: "Ada"})).startswith("Ada, row 1: red,")


def test_of_a_split_code_a_row_says_who_answered_what() -> None:
    board = Board(2, 1, (Row("R.YGB", (Marks(1, 0), Marks(0, 1), None)),))
    assert ENGLISH.render(row_message(rules("mm44"), board, 1, {1: "Ada"})) == (
        "Seat 2, row 1: red, empty, yellow, green, blue: Ada: black; Seat 3: white; Seat 4: not answered yet."
    )


def test_with_two_boards_each_a_row_says_on_which_board_it_stands() -> None:
    board = Board(1, 2, (Row("RRRRR", (Marks(0, 1), Marks(0, 0))),))
    said = ENGLISH.render(row_message(rules("mm44:seats=2,boards=2"), board, 1, {}))
    assert said == "Seat 1, board 2, row 1: red, red, red, red, red: Seat 2: white, nothing."


def test_where_only_counts_are_shown_a_row_says_the_sum() -> None:
    board = Board(1, 1, (Row("RRRRR", (Marks(1, 2),)),))
    assert ENGLISH.render(row_message(rules("mm44:marks=counts"), board, 1, {})).endswith(": 1 exact, 2 near.")


def test_what_may_not_be_seen_is_called_hidden() -> None:
    assert ENGLISH.render(code_pegs("?R.")) == "hidden, red, empty"


def test_seats_without_a_name_go_by_number_and_the_table_is_the_table() -> None:
    assert [ENGLISH.render(seat_name({1: "Ada"}, seat)) for seat in (0, 1, 2)] == ["the table", "Ada", "Seat 2"]


def test_every_language_is_spoken() -> None:
    assert Words(PSEUDO).render(marks_message(Marks(2, 1))) != ENGLISH.render(marks_message(Marks(2, 1)))
