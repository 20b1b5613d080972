"""The search that bounds what a race can gain, against every tree of small games."""

from __future__ import annotations

from functools import cache

import pytest

from bench._best_tree import BestTree
from bench.race_bounds import best_if_known, best_reply, points_lost
from keypeg import Marks, mark, rules
from keypeg.core.space import Space
from keypeg.deduce.problem import Problem, problem_of
from keypeg.solve._kernels.stack import NEVER
from keypeg.solve.position import start
from keypeg.solve.race import best_in_race

GAMES = (
    problem_of(rules("2x5")),
    problem_of(rules("3x3")),
    problem_of(rules("3x4d")),
    Problem(Space(3, "ROYG", distinct=True), Space(3, "ROYG")),
)
COSTS = ([1, 2, 3, 4, 5, 6], [0, 1, 2], [0, 0, 1, 2], [0, 0, 0, 1, 2], [1, 9, 40, 60, 61], [5, 6, 30, 31])


@cache
def _least(codes: tuple[str, ...], guesses: tuple[str, ...], costs: tuple[int, ...]) -> int:
    """Return the least cost of these codes over all trees; the last cost also applies to codes never broken."""
    if len(costs) == 1 or not codes:
        return costs[0] * len(codes)
    return min(_cost(codes, guess, guesses, costs) for guess in guesses)


def _cost(codes: tuple[str, ...], guess: str, guesses: tuple[str, ...], costs: tuple[int, ...]) -> int:
    cells: dict[Marks, list[str]] = {}
    for code in codes:
        cells.setdefault(mark(code, guess), []).append(code)
    hit = cells.pop(Marks(len(guess), 0), [])
    return costs[0] * len(hit) + sum(_least(tuple(cell), guesses, costs[1:]) for cell in cells.values())


@pytest.mark.parametrize("problem", GAMES)
@pytest.mark.parametrize("costs", COSTS)
def test_no_tree_costs_less_and_the_one_found_costs_that(problem: Problem, costs: list[int]) -> None:
    search = BestTree(problem, costs)
    least = search.run()
    assert least == _least(tuple(problem.codes), tuple(problem.guesses), tuple(costs))
    turns = search.turns()
    assert sum(turns.values()) == len(problem.codes)
    assert sum(costs[turn - 1] * times for turn, times in turns.items()) == least


def test_half_points_are_lost_by_draws_and_whole_ones_by_breaking_later() -> None:
    assert points_lost({2: 3, 3: 1}) == [0, 3, 7, 8]


def test_the_tree_with_the_fewest_rows_of_4x6_is_beaten_and_the_one_that_beats_it_is_not() -> None:
    problem = problem_of(rules("4x6"))
    fewest = {1: 1, 2: 8, 3: 91, 4: 652, 5: 537, 6: 7}
    reply, share = best_reply(problem, fewest, "the fewest rows")
    assert share > 0.5
    assert best_reply(problem, reply, "that tree")[1] == 0.5
    assert sum(best_if_known(problem, fewest, turn) for turn in fewest) > share


@pytest.mark.parametrize("turn", [4, 5])
def test_a_race_in_a_small_game_is_played_as_well_as_can_be_from_the_second_row_on(turn: int) -> None:
    problem = problem_of(rules("challenge+beginner"))
    costs = points_lost({turn: 1})
    search = BestTree(problem, costs, rows=len(problem.codes))
    top = start(problem)
    for cell in top.after(top.guesses.index("RROY")).values():
        n = len(cell.candidates)
        least, _ = search.search(cell.candidates, search.every, 2, NEVER)
        assert best_in_race(cell, tuple(1 - cost / 2 for cost in costs[1:-1]))[1] == pytest.approx(n - least / 2)
