"""What the doctor says of marks that contradict each other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from keypeg.review.doctor import Change, Correction, Diagnosis
from keypeg.words import Words

SETS, CORRECTIONS = 5, 5
"""How many are told; programs get more."""


def doctor_words(words: Words, diagnosis: Diagnosis, rows: Sequence[str]) -> Iterator[str]:
    """The diagnosis in sentences; `rows` are what the rows are called, such as “3 (RYBG)”."""
    if diagnosis.fits:
        yield _fit(words, diagnosis)
        return
    yield words.say("tell.doctor.unknown") if diagnosis.fits is None else words.say("tell.doctor.none-fits")
    for conflict in diagnosis.conflicts[:SETS]:
        names = ", ".join(rows[row - 1] for row in conflict)
        yield words.say("tell.doctor.conflict", rows=names, many=len(conflict))
    if len(diagnosis.conflicts) > SETS:
        yield words.say("tell.doctor.more-conflicts", more=len(diagnosis.conflicts) - SETS)
    if diagnosis.wrong > 1:
        yield words.say("tell.doctor.several", wrong=diagnosis.wrong)
    if diagnosis.corrections:
        yield words.say("tell.doctor.meant")
    for correction in diagnosis.corrections[:CORRECTIONS]:
        yield correction_words(words, correction, rows, exact=diagnosis.exact)
    more = len(diagnosis.corrections) - CORRECTIONS + diagnosis.others
    if more > 0:
        yield words.say("tell.doctor.more-corrections", more=more)
    if not diagnosis.exact:
        yield words.say("tell.doctor.not-all")


def _fit(words: Words, diagnosis: Diagnosis) -> str:
    if diagnosis.codes is None:
        return words.say("tell.doctor.fits-many")
    return words.say("tell.doctor.fits", codes=diagnosis.codes)


def correction_words(words: Words, correction: Correction, rows: Sequence[str], *, exact: bool = True) -> str:
    """One correction: what was said, what was probably meant, and what fits then, at least."""
    changes = "; ".join(_change(words, change, rows) for change in correction.changes)
    if not exact:
        return words.say("tell.doctor.correction-found", changes=changes, codes=correction.codes)
    return words.say("tell.doctor.correction", changes=changes, codes=correction.codes)


def _change(words: Words, change: Change, rows: Sequence[str]) -> str:
    slip = words.say(f"tell.doctor.slip.{change.slip}")
    return words.say("tell.doctor.change", row=rows[change.row - 1], said=change.said, marks=change.marks, slip=slip)
