"""The View of a table: the match as a seat sees it, the people at the seats, what each may do, and the clocks."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from msgspec import structs

from keypeg.api.match import match_of, seals_of
from keypeg.api.sentences import sentences_of
from keypeg.api.tables import Invite
from keypeg.api.view import CallWindow, Coaching, Seat
from keypeg.api.view import View as SentView
from keypeg.core import Phase, View
from keypeg.errors import Forbidden
from keypeg.service.phrases import PHRASES
from keypeg.service.table_state import LONG, TableState
from keypeg.table import next_grade


def may_see(table: TableState, who: str | None, asked: int | None) -> tuple[tuple[int, ...], int | None]:
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
    table: TableState,
    seat: int | None,
    mine: Sequence[int],
    away: Mapping[int, float],
    invite: Callable[[int], Invite] | None = None,
) -> SentView:
    """Return what this seat may know; `seat` is None for a watcher.

    `mine` holds all seats of the same person. `away` maps seats to the time at which they left. `invite` creates the
    invite to an open seat; None if the transport has no other people to invite.
    """
    seen, agreed, seals = table.view(seat), table.agreed, table.seals()
    seats = [_seat(table, seen, number, mine, away.get(number)) for number in range(1, table.rules.seats + 1)]
    may_invite = table.may_invite(mine)
    made = table.past_shown if table.table.length <= LONG else None
    return SentView(
        **structs.asdict(match_of(seen, seals, made)),
        table=table.id,
        version=table.version,
        seats=seats,
        yours=list(mine),
        seals=seals_of(seals[-1]) if seen.round else [],
        may_undo=bool(seat) and not agreed.puzzle and table.table.may_undo(seat or 0),
        may_claim=[each.seat for each in seats if seat and each.claim_from is not None and each.seat not in mine],
        may_refuse=list(table.may_refuse(mine)),
        coach=_coaching(table, seen),
        clock=agreed.clock,
        clock_at=table.table.clock.at if table.table.clock else None,
        grace=agreed.grace,
        call_window=_call_window(table),
        watch=agreed.watch,
        daily=agreed.daily,
        same=agreed.same,
        says=list(table.says),
        phrases=list(PHRASES) if mine else [],
        rematch=table.rematch,
        rematch_of=agreed.rematch_of,
        sentences=sentences_of(seen, seats, mine, puzzle=agreed.puzzle, guided=_guided(table), told=table.past_told),
        invites=[invite(each.seat) for each in seats if invite and each.kind == "open" and may_invite],
    )


def _call_window(table: TableState) -> CallWindow | None:
    waits, window = table.table.may_call_first, table.table.window
    if window is None or not waits:
        return None
    return CallWindow(sorted(waits), window.seconds, window.since, window.until, sorted(window.extended))


def _guided(table: TableState) -> bool:
    """Return True if help may be given unasked: hints were agreed on, and one person plays against computers."""
    people = sum(chair.kind != "computer" for chair in table.chairs)
    return table.agreed.coach == "hint" and table.agreed.daily is None and people == 1


def _coaching(table: TableState, seen: View) -> Coaching:
    level, seat = table.agreed.coach, seen.seat
    breaks = any(board.breaker == seat for board in seen.boards) and seat not in seen.out
    now = seen.phase in (Phase.GUESS, Phase.MARK, Phase.CALL)
    return Coaching(
        level=level,
        used=[table.coaching(chair.seat).counts for chair in table.chairs],
        may_ask=level != "off" and seat is not None and breaks and now,
        next_grade=next_grade(seen, table.coaching(seat)).value if level == "hint" and seat is not None else None,
    )


def _seat(table: TableState, seen: View, seat: int, mine: Sequence[int], away: float | None) -> Seat:
    chair, clock = table.chair(seat), table.table.clock
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
