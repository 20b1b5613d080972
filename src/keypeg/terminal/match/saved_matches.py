"""Summaries of the matches in the folder of records. This is quick, because the matches are not replayed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from keypeg.core import Outcome, Rules
from keypeg.errors import KeypegError
from keypeg.message import Message, message
from keypeg.notation.record import read_headers
from keypeg.notation.record_lines import OVER, ROUND
from keypeg.table.saved import PLAYER
from keypeg.tell import outcome_message, seat_names
from keypeg.tell.games import Game, game_of
from keypeg.tell.names import Names, level_name
from keypeg.terminal import store

GUESS = " guess "
POINTS = "-?[0-9]{1,9}"
END = re.compile(rf"{OVER}points (?P<points>{POINTS}(?: {POINTS})*), (?:draw|(?P<winner>[0-9]{{1,9}}) wins)$")
HEADING = re.compile(rf"{ROUND}([0-9]+)")


@dataclass(frozen=True, slots=True)
class SavedMatch:
    """A saved match: its file, its rules, its players, and its progress."""

    file: Path
    rules: str
    who: Message
    round: int
    rows: int
    """The number of rows in the last round."""
    result: Message | None
    """The sentence on how the match ended; None while it runs."""
    game: Game
    people: Names
    """By seat: the names of the people, "" if they gave none; without the computers."""

    @property
    def over(self) -> bool:
        return self.result is not None

    @property
    def about(self) -> Message:
        """A sentence with the rules, the players and the progress of the match, or how it ended."""
        running = message("saved.running", round=self.round, rows=self.rows)
        return message("saved.about", rules=self.rules, who=self.who, at=self.result or running)


@dataclass(frozen=True, slots=True)
class UnreadableFile:
    """A file in the folder of records that cannot be read as one, and why."""

    file: Path
    error: KeypegError


def saved_matches() -> Iterator[SavedMatch | UnreadableFile]:
    """Yield all files in the folder of records, newest first."""
    return map(_read, store.saved())


def unfinished_matches() -> Iterator[SavedMatch]:
    """Yield the matches that can be resumed, newest first."""
    return (found for found in saved_matches() if isinstance(found, SavedMatch) and not found.over)


def _read(file: Path) -> SavedMatch | UnreadableFile:
    try:
        text = store.read(str(file))
        rules, headers = read_headers(text)
    except KeypegError as error:
        return UnreadableFile(file, error)
    lines = text.splitlines()
    last = max((at for at, line in enumerate(lines) if HEADING.match(line)), default=0)
    heading = HEADING.match(lines[last])
    rows = sum(GUESS in line for line in lines[last:])
    names = _names(headers, rules.seats)
    who, number = seat_names(names, range(1, rules.seats + 1)), int(heading[1]) if heading else 1
    people = {seat: names.get(seat, "") for seat in range(1, rules.seats + 1) if f"{PLAYER}{seat}" not in headers}
    game = game_of(rules, min(people, default=1))
    return SavedMatch(file, str(rules), who, number, rows, _result(rules, lines, names), game, people)


def _result(rules: Rules, lines: Sequence[str], names: Names) -> Message | None:
    """Return the result from the last lines of a record; None if the match is not over."""
    end = next((found for line in lines[-3:] if (found := END.match(line))), None)
    if end is None:
        return None
    points = tuple(map(int, end["points"].split()))
    return outcome_message(rules, names, Outcome(points, int(end["winner"]) if end["winner"] else None))


def _names(headers: dict[str, str], seats: int) -> Names:
    names: dict[int, str | Message] = {}
    for seat in range(1, seats + 1):
        name, player = headers.get(f"Seat-{seat}"), headers.get(f"Player-{seat}", "")
        if name:
            names[seat] = name
        elif player:
            names[seat] = level_name(player.partition("+")[0].partition(":")[0])
    return names
