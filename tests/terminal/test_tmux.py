"""The real program in a real terminal: what tmux shows, and that the terminal is left as it was."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from time import monotonic, sleep

import pytest

pytestmark = pytest.mark.skipif(shutil.which("tmux") is None, reason="tmux is not installed")


class Terminal:
    """A tmux of its own with one pane."""

    def __init__(self, folder: Path) -> None:
        self._socket = str(folder / "tmux")

    def tmux(self, *arguments: str) -> str:
        done = subprocess.run(
            ["tmux", "-S", self._socket, "-f", "/dev/null", *arguments],  # noqa: S607
            capture_output=True,
            text=True,
            check=False,
        )
        return done.stdout

    def run(self, command: str, folder: Path, *, width: int = 80, height: int = 24, **environ: str) -> None:
        """Run a command in the pane; when it has ended, its status is shown and the pane stays."""
        settings = {"KEYPEG_LANG": "en", "KEYPEG_DATA": str(folder), "LC_ALL": "C.UTF-8", **environ}
        said = " ".join(f"{name}={shlex.quote(value)}" for name, value in settings.items())
        line = f"env -u COLORTERM {said} {command}; echo status $?; exec cat"
        self.tmux("new-session", "-d", "-x", str(width), "-y", str(height), line)

    def keys(self, *keys: str) -> None:
        self.tmux("send-keys", *keys)

    def shown(self, text: str, *, escapes: bool = False, seconds: float = 30) -> str:
        """What the pane shows, as soon as this text is there."""
        until = monotonic() + seconds
        while True:
            pane = self.tmux("capture-pane", "-p", *(["-e"] if escapes else []))
            if text in pane:
                return pane
            assert monotonic() < until, f"{text!r} did not appear in:\n{pane}"
            sleep(0.05)


@pytest.fixture
def terminal() -> Iterator[Terminal]:
    # The path of a socket must be short.
    folder = Path(os.environ.get("TMPDIR", "/tmp")) / f"keypeg-{os.getpid()}"  # noqa: S108
    folder.mkdir(mode=0o700)
    found = Terminal(folder)
    yield found
    found.tmux("kill-server")
    shutil.rmtree(folder, ignore_errors=True)


PROGRAM = f"{shlex.quote(sys.executable)} -m keypeg"


def test_a_row_is_placed_and_the_terminal_is_left_clean(terminal: Terminal, tmp_path: Path) -> None:
    terminal.run(f"{PROGRAM} play togo:first=2 --seats you,club", tmp_path, TERM="tmux-256color")
    terminal.shown("Your turn: row")
    terminal.keys("1", "2", "3", "4")
    terminal.shown("red, orange, yellow, green: press Enter to place it.")
    terminal.keys("Enter")
    terminal.shown("2[  · ]")
    terminal.keys("?")
    terminal.shown("hold the peg for the next rows")
    terminal.keys("Escape")
    terminal.shown("2[  · ]")
    terminal.keys("C-c")
    pane = terminal.shown("status 0")
    assert "Mastermind" not in pane
    assert "Traceback" not in pane
    [kept] = (tmp_path / "records").iterdir()
    assert "1 guess ROYG" in kept.read_text("utf-8")


def test_ctrl_z_suspends_the_app_and_fg_brings_it_back(terminal: Terminal, tmp_path: Path) -> None:
    terminal.run("bash --norc", tmp_path, PS1="shell> ", TERM="tmux-256color")
    terminal.shown("shell>")
    terminal.keys(f"{PROGRAM} play togo:first=2 --seats you,club", "Enter")
    terminal.shown("Your turn: row")
    terminal.keys("1", "2", "3", "4")
    terminal.shown("red, orange, yellow, green: press Enter to place it.")
    terminal.keys("C-z")
    terminal.shown("Stopped")
    terminal.keys("fg", "Enter")
    terminal.shown("red, orange, yellow, green: press Enter to place it.")
    terminal.keys("Enter")
    terminal.shown("2[  · ]")


def test_keypeg_alone_opens_the_first_screen_in_sixteen_colours_too(terminal: Terminal, tmp_path: Path) -> None:
    terminal.run(PROGRAM, tmp_path, width=120, height=40, TERM="xterm")
    pane = terminal.shown("New match", escapes=True)
    assert "\x1b[41m" in pane
    assert "38;5;" not in pane
    assert "38;2;" not in pane
    terminal.keys("Escape")
    terminal.shown("status 0")
