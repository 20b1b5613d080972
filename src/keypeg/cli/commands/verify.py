"""`keypeg verify`: check seals, marks and results of a record."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import Annotated

from cyclopts import Parameter

from keypeg.cli.exit_status import ExitStatus
from keypeg.cli.files import read_text
from keypeg.cli.options import Json
from keypeg.cli.output import answer, complain, words
from keypeg.core import Rules, State, outcome
from keypeg.errors import Malformed
from keypeg.notation import Check, Checked, Finding
from keypeg.notation import verify as verified

WRONG_LINE = "record-line"


def verify(record: Annotated[str, Parameter(allow_leading_hyphen=True)], /, *, json: Json = False) -> int:
    """Verify a record: a file, or - for standard input. Return exit status 1 if something in it is wrong or missing."""
    text = read_text(record)
    try:
        state, checks = verified(text)
    except Malformed as error:
        if error.slug != WRONG_LINE:
            raise
        complain(error, json=json)
        return ExitStatus.NO
    complete = all(check.finding is not Finding.MISSING for check in checks)
    answer(_data(state, checks, complete=complete), _lines(state, checks, complete=complete), json=json)
    return ExitStatus.DONE if complete else ExitStatus.NO


def _data(state: State, checks: Sequence[Check], *, complete: bool) -> dict[str, object]:
    return {
        "rules": str(state.rules),
        "verified": complete,
        "over": outcome(state) is not None,
        "checks": [asdict(check) for check in checks],
    }


def _lines(state: State, checks: Sequence[Check], *, complete: bool) -> Iterator[str]:
    say = words().say
    yield from (_line(state.rules, check) for check in checks)
    if outcome(state) is None:
        yield say("cli.verify.running")
    yield say("cli.verify.complete") if complete else say("cli.verify.incomplete")


def _line(rules: Rules, check: Check) -> str:
    say, text = words().say, check.text
    if check.what is Checked.OUTCOME:
        missing = check.finding is Finding.MISSING
        return say("cli.verify.outcome-missing", text=text) if missing else say("cli.verify.outcome", text=text)
    if rules.codes_a_round > 1:
        place = say("cli.replay.code", round=check.round, code=check.code)
    else:
        place = say("cli.replay.round", round=check.round)
    match check.what, check.finding:
        case Checked.SEAL, Finding.MISSING:
            return say("cli.verify.seal-missing", place=place, seat=check.seat, code=check.secret)
        case Checked.SEAL, _:
            return say("cli.verify.seal", place=place, seat=check.seat, code=check.secret)
        case Checked.MARKS, Finding.RIGHT:
            return say("cli.verify.marks", place=place, seat=check.seat, row=text)
        case Checked.MARKS, Finding.ERRED:
            return say("cli.verify.marks-erred", place=place, seat=check.seat, row=text)
        case Checked.MARKS, _:
            return say("cli.verify.marks-missing", place=place, seat=check.seat, row=text)
        case _, Finding.MISSING:
            return say("cli.verify.result-missing", place=place, text=text)
        case _:
            return say("cli.verify.result", place=place, text=text)
