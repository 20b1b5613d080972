"""`keypeg mark`: the marks of a guess."""

from __future__ import annotations

from keypeg.cli.options import Json, Seat, seat_of
from keypeg.cli.output import answer, words
from keypeg.core import BLANK, Marks, code_refusal, row_refusal
from keypeg.core import mark as mark_code
from keypeg.notation import marks_by_hole, marks_text, read_code
from keypeg.notation import rules as read_rules

NAMES = {Marks(1, 0): "black", Marks(0, 1): "white", Marks(0, 0): "none"}


def mark(rules: str, code: str, guess: str, /, *, seat: Seat = 1, json: Json = False) -> None:
    """Mark a guess against a code."""
    found = read_rules(rules)
    seat = seat_of(found, seat)
    secret, row = read_code(found, code), read_code(found, guess)
    wrong = code_refusal(found, seat, secret) or row_refusal(found, seat, row)
    if wrong:
        raise wrong
    if found.split:
        by_hole = [None if marks is None else NAMES[marks] for marks in marks_by_hole(found, secret, row)]
        said = (BLANK if name is None else words().say(f"cli.mark.{name}") for name in by_hole)
        answer({"by_hole": by_hole}, [" ".join(said)], json=json)
    else:
        marks = mark_code(secret, row)
        answer(marks._asdict(), [marks_text(marks)], json=json)
