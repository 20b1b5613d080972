"""The commands that ask the engine."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from keypeg.cli import main


def answer(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    assert main([*arguments, "--json"]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return json.loads(out)


def complaint(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    assert main([*arguments, "--json"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    return json.loads(err)["error"]


def test_strategy_evaluates_exactly(capsys: pytest.CaptureFixture[str]) -> None:
    told = answer(capsys, "strategy", "4x6", "--by", "minimax")
    assert list(told) == ["rules", "by", "codes", "total", "mean", "worst", "histogram", "proved", "seconds"]
    assert (told["rules"], told["by"], told["codes"], told["total"], told["worst"]) == ("4x6", "minimax", 1296, 5801, 5)
    assert sum(told["histogram"].values()) == 1296


def test_several_strategies_are_set_side_by_side(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    picture = tmp_path / "4x6.svg"
    told = answer(capsys, "strategy", "4x6", "--by", "entropy,most-parts,consistent", "--plot", str(picture))
    assert [each["total"] for each in told] == [5722, 5668, 7471]
    assert picture.read_text("utf-8").startswith("<svg")


def test_suggest(capsys: pytest.CaptureFixture[str]) -> None:
    told = answer(capsys, "suggest", "4x6")
    assert list(told) == ["candidates", "guess", "is_candidate", "expected", "worst", "basis", "partition"]
    assert (told["candidates"], told["basis"]) == (1296, "proved")
    assert told["expected"] == pytest.approx(5625 / 1296)
    only = answer(capsys, "suggest", "togo", "RYGB:2,2", "RGYB:4,0")
    assert (only["guess"], only["candidates"], only["expected"], only["worst"]) == ("RGYB", 1, 1, 1)
    assert main(["suggest", "togo", "RYGB:2,2", "RGYB:4,0"]) == 0
    assert capsys.readouterr().out == "RGYB\n1 code fits.\n"


def test_suggest_lists_the_best_guesses(capsys: pytest.CaptureFixture[str]) -> None:
    told = answer(capsys, "suggest", "4x6", "RROO:1,1", "RYRG:0,2", "--top", "4")
    assert [option["guess"] for option in told["top"]] == ["ORBY", "BGOR", "OOBY", "BGOO"]
    assert all(option["basis"] == "proved" for option in told["top"])
    assert told["complete"] is True
    assert sum(told["partition"].values()) == told["candidates"] == 23


def test_a_guess_is_worth_so_much_less_than_the_suggested_one(capsys: pytest.CaptureFixture[str]) -> None:
    told = answer(capsys, "worth", "logic24", "YOBG", "YYYR:1,0")
    assert (told["best"]["guess"], told["basis"]) == ("YOBO", "proved")
    assert told["behind"] == pytest.approx(told["expected"] - told["best"]["expected"])
    assert round(told["behind"], 3) == 0.117
    for guess, said in (
        ("YOBO", "This is the suggested guess."),
        ("YOBG", "It needs 0.117 more than YOBO"),
        ("OOOO", "It cannot be the code.\n"),
    ):
        assert main(["worth", "logic24", guess, "YYYR:1,0"]) == 0
        assert said in capsys.readouterr().out


def test_worth_says_whether_pegs_or_codes_keep_a_guess_from_being_valued(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["worth", "logic12", "GGBG", "GBGG:2,2", "GGGG:3,0", "GBBB:2,0"]) == 0
    assert "Pegs may run out after it" in capsys.readouterr().out
    assert main(["worth", "6x9", "RRRRRR", "ROYGBP:1,1"]) == 0
    assert "There are too many codes" in capsys.readouterr().out


def test_suggest_and_worth_say_that_rows_left_are_not_counted(capsys: pytest.CaptureFixture[str]) -> None:
    said = "Rows left on the board: 2. The figures here ignore that limit."
    rows = ["RROO:1,1"] * 2
    for command in (["suggest", "togo:rows=4", *rows], ["worth", "togo:rows=4", "RROO", *rows]):
        assert main(command) == 0
        assert said in capsys.readouterr().out
    assert main(["suggest", "togo", *rows]) == 0
    assert "ignore that limit" not in capsys.readouterr().out


def test_suggest_for_a_split_code_is_for_a_seat_and_its_share(capsys: pytest.CaptureFixture[str]) -> None:
    told = answer(capsys, "suggest", "mm44", "RBGYO:_/w/b/-", "--seat", "2", "--share", "..R..")
    assert list(told) == ["codes", "deals", "guess", "bits", "calls"]
    assert (told["codes"], told["deals"], told["calls"]) == (120, 144, [])


@pytest.mark.parametrize("language", ["en", "fr", "pl"])
def test_the_share_that_suggest_asks_for_can_be_copied_from_the_sentence(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    monkeypatch.setenv("KEYPEG_LANG", language)
    assert main(["suggest", "mm44"]) == 2
    _, told = capsys.readouterr().err.strip().split("--share ")
    assert answer(capsys, "suggest", "mm44", "--share", told)["codes"] == 864


def test_suggest_names_no_row_that_the_box_cannot_place(capsys: pytest.CaptureFixture[str]) -> None:
    rows = ["YYYY:0,0", "YYYY:0,0", "YYYY:0,0"]
    assert "Y" not in answer(capsys, "suggest", "logic12", *rows)["guess"]


def test_the_atlas_lists_every_box(capsys: pytest.CaptureFixture[str]) -> None:
    listed = answer(capsys, "atlas")
    boxes = "logic24 logic24+blanks togo togo:colours=6 challenge challenge+beginner challenge+doubles 4x6"
    assert {entry["rules"] for entry in listed} >= set(boxes.split())
    totals = {entry["rules"]: (entry["total"], entry["proved"]) for entry in listed}
    assert totals["logic24"] == (2463, True)
    assert totals["4x6"] == (5625, True)
    assert totals["challenge"] == (34251, True)
    assert totals["challenge+doubles"][0] <= 179797


def test_bad_questions_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert complaint(capsys, "strategy", "4x6", "--by", "luck") == "strategy-unknown"
    assert complaint(capsys, "strategy", "8x15") == "space-too-large"
    assert complaint(capsys, "strategy", "8x15", "--by", "optimal") == "space-too-large"
    assert complaint(capsys, "strategy", "5x8", "--by", "optimal") == "in-lab"
    assert complaint(capsys, "strategy", "mm44") == "code-is-split"
    assert complaint(capsys, "suggest", "4x6", "RROO:3,1") == "marks-impossible"
    assert complaint(capsys, "atlas", "verify", "3x3") == "tree-unknown"
    assert complaint(capsys, "atlas", "frobnicate") == "usage-value"
    assert complaint(capsys, "strategy", "2x2", "--plot", "x.pdf") == "plot-not-svg"
    assert complaint(capsys, "strategy", "2x2", "--plot", "") == "plot-not-svg"
    assert complaint(capsys, "strategy", "2x2", "--plot", "/no/such/folder/x.svg") == "file-unwritable"


def test_a_tree_is_verified(capsys: pytest.CaptureFixture[str]) -> None:
    (verdict,) = answer(capsys, "atlas", "verify", "togo:colours=6")
    assert (verdict["shape"], verdict["codes"], verdict["total"]) == ("4x6c", 360, 1435)


def test_optimal_is_read_in_the_atlas(capsys: pytest.CaptureFixture[str]) -> None:
    best = answer(capsys, "strategy", "4x6", "--by", "optimal")
    assert (best["total"], best["worst"], best["proved"]) == (5625, 6, True)


def test_where_no_code_fits_there_is_nothing_to_suggest(capsys: pytest.CaptureFixture[str]) -> None:
    assert complaint(capsys, "suggest", "4x6", "RRRR:0,0", "RRRO:4,0") == "code-none-fits"


def test_progress_is_told_on_a_terminal_and_only_on_stderr() -> None:
    ours, theirs = pty.openpty()
    program = str(Path(sys.executable).parent / "keypeg")
    command = [program, "strategy", "4x6", "--by", "entropy", "--json"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=theirs) as process:
        os.close(theirs)
        told = b"".join(_read_to_end(ours))
        out, _ = process.communicate()
    os.close(ours)
    assert json.loads(out)["total"] == 5722
    assert b"entropy" in told


def _read_to_end(terminal: int) -> Iterator[bytes]:
    """Read a terminal until the other side is gone; nobody can write more than 4 KiB to one that is not read."""
    with suppress(OSError):
        while data := os.read(terminal, 4096):
            yield data


def test_one_guess_is_one_guess(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["strategy", "1x1"]) == 0
    assert "  1 guess for 1 code: 1.0000 on average, 1 at worst\n" in capsys.readouterr().out
    assert main(["strategy", "8x15"]) == 2
    assert "2,562,890,625 codes" in capsys.readouterr().err
