"""The daily puzzle, shared by all transports: its rules, its table, its days and their archive.

The transport chooses the code of each day and stores the results.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, date, datetime, timedelta
from itertools import islice
from typing import Protocol

from keypeg.api.daily import DailyArchive, DailyDay
from keypeg.core import Hide
from keypeg.errors import Malformed
from keypeg.notation import rules as read_rules
from keypeg.service.seats import Person
from keypeg.service.tables import Plan
from keypeg.table import Action, Agreed, Chair, Table
from keypeg.tell.daily import state_message

DAILY_RULES = "togo:rounds=1,parity=any,first=1"
"""One code of four colours out of eight, nine rows."""
MAKER, BREAKER = 1, 2
PAGE = 28
"""Days on one page of the archive."""


class DailyResult(Protocol):
    """A person's result on one day; `solved` is None until they are done."""

    @property
    def table(self) -> str | None: ...
    @property
    def rows(self) -> int | None: ...
    @property
    def solved(self) -> bool | None: ...
    @property
    def late(self) -> bool: ...


def daily_code(drawn: bytes) -> str:
    """Return the code that these pseudo-random bytes select."""
    space = read_rules(DAILY_RULES).codes[BREAKER - 1]
    return next(islice(space, int.from_bytes(drawn) % len(space), None))


def daily_plan(day: str, code: str, breaker: Person) -> Plan:
    """Plan the table at which a person breaks the code of a day."""
    rules = read_rules(DAILY_RULES)
    chairs = [Chair(MAKER, "computer", "perfect"), Chair(BREAKER, "person", guest=breaker.id, name=breaker.name)]
    hide = Action.of_move(rules, MAKER, Hide(code))
    return Plan(rules, Agreed(watch=False, grace=None, daily=day), chairs, [hide])


def checked_day(day: str | None, first: str, today: str) -> str:
    """Return a day in ISO format, or today if it is None; refuse days before the first puzzle and after today."""
    if day is None:
        return today
    try:
        found = date.fromisoformat(day).isoformat()
    except ValueError:
        raise Malformed("day-unreadable", day=day, first=first) from None
    if not min(first, today) <= found <= today:
        raise Malformed("day-unreadable", day=day, first=first)
    return found


def day_of(time: float) -> str:
    """Return the day of a timestamp. Days are in UTC everywhere."""
    return datetime.fromtimestamp(time, UTC).date().isoformat()


def day_before(day: str) -> str:
    return (date.fromisoformat(day) - timedelta(1)).isoformat()


def end_of_day(day: str) -> float:
    return datetime.combine(date.fromisoformat(day) + timedelta(1), datetime.min.time(), UTC).timestamp()


def daily_end(table: Table) -> tuple[bool, int]:
    """Return whether the code of a finished table was broken, and how many rows were placed."""
    attempt = table.state.past[-1]
    assert attempt.verdict is not None, "it is over"
    return bool(attempt.verdict.broke), len(attempt.boards[0].rows)


def archive_days(before: str, first: str) -> list[str]:
    """Return the days of one page of the archive, latest first."""
    days, day = list[str](), before
    while len(days) < PAGE and day > first:
        day = day_before(day)
        days.append(day)
    return days


def daily_archive(days: list[str], first: str, results: Mapping[str, DailyResult]) -> DailyArchive:
    """Return one page of the archive."""
    most = read_rules(DAILY_RULES).most_rows
    page = [_listed(day, most, results.get(day)) for day in days]
    return DailyArchive(page, days[-1] if days and days[-1] > first else None)


def _listed(day: str, most: int, result: DailyResult | None) -> DailyDay:
    return DailyDay(
        day=day,
        table=result.table if result else None,
        rows=result.rows if result else None,
        solved=result.solved if result else None,
        late=result.late if result else True,
        state=state_message(most, False, result, 0),
    )
