"""The commands, as a person or a program at the other end sees them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from keypeg import boxes, new, play, read_move, rules, write_record
from keypeg.cli import main
from keypeg.cli.commands import COMMANDS
from keypeg.cli.output import words


@pytest.fixture(autouse=True)
def _english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KEYPEG_LANG", "en")
    words.cache_clear()


def answer(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    assert main([*arguments, "--json"]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return json.loads(out)


def test_boxes_lists_the_five(capsys: pytest.CaptureFixture[str]) -> None:
    shelf = answer(capsys, "boxes")
    assert [box["id"] for box in shelf] == ["logic24", "logic12", "togo", "challenge", "mm44"]
    fields = ["id", "name", "maker", "year", "seats", "holes", "colours", "codes", "variants", "options", "languages"]
    assert all(list(box) == fields for box in shelf)
    assert [box["codes"] for box in shelf] == [625, 625, 1680, 6720, 6480]


@pytest.mark.parametrize(
    ("text", "canonical", "holes", "colours", "codes"),
    [
        ("LOGIC24+blanks:rows=9,rounds=1", "logic24+blanks", 4, 5, 1296),
        ("challenge+doubles+beginner", "challenge+beginner+doubles", 4, 6, 1296),
        ("mm44:boards=2,seats=2", "mm44:seats=2,boards=2", 5, 6, 6480),
        ("togo:distinct-guesses,colours=6", "togo:colours=6,distinct-guesses", 4, 6, 360),
        ("04x5b", "4x5b", 4, 5, 1296),
    ],
)
def test_show_gives_the_canonical_text_and_the_sizes(
    capsys: pytest.CaptureFixture[str], text: str, canonical: str, holes: int, colours: int, codes: int
) -> None:
    shown = answer(capsys, "show", text)
    assert [shown[key] for key in ("rules", "holes", "colours", "codes")] == [canonical, holes, colours, codes]


def test_mark(capsys: pytest.CaptureFixture[str]) -> None:
    assert answer(capsys, "mark", "togo", "RYGB", "ROYG") == {"exact": 1, "near": 2}
    assert answer(capsys, "mark", "togo", "1345", "1234") == {"exact": 1, "near": 2}
    assert answer(capsys, "mark", "logic24+blanks", "Y..R", "..YY") == {"exact": 1, "near": 2}
    assert answer(capsys, "mark", "challenge:handicap=2", "ROYG", "RRYY", "--seat", "2") == {"exact": 2, "near": 0}
    assert answer(capsys, "mark", "mm44", "RRG.Y", "BBBRB") == {"by_hole": ["white", "white", "none", None, "none"]}


def test_check(capsys: pytest.CaptureFixture[str]) -> None:
    assert answer(capsys, "check", "4x6", "RROO:4,0") == {"codes": 1, "candidates": ["RROO"]}
    assert answer(capsys, "check", "4x6", "RROO:0,0", "--first", "2") == {"codes": 256, "candidates": ["YYYY", "YYYG"]}
    assert answer(capsys, "check", "4x6", "RRRR:0,0", "RRRO:4,0") == {"codes": 0, "candidates": []}
    assert answer(capsys, "check", "8x15")["codes"] == 15**8
    fits = answer(capsys, "check", "mm44", "BBBRB:w/w/-/_")
    assert (fits["codes"], fits["deals"]) == (800, 2880)
    counted = answer(capsys, "check", "mm44:seats=2,marks=counts", "1:RRRRR:1,0")
    assert counted["deals"] == 5 * 4 * 6
    many = answer(capsys, "check", "8x15", "RRRROOOO:1,1", "--first", "1")
    assert (many["codes"], len(many["candidates"])) == (None, 1)


def test_check_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "4x6", "RROO:1,1", "RYRG:0,2", "--first", "3"]) == 0
    assert capsys.readouterr().out == "23 codes fit.\nORYY ORYB ORYP …\n"
    assert main(["check", "4x6", "RROO:4,0"]) == 0
    assert capsys.readouterr().out == "1 code fits.\nRROO\n"


def record() -> str:
    state = new(rules("togo:first=1"))
    for line in ("1 hide RYGB", "2 guess ROYG", "2 guess RYGB", "2 hide NWPO", "1 guess NWPO"):
        seat, _, move = line.partition(" ")
        state = play(state, int(seat), read_move(state.rules, move))
    return write_record(state)


@pytest.mark.parametrize(
    ("rules", "moves", "waits"),
    [
        ("3x4:first=1", "1 hide RYG", "Waiting for Seat 2 to guess."),
        ("challenge", "2 hide ROYGB", "Waiting for Seat 1 to hide a code."),
        ("challenge", "", "Waiting for Seat 1 and Seat 2 to hide a code."),
        ("mm44", "", "Waiting for the draw."),
    ],
)
def test_of_a_match_that_runs_replay_says_whom_it_waits_for(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, rules: str, moves: str, waits: str
) -> None:
    file = tmp_path / "match.txt"
    file.write_text(f"Keypeg-Record: 2\nRules: {rules}\n\n{moves}\n", encoding="utf-8")
    assert main(["replay", str(file)]) == 0
    assert capsys.readouterr().out.splitlines()[-2:] == ["The match is still running.", waits]


def test_replay(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "match.txt"
    file.write_text(record(), "utf-8")
    told = answer(capsys, "replay", str(file))
    assert (told["rules"], told["points"], told["winner"], told["over"]) == ("togo:first=1", [2, 1], 1, True)
    assert [(attempt["broken"], attempt["points"]) for attempt in told["rounds"]] == [(True, [2, 0]), (True, [0, 1])]
    assert told["rounds"][0]["rows"][0] == {"seat": 2, "board": 1, "guess": "ROYG", "marks": "1,2"}
    assert main(["replay", str(file)]) == 0
    told = capsys.readouterr().out
    assert "Seat 2 broke the code in row 2." in told
    assert told.endswith("Points: 2 1\nSeat 1 wins the match.\n")


def test_of_a_split_code_that_nobody_found_replay_says_that_nobody_wins(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "match.txt"
    moves = "table deal R.... .P...\n1 call R.P..\n2 call .PR..\n"
    file.write_text(f"Keypeg-Record: 2\nRules: mm44:seats=2,first=1\n\n{moves}", "utf-8")
    assert main(["replay", str(file)]) == 0
    assert capsys.readouterr().out.endswith("Points: 0 0\nNobody wins the match.\n")


def test_a_record_may_come_by_standard_input() -> None:
    assert run("replay", "-", input=record()).stdout.endswith("Seat 1 wins the match.\n")


WRONG = {
    "frobnicate": "command-unknown",
    "mark togo RYGB": "usage-missing",
    "mark togo RYGB ROYG RYGB": "usage-too-much",
    "mark togo RYGB ROYG --frob": "usage-option",
    "check togo --first many": "usage-value",
    "mark nobox RYGB ROYG": "box-unknown",
    "mark togo+x RYGB ROYG": "variant-none",
    "mark logic24+x YYYY YYYY": "variant-unknown",
    "show togo:frob=1": "option-unknown",
    "show togo:rows=0": "option-value",
    "show togo:rows=012": "option-value",
    "show togo:rows": "option-needs-value",
    "show togo:distinct-guesses=3": "option-is-switch",
    "show togo:rows=8,rows=9": "option-twice",
    "show togo:rounds=3": "rounds-not-even",
    "show challenge:rounds=2": "rounds-not-odd",
    "show logic24:equal-turns": "option-needs",
    "show challenge+beginner:handicap=1": "option-senseless",
    "show mm44:seats=2,first=3": "first-unknown",
    "show 4x3d": "colours-too-few",
    "show 9x9": "free-form-size",
    "show 4x6:unbroken=plus1": "unbroken-needs-rows",
    "show ::": "rules-unreadable",
    "show togo:rows==3": "rules-option-unreadable",
    "mark togo RYGZ ROYG": "code-unreadable",
    "mark togo RYG9 ROYG": "code-unreadable",
    "mark togo RYGR ROYG": "peg-twice",
    "mark togo RYG ROYG": "holes-wrong",
    "mark togo RYG. ROYG": "hole-empty",
    "mark challenge+beginner ROYW ROYG": "code-unreadable",
    "mark mm44 RRGYB RRGYB": "call-holes",
    "mark togo RYGB ROYG --seat 3": "seat-unknown",
    "check 4x6 RROO": "row-unreadable",
    "check 4x6 RROO:x": "marks-unreadable",
    "check 4x6 RROO:5,0": "marks-impossible",
    "check 4x6 RRO:4,0": "holes-wrong",
    "check 4x6 --first 99999999999999999999": "first-range",
    "check 4x6 --first 1.5": "usage-value",
    "check 4x6 --seat 1.0": "usage-value",
    "suggest 4x6 --top 0x2": "usage-value",
    "check 4x15 \ufb02\ufb02:1,0": "code-unreadable",
    "check mm44:marks=counts 1:RROOY:3,1": "marks-too-many",
    "check mm44 RROOY:1,1": "row-split-unreadable",
    "check mm44 RROOY:_/x/b/w": "answer-unreadable",
    "check mm44:marks=counts RROOY:1,1": "row-counts-unreadable",
    "suggest 4x6 --top 0": "top-range",
    "suggest 4x6 --top 101": "top-range",
    "suggest mm44 --share ..R.. --top 3": "split-options",
    "suggest 4x6 --effort 0": "effort-range",
    "suggest 4x6 --share R...": "share-not-split",
    "suggest 4x6 --seat 3": "seat-unknown",
    "suggest mm44": "share-missing",
    "suggest mm44 --share RR...": "share-holes",
    "suggest mm44 RBGYO:_/b/b/b --seat 2 --share ..R..": "code-none-fits",
    "worth 4x6 RRO": "holes-wrong",
    "worth 4x6 XXXX": "code-unreadable",
    "worth 4x6 RROO --effort 1001": "effort-range",
    "worth 8x10 RROOYYGG": "space-too-large",
    "worth mm44 RROOY": "code-is-split",
    "worth togo:distinct-guesses RROO": "peg-twice",
    "replay no-such-file": "file-unreadable",
    "replay .": "file-unreadable",
    "replay /dev/zero": "file-too-large",
    "mark togo RY\x1b[31mGB ROYG": "code-unreadable",
}


@pytest.mark.parametrize("line", WRONG)
def test_bad_input_is_told_in_one_sentence(capsys: pytest.CaptureFixture[str], line: str) -> None:
    assert main(line.split()) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert "\x1b" not in err
    assert "{" not in err
    assert not err.startswith("error.")
    assert main([*line.split(), "--json"]) == 2
    told = json.loads(capsys.readouterr().err)
    assert told["error"] == WRONG[line]
    assert told["message"]


def test_a_bad_record_is_told_with_its_line(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "match.txt"
    file.write_text(record().replace("ROYG:1,2", "ROYG:2,1"), "utf-8")
    assert main(["replay", str(file), "--json"]) == 2
    told = json.loads(capsys.readouterr().err)
    assert (told["error"], told["line"]) == ("record-line", 6)
    assert "ROYG:1,2" in told["message"]
    file.write_bytes(b"\xff\xfe\x00")
    assert main(["replay", str(file)]) == 2
    assert "UTF-8" in capsys.readouterr().err


def test_every_command_has_help_with_an_example(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 0
    overview = capsys.readouterr().out
    for name in COMMANDS:
        assert f"keypeg {name}" in overview
        assert main([name, "--help"]) == 0
        assert f"Example: keypeg {name}" in capsys.readouterr().out


def test_every_option_and_every_colour_has_its_word() -> None:
    for box in boxes():
        for option in box.options.values():
            assert option.former or words().pattern(f"option.{option.name}")
    for peg in "ROYGBPWNCDEFHKL":
        words().pattern(f"colour.{peg}")


def run(*arguments: str, input: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    program = str(Path(sys.executable).parent / "keypeg")
    env = {**os.environ, **environment}
    return subprocess.run([program, *arguments], capture_output=True, text=True, check=False, env=env, input=input)


def test_the_real_program_answers() -> None:
    assert run("--version").stdout == "0.2.1\n"
    assert run("mark", "togo", "RYGB", "ROYG").stdout == "1,2\n"
    done = run("mark", "togo", "RYGB", "XXXX")
    assert (done.returncode, done.stdout) == (2, "")
    assert "Traceback" not in done.stderr


def test_it_speaks_the_language_that_is_asked_for() -> None:
    assert run("boxes", KEYPEG_LANG="en-XA").stdout != run("boxes", KEYPEG_LANG="en").stdout
    done = run("boxes", KEYPEG_LANG="xx")
    assert (done.returncode, done.stdout) == (2, "")
    assert "xx" in done.stderr
    assert run("mark", "togo", "RYGB", "ROYG", KEYPEG_LANG="xx").returncode == 2


def test_a_terminal_that_knows_only_ascii_gets_its_answer() -> None:
    done = run("show", "4x6", PYTHONIOENCODING="ascii")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("4x6\n")


def test_a_reader_that_has_seen_enough_is_no_error() -> None:
    program = Path(sys.executable).parent / "keypeg"
    done = subprocess.run(
        f"{program} boxes --json | head -c 1", shell=True, capture_output=True, text=True, check=False
    )
    assert (done.stdout, done.stderr) == ("[", "")


@pytest.mark.parametrize("where", [">/dev/full", ">&-"])
def test_an_answer_that_cannot_be_written_is_no_traceback(where: str) -> None:
    program = Path(sys.executable).parent / "keypeg"
    done = subprocess.run(f"{program} boxes {where}", shell=True, capture_output=True, text=True, check=False)
    assert "Traceback" not in done.stderr
    assert done.stderr.count("\n") <= 1
