"""Strategies: golden totals, and agreement with the obvious version in small games."""

from __future__ import annotations

import numpy as np
import pytest

from keypeg.errors import Illegal, Unknown
from keypeg.solve import STRATEGIES, Scored, evaluate, start, strategy
from keypeg.solve.conformance import check
from keypeg.solve.evaluate import (
    branch_below,
    branch_by_asking,
    grow_by_asking,
    grow_in_kernels,
    rating_of,
    summary,
)
from keypeg.solve.strategy import ENTROPY_BONUS, Cells, Consistent, Weighted
from tests.solve.slow import SCORES, Slow, make_problem


@pytest.mark.parametrize(
    ("name", "total", "worst"),
    [
        ("consistent", 7471, 9),
        ("minimax", 5801, 5),
        ("minimax-sorted", 5778, 5),
        ("expected-size", 5696, 6),
        ("entropy", 5722, 6),
        ("entropy-bonus", 5719, 6),
        ("most-parts", 5668, 6),
    ],
)
def test_totals_of_4x6(name: str, total: int, worst: int) -> None:
    found = evaluate(make_problem("4x6"), strategy(name))
    assert (found.codes, found.total, found.worst) == (1296, total, worst)
    assert found.mean == total / 1296
    assert not found.proved


@pytest.mark.parametrize(("name", "total"), [("entropy", 34705), ("entropy-bonus", 34652), ("most-parts", 34974)])
def test_totals_of_5x8d(name: str, total: int) -> None:
    assert evaluate(make_problem("5x8d"), strategy(name)).total == total


@pytest.mark.parametrize("shape", ["2x4", "3x4", "3x5d", "3x4c", "4x3", "4x4c", "6x2", "8x2"])
@pytest.mark.parametrize("name", sorted(SCORES))
def test_a_tree_is_the_obvious_one_with_kernels_and_without(shape: str, name: str) -> None:
    problem, chosen = make_problem(shape), strategy(name)
    assert isinstance(chosen, Weighted | Consistent)
    trees = grow_in_kernels(problem, chosen), grow_by_asking(start(problem), chosen)
    totals = {summary(tree, name, seconds=0).total for tree in trees}
    assert totals == {Slow(problem).total(SCORES[name])}


@pytest.mark.long
@pytest.mark.parametrize("shape", ["4x5", "4x6c", "5x6d", "4x7d"])
@pytest.mark.parametrize("name", sorted(SCORES))
def test_so_it_is_where_nodes_are_big(shape: str, name: str) -> None:
    problem = make_problem(shape)
    assert evaluate(problem, strategy(name)).total == Slow(problem).total(SCORES[name])


@pytest.mark.parametrize("name", sorted(STRATEGIES))
def test_asking_node_by_node_gives_the_tree_of_the_kernels(name: str) -> None:
    chosen = strategy(name)
    assert isinstance(chosen, Weighted | Consistent)
    for shape in ("4x4", "3x6d", "4x4c", "4x6"):
        problem = make_problem(shape)
        asked, grown = grow_by_asking(start(problem), chosen), grow_in_kernels(problem, chosen)
        assert (asked.guesses, asked.marks, asked.wins) == (grown.guesses, grown.marks, grown.wins)


def test_branches_below_a_row_are_the_same_too() -> None:
    for cell in start(make_problem("4x5")).after(7).values():
        asked = branch_by_asking(cell, ENTROPY_BONUS)
        grown = branch_below(cell, rating_of(ENTROPY_BONUS, len(cell.candidates)))
        assert all(np.array_equal(one, other) for one, other in zip(asked, grown, strict=True)), cell.rows


@pytest.mark.parametrize("name", sorted(STRATEGIES))
def test_every_strategy_keeps_the_contract(name: str) -> None:
    check(strategy(name))


class FewestAlone(Scored):
    """A strategy as a user might write it: avoid large cells, by the sum of their cubes."""

    name = "cubes"

    def score(self, cells: Cells) -> Cells:
        return np.asarray((cells**3).sum(axis=1))


def test_a_strategy_of_ones_own_keeps_the_contract_and_is_evaluated() -> None:
    check(FewestAlone())
    found = evaluate(make_problem("3x5"), FewestAlone())
    assert (found.by, found.codes) == ("cubes", 125)


def test_a_strategy_that_stands_still_is_stopped() -> None:
    class Stubborn:
        name = "stubborn"

        def choose(self, position: object) -> int:  # noqa: ARG002
            return 0

    with pytest.raises(Illegal) as caught:
        evaluate(make_problem("3x4"), Stubborn())
    assert caught.value.slug == "strategy-stuck"
    with pytest.raises(AssertionError, match="tells nothing"):
        check(Stubborn())


def test_progress_ends_with_all_codes() -> None:
    told: list[tuple[int, int]] = []
    evaluate(make_problem("4x4"), strategy("entropy"), progress=lambda done, codes: told.append((done, codes)))
    assert told[-1] == (256, 256) or told[-1] == (255, 256)


def test_an_unknown_strategy_is_refused_by_name() -> None:
    with pytest.raises(Unknown) as caught:
        strategy("luck")
    assert caught.value.slug == "strategy-unknown"


def test_a_space_too_large_is_refused() -> None:
    with pytest.raises(Illegal) as caught:
        evaluate(make_problem("7x9"), strategy("entropy"))
    assert caught.value.slug == "space-too-large"
