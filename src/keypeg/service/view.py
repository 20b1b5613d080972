"""The View of a table: the match as a seat sees it, the people at the seats, what each may do, and the clocks."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from weakref import WeakKeyDictionary

from msgspec import structs

from keypeg.api.match import Attempt, match_of, seals_of
from keypeg.api.sentences import ToldPast, sentences_of
from keypeg.api.tables import Clock, Invite
from keypeg.api.view import CallWindow, Coaching, Rematch, Said, Seat
from keypeg.api.view import View as SentView
from keypeg.core import Phase, View
from keypeg.errors import Forbidden
from keypeg.service.phrases import PHRASES
from keypeg.table import Table, next_grade
from keypeg.table.table import LONG


@dataclass(slots=True)
class ShownPast:
    """What Views show of the finished attempts of a table. They never change, so each is built once."""

    attempts: list[Attempt] = field(default_factory=list)
    told: dict[tuple[int, ...], ToldPast] = field(default_factory=dict)
    """The sentences on how they ended, by the seats addressed."""


PAST: WeakKeyDictionary[Table, ShownPast] = WeakKeyDictionary()


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


def view(
    table: Table,
    seat: int | None,
    mine: Sequence[int],
    away: Mapping[int, float],
    invite: Callable[[int], Invite] | None = None,
) -> SentView:
    """Return what this seat may know; `seat` is None for a watcher.

    `mine` holds all seats of the same person. `away` maps seats to the time at which they left. `invite` creates the
    invite to an open seat; None if the transport has no other people to invite.
    """
    seen, agreed, seals = table.view(seat), table.agreed, table.seals_by_attempt
    seats = [_seat(table, seen, number, mine, away.get(number)) for number in range(1, table.rules.seats + 1)]
    may_invite = table.may_invite(mine)
    past = PAST.setdefault(table, ShownPast())
    return SentView(
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
        rematch=Rematch(table.rematch.table, table.rematch.by) if table.rematch else None,
        rematch_of=agreed.rematch_of,
        sentences=sentences_of(seen, seats, mine, puzzle=agreed.puzzle, guided=_guided(table), told=past.told),
        invites=[invite(each.seat) for each in seats if invite and each.kind == "open" and may_invite],
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


def _coaching(table: Table, seen: View) -> Coaching:
    level, seat = table.agreed.coach, seen.seat
    breaks = any(board.breaker == seat for board in seen.boards) and seat not in seen.out
    now = seen.phase in (Phase.GUESS, Phase.MARK, Phase.CALL)
    return Coaching(
        level=level,
        used=[table.coaching[chair.seat].counts for chair in table.chairs],
        may_ask=level != "off" and seat is not None and breaks and now,
        next_grade=next_grade(seen, table.coaching[seat]).value if level == "hint" and seat is not None else None,
    )


def _seat(table: Table, seen: View, seat: int, mine: Sequence[int], away: float | None) -> Seat:
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
