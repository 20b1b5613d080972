"""Find an incumbent: the atlas's tree, or one grown by a strategy. The search has to beat it, branch by branch."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from keypeg.atlas import charted
from keypeg.atlas.tree import Tree
from keypeg.solve import start
from keypeg.solve.for_lab import ENTROPY_BONUS, Branch, grown_branch, total_of
from keypeg_lab.optimal.opening import Opening
from keypeg_lab.optimal.second_guess import Trial


@dataclass(frozen=True, slots=True)
class Known:
    """A branch below a first row, and its total."""

    branch: Branch
    total: int


def known_branches(opening: Opening, trial: Trial) -> dict[int, Known]:
    """Return a branch for every mark of an opening for which one stays within the cap.

    No branch is grown for codes that a kernel solves directly: solving them takes about as long as growing a branch.
    """
    chart = charted(opening.problem.shape)
    of_atlas = chart.tree if chart and chart.tree.guesses[0] == opening.guess else None
    after = start(opening.problem).after(opening.guess)
    found = {}
    for mark in opening.marks:
        child = of_atlas.child(0, mark) if of_atlas else None
        if of_atlas and child is not None:
            branch = branch_from(of_atlas, child)
        elif trial.is_direct(opening, mark):
            continue
        else:
            branch = grown_branch(after[mark], ENTROPY_BONUS)
        if branch[2].max() + 2 <= trial.cap:
            found[mark] = Known(branch, total_of(branch))
    return found


def branch_from(tree: Tree, node: int) -> Branch:
    """Return the branch of a tree from a node on, in preorder."""
    rows: list[tuple[int, int, int, int]] = []
    todo = [(node, 0)]
    while todo:
        here, depth = todo.pop()
        rows.append((tree.guesses[here], tree.marks[here], depth, tree.wins[here]))
        todo += [(child, depth + 1) for child in reversed(tree.children_of(here))]
    guesses, marks, depths, wins = np.array(rows, dtype=np.int32).T
    return guesses, marks, depths, wins
