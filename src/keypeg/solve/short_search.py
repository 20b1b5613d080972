"""Search a position briefly with kernels: prove its best guess, or play a strategy out."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from keypeg.deduce.problem import Problem
from keypeg.solve.evaluate import branch_below, choose_in_kernel, rating_of
from keypeg.solve.optimal.workers import Task, Workers, workers_for
from keypeg.solve.position import Position
from keypeg.solve.small_sets import Found
from keypeg.solve.strategy import Weighted
from keypeg.solve.trees import tree_of

PROVE = 40
"""The most candidates for which a proof is tried."""

NODES = 60
"""Positions that the proof may open."""

PLAY = 40_000_000
"""The most candidates times guesses for which a strategy is played out."""


@lru_cache(maxsize=2)
def _workers(problem: Problem) -> Workers:
    return workers_for(problem, rows=PROVE)


def prove(node: Position) -> Found | None:
    """Return the proved best guess if a short search finds it."""
    if len(node.candidates) > PROVE:
        return None
    workers = _workers(node.problem)
    with workers.buffers() as buffers:
        every = np.ones(len(node.guesses), dtype=np.uint8)
        _, finished, guess = workers.search(buffers, Task(node.candidates, every, budget=NODES))
        if not finished:
            return None
        guesses, marks, depths, wins = workers.tree_below(buffers, node.candidates)
    tree = tree_of(guesses, marks.astype(np.uint8), depths, wins.astype(np.bool_))
    return Found(guess, tree.histogram())


def play_out(node: Position, strategy: Weighted) -> Found:
    """Return a strategy's guess, with the histogram of its tree if that is quick."""
    rating = rating_of(strategy, len(node.candidates))
    if len(node.candidates) * len(node.guesses) > PLAY:
        return Found(choose_in_kernel(node, rating), None)
    guesses, marks, depths, wins = branch_below(node, rating)
    tree = tree_of(guesses, marks.astype(np.uint8), depths, wins.astype(np.bool_))
    return Found(int(guesses[0]), tree.histogram())
