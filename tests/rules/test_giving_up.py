"""Giving up, and being absent past the agreed time."""

import pytest

from keypeg import GiveUp, legal, view
from tests.rules.matches import board, played, points, refused, rules_refused, then, verdict, waits, winner

either_way = pytest.mark.parametrize("leaves", ["{seat} give-up", "table absent {seat}"])

swapping = pytest.mark.parametrize(
    ("text", "after"),
    [
        ("logic24:first=1", (0, 10)),
        ("logic12:first=1", (0, 10)),
        ("logic24+blanks:first=1", (0, 10)),
        ("logic24:first=1,rows=12", (0, 13)),
        ("togo:first=1", (9, 0)),
        ("togo:first=1,rows=12", (12, 0)),
        ("togo:first=1,unbroken=plus1", (10, 0)),
    ],
)


@either_way
@swapping
def test_a_code_given_up_counts_as_unbroken_and_roles_swap(leaves: str, text: str, after: tuple[int, int]) -> None:
    state = played(text, "1 hide YROB", "2 guess RYBO", leaves.format(seat=2))
    assert points(state) == after
    assert verdict(state).unbroken == (2,)
    assert not verdict(state).void
    assert waits(state) == "2 to hide"


@either_way
def test_a_code_given_up_is_an_unbroken_one_where_those_decide(leaves: str) -> None:
    moves = ("1 hide YROB", leaves.format(seat=2), "2 hide YROB", *["1 guess RYBO"] * 8, "1 guess YROB")
    assert winner(played("logic24:first=1,unbroken=decides", *moves)) == 1


@either_way
def test_in_a_free_form_giving_up_at_once_does_not_win(leaves: str) -> None:
    moves = ("1 hide YROB", leaves.format(seat=2), "2 hide YROB", *["1 guess RYBO"] * 8, "1 guess YROB")
    assert winner(played("4x6:first=1", *moves)) == 1


@either_way
@pytest.mark.parametrize("text", ["logic24:first=1", "togo:first=1", "4x6:first=1"])
def test_a_codemaker_who_leaves_does_not_profit_from_it(leaves: str, text: str) -> None:
    state = played(text, leaves.format(seat=1))
    assert verdict(state).unbroken == ()
    assert waits(state) == "2 to hide"


@either_way
@pytest.mark.parametrize("seat", [1, 2])
@pytest.mark.parametrize("text", ["challenge", "challenge+beginner+doubles", "challenge:marking=hand"])
def test_in_challenge_the_opponent_wins_the_round(leaves: str, seat: int, text: str) -> None:
    hidden = ("1 hide ROYG", "2 hide GYOR") if "beginner" in text else ("1 hide ROYGB", "2 hide BGYOR")
    state = played(text, *hidden, leaves.format(seat=seat))
    assert points(state) == {1: (0, 1), 2: (1, 0)}[seat]
    assert waits(state) == "1 2 to hide"


def test_in_challenge_the_opponent_wins_the_round_before_it_has_a_code_to_break() -> None:
    assert points(played("challenge", "1 hide ROYGB", "table absent 2")) == (1, 0)


@either_way
@pytest.mark.parametrize("options", ["", ",equal-turns"])
def test_on_two_boards_the_opponent_wins_the_round(leaves: str, options: str) -> None:
    state = played(f"logic24+two-boards:first=1{options}", "1 hide YROB", "2 hide GGOO", leaves.format(seat=1))
    assert points(state) == (0, 1)
    assert winner(state) == 2


def test_on_two_boards_a_seat_may_give_up_in_the_others_turn() -> None:
    state = played("logic24+two-boards:first=1", "1 hide YROB", "2 hide GGOO", "2 give-up")
    assert winner(state) == 1


deal = "table deal ..R.. B.... ....R .G..."


@either_way
def test_in_mm44_the_seat_is_out_but_still_answers(leaves: str) -> None:
    state = played("mm44:blanks=any,first=1", deal, leaves.format(seat=1))
    assert view(state, None).out == (1,)
    assert waits(state) == "2 to guess"
    assert refused(state, "1 call BGR.R") == "not-your-turn"
    assert board(then(state, "2 guess ..R.."), 2) == ["..R..:b/_/w/-"]


@either_way
def test_in_mm44_a_seat_that_is_out_cannot_give_up(leaves: str) -> None:
    state = played("mm44:blanks=any,first=1,marking=hand", deal, leaves.format(seat=1))
    assert refused(state, "1 give-up") == "not-your-turn"
    assert GiveUp() not in legal(state, 1)
    marking = then(state, "2 guess ..R..")
    if waits(marking) == "1 to mark":
        assert refused(marking, "1 give-up") == "move-not-now"


def test_in_mm44_a_seat_that_called_wrongly_cannot_give_up() -> None:
    state = played("mm44:blanks=any,first=1", deal, "1 call .YRYY")
    assert refused(state, "1 give-up") == "not-your-turn"
    assert legal(state, 1).types == ()


def test_in_mm44_a_seat_may_give_up_in_anothers_turn() -> None:
    state = played("mm44:blanks=any,first=1", deal, "3 give-up")
    assert waits(state) == "1 to guess"
    assert view(state, 1).out == (3,)
    assert view(state, 1).gave_up == (3,)


def test_in_mm44_a_seat_that_gave_up_goes_on_answering_by_hand() -> None:
    state = played("mm44:blanks=any,first=1,marking=hand", deal, "2 give-up", "1 guess B....")
    assert waits(state) == "2 to mark"


def test_in_mm44_the_table_answers_truly_for_an_absent_seat() -> None:
    state = played("mm44:blanks=any,first=1,marking=hand", deal, "1 guess B....", "table absent 2")
    assert waits(state) == "3 to mark"
    assert board(state, 1) == ["B....:_/b/?/?"]
    state = then(state, "3 mark -", "4 mark -", "3 guess .B...")
    assert waits(state) == "4 to mark"
    state = then(state, "4 mark -", "1 mark -")
    assert board(state, 3) == [".B...:-/w/_/-"]


def test_in_mm44_the_table_answers_for_an_absent_seat_that_was_out_already() -> None:
    moves = ("2 call BYYY.", "1 guess B....", "table absent 2", "3 mark -", "4 mark -")
    state = played("mm44:blanks=any,first=1,marking=hand", deal, *moves)
    assert board(state, 1) == ["B....:_/b/-/-"]
    assert waits(state) == "3 to guess"
    assert (view(state, None).out, view(state, None).gave_up) == ((2,), ())


def test_in_mm44_at_home_a_seat_that_gives_up_is_out_but_still_answers() -> None:
    state = played("mm44:blanks=any,first=1,marking=home", "2 give-up", "1 guess B....")
    assert view(state, None).out == (2,)
    assert waits(state) == "2 to mark"


def test_in_mm44_at_home_a_seat_absent_in_its_own_turn_is_out() -> None:
    state = played("mm44:blanks=any,first=1,marking=home", "table absent 1")
    assert waits(state) == "2 to guess"
    assert view(state, None).out == (1,)


def test_in_mm44_all_giving_up_is_nobody_wins() -> None:
    state = played("mm44:blanks=any,first=1", deal, *(f"{seat} give-up" for seat in (1, 2, 3, 4)))
    assert winner(state) is None


def test_in_mm44_last_one_wins_when_the_others_have_given_up() -> None:
    state = played("mm44:blanks=any,first=1,last-one-wins", deal, *(f"{seat} give-up" for seat in (1, 2, 4)))
    assert winner(state) == 3


def test_in_mm44_a_seat_absent_in_the_last_round_of_calls_is_passed_over() -> None:
    rows = [f"{seat} guess ....." for seat in (1, 2, 3, 4)] * 4
    state = played("mm44:blanks=any,first=1", deal, *rows, "table absent 1")
    assert waits(state) == "2 3 4 to call"


@pytest.mark.parametrize(
    ("text", "moves", "seat"),
    [
        ("logic24:first=1", ["1 hide YROB"], 1),
        ("logic24+two-boards:first=1", ["1 hide YROB", "2 hide GGOO"], 2),
        ("challenge", ["1 hide ROYGB"], 1),
        ("mm44:blanks=any,first=1", [deal], 2),
    ],
)
def test_only_a_seat_that_the_match_waits_for_can_be_absent(text: str, moves: list[str], seat: int) -> None:
    assert refused(played(text, *moves), f"table absent {seat}") == "nobody-waits"


def test_only_the_table_says_who_is_absent() -> None:
    assert refused(played("logic24:first=1", "1 hide YROB"), "1 absent 2") == "not-your-turn"


def test_one_plus_unbroken_needs_a_number_of_rows() -> None:
    assert rules_refused("4x6:unbroken=plus1").slug == "unbroken-needs-rows"
    state = played("4x6:first=1,rows=5,unbroken=plus1", "1 hide YROB", "2 give-up")
    assert points(state) == (0, 6)


@pytest.mark.parametrize(("text", "adds"), [("logic24:", (0, 1)), ("togo:", (1, 0))])
def test_a_codemaker_who_does_not_show_the_code_gains_nothing_although_the_breaker_gave_up(
    text: str, adds: tuple[int, int]
) -> None:
    state = played(f"{text}first=1,marking=home", "2 guess YRBG", "1 mark 3,0", "2 give-up", "1 give-up")
    assert verdict(state).adds == adds


@pytest.mark.parametrize("marking", ["hand", "home"])
def test_a_codemaker_who_marked_wrongly_gains_nothing_by_giving_up(marking: str) -> None:
    hide = ("1 hide YRBG",) if marking == "hand" else ()
    wrong = (
        ("2 guess YRBO", "1 mark 1,0", "2 guess YRBO", "1 mark 3,0")
        if marking == "home"
        else ("2 guess YRBO", "1 mark 1,0")
    )
    state = played(f"logic24:first=1,marking={marking}", *hide, *wrong, "2 guess YYYY", "1 give-up")
    assert waits(state) == "2 to decide"
    assert verdict(then(state, "2 accept")).broke == ((2, len(wrong) // 2 + 1),)
    assert verdict(then(state, "2 claim")).void


def test_on_two_boards_giving_up_after_wrong_marks_does_not_save_the_round() -> None:
    moves = ("1 hide YROB", "2 hide GGOO", "1 guess YYYY", "2 mark 0,0", "2 guess YYYY", "1 mark 0,0")
    state = played("logic24+two-boards:first=1,marking=hand", *moves, "1 give-up")
    assert waits(state) == "2 to decide"
    assert winner(then(state, "2 accept")) == 2
