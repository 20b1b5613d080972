"""Ask line by line what to play."""

from __future__ import annotations

from keypeg.boxes import boxes
from keypeg.core import Rules
from keypeg.errors import KeypegError
from keypeg.notation import rules as read_rules
from keypeg.tell import box_name
from keypeg.terminal.match.setup import Occupant, read_occupants, usual
from keypeg.terminal.plain.console import Console


def ask_rules(console: Console) -> Rules | None:
    """Ask which rules to play until the answer can be read; None if the input ends."""
    for number, each in enumerate(boxes(), start=1):
        console.say("plain.box", number=number, box=each.id, name=box_name(each))
    console.say("plain.ask.rules")
    while (line := console.hear()) is not None:
        try:
            if line.isdigit() and 1 <= int(line) <= len(boxes()):
                return read_rules(boxes()[int(line) - 1].id)
            return read_rules(line)
        except KeypegError as error:
            console.complain(error)
    return None


def ask_occupants(console: Console, rules: Rules) -> tuple[Occupant, ...] | None:
    """Ask who sits where; an empty line takes the usual seats."""
    console.say("plain.ask.seats", seats=rules.seats, usual=",".join(usual(rules)))
    while (line := console.hear()) is not None:
        try:
            return read_occupants(rules, line or None)
        except KeypegError as error:
            console.complain(error)
    return None
