"""The atlas: the best tree known for every box, by shape, so that boxes that differ in letters alone share one."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from keypeg.solve.atlas.files import PROVED, WINS, Head, head_of, nodes_of, read, shapes, write
from keypeg.solve.tree import Tree

BOXES = {
    "logic24": "4x5",
    "logic24+blanks": "4x6",
    "togo": "4x8c",
    "togo:distinct-guesses": "4x8d",
    "togo:colours=6": "4x6c",
    "togo:colours=6,distinct-guesses": "4x6d",
    "challenge": "5x8c",
    "challenge:distinct-guesses": "5x8d",
    "challenge+beginner": "4x6c",
    "challenge+doubles": "5x8",
    "4x6": "4x6",
}
"""The rules that the atlas answers for, with their shapes; others of the same shapes are answered too."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the atlas."""

    rules: str
    shape: str
    codes: int
    total: int
    mean: float
    worst: int
    proved: bool
    bound: int


@dataclass(frozen=True, slots=True)
class Charted:
    """A tree of the atlas with what its file says."""

    head: Head
    tree: Tree


def entries() -> list[Entry]:
    """The atlas, box by box."""
    found = []
    for rules, shape in BOXES.items():
        chart = charted(shape)
        if chart:
            head, codes = chart.head, int(np.count_nonzero(chart.tree.wins))
            found.append(
                Entry(rules, shape, codes, head.total, head.total / codes, head.worst, head.proved, head.bound)
            )
    return found


@lru_cache(maxsize=16)
def charted(shape: str) -> Charted | None:
    """The tree of a shape, if the atlas has one."""
    if shape not in shapes():
        return None
    data = read(shape)
    return Charted(head_of(data), tree_in(data))


def tree_in(data: bytes) -> Tree:
    """The tree of a file."""
    nodes = nodes_of(data)
    counts = np.frombuffer(nodes.children, dtype=np.uint8)
    marks = np.frombuffer(nodes.marks, dtype=np.uint8)
    guesses = np.array(nodes.guesses, dtype=np.int32)
    return Tree(guesses, marks, counts % PROVED, counts >= WINS, counts % WINS >= PROVED)


def file_of(tree: Tree, shape: str, bound: int) -> bytes:
    """The file of a tree; it is proved where its total is the bound."""
    broken = tree.histogram()
    total = sum(n * times for n, times in broken.items())
    head = Head(shape, total, max(broken), total == bound, bound)
    children = tree.children + np.uint8(WINS) * tree.wins + np.uint8(PROVED) * tree.proved
    return write(head, tree.guesses.astype("<u2").tobytes(), tree.marks.tobytes(), children.astype(np.uint8).tobytes())
