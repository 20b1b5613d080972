"""Computers without NumPy: offered where they are quick and sure, and with the same guesses as the engine."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from keypeg import rules
from keypeg.atlas.suggest import suggest_from_atlas
from keypeg.core import BLANK, Marks, mark
from keypeg.core.rows import Rows
from keypeg.deduce.placing import Placing, placing_of
from keypeg.deduce.problem import Problem, problem_of
from keypeg.deduce.suggestion import Basis
from keypeg.players import Level
from keypeg.players.breaker import guess_of_atlas
from keypeg.players.one_step import best_without_engine
from keypeg.players.search.best_guess import best_by_search, best_with_engine
from keypeg.players.without_engine import levels_without_engine

EXPERT = [
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
PERFECT = ["togo", "togo:colours=6,distinct-guesses", "4x6", "logic24", "logic24+blanks"]

Placed = tuple[tuple[str, Marks], ...]
Way = Callable[[Problem, Placed, Placing], str | None]

WAYS: dict[Level, tuple[Way, Way]] = {
    Level.EXPERT: (best_without_engine, best_with_engine),
    Level.PERFECT: (guess_of_atlas, best_by_search),
}
"""By level: the function that chooses its guess without the engine, and the one with it."""


@pytest.mark.parametrize(
    ("level", "text"), [*((Level.EXPERT, text) for text in EXPERT), *((Level.PERFECT, text) for text in PERFECT)]
)
def test_a_level_guesses_what_it_does_with_the_engine(level: Level, text: str) -> None:
    played = rules(text)
    assert level in levels_without_engine(played)
    plain, with_engine = WAYS[level]
    problem, placing, random = problem_of(played, 1), placing_of(played), Random(text)
    for _ in range(6):
        code = Rows(problem.codes).sample(random)
        rows: Placed = ()
        while len(rows) < 8 and (not rows or rows[-1][0] != code):
            guess = plain(problem, rows, placing)
            assert guess is not None
            assert guess == with_engine(problem, rows, placing)
            if level is Level.EXPERT and random.random() < 0.4:
                # Earlier rows may come from another player; the atlas only answers after rows of its own.
                guess = placing.rows(problem.guesses, [row for row, _ in rows]).sample(random)
            rows = (*rows, (guess, mark(code, guess)))
        assert level is Level.EXPERT or rows[-1][0] == code


@pytest.mark.parametrize("text", ["logic12", "togo:supply=box", "logic12+blanks"])
def test_where_pegs_can_run_out_the_atlas_answers_as_the_engine_does_or_not_at_all(text: str) -> None:
    played = rules(text)
    problem, random = problem_of(played, 1), Random(text)
    pegs, silent = problem.pegs.replace(BLANK, ""), 0
    for left in range(12, 3, -2):
        placing = Placing(dict.fromkeys(pegs, left))
        code = Rows(problem.codes).sample(random)
        rows: Placed = ()
        while len(rows) < 9 and (not rows or rows[-1][0] != code):
            guess = best_by_search(problem, rows, placing)
            if guess is None:
                break
            silent += (alone := guess_of_atlas(problem, rows, placing)) is None
            assert alone in (None, guess)
            advised = suggest_from_atlas(problem, rows, placing)
            assert advised is None or advised.basis is not Basis.PROVED or advised.guess == guess
            rows = (*rows, (guess, mark(code, guess)))
    assert silent


def test_neither_finds_a_guess_where_no_code_fits_or_no_peg_is_left() -> None:
    problem = problem_of(rules("togo"))
    pegs = problem.pegs
    wrong = ((pegs[:4], Marks(0, 0)), (pegs[4:], Marks(0, 0)))
    small = Problem(rules("3x4").codes[0], rules("3x4").guesses[0])
    used = ((small.pegs[:3], Marks(1, 0)),)
    for each in WAYS[Level.EXPERT]:
        assert each(problem, wrong, Placing()) is None
        assert each(small, used, Placing(dict.fromkeys(small.pegs, 1))) is None


@pytest.mark.parametrize("text", ["challenge", "challenge+doubles", "mm44", "6x9"])
def test_expert_needs_the_engine_where_there_are_many_guesses_or_shares(text: str) -> None:
    assert levels_without_engine(rules(text)) == (Level.NOVICE, Level.CLUB)


@pytest.mark.parametrize("text", ["challenge+beginner", "logic12", "mm44", "5x8", "6x9"])
def test_perfect_needs_the_engine_in_a_race_where_pegs_run_out_and_where_nothing_is_proved(text: str) -> None:
    assert Level.PERFECT not in levels_without_engine(rules(text))
