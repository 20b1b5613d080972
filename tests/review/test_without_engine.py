"""A review without the engine adds up, agrees with the engine on values called proved, and estimates the rest."""

from __future__ import annotations

from random import Random

import pytest

from keypeg import rules
from keypeg.core import Marks, mark
from keypeg.core.rows import Rows
from keypeg.deduce.placing import placing_of
from keypeg.deduce.problem import problem_of
from keypeg.deduce.suggestion import Basis
from keypeg.review import BoardReview, review_rows
from keypeg.review.loss_and_luck import review_board
from keypeg.review.plain_evaluator import PlainEvaluator

MarkedRows = list[tuple[str, Marks]]


def without_engine(text: str, rows: MarkedRows) -> BoardReview:
    problem = problem_of(rules(text))
    return review_board(problem, rows, 1, PlainEvaluator(problem, placing_of(rules(text))))


def _rows(text: str, seed: str) -> MarkedRows:
    """Return rows with random guesses until the code is broken; about seven in ten are codes that fit."""
    played, random = rules(text), Random(seed)
    codes = list(played.codes[0])
    code, left, rows = random.choice(codes), codes, MarkedRows()
    while not rows or rows[-1][0] != code:
        guess = random.choice(left) if random.random() < 0.7 else Rows(played.guesses[0]).sample(random)
        rows.append((guess, mark(code, guess)))
        left = [each for each in left if mark(each, guess) == mark(code, guess)]
    return rows


@pytest.mark.parametrize("text", ["togo", "logic24", "4x6", "3x5"])
def test_it_adds_up_and_what_it_calls_proved_is_what_the_engine_says(text: str) -> None:
    proved = 0
    for seed in "abc":
        rows = _rows(text, seed)
        own, found = without_engine(text, rows), review_rows(problem_of(rules(text)), rows, placing_of(rules(text)))
        assert own.start is not None
        assert own.end is not None
        assert len(own.rows) + own.end.guesses == pytest.approx(own.start.guesses + own.loss - own.luck)
        for mine, theirs in zip(own.rows, found.rows, strict=True):
            assert (mine.before, mine.after, mine.against) == (theirs.before, theirs.after, theirs.against)
            assert mine.loss is not None
            assert mine.loss >= 0
            if mine.basis is Basis.PROVED:
                proved += 1
                assert theirs.loss == pytest.approx(mine.loss)
                assert theirs.luck == pytest.approx(mine.luck)
    assert proved >= 3


@pytest.mark.parametrize("text", ["logic24", "4x5"])
@pytest.mark.parametrize("guesses", ["YYRO YYRO YROG", "YYRO OOOO OOOO YROG", "OYRO OYRO OYRO"])
def test_a_row_that_tells_nothing_loses_one_guess_and_changes_no_other_row(text: str, guesses: str) -> None:
    once = tuple(dict.fromkeys(guesses.split()))
    told, plain = (
        without_engine(text, [(guess, mark("RYGB", guess)) for guess in (*placed, "RYGB")])
        for placed in (guesses.split(), once)
    )
    seen = set[str]()
    kept = []
    for row in told.rows:
        if row.guess in seen:
            assert row.loss == 1
            assert row.luck == 0
        else:
            kept.append((row.guess, row.loss, row.luck, row.basis))
        seen.add(row.guess)
    assert kept == [(row.guess, row.loss, row.luck, row.basis) for row in plain.rows]


def test_marks_that_contradict_each_other_end_it() -> None:
    rows = [("RYGB", mark("RYGB", "RYGO")), ("RYGB", mark("RYGB", "OPWN"))]
    assert without_engine("togo", rows).contradicted == 2
