"""Optimal totals: the ladder, every tree by brute force in tiny games, caps, checkpoints."""

from __future__ import annotations

import gc
import json
import subprocess
import sys
from pathlib import Path

import pytest

from keypeg.atlas.atlas import file_of
from keypeg.atlas.verify import verify_file
from keypeg.errors import Conflict, Illegal, Malformed
from keypeg.solve import STRATEGIES, evaluate, grow_tree
from keypeg.solve.workers import UNLIMITED, Beam, Workers, workers_for
from keypeg_lab.optimal import Status, search_optimal
from keypeg_lab.optimal.beam import estimates, widths
from keypeg_lab.optimal.beam_search import search_beam
from keypeg_lab.optimal.bound import lower_bound
from keypeg_lab.optimal.checkpoint import Checkpoint
from keypeg_lab.optimal.crew import Threads
from keypeg_lab.optimal.graft import graft
from keypeg_lab.optimal.search import Search
from keypeg_lab.optimal.second_guess import Trial
from tests.solve.slow import Slow, make_problem


@pytest.mark.parametrize(
    ("shape", "within", "total"),
    [
        ("3x6d", None, 436),
        ("4x6d", None, 1446),
        ("4x6c", None, 1435),
        ("4x5", None, 2463),
        ("4x6", None, 5625),
        ("4x6", 5, 5626),
        ("4x8d", None, 7817),
        pytest.param("4x8c", None, 7797, marks=pytest.mark.long),
        pytest.param("4x10d", None, 26274, marks=pytest.mark.long),
    ],
)
def test_the_ladder(shape: str, within: int | None, total: int) -> None:
    found = search_optimal(make_problem(shape), within=within)
    assert found.evaluation.total == total
    assert found.evaluation.proved
    assert within is None or found.evaluation.worst <= within
    assert verify_file(file_of(found.tree, shape, total)).total == total


@pytest.mark.parametrize(
    "shape", ["1x1", "3x1", "1x4", "2x2d", "2x2", "2x3", "2x4d", "2x4c", "3x2", "3x3", "3x3c", "3x4d", "2x5", "2x6"]
)
def test_no_tree_is_better_in_tiny_games(shape: str) -> None:
    problem = make_problem(shape)
    least = Slow(problem).least_total()
    assert search_optimal(problem).evaluation.total == least
    assert search_optimal(problem, crew=Threads).evaluation.total == least


def test_a_search_frees_its_buffers_at_once() -> None:
    def alive() -> int:
        return sum(type(each) is Workers for each in gc.get_objects())

    gc.disable()
    try:
        before = alive()
        search_optimal(make_problem("4x4"), crew=Threads)
        assert alive() == before
    finally:
        gc.enable()


@pytest.mark.parametrize(("shape", "within"), [("2x4", 4), ("2x4", 3), ("3x3", 4), ("3x3", 3), ("3x4d", 4), ("2x6", 5)])
def test_a_cap_costs_what_brute_force_says(shape: str, within: int) -> None:
    problem = make_problem(shape)
    least = Slow(problem).least_total(within)
    if least == float("inf"):
        with pytest.raises(Illegal) as caught:
            search_optimal(problem, within=within)
        assert caught.value.slug == "cap-too-small"
    else:
        assert search_optimal(problem, within=within).evaluation.total == least
        assert search_optimal(problem, within=within, crew=Threads).evaluation.total == least


@pytest.mark.long
def test_eight_holes_have_more_marks_than_a_mask_has_bits() -> None:
    problem = make_problem("8x2")
    found = search_optimal(problem)
    best = min(evaluate(problem, each).total for each in STRATEGIES.values())
    assert lower_bound(problem) <= found.evaluation.total <= best
    assert sum(found.evaluation.histogram.values()) == 256


@pytest.mark.parametrize(("shape", "rows"), [("3x5", 9), ("4x4", 24)])
def test_sets_too_big_for_the_tables_are_split(shape: str, rows: int) -> None:
    problem = make_problem(shape)
    total = search_optimal(problem).evaluation.total
    workers = workers_for(problem, rows=rows)
    tree = Search(Trial(problem, UNLIMITED, workers, Checkpoint(shape))).run()
    assert verify_file(file_of(tree, shape, total)).total == total


@pytest.mark.parametrize(
    ("shape", "total"),
    [("2x10", 517), ("3x7", 1474), ("3x8d", 1449), ("4x4", 905), ("5x3", 816), ("5x5d", 535), ("7x2", 496)],
)
def test_small_problems_as_a_whole_and_in_pieces_have_the_same_total(shape: str, total: int) -> None:
    problem = make_problem(shape)
    assert search_optimal(problem).evaluation.total == total
    assert search_optimal(problem, crew=Threads).evaluation.total == total


@pytest.mark.parametrize("shape", ["3x5", "4x6d", "3x6c", "2x9"])
def test_the_search_needs_no_tree_to_begin_with(shape: str) -> None:
    problem = make_problem(shape)
    trial = Trial(problem, UNLIMITED, workers_for(problem), Checkpoint(shape))
    tree = Search(trial, begin_with=lambda _opening, _trial: {}).run()
    assert tree.worths[0][1] == search_optimal(problem, crew=Threads).evaluation.total


@pytest.mark.parametrize("crew", [None, Threads], ids=["whole", "pieces"])
def test_progress_ends_with_the_total_proved(crew: type[Threads] | None) -> None:
    told: list[Status] = []
    search_optimal(make_problem("4x6d"), progress=told.append, crew=crew)
    assert told[-1].best == told[-1].bound == 1446
    assert told[-1].finished == max(status.finished for status in told)


class Interrupt:
    """Simulates Ctrl-C after this many findings."""

    def __init__(self, after: int) -> None:
        self.after = after

    def __call__(self, status: Status) -> None:
        if status.finished >= self.after:
            raise KeyboardInterrupt


def test_an_interrupted_search_goes_on_where_it_stopped(tmp_path: Path) -> None:
    file, problem = tmp_path / "search", make_problem("4x6d")
    with pytest.raises(KeyboardInterrupt):
        search_optimal(problem, checkpoint=file, progress=Interrupt(6))
    lines = file.read_text().splitlines()
    assert len(lines) >= 7
    file.write_text("\n".join([*lines, "[[[0, 4]], 12"]))  # the last line was cut off
    found = search_optimal(problem, checkpoint=file)
    assert found.evaluation.total == 1446


PROGRAM = """
import os, signal, sys
from pathlib import Path
from keypeg_lab.optimal import search_optimal
from tests.solve.slow import make_problem

signal.signal(signal.SIGINT, signal.default_int_handler)  # ignored if the tests run in the background

def tell(status):
    if status.finished == 6:
        os.kill(os.getpid(), signal.SIGINT)

search_optimal(make_problem("4x8c"), checkpoint=Path(sys.argv[1]), progress=tell)
"""


def test_ctrl_c_ends_a_search_soon_and_loses_nothing(tmp_path: Path) -> None:
    file = tmp_path / "search"
    done = subprocess.run([sys.executable, "-c", PROGRAM, str(file)], capture_output=True, timeout=60)  # noqa: PLW1510
    assert b"KeyboardInterrupt" in done.stderr
    lines = file.read_text().splitlines()
    assert len(lines) >= 7
    assert all(json.loads(line) for line in lines)


def test_a_finished_checkpoint_gives_the_tree_again(tmp_path: Path) -> None:
    file, problem = tmp_path / "search", make_problem("4x4")
    first = search_optimal(problem, checkpoint=file).evaluation
    again = search_optimal(problem, checkpoint=file).evaluation
    assert (first.total, first.worst) == (again.total, again.worst)


def test_a_checkpoint_belongs_to_one_search(tmp_path: Path) -> None:
    file = tmp_path / "search"
    search_optimal(make_problem("3x3"), checkpoint=file)
    with pytest.raises(Conflict) as conflict:
        search_optimal(make_problem("3x3"), checkpoint=file, within=4)
    assert conflict.value.slug == "checkpoint-other"
    whole = file.read_bytes()
    for content in (b"not a checkpoint\n", b"\xff\x00\xfe", b"", b"[]\n", whole + b"3\n", whole + b"[1, 2\n"):
        file.write_bytes(content)
        with pytest.raises(Malformed) as malformed:
            search_optimal(make_problem("3x3"), checkpoint=file)
        assert malformed.value.slug == "checkpoint-unreadable"


@pytest.mark.parametrize(("shape", "total"), [("3x6d", 436), ("4x5", 2463), ("3x5c", None)])
def test_bounds_and_beams_close_in_on_the_optimum(shape: str, total: int | None) -> None:
    problem = make_problem(shape)
    best = search_optimal(problem)
    assert total in (None, best.evaluation.total)
    codes = len(problem.codes)
    beam = search_beam(problem, Beam(estimates(best.tree, codes), widths(codes, {10: 50, codes: 5})))
    reached = sum(n * times for n, times in beam.histogram().items())
    assert lower_bound(problem) <= best.evaluation.total <= reached


def test_a_grafted_tree_is_at_least_as_good_as_both() -> None:
    problem = make_problem("4x6")
    trees = [grow_tree(problem, STRATEGIES[name]) for name in ("entropy", "most-parts", "expected-size")]
    one, other, third = trees
    joined = graft(graft(one, other), third)
    totals = [sum(n * times for n, times in tree.histogram().items()) for tree in (joined, *trees)]
    assert totals[0] == min(totals)
    assert verify_file(file_of(joined, "4x6", 5612)).total == totals[0]
