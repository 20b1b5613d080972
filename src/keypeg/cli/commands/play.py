"""`keypeg play`: the terminal app, or line mode."""

from __future__ import annotations

import sys
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from keypeg.cli.options import Allowed
from keypeg.cli.output import in_terminal, words
from keypeg.core import Rules
from keypeg.errors import Illegal, Malformed
from keypeg.notation import rules as read_rules

if TYPE_CHECKING:
    from keypeg.terminal.match.session import Session

OCCUPANTS = "you, you=NAME, novice, club, expert, perfect, engine:COMMAND"
NO_LIMIT = "none"
"""The value for a call window without a limit."""


def play(
    rules: str | None = None,
    /,
    *,
    seats: Annotated[str | None, Parameter(name="--seats"), Allowed(OCCUPANTS)] = None,
    coach: Annotated[str | None, Parameter(name="--coach"), Allowed("off, check, explain, hint", "hint")] = None,
    call_window: Annotated[str | None, Parameter(name="--call-window"), Allowed("1–600, none", "6")] = None,
    record: Annotated[str | None, Parameter(name="--open")] = None,
    resume: Annotated[bool, Parameter(name="--resume", negative=())] = False,
    join: Annotated[str | None, Parameter(name="--join")] = None,
    name: Annotated[str, Parameter(name="--name")] = "",
    plain: Annotated[bool, Parameter(name="--plain", negative=())] = False,
) -> None:
    """Play in the terminal."""
    found = read_rules(rules) if rules else None
    if seats and not (found or record):
        raise Malformed("play-seats-without-rules")
    if coach:
        from keypeg.table import read_level

        read_level(coach)
    window = _window(call_window, found, plain=plain)
    if not plain and not in_terminal():
        raise Illegal("play-no-terminal")
    if join:
        from keypeg.terminal.match.remote import RemoteSession

        session: Session | None = RemoteSession(words(), join, name)
    else:
        session = _session(found, _Agreed(seats, coach, window), record, plain=plain)
    if plain:
        _plain(found, coach, session, resume=resume)
    else:
        _app(rules, _Agreed(seats, coach, window), session, resume=resume)


@dataclass(frozen=True, slots=True)
class _Agreed:
    """The options agreed on before the match."""

    seats: str | None
    coach: str | None
    window: str | None


def _window(text: str | None, rules: Rules | None, *, plain: bool) -> str | None:
    """Check the length of the call window and return it: seconds, or `none` for no limit."""
    if text is None:
        return None
    from keypeg.table.saved import read_window

    if rules is None or not rules.split:
        raise Illegal("play-window")
    window = None if text == NO_LIMIT else read_window(text)
    if window is None or window.seconds is None:
        return NO_LIMIT
    if plain:
        raise Illegal("play-window-plain")
    return f"{window.seconds:g}"


def _session(rules: Rules | None, agreed: _Agreed, record: str | None, *, plain: bool) -> Session | None:
    """Return the match that the options ask for; None if there is something left to choose."""
    from keypeg.terminal.match import setup

    if record:
        return setup.resume(words(), record, seats=agreed.seats, plain=plain)
    if rules is None or agreed.seats is None:
        return None
    # In line mode, people are asked before computers, however long they take.
    no_limit = plain or agreed.window == NO_LIMIT
    window = None if no_limit else float(agreed.window or setup.CALL_WINDOW)
    occupants = setup.read_occupants(rules, agreed.seats)
    return setup.start(words(), rules, occupants, agreed.coach or setup.COACH, call_window=window)


def _plain(rules: Rules | None, coach: str | None, session: Session | None, *, resume: bool) -> None:
    from keypeg.terminal.match import setup
    from keypeg.terminal.plain import Console, PlainMatch, ask_occupants, ask_resume, ask_rules

    console = Console(words(), sys.stdin, sys.stdout)
    if session is None and resume:
        chosen = ask_resume(console)
        if chosen is None:
            return
        session = setup.resume(words(), chosen, plain=True)
    if session is None:
        found = rules or ask_rules(console)
        occupants = None
        if found:
            occupants = setup.read_occupants(found, None) if rules else ask_occupants(console, found)
        if not found or not occupants:
            return
        session = setup.start(words(), found, occupants, coach or setup.COACH, call_window=None)
    PlainMatch(session, console).run()


def _app(rules: str | None, agreed: _Agreed, session: Session | None, *, resume: bool) -> None:
    from keypeg.terminal.app import KeypegApp
    from keypeg.terminal.match.form import MatchForm
    from keypeg.terminal.screens.start import StartScreen

    form = MatchForm.of(rules) if rules and not session and not resume else None
    if form:
        form = replace(form, coach=agreed.coach or form.coach, window=agreed.window or form.window)
    app = KeypegApp(words(), lambda: StartScreen(form=form, session=session, resume=resume))
    app.run()
    if app.fault:
        raise app.fault
