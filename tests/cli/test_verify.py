"""`keypeg verify`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from keypeg import rules
from keypeg.cli import main
from keypeg.notation import new_salt
from keypeg.players import read_player
from keypeg.table import Table, save


@pytest.fixture
def record(tmp_path: Path) -> Path:
    players = {seat: read_player("club", f"{seat}") for seat in (1, 2)}
    table = Table(rules("togo"), players, seed="s", salt=new_salt)
    table.run()
    file = tmp_path / "match.txt"
    file.write_text(save(table), "utf-8")
    return file


def test_a_true_record_is_verified_line_by_line(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", str(record)]) == 0
    said = capsys.readouterr().out.splitlines()
    assert said[0].startswith("Round 1: seat 1’s seal")
    assert sum("are right" in line for line in said) == record.read_text().count("guess")
    assert said[-2].startswith("The match: “over, points")
    assert said[-1] == "Everything in this record checks out."


def test_verify_as_data(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", str(record), "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert (data["rules"], data["verified"], data["over"]) == ("togo", True, True)
    assert {check["what"] for check in data["checks"]} == {"seal", "marks", "result", "outcome"}
    lines = record.read_text("utf-8").splitlines()
    for check in data["checks"]:
        assert check["finding"] == "right"
        assert check["text"] in lines[check["line"] - 1]


def test_a_changed_record_is_refused_with_the_line(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = record.read_text("utf-8").splitlines()
    at = next(number for number, line in enumerate(lines) if line.startswith("seal"))
    lines[at] = lines[at][:-1] + ("0" if lines[at][-1] != "0" else "1")
    record.write_text("\n".join(lines), "utf-8")
    assert main(["verify", str(record)]) == 1
    assert f"Line {at + 1} of the record" in capsys.readouterr().err
    assert main(["verify", str(record), "--json"]) == 1
    assert json.loads(capsys.readouterr().err)["line"] == at + 1


def test_a_record_without_seals_is_right_but_not_verified(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = record.read_text("utf-8").splitlines()
    record.write_text("\n".join(line for line in lines if not line.startswith("seal")), "utf-8")
    assert main(["verify", str(record)]) == 1
    said = capsys.readouterr().out
    assert "was not sealed." in said
    assert "cannot be fully verified" in said


def test_a_file_that_is_no_record_is_bad_input(tmp_path: Path) -> None:
    (tmp_path / "x").write_text("hello")
    assert main(["verify", str(tmp_path / "x")]) == 2
    assert main(["verify", str(tmp_path / "nothing")]) == 2
