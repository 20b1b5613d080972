"""The list of open tables, which anyone on a server may join, and the refusal of people by their hosts."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from functools import partial

import msgspec
from msgspec import Struct

from keypeg.api.endpoint import endpoint
from keypeg.api.fields import SeatNumber, TableId, Time, Version
from keypeg.api.host import LISTED, Call
from keypeg.api.limits import MOVES, TABLES, TOOLS
from keypeg.api.moves import Done, done
from keypeg.api.seats import Person
from keypeg.api.tables import Clock
from keypeg.errors import Conflict, Forbidden, Illegal, Unknown
from keypeg.message import Message
from keypeg.notation import read_choice
from keypeg.table import Action, Chair, Change, Kept, Table
from keypeg.tell.at_table import sitter_name
from keypeg.tell.games import game_message, game_of

PREFIX = "open-table/"
"""The beginning of the keys under which tables on the list are kept; the id of the table follows."""
MOST, MOST_OF_ADDRESS = 20, 3
"""Most tables on the list, and most of them that clients at one address have listed through this process."""
PATIENCE = 60.0
"""Seconds that a host may be away before their table is dropped from the list."""


class OpenTable(Struct, frozen=True):
    """A table with a free seat for the first person who takes it."""

    table: str
    link: str
    """The invite of a free seat."""
    since: Time
    rules: str
    box: str
    name: str | Message
    """The name of the game."""
    host: str | Message
    free: int
    """The number of free seats."""
    clock: Clock
    yours: bool
    """True if you sit there."""


class OpenTables(Struct, frozen=True):
    """The tables that are open to everyone on this server, latest first."""

    allowed: bool
    """False if this server has none."""
    tables: list[OpenTable]


class NewRefusal(Struct, frozen=True, forbid_unknown_fields=True):
    """Refuse the person who took this seat: it is free again, and an invite that they came by is void."""

    seat: SeatNumber
    version: Version


class Addresses(Struct):
    """Where the people at a table on the list come from, as far as this process has seen; it is stored nowhere."""

    host: str = ""
    guests: dict[int, str] = {}
    """By seat: the address of the last person who took it from the list."""
    refused: dict[str, float] = {}
    """By address: when the host refused someone from there."""


@endpoint("POST", "/tables/{id}/refusals", "Turn away a player who has joined your table", "tables", MOVES)
async def refuse(call: Call, id: TableId, who: str | None, asked: NewRefusal) -> Done:
    """Remove a person who has joined, and note where they came from."""
    answer = await call.change(id, partial(turn_away, who=who, asked=asked), asked.version)
    known = _addresses(call, id)
    if asked.seat in known.guests:
        known.refused[known.guests.pop(asked.seat)] = call.now
    return answer


def turn_away(table: Table, who: str | None, asked: NewRefusal, now: float) -> Change[Done]:
    """Remove a person who has joined, and open their seat again; the invite by which they came is void."""
    refused = table.chair(asked.seat).guest if asked.seat <= table.rules.seats else None
    if asked.seat not in table.may_refuse(table.seats_of(who)) or refused is None:
        raise Illegal("refuse-not", seat=asked.seat)
    change = table.apply(Action("refuse", asked.seat, table.refusal(refused)), now, asked.version)
    table.chairs[asked.seat - 1] = Chair(asked.seat, "open")
    return done(table, change)


@endpoint("GET", "/open-tables", "List the tables that anyone on this server may join", "tables", TOOLS)
async def open_tables(call: Call, who: str | None) -> OpenTables:
    """Return the list as a person sees it, latest first."""
    allowed, shown = call.lists_tables, list[OpenTable]()
    for listed in await _listed(call):
        # Meanwhile it may have been deleted, or its host may have left.
        with suppress(Unknown):
            async with call.held(listed.table or "") as table:
                if table.vacant and is_listed(table, call.away(table), call.now):
                    (invite,) = call.invites(table, table.vacant[:1], LISTED)
                    shown.append(open_table_of(table, who, _since(listed), invite.link))
    return OpenTables(allowed, shown)


@endpoint("POST", "/tables/{id}/listing", "Add your table to the list of open tables", "tables", TABLES)
async def list_table(call: Call, id: TableId, who: str | None) -> Done:
    """Put a table on the list, in place of any other table of the same host."""
    if not call.lists_tables:
        raise Forbidden("open-tables-off")
    kept = {listed.table: listed for listed in await _listed(call)}
    own = [listed for table, listed in kept.items() if table != id and await _is_host(call, table or "", who)]
    async with call.held(id) as table:
        check_listing(table, who)
        if id not in kept and len(kept) - len(own) >= MOST:
            raise Conflict("open-tables-full", most=MOST)
        others = [
            _addresses(call, name or "").host for name, listed in kept.items() if listed not in own and name != id
        ]
        if call.address and others.count(call.address) >= MOST_OF_ADDRESS:
            raise Conflict("open-tables-many", most=MOST_OF_ADDRESS)
        new = [] if id in kept else [Kept(f"{PREFIX}{id}", msgspec.json.encode(call.now), table=id)]
        await call.store.write(*(replace(each, data=None) for each in own), *new)
        _addresses(call, id).host = call.address
        return Done(id, table.version)


@endpoint("DELETE", "/tables/{id}/listing", "Remove your table from the list of open tables", "tables", MOVES)
async def unlist_table(call: Call, id: TableId, who: str | None) -> Done:
    """Take a table off the list."""
    async with call.held(id) as table:
        if not table.may_invite(table.seats_of(who)):
            raise Forbidden("open-not-host")
        listed = await call.store.get(f"{PREFIX}{id}")
        if listed:
            await call.store.write(replace(listed, data=None))
        return Done(id, table.version)


async def is_open(call: Call, table: Table) -> bool:
    """Return True if a table is on the list, and stays on it."""
    stays = call.lists_tables and is_listed(table, call.away(table), call.now)
    return stays and await call.store.get(f"{PREFIX}{table.id}") is not None


async def refuse_back(call: Call, id: str, seat: int, person: Person) -> None:
    """Refuse a person who is new since the host refused someone from the same address: most likely the same person.

    Otherwise, note where they come from.
    """
    known = _addresses(call, id)
    at = known.refused.get(call.address)
    if call.address and at is not None and await call.created(person) > at:
        raise Forbidden("seat-refused")
    known.guests[seat] = call.address


def _addresses(call: Call, id: str) -> Addresses:
    notes: dict[str, Addresses] = call.notes(PREFIX)
    return notes.setdefault(id, Addresses())


async def _listed(call: Call) -> list[Kept]:
    """Return what is kept of the list, latest first; drop tables that are over, full, or without a host."""
    if not call.lists_tables:
        return []
    stay, gone = list[Kept](), list[Kept]()
    for listed in sorted(await call.store.under(PREFIX), key=_since, reverse=True):
        try:
            async with call.held(listed.table or "") as table:
                (stay if is_listed(table, call.away(table), call.now) else gone).append(listed)
        except Unknown:
            continue  # deleted just now, and this with it
    notes = call.notes(PREFIX)
    for removed in notes.keys() - {listed.table for listed in (*stay, *gone)}:
        del notes[removed]
    with suppress(Conflict):  # somebody else has dropped them
        await call.store.write(*(replace(each, data=None) for each in gone))
    return stay


async def _is_host(call: Call, id: str, who: str | None) -> bool:
    try:
        async with call.held(id) as table:
            return table.may_invite(table.seats_of(who))
    except Unknown:
        return False  # deleted just now


def _since(listed: Kept) -> float:
    since: float = msgspec.json.decode(listed.data or b"0")
    return since


def check_listing(table: Table, who: str | None) -> None:
    """Refuse to list a table that is not this person's, has no clock, is over, or has no free seat."""
    if not table.may_invite(table.seats_of(who)):
        raise Forbidden("open-not-host")
    if table.agreed.clock is None:
        raise Illegal("open-needs-clock")
    if not table.vacant or table.over:
        raise Illegal("open-no-seat")


def is_listed(table: Table, away: Mapping[int, float], now: float) -> bool:
    """Return True while the host is there, and a seat is free or its newcomer may still be refused.

    `away` maps seats to the time at which they left.
    """
    open_yet = not table.over and (table.vacant or table.may_refuse(_hosts(table)))
    here = [seat for seat in _hosts(table) if seat not in away or now - away[seat] < PATIENCE]
    return bool(open_yet and here)


def open_table_of(table: Table, who: str | None, since: float, link: str) -> OpenTable:
    """Return the list's entry for a table."""
    assert table.agreed.clock is not None, "only tables with a clock are listed"
    host = table.chair(_hosts(table)[0])
    game = game_of(table.rules, table.vacant[0])
    return OpenTable(
        table=table.id,
        link=link,
        since=since,
        rules=str(table.rules),
        box=read_choice(str(table.rules)).box,
        name=game_message(game),
        host=sitter_name(host.seat, host.kind, host.name, host.player),
        free=len(table.vacant),
        clock=Clock(table.agreed.clock.seconds, table.agreed.clock.more),
        yours=bool(table.seats_of(who)),
    )


def _hosts(table: Table) -> list[int]:
    """Return the seats of the person who made a table, unless they have left it for good."""
    return [chair.seat for chair in table.chairs if chair.guest and table.may_invite((chair.seat,))]
