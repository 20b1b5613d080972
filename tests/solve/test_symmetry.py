"""Symmetry against trying every renaming of holes and colours."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from keypeg.solve.layout import layout_of
from keypeg.solve.position import Position
from keypeg.solve.symmetry import least_of_each_kind
from tests.solve.slow import make_problem


def slow_kinds(
    guesses: list[tuple[int, ...]], history: list[tuple[int, ...]], colours: int, *, turned: bool = False
) -> list[int]:
    keep = []
    ends = [history, history[::-1]] if turned else [history]
    for at, guess in enumerate(guesses):
        images = [
            tuple(names[guess[hole]] for hole in holes)
            for holes in permutations(range(len(guess)))
            for names in permutations(range(colours))
            if [tuple(names[row[hole]] for hole in holes) for row in history] in ends
        ]
        if min(images) == guess:
            keep.append(at)
    return keep


@pytest.mark.parametrize("shape", ["3x3", "3x4", "3x4d"])
@given(data=st.data())
@settings(max_examples=15, deadline=None)
def test_one_guess_of_each_kind_is_kept_the_least(shape: str, data: st.DataObject) -> None:
    problem = make_problem(shape)
    digits = layout_of(problem.guesses).digits
    guesses = [tuple(line) for line in digits.tolist()]
    history = data.draw(st.lists(st.sampled_from(guesses), max_size=2))
    found = least_of_each_kind(digits, history, problem.colours)
    assert found.tolist() == slow_kinds(guesses, history, problem.colours)


@pytest.mark.parametrize("shape", ["3x3", "3x4", "3x4d"])
@given(data=st.data())
@settings(max_examples=15, deadline=None)
def test_two_rows_with_the_same_mark_may_be_swapped(shape: str, data: st.DataObject) -> None:
    problem = make_problem(shape)
    digits = layout_of(problem.guesses).digits
    guesses = [tuple(line) for line in digits.tolist()]
    history = [data.draw(st.sampled_from(guesses)), data.draw(st.sampled_from(guesses))]
    found = least_of_each_kind(digits, history, problem.colours, turned=True)
    assert found.tolist() == slow_kinds(guesses, history, problem.colours, turned=True)


@pytest.mark.parametrize(("shape", "kinds"), [("4x6", 5), ("5x8", 7), ("4x10d", 1), ("6x9", 11), ("5x2", 3)])
def test_openings_differ_only_in_how_often_colours_stand(shape: str, kinds: int) -> None:
    problem = make_problem(shape)
    assert len(least_of_each_kind(layout_of(problem.guesses).digits, [], problem.colours)) == kinds


@pytest.mark.parametrize("shape", ["3x5", "3x6d", "3x5c"])
@given(data=st.data())
@settings(max_examples=20, deadline=None)
def test_every_guess_has_a_peer_among_the_distinct_ones(shape: str, data: st.DataObject) -> None:
    problem = make_problem(shape)
    chosen = data.draw(st.sets(st.integers(0, len(problem.codes) - 1), min_size=2, max_size=12))
    node = Position(problem, (), np.array(sorted(chosen), dtype=np.int32))
    every = np.arange(len(problem.guesses))
    kept = node.distinct_guesses()

    def profiles(guesses: np.ndarray[tuple[int], np.dtype[np.intp]]) -> set[tuple[object, ...]]:
        inside = node.may_be_code(guesses)
        return {(bool(i), *line) for i, line in zip(inside, node.cells(guesses).tolist(), strict=True)}

    assert profiles(kept) == profiles(every)
