"""Marking: exact and near, with repeats."""

import pytest

from keypeg import mark, rules
from tests.rules.matches import board, played


@pytest.mark.parametrize(
    ("code", "guess", "exact", "near"),
    [
        ("RYGB", "RYGB", 4, 0),
        ("RYGB", "BGYR", 0, 4),
        ("RYGB", "ROPY", 1, 1),
        ("RYGB", "OPOP", 0, 0),
    ],
)
def test_exact_is_the_right_colour_in_the_right_hole_and_near_in_another(
    code: str, guess: str, exact: int, near: int
) -> None:
    assert mark(code, guess) == (exact, near)


@pytest.mark.parametrize(
    ("code", "guess", "exact", "near"),
    [
        ("RYGB", "RROO", 1, 0),
        ("RYGB", "ORRR", 0, 1),
        ("RRGB", "RRRY", 2, 0),
        ("RYYY", "YRRR", 0, 2),
        ("RRYY", "YYRR", 0, 4),
        ("RRRY", "YRRR", 2, 2),
    ],
)
def test_surplus_pegs_of_a_colour_earn_nothing(code: str, guess: str, exact: int, near: int) -> None:
    assert mark(code, guess) == (exact, near)


def test_exact_comes_first_so_that_a_peg_never_earns_two_marks() -> None:
    assert mark("ROYG", "OOOO") == (1, 0)


def test_an_empty_key_hole_may_mean_a_surplus_peg_of_a_colour_that_is_in_the_code() -> None:
    state = played("logic24:first=1", "1 hide YROB", "2 guess YYYY")
    assert board(state, 2) == ["YYYY:1,0"]


@pytest.mark.parametrize("text", ["logic24", "logic12", "togo", "challenge", "challenge+doubles", "4x6", "4x5b"])
def test_marks_are_two_numbers_that_never_say_which_hole_they_belong_to(text: str) -> None:
    holes = rules(text).codes[0].holes
    code = rules(text).palette[:holes]
    first_two_swapped = code[1] + code[0] + code[2:]
    last_two_swapped = code[:-2] + code[-1] + code[-2]
    assert mark(code, first_two_swapped) == mark(code, last_two_swapped) == (holes - 2, 2)
