"""A table as a record: the match, who sits where, and the clock; and a table again from such a record."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from keypeg.core import TABLE, Draw, Move, State
from keypeg.errors import Malformed
from keypeg.notation import Record, read_record, write_record
from keypeg.players import Computer, Player, player_text, read_player
from keypeg.table.clock import Clock
from keypeg.table.table import Table

SEAT, SEED, CLOCK, USED = "Seat-", "Seed", "Clock", "Time-Used"
PERSON = "person"


def save(table: Table, players: Mapping[int, Player] | None = None) -> str:
    """The record of a table, with these players' names in place of those who sit there.

    A player that is no computer of ours is saved as a person: nobody could read it back.
    """
    seated = {**table.players, **(players or {})}
    headers = {f"{SEAT}{seat}": _name(seated.get(seat)) for seat in range(1, table.rules.seats + 1)}
    headers[SEED] = table.seed
    if table.clock:
        headers[CLOCK] = f"{table.clock.seconds:g}+{table.clock.more:g}"
        headers[USED] = " ".join(f"{seat}={seconds:.3f}" for seat, seconds in table.clock.used)
    return write_record(Record(table.state, headers))


def load(text: str, players: Mapping[int, Player] | None = None) -> Table:
    """The table of a record, ready to go on. These players take their seats in place of those named in it."""
    record = read_record(text)
    seed = record.headers.get(SEED, "")
    named = {
        seat: read_player(name, seat_seed(seed, seat))
        for seat in range(1, record.state.rules.seats + 1)
        if (name := record.headers.get(f"{SEAT}{seat}", PERSON)) != PERSON
    }
    clock = _clock(record.headers)
    table = Table(record.state.rules, {**named, **(players or {})}, seed=seed, clock=clock)
    for seat, move in moves_of(record.state):
        table.enter(seat, move)
    return table


def seat_seed(seed: str, seat: int) -> str:
    """The seed of the computer at this seat of a table with this seed."""
    return f"{seed}/{seat}"


def moves_of(state: State) -> Iterator[tuple[int, Move]]:
    """Every move that led to a state."""
    if state.rules.first is None and state.first is not None:
        yield TABLE, Draw(state.first)
    for attempt in (*state.past, *([state.now] if state.now else [])):
        yield from attempt.log


def _name(player: Player | None) -> str:
    return player_text(player) if isinstance(player, Computer) else PERSON


def _clock(headers: Mapping[str, str]) -> Clock | None:
    if CLOCK not in headers:
        return None
    try:
        seconds, more = map(float, headers[CLOCK].split("+"))
        pairs = (pair.partition("=") for pair in headers.get(USED, "").split())
        return Clock(seconds, more, tuple((int(seat), float(used)) for seat, _, used in pairs))
    except ValueError:
        raise Malformed("clock-unreadable", clock=headers[CLOCK]) from None
