"""Choosing a match line by line."""

from __future__ import annotations

from keypeg.boxes import boxes
from keypeg.core import Rules
from keypeg.errors import KeypegError
from keypeg.notation import rules as read_rules
from keypeg.tell import box_name
from keypeg.terminal.match.setup import Occupant, read_occupants, usual
from keypeg.terminal.plain.speaker import Speaker


def ask_rules(speaker: Speaker) -> Rules | None:
    """Ask which rules to play, until the answer can be read; None where nothing more is heard."""
    for number, each in enumerate(boxes(), start=1):
        speaker.say("plain.box", number=number, box=each.id, name=box_name(speaker.words, each))
    speaker.say("plain.ask.rules")
    while (line := speaker.hear()) is not None:
        try:
            if line.isdigit() and 1 <= int(line) <= len(boxes()):
                return read_rules(boxes()[int(line) - 1].id)
            return read_rules(line)
        except KeypegError as error:
            speaker.tell(speaker.words.render(error.message))
    return None


def ask_occupants(speaker: Speaker, rules: Rules) -> tuple[Occupant, ...] | None:
    """Ask who sits where; an empty line takes the usual."""
    speaker.say("plain.ask.seats", seats=rules.seats, usual=usual(rules))
    while (line := speaker.hear()) is not None:
        try:
            return read_occupants(rules, line or None)
        except KeypegError as error:
            speaker.tell(speaker.words.render(error.message))
    return None
