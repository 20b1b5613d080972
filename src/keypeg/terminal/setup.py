"""What has been chosen for a match: the rules, and who sits where."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from secrets import token_hex

from keypeg.core import Rules
from keypeg.errors import Malformed
from keypeg.terminal.session import Session
from keypeg.words import Words

PERSON = "you"
"""A seat of somebody at this terminal: `you`, or `you=NAME`."""

OPPONENT = "expert"
"""Who sits at the other seats where nobody was named."""


@dataclass(frozen=True, slots=True)
class Chair:
    """Who sits at a seat: a person (`player` is None) with a name or without, or a computer by its text."""

    player: str | None = None
    name: str = ""


def read_chairs(rules: Rules, text: str | None) -> tuple[Chair, ...]:
    """The chairs of `--seats`, one for each seat; without a text one person and computers."""
    if text is None:
        return (Chair(), *(Chair(OPPONENT) for _ in range(rules.seats - 1)))
    chairs = tuple(_chair(each.strip()) for each in text.split(","))
    if len(chairs) != rules.seats:
        raise Malformed("seats-wrong", seats=rules.seats, given=len(chairs))
    return chairs


def _chair(text: str) -> Chair:
    word, _, name = text.partition("=")
    if word == PERSON:
        return Chair(None, " ".join(name.split()))
    # Imported late: players bring NumPy along, and choosing needs none.
    from keypeg.players import read_player

    read_player(text)
    return Chair(text)


def start(words: Words, rules: Rules, chairs: Sequence[Chair], seed: str = "") -> Session:
    """A match with these players, ready to begin."""
    from keypeg.players import read_player
    from keypeg.table import Table, seat_seed
    from keypeg.terminal.local import LocalSession

    seed = seed or token_hex(8)
    players = {
        seat: read_player(chair.player, seat_seed(seed, seat))
        for seat, chair in enumerate(chairs, start=1)
        if chair.player
    }
    return LocalSession(Table(rules, players, seed=seed), names_of(words, chairs))


def names_of(words: Words, chairs: Sequence[Chair]) -> dict[int, str]:
    """People by the name they gave, computers by their level and, where needed, their seat."""
    levels = [_level(chair) for chair in chairs]
    names: dict[int, str] = {}
    for seat, (chair, level) in enumerate(zip(chairs, levels, strict=True), start=1):
        if level:
            name = words.say(f"tell.level.{level}")
            names[seat] = f"{name} {seat}" if levels.count(level) > 1 else name
        elif chair.name:
            names[seat] = chair.name
    return names


def _level(chair: Chair) -> str:
    return (chair.player or "").partition(":")[0].partition("+")[0]
