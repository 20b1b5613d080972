"""A strategy's tree: what to guess first, and after every mark what next."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int32]


@dataclass(frozen=True, eq=False)
class Tree:
    """Nodes level by level, the children of each together and in the order of their mark ids.

    Node k guesses the guess with index `guesses[k]`, is reached from its parent by the mark `marks[k]` (0 at the top),
    has `children[k]` children, and `wins[k]` says whether its guess may be the code. Where `proved[k]`, nothing needs
    fewer guesses from node k on; elsewhere that is not known.
    """

    guesses: Ints
    marks: NDArray[np.uint8]
    children: NDArray[np.uint8]
    wins: NDArray[np.bool_]
    proved: NDArray[np.bool_]

    @cached_property
    def _first_child(self) -> NDArray[np.int64]:
        return 1 + np.cumsum(self.children, dtype=np.int64) - self.children

    def child(self, node: int, mark: int) -> int | None:
        """The node reached from this one by the mark with this id."""
        return next((child for child in self.children_of(node) if self.marks[child] == mark), None)

    def children_of(self, node: int) -> range:
        """The nodes that follow this one, in the order of their marks."""
        first = int(self._first_child[node])
        return range(first, first + int(self.children[node]))

    def below(self, node: int) -> dict[int, int]:
        """How many codes are broken by the n-th guess from this node on, for every n."""
        broken = {}
        lo, hi, n = node, node + 1, 0
        while lo < hi:
            n += 1
            if times := int(np.count_nonzero(self.wins[lo:hi])):
                broken[n] = times
            # The children of neighbours are neighbours, so what stands below a node is one stretch on every level.
            lo, hi = int(self._first_child[lo]), int(self._first_child[hi - 1] + self.children[hi - 1])
        return broken

    @cached_property
    def worths(self) -> NDArray[np.int64]:
        """For every node the codes below it, the guesses they need in all from there, and the most that one needs."""
        worths = np.zeros((len(self.guesses), 3), dtype=np.int64)
        first = self._first_child
        for node in range(len(self.guesses) - 1, -1, -1):
            below = worths[first[node] : first[node] + self.children[node]]
            codes = int(self.wins[node]) + int(below[:, 0].sum())
            worths[node] = codes, codes + int(below[:, 1].sum()), 1 + int(below[:, 2].max(initial=0))
        return worths

    def histogram(self) -> dict[int, int]:
        """How many codes are broken by the n-th guess, for every n."""
        return self.below(0)


def tree_of(
    guesses: Ints,
    marks: NDArray[np.uint8],
    depths: Ints,
    wins: NDArray[np.bool_],
    proved: NDArray[np.bool_] | None = None,
) -> Tree:
    """A tree from its nodes in preorder with their depths."""
    children = np.zeros(len(guesses), dtype=np.uint8)
    for depth in range(1, int(depths.max(initial=0)) + 1):
        above = np.flatnonzero(depths == depth - 1)
        parents = np.searchsorted(above, np.flatnonzero(depths == depth)) - 1
        children[above] += np.bincount(parents, minlength=len(above)).astype(np.uint8)
    # Preorder keeps the order of parents on every level, so sorting by depth alone gives the order level by level.
    order = np.argsort(depths, kind="stable")
    known = np.zeros(len(order), dtype=np.bool_) if proved is None else proved
    return Tree(guesses[order], marks[order], children[order], wins[order], known[order])
