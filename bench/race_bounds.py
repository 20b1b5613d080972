"""Compute how much a race can gain at most, by a search of all trees: `python bench/race_bounds.py [RULES [TURN…]]`.

The other seat plays the tree with the fewest rows. The script first prints the best tree against it for a player who
does not look at the other's rows, and whether any tree beats that one. Then it prints, for each turn in which the other
breaks, the best tree for a player who knows that turn: nothing gains more against this opponent. If turns are given, it
prints only the trees for these.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from time import process_time

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench._best_tree import BestTree
from keypeg import rules
from keypeg.atlas.guide import guide
from keypeg.deduce.problem import Problem, problem_of

LONGEST = 12
"""More rows than any of these trees needs."""


def main() -> None:
    """Print the best replies to the tree with the fewest rows."""
    problem = problem_of(rules(sys.argv[1] if len(sys.argv) > 1 else "4x10d"))
    usual = fewest_rows(problem)
    print(f"fewest rows: {usual}, {sum(turn * times for turn, times in usual.items()):,} in all")
    if not sys.argv[2:]:
        reply, _ = best_reply(problem, usual, "the fewest rows")
        best_reply(problem, reply, "that tree")
    shares = [best_if_known(problem, usual, turn) for turn in map(int, sys.argv[2:] or usual)]
    if not sys.argv[2:]:
        print(f"knowing the turn: {sum(shares):.4%} of points")


def fewest_rows(problem: Problem) -> dict[int, int]:
    """Count the codes by the turn in which a tree with the fewest rows breaks them."""
    charted = guide(problem, [])
    if charted:
        return dict(sorted(charted.broken.items()))
    search = BestTree(problem, list(range(1, LONGEST)))
    search.run()
    return search.turns()


def best_reply(problem: Problem, theirs: Mapping[int, int], name: str) -> tuple[dict[int, int], float]:
    """Print and return the best tree against a tree, as codes by turn, and the share of points that it wins."""
    codes, began = len(problem.codes), process_time()
    search = BestTree(problem, points_lost(theirs))
    share = 1 - search.run() / (2 * codes * codes)
    turns = search.turns()
    mine = {turn or max(theirs) + 1: times for turn, times in turns.items()}
    print(
        f"against {name}: {share:.4%} of points at most, by {turns}, "
        f"{sum(turn * times for turn, times in mine.items()):,} rows; {process_time() - began:.1f} s of a core",
        flush=True,
    )
    return mine, share


def best_if_known(problem: Problem, theirs: Mapping[int, int], turn: int) -> float:
    """Print the points of the best tree if the other breaks in this turn; return them weighted by how often it does."""
    codes, began = len(problem.codes), process_time()
    costs = points_lost({turn: 1})
    search = BestTree(problem, costs)
    share = 1 - search.run() / (2 * codes)
    usual = 1 - sum(times * costs[min(mine, turn + 1) - 1] for mine, times in theirs.items()) / (2 * codes)
    print(
        f"against turn {turn}: {share:.4%} of points at most, by {search.turns()}, {usual:.4%} by the fewest rows; "
        f"{process_time() - began:.1f} s of a core",
        flush=True,
    )
    return share * theirs[turn] / codes


def points_lost(theirs: Mapping[int, int]) -> list[int]:
    """Return, by turn, how many half points are lost by breaking then, summed over the other's codes."""
    last = max(theirs) + 1
    return [
        sum(times * (2 if turn < mine else turn == mine) for turn, times in theirs.items())
        for mine in range(1, last + 1)
    ]


if __name__ == "__main__":
    main()
