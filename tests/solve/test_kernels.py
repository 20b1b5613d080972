"""Kernels against plain NumPy, which is tested against the reference."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import combinations
from typing import Any

import numpy as np
import pytest

from keypeg.deduce.mark_ids import win_id
from keypeg.deduce.problem import Problem
from keypeg.solve import mark_tables
from keypeg.solve._kernels.alike import (
    count_times,
    find_alike,
    find_swaps,
    is_least_alike,
    is_least_swapped,
)
from keypeg.solve._kernels.arena import Arena, Book, arena_of, empty_book, live_colours, page
from keypeg.solve._kernels.arrange import sort_into
from keypeg.solve._kernels.bound import bound_of
from keypeg.solve._kernels.choose import scratch_for
from keypeg.solve._kernels.kernel import kernel
from keypeg.solve._kernels.marks import greatest, histograms, marks_of_all
from keypeg.solve._kernels.stack import NEVER, floors
from keypeg.solve.layout import Bytes, layout_of
from keypeg.solve.position import Position, start
from tests.solve.slow import make_problem

SHAPES = ["2x3", "4x6", "4x5c", "4x7d", "5x8d", "6x4", "7x2", "8x3"]


@pytest.mark.parametrize("shape", SHAPES)
def test_histograms_and_filters_are_those_of_numpy(shape: str) -> None:
    problem = make_problem(shape)
    codes, guesses = layout_of(problem.codes), layout_of(problem.guesses)
    asked = np.random.default_rng(1).choice(len(guesses), min(40, len(guesses)), replace=False)
    cells = np.zeros((len(asked), win_id(problem.holes) + 1), np.int64)
    histograms(codes.rows, codes.counts, guesses.digits[asked], guesses.needs[asked], cells)
    every = np.arange(len(codes))
    assert (cells == mark_tables.cell_sizes(codes, every, guesses, asked)).all()
    ids = np.empty(len(codes), np.uint8)
    for guess in asked[:5]:
        marks_of_all(codes.rows, codes.counts, guesses.digits[guess], guesses.needs[guess], ids)
        assert (ids == mark_tables.mark_table(codes, every, guesses, np.array([guess]))[0]).all()


@kernel
def page_for(arena: Arena, book: Book, codes: Any) -> Any:
    """Call functions that only kernels can call."""
    return page(arena, book, live_colours(arena, codes))


@pytest.mark.parametrize("shape", ["4x6", "4x5c", "4x7d"])
def test_a_page_has_the_guesses_that_numpy_keeps(shape: str) -> None:
    problem = make_problem(shape)
    arena, codes = arena_of(problem), layout_of(problem.codes)
    book = empty_book(arena)
    for dead in range(1, problem.colours - (problem.holes if problem.codes.distinct else 1) + 1):
        chosen = np.flatnonzero((codes.counts[-dead:] == 0).all(axis=0)).astype(np.int32)
        begin, length = page_for(arena, book, chosen)
        kept = Position(problem, (), chosen).distinct_guesses()
        assert book.ids[begin : begin + length].tolist() == kept.tolist()


def test_the_greatest_of_many_bytes() -> None:
    many = np.random.default_rng(2).integers(0, 200, 1000).astype(np.uint8)
    assert greatest(many) == many.max()
    assert greatest(many[:0]) == 0


@pytest.mark.parametrize("branches", range(5))
def test_a_floor_is_the_total_of_codes_as_early_as_that_many_branches_allow(branches: int) -> None:
    depths = [1]
    while len(depths) < 200:
        depths += [depths[-1] + 1] * max(1, branches ** depths[-1])
    assert floors(4, 200)[branches].tolist() == [sum(depths[:codes]) for codes in range(201)]


def test_the_floor_of_many_codes_without_branches_is_more_than_any_total() -> None:
    assert floors(1, 100_000)[1, -1] == NEVER


@pytest.mark.parametrize("shape", ["3x4", "3x5d", "3x4c"])
def test_a_bound_at_a_glance_is_below_what_any_guess_costs(shape: str) -> None:
    problem = make_problem(shape)
    arena = arena_of(problem)
    book, scratch = empty_book(arena), scratch_for(arena)
    floor = floors(problem.holes * (problem.holes + 3) // 2, len(problem.codes))
    top = start(problem)
    bound = bound_of(arena, book, scratch, floor, top.candidates)
    cells = top.cells(np.arange(len(problem.guesses)))
    win = win_id(problem.holes)
    costs = len(top.candidates) + floor[-2][cells].sum(axis=1) - cells[:, win]
    splits = (cells > 0).sum(axis=1) > 1
    assert bound <= costs[splits].min()


@kernel
def sorted_by(keys: Any, many: Any) -> Any:
    """Return the indices of the first `many` keys, sorted by key."""
    order = np.empty(many, np.int64)
    sort_into(order, keys)
    return order


@pytest.mark.parametrize("many", [0, 1, 2, 15, 16, 17, 300, 3000])
def test_places_are_sorted_by_their_keys(many: int) -> None:
    for kinds in (2, 50, 10**12):
        keys = np.random.default_rng(many).integers(-kinds, kinds, many + 5)
        for each in (keys, np.sort(keys), np.sort(keys)[::-1].copy()):
            order = sorted_by(each, many)
            assert sorted(order.tolist()) == list(range(many))
            assert (each[order] == np.sort(each[:many])).all()


@kernel
def symmetries(arena: Any, codes: Any, rows: Any, lesser: Any, swaps: Any) -> Any:
    times = count_times(arena, codes, rows)
    find_alike(arena, codes, rows, times, lesser)
    return find_swaps(arena, codes, rows, times, lesser, swaps)


@kernel
def is_kept(guess: Any, lesser: Any, swaps: Any) -> Any:
    return is_least_alike(guess, lesser) and is_least_swapped(guess, swaps)


def positions(problem: Problem) -> Iterator[Position]:
    """Yield the start, and the positions after random guesses, down to a dozen codes."""
    random = np.random.default_rng(7)
    yield start(problem)
    for _ in range(20):
        node = start(problem)
        while len(node.candidates) > 12:
            below = list(node.after(int(random.integers(len(problem.guesses)))).values())
            node = max(below, key=lambda each: len(each.candidates))
            yield node


SMALL = pytest.mark.parametrize("shape", ["2x6", "3x5", "3x4c", "4x5d", "4x4"])


@SMALL
def test_swaps_that_keep_a_set_are_those_of_brute_force(shape: str) -> None:
    problem = make_problem(shape)
    arena, layout, colours = arena_of(problem), layout_of(problem.codes), problem.colours
    for node in positions(problem):
        digits = layout.digits[node.candidates]
        keeps = partial(_keeps, digits, colours)
        lesser, swaps = np.empty(colours, np.int64), np.empty((16, 4), np.int64)
        found = symmetries(arena, node.candidates, np.arange(len(digits)), lesser, swaps)
        for colour in range(colours):
            alike = [other for other in range(colour) if keeps(0, 0, colour, other)]
            assert (lesser[colour] >= 0) == bool(alike)
            assert lesser[colour] in (-1, colour) or lesser[colour] == alike[-1]
        least = [colour for colour in range(colours) if lesser[colour] < 0]
        named = [(0, 0), *combinations(least, 2)]
        pairs = [pair for pair in combinations(range(problem.holes), 2) if any(keeps(*pair, *two) for two in named)]
        assert sorted((a, b) for a, b, _, _ in swaps[:found].tolist()) == pairs
        assert all(keeps(*swap) for swap in swaps[:found].tolist())


@SMALL
def test_a_guess_that_is_left_out_has_one_of_the_same_worth_that_is_not(shape: str) -> None:
    problem = make_problem(shape)
    arena, win = arena_of(problem), win_id(problem.holes)
    for node in positions(problem):
        lesser, swaps = np.empty(problem.colours, np.int64), np.empty((16, 4), np.int64)
        found = symmetries(arena, node.candidates, np.arange(len(node.candidates)), lesser, swaps)
        sizes = node.cells(np.arange(len(problem.guesses)))
        worths = [(tuple(sorted(each)), each[win]) for each in sizes.tolist()]
        kept = [is_kept(guess, lesser, swaps[:found]) for guess in arena.guess_digits]
        assert set(worths) == {worth for worth, keep in zip(worths, kept, strict=True) if keep}


def _keeps(digits: Bytes, colours: int, hole: int, other: int, colour: int, another: int) -> bool:
    """Return True if swapping two holes and two colours maps these codes to themselves."""
    image = _turned(colours, colour, another)[digits[:, _turned(digits.shape[1], hole, other)]]
    return set(map(tuple, image.tolist())) == set(map(tuple, digits.tolist()))


def _turned(many: int, one: int, other: int) -> Any:
    names = np.arange(many)
    names[[one, other]] = other, one
    return names
