"""Codes broken in a race."""

from __future__ import annotations

from functools import cache
from random import Random

import numpy as np
import pytest

from keypeg import Marks, mark, rules
from keypeg.solve import problem_of
from keypeg.solve.position import Position, position, start
from keypeg.solve.race import best_in_race, guesses_needed, outlook

ROWS = (("RROY", Marks(1, 1)), ("ROGB", Marks(0, 2)))
GUESSES = tuple(problem_of(rules("3x3")).guesses)


@cache
def _most(codes: tuple[str, ...], values: tuple[float, ...]) -> float:
    """Return the most that these codes can be worth."""
    return max((_worth(codes, guess, values) for guess in GUESSES), default=0.0) if codes and values else 0.0


def _worth(codes: tuple[str, ...], guess: str, values: tuple[float, ...]) -> float:
    """Return the most that these codes can be worth if this guess comes first."""
    cells: dict[Marks, list[str]] = {}
    for code in codes:
        cells.setdefault(mark(code, guess), []).append(code)
    hit = values[0] if cells.pop(Marks(3, 0), None) else 0.0
    return hit + sum(_most(tuple(cell), values[1:]) for cell in cells.values())


@pytest.mark.parametrize("values", [(1.0,), (1.0, 0.5), (1.0, 1.0, 0.5), (1.0, 0.95, 0.5, 0.05)])
def test_no_guess_is_worth_more_in_a_small_set(values: tuple[float, ...]) -> None:
    top, random = start(problem_of(rules("3x3"))), Random(1)
    for size in (3, 6, 9, 12):
        some = np.array(sorted(random.sample(range(27), size)), dtype=np.int32)
        node = Position(top.problem, (), some)
        guess, worth = best_in_race(node, values)
        codes = tuple(node.codes.text(code) for code in some)
        assert worth == pytest.approx(_most(codes, values))
        assert _worth(codes, node.guesses.text(guess), values) == pytest.approx(worth)


@pytest.mark.parametrize(("text", "rows"), [("4x6", ()), ("4x6", ROWS), ("togo", (("RROO", Marks(1, 1)),))])
def test_the_outlook_counts_every_code_once_as_it_will_be_broken(
    text: str, rows: tuple[tuple[str, Marks], ...]
) -> None:
    problem, random = problem_of(rules(text)), Random(2)
    node = position(problem, rows)
    broken = outlook(node)
    assert sum(broken.values()) == len(node.candidates)
    for code in random.sample(node.candidates.tolist(), 20):
        assert guesses_needed(problem, rows, node.codes.text(code)) in broken


def test_a_code_that_contradicts_its_rows_has_no_outlook() -> None:
    assert guesses_needed(problem_of(rules("4x6")), ROWS, "BBBB") is None
