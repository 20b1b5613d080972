"""The list of open tables, which anyone on a server may join: which tables it takes, and its entries."""

from __future__ import annotations

from collections.abc import Mapping

from keypeg.api.open_tables import OpenTable
from keypeg.api.tables import Clock
from keypeg.errors import Forbidden, Illegal
from keypeg.notation import read_choice
from keypeg.table import Table
from keypeg.tell.at_table import sitter_name
from keypeg.tell.games import game_message, game_of

PATIENCE = 60.0
"""Seconds that a host may be away before their table is dropped from the list."""


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
