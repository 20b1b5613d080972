"""A space of codes: what is in it, how many there are, and their order."""

from __future__ import annotations

import pytest

from keypeg.core import Space


@pytest.mark.parametrize(
    ("space", "inside", "outside"),
    [
        (Space(2, "RO"), ["RR", "RO", "OO"], ["R", "ROR", "RY", "", "ro", 5, None]),
        (Space(2, "ROY", distinct=True), ["RO", "YR"], ["RR", "RG", "R"]),
        (Space(2, "RO."), ["..", "R."], ["._"]),
        (Space(2, "RO.", distinct=True), ["R.", ".O"], [".."]),
    ],
)
def test_codes_in_a_space(space: Space, inside: list[object], outside: list[object]) -> None:
    assert all(code in space for code in inside)
    assert not any(code in space for code in outside)


@pytest.mark.parametrize(
    ("space", "codes"),
    [
        (Space(2, "RO"), ["RR", "RO", "OR", "OO"]),
        (Space(2, "ROY", distinct=True), ["RO", "RY", "OR", "OY", "YR", "YO"]),
        (Space(3, "RO", distinct=True), []),
    ],
)
def test_the_codes_of_a_space_in_palette_order(space: Space, codes: list[str]) -> None:
    assert list(space) == codes
    assert len(space) == len(codes)
    assert all(code in space for code in codes)
