"""`marking=home` in `mm44`: shares stay on the real table, and the others say yes or no to a call."""

import pytest

from keypeg import Reveal, view
from keypeg.core import joined
from tests.rules.matches import board, codes, played, points, refused, then, verdict, waits, winner

mm44 = "mm44:blanks=any,first=1,marking=home"

shares = ("1 reveal ..R..", "2 reveal B....", "3 reveal ....R", "4 reveal .G...")
"""The code is BGR.R."""

all_yes = ("2 judge yes", "3 judge yes", "4 judge yes")


def test_in_mm44_chips_are_dealt_on_the_real_table_and_nobody_enters_a_share() -> None:
    state = played(mm44)
    assert waits(state) == "1 to guess"
    for seat in (1, 2, 3, 4, None):
        assert codes(state, seat) == [None] * 4


def test_in_mm44_each_other_seat_says_yes_or_no_to_a_call_and_all_yes_is_right() -> None:
    state = played(mm44, "1 call BGR.R")
    assert waits(state) == "2 3 4 to judge"
    state = then(state, *all_yes)
    assert waits(state) == "1 2 3 4 to reveal"
    assert winner(then(state, *shares)) == 1


@pytest.mark.parametrize("denier", [2, 3, 4])
def test_in_mm44_a_single_no_makes_a_call_wrong(denier: int) -> None:
    judged = (f"{seat} judge {'no' if seat == denier else 'yes'}" for seat in (2, 3, 4))
    state = played(mm44, "1 call BGR.R", *judged)
    assert view(state, None).out == (1,)
    assert waits(state) == "2 to guess"


def test_in_mm44_a_seat_that_is_out_says_yes_or_no_too() -> None:
    state = played(mm44, "2 call YYYY.", "1 judge no", "3 judge no", "4 judge no", "1 call BGR.R")
    assert waits(state) == "2 3 4 to judge"


def test_in_mm44_a_call_between_two_answers_is_judged_and_then_answering_goes_on() -> None:
    state = played(mm44, "1 guess B....", "2 mark b", "4 call YGYY.", "1 judge no", "2 judge no", "3 judge no")
    assert waits(state) == "3 to mark"


def test_in_mm44_a_call_fills_as_many_holes_as_there_are_shares() -> None:
    assert refused(played(mm44), "1 call BGR..") == "call-holes"


def test_in_mm44_a_share_that_contradicts_its_marks_voids_the_deal() -> None:
    out = [f"{seat} give-up" for seat in (1, 2, 3, 4)]
    state = played(mm44, "1 guess BYRYY", "2 mark w", "3 mark w", "4 mark -", *out, *shares)
    assert verdict(state).erred == (2,)
    assert verdict(state).void
    assert points(state) == (0, 0, 0, 0)


def test_in_mm44_a_share_that_contradicts_the_yes_to_a_call_voids_the_deal() -> None:
    state = played(mm44, "1 call BGY.R", *all_yes, "1 reveal ..Y..", "2 reveal O....", "3 reveal ....R")
    assert verdict(then(state, "4 reveal .G...")).erred == (2,)


def test_in_mm44_a_share_that_contradicts_the_no_to_a_call_voids_the_deal() -> None:
    state = played(mm44, "1 call BGR.R", "2 judge no", "3 judge yes", "4 judge yes")
    state = then(state, "2 call BGR.R", "1 judge yes", "3 judge yes", "4 judge yes", *shares)
    assert verdict(state).erred == (2,)


def test_in_mm44_two_shares_in_one_hole_void_the_deal() -> None:
    state = played(mm44, *("1 guess .....", "2 mark -", "3 mark -", "4 mark -"), "1 call BGR.R", *all_yes)
    state = then(state, "1 reveal ..R..", "2 reveal B....", "3 reveal B....", "4 reveal .G...")
    assert verdict(state).void


def test_in_mm44_an_answer_that_no_share_fits_is_reported_as_soon_as_it_occurs() -> None:
    state = played(mm44, "1 guess RRRRR", "2 mark w")
    for seat in (1, 2, 3, 4, None):
        assert view(state, seat).unfit == (2,)


def test_in_mm44_answers_that_no_deal_fits_together_are_reported_as_soon_as_they_occur() -> None:
    state = played(mm44, "1 guess B....", "2 mark b")
    assert view(state, 1).unfit == ()
    assert {2, 3} <= set(view(then(state, "3 mark b"), 1).unfit)


def test_in_mm44_an_answer_that_no_share_fits_may_be_claimed_and_the_other_shares_are_checked() -> None:
    state = played(mm44, "1 guess RRRRR", "2 mark w", "1 claim", "1 reveal ..R..", "3 reveal ....R", "4 reveal .G...")
    assert waits(state) == "2 to reveal"
    state = then(state, "2 give-up")
    assert verdict(state).void
    assert verdict(state).erred == (2,)
    assert points(state) == (0, 0, 0, 0)


def _rows(answer: str = "-") -> list[str]:
    """Four rows on every board; the seat after the breaker gives the first row this answer, all else earns nothing."""
    moves = [
        move
        for seat in (1, 2, 3, 4)
        for move in (f"{seat} guess .....", *(f"{(seat + step) % 4 + 1} mark -" for step in range(3)))
    ] * 4
    return [moves[0], f"2 mark {answer}", *moves[2:]]


def test_in_mm44_shares_are_entered_after_the_last_round_of_calls_too() -> None:
    state = played(mm44, *_rows(), "1 pass", "2 pass", "3 pass", "4 pass")
    assert waits(state) == "1 2 3 4 to reveal"
    over = then(state, *shares)
    assert winner(over) is None
    assert joined([share.code or "" for share in over.past[0].shares]) == "BGR.R"


def test_in_mm44_two_by_two_both_shares_are_entered_together() -> None:
    state = played("mm44:blanks=any,first=1,seats=2,boards=2,marking=home", "1 guess RRGYY", "2 mark ww")
    assert board(state, 1) == ["RRGYY:_/ww"]
    state = then(state, "2 call ROYG.", "1 judge yes")
    assert refused(state, "1 reveal R....") == "reveal-shares"
    assert winner(then(state, "1 reveal R....+.O...", "2 reveal ..Y..+...G.")) == 2


@pytest.mark.parametrize("moves", [("1 guess RRRRR",), ("1 call ROYG.",)])
def test_when_a_seat_is_absent_that_has_to_answer_the_others_show_their_shares(moves: tuple[str, ...]) -> None:
    assert waits(played("mm44:first=1,marking=home", *moves, "table absent 2")) == "1 3 4 to reveal"


def test_a_caller_vouches_for_its_share_only_if_the_call_was_taken_as_right() -> None:
    shares = ("1 reveal ..R..", "2 reveal .O...", "3 reveal Y....", "4 reveal ...G.")
    judged = [f"{seat} judge yes" for seat in (2, 3, 4)]
    state = played("mm44:first=1,marking=home", "1 call ROYG.", *judged, *shares)
    assert verdict(state).erred == (1, 3)
    wrong = ("1 call ROYG.", "2 judge yes", "3 judge no", "4 judge yes")
    given_up = [f"{seat} give-up" for seat in (2, 3, 4)]
    assert verdict(played("mm44:first=1,marking=home", *wrong, *given_up, *shares)).erred == ()


def test_in_mm44_two_seats_that_leave_the_same_hole_empty_fit_no_deal() -> None:
    state = played("mm44:seats=2,first=1,marking=home", "1 guess .RRRR", "2 mark -")
    assert view(state, None).unfit == ()
    assert view(then(state, "2 guess .RRRR", "1 mark -"), None).unfit == (1, 2)


def test_in_mm44_a_seat_that_showed_its_hole_answers_for_that_hole() -> None:
    rows = ("1 guess .RRRR", "2 mark -", "2 guess RRRRR", "1 mark b")
    other_hole = ("1 guess .OOOO", "2 mark -", "2 guess OROOO", "1 mark b")
    state = played("mm44:seats=2,first=1,marking=home", *rows, *other_hole)
    assert view(state, None).unfit == (1,), "its red chip lies in the hole that it left empty"


def test_in_mm44_every_call_is_judged_once() -> None:
    state = played(mm44)
    for seat in (1, 2, 3):
        judges = [other for other in (1, 2, 3, 4) if other != seat]
        state = then(state, f"{seat} call BYY.Y", *(f"{judge} judge no" for judge in judges))
        assert [(call.seat, call.right) for call in view(state, None).calls] == [(1, False), (2, False), (3, False)][
            :seat
        ]


def test_in_mm44_who_does_not_show_a_share_at_the_end_has_not_given_up_the_code() -> None:
    state = played(mm44, "1 call BGR.R", *all_yes, "2 give-up")
    assert waits(state) == "1 3 4 to reveal"
    assert view(state, None).gave_up == ()


def test_in_mm44_a_call_that_all_agreed_to_is_right_if_not_all_show_their_shares() -> None:
    shown = [move for move in shares if not move.startswith("2")]
    state = played(mm44, "1 call BGR.R", *all_yes, "2 give-up", *shown)
    assert winner(state) == 1


def test_in_mm44_nobody_sees_a_share_that_another_has_entered_before_all_are_in() -> None:
    state = played(mm44, "1 call BGR.R", *all_yes, "1 reveal ..R..")
    for other in (2, None):
        assert view(state, other).log[-1] == (1, Reveal(("?????",)))
        assert codes(state, other) == ["?????", None, None, None]
    assert view(state, 1).log[-1] == (1, Reveal(("..R..",)))


def test_in_mm44_an_impossible_answer_may_be_claimed_in_the_last_round_of_calls() -> None:
    state = played(mm44, *_rows("b"), "1 pass")
    assert waits(state) == "2 3 4 to call"
    state = then(state, "3 claim", *shares)
    assert verdict(state).void
    assert verdict(state).erred == (2,)
