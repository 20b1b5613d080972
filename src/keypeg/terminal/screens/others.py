"""Dealing with the others at a server’s table: a phrase for them, and their round where they stay away."""

from __future__ import annotations

from collections.abc import Callable

from keypeg.terminal.app import KeypegApp
from keypeg.terminal.match.session import Company
from keypeg.terminal.screens.match_menu import phrase_items
from keypeg.terminal.screens.menu import Menu

Do = Callable[[Callable[[], None]], None]
"""Does something that may take long, off the thread of the screen."""


def say_something(app: KeypegApp, company: Company | None, seat: int | None, do: Do) -> None:
    """Choose a phrase, and say it."""
    if company is None or seat is None or not company.phrases:
        return

    def say(phrase: str | None) -> None:
        if phrase:
            do(lambda: company.say(seat, phrase))

    app.push_screen(Menu(app.say("tell.say-something"), phrase_items(app.words, company.phrases)), say)


def claim_round(company: Company | None, seat: int | None, do: Do) -> None:
    """Claim the round of somebody who stays away, if there is one."""
    absent = company.absent() if company else ()
    if company and seat is not None and absent:
        do(lambda: company.claim(seat, absent[0]))
