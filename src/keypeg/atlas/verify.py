"""Verify a tree by playing it against every code, with every guess marked by the rules.

This shares no code with the search that built the tree.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import accumulate, permutations, product

from keypeg.atlas.files import PROVED, WINS, head_of, nodes_of, read
from keypeg.core.marks import mark
from keypeg.errors import Conflict

PEGS = "ABCDEFGHIJKLMNOP"


@dataclass(frozen=True, slots=True)
class Verdict:
    """The result of playing a tree against every code. It agrees with the tree's file."""

    shape: str
    codes: int
    total: int
    worst: int
    histogram: dict[int, int]


def verify(shape: str) -> Verdict:
    """Play the tree of a shape against every code. Raise Conflict if anything differs from its file."""
    return verify_file(read(shape))


def verify_file(data: bytes) -> Verdict:
    """Play the tree in the content of a file against every code. Raise Conflict if anything differs."""
    head, nodes = head_of(data), nodes_of(data)
    codes, guesses = words_of(head.shape)
    below = [count % PROVED for count in nodes.children]
    first = [1 + end - own for end, own in zip(accumulate(below), below, strict=True)]
    visited, wins = set(), set()
    histogram: Counter[int] = Counter()
    for code in codes:
        node = 0
        for turn in range(1, 64):
            visited.add(node)
            guess = guesses[nodes.guesses[node]]
            if guess == code:
                wins.add(node)
                histogram[turn] += 1
                break
            marks = mark(code, guess)
            identity = len(code) * (marks.exact + marks.near) + marks.exact
            children = [at for at in range(first[node], first[node] + below[node]) if nodes.marks[at] == identity]
            if len(children) != 1:
                raise Conflict("tree-lost", shape=head.shape, code=code, turn=turn)
            node = children[0]
        else:
            raise Conflict("tree-lost", shape=head.shape, code=code, turn=turn)
    total = sum(turn * times for turn, times in histogram.items())
    worst = max(histogram)
    says_win = {at for at, count in enumerate(nodes.children) if count >= WINS}
    if (total, worst) != (head.total, head.worst) or len(visited) != len(nodes.guesses) or wins != says_win:
        raise Conflict(
            "tree-differs", shape=head.shape, total=total, worst=worst, said=head.total, said_worst=head.worst
        )
    if head.bound > total or head.proved != (head.bound == total):
        raise Conflict(
            "tree-differs", shape=head.shape, total=total, worst=worst, said=head.bound, said_worst=head.worst
        )
    return Verdict(head.shape, len(codes), total, worst, dict(sorted(histogram.items())))


def words_of(shape: str) -> tuple[list[str], list[str]]:
    """Return all codes and all guesses of a shape, in palette order."""
    holes, rest = shape.split("x")
    kind = rest[-1] if rest[-1] in "cd" else ""
    pegs = PEGS[: int(rest.removesuffix(kind))]
    free = ["".join(word) for word in product(pegs, repeat=int(holes))]
    distinct = ["".join(word) for word in permutations(pegs, int(holes))]
    return distinct if kind else free, distinct if kind == "d" else free
