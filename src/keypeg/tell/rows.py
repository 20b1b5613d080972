"""Codes, marks and rows as people say them: “Row 3: red, yellow, blue, green: 2 exact, 1 near.”"""

from __future__ import annotations

from collections.abc import Sequence

from keypeg.core import BLANK, HIDDEN, Board, Marks, Row, Rules
from keypeg.tell.names import Names, seat_name
from keypeg.words import Words


def peg_words(words: Words, peg: str) -> str:
    """The name of a peg; of an empty hole, and of one that may not be seen, what it is."""
    if peg == BLANK:
        return words.say("tell.peg.empty")
    if peg == HIDDEN:
        return words.say("tell.peg.hidden")
    return words.say(f"colour.{peg}")


def code_words(words: Words, code: str) -> str:
    """The pegs of a code, from left to right."""
    return ", ".join(peg_words(words, peg) for peg in code)


def marks_words(words: Words, marks: Marks | None) -> str:
    """Marks of a whole code; None while they are missing, or not to be known."""
    if marks is None:
        return words.say("tell.marks.waiting")
    if not any(marks):
        return words.say("tell.marks.nothing")
    return words.say("tell.marks", exact=marks.exact, near=marks.near)


def answer_words(words: Words, marks: Marks | None) -> str:
    """What one share of a split code answers."""
    if marks is None:
        return words.say("tell.answer.waiting")
    if marks.exact:
        return words.say("tell.answer.black")
    return words.say("tell.answer.white") if marks.near else words.say("tell.answer.nothing")


def row_marks_words(words: Words, rules: Rules, board: Board, row: Row, names: Names) -> str:
    """The marks of a row; of a split code who answered what."""
    if not rules.split or rules.counts_only:
        return marks_words(words, row.total)
    seats = [seat for seat in range(1, rules.seats + 1) if seat != board.breaker]
    return "; ".join(
        words.say("tell.answer", who=seat_name(words, names, seat), answer=_answers(words, rules, row, at))
        for at, seat in enumerate(seats)
    )


def _answers(words: Words, rules: Rules, row: Row, at: int) -> str:
    given: Sequence[Marks | None] = row.marks[at * rules.boards : (at + 1) * rules.boards]
    return ", ".join(answer_words(words, marks) for marks in given)


def row_words(words: Words, rules: Rules, board: Board, number: int, names: Names) -> str:
    """The row of this number, from 1, as a sentence; where there are several boards it says whose it is."""
    row = board.rows[number - 1]
    code, marks = code_words(words, row.guess), row_marks_words(words, rules, board, row, names)
    if not rules.all_break:
        return words.say("tell.row", row=number, code=code, marks=marks)
    who = seat_name(words, names, board.breaker)
    if rules.boards > 1:
        return words.say("tell.row.of-board", who=who, board=board.number, row=number, code=code, marks=marks)
    return words.say("tell.row.of", who=who, row=number, code=code, marks=marks)
