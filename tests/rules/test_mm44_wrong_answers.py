"""Wrong answers in `mm44`. The sheet is silent about them."""

import pytest

from keypeg import view
from keypeg.core import Verdict
from tests.rules.matches import played, points, then, verdict, waits, winner

deal = "table deal ..R.. B.... ....R .G..."
"""The code is BGR.R."""
hand = "mm44:first=1,marking=hand"
home = "mm44:first=1,marking=home"
any_blanks = "mm44:first=1,marking=home,blanks=any"
plausible = ("1 guess YYRYY", "2 mark w", "3 mark w", "4 mark -")
"""Seat 2 answers white where nothing is due; nobody can know yet."""
impossible = ("1 guess YYYYY", "2 mark w")
"""A row of one colour cannot earn white."""
shares = ("1 reveal ..R..", "2 reveal B....", "3 reveal ....R", "4 reveal .G...")


def test_a_call_that_equals_the_true_shares_wins_whoever_answered_wrongly() -> None:
    state = played(hand, deal, *plausible, "1 call BGR.R")
    assert verdict(state) == Verdict(void=False, adds=(1, 0, 0, 0), erred=(2,), winners=(1,))
    assert winner(state) == 1
    assert winner(played(hand, deal, *plausible, "2 call BGR.R")) == 2, "even where it erred itself"


def test_otherwise_the_deal_is_void_once_a_wrong_answer_comes_to_light() -> None:
    state = played(hand, deal, *impossible)
    assert verdict(state).void
    assert points(state) == (0, 0, 0, 0)
    assert waits(state) == "table to deal"


def test_otherwise_the_deal_is_void_when_the_shares_are_shown_at_the_end() -> None:
    calls = ("1 call YYRY.", "2 call BYYY.", "3 call YYY.R", "4 call YGYY.")
    assert verdict(played(hand, deal, *plausible, *calls)).void


def test_a_seat_that_erred_begins_the_next_deal_out_but_answering() -> None:
    state = played(hand, deal, *impossible, deal)
    assert view(state, None).out == (2,)
    state = then(state, "1 guess YYRYY")
    assert waits(state) == "2 to mark"
    state = then(state, "2 mark -", "3 mark w", "4 mark -")
    assert waits(state) == "3 to guess"


def test_a_seat_that_erred_is_back_in_the_deal_after_the_next() -> None:
    text = "mm44:first=1,marking=hand,rounds=2"
    state = played(text, deal, *impossible, deal, "1 call BGR.R", deal)
    assert view(state, None).out == ()


def test_where_all_erred_all_play_on() -> None:
    first = ("1 guess YYRYY", "2 mark w", "3 mark -", "4 mark w")
    then_2 = ("2 guess .RYYY", "3 mark -", "4 mark b", "1 mark -")
    state = played(hand, deal, *first, *then_2, "1 call YYRY.", "2 call BYYY.", "3 call YYY.R", "4 call YGYY.")
    assert verdict(state).erred == (1, 2, 3, 4)
    assert waits(then(state, deal)) == "1 to guess"
    assert view(then(state, deal), None).out == ()


def test_if_it_errs_again_that_deal_counts_and_nobody_wins_it() -> None:
    state = played(hand, deal, *impossible, deal, *impossible)
    assert not verdict(state).void
    assert verdict(state).erred == (2,)
    assert winner(state) is None


def test_if_it_errs_again_a_right_call_still_wins() -> None:
    assert winner(played(hand, deal, *impossible, deal, *plausible, "3 call BGR.R")) == 3


def test_if_another_errs_then_that_deal_is_void_too() -> None:
    state = played(hand, deal, *impossible, deal, "1 guess YYYYY", "2 mark -", "3 mark w")
    assert verdict(state).void
    assert view(then(state, deal), None).out == (3,)


def test_with_last_one_wins_a_single_seat_that_is_left_wins_the_next_deal() -> None:
    pair = "table deal ..R.. B...."
    text = "mm44:first=1,seats=2,last-one-wins,marking=hand"
    assert winner(played(text, pair, *impossible, pair)) == 1


def test_at_a_real_board_a_call_that_equals_the_true_shares_wins_although_somebody_said_no() -> None:
    state = played(home, "1 call BGR.R", "2 judge no", "3 judge yes", "4 judge yes")
    out = [f"{seat} give-up" for seat in (2, 3, 4)]
    state = then(state, *out, *shares)
    assert winner(state) == 1
    assert verdict(state).erred == (2,)


def test_at_a_real_board_the_first_such_call_wins() -> None:
    no = ("2 judge no", "3 judge yes", "4 judge yes")
    yes = ("1 judge yes", "2 judge yes", "4 judge yes")
    assert winner(played(home, "1 call BGR.R", *no, "3 call BGR.R", *yes, *shares)) == 1


def test_at_a_real_board_it_is_settled_when_the_shares_are_shown() -> None:
    state = played(home, *impossible, "1 claim")
    assert waits(state) == "1 2 3 4 to reveal"
    state = then(state, *shares)
    assert verdict(state).void
    assert verdict(state).erred == (2,)
    assert view(state, None).out == (2,)


@pytest.mark.parametrize("moves", [(), ("2 give-up",)])
def test_at_a_real_board_only_seats_that_erred_begin_out_although_no_deal_fits_the_answers_of_all(
    moves: tuple[str, ...],
) -> None:
    state = played(any_blanks, "1 guess B....", "2 mark b", "3 mark b", "4 mark -", "1 claim")
    shown = [move for move in shares if not (moves and move.startswith("2"))]
    state = then(state, *moves, *shown)
    assert verdict(state).erred == ((2, 3) if moves else (3,))
