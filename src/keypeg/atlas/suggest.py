"""Suggest a guess from the atlas."""

from __future__ import annotations

from collections.abc import Sequence

from keypeg.atlas.guide import guide, is_placeable
from keypeg.core import Marks
from keypeg.deduce.code_table import table_of
from keypeg.deduce.placing import Placing
from keypeg.deduce.problem import Problem
from keypeg.deduce.suggestion import Suggestion


def suggest_from_atlas(problem: Problem, rows: Sequence[tuple[str, Marks]], placing: Placing) -> Suggestion | None:
    """Return the atlas's guess after these rows, or None if it has none, it is not legal, or pegs may run short."""
    found = guide(problem, rows)
    if found is None or found.guess not in placing.rows(problem.guesses, [guess for guess, _ in rows]):
        return None
    if found.proved and not is_placeable(problem, rows, placing):
        return None
    table = table_of(problem.codes)
    fitting = table.fitting(rows)
    return Suggestion(
        fitting.bit_count(),
        found.guess,
        1 in found.broken,
        found.expected,
        found.worst,
        found.basis,
        table.partition(found.guess, fitting),
    )
