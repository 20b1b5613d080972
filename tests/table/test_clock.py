"""The clock of a table."""

from __future__ import annotations

import pytest

from keypeg import Guess, rules
from keypeg.core import Absent
from keypeg.players import read_player
from keypeg.table import Clock, Table


def _breaking(text: str = "togo:first=1", **options: object) -> Table:
    """A person at seat 2 breaks a code of the computer at seat 1."""
    table = Table(rules(text), {1: read_player("expert", "seed")}, seed="s", **options)  # type: ignore[arg-type]
    table.run()
    return table


def _timed() -> Table:
    """The person at seat 2 has a minute, which runs from the first move on."""
    table = Table(rules("togo:first=1"), {1: read_player("expert", "seed")}, seed="s", clock=Clock(60))
    table.run(at=100.0)
    return table


def test_the_clock_runs_only_for_people_who_are_waited_for() -> None:
    table = _timed()
    table.play(2, Guess("ROYG"), at=110.0)
    assert table.clock is not None
    assert table.clock.left(2) == pytest.approx(50)
    assert table.clock.left(1) == 60


def test_the_code_of_somebody_whose_time_is_up_is_taken_away() -> None:
    table = _timed()
    assert table.deadline == 160.0
    assert not table.time_up(159.0).answer
    assert table.time_up(160.0).answer
    assert table.moves[-1] == (0, Absent(2))
    assert table.view(2).past


def test_every_move_may_earn_time() -> None:
    clock = Clock(10, more=3).passed({1}, 0.0).passed({1}, 4.0).moved(1)
    assert clock.left(1) == 9
    assert clock.passed({1}, 2.0) == clock


def test_without_a_clock_nobody_is_late() -> None:
    assert not _breaking().time_up(1e9).answer
    assert _breaking().deadline is None


def test_nobody_is_late_before_the_first_move() -> None:
    table = Table(rules("togo:first=1"), clock=Clock(60))
    assert not table.time_up(1e9).answer
    assert table.deadline is None


def test_of_two_seats_whose_time_is_up_the_one_that_ran_out_first_is_late() -> None:
    clock = Clock(10).passed((), 0.0).passed((2,), 4.0)
    assert clock.late((1, 2), 5.0) is None
    assert clock.late((1, 2), 60.0) == 2
    assert Clock(10).passed((), 0.0).late((2, 1), 10.0) == 1
