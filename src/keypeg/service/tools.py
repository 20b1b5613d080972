"""Answer questions about rules and rows that need no table. All work by value; all but `mark` may take seconds."""

from __future__ import annotations

from dataclasses import asdict

from msgspec import convert

from keypeg import wire
from keypeg.core import Board, Marks, Row, Rules, Share, code_refusal, joined, row_refusal
from keypeg.core import mark as mark_code
from keypeg.core.state import answering, earned
from keypeg.deduce import ask
from keypeg.errors import Illegal, Unknown
from keypeg.notation import marks_by_hole, read_code, read_given_row, read_split_row
from keypeg.notation import rules as read_rules
from keypeg.notation.fitting import fits
from keypeg.review.doctor import diagnose, diagnose_split
from keypeg.service.advice import diagnosis_of

NAMES = {Marks(1, 0): "black", Marks(0, 1): "white", Marks(0, 0): "none"}


def mark(asked: wire.AskMark) -> wire.Marked:
    """Mark a guess, against a code or against shares."""
    rules, seat = _rules(asked.rules, asked.seat)
    if asked.shares:
        return wire.Marked(row=_row(rules, seat, asked))
    code, guess = read_code(rules, asked.code), read_code(rules, asked.guess)
    wrong = code_refusal(rules, seat, code) or row_refusal(rules, seat, guess)
    if wrong:
        raise wrong
    if rules.split:
        by_hole = [None if marks is None else NAMES[marks] for marks in marks_by_hole(rules, code, guess)]
        return wire.Marked(by_hole=by_hole)  # type: ignore[arg-type]
    marks = mark_code(code, guess)
    return wire.Marked(marks.exact, marks.near)


def _row(rules: Rules, seat: int, asked: wire.AskMark) -> wire.Row:
    """Mark a guess of a seat against the shares that answer it."""
    shares = [Share(share.holder, read_code(rules, share.code or "")) for share in asked.shares]
    board, guess = Board(seat), read_code(rules, asked.guess)
    answers = [shares[index].code or "" for index in answering(shares, board)]
    needed = rules.shares - rules.boards if rules.split else 1
    if len(answers) != needed:
        raise Illegal("deal-shares", shares=rules.shares if rules.split else 1)
    whole = joined([share.code or "" for share in shares]) if rules.split else answers[0]
    wrong = code_refusal(rules, seat, whole) or row_refusal(rules, seat, guess)
    if wrong:
        raise wrong
    return wire.row_of(rules, board, Row(guess, tuple(earned(rules, answer, guess) for answer in answers)))


def check(asked: wire.AskCheck) -> wire.Fitting:
    """Count the codes that fit the rows, and list the first of them."""
    rules, seat = _rules(asked.rules, asked.seat)
    found = fits(rules, asked.rows, asked.first, seat)
    return wire.Fitting(found.codes, found.candidates, found.deals, list(found.impossible))


def suggest(asked: wire.AskSuggest) -> wire.Suggested:
    """Suggest the next guess. Needs the engine, which not every transport has."""
    found = ask.suggest(asked.rules, asked.rows, seat=asked.seat, top=asked.top)
    return convert(asdict(found), wire.Suggested)


def doctor(asked: wire.AskRows) -> wire.Diagnosis:
    """Find the wrong marks."""
    rules, seat = _rules(asked.rules, asked.seat)
    if rules.split:
        split = [read_split_row(rules, row) for row in asked.rows]
        return diagnosis_of(diagnose_split(rules, split), [row.guess for _, row in split])
    whole = [read_given_row(rules, row, seat) for row in asked.rows]
    return diagnosis_of(diagnose(rules, whole, seat), [guess for guess, _ in whole])


def _rules(text: str, seat: int) -> tuple[Rules, int]:
    rules = read_rules(text)
    if seat > rules.seats:
        raise Unknown("seat-unknown", seat=seat, seats=rules.seats)
    return rules, seat
