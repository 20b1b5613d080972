"""What kernels can say of a position within a blink: its value proved, or a strategy played out."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from keypeg.deduce.problem import Problem
from keypeg.solve.evaluate import branch_below, choose_in_kernel, rating_of
from keypeg.solve.optimal.workers import UNLIMITED, Task, Workers, workers_for
from keypeg.solve.position import Position
from keypeg.solve.small_sets import Found
from keypeg.solve.strategy import Weighted
from keypeg.solve.trees import tree_of

PROVE = 40
"""Candidates up to which a proof is tried."""

NODES = 60
"""Positions that the proof may open."""

PLAY = 40_000_000
"""Candidates times guesses up to which a strategy is played out."""


@lru_cache(maxsize=2)
def _workers(problem: Problem) -> Workers:
    return workers_for(problem, rows=PROVE)


def prove(node: Position) -> Found | None:
    """The best guess, proved, if a short search finds it."""
    if len(node.candidates) > PROVE:
        return None
    workers = _workers(node.problem)
    with workers.room() as room:
        every = np.ones(len(node.guesses), dtype=np.uint8)
        _, finished, guess = workers.search(room, Task(node.candidates, every, budget=NODES))
        if not finished:
            return None
        guesses, marks, depths, wins = workers.tree_below(room, node.candidates, UNLIMITED)
    tree = tree_of(guesses, marks.astype(np.uint8), depths, wins.astype(np.bool_))
    return Found(guess, tree.histogram())


def play_out(node: Position, strategy: Weighted) -> Found:
    """A strategy's guess, and what its tree comes to where that is quick."""
    rating = rating_of(strategy, len(node.candidates))
    if len(node.candidates) * len(node.guesses) > PLAY:
        return Found(choose_in_kernel(node, rating), None)
    guesses, marks, depths, wins = branch_below(node, rating)
    tree = tree_of(guesses, marks.astype(np.uint8), depths, wins.astype(np.bool_))
    return Found(int(guesses[0]), tree.histogram())
