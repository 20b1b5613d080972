"""The puzzle of the day on a device without a server: its code follows from the date, and counts here alone."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from hashlib import sha256
from itertools import islice

from keypeg import wire
from keypeg.core import Hide
from keypeg.device.tables import ME, PREFIX, Tables
from keypeg.errors import Malformed, Unknown
from keypeg.notation import move_text
from keypeg.notation import rules as read_rules
from keypeg.service import Action, Agreed, Chair, Plan, TableState
from keypeg.tell.daily import state_message

RULES = "togo:rounds=1,parity=any,first=1"
MAKER, BREAKER = 1, 2
FIRST = "2026-01-01"
PAGE = 28
"""Days on one page of the archive."""
MOST_STREAK = 400


@dataclass(frozen=True, slots=True)
class Found:
    """What somebody came to on a day."""

    day: str
    table: str | None
    rows: int | None
    solved: bool | None
    late: bool
    placed: int


class DailyPuzzles:
    """The puzzles of all days, each at a table of its own whose id is its day."""

    def __init__(self, tables: Tables, now: float) -> None:
        self._tables = tables
        self._today = datetime.fromtimestamp(now, UTC).date().isoformat()
        self._rules = read_rules(RULES)

    async def start(self, day: str | None) -> TableState:
        """Return the table of a day; make it on the first request."""
        day = self._checked(day)
        try:
            async with self._tables.held(_id(day)) as table:
                return table
        except Unknown:
            pass
        chairs = [Chair(MAKER, "computer", "perfect"), Chair(BREAKER, "person", guest=ME)]
        hide = Action("move", MAKER, move_text(self._rules, Hide(self._code(day))))
        agreed = Agreed(watch=False, grace=None, daily=day)
        return await self._tables.open(Plan(self._rules, agreed, chairs, [hide]), _id(day))

    async def of_day(self, day: str | None) -> wire.Daily:
        day = self._checked(day)
        found = await self._found(day)
        before = await self._found(_earlier(day))
        done = found is not None and found.solved is not None
        streak = await self._streak(day)
        return wire.Daily(
            day=day,
            rules=str(self._rules),
            ends=datetime.combine(date.fromisoformat(day) + timedelta(1), datetime.min.time(), UTC).timestamp(),
            table=found.table if found else None,
            rows=found.rows if found else None,
            solved=found.solved if found else None,
            streak=streak,
            best_streak=streak,
            played=int(done),
            distribution={},
            most=self._rules.most_rows,
            placed=found.placed if found else 0,
            late=found.late if found else day != self._today,
            skill=None,
            luck=None,
            means=None,
            pending=False,
            state=state_message(self._rules.most_rows, day == self._today, found, found.placed if found else 0),
            first=FIRST,
            yesterday=before.table if before and before.solved is not None else None,
        )

    async def archive(self, before: str | None) -> wire.DailyArchive:
        """Return one page of the days before a day, the latest first."""
        days, day = list[wire.DailyDay](), self._checked(before)
        while len(days) < PAGE and day > FIRST:
            day = _earlier(day)
            found = await self._found(day)
            days.append(
                wire.DailyDay(
                    day=day,
                    table=found.table if found else None,
                    rows=found.rows if found else None,
                    solved=found.solved if found else None,
                    late=found.late if found else True,
                    state=state_message(self._rules.most_rows, False, found, 0),
                )
            )
        return wire.DailyArchive(days, day if day > FIRST else None)

    def _checked(self, day: str | None) -> str:
        """Return a day as it is written, today if none is given; refuse one without a puzzle, or with one to come."""
        try:
            found = date.fromisoformat(day or self._today).isoformat()
        except ValueError:
            raise Malformed("day-unreadable", day=day or "", first=FIRST) from None
        if not FIRST <= found <= self._today:
            raise Malformed("day-unreadable", day=found, first=FIRST)
        return found

    def _code(self, day: str) -> str:
        """Return the code of a day. Anyone can work it out from this program, so it counts on this device alone."""
        space = self._rules.codes[BREAKER - 1]
        number = int.from_bytes(sha256(f"keypeg daily {day}".encode()).digest()) % len(space)
        return next(islice(space, number, None))

    async def _found(self, day: str) -> Found | None:
        try:
            async with self._tables.held(_id(day)) as table:
                state, late = table.state, datetime.fromtimestamp(table.created, UTC).date().isoformat() != day
        except Unknown:
            return None
        if state.now is not None:
            return Found(day, _id(day), None, None, late, len(state.now.boards[0].rows))
        attempt = state.past[-1]
        broke = attempt.verdict is not None and bool(attempt.verdict.broke)
        return Found(day, _id(day), len(attempt.boards[0].rows), broke, late, 0)

    async def _streak(self, day: str) -> int:
        """Count the days in a row that were solved, up to this day or the one before."""
        count, at = 0, day
        for step in range(MOST_STREAK):
            found = await self._found(at)
            if found and found.solved and not found.late:
                count += 1
            elif step:
                break
            at = _earlier(at)
        return count


def _id(day: str) -> str:
    """Return the id of the table of a day: as long as any other."""
    return f"{PREFIX}of-day-{day.replace('-', '')}"


def _earlier(day: str) -> str:
    return (date.fromisoformat(day) - timedelta(1)).isoformat()
