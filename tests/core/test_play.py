"""Corners of play that no printed box reaches by itself, or that only a wrong caller does."""

from __future__ import annotations

import pytest

from keypeg import (
    GiveUp,
    Guess,
    Judge,
    KeypegError,
    Mark,
    Marks,
    State,
    legal,
    new,
    play,
    read_move,
    rules,
    to_act,
    view,
)
from keypeg.boxes import build
from keypeg.boxes.box import read_box
from keypeg.core import Rules, refusal
from keypeg.notation import view_lines

SHORT = {
    "name": "Two boards at once with hardly any pegs",
    "rules": {
        "seats": 2,
        "holes": 2,
        "pegs": "ROY",
        "pegs_of_a_colour": 2,
        "supply": "box",
        "rounds": 1,
        "all_break": True,
        "together": True,
        "break_points": 1,
        "distinct_guesses": True,
        "distinct": True,
        "first": 1,
        "marking": "hand",
    },
}


def short() -> Rules:
    return build(read_box("short", SHORT))


def after(state: State, *lines: str) -> State:
    for line in lines:
        seat, _, move = line.partition(" ")
        state = play(state, int(seat), read_move(state.rules, move))
    return state


def test_marks_once_seen_stay_open_on_a_board_that_can_take_no_more_rows() -> None:
    state = after(new(short()), "1 hide RO", "2 hide YO")
    state = after(state, "1 guess RO", "2 guess OR", "1 mark 0,2", "2 mark 1,0")
    state = after(state, "1 guess RO", "2 guess RY", "1 mark 1,0", "2 mark 1,0")
    assert to_act(state) == {2}, "seat 1 has no two different colours left, seat 2 has O and Y"
    state = after(state, "2 guess OY")
    assert to_act(state) == {1}
    for seat in (1, 2, None):
        assert "board 1: RO:1,0 RO:1,0" in list(view_lines(view(state, seat)))
        assert "board 2: OR:0,2 RY:1,0 OY:?" in list(view_lines(view(state, seat)))


def test_marks_stay_sealed_when_the_round_is_given_up_in_between() -> None:
    state = new(rules("challenge:rounds=1,marking=home"))
    state = after(state, "1 guess ROYGB", "2 guess ROYGP", "1 mark 2,0", "2 give-up")
    assert "board 2: ROYGP:?" in list(view_lines(view(state, 2)))
    assert "board 2: ROYGP:2,0" in list(view_lines(view(state, 1)))


def test_the_board_that_has_the_turn_is_the_one_that_is_guessed_on() -> None:
    state = new(rules("mm44:seats=2,boards=2,blanks=any,first=2"))
    state = play(state, 0, read_move(state.rules, "deal R....+.O... ..Y..+...G."))
    for seat, number in ((2, 1), (1, 1), (2, 2), (1, 2), (2, 1)):
        board = view(state, seat).board
        assert board is not None
        assert (board.breaker, board.number) == (seat, number)
        state = play(state, seat, Guess("....."))


def test_a_whole_code_is_not_shown_in_parts() -> None:
    state = after(new(rules("togo:marking=home,first=1")), "2 guess RRRR", "1 mark 1,0", "2 give-up")
    wrong = refusal(state, 1, read_move(state.rules, "reveal RY+GB"))
    assert wrong is not None
    assert wrong.slug == "reveal-shares"


def test_a_seat_that_is_not_there_can_do_and_see_nothing() -> None:
    state = new(rules("togo"))
    for seat in (-1, 3, 9):
        for ask in (legal, view):
            with pytest.raises(KeypegError, match="no seat"):
                ask(state, seat)
        with pytest.raises(KeypegError, match="no seat"):
            play(state, seat, GiveUp())


def test_moves_that_cannot_be_are_refused_with_a_sentence() -> None:
    state = after(new(rules("togo:marking=hand,first=1")), "1 hide RYGB", "2 guess ROYG")
    for move in (Mark(()), Mark((Marks(4, 4),)), Mark((Marks(-1, 0),)), Mark((Marks(1, 1), Marks(1, 1)))):
        wrong = refusal(state, 1, move)
        assert wrong is not None
        assert "{" not in str(wrong)
    home = new(rules("mm44:marking=home,first=1"))
    home = play(home, 1, read_move(home.rules, "call RRRR."))
    wrong = refusal(home, 2, Judge("no"))  # type: ignore[arg-type]
    assert wrong is not None
    assert wrong.slug == "move-no-such"


def test_the_table_is_named_when_it_moves_out_of_turn() -> None:
    state = play(new(rules("togo")), 0, read_move(rules("togo"), "draw 1"))
    wrong = refusal(state, 0, read_move(state.rules, "draw 2"))
    assert str(wrong) == "The table cannot draw now; the match is waiting for seat 1."


def test_the_seat_that_began_is_still_known_when_the_match_is_over() -> None:
    lots = play(new(rules("logic24:rounds=1")), 0, read_move(rules("logic24"), "draw 2"))
    state = after(lots, "2 hide YROB", "1 guess YROB", "1 hide YROB", "2 guess YROB")
    assert not to_act(state)
    assert view(state, None).first == 2
