"""`mm44` for two and three seats."""

import pytest

from keypeg import rules
from tests.rules.matches import board, codes, played, refused, rules_refused, then, waits, winner

two_by_two = ("mm44:blanks=any,first=1,seats=2,boards=2", "table deal R....+.O... ..Y..+...G.")


def test_full_rows_with_two_shares_leaves_both_of_ones_own_holes_free() -> None:
    state = played("mm44:first=1,seats=2,boards=2", "table deal R....+.O... ..Y..+...G.")
    assert refused(state, "1 guess ...YY") == "hole-empty-other"
    assert waits(then(state, "1 guess ..YYY")) == "2 to guess"


def test_last_one_wins_between_two_seats() -> None:
    state = played("mm44:blanks=any,first=1,seats=2,last-one-wins", "table deal ..R.. B....", "2 call BY...")
    assert winner(state) == 1


def test_three_seats_with_a_board_each() -> None:
    state = played("mm44:blanks=any,first=2,seats=3", "table deal ..R.. B.... ....R")
    for seat in (2, 3, 1, 2):
        assert waits(state) == f"{seat} to guess"
        state = then(state, f"{seat} guess B...R")
    assert board(state, 1) == ["B...R:_/b/b"]
    assert board(state, 2) == ["B...R:w/_/b"] * 2


def test_two_seats_with_a_board_each() -> None:
    state = played("mm44:blanks=any,first=1,seats=2", "table deal ..R.. B....", "1 guess .B...", "2 guess ..R..")
    assert board(state, 1) == [".B...:_/w"]
    assert board(state, 2) == ["..R..:b/_"]


def test_two_seats_have_one_board_each_unless_two_are_agreed() -> None:
    assert str(rules("mm44:blanks=any,seats=2,boards=1")) == str(rules("mm44:blanks=any,seats=2"))
    assert rules("mm44:blanks=any,seats=2").boards == 1


def test_two_by_two_goes_a1_b1_a2_b2() -> None:
    state = played(*two_by_two)
    for seat, number in [(1, 1), (2, 1), (1, 2), (2, 2), (1, 1), (2, 1)]:
        assert waits(state) == f"{seat} to guess"
        before = len(board(state, seat, number))
        state = then(state, f"{seat} guess .....")
        assert len(board(state, seat, number)) == before + 1


def test_two_by_two_only_the_opponent_answers_one_mark_for_each_of_its_shares() -> None:
    state = played(*two_by_two, "1 guess RRGYY", "2 guess R.O..")
    assert board(state, 1) == ["RRGYY:_/ww"]
    assert board(state, 2) == ["R.O..:bw/_"]


def test_two_by_two_the_answers_come_in_the_order_of_the_shares() -> None:
    one_way = played("mm44:first=1,seats=2,boards=2", "table deal R....+.O... ..Y..+...G.", "1 guess RRYRR")
    the_other = played("mm44:first=1,seats=2,boards=2", "table deal R....+.O... ...G.+..Y..", "1 guess RRYRR")
    assert board(one_way, 1) == ["RRYRR:_/b-"]
    assert board(the_other, 1) == ["RRYRR:_/-b"]


def test_two_by_two_each_seat_knows_both_of_its_shares() -> None:
    state = played(*two_by_two)
    assert codes(state, 1) == ["R....", ".O...", "?????", "?????"]
    assert codes(state, 2) == ["?????", "?????", "..Y..", "...G."]


def test_two_by_two_has_eight_rows_and_one_call_a_seat() -> None:
    state = played(*two_by_two, *("1 guess .....", "2 guess .....") * 8)
    assert waits(state) == "1 2 to call"
    assert [len(board(state, seat, number)) for seat in (1, 2) for number in (1, 2)] == [4, 4, 4, 4]
    assert waits(then(state, "1 call ROPP.")) == "2 to call"
    assert winner(then(state, "1 call ROPP.", "2 call ROYG.")) == 2


def test_two_by_two_by_hand_marks_both_shares_in_one_move() -> None:
    state = played("mm44:blanks=any,first=1,seats=2,boards=2,marking=hand", two_by_two[1], "1 guess RRGYY")
    assert refused(state, "2 mark w") == "answers-wrong"
    assert board(then(state, "2 mark ww"), 1) == ["RRGYY:_/ww"]


@pytest.mark.parametrize("options", ["boards=2", "seats=3,boards=2", "seats=4,boards=2"])
def test_two_boards_are_for_two_seats(options: str) -> None:
    assert rules_refused(f"mm44:blanks=any,{options}").slug == "option-needs"


@pytest.mark.parametrize("seats", [1, 5])
def test_two_to_four_seats(seats: int) -> None:
    assert rules_refused(f"mm44:blanks=any,seats={seats}").slug == "option-value"
