"""The engine: evaluate positions and suggest guesses. Kernels are loaded on first use."""

from keypeg.atlas import Entry, Verdict, entries, verify
from keypeg.atlas.tree import Tree
from keypeg.deduce.evaluation import Evaluation
from keypeg.deduce.placing import Placing, placing_of
from keypeg.deduce.problem import Problem, problem_of
from keypeg.deduce.suggestion import Basis, GuessWorth, Option, Suggestion
from keypeg.solve.compiled import warm
from keypeg.solve.evaluate import evaluate, grow_tree
from keypeg.solve.named_strategy import strength
from keypeg.solve.position import Position, position, start
from keypeg.solve.strategy import STRATEGIES, Join, Scored, Strategy, Weighted, strategy
from keypeg.solve.suggest import suggest, worth

__all__ = [
    "STRATEGIES",
    "Basis",
    "Entry",
    "Evaluation",
    "GuessWorth",
    "Join",
    "Option",
    "Placing",
    "Position",
    "Problem",
    "Scored",
    "Strategy",
    "Suggestion",
    "Tree",
    "Verdict",
    "Weighted",
    "entries",
    "evaluate",
    "grow_tree",
    "placing_of",
    "position",
    "problem_of",
    "start",
    "strategy",
    "strength",
    "suggest",
    "verify",
    "warm",
    "worth",
]
