"""Codes, marks and rows as sentences: “Row 3: red, yellow, blue, green: 2 exact, 1 near.”"""

from __future__ import annotations

from collections.abc import Collection
from functools import cache

from keypeg.core import BLANK, HIDDEN, Board, Marks, Row, Rules
from keypeg.message import Message, clauses, message
from keypeg.notation import answers_by_seat
from keypeg.tell.names import Names, seat_name


@cache
def peg_message(peg: str) -> Message:
    """Name a peg by its colour, or as an empty hole or a hidden peg."""
    if peg == BLANK:
        return message("tell.peg.empty")
    if peg == HIDDEN:
        return message("tell.peg.hidden")
    return message(f"colour.{peg}")


def peg_names(palette: str) -> list[tuple[str, Message]]:
    """Return the pegs that can stand in a row, and an empty hole, each with its name."""
    return [(peg, peg_message(peg)) for peg in (*palette, BLANK)]


def code_pegs(code: str) -> tuple[Message, ...]:
    """Name the pegs of a code from left to right."""
    return tuple(map(peg_message, code))


@cache
def marks_message(marks: Marks | None) -> Message:
    """Put the marks of a whole code into words; `marks` is None if they are missing or sealed."""
    if marks is None:
        return message("tell.marks.waiting")
    if not any(marks):
        return message("tell.marks.nothing")
    if not marks.near:
        return message("tell.marks.exact", exact=marks.exact)
    if not marks.exact:
        return message("tell.marks.near", near=marks.near)
    return message("tell.marks", exact=marks.exact, near=marks.near)


def written_marks(text: str) -> str | Message:
    """Put marks written as `2,1` into words; return answers to a split code unchanged."""
    exact, comma, near = text.partition(",")
    return marks_message(Marks(int(exact), int(near))) if comma else text


@cache
def answer_message(marks: Marks | None) -> Message:
    """Put the answer of one share of a split code into words."""
    if marks is None:
        return message("tell.answer.waiting")
    if marks.exact:
        return message("tell.answer.black")
    return message("tell.answer.white") if marks.near else message("tell.answer.nothing")


def row_marks(rules: Rules, board: Board, row: Row, names: Names, you: Collection[int] = ()) -> Message:
    """Put the marks of a row into words; for a split code, the answer of each seat."""
    if rules.shows_sums:
        return marks_message(row.total)
    return clauses(
        message("tell.answer", who=seat_name(names, seat, you), answer=tuple(map(answer_message, answers)))
        for seat, answers in answers_by_seat(rules, board, row).items()
    )


def row_message(rules: Rules, board: Board, number: int, names: Names, you: Collection[int] = ()) -> Message:
    """Put the row with this number, from 1, into words; with several boards, also say whose it is."""
    row = board.rows[number - 1]
    code, marks = code_pegs(row.guess), row_marks(rules, board, row, names, you)
    if not rules.all_break:
        return message("tell.row", row=number, code=code, marks=marks)
    who = seat_name(names, board.breaker, you)
    if rules.boards > 1:
        return message("tell.row.of-board", who=who, board=board.number, row=number, code=code, marks=marks)
    return message("tell.row.of", who=who, row=number, code=code, marks=marks)
