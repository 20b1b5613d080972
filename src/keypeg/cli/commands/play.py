"""`keypeg play`: the terminal app, or line mode."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from keypeg.cli.output import in_terminal, words
from keypeg.core import Rules
from keypeg.errors import Illegal, Malformed
from keypeg.notation import rules as read_rules

if TYPE_CHECKING:
    from keypeg.terminal.match.session import Session


def play(
    rules: str | None = None,
    /,
    *,
    seats: Annotated[str | None, Parameter(name="--seats")] = None,
    coach: Annotated[str | None, Parameter(name="--coach")] = None,
    record: Annotated[str | None, Parameter(name="--open")] = None,
    join: Annotated[str | None, Parameter(name="--join")] = None,
    name: Annotated[str, Parameter(name="--name")] = "",
    plain: Annotated[bool, Parameter(name="--plain", negative=())] = False,
) -> None:
    """Play in the terminal."""
    found = read_rules(rules) if rules else None
    if seats and not found:
        raise Malformed("play-seats-without-rules")
    if coach:
        from keypeg.table import read_level

        read_level(coach)
    if not plain and not in_terminal():
        raise Illegal("play-no-terminal")
    session = _session(found, seats, coach, record, plain=plain)
    if join:
        from keypeg.terminal.match.remote import RemoteSession

        session = RemoteSession(words(), join, name)
    if plain:
        _plain(found, coach, session)
    else:
        _app(rules, coach, session)


def _session(
    rules: Rules | None, seats: str | None, coach: str | None, record: str | None, *, plain: bool
) -> Session | None:
    """Return the match that was asked for; None if something is still to be chosen."""
    from keypeg.terminal import store
    from keypeg.terminal.match import setup

    if record:
        return setup.go_on(words(), store.read(record), plain=plain)
    if rules is None or seats is None:
        return None
    # Line by line, people are asked before computers, however long they take.
    window = None if plain else setup.CALL_WINDOW
    return setup.start(words(), rules, setup.read_occupants(rules, seats), coach or setup.COACH, call_window=window)


def _plain(rules: Rules | None, coach: str | None, session: Session | None) -> None:
    from keypeg.terminal.match import setup
    from keypeg.terminal.plain import Console, PlainMatch, ask_occupants, ask_rules

    console = Console(words(), sys.stdin, sys.stdout)
    if session is None:
        found = rules or ask_rules(console)
        occupants = None
        if found:
            occupants = setup.read_occupants(found, None) if rules else ask_occupants(console, found)
        if not found or not occupants:
            return
        session = setup.start(words(), found, occupants, coach or setup.COACH, call_window=None)
    PlainMatch(session, console).run()


def _app(rules: str | None, coach: str | None, session: Session | None) -> None:
    from keypeg.terminal.app import KeypegApp
    from keypeg.terminal.match.form import MatchForm
    from keypeg.terminal.screens.start import StartScreen

    form = MatchForm.of(rules) if rules and not session else None
    if form and coach:
        form.coach = coach
    app = KeypegApp(words(), lambda: StartScreen(form=form, session=session))
    app.run()
    if app.fault:
        raise app.fault
