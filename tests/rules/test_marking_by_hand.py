"""Marks given by hand: `marking=hand` and `marking=hand-checked`, against `marking=table`."""

import pytest

from keypeg import Mark, Marks, legal, view
from tests.rules.matches import board, codes, played, points, refused, then, verdict, waits

to_mark = {
    "logic24:first=1": ("1 hide YROB", "2 guess YYRR"),
    "logic12:first=1": ("1 hide YROB", "2 guess YYRR"),
    "logic24+blanks:first=1": ("1 hide Y.OB", "2 guess YY.."),
    "logic24+two-boards:first=2": ("1 hide YROB", "2 hide YYYY", "2 guess YYRR"),
    "togo:first=1": ("1 hide RYGB", "2 guess ROYG"),
    "challenge": ("1 hide ROYGB", "2 hide BGYOR", "1 guess BWWWW", "2 guess RWWWW"),
    "challenge+beginner": ("1 hide ROYG", "2 hide GYOR", "1 guess GBBB", "2 guess RBBB"),
    "4x6:first=1": ("1 hide ROYG", "2 guess RRRR"),
    "5x8:first=1": ("1 hide ROYGB", "2 guess RRRRR"),
}
"""For each of these rules: seat 1 is to mark a row that seat 2 placed."""

everywhere = pytest.mark.parametrize("text", to_mark)


def with_option(text: str, option: str) -> str:
    return f"{text},{option}" if ":" in text else f"{text}:{option}"


impossible = pytest.mark.parametrize(
    ("text", "moves", "penalties", "next_is"),
    [
        ("logic24:first=1", ("1 hide YROB", "2 guess YYRR", "1 mark 3,1"), (0, 0), "1 to hide"),
        (
            "logic24:first=1",
            ("1 hide YROB", "2 guess YYRR", "1 mark 2,0", "2 guess YROG", "1 mark 0,0"),
            (0, 0),
            "1 to hide",
        ),
        ("logic24:first=1,wrong-marks=plus3", ("1 hide YROB", "2 guess YYRR", "1 mark 3,1"), (3, 0), "1 to hide"),
        ("togo:first=1", ("1 hide RYGB", "2 guess ROYG", "1 mark 3,1"), (0, 3), "1 to hide"),
        ("togo:first=1", ("1 hide RYGB", "2 guess RRRR", "1 mark 2,0"), (0, 3), "1 to hide"),
        (
            "challenge",
            ("1 hide ROYGB", "2 hide BGYOR", "1 guess BWWWW", "2 guess RWWWW", "2 mark 1,0", "1 mark 4,1"),
            (-1, 0),
            "1 2 to hide",
        ),
        (
            "challenge",
            ("1 hide ROYGB", "2 hide BGYOR", "1 guess BGYOW", "2 guess ROYGW", "2 mark 4,1", "1 mark 4,1"),
            (-1, -1),
            "1 2 to hide",
        ),
        (
            "logic24+two-boards:first=2",
            ("1 hide YROB", "2 hide YYYY", "2 guess YYRR", "1 mark 3,1"),
            (0, 0),
            "1 2 to hide",
        ),
        ("4x6:first=1", ("1 hide ROYG", "2 guess RRRR", "1 mark 1,1"), (0, 0), "1 to hide"),
        ("4x6d:first=1", ("1 hide ROYG", "2 guess ROYB", "1 mark 0,0"), (0, 0), "1 to hide"),
    ],
)


@everywhere
def test_the_table_marks_unless_agreed_otherwise_and_nobody_errs(text: str) -> None:
    state = played(text, *to_mark[text])
    assert state == played(with_option(text, "marking=table"), *to_mark[text])
    assert "?" not in board(state, 2)[-1]
    assert refused(state, "1 mark 0,0") in {"not-your-turn", "move-not-now"}


@everywhere
def test_by_hand_any_exact_and_near_up_to_the_holes_is_taken(text: str) -> None:
    state = played(with_option(text, "marking=hand"), *to_mark[text])
    holes = state.rules.guesses[1].holes
    marks = [Marks(exact, near) for exact in range(holes + 2) for near in range(holes + 2)]
    taken = [each for each in marks if Mark((each,)) in legal(state, 1)]
    assert taken == [each for each in marks if each.exact + each.near <= holes]
    assert Marks(holes - 1, 1) in taken


def test_by_hand_more_marks_than_holes_are_refused() -> None:
    state = played("togo:first=1,marking=hand", *to_mark["togo:first=1"])
    assert refused(state, "1 mark 3,2") == "marks-too-many"
    assert refused(state, "1 mark 5,0") == "marks-too-many"


def test_the_codemaker_marks_and_not_the_breaker() -> None:
    state = played("togo:first=1,marking=hand", *to_mark["togo:first=1"])
    assert waits(state) == "1 to mark"
    assert refused(state, "2 mark 1,2") == "not-your-turn"
    assert refused(state, "2 guess RYGB") == "not-your-turn"


def test_the_table_knows_the_code_and_says_nothing() -> None:
    wrong = played("togo:first=1,marking=hand", "1 hide RYGB", "2 guess ROYG", "1 mark 1,1")
    right = played("togo:first=1,marking=hand", "1 hide RYPW", "2 guess ROYG", "1 mark 1,1")
    for seat in (2, None):
        assert view(wrong, seat) == view(right, seat)
    assert codes(wrong, 1) == ["RYGB"]
    assert codes(wrong, 2) == ["????"]


def test_marks_all_exact_end_a_code_even_where_they_are_not_true() -> None:
    state = played("togo:first=1,marking=hand", "1 hide RYGB", "2 guess ROYG", "1 mark 4,0")
    assert verdict(state).erred == (1,)
    assert points(state) == (0, 3)


def test_the_true_code_goes_on_unbroken_where_it_is_not_marked_all_exact() -> None:
    state = played("togo:first=1,marking=hand", "1 hide RYGB", "2 guess RYGB", "1 mark 2,2")
    assert waits(state) == "2 to guess"


def test_full_rows_end_a_code_and_then_the_marks_are_checked() -> None:
    once = ("2 guess ROYG", "1 mark 1,1")
    state = played("togo:first=1,marking=hand,rows=2", "1 hide RYGB", *once)
    assert waits(state) == "2 to guess"
    state = then(state, *once)
    assert (points(state), waits(state)) == ((0, 3), "1 to hide")


def test_giving_up_ends_a_code_and_then_the_marks_are_checked() -> None:
    state = played("togo:first=1,marking=hand", "1 hide RYGB", "2 guess ROYG", "1 mark 1,1", "2 give-up")
    assert (points(state), waits(state)) == ((0, 3), "1 to hide")


def test_giving_up_with_true_marks_leaves_the_code_unbroken() -> None:
    state = played("togo:first=1,marking=hand", "1 hide RYGB", "2 guess ROYG", "1 mark 1,2", "2 give-up")
    assert (points(state), waits(state)) == ((9, 0), "2 to hide")


def test_giving_up_a_race_does_not_win_it_for_a_seat_that_has_marked_wrongly() -> None:
    turn = ("1 guess BGYWW", "2 guess ROYWW", "1 mark 2,0", "2 mark 3,0")
    state = played("challenge:marking=hand", "1 hide ROYGB", "2 hide BGYOR", *turn, "2 give-up")
    assert points(state) == (-1, 0)
    assert verdict(state).void


def test_one_penalty_for_each_erring_seat_and_attempt() -> None:
    twice = ("2 guess ROYG", "1 mark 1,1") * 2
    state = played("togo:first=1,marking=hand", "1 hide RYGB", *twice, "2 guess RYGB", "1 mark 4,0")
    assert points(state) == (0, 3)


@impossible
def test_marks_that_no_code_fits_void_the_round_at_once(
    text: str, moves: tuple[str, ...], penalties: tuple[int, int], next_is: str
) -> None:
    text = with_option(text, "marking=hand")
    assert not played(text, *moves[:-1]).past
    state = played(text, *moves)
    assert verdict(state).void
    assert points(state) == penalties
    assert waits(state) == next_is


def test_where_no_code_fits_the_marks_of_one_seat_those_of_the_other_are_checked_as_well() -> None:
    state = played("challenge:marking=hand", *to_mark["challenge"], "2 mark 2,0", "1 mark 4,1")
    assert verdict(state).erred == (1, 2)
    assert points(state) == (-1, -1)


def test_in_togo_no_code_fits_marks_that_would_need_a_colour_twice() -> None:
    state = played("togo:first=1,marking=hand", "1 hide RYGB", "2 guess RRRR", "1 mark 0,2")
    assert verdict(state).erred == (1,)


def test_in_challenge_marks_stay_sealed_until_both_are_in() -> None:
    state = played("challenge:marking=hand", *to_mark["challenge"])
    assert waits(state) == "1 2 to mark"
    state = then(state, "1 mark 1,0")
    assert waits(state) == "2 to mark"
    assert board(state, 2, seen_by=1) == ["RWWWW:1,0"]
    other = then(played("challenge:marking=hand", *to_mark["challenge"]), "1 mark 0,1")
    for seat in (2, None):
        assert board(state, 2, seen_by=seat) == ["RWWWW:?"]
        assert view(state, seat) == view(other, seat)
    state = then(state, "2 mark 1,0")
    for anybody in (1, 2, None):
        assert board(state, 1, seen_by=anybody) == ["BWWWW:1,0"]
        assert board(state, 2, seen_by=anybody) == ["RWWWW:1,0"]


def test_in_challenge_guesses_stay_sealed_by_hand_too() -> None:
    state = played("challenge:marking=hand", *to_mark["challenge"][:3])
    other = played("challenge:marking=hand", *to_mark["challenge"][:2], "1 guess NNNNN")
    assert view(state, 2) == view(other, 2)


@everywhere
def test_hand_checked_refuses_a_wrong_mark_at_once_and_takes_the_right_one(text: str) -> None:
    by_table = board(played(text, *to_mark[text]), 2)[-1]
    truth = by_table.partition(":")[2]
    state = played(with_option(text, "marking=hand-checked"), *to_mark[text])
    wrong = "0,0" if truth != "0,0" else "1,0"
    assert refused(state, f"1 mark {wrong}") == "mark-wrong"
    assert board(then(state, f"1 mark {truth}"), 2, seen_by=1)[-1] == by_table
    assert len(legal(state, 1).only(Mark)) == 1


def test_hand_checked_breaks_a_code_without_any_penalty() -> None:
    state = played("togo:first=1,marking=hand-checked", "1 hide RYGB", "2 guess RYGB", "1 mark 4,0")
    assert points(state) == (1, 0)
