"""Change a table: moves, undo, claims, phrases, seats. Every function returns an answer and the entries to commit."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import UNSET

from keypeg.api.moves import Done, InWindow, NewClaim, NewMove, NewSay, NewUndo
from keypeg.api.open_tables import NewRefusal
from keypeg.api.seats import Taken, TakeSeat
from keypeg.core import TABLE, Absent, Move, to_act
from keypeg.errors import Conflict, Forbidden, Illegal, Malformed
from keypeg.notation import move_text, read_move
from keypeg.service.log import Action, Change, Entry
from keypeg.service.phrases import PHRASES
from keypeg.service.seats import Chair, Person, given_name
from keypeg.service.table_state import LISTED, TableState

MOST_ENTRIES = 20_000
"""Log length from which people can add no more entries: a table must fit into memory."""


def move(table: TableState, who: str | None, asked: NewMove, now: float) -> Change[Done]:
    """Make a person's move."""
    seat = seat_for(table, who, asked.seat)
    made = read_move(table.rules, asked.move)
    action = Action("move", seat, move_text(table.rules, made), asked.key, made)
    return perform(table, action, now, asked.version)


def undo(table: TableState, who: str | None, asked: NewUndo, now: float) -> Change[Done]:
    """Take a person's last move back."""
    seat = seat_for(table, who, asked.seat)
    if table.agreed.puzzle:
        raise Illegal("undo-not-allowed", seat=seat)
    return perform(table, Action("undo", seat, "", asked.key), now, asked.version)


def claim(table: TableState, who: str | None, asked: NewClaim, away: Mapping[int, float], now: float) -> Change[Done]:
    """Take the code from a person who has been away for longer than agreed; `away` maps seats to the time they left."""
    seat = seat_for(table, who, asked.seat)
    if asked.absent > table.rules.seats or asked.absent in table.seats_of(who):
        raise Illegal("claim-not", seat=asked.absent)
    action = _without(table, asked.absent, f"{seat}:{asked.key}")
    claim_from = table.claim_from(asked.absent, away.get(asked.absent))
    if table.answered(action) is None and (claim_from is None or claim_from > now):
        raise Illegal("time-not-up", seat=asked.absent)
    return perform(table, action, now, asked.version)


def call_window(table: TableState, who: str | None, asked: InWindow, now: float) -> Change[Done]:
    """Go on without a call, or add a minute to enter one: for one seat of this person, or for all of their seats.

    Do nothing once the window is over.
    """
    table.check_open()
    mine = table.seats_of(who) if asked.seat is None else (seat_for(table, who, asked.seat),)
    if not mine:
        raise Illegal("seat-none")
    entries: list[Entry] = []
    for seat in mine:
        action = Action(asked.do, seat, "", asked.key)
        if table.answered(action) is None and seat in table.table.may_call_first and table.table.window_open(now):
            entries += perform(table, action, now, asked.version).entries
    return Change(Done(table.id, table.version), tuple(entries))


def say(table: TableState, who: str | None, asked: NewSay, now: float) -> Change[Done]:
    """Say one of the phrases."""
    if asked.phrase not in PHRASES:
        raise Malformed("phrase-unknown", phrase=asked.phrase, known=", ".join(PHRASES))
    seat = seat_for(table, who, asked.seat)
    return perform(table, Action("say", seat, asked.phrase, asked.key), now)


def take_seat(  # noqa: PLR0913
    table: TableState, seat: int, person: Person, asked: TakeSeat, now: float, *, listed: bool = False
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
    entry = table.apply(Action("sit", seat, LISTED if listed else ""), now)
    return Change(Taken(table.id, seat, entry.seq), (entry,))


def refuse(table: TableState, who: str | None, asked: NewRefusal, now: float) -> Change[Done]:
    """Remove a person who came from the list of open tables, and open their seat again."""
    refused = table.chair(asked.seat).guest if asked.seat <= table.rules.seats else None
    if asked.seat not in table.may_refuse(table.seats_of(who)) or refused is None:
        raise Illegal("refuse-not", seat=asked.seat)
    change = perform(table, Action("refuse", asked.seat, table.refusal(refused)), now, asked.version)
    table.chairs[asked.seat - 1] = Chair(asked.seat, "open")
    return change


def leave(table: TableState, who: str, now: float) -> Change[None]:
    """Remove a person and their name from all their seats for good."""
    entries = []
    for seat in table.seats_of(who):
        table.chairs[seat - 1] = Chair(seat, "person")
        entries.append(table.apply(Action("leave", seat), now))
    return Change(None, tuple(entries))


def play_for(table: TableState, chosen: tuple[int, Move], seen: int, now: float) -> Change[Done]:
    """Make the move that the computer at a seat chose when the table was at version `seen`."""
    seat, move = chosen
    return perform(table, Action("move", seat, move_text(table.rules, move)), now, seen)


def time_up(table: TableState, now: float) -> Change[bool]:
    """Go on without the first person who is out of time; answer False if nobody is."""
    late = table.table.late(now)
    if late is None:
        return Change(answer=False)
    return Change(answer=True, entries=perform(table, _without(table, late), now).entries)


def _without(table: TableState, away: int, key: str | None = None) -> Action:
    """Return the action that goes on without a person: take their code, or stop waiting for them in a call window."""
    gone = Action("go-on", away, "", key)
    called_first = away in table.table.may_call_first and away not in to_act(table.state)
    if called_first or table.answered(gone) is not None:
        return gone
    return Action("move", TABLE, move_text(table.rules, Absent(away)), key)


def resume(table: TableState, now: float, step: float | None = None) -> Change[None]:
    """Go on after the system clock jumped by `step` seconds, or after downtime (None); no player's clock counts it."""
    return Change(None, (table.apply(Action("resume", TABLE, "" if step is None else f"{step:.6f}"), now),))


def perform(table: TableState, action: Action, now: float, seen: int | None = None) -> Change[Done]:
    """Apply an action once.

    Sent again with the same key, it gets the same answer. `seen` is the version of the View that the person acted on:
    a version older than the last change that matters to this seat is refused.
    """
    before = table.answered(action)
    if before is not None:
        return Change(Done(table.id, before))
    if table.version >= MOST_ENTRIES and action.seat != TABLE and table.chair(action.seat).kind == "person":
        raise Illegal("table-long", most=MOST_ENTRIES)
    if seen is not None:
        if seen > table.version:
            raise Malformed("version-unknown", version=table.version, seen=seen)
        if seen < table.material[action.seat]:
            raise Conflict("version-stale", version=table.version, seen=seen)
    entry = table.apply(action, now)
    return Change(Done(table.id, entry.seq), (entry,))


def seat_for(table: TableState, who: str | None, asked: int | None) -> int:
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
