"""`marking=home`: the code stays on a real board, and the table learns it at the end, if at all."""

import pytest

from keypeg import view
from tests.rules.matches import codes, played, points, refused, then, verdict, waits, winner

one_board = pytest.mark.parametrize(
    ("text", "code", "other"),
    [
        ("logic24", "YROB", "YYYY"),
        ("logic12", "YROB", "YYYY"),
        ("logic24+blanks", "Y..B", "...."),
        ("togo", "RYGB", "RRRR"),
        ("4x6", "ROYG", "RRRR"),
        ("4x10d", "ROYG", "BPWN"),
    ],
)

no_code_fits = ("2 guess YYRR", "1 mark 2,0", "2 guess YROB", "1 mark 0,0")

turn = ("1 guess BGYWW", "2 guess ROYWW")

broken_by_1 = ("1 guess BGYOR", "2 guess WWWWW", "2 mark 5,0", "1 mark 0,0")


@one_board
def test_nobody_enters_the_code(text: str, code: str, other: str) -> None:
    state = played(f"{text}:first=1,marking=home")
    assert waits(state) == "2 to guess"
    assert refused(state, f"1 hide {code}") == "not-your-turn"
    for seat in (1, 2, None):
        assert codes(then(state, f"2 guess {other}", "1 mark 0,0"), seat) == [None]


@one_board
def test_on_one_board_the_row_that_was_marked_all_exact_is_the_code(text: str, code: str, other: str) -> None:
    assert code != other
    state = played(f"{text}:first=1,marking=home", f"2 guess {code}", "1 mark 4,0")
    assert state.past[0].shares[0].code == code
    assert verdict(state).broke == ((2, 1),)
    assert waits(state) == "1 to guess"


def test_on_one_board_the_codemaker_enters_a_code_that_was_not_broken() -> None:
    state = played("togo:first=1,rows=1,marking=home", "2 guess ROYG", "1 mark 1,2")
    assert waits(state) == "1 to reveal"
    assert refused(state, "2 reveal RYGB") == "not-your-turn"
    assert refused(state, "1 reveal RRGB") == "peg-twice"
    assert refused(state, "1 reveal RYG") == "holes-wrong"
    state = then(state, "1 reveal RYGB")
    assert points(state) == (1, 0)
    assert waits(state) == "1 to guess"


def test_a_code_that_contradicts_its_marks_counts_as_wrong_marks() -> None:
    state = played("togo:first=1,rows=1,marking=home", "2 guess ROYG", "1 mark 1,2", "1 reveal RYPW")
    assert verdict(state).erred == (1,)
    assert points(state) == (0, 3)
    assert waits(state) == "2 to guess", "played again in the same roles"


@pytest.mark.parametrize(("wrong_marks", "penalty"), [("replay", 0), ("plus3", 3)])
def test_in_logic_a_code_that_contradicts_its_marks_is_void(wrong_marks: str, penalty: int) -> None:
    text = f"logic24:first=1,rows=1,marking=home,wrong-marks={wrong_marks}"
    state = played(text, "2 guess YYRR", "1 mark 1,1", "1 reveal GGGG")
    assert verdict(state).void
    assert points(state) == (penalty, 0)
    assert waits(state) == "2 to guess"


def test_giving_up_lets_the_codemaker_enter_the_code() -> None:
    state = played("logic24:first=1,marking=home", "2 guess YYRR", "1 mark 1,1", "2 give-up")
    assert waits(state) == "1 to reveal"
    assert points(then(state, "1 reveal YROB")) == (0, 10)


def test_marks_that_no_code_fits_are_reported_as_soon_as_they_occur_and_to_everybody() -> None:
    state = played("logic24:first=1,marking=home", *no_code_fits[:2])
    assert view(state, 2).unfit == ()
    state = then(state, *no_code_fits[2:])
    for seat in (1, 2, None):
        assert view(state, seat).unfit == (1,)


@pytest.mark.parametrize(
    ("text", "shown", "penalties"),
    [
        ("logic24:", ("1 reveal YYGG",), (0, 0)),
        ("logic24:wrong-marks=plus3,", ("1 reveal YYGG",), (3, 0)),
        ("togo:", (), (0, 3)),
    ],
)
def test_marks_that_no_code_fits_may_be_claimed(text: str, shown: tuple[str, ...], penalties: tuple[int, int]) -> None:
    state = played(f"{text}first=1,marking=home", *no_code_fits)
    assert refused(state, "1 claim") == "not-your-turn"
    state = then(state, "2 claim", *shown)
    assert verdict(state).erred == (1,)
    assert verdict(state).void
    assert points(state) == penalties
    assert waits(state) == "2 to guess"


def test_nothing_can_be_claimed_while_some_code_fits() -> None:
    state = played("logic24:first=1,marking=home", *no_code_fits[:2])
    assert refused(state, "2 claim") == "move-not-now"


def test_play_may_go_on_with_marks_that_no_code_fits_and_they_count_as_wrong_at_the_end() -> None:
    state = played("togo:first=1,rows=3,marking=home", *no_code_fits)
    assert waits(state) == "2 to guess"
    state = then(state, "2 guess YROG", "1 mark 0,0")
    assert verdict(state).erred == (1,)
    assert points(state) == (0, 3)


def test_a_break_that_earlier_marks_contradict_counts_as_wrong_marks() -> None:
    moves = ("2 guess YROG", "1 mark 0,0", "2 guess YROB", "1 mark 4,0")
    assert points(played("togo:first=1,marking=home", *moves)) == (0, 3)
    in_logic = played("logic24:first=1,marking=home", *moves)
    assert waits(in_logic) == "2 to decide"
    assert points(then(in_logic, "2 accept")) == (0, 2)
    assert points(then(in_logic, "2 claim")) == (0, 0)


def test_in_togo_a_row_with_a_colour_twice_can_be_no_code_even_when_marked_all_exact() -> None:
    assert points(played("togo:first=1,marking=home", "2 guess RRYY", "1 mark 4,0")) == (0, 3)


def test_supply_is_off() -> None:
    state = played("logic12:first=1,marking=home", *("2 guess YYYY", "1 mark 0,0") * 4)
    assert waits(state) == "2 to guess"
    boxed = played("togo:first=1,supply=box,marking=home", *("2 guess RRRR", "1 mark 0,0") * 4)
    assert waits(boxed) == "2 to guess"


def test_on_two_boards_both_codes_are_entered_before_the_check() -> None:
    state = played("logic24+two-boards:first=1,marking=home", "1 guess GGOO", "2 mark 4,0")
    assert waits(state) == "1 2 to reveal"
    state = then(state, "1 reveal YROB")
    assert waits(state) == "2 to reveal"
    assert winner(then(state, "2 reveal GGOO")) == 1


def test_on_two_boards_the_code_of_the_seat_that_lost_is_checked() -> None:
    state = played("logic24+two-boards:first=1,marking=home", "1 guess GGOO", "2 mark 4,0", "1 reveal YROB")
    state = then(state, "2 reveal GGOY")
    assert waits(state) == "1 to decide"
    assert winner(then(state, "1 accept")) == 1
    assert verdict(then(state, "1 claim")).erred == (2,)


def test_on_two_boards_the_code_of_the_seat_that_won_is_checked() -> None:
    moves = ("1 guess YYYY", "2 mark 0,0", "2 guess YYYY", "1 mark 1,0", "1 guess GGOO", "2 mark 4,0")
    state = played("logic24+two-boards:first=1,marking=home", *moves, "2 reveal GGOO", "1 reveal YYRR")
    assert verdict(state).erred == (1,)
    assert verdict(state).void


def test_in_challenge_both_guess_at_once_without_hiding_and_both_enter_their_codes() -> None:
    state = played("challenge:rounds=1,marking=home")
    assert waits(state) == "1 2 to guess"
    state = then(state, *turn, "1 mark 3,0", "2 mark 3,0", *broken_by_1)
    assert waits(state) == "1 2 to reveal"
    assert winner(then(state, "2 reveal BGYOR", "1 reveal ROYGB")) == 1


def test_in_challenge_a_code_that_contradicts_its_marks_costs_a_point() -> None:
    state = played("challenge:rounds=1,marking=home", *turn, "1 mark 3,0", "2 mark 3,0", *broken_by_1)
    assert points(then(state, "2 reveal BGYOR", "1 reveal NPRWB")) == (-1, 0)
    assert points(then(state, "2 reveal BGYRO", "1 reveal ROYGB")) == (0, -1)
    assert points(then(state, "2 reveal BGYRO", "1 reveal NPRWB")) == (-1, -1)


def test_in_challenge_marks_that_no_code_fits_are_reported_and_claimed() -> None:
    state = played("challenge:rounds=1,marking=home", *turn, "1 mark 3,0", "2 mark 4,1")
    for seat in (1, 2, None):
        assert view(state, seat).unfit == (2,)
    assert refused(state, "2 claim") == "move-not-now"
    state = then(state, "1 claim")
    assert waits(state) == "1 to reveal", "the other code is entered and checked too"
    assert points(then(state, "1 reveal ROYGB")) == (0, -1)


def test_in_challenge_marks_stay_sealed_until_both_are_in() -> None:
    one = played("challenge:marking=home", *turn, "1 mark 3,0")
    other = played("challenge:marking=home", *turn, "1 mark 0,3")
    for seat in (2, None):
        assert view(one, seat) == view(other, seat)


@pytest.mark.parametrize("seat", [1, 2])
def test_with_a_handicap_each_enters_a_code_of_the_size_that_the_other_broke(seat: int) -> None:
    guesses = (f"{seat} guess ROYG", f"{3 - seat} guess WWWWW", f"{seat} mark 0,0", f"{3 - seat} mark 4,0")
    state = played(f"challenge:rounds=1,handicap={seat},marking=home", *guesses)
    assert refused(state, f"{seat} reveal ROYG") == "holes-wrong"
    assert winner(then(state, f"{seat} reveal ROYGB", f"{3 - seat} reveal ROYG")) == seat


@pytest.mark.parametrize("absent", [1, 2])
def test_in_challenge_the_opponent_wins_the_round_of_a_seat_that_stays_away_instead_of_entering_its_code(
    absent: int,
) -> None:
    state = played("challenge:rounds=1,marking=home", *broken_by_1, f"table absent {absent}")
    assert points(then(state, "1 reveal ROYGB" if absent == 2 else "2 reveal BGYOR")) == {1: (0, 1), 2: (1, 0)}[absent]


def test_at_the_end_a_seat_that_gave_up_need_not_show_its_code() -> None:
    assert waits(played("challenge:marking=home", "1 give-up")) == "2 to reveal"


def test_at_the_end_of_mm44_a_seat_that_gave_up_shows_its_share_too() -> None:
    state = played("mm44:first=1,marking=home", *(f"{seat} give-up" for seat in (2, 1, 3, 4)))
    assert waits(state) == "1 2 3 4 to reveal"


def test_at_the_end_only_a_seat_that_has_to_show_its_code_can_refuse_to() -> None:
    rows = ("1 guess ROYGB", "2 guess ROYGB", "1 mark 5,0", "2 mark 0,0")
    state = played("challenge:marking=home", *rows)
    assert waits(state) == "1 to reveal"
    assert refused(state, "2 give-up") == "not-your-turn"
    assert waits(then(state, "1 give-up")) == "1 2 to guess"


def test_nothing_is_claimed_while_codes_are_shown() -> None:
    marked = ("1 guess RRRRR", "2 guess RRRRR", "1 mark {},0", "2 mark 1,0")
    rows = [move.format(exact) for exact in (0, 1) for move in marked]
    state = played("challenge:marking=home", *rows, "2 claim")
    assert waits(state) == "2 to reveal"
    assert refused(state, "2 claim") == "move-not-now"
    assert refused(state, "1 claim") == "not-your-turn"


def test_an_attempt_ends_when_every_row_has_been_placed_once() -> None:
    rows = ("2 guess R", "1 mark 0,0", "2 guess O", "1 mark 0,0")
    state = played("1x2:first=1,fresh-guesses,marking=home", *rows)
    assert waits(state) == "1 to reveal"
    state = then(state, "1 reveal R", "2 claim")
    assert verdict(state).erred == (1,)
    assert waits(state) == "2 to guess", "a void code is played again"
