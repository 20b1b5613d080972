"""What keys and clicks do to what is being entered, without a screen."""

from __future__ import annotations

import pytest

from keypeg import Guess, Hide, new, play, read_move, rules, view
from keypeg.core import Call, Judge, Mark, Marks, State
from keypeg.terminal.entry import Task
from keypeg.terminal.hand import Hand
from keypeg.words import Words


def at(text: str, *moves: str) -> State:
    state = new(rules(text))
    for line in moves:
        seat, _, move = line.partition(" ")
        state = play(state, 0 if seat == "table" else int(seat), read_move(state.rules, move))
    return state


def hand_of(state: State, seat: int) -> Hand:
    seen = view(state, seat)
    hand = Hand(Words(), seen)
    hand.look(seen)
    return hand


def typed(hand: Hand, keys: str) -> None:
    for key in keys:
        assert hand.type(key, key), key


def test_digits_and_letters_place_the_same_pegs() -> None:
    hand = hand_of(at("togo:first=1", "1 hide RYGB"), 2)
    typed(hand, "1o3G")
    assert hand.move() == Guess("ROYG")


def test_a_row_that_is_not_ready_says_why() -> None:
    hand = hand_of(at("togo:first=1,distinct-guesses", "1 hide RYGB"), 2)
    typed(hand, "11")
    assert hand.move() is None
    assert hand.complaint == "2 holes are still empty: every hole needs a peg."
    typed(hand, "23")
    assert hand.move() is None
    assert hand.complaint == "R stands more than once in RROY; here every peg must differ."


def test_a_peg_that_the_small_code_of_a_handicap_has_not_is_refused_at_once() -> None:
    hand = hand_of(at("challenge:handicap=2"), 1)
    typed(hand, "8")
    assert hand.complaint == "N cannot stand here; the pegs are R O Y G B P."


def test_the_cursor_goes_on_and_back_and_pegs_are_taken_out() -> None:
    hand = hand_of(at("togo:first=1"), 1)
    typed(hand, "123")
    assert hand.edit("erase")
    assert hand.entry is not None
    assert hand.entry.holes == ["R", "O", "", ""]
    hand.edit("left")
    typed(hand, "4")
    assert hand.entry.holes == ["R", "G", "", ""]
    hand.edit("right")
    hand.edit("turn-down")
    assert hand.entry.holes[hand.entry.at] == "N"


def test_a_held_peg_stays_for_the_next_row() -> None:
    state = at("togo:first=1", "1 hide RYGB")
    hand = hand_of(state, 2)
    typed(hand, "1234")
    for _ in range(3):
        hand.edit("left")
    hand.edit("hold")
    move = hand.move()
    assert move is not None
    hand.done()
    hand.look(view(play(state, 2, move), 2))
    assert hand.entry is not None
    assert hand.entry.holes == ["R", "", "", ""]
    typed(hand, "567")
    assert hand.move() == Guess("RBPW")


def test_copy_takes_the_last_row_and_then_the_one_before_it() -> None:
    hand = hand_of(at("togo:first=1", "1 hide RYGB", "2 guess ROYG", "2 guess NWPB"), 2)
    assert hand.entry is not None
    hand.edit("copy")
    assert hand.entry.code == "NWPB"
    hand.edit("copy")
    assert hand.entry.code == "ROYG"


def test_fill_puts_the_same_colour_into_the_holes_that_are_left() -> None:
    hand = hand_of(at("4x6:first=1", "1 hide RYGB"), 2)
    typed(hand, "12")
    hand.edit("fill")
    assert hand.move() == Guess("ROOO")


def test_any_code_can_be_hidden_without_thinking() -> None:
    hand = hand_of(at("togo:first=1"), 1)
    hand.edit("any")
    assert isinstance(hand.move(), Hide)


def test_notes_cross_colours_out_and_place_nothing() -> None:
    hand = hand_of(at("togo:first=1", "1 hide RYGB"), 2)
    hand.edit("notes")
    typed(hand, "11223")
    assert hand.notes.struck == {(0, "Y")}
    assert hand.entry is not None
    assert hand.entry.holes == [""] * 4


def test_a_blank_that_is_a_colour_must_be_placed() -> None:
    hand = hand_of(at("logic24+blanks:first=1", "1 hide Y..R"), 2)
    typed(hand, "1.")
    assert hand.move() is None
    typed(hand, "0.")
    assert hand.move() == Guess("Y...")


def test_marks_are_two_numbers_and_of_a_split_code_an_answer() -> None:
    hand = hand_of(at("togo:marking=hand,first=1", "1 hide RYGB", "2 guess ROYG"), 1)
    typed(hand, "12")
    assert hand.move() == Mark((Marks(1, 2),))
    hand = hand_of(at("mm44:marking=hand,first=1", "table deal ..R.. B.... ....R .G...", "1 guess RRBGG"), 2)
    assert hand.asked is Task.ANSWER
    typed(hand, "w")
    assert hand.move() == Mark((Marks(0, 1),))


def test_more_marks_than_holes_are_not_ready() -> None:
    hand = hand_of(at("togo:marking=hand,first=1", "1 hide RYGB", "2 guess ROYG"), 1)
    typed(hand, "33")
    assert hand.move() is None
    assert hand.complaint == "So many marks cannot be: exact and near together are at most 4."


def test_a_call_begins_with_ones_own_part_and_is_left_again() -> None:
    hand = hand_of(at("mm44:first=1", "table deal ..R.. B.... ....R .G..."), 3)
    assert hand.asked is Task.NOTHING
    assert hand.turn_to_call()
    assert hand.entry is not None
    assert hand.entry.code == "....R"
    typed(hand, "54")
    assert hand.move() is None
    assert hand.complaint == "The answer row BG..R must fill exactly 4 holes and leave the others empty (.)."
    typed(hand, "1")
    assert hand.move() == Call("BGR.R")
    assert hand.turn_to_call()
    assert hand.asked is Task.NOTHING


def test_a_call_at_a_real_board_is_judged() -> None:
    state = at("mm44:seats=2,marking=home,first=1", "1 call R.G..")
    hand = hand_of(state, 2)
    assert hand.asked is Task.JUDGE
    assert hand.answer(True) == Judge(True)


@pytest.mark.parametrize(
    ("meta", "holes"),
    [({"peg": "B"}, ["B", "", "", ""]), ({"row": 1, "board": 0}, ["R", "O", "Y", "G"]), ({}, ["", "", "", ""])],
)
def test_clicks_place_pegs_and_copy_rows(meta: dict[str, object], holes: list[str]) -> None:
    hand = hand_of(at("togo:first=1", "1 hide RYGB", "2 guess ROYG"), 2)
    assert hand.click(meta) == bool(meta)
    assert hand.entry is not None
    assert hand.entry.holes == holes


def test_what_is_in_the_making_is_not_seen_by_the_next_person() -> None:
    state = at("challenge", "1 hide ROYGB", "2 hide ROYGB")
    hand = hand_of(state, 1)
    typed(hand, "123")
    hand.look(view(state, 2))
    assert hand.entry is not None
    assert hand.entry.holes == [""] * 5
