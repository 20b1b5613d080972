"""Ask in line mode what to play: a match to resume, or rules and players."""

from __future__ import annotations

from keypeg.boxes import boxes, broken_boxes
from keypeg.core import Rules
from keypeg.errors import KeypegError, Malformed
from keypeg.notation import rules as read_rules
from keypeg.tell import box_name
from keypeg.terminal.match.saved_matches import unfinished_matches
from keypeg.terminal.match.setup import Occupant, read_occupants, usual
from keypeg.terminal.plain.console import Console


def ask_resume(console: Console) -> str | None:
    """List the unfinished matches and ask which one to resume; None if there is none, or the input ends."""
    found = list(unfinished_matches())
    if not found:
        console.say("terminal.resume.none")
        return None
    for number, match in enumerate(found, start=1):
        console.say("saved.match", number=number, name=match.file.stem, about=match.about)
    console.say("plain.ask.resume")
    while (line := console.hear()) is not None:
        if line in map(str, range(1, len(found) + 1)):
            return str(found[int(line) - 1].file)
        console.complain(Malformed("plain-number", line=line, most=len(found)))
    return None


def ask_rules(console: Console) -> Rules | None:
    """Ask which rules to play, until the answer is valid; None if the input ends."""
    for number, each in enumerate(boxes(), start=1):
        console.say("plain.box", number=number, box=each.id, name=box_name(each))
    for broken in broken_boxes().values():
        console.complain(broken)
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
    """Ask who sits at each seat; an empty line stands for the usual seats. None if the input ends."""
    console.say("plain.ask.seats", seats=rules.seats, usual=",".join(usual(rules)))
    while (line := console.hear()) is not None:
        try:
            return read_occupants(rules, line or None)
        except KeypegError as error:
            console.complain(error)
    return None
