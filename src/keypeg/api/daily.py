"""The daily puzzle: its rules, its table, its days and their archive.

A host chooses the code of each day and stores the results.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, date, datetime, timedelta
from itertools import islice
from typing import Annotated, Protocol, TypeAlias

from msgspec import Meta, Struct

from keypeg.api.endpoint import endpoint
from keypeg.api.fields import Time
from keypeg.api.host import needs_server
from keypeg.api.limits import READS, TABLES
from keypeg.api.seats import Person
from keypeg.api.tables import Made, Plan
from keypeg.core import Hide
from keypeg.errors import Malformed
from keypeg.message import Message
from keypeg.notation import rules as read_rules
from keypeg.table import Action, Agreed, Chair, Table
from keypeg.tell.daily import state_message

DAILY_RULES = "togo:rounds=1,parity=any,first=1"
"""One code of four colours out of eight, nine rows."""
MAKER, BREAKER = 1, 2
PAGE = 28
"""Days on one page of the archive."""


class Daily(Struct, frozen=True):
    """A daily puzzle, with the same code for everyone, your result and those of others."""

    day: str
    rules: str
    ends: Time
    table: str | None
    """Your table, if you have started."""
    rows: int | None
    solved: bool | None
    """null until you are done."""
    streak: int
    """How many days in a row you have solved the puzzle, up to today or yesterday."""
    best_streak: int
    played: int
    """The number of guests who have finished it."""
    distribution: dict[str, int]
    """By number of rows: how many guests broke the code in that many; "-" counts those who did not.

    Empty until you are done.
    """
    most: int
    """The number of rows on the board."""
    placed: int
    """The number of rows that you have placed so far; 0 once you are done."""
    late: bool
    """True if its day was over when you began, or is over now: the result is left out of streak and distribution."""
    skill: int | None
    luck: float | None
    means: DailyMeans | None
    """null until you are done."""
    pending: bool
    """True while your skill and luck are being computed; ask again."""
    state: Message
    """A sentence on how far you are, or on your result."""
    first: str
    """The first day that has a puzzle."""
    yesterday: str | None
    """Your table of the day before, if you have finished it."""


class DailyMeans(Struct, frozen=True):
    """The averages over all guests whose play was measured."""

    guests: int
    skill: float
    luck: float


class DailyDay(Struct, frozen=True):
    """An earlier daily puzzle, and your result."""

    day: str
    table: str | None
    rows: int | None
    solved: bool | None
    late: bool
    state: Message


class DailyArchive(Struct, frozen=True):
    """A page of earlier puzzles, latest first. `next` is the `before` of the next page; null on the last one."""

    days: list[DailyDay]
    next: str | None


OnDay: TypeAlias = Annotated[Annotated[str, Meta(max_length=10)] | None, Meta(description="YYYY-MM-DD; default today.")]
BeforeDay: TypeAlias = Annotated[
    Annotated[str, Meta(max_length=10)] | None,
    Meta(description="Only days before this one, as YYYY-MM-DD; default today."),
]


@endpoint(
    "GET", "/daily", "Get the puzzle of a day: your result, your streak and the results of others", "daily", READS, 4
)
def daily(day: OnDay = None) -> Daily:
    """Get the puzzle of a day: your result, your streak and the results of others."""
    raise needs_server()


@endpoint(
    "POST",
    "/daily",
    "Start or resume the puzzle of a day; if started after that day, it does not count",
    "daily",
    TABLES,
)
def start_daily(day: OnDay = None) -> Made:
    """Start or resume the puzzle of a day; if started after that day, it does not count."""
    raise needs_server()


@endpoint("GET", "/daily/archive", "List earlier daily puzzles, latest first", "daily", READS, 4)
def daily_archive(before: BeforeDay = None) -> DailyArchive:
    """List earlier daily puzzles, latest first."""
    raise needs_server()


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


def archive_page(days: list[str], first: str, results: Mapping[str, DailyResult]) -> DailyArchive:
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
