"""Every match is kept, finished or not, and can be resumed."""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from time import monotonic, sleep

import pytest
from textual.pilot import Pilot
from textual.widgets import OptionList

from keypeg.notation import read_record
from keypeg.terminal.app import KeypegApp
from keypeg.terminal.match.saved_matches import SavedMatch, saved_matches
from keypeg.terminal.match.setup import resume
from keypeg.terminal.screens.play import PlayScreen
from keypeg.terminal.screens.records import RecordsScreen
from keypeg.terminal.screens.review import ReviewScreen
from keypeg.terminal.screens.start import StartScreen
from keypeg.words import Words
from tests.terminal.driving import COLOURFUL, PATIENCE, SMALL, lines, match_app, settle
from tests.terminal.test_plain import keypeg

QUICK = "togo:first=2,rounds=1,parity=any"
"""The computer hides, and the match ends with its code, which no row of two colours can be."""


def kept(folder: Path) -> list[Path]:
    return sorted((folder / "records").glob("*.txt"))


def test_two_matches_are_kept_and_listed_and_either_is_resumed(tmp_path: Path) -> None:
    for row in ("RROO", "BBPP"):
        keypeg("play", QUICK, "--plain", said=f"{row}\nquit\n")
    first, second = kept(tmp_path)
    assert first.stem.endswith("-togo-1")
    assert second.stem.endswith("-togo-2")
    os.utime(first, (1, 1))
    listed = keypeg("play", "--resume", "--plain", said="")
    assert listed.stdout.splitlines() == [
        f"1: {second.stem} (togo:rounds=1,parity=any,first=2; Seat 1 and Club; round 1, 1 row)",
        f"2: {first.stem} (togo:rounds=1,parity=any,first=2; Seat 1 and Club; round 1, 1 row)",
        "Which one? Type its number.",
    ]
    again = keypeg("play", "--resume", "--plain", said="3\n2\nrows\nBBPP\nquit\n")
    assert "“3” is not one of these: type a number from 1 to 2." in again.stdout
    assert "red, red, orange, orange" in again.stdout
    assert kept(tmp_path) == [first, second]
    assert "1 guess BBPP" in first.read_text("utf-8")


def test_a_match_that_is_over_is_kept_but_not_listed(tmp_path: Path) -> None:
    keypeg("play", QUICK, "--plain", said="RROO\ngive-up\n")
    [file] = kept(tmp_path)
    assert "\nover, " in file.read_text("utf-8")
    verified = keypeg("verify", str(file), said="")
    assert (verified.returncode, verified.stderr) == (0, "")
    assert "seat 2’s seal" in verified.stdout
    assert keypeg("play", "--resume", "--plain", said="").stdout == "You have no unfinished matches.\n"


def test_a_match_in_which_nobody_has_moved_is_not_kept(tmp_path: Path) -> None:
    keypeg("play", QUICK, "--plain", said="quit\n")
    assert kept(tmp_path) == []


@pytest.mark.parametrize(
    ("end", "told"),
    [
        ("over, points 0 0, draw", "Nobody wins the match."),
        ("over, points 1 1, draw", "The match is a draw."),
        ("over, points 1 0, 1 wins", "Ada wins the match."),
    ],
)
def test_the_list_says_how_a_match_ended(tmp_path: Path, end: str, told: str) -> None:
    folder = tmp_path / "records"
    folder.mkdir()
    head = "Keypeg-Record: 2\nRules: mm44:seats=2,first=1\nSeat-1: Ada\nSeat-2: Bo\n"
    (folder / "split.txt").write_text(f"{head}\nround 1\n{end}\n", "utf-8")
    (found,) = saved_matches()
    assert isinstance(found, SavedMatch)
    assert found.result
    assert Words("en").render(found.result) == told


def test_the_only_row_taken_back_does_not_come_back(tmp_path: Path) -> None:
    keypeg("play", QUICK, "--plain", said="RROO\nundo\nquit\n")
    [file] = kept(tmp_path)
    assert "guess" not in file.read_text("utf-8")


async def test_a_question_to_the_coach_is_saved_at_once(tmp_path: Path) -> None:
    app, _ = match_app(QUICK, "you,club")
    async with asyncio.timeout(PATIENCE):
        async with app.run_test(size=SMALL) as pilot:
            await settle(pilot)
            await pilot.press(*"1122", "enter")
            screen = await settle(pilot)
            await pilot.press("t")
            assert isinstance(screen, PlayScreen)
            while screen.coach.busy:
                await pilot.pause()
            [file] = kept(tmp_path)
            assert "Coach-Used-1: 1.1.2:nudge" in file.read_text("utf-8")


def test_a_match_that_cannot_be_kept_says_so_once_and_goes_on(tmp_path: Path) -> None:
    (tmp_path / "records").write_text("in the way")
    done = keypeg("play", QUICK, "--plain", said="RROO\nBBPP\nquit\n")
    assert done.stdout.count(f"The file “{tmp_path / 'records'}” cannot be written (") == 1
    assert "Row 2: blue, blue, purple, purple:" in done.stdout


async def test_the_app_says_if_a_match_cannot_be_kept(tmp_path: Path) -> None:
    (tmp_path / "records").write_text("in the way")
    app, _ = match_app(QUICK, "you,club")
    async with asyncio.timeout(PATIENCE):
        async with app.run_test(size=SMALL) as pilot:
            await settle(pilot)
            for row in ("1122", "5566"):
                await pilot.press(*row, "enter")
                await settle(pilot)
            [told] = app._notifications
            assert "cannot be written" in told.message


def test_a_match_survives_the_end_of_its_process(tmp_path: Path) -> None:
    program = subprocess.Popen(
        [sys.executable, "-m", "keypeg", "play", QUICK, "--plain"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={"KEYPEG_LANG": "en", "PATH": "", "KEYPEG_DATA": str(tmp_path)},
    )
    assert program.stdin
    assert program.stdout
    program.stdin.write(b"RROO\nBBPP\n")
    program.stdin.flush()
    until = monotonic() + 60
    while monotonic() < until and not (kept(tmp_path) and "BBPP" in kept(tmp_path)[0].read_text("utf-8")):
        sleep(0.05)
    program.send_signal(signal.SIGKILL)
    program.communicate()
    state = read_record(kept(tmp_path)[0].read_text("utf-8")).state
    assert state.now is not None
    assert [row.guess for row in state.now.boards[0].rows] == ["RROO", "BBPP"]


def test_a_name_of_ones_own_takes_the_place_of_the_given_one(tmp_path: Path) -> None:
    keypeg("play", QUICK, "--plain", said="RROO\nsave evening\nBBPP\nquit\n")
    assert [file.name for file in kept(tmp_path)] == ["evening.txt"]
    assert "BBPP" in (tmp_path / "records" / "evening.txt").read_text("utf-8")


def test_a_file_elsewhere_is_opened_but_not_written(tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere.txt"
    keypeg("play", QUICK, "--plain", said=f"RROO\nsave {elsewhere}\nquit\n")
    before = elsewhere.read_bytes()
    shutil.rmtree(tmp_path / "records")
    keypeg("play", "--open", str(elsewhere), "--plain", said="BBPP\nquit\n")
    assert elsewhere.read_bytes() == before
    [file] = kept(tmp_path)
    assert "BBPP" in file.read_text("utf-8")


def test_files_that_are_not_records_do_no_harm(tmp_path: Path) -> None:
    keypeg("play", QUICK, "--plain", said="RROO\nquit\n")
    for name, content in {"odd": b"no record", "empty": b"", "bytes": b"\xff\x00", "rules": b"Rules: nobox\n"}.items():
        (tmp_path / "records" / f"{name}.txt").write_bytes(content)
    done = keypeg("play", "--resume", "--plain", said="")
    assert (done.returncode, done.stderr, len(done.stdout.splitlines())) == (0, "", 2)


def test_a_match_whose_headers_were_written_by_hand_can_be_resumed(tmp_path: Path) -> None:
    (tmp_path / "records").mkdir()
    (tmp_path / "records" / "hand.txt").write_text("Keypeg-Record: 2\nrules:  togo:first=1\n1 hide RYGB\n", "utf-8")
    listed = keypeg("play", "--resume", "--plain", said="")
    assert "1: hand (togo:first=1; Seat 1 and Seat 2; round 1, no rows yet)" in listed.stdout


def test_the_referee_keeps_its_match_too(tmp_path: Path) -> None:
    done = keypeg("home", "togo:first=1", "--as", "referee", "--names", "Ada,Bo", said="RYGB\nROYG\nquit\n")
    assert done.returncode == 0
    listed = keypeg("play", "--resume", "--plain", said="")
    assert "(togo:first=1; Ada and Bo; round 1, 1 row)" in listed.stdout
    assert len(kept(tmp_path)) == 1


def test_an_entry_that_the_referee_took_back_does_not_come_back(tmp_path: Path) -> None:
    keypeg("home", "togo:first=1", "--as", "referee", said="RYGB\nundo\nquit\n")
    [file] = kept(tmp_path)
    assert "hide" not in file.read_text("utf-8")


def test_an_engine_is_named_in_the_record_and_starts_again_only_if_its_command_is_given_again(tmp_path: Path) -> None:
    program = Path(__file__).parents[2] / "examples" / "engine.py"
    seats = f"you,engine:{sys.executable} {program}"
    keypeg("play", QUICK, "--seats", seats, "--plain", said="RROO\nquit\n")
    [file] = kept(tmp_path)
    text = file.read_text("utf-8")
    assert read_record(text).headers["Engine-2"] == "Example"
    assert program.name not in text
    alone = resume(Words(), file.stem)
    assert alone.here == {1, 2}, "nothing is started"
    alone.close()
    both = resume(Words(), file.stem, seats=seats)
    assert both.here == {1}
    both.close()
    again = keypeg("play", "--open", file.stem, "--seats", seats, "--plain", said="BBPP\nquit\n")
    assert (again.returncode, again.stderr) == (0, "")
    assert "1 guess BBPP" in file.read_text("utf-8")


async def test_a_match_that_is_over_opens_with_its_review(tmp_path: Path) -> None:
    keypeg("play", QUICK, "--plain", said="RROO\ngive-up\n")
    [file] = kept(tmp_path)
    session = resume(Words(), file.stem)
    app = KeypegApp(Words(), lambda: StartScreen(session=session), pause=0, environ=COLOURFUL)
    async with asyncio.timeout(PATIENCE):
        async with app.run_test(size=SMALL) as pilot:
            await pilot.pause()
            assert isinstance(pilot.app.screen, ReviewScreen)
            assert file.stem in lines(app)[0]


async def test_the_app_lists_unfinished_matches_and_resumes_one(tmp_path: Path) -> None:
    keypeg("play", QUICK, "--plain", said="RROO\ngive-up\n")
    keypeg("play", QUICK, "--plain", said="RROO\nquit\n")
    app = KeypegApp(Words(), lambda: StartScreen(resume=True), pause=0, environ=COLOURFUL)

    async def script(pilot: Pilot[None]) -> None:
        await pilot.pause()
        assert isinstance(pilot.app.screen, RecordsScreen)
        assert pilot.app.screen.query_one(OptionList).option_count == 1
        assert "round 1, 1 row" in "\n".join(lines(app))
        await pilot.press("enter")
        await settle(pilot)
        await pilot.press(*"5566", "enter")
        await settle(pilot)
        screen = pilot.app.screen
        assert isinstance(screen, PlayScreen)
        assert len(screen.input.view.boards[0].rows) == 2

    async with asyncio.timeout(PATIENCE):
        async with app.run_test(size=SMALL) as pilot:
            await script(pilot)
    assert len(kept(tmp_path)) == 2
    assert any("1 guess BBPP" in file.read_text("utf-8") for file in kept(tmp_path))
