"""A bot in forty lines: it takes the seat of an invite link and guesses whatever still fits.

python examples/bot.py 'http://localhost:5397/t/TABLE#INVITE'
"""

from __future__ import annotations

import random
import sys
from contextlib import suppress

from keypeg import Conflict, Marks, rules
from keypeg.api.view import View as SentView
from keypeg.client import Client, parse_link
from keypeg.core import fitting


def main(text: str) -> None:
    link = parse_link(text)
    with Client(link.server) as client:
        client.take_seat(link.table, link.invite, name="Bot")
        for view in client.watch(link.table):
            if view.you in view.to_act:
                with suppress(Conflict):  # something has changed: the next View shows it
                    client.move(link.table, choose(view), view.version)
    print(view.outcome)


def choose(view: SentView) -> str:
    """Hide anything; guess the first code that fits all rows; if neither is asked for, give up."""
    played, seat, may = rules(view.rules.text), view.you or 0, view.may[0]
    if may.move == "hide":
        return f"hide {random.choice(list(played.code_hidden_by(seat)))}"
    if may.move != "guess" or played.split:
        return "give-up"
    rows = view.boards[may.board or 0].rows
    marked = [(row.guess, Marks(*row.total)) for row in rows if row.total]
    return f"guess {next(fitting(played.codes[seat - 1], marked))}"


if __name__ == "__main__":
    main(sys.argv[1])
