"""Save a table as a record, with its players, clock and coaching, and load it again."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime

from keypeg.argument_types import checked
from keypeg.core import TABLE, Draw, Move, State
from keypeg.errors import Malformed
from keypeg.notation import Record, new_salt, read_record, read_seat, write_record
from keypeg.players import Computer, Player, player_text, read_player
from keypeg.table.call_window import LONGEST as LONGEST_WINDOW
from keypeg.table.call_window import CallWindow
from keypeg.table.clock import Clock
from keypeg.table.coaching import Coaching, read_coaching, uses_text
from keypeg.table.table import Table, seat_seed

PLAYER, SEED, CLOCK, USED = "Player-", "Seed", "Clock", "Time-Used"
ENGINE = "Engine-"
"""Names an external engine. It is not read back: a record must not start programs."""
LONGEST = 1e9
"""The most seconds on a clock: some thirty years."""
COACH, COACH_USED = "Coach-", "Coach-Used-"
WINDOW, NO_LIMIT = "Call-Window", "no limit"


@checked
def save(table: Table, players: Mapping[int, Player] | None = None) -> str:
    """Write the record of a table. `players` replace those seated there.

    Players other than Keypeg's computers are left out, as people are, because they could not be read back.
    """
    seated = {**table.players, **(players or {})}
    computers = {seat: player for seat, player in sorted(seated.items()) if isinstance(player, Computer)}
    headers = table.headers | {f"{PLAYER}{seat}": player_text(player) for seat, player in computers.items()}
    headers[SEED] = table.seed
    if table.clock:
        headers[CLOCK] = f"{table.clock.seconds:g}+{table.clock.more:g}"
        headers[USED] = " ".join(f"{seat}={seconds:.3f}" for seat, seconds in table.clock.used)
    if table.window and table.rules.split:
        headers[WINDOW] = NO_LIMIT if table.window.seconds is None else f"{table.window.seconds:g}"
    for seat, coaching in sorted(table.coaching.items()):
        headers[f"{COACH}{seat}"] = coaching.level
        headers |= {f"{COACH_USED}{seat}": uses_text(coaching.uses)} if coaching.uses else {}
    return write_record(Record(table.state, headers, table.seals))


def hosted_headers(table: Table) -> dict[str, str]:
    """Return the headers for the record of a hosted table: its day, and who sat where with how much help."""
    headers = {"Date": datetime.fromtimestamp(table.created, UTC).strftime("%Y-%m-%d")}
    for chair in table.chairs:
        coaching = table.coaching[chair.seat]
        headers |= {f"Seat-{chair.seat}": chair.name} if chair.name else {}
        headers |= {f"{PLAYER}{chair.seat}": chair.player} if chair.player else {}
        headers |= {f"{COACH}{chair.seat}": coaching.level} if coaching.level != "off" and not chair.player else {}
        headers |= {f"{COACH_USED}{chair.seat}": uses_text(coaching.uses)} if coaching.uses else {}
    return headers


def load(text: str, players: Mapping[int, Player] | None = None, *, salt: Callable[[], str] | None = None) -> Table:
    """Restore a table from its record, ready to continue. `players` replace those named in it.

    Codes are sealed from now on if the record has seals, or if `salt` is given to make salts.
    """
    record = read_record(text)
    left = dict(record.headers)
    seed, clock, window = left.pop(SEED, ""), _clock(left), read_window(left.pop(WINDOW, None))
    named = {
        seat: read_player(name, seat_seed(seed, seat))
        for seat in record.state.rules.all_seats
        if (name := left.pop(f"{PLAYER}{seat}", None))
    }
    salt = salt or (new_salt if record.seals else None)
    table = Table(record.state.rules, {**named, **(players or {})}, seed=seed, clock=clock, window=window, salt=salt)
    table.agree_coaching(_coaching(left, record.state.rules.seats))
    table.headers = left
    for at, (seat, move) in enumerate(moves_of(record.state)):
        table.enter(seat, move, [seal.salt for seal in record.seals.get(at, ()) if seal.salt])
    return table


def moves_of(state: State) -> Iterator[tuple[int, Move]]:
    """Yield every move that led to a state."""
    if state.rules.first is None and state.first is not None:
        yield TABLE, Draw(state.first)
    for attempt in state.attempts:
        yield from attempt.log


def _coaching(headers: dict[str, str], seats: int) -> dict[int, Coaching]:
    """Pop the coaching from these headers."""
    return {
        seat: read_coaching(level, headers.pop(f"{COACH_USED}{seat}", ""))
        for seat in range(1, seats + 1)
        if (level := headers.pop(f"{COACH}{seat}", None))
    }


def read_window(text: str | None) -> CallWindow | None:
    """Read the length of a call window, in seconds or without a limit; None if there is no window."""
    if text is None:
        return None
    if text == NO_LIMIT:
        return CallWindow(None)
    try:
        seconds = float(text)
    except ValueError:
        seconds = -1.0
    if not 0 < seconds <= LONGEST_WINDOW:
        raise Malformed("call-window-unreadable", window=text, most=int(LONGEST_WINDOW))
    return CallWindow(seconds)


def _clock(headers: dict[str, str]) -> Clock | None:
    """Pop the clock from these headers."""
    text, used = headers.pop(CLOCK, None), headers.pop(USED, "")
    if text is None:
        return None
    try:
        seconds, more = map(float, text.split("+"))
        pairs = (pair.partition("=") for pair in used.split())
        spent = tuple((read_seat(seat), float(each)) for seat, _, each in pairs)
    except (ValueError, Malformed):
        raise Malformed("clock-unreadable", clock=text) from None
    # `float` also accepts infinities and NaN.
    if not (0 <= seconds <= LONGEST and 0 <= more <= LONGEST and all(abs(each) <= LONGEST for _, each in spent)):
        raise Malformed("clock-unreadable", clock=text)
    return Clock(seconds, more, spent)
