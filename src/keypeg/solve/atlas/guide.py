"""Following a tree of the atlas, also when somebody plays it with other colours or holes than the tree has."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations

from keypeg.core.marks import Marks
from keypeg.solve.atlas.atlas import charted
from keypeg.solve.layout import digits_of, id_of, layout_of
from keypeg.solve.problem import Problem
from keypeg.solve.tree import Tree

Digits = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Advice:
    """What the atlas says: a guess, how many codes are broken by the n-th guess from here, and whether that is best."""

    guess: str
    broken: dict[int, int]
    proved: bool


def guide(problem: Problem, rows: Sequence[tuple[str, Marks]]) -> Advice | None:
    """The tree's advice after these rows, if they follow the tree up to the names of holes and colours."""
    chart = charted(problem.shape)
    if chart is None:
        return None
    tree, digits = chart.tree, layout_of(problem.guesses).digits
    node = _node_after(tree, [id_of(marks, problem.holes) for _, marks in rows])
    if node is None:
        return None
    path, next_node = node
    theirs = [tuple(digits[tree.guesses[at]].tolist()) for at in path]
    renaming = _renaming([digits_of(guess, problem.pegs) for guess, _ in rows], theirs)
    if renaming is None:
        return None
    wanted = tuple(digits[tree.guesses[next_node]].tolist())
    guess = _rename(wanted, *renaming, problem.colours)
    proved = chart.head.proved or bool(tree.proved[next_node])
    return Advice("".join(problem.pegs[d] for d in guess), tree.below(next_node), proved)


def _node_after(tree: Tree, marks: Sequence[int]) -> tuple[list[int], int] | None:
    """The nodes passed, and the node reached, by these marks from the top."""
    path, node = [], 0
    for mark in marks:
        path.append(node)
        child = tree.child(node, mark)
        if child is None:
            return None
        node = child
    return path, node


def _renaming(ours: Sequence[Digits], theirs: Sequence[Digits]) -> tuple[Digits, dict[int, int]] | None:
    """A permutation of holes and names of colours that turn the tree's guesses into those placed, if there are any."""
    holes = len(ours[0]) if ours else 0
    for permutation in permutations(range(holes)):
        names: dict[int, int] = {}
        pairs = [
            (t[hole], o[place]) for o, t in zip(ours, theirs, strict=True) for place, hole in enumerate(permutation)
        ]
        if all(names.setdefault(t, o) == o for t, o in pairs) and len(set(names.values())) == len(names):
            return permutation, names
    return None


def _rename(guess: Digits, permutation: Digits, names: dict[int, int], colours: int) -> Digits:
    """The tree's guess in the holes and colours of the player; colours not yet seen become the least that are free."""
    free = iter([colour for colour in range(colours) if colour not in names.values()])
    placed = [guess[hole] for hole in permutation] if permutation else list(guess)
    full = dict(names)
    return tuple(full[colour] if colour in full else full.setdefault(colour, next(free)) for colour in placed)
