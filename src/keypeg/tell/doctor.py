"""The doctor's diagnoses in words: marks that contradict each other, and how to correct them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from keypeg.message import Message, clauses, message, together
from keypeg.review.corrections import Change, Correction
from keypeg.review.doctor import Diagnosis
from keypeg.tell.rows import written_marks

SETS, SETS_IN_SHORT, CORRECTIONS = 5, 2, 5
"""The most to show to a person: conflicts, conflicts in a summary, corrections of each size. Programs get more."""


def doctor_messages(diagnosis: Diagnosis, rows: Sequence[str]) -> Iterator[Message]:
    """Put a diagnosis into words; `rows` holds the names of the rows, such as “3 (RYBG)”."""
    if diagnosis.fits:
        yield _fit(diagnosis)
        return
    yield _none_fits(diagnosis)
    for conflict in diagnosis.conflicts[:SETS]:
        names = tuple(rows[row - 1] for row in conflict)
        yield message("tell.doctor.conflict", rows=names, many=len(conflict))
    if len(diagnosis.conflicts) > SETS:
        yield message("tell.doctor.more-conflicts", more=len(diagnosis.conflicts) - SETS)
    yield from _several(diagnosis)
    shown = [each for each in diagnosis.corrections if len(each.changes) == diagnosis.wrong][:CORRECTIONS]
    pairs = [each for each in diagnosis.corrections if len(each.changes) > diagnosis.wrong][:CORRECTIONS]
    for correction in shown:
        yield correction_message(correction, rows, exact=diagnosis.exact)
    if pairs:
        yield message("tell.doctor.pairs")
    for correction in pairs:
        yield correction_message(correction, rows, exact=diagnosis.exact)
    more = len(diagnosis.corrections) - len(shown) - len(pairs) + diagnosis.others
    if more > 0:
        yield message("tell.doctor.more-corrections", more=more)
    if not diagnosis.exact:
        yield message("tell.doctor.not-all")


def left_message(diagnosis: Diagnosis) -> Message:
    """Say how many codes are left, if there are no contradictions."""
    if diagnosis.codes is None:
        return message("tell.home.many")
    return message("tell.home.left", codes=diagnosis.codes)


def impossible_message(row: int, text: str) -> Message:
    """Say that no code gives the marks of this row."""
    return message("tell.doctor.conflict", rows=(f"{row} ({text})",), many=1)


def summary_messages(diagnosis: Diagnosis) -> Iterator[Message]:
    """Say what is wrong, for a client that numbers the rows and shows the corrections as buttons."""
    if diagnosis.fits:
        return
    yield _none_fits(diagnosis)
    for conflict in diagnosis.conflicts[:SETS_IN_SHORT]:
        yield message("tell.doctor.conflict", rows=conflict, many=len(conflict))
    yield from _several(diagnosis)


def _none_fits(diagnosis: Diagnosis) -> Message:
    return message("tell.doctor.unknown") if diagnosis.fits is None else message("tell.doctor.none-fits")


def _several(diagnosis: Diagnosis) -> Iterator[Message]:
    if diagnosis.wrong > 1:
        yield message("tell.doctor.several", wrong=diagnosis.wrong)
    if diagnosis.corrections:
        yield message("tell.doctor.meant")


def _fit(diagnosis: Diagnosis) -> Message:
    if diagnosis.codes is None:
        return message("tell.doctor.fits-many")
    return message("tell.doctor.fits", codes=diagnosis.codes)


def correction_message(correction: Correction, rows: Sequence[str], *, exact: bool = True) -> Message:
    """Put a correction into words: the marks entered, the marks probably meant, and how many codes then fit.

    The number of codes is a minimum unless `exact`.
    """
    changes = clauses(_change(change, rows) for change in correction.changes)
    if not exact:
        return message("tell.doctor.correction-found", changes=changes, codes=correction.codes)
    return message("tell.doctor.correction", changes=changes, codes=correction.codes)


def _change(change: Change, rows: Sequence[str]) -> Message:
    slip = message(f"tell.doctor.slip.{change.slip}")
    said, marks = written_marks(change.said), written_marks(change.marks)
    return message("tell.doctor.change", row=rows[change.row - 1], said=said, marks=marks, slip=slip)


def short_correction_message(correction: Correction) -> Message:
    """Say what to change, with marks in words, and how many codes then fit."""
    changes = together(
        message("web.doctor.change", row=change.row, marks=written_marks(change.marks)) for change in correction.changes
    )
    return message("web.doctor.correction", changes=changes, codes=correction.codes)


def slip_message(correction: Correction) -> Message:
    """Say which marks were entered, and which slip probably led to them."""
    return clauses(
        message("web.doctor.was", said=written_marks(change.said), slip=message(f"tell.doctor.slip.{change.slip}"))
        for change in correction.changes
    )
