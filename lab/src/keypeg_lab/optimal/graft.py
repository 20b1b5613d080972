"""Join two trees: take the better branch at every position that both reach."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from keypeg.atlas.tree import Tree
from keypeg.solve.for_lab import tree_of

Node = tuple[int, int, int, bool]
"""Guess, mark, depth and win, as in preorder."""


def graft(one: Tree, other: Tree) -> Tree:
    """Return a tree at least as good as both, of the same problem."""
    join = _Join(one, other)
    join.write(0, 0, 0)
    guesses, marks, depths, wins = (np.array(column) for column in zip(*join.nodes, strict=True))
    return tree_of(guesses.astype(np.int32), marks.astype(np.uint8), depths.astype(np.int32), wins.astype(np.bool_))


@dataclass(frozen=True, slots=True)
class _Join:
    """Two trees and the nodes written so far."""

    one: Tree
    other: Tree
    nodes: list[Node] = field(default_factory=list)

    def write(self, a: int, b: int, depth: int) -> None:
        """Write the better of two branches: join the children under the same guess, else take the lesser total.

        Totals are compared before anything below is joined, so grafting again may improve the tree once more.
        """
        if self.one.guesses[a] == self.other.guesses[b]:
            self.put(self.one, a, depth)
            for left, right in zip(self.one.children_of(a), self.other.children_of(b), strict=True):
                self.write(left, right, depth + 1)
        elif self.one.worths[a][1:] <= self.other.worths[b][1:]:
            self.copy(self.one, a, depth)
        else:
            self.copy(self.other, b, depth)

    def copy(self, tree: Tree, node: int, depth: int) -> None:
        self.put(tree, node, depth)
        for child in tree.children_of(node):
            self.copy(tree, child, depth + 1)

    def put(self, tree: Tree, node: int, depth: int) -> None:
        self.nodes.append((int(tree.guesses[node]), int(tree.marks[node]), depth, bool(tree.wins[node])))
