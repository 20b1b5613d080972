"""What a client that draws a table is told, in the reader's person."""

from __future__ import annotations

import pytest

from keypeg import rules, view
from keypeg.core import State
from keypeg.message import Message
from keypeg.tell.at_table import code_message, result_message, round_message, sitter_name, status_message
from keypeg.tell.events import shown_verdict_messages
from keypeg.words import Words, languages, messages
from tests.rules.matches import played

WORDS = Words()
NAMES: dict[int, str | Message] = {1: "Ada", 2: "Bo"}


def _status(state: State, seat: int | None, *, alone: bool = True, open_seats: int = 0) -> str:
    you = (seat,) if seat is not None and alone else ()
    return WORDS.render(status_message(view(state, seat), NAMES, you, open_seats))


def test_the_status_tells_the_one_who_is_to_act_what_to_do_and_the_others_whom_they_wait_for() -> None:
    state = played("togo:first=1", "1 hide RYGB", "2 guess ROYG")
    assert _status(state, 2) == "Your turn: row 2 of 9"
    assert _status(state, 1) == "Waiting for Bo to guess"
    assert _status(state, None) == "Waiting for Bo to guess"


def test_people_who_share_a_device_are_named() -> None:
    state = played("togo:first=1", "1 hide RYGB")
    assert _status(state, 2, alone=False) == "Bo, it’s your turn: row 1 of 9"
    assert _status(played("togo:first=1"), 1, alone=False) == "Ada, hide your code"
    marked = played("togo:first=1,marking=hand", "1 hide RYGB", "2 guess ROYG")
    assert _status(marked, 1, alone=False) == "Ada, mark Bo’s row"
    unbounded = played("4x6:first=1", "1 hide ROYG")
    assert _status(unbounded, 2, alone=False) == "Bo, it’s your turn: row 1"


@pytest.mark.parametrize("language", languages())
def test_a_sentence_that_names_one_of_several_has_one_colon_at_most(language: str) -> None:
    for key, text in messages(language).items():
        if key.startswith("web.status.to."):
            assert text.startswith("{who}, "), key
            assert text.count(":") < 2, key


def test_free_seats_come_before_whom_the_match_waits_for() -> None:
    state = played("togo:first=1")
    assert _status(state, 2, open_seats=1) == "Waiting for one more player"
    assert _status(state, 1, open_seats=1) == "Hide your code"


def test_the_end_addresses_the_reader() -> None:
    state = played("togo:first=1", "1 hide RYGB", "2 guess RYGB", "2 hide NWPO", "1 give-up")
    assert _status(state, 2) == "You win the match."
    assert _status(state, 1) == "Bo wins the match."
    ended = view(state, 2)
    result = result_message(ended, NAMES, (2,))
    assert result is not None
    assert WORDS.render(result) == "You broke the code in row 1."
    told = shown_verdict_messages(state.rules, NAMES, state.past[0], (2,))
    assert WORDS.render_all(told) == ["You broke the code in row 1.", "Ada gets 1 point."]
    told = shown_verdict_messages(state.rules, NAMES, state.past[1], (1,))
    assert WORDS.render_all(told) == ["You gave up.", "Bo gets 9 points."]


def test_a_match_of_a_single_code_has_no_heading() -> None:
    assert round_message(rules("mm44"), 1, 1) is None
    assert round_message(rules("togo"), 0, 0) is None
    first = round_message(rules("togo"), 1, 1)
    assert first is not None
    assert WORDS.render(first) == "Round 1 of 2"


def test_seats_are_called_by_who_sits_there() -> None:
    names = [
        sitter_name(1, "person", "Ada", None),
        sitter_name(1, "person", "Ada", None, numbered=True),
        sitter_name(2, "person", "", None),
        sitter_name(3, "computer", "", "club+tricky"),
        sitter_name(3, "computer", "", "club+tricky", numbered=True),
        sitter_name(4, "open", "", None),
    ]
    assert WORDS.render_all(names) == ["Ada", "Ada (1)", "Seat 2", "Computer (Club)", "Club 3", "free seat 4"]


def test_who_hides_a_code_is_told_what_it_may_be() -> None:
    def told(text: str) -> str | None:
        found = code_message(view(played(text), 1))
        return WORDS.render(found) if found else None

    assert told("togo:first=1") == "4 holes, 8 colours. Each colour only once."
    assert told("logic24+blanks:first=1") == "4 holes, 5 colours. Colours may repeat. Holes may stay empty."
    assert told("togo:first=2") is None
