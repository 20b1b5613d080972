"""Sharing: marks as squares, never the code."""

from __future__ import annotations

from keypeg import Marks, rules
from keypeg.message import message
from keypeg.review import review, review_rows
from keypeg.solve import problem_of
from keypeg.tell.share import share_board, share_result, share_split
from keypeg.words import Words
from tests.rules.matches import played, then

WORDS = Words()
ROWS = [("ROYG", Marks(1, 2)), ("RYOB", Marks(0, 0)), ("RYGB", Marks(4, 0))]


def test_a_result_is_squares_and_a_sentence() -> None:
    found = share_result(rules("togo"), ROWS)
    assert WORDS.render_all(found.lines) == [
        "Keypeg · Mastermind, travel edition · 3/9",
        "⬛⬜⬜🟫",
        "🟫🟫🟫🟫",
        "⬛⬛⬛⬛",
        "Broke the code in 3 guesses, marked: 1 exact, 2 near; nothing; 4 exact.",
    ]


def test_nothing_tells_the_code_unless_asked_to() -> None:
    other = [(guess.translate(str.maketrans("RYGB", "NWPO")), marks) for guess, marks in ROWS]
    assert share_result(rules("togo"), ROWS) == share_result(rules("togo"), other)
    assert "🟥🟨🟩🟦 ⬛⬛⬛⬛" in share_result(rules("togo"), ROWS, reveal=True).squares


def test_an_unbroken_code_has_no_number() -> None:
    found = share_result(rules("4x6"), ROWS[:2], title=message("web.door.daily"))
    assert WORDS.render(found.title) == "Daily puzzle · X"
    assert WORDS.render(found.sentence) == "The code was not broken; 2 guesses, marked: 1 exact, 2 near; nothing."


def test_the_first_guess_may_be_right_and_there_may_be_none() -> None:
    assert WORDS.render(share_result(rules("4x6"), ROWS[2:]).sentence) == "Broke the code with the first guess."
    assert WORDS.render(share_result(rules("4x6"), []).sentence) == "No guesses were made."


def test_a_reviewed_board_adds_how_well_it_was_played() -> None:
    rows = [("RROO", Marks(1, 1)), ("RYRG", Marks(4, 0))]
    board = review_rows(problem_of(rules("4x6")), rows)
    assert WORDS.render(share_board(rules("4x6"), board).squares[-1]) == f"Skill {board.skill}, luck {board.luck:+.1f}"


def test_a_split_code_shows_its_answers_and_who_called_it() -> None:
    state = played(
        "mm44:seats=2,boards=1,blanks=any,first=1", "table deal R.... ..G..", "1 guess .GGGG", "2 guess OR..."
    )
    before, after = (review(each).rounds[0].split for each in (state, then(state, "2 call R.G..")))
    assert before is not None
    assert after is not None
    assert WORDS.render(share_split(state.rules, {}, before).sentence) == "Nobody called the code; 2 rows were placed."
    assert WORDS.render_all(share_split(state.rules, {2: "Bo"}, after).lines) == [
        "Keypeg · Mastermind for four",
        "⬛",
        "⬜",
        "Bo called the code after 2 rows.",
    ]
