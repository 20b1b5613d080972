"""What keys and clicks do to what is being entered, without a screen."""

from __future__ import annotations

import pytest

from keypeg import Guess, Hide, new, play, read_move, rules, view
from keypeg.core import Call, Judge, Mark, Marks, State
from keypeg.terminal.input.move_input import MoveInput
from keypeg.terminal.input.task import Task
from keypeg.words import Words


def at(text: str, *moves: str) -> State:
    state = new(rules(text))
    for line in moves:
        seat, _, move = line.partition(" ")
        state = play(state, 0 if seat == "table" else int(seat), read_move(state.rules, move))
    return state


def input_of(state: State, seat: int) -> MoveInput:
    seen = view(state, seat)
    entered = MoveInput(Words(), seen)
    entered.look(seen)
    return entered


def typed(entered: MoveInput, keys: str) -> None:
    for key in keys:
        assert entered.type(key, key), key


def test_digits_and_letters_place_the_same_pegs() -> None:
    entered = input_of(at("togo:first=1", "1 hide RYGB"), 2)
    typed(entered, "1o3G")
    assert entered.move() == Guess("ROYG")


def test_a_row_that_is_not_ready_says_why() -> None:
    entered = input_of(at("togo:first=1,distinct-guesses", "1 hide RYGB"), 2)
    typed(entered, "11")
    assert entered.move() is None
    assert entered.complaint == "2 holes are still empty: fill every hole."
    typed(entered, "23")
    assert entered.move() is None
    assert entered.complaint == "R appears more than once in RROY; here every peg must be different."


def test_a_peg_that_the_small_code_of_a_handicap_has_not_is_refused_at_once() -> None:
    entered = input_of(at("challenge:handicap=2"), 1)
    typed(entered, "8")
    assert entered.complaint == "N cannot go here; the pegs are R O Y G B P."


def test_the_cursor_goes_on_and_back_and_pegs_are_taken_out() -> None:
    entered = input_of(at("togo:first=1"), 1)
    typed(entered, "123")
    assert entered.edit("erase")
    assert entered.entry is not None
    assert entered.entry.holes == ["R", "O", "", ""]
    entered.edit("left")
    typed(entered, "4")
    assert entered.entry.holes == ["R", "G", "", ""]
    entered.edit("right")
    entered.edit("turn-down")
    assert entered.entry.holes[entered.entry.at] == "N"


def test_a_held_peg_stays_for_the_next_row() -> None:
    state = at("togo:first=1", "1 hide RYGB")
    entered = input_of(state, 2)
    typed(entered, "1234")
    for _ in range(3):
        entered.edit("left")
    entered.edit("hold")
    move = entered.move()
    assert move is not None
    entered.done()
    entered.look(view(play(state, 2, move), 2))
    assert entered.entry is not None
    assert entered.entry.holes == ["R", "", "", ""]
    typed(entered, "567")
    assert entered.move() == Guess("RBPW")


def test_copy_takes_the_last_row_and_then_the_one_before_it() -> None:
    entered = input_of(at("togo:first=1", "1 hide RYGB", "2 guess ROYG", "2 guess NWPB"), 2)
    assert entered.entry is not None
    entered.edit("copy")
    assert entered.entry.code == "NWPB"
    entered.edit("copy")
    assert entered.entry.code == "ROYG"


def test_fill_puts_the_same_colour_into_the_holes_that_are_left() -> None:
    entered = input_of(at("4x6:first=1", "1 hide RYGB"), 2)
    typed(entered, "12")
    entered.edit("fill")
    assert entered.move() == Guess("ROOO")


def test_any_code_can_be_hidden_without_thinking() -> None:
    entered = input_of(at("togo:first=1"), 1)
    entered.edit("any")
    assert isinstance(entered.move(), Hide)


def test_notes_cross_colours_out_and_place_nothing() -> None:
    entered = input_of(at("togo:first=1", "1 hide RYGB"), 2)
    entered.edit("notes")
    typed(entered, "11223")
    assert entered.notes == {(0, "Y")}
    assert entered.entry is not None
    assert entered.entry.holes == [""] * 4


def test_a_blank_that_is_a_colour_must_be_placed() -> None:
    entered = input_of(at("logic24+blanks:first=1", "1 hide Y..R"), 2)
    typed(entered, "1.")
    assert entered.move() is None
    typed(entered, "0.")
    assert entered.move() == Guess("Y...")


def test_marks_are_two_numbers_and_of_a_split_code_an_answer() -> None:
    entered = input_of(at("togo:marking=hand,first=1", "1 hide RYGB", "2 guess ROYG"), 1)
    typed(entered, "12")
    assert entered.move() == Mark((Marks(1, 2),))
    entered = input_of(at("mm44:marking=hand,first=1", "table deal ..R.. B.... ....R .G...", "1 guess RRBGG"), 2)
    assert entered.asked is Task.ANSWER
    typed(entered, "w")
    assert entered.move() == Mark((Marks(0, 1),))


def test_more_marks_than_holes_are_not_ready() -> None:
    entered = input_of(at("togo:marking=hand,first=1", "1 hide RYGB", "2 guess ROYG"), 1)
    typed(entered, "33")
    assert entered.move() is None
    assert entered.complaint == "That is too many marks: exact and near add up to 4 at most."


def test_a_call_begins_with_ones_own_part_and_is_left_again() -> None:
    entered = input_of(at("mm44:first=1", "table deal ..R.. B.... ....R .G..."), 3)
    assert entered.asked is Task.NOTHING
    assert entered.turn_to_call()
    assert entered.entry is not None
    assert entered.entry.code == "....R"
    typed(entered, "54")
    assert entered.move() is None
    assert entered.complaint == "The answer row BG..R must fill exactly 4 holes and leave the others empty (.)."
    typed(entered, "1")
    assert entered.move() == Call("BGR.R")
    assert entered.turn_to_call()
    assert entered.asked is Task.NOTHING


def test_a_call_at_a_real_board_is_judged() -> None:
    state = at("mm44:seats=2,marking=home,first=1", "1 call R.G..")
    entered = input_of(state, 2)
    assert entered.asked is Task.JUDGE
    assert entered.answer(True) == Judge(True)


@pytest.mark.parametrize(
    ("meta", "holes"),
    [({"peg": "B"}, ["B", "", "", ""]), ({"row": 1, "board": 0}, ["R", "O", "Y", "G"]), ({}, ["", "", "", ""])],
)
def test_clicks_place_pegs_and_copy_rows(meta: dict[str, object], holes: list[str]) -> None:
    entered = input_of(at("togo:first=1", "1 hide RYGB", "2 guess ROYG"), 2)
    assert entered.click(meta) == bool(meta)
    assert entered.entry is not None
    assert entered.entry.holes == holes


def test_an_unfinished_entry_is_not_seen_by_the_next_person() -> None:
    state = at("challenge", "1 hide ROYGB", "2 hide ROYGB")
    entered = input_of(state, 1)
    typed(entered, "123")
    entered.look(view(state, 2))
    assert entered.entry is not None
    assert entered.entry.holes == [""] * 5
