"""`togo`: the travel box of 2006."""

import pytest

from keypeg import rules
from keypeg.core import Verdict
from tests.rules.matches import (
    board,
    broken_in,
    codes,
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


def test_two_seats_eight_colours_and_nine_rows() -> None:
    togo = rules("togo")
    assert (togo.seats, len(togo.palette), togo.rows) == (2, 8, 9)


def test_a_code_is_four_pegs_and_no_colour_twice_1680_codes() -> None:
    assert len(rules("togo").codes[1]) == 1680
    assert refused(played("togo:first=1"), "1 hide RROY") == "peg-twice"


def test_colours_6_leaves_360_codes_of_six_colours() -> None:
    assert len(rules("togo:colours=6").codes[1]) == 360
    assert refused(played("togo:first=1,colours=6"), "1 hide ROYW") == "code-unreadable"


def test_red_arm_at_four_breaks_the_code_and_it_is_shown() -> None:
    state = played("togo:first=1", "1 hide RYGB", "2 guess ROYG")
    assert board(state, 2) == ["ROYG:1,2"]
    assert codes(state, 2) == ["????"]
    over = then(state, "2 guess RYGB")
    assert verdict(over) == Verdict(void=False, adds=(2, 0), broke=((2, 2),))
    assert over.past[0].shares[0].code == "RYGB"


@pytest.mark.parametrize("rows", [1, 4, 9])
def test_the_codemaker_scores_a_point_for_every_row_used(rows: int) -> None:
    assert points(played("togo:first=1", *broken_in(1, rows))) == (rows, 0)


def test_not_broken_in_nine_rows_is_nine_points_too() -> None:
    state = played("togo:first=1", *unbroken(1, 9))
    assert points(state) == (9, 0)
    assert verdict(state).unbroken == (2,)


def test_unbroken_plus1_gives_one_more_for_a_code_that_stays_unbroken() -> None:
    assert points(played("togo:first=1,unbroken=plus1", *unbroken(1, 9))) == (10, 0)
    assert points(played("togo:first=1,unbroken=plus1", *broken_in(1, 9))) == (9, 0)


@pytest.mark.parametrize("rows", [1, 12, 20])
def test_another_number_of_rows_may_be_agreed(rows: int) -> None:
    assert points(played(f"togo:first=1,rows={rows}", *unbroken(1, rows))) == (rows, 0)


def test_roles_swap_after_every_game_and_two_are_played() -> None:
    state = played("togo:first=1", *broken_in(1, 2))
    assert waits(state) == "2 to hide"
    assert waits(then(state, *broken_in(2, 3))) == "over"


@pytest.mark.parametrize(("of_1", "of_2", "who"), [(2, 1, 1), (3, 4, 2), (2, 2, None)])
def test_most_points_wins_and_equal_is_a_draw(of_1: int, of_2: int, who: int | None) -> None:
    state = played("togo:first=1", *broken_in(1, of_1), *broken_in(2, of_2))
    assert points(state) == (of_1, of_2)
    assert winner(state) == who


@pytest.mark.parametrize("rounds", [2, 4, 10])
def test_an_even_number_of_games_is_taken(rounds: int) -> None:
    assert rules(f"togo:rounds={rounds}").rounds == rounds


@pytest.mark.parametrize("rounds", [1, 3, 9])
def test_an_odd_number_of_games_is_refused_unless_any_is_agreed(rounds: int) -> None:
    assert rules_refused(f"togo:rounds={rounds}").slug == "rounds-not-even"
    assert rules(f"togo:rounds={rounds},parity=any").rounds == rounds


def test_with_parity_any_a_single_game_may_be_the_match() -> None:
    state = played("togo:first=1,rounds=1,parity=any", *broken_in(1, 2))
    assert winner(state) == 1


def test_tie_two_more_adds_two_games_until_it_is_decided() -> None:
    state = played("togo:first=1,tie=two-more", *broken_in(1, 2), *broken_in(2, 2))
    assert waits(state) == "1 to hide"
    state = then(state, *broken_in(1, 3))
    assert waits(state) == "2 to hide", "one game more would be unfair"
    tied_again = then(state, *broken_in(2, 3))
    assert waits(tied_again) == "1 to hide"
    assert winner(then(tied_again, *broken_in(1, 1), *broken_in(2, 2))) == 2


def test_tie_two_more_adds_nothing_where_the_match_is_decided() -> None:
    assert winner(played("togo:first=1,tie=two-more", *broken_in(1, 2), *broken_in(2, 3))) == 2


def test_guesses_may_repeat_colours_since_only_the_code_is_restricted() -> None:
    assert board(played("togo:first=1", "1 hide RYGB", "2 guess RRRR"), 2) == ["RRRR:1,0"]


def test_distinct_guesses_refuses_a_colour_twice() -> None:
    state = played("togo:first=1,distinct-guesses", "1 hide RYGB")
    assert refused(state, "2 guess RROY") == "peg-twice"
    assert board(then(state, "2 guess ROYG"), 2) == ["ROYG:1,2"]


def test_there_are_no_blanks() -> None:
    assert refused(played("togo:first=1"), "1 hide ROY.") == "hole-empty"
    assert refused(played("togo:first=1", "1 hide RYGB"), "2 guess ROY.") == "hole-empty"


def test_wrong_marks_give_the_codebreaker_three_points_and_the_game_is_played_again() -> None:
    wrong = ["1 hide RYGB", "2 guess ROYG", "1 mark 1,1", "2 guess RYGB", "1 mark 4,0"]
    state = played("togo:first=1,marking=hand", *wrong)
    assert points(state) == (0, 3), "the void rows score nothing"
    assert waits(state) == "1 to hide", "same roles, a new code"
    again = then(state, "1 hide NWPB", "2 guess NWPB", "1 mark 4,0")
    assert points(again) == (1, 3)
    assert waits(then(again, "2 hide RYGB", "1 guess RYGB", "2 mark 4,0")) == "over", "the game still counts as one"


def test_three_points_for_every_game_with_wrong_marks() -> None:
    wrong = ["1 hide RYGB", "2 guess ROYG", "1 mark 1,1", "2 guess RYGB", "1 mark 4,0"]
    state = played("togo:first=1,marking=hand", *wrong, *wrong)
    assert points(state) == (0, 6)


def test_a_break_in_spite_of_wrong_marks_cannot_stand() -> None:
    wrong = ["1 hide RYGB", "2 guess ROYG", "1 mark 1,1", "2 guess RYGB", "1 mark 4,0"]
    assert refused(played("togo:first=1,marking=hand", *wrong), "2 accept") == "not-your-turn"
