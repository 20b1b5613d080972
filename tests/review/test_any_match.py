"""Every match can be reviewed: any rules, any marking, silly rows, wrong marks, given up or not over."""

from __future__ import annotations

import msgspec
import pytest

from keypeg.api.review import review_of
from keypeg.drawing.review_page import review_page
from keypeg.review import review
from keypeg.tell.layout import text_lines
from keypeg.tell.review import review_messages
from keypeg.words import Words
from tests.properties.random_play import TEXTS, final

WORDS = Words()
SLOW = ("challenge:", "challenge+doubles")
SOME = [text for text in TEXTS if not text.startswith(SLOW)][::4]


def _check(text: str, seed: int) -> None:
    found = review(final(text, seed))
    msgspec.json.encode(review_of(found))
    assert list(text_lines(WORDS.render, review_messages({}, found)))
    assert review_page(WORDS.render, WORDS.language, {}, found)
    for board in (board for each in found.rounds for board in each.boards):
        if board.start and board.end:
            total = board.start.guesses + board.loss - board.luck
            assert len(board.measured) + board.end.guesses == pytest.approx(total, abs=1e-9)
        assert all(row.loss is not None and row.loss >= 0 for row in board.measured)
        assert (board.contradicted is None) == all(row.after != 0 for row in board.rows)


@pytest.mark.parametrize("text", SOME)
def test_a_random_match_is_reviewed(text: str) -> None:
    _check(text, seed=7)


@pytest.mark.long
@pytest.mark.parametrize("text", TEXTS)
def test_random_matches_of_all_rules_are_reviewed(text: str) -> None:
    for seed in range(3):
        _check(text, seed)
