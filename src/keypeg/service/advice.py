"""Convert an answer of the coach to the advice for a person at a table."""

from __future__ import annotations

from keypeg.api.coach import Advice, Answer, coach_answer
from keypeg.table import Table


def advice_of(table: Table, answer: Answer, kind: str, version: int) -> Advice:
    """Convert an answer to the advice for a person at a table."""
    found = coach_answer(table.rules, table.names, answer)
    return Advice(found.messages, found.possible, found.rows, found.move, version, kind)
