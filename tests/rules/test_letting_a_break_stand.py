"""Wrong marks in `logic24` and `logic12`: the breaker may let a break stand."""

import pytest

from tests.rules.matches import played, points, refused, then, verdict, waits, winner

wrongly_marked = ("1 hide YROB", "2 guess YYRR", "1 mark 1,0", "2 guess YROB", "1 mark 4,0")
"""In `logic24`: truly 1,1."""

on_two_boards = (
    "1 hide YROB",
    "2 hide GGOO",
    "1 guess GGGG",
    "2 mark 1,0",
    "2 guess YYYY",
    "1 mark 1,0",
    "1 guess GGOO",
    "2 mark 4,0",
)
"""In `logic24+two-boards`: seat 2 marks 1,0 where 2,0 is true, and seat 1 breaks."""


def test_in_logic_a_breaker_may_let_a_break_stand_in_spite_of_wrong_marks() -> None:
    state = played("logic24:first=1,marking=hand", *wrongly_marked)
    assert waits(state) == "2 to decide"
    state = then(state, "2 accept")
    assert points(state) == (0, 2)
    assert waits(state) == "2 to hide"


def test_in_logic_a_code_with_wrong_marks_is_void_and_replayed_in_the_same_roles() -> None:
    state = played("logic24:first=1,marking=hand", *wrongly_marked, "2 claim")
    assert verdict(state).erred == (1,)
    assert points(state) == (0, 0)
    assert waits(state) == "1 to hide"


def test_only_the_breaker_decides_whether_its_break_stands() -> None:
    state = played("logic24:first=1,marking=hand", *wrongly_marked)
    assert refused(state, "1 accept") == "not-your-turn"
    assert refused(state, "1 claim") == "not-your-turn"


def test_wrong_marks_plus3_adds_three_rows_to_the_erring_codemakers_own_sum() -> None:
    state = played("logic24:first=1,marking=hand,wrong-marks=plus3", *wrongly_marked, "2 claim")
    assert points(state) == (3, 0)
    assert waits(state) == "1 to hide"


def test_wrong_marks_plus3_adds_nothing_where_the_break_stands() -> None:
    state = played("logic24:first=1,marking=hand,wrong-marks=plus3", *wrongly_marked, "2 accept")
    assert points(state) == (0, 2)


def test_wrong_marks_plus3_counts_in_its_round_where_rounds_won_are_counted() -> None:
    rest = ("1 hide YROB", "2 guess RYBO", "1 mark 0,4", "2 guess YROB", "1 mark 4,0", "2 hide YROB", "1 guess YROB")
    text = "logic24:first=1,marking=hand,tally=rounds-won,wrong-marks="
    assert points(played(f"{text}replay", *wrongly_marked, "2 claim", *rest, "2 mark 4,0")) == (1, 0)
    assert points(played(f"{text}plus3", *wrongly_marked, "2 claim", *rest, "2 mark 4,0")) == (0, 1)


@pytest.mark.parametrize(("wrong_marks", "penalty"), [("replay", 0), ("plus3", 3)])
def test_without_a_break_there_is_nothing_to_let_stand(wrong_marks: str, penalty: int) -> None:
    state = played(f"logic24:first=1,rows=1,marking=hand,wrong-marks={wrong_marks}", *wrongly_marked[:3])
    assert waits(state) == "1 to hide"
    assert points(state) == (penalty, 0)


def test_a_break_that_was_only_marked_so_may_stand_as_well() -> None:
    state = played("logic24:first=1,marking=hand", "1 hide YROB", "2 guess YYRR", "1 mark 4,0")
    assert waits(state) == "2 to decide"
    assert points(then(state, "2 accept")) == (0, 1)


def test_on_two_boards_the_breaker_may_let_its_break_stand() -> None:
    state = played("logic24+two-boards:first=1,marking=hand", *on_two_boards)
    assert waits(state) == "1 to decide"
    assert winner(then(state, "1 accept")) == 1


def test_on_two_boards_wrong_marks_void_the_round_and_the_same_seat_guesses_first_again() -> None:
    state = played("logic24+two-boards:first=1,marking=hand", *on_two_boards, "1 claim")
    assert points(state) == (0, 0)
    assert waits(then(state, "1 hide YROB", "2 hide GGOO")) == "1 to guess"


def test_on_two_boards_the_marks_on_both_are_checked() -> None:
    moves = list(on_two_boards)
    moves[3], moves[5] = "2 mark 2,0", "1 mark 2,0"
    state = played("logic24+two-boards:first=1,marking=hand", *moves)
    assert verdict(state).erred == (1,), "the winner marked the other board wrongly, and has nothing to let stand"
    assert verdict(state).void


def test_a_breaker_who_gives_up_instead_of_deciding_lets_the_break_stand() -> None:
    state = played("logic24:first=1,marking=hand", *wrongly_marked)
    assert points(then(state, "2 give-up")) == points(then(state, "2 accept")) == (0, 2)
    assert points(then(state, "table absent 2")) == (0, 2)


unseen = ("1 guess GGOO", "2 mark 1,0", "2 guess YYYY", "1 mark 1,0")
"""In `logic24+two-boards`: seat 1 breaks GGOO in its first row, but the marks do not say so."""


def test_giving_up_after_a_break_that_was_not_marked_is_undone_if_it_stands() -> None:
    text = "logic24+two-boards:first=1,marking=hand"
    state = played(text, "1 hide YROB", "2 hide GGOO", *unseen, "1 give-up")
    assert waits(state) == "1 to decide"
    assert winner(then(state, "1 accept")) == 1


def test_wrong_marks_after_a_break_do_not_keep_a_breaker_from_letting_it_stand() -> None:
    contradiction = ("1 guess RRRR", "2 mark 0,0", "2 guess YYYY", "1 mark 2,0", "2 claim")
    shown = ("1 reveal YROB", "2 reveal GGOO")
    state = played("logic24+two-boards:first=1,marking=home", *unseen, *contradiction, *shown)
    assert waits(state) == "1 to decide"
    assert winner(then(state, "1 accept")) == 1
