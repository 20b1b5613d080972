"""Expert without NumPy: offered where it is quick, and the same guess as with the engine."""

from __future__ import annotations

from random import Random

import pytest

from keypeg import rules
from keypeg.core import Marks, mark
from keypeg.core.rows import Rows
from keypeg.deduce.placing import Placing, placing_of
from keypeg.deduce.problem import Problem, problem_of
from keypeg.players import Level
from keypeg.players.one_step import best_one_step
from keypeg.players.search.best_guess import best_one_step as with_engine
from keypeg.players.without_engine import levels_without_engine

OFFERED = [
    "logic24",
    "logic24+blanks",
    "logic24+two-boards",
    "logic12",
    "logic12+blanks",
    "togo",
    "togo:colours=6,distinct-guesses",
    "logic12:fresh-guesses",
    "challenge+beginner",
    "3x4",
]


@pytest.mark.parametrize("text", OFFERED)
def test_plain_python_guesses_what_the_engine_does(text: str) -> None:
    played = rules(text)
    assert Level.EXPERT in levels_without_engine(played)
    problem, placing, random = problem_of(played, 1), placing_of(played), Random(text)
    for _ in range(6):
        code = Rows(problem.codes).sample(random)
        rows: tuple[tuple[str, Marks], ...] = ()
        while len(rows) < 8 and (not rows or rows[-1][0] != code):
            guess = best_one_step(problem, rows, placing)
            assert guess is not None
            assert guess == with_engine(problem, rows, placing)
            # Others may have placed any row before.
            may = placing.rows(problem.guesses, [row for row, _ in rows])
            guess = guess if random.random() < 0.6 else may.sample(random)
            rows = (*rows, (guess, mark(code, guess)))


def test_neither_finds_a_guess_where_no_code_fits_or_no_peg_is_left() -> None:
    problem = problem_of(rules("togo"))
    pegs = problem.pegs
    wrong = ((pegs[:4], Marks(0, 0)), (pegs[4:], Marks(0, 0)))
    small = Problem(rules("3x4").codes[0], rules("3x4").guesses[0])
    used = ((small.pegs[:3], Marks(1, 0)),)
    for each in (best_one_step, with_engine):
        assert each(problem, wrong, Placing()) is None
        assert each(small, used, Placing(dict.fromkeys(small.pegs, 1))) is None


@pytest.mark.parametrize("text", ["challenge", "challenge+doubles", "mm44", "6x9"])
def test_expert_needs_the_engine_where_there_are_many_guesses_or_shares(text: str) -> None:
    assert levels_without_engine(rules(text)) == (Level.NOVICE, Level.CLUB)
