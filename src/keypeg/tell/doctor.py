"""What the doctor says about marks that contradict each other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from keypeg.message import Message, clauses, message
from keypeg.review.doctor import Change, Correction, Diagnosis

SETS, CORRECTIONS = 5, 5
"""The most that are told; programs get more."""


def doctor_messages(diagnosis: Diagnosis, rows: Sequence[str]) -> Iterator[Message]:
    """Tell the diagnosis; `rows` are the names of the rows, such as “3 (RYBG)”."""
    if diagnosis.fits:
        yield _fit(diagnosis)
        return
    yield message("tell.doctor.unknown") if diagnosis.fits is None else message("tell.doctor.none-fits")
    for conflict in diagnosis.conflicts[:SETS]:
        names = tuple(rows[row - 1] for row in conflict)
        yield message("tell.doctor.conflict", rows=names, many=len(conflict))
    if len(diagnosis.conflicts) > SETS:
        yield message("tell.doctor.more-conflicts", more=len(diagnosis.conflicts) - SETS)
    if diagnosis.wrong > 1:
        yield message("tell.doctor.several", wrong=diagnosis.wrong)
    if diagnosis.corrections:
        yield message("tell.doctor.meant")
    for correction in diagnosis.corrections[:CORRECTIONS]:
        yield correction_message(correction, rows, exact=diagnosis.exact)
    more = len(diagnosis.corrections) - CORRECTIONS + diagnosis.others
    if more > 0:
        yield message("tell.doctor.more-corrections", more=more)
    if not diagnosis.exact:
        yield message("tell.doctor.not-all")


def _fit(diagnosis: Diagnosis) -> Message:
    if diagnosis.codes is None:
        return message("tell.doctor.fits-many")
    return message("tell.doctor.fits", codes=diagnosis.codes)


def correction_message(correction: Correction, rows: Sequence[str], *, exact: bool = True) -> Message:
    """Tell one correction: what was entered, what was probably meant, and how many codes fit then, at least."""
    changes = clauses(_change(change, rows) for change in correction.changes)
    if not exact:
        return message("tell.doctor.correction-found", changes=changes, codes=correction.codes)
    return message("tell.doctor.correction", changes=changes, codes=correction.codes)


def _change(change: Change, rows: Sequence[str]) -> Message:
    slip = message(f"tell.doctor.slip.{change.slip}")
    return message("tell.doctor.change", row=rows[change.row - 1], said=change.said, marks=change.marks, slip=slip)
