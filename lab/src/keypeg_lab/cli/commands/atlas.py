"""`keypeg-lab atlas`: build and prove trees, and verify proofs; list and verify trees as `keypeg atlas` does."""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated, Literal

from cyclopts import Parameter

from keypeg.cli.commands.atlas import atlas as atlas_of_keypeg
from keypeg.cli.files import read_bytes, write_file
from keypeg.cli.options import Json
from keypeg.cli.output import answer, words
from keypeg.cli.progress import progress_bar
from keypeg.errors import Malformed
from keypeg.notation import rules as read_rules
from keypeg.solve import problem_of
from keypeg_lab.cli.options import Checkpoint, Cluster
from keypeg_lab.cli.proofs import prove, verify_proofs


def atlas(
    action: Literal["list", "verify", "build", "prove"] = "list",
    rules: str | None = None,
    /,
    *,
    out: Annotated[Path | None, Parameter(name="--out")] = None,
    begin: Annotated[Path | None, Parameter(name="--from")] = None,
    checkpoint: Checkpoint = None,
    proof: Annotated[bool, Parameter(name="--proof", negative="")] = False,
    every: Annotated[bool, Parameter(name="--all", negative="")] = False,
    cluster: Cluster = None,
    json: Json = False,
) -> None:
    """List the atlas; verify it, or the tree of some rules; build or prove the tree of some rules."""
    if action == "list" or (action == "verify" and not proof):
        atlas_of_keypeg(action, rules, json=json)
    elif action == "verify":
        verify_proofs(rules, every=every, json=json)
    elif rules is None:
        raise Malformed("usage-missing", argument="RULES", usage=f"keypeg-lab atlas {action} RULES [--out FILE]")
    elif action == "prove":
        prove(rules, out, checkpoint, cluster, json=json)
    else:
        _build(rules, out, _Means(begin, checkpoint, cluster), json=json)


@dataclass(frozen=True, slots=True)
class _Means:
    """The tree file to begin from, the checkpoint and the cluster for a build; each may be None."""

    begin: Path | None
    checkpoint: Path | None
    cluster: str | None


def _build(rules: str, out: Path | None, means: _Means, *, json: bool) -> None:
    # Imported late: building needs all kernels, but listing does not.
    from keypeg.atlas.verify import verify_file
    from keypeg_lab.build_atlas import build

    problem = problem_of(read_rules(rules))
    begin = read_bytes(str(means.begin)) if means.begin else None
    if begin:
        verify_file(begin)
    with ExitStack() as stack:
        there = None
        if means.cluster:
            from keypeg_lab.cluster import connected

            there = stack.enter_context(connected(means.cluster))
        bar = stack.enter_context(progress_bar(problem.shape))
        tree = build(problem, begin=begin, checkpoint=means.checkpoint, cluster=there, tell=bar.text)
    file = out or Path(f"{problem.shape}.tree")
    write_file(file, tree)
    verdict = verify_file(tree)
    said = words().say("cli.atlas.built", file=str(file), codes=verdict.codes, total=verdict.total)
    answer({"file": str(file), **asdict(verdict)}, [said], json=json)
