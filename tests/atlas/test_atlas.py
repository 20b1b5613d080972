"""The atlas: every tree plays as it claims, and a tree that does not is detected."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from itertools import permutations

import pytest

from keypeg.atlas import BOXES, charted, entries, guide, verify
from keypeg.atlas.files import head_of, nodes_of, read, shapes, write
from keypeg.atlas.verify import verify_file
from keypeg.core.marks import Marks, mark
from keypeg.deduce.problem import Problem
from keypeg.errors import Conflict, Malformed, Unknown
from keypeg.solve.build_atlas import build
from tests.solve.slow import make_problem

TOTALS = {
    "4x5": 2463,
    "4x6": 5625,
    "4x6c": 1435,
    "4x6d": 1446,
    "4x8c": 7797,
    "4x8d": 7817,
    "5x8c": 34251,
    "5x8d": 34444,
    "5x9d": 81847,
}


@pytest.mark.parametrize("shape", shapes())
def test_every_tree_plays_as_it_says(shape: str) -> None:
    verdict = verify(shape)
    head = head_of(read(shape))
    assert (verdict.total, verdict.worst) == (head.total, head.worst)
    assert head.total == TOTALS.get(shape, head.total)


def test_every_box_is_in_the_atlas() -> None:
    listed = {entry.rules: entry for entry in entries()}
    assert set(listed) == set(BOXES)
    assert (listed["challenge"].total, listed["challenge"].proved) == (34251, True)
    assert listed["challenge+doubles"].total <= 179797
    assert all(entry.proved == (entry.bound == entry.total) for entry in listed.values())


def test_the_atlas_is_small() -> None:
    assert sum(len(read(shape)) for shape in shapes()) < 400_000


def broken_files(data: bytes) -> list[bytes]:
    head, nodes = head_of(data), nodes_of(data)
    guesses, marks, children = nodes.guesses.tobytes(), nodes.marks, nodes.children
    other = bytearray(guesses)
    other[2:4] = other[0:2]
    return [
        write(replace(head, total=head.total - 1, bound=head.bound - 1), guesses, marks, children),
        write(replace(head, worst=head.worst + 1), guesses, marks, children),
        write(replace(head, bound=head.bound - 1), guesses, marks, children),
        write(head, bytes(other), marks, children),
        write(head, guesses, marks[:1] + marks[2:] + marks[1:2], children),
        write(head, guesses, marks, bytes([children[0] ^ 128]) + children[1:]),
        write(replace(head, shape="4x6"), guesses, marks, children),
    ]


def test_a_tree_that_was_tampered_with_is_found_out() -> None:
    for data in broken_files(read("4x5")):
        with pytest.raises((Conflict, IndexError)):
            verify_file(data)


@pytest.mark.parametrize("data", [b"", b"Keypeg-Tree: 2\n\n", b"Keypeg-Tree: 1\nshape: 4x5\n\nxx", read("4x5")[:300]])
def test_a_file_that_is_no_tree_is_malformed(data: bytes) -> None:
    with pytest.raises(Malformed):
        verify_file(data)


def test_an_unknown_shape_is_refused() -> None:
    with pytest.raises(Unknown):
        verify("9x9")


@pytest.mark.parametrize(("shape", "total"), [("3x7", 1474), pytest.param("4x6c", 1435, marks=pytest.mark.long)])
def test_building_a_tree_again_gives_the_same_total(shape: str, total: int) -> None:
    assert head_of(build(make_problem(shape))).total == total


def test_the_verifier_needs_neither_numpy_nor_the_search() -> None:
    program = "import sys; from keypeg.atlas.verify import verify_file; print('numba' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


def follow(problem: Problem, code: str, names: dict[str, str], holes: tuple[int, ...]) -> int:
    """Break a code by the tree, with the holes and colours of the first guess renamed; return the number of guesses."""
    rows: list[tuple[str, Marks]] = []
    while True:
        advice = guide(problem, rows)
        assert advice is not None
        turned = "".join(names[advice.guess[hole]] for hole in holes) if not rows else advice.guess
        marks = mark(code, turned)
        rows.append((turned, marks))
        if marks.exact == problem.holes:
            return len(rows)


def test_the_atlas_can_be_followed_in_other_colours_and_holes() -> None:
    problem = make_problem("4x5")
    names = dict(zip("ROYGB", "BGYOR", strict=True))
    worst = head_of(read("4x5")).worst
    for holes in list(permutations(range(4)))[::5]:
        for code in ("RRRR", "BOYG", "GGOO", "YRBB"):
            assert follow(problem, code, names, holes) <= worst


def test_advice_counts_the_codes_that_are_left() -> None:
    problem = make_problem("4x6")
    chart = charted("4x6")
    assert chart is not None
    advice = guide(problem, [])
    assert advice is not None
    assert sum(n * times for n, times in advice.broken.items()) == 5625
    assert advice.proved
    first = advice.guess
    after = guide(problem, [(first, mark("YGBP", first))])
    assert after is not None
    assert sum(after.broken.values()) < 1296


def test_rows_off_the_tree_get_no_advice() -> None:
    assert guide(make_problem("4x6"), [("RRRR", Marks(0, 0))]) is None
    assert guide(make_problem("3x6"), []) is None
