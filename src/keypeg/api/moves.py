"""Moves and everything else that people do at a table: undo, claims, call windows, phrases."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from keypeg.api.endpoint import endpoint
from keypeg.api.fields import Key, SeatNumber, Version
from keypeg.api.host import Away
from keypeg.api.limits import MOVES, SAYS
from keypeg.errors import Illegal, Malformed
from keypeg.notation import read_move
from keypeg.table import Action, Change, Entry, Table

PHRASES = ("hello", "good-luck", "well-played", "thanks", "oops", "thinking", "again", "goodbye")
"""The messages `chat.*` of the catalogues, in the order in which a match needs them. Strangers send no free text."""


class NewMove(Struct, frozen=True, forbid_unknown_fields=True):
    """A move as text. `version` is that of the View you acted on; `seat` is needed only if you hold several."""

    move: Annotated[str, Meta(min_length=1, max_length=120, examples=["guess RYBG"])]
    version: Version
    key: Key
    seat: SeatNumber | None = None


class NewUndo(Struct, frozen=True, forbid_unknown_fields=True):
    """Take your last move back, as long as nobody has seen its result."""

    version: Version
    key: Key
    seat: SeatNumber | None = None


class NewClaim(Struct, frozen=True, forbid_unknown_fields=True):
    """Claim the round from a seat whose person has been away for too long."""

    absent: SeatNumber
    version: Version
    key: Key
    seat: SeatNumber | None = None


class InWindow(Struct, frozen=True, forbid_unknown_fields=True):
    """In a call window: `go-on` without a call, or `extend` it once by a minute to enter one."""

    do: Literal["go-on", "extend"]
    version: Version
    key: Key
    seat: SeatNumber | None = None
    """Which of your seats; null: all of them."""


class NewSay(Struct, frozen=True, forbid_unknown_fields=True):
    """Say one of the phrases."""

    phrase: Annotated[str, Meta(max_length=24)]
    key: Key
    seat: SeatNumber | None = None


class Done(Struct, frozen=True):
    """Confirms that a change is committed; this version shows it."""

    table: str
    version: int


@endpoint("POST", "/tables/{id}/moves", "Make a move", "tables", MOVES)
def move(table: Table, who: str | None, asked: NewMove, now: float) -> Change[Done]:
    """Make a person's move."""
    seat = seat_for(table, who, asked.seat)
    action = Action.of_move(table.rules, seat, read_move(table.rules, asked.move), asked.key)
    return done(table, table.apply(action, now, asked.version))


@endpoint("POST", "/tables/{id}/undo", "Take back your last move", "tables", MOVES)
def undo(table: Table, who: str | None, asked: NewUndo, now: float) -> Change[Done]:
    """Take a person's last move back."""
    seat = seat_for(table, who, asked.seat)
    if table.agreed.puzzle:
        raise Illegal("undo-not-allowed", seat=seat)
    return done(table, table.apply(Action("undo", seat, key=asked.key), now, asked.version))


@endpoint(
    "POST", "/tables/{id}/claims", "Claim the round from a player who has been away for too long", "tables", MOVES
)
def claim(table: Table, who: str | None, asked: NewClaim, away: Away, now: float) -> Change[Done]:
    """Take the code from a person who has been away for longer than agreed; `away` tells since when."""
    seat = seat_for(table, who, asked.seat)
    if asked.absent > table.rules.seats or asked.absent in table.seats_of(who):
        raise Illegal("claim-not", seat=asked.absent)
    action = table.without(asked.absent, f"{seat}:{asked.key}")
    claim_from = table.claim_from(asked.absent, away(table).get(asked.absent))
    if table.answered(action) is None and (claim_from is None or claim_from > now):
        raise Illegal("time-not-up", seat=asked.absent)
    return done(table, table.apply(action, now, asked.version))


@endpoint("POST", "/tables/{id}/window", "Decline to call in a call window, or extend it by a minute", "tables", MOVES)
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


@endpoint("POST", "/tables/{id}/says", "Say one of the preset phrases", "tables", SAYS)
def say(table: Table, who: str | None, asked: NewSay, now: float) -> Change[Done]:
    """Say one of the phrases."""
    if asked.phrase not in PHRASES:
        raise Malformed("phrase-unknown", phrase=asked.phrase, known=", ".join(PHRASES))
    seat = seat_for(table, who, asked.seat)
    return done(table, table.apply(Action("say", seat, asked.phrase, asked.key), now))


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
