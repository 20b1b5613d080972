"""Check that a strategy of your own keeps the contract of `Strategy`."""

from __future__ import annotations

from keypeg.core.marks import mark
from keypeg.core.space import Space
from keypeg.deduce.mark_ids import id_of
from keypeg.deduce.problem import Problem
from keypeg.solve.evaluate import grow_tree
from keypeg.solve.layout import layout_of
from keypeg.solve.position import Position, start
from keypeg.solve.strategy import Strategy

PROBLEMS = (
    Problem(Space(2, "ROY"), Space(2, "ROY")),
    Problem(Space(3, "ROYG"), Space(3, "ROYG")),
    Problem(Space(3, "ROYGB", True), Space(3, "ROYGB", True)),
    Problem(Space(3, "ROYGB", True), Space(3, "ROYGB")),
    Problem(Space(3, "RO."), Space(3, "RO.")),
    Problem(Space(1, "ROYG"), Space(1, "ROYG")),
)
"""Small problems of every kind: free, distinct, distinct codes with free guesses, with a blank, with a single hole."""


def check(strategy: Strategy) -> None:
    """Raise AssertionError with the reason if the strategy breaks its contract on some problem."""
    assert isinstance(strategy, Strategy), "it needs a name and a method choose(position)"
    assert strategy.name == strategy.name.lower().replace(" ", "-"), "a name is lower case without spaces"
    for problem in PROBLEMS:
        _answers_every_position(strategy, problem)
        _breaks_every_code(strategy, problem)


def _answers_every_position(strategy: Strategy, problem: Problem) -> None:
    """Check that every position gets one guess, which is legal and makes progress."""
    todo = [start(problem)]
    while todo:
        node = todo.pop()
        guess = strategy.choose(node)
        where = f"{strategy.name} in {problem.shape} after {_text(node)}"
        assert isinstance(guess, int), f"{where}: a guess is an index, not {guess!r}"
        assert 0 <= guess < len(problem.guesses), f"{where}: there is no guess {guess}"
        assert guess == strategy.choose(Position(problem, node.rows, node.candidates.copy())), f"{where}: it wavers"
        after = node.after(guess)
        win = id_of(mark("R" * problem.holes, "R" * problem.holes), problem.holes)
        assert len(after) > 1 or win in after, f"{where}: {node.guesses.text(guess)} tells nothing"
        todo += [below for identity, below in after.items() if identity != win]


def _breaks_every_code(strategy: Strategy, problem: Problem) -> None:
    """Check that the strategy's tree, played by the rules, breaks every code as its histogram says."""
    tree = grow_tree(problem, strategy)
    guesses = layout_of(problem.guesses)
    turns: dict[int, int] = {}
    for index in range(len(problem.codes)):
        code = layout_of(problem.codes).text(index)
        node, turn = 0, 1
        while (guess := guesses.text(int(tree.guesses[node]))) != code:
            child = tree.child(node, id_of(mark(code, guess), problem.holes))
            assert child is not None, f"{strategy.name} in {problem.shape} is lost with {code}"
            node, turn = child, turn + 1
        turns[turn] = turns.get(turn, 0) + 1
    assert turns == tree.histogram(), f"{strategy.name} in {problem.shape}: its histogram is not what it plays"


def _text(node: Position) -> str:
    return " ".join(f"{node.guesses.text(guess)}:{identity}" for guess, identity in node.rows) or "no rows"
