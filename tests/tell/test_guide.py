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


def _told(state: State, seat: int | None = 2, *, key: str = "pegs") -> list[str]:
    return list(WORDS.render_all(guide_messages(view(state, seat), NAMES, key=key)))


def test_it_begins_with_what_to_do() -> None:
    (said,) = _told(played(*HIDDEN))
    assert said.startswith("Club has hidden a code of 4 pegs. Fill row 1 with colours, then press Guess.")
    assert _told(played(HIDDEN[0])) == []
    assert _told(played(*HIDDEN), 1) == []
    assert _told(played(*HIDDEN), None) == []


def test_the_marks_of_this_row_are_explained() -> None:
    assert _told(played(*HIDDEN, "2 guess YGGR")) == [
        "1 black: one of your pegs is exactly right, colour and place. You are not told which.",
        "1 white: one of your pegs has a colour that is in the code, but in another place.",
        (
            "Next, try a row that could be the code. For example: "
            "keep 1 peg in place, move 1 peg to another hole and fill the rest with other colours."
        ),
    ]
    assert _told(played(*HIDDEN, "2 guess GGGG")) == [
        "No marks at all: none of these colours is in the code.",
        "That tells you a lot.",
        "Next, use only the other colours.",
    ]


def test_a_second_row_is_described_by_the_marks_of_the_first() -> None:
    said = _told(played(*HIDDEN, "2 guess RYOB"))[-1]
    assert said.endswith("For example: keep 2 pegs in place and move 2 pegs to other holes.")
    # Where no other colour is left for the rest, nothing is proposed.
    assert _told(played("4x3:first=1", "1 hide RROY", "2 guess ROYY"))[-1] == "The other peg matches nothing."


def test_a_box_with_arms_speaks_of_arms() -> None:
    state = played("togo:first=1", "1 hide RYGB", "2 guess RBPN")
    assert _told(state, key="arms")[:2] == [
        "Red shows 1: that many of your pegs are exactly right, colour and place. You are not told which.",
        "White shows 1: that many of your pegs have a colour that is in the code, but in another place.",
    ]


def test_from_the_second_row_on_it_says_what_follows() -> None:
    state = played(*HIDDEN, "2 guess GGGG", "2 guess YYYY")
    assert _told(state)[1:] == [
        "The other 3 pegs match nothing.",
        "Your 2 rows together leave 108 codes out of 625.",
        "Not in the code: green.",
        "Certainly in the code: yellow.",
    ]


def test_equal_colours_are_not_counted_as_colours() -> None:
    state = played("logic24:first=1", "1 hide BBYY", "2 guess YYRR")
    assert _told(state)[0] == "2 white: 2 of your pegs have a colour that is in the code, but in another place."


def test_a_row_that_tells_nothing_is_not_praised() -> None:
    rows = ("2 guess GGGG", "2 guess YYYY", "2 guess GGGG")
    assert _told(played(*HIDDEN, *rows)) == [
        "No marks at all: none of these colours is in the code.",
        "You knew that already: still 108 codes.",
        "Not in the code: green.",
        "Certainly in the code: yellow.",
    ]
    assert _told(played("5x8:first=1", "1 hide ROYGB", "2 guess WWWWW", "2 guess WWWWW")) == [
        "No marks at all: none of these colours is in the code."
    ]


def test_a_box_with_pins_speaks_of_red_pins() -> None:
    state = played("challenge:first=1", "1 hide RYGBW", "2 hide RYGBW", "1 guess RWOBP", "2 guess RWOBP")
    assert _told(state, key="pins")[:2] == [
        "2 red: 2 of your pegs are exactly right, colour and place. You are not told which.",
        "1 white: one of your pegs has a colour that is in the code, but in another place.",
    ]


def test_a_broken_code_needs_no_guide_while_others_go_on() -> None:
    state = played("logic24+two-boards:equal-turns,first=1", "1 hide YROB", "2 hide YROB", "1 guess YROB")
    assert state.now
    assert _told(state, 1) == []


def test_wrong_marks_are_left_to_the_doctor() -> None:
    state = played("4x5:first=1,marking=home", "2 guess GGGG", "1 mark 0,0", "2 guess GGGG", "1 mark 1,0")
    assert _told(state) == []


def test_nobody_is_asked_to_hide_whose_turn_it_is_not() -> None:
    assert _told(played("4x5:first=1,rounds=2", "1 hide RROY", "2 guess RROY"))
    assert _told(played("logic24:one-code,first=1", "1 hide YROB", "2 guess YROB")) == []


def test_what_follows_is_left_out_where_codes_are_many() -> None:
    state = played("5x8:first=1", "1 hide ROYGB", "2 guess RRRRR", "2 guess OOOOO")
    assert not any("leave" in said for said in _told(state))


def test_it_ends_with_the_first_code() -> None:
    first = (*HIDDEN, "2 guess YROB")
    assert _told(played(*first)) == ["That was a whole code. Now it’s your turn to hide one."]
    assert _told(played(*first, "2 hide YROB", "1 guess YROB")) == []
    assert _told(played("mm44")) == []
