"""Evaluate a strategy by name, as `keypeg strategy` does."""

from __future__ import annotations

from time import perf_counter

from keypeg.atlas import charted
from keypeg.deduce.evaluation import Evaluation
from keypeg.deduce.problem import EXACT_LIMIT, Problem
from keypeg.errors import Illegal
from keypeg.moved import in_lab
from keypeg.solve.evaluate import Progress, evaluate, summary
from keypeg.solve.position import start
from keypeg.solve.position_value import nodes_for
from keypeg.solve.strategy import STRATEGIES, strategy
from keypeg.solve.trees import tree_of

OPTIMAL = "optimal"

NAMES = (*STRATEGIES, OPTIMAL)
"""The names of all strategies."""


def strength(problem: Problem, by: str, *, progress: Progress | None = None) -> Evaluation:
    """Return the strength of a strategy over every code.

    `optimal` is the atlas's tree if that is proved, or found by a search as long as one for a suggestion. Raise Unknown
    if that is too short: keypeg-lab searches on.
    """
    if by != OPTIMAL:
        return evaluate(problem, strategy(by), progress=progress)
    found = proved_in_atlas(problem) or _searched(problem)
    if found is None:
        raise in_lab("keypeg-lab strategy RULES --by optimal")
    return found


def proved_in_atlas(problem: Problem) -> Evaluation | None:
    """Return the evaluation of the atlas's tree, or None if it has none that is proved."""
    began = perf_counter()
    chart = charted(problem.shape)
    if chart is None or not chart.head.proved:
        return None
    return summary(chart.tree, OPTIMAL, seconds=perf_counter() - began, proved=True)


def _searched(problem: Problem) -> Evaluation | None:
    from keypeg.solve.set_search import best_branch

    began = perf_counter()
    if not problem.is_exact:
        raise Illegal("space-too-large", codes=len(problem.codes), most=EXACT_LIMIT)
    top = start(problem)
    branch = best_branch(top, nodes_for(top))
    if branch is None:
        return None
    guesses, marks, depths, wins = branch
    tree = tree_of(guesses, marks.astype("u1"), depths, wins.astype("?"))
    return summary(tree, OPTIMAL, seconds=perf_counter() - began, proved=True)
