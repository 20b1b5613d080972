"""`keypeg play`: the terminal app."""

from __future__ import annotations

import sys
from typing import Annotated

from cyclopts import Parameter

from keypeg.cli.output import words
from keypeg.errors import Illegal
from keypeg.notation import rules as read_rules


def in_terminal() -> bool:
    """Whether the app can be seen and heard: Textual draws on standard error."""
    return sys.stdin.isatty() and sys.stdout.isatty() and sys.stderr.isatty()


def play(
    rules: str | None = None,
    /,
    *,
    seats: Annotated[str | None, Parameter(name="--seats")] = None,
) -> None:
    """Play in the terminal."""
    found = read_rules(rules) if rules else None
    if not in_terminal():
        raise Illegal("play-no-terminal")
    from keypeg.terminal.app import KeypegApp
    from keypeg.terminal.choosing import Choosing
    from keypeg.terminal.screens.start import StartScreen
    from keypeg.terminal.setup import read_chairs, start

    session = start(words(), found, read_chairs(found, seats)) if found and seats else None
    choosing = Choosing.of(rules) if rules and not session else None
    KeypegApp(words(), lambda: StartScreen(choosing=choosing, session=session)).run()
