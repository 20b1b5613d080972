"""With nothing compiled, small games are answered at once."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
from pathlib import Path

from keypeg.words import SETTING, Words

KEYPEG = [sys.executable, "-m", "keypeg"]


def _run(cache: Path, *command: str) -> str:
    settings = os.environ | {"NUMBA_CACHE_DIR": str(cache)}
    return subprocess.run([*KEYPEG, *command], env=settings, capture_output=True, text=True, check=True).stdout


def test_a_small_game_compiles_nothing_and_has_the_same_answer(tmp_path: Path) -> None:
    found = json.loads(_run(tmp_path, "strategy", "4x6", "--by", "minimax", "--json"))
    assert (found["total"], found["worst"]) == (5801, 5)
    assert not list(tmp_path.rglob("*.nbi"))


def test_a_proved_tree_and_a_small_set_compile_nothing(tmp_path: Path) -> None:
    _run(tmp_path, "suggest", "togo", "--json")
    _run(tmp_path, "suggest", "4x6", "RROO:1,1", "RYRG:0,2", "OBRP:1,1", "--json")
    assert not list(tmp_path.rglob("*.nbi"))


def test_on_a_terminal_it_says_that_it_compiles(tmp_path: Path) -> None:
    ours, theirs = pty.openpty()
    settings = os.environ | {"NUMBA_CACHE_DIR": str(tmp_path), SETTING: "en"}
    command = [*KEYPEG, "suggest", "5x6", "RROOY:1,1"]
    with subprocess.Popen(command, env=settings, stdout=subprocess.DEVNULL, stderr=theirs) as process:
        said = os.read(ours, 1000).decode()  # it comes before the first kernel is compiled
        process.kill()
    os.close(ours)
    os.close(theirs)
    assert said.strip() == Words("en").say("cli.compiling")
