"""Follow a tree of the atlas, even if it is played with other colours or holes than the tree's own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations

from keypeg.atlas.atlas import Charted, charted
from keypeg.atlas.tree import Tree
from keypeg.core.marks import Marks
from keypeg.core.space import Space
from keypeg.deduce.mark_ids import id_of
from keypeg.deduce.placing import Placing
from keypeg.deduce.problem import Problem
from keypeg.deduce.suggestion import Basis, GuessValue, counted

Digits = tuple[int, ...]


def guide(problem: Problem, rows: Sequence[tuple[str, Marks]]) -> GuessValue[str] | None:
    """Return the tree's guess after these rows; None if they leave the tree, up to renaming of holes and colours."""
    place = _place(problem, rows)
    if place is None:
        return None
    tree = place.chart.tree
    digits, _ = _renamed(problem, place, place.node, place.names)
    proved = place.chart.head.proved or bool(tree.proved[place.node])
    guess = "".join(problem.pegs[digit] for digit in digits)
    return counted(guess, tree.below(place.node), Basis.PROVED if proved else Basis.EVALUATED)


def is_placeable(
    problem: Problem, rows: Sequence[tuple[str, Marks]], placing: Placing, placed: Sequence[str] | None = None
) -> bool:
    """Return True if the pegs suffice for every guess of the tree below these rows, which must be rows of the tree.

    `placed` are all guesses on the board, if there are others besides those of `rows`.
    """
    place = _place(problem, rows)
    if place is None:
        return False
    placed = [guess for guess, _ in rows] if placed is None else placed
    most = max(place.chart.tree.below(place.node))
    return placing.lasts(problem.guesses, placed, most) or placing.allows(
        problem.guesses, placed, _branch(problem, place)
    )


@dataclass(frozen=True, slots=True)
class _Place:
    """The node of a tree that rows have reached, and the renaming from its guesses to theirs."""

    chart: Charted
    node: int
    holes: Digits
    names: dict[int, int]


def _place(problem: Problem, rows: Sequence[tuple[str, Marks]]) -> _Place | None:
    chart = charted(problem.shape)
    if chart is None:
        return None
    tree = chart.tree
    reached = _node_after(tree, [id_of(marks, problem.holes) for _, marks in rows])
    if reached is None:
        return None
    path, node = reached
    theirs = [_digits(problem.guesses, tree.guesses[at]) for at in path]
    renaming = _renaming([tuple(map(problem.pegs.index, guess)) for guess, _ in rows], theirs)
    return None if renaming is None else _Place(chart, node, *renaming)


def _branch(problem: Problem, place: _Place) -> Iterator[tuple[int, str]]:
    """Yield the guesses of the subtree below a place in preorder, each with its depth."""
    tree = place.chart.tree
    todo = [(place.node, 0, place.names)]
    while todo:
        node, depth, names = todo.pop()
        digits, names = _renamed(problem, place, node, names)
        yield depth, "".join(problem.pegs[digit] for digit in digits)
        todo += [(child, depth + 1, names) for child in reversed(tree.children_of(node))]


def _renamed(problem: Problem, place: _Place, node: int, names: dict[int, int]) -> tuple[Digits, dict[int, int]]:
    """Translate a guess of the tree with these names; return it, and the names extended by its new colours."""
    return _rename(_digits(problem.guesses, place.chart.tree.guesses[node]), place.holes, names, problem.colours)


def _digits(space: Space, index: int) -> Digits:
    """Return the code at this index in palette order, as colours by hole."""
    left = list(range(len(space.pegs)))
    found = []
    for hole in range(space.holes):
        after = Space(space.holes - hole - 1, space.pegs[: len(left) - space.distinct], space.distinct)
        at, index = divmod(index, len(after))
        found.append(left.pop(at) if space.distinct else at)
    return tuple(found)


def _node_after(tree: Tree, marks: Sequence[int]) -> tuple[list[int], int] | None:
    """Follow these marks from the root. Return the nodes passed and the node reached; None if there is no such node."""
    path, node = [], 0
    for mark in marks:
        path.append(node)
        child = tree.child(node, mark)
        if child is None:
            return None
        node = child
    return path, node


def _renaming(ours: Sequence[Digits], theirs: Sequence[Digits]) -> tuple[Digits, dict[int, int]] | None:
    """Return a permutation of holes and a renaming of colours that turn the tree's guesses into those placed."""
    holes = len(ours[0]) if ours else 0
    for permutation in permutations(range(holes)):
        names: dict[int, int] = {}
        pairs = [
            (t[hole], o[place]) for o, t in zip(ours, theirs, strict=True) for place, hole in enumerate(permutation)
        ]
        if all(names.setdefault(t, o) == o for t, o in pairs) and len(set(names.values())) == len(names):
            return permutation, names
    return None


def _rename(guess: Digits, permutation: Digits, names: dict[int, int], colours: int) -> tuple[Digits, dict[int, int]]:
    """Translate the tree's guess for the player; colours not used yet become the first free ones."""
    free = iter([colour for colour in range(colours) if colour not in names.values()])
    placed = [guess[hole] for hole in permutation] if permutation else list(guess)
    full = dict(names)
    return tuple(full[colour] if colour in full else full.setdefault(colour, next(free)) for colour in placed), full
