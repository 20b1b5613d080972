"""The byte layout against the marking reference."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from keypeg.core.marks import Marks, mark
from keypeg.core.space import Space
from keypeg.deduce.mark_ids import earnable_marks, id_of, marks_of, win_id
from keypeg.solve import mark_tables
from keypeg.solve.layout import layout_of

SPACES = st.builds(Space, st.integers(1, 4), st.sampled_from(["R", "RO", "ROY.", "ROYGB"]), st.booleans()).filter(
    lambda space: 0 < len(space) <= 700
)


@given(SPACES)
def test_codes_come_in_palette_order_and_find_themselves_by_text(space: Space) -> None:
    layout = layout_of(space)
    texts = [layout.text(index) for index in range(len(layout))]
    assert len(texts) == len(space) == len(set(texts))
    assert texts == sorted(texts, key=lambda text: [space.pegs.index(peg) for peg in text])
    assert all(text in space and layout.index(text) == index for index, text in enumerate(texts))


@given(SPACES, st.data())
def test_a_mark_is_a_plain_sum_over_the_layout(space: Space, data: st.DataObject) -> None:
    layout = layout_of(space)
    guess = data.draw(st.integers(0, len(layout) - 1))
    ids = mark_tables.mark_ids(layout.rows, layout.counts, layout.digits[guess], layout.needs[guess])
    reference = [id_of(mark(layout.text(code), layout.text(guess)), space.holes) for code in range(len(layout))]
    assert ids.tolist() == reference


@pytest.mark.parametrize("holes", range(1, 9))
def test_ids_and_marks_are_one_to_one(holes: int) -> None:
    marks = earnable_marks(holes)
    assert len(marks) == holes * (holes + 3) // 2
    assert [marks_of(id_of(m, holes), holes) for m in marks] == marks
    assert id_of(Marks(holes, 0), holes) == win_id(holes) == max(id_of(m, holes) for m in marks)


@given(SPACES, st.data())
def test_cell_sizes_do_not_depend_on_which_side_is_walked(space: Space, data: st.DataObject) -> None:
    layout = layout_of(space)
    indices = st.lists(st.integers(0, len(layout) - 1), min_size=1, max_size=30, unique=True).map(np.array)
    chosen, asked = data.draw(indices), data.draw(indices)
    cells = mark_tables.cell_sizes(layout, chosen, layout, asked)
    for line, guess in zip(cells, asked, strict=True):
        counted = np.zeros_like(line)
        for code in chosen:
            counted[id_of(mark(layout.text(int(code)), layout.text(int(guess))), space.holes)] += 1
        assert line.tolist() == counted.tolist()


def test_layouts_of_few_large_spaces_are_kept() -> None:
    """Their layouts once took half a gigabyte for hints in sixteen games of a million codes."""
    small = [Space(4, "ROYGBPWNCDEFHK"[:colours], distinct=False) for colours in range(4, 12)]
    large = [Space(5, "ROYGBPWNCDEFHK"[:colours], distinct=False) for colours in range(9, 14)]
    found = [layout_of(space) for space in small + large]
    assert all(layout_of(space) is found[at] for at, space in enumerate(small))
    assert layout_of(large[-1]) is found[-1]
    assert layout_of(large[0]) is not found[len(small)]
