"""Prove the least total of a problem, write the proof down, and check such proofs."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from keypeg.atlas.atlas import charted, file_of
from keypeg.atlas.check_proof import check_proof
from keypeg.atlas.proof import Proof, written
from keypeg.core.space import Space
from keypeg.deduce.problem import Problem
from keypeg.errors import Conflict
from keypeg.solve.optimal.crew import Crew
from keypeg.solve.optimal.record_proof import proof_by, prove_again
from keypeg.solve.optimal.search import Status, search_of
from keypeg.solve.optimal.second_guess import Trial

if TYPE_CHECKING:
    from keypeg.solve.cluster import Cluster

PEGS = "ABCDEFGHIJKLMNOP"


def prove(
    problem: Problem, checkpoint: Path | None, progress: Callable[[Status], None] | None, cluster: Cluster | None = None
) -> tuple[bytes, bytes]:
    """Return the files of the best tree and of the proof that it is the best.

    With a checkpoint it can be interrupted, and go on elsewhere, on one machine or on a cluster.
    """
    search = search_of(problem, None, checkpoint, progress)
    crew: Callable[[Trial], Crew] | None = cluster.crew if cluster else None
    tree = search.run(crew)
    proof = proof_by(search)
    check_proof(proof)
    return file_of(tree, problem.shape, search.best), written(proof)


def verify_proof(proof: Proof, tell: Callable[[int, int], None] | None = None) -> None:
    """Check a proof of the atlas, and prove again all that it rests on; raise Conflict at the first difference."""
    chart = charted(proof.shape)
    if chart is None or chart.head.total != proof.total:
        raise Conflict("proof-fails", shape=proof.shape, where=str(proof.total))
    check_proof(proof)
    prove_again(problem_of_shape(proof.shape), proof, tell)


def problem_of_shape(shape: str) -> Problem:
    """Return the problem of a shape such as `5x8d`."""
    holes, rest = shape.split("x")
    kind = rest[-1] if rest[-1] in "cd" else ""
    pegs = PEGS[: int(rest.removesuffix(kind))]
    return Problem(Space(int(holes), pegs, kind != ""), Space(int(holes), pegs, kind == "d"))
