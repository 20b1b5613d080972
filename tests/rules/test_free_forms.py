"""Any other game of the family: `4x6`, `4x10d`, `5x8`, `4x5b` and so on."""

import pytest

from keypeg import rules
from tests.rules.matches import (
    board,
    broken_in,
    played,
    points,
    refused,
    rules_refused,
    then,
    unbroken,
    verdict,
    waits,
    winner,
)


@pytest.mark.parametrize(
    ("text", "every_code"),
    [
        ("4x6", 6**4),
        ("5x8", 8**5),
        ("4x5b", 6**4),
        ("4x10d", 10 * 9 * 8 * 7),
        ("3x6d", 6 * 5 * 4),
        ("4x4d", 24),
        ("4x3db", 24),
        ("4x5db", 6 * 5 * 4 * 3),
        ("1x1", 1),
        ("8x15", 15**8),
        ("1x1db", 2),
    ],
)
def test_holes_times_colours_repeats_unless_d_and_b_adds_the_blank_as_one_more(text: str, every_code: int) -> None:
    assert [len(space) for space in rules(text).codes] == [every_code, every_code]


@pytest.mark.parametrize("text", ["0x6", "9x6", "4x0", "4x16"])
def test_one_to_eight_holes_and_one_to_fifteen_colours(text: str) -> None:
    assert rules_refused(text).slug == "free-form-size"


@pytest.mark.parametrize("text", ["4x3d", "4x2db", "8x7d", "2x1d"])
def test_too_few_colours_for_distinct_codes_is_refused(text: str) -> None:
    assert rules_refused(text).slug == "colours-too-few"


@pytest.mark.parametrize("text", ["4x", "x6", "4x6bd", "4x6q", "4-6", "4x6dd"])
def test_nothing_else_is_a_free_form(text: str) -> None:
    assert rules_refused(text).slug in {"box-unknown", "rules-unreadable"}


def test_with_d_codes_and_guesses_are_of_distinct_colours() -> None:
    assert refused(played("4x10d:first=1"), "1 hide RROY") == "peg-twice"
    assert refused(played("4x10d:first=1", "1 hide ROYG"), "2 guess RROY") == "peg-twice"


def test_without_d_codes_and_guesses_may_repeat_colours() -> None:
    assert board(played("4x6:first=1", "1 hide RRRR", "2 guess RRRO"), 2) == ["RRRO:3,0"]


def test_with_b_the_blank_stands_and_earns_like_a_colour() -> None:
    assert board(played("4x5b:first=1", "1 hide R.O.", "2 guess ..R."), 2) == ["..R.:2,1"]
    assert refused(played("4x5:first=1"), "1 hide R.O.") == "hole-empty"


def test_with_db_the_blank_stands_at_most_once() -> None:
    assert refused(played("4x5db:first=1"), "1 hide R..O") == "peg-twice"
    state = played("4x5db:first=1", "1 hide R.YO")
    assert refused(state, "2 guess R..O") == "peg-twice"
    assert board(then(state, "2 guess .RYO"), 2) == [".RYO:2,2"]


def test_two_seats_one_board_swapping_roles_and_fewest_rows_wins() -> None:
    state = played("4x6:first=1", *broken_in(1, 3))
    assert waits(state) == "2 to hide"
    over = then(state, *broken_in(2, 2))
    assert points(over) == (2, 3)
    assert winner(over) == 1


def test_rows_are_unlimited_unless_said() -> None:
    assert waits(played("4x6:first=1", *unbroken(1, 40))) == "2 to guess"
    state = played("4x6:first=1,rows=3", *unbroken(1, 3))
    assert verdict(state).unbroken == (2,)
    assert waits(state) == "2 to hide"


def test_with_a_number_of_rows_an_unbroken_code_loses_to_one_broken_in_the_last_row() -> None:
    assert winner(played("4x6:first=1,rows=3", *unbroken(1, 3), *broken_in(2, 3))) == 1


def test_rounds_and_tally_may_be_agreed() -> None:
    first, second, third = ((1, 6), (2, 1), (2, 1))
    moves = [move for of_2, of_1 in (first, second, third) for move in (*broken_in(1, of_2), *broken_in(2, of_1))]
    assert winner(played("4x6:first=1,rounds=3", *moves)) == 2
    assert winner(played("4x6:first=1,rounds=3,tally=rounds-won", *moves)) == 1


def test_fresh_guesses_may_be_agreed() -> None:
    assert refused(played("4x6:first=1,fresh-guesses", "1 hide ROYG", "2 guess RRRR"), "2 guess RRRR") == "guess-again"


def test_distinct_guesses_still_reads_and_has_no_effect() -> None:
    assert str(rules("4x6:distinct-guesses")) == "4x6:distinct-guesses", "seals hash it as it was written"
    assert winner(played("4x6:first=1,distinct-guesses", "1 hide RRRR", "2 guess RRRR", *broken_in(2, 3))) == 2


@pytest.mark.parametrize("form", ["1x2:first=1,fresh-guesses", "2x2d:first=1,fresh-guesses"])
def test_with_fresh_guesses_a_code_is_broken_when_no_other_row_is_left(form: str) -> None:
    code, other = ("R", "O") if form.startswith("1") else ("RO", "OR")
    state = played(form, f"1 hide {code}", f"2 guess {other}")
    assert refused(state, f"2 guess {other}") == "guess-again"
    assert verdict(then(state, f"2 guess {code}")).broke == ((2, 2),)


def test_digits_name_the_colours_of_the_palette() -> None:
    assert board(played("4x6:first=1", "1 hide 1234", "2 guess 1243"), 2) == ["ROGY:2,2"]
