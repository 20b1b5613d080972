"""Rows without a limit: no sheet prints one for `logic24` and `logic12`."""

import pytest

from keypeg import rules
from tests.rules.matches import (
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

both_boxes = pytest.mark.parametrize("box", ["logic24", "logic12"])
one_colour = [f"2 guess {colour * 4}" for colour in "YROBG"]


@both_boxes
def test_in_logic_rows_may_be_unlimited_and_are_nine_unless_agreed(box: str) -> None:
    assert rules(f"{box}:rows=unlimited").rows is None
    assert rules(box).rows == 9
    state = played(f"{box}:rows=unlimited,first=1", *unbroken(1, 11))
    assert waits(state) == "2 to guess"


@both_boxes
def test_without_a_limit_unbroken_codes_decide_first_so_that_giving_up_at_once_does_not_win(box: str) -> None:
    state = played(f"{box}:rows=unlimited,first=1", "1 hide YROB", "2 give-up", *broken_in(2, 9))
    assert points(state) == (9, 0)
    assert winner(state) == 1


@both_boxes
@pytest.mark.parametrize("value", ["plus1", "decides"])
def test_without_a_limit_how_unbroken_codes_count_is_no_question(box: str, value: str) -> None:
    assert rules_refused(f"{box}:rows=unlimited,unbroken={value}").slug == "option-senseless"


@pytest.mark.parametrize(("box", "of_a_colour", "rows"), [("logic24", 6, 30), ("logic12", 3, 15)])
def test_with_the_pegs_of_the_box_rows_end_when_no_row_can_be_placed(box: str, of_a_colour: int, rows: int) -> None:
    guesses = one_colour * of_a_colour
    state = played(f"{box}:rows=unlimited,first=1", "1 hide YROB", *guesses[:-1])
    assert waits(state) == "2 to guess"
    state = then(state, guesses[-1])
    assert len(guesses) == rows
    assert verdict(state).unbroken == (2,)


@both_boxes
def test_empty_holes_need_no_peg_so_rows_do_not_end_with_the_pegs(box: str) -> None:
    pegs = rules(box).supply or 0
    guesses = [*one_colour * (pegs // 4), *["2 guess ...."] * 20]
    state = played(f"{box}+blanks:rows=unlimited,first=1", "1 hide YROB", *guesses)
    assert waits(state) == "2 to guess"
    assert refused(state, "2 guess Y...") == "supply-out"


@pytest.mark.parametrize("text", ["4x6", "logic24:supply=unlimited,rows=unlimited", "logic24+blanks:rows=unlimited"])
def test_unlimited_ends_at_1000_rows_as_unbroken(text: str) -> None:
    code, row = ("ROYG", "RRRR") if text == "4x6" else ("YYYR", "....") if "blanks" in text else ("YROB", "YYYY")
    state = played(f"{text}{',' if ':' in text else ':'}first=1", f"1 hide {code}", *[f"2 guess {row}"] * 999)
    assert waits(state) == "2 to guess"
    state = then(state, f"2 guess {row}")
    assert waits(state) == "2 to hide"
    assert verdict(state).unbroken == (2,)


def test_unlimited_ends_a_race_at_1000_rows_without_a_winner() -> None:
    turn = ("1 guess WWWWW", "2 guess WWWWW")
    state = played("challenge:rows=unlimited,rounds=1", "1 hide ROYGB", "2 hide BGYOR", *turn * 1000)
    assert winner(state) is None


def test_on_two_boards_rows_may_be_unlimited_too() -> None:
    rounds = ("1 guess RRRR", "2 guess RRRR") * 5 + ("1 guess OOOO", "2 guess OOOO") * 5
    state = played("logic24+two-boards:rows=unlimited,first=1", "1 hide YYYY", "2 hide GGGG", *rounds)
    assert waits(state) == "1 to guess"
