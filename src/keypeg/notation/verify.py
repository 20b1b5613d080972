"""Verify a record without trusting anyone: codes were sealed before anyone guessed, and marks and points are right."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from keypeg.core import Attempt, Marking, Rules, State, View, earned
from keypeg.notation.codes import row_text
from keypeg.notation.record import Compared, compared
from keypeg.notation.record_lines import OVER, RESULT, SEAL
from keypeg.notation.seals import Hidden, Seals, hidden_by


class Checked(StrEnum):
    """The parts of a record that are checked."""

    SEAL = "seal"
    MARKS = "marks"
    RESULT = "result"
    OUTCOME = "outcome"


class Finding(StrEnum):
    """The result of a check. A record that contradicts itself has no findings: it is refused."""

    RIGHT = "right"
    ERRED = "erred"
    """A seat marked wrongly by hand, which the rules allow for."""
    MISSING = "missing"
    """The record leaves it out, so it cannot be checked."""


@dataclass(frozen=True, slots=True)
class Check:
    """One part that was checked."""

    what: Checked
    finding: Finding
    text: str
    """The seal, the row with its marks, the result or the outcome, as a record writes it."""
    line: int | None = None
    """The line number, if it has a line of its own."""
    round: int = 0
    code: int = 0
    seat: int = 0
    """The seat that holds the code or guessed the row."""
    secret: str = ""
    """What a seal commits to."""


def verify(text: str) -> tuple[State, list[Check]]:
    """Read a record and check it. Raise Malformed with the line if it contradicts itself."""
    record, lines = compared(text)
    return record.state, list(_checks(record.state.rules, record.seals, lines))


def _checks(rules: Rules, seals: Seals, lines: Sequence[Compared]) -> Iterator[Check]:
    hidden: list[Hidden] = []
    for line in lines:
        right, attempt = line.right, line.right.attempt
        number, finding = (line.given.number, Finding.RIGHT) if line.given else (None, Finding.MISSING)
        if right.note == OVER:
            yield Check(Checked.OUTCOME, finding, right.text, number)
        elif attempt is None:
            continue
        elif right.note == SEAL:
            share = hidden.pop(0)
            yield Check(Checked.SEAL, finding, right.text, number, attempt.round, attempt.code, share.seat, share.code)
        elif right.note == RESULT:
            if rules.marking is not Marking.TABLE:
                yield from _marks_by_hand(rules, attempt)
            yield Check(Checked.RESULT, finding, right.text.removeprefix(RESULT), number, attempt.round, attempt.code)
        elif right.move:
            seat, move = right.move
            hidden = list(hidden_by(attempt, seat, move))
            if right.moves not in seals:
                for share in hidden:
                    place = attempt.round, attempt.code, share.seat, share.code
                    yield Check(Checked.SEAL, Finding.MISSING, "", None, *place)
            if right.marks is not None:
                said = line.given and line.given.marks
                row = right.text.rpartition(" ")[2]
                found = Finding.MISSING if said is None else Finding.RIGHT
                yield Check(Checked.MARKS, found, row, number, attempt.round, attempt.code, seat)


def _marks_by_hand(rules: Rules, attempt: Attempt | View) -> Iterator[Check]:
    """Compare marks given by hand, which are moves, with the codes, now that these are revealed."""
    for board in attempt.boards:
        shares = [share for share in attempt.shares if share.holder != board.breaker]
        for row in board.rows:
            true = [earned(rules, share.code, row.guess) for share in shares]
            pairs = [(own, given) for own, given in zip(true, row.marks, strict=True) if own and given]
            finding = Finding.RIGHT if all(own == given for own, given in pairs) else Finding.ERRED
            if pairs:
                text = row_text(rules, board, row)
                yield Check(Checked.MARKS, finding, text, None, attempt.round, attempt.code, board.breaker)
