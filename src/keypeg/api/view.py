"""The View of a table: the match as a seat sees it, the people at the seats, what each may do, and the clocks."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Annotated, Literal, TypeAlias
from weakref import WeakKeyDictionary

from msgspec import Meta, Struct, structs

from keypeg import core
from keypeg.api.endpoint import endpoint
from keypeg.api.fields import OwnSeat, TableId, Time, Version
from keypeg.api.host import Call
from keypeg.api.limits import READS
from keypeg.api.match import Attempt, Match, Seal, match_of, seals_of
from keypeg.api.moves import PHRASES
from keypeg.api.sentences import Sentences, ToldPast, sentences_of
from keypeg.api.tables import Clock, Coach, Invite
from keypeg.core import Phase
from keypeg.errors import Forbidden
from keypeg.table import Rematch, Table, next_grade
from keypeg.table.table import LONG


class Seat(Struct, frozen=True):
    """A seat, and the person or computer there."""

    seat: int
    kind: Literal["person", "computer", "open"]
    name: str
    """A person's name; empty if none was given."""
    player: str | None
    """A computer's level and manner, such as `club+tricky`."""
    you: bool
    here: bool
    away_since: Time | None
    """Since when a person is away."""
    claim_from: Time | None
    """The time from which others may claim; null if its person is here, is not waited for, or has no time limit."""
    points: int
    out: bool
    left: float | None
    """Seconds on its clock at the time `clock_at`; they run while the match waits for this seat."""


class Said(Struct, frozen=True):
    """A phrase that was said."""

    version: int
    seat: int
    phrase: str
    at: Time


class Coaching(Struct, frozen=True):
    """The help that was agreed on, and how often each seat has used it."""

    level: Coach
    used: list[dict[str, int]]
    """By seat: the number of uses of each kind of help."""
    may_ask: bool
    """True if you may ask now."""
    next_grade: Literal["nudge", "good", "best"] | None
    """The grade of the next hint, if hints were agreed on."""


class CallWindow(Struct, frozen=True):
    """The time after a row in which people may call before computers do. It is the same if no computer will call."""

    waits: list[int]
    """The people who may call, and have not gone on."""
    seconds: float | None
    """Its length; null if it lasts until all have moved or gone on."""
    since: Time | None
    """When it opened."""
    until: Time | None
    """When it ends at the latest. It may be over already."""
    extended: list[int]
    """The seats that have extended it by a minute."""


class View(Match, frozen=True):
    """A table as you may see it."""

    table: str
    version: int
    seats: list[Seat]
    yours: list[int]
    """All seats that you hold."""
    seals: list[Seal]
    may_undo: bool
    may_claim: list[int]
    """Seats that could be claimed to be absent, once the seat's `claim_from` has passed."""
    may_refuse: list[int]
    """Seats of people whom you may refuse: you made the table; they have joined, and have not moved yet."""
    coach: Coaching
    clock: Clock | None
    clock_at: Time | None
    grace: float | None
    call_window: CallWindow | None
    watch: bool
    daily: str | None
    """The day whose puzzle this is."""
    same: str | None
    """The shared result whose code this is."""
    says: list[Said]
    phrases: list[str]
    rematch: Rematch | None
    rematch_of: str | None
    sentences: Sentences
    invites: list[Invite]
    """The links to the open seats, for the person who made the table."""


class Bell(Struct, frozen=True):
    """A message through the doorbell: sent on connecting, after every change, and as a heartbeat."""

    table: str
    version: int
    here: list[int]


After: TypeAlias = Annotated[Version | None, Meta(description="Answer once there is a later version than this.")]
Wait: TypeAlias = Annotated[float, Meta(ge=0, le=55, description="Seconds to wait for a later version.")]


@dataclass(slots=True)
class ShownPast:
    """What Views show of the finished attempts of a table. They never change, so each is built once."""

    attempts: list[Attempt] = field(default_factory=list)
    told: dict[tuple[int, ...], ToldPast] = field(default_factory=dict)
    """The sentences on how they ended, by the seats addressed."""


PAST: WeakKeyDictionary[Table, ShownPast] = WeakKeyDictionary()


@endpoint("GET", "/tables/{id}/view", "Get your View of a table, at once or when it changes", "tables", READS)
async def view(  # noqa: PLR0913 - the parameters of a request
    call: Call, id: TableId, who: str | None, seat: OwnSeat = None, after: After = None, wait: Wait = 0.0
) -> View:
    """Return the View of a person, or a watcher; with `wait`, as soon as there is a version after this one."""
    if after is not None and wait:
        await call.wait_for(id, after, wait)
    async with call.held(id) as table:
        mine, shown = may_see(table, who, seat)
        seen = view_of(table, shown, mine, call.away(table), partial(call.invites, table))
    return structs.replace(seen, rules=call.offered(seen.rules))


def may_see(table: Table, who: str | None, asked: int | None) -> tuple[tuple[int, ...], int | None]:
    """Return the seats of a person, and the one whose View they get: None for a watcher."""
    mine = table.seats_of(who)
    if not mine and not table.agreed.watch:
        raise Forbidden("watch-not")
    if asked is None:
        return mine, mine[0] if mine else None
    if asked not in mine:
        raise Forbidden("seat-not-held", seat=asked)
    return mine, asked


def no_invites(_seats: Sequence[int]) -> list[Invite]:
    """Invite nobody: a host without other people."""
    return []


def view_of(
    table: Table,
    seat: int | None,
    mine: Sequence[int],
    away: Mapping[int, float],
    invites: Callable[[Sequence[int]], list[Invite]] = no_invites,
) -> View:
    """Return what this seat may know; `seat` is None for a watcher.

    `mine` holds all seats of the same person. `away` maps seats to the time at which they left. `invites` makes
    the invites to open seats.
    """
    seen, agreed, seals = table.view(seat), table.agreed, table.seals_by_attempt
    seats = [_seat(table, seen, number, mine, away.get(number)) for number in range(1, table.rules.seats + 1)]
    may_invite = table.may_invite(mine)
    past = PAST.setdefault(table, ShownPast())
    return View(
        **structs.asdict(match_of(seen, seals, past.attempts if table.length <= LONG else None)),
        table=table.id,
        version=table.version,
        seats=seats,
        yours=list(mine),
        seals=seals_of(seals[-1]) if seen.round else [],
        may_undo=bool(seat) and not agreed.puzzle and table.may_undo(seat or 0),
        may_claim=[each.seat for each in seats if seat and each.claim_from is not None and each.seat not in mine],
        may_refuse=list(table.may_refuse(mine)),
        coach=_coaching(table, seen),
        clock=Clock(agreed.clock.seconds, agreed.clock.more) if agreed.clock else None,
        clock_at=table.clock.at if table.clock else None,
        grace=agreed.grace,
        call_window=_call_window(table),
        watch=agreed.watch,
        daily=agreed.daily,
        same=agreed.same,
        says=[Said(said.version, said.seat, said.phrase, said.at) for said in table.says],
        phrases=list(PHRASES) if mine else [],
        rematch=table.rematch,
        rematch_of=agreed.rematch_of,
        sentences=sentences_of(seen, seats, mine, puzzle=agreed.puzzle, guided=_guided(table), told=past.told),
        invites=invites([each.seat for each in seats if each.kind == "open"]) if may_invite else [],
    )


def _call_window(table: Table) -> CallWindow | None:
    waits, window = table.may_call_first, table.window
    if window is None or not waits:
        return None
    return CallWindow(sorted(waits), window.seconds, window.since, window.until, sorted(window.extended))


def _guided(table: Table) -> bool:
    """Return True if help may be given unasked: hints were agreed on, and one person plays against computers."""
    people = sum(chair.kind != "computer" for chair in table.chairs)
    return table.agreed.coach == "hint" and table.agreed.daily is None and people == 1


def _coaching(table: Table, seen: core.View) -> Coaching:
    level, seat = table.agreed.coach, seen.seat
    breaks = any(board.breaker == seat for board in seen.boards) and seat not in seen.out
    now = seen.phase in (Phase.GUESS, Phase.MARK, Phase.CALL)
    return Coaching(
        level=level,
        used=[table.coaching[chair.seat].counts for chair in table.chairs],
        may_ask=level != "off" and seat is not None and breaks and now,
        next_grade=next_grade(seen, table.coaching[seat]).value if level == "hint" and seat is not None else None,
    )


def _seat(table: Table, seen: core.View, seat: int, mine: Sequence[int], away: float | None) -> Seat:
    chair, clock = table.chair(seat), table.clock
    person = chair.kind == "person"
    return Seat(
        seat=seat,
        kind=chair.kind,
        name=chair.name,
        player=chair.player,
        you=seat in mine,
        here=chair.kind == "computer" or (person and away is None),
        away_since=away,
        claim_from=table.claim_from(seat, away),
        points=seen.points[seat - 1],
        out=seat in seen.out,
        left=clock.left(seat) if clock and person else None,
    )
