"""`challenge`: Mastermind Challenge of 1993, a double board on which both do everything at once."""

import pytest

from keypeg import Guess, Mark, Marks, rules, view, write_record
from keypeg.core import Verdict
from tests.rules.matches import board, codes, played, points, refused, rules_refused, then, verdict, waits, winner

hidden = ("1 hide ROYGB", "2 hide BGYOR")
"""So seat 1 breaks with BGYOR, seat 2 with ROYGB."""

nothing = ("1 guess WWWWW", "2 guess WWWWW")

won_by_1 = (*hidden, "1 guess BGYOR", "2 guess WWWWW")

won_by_2 = (*hidden, "1 guess WWWWW", "2 guess ROYGB")

both_break = (*hidden, "1 guess BGYOR", "2 guess ROYGB")

nobody_breaks = (*hidden, *nothing * 10)


def test_a_code_is_five_of_eight_colours_and_none_twice_6720_codes() -> None:
    assert [len(space) for space in rules("challenge").codes] == [6720, 6720]
    assert refused(played("challenge"), "1 hide RROYG") == "peg-twice"


def test_both_seats_hide_a_code_at_once_and_neither_sees_the_others() -> None:
    state = played("challenge")
    assert waits(state) == "1 2 to hide"
    state = then(state, "2 hide BGYOR")
    assert waits(state) == "1 to hide"
    assert codes(state, 1) == [None, "?????"]
    state = then(state, "1 hide ROYGB")
    assert codes(state, 1) == ["ROYGB", "?????"]
    assert codes(state, 2) == ["?????", "BGYOR"]
    assert codes(state, None) == ["?????", "?????"]


def test_a_guess_is_any_five_rings_and_all_five_lanes_are_filled() -> None:
    state = played("challenge", *hidden)
    assert refused(state, "1 guess ROYG") == "holes-wrong"
    assert refused(state, "1 guess ROYG.") == "hole-empty"
    assert waits(then(state, "1 guess RRRRR")) == "2 to guess"


def test_both_guess_at_the_same_time() -> None:
    state = played("challenge", *hidden)
    assert waits(state) == "1 2 to guess"
    assert refused(then(state, "2 guess WWWWW"), "2 guess NNNNN") == "not-your-turn"
    state = then(state, *nothing)
    assert (waits(state), view(state, None).turn) == ("1 2 to guess", 0)


def test_nobody_sees_the_others_guess_or_its_marks_before_giving_their_own() -> None:
    state = played("challenge", *hidden, "1 guess BGWWW")
    assert view(state, 1).placed == ("BGWWW",)
    for other in (2, None):
        assert view(state, other).placed == ()
        assert board(state, 1, seen_by=other) == []
        assert view(state, other).log[-1] == (1, Guess("?????"))
    assert board(state, 1, seen_by=1) == [], "nor are one's own marks there before the other has guessed"
    state = then(state, "2 guess RWWWW")
    for anybody in (1, 2, None):
        assert board(state, 1, seen_by=anybody) == ["BGWWW:2,0"]
        assert board(state, 2, seen_by=anybody) == ["RWWWW:1,0"]
        assert view(state, anybody).log[-2] == (1, Guess("BGWWW"))


every_row = pytest.mark.parametrize("row", range(1, 11))


@every_row
@pytest.mark.parametrize("seat", [1, 2])
def test_a_guess_is_sealed_in_every_row(seat: int, row: int) -> None:
    state = played("challenge", *hidden, *nothing * (row - 1), f"{seat} guess BGWWN")
    for other in (3 - seat, None):
        assert view(state, other).log[-1] == (seat, Guess("?????"))
        assert "BGWWN" not in write_record(view(state, other))
    assert view(state, seat).log[-1] == (seat, Guess("BGWWN"))


@every_row
def test_a_sealed_guess_looks_the_same_whatever_it_is(row: int) -> None:
    state = played("challenge", *hidden, *nothing * (row - 1))
    assert view(then(state, "1 guess BGYOR"), 2) == view(then(state, "1 guess WWWWW"), 2)


@every_row
def test_marks_given_by_hand_are_sealed_in_every_row(row: int) -> None:
    marked = (*nothing, "1 mark 0,0", "2 mark 0,0")
    state = played("challenge:marking=hand", *hidden, *marked * (row - 1), *nothing, "1 mark 1,0")
    for other in (2, None):
        assert board(state, 2, seen_by=other)[-1] == "WWWWW:?"
        assert view(state, other).log[-1] == (1, Mark(()))
    assert view(state, 1).log[-1] == (1, Mark((Marks(1, 0),)))


def test_guesses_lie_open_while_they_are_marked_by_hand_and_marks_when_all_are_in() -> None:
    state = played("challenge:marking=hand", *hidden, *nothing)
    assert view(state, 2).log[-2:] == ((1, Guess("WWWWW")), (2, Guess("WWWWW")))
    state = then(state, "1 mark 1,0", "2 mark 0,0")
    for anybody in (1, 2, None):
        assert view(state, anybody).log[-2:] == ((1, Mark((Marks(1, 0),))), (2, Mark((Marks(0, 0),))))


def test_the_first_to_break_gets_a_point_and_the_round_ends_with_new_codes_for_the_next() -> None:
    state = played("challenge", *won_by_1)
    assert points(state) == (1, 0)
    assert verdict(state) == Verdict(void=False, adds=(1, 0), broke=((1, 1),), winners=(1,))
    assert waits(state) == "1 2 to hide"
    assert codes(state, 1) == [None, None]


def test_five_rounds_are_played_and_most_points_wins() -> None:
    state = played("challenge", *won_by_1, *won_by_2, *won_by_1, *won_by_1)
    assert waits(state) == "1 2 to hide", "all agreed rounds are played, even where it is decided"
    over = then(state, *won_by_2)
    assert points(over) == (3, 2)
    assert winner(over) == 1


@pytest.mark.parametrize("rounds", [1, 3, 7])
def test_an_odd_number_of_rounds_is_agreed(rounds: int) -> None:
    assert rules(f"challenge:rounds={rounds}").rounds == rounds


@pytest.mark.parametrize("rounds", [2, 4])
def test_an_even_number_of_rounds_is_refused_unless_any_is_agreed(rounds: int) -> None:
    assert rules_refused(f"challenge:rounds={rounds}").slug == "rounds-not-odd"
    assert rules(f"challenge:rounds={rounds},parity=any").rounds == rounds


def test_both_breaking_in_the_same_turn_gives_no_point_but_the_round_counts() -> None:
    state = played("challenge:rounds=1", *both_break)
    assert points(state) == (0, 0)
    assert winner(state) is None


def test_both_point_each_gives_both_a_point() -> None:
    state = played("challenge:rounds=1,both=point-each", *both_break)
    assert points(state) == (1, 1)
    assert waits(state) == "over"


def test_both_replay_plays_the_round_again() -> None:
    state = played("challenge:rounds=1,both=replay", *both_break)
    assert verdict(state) == Verdict(void=True, adds=(0, 0), broke=((1, 1), (2, 1)))
    assert waits(state) == "1 2 to hide"
    assert winner(then(state, *won_by_2)) == 2


@pytest.mark.parametrize("both", ["none", "point-each", "replay"])
def test_what_both_says_does_not_touch_a_single_break(both: str) -> None:
    assert points(played(f"challenge:rounds=1,both={both}", *won_by_1)) == (1, 0)


def test_ten_rows_a_side_without_a_break_give_no_point_but_the_round_counts() -> None:
    state = played("challenge:rounds=1", *nobody_breaks)
    assert points(state) == (0, 0)
    assert winner(state) is None


def test_rows_unlimited_goes_on_until_somebody_breaks() -> None:
    state = played("challenge:rounds=1,rows=unlimited", *hidden, *nothing * 30)
    assert waits(state) == "1 2 to guess"
    assert winner(then(state, "1 guess WWWWW", "2 guess ROYGB")) == 2


@pytest.mark.parametrize("rows", [1, 20])
def test_another_number_of_rows_may_be_agreed(rows: int) -> None:
    state = played(f"challenge:rounds=1,rows={rows}", *hidden, *nothing * rows)
    assert waits(state) == "over"


def test_a_match_tie_is_a_draw() -> None:
    assert winner(played("challenge:rounds=3", *won_by_1, *won_by_2, *both_break)) is None


def test_tie_extra_round_adds_one_round_until_it_is_decided() -> None:
    state = played("challenge:rounds=1,tie=extra-round", *both_break)
    assert waits(state) == "1 2 to hide"
    still_tied = then(state, *both_break)
    assert waits(still_tied) == "1 2 to hide"
    assert winner(then(still_tied, *won_by_2)) == 2


def test_tie_extra_round_adds_nothing_where_the_match_is_decided() -> None:
    assert waits(played("challenge:rounds=1,tie=extra-round", *won_by_1)) == "over"


def test_guesses_may_repeat_colours_unless_distinct_guesses() -> None:
    assert waits(played("challenge", *hidden, "1 guess RROOY")) == "2 to guess"
    assert refused(played("challenge:distinct-guesses", *hidden), "1 guess RROOY") == "peg-twice"
