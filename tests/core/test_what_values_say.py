"""Boards, rows, attempts, rules and Views answer what their users ask most."""

from __future__ import annotations

import pytest

from keypeg import Marks, rules, view
from keypeg.core import BLANK, Board, Row, Space
from tests.rules.matches import played

SPLIT = Row("ROYGB", (Marks(1, 0), None, Marks(0, 1)))


def test_a_board_names_its_guesses_once_all_their_answers_are_in() -> None:
    whole = Row("RYGBO", (Marks(1, 0), Marks(0, 0), Marks(0, 1)))
    assert Board(1, rows=(whole, SPLIT)).marked == [("RYGBO", Marks(1, 1))]


def test_a_row_names_the_answers_given_so_far_and_says_if_it_breaks_the_code() -> None:
    assert SPLIT.given == (Marks(1, 0), Marks(0, 1))
    assert [Row("RYGB", (marks,)).breaks for marks in (Marks(4, 0), Marks(3, 0), None)] == [True, False, False]


def test_rules_name_their_seats_and_say_whether_a_row_shows_one_pair_of_marks() -> None:
    assert list(rules("mm44").all_seats) == [1, 2, 3, 4]
    assert [rules(text).shows_sums for text in ("togo", "mm44", "mm44:marks=counts")] == [True, False, True]


def test_the_palette_of_a_space_leaves_out_a_blank_that_counts_as_a_colour() -> None:
    assert Space(4, f"ROY{BLANK}").palette == "ROY"
    assert rules("logic24+blanks").codes[0].palette == rules("logic24+blanks").palette


@pytest.mark.parametrize(("seat", "breaker"), [(1, 2), (2, 1)])
def test_a_seat_marks_the_board_of_the_other_even_where_both_mark_at_once(seat: int, breaker: int) -> None:
    moves = ("1 hide ROYGB", "2 hide NWPBY", "1 guess RROYG", "2 guess NNOYG")
    state = played("challenge:marking=hand", *moves)
    board = view(state, seat).to_mark
    assert board is not None
    assert (board.breaker, board.rows[-1].guess) == (breaker, "NNOYG" if breaker == 2 else "RROYG")
    assert view(played("challenge:marking=hand", *moves, f"{seat} mark 0,0"), seat).to_mark is None
    assert view(state, None).to_mark is None


def test_a_seat_has_its_own_boards_and_codes_and_a_watcher_has_none() -> None:
    state = played("challenge:rounds=1", "1 hide ROYGB", "2 hide NWPBY", "1 guess RROYG", "2 guess NNOYG")
    first, watcher = view(state, 1), view(state, None)
    assert [board.rows[-1].guess for board in first.own_boards] == ["RROYG"]
    assert [board.rows[-1].guess for board in first.boards_of(2)] == ["NNOYG"]
    assert first.own_codes == ("ROYGB",)
    assert (watcher.own_boards, watcher.own_codes) == ([], ())
    assert view(played("togo:first=1,marking=home", "2 guess ROYG"), 1).own_codes == ()


def test_an_attempt_counts_once_it_is_over_unless_it_is_void() -> None:
    # The wrong marks make the first attempt void; giving up ends the second one, too, and that counts.
    void = ("1 hide RYGB", "2 guess ROYG", "1 mark 0,0", "2 guess BWNP", "1 mark 0,1", "2 give-up")
    state = played("togo:first=1,marking=hand", *void)
    assert [attempt.counts for attempt in state.attempts] == [False, True, False]
    assert state.attempts[:2] == state.past
    assert state.attempts[2] is state.now
