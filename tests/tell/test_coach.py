"""What the coach and the doctor say, in sentences."""

from __future__ import annotations

import pytest

from keypeg import Call, Guess, Marks, rules, view
from keypeg.notation import read_row
from keypeg.review.advice import Grade, Hint
from keypeg.review.coach import explain, hint
from keypeg.review.doctor import diagnose
from keypeg.review.nudge import Nudge, NudgeKind
from keypeg.review.slips import Slip
from keypeg.tell.coach import check_message, explanation_messages, hint_messages, nudge_message
from keypeg.tell.doctor import doctor_messages
from keypeg.words import ENGLISH, Words, messages
from tests.rules.matches import played

WORDS = Words()
TOGO = rules("togo:first=1")


def test_the_contradicted_row_is_a_sentence() -> None:
    seen = view(played("togo:first=1", "1 hide RYGB", "2 guess ROYG"), 2)
    assert list(WORDS.render_all(explanation_messages(TOGO, {}, explain(seen, Guess("RYGO"))))) == [
        "RYGO cannot be the code.",
        "Against row 1 (ROYG) this would have earned 1,3; it earned 1,2.",
    ]
    assert WORDS.render(check_message(TOGO, explain(seen, Guess("RYGB")))) == "RYGB may be the code."
    assert list(WORDS.render_all(explanation_messages(TOGO, {}, explain(seen, Guess("RRRR")))))[1].startswith(
        "It is no code at all"
    )


def test_rows_of_a_split_code_are_somebody_s() -> None:
    split = rules("mm44:first=1")
    seen = view(played("mm44:first=1", "table deal ..R.. B.... ....R .G...", "1 guess RRBGG"), 1)
    said = list(WORDS.render_all(explanation_messages(split, {1: "Ada"}, explain(seen, Call("R.RRR")))))
    assert said == [
        "The call R.RRR cannot be right.",
        "Against row 1 of Ada (RRBGG) this would have earned 1,2; it earned 0,3.",
    ]
    assert WORDS.render(check_message(split, explain(seen, Guess("BGYOR")))) == "All others may answer black to BGYOR."


def test_hints_of_every_grade_are_sentences() -> None:
    seen = view(played("togo:first=1", "1 hide RYGB", "2 guess ROYG"), 2)
    said = {grade: list(WORDS.render_all(hint_messages(hint(seen, grade)))) for grade in Grade}
    assert said[Grade.NUDGE][0].startswith("Think of hole")
    assert said[Grade.GOOD][0].startswith("A good guess: ")
    assert said[Grade.BEST][0] == "The best guess: ROBP (red, orange, blue, purple)."
    assert list(WORDS.render_all(hint_messages(Hint(Grade.GOOD, chance=0.25)))) == [
        "Wait: others are to place their rows first.",
        "The likeliest call is right with a chance of 25.0%.",
    ]


@pytest.mark.parametrize("kind", NudgeKind)
def test_every_nudge_has_its_sentence(kind: NudgeKind) -> None:
    said = WORDS.render(nudge_message(Nudge(kind, 2, "R", 3, 0.5)))
    assert said.endswith(".")
    assert "tell." not in said


@pytest.mark.parametrize("slip", Slip)
def test_every_slip_has_its_words(slip: Slip) -> None:
    assert f"tell.doctor.slip.{slip}" in messages(ENGLISH)


def test_a_diagnosis_is_told_in_sentences() -> None:
    free = rules("4x6")
    rows = [read_row(free, row) for row in ("RROO:1,1", "YYGG:0,0", "RROO:2,0")]
    said = list(WORDS.render_all(doctor_messages(diagnose(free, rows), ["1 (RROO)", "2 (YYGG)", "3 (RROO)"])))
    assert said[:4] == [
        "No code fits these rows: some mark must be wrong.",
        "These rows cannot all be true: 1 (RROO), 3 (RROO).",
        "Probably meant, the likeliest first:",
        "Row 3 (RROO): 1,1 instead of 2,0 (a near peg was counted as exact); then 56 codes fit.",
    ]
    assert list(WORDS.render_all(doctor_messages(diagnose(free, [("RROO", Marks(1, 1))]), ["1"]))) == [
        "These marks agree: 208 codes fit."
    ]
