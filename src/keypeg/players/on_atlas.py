"""Play perfectly from the atlas alone, where a proved tree has every position that its own player can reach."""

from __future__ import annotations

from keypeg.atlas.guide import guide, is_placeable
from keypeg.deduce.placing import Placing
from keypeg.deduce.problem import MarkedRows, Problem


def guess_of_atlas(problem: Problem, rows: MarkedRows, placing: Placing) -> str | None:
    """Return the proved guess after these rows, as a search would; None if there is none, or if pegs may run short."""
    found = guide(problem, rows)
    return found.guess if found and found.proved and is_placeable(problem, rows, placing) else None
