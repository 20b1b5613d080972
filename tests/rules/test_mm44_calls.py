"""`mm44`: calls, right and wrong, and how a deal ends."""

import pytest

from keypeg import Call, view
from keypeg.core import joined
from tests.rules.matches import board, codes, played, points, refused, then, verdict, waits, winner

deal = "table deal ..R.. B.... ....R .G..."
"""The code is BGR.R."""

one_row_each = ("1 guess .....", "2 guess .....", "3 guess .....", "4 guess .....")

full = one_row_each * 4

wrong_calls = {1: "1 call YYRY.", 2: "2 call BYYY.", 3: "3 call YYY.R", 4: "4 call YGYY."}


def test_a_right_call_wins() -> None:
    state = played("mm44:blanks=any,first=1", deal, "1 call BGR.R")
    assert winner(state) == 1
    assert points(state) == (1, 0, 0, 0)


@pytest.mark.parametrize("caller", [1, 2, 3, 4])
def test_a_seat_may_call_in_its_own_turn_and_in_others(caller: int) -> None:
    for before in range(5):
        state = played("mm44:blanks=any,first=1", deal, *(one_row_each * 2)[:before])
        assert winner(then(state, f"{caller} call BGR.R")) == caller


@pytest.mark.parametrize("caller", [1, 2, 3, 4])
def test_a_seat_may_call_between_two_answers_by_hand(caller: int) -> None:
    state = played("mm44:blanks=any,first=1,marking=hand", deal, "1 guess B.G..", "2 mark b")
    assert winner(then(state, f"{caller} call BGR.R")) == caller


def test_nobody_can_call_before_the_deal() -> None:
    assert refused(played("mm44:blanks=any,first=1"), "1 call BGR.R") == "not-your-turn"


def test_a_wrong_call_puts_its_seat_out_and_play_goes_on() -> None:
    state = played("mm44:blanks=any,first=1", deal, wrong_calls[3])
    assert view(state, None).out == (3,)
    assert waits(state) == "1 to guess"
    assert refused(state, "3 call BGR.R") == "not-your-turn"


def test_a_seat_that_calls_wrongly_in_its_own_turn_loses_it() -> None:
    assert waits(played("mm44:blanks=any,first=1", deal, wrong_calls[1])) == "2 to guess"


def test_a_seat_that_is_out_is_skipped_and_goes_on_answering() -> None:
    state = played("mm44:blanks=any,first=1", deal, wrong_calls[3], "1 guess R...R", "2 guess ....R")
    assert waits(state) == "4 to guess"
    assert board(state, 2) == ["....R:w/_/b/-"]


def test_a_seat_that_is_out_goes_on_answering_by_hand() -> None:
    state = played("mm44:blanks=any,first=1,marking=hand", deal, wrong_calls[2], "1 guess B....")
    assert waits(state) == "2 to mark"
    assert waits(then(state, "2 mark b")) == "3 to mark"


def test_a_call_fills_exactly_as_many_holes_as_the_deal_has_shares() -> None:
    state = played("mm44:blanks=any,first=1", deal)
    assert refused(state, "1 call BGR..") == "call-holes"
    assert refused(state, "1 call BGRRR") == "call-holes"
    three = played("mm44:blanks=any,first=1,seats=3", "table deal ..R.. B.... ....R")
    assert refused(three, "1 call BGR.R") == "call-holes"
    assert winner(then(three, "1 call B.R.R")) == 1
    two = played("mm44:blanks=any,first=1,seats=2,boards=1", "table deal ..R.. B....")
    assert refused(two, "1 call B.R.R") == "call-holes"
    assert winner(then(two, "1 call B.R..")) == 1
    four_of_two = played("mm44:blanks=any,first=1,seats=2,boards=2", "table deal R....+.O... ..Y..+...G.")
    assert refused(four_of_two, "1 call RO.G.") == "call-holes"
    assert winner(then(four_of_two, "1 call ROYG.")) == 1


def test_shares_of_seats_that_are_out_belong_to_a_call_too() -> None:
    state = played("mm44:blanks=any,first=1", deal, wrong_calls[3])
    assert refused(state, "1 call BGR..") == "call-holes"
    assert winner(then(state, "1 call BGR.R")) == 1


def test_a_call_contains_the_callers_own_share() -> None:
    state = played("mm44:blanks=any,first=1", deal)
    assert refused(state, "1 call BGY.R") == "call-own-share"
    assert refused(state, "1 call BG.RR") == "call-own-share"
    both_of_mine = played("mm44:blanks=any,first=1,seats=2,boards=2", "table deal R....+.O... ..Y..+...G.")
    assert refused(both_of_mine, "1 call RYYG.") == "call-own-share"


def test_one_call_a_seat() -> None:
    state = played("mm44:blanks=any,first=1", deal, wrong_calls[2], "1 guess .....", "3 guess .....", "4 guess .....")
    assert refused(state, "2 call BGR.R") == "not-your-turn"


def test_of_two_calls_at_the_same_moment_the_first_that_the_table_receives_wins() -> None:
    state = played("mm44:blanks=any,first=1", deal, "4 call BGR.R")
    assert winner(state) == 4
    assert refused(state, "2 call BGR.R") == "match-over"


def test_calls_secret_shows_only_right_or_wrong() -> None:
    state = played("mm44:blanks=any,first=1,calls=secret", deal, wrong_calls[3])
    for other in (1, 2, 4, None):
        (call,) = view(state, other).calls
        assert (call.seat, call.code, call.right) == (3, "?????", False)
        assert view(state, other).log[-1] == (3, Call("?????"))
        assert view(state, other) == view(played("mm44:blanks=any,first=1,calls=secret", deal, "3 call OGP.R"), other)
    assert view(state, 3).calls[0].code == "YYY.R"


def test_the_last_seat_still_in_must_solve_it_too() -> None:
    state = played("mm44:blanks=any,first=1", deal, *(wrong_calls[seat] for seat in (1, 2, 3)))
    assert waits(state) == "4 to guess"
    assert winner(then(state, "4 guess .....", "4 call BGR.R")) == 4
    assert winner(then(state, *["4 guess ....."] * 4, "4 pass")) is None


def test_last_one_wins_lets_the_last_seat_still_in_win_without_a_call() -> None:
    state = played("mm44:blanks=any,first=1,last-one-wins", deal, wrong_calls[1], wrong_calls[2])
    assert waits(state) == "3 to guess"
    assert winner(then(state, wrong_calls[3])) == 4


def test_all_out_is_nobody_wins() -> None:
    state = played("mm44:blanks=any,first=1", deal, *wrong_calls.values())
    assert winner(state) is None
    assert points(state) == (0, 0, 0, 0)
    assert not verdict(state).void


def test_when_all_boards_are_full_there_is_one_last_round_of_calls_in_any_order() -> None:
    state = played("mm44:blanks=any,first=3", deal, *(f"{seat} guess ....." for seat in (3, 4, 1, 2) * 4))
    assert waits(state) == "1 2 3 4 to call"
    state = then(state, "4 pass", wrong_calls[1])
    assert waits(state) == "2 3 to call"
    assert refused(state, "4 call BGR.R") == "not-your-turn", "who has passed has let its last chance go by"
    assert winner(then(state, "3 pass", "2 call BGR.R")) == 2


def test_after_the_last_round_of_calls_nobody_wins_and_the_code_is_shown() -> None:
    state = played("mm44:blanks=any,first=1", deal, *full, "1 pass", wrong_calls[2], "3 pass")
    assert codes(state, 1) == ["..R..", "?????", "?????", "?????"]
    over = then(state, "4 pass")
    assert winner(over) is None
    assert joined([share.code or "" for share in view(over, 1).past[0].shares]) == "BGR.R"


def test_a_seat_that_is_out_has_no_last_call_and_its_empty_board_holds_nobody_up() -> None:
    three_play_on = ("1 guess .....", "3 guess .....", "4 guess .....") * 4
    state = played("mm44:blanks=any,first=1", deal, wrong_calls[2], *three_play_on, "1 pass")
    assert waits(state) == "3 4 to call"


def test_passing_is_for_the_last_round_alone() -> None:
    assert refused(played("mm44:blanks=any,first=1", deal), "1 pass") == "move-not-now"
