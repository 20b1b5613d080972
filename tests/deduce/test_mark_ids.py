"""Marks as numbers."""

from __future__ import annotations

import pytest

from keypeg.deduce.mark_ids import earnable_marks, mark_count


@pytest.mark.parametrize("holes", range(1, 9))
def test_as_many_marks_are_counted_as_a_guess_can_earn(holes: int) -> None:
    assert mark_count(holes) == len(earnable_marks(holes))
