"""`+two-boards`: both seats make and break at once, turns alternate."""

import pytest

from keypeg import rules
from tests.rules.matches import board, codes, played, points, refused, rules_refused, then, verdict, waits, winner

hidden = ("1 hide YROB", "2 hide GGOO")
"""So seat 1 breaks with GGOO, seat 2 with YROB."""


@pytest.mark.parametrize("box", ["logic24", "logic12"])
def test_both_seats_hide_a_code_and_both_break(box: str) -> None:
    state = played(f"{box}+two-boards:first=1")
    assert waits(state) == "1 2 to hide"
    assert waits(then(state, "2 hide GGOO", "1 hide YROB")) == "1 to guess"


def test_nobody_but_its_maker_sees_a_code() -> None:
    state = played("logic24+two-boards:first=1", *hidden)
    assert codes(state, 1) == ["YROB", "????"]
    assert codes(state, 2) == ["????", "GGOO"]
    assert codes(state, None) == ["????", "????"]


def test_turns_alternate() -> None:
    state = played("logic24+two-boards:first=1", *hidden, "1 guess YYYY")
    assert waits(state) == "2 to guess"
    assert refused(state, "1 guess YYYY") == "not-your-turn"
    assert waits(then(state, "2 guess GGGG")) == "1 to guess"


def test_every_guess_is_marked_against_the_code_of_the_other_seat() -> None:
    state = played("logic24+two-boards:first=1", *hidden, "1 guess GGGG", "2 guess GGGY")
    assert board(state, 1) == ["GGGG:2,0"]
    assert board(state, 2) == ["GGGY:0,1"]


def test_the_first_break_wins_a_point_and_ends_the_round_even_where_the_other_has_had_one_turn_less() -> None:
    state = played("logic24+two-boards:first=1", *hidden, "1 guess GGOO")
    assert waits(state) == "over"
    assert points(state) == (1, 0)
    assert winner(state) == 1


def test_the_second_guesser_may_be_the_first_to_break() -> None:
    state = played("logic24+two-boards:first=1", *hidden, "1 guess YYYY", "2 guess YROB")
    assert points(state) == (0, 1)
    assert winner(state) == 2


def test_equal_turns_gives_the_other_its_turn_and_both_broken_is_a_drawn_round() -> None:
    state = played("logic24+two-boards:first=1,equal-turns", *hidden, "1 guess GGOO")
    assert waits(state) == "2 to guess"
    drawn = then(state, "2 guess YROB")
    assert points(drawn) == (0, 0)
    assert winner(drawn) is None


def test_equal_turns_lets_the_break_win_where_the_other_misses_in_its_turn() -> None:
    state = played("logic24+two-boards:first=1,equal-turns", *hidden, "1 guess GGOO", "2 guess YYYY")
    assert points(state) == (1, 0)


def test_equal_turns_ends_at_once_where_the_second_guesser_breaks() -> None:
    state = played("logic24+two-boards:first=1,equal-turns", *hidden, "1 guess YYYY", "2 guess YROB")
    assert points(state) == (0, 1)
    assert waits(state) == "over"


@pytest.mark.parametrize("options", ["", ",equal-turns"])
def test_both_boards_full_is_a_drawn_round(options: str) -> None:
    state = played(f"logic24+two-boards:first=1,rows=1{options}", *hidden, "1 guess YYYY", "2 guess GGGG")
    assert points(state) == (0, 0)
    assert winner(state) is None


def test_a_drawn_round_counts() -> None:
    state = played("logic24+two-boards:first=1,rows=1,rounds=2", *hidden, "1 guess YYYY", "2 guess GGGG")
    assert not verdict(state).void
    assert waits(then(state, *hidden, "2 guess GGGG", "1 guess YYYY")) == "over"


@pytest.mark.parametrize(("first", "order"), [(1, (1, 2, 1)), (2, (2, 1, 2))])
def test_the_first_guesser_alternates_from_round_to_round(first: int, order: tuple[int, ...]) -> None:
    state = played(f"logic24+two-boards:first={first},rounds=3")
    for guesser in order:
        state = then(state, *hidden)
        assert waits(state) == f"{guesser} to guess"
        state = then(state, f"{guesser} guess {'GGOO' if guesser == 1 else 'YROB'}")


def test_a_round_won_is_one_point_and_most_points_win() -> None:
    state = played("logic24+two-boards:first=1,rounds=3", *hidden, "1 guess GGOO", *hidden, "2 guess YROB")
    assert points(state) == (1, 1)
    assert winner(then(state, *hidden, "1 guess YYYY", "2 guess YROB")) == 2


def test_equal_points_are_a_draw() -> None:
    state = played("logic24+two-boards:first=1,rounds=2", *hidden, "1 guess GGOO", *hidden, "2 guess YROB")
    assert winner(state) is None


@pytest.mark.parametrize("option", ["tally=rows", "tally=rounds-won", "unbroken=decides"])
def test_tally_and_unbroken_do_not_apply(option: str) -> None:
    assert rules_refused(f"logic24+two-boards:{option}").slug == "option-senseless"


def test_blanks_and_two_boards_go_together() -> None:
    assert [len(space) for space in rules("logic24+blanks+two-boards").codes] == [1296, 1296]
    state = played("logic24+blanks+two-boards:first=1", "1 hide Y...", "2 hide ....", "1 guess ....")
    assert winner(state) == 1


def test_fresh_guesses_looks_at_ones_own_board_alone() -> None:
    state = played("logic24+two-boards:first=1,fresh-guesses", *hidden, "1 guess YYYY", "2 guess YYYY")
    assert refused(state, "1 guess YYYY") == "guess-again"
