"""Two rows renamed and swapped give the same sets of codes under other names."""

from __future__ import annotations

from itertools import permutations
from random import Random

import numpy as np
import pytest

from keypeg.solve import start
from keypeg.solve.layout import layout_of
from keypeg_lab.optimal.two_rows import two_rows
from tests.solve.slow import make_problem


@pytest.mark.parametrize("shape", ["3x4", "3x5d", "4x5c"])
def test_codes_of_two_rows_are_those_of_the_renamed_rows(shape: str) -> None:
    problem, random = make_problem(shape), Random(7)
    layout = layout_of(problem.guesses)
    codes = layout_of(problem.codes)
    for _ in range(20):
        first, second = random.randrange(len(layout)), random.randrange(len(layout))
        turned = two_rows(problem, first, second)
        sizes = turned.all_sizes()
        for mark, node in start(problem).after(first).items():
            for other, cell in node.after(second).items():
                rows = turned.key(mark, other)
                renamed = turned.rows.codes(rows[0][1], rows[1][1])
                assert sizes[mark, other] == len(cell.candidates) == len(renamed)
                back = turned.renaming(mark, other).undo(codes.digits[renamed], problem.colours)
                assert np.array_equal(np.sort(codes.indices(back)), cell.candidates)


def test_order_and_names_do_not_matter() -> None:
    problem = make_problem("4x6")
    index = layout_of(problem.guesses).index
    one = two_rows(problem, index("RROY"), index("GRBB"))
    other = two_rows(problem, index("OOYP"), index("RBYY"))
    assert one.rows is other.rows
    assert one.key(5, 3) == other.key(3, 5)
    same = two_rows(problem, index("ROYG"), index("OYGR"))
    assert same.key(4, 8) == same.key(8, 4)


@pytest.mark.parametrize("shape", ["1x4", "2x5", "3x6", "4x8d", "5x4"])
def test_two_rows_become_the_least_of_all_that_they_can_be_renamed_to(shape: str) -> None:
    problem, random = make_problem(shape), Random(11)
    layout = layout_of(problem.guesses)
    for _ in range(20):
        pair = layout.digits[[random.randrange(len(layout)), random.randrange(len(layout))]].tolist()
        images = []
        for one, two in (pair, pair[::-1]):
            for order in permutations(range(problem.holes)):
                names: dict[int, int] = {}
                images.append([names.setdefault(row[hole], len(names)) for row in (one, two) for hole in order])
        rows = two_rows(problem, *layout.indices(np.array(pair, dtype=np.uint8)).tolist()).rows
        assert layout.digits[[rows.first, rows.second]].ravel().tolist() == min(images)
