"""`keypeg home`: line by line, through a pipe as at a terminal."""

from __future__ import annotations

import io
import os
import pty
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from keypeg import mark, read_record
from keypeg.cli import main

PROGRAM = str(Path(sys.executable).parent / "keypeg")


Talk = Callable[..., tuple[list[str], list[str]]]


@pytest.fixture
def talk(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Talk:
    """Run `keypeg home` with these lines typed; what it said, and what it complained of."""

    def run(arguments: str, *typed: str) -> tuple[list[str], list[str]]:
        monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in typed)))
        assert main(["home", *arguments.split()]) == 0
        said = capsys.readouterr()
        return said.out.splitlines()[1:], said.err.splitlines()

    return run


def test_the_helper_counts_checks_and_hints(talk: Talk) -> None:
    said, wrong = talk("togo --as helper", "ROYG:1,2", "ROBP", "hint", "hint best", "codes", "rows", "quit")
    assert wrong == []
    assert said[:3] == [
        "144 codes are left.",
        "ROBP cannot be the code.",
        "If this were the code, row 1 (ROYG) would have scored 2 exact, not 1 exact, 2 near.",
    ]
    assert said[3].startswith("Look at hole")
    assert "Best guess: ROBP (red, orange, blue, purple)." in said
    assert said[-1] == " 1  ROYG:1,2"


def test_keypeg_breaks_a_code_by_the_marks_it_is_told() -> None:
    """Through a real pipe: every proposal comes at once, so that its marks can be answered."""
    code = "NWPO"
    with subprocess.Popen([PROGRAM, "home", "togo"], stdin=-1, stdout=-1, stderr=-1, text=True) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for _ in range(40):
            line = process.stdout.readline()
            found = re.match(r"Row \d+: place (\w+)", line)
            if found:
                process.stdin.write("{},{}\n".format(*mark(code, found[1])))
                process.stdin.flush()
            if line.startswith("Broken in "):
                break
        else:
            pytest.fail("the code was not broken")
        process.stdin.close()
        assert process.wait(10) == 0
        assert process.stderr is not None
        assert process.stderr.read() == ""


def test_wrong_lines_get_one_sentence_each_and_change_nothing(talk: Talk) -> None:
    lines = [
        "5,5",
        "x",
        "ROYGG:1,1",
        "ROYG:9",
        "fix",
        "fix 7 1,1",
        "fix one 1,1",
        "undo",
        "hint most",
        "check",
        "QQQQ:1,1",
    ]
    said, wrong = talk("togo --as helper", *lines, "rows")
    assert len(wrong) == len(lines)
    assert all(sentence.endswith(".") for sentence in wrong)
    assert said == ["No rows yet."]


def test_where_no_code_fits_the_doctor_comes_by_itself_and_a_correction_goes_on(talk: Talk) -> None:
    said, wrong = talk("togo --as breaker", "ROYG:0,0", "BPWN:0,1", "1,1", "fix 1 1,2", "undo")
    assert "These rows contradict each other: 1 (ROYG), 2 (BPWN)." in said
    example = next(line for line in said if line.startswith("Check the board"))
    assert re.search(r"fix \d \d,\d$", example)
    assert wrong == ["No code fits these rows, so at least one of the marks is wrong."]
    after = said[said.index(" 1  ROYG:1,2") :]
    assert any(line.endswith("codes are left.") for line in after)


def test_a_broken_code_is_said_to_be_and_another_can_begin(talk: Talk) -> None:
    said, wrong = talk("4x6 --as helper", "ROYG:4,0", "ROYB:1,1", "new", "1234:0,0", "rows")
    assert said[0] == "Broken in 1 row."
    assert wrong == ["The code is already broken; type new for another."]
    assert said[-1] == " 1  ROYG:0,0"


def test_the_referee_marks_counts_and_keeps_the_record(talk: Talk, tmp_path: Path) -> None:
    file = tmp_path / "match.txt"
    lines = ["RYGB", "ROYG", "fix 1 RRYY", "RYGB", "NWPO", "points", "undo", "NWPO", "NWPO"]
    said, wrong = talk(f"togo:first=1 --as referee --names Ada,Bo --record {file}", *lines)
    assert wrong == []
    assert "Row 1: red, orange, yellow, green: 1 exact, 2 near." in said
    assert "Bo  1  RRYY:1,1" in said
    assert said[-1] == "Ada wins the match."
    assert "RYGB" not in " ".join(said[: said.index("Bo  1  RRYY:1,1")])
    record = read_record(file.read_text())
    assert record.state.now is None
    assert record.headers["Seat-1"] == "Ada"


def test_the_referee_checks_marks_that_are_said(talk: Talk) -> None:
    said, wrong = talk("togo:first=1 --as referee --said", "RYGB", "ROYG:1,1", "1,2", "RYGB:4,0")
    assert wrong == ["Those marks are wrong; look at the code again and try once more."]
    assert "Seat 2 broke the code in row 2." in said


def test_a_split_code_has_a_helper_and_a_referee(talk: Talk) -> None:
    said, wrong = talk("mm44 --seat 1 --share ..R..", "RRBGG:_/w/w/w", "call BGR.R", "hint best", "codes")
    assert wrong == []
    assert said[:2] == ["32 codes are left.", "The call BGR.R could be right."]
    said, wrong = talk("mm44:first=1 --as referee", "..R.. B.... ....R .G...", "RRBGG", "1 call BGR.R")
    assert wrong == []
    assert said[-1] == "Seat 1 wins the match."


@pytest.mark.parametrize(
    "arguments",
    [
        "mm44 --as breaker",
        "togo --as judge",
        "togo --share R...",
        "togo --level best",
        "togo --said",
        "togo --seat 3",
        "togo:marking=home --as referee",
        "mm44 --share RO...",
        "togo --as referee --names Ada",
        "nothing",
    ],
)
def test_wrong_arguments_are_refused_in_a_sentence(arguments: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["home", *arguments.split()]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_bytes_that_are_no_text_are_wrong_input_as_any_other() -> None:
    done = subprocess.run(
        [PROGRAM, "home", "togo", "--as", "helper"], input=b"\xff\xfe\n", capture_output=True, check=True
    )
    assert b"Traceback" not in done.stderr
    assert done.stderr.count(b"\n") == 1


def test_at_a_terminal_there_are_prompts_and_codes_are_not_shown() -> None:
    parent, child = pty.openpty()
    arguments = [PROGRAM, "home", "togo:first=1", "--as", "referee"]
    with subprocess.Popen(arguments, stdin=child, stdout=child, stderr=child, start_new_session=True) as process:
        os.close(child)
        seen = _until(parent, "(not shown):")
        os.write(parent, b"RYGB\n")
        seen += _until(parent, "your row:")
        assert "RYGB" not in seen
        os.write(parent, b"ROYG\n")
        assert "1 exact, 2 near" in _until(parent, "near.")
        os.write(parent, b"\x04")
        assert process.wait(10) == 0
    os.close(parent)


def _until(terminal: int, end: str) -> str:
    seen = ""
    while end not in seen:
        try:
            data = os.read(terminal, 4096)
        except OSError:  # the other side is gone
            break
        if not data:
            break
        seen += data.decode()
    assert end in seen
    return seen
