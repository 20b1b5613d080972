"""Questions about rules and rows that need no table. All by value; all but `mark` may take seconds."""

from __future__ import annotations

from keypeg import wire
from keypeg.core import Marks, Rules, code_refusal, row_refusal
from keypeg.core import mark as mark_code
from keypeg.deduce.late_import import late_import
from keypeg.deduce.placing import placing_of
from keypeg.deduce.problem import problem_of
from keypeg.errors import Unknown
from keypeg.notation import marks_by_hole, read_code, read_row, read_split_row
from keypeg.notation import rules as read_rules
from keypeg.notation.fitting import fits
from keypeg.review.doctor import diagnose, diagnose_split
from keypeg.service.advice import diagnosis_of

NAMES = {Marks(1, 0): "black", Marks(0, 1): "white", Marks(0, 0): "none"}


def mark(asked: wire.AskMark) -> wire.Marked:
    """Say what a guess earns."""
    rules, seat = _rules(asked.rules, asked.seat)
    code, guess = read_code(rules, asked.code), read_code(rules, asked.guess)
    wrong = code_refusal(rules, seat, code) or row_refusal(rules, seat, guess)
    if wrong:
        raise wrong
    if rules.split:
        by_hole = [None if marks is None else NAMES[marks] for marks in marks_by_hole(rules, code, guess)]
        return wire.Marked(by_hole=by_hole)  # type: ignore[arg-type]
    marks = mark_code(code, guess)
    return wire.Marked(marks.exact, marks.near)


def check(asked: wire.AskCheck) -> wire.Fitting:
    """Say which codes fit."""
    rules, seat = _rules(asked.rules, asked.seat)
    found = fits(rules, asked.rows, asked.first, seat)
    return wire.Fitting(found.codes, found.candidates, found.deals)


def suggest(asked: wire.AskRows) -> wire.Suggested:
    """Say what to guess next. Needs the engine, which not every transport has."""
    rules, seat = _rules(asked.rules, asked.seat)
    rows = [read_row(rules, row, seat) for row in asked.rows]
    found = late_import("keypeg.solve:suggest")(problem_of(rules, seat), rows, placing_of(rules))
    return wire.Suggested(
        found.candidates, found.guess, found.is_candidate, found.expected, found.worst, found.basis.value
    )


def doctor(asked: wire.AskRows) -> wire.Diagnosis:
    """Say which marks are wrong."""
    rules, seat = _rules(asked.rules, asked.seat)
    if rules.split:
        split = [read_split_row(rules, row) for row in asked.rows]
        return diagnosis_of(diagnose_split(rules, split), [row.guess for _, row in split])
    whole = [read_row(rules, row, seat) for row in asked.rows]
    return diagnosis_of(diagnose(rules, whole, seat), [guess for guess, _ in whole])


def _rules(text: str, seat: int) -> tuple[Rules, int]:
    rules = read_rules(text)
    if seat > rules.seats:
        raise Unknown("seat-unknown", seat=seat, seats=rules.seats)
    return rules, seat
