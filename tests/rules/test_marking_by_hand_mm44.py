"""Answers given by hand in `mm44`."""

import pytest

from tests.rules.matches import board, played, refused, then, verdict, waits

mm44_deal = "table deal ..R.. B.... ....R .G..."


def test_in_mm44_hand_checked_refuses_a_wrong_answer() -> None:
    state = played("mm44:blanks=any,first=1,marking=hand-checked", mm44_deal, "1 guess B....")
    assert refused(state, "2 mark w") == "mark-wrong"
    assert waits(then(state, "2 mark b")) == "3 to mark"


@pytest.mark.parametrize("answer", ["b", "w", "-"])
def test_in_mm44_any_answer_is_taken_by_hand(answer: str) -> None:
    state = played("mm44:blanks=any,first=1,marking=hand", mm44_deal, "1 guess BY...", f"2 mark {answer}")
    assert waits(state) == "3 to mark"
    assert board(state, 1, seen_by=3) == [f"BY...:_/{answer}/?/?"], "they answer in turn, so it is public"


def test_in_mm44_an_answer_that_no_share_fits_voids_the_deal_at_once() -> None:
    state = played("mm44:blanks=any,first=1,marking=hand", mm44_deal, "1 guess RRRRR", "2 mark w")
    assert waits(state) == "table to deal", "a row of one colour cannot earn white"
    assert verdict(state).erred == (2,)


def test_in_mm44_answers_that_no_deal_fits_together_void_it_at_once() -> None:
    state = played("mm44:blanks=any,first=1,marking=hand", mm44_deal, "1 guess B....", "2 mark b", "3 mark b")
    assert waits(state) == "table to deal", "two shares cannot lie in one hole"
    assert verdict(state).void


def test_in_mm44_an_answer_that_no_share_fits_voids_the_deal_where_only_sums_are_shown() -> None:
    deal = "table deal R.... .O..."
    state = played("mm44:seats=2,marks=counts,first=1,marking=hand", deal, "1 guess RRRRR", "2 mark w")
    assert waits(state) == "table to deal", "a row of one colour cannot earn white"
    assert verdict(state).erred == (2,)


def test_in_mm44_only_seats_that_marked_wrongly_have_erred() -> None:
    state = played("mm44:blanks=any,first=1,marking=hand", mm44_deal, "1 guess B....", "2 mark b", "3 mark b")
    assert verdict(state).erred == (3,)


def test_in_mm44_wrong_marks_come_out_after_the_last_round_of_calls() -> None:
    wrong = ("1 guess Y....", "2 mark w", "3 mark -", "4 mark -")
    out = ("1 call YYRY.", "2 call BYYY.", "3 call YYY.R")
    state = played("mm44:blanks=any,first=1,marking=hand", mm44_deal, *wrong, *out)
    assert not state.past
    assert verdict(then(state, "4 call YGYY.")).void
