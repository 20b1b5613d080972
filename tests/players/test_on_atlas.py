"""Perfect by the atlas alone: offered where it always can, and the same guess as with the engine."""

from __future__ import annotations

from random import Random

import pytest

from keypeg import rules
from keypeg.core import Marks, mark
from keypeg.core.rows import Rows
from keypeg.deduce.placing import placing_of
from keypeg.deduce.problem import problem_of
from keypeg.players import Level
from keypeg.players.on_atlas import guess_of_atlas
from keypeg.players.search.best_guess import best_by_search
from keypeg.players.without_engine import levels_without_engine


@pytest.mark.parametrize("text", ["togo", "togo:colours=6,distinct-guesses", "4x6", "logic24", "logic24+blanks"])
def test_the_atlas_guesses_what_the_engine_does_and_always_comes_to_the_code(text: str) -> None:
    played = rules(text)
    assert Level.PERFECT in levels_without_engine(played)
    problem, placing, random = problem_of(played, 1), placing_of(played), Random(text)
    for _ in range(6):
        code = Rows(problem.codes).sample(random)
        rows: list[tuple[str, Marks]] = []
        while not rows or rows[-1][0] != code:
            guess = guess_of_atlas(problem, rows, placing)
            assert guess is not None
            assert guess == best_by_search(problem, tuple(rows), placing)
            rows.append((guess, mark(code, guess)))


@pytest.mark.parametrize("text", ["challenge+beginner", "logic12", "mm44", "5x8", "6x9"])
def test_perfect_needs_the_engine_in_a_race_where_pegs_run_out_and_where_nothing_is_proved(text: str) -> None:
    assert Level.PERFECT not in levels_without_engine(rules(text))
