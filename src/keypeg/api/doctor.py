"""The doctor: find wrong marks in rows that contradict each other."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from keypeg.api.coach import helped_view
from keypeg.api.endpoint import endpoint
from keypeg.api.fields import OwnSeat, TableId
from keypeg.api.host import Call
from keypeg.api.limits import TOOLS
from keypeg.api.tools import AskRows, read_asked, rules_asked
from keypeg.core import View
from keypeg.message import Message
from keypeg.notation import read_given_row, read_split_row
from keypeg.review import doctor as doctor_core
from keypeg.review.doctor import diagnose, diagnose_split, diagnose_view, rows_seen
from keypeg.tell.doctor import doctor_messages, short_correction_message, slip_message, summary_messages


class Change(Struct, frozen=True):
    """Other marks for a row; `row` counts from 1."""

    row: int
    said: str
    marks: str
    slip: str


class Correction(Struct, frozen=True):
    """Changed marks that leave `codes` codes; `share` is how likely this correction is."""

    changes: list[Change]
    codes: int
    share: float
    sentence: Message
    """What to change, and how many codes fit then."""
    reason: Message
    """The marks that were entered, and the slip that explains them."""


class Diagnosis(Struct, frozen=True):
    """The doctor’s answer about marks that contradict each other."""

    fits: bool | None
    codes: int | None
    conflicts: list[list[int]]
    wrong: int
    corrections: list[Correction]
    others: int
    exact: bool
    summary: list[Message]
    """A summary of what is wrong, for a client that lists the corrections itself."""
    messages: list[Message]
    """The whole diagnosis in sentences."""


@endpoint(
    "POST",
    "/tools/doctor",
    "Find wrong marks in rows that contradict each other",
    "questions",
    TOOLS,
    computes=rules_asked,
)
def doctor(asked: AskRows) -> Diagnosis:
    """Find the wrong marks."""
    rules, seat = read_asked(asked)
    if rules.split:
        split = [read_split_row(rules, row) for row in asked.rows]
        return diagnosis_of(diagnose_split(rules, split), [row.guess for _, row in split])
    whole = [read_given_row(rules, row, seat) for row in asked.rows]
    return diagnosis_of(diagnose(rules, whole, seat), [guess for guess, _ in whole])


@endpoint("GET", "/tables/{id}/doctor", "Find wrong marks at a table where no other person plays", "study", TOOLS, 2)
async def table_doctor(call: Call, id: TableId, who: str | None, seat: OwnSeat = None) -> Diagnosis:
    """Find the wrong marks at a table where no other person plays."""
    async with call.held(id) as table:
        seen = helped_view(table, who, seat)
    return await call.compute(table.rules, diagnose_seen, seen)


def diagnose_seen(view: View) -> Diagnosis:
    """Find the wrong marks. May take seconds."""
    return diagnosis_of(diagnose_view(view), [row.guess for _, row in rows_seen(view)])


def diagnosis_of(diagnosis: doctor_core.Diagnosis, guesses: Sequence[str]) -> Diagnosis:
    """Convert a diagnosis to its struct; `guesses` are the guesses of its rows, in order."""
    rows = [f"{number} ({guess})" for number, guess in enumerate(guesses, start=1)]
    return Diagnosis(
        fits=diagnosis.fits,
        codes=diagnosis.codes,
        conflicts=[list(conflict) for conflict in diagnosis.conflicts],
        wrong=diagnosis.wrong,
        corrections=[
            Correction(
                changes=[Change(change.row, change.said, change.marks, change.slip.value) for change in each.changes],
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
