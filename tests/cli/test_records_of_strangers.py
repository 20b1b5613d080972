"""No command prints what a terminal would obey, whatever a record of a stranger holds."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from keypeg.cli import main
from keypeg.notation import read_record

OBEYED = (
    "\x1b]0;title\x07",
    "\x1b]52;c;aGVsbG8=\x1b\\",
    "\x1b[2J",
    "\x9b31m",
    "\x9d0;title\x9c",
    "\x7f",
    "\x00",
    "\x08",
)
"""A title, the clipboard, a cleared screen; the same begun by one character; and characters that stand alone."""
HEADERS = ("Seat-1", "Seat-2", "Player-1", "Date", "Event", "Coach-2", "Coach-Used-2", "Call-Window", "Clock-1", "Note")
PLAYED = """
round 1 code 1
1 hide RYGB
2 guess RROO:1,0
2 guess RYGB:4,0
= 2 broke it in 2, adds 0 2
"""
RUNNING = PLAYED.partition("2 guess RYGB")[0]
COMMANDS = (
    ("review", "FILE"),
    ("review", "FILE", "--share"),
    ("review", "FILE", "--json"),
    ("replay", "FILE"),
    ("replay", "FILE", "--json"),
    ("verify", "FILE"),
    ("verify", "FILE", "--json"),
    ("play", "FILE", "--plain"),
)
CONTROL = re.compile(r"[\0-\x08\x0b-\x1f\x7f-\x9f]")


def printed(command: tuple[str, ...], text: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> str:
    file = folder / "match.txt"
    file.write_text(text, encoding="utf-8")
    main([str(file) if part == "FILE" else part for part in command])
    told = capsys.readouterr()
    return told.out + told.err


@pytest.mark.parametrize("obeyed", OBEYED, ids=ascii)
@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_no_header_reaches_a_terminal(
    command: tuple[str, ...], obeyed: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    headers = "".join(f"{name}: a{obeyed}z\n" for name in HEADERS if not name.startswith("Coach"))
    told = printed(command, f"Keypeg-Record: 2\nRules: 4x6:first=1\n{headers}{PLAYED}", tmp_path, capsys)
    assert told
    assert not CONTROL.search(told)


@pytest.mark.parametrize("played", [PLAYED, RUNNING], ids=["over", "running"])
@pytest.mark.parametrize("name", HEADERS)
@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_each_header_alone(
    command: tuple[str, ...], name: str, played: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = f"Keypeg-Record: 2\nRules: 4x6:first=1\n{name}: {''.join(OBEYED)}z\n{played}"
    told = printed(command, text, tmp_path, capsys)
    assert told
    assert not CONTROL.search(told)


@pytest.mark.parametrize("obeyed", OBEYED, ids=ascii)
@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
@pytest.mark.parametrize("line", ["Rules: 4x6{}", "Keypeg-Record: {}", "2 guess {}", "= {}", "Seat{}-1: x"])
def test_no_line_that_is_refused_reaches_a_terminal(
    command: tuple[str, ...], line: str, obeyed: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    wrong = line.format(obeyed)
    begin = "" if wrong.startswith("Keypeg") else "Keypeg-Record: 2\n"
    begin += "" if wrong.startswith(("Keypeg", "Rules")) else "Rules: 4x6:first=1\n"
    told = printed(command, f"{begin}{wrong}\n{PLAYED}", tmp_path, capsys)
    assert told
    assert not CONTROL.search(told)


def test_a_header_keeps_its_letters_and_tabs() -> None:
    record = read_record("Keypeg-Record: 2\nRules: 4x6:first=1\nEvent: Кубок\t2\x1b[31m é\n")
    assert record.headers == {"Event": "Кубок\t2\ufffd[31m é"}
