"""The sets of rows: counted and sampled without listing them, and so compared with the list where that is short."""

from __future__ import annotations

from collections import Counter
from itertools import product
from random import Random

import pytest

from keypeg.core import Space
from keypeg.core.rows import Rows

SETS = {
    "all": Rows(Space(3, "ROY")),
    "distinct": Rows(Space(3, "ROYG", distinct=True)),
    "supply": Rows(Space(3, "ROY"), {"R": 1, "O": 0, "Y": 3}),
    "supply of distinct pegs": Rows(Space(2, "ROY", distinct=True), {"R": 0, "O": 1, "Y": 1}),
    "supply with a blank that counts": Rows(Space(3, "RO."), {"R": 1, "O": 1}),
    "fresh": Rows(Space(2, "RO"), None, ("RR", "RO")),
    "empty holes": Rows(Space(3, "RO"), None, (), frozenset({0, 2}), 3),
    "one empty hole": Rows(Space(3, "RO"), None, (), frozenset({0, 1, 2}), 1),
    "empty holes and supply": Rows(Space(3, "RO"), {"R": 1, "O": 0}, (), frozenset({0, 1, 2}), 3),
    "fresh, of what is left": Rows(Space(2, "ROY"), {"R": 1, "O": 1, "Y": 0}, ("YY", "RO")),
    "fresh, with empty holes": Rows(Space(2, "RO"), None, ("R.", "..", "RO"), frozenset({1}), 1),
    "all but the last": Rows(Space(1, "RO"), None, ("R",)),
    "scarce": Rows(Space(4, "ROYG"), {"R": 1, "O": 1, "Y": 1, "G": 1}),
    "nothing left": Rows(Space(2, "RO"), {"R": 1, "O": 0}),
}


@pytest.mark.parametrize("name", SETS)
def test_length_and_samples_agree_with_the_list(name: str) -> None:
    rows = SETS[name]
    words = map("".join, product("ROYG.", repeat=rows.space.holes))
    listed = [word for word in words if word in rows]
    assert len(rows) == len(listed)
    if listed:
        random = Random(name)
        seen = Counter(rows.sample(random) for _ in range(400 * len(listed)))
        assert sorted(seen) == sorted(listed)
        assert min(seen.values()) > 280, "all are equally likely, so 400 of each are expected"


def test_a_word_that_is_no_row_says_why() -> None:
    rows = SETS["supply"]
    slugs = {word: wrong.slug for word in ("RR", "RXY", "RRY", "R.Y") if (wrong := rows.refusal(word))}
    assert slugs == {"RR": "holes-wrong", "RXY": "peg-unknown", "RRY": "supply-out", "R.Y": "hole-empty"}


@pytest.mark.parametrize(
    ("rows", "any_left"),
    [
        (Rows(Space(1, "RO")), True),
        (Rows(Space(1, "RO"), None, ("R", "R")), True),
        (Rows(Space(1, "RO"), None, ("R", "O")), False),
        (Rows(Space(1, "R"), None, ("R",)), False),
        (Rows(Space(1, "R"), None, ("O",)), True),
        (Rows(Space(1, "RO"), {"R": 0, "O": 0}), False),
    ],
)
def test_whether_any_row_is_left(rows: Rows, any_left: bool) -> None:
    assert bool(rows) is any_left
    assert (len(rows) > 0) is any_left
