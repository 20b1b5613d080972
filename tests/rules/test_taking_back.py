"""Moves taken back: no sheet speaks of it."""

from __future__ import annotations

from keypeg import read_move
from keypeg.table import Table


def _table(text: str, *moves: str) -> Table:
    table = Table(text)
    for move in moves:
        seat, _, made = move.partition(" ")
        table.enter(int(seat), read_move(table.rules, made))
    return table


def test_what_is_hidden_may_be_changed_and_what_lies_open_only_if_all_agree() -> None:
    assert _table("togo:first=1", "1 hide RYGB").may_undo(1)
    placed = _table("togo:first=1", "1 hide RYGB", "2 guess ROYG")
    assert not placed.may_undo(1)
    assert not placed.may_undo(2)
    assert placed.may_undo(2, agreed={1})
    sealed = _table("challenge:rounds=1", "1 hide ROYGB", "2 hide BGYOR", "1 guess RRRRR")
    assert sealed.may_undo(1)


def test_neither_a_call_nor_a_move_before_it_can_be_taken_back() -> None:
    table = _table("mm44:seats=2,first=1", "0 deal R.... .O...", "1 guess RRRRR", "2 call .OG..")
    assert table.view(None).out == (2,)
    assert not table.may_undo(1, agreed={1, 2})
    assert not table.may_undo(2, agreed={1, 2})
