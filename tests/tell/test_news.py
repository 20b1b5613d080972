"""What the narrator tells, over whole matches."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from keypeg import new, play, read_move, rules, view
from keypeg.core import State
from keypeg.tell import Narrator
from keypeg.words import Words

PLAYTHROUGHS = Path(__file__).parents[1] / "playthroughs"


def _told(text: str, moves: Sequence[str], seat: int | None) -> list[str]:
    narrator, state = Narrator({}), new(rules(text))
    told = narrator.news(view(state, seat))
    for line in moves:
        state = _after(state, line)
        told += narrator.news(view(state, seat))
    return Words().render_all(told)


def _after(state: State, line: str) -> State:
    mover, _, move = line.partition(" ")
    return play(state, 0 if mover == "table" else int(mover), read_move(state.rules, move))


def test_a_whole_match_is_told_each_fact_once() -> None:
    moves = ["1 hide RYGB", "2 guess ROYG", "2 guess RYGB", "2 hide NWPO", "1 give-up"]
    assert _told("togo:first=1", moves, 2) == [
        "Round 1 of 2.",
        "Seat 1 hides a code.",
        "Row 1: red, orange, yellow, green: 1 exact, 2 near.",
        "Row 2: red, yellow, green, blue: 4 exact.",
        "Seat 1’s code was red, yellow, green, blue.",
        "Seat 2 broke the code in row 2.",
        "Seat 1 gets 2 points.",
        "Round 2 of 2.",
        "Seat 2 hides a code.",
        "Seat 1 gives up.",
        "Seat 2’s code was brown, white, purple, orange.",
        "Seat 2 gets 9 points.",
        "Points: Seat 1 2, Seat 2 9.",
        "Seat 2 wins the match.",
    ]


def test_of_a_deal_a_seat_hears_its_own_part_and_of_a_call_whether_it_was_right() -> None:
    moves = ["table deal ..R.. B.... ....R .G...", "3 call BGO.R", "1 guess RRBGG", "4 call BGR.R"]
    assert _told("mm44:first=1", moves[:1], 1)[-1] == "Your share of the code: red in hole 3."
    told = _told("mm44:first=1", moves, None)
    assert "Seat 3 calls Master Mind: blue, green, orange, empty, red." in told
    assert "Seat 3 called wrong and is out, but keeps answering." in told
    assert told.index("Seat 4 called the code and got it right!") < told.index("Seat 4 wins the match.")
    assert not any("Your share" in line for line in told)


def test_what_was_taken_back_is_told_again_when_it_comes_again() -> None:
    narrator = Narrator({})
    hidden = _after(new(rules("togo:first=1")), "1 hide RYGB")
    row = _after(hidden, "2 guess ROYG")
    narrator.news(view(row, 2))
    assert narrator.news(view(hidden, 2)) == []
    assert Words().render_all(narrator.news(view(row, 2))) == ["Row 1: red, orange, yellow, green: 1 exact, 2 near."]


@pytest.mark.parametrize("file", sorted(PLAYTHROUGHS.glob("*.txt")), ids=lambda file: file.stem)
def test_every_playthrough_can_be_told_to_every_seat(file: Path) -> None:
    lines = file.read_text("utf-8").splitlines()
    moves = [line.removeprefix("> ") for line in lines if line.startswith("> ") and "!" not in line]
    text = lines[0].partition(": ")[2]
    seats = rules(text).seats
    for seat in (None, *range(1, seats + 1)):
        told = _told(text, moves, seat)
        assert told
        assert not [line for line in told if "{" in line or line.startswith("tell.")]


def test_a_codemaker_who_gives_up_has_not_had_the_code_broken() -> None:
    told = _told("togo:first=1", ["1 hide RYGB", "2 guess ROYG", "1 give-up"], None)
    assert "The code counts as broken in row 1." in told
    assert not any("broke the code" in line for line in told)
