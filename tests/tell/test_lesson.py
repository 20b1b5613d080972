"""The one thing to learn from a match."""

from __future__ import annotations

from keypeg.deduce.suggestion import Basis
from keypeg.review import review
from keypeg.tell.lesson import lesson_message
from keypeg.words import Words
from tests.rules.matches import played

WORDS = Words()
FIRST = ("1 hide RYGB", "2 guess RRYY", "2 guess RRYY", "2 guess RYGB")


def _lesson(seat: int, *match: str) -> str | None:
    found = lesson_message(review(played(*match)), {}, (seat,))
    return WORDS.render(found) if found else None


def test_the_row_that_cost_most_is_named() -> None:
    assert _lesson(2, "togo:first=1", *FIRST) == "Row 2 cost you most: 1.0 rows on average."
    assert _lesson(1, "togo:first=1", *FIRST) is None


def test_of_several_codes_the_round_is_named_too() -> None:
    second = ("2 hide RYGB", "1 guess RYGB")
    third = ("1 hide NWPO", "2 guess ROYG", "2 guess NWPO")
    told = _lesson(2, "togo:first=1,rounds=4", *FIRST, *second, *third)
    assert told == "Round 1 of 4: row 2 cost you most, 1.0 rows on average."


def test_a_player_without_a_mistake_is_told_so() -> None:
    match = ("togo:first=1", "1 hide RYGB", "2 guess ROYG", "2 guess RYGB")
    row = next(row for each in review(played(*match)).rounds for row in each.boards[0].rows if row.number == 1)
    assert row.best is not None
    assert _lesson(2, "togo:first=1", f"1 hide {row.best}", f"2 guess {row.best}") == (
        "You could not have played any row better."
    )


def test_nobody_is_told_that_no_row_is_better_where_that_is_not_proved() -> None:
    match = ("6x6:first=1", "1 hide RROOYY", "2 guess RROOYY")
    (row,) = review(played(*match)).rounds[0].boards[0].rows
    assert (row.loss, row.basis) == (0, Basis.ESTIMATED)
    assert _lesson(2, *match) is None


def test_a_missed_call_counts_the_rows_of_all_boards() -> None:
    rows = ("1 guess .GGGG", "2 guess .....", "1 guess ..G..", "2 guess .....")
    told = _lesson(1, "mm44:seats=2,boards=1,blanks=any,first=1", "table deal R.... ..G..", *rows)
    assert (
        told == "You could have called red, empty, green, empty, empty after 3 rows in all: no other code was possible."
    )
