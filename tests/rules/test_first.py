"""Who hides, or guesses, first."""

from collections import Counter
from random import Random

import pytest

from keypeg import TABLE, Draw, legal
from tests.rules.matches import played, refused, then, waits

drawn = pytest.mark.parametrize(
    "text",
    [
        "logic24",
        "logic12",
        "logic24+blanks",
        "logic24+two-boards",
        "togo",
        "mm44",
        "mm44:seats=3",
        "mm44:seats=2,boards=2",
        "4x6",
        "challenge:first=random",
    ],
)


@drawn
def test_who_begins_is_drawn_at_random_unless_chosen(text: str) -> None:
    state, chance = played(text), Random(1)
    assert waits(state) == "table to draw"
    seats = state.rules.seats
    lots = Counter(
        move.seat for move in (legal(state, TABLE).sample(chance) for _ in range(2000)) if type(move) is Draw
    )
    assert set(lots) == set(range(1, seats + 1))
    assert all(abs(count / 2000 - 1 / seats) < 0.05 for count in lots.values())


@drawn
def test_only_the_table_draws(text: str) -> None:
    assert refused(played(text), "1 draw 1") == "not-your-turn"


@pytest.mark.parametrize("seat", [1, 2])
@pytest.mark.parametrize("text", ["logic24", "logic12", "togo", "4x6"])
def test_the_seat_that_is_drawn_or_chosen_hides_first(text: str, seat: int) -> None:
    assert waits(played(text, f"table draw {seat}")) == f"{seat} to hide"
    assert waits(played(f"{text}:first={seat}")) == f"{seat} to hide"


@pytest.mark.parametrize("seat", [1, 2])
def test_on_two_boards_both_hide_at_once_and_it_guesses_first(seat: int) -> None:
    hidden = ("1 hide YROB", "2 hide GGOO")
    assert waits(played("logic24+two-boards", f"table draw {seat}", *hidden)) == f"{seat} to guess"
    assert waits(played(f"logic24+two-boards:first={seat}", *hidden)) == f"{seat} to guess"


@pytest.mark.parametrize("seat", [1, 2, 3, 4])
def test_in_mm44_it_guesses_first(seat: int) -> None:
    deal = "table deal ..R.. B.... ....R .G..."
    assert waits(played("mm44", f"table draw {seat}", deal)) == f"{seat} to guess"
    assert waits(played(f"mm44:first={seat}", deal)) == f"{seat} to guess"


@pytest.mark.parametrize("first", ["1", "2", "random"])
def test_in_challenge_both_begin_at_once_whoever_is_first(first: str) -> None:
    state = played(f"challenge:first={first}")
    if first == "random":
        state = then(state, "table draw 2")
    assert waits(state) == "1 2 to hide"
