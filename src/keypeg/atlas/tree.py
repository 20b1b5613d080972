"""The tree of a strategy: what to guess first, and what to guess next after every mark."""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate


@dataclass(frozen=True, eq=False)
class Tree:
    """Nodes level by level, with the children of a node together and in the order of their mark ids.

    Node k guesses the guess with index `guesses[k]`, is reached from its parent by the mark `marks[k]` (0 at the root),
    has `children[k]` children, and `wins[k]` is 1 if its guess may be the code. If `proved[k]` is 1, nothing needs
    fewer guesses from node k on; otherwise that is not known.
    """

    guesses: array[int]
    marks: bytes
    children: bytes
    wins: bytes
    proved: bytes

    @cached_property
    def first_child(self) -> list[int]:
        """By node: its first child, or where that would be if it has none."""
        return list(accumulate(self.children, initial=1))

    def child(self, node: int, mark: int) -> int | None:
        """Return the node reached from this one by the mark with this id."""
        return next((child for child in self.children_of(node) if self.marks[child] == mark), None)

    def children_of(self, node: int) -> range:
        """Return the nodes that follow this one, in the order of their marks."""
        return range(self.first_child[node], self.first_child[node + 1])

    def below(self, node: int) -> dict[int, int]:
        """Count the codes that are broken by the n-th guess from this node on, for every n."""
        broken = {}
        lo, hi, n = node, node + 1, 0
        while lo < hi:
            n += 1
            if times := self.wins.count(1, lo, hi):
                broken[n] = times
            # The children of adjacent nodes are adjacent, so a subtree is one contiguous range on every level.
            lo, hi = self.first_child[lo], self.first_child[hi]
        return broken

    @cached_property
    def worths(self) -> list[tuple[int, int, int]]:
        """By node: the codes in its subtree, the guesses they need in all from there, and the most that one needs."""
        worths = [(0, 0, 0)] * len(self.guesses)
        for node in range(len(self.guesses) - 1, -1, -1):
            below = [worths[child] for child in self.children_of(node)]
            codes = self.wins[node] + sum(count for count, _, _ in below)
            total = codes + sum(guesses for _, guesses, _ in below)
            worths[node] = codes, total, 1 + max((most for _, _, most in below), default=0)
        return worths

    def histogram(self) -> dict[int, int]:
        """Count the codes that are broken by the n-th guess, for every n."""
        return self.below(0)
