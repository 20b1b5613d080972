"""`keypeg-lab atlas prove` and `keypeg-lab atlas verify --proof`."""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import asdict
from pathlib import Path

from keypeg.cli.files import write_file
from keypeg.cli.output import answer, words
from keypeg.cli.progress import progress_bar
from keypeg.notation import rules as read_rules
from keypeg.solve import problem_of, verify
from keypeg_lab.cli.progress import search_progress


def prove(rules: str, out: Path | None, checkpoint: Path | None, cluster: str | None, *, json: bool) -> None:
    """Find the least total with its tree, and write both tree and proof."""
    from keypeg.atlas.verify import verify_file
    from keypeg_lab.prove import prove as proved

    problem = problem_of(read_rules(rules))
    file = out or Path(f"{problem.shape}.tree")
    beside = file.with_suffix(".proof")
    with ExitStack() as stack:
        there = None
        if cluster:
            from keypeg_lab.cluster import connected

            there = stack.enter_context(connected(cluster))
        bar = stack.enter_context(progress_bar(problem.shape))
        tree, proof = proved(problem, checkpoint or file.with_suffix(".checkpoint"), search_progress(bar), there)
    write_file(file, tree)
    write_file(beside, proof)
    verdict = verify_file(tree)
    said = words().say("cli.atlas.recorded", file=str(beside), shape=verdict.shape, total=verdict.total)
    answer({"file": str(file), "proof": str(beside), **asdict(verdict)}, [said], json=json)


def verify_proofs(rules: str | None, *, every: bool, json: bool) -> None:
    """Check proofs, proving what they rest on again without the search; raise Conflict at the first difference.

    Of the proofs that would take hours a random sample is proved again, unless `every` set is wanted.
    """
    from keypeg_lab.proofs.proof import proof_of, proved_shapes
    from keypeg_lab.reprove import verify_proof

    shapes = [problem_of(read_rules(rules)).shape] if rules else proved_shapes()
    found = []
    for shape in shapes:
        proof = proof_of(shape)
        with progress_bar(shape) as bar:
            verdict = verify(shape)
            sets = verify_proof(proof, bar.codes, every=every)
        claims = len(proof.cells) + len(proof.wholes)
        told = {"bound": proof.total, "seconds": len(proof.seconds), "sets": sets, "claims": claims}
        found.append({**asdict(verdict), **told})
    lines = (words().say("cli.atlas.reproved", **{key: each[key] for key in _SAID}) for each in found)
    answer(found, lines, json=json)


_SAID = ("shape", "bound", "seconds", "sets", "claims")
