"""A blank in a row of `mm44` proves the hole of its seat: players, coach and doctor know it."""

from __future__ import annotations

import pytest

from keypeg import Guess, State, new, play, read_move, rules, view
from keypeg.core import BLANK, Call
from keypeg.notation import read_seat
from keypeg.notation.fitting import fits
from keypeg.players import read_player
from keypeg.players.search.deal_arrays import own_deals
from keypeg.players.split.knowledge import known_to
from keypeg.review.coach import explain
from keypeg.review.doctor import diagnose_view

MOVES = ("table deal ..R.. B.... ....R .G...", "1 guess YY.YY")
"""Seat 1 leaves the hole of its own share empty, and nobody holds a share of the row's colour."""


def played(text: str, *moves: str) -> State:
    state = new(rules(text))
    for move in moves:
        seat, _, said = move.partition(" ")
        state = play(state, read_seat(seat), read_move(state.rules, said))
    return state


def possible_to_seat_2(text: str) -> tuple[int, int, int | None]:
    """Count the deals that are possible for the novice and for the expert, and the codes that fit for the doctor."""
    seen = view(played(text, *MOVES), 2)
    knowledge = known_to(seen, ("B....",))
    return len(knowledge.mine), len(own_deals(knowledge)), diagnose_view(seen).codes


def test_players_and_the_doctor_rule_out_what_a_blank_disproves() -> None:
    proved, arrays, codes = possible_to_seat_2("mm44:first=1")
    every, all_arrays, all_codes = possible_to_seat_2("mm44:first=1,blanks=any")
    assert proved == arrays
    assert every == all_arrays
    assert proved * 4 == every, "seat 1 holds the third hole, one of four that are not seat 2's"
    assert codes is not None
    assert all_codes is not None
    assert codes < all_codes


def test_check_and_fit_know_it() -> None:
    row = "YY.YY:_/-/-/-"
    assert fits(rules("mm44"), [row], 0).deals == fits(rules("mm44:blanks=any"), [row], 0).deals // 5  # type: ignore[operator]


def test_the_coach_says_that_a_call_cannot_be_right_where_a_blank_says_so() -> None:
    call = Call("BGP.R")
    assert explain(view(played("mm44:first=1", *MOVES), 2), call).possible
    empty_third = Call("BG.RR")
    assert not explain(view(played("mm44:first=1", *MOVES), 2), empty_third).possible
    assert explain(view(played("mm44:first=1,blanks=any", *MOVES), 2), empty_third).possible


@pytest.mark.parametrize("level", ["novice", "club", "expert", "perfect"])
def test_computers_leave_no_hole_empty_and_so_prove_nothing(level: str) -> None:
    for seed in range(5):
        state = played("mm44:first=1", MOVES[0])
        move = read_player(level, str(seed)).choose(view(state, 1))
        assert isinstance(move, Guess)
        assert BLANK not in move.code
