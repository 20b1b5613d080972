"""Convert advice and diagnoses to wire structs: the data, and its sentences as messages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from keypeg import wire
from keypeg.core import Move, Rules
from keypeg.notation import move_text
from keypeg.review.advice import Check, Contradiction, Explanation, Hint
from keypeg.review.doctor import Diagnosis
from keypeg.table import Table
from keypeg.tell.coach import below_row_message, check_message, explanation_messages, hint_messages
from keypeg.tell.doctor import doctor_messages, short_correction_message, slip_message, summary_messages

Answer = Check | Explanation | Hint


def coach_answer(rules: Rules, names: Mapping[int, str], answer: Answer | Move | None) -> wire.CoachAnswer:
    """Convert an answer, or a proposed move, to a struct with its messages."""
    match answer:
        case Hint(move=move):
            named = move_text(rules, move) if move else None
            return wire.CoachAnswer(list(hint_messages(answer)), None, [], named)
        case Explanation(possible=possible, contradictions=against):
            rows = [_against(each) for each in against]
            return wire.CoachAnswer(list(explanation_messages(rules, names, answer)), possible, rows, None)
        case Check(possible=possible):
            return wire.CoachAnswer([check_message(rules, answer)], possible, [], None)
        case None:
            return wire.CoachAnswer([], None, [], None)
        case _:
            return wire.CoachAnswer([], None, [], move_text(rules, answer))


def _against(each: Contradiction) -> wire.Against:
    sentence = below_row_message(each)
    return wire.Against(each.seat, each.board, each.row, each.guess, each.would, each.earned, sentence)


def advice_of(table: Table, answer: Answer, kind: str, version: int) -> wire.Advice:
    """Convert an answer to the advice for a person at a table."""
    found = coach_answer(table.rules, table.names, answer)
    return wire.Advice(found.messages, found.possible, found.rows, found.move, version, kind)


def diagnosis_of(diagnosis: Diagnosis, guesses: Sequence[str]) -> wire.Diagnosis:
    """Convert a diagnosis to its struct; `guesses` are the guesses of its rows, in order."""
    rows = [f"{number} ({guess})" for number, guess in enumerate(guesses, start=1)]
    return wire.Diagnosis(
        fits=diagnosis.fits,
        codes=diagnosis.codes,
        conflicts=[list(conflict) for conflict in diagnosis.conflicts],
        wrong=diagnosis.wrong,
        corrections=[
            wire.Correction(
                changes=[
                    wire.Change(change.row, change.said, change.marks, change.slip.value) for change in each.changes
                ],
                codes=each.codes,
                share=each.share,
                sentence=short_correction_message(each),
                reason=slip_message(each),
            )
            for each in diagnosis.corrections
        ],
        others=diagnosis.others,
        exact=diagnosis.exact,
        summary=list(summary_messages(diagnosis)),
        messages=list(doctor_messages(diagnosis, rows)),
    )
