"""`challenge`: wrong marks cost a point and void the round."""

from tests.rules.matches import played, points, verdict, waits

hidden = ("1 hide ROYGB", "2 hide BGYOR")
"""So seat 1 breaks with BGYOR, seat 2 with ROYGB."""

missed = ("1 guess BGYWW", "2 guess ROYWW")
"""Truly 3,0 each."""


def by_hand(mark_by_1: str, mark_by_2: str) -> tuple[str, ...]:
    return (*hidden, *missed, f"1 mark {mark_by_1}", f"2 mark {mark_by_2}")


broken_by_1 = ("1 guess BGYOR", "2 guess WWWWW", "2 mark 5,0", "1 mark 0,0")


def test_wrong_marks_cost_the_erring_codemaker_a_point_and_begin_a_new_round() -> None:
    state = played("challenge:rounds=1,marking=hand", *by_hand("3,0", "2,0"), *broken_by_1)
    assert points(state) == (0, -1), "points may go below zero, and the void round's point is cancelled"
    assert verdict(state).erred == (2,)
    assert verdict(state).void
    assert waits(state) == "1 2 to hide", "a void round does not count"


def test_wrong_marks_of_the_breaking_seat_cancel_its_point_and_cost_it_one() -> None:
    state = played("challenge:rounds=1,marking=hand", *by_hand("2,0", "3,0"), *broken_by_1)
    assert points(state) == (-1, 0)
    assert waits(state) == "1 2 to hide"


def test_both_wrong_lose_a_point_each() -> None:
    state = played("challenge:rounds=1,marking=hand", *by_hand("2,0", "2,0"), *broken_by_1)
    assert points(state) == (-1, -1)


def test_a_seat_that_errs_twice_in_a_round_loses_one_point() -> None:
    twice = (*by_hand("3,0", "2,0"), *missed, "1 mark 3,0", "2 mark 2,0", *broken_by_1)
    assert points(played("challenge:rounds=1,marking=hand", *twice)) == (0, -1)


def test_right_marks_by_hand_let_the_point_stand() -> None:
    state = played("challenge:rounds=1,marking=hand", *by_hand("3,0", "3,0"), *broken_by_1)
    assert points(state) == (1, 0)


def test_wrong_marks_found_when_both_boards_are_full_void_the_round() -> None:
    state = played("challenge:rounds=1,rows=1,marking=hand", *by_hand("3,0", "2,0"))
    assert points(state) == (0, -1)
    assert waits(state) == "1 2 to hide"
