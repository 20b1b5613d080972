"""Find the programs that the tests start, by whatever means they were installed.

`python -m tests.programs` installs what is missing with apt, if it can, and otherwise names it in one line.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from itertools import chain
from pathlib import Path

CHROMIUM_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "msedge")
CHROMIUM_APPS = (
    Path("/Applications/Chromium.app/Contents/MacOS/Chromium"),
    Path("/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"),
    Path("C:/Program Files/Google/Chrome/Application/chrome.exe"),
)
HEADLESS_CHROMIUM = "chromium-headless-shell"
"""A Debian package and the program in it: Chromium without windows takes two thirds of the time."""
POSTGRES_FOLDERS = ("/usr/lib/postgresql/*/bin", "/usr/pgsql-*/bin", "/opt/homebrew/opt/postgresql@*/bin")
"""Distributions keep the server's programs off the PATH. Of several versions the last in the alphabet is taken."""
FAKETIME_FOLDERS = ("usr/lib/*/faketime/libfaketimeMT.so.1", "usr/lib*/faketime/libfaketimeMT.so.1")


def chromium() -> str | None:
    """Return a whole browser: $CHROMIUM, or the first one found."""
    named = (found for name in CHROMIUM_NAMES if (found := shutil.which(name)))
    apps = (str(app) for app in CHROMIUM_APPS if app.exists())
    return os.environ.get("CHROMIUM") or next(chain(named, apps), None)


def headless_chromium() -> str | None:
    """Return the browser that plays in the page's tests: $CHROMIUM, one without windows, or else a whole one."""
    return os.environ.get("CHROMIUM") or shutil.which(HEADLESS_CHROMIUM) or chromium()


def postgres() -> Path | None:
    """Return the folder with `postgres` and `initdb`, which the server's tests start and stop."""
    on_path = shutil.which("initdb")
    if on_path:
        return Path(on_path).resolve().parent
    folders = (folder for pattern in POSTGRES_FOLDERS for folder in Path("/").glob(pattern.lstrip("/")))
    return max((folder for folder in folders if (folder / "initdb").exists()), default=None)


def faketime() -> Path | None:
    """Return the library that moves the clock of one process."""
    return next((found for folder in FAKETIME_FOLDERS for found in Path("/").glob(folder)), None)


def nginx() -> str | None:
    """Return the reverse proxy in front of two processes; Debian keeps it off the PATH of users."""
    return shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin:/usr/local/sbin")


def caddy() -> str | None:
    """Return the other reverse proxy that docs/operations.md configures."""
    return shutil.which("caddy")


def missing() -> list[str]:
    """Return the names of the Debian packages of all programs that are not there."""
    found = {
        "caddy": caddy(),  # proxies in front of several processes
        "chromium": chromium(),  # the browser for the page's tests
        "fish": shutil.which("fish"),  # shells in which completion is tried
        "libfaketime": faketime(),  # a clock that jumps
        "nginx-light": nginx(),
        "postgresql": postgres(),  # the database for the server's tests
        "tmux": shutil.which("tmux"),  # a real terminal for the terminal's tests
        "zsh": shutil.which("zsh"),
    }
    return [name for name, place in found.items() if place is None]


def _is_offered(package: str) -> bool:
    """Return True if apt knows the package: Ubuntu has no Chromium without windows, and macOS no apt."""
    apt = shutil.which("apt-cache")
    return bool(apt) and subprocess.run([str(apt), "show", package], capture_output=True, check=False).returncode == 0


def _install(packages: list[str]) -> bool:
    """Install Debian packages as root, or with a sudo that asks for no password."""
    apt, sudo = shutil.which("apt-get"), shutil.which("sudo")
    is_root = hasattr(os, "geteuid") and os.geteuid() == 0
    if not apt or not (is_root or sudo):
        return False
    run = [apt, "--quiet", "--quiet"] if is_root else [str(sudo), "--non-interactive", apt, "--quiet", "--quiet"]
    print(f"Installing Debian packages: {' '.join(packages)}", flush=True)
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    commands = ([*run, "update"], [*run, "install", "--yes", "--no-install-recommends", *packages])
    return all(subprocess.run(command, env=environment, check=False).returncode == 0 for command in commands)


def main() -> int:
    packages = missing()
    if packages and not (_install(packages) and not missing()):
        print(f"make test lacks {', '.join(packages)}: please install them and run it again.", file=sys.stderr)
        return 1
    if headless_chromium() == chromium() and "CHROMIUM" not in os.environ and _is_offered(HEADLESS_CHROMIUM):
        _install([HEADLESS_CHROMIUM])  # without it the page's tests only take longer
    return 0


if __name__ == "__main__":
    sys.exit(main())
