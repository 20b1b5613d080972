"""Convert an answer of the coach to the advice for a person at a table."""

from __future__ import annotations

from keypeg.api.coach import Advice, Answer, coach_answer
from keypeg.service.table_state import TableState


def advice_of(table: TableState, answer: Answer, kind: str, version: int) -> Advice:
    """Convert an answer to the advice for a person at a table."""
    found = coach_answer(table.rules, table.names, answer)
    return Advice(found.messages, found.possible, found.rows, found.move, version, kind)
