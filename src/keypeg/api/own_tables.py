"""Your tables, and the people you have played with."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from keypeg.api.endpoint import endpoint
from keypeg.api.fields import TableId, Time
from keypeg.api.host import needs_server
from keypeg.api.limits import MOVES, TOOLS
from keypeg.api.moves import Done
from keypeg.api.sentences import status_of
from keypeg.core import points
from keypeg.message import Message
from keypeg.notation import read_choice
from keypeg.table import Chair, Table
from keypeg.tell.at_table import sitter_name
from keypeg.tell.games import game_message, game_of


class OwnTable(Struct, frozen=True):
    """A summary of a table of yours."""

    table: str
    rules: str
    box: str
    created: Time
    touched: Time
    version: int
    over: bool
    seats: list[OwnSeat]
    yours: list[int]
    your_turn: bool
    winner: int | None
    points: list[int]
    daily: str | None
    same: str | None
    """The shared result whose code is played here."""
    game: str
    """The id of the game: the same for tables with the same box, variants, holes, colours and marking."""
    name: str | Message
    """The name of the game."""
    status: Message
    """Whom the match waits for, and for what; or how it ended, once it is over."""
    skill: int | None = None
    """The average over your boards, once they have been reviewed."""
    luck: float | None = None


class OwnSeat(Struct, frozen=True):
    """A seat at a table of yours, and who sits there."""

    seat: int
    kind: Literal["person", "computer", "open"]
    name: str
    player: str | None
    label: str | Message
    """The name to show for the seat."""


class OwnTables(Struct, frozen=True):
    """A page of your tables, newest first. `next` is the `before` of the next page; null on the last one."""

    tables: list[OwnTable]
    next: float | None


class Companion(Struct, frozen=True):
    """A person you have played with, under the name they used last."""

    name: str
    matches: int
    last: Time
    table: str
    """The last table with them."""
    over: bool


Over: TypeAlias = Annotated[
    bool | None, Meta(description="True for finished tables only, false for running ones only.")
]
Before: TypeAlias = Annotated[float | None, Meta(description="Only tables that were created before this time.")]


@endpoint("GET", "/me/tables", "List your tables, newest first", "identity", TOOLS)
def own_tables(over: Over = None, before: Before = None) -> OwnTables:
    """List your tables, newest first."""
    raise needs_server()


@endpoint("POST", "/tables/{id}/dismiss", "Remove a table from your list, without leaving it", "identity", MOVES)
def dismiss(id: TableId) -> Done:
    """Remove a table from your list, without leaving it."""
    raise needs_server()


@endpoint("GET", "/me/people", "List the people you have played with, latest first", "identity", TOOLS)
def people() -> list[Companion]:
    """List the people you have played with, latest first."""
    raise needs_server()


def summary(table: Table, who: str) -> OwnTable:
    """Summarise a table for a person's list of tables."""
    mine, outcome = table.seats_of(who), table.outcome
    game = game_of(table.rules, mine[0] if mine else 1)
    return OwnTable(
        table=table.id,
        rules=str(table.rules),
        box=read_choice(str(table.rules)).box,
        created=table.created,
        touched=table.touched,
        version=table.version,
        over=table.over,
        seats=[_own_seat(chair) for chair in table.chairs],
        yours=list(mine),
        your_turn=not table.waits_for.isdisjoint(mine),
        winner=outcome.winner if outcome else None,
        points=list(points(table.rules, table.state.past)),
        daily=table.agreed.daily,
        same=table.agreed.same,
        game=game.id,
        name=game_message(game),
        status=_status(table, mine),
    )


def _status(table: Table, mine: Sequence[int]) -> Message:
    """Return the sentence that says whom the match waits for, or how it ended."""
    if table.closed:
        return table.closed.message
    seen = table.view(mine[0] if mine else None)
    sitters = [_own_seat(chair) for chair in table.chairs]
    return status_of(seen, sitters, mine, puzzle=table.agreed.puzzle)


def _own_seat(chair: Chair) -> OwnSeat:
    label = sitter_name(chair.seat, chair.kind, chair.name, chair.player)
    return OwnSeat(chair.seat, chair.kind, chair.name, chair.player, label)
