"""How many codes fit rows given as text: small spaces completely, large ones up to a limit."""

from __future__ import annotations

import pytest

from keypeg import rules
from keypeg.notation.fitting import Fits, fits


@pytest.mark.parametrize(
    ("text", "rows", "seat", "found"),
    [
        ("4x6", ["RROO:1,1", "RYRG:0,2"], 1, Fits(23, ["ORYY", "ORYB", "ORYP"])),
        ("togo", [], 1, Fits(1680, ["ROYG", "ROYB", "ROYP"])),
        ("togo", ["ROYG:4,0"], 1, Fits(1, ["ROYG"])),
        ("togo", ["ROYG:1,2", "ROYG:0,0"], 1, Fits(0, [])),
        ("challenge:handicap=1", ["ROYG:2,2"], 1, Fits(6, ["ROGY", "RYOG", "RGYO"])),
        ("challenge:handicap=1", ["ROYGB:2,3"], 2, Fits(20, ["ROGBY", "ROBYG", "RYGOB"])),
        ("3x3b", ["R.O:1,1"], 1, Fits(12, ["RR.", "ROR", "ROY"])),
        ("8x15", [], 1, Fits(15**8, ["RRRRRRRR", "RRRRRRRO", "RRRRRRRY"])),
        ("8x15", ["RROOYYGG:0,8"], 1, Fits(297, ["OORRGGYY", "OORYGGRY", "OORYGGYR"])),
        ("mm44:seats=2", ["ROYGB:_/b", "ROYGB:b/_"], 1, Fits(10, ["RO...", "R.Y..", "R..G."], 20)),
        ("mm44:seats=2,marks=counts", ["1:ROYGB:1,0"], 1, Fits(110, ["RR...", "RO...", "RY..."], 120)),
    ],
)
def test_codes_that_fit_are_counted_and_the_first_listed(text: str, rows: list[str], seat: int, found: Fits) -> None:
    assert fits(rules(text), rows, 3, seat) == found


@pytest.mark.parametrize(("every", "most", "counted"), [(1295, 23, 23), (1295, 22, None), (1296, 22, 23)])
def test_in_a_large_space_counting_stops_at_a_limit(every: int, most: int, counted: int | None) -> None:
    found = fits(rules("4x6"), ["RROO:1,1", "RYRG:0,2"], 2, every=every, most=most)
    assert found == Fits(counted, ["ORYY", "ORYB"])


def test_codes_are_for_seat_1_to_break_unless_said() -> None:
    assert fits(rules("challenge:handicap=1"), ["ROYG:2,2"], 1) == Fits(6, ["ROGY"])


@pytest.mark.parametrize("every", [1295, 1296])
def test_where_no_code_fits_the_rows_that_no_code_earns_are_named(every: int) -> None:
    rows = ["RROO:1,1", "RRRR:0,1", "RYRG:3,1"]
    assert fits(rules("4x6"), rows, 2, every=every) == Fits(0, [], impossible=(2, 3))
    assert fits(rules("4x6"), ["RROO:4,0", "RROO:1,1"], 2, every=every) == Fits(0, [])
