"""Tables: agree on the terms of a new one, or play again with the same people."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Annotated, Literal, TypeAlias

from msgspec import UNSET, Meta, Struct, UnsetType

from keypeg.api.endpoint import endpoint
from keypeg.api.fields import CallSeconds, Name, RulesText, SeatNumber, Seconds, TableId
from keypeg.api.host import Call
from keypeg.api.limits import TABLES
from keypeg.api.moves import Done, done, seat_for
from keypeg.api.seats import Person, given_name
from keypeg.boxes import box, build
from keypeg.core import TABLE, Rules
from keypeg.errors import Illegal, Malformed
from keypeg.notation import read_choice
from keypeg.notation import rules as read_rules
from keypeg.players import check_hiding, player_text, read_player
from keypeg.table import Action, Agreed, Chair, Change, Entry, Table, TimeLimit
from keypeg.table.call_window import SECONDS

DAY = 86_400.0
LEAST_GRACE = 30.0
"""The least grace period, in seconds: a phone that is put down for a moment counts as away."""


class Clock(Struct, frozen=True):
    """A clock that gives each person `seconds`, and `more` for every move that they make."""

    seconds: Seconds
    more: Annotated[float, Meta(ge=0, le=86_400)] = 0.0


class Computer(Struct, frozen=True, tag="computer", tag_field="kind"):
    """A computer: `novice`, `club`, `expert`, `perfect`; `club+tricky`; `novice:errs=0.1` if marks are by hand."""

    player: Annotated[str, Meta(max_length=40)] = "club"


class Me(Struct, frozen=True, tag="me", tag_field="kind"):
    """The maker of the table; several seats may be the maker’s, for people who share a device."""

    name: Name | UnsetType = UNSET


class Open(Struct, frozen=True, tag="open", tag_field="kind"):
    """A seat that is free until someone takes it by its invite link."""


Sitter: TypeAlias = Me | Open | Computer


Coach: TypeAlias = Literal["off", "check", "explain", "hint"]


class NewTable(Struct, frozen=True, forbid_unknown_fields=True):
    """The terms of a new table. Seats that are not listed: first the maker, unless listed already, then open ones."""

    rules: RulesText
    seats: Annotated[list[Sitter], Meta(max_length=4)] = []
    coach: Coach = "off"
    clock: Clock | None = None
    grace: Seconds | None = 180.0
    """Seconds that a person may be away while the match waits, before others may claim; null: no limit."""
    watch: bool = True
    """True if people who know the table’s id may watch."""
    name: Name | UnsetType = UNSET
    call_window: CallSeconds | UnsetType | None = UNSET
    """Seconds of every call window; null: until all have moved or gone on. Default 6; null with days on the clock."""


class Invite(Struct, frozen=True):
    """An invite to a seat: its token, and the link that has the token after its #."""

    seat: int
    invite: str
    link: str


class Made(Struct, frozen=True):
    """A new table."""

    table: str
    version: int
    seats: list[int]
    """Your seats."""
    invites: list[Invite]
    link: str
    """The address of the table. Opened without an invite it lets people watch."""


class NewRematch(Struct, frozen=True, forbid_unknown_fields=True):
    """Play again with the same people and the next starter. Settings that are left out stay as they were."""

    rules: RulesText | UnsetType = UNSET
    coach: Coach | UnsetType = UNSET
    clock: Clock | UnsetType | None = UNSET
    grace: Seconds | UnsetType | None = UNSET
    call_window: CallSeconds | UnsetType | None = UNSET
    seat: SeatNumber | None = None


@dataclass(frozen=True, slots=True)
class Plan:
    """A table to be opened."""

    rules: Rules
    agreed: Agreed
    chairs: Sequence[Chair]
    actions: Sequence[Action] = ()
    """The actions to apply at once."""


@endpoint("POST", "/tables", "Create a table", "tables", TABLES, status=201)
async def make_table(call: Call, asked: NewTable, person: Person) -> Made:
    """Create a table, and open seats with an invite each."""
    return made(call, await call.open(new_table(asked, person, call.language)))


@endpoint("POST", "/tables/{id}/rematch", "Open a rematch with the same people and the next starter", "tables", TABLES)
async def rematch(call: Call, id: TableId, who: str | None, asked: NewRematch) -> Made:
    """Open a table for a rematch, unless somebody has opened one already; return that one then."""
    opened = ""
    async with call.held(id) as table:
        plan = plan_rematch(table, who, asked)
    if plan is not None:
        opened = (await call.open(plan)).id
        await call.change(id, partial(offer_rematch, who=who, wished=asked, opened=opened))
    async with call.held(id) as table:
        offered = table.rematch
    assert offered is not None, "it was offered just now, or before"
    if opened and opened != offered.table:
        await call.remove(opened)  # someone else was quicker
    async with call.held(offered.table) as again:
        return made(call, again, may_invite=again.may_invite(again.seats_of(who)))


def made(call: Call, table: Table, *, may_invite: bool = True) -> Made:
    """Return what the person who asks needs to know about a new table, with the invites to its open seats."""
    mine = table.seats_of(call.who)
    open_seats = [chair.seat for chair in table.chairs if chair.kind == "open" and may_invite]
    call.greet(table, mine)
    return Made(table.id, table.version, list(mine), call.invites(table, open_seats), call.link(table))


def new_table(asked: NewTable, maker: Person, language: str = "") -> Plan:
    """Plan the table that a person asks for."""
    rules = read_rules(asked.rules)
    _check_grace(asked.grace)
    chairs = chairs_of(
        rules, asked.seats, maker if asked.name is UNSET else replace(maker, name=given_name(asked.name))
    )
    agreed = Agreed(
        coach=asked.coach,
        clock=_time_limit(asked.clock),
        grace=asked.grace,
        watch=asked.watch,
        language=language,
        call_window=_call_window(asked.clock) if asked.call_window is UNSET else asked.call_window,
    )
    return Plan(rules, agreed, chairs)


def plan_rematch(table: Table, who: str | None, wished: NewRematch) -> Plan | None:
    """Plan a rematch: same people, next starter; None if it has been opened already (`Table.rematch`)."""
    seat_for(table, who, wished.seat)
    if not table.over or table.agreed.puzzle:
        raise Illegal("rematch-not-yet")
    if table.rematch is not None:
        return None
    old = table.agreed
    _check_grace(None if wished.grace is UNSET else wished.grace)
    rules = _next_starter(table.rules, table.state.first) if wished.rules is UNSET else read_rules(wished.rules)
    agreed = Agreed(
        coach=old.coach if wished.coach is UNSET else wished.coach,
        clock=old.clock if wished.clock is UNSET else _time_limit(wished.clock),
        grace=old.grace if wished.grace is UNSET else wished.grace,
        watch=old.watch,
        call_window=old.call_window if wished.call_window is UNSET else wished.call_window,
        rematch_of=table.id,
        makers=table.seats_of(who),
    )
    # A seat whose person has left for good is open to someone new.
    kept = [replace(chair) if chair.player or chair.guest else Chair(chair.seat, "open") for chair in table.chairs]
    added = [Chair(seat, "open") for seat in range(len(kept) + 1, rules.seats + 1)]
    return Plan(rules, agreed, [*kept[: rules.seats], *added])


def offer_rematch(table: Table, who: str | None, wished: NewRematch, opened: str, now: float) -> Change[Done]:
    """Tell everyone at a finished table where its rematch is, unless a rematch has been offered already."""
    if table.rematch is not None:
        return Change(Done(table.id, table.version))
    return done(table, table.apply(Action("rematch", seat_for(table, who, wished.seat), opened), now))


def open_table(table: Table, plan: Plan, now: float) -> tuple[Entry, ...]:
    """Open a table that was made from a plan: apply the plan's actions and the first moves of chance."""
    vacant = " ".join(str(chair.seat) for chair in plan.chairs if chair.kind == "open")
    imported = bool(plan.actions) and plan.actions[0].kind == "import"
    actions = plan.actions if imported else (Action("open", TABLE, vacant), *plan.actions)
    return tuple(entry for action in actions for entry in table.apply(action, now).entries)


def _time_limit(clock: Clock | None) -> TimeLimit | None:
    return TimeLimit(clock.seconds, clock.more) if clock else None


def _call_window(clock: Clock | None) -> float | None:
    """Return the default length of a call window: no limit for correspondence play, with days on the clock."""
    return None if clock and clock.seconds >= DAY else SECONDS


def _check_grace(grace: float | None) -> None:
    if grace is not None and grace < LEAST_GRACE:
        raise Malformed("grace-short", least=int(LEAST_GRACE))


def _next_starter(rules: Rules, first: int | None) -> Rules:
    """Return the same rules, but with the seat after the last starter as the first to begin."""
    choice = read_choice(str(rules))
    found = box(choice.box)
    if first is None or "first" not in found.available(choice.variants, choice.options):
        return read_rules(str(rules))
    return build(found, choice.variants, {**choice.options, "first": str(first % rules.seats + 1)})


def chairs_of(rules: Rules, sitters: Sequence[Sitter], maker: Person) -> list[Chair]:
    """Return the chairs of a new table. Seats beyond `sitters`: first the maker, unless already seated, then open."""
    if len(sitters) > rules.seats:
        raise Illegal("seats-wrong", seats=rules.seats, given=len(sitters))
    given = list(sitters)
    if not any(isinstance(sitter, Me) for sitter in given) and len(given) < rules.seats:
        given.append(Me())
    given += [Open()] * (rules.seats - len(given))
    chairs = []
    for seat, sitter in enumerate(given, start=1):
        match sitter:
            case Me(own):
                chairs.append(
                    Chair(seat, "person", guest=maker.id, name=maker.name if own is UNSET else given_name(own))
                )
            case Open():
                chairs.append(Chair(seat, "open"))
            case Computer(player):
                computer = read_player(player)
                check_hiding(rules, computer)
                chairs.append(Chair(seat, "computer", player_text(computer)))
    return chairs
