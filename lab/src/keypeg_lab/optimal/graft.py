"""Join two trees: take the better branch at every position that both reach."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from keypeg.atlas.tree import Tree
from keypeg.solve.for_lab import tree_of

Node = tuple[int, int, int, bool, bool]
"""Guess, mark, depth, win and proof, as in preorder."""


def graft(one: Tree, other: Tree) -> Tree:
    """Return a tree at least as good as both, of the same problem."""
    writer = _Writer()
    writer.join(one, 0, other, 0, 0)
    return writer.tree()


def with_branch(tree: Tree, child: int, branch: Tree) -> Tree:
    """Return the tree with another branch in place of this child of the root."""
    writer = _Writer()
    writer.put(tree, 0, 0, proved=False)
    for at in tree.children_of(0):
        if at == child:
            writer.copy(branch, 0, 1, mark=tree.marks[child])
        else:
            writer.copy(tree, at, 1)
    return writer.tree()


@dataclass(frozen=True, slots=True)
class _Writer:
    """Writes a tree, node by node."""

    nodes: list[Node] = field(default_factory=list)

    def tree(self) -> Tree:
        guesses, marks, depths, wins, proved = (np.array(column) for column in zip(*self.nodes, strict=True))
        return tree_of(guesses.astype(np.int32), marks.astype(np.uint8), depths.astype(np.int32), wins, proved)

    def join(self, one: Tree, a: int, other: Tree, b: int, depth: int) -> None:
        """Write the better of two branches: join the children under the same guess, else take the lesser total.

        Totals are compared before anything below is joined, so grafting again may improve the tree once more. A proof
        of one of them says that the other is no better, so it holds for what is joined.
        """
        if one.guesses[a] == other.guesses[b]:
            self.put(one, a, depth, proved=bool(one.proved[a] or other.proved[b]))
            for left, right in zip(one.children_of(a), other.children_of(b), strict=True):
                self.join(one, left, other, right, depth + 1)
        elif one.worths[a][1:] <= other.worths[b][1:]:
            self.copy(one, a, depth)
        else:
            self.copy(other, b, depth)

    def copy(self, tree: Tree, node: int, depth: int, mark: int | None = None) -> None:
        self.put(tree, node, depth, proved=bool(tree.proved[node]), mark=mark)
        for child in tree.children_of(node):
            self.copy(tree, child, depth + 1)

    def put(self, tree: Tree, node: int, depth: int, *, proved: bool, mark: int | None = None) -> None:
        reached = int(tree.marks[node]) if mark is None else mark
        self.nodes.append((int(tree.guesses[node]), reached, depth, bool(tree.wins[node]), proved))
