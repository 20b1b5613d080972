"""The boards of a review, with their marks."""

from __future__ import annotations

from collections.abc import Iterator

from keypeg.drawing.boards import DrawnBoard, DrawnRow, keys_of
from keypeg.message import Render, Text, message
from keypeg.review import BoardReview, SplitReview
from keypeg.tell.names import Names, about, seat_name
from keypeg.tell.rows import code_pegs, marks_message
from keypeg.tell.share import keys_of_row


def reviewed_board(render: Render, names: Names, board: BoardReview) -> DrawnBoard:
    rows = [
        _row(render, row.number, row.guess, keys_of(row.marks, len(row.guess)), marks_message(row.marks))
        for row in board.rows
    ]
    return DrawnBoard(render(about("tell.review.breaks", names, board.seat)), rows)


def split_boards(render: Render, names: Names, split: SplitReview) -> Iterator[DrawnBoard]:
    """Yield one board for each seat that has placed a row."""
    for seat in sorted({row.seat for row in split.rows}):
        rows = [
            _row(render, row.number, row.guess, keys_of_row(row.marks), row.marks)
            for row in split.rows
            if row.seat == seat
        ]
        yield DrawnBoard(render(seat_name(names, seat)), rows)


def _row(render: Render, number: int, guess: str, keys: str, marks: Text) -> DrawnRow:
    said = message("tell.row", row=number, code=code_pegs(guess), marks=marks)
    return DrawnRow(number, guess, keys, render(said))
