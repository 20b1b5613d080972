"""A wheel carries the page, also when it is built on a machine that has no npm, and is small by itself."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from zipfile import ZipFile

import pytest

ROOT = Path(__file__).parents[1]
TOOLS = ("sh", "bash", "env", "uname")
"""All that scripts of npm packages may take for granted."""


PLAY = """
import sys
before = set(sys.modules)
from keypeg import Guess, Hide, KeypegError, new, outcome, play, read_record, rules, view, write_record
match = play(play(new(rules("togo:first=1")), 1, Hide("RYGB")), 2, Guess("ROYG"))
assert view(match, 2).boards[0].rows[0].total == (1, 2)
assert read_record(write_record(match)).state == match
try:
    play(match, 2, Guess("RRR"))
except KeypegError as error:
    assert str(error) == "“RRR” has 3 pegs; a row here has 4."
from keypeg.players import read_player
from keypeg.table import Table
table = Table(rules("togo"), {1: read_player("club"), 2: read_player("novice")}, seed="1")
table.run()
assert table.outcome
foreign = {name.partition(".")[0] for name in set(sys.modules) - before} - sys.stdlib_module_names
assert foreign <= {"keypeg", "__mp_main__"}, foreign
"""


def build_wheel(source: Path, environment: dict[str, str] | None = None) -> Path:
    """Build a wheel of a copy of the sources."""
    left_out = shutil.ignore_patterns(
        ".git", ".venv", "node_modules", "static", "__pycache__", ".*_cache", "screenshots", "*.nb[ic]"
    )
    shutil.copytree(ROOT, source, ignore=left_out)
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel"]
    subprocess.run(command, cwd=source, env=environment, check=True, capture_output=True)
    (wheel,) = (source / "dist").glob("*.whl")
    return wheel


def test_a_server_brings_python_for_the_browser_of_the_version_that_the_page_loads() -> None:
    ours, python = (
        tomllib.loads(Path(ROOT, folder, "pyproject.toml").read_text()) for folder in (".", "packaging/pyodide")
    )
    installed = json.loads((ROOT / "web" / "package-lock.json").read_text())["packages"]["node_modules/pyodide"]
    version = python["project"]["version"]
    assert version == installed["version"]
    assert f"{python['project']['name']}=={version}" in ours["project"]["optional-dependencies"]["server"]


@pytest.mark.long
def test_python_for_the_browser_is_a_small_wheel_of_its_own(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    subprocess.run(command, cwd=ROOT / "packaging" / "pyodide", check=True, capture_output=True)
    (wheel,) = tmp_path.glob("keypeg_pyodide-*.whl")
    names = {Path(name).name for name in ZipFile(wheel).namelist() if name.startswith("keypeg_pyodide/files/")}
    assert names == {"msgspec.zip", "pyodide.js", "pyodide.wasm.gz", "python.zip"}
    assert wheel.stat().st_size < 13_000_000


@pytest.mark.long
@pytest.mark.parametrize("has_npm", [True, False])
def test_a_wheel_carries_the_page(tmp_path: Path, has_npm: bool) -> None:
    path = tmp_path / "bin"
    path.mkdir()
    for tool in TOOLS:
        (path / tool).symlink_to(shutil.which(tool) or "")
    environment = {**os.environ, "PATH": os.environ["PATH"] if has_npm else str(path)}
    wheel = ZipFile(build_wheel(tmp_path / "source", environment))
    names = wheel.namelist()
    (metadata,) = (wheel.read(name).decode() for name in names if name.endswith(".dist-info/METADATA"))
    assert re.search("^Requires-Dist: keypeg-pyodide==.+; extra == 'server'$", metadata, re.MULTILINE)
    assert not any(name.startswith("keypeg_pyodide") for name in names)
    assert "keypeg/server/static/index.html" in names
    assert any(name.startswith("keypeg/server/static/assets/") and name.endswith(".js") for name in names)
    assert not any("node_modules" in name for name in names)


def pythons() -> Iterator[str]:
    """Every Python here that Keypeg declares to run on."""
    yield sys.executable
    for name in ("python3.11", "python3.12", "python3.13", "python3.14"):
        found = shutil.which(name)
        if found and not subprocess.run([found, "-c", ""], capture_output=True, check=False).returncode:
            yield found


@pytest.mark.long
def test_a_wheel_by_itself_is_small_plays_and_tells_what_is_missing(tmp_path: Path) -> None:
    wheel = build_wheel(tmp_path / "source")
    for number, python in enumerate(pythons()):
        place = tmp_path / f"venv-{number}"
        subprocess.run([python, "-m", "venv", place], check=True)
        programs = place / ("Scripts" if os.name == "nt" else "bin")
        pip = [str(programs / "python"), "-m", "pip", "install", "--quiet", "--no-index"]
        subprocess.run([*pip, str(wheel)], check=True)
        (package,) = place.glob("**/site-packages/keypeg")
        assert sum(file.stat().st_size for file in package.rglob("*") if file.is_file()) < 15_000_000
        subprocess.run([programs / "python", "-c", PLAY], check=True, cwd=tmp_path)
        done = subprocess.run([programs / "keypeg", "suggest", "togo"], capture_output=True, text=True, check=False)
        assert (done.returncode, done.stdout) == (2, "")
        assert "keypeg[cli,engine]" in done.stderr
