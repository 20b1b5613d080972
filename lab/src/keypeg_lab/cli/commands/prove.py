"""`keypeg-lab prove`: prove the least total by a search to the end, or bounds for it on a GPU."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from keypeg.cli.options import Allowed, Json, number_from_one
from keypeg.errors import Malformed
from keypeg_lab.cli.commands import COMMANDS
from keypeg_lab.cli.options import Checkpoint, Cluster
from keypeg_lab.cli.proofs import prove as prove_by_search


def prove(
    rules: str,
    /,
    *,
    gpu: Annotated[bool, Parameter(name="--gpu", negative="")] = False,
    findings: Annotated[Path | None, Parameter(name="--findings")] = None,
    merge: Annotated[str, Parameter(name="--merge")] = "",
    minutes: Annotated[int | None, Parameter(name="--minutes", converter=number_from_one), Allowed("1, 2, …")] = None,
    out: Annotated[Path | None, Parameter(name="--out")] = None,
    checkpoint: Checkpoint = None,
    cluster: Cluster = None,
    json: Json = False,
) -> None:
    """Prove the least total of some rules, or with `--gpu` bounds for it."""
    of_gpu = {"--findings": findings, "--merge": merge, "--minutes": minutes}
    of_search = {"--checkpoint": checkpoint, "--cluster": cluster}
    if wrong := [option for option, value in (of_search if gpu else of_gpu).items() if value]:
        raise Malformed("usage-too-much", extra=" ".join(wrong), usage=f"keypeg-lab prove {COMMANDS['prove'].usage}")
    if not gpu:
        prove_by_search(rules, out, checkpoint, cluster, json=json)
        return
    from keypeg_lab.cli.bounds import Files, prove_bounds

    merged = tuple(Path(name) for name in merge.split(",") if name)
    prove_bounds(rules, Files(findings, merged, out), minutes, json=json)
