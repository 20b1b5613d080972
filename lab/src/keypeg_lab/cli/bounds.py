"""`keypeg-lab prove --gpu`: bounds from a GPU, with findings that survive an interruption and merge with others."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from keypeg.cli.files import write_file
from keypeg.cli.output import answer, words
from keypeg.cli.progress import progress_bar
from keypeg.notation import rules as read_rules
from keypeg.solve import problem_of
from keypeg_lab.gpu.findings import read_findings
from keypeg_lab.gpu.found_gpu import found_gpu
from keypeg_lab.gpu.pairs import branches_of, game_of
from keypeg_lab.gpu.record import proof_by
from keypeg_lab.gpu.search import Search, best_of, best_tree
from keypeg_lab.gpu.state import State, state_of
from keypeg_lab.proofs.proof import written

SAVED_EVERY = 60
"""After so many seconds the findings are saved again."""


@dataclass(frozen=True, slots=True)
class Files:
    """The file of findings, others to merge, and where to write the proof; `SHAPE.bounds` and none if not named."""

    findings: Path | None
    merged: tuple[Path, ...]
    proof: Path | None


def prove_bounds(rules: str, files: Files, minutes: int | None, *, json: bool) -> None:
    """Prove that no tree is better than the best known, as far as a GPU can in this time; tell what is proved."""
    problem = problem_of(read_rules(rules))
    game = game_of(problem)
    engine = found_gpu()
    file = files.findings or Path(f"{game.shape}.bounds")
    earlier = read_findings(game.shape, [each for each in (file,) if each.exists()] + list(files.merged))
    until = float("inf") if minutes is None else time.monotonic() + 60 * minutes
    with progress_bar(game.shape) as bar:
        branches = branches_of(game)
        search = Search(branches, engine(branches), until)
        search.take(earlier)
        best = best_of(game, best_tree(problem))
        saved = time.monotonic()

        def tell(opening: int) -> None:
            nonlocal saved
            bar.text(words().say("cli.progress.bounds", opening=game.text(opening), bound=search.bound_of(opening)))
            if time.monotonic() > saved + SAVED_EVERY:
                search.found().write(file)
                saved = time.monotonic()

        search.tell = tell
        try:
            search.run(best)
        finally:
            search.found().write(file)
    state = state_of(search, best)
    if files.proof:
        write_file(files.proof, written(proof_by(search)))
    answer(_data(state, file, files.proof), _lines(state), json=json)


def _data(state: State, file: Path, proof: Path | None) -> dict[str, Any]:
    return {
        "shape": state.shape,
        "bound": state.bound,
        "total": state.total,
        "findings": str(file),
        "proof": str(proof) if proof else None,
        "openings": dict(state.openings),
        "rows": [{"row": row.text, "codes": row.codes, "bound": row.bound, "total": row.total} for row in state.rows],
    }


def _lines(state: State) -> Iterator[str]:
    say = words().say
    for opening, bound in state.openings:
        yield say("cli.prove.opening", opening=opening, bound=bound)
    for row in state.rows:
        yield "  " + say("cli.prove.row", row=row.text, codes=row.codes, bound=row.bound, total=row.total)
    yield say("cli.prove.bound", shape=state.shape, bound=state.bound, total=state.total)
