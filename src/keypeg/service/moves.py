"""Change a table: moves, undo, claims, phrases, seats. Every function returns an answer and the entries to commit."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import UNSET

from keypeg.api.moves import Done, InWindow, NewClaim, NewMove, NewSay, NewUndo
from keypeg.api.open_tables import NewRefusal
from keypeg.api.seats import Taken, TakeSeat
from keypeg.core import TABLE
from keypeg.errors import Conflict, Forbidden, Illegal, Malformed
from keypeg.notation import read_move
from keypeg.service.phrases import PHRASES
from keypeg.service.seats import Person, given_name
from keypeg.table import Action, Chair, Change, Entry, Table
from keypeg.table.log import LISTED


def move(table: Table, who: str | None, asked: NewMove, now: float) -> Change[Done]:
    """Make a person's move."""
    seat = seat_for(table, who, asked.seat)
    action = Action.of_move(table.rules, seat, read_move(table.rules, asked.move), asked.key)
    return done(table, table.apply(action, now, asked.version))


def undo(table: Table, who: str | None, asked: NewUndo, now: float) -> Change[Done]:
    """Take a person's last move back."""
    seat = seat_for(table, who, asked.seat)
    if table.agreed.puzzle:
        raise Illegal("undo-not-allowed", seat=seat)
    return done(table, table.apply(Action("undo", seat, key=asked.key), now, asked.version))


def claim(table: Table, who: str | None, asked: NewClaim, away: Mapping[int, float], now: float) -> Change[Done]:
    """Take the code from a person who has been away for longer than agreed; `away` maps seats to the time they left."""
    seat = seat_for(table, who, asked.seat)
    if asked.absent > table.rules.seats or asked.absent in table.seats_of(who):
        raise Illegal("claim-not", seat=asked.absent)
    action = table.without(asked.absent, f"{seat}:{asked.key}")
    claim_from = table.claim_from(asked.absent, away.get(asked.absent))
    if table.answered(action) is None and (claim_from is None or claim_from > now):
        raise Illegal("time-not-up", seat=asked.absent)
    return done(table, table.apply(action, now, asked.version))


def call_window(table: Table, who: str | None, asked: InWindow, now: float) -> Change[Done]:
    """Go on without a call, or add a minute to enter one: for one seat of this person, or for all of their seats.

    Do nothing once the window is over.
    """
    table.check_open()
    mine = table.seats_of(who) if asked.seat is None else (seat_for(table, who, asked.seat),)
    if not mine:
        raise Illegal("seat-none")
    entries: list[Entry] = []
    for seat in mine:
        action = Action(asked.do, seat, key=asked.key)
        if table.answered(action) is None and seat in table.may_call_first and table.window_open(now):
            entries += table.apply(action, now, asked.version).entries
    return Change(Done(table.id, table.version), tuple(entries))


def say(table: Table, who: str | None, asked: NewSay, now: float) -> Change[Done]:
    """Say one of the phrases."""
    if asked.phrase not in PHRASES:
        raise Malformed("phrase-unknown", phrase=asked.phrase, known=", ".join(PHRASES))
    seat = seat_for(table, who, asked.seat)
    return done(table, table.apply(Action("say", seat, asked.phrase, asked.key), now))


def take_seat(  # noqa: PLR0913
    table: Table, seat: int, person: Person, asked: TakeSeat, now: float, *, listed: bool = False
) -> Change[Taken]:
    """Seat a person whose invite the transport has checked; `listed` if it is one from the list of open tables."""
    if table.chair(seat).guest == person.id:
        return Change(Taken(table.id, seat, table.version))
    if table.has_refused(person.id):
        raise Forbidden("seat-refused")
    if table.chair(seat).kind != "open":
        raise Conflict("seat-taken", seat=seat)
    called = person.name if asked.name is UNSET else given_name(asked.name)
    table.chairs[seat - 1] = Chair(seat, "person", guest=person.id, name=called)
    change = table.apply(Action("sit", seat, LISTED if listed else ""), now)
    return Change(Taken(table.id, seat, change.answer), change.entries)


def refuse(table: Table, who: str | None, asked: NewRefusal, now: float) -> Change[Done]:
    """Remove a person who came from the list of open tables, and open their seat again."""
    refused = table.chair(asked.seat).guest if asked.seat <= table.rules.seats else None
    if asked.seat not in table.may_refuse(table.seats_of(who)) or refused is None:
        raise Illegal("refuse-not", seat=asked.seat)
    change = table.apply(Action("refuse", asked.seat, table.refusal(refused)), now, asked.version)
    table.chairs[asked.seat - 1] = Chair(asked.seat, "open")
    return done(table, change)


def leave(table: Table, who: str, now: float) -> Change[None]:
    """Remove a person and their name from all their seats for good."""
    entries: list[Entry] = []
    for seat in table.seats_of(who):
        table.chairs[seat - 1] = Chair(seat, "person")
        entries += table.apply(Action("leave", seat), now).entries
    return Change(None, tuple(entries))


def resume(table: Table, now: float, step: float | None = None) -> Change[None]:
    """Go on after the system clock jumped by `step` seconds, or after downtime (None); no player's clock counts it."""
    return Change(None, table.apply(Action("resume", TABLE, "" if step is None else f"{step:.6f}"), now).entries)


def done(table: Table, change: Change[int]) -> Change[Done]:
    """Return a change with the answer that clients get."""
    return Change(Done(table.id, change.answer), change.entries)


def seat_for(table: Table, who: str | None, asked: int | None) -> int:
    """Return the seat that a person acts for: the one asked for, or else their only one."""
    mine = table.seats_of(who)
    if asked is not None:
        if asked not in mine:
            raise Illegal("seat-not-held", seat=asked)
        return asked
    if not mine:
        raise Illegal("seat-none")
    if len(mine) > 1:
        raise Malformed("seat-which", seats=", ".join(map(str, mine)))
    return mine[0]
