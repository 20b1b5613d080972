"""The call window: after every row people may call a split code before computers do."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest

from keypeg import Call, Guess, rules
from keypeg.core import Absent, Mark, Marks, Move, Pass, View, legal_in
from keypeg.errors import Malformed
from keypeg.notation import read_move
from keypeg.table import CallWindow, Clock, Table, load, save
from keypeg.table.call_window import EXTENSION

DEAL = "deal ..R.. B.... ....R .G..."
"""The code is BGR.R; seat 1 holds the first share."""
RIGHT = "BGR.R"


@dataclass
class Caller:
    """A player that places the same row again and again, and calls as soon as it is asked, or never."""

    calls: bool
    asked: list[str] = field(default_factory=list)

    def choose(self, view: View) -> Move:
        self.asked.append("choose")
        marks = Mark((Marks(0, 0),) * sum(share.holder == view.seat for share in view.shares))
        return marks if Mark in legal_in(view).types else Guess("ROYGB")

    def interject(self, view: View) -> Move | None:  # noqa: ARG002 (the protocol has it)
        self.asked.append("interject")
        return Call(RIGHT) if self.calls else None


def _table(
    *, calls: bool = False, seconds: float | None = 6.0, people: int = 1, options: str = "", clock: Clock | None = None
) -> Table:
    """A deal in which seat 1, a person, has placed a row at the time 100."""
    players = {seat: Caller(calls) for seat in range(people + 1, 5)}
    text = f"mm44:first=1{options}"
    table = Table(rules(text), players, seed="s", window=CallWindow(seconds), clock=clock)
    table.enter(0, read_move(table.rules, DEAL), at=90.0)
    table.play(1, Guess("RRRRR"), at=100.0)
    return table


def _asked(table: Table) -> list[str]:
    return [each for player in table.players.values() for each in player.asked]  # type: ignore[attr-defined]


def test_computers_wait_until_the_window_is_over() -> None:
    table = _table(calls=True)
    table.run(at=105.9)
    assert not _asked(table)
    assert table.window_open(105.9)
    assert not table.window_open(106.0)
    table.run(at=106.0)
    assert table.moves[-1][1] == Call(RIGHT)


def test_a_person_may_call_in_the_window() -> None:
    table = _table(calls=True)
    table.play(1, Call(RIGHT), at=103.0)
    assert table.state.past[0].verdict.winners == (1,)  # type: ignore[union-attr]


def test_the_window_tells_nothing_about_what_computers_want() -> None:
    """With the same moves the window opens, lasts and ends alike, and nobody is asked before its end."""
    for do in ("nothing", "extend", "go on"):
        courses = []
        for calls in (True, False):
            table = _table(calls=calls)
            if do == "extend":
                table.extend_window(1, at=102.0)
            elif do == "go on":
                table.go_on(1, at=102.0)
            times = [100 + step / 2 for step in range(150)]
            courses.append([(at, table.window, table.window_open(at), table.asks_players(at)) for at in times])
            assert not _asked(table)
            before_end = [at for at in times if table.window_open(at)]
            assert not any(table.due(at).questions for at in before_end)
        assert courses[0] == courses[1]


def test_a_window_opens_after_every_row_whoever_placed_it() -> None:
    table, at = _table(), 100.0
    for _ in range(3):
        at += 6
        table.run(at=at)
        assert isinstance(table.moves[-1][1], Guess)
        assert table.window_open(at + 5.9)
    assert len(table.moves) == 5
    assert table.waits_for == {1}, "and in one's own turn too"


def test_a_window_opens_again_after_a_wrong_call() -> None:
    table = _table(people=2)
    table.play(2, Call("BYYY."), at=102.0)
    assert table.window_open(107.9)
    assert table.may_call_first == {1}


def test_a_person_may_extend_it_once_by_a_minute() -> None:
    table = _table(calls=True, people=2)
    table.extend_window(1, at=104.0)
    table.extend_window(1, at=105.0)
    assert table.window
    assert table.window.until == 106.0 + EXTENSION
    table.extend_window(2, at=106.0)
    assert table.window.until == 106.0 + 2 * EXTENSION
    table.run(at=106.0 + 2 * EXTENSION - 1)
    assert not _asked(table)


def test_it_ends_early_when_all_who_may_call_say_so() -> None:
    table = _table(people=3)
    table.play(2, Call("BYYY."), at=101.0)
    table.go_on(1, at=102.0)
    assert table.window_open(102.0)
    table.go_on(3, at=103.0)
    assert not table.window_open(103.0), "seat 2 is out, and need not say anything"


def test_a_player_who_begins_a_call_after_going_on_is_waited_for_again() -> None:
    table = _table(people=2)
    table.go_on(1, at=101.0)
    table.extend_window(1, at=102.0)
    table.go_on(2, at=103.0)
    assert table.window_open(120.0)


def test_it_opens_only_while_a_person_who_may_call_sits_beside_a_computer_that_may() -> None:
    assert not Table(rules("mm44:first=1"), window=CallWindow()).window_open(0)
    table = _table()
    table.play(1, Call("YYRY."), at=101.0)
    assert not table.window_open(101.0), "nobody is left who could call"
    table = _table(people=3)
    table.enter(4, Call("YGYY."), at=101.0)
    assert not table.window_open(101.0), "no computer is left who could"


def test_there_is_no_window_before_the_first_row() -> None:
    table = Table(rules("mm44:first=2"), {2: Caller(True)}, seed="s", window=CallWindow())
    table.enter(0, read_move(table.rules, DEAL), at=90.0)
    assert not table.window_open(90.0)


def test_between_the_answers_to_a_row_computers_do_not_call() -> None:
    table = _table(calls=True, people=2, options=",marking=hand")
    assert table.state.now
    assert table.state.now.phase == "mark"
    table.run(at=100.0)
    assert not _asked(table)
    table.play(2, Mark((Marks(0, 0),)), at=101.0)
    table.run(at=101.0)
    assert _asked(table) == ["choose", "choose"], "they answered, and did not call"
    assert table.window_open(106.9)


@pytest.mark.parametrize("people", [1, 2])
def test_without_a_limit_computers_wait_until_each_person_has_moved_or_gone_on(people: int) -> None:
    table = _table(calls=True, seconds=None, people=people)
    table.run(at=1e9)
    assert not _asked(table)
    assert table.waits_for == set(range(1, people + 1))
    if people == 2:
        table.play(2, Guess("RRRRR"), at=1e9)
        table.go_on(2)
    table.go_on(1)
    table.run(at=1e9)
    assert table.moves[-1][1] == Call(RIGHT)


def test_without_a_limit_the_clocks_of_those_who_may_call_run() -> None:
    table = _table(seconds=None, people=1, clock=Clock(1000))
    assert table.deadline == 1090.0, "ten seconds went by before the row"
    table.go_on(1, at=300.0)
    assert table.clock
    assert table.clock.left(1) == pytest.approx(790)
    assert table.deadline is None


def test_running_out_of_time_in_a_window_loses_no_code() -> None:
    table = _table(seconds=None, clock=Clock(1000))
    assert table.late(1090.0) == 1
    (entry,) = table.time_up(1090.0).entries
    assert (entry.kind, entry.seat) == ("go-on", 1)


def test_with_a_limit_nobodys_clock_runs_in_the_window_of_others() -> None:
    table = _table(clock=Clock(1000))
    assert table.deadline is None


def test_in_the_last_round_people_call_or_pass_in_any_order_and_computers_after_them() -> None:
    table = _table(people=2, seconds=6.0, clock=Clock(10_000))
    at = 100.0
    while table.state.now and table.state.now.phase != "call":
        at += 6
        if table.waits_for:
            table.play(min(table.waits_for), Guess("RRRRR"), at=at)
        else:
            table.run(at=at)
    for player in table.players.values():
        player.calls = True  # type: ignore[attr-defined]
    table.run(at=at + 1000)
    assert table.waits_for == {1, 2}
    assert table.deadline is not None
    assert table.late(1e9) == 1
    assert table.without(1).move == Absent(1)
    table.play(2, Pass(), at=at + 1001)
    table.run(at=at + 1001)
    assert table.waits_for == {1}
    assert table.time_up(1e9).answer
    table.run(at=1e9)
    assert isinstance(table.moves[-1][1], Call)


def test_without_a_window_computers_are_asked_at_once() -> None:
    table = _table(calls=True)
    table.window = None
    table.run(at=100.0)
    assert isinstance(table.moves[-1][1], Call)


@pytest.mark.parametrize("seconds", [2.5, None])
def test_a_saved_table_keeps_the_length_and_opens_the_window_anew(seconds: float | None) -> None:
    table = load(save(_table(seconds=seconds)), {2: Caller(True)})
    assert table.window == CallWindow(seconds)
    assert table.window_open(1e9), "nobody has told it the time yet"
    table.open_window(50.0)
    assert table.window_open(52.0)
    assert table.window_open(53.0) == (seconds is None)


@pytest.mark.parametrize("text", ["soon", "0", "-1", "nan", "inf", "601"])
def test_a_length_that_cannot_be_is_refused(text: str) -> None:
    record = save(_table()).replace("Call-Window: 6", f"Call-Window: {text}")
    with pytest.raises(Malformed) as caught:
        load(record)
    assert caught.value.slug == "call-window-unreadable"


def test_taking_a_move_back_opens_the_window_anew() -> None:
    table = _table()
    table.go_on(1, at=101.0)
    table.run(at=101.0)
    table.undo(1, at=103.0)
    assert table.window
    assert table.window.since == 103.0
