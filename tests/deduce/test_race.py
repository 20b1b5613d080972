"""Who wins a round in which both break at once."""

from __future__ import annotations

import pytest

from keypeg import rules
from keypeg.deduce.race import DRAWN, LOST, WON, Odds, Race


def test_at_the_same_time_the_sooner_break_wins_and_equal_ones_draw() -> None:
    race = Race(rules("challenge"), first=True)
    assert [race.result(mine, 5) for mine in (4, 5, 6)] == [WON, DRAWN, LOST]


@pytest.mark.parametrize(("first", "same"), [(True, WON), (False, LOST)])
def test_in_turn_the_first_break_wins_unless_turns_are_equal(first: bool, same: float) -> None:
    assert Race(rules("logic24+two-boards"), first).result(5, 5) == same
    assert Race(rules("logic24+two-boards:equal-turns"), first).result(5, 5) == DRAWN


def test_two_full_boards_draw() -> None:
    race = Race(rules("logic24+two-boards:rows=4"), first=True)
    assert [race.result(mine, 9) for mine in (4, 5, 7)] == [WON, DRAWN, DRAWN]


def test_odds_are_those_of_all_pairs_of_turns() -> None:
    race = Race(rules("challenge"), first=True)
    assert race.odds({4: 1, 5: 3}, {4: 2, 6: 2}) == Odds(win=0.5, drawn=0.125)


def test_a_row_is_worth_what_it_wins_against_the_turns_of_the_other() -> None:
    race = Race(rules("challenge"), first=True)
    assert race.worths(2, {5: 1.0}) == (1.0, 1.0, 0.5)
    assert race.worths(2, {4: 0.5, 5: 0.5}) == pytest.approx((1.0, 0.75, 0.25))
    assert race.worths(4, {4: 1.0}) == ()
