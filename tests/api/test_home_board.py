"""A real board: what may be placed, when it is full or the code broken, and whose row is next."""

from __future__ import annotations

import pytest

from keypeg.api.home_board import AskHome, HomeAdvice, home
from keypeg.errors import KeypegError


def _split(rows: int) -> HomeAdvice:
    """Return the advice on a split code after `rows` rows, which seats placed in turn and which scored nothing."""
    answers = ["_/-/-/-", "-/_/-/-", "-/-/_/-", "-/-/-/_"]
    asked = AskHome("mm44", [f"BBGBB:{answers[row % 4]}" for row in range(rows)], own=["..R.."])
    return home(asked)


def test_a_broken_board_takes_no_more_rows() -> None:
    found = home(AskHome("togo", ["RYGB:4,0"]))
    assert found.broken
    assert found.next_seat is None
    assert [seat.may for seat in found.seats] == [None]


def test_a_board_says_what_may_be_placed() -> None:
    (seat,) = home(AskHome("togo:distinct-guesses")).seats
    assert seat.may is not None
    assert (seat.may.holes, seat.may.pegs, seat.may.distinct) == (4, "ROYGBPWN", True)


def test_a_split_code_is_full_after_the_rows_of_all_seats() -> None:
    found = _split(4)
    assert (found.full, found.next_seat) == (False, 1)
    found = _split(13)
    assert (found.full, found.next_seat) == (False, 2)
    assert [seat.seat for seat in found.seats if seat.may] == [2, 3, 4]
    found = _split(16)
    assert (found.full, found.next_seat) == (True, None)


def test_under_full_rows_only_a_hole_that_may_be_ones_own_stays_empty() -> None:
    mine, *others = home(AskHome("mm44:full-rows", own=["..R.."])).seats
    assert mine.may is not None
    assert (mine.may.empty, mine.may.most_empty) == ([2], 1)
    for seat in others:
        assert seat.may is not None
        assert (seat.may.empty, seat.may.most_empty) == ([0, 1, 2, 3, 4], 1)
    with pytest.raises(KeypegError) as wrong:
        home(AskHome("mm44:full-rows", [".BBBB:_/-/-/-"], own=["..R.."]))
    assert wrong.value.slug == "hole-empty-other"


def test_marks_that_cannot_be_true_are_diagnosed() -> None:
    found = home(AskHome("togo", ["RYGB:0,0", "RYGB:1,0"]))
    assert found.diagnosis.conflicts == [[1, 2]]
    assert found.candidates == []


def test_a_row_is_explained_and_proposed() -> None:
    rows = ["RYGB:1,1"]
    explained = home(AskHome("togo", rows, ask="explain", move="guess RYGB"))
    assert explained.possible is False
    assert [against.row for against in explained.rows] == [1]
    proposed = home(AskHome("togo", rows, ask="propose", level="club", seed="s"))
    assert proposed.move is not None
    assert proposed == home(AskHome("togo", rows, ask="propose", level="club", seed="s"))
