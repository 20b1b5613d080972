"""`keypeg review`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from keypeg.cli import main

RECORD = """Keypeg-Record: 2
Rules: 4x6:first=1
Seat-2: Bo

round 1 code 1
1 hide RYGB
2 guess RROO:1,0
2 guess RYRY:2,0
2 guess RYGB:4,0
= 2 broke it in 3, adds 0 3
"""


@pytest.fixture
def record(tmp_path: Path) -> str:
    file = tmp_path / "match.txt"
    file.write_text(RECORD)
    return str(file)


def test_json_holds_what_makes_the_identity(record: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["review", record, "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    first = data["rounds"][0]
    rows = first["rows"]
    assert data["start"] == pytest.approx(5625 / 1296)
    assert [row["basis"] for row in rows] == ["proved"] * 3
    assert sum(row["loss"] - row["luck"] for row in rows) + data["start"] == pytest.approx(3, abs=1e-9)
    assert {"guess", "marks", "before", "after", "best", "loss", "luck", "basis"} <= rows[0].keys()
    assert (rows[1]["guess"], rows[1]["marks"]) == ("RYRY", "2,0")
    assert rows[1]["against"] == [{"row": 1, "would": "1,1", "earned": "1,0"}]
    assert first["boards"][0]["broken"]


def test_a_person_reads_a_table(record: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["review", record]) == 0
    shown = capsys.readouterr().out
    assert "Codebreaker: Bo\nrow  guess  marks" in shown
    assert "Row 2: RYRY could not be the code. If it were the code, row 1 (RROO) would have scored 1 exact, 1" in shown


def test_a_page_is_written(record: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = tmp_path / "review.html"
    assert main(["review", record, "--html", str(page)]) == 0
    assert page.read_text().startswith("<!doctype html>")
    assert str(page) in capsys.readouterr().err


def test_a_page_that_cannot_be_written_is_refused(
    record: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["review", record, "--html", str(tmp_path / "no" / "review.html")]) == 2
    assert "cannot be written" in capsys.readouterr().err


def test_a_result_to_share_does_not_tell_the_code(record: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["review", record, "--share"]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith("Keypeg · Free form 4x6 · 3\n⬛🟫🟫🟫\n⬛⬛🟫🟫\n⬛⬛⬛⬛\nSkill ")
    assert "RYGB" not in shown


def test_a_file_that_is_no_record_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "no.txt"
    file.write_text("hello")
    assert main(["review", str(file), "--json"]) == 2
    assert json.loads(capsys.readouterr().err)["error"] == "record-not-one"
