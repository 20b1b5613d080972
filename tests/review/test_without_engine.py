"""A review without the engine adds up, agrees with the engine on values called proved, and estimates the rest."""

from __future__ import annotations

from random import Random

import pytest

from keypeg import rules
from keypeg.core import Board, Row, mark
from keypeg.core.rows import Rows
from keypeg.deduce.suggestion import Basis
from keypeg.review.measure.boards import measure_boards
from keypeg.review.without_engine import measure_boards as without_engine


def _board(text: str, seed: str) -> Board:
    """Return a board with random guesses until the code is broken; about seven in ten are codes that fit."""
    played, random = rules(text), Random(seed)
    codes = list(played.codes[0])
    code, left, rows = random.choice(codes), codes, list[Row]()
    while not rows or rows[-1].guess != code:
        guess = random.choice(left) if random.random() < 0.7 else Rows(played.guesses[0]).sample(random)
        rows.append(Row(guess, (mark(code, guess),)))
        left = [each for each in left if mark(each, guess) == mark(code, guess)]
    return Board(1, rows=tuple(rows))


@pytest.mark.parametrize("text", ["togo", "logic24", "4x6", "3x5"])
def test_it_adds_up_and_what_it_calls_proved_is_what_the_engine_says(text: str) -> None:
    played, proved = rules(text), 0
    for seed in "abc":
        board = _board(text, seed)
        ((own,),), ((found,),) = without_engine(played, [[board]]), measure_boards(played, [[board]], 1)
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
    boards = [
        Board(1, rows=tuple(Row(guess, (mark("RYGB", guess),)) for guess in (*placed, "RYGB")))
        for placed in (guesses.split(), once)
    ]
    ((told, plain),) = without_engine(rules(text), [boards])
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
    rows = (Row("RYGB", (mark("RYGB", "RYGO"),)), Row("RYGB", (mark("RYGB", "OPWN"),)))
    ((own,),) = without_engine(rules("togo"), [[Board(1, rows=rows)]])
    assert own.contradicted == 2
