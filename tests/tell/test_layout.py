"""Tables lie in columns where they fit, and in blocks where they do not."""

from __future__ import annotations

import pytest

from keypeg.tell.layout import text_lines
from keypeg.tell.review import Table
from keypeg.words import Words

TABLE = Table(
    ("row", "guess", "codes left", "suggested"),
    (("1", "RWBG", "1,680 → 288", "RWBG"), ("2", "RPGY", "288 → 27", ""), ("10", "YRBP", "27 → 9", "BYPG")),
    right=(0, 2),
)


def test_a_table_that_fits_lies_in_columns() -> None:
    aligned = [
        "row  guess   codes left  suggested",
        "  1  RWBG   1,680 → 288  RWBG",
        "  2  RPGY      288 → 27",
        " 10  YRBP        27 → 9  BYPG",
    ]
    for width in (None, 34, 200):
        assert list(text_lines(Words().render, [TABLE], width)) == aligned


def test_one_that_does_not_lies_in_blocks() -> None:
    assert list(text_lines(Words().render, ["before", TABLE], 33)) == [
        "before",
        "row 1  guess RWBG",
        "  codes left 1,680 → 288",
        "  suggested RWBG",
        "row 2  guess RPGY",
        "  codes left 288 → 27",
        "row 10  guess YRBP",
        "  codes left 27 → 9",
        "  suggested BYPG",
    ]


@pytest.mark.parametrize("width", range(26, 40))
def test_no_line_is_wider_and_nothing_is_lost(width: int) -> None:
    lines = list(text_lines(Words().render, [TABLE], width))
    assert max(map(len, lines)) <= width
    said = " ".join(lines)
    assert all(str(cell) in said for row in TABLE.rows for cell in row)
