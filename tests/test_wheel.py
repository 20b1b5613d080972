"""A wheel carries the page, also when it is built on a machine that has no npm."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

ROOT = Path(__file__).parents[1]
TOOLS = ("sh", "bash", "env", "uname")
"""All that scripts of npm packages may take for granted."""


@pytest.mark.long
@pytest.mark.parametrize("has_npm", [True, False])
def test_a_wheel_carries_the_page(tmp_path: Path, has_npm: bool) -> None:
    source, path = tmp_path / "source", tmp_path / "bin"
    left_out = shutil.ignore_patterns(
        ".git", ".venv", "node_modules", "static", "__pycache__", ".*_cache", "screenshots"
    )
    shutil.copytree(ROOT, source, ignore=left_out)
    path.mkdir()
    for tool in TOOLS:
        (path / tool).symlink_to(shutil.which(tool) or "")
    environment = {**os.environ, "PATH": os.environ["PATH"] if has_npm else str(path)}
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel"]
    subprocess.run(command, cwd=source, env=environment, check=True, capture_output=True)
    (wheel,) = (source / "dist").glob("*.whl")
    names = ZipFile(wheel).namelist()
    assert "keypeg/server/static/index.html" in names
    assert any(name.startswith("keypeg/server/static/assets/") and name.endswith(".js") for name in names)
    assert not any("node_modules" in name for name in names)
