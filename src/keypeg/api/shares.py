"""Share a result by link, and let friends try the code of a shared result."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from msgspec import Meta, Struct

from keypeg.api.endpoint import endpoint
from keypeg.api.fields import OwnSeat, TableId
from keypeg.api.host import needs_server
from keypeg.api.limits import READS, TABLES, TOOLS
from keypeg.api.moves import seat_for
from keypeg.api.seats import Person
from keypeg.api.tables import Made, Plan
from keypeg.boxes import ON, box, build
from keypeg.core import Hide, Rules
from keypeg.errors import Illegal, Unknown
from keypeg.message import Message
from keypeg.notation import read_choice
from keypeg.table import Action, Agreed, Chair, Table
from keypeg.tell.at_table import sitter_name
from keypeg.tell.shared import SharedMatch, last_board, shared_match


class SharedLink(Struct, frozen=True):
    """Your result, ready to send: the text line by line, with the link as its last line, and the picture’s address."""

    text: list[str | Message]
    link: str
    picture: str


class SharedResult(Struct, frozen=True):
    """The content of a shared result’s page. It never contains the code or the pegs of a row."""

    title: Message
    game: str | Message
    headline: Message
    """The result from the point of view of the person who shared it."""
    heard: Message
    """The marks, for screen readers."""
    rows: list[Annotated[str, Meta(pattern="^[bw-]*$")]]
    """The marks row by row: b exact, w near, - nothing."""
    daily: str | None
    """The day whose puzzle this was."""
    same: bool
    """True if the same code can be tried."""


PNG = "image/png"
ShareId: TypeAlias = Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{22}$")]


@endpoint(
    "POST",
    "/tables/{id}/shares",
    "Create a link that shares your result of a finished match, without the code",
    "study",
    TOOLS,
)
def share(id: TableId, seat: OwnSeat = None) -> SharedLink:
    """Create a link that shares your result of a finished match, without the code."""
    raise needs_server()


@endpoint("GET", "/results/{share}", "Get a shared result", "study", READS, 2)
def shared(share: ShareId) -> SharedResult:
    """Get a shared result."""
    raise needs_server()


@endpoint(
    "GET",
    "/results/{share}/picture.png",
    "Get the picture of a shared result, 1200 by 630 pixels",
    "study",
    READS,
    2,
    by_guest=False,
    media_type=PNG,
)
def shared_picture(share: ShareId) -> bytes:
    """Get the picture of a shared result, 1200 by 630 pixels."""
    raise needs_server()


@endpoint(
    "POST",
    "/results/{share}/tables",
    "Create a table to try the code of a shared result, outside your statistics",
    "study",
    TABLES,
    status=201,
)
def same_code(share: ShareId) -> Made:
    """Create a table to try the code of a shared result, outside your statistics."""
    raise needs_server()


def shared_seat(table: Table, who: str | None, asked: int | None) -> int:
    """Return the seat whose result a person shares: it must be their own, and the match over."""
    seat = seat_for(table, who, asked)
    if not table.over or table.closed:
        raise Illegal("share-not-yet")
    return seat


def shared_result(table: Table, seat: int) -> tuple[SharedResult, SharedMatch]:
    """Return the page of a result, and the match behind it, which has the lines to send with the link."""
    found = shared_match(table.state, seat, table.agreed.daily, _only_computer(table, seat))
    told = SharedResult(
        title=found.title,
        game=found.game,
        headline=found.headline,
        heard=found.heard,
        rows=list(found.rows),
        daily=table.agreed.daily,
        same=_code_to_try(table, seat) is not None,
    )
    return told, found


def plan_same_code(table: Table, seat: int, share: str, friend: Person) -> Plan:
    """Plan a table at which a friend breaks, alone and outside statistics, the code that a seat had to break."""
    code = _code_to_try(table, seat)
    if code is None:
        raise Unknown("result-unknown")
    rules, maker = _one_code(table.rules, breaker=seat), table.rules.other(seat)
    chairs = [Chair(maker, "computer", "perfect"), Chair(seat, "person", guest=friend.id, name=friend.name)]
    hide = Action.of_move(rules, maker, Hide(code))
    agreed = Agreed(watch=False, grace=None, same=share)
    return Plan(rules, agreed, sorted(chairs, key=lambda chair: chair.seat), [hide])


def _only_computer(table: Table, seat: int) -> Message | None:
    """Return the opponent's name if it was a single computer, else None: people are not named to strangers."""
    others = [chair for chair in table.chairs if chair.seat != seat]
    if len(others) != 1 or others[0].kind != "computer":
        return None
    name = sitter_name(others[0].seat, "computer", "", others[0].player)
    return name if isinstance(name, Message) else None


def _code_to_try(table: Table, seat: int) -> str | None:
    """Return the last code that this seat had to break; None for a daily puzzle, or if nobody breaks a code alone."""
    rules = table.rules
    if table.agreed.daily is not None or rules.split or rules.all_break:
        return None
    if _one_code(rules, breaker=seat).codes_a_round > 1:
        return None
    found = last_board(table.state, seat)
    return next((each.code for each in found[0].shares if each.holder != seat), None) if found else None


def _one_code(rules: Rules, breaker: int) -> Rules:
    """Return the same game for a single code, marked by the table."""
    choice = read_choice(str(rules))
    found = box(choice.box)
    kept = {name: value for name, value in choice.options.items() if name != "marking"}
    wanted = {**kept, "rounds": "1", "parity": "any", "first": str(rules.other(breaker)), "one-code": ON}
    may = found.available(choice.variants, {**kept, "one-code": ON})
    return build(found, choice.variants, {name: value for name, value in wanted.items() if name in may or name in kept})
