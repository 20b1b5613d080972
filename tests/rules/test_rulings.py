"""docs/rulings.md: every ruling names its sheet, what it prints, what is played, and a test of this folder."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

FOLDER = Path(__file__).parent
RULINGS = FOLDER.parents[1] / "docs" / "rulings.md"
TESTS = {
    name
    for file in FOLDER.glob("test_*.py")
    for name in re.findall(r"^def (test_\w+)", file.read_text("utf-8"), re.MULTILINE)
}


def _rulings() -> list[list[str]]:
    lines = (line for line in RULINGS.read_text("utf-8").splitlines() if line.startswith("| "))
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    return [row for row in cells if row[0] != "sheet"]


@pytest.mark.parametrize("row", _rulings(), ids=lambda row: row[-1].strip("`").removeprefix("test_"))
def test_a_ruling_has_a_sheet_a_quotation_a_ruling_and_a_test(row: list[str]) -> None:
    sheet, prints, ruling, test = row
    assert sheet
    assert prints
    assert ruling
    assert re.fullmatch(r"`test_\w+`", test), test
    assert test.strip("`") in TESTS


def test_every_box_has_rulings() -> None:
    titles = re.findall(r"^##+ (.*)$", RULINGS.read_text("utf-8"), re.MULTILINE)
    assert titles == [
        "All boxes",
        "`logic24`, `logic12`",
        "`+two-boards`",
        "`togo`",
        "`challenge`",
        "`mm44`",
        "Marks by hand, and real boards",
        "Free forms",
    ]
