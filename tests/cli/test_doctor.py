"""`keypeg doctor`."""

from __future__ import annotations

import json

import pytest

from keypeg.cli import main


def test_the_answer_has_conflicts_and_corrections(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor", "4x6", "RROO:1,1", "RYRG:0,2", "BBPP:0,0", "YYGG:0,0", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["conflicts"] == [[1, 3, 4]]
    assert data["corrections"][0] | {"share": 0} == {
        "row": 4,
        "marks": "0,2",
        "slip": "other",
        "also": [],
        "codes": 6,
        "share": 0,
    }
    assert (data["fits"], data["wrong"], data["exact"]) == (False, 1, True)


def test_a_second_row_that_must_change_stands_beside_the_first(capsys: pytest.CaptureFixture[str]) -> None:
    main(["doctor", "4x6", "RROO:1,1", "RROO:2,1", "GGGG:0,0", "GGYY:2,2", "--json"])
    first = json.loads(capsys.readouterr().out)["corrections"][0]
    assert first["row"] == 2
    assert [also["row"] for also in first["also"]] == [4]


def test_split_codes_and_handicaps_have_a_doctor_too(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor", "mm44", "RRBGG:_/b/w/-", "RRBGG:w/_/-/-"]) == 0
    assert "1 (RRBGG), 2 (RRBGG)" in capsys.readouterr().out
    assert main(["doctor", "challenge:handicap=2", "--seat", "2", "ROYG:0,2", "ROYG:1,1"]) == 0
    assert "contradict each other" in capsys.readouterr().out


def test_marks_that_no_code_earns_are_diagnosed(capsys: pytest.CaptureFixture[str]) -> None:
    for command in ("doctor", "check"):
        assert main([command, "4x6", "PPGR:3,1", "BBBB:0,0"]) == 0
        assert "is impossible: no code gives these marks." in capsys.readouterr().out
    assert main(["check", "4x6", "BBBB:0,0", "PPGR:3,1", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"codes": 0, "candidates": [], "impossible": [2]}


def test_corrections_of_two_rows_follow_under_their_own_heading(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor", "4x6", "RROO:1,1", "RYRG:0,2", "BBPP:0,0", "YYGG:0,0"]) == 0
    lines = capsys.readouterr().out.splitlines()
    heading = lines.index("If two rows are wrong, likeliest first:")
    assert all(line.count("instead of") == 2 for line in lines[heading + 1 : heading + 6])


def test_rows_that_agree_are_said_to(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor", "togo", "ROYG:1,2"]) == 0
    assert capsys.readouterr().out == "These marks agree: 144 codes fit.\n"


@pytest.mark.parametrize("row", ["ROYG", "ROYG:5,0", "ROYGB:1,1", "ROYG:x"])
def test_bad_rows_are_refused_in_a_sentence(capsys: pytest.CaptureFixture[str], row: str) -> None:
    assert main(["doctor", "togo", row]) == 2
    assert capsys.readouterr().err.endswith(".\n")
