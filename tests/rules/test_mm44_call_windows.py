"""`mm44` beside computers: people may call at any moment, and never come too late because a computer is quicker."""

from __future__ import annotations

from keypeg import Call, Guess, rules
from keypeg.core import Move, joined
from keypeg.notation import read_move
from keypeg.players import read_player
from keypeg.table import CallWindow, Table, answer


def _ready_to_call(seed: str) -> tuple[Table, float]:
    """A table at which an expert knows the code and will call once it is asked; the person at seat 1 does not."""
    players = {seat: read_player("expert", f"{seed}/{seat}") for seat in (2, 3, 4)}
    table, at = Table(rules("mm44:first=1"), players, seed=seed, window=CallWindow()), 0.0
    while True:
        at += 6
        if isinstance(_due_move(table, at), Call):
            return table, at - 6
        if table.waits_for:
            table.play(1, Guess("ROYGB"), at=at)
        else:
            table.step(at=at)


def _due_move(table: Table, at: float) -> Move | None:
    """Return the move that a computer makes at this time, without making it."""
    found = answer(table.due(at).questions).move
    return found[1] if found else None


def test_beside_computers_people_may_call_after_every_row_before_a_computer_does() -> None:
    table, opened = _ready_to_call("7")
    assert table.window_open(opened + 5.9)
    assert _due_move(table, opened + 5.9) is None
    code = joined([share.code for share in table.state.now.shares if share.code]) if table.state.now else ""
    table.play(1, read_move(table.rules, f"call {code}"), at=opened + 5.9)
    assert table.state.past[0].verdict
    assert table.state.past[0].verdict.winners == (1,)


def test_after_the_window_the_computer_calls() -> None:
    table, opened = _ready_to_call("7")
    table.step(at=opened + 6)
    assert isinstance(table.moves[-1][1], Call)
