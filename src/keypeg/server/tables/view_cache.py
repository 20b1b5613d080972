"""The View that is sent: the match as a seat sees it, with who sits where, what may be done, and the time."""

from __future__ import annotations

from time import time
from zlib import crc32

import msgspec
from msgspec import structs

from keypeg import wire
from keypeg.core import Phase, View
from keypeg.server.tables.doorbell import Doorbells
from keypeg.server.tables.invites import Invites
from keypeg.server.tables.phrases import PHRASES
from keypeg.server.tables.table_state import TableState
from keypeg.table import Coach, Coaching

ENCODER = msgspec.json.Encoder()


class ViewCache:
    """Makes Views of tables, and keeps them as long as nothing changes."""

    def __init__(self, doorbells: Doorbells, invites: Invites) -> None:
        self._doorbells = doorbells
        self._invites = invites

    def stamp(self, live: TableState, mine: tuple[int, ...], base: str) -> tuple[object, ...]:
        """Everything that a View of this table depends on."""
        away = tuple(self._away_since(live, chair.seat) for chair in live.chairs)
        return live.version, away, mine, base

    def sent(self, live: TableState, seat: int | None, mine: tuple[int, ...], base: str) -> tuple[bytes, str]:
        """The View as JSON, and its entity tag. The lock of the table is held."""
        stamp = self.stamp(live, mine, base)
        kept = live.shown.get(seat)
        if not kept or kept[0] != stamp:
            kept = live.shown[seat] = stamp, ENCODER.encode(self.view(live, seat, mine, base))
        return kept[1], f'"{live.version}-{seat or 0}-{crc32(repr(stamp).encode()):08x}"'

    def may_claim(self, live: TableState, seat: int) -> bool:
        """Whether this seat has been away for so long that its round may be claimed."""
        claim_from = self._seat(live, live.view(None), seat, ()).claim_from
        return claim_from is not None and claim_from <= time()

    def view(self, live: TableState, seat: int | None, mine: tuple[int, ...], base: str) -> wire.View:
        """What this seat may know; `mine` are all seats of the same guest."""
        view = live.view(seat)
        table, agreed, seals = live.table, live.agreed, live.seals()
        seats = [self._seat(live, view, chair.seat, mine) for chair in live.chairs]
        return wire.View(
            table=live.id,
            version=live.version,
            seats=seats,
            yours=list(mine),
            seals=wire.seals_of(seals[len(view.past)]) if view.round else [],
            may_undo=bool(seat) and agreed.daily is None and table.may_undo(seat or 0),
            may_claim=[each.seat for each in seats if seat and each.claim_from is not None and each.seat not in mine],
            coach=self._coaching(live, view),
            clock=agreed.clock,
            clock_at=table.clock.at if table.clock else None,
            grace=agreed.grace,
            watch=agreed.watch,
            daily=agreed.daily,
            says=[wire.Said(say.version, say.seat, say.phrase, say.at) for say in live.says],
            phrases=list(PHRASES) if mine else [],
            rematch=live.rematch,
            rematch_of=agreed.rematch_of,
            invites=self._invites.open_seats(live, base) if mine else [],
            **structs.asdict(wire.match_of(view, seals[: len(view.past)])),
        )

    def _coaching(self, live: TableState, view: View) -> wire.Coaching:
        level, seat = live.agreed.coach, view.seat
        breaks = any(board.breaker == seat for board in view.boards) and seat not in view.out
        now = view.phase in (Phase.GUESS, Phase.MARK, Phase.CALL)
        hints = level == "hint" and seat is not None
        return wire.Coaching(
            level=level,
            used=[live.coaching(chair.seat).counts for chair in live.chairs],
            may_ask=level != "off" and seat is not None and breaks and now,
            next_grade=Coach(view, live.coaching(seat or 0), _nothing).next_grade.value if hints else None,
        )

    def _away_since(self, live: TableState, seat: int) -> float | None:
        """Since when a person is away; None for who is here, and where nobody sits."""
        if live.chair(seat).kind != "person" or seat in self._doorbells.here(live.id):
            return None
        return max(self._doorbells.last_seen(live.id, seat), live.touched)

    def _seat(self, live: TableState, view: View, seat: int, mine: tuple[int, ...]) -> wire.Seat:
        chair, clock, grace = live.chair(seat), live.table.clock, live.agreed.grace
        person = chair.kind == "person"
        away = self._away_since(live, seat)
        waited = person and seat in view.to_act
        return wire.Seat(
            seat=seat,
            kind=chair.sort,
            name=chair.name,
            player=chair.player,
            you=seat in mine,
            here=chair.kind == "computer" or (person and away is None),
            away_since=away,
            claim_from=away + grace if away is not None and waited and grace is not None else None,
            points=view.points[seat - 1],
            out=seat in view.out,
            left=clock.left(seat) if clock and person else None,
        )


def _nothing(_after: Coaching, _kind: str) -> None:
    """Nobody is asked anything here."""
