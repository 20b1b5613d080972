"""Grow the branch of a tree after a first row anew, with another second guess, and keep it where it is better."""

from __future__ import annotations

from dataclasses import dataclass

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
from keypeg_lab.optimal.mend import MendProgress, Place, mend


@dataclass(frozen=True, slots=True)
class Attempt:
    """A second guess to be tried after a mark, by a beam that tries `steps[n]` guesses for up to n codes."""

    mark: int
    guess: int
    steps: dict[int, int]


def regrow(
    problem: Problem,
    tree: Tree,
    attempt: Attempt,
    known: Checkpoint | None = None,
    tell: MendProgress | None = None,
) -> Tree:
    """Return a tree at least as good, with this second guess after this mark wherever that needs fewer guesses.

    The beam is guided by the tree. What it finds is mended, and kept if no code needs more guesses than the longest
    path of the tree has.
    """
    node = start(problem).after(tree.guesses[0])[attempt.mark]
    beam = Beam(estimates(tree, len(problem.codes)), widths(len(problem.codes), attempt.steps))
    win, after = win_id(problem.holes), node.after(attempt.guess)
    cells = [after[each] for each in sorted(after) if each != win]
    branches = BeamSearch(workers_for(problem, beam), beam).together(cells)
    guesses, marks, depths, wins = joined(attempt.guess, attempt.mark, win in after, branches)
    branch = tree_of(guesses, marks.astype(np.uint8), depths, wins.astype(np.bool_))
    branch = mend(problem, branch, known, tell, Place(node, tree.worths[0][2] - 1))
    child = tree.child(0, attempt.mark)
    assert child is not None
    grown = graft(tree, with_branch(tree, child, branch))
    return grown if grown.worths[0][2] <= tree.worths[0][2] else tree
