"""Codes, marks and rows as text: `RYBG`, `2,1`, `RYBG:2,1`; for a split code `..R..`, `b`, `RBGYW:_/b/w/-`."""

from __future__ import annotations

import re
from collections.abc import Sequence

from keypeg.core import BLANK, HIDDEN, Board, Marks, Row, Rules, earned, lone, row_refusal
from keypeg.errors import Illegal, Malformed

ANSWERS = {"b": Marks(1, 0), "w": Marks(0, 1), "-": Marks(0, 0)}
LETTERS = {marks: letter for letter, marks in ANSWERS.items()}
OWN = "_"
"""Marks the breaker's own place among the answers to a row of a split code."""


def read_code(rules: Rules, text: str) -> str:
    """Read a code. Digits name the colours in palette order, so that they work in every language."""
    palette = rules.palette
    code = ""
    for peg in text.upper() if text.isascii() else text:
        if peg in "123456789" and int(peg) <= len(palette):
            code += palette[int(peg) - 1]
        elif peg in palette or peg == BLANK:
            code += peg
        else:
            raise Malformed("code-unreadable", code=text, peg=peg, pegs=" ".join(palette), most=min(9, len(palette)))
    return code


def read_marks(text: str) -> Marks:
    """Read marks written as `exact,near`."""
    pair = re.fullmatch(r"([0-9]{1,2}),([0-9]{1,2})", text.strip())
    if not pair:
        raise Malformed("marks-unreadable", marks=text)
    return Marks(int(pair[1]), int(pair[2]))


def possible_marks(marks: Marks, holes: int) -> Marks:
    """Return the marks if some code gives them to a row with this number of holes, else raise Illegal."""
    if sum(marks) > holes or marks == (holes - 1, 1):
        raise Illegal("marks-impossible", marks=marks_text(marks), holes=holes)
    return marks


def given_marks(marks: Marks, holes: int) -> Marks:
    """Return the marks if they can be entered for a row with this number of holes, even if no code gives them."""
    if sum(marks) > holes:
        raise Illegal("marks-impossible", marks=marks_text(marks), holes=holes)
    return marks


def marks_text(marks: Marks) -> str:
    """Write marks as `exact,near`."""
    return f"{marks.exact},{marks.near}"


def read_answers(text: str) -> tuple[Marks, ...]:
    """Read one seat's answers to a row of a split code: a letter for each share it holds."""
    if not text or any(letter not in ANSWERS for letter in text):
        raise Malformed("answer-unreadable", marks=text)
    return tuple(ANSWERS[letter] for letter in text)


def answers_text(marks: Sequence[Marks | None]) -> str:
    """Write answers for a split code: `b` black, `w` white, `-` nothing, `?` not given."""
    return "".join(HIDDEN if each is None else LETTERS[each] for each in marks)


def row_text(rules: Rules, board: Board, row: Row) -> str:
    """Write a row as `GUESS:MARKS`, with `?` for marks that are missing or unknown."""
    return f"{row.guess}:{row_marks_text(rules, board, row)}"


def row_marks_text(rules: Rules, board: Board, row: Row) -> str:
    """Write the marks of a row: `1,2`, or `_/b/w/-` for a split code."""
    if rules.shows_sums:
        return HIDDEN if row.total is None else marks_text(row.total)
    answers = answers_by_seat(rules, board, row)
    return "/".join(answers_text(answers[seat]) if seat in answers else OWN for seat in rules.all_seats)


def answers_by_seat(rules: Rules, board: Board, row: Row) -> dict[int, tuple[Marks | None, ...]]:
    """Return the answers to a row of a split code, by the seat whose shares give them."""
    seats = [seat for seat in rules.all_seats if seat != board.breaker]
    return {seat: row.marks[at * rules.boards : (at + 1) * rules.boards] for at, seat in enumerate(seats)}


def read_row(rules: Rules, text: str, seat: int = 1) -> tuple[str, Marks]:
    """Read a row for a code that is not split: a guess that this seat can place, and marks that it can get."""
    code, marks = read_given_row(rules, text, seat)
    return code, possible_marks(marks, len(code))


def read_given_row(rules: Rules, text: str, seat: int = 1) -> tuple[str, Marks]:
    """Read a row as `read_row` does, but allow any marks that can be entered by hand."""
    guess, colon, marks = text.strip().partition(":")
    if not colon:
        raise Malformed("row-unreadable", row=text)
    code = _row(rules, guess, seat)
    return code, given_marks(read_marks(marks), len(code))


def _row(rules: Rules, text: str, seat: int) -> str:
    code = read_code(rules, text)
    wrong = row_refusal(rules, seat, code)
    if wrong:
        raise wrong
    return code


def read_split_row(rules: Rules, text: str) -> tuple[int, Row]:
    """Read a row of a split code and its breaker. The text is `SEAT:GUESS:MARKS` if only counts are shown."""
    if rules.counts_only:
        seat, _, rest = text.strip().partition(":")
        guess, colon, marks = rest.partition(":")
        if not colon or seat not in map(str, rules.all_seats):
            raise Malformed("row-counts-unreadable", row=text, seats=rules.seats)
        total = read_marks(marks)
        if sum(total) > rules.shares - rules.boards:
            raise Illegal("marks-too-many", holes=rules.shares - rules.boards)
        return int(seat), Row(_row(rules, guess, int(seat)), (total,))
    guess, colon, marks = text.strip().partition(":")
    answers = marks.split("/")
    if not colon or len(answers) != rules.seats or answers.count(OWN) != 1:
        raise Malformed("row-split-unreadable", row=text, example=_example(rules), seats=rules.seats)
    given = [read_answers(answer) for answer in answers if answer != OWN]
    if any(len(answer) != rules.boards for answer in given):
        raise Malformed("row-split-unreadable", row=text, example=_example(rules), seats=rules.seats)
    breaker = answers.index(OWN) + 1
    return breaker, Row(_row(rules, guess, breaker), tuple(each for answer in given for each in answer))


def _example(rules: Rules) -> str:
    answers = [OWN, *("b" + "-" * (rules.boards - 1) for _ in range(rules.seats - 1))]
    return f"{rules.palette[: rules.codes[0].holes]}:{'/'.join(answers)}"


def marks_by_hole(rules: Rules, code: str, guess: str) -> list[Marks | None]:
    """Return the marks that each share of a split code gives, hole by hole; None for an empty hole."""
    shares = (None if peg == BLANK else lone(len(code), hole, peg) for hole, peg in enumerate(code))
    return [earned(rules, share, guess) for share in shares]
