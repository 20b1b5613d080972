"""Suggest, hints, the home board, the review and the perfect player agree on every position."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from random import Random

import pytest

from keypeg import Guess, Marks, mark, rules
from keypeg.atlas import atlas
from keypeg.core import Space
from keypeg.players import read_player
from keypeg.review import review_rows
from keypeg.review.advice import Grade
from keypeg.solve import Basis, Option, placing_of, problem_of, suggest, worth
from keypeg.solve.position_value import forget_answers
from keypeg.table import HomeBoard
from tests.amount import amount

Rows = list[tuple[str, Marks]]

GAMES = {"4x6": amount(4, 8), "logic24": amount(4, 8), "togo": amount(3, 5), "challenge": amount(1, 3)}
"""By rules: how many games are checked, position by position."""


def _code(space: Space, random: Random) -> str:
    pegs = random.sample(space.pegs, space.holes) if space.distinct else random.choices(space.pegs, k=space.holes)
    return "".join(pegs)


def _positions(text: str, games: int, seed: int = 1) -> Iterator[Rows]:
    """Yield the rows before every guess of games in which half of the first rows are random."""
    problem, random = problem_of(rules(text)), Random(f"{text} {seed}")
    for _ in range(games):
        code, placed = _code(problem.codes, random), Rows()
        while not placed or placed[-1][0] != code:
            yield list(placed)
            stray = len(placed) < 3 and random.random() < 0.5
            guess = _code(problem.guesses, random) if stray else suggest(problem, placed, placing_of(rules(text))).guess
            placed.append((guess, mark(code, guess)))


def _board(text: str, rows: Rows) -> HomeBoard:
    board = HomeBoard(rules(text))
    for guess, marks in rows:
        board.place(guess, [marks])
    return board


def _check(text: str, rows: Rows, random: Random) -> None:
    problem, placing, board = problem_of(rules(text)), placing_of(rules(text)), _board(text, rows)
    found = suggest(problem, rows, placing)
    hint = board.hint(Grade.BEST)
    assert (hint.move, hint.suggestion) == (Guess(found.guess), found)
    listed = suggest(problem, rows, placing, top=3).top
    itself = Option(found.guess, found.is_candidate, found.expected, found.worst, found.basis)
    assert itself == listed[0] if found.basis is Basis.PROVED else itself in listed
    expected = [option.expected for option in listed if option.expected is not None]
    assert expected == sorted(expected)
    known = worth(problem, found.guess, rows, placing)
    assert (known.expected, known.worst, known.behind) == (found.expected, found.worst, 0)
    for seed in "ab":
        move = read_player("perfect", seed).choose(board.view)
        assert isinstance(move, Guess)
        if rows:
            assert move.code == found.guess
        assert worth(problem, move.code, rows, placing).behind == 0
    if rows:
        assert board.propose() == Guess(found.guess)
    for guess in (found.guess, _code(problem.guesses, random)):
        known = worth(problem, guess, rows, placing)
        if found.basis is Basis.PROVED:
            assert known.behind is not None
            assert known.behind >= 0
        code = _code(problem.codes, random)
        row = review_rows(problem, [*rows, (guess, mark(code, guess))], placing).rows[len(rows)]
        if row.loss is None:  # this code would have given earlier rows other marks
            continue
        assert row.value_before is not None
        assert row.value_before.guesses == found.expected
        assert row.loss == max(0, known.behind or 0)
        assert row.best == (found.guess if row.loss else guess)


@pytest.mark.parametrize("text", GAMES)
def test_all_of_keypeg_names_one_guess_and_one_value(text: str) -> None:
    random = Random(7)
    for rows in _positions(text, GAMES[text]):
        _check(text, rows, random)


@pytest.fixture
def no_atlas(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Run the test as if no tree were shipped."""
    forget_answers()
    atlas.charted.cache_clear()
    monkeypatch.setattr(atlas, "shapes", list[str])
    yield
    forget_answers()
    atlas.charted.cache_clear()


@pytest.mark.usefixtures("no_atlas")
@pytest.mark.parametrize("text", ["4x6", "logic24", "togo"])
def test_all_of_keypeg_names_one_guess_and_one_value_without_an_atlas(text: str) -> None:
    random = Random(8)
    for rows in _positions(text, 3):
        _check(text, rows, random)


@pytest.mark.parametrize("text", ["4x6", "logic24", "togo"])
def test_totals_proved_without_the_atlas_are_those_of_the_atlas(text: str, request: pytest.FixtureRequest) -> None:
    problem, walked = problem_of(rules(text)), list(_positions(text, 4))
    with_atlas = [suggest(problem, rows) for rows in walked]
    request.getfixturevalue("no_atlas")
    for rows, known in zip(walked, with_atlas, strict=True):
        found = suggest(problem, rows)
        if found.basis is known.basis is Basis.PROVED:
            assert found.expected == known.expected


def test_the_review_cannot_name_a_better_guess_than_suggest_where_it_once_could() -> None:
    problem, rows = problem_of(rules("logic24")), [("YYYR", Marks(1, 0))]
    found = suggest(problem, rows)
    assert (found.guess, found.basis, found.expected) == ("YOBO", Basis.PROVED, 465 / 145)
    assert worth(problem, "YOBG", rows).behind == pytest.approx(0.117, abs=0.0005)


ORDER = """
import sys
from keypeg import Marks, rules
from keypeg.solve import problem_of, suggest, worth
for text, rows in reversed({asked!r}):
    problem = problem_of(rules(text))
    rows = [(guess, Marks(*marks)) for guess, marks in rows]
    print(suggest(problem, rows, top=2), worth(problem, problem.guesses.pegs[0] * problem.holes, rows))
"""


def test_answers_do_not_depend_on_what_was_asked_before() -> None:
    asked = [
        (text, rows) for text in ("4x6", "togo", "challenge")[: amount(2, 3)] for rows in _positions(text, 1, seed=3)
    ]

    def answers() -> list[str]:
        found = []
        for text, rows in asked:
            problem = problem_of(rules(text))
            single = problem.guesses.pegs[0] * problem.holes
            found.append(f"{suggest(problem, rows, top=2)} {worth(problem, single, rows)}")
        return found

    warm = answers()
    forget_answers()
    assert answers() == warm
    plain = [(text, [(guess, tuple(marks)) for guess, marks in rows]) for text, rows in asked]
    program = ORDER.format(asked=plain)
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert list(reversed(done.stdout.splitlines())) == warm
