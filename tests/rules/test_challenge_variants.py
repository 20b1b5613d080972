"""`challenge` for beginners, with doubles and with a handicap."""

from itertools import combinations

import pytest

from keypeg import rules
from tests.rules.matches import board, played, refused, rules_refused, then, waits, winner


def test_beginner_leaves_the_right_lane_free_and_has_six_colours_360_codes() -> None:
    assert [len(space) for space in rules("challenge+beginner").codes] == [360, 360]
    assert refused(played("challenge+beginner"), "1 hide ROYGB") == "holes-wrong"
    assert refused(played("challenge+beginner"), "1 hide ROYW") == "code-unreadable"
    assert refused(played("challenge+beginner"), "1 hide RROY") == "peg-twice"


def test_beginner_lets_the_players_choose_which_two_colours_stay_out() -> None:
    assert rules("challenge+beginner").palette == "ROYGBP"
    assert rules("challenge+beginner:without=WN") == rules("challenge+beginner")
    assert rules("challenge+beginner:without=RO").palette == "YGBPWN"
    assert refused(played("challenge+beginner:without=ro"), "1 hide ROYG") == "code-unreadable"
    assert rules_refused("challenge:without=ro").slug == "option-needs"


@pytest.mark.parametrize("pair", [f"{a}{b}" for a, b in combinations("ROYGBPWN", 2)])
def test_beginner_may_leave_out_any_two_of_the_eight_colours(pair: str) -> None:
    chosen = rules(f"challenge+beginner:without={pair}")
    assert set(chosen.palette) == set("ROYGBPWN") - set(pair)
    assert chosen.size() == 360
    turned = rules(f"challenge+beginner:without={pair[::-1]}")
    assert (turned, str(turned)) == (chosen, str(chosen)), "in any order, written in one"


def test_with_a_handicap_the_players_choose_which_two_colours_the_small_code_lacks() -> None:
    chosen = rules("challenge:handicap=2,without=or")
    assert str(chosen) == "challenge:without=ro,handicap=2"
    assert [space.pegs for space in chosen.codes] == ["ROYGBPWN", "YGBPWN"]
    assert [space.pegs for space in chosen.guesses] == ["ROYGBPWN", "YGBPWN"]
    assert rules("challenge:handicap=2,without=nw") == rules("challenge:handicap=2")


@pytest.mark.parametrize("pair", ["r", "rr", "rro", "rx", "none"])
def test_two_different_colours_stay_out(pair: str) -> None:
    assert rules_refused(f"challenge+beginner:without={pair}").slug == "option-value"


def test_beginner_is_broken_with_four_red() -> None:
    state = played("challenge+beginner:rounds=1", "1 hide ROYG", "2 hide GYOR", "1 guess GYOR", "2 guess RRRR")
    assert winner(state) == 1


def test_doubles_lets_the_code_repeat_colours_32768_codes() -> None:
    assert [len(space) for space in rules("challenge+doubles").codes] == [32768, 32768]
    assert waits(played("challenge+doubles", "1 hide RRRRR")) == "2 to hide"


def test_beginner_with_doubles_has_1296_codes() -> None:
    assert [len(space) for space in rules("challenge+beginner+doubles").codes] == [1296, 1296]


def test_every_ring_of_a_repeated_colour_earns_its_own_pin() -> None:
    state = played("challenge+doubles", "1 hide RRROY", "2 hide WWWWW", "1 guess RRRRR", "2 guess OORRW")
    assert board(state, 2) == ["OORRW:1,2"]
    assert board(then(state, "1 guess RRRRR", "2 guess YORRR"), 2)[-1] == "YORRR:1,4"


@pytest.mark.parametrize("seat", [1, 2])
def test_handicap_gives_one_seat_the_small_code_and_the_other_the_full_one(seat: int) -> None:
    small = rules(f"challenge:handicap={seat}")
    assert len(small.codes[seat - 1]) == 360
    assert len(small.codes[2 - seat]) == 6720


@pytest.mark.parametrize("seat", [1, 2])
def test_with_a_handicap_its_seat_guesses_four_lanes_in_the_first_six_colours(seat: int) -> None:
    other = 3 - seat
    state = played(f"challenge:handicap={seat},rounds=1", f"{seat} hide WNPBG", f"{other} hide ROYG")
    assert refused(state, f"{seat} guess ROYGB") == "holes-wrong"
    assert refused(state, f"{seat} guess ROYW") == "peg-unknown"
    assert refused(state, f"{other} guess ROYG") == "holes-wrong"
    over = then(state, f"{seat} guess ROYG", f"{other} guess WWWWW")
    assert winner(over) == seat, "broken is then four red"


@pytest.mark.parametrize("seat", [1, 2])
def test_with_a_handicap_the_other_seat_hides_the_small_code(seat: int) -> None:
    state = played(f"challenge:handicap={seat}")
    assert refused(state, f"{3 - seat} hide ROYGB") == "holes-wrong"
    assert refused(state, f"{3 - seat} hide ROYW") == "peg-unknown"
    assert refused(state, f"{seat} hide ROYG") == "holes-wrong"


@pytest.mark.parametrize("seat", [1, 2])
def test_with_a_handicap_the_other_seat_breaks_with_five_red(seat: int) -> None:
    state = played(f"challenge:handicap={seat},rounds=1", f"{seat} hide WNPBG", f"{3 - seat} hide ROYG")
    assert winner(then(state, f"{seat} guess RRRR", f"{3 - seat} guess WNPBG")) == 3 - seat


@pytest.mark.parametrize("seat", [1, 2])
def test_with_a_handicap_doubles_hold_for_both(seat: int) -> None:
    small = rules(f"challenge+doubles:handicap={seat}")
    assert len(small.codes[seat - 1]) == 1296
    assert len(small.codes[2 - seat]) == 32768
    state = played(f"challenge+doubles:handicap={seat}", f"{seat} hide WWWWW", f"{3 - seat} hide RRRR")
    assert waits(state) == "1 2 to guess"


def test_doubles_with_distinct_guesses_still_reads_and_may_guess_doubles() -> None:
    text = "challenge+doubles:distinct-guesses"
    assert str(rules(text)) == text, "seals hash it as it was written"
    assert waits(played(text, "1 hide RRRRR", "2 hide WWWWW", "1 guess WWWWW")) == "2 to guess"


@pytest.mark.parametrize("seat", [1, 2])
def test_handicap_excludes_beginner(seat: int) -> None:
    assert rules_refused(f"challenge+beginner:handicap={seat}").slug == "option-senseless"


def test_with_a_handicap_marks_by_hand_go_by_the_lanes_of_the_row() -> None:
    state = played("challenge:handicap=1,marking=hand", "1 hide WNPBG", "2 hide ROYG", "1 guess RRYY", "2 guess WNPBY")
    assert refused(state, "2 mark 5,0") == "marks-too-many"
    assert waits(then(state, "1 mark 4,0", "2 mark 2,0")) == "1 2 to guess", "four reds do not break a code of five"
