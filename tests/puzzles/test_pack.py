"""Packed puzzles: the same as the engine makes of their seeds, with what it says every guess is worth."""

from __future__ import annotations

from random import Random

import pytest

from keypeg.core import row_refusal
from keypeg.deduce import ask
from keypeg.notation import rules
from keypeg.puzzles import LEVELS, Kind, make
from keypeg.puzzles.pack import COUNTS, packed_puzzle, packed_worth


@pytest.mark.parametrize("level", LEVELS)
def test_a_packed_puzzle_is_that_of_its_seed_and_every_guess_has_its_worth(level: str) -> None:
    random = Random(level)
    seeds = {packed_puzzle(level, str(number)).seed for number in range(200)}
    assert len(seeds) == COUNTS[level]
    for seed in sorted(seeds)[:3]:
        puzzle = packed_puzzle(level, seed)
        made = make(Kind.NEXT, rules(LEVELS[level]), seed)
        assert (puzzle.rows, puzzle.answers, puzzle.candidates) == (made.rows, made.answers, made.candidates)
        assert puzzle.expected == pytest.approx(made.expected)
        for guess in [*puzzle.answers, *random.sample(list(puzzle.rules.guesses[0]), 5)]:
            assert row_refusal(puzzle.rules, 1, guess) is None
            packed, found = packed_worth(puzzle, guess), ask.worth(puzzle.rules, guess, puzzle.rows)
            assert packed.expected == pytest.approx(found.expected)
            assert (packed.worst, packed.is_candidate, packed.partition) == (
                found.worst,
                found.is_candidate,
                found.partition,
            )
            assert packed.behind == pytest.approx(found.behind)
