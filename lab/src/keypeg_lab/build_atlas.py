"""Grow the trees of the atlas: by optimal search if possible, by beams otherwise.

Trees grown by beams are then mended: branches small enough for a proof are proved to be best, or replaced.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from keypeg.atlas.atlas import charted, file_of, tree_in
from keypeg.atlas.files import head_of
from keypeg.atlas.tree import Tree
from keypeg.deduce.problem import Problem
from keypeg.errors import Conflict
from keypeg.solve import grow_tree
from keypeg.solve.for_lab import ENTROPY_BONUS, Beam, layout_of, summary
from keypeg_lab.optimal import search_optimal
from keypeg_lab.optimal.beam import estimates, widths
from keypeg_lab.optimal.beam_search import search_beam
from keypeg_lab.optimal.bound import lower_bound
from keypeg_lab.optimal.checkpoint import Checkpoint
from keypeg_lab.optimal.graft import graft
from keypeg_lab.optimal.mend import mend

if TYPE_CHECKING:
    from keypeg_lab.cluster import Cluster

Report = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class BeamPass:
    """One beam search: its opening as colours numbered from 0, and its widths by set size."""

    opening: tuple[int, ...]
    steps: dict[int, int]


RECIPES: dict[str, tuple[BeamPass, ...]] = {
    "5x8": (
        BeamPass((0, 0, 1, 2, 3), {20: 20, 300: 6, 40_000: 3}),
        BeamPass((0, 0, 1, 2, 3), {12: 50, 40: 12, 300: 8, 40_000: 5}),
        BeamPass((0, 0, 1, 2, 3), {12: 100, 40: 20, 300: 10, 40_000: 6}),
    ),
}
"""The beams for the shapes that no search has proved; all other shapes are searched to the end."""


def build(
    problem: Problem,
    *,
    begin: bytes | None = None,
    checkpoint: Path | None = None,
    cluster: Cluster | None = None,
    tell: Report | None = None,
) -> bytes:
    """Return the file of the best tree that can be grown for a problem, with the bound proved for it.

    Given the file of a tree to `begin` with, only mend it. With a checkpoint, search and mending can be interrupted; a
    search on a cluster cannot. `tell` is called with the progress.
    """
    tell = tell or (lambda _text: None)
    if begin is not None:
        head = head_of(begin)
        if head.shape != problem.shape:
            raise Conflict("tree-other", found=head.shape, wanted=problem.shape)
        return file_of(mended(problem, tree_in(begin), checkpoint, tell), problem.shape, head.bound)
    if problem.shape in RECIPES:
        tree = beam_tree(problem, RECIPES[problem.shape], cluster.search_beam if cluster else search_beam, tell)
        tree = mended(problem, tree, checkpoint, tell)
        bound = lower_bound(problem, lambda opening, bound: tell(f"{opening} ≥ {bound}"))
        chart = charted(problem.shape)
        return file_of(tree, problem.shape, max(bound, chart.head.bound) if chart else bound)
    search = cluster.search_optimal if cluster else search_optimal
    found = search(problem, checkpoint=checkpoint, progress=lambda status: tell(str(status)))
    return file_of(found.tree, problem.shape, found.evaluation.total)


def mended(problem: Problem, tree: Tree, checkpoint: Path | None, tell: Report) -> Tree:
    """Return the tree with every branch that a search can solve either proved or replaced."""
    known = Checkpoint(f"{problem.shape} mended", checkpoint)
    count = len(tree.guesses)
    return mend(problem, tree, known, lambda seen, proved, new: tell(f"{seen}/{count}, {proved} proved, {new} better"))


def beam_tree(
    problem: Problem, recipe: tuple[BeamPass, ...], search: Callable[[Problem, Beam, int], Tree], tell: Report
) -> Tree:
    """Start from the atlas's tree or a strategy's, then run one beam after another, each guided by the best so far."""
    chart = charted(problem.shape)
    best = chart.tree if chart else grow_tree(problem, ENTROPY_BONUS)
    codes = len(problem.codes)
    for step in recipe:
        opening = layout_of(problem.guesses).index("".join(problem.pegs[colour] for colour in step.opening))
        beam = Beam(estimates(best, codes), widths(codes, step.steps))
        tree = search(problem, beam, opening)
        best = min(graft(best, tree), best, tree, key=lambda each: summary(each, "", seconds=0).total)
        tell(f"{summary(tree, '', seconds=0).total}, grafted {summary(best, '', seconds=0).total}")
    return best
