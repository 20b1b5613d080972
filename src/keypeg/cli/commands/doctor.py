"""`keypeg doctor`: find wrong marks."""

from __future__ import annotations

from keypeg.cli.options import Json, Seat, seat_of
from keypeg.cli.output import answer, words
from keypeg.notation import read_given_row, read_split_row
from keypeg.notation import rules as read_rules
from keypeg.review.corrections import Correction
from keypeg.review.doctor import Diagnosis, diagnose, diagnose_split
from keypeg.tell.doctor import doctor_messages


def doctor(rules: str, /, *rows: str, seat: Seat = 1, json: Json = False) -> None:
    """Find the wrong marks in these rows."""
    found = read_rules(rules)
    seat = seat_of(found, seat)
    if found.split:
        split = [read_split_row(found, text) for text in rows]
        diagnosis = diagnose_split(found, split)
        guesses = [row.guess for _, row in split]
    else:
        whole = [read_given_row(found, text, seat) for text in rows]
        diagnosis = diagnose(found, whole, seat)
        guesses = [guess for guess, _ in whole]
    names = [f"{number} ({guess})" for number, guess in enumerate(guesses, start=1)]
    answer(_data(diagnosis), words().render_all(doctor_messages(diagnosis, names)), json=json)


def _data(diagnosis: Diagnosis) -> dict[str, object]:
    return {
        "fits": diagnosis.fits,
        "codes": diagnosis.codes,
        "conflicts": [list(rows) for rows in diagnosis.conflicts],
        "wrong": diagnosis.wrong,
        "corrections": [_correction(correction) for correction in diagnosis.corrections],
        "others": diagnosis.others,
        "exact": diagnosis.exact,
    }


def _correction(correction: Correction) -> dict[str, object]:
    """Return the data of a correction: its first changed row, with the others in `also`."""
    first, *others = [
        {"row": change.row, "marks": change.marks, "slip": change.slip.value} for change in correction.changes
    ]
    return {**first, "also": others, "codes": correction.codes, "share": round(correction.share, 6)}
