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


def test_marks_that_contradict_each_other_end_it() -> None:
    rows = (Row("RYGB", (mark("RYGB", "RYGO"),)), Row("RYGB", (mark("RYGB", "OPWN"),)))
    ((own,),) = without_engine(rules("togo"), [[Board(1, rows=rows)]])
    assert own.contradicted == 2
