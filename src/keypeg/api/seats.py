"""Who sits at a table: take the open seat of an invite."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Annotated
from unicodedata import category, normalize

from msgspec import UNSET, Meta, Struct, UnsetType

from keypeg.api.endpoint import endpoint
from keypeg.api.fields import Key, Name, SeatNumber, TableId
from keypeg.api.host import needs_server
from keypeg.api.limits import MOVES, TABLES
from keypeg.api.moves import Done, done
from keypeg.errors import Conflict, Forbidden, Illegal, Malformed
from keypeg.table import Action, Chair, Change, Entry, Table
from keypeg.table.log import LISTED

BLANK = dict.fromkeys(map(ord, "\u115f\u1160\u2800\u3164\uffa0\U0001d159"), " ")
"""Letters and symbols that are drawn as nothing."""
PILED = re.compile(
    r"([\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]{2})"
    r"[\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]+"
)
"""More than two combining marks on one letter; no language needs that many."""
MOST_MARKS = 3
"""The most combining marks in a row, in any script."""


@dataclass(frozen=True, slots=True)
class Person:
    """The person who makes a request: their id, and the name they go by unless a request gives another."""

    id: str
    name: str = ""


class TakeSeat(Struct, frozen=True, forbid_unknown_fields=True):
    """Take the open seat of this invite."""

    invite: Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{22}$")]
    name: Name | UnsetType = UNSET


class NewInvite(Struct, frozen=True, forbid_unknown_fields=True):
    """Renew the invite to this open seat: the old link is void, and the View has a new one."""

    seat: SeatNumber
    key: Key


class Taken(Struct, frozen=True):
    """The seat that is yours now."""

    table: str
    seat: int
    version: int


@endpoint("POST", "/tables/{id}/seats", "Take the open seat of an invite", "tables", TABLES, status=201)
def take_seat(id: TableId, asked: TakeSeat) -> Taken:
    """Take the open seat of an invite. Only a server makes invites."""
    raise needs_server()


@endpoint(
    "POST", "/tables/{id}/invites", "Renew the invite to an open seat, so that the old link is void", "tables", MOVES
)
def renew_invite(table: Table, who: str | None, asked: NewInvite, now: float) -> Change[Done]:
    """Make the invite to an open seat void. The View has a new one."""
    mine = table.seats_of(who)
    if not table.may_invite(mine) or asked.seat not in table.vacant:
        raise Illegal("invite-renew-not", seat=asked.seat)
    return done(table, table.apply(Action("renew", mine[0], str(asked.seat), asked.key), now))


def sit_down(  # noqa: PLR0913
    table: Table, seat: int, person: Person, asked: TakeSeat, now: float, *, listed: bool = False
) -> Change[Taken]:
    """Seat a person whose invite the host has checked; `listed` if it is one from the list of open tables."""
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


def leave(table: Table, who: str, now: float) -> Change[None]:
    """Remove a person and their name from all their seats for good."""
    entries: list[Entry] = []
    for seat in table.seats_of(who):
        table.chairs[seat - 1] = Chair(seat, "person")
        entries += table.apply(Action("leave", seat), now).entries
    return Change(None, tuple(entries))


def clean_name(name: str) -> str:
    """Return a name on one line, without invisible characters, and without marks that pile up over other lines."""
    seen = "".join(each if each.isprintable() else " " for each in normalize("NFC", name).translate(BLANK))
    cut: list[str] = []
    for each in PILED.sub(r"\1", seen):
        if not (_is_mark(each) and len(cut) >= MOST_MARKS and all(map(_is_mark, cut[-MOST_MARKS:]))):
            cut.append(each)
    return " ".join("".join(cut).split())


def given_name(name: str) -> str:
    """Clean the name that a person gives; refuse one that is not empty but looks empty."""
    cleaned = clean_name(name)
    if name and all(map(_is_mark, cleaned.replace(" ", ""))):
        raise Malformed("name-empty")
    return cleaned


def _is_mark(each: str) -> bool:
    return category(each)[0] == "M"
