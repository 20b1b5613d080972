"""The second implementation agrees with brute force, and with the search, with which it shares no code."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from keypeg.solve.position import Position
from keypeg.solve.set_search import search_set
from keypeg_lab.proofs.check_proof import alike
from keypeg_lab.reprove.least_total import least_total
from keypeg_lab.reprove.marked_space import MarkedSpace
from keypeg_lab.reprove.set_memo import Codes, Memo, empty_memo
from tests.solve.slow import Slow, make_problem

NO_LIMIT = 10**6


def least(space: MarkedSpace, codes: Codes, limit: int = NO_LIMIT, memo: Memo | None = None) -> int:
    told = space.told(codes)
    return least_total(memo or empty_memo(12), codes, told.ways, told, limit)


@pytest.mark.parametrize("shape", ["1x5", "2x4", "2x5", "3x3", "3x3c", "3x4d"])
def test_a_whole_game_needs_what_brute_force_says(shape: str) -> None:
    space = MarkedSpace(shape)
    codes = np.arange(len(space.codes), dtype=np.int32)
    assert least(space, codes) == Slow(make_problem(shape)).least_total()


@pytest.mark.parametrize("shape", ["4x5", "4x6c", "4x7d", "3x8", "5x4"])
def test_random_sets_need_what_the_search_says(shape: str) -> None:
    """All sets share one memo, so that its entries for one set are used for others."""
    random, space, problem, memo = Random(5), MarkedSpace(shape), make_problem(shape), empty_memo(12)
    for _ in range(40):
        many = random.randint(3, 31)  # the search takes bigger sets for positions after rows
        codes = np.array(sorted(random.sample(range(len(space.codes)), many)), dtype=np.int32)
        found = search_set(Position(problem, (), codes), None, 10**6)
        assert found is not None
        assert found.best is not None
        total = found.best.total
        assert least(space, codes, total, memo) >= total, "nothing needs less"
        assert least(space, codes, total + 1, memo) == total, "and something needs as much"
        assert least(space, codes, NO_LIMIT) == total


@pytest.mark.parametrize("shape", ["4x5", "4x6d", "3x6c"])
def test_guesses_are_of_one_kind_if_other_names_make_them_equal(shape: str) -> None:
    random, space = Random(6), MarkedSpace(shape)
    words = [tuple(map(ord, guess)) for guess in space.guesses]
    for rows in (1, 2):
        placed = [random.randrange(len(words)) for _ in range(rows)]
        forms = {alike(*(words[at] for at in placed), word) for word in words}
        kinds = [alike(*(words[at] for at in placed), words[kind]) for kind in space.kinds(*placed).tolist()]
        assert sorted(kinds) == sorted(forms)


def test_a_memo_without_room_forgets_and_goes_on() -> None:
    space, memo = MarkedSpace("4x5"), empty_memo(4)
    codes = np.arange(0, 625, 7, dtype=np.int32)
    assert least(space, codes, memo=memo) == least(space, codes)
