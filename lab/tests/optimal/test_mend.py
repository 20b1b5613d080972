"""Mended trees: never worse, never deeper, and a total marked as proved is the least."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from keypeg.atlas import charted
from keypeg.atlas.atlas import file_of, tree_in
from keypeg.atlas.verify import verify_file
from keypeg.deduce.mark_ids import win_id
from keypeg.deduce.problem import Problem
from keypeg.errors import Conflict
from keypeg.solve import Position, Tree, grow_tree, start, strategy
from keypeg.solve.workers import Task, opens_at, workers_for
from keypeg_lab.build_atlas import build
from keypeg_lab.optimal import search_optimal
from keypeg_lab.optimal.checkpoint import Checkpoint
from keypeg_lab.optimal.mend import mend
from keypeg_lab.optimal.regrow import Attempt, regrow
from tests.solve.slow import make_problem


def nodes_of(problem: Problem, tree: Tree) -> Iterator[tuple[int, Position]]:
    """Yield every node with its position."""
    win, todo = win_id(problem.holes), [(0, start(problem))]
    while todo:
        node, here = todo.pop()
        yield node, here
        after = here.after(int(tree.guesses[node]))
        todo += zip(tree.children_of(node), (after[mark] for mark in sorted(after) if mark != win), strict=True)


def least_total(node: Position) -> int:
    """Return the least total for the codes of a position, by a search that does not use the atlas."""
    workers = workers_for(node.problem)
    with workers.buffers() as buffers:
        value, finished, _ = workers.search(buffers, Task(node.candidates, opens_at(node)))
    assert finished
    return value


@pytest.mark.parametrize(("shape", "total"), [("3x6d", 436), ("4x5", 2463), ("4x6c", 1435)])
@pytest.mark.parametrize("by", ["entropy", "consistent"])
def test_mending_any_tree_of_a_small_problem_makes_it_the_best(shape: str, total: int, by: str) -> None:
    problem = make_problem(shape)
    before = grow_tree(problem, strategy(by))
    tree = mend(problem, before)
    assert tree.worths[0][1] == total
    assert tree.worths[0][2] <= before.worths[0][2]
    assert all(tree.proved)
    verify_file(file_of(tree, shape, total))


def test_no_way_becomes_longer_for_a_lesser_total() -> None:
    # The least total of 4x6, 5625, takes six guesses for some code; within five it is 5626.
    problem = make_problem("4x6")
    tree = mend(problem, search_optimal(problem, within=5).tree)
    assert tree.worths[0] == (1296, 5626, 5)
    longer = [
        node
        for node in range(len(tree.guesses))
        if not tree.proved[node] and all(tree.proved[child] for child in tree.children_of(node))
    ]
    assert longer
    positions = dict(nodes_of(problem, tree))
    assert all(least_total(positions[node]) < tree.worths[node][1] for node in longer)


def test_branches_too_hard_to_search_are_left_as_they_were() -> None:
    problem = make_problem("4x6")
    before = grow_tree(problem, strategy("entropy"))
    tree = mend(problem, before, effort=40 * 40 * 1296)
    assert tree.guesses[0] == before.guesses[0]
    assert 5625 < tree.worths[0][1] < before.worths[0][1]
    assert not tree.proved[0]
    assert all(proved for proved, (codes, _, _) in zip(tree.proved, tree.worths, strict=True) if codes <= 10)


def test_a_checkpoint_spares_the_searches_and_gives_the_same_total(tmp_path: Path) -> None:
    problem, file = make_problem("4x6c"), tmp_path / "mended"
    before = grow_tree(problem, strategy("consistent"))
    first = mend(problem, before, Checkpoint("4x6c mended", file))
    lines = [json.loads(line) for line in file.read_text().splitlines()]
    again = mend(problem, before, Checkpoint("4x6c mended", file))
    assert first.worths[0][1] == again.worths[0][1] == 1435
    assert all(first.proved)
    assert all(again.proved)
    searched = [json.loads(line) for line in file.read_text().splitlines()][len(lines) :]
    assert all(exact for _, _, exact, _ in searched), "only what was replaced is searched again"
    assert len(searched) < len(lines) - 1


def test_building_from_a_tree_mends_it_and_keeps_its_bound() -> None:
    problem = make_problem("4x6d")
    tree = grow_tree(problem, strategy("consistent"))
    data = build(problem, begin=file_of(tree, "4x6d", 1400))
    assert verify_file(data).total == 1446
    assert tree_in(data).proved[0]
    with pytest.raises(Conflict):
        build(make_problem("4x6"), begin=data)


@pytest.mark.parametrize("shape", ["4x5", "4x6c"])
def test_a_branch_grown_anew_with_the_best_second_guess_is_the_best(shape: str) -> None:
    problem = make_problem(shape)
    before = grow_tree(problem, strategy("consistent"))
    positions = dict(nodes_of(problem, before))
    child = max(before.children_of(0), key=lambda at: before.worths[at][1] - least_total(positions[at]))
    least = least_total(positions[child])
    workers = workers_for(problem)
    with workers.buffers() as buffers:
        _, _, guess = workers.search(buffers, Task(positions[child].candidates, opens_at(positions[child])))
    tree = regrow(problem, before, Attempt(before.marks[child], guess, {40_000: 3}))
    assert before.worths[child][1] > least
    assert tree.worths[tree.child(0, before.marks[child]) or 0][1] == least
    assert tree.worths[0][1] == before.worths[0][1] - before.worths[child][1] + least
    assert any(tree.proved), "what is proved stays marked"
    verify_file(file_of(tree, shape, 1))


@pytest.mark.parametrize(("shape", "most", "many"), [("5x8c", 40, 40), ("5x8d", 80, 40)])
def test_totals_proved_in_the_atlas_are_the_least(shape: str, most: int, many: int) -> None:
    _check_proofs(shape, most, many)


@pytest.mark.long
@pytest.mark.parametrize("shape", ["5x8c", "5x8d", "5x8"])
def test_totals_proved_in_the_atlas_are_the_least_in_big_positions_too(shape: str) -> None:
    _check_proofs(shape, 400, 600)


def _check_proofs(shape: str, most: int, many: int) -> None:
    chart = charted(shape)
    assert chart
    tree, problem = chart.tree, make_problem(shape)
    marked = [chart.head.proved or proved for proved in tree.proved]
    small = [(node, here) for node, here in nodes_of(problem, tree) if 3 <= len(here.candidates) <= most]
    assert all(marked[node] for node, here in small if len(here.candidates) <= 12)
    proved = [(node, here) for node, here in small if marked[node]]
    for node, here in Random(5).sample(proved, min(many, len(proved))):
        assert tree.worths[node][1] == least_total(here)
