"""Perfect by the atlas alone: where a proved tree answers every position that its own player can come to."""

from __future__ import annotations

from keypeg.atlas.guide import guide, is_placeable
from keypeg.deduce.placing import Placing
from keypeg.deduce.problem import MarkedRows, Problem


def guess_of_atlas(problem: Problem, rows: MarkedRows, placing: Placing) -> str | None:
    """Return the proved guess after these rows, the one that a search would return; None if pegs may run short."""
    found = guide(problem, rows)
    return found.guess if found and found.proved and is_placeable(problem, rows, placing) else None
