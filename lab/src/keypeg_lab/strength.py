"""Evaluate a strategy by name, as `keypeg-lab strategy` does: with a search of any length, here or on a cluster."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from keypeg.deduce.evaluation import Evaluation
from keypeg.deduce.problem import Problem
from keypeg.errors import Illegal
from keypeg.solve.for_lab import OPTIMAL, Progress, evaluate, proved_in_atlas, strategy

if TYPE_CHECKING:
    from keypeg_lab.optimal import Status


@dataclass(frozen=True, slots=True)
class Means:
    """Where to compute (a Dask scheduler's address), the checkpoint file, and callbacks for progress."""

    cluster: str | None = None
    checkpoint: Path | None = None
    on_codes: Progress | None = None
    on_search: Callable[[Status], None] | None = None


def strength(problem: Problem, by: str, *, within: int | None = None, means: Means | None = None) -> Evaluation:
    """Return the strength of a strategy over every code; `within` caps the guesses, for `optimal` only.

    If the atlas has a proved tree, that is evaluated instead of searching again, unless a checkpoint or a cluster is
    given.
    """
    means = means or Means()
    if within is not None and by != OPTIMAL:
        raise Illegal("cap-without-search", strategy=by)
    known = proved_in_atlas(problem) if by == OPTIMAL and not (means.checkpoint or means.cluster) else None
    if known and (within is None or known.worst <= within):
        return known
    with ExitStack() as stack:
        there = None
        if means.cluster:
            from keypeg_lab.cluster import connected

            there = stack.enter_context(connected(means.cluster))
        if by != OPTIMAL:
            return evaluate(problem, strategy(by), progress=means.on_codes, spread=there.spread if there else None)
        from keypeg_lab.optimal import search_optimal

        search = there.search_optimal if there else search_optimal
        return search(problem, within=within, checkpoint=means.checkpoint, progress=means.on_search).evaluation
