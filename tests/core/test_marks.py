"""Marks equal a slow, obvious reference."""

from __future__ import annotations

from random import Random

import pytest

from keypeg import Illegal, mark, rules
from keypeg.core import Rules, earned
from keypeg.core.rows import Rows, rows_on
from keypeg.core.state import Board
from keypeg.notation import marks_by_hole
from tests.amount import amount


def reference(code: str, guess: str) -> tuple[int, int]:
    """Cross out pegs as people do at the table: first those in place, then colour by colour, each peg once."""
    exact = [hole for hole in range(len(code)) if code[hole] == guess[hole]]
    left = [peg for hole, peg in enumerate(code) if hole not in exact]
    near = 0
    for hole, peg in enumerate(guess):
        if hole not in exact and peg in left:
            left.remove(peg)
            near += 1
    return len(exact), near


@pytest.mark.parametrize("text", ["4x6", "4x5b"])
def test_pairs_of_all_codes(text: str) -> None:
    codes = list(rules(text).codes[0])
    assert len(codes) == 1296
    for code in codes[:: amount(9, 1)]:
        for guess in codes:
            if mark(code, guess) != reference(code, guess):
                pytest.fail(f"{code} {guess}: {mark(code, guess)}")


def test_a_guess_of_another_length_is_refused() -> None:
    with pytest.raises(Illegal, match="“RY” has 2 pegs; a row here has 4"):
        mark("RYGB", "RY")


OTHERS = ["logic24", "togo", "togo:colours=6", "challenge", "challenge+beginner", "challenge+doubles", "8x15", "4x10d"]


@pytest.mark.parametrize("text", OTHERS)
def test_random_pairs(text: str) -> None:
    random = Random(text)
    game = rules(text)
    codes, guesses = Rows(game.codes[0]), Rows(game.guesses[0])
    for _ in range(amount(10_000, 100_000)):
        code, guess = codes.sample(random), guesses.sample(random)
        if mark(code, guess) != reference(code, guess):
            pytest.fail(f"{code} {guess}: {mark(code, guess)}")


def share_reference(hole: int, colour: str, guess: str) -> str:
    """The four-player sheet: black for the colour in its hole, white for it in any other, black beats white."""
    if guess[hole] == colour:
        return "black"
    return "white" if colour in guess else "none"


@pytest.mark.parametrize("text", ["mm44", "mm44:seats=3", "mm44:seats=2,boards=2", "mm44:seats=2"])
def test_pairs_of_a_share_and_a_row(text: str) -> None:
    """Every share there is, in random rows: in 3,400 a hundred thousand pairs."""
    random = Random(text)
    game: Rules = rules(text)
    rows = rows_on(game, Board(1), ())
    names = {(1, 0): "black", (0, 1): "white", (0, 0): "none"}
    shares = [(hole, colour, "." * hole + colour + "." * (4 - hole)) for hole in range(5) for colour in game.palette]
    for _ in range(amount(400, 3_400)):
        guess = rows.sample(random)
        for hole, colour, share in shares:
            marks = earned(game, share, guess)
            assert marks is not None
            if names[marks] != share_reference(hole, colour, guess):
                pytest.fail(f"{share} {guess}: {marks}")
            by_hole = marks_by_hole(game, share, guess)
            assert by_hole[hole] == marks
            assert by_hole.count(None) == 4
