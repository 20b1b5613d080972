"""The score says what it counts and who leads; the end says why."""

from __future__ import annotations

import pytest

from keypeg import view
from keypeg.core import State
from keypeg.message import Message
from keypeg.tell.score import ending_messages, ending_title, score
from keypeg.words import Words
from tests.rules.matches import played

WORDS = Words()
NAMES: dict[int, str | Message] = {1: "Ada", 2: "Bo"}
FIRST = ("1 hide YROB", "2 guess YROG", "2 guess YROB")
SECOND = ("2 hide BBBB", "1 guess YYYY", "1 guess BBBB")
DEAL = "table deal ..R.. B.... ....R"
LATER = ("2 hide BBBB", "1 guess YYYY", "1 guess RRRR", "1 guess BBBB")


def _score(state: State, you: int | None = None) -> tuple[str, tuple[int | None, ...], str | None]:
    found = score(state.rules, state.past, NAMES, (you,) if you else ())
    assert found is not None
    return WORDS.render(found.sentence), found.points, WORDS.render(found.leads) if found.leads else None


def _end(state: State, you: int) -> tuple[str, list[str]]:
    seen = view(state, you)
    assert seen.outcome
    title = WORDS.render(ending_title(seen, seen.outcome, NAMES, (you,)))
    return title, list(WORDS.render_all(ending_messages(seen, NAMES, (you,))))


def test_rows_of_one_side_are_not_a_lead() -> None:
    state = played("logic24:first=1", *FIRST)
    assert _score(state, 2) == ("Score (rows, fewest win): You 2, Ada –.", (None, 2), None)
    assert _score(state, 1)[0] == "Score (rows, fewest win): You –, Bo 2."


def test_the_seat_with_fewer_rows_leads_once_both_have_had_a_code() -> None:
    state = played("logic24:first=1,rounds=2", *FIRST, *LATER)
    assert _score(state, 2) == ("Score (rows, fewest win): You 2, Ada 3. You lead.", (3, 2), "You lead")
    assert _score(state, 1)[2] == "Bo leads"
    assert _score(state)[0] == "Score (rows, fewest win): Ada 3, Bo 2. Bo leads."


def test_points_and_rounds_say_that_they_are() -> None:
    state = played(
        "togo:first=1,rounds=4", "1 hide RYGB", "2 guess RYGO", "2 guess RYGB", "2 hide RYGB", "1 guess RYGB"
    )
    assert _score(state, 1) == ("Score (points, most win): You 2, Bo 1. You lead.", (2, 1), "You lead")
    state = played("logic24:first=1,rounds=3,tally=rounds-won", *FIRST, *LATER)
    assert _score(state, 1) == ("Score (rounds won): You 0, Bo 1. Bo leads.", (0, 1), "Bo leads")


def test_a_match_of_a_single_code_has_no_score() -> None:
    assert score(played("mm44").rules, (), NAMES) is None


@pytest.mark.parametrize(
    ("rules", "moves", "you", "title", "why"),
    [
        (
            "logic24:first=1",
            (*FIRST, *LATER),
            2,
            "You win the match.",
            ["You needed 2 rows and Ada needed 3 rows. The fewest rows win."],
        ),
        (
            "logic24:first=1",
            (*FIRST, *LATER),
            1,
            "Bo wins this time.",
            ["You needed 3 rows and Bo needed 2 rows. The fewest rows win.", "That was close!"],
        ),
        (
            "logic24:first=1",
            (*FIRST, *SECOND),
            1,
            "It’s a draw.",
            ["Both players needed 2 rows."],
        ),
        (
            "logic24:first=1",
            ("1 hide YROB", "2 give-up", "2 hide BBBB", "1 give-up"),
            1,
            "It’s a draw.",
            ["You gave up.", "Both players have 10 rows.", "An unbroken code counts as 10 rows."],
        ),
        (
            "togo:first=1",
            ("1 hide RYGB", "2 guess RYGB", "2 hide RYGB", "1 guess RYGB"),
            1,
            "It’s a draw.",
            ["You broke the code in row 1.", "Both players have 1 point."],
        ),
        (
            "logic24:first=1,tally=rounds-won",
            (*FIRST, *SECOND),
            2,
            "It’s a draw.",
            ["Both players have 0 rounds."],
        ),
        (
            "logic24:first=1",
            (*FIRST, "2 hide BBBB", "1 give-up"),
            1,
            "Bo wins this time.",
            [
                "You gave up.",
                "You have 10 rows and Bo has 2 rows. The fewest rows win.",
                "An unbroken code counts as 10 rows.",
            ],
        ),
        (
            "4x6:first=1",
            ("1 hide ROYG", "2 give-up", "2 hide ROYG", "1 guess RRRR", "1 guess ROYG"),
            1,
            "You win the match.",
            ["You left no codes unbroken and Bo left 1 code unbroken. That counts before rows."],
        ),
        (
            "togo:first=1",
            ("1 hide RYGB", "2 guess RYGB", "2 hide RYGB", "1 guess RYGO", "1 guess RYGB"),
            1,
            "Bo wins this time.",
            [
                "You broke the code in row 2.",
                "You have 1 point and Bo has 2 points.",
                "The codemaker gets a point for every row; the most points win.",
                "That was close!",
            ],
        ),
        (
            "logic24:first=1,tally=rounds-won",
            (*FIRST, *LATER),
            2,
            "You win the match.",
            ["You have 1 round and Ada has 0 rounds. The most rounds win."],
        ),
        (
            "mm44:seats=3,rounds=2,first=1",
            (DEAL, "1 call B.R.R", DEAL, "2 call B.R.R"),
            1,
            "The match is a draw.",
            [
                "Bo called the code and got it right!",
                "You have 1 point, Bo has 1 point and Seat 3 has 0 points. Several players share first place.",
            ],
        ),
        (
            "mm44:seats=3,first=1",
            (DEAL, "1 call BPR..", "2 call B.RP.", "3 call BP..R"),
            1,
            "Nobody wins the match.",
            ["Your call was wrong: blue, purple, red, empty, empty.", "Nobody broke the code."],
        ),
        (
            "mm44:seats=3,first=1",
            (DEAL, "1 call B.R.O", "2 call B.R.R"),
            1,
            "Bo wins this time.",
            ["Your call was wrong: blue, empty, red, empty, orange.", "Bo called the code and got it right!"],
        ),
        (
            "mm44:seats=3,first=1",
            (DEAL, "1 call B.R.O", "2 call B.R.R"),
            2,
            "You win the match.",
            ["You called the code and you’re right!"],
        ),
        (
            "challenge:rounds=1",
            ("1 hide ROYGB", "2 hide NWPBG", "1 guess NWPBG", "2 guess ROYBG"),
            1,
            "You win the match.",
            ["You broke the code in row 1.", "The first to break the code wins."],
        ),
        (
            "challenge:rounds=1",
            ("1 hide ROYGB", "2 hide NWPBG", "1 guess NWPBG", "2 guess ROYGB"),
            1,
            "It’s a draw.",
            ["Both players broke the code in row 1."],
        ),
        (
            "challenge:rounds=1",
            ("1 hide ROYGB", "2 hide NWPBG", "2 give-up"),
            1,
            "You win the match.",
            ["Bo gives up."],
        ),
        (
            "challenge:rounds=3",
            ("1 hide ROYGB", "2 hide NWPBG", "1 guess NWPBG", "2 guess ROYBG") * 3,
            2,
            "Ada wins this time.",
            [
                "Ada broke the code in row 1.",
                "You have 0 points and Ada has 3 points.",
                "The first to break the code gets a point; the most points win.",
            ],
        ),
    ],
)
def test_the_end_says_in_plain_words_why(
    rules: str, moves: tuple[str, ...], you: int, title: str, why: list[str]
) -> None:
    assert _end(played(rules, *moves), you) == (title, why)
