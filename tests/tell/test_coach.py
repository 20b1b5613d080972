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
        "If this were the code, row 1 (ROYG) would have scored 1 exact, 3 near, not 1 exact, 2 near.",
    ]
    assert WORDS.render(check_message(TOGO, explain(seen, Guess("RYGB")))) == "RYGB could be the code."
    assert list(WORDS.render_all(explanation_messages(TOGO, {}, explain(seen, Guess("RRRR")))))[1].startswith(
        "It is not a possible code"
    )


def test_rows_of_a_split_code_are_somebody_s() -> None:
    split = rules("mm44:first=1")
    seen = view(played("mm44:first=1", "table deal ..R.. B.... ....R .G...", "1 guess RRBGG"), 1)
    said = list(WORDS.render_all(explanation_messages(split, {1: "Ada"}, explain(seen, Call("R.RRR")))))
    assert said == [
        "The call R.RRR cannot be right.",
        "If this were the code, Ada’s row 1 (RRBGG) would have scored 1 exact, 2 near, not 3 near.",
    ]
    assert (
        WORDS.render(check_message(split, explain(seen, Guess("BGYOR"))))
        == "The others could all answer black to BGYOR."
    )


def test_hints_of_every_grade_are_sentences() -> None:
    seen = view(played("togo:first=1", "1 hide RYGB", "2 guess ROYG"), 2)
    said = {grade: list(WORDS.render_all(hint_messages(hint(seen, grade)))) for grade in Grade}
    assert said[Grade.NUDGE][0].startswith("Look at hole")
    assert said[Grade.GOOD][0].startswith("Good guess: ")
    assert said[Grade.BEST][0] == "Best guess: ROBP (red, orange, blue, purple)."
    assert list(WORDS.render_all(hint_messages(Hint(Grade.GOOD, chance=0.25)))) == [
        "Wait: the others go first.",
        "The chance that the likeliest call is right is 25.0%.",
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
        "No code fits these rows, so at least one of the marks is wrong.",
        "These rows contradict each other: 1 (RROO), 3 (RROO).",
        "What was probably meant, likeliest first:",
        "Row 3 (RROO): 1 exact, 1 near instead of 2 exact (a near peg was counted as exact); then 56 codes fit.",
    ]
    assert list(WORDS.render_all(doctor_messages(diagnose(free, [("RROO", Marks(1, 1))]), ["1"]))) == [
        "These marks agree: 208 codes fit."
    ]
