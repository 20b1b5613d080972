"""Search one position with a budget of nodes, so that the same question has the same answer on every machine.

This is all that the evaluator knows of the search. Nothing is kept between two calls but buffers.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from keypeg.deduce.problem import Problem
from keypeg.solve._kernels.stack import NEVER, NODES
from keypeg.solve.evaluate import grown_branch
from keypeg.solve.optimal.workers import Task, Workers, opens_at, workers_for
from keypeg.solve.position import Position
from keypeg.solve.strategy import ENTROPY_BONUS
from keypeg.solve.trees import Branch


@dataclass(frozen=True, slots=True)
class Line:
    """A way to go on: a first guess (an index), the guesses for all codes together, and the most for one."""

    guess: int
    total: int
    worst: int


@dataclass(frozen=True, slots=True)
class Searched:
    """Whether the search ended, what it found (None if nothing is less than its limit), and the nodes it opened."""

    ended: bool
    best: Line | None
    nodes: int


@lru_cache(maxsize=2)
def _workers(problem: Problem) -> Workers:
    return workers_for(problem)


def search_set(node: Position, limit: int | None, nodes: int) -> Searched | None:
    """Look for the least total below `limit`, opening at most this many nodes; None if there are too many codes."""
    workers = _workers(node.problem)
    if len(node.candidates) > workers.rows:
        return None
    task = Task(node.candidates, opens_at(node), limit=NEVER if limit is None else limit, budget=nodes)
    with workers.buffers() as buffers:
        buffers.memo.kinds[:] = 0
        value, ended, guess = workers.search(buffers, task)
        opened = int(buffers.stack.control[NODES])
        if not ended or value >= task.limit:
            return Searched(ended, None, opened)
        branch = workers.tree_below(buffers, node.candidates)
    return Searched(True, Line(guess, value, int(branch[2].max()) + 1), opened)


def best_branch(node: Position, nodes: int) -> Branch | None:
    """Return the nodes of an optimal tree in preorder, if a search of this size finds it."""
    workers = _workers(node.problem)
    if not nodes or len(node.candidates) > workers.rows:
        return None
    with workers.buffers() as buffers:
        buffers.memo.kinds[:] = 0
        if not workers.search(buffers, Task(node.candidates, opens_at(node), budget=nodes))[1]:
            return None
        return workers.tree_below(buffers, node.candidates)


def play_out(node: Position) -> Line:
    """Play a good strategy out, over every code."""
    guesses, _, depths, wins = grown_branch(node, ENTROPY_BONUS)
    return Line(int(guesses[0]), int(((depths + 1) * wins).sum()), int(depths.max()) + 1)
