"""Prove the least total of a problem, and write the proof."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from keypeg.atlas.atlas import file_of
from keypeg.deduce.problem import Problem
from keypeg_lab.optimal.crew import Crew
from keypeg_lab.optimal.record_proof import proof_by
from keypeg_lab.optimal.search import Status, search_of
from keypeg_lab.optimal.second_guess import Trial
from keypeg_lab.proofs.check_proof import check_proof
from keypeg_lab.proofs.proof import written

if TYPE_CHECKING:
    from keypeg_lab.cluster import Cluster


def prove(
    problem: Problem, checkpoint: Path | None, progress: Callable[[Status], None] | None, cluster: Cluster | None = None
) -> tuple[bytes, bytes]:
    """Return the contents of two files: the best tree, and the proof that no tree is better.

    With a checkpoint, the search can be interrupted and resumed elsewhere, on one machine or on a cluster.
    """
    search = search_of(problem, None, checkpoint, progress)
    crew: Callable[[Trial], Crew] | None = cluster.crew if cluster else None
    tree = search.run(crew)
    proof = proof_by(search)
    check_proof(proof)
    return file_of(tree, problem.shape, search.best), written(proof)
