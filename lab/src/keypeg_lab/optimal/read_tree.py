"""Build the tree of a finished search from its findings and the kernels' memos."""

from __future__ import annotations

import numpy as np

from keypeg.atlas.tree import Tree
from keypeg.deduce.mark_ids import win_id
from keypeg.solve import Position, start
from keypeg.solve.for_lab import NEVER, Branch, Task, joined, layout_of, opens_at, tree_of
from keypeg_lab.optimal.incumbent import Known
from keypeg_lab.optimal.opening import Opening
from keypeg_lab.optimal.second_guess import Trial
from keypeg_lab.optimal.two_rows import two_rows


def read_tree(trial: Trial, opening: Opening, branches: dict[int, Known]) -> Tree:
    """Return the tree below an opening; `branches` are the incumbents that the search did not beat, by mark."""
    win = win_id(trial.problem.holes)
    after = start(trial.problem).after(opening.guess)
    below = []
    for mark, node in sorted(after.items()):
        if mark in branches:
            below.append(branches[mark].branch)
        elif mark != win:
            below.append(_remembered(trial, node) if trial.is_direct(opening, mark) else _second_guess(trial, node))
    guesses, marks, depths, wins = joined(opening.guess, 0, win in after, below)
    return tree_of(guesses, marks.astype(np.uint8), depths, wins.astype(np.bool_))


def _second_guess(trial: Trial, node: Position) -> Branch:
    """Return the branch of a position after one row, whose cells were searched after renaming holes and colours."""
    opening, mark = node.rows[0]
    guess = trial.known.findings[node.rows].guess
    turned = two_rows(trial.problem, opening, guess)
    layout, win = layout_of(trial.problem.guesses), win_id(trial.problem.holes)
    below = []
    others = sorted(node.after(guess))
    for other in others:
        if other != win:
            rows = turned.key(mark, other)
            cell = Position(trial.problem, rows, turned.rows.codes(rows[0][1], rows[1][1]))
            guesses, marks, depths, wins = _found(trial, cell)
            originals = turned.renaming(mark, other).undo(layout.digits[guesses], trial.problem.colours)
            marks[0] = other
            below.append((layout.indices(originals), marks, depths, wins))
    return joined(guess, mark, win in others, below)


def _found(trial: Trial, node: Position) -> Branch:
    """Return the branch of a position; if it is too big for a kernel, guess by guess."""
    if len(node.candidates) <= trial.workers.rows:
        return _remembered(trial, node)
    guess = trial.known.findings[node.rows].guess
    after = node.after(guess)
    win = win_id(trial.problem.holes)
    below = [_found(trial, cell) for mark, cell in sorted(after.items()) if mark != win]
    return joined(guess, node.rows[-1][1], win in after, below)


def _remembered(trial: Trial, node: Position) -> Branch:
    """Return the branch that a memo holds, or search for it again if it has been evicted."""
    workers, codes, cap = trial.workers, node.candidates, trial.cap - len(node.rows)
    branch = None
    for buffers in workers.all_buffers:
        if branch is None and workers.remembered(buffers, codes, cap) >= 0:
            branch = workers.tree_below(buffers, codes, cap)
    if branch is None:
        found = trial.known.findings.get(node.rows)
        limit = found.value + 1 if found and found.exact else NEVER
        with workers.buffers() as buffers:
            workers.search(buffers, Task(codes, opens_at(node), limit, cap))
            branch = workers.tree_below(buffers, codes, cap)
    branch[1][0] = node.rows[-1][1]
    return branch
