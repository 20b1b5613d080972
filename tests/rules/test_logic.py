"""goki Master Logic: `logic24` and `logic12`, one board, roles that swap."""

from dataclasses import replace

import pytest

from keypeg import Hide, Illegal, rules, view
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

both_boxes = pytest.mark.parametrize("box", ["logic24", "logic12"])


@both_boxes
def test_two_seats_play_with_yellow_red_orange_blue_and_green(box: str) -> None:
    assert rules(box).seats == 2
    assert rules(box).palette == "YROBG"


def test_the_two_boxes_differ_in_the_pegs_of_each_colour_alone() -> None:
    small, large = rules("logic12"), rules("logic24")
    assert (small.supply, large.supply) == (12, 24)
    assert replace(small, text=large.text, supply=large.supply) == large


@both_boxes
def test_a_code_is_four_holes_with_repeats_625_codes(box: str) -> None:
    assert len(rules(box).codes[1]) == 625
    assert waits(played(f"{box}:first=1", "1 hide YYYY")) == "2 to guess"


@both_boxes
def test_the_codemaker_hides_the_breaker_fills_rows_of_four_and_sees_their_marks(box: str) -> None:
    state = played(f"{box}:first=1", "1 hide YROB", "2 guess YYRR")
    assert board(state, 2, seen_by=2) == ["YYRR:1,1"]


@pytest.mark.parametrize("short_or_long", ["YRO", "YROBG"])
def test_a_row_has_four_holes(short_or_long: str) -> None:
    assert refused(played("logic24:first=1"), f"1 hide {short_or_long}") == "holes-wrong"
    assert refused(played("logic24:first=1", "1 hide YROB"), f"2 guess {short_or_long}") == "holes-wrong"


def test_only_the_codemaker_knows_the_code_until_it_is_broken() -> None:
    state = played("logic24:first=1", "1 hide YROB")
    assert codes(state, 1) == ["YROB"]
    for seat in (2, None):
        assert codes(state, seat) == ["????"]
        assert view(state, seat).log == ((1, Hide("????")),)
        assert view(state, seat) == view(played("logic24:first=1", "1 hide GGGG"), seat)
    over = then(state, "2 guess YROB")
    assert over.past[0].shares[0].code == "YROB"


def test_four_black_is_broken_and_then_the_seats_swap_roles() -> None:
    state = played("logic24:first=1", "1 hide YROB", "2 guess YROB")
    assert verdict(state).broke == ((2, 1),)
    assert waits(state) == "2 to hide"


def test_one_round_is_each_seat_breaking_once_unless_more_are_agreed() -> None:
    assert waits(played("logic24:first=1", *broken_in(1, 1), *broken_in(2, 1))) == "over"
    assert waits(played("logic24:first=1,rounds=2", *broken_in(1, 1), *broken_in(2, 1))) == "1 to hide"


@both_boxes
@pytest.mark.parametrize(("rows_of_1", "rows_of_2", "who"), [(1, 2, 1), (3, 2, 2), (2, 2, None)])
def test_fewest_rows_wins_and_equal_is_a_draw(box: str, rows_of_1: int, rows_of_2: int, who: int | None) -> None:
    state = played(f"{box}:first=1", *broken_in(1, rows_of_2), *broken_in(2, rows_of_1))
    assert points(state) == (rows_of_1, rows_of_2)
    assert winner(state) == who


def test_the_breaker_is_charged_the_rows_even_where_seat_2_hides_first() -> None:
    assert points(played("logic24:first=2", *broken_in(2, 3))) == (3, 0)


def test_rows_are_added_up_over_the_match_and_roles_swap_after_every_code() -> None:
    first_round = [*broken_in(1, 2), *broken_in(2, 6)]
    second_round = [*broken_in(1, 2), *broken_in(2, 1)]
    third_round = [*broken_in(1, 2), *broken_in(2, 1)]
    state = played("logic24:first=1,rounds=3", *first_round, *second_round, *third_round)
    assert points(state) == (8, 6)
    assert winner(state) == 2


def test_tally_rounds_won_decides_each_round_by_its_rows_and_the_match_by_rounds() -> None:
    first_round = [*broken_in(1, 2), *broken_in(2, 6)]
    second_round = [*broken_in(1, 2), *broken_in(2, 1)]
    third_round = [*broken_in(1, 2), *broken_in(2, 1)]
    state = played("logic24:first=1,rounds=3,tally=rounds-won", *first_round, *second_round, *third_round)
    assert points(state) == (2, 1)
    assert winner(state) == 1


def test_tally_rounds_won_gives_an_equal_round_to_nobody() -> None:
    state = played("logic24:first=1,rounds=2,tally=rounds-won", *broken_in(1, 2), *broken_in(2, 2))
    assert points(state) == (0, 0)


def test_tally_rounds_won_counts_a_round_only_when_both_have_broken() -> None:
    assert points(played("logic24:first=1,tally=rounds-won", *broken_in(1, 2))) == (0, 0)


@both_boxes
def test_not_broken_in_the_last_of_nine_rows_counts_as_ten(box: str) -> None:
    state = played(f"{box}:first=1", *unbroken(1, 9))
    assert points(state) == (0, 10)
    assert verdict(state).unbroken == (2,)
    assert waits(state) == "2 to hide"


def test_broken_in_the_last_row_counts_as_that_row() -> None:
    assert points(played("logic24:first=1", *broken_in(1, 9))) == (0, 9)


@pytest.mark.parametrize("rows", [1, 12, 25, 99])
def test_a_maximum_number_of_rows_may_be_agreed(rows: int) -> None:
    state = played(f"logic24:first=1,supply=unlimited,rows={rows}", *unbroken(1, rows))
    assert points(state) == (0, rows + 1)


@pytest.mark.parametrize("rows", [0, 100])
def test_rows_are_from_1_to_99(rows: int) -> None:
    assert rules_refused(f"logic24:rows={rows}").slug == "option-value"


def test_unbroken_decides_puts_fewest_unbroken_codes_before_fewest_rows() -> None:
    moves = [*unbroken(1, 3), *broken_in(2, 3), *broken_in(1, 1), *broken_in(2, 3)]
    as_ruled = played("logic24:first=1,rows=3,rounds=2", *moves)
    assert points(as_ruled) == (6, 5)
    assert winner(as_ruled) == 2
    assert winner(played("logic24:first=1,rows=3,rounds=2,unbroken=decides", *moves)) == 1


def test_unbroken_decides_comes_down_to_rows_where_unbroken_codes_are_equal() -> None:
    state = played("logic24:first=1,rows=3,unbroken=decides", *broken_in(1, 2), *broken_in(2, 3))
    assert winner(state) == 2


def test_unbroken_decides_a_round_where_rounds_won_are_counted() -> None:
    moves = [*unbroken(1, 1), *broken_in(2, 1)]
    state = played("logic24:first=1,rows=1,tally=rounds-won,unbroken=decides", *moves)
    assert points(state) == (1, 0)


def test_guesses_may_repeat_colours_and_earlier_rows() -> None:
    state = played("logic24:first=1", "1 hide YROB", "2 guess GGGG", "2 guess GGGG")
    assert board(state, 2) == ["GGGG:0,0", "GGGG:0,0"]


def test_fresh_guesses_refuses_a_row_that_lies_on_the_board_already() -> None:
    state = played("logic24:first=1,fresh-guesses", "1 hide YROB", "2 guess GGGG")
    assert refused(state, "2 guess GGGG") == "guess-again"


@pytest.mark.parametrize(("guess", "row"), [("GGGG", 1), ("OOOO", 2), ("RRRR", 3)])
def test_a_guess_made_before_is_refused_with_the_row_in_which_it_stands(guess: str, row: int) -> None:
    rows = ("2 guess GGGG", "2 guess OOOO", "2 guess RRRR")
    state = played("logic24:first=1,fresh-guesses", "1 hide YROB", *rows)
    with pytest.raises(Illegal, match=f"{guess} is already in row {row}"):
        then(state, f"2 guess {guess}")


def test_fresh_guesses_starts_anew_with_every_code() -> None:
    state = played("logic24:first=1,fresh-guesses", "1 hide YROB", "2 guess GGGG", "2 guess YROB", "2 hide YROB")
    assert board(then(state, "1 guess GGGG"), 1) == ["GGGG:0,0"]


def test_without_blanks_no_hole_may_stay_empty() -> None:
    assert refused(played("logic24:first=1"), "1 hide YRO.") == "hole-empty"
    assert refused(played("logic24:first=1", "1 hide YROB"), "2 guess YRO.") == "hole-empty"


@both_boxes
def test_with_blanks_an_empty_hole_is_a_sixth_colour_1296_codes(box: str) -> None:
    assert len(rules(f"{box}+blanks").codes[1]) == 1296
    assert waits(played(f"{box}+blanks:first=1", "1 hide ....")) == "2 to guess"


@pytest.mark.parametrize("row", ["Y.GG:2,0", ".YGG:0,2", "....:2,0", "GG.G:0,1", "Y..B:2,2", ".B.Y:0,4"])
def test_with_blanks_a_blank_earns_marks_like_a_colour(row: str) -> None:
    guess, _, _ = row.partition(":")
    assert board(played("logic24+blanks:first=1", "1 hide Y.B.", f"2 guess {guess}"), 2) == [row]


def test_a_code_with_blanks_is_broken_by_the_same_blanks() -> None:
    state = played("logic24+blanks:first=1", "1 hide Y.B.", "2 guess Y.B.")
    assert verdict(state).broke == ((2, 1),)


def test_key_pegs_never_run_out() -> None:
    state = played("logic24:first=1,rows=20", "1 hide YROB", *["2 guess RYBO"] * 19)
    assert board(state, 2) == ["RYBO:0,4"] * 19


def test_guessing_before_the_code_is_hidden_or_out_of_turn_is_refused() -> None:
    assert refused(played("logic24:first=1"), "2 guess YROB") == "not-your-turn"
    assert refused(played("logic24:first=1", "1 hide YROB"), "1 guess YROB") == "not-your-turn"
    assert refused(played("logic24:first=1", "1 hide YROB"), "2 hide YROB") == "move-not-now"


def test_nothing_is_played_after_the_match() -> None:
    state = played("logic24:first=1", *broken_in(1, 1), *broken_in(2, 1))
    assert refused(state, "1 hide YROB") == "match-over"
