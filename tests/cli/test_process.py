"""The program as a shell and a terminal treat it: signals, pipes, closed streams, odd environments, completion."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.players.test_engine import is_gone

KEYPEG = str(Path(sys.executable).parent / "keypeg")
BAD = Path(__file__).parents[1] / "players" / "bad_engine.py"


def shell(line: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["/bin/bash", "-c", line],
        env={**os.environ, "PATH": f"{Path(KEYPEG).parent}:{os.environ['PATH']}", **environment},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


@pytest.mark.parametrize(
    ("line", "status", "out", "err"),
    [
        ("keypeg replay - <&-", 2, "", "This is not a Keypeg record"),
        ("keypeg engine <&-", 0, "", ""),
        ("keypeg mark togo RYGB ROYG <&- 2>&-", 0, "1,2", ""),
        ("keypeg mark togo RYGB ROYG >&-", 2, "", "could not be written"),
        ("keypeg mark togo RYGB ROYG >/dev/full", 2, "", "could not be written"),
        ("keypeg mark togo RYGB >&- 2>&-", 2, "", ""),
        ("keypeg check 4x6 --first 1000 | head -c 3; exit ${PIPESTATUS[0]}", 0, "1,2", ""),
        ("keypeg players --json | true; exit ${PIPESTATUS[0]}", 0, "", ""),
    ],
)
def test_closed_and_broken_streams(line: str, status: int, out: str, err: str) -> None:
    done = shell(line)
    assert done.returncode == status
    assert done.stdout.startswith(out)
    assert "Traceback" not in done.stderr
    assert done.stderr.count("\n") == (1 if err else 0)
    assert err in done.stderr


@pytest.mark.parametrize(
    "environment",
    [
        {"LANG": "C", "LC_ALL": "C"},
        {"LANG": "de_DE.UTF-8", "LC_ALL": ""},
        {"LANG": "xx_YY.KOI8-R", "LC_ALL": "", "TERM": "dumb", "NO_COLOR": "1"},
        {"TERM": "", "HOME": "/nowhere", "COLUMNS": "0", "PYTHONIOENCODING": "latin-1"},
    ],
    ids=str,
)
def test_odd_environments(environment: dict[str, str]) -> None:
    done = shell("keypeg boxes", **environment)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("logic24 ")
    assert "\x1b" not in done.stdout


def interrupted(
    arguments: list[str], began: Path, end: int = signal.SIGINT, program: str = KEYPEG
) -> tuple[int, float, str]:
    """Start, and when the file is there send Ctrl-C, as a terminal does to the whole group; the status and how long.

    Any other signal is for the program alone.
    """
    with subprocess.Popen(
        [program, *arguments],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
        text=True,
    ) as process:
        until = time.monotonic() + 30
        while not (began.exists() and began.read_text()) and time.monotonic() < until:
            time.sleep(0.02)
        if end == signal.SIGINT:
            os.killpg(process.pid, end)
        else:
            process.send_signal(end)
        start = time.monotonic()
        out, err = process.communicate(timeout=30)
        assert out == ""
        return process.returncode, time.monotonic() - start, err


def test_ctrl_c_ends_a_match_and_the_engine_that_hangs_in_it(tmp_path: Path) -> None:
    numbers = tmp_path / "numbers"
    engine = f"engine:{sys.executable} {BAD} stubborn {numbers}"
    arguments = ["match", "togo:first=1", "--seats", f"club,{engine}", "--matches", "2", "--time", "60"]
    status, seconds, err = interrupted(arguments, numbers)
    assert (status, err) == (130, "")
    assert seconds < 10
    assert all(is_gone(int(number)) for number in numbers.read_text().split())


@pytest.mark.parametrize(("end", "expected"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_matches_on_all_cores_end_with_their_engines(end: int, expected: int, tmp_path: Path) -> None:
    numbers = tmp_path / "numbers"
    engine = f"engine:{sys.executable} {BAD} hang {numbers}"
    arguments = ["match", "togo:first=1", "--seats", f"club,{engine}", "--matches", "30", "--time", "60"]
    status, seconds, err = interrupted(arguments, numbers, end)
    assert (status, err) == (expected, "")
    assert seconds < 10
    assert all(is_gone(int(number)) for number in numbers.read_text().split())


def test_progress_bars_are_for_terminals_only(tmp_path: Path) -> None:
    done = shell(f"keypeg match togo --seats club,club --matches 3 --json --records {tmp_path} 2>{tmp_path}/err")
    assert json.loads(done.stdout)["matches"] == 3
    assert (tmp_path / "err").read_text() == ""
