"""`keypeg replay`: what a record came to."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from keypeg.cli.options import Json
from keypeg.cli.output import answer
from keypeg.core import Attempt, Rules, State, outcome, view
from keypeg.errors import Malformed, Unknown
from keypeg.notation import read_record, row_marks_text, view_lines


def replay(record: str, /, *, json: Json = False) -> None:
    """Replay a record: a file, or - for standard input."""
    state = read_record(_text(record)).state
    answer(_data(state), view_lines(view(state, None)), json=json)


def _text(name: str) -> str:
    try:
        data = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
    except OSError as error:
        raise Unknown("file-unreadable", file=name, reason=error.strerror or str(error)) from None
    try:
        return data.decode()
    except UnicodeDecodeError:
        raise Malformed("file-not-text", file=name) from None


def _data(state: State) -> dict[str, object]:
    end = outcome(state)
    attempts = [*state.past, *([state.now] if state.now else [])]
    return {
        "rules": str(state.rules),
        "rounds": [_attempt(state.rules, attempt) for attempt in attempts],
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
