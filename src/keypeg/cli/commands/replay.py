"""`keypeg replay`: the rounds and the result of a record."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from cyclopts import Parameter

from keypeg.cli.files import read_text
from keypeg.cli.options import Json
from keypeg.cli.output import answer, words
from keypeg.core import Attempt, Rules, State, Verdict, outcome, view
from keypeg.notation import read_record, row_marks_text, row_text
from keypeg.tell import outcome_message, waiting_message


def replay(record: Annotated[str, Parameter(allow_leading_hyphen=True)], /, *, json: Json = False) -> None:
    """Replay a record: a file, or - for standard input."""
    state = read_record(read_text(record)).state
    answer(_data(state), _lines(state), json=json)


def _data(state: State) -> dict[str, object]:
    end = outcome(state)
    return {
        "rules": str(state.rules),
        "rounds": [_attempt(state.rules, attempt) for attempt in state.attempts],
        "points": list(view(state, None).points),
        "over": end is not None,
        "winner": end.winner if end else None,
    }


def _attempt(rules: Rules, attempt: Attempt) -> dict[str, object]:
    verdict = attempt.verdict
    return {
        "round": attempt.round,
        "code": attempt.code,
        "rows": list(_rows(rules, attempt)),
        "broken": bool(verdict and (verdict.broke or any(call.right for call in attempt.calls))),
        "broken_by": [{"seat": seat, "row": row} for seat, row in verdict.broke] if verdict else [],
        "calls": [{"seat": call.seat, "code": call.code, "right": call.right} for call in attempt.calls],
        "void": verdict is not None and verdict.void,
        "erred": list(verdict.erred) if verdict else [],
        "points": list(verdict.adds) if verdict else None,
        "codes": [{"seat": share.holder, "code": share.code} for share in attempt.shares] if verdict else None,
    }


def _rows(rules: Rules, attempt: Attempt) -> Iterator[dict[str, object]]:
    for board in attempt.boards:
        for row in board.rows:
            yield {
                "seat": board.breaker,
                "board": board.number,
                "guess": row.guess,
                "marks": row_marks_text(rules, board, row),
            }


def _lines(state: State) -> Iterator[str]:
    say = words().say
    for attempt in state.attempts:
        yield from _attempt_lines(state.rules, attempt)
        yield ""
    yield say("cli.replay.points", points=" ".join(map(str, view(state, None).points)))
    end = outcome(state)
    if end is None:
        yield say("cli.replay.running")
        yield words().render(waiting_message({}, view(state, None)))
    elif end.winner is None:
        yield words().render(outcome_message(state.rules, {}, end))
    else:
        yield say("cli.replay.winner", seat=end.winner)


def _attempt_lines(rules: Rules, attempt: Attempt) -> Iterator[str]:
    say = words().say
    if rules.codes_a_round > 1:
        yield say("cli.replay.code", round=attempt.round, code=attempt.code)
    else:
        yield say("cli.replay.round", round=attempt.round)
    for share in attempt.shares:
        if attempt.verdict and share.code:
            yield say("cli.replay.hidden", seat=share.holder, code=share.code)
    for board in attempt.boards:
        for row in board.rows:
            yield say("cli.replay.row", seat=board.breaker, row=row_text(rules, board, row))
    for call in attempt.calls:
        key = {True: "cli.replay.call-right", False: "cli.replay.call-wrong", None: "cli.replay.call-open"}[call.right]
        yield say(key, seat=call.seat, code=call.code)
    if attempt.verdict:
        yield from _verdict_lines(attempt.verdict)


def _verdict_lines(verdict: Verdict) -> Iterator[str]:
    say = words().say
    if verdict.void:
        erred = ", ".join(map(str, verdict.erred))
        yield say("cli.replay.erred", seats=erred) if erred else say("cli.replay.void")
        return
    for seat, row in verdict.broke:
        yield say("cli.replay.broken", seat=seat, row=row)
    for seat in verdict.winners:
        yield say("cli.replay.won", seat=seat)
    if not verdict.broke and not verdict.winners:
        yield say("cli.replay.unbroken")
