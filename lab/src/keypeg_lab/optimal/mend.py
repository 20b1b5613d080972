"""Mend a tree: prove that every branch is best, or replace it, as far as a search can.

Work from the leaves up, because a proof that a branch is best proves the same of all branches below it: if one of those
was too hard, the branch itself need not be tried. The search has to beat the branch's total, already improved by
replacements below it, and its memo already holds the cells.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import numpy as np

from keypeg.atlas.tree import Tree
from keypeg.deduce.mark_ids import win_id
from keypeg.deduce.problem import Problem
from keypeg.solve import Position, start
from keypeg.solve.for_lab import NEVER, Branch, Task, Workers, in_threads, opens_at, tree_of, workers_for
from keypeg_lab.optimal.checkpoint import Checkpoint, Finding

EFFORT = 10_000_000_000
"""As for a suggestion."""

LEAST_NODES, MOST_NODES = 40, 100_000
"""A search with fewer nodes is hopeless, and more are never needed."""

TOO_HARD = Finding(0, exact=False, guess=-1)
"""Stands for a search that did not finish."""


@dataclass(eq=False, slots=True)
class _Limb:
    """A node of the tree with its position and result; `branch`, if any, replaces the subtree from this node on."""

    node: int
    depth: int
    position: Position
    below: list[_Limb] = field(default_factory=list)
    total: int = 0
    worst: int = 0
    proved: bool = False
    branch: Branch | None = None


@dataclass(frozen=True, slots=True)
class Place:
    """Where a tree begins, and the most guesses that it may still take from there."""

    position: Position
    left: int


MendProgress = Callable[[int, int, int], None]
"""Called with the number of branches looked at, proved and replaced."""


def mend(
    problem: Problem,
    tree: Tree,
    known: Checkpoint | None = None,
    tell: MendProgress | None = None,
    place: Place | None = None,
    *,
    effort: int = EFFORT,
) -> Tree:
    """Return a tree that is at least as good and no deeper than the old one, with its proved branches marked.

    Proofs marked in the old tree are trusted. Branches in the checkpoint are not searched again, except for those that
    were replaced. A search opens at most `effort` positions times the marks in each. At a place, branches with too long
    paths are replaced even if that takes more guesses in all.
    """
    known = known or Checkpoint(f"{problem.shape} mended")
    place = place or Place(start(problem), tree.worths[0][2])
    while True:
        tree, is_open = _Mender(problem, tree, place, known, tell, effort).run()
        if not is_open:
            return tree


@dataclass(frozen=True, slots=True)
class _Mender:
    problem: Problem
    tree: Tree
    place: Place
    known: Checkpoint
    tell: MendProgress | None
    effort: int

    def run(self) -> tuple[Tree, bool]:
        """Return the mended tree, and whether a branch was replaced by one that is not proved."""
        levels = self.levels()
        workers = workers_for(self.problem)
        seen = proved = replaced = 0
        for level in reversed(levels):
            # The biggest first, so that threads finish at about the same time.
            level.sort(key=lambda limb: -len(limb.position.candidates))
            for limb in in_threads(self.settle, ((workers, limb, self.place.left - limb.depth) for limb in level)):
                seen, proved, replaced = seen + 1, proved + limb.proved, replaced + (limb.branch is not None)
                if self.tell:
                    self.tell(seen, proved, replaced)
        is_open = any(limb.branch is not None and not limb.proved for level in levels for limb in level)
        return _written(self.tree, levels[0][0]), is_open

    def levels(self) -> list[list[_Limb]]:
        """List all nodes, level by level, in the order of the tree."""
        win = win_id(self.problem.holes)
        levels = [[_Limb(0, 0, self.place.position)]]
        while levels[-1]:
            following: list[_Limb] = []
            for limb in levels[-1]:
                after = limb.position.after(int(self.tree.guesses[limb.node]))
                cells = [after[mark] for mark in sorted(after) if mark != win]
                children = self.tree.children_of(limb.node)
                limb.below = [_Limb(at, limb.depth + 1, cell) for at, cell in zip(children, cells, strict=True)]
                following += limb.below
            levels.append(following)
        return levels[:-1]

    def settle(self, workers: Workers, limb: _Limb, left: int) -> _Limb:
        """Prove a limb or replace it, if a search can and `left` guesses are enough."""
        n = len(limb.position.candidates)
        limb.total = n + sum(below.total for below in limb.below)
        limb.worst = 1 + max((below.worst for below in limb.below), default=0)
        if self.tree.proved[limb.node] or limb.total == 2 * n - 1:
            limb.proved = True  # The least possible: one code at once and all others by the next guess.
        elif all(below.proved for below in limb.below):
            self.search(workers, limb, left)
        return limb

    def search(self, workers: Workers, limb: _Limb, left: int) -> None:
        rows, n = limb.position.rows, len(limb.position.candidates)
        budget = min(MOST_NODES, self.effort // (n * len(self.problem.guesses)))
        found = self.known.findings.get(rows)
        if n > workers.rows or budget < LEAST_NODES or found == TOO_HARD:
            return
        limit = NEVER if limb.worst > left else limb.total
        if found and not found.exact and found.value >= limit:
            limb.proved = True
            return
        opens = opens_at(limb.position)
        with workers.buffers() as buffers:
            task = Task(limb.position.candidates, opens, limit=limit, budget=budget)
            least, finished, guess = workers.search(buffers, task)
            self.known.keep(rows, Finding(least, least < limb.total, guess) if finished else TOO_HARD)
            if not finished:
                return
            if least >= limit:
                limb.proved = True
                return
            branch = workers.tree_below(buffers, limb.position.candidates)
            total = least
            if _length(branch) > left:
                # A shallower branch may be as good, or at least better than the old one.
                task = Task(limb.position.candidates, opens, limit=limit, cap=left, budget=budget)
                total, finished, _ = workers.search(buffers, task)
                if not finished or total >= limit:
                    return
                branch = workers.tree_below(buffers, limb.position.candidates, left)
        limb.branch, limb.total, limb.worst, limb.proved = branch, total, _length(branch), total == least


def _length(branch: Branch) -> int:
    return 1 + int(branch[2].max())


def _written(tree: Tree, top: _Limb) -> Tree:
    guesses, marks, depths, wins, proved = (np.array(column) for column in zip(*_nodes(tree, top), strict=True))
    return tree_of(guesses.astype(np.int32), marks.astype(np.uint8), depths.astype(np.int32), wins, proved)


def _nodes(tree: Tree, limb: _Limb) -> Iterator[tuple[int, int, int, bool, bool]]:
    """Yield guess, mark, depth, win and proof of every node, in preorder."""
    mark = int(tree.marks[limb.node])
    if limb.branch is None:
        yield int(tree.guesses[limb.node]), mark, limb.depth, bool(tree.wins[limb.node]), limb.proved
        for below in limb.below:
            yield from _nodes(tree, below)
        return
    for at, (guess, reached, depth, win) in enumerate(zip(*limb.branch, strict=True)):
        yield int(guess), int(reached) if at else mark, limb.depth + int(depth), bool(win), limb.proved
