"""Set up a match: read its players, start it, or resume a saved one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from secrets import token_hex

from keypeg.core import Rules
from keypeg.errors import Malformed
from keypeg.notation import new_salt
from keypeg.terminal import store
from keypeg.terminal.match.session import Session
from keypeg.words import Words

PERSON = "you"
"""The text for a person at this terminal: `you`, or `you=NAME`."""

OPPONENT, SPLIT_OPPONENT = "club", "novice"
"""The player for seats that were not filled. With a split code, a club player keeps more in mind than most people."""

COACH = "hint"
"""The level of the coach if nothing was agreed on."""


@dataclass(frozen=True, slots=True)
class Occupant:
    """A person (`player` is None) with an optional name, or a computer or engine given as text."""

    player: str | None = None
    name: str = ""


def usual(rules: Rules) -> tuple[str, ...]:
    """Return the usual seats: one person and computers."""
    return (PERSON, *(SPLIT_OPPONENT if rules.split else OPPONENT,) * (rules.seats - 1))


def read_occupants(rules: Rules, text: str | None) -> tuple[Occupant, ...]:
    """Read the value of `--seats`, one occupant per seat; for None, return the usual ones."""
    if text is None:
        text = ",".join(usual(rules))
    # Imported late: players import NumPy, which the choices before a match do not need.
    from keypeg.players import split_players

    occupants = tuple(read_occupant(each, rules) for each in split_players(text))
    if len(occupants) != rules.seats:
        raise Malformed("seats-wrong", seats=rules.seats, given=len(occupants))
    return occupants


def read_occupant(text: str, rules: Rules | None = None) -> Occupant:
    """Read one occupant: `you`, `you=NAME`, a computer player, or `engine:COMMAND`; check that `rules` allow it."""
    word, _, name = text.partition("=")
    if word == PERSON:
        return Occupant(None, " ".join(name.split()))
    from keypeg.players import check_hiding, read_own_player

    player = read_own_player(text)
    if rules is not None:
        check_hiding(rules, player)
    return Occupant(text)


CALL_WINDOW = 6.0
"""Seconds in which people may call a split code before computers do, if nothing else was agreed on."""


def start(  # noqa: PLR0913 - what is agreed, by name
    words: Words,
    rules: Rules,
    occupants: Sequence[Occupant],
    coach: str = COACH,
    seed: str = "",
    *,
    call_window: float | None = CALL_WINDOW,
) -> Session:
    """Start a match with these players. A `call_window` of None has no limit."""
    from keypeg.players import read_own_player
    from keypeg.table import CallWindow, Table, read_level, seat_seed
    from keypeg.terminal.match.local import LocalSession

    seed = seed or token_hex(8)
    seats = list(enumerate(occupants, start=1))
    players = {
        seat: read_own_player(occupant.player, seat_seed(seed, seat)) for seat, occupant in seats if occupant.player
    }
    window = CallWindow(call_window) if rules.split else None
    table = Table(rules, players, seed=seed, window=window, salt=new_salt)
    table.agree_coaching({seat: read_level(coach) for seat, each in seats if not each.player})
    table.headers |= {f"Seat-{seat}": each.name for seat, each in seats if each.name}
    return LocalSession(words, table)


def resume(words: Words, name: str, *, seats: str | None = None, plain: bool = False) -> Session:
    """Resume a saved match by its name or path. In line mode (`plain`), its call windows have no limit.

    The players named in `seats` replace those of the record, which may name an engine but cannot start it.
    """
    from keypeg.notation.record import read_headers
    from keypeg.players import read_own_player
    from keypeg.table import CallWindow, load, seat_seed
    from keypeg.table.saved import SEED
    from keypeg.terminal.match.local import LocalSession

    file, text = store.find(name), store.read(name)
    rules, headers = read_headers(text)
    occupants = read_occupants(rules, seats) if seats else ()
    players = {
        seat: read_own_player(occupant.player, seat_seed(headers.get(SEED, ""), seat))
        for seat, occupant in enumerate(occupants, start=1)
        if occupant.player
    }
    table = load(text, players, salt=new_salt)
    if table.rules.split and (plain or table.window is None):
        table.window = CallWindow(None if plain else CALL_WINDOW)
    # Leave a file elsewhere unchanged: the match is continued in the folder of records.
    return LocalSession(words, table, file if file.parent == store.folder() else None)
