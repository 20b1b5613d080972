"""`keypeg atlas`: list, verify, build and prove the best trees known."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated, Literal

from cyclopts import Parameter

from keypeg.cli.commands.atlas_proofs import prove, verify_proofs
from keypeg.cli.files import read_bytes, write_file
from keypeg.cli.options import Cluster, Json
from keypeg.cli.output import answer, words
from keypeg.cli.progress import progress_bar
from keypeg.errors import Malformed
from keypeg.notation import rules as read_rules
from keypeg.solve import Entry, entries, problem_of, verify


def atlas(
    action: Literal["list", "verify", "build", "prove"] = "list",
    rules: str | None = None,
    /,
    *,
    out: Annotated[Path | None, Parameter(name="--out")] = None,
    begin: Annotated[Path | None, Parameter(name="--from")] = None,
    checkpoint: Annotated[Path | None, Parameter(name="--checkpoint")] = None,
    proof: Annotated[bool, Parameter(name="--proof", negative="")] = False,
    cluster: Cluster = None,
    json: Json = False,
) -> None:
    """List the atlas; verify it, or the tree of some rules; build or prove the tree of some rules."""
    match action:
        case "list":
            listed = entries()
            answer([asdict(entry) for entry in listed], _lines(listed), json=json)
        case "verify":
            if proof:
                verify_proofs(rules, json=json)
            else:
                _verify(rules, json=json)
        case "build" | "prove":
            if rules is None:
                raise Malformed("usage-missing", argument="RULES", usage=f"keypeg atlas {action} RULES [--out FILE]")
            if action == "prove":
                prove(rules, out, checkpoint, cluster, json=json)
            else:
                _build(rules, out, _Means(begin, checkpoint, cluster), json=json)


def _lines(listed: list[Entry]) -> Iterator[str]:
    wide = max(len(entry.rules) for entry in listed)
    for entry in listed:
        key = "cli.atlas.proved" if entry.proved else "cli.atlas.bound"
        said = words().say(key, total=entry.total, codes=entry.codes, worst=entry.worst, bound=entry.bound)
        yield f"{entry.rules:{wide}}  {said}"


def _verify(rules: str | None, *, json: bool) -> None:
    """Play every tree over every code; raise Conflict at the first difference."""
    asked = problem_of(read_rules(rules)).shape if rules else None
    shapes = [asked] if asked else sorted({entry.shape for entry in entries()})
    verdicts = []
    for shape in shapes:
        with progress_bar(shape):
            verdicts.append(verify(shape))
    lines = (
        words().say("cli.atlas.verified", shape=verdict.shape, codes=verdict.codes, total=verdict.total)
        for verdict in verdicts
    )
    answer([asdict(verdict) for verdict in verdicts], lines, json=json)


@dataclass(frozen=True, slots=True)
class _Means:
    """The tree file to begin from, the checkpoint and the cluster for a build; each may be None."""

    begin: Path | None
    checkpoint: Path | None
    cluster: str | None


def _build(rules: str, out: Path | None, means: _Means, *, json: bool) -> None:
    # Imported late: building needs all kernels, but listing does not.
    from keypeg.atlas.verify import verify_file
    from keypeg.solve.build_atlas import build

    problem = problem_of(read_rules(rules))
    begin = read_bytes(str(means.begin)) if means.begin else None
    if begin:
        verify_file(begin)
    with ExitStack() as stack:
        there = None
        if means.cluster:
            from keypeg.solve.cluster import connected

            there = stack.enter_context(connected(means.cluster))
        bar = stack.enter_context(progress_bar(problem.shape))
        tree = build(problem, begin=begin, checkpoint=means.checkpoint, cluster=there, tell=bar.text)
    file = out or Path(f"{problem.shape}.tree")
    write_file(file, tree)
    verdict = verify_file(tree)
    said = words().say("cli.atlas.built", file=str(file), codes=verdict.codes, total=verdict.total)
    answer({"file": str(file), **asdict(verdict)}, [said], json=json)
