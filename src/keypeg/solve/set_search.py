"""Search one position within a node budget, so that the same question gets the same answer on every machine.

This is the evaluator's only access to the search. Nothing but buffers is kept between calls.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from keypeg.deduce.problem import Problem
from keypeg.deduce.suggestion import Basis, GuessValue
from keypeg.solve._kernels.stack import NEVER, NODES
from keypeg.solve.evaluate import grown_branch
from keypeg.solve.optimal.workers import Task, Workers, opens_at, workers_for
from keypeg.solve.position import Position
from keypeg.solve.strategy import ENTROPY_BONUS
from keypeg.solve.trees import Branch


@dataclass(frozen=True, slots=True)
class Searched:
    """A search's result: whether it finished, the value (None if it is not below the limit), and the nodes opened."""

    ended: bool
    best: GuessValue[int] | None
    nodes: int


@lru_cache(maxsize=2)
def _workers(problem: Problem) -> Workers:
    return workers_for(problem)


def search_set(node: Position, limit: int | None, nodes: int) -> Searched | None:
    """Search for the least total below `limit` within `nodes` nodes. Return None if there are too many codes."""
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
    worst = int(branch[2].max()) + 1
    return Searched(True, GuessValue(guess, len(node.candidates), value, worst, Basis.PROVED), opened)


def best_branch(node: Position, nodes: int) -> Branch | None:
    """Return the nodes of an optimal tree in preorder, or None if no search within `nodes` nodes finds one."""
    workers = _workers(node.problem)
    if not nodes or len(node.candidates) > workers.rows:
        return None
    with workers.buffers() as buffers:
        buffers.memo.kinds[:] = 0
        if not workers.search(buffers, Task(node.candidates, opens_at(node), budget=nodes))[1]:
            return None
        return workers.tree_below(buffers, node.candidates)


def play_out(node: Position) -> GuessValue[int]:
    """Play out a good strategy over every code."""
    guesses, _, depths, wins = grown_branch(node, ENTROPY_BONUS)
    total, worst = int(((depths + 1) * wins).sum()), int(depths.max()) + 1
    return GuessValue(int(guesses[0]), len(node.candidates), total, worst, Basis.EVALUATED)
