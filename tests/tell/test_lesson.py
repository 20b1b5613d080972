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


def _best_rows(code: str, rules: str, *placed_first: str) -> list[str]:
    """The rows of a breaker who always places the best row, after the first ones."""
    placed = [*placed_first]
    while not placed or placed[-1] != code:
        tried = review(played(rules, f"1 hide {code}", *[f"2 guess {row}" for row in [*placed, code]]))
        best = tried.rounds[0].boards[0].rows[-1].best
        assert best is not None
        placed.append(best)
    return placed


def test_a_player_without_a_mistake_is_told_so() -> None:
    for code in ("RRYG", "RRRR", "OOYG", "YYYO", "GOGO"):
        rows = _best_rows(code, "4x4:first=1")
        told = _lesson(2, "4x4:first=1", f"1 hide {code}", *[f"2 guess {row}" for row in rows])
        average = review(played("4x4:first=1", f"1 hide {code}", f"2 guess {code}")).rounds[0].boards[0].start
        assert average is not None
        if average.guesses - len(rows) < 0.75:
            assert told == "You could not have played any row better."
            return
    raise AssertionError("all codes were broken fast")


def test_few_rows_are_praised() -> None:
    assert _lesson(2, "togo:first=1", "1 hide RYGB", "2 guess RYGB") == "1 row: best play needs 4.6 on average."


def test_a_row_that_cost_little_is_no_lesson_and_a_lucky_rival_is_named() -> None:
    mine = ("2 hide GBWN", *[f"1 guess {row}" for row in _best_rows("GBWN", "togo:first=1", "ROYG")])
    lucky = ("1 hide NWPO", "2 guess NWPO")
    assert len(mine) > 3
    told = _lesson(1, "togo:first=2,rounds=2", *mine, *lucky)
    assert told == "Nothing was wrong with your rows: Seat 2 was lucky."


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
