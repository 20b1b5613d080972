"""Build trees from the arrays that searches and kernels write."""

from __future__ import annotations

from array import array

import numpy as np
from numpy.typing import NDArray

from keypeg.atlas.tree import Tree
from keypeg.solve.layout import Indices

Branch = tuple[Indices, Indices, Indices, Indices]
"""Guesses, marks, depths and wins of a subtree in preorder."""


def joined(guess: int, mark: int, wins: bool, below: list[Branch]) -> Branch:
    """Return the branch of a guess with the branches of its cells."""
    root = tuple(np.array([each], dtype=np.int32) for each in (guess, mark, 0, wins))
    parts = [root, *((guesses, marks, depths + 1, each_wins) for guesses, marks, depths, each_wins in below)]
    guesses, marks, depths, all_wins = (np.concatenate(column) for column in zip(*parts, strict=True))
    return guesses, marks, depths, all_wins


def total_of(branch: Branch) -> int:
    """Return the number of guesses that all codes of a branch need together."""
    _, _, depths, wins = branch
    return int(((depths + 1) * wins).sum())


def tree_of(
    guesses: NDArray[np.int32],
    marks: NDArray[np.uint8],
    depths: NDArray[np.int32],
    wins: NDArray[np.bool_],
    proved: NDArray[np.bool_] | None = None,
) -> Tree:
    """Return the tree with these nodes, given in preorder with their depths."""
    children = np.zeros(len(guesses), dtype=np.uint8)
    for depth in range(1, int(depths.max(initial=0)) + 1):
        above = np.flatnonzero(depths == depth - 1)
        parents = np.searchsorted(above, np.flatnonzero(depths == depth)) - 1
        children[above] += np.bincount(parents, minlength=len(above)).astype(np.uint8)
    # Preorder keeps the order of parents on every level, so sorting by depth alone gives the order level by level.
    order = np.argsort(depths, kind="stable")
    known = np.zeros(len(order), dtype=np.bool_) if proved is None else proved
    columns = (marks[order].astype(np.uint8), children[order], wins[order].astype(np.uint8), known[order])
    return Tree(array("i", guesses[order].astype(np.int32).tolist()), *(column.tobytes() for column in columns))
