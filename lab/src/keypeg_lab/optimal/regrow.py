"""Grow the branch of a tree after a first row anew, with another second guess, and keep it where it is better."""

from __future__ import annotations

import numpy as np

from keypeg.atlas.tree import Tree
from keypeg.deduce.mark_ids import win_id
from keypeg.deduce.problem import Problem
from keypeg.solve import start
from keypeg.solve.for_lab import Beam, joined, tree_of, workers_for
from keypeg_lab.optimal.beam import estimates, widths
from keypeg_lab.optimal.beam_search import BeamSearch
from keypeg_lab.optimal.checkpoint import Checkpoint
from keypeg_lab.optimal.graft import graft, with_branch
from keypeg_lab.optimal.mend import MendProgress, mend


def regrow(  # noqa: PLR0913, PLR0917  # what to grow where, how, and what may help
    problem: Problem,
    tree: Tree,
    mark: int,
    guess: int,
    steps: dict[int, int],
    known: Checkpoint | None = None,
    tell: MendProgress | None = None,
) -> Tree:
    """Return a tree at least as good, with this second guess after this mark wherever that needs fewer guesses.

    Beams with these widths (`steps[n]` guesses for up to n codes) grow the branch, guided by the tree; then it is mended.
    """
    node = start(problem).after(tree.guesses[0])[mark]
    beam = Beam(estimates(tree, len(problem.codes)), widths(len(problem.codes), steps))
    win, after = win_id(problem.holes), node.after(guess)
    cells = [after[each] for each in sorted(after) if each != win]
    branches = BeamSearch(workers_for(problem, beam), beam).together(cells)
    guesses, marks, depths, wins = joined(guess, mark, win in after, branches)
    branch = tree_of(guesses, marks.astype(np.uint8), depths, wins.astype(np.bool_))
    branch = mend(problem, branch, known, tell, node)
    child = tree.child(0, mark)
    assert child is not None
    return graft(tree, with_branch(tree, child, branch))
