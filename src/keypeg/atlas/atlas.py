"""The atlas: the best known tree for every box, stored by shape, so boxes that differ only in letters share a tree."""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from functools import lru_cache

from keypeg.atlas.files import PROVED, WINS, Head, head_of, nodes_of, read, shapes, write
from keypeg.atlas.tree import Tree

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
    "5x9d": "5x9d",
}
"""The rules that the atlas lists, with their shapes. It also serves other rules of the same shapes."""


@dataclass(frozen=True, slots=True)
class Entry:
    """The summary of a tree, as the atlas lists it."""

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
    """A tree of the atlas with the head of its file."""

    head: Head
    tree: Tree


def entries() -> list[Entry]:
    """List the atlas, box by box."""
    found = []
    for rules, shape in BOXES.items():
        chart = charted(shape)
        if chart:
            head, codes = chart.head, chart.tree.wins.count(1)
            found.append(
                Entry(rules, shape, codes, head.total, head.total / codes, head.worst, head.proved, head.bound)
            )
    return found


@lru_cache(maxsize=16)
def charted(shape: str) -> Charted | None:
    """Return the tree of a shape, if the atlas has one."""
    if shape not in shapes():
        return None
    data = read(shape)
    return Charted(head_of(data), tree_in(data))


def tree_in(data: bytes) -> Tree:
    """Read a tree from the content of a file."""
    nodes = nodes_of(data)
    every = range(256)
    return Tree(
        array("i", nodes.guesses),
        nodes.marks,
        nodes.children.translate(bytes(count % PROVED for count in every)),
        nodes.children.translate(bytes(count >= WINS for count in every)),
        nodes.children.translate(bytes(count % WINS >= PROVED for count in every)),
    )


def file_of(tree: Tree, shape: str, bound: int) -> bytes:
    """Return the content of a tree's file. The tree is proved if its total equals the bound."""
    broken = tree.histogram()
    total = sum(n * times for n, times in broken.items())
    head = Head(shape, total, max(broken), total == bound, bound)
    nodes = zip(tree.children, tree.wins, tree.proved, strict=True)
    children = bytes(count + WINS * win + PROVED * proved for count, win, proved in nodes)
    return write(head, b"".join(guess.to_bytes(2, "little") for guess in tree.guesses), tree.marks, children)
