"""What somebody is told at their first code."""

from __future__ import annotations

from keypeg import view
from keypeg.core import State
from keypeg.message import Message
from keypeg.tell.guide import guide_messages
from keypeg.words import Words
from tests.rules.matches import played

WORDS = Words()
NAMES: dict[int, str | Message] = {1: "Club", 2: "Bo"}
HIDDEN = ("logic24:first=1", "1 hide YROB")


def _told(state: State, seat: int | None = 2, *, arms: bool = False) -> list[str]:
    return list(WORDS.render_all(guide_messages(view(state, seat), NAMES, arms=arms)))


def test_it_begins_with_what_to_do() -> None:
    (said,) = _told(played(*HIDDEN))
    assert said.startswith("Club has hidden a code of 4 pegs. Fill row 1 with colours, then press Guess.")
    assert _told(played(HIDDEN[0])) == []
    assert _told(played(*HIDDEN), 1) == []
    assert _told(played(*HIDDEN), None) == []


def test_the_marks_of_this_row_are_explained() -> None:
    assert _told(played(*HIDDEN, "2 guess YGGR")) == [
        "1 black: one of your pegs is exactly right, colour and place. You are not told which.",
        "1 white: one colour is in the code, but in another place.",
        (
            "Next, try a row that could be the code. For example: "
            "keep 1 peg in place, move 1 peg to another hole and fill the rest with other colours."
        ),
    ]
    assert _told(played(*HIDDEN, "2 guess GGGG")) == [
        "No marks at all: none of these colours is in the code. That tells you a lot.",
        "Next, use only the other colours.",
    ]


def test_a_second_row_is_described_by_the_marks_of_the_first() -> None:
    said = _told(played(*HIDDEN, "2 guess RYOB"))[-1]
    assert said.endswith("For example: keep 2 pegs in place and move 2 pegs to other holes.")
    # Where no other colour is left for the rest, nothing is proposed.
    assert _told(played("4x3:first=1", "1 hide RROY", "2 guess ROYY"))[-1] == "The other peg matches nothing."


def test_a_box_with_arms_speaks_of_arms() -> None:
    state = played("togo:first=1", "1 hide RYGB", "2 guess RBPN")
    assert _told(state, arms=True)[:2] == [
        "Red shows 1: that many of your pegs are exactly right, colour and place. You are not told which.",
        "White shows 1: that many colours are in the code, but in other places.",
    ]


def test_from_the_second_row_on_it_says_what_follows() -> None:
    state = played(*HIDDEN, "2 guess GGGG", "2 guess YYYY")
    assert _told(state)[1:] == [
        "The other 3 pegs match nothing.",
        "Your 2 rows together leave 108 codes out of 625.",
        "Not in the code: green.",
        "Certainly in the code: yellow.",
    ]


def test_what_follows_is_left_out_where_codes_are_many() -> None:
    state = played("5x8:first=1", "1 hide ROYGB", "2 guess RRRRR", "2 guess OOOOO")
    assert not any("leave" in said for said in _told(state))


def test_it_ends_with_the_first_code() -> None:
    first = (*HIDDEN, "2 guess YROB")
    assert _told(played(*first)) == ["That was a whole code. Now it’s your turn to hide one."]
    assert _told(played(*first, "2 hide YROB", "1 guess YROB")) == []
    assert _told(played("mm44")) == []
